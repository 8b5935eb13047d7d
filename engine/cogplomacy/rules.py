"""The numbers of Cogplomacy, each once."""

from __future__ import annotations

START_YEAR = 1901
YEARS_DEFAULT, YEARS_LEAST, YEARS_MOST = 4, 1, 12

SOLO_CENTRES = 18
"""Centres that end the episode (step 10)."""
CENTRES_TOTAL = 34
"""The denominator of every score, whoever owns what."""
