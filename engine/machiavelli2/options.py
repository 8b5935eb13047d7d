"""What a league can choose of Machiavelli 2."""

from __future__ import annotations

from dataclasses import dataclass, fields

from engine.machiavelli2 import rules
from engine.machiavelli2.map.scenarios import SCENARIOS


@dataclass(frozen=True, slots=True)
class Options:
    """A scenario, its length, and the optional rules.

    - `scenario`: one of the nine; `years` played, 1..20; `cities_to_win`, 1..44; `press` windows each season
    - `money`: false is the basic game, with neither ducats nor disasters; `dice`: false leaves out
      famine, plague, storms, loans and assassination, and makes variable income steady
    - `famine`, `plague`, `storms`, `loans`, `assassinations`, `special_units`: each rule by itself
    - `adjacency`: bribes reach only units near one's own; `coastal_convoys`: fleets convoy from coasts too;
      `field_disbands`: a unit may be ordered to disband; `garrisons`, `summer`: false leaves them out
    - `judge_compat`: as the old judge does it where its code and its rules differ
    """

    scenario: str = "machiavelli2"
    years: int = rules.YEARS_DEFAULT
    cities_to_win: int = rules.CITIES_TO_WIN
    press: bool = True
    money: bool = True
    dice: bool = True
    famine: bool = True
    plague: bool = False
    storms: bool = False
    loans: bool = True
    assassinations: bool = True
    special_units: bool = True
    adjacency: bool = True
    coastal_convoys: bool = False
    field_disbands: bool = False
    garrisons: bool = True
    summer: bool = True
    judge_compat: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.scenario, str) or self.scenario not in SCENARIOS:
            raise ValueError(f"scenario must be one of {', '.join(SCENARIOS)}, not {self.scenario!r}")
        self._whole("years", rules.YEARS_LEAST, rules.YEARS_MOST)
        self._whole("cities_to_win", rules.CITIES_LEAST, rules.CITIES_MOST)
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, bool) and type(value) is not bool:
                raise ValueError(f"{field.name} must be true or false, not {value!r}")

    def _whole(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}")

    def strikes(self, disaster: str) -> bool:
        """Whether famine, plague or storms can strike: never in the basic game."""
        return self.money and self.dice and bool(getattr(self, disaster))

    @property
    def lends(self) -> bool:
        """Whether there is a bank."""
        return self.money and self.dice and self.loans

    @property
    def murders(self) -> bool:
        """Whether assassins can be hired."""
        return self.money and self.dice and self.assassinations
