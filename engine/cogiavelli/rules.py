"""The numbers of Cogiavelli, each once. Money is in whole ducats."""

from __future__ import annotations

START_YEAR = 1499
YEARS_DEFAULT, YEARS_LEAST, YEARS_MOST = 4, 1, 10

FAMINE_PROVINCES = 2
"""Land provinces struck by famine each year (step 1)."""

SPEND_CAP = 6
"""Entries of a spend sheet (step 3)."""
BUILDS_CAP = 6
"""Lines of an Autumn builds list (step 3)."""

STAKE_LEAST, STAKE_MOST = 6, 30
"""What can be staked on an assassination (steps 4 and 5)."""
DIE = 6
"""Sides of a die: two make an assassination roll of 1..36, one a rebellion."""

DISBAND_COST = 9
"""Ducats to disband a unit, before its defence (step 6)."""
BUY_COST = 15
"""Ducats to buy a unit, before its defence (step 6)."""

REBEL_ROLL = 1
"""The roll at or below which an empty city rebels (W1)."""
CITY_INCOME = 3
"""Ducats of every city that neither famine nor plague has struck (W3)."""
VARIABLE_INCOME = 4
"""How many values the income draw has: 0..3 ducats (W3)."""
UNIT_UPKEEP = 1
"""Ducats a unit costs each Winter (W4)."""
BUILD_COST = 3
"""Ducats of a new unit (W5)."""

START_TREASURY = 12
CONQUEST_CITIES = 12
"""Cities that end the episode at once (step 10)."""
CITIES_TOTAL = 24
"""The denominator of every score, whoever owns what."""
TREASURY_COUNTED = 24
"""Ducats beyond this are worth nothing; this many are worth one city."""
