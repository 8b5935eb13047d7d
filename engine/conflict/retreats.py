"""Where the dislodged may go, and retreats that all happen at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.conflict.orders import Forces
from engine.conflict.resolve import Adjudication, Dislodgement
from engine.conflict.rulebook import Rulebook
from engine.geography import Geography


def retreat_options(geography: Geography, rulebook: Rulebook, adjudication: Adjudication) -> dict[int, tuple[int, ...]]:
    """By province lost, ascending, the spaces its unit may retreat to, ascending; empty: it must disband."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Retreats:
    """Simultaneous retreats: `arrived` space by province lost, `disbanded` provinces lost, `clashed` those out of them who met."""

    forces: Forces
    arrived: Mapping[int, int]
    disbanded: tuple[int, ...]
    clashed: tuple[int, ...]


def resolve_retreats(
    geography: Geography, forces: Forces, dislodged: tuple[Dislodgement, ...], choices: Mapping[int, int]
) -> Retreats:
    """All retreats at once: `choices` space by province lost; two to one province both disband, without a choice too."""
    raise NotImplementedError
