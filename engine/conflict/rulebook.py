"""What editions of the rules settle differently, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition. Each field decides what published rules have decided in two ways.

    - `own_convoy_is_intent`: an army ordered to an adjacent coast without VIA
      CONVOY goes by sea when a fleet of its own power orders that convoy and a
      route is ordered; otherwise it goes by land (DATC 4.A.3).
    - `via_falls_back_to_land`: VIA CONVOY to an adjacent coast without any ordered
      route goes by land; otherwise it fails (DATC 4.A.4).
    - `convoyed_origin_open`: a unit dislodged by a convoyed army may retreat to
      where that army came from (DATC 4.A.5).
    - `disorder_from_home`: civil disorder measures from all home centres, fleets
      before armies (DATC 4.D.8); otherwise from the home centres still owned, ties
      by code.
    """

    name: str
    own_convoy_is_intent: bool
    via_falls_back_to_land: bool
    convoyed_origin_open: bool
    disorder_from_home: bool


HOUSE = Rulebook(
    "house",
    own_convoy_is_intent=False,
    via_falls_back_to_land=False,
    convoyed_origin_open=False,
    disorder_from_home=False,
)
DATC = Rulebook(
    "datc",
    own_convoy_is_intent=True,
    via_falls_back_to_land=True,
    convoyed_origin_open=True,
    disorder_from_home=True,
)

RULEBOOKS = {edition.name: edition for edition in (HOUSE, DATC)}
"""Editions by the name a league file gives."""
