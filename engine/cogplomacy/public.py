"""The board common to all, with names and texts: the `public` object of every request.

`Public` reads a `Board`, which holds nothing but what everybody may see; names
and texts are made when they are looked at. Powers are upper-case names,
provinces codes, units texts (``F STP/SC``), seasons lower-case words.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cogplomacy import rules
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS, TABLE
from engine.cogplomacy.map.europe import HOMES, IS_CENTRE, TITLES
from engine.cogplomacy.state import EVERYONE, Board, Moment, codes, power_name
from engine.conflict.orders import NONE
from engine.press_reading import BROADCAST_CAP, LETTER_CAP, NOTES_CAP, PLEDGES_CAP


@dataclass(frozen=True, slots=True)
class Limits:
    """Every number a player needs; text caps count characters."""

    centres_total: int = rules.CENTRES_TOTAL
    solo_centres: int = rules.SOLO_CENTRES
    broadcast_cap: int = BROADCAST_CAP
    letter_cap: int = LETTER_CAP
    notes_cap: int = NOTES_CAP
    pledges_cap: int = PLEDGES_CAP


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Site:
    """One of the 75 provinces as it stands.

    `kind` is inland, coastal or sea; `home` and `owner` are powers or empty, as
    are `unit` and `unit_owner`; `armies` are the codes next to it on the armies'
    graph, `fleets` the same for each coast (``NC`` and ``SC``, or one without a name).
    """

    code: str
    name: str
    kind: str
    centre: bool
    home: str
    owner: str
    unit: str
    unit_owner: str
    armies: tuple[str, ...]
    fleets: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A power as everybody sees it.

    `score` is what it would get if the episode ended now without a solo;
    `dislodged` are units that have not retreated yet; `due` what it may build, or
    below 0 must disband, if it were Winter now.
    """

    power: str
    title: str
    centres: tuple[str, ...]
    units: tuple[str, ...]
    dislodged: tuple[str, ...]
    due: int
    score: float
    eliminated: bool


@dataclass(frozen=True, slots=True)
class Public:
    """The board common to all, equal for every power in a batch."""

    board: Board

    @property
    def phase(self) -> str:
        """The id of this batch."""
        return self.board.phase

    @property
    def year(self) -> int:
        """The year played."""
        return self.board.year

    @property
    def season(self) -> str:
        """spring, fall or winter."""
        return self.board.moment.season

    @property
    def stage(self) -> str:
        """press, orders, retreats or adjustments."""
        return self.board.moment.stage

    @property
    def press(self) -> bool:
        """Whether this episode has press windows."""
        return self.board.options.press

    @property
    def rulebook(self) -> str:
        """house or datc."""
        return self.board.options.rulebook

    @property
    def years(self) -> int:
        """How many years an episode lasts."""
        return self.board.options.years

    @property
    def first_year(self) -> int:
        """The first year played."""
        return rules.START_YEAR

    @property
    def last_year(self) -> int:
        """The last year played."""
        return self.board.last_year

    @property
    def movements_left(self) -> int:
        """Movement phases still to be played, this season's included if it has not been."""
        moment = self.board.moment
        return 2 * (self.last_year - self.year) + (moment <= Moment.SPRING_ORDERS) + (moment <= Moment.FALL_ORDERS)

    @property
    def limits(self) -> Limits:
        """The numbers of the game."""
        return LIMITS

    @property
    def powers(self) -> tuple[Standing, ...]:
        """All seven, by power index."""
        return tuple(standing(self.board, power) for power in EVERYONE)

    @property
    def sites(self) -> tuple[Site, ...]:
        """All 75 provinces, in code order."""
        return tuple(site(self.board, province) for province in range(GEOGRAPHY.n))

    @property
    def unowned(self) -> tuple[str, ...]:
        """The centres nobody owns, in code order."""
        return codes(self.board.centres(NONE))


def standing(board: Board, power: int) -> Standing:
    """A power's line in the standings."""
    centres = board.centres(power)
    return Standing(
        power=POWERS[power],
        title=TITLES[power],
        centres=codes(centres),
        units=tuple(TABLE.unit_text(board.forces.units[province]) for province in board.units(power)),
        dislodged=tuple(TABLE.unit_text(beaten.lost.unit) for beaten in board.beaten if beaten.lost.owner == power),
        due=board.due(power),
        score=len(centres) / rules.CENTRES_TOTAL,
        eliminated=board.eliminated[power],
    )


def site(board: Board, province: int) -> Site:
    """A province with what stands in it."""
    unit = board.forces.units[province]
    return Site(
        code=GEOGRAPHY.codes[province],
        name=GEOGRAPHY.names[province],
        kind=GEOGRAPHY.places[province].kind.value,
        centre=IS_CENTRE[province],
        home=power_name(HOMES[province]),
        owner=power_name(board.owners[province]),
        unit="" if unit == NONE else TABLE.unit_text(unit),
        unit_owner=power_name(board.forces.owners[province]),
        armies=codes(GEOGRAPHY.army_neighbours[province]),
        fleets=tuple(
            (GEOGRAPHY.spaces[berth].partition("/")[2], tuple(sorted(codes(GEOGRAPHY.fleet_neighbours[berth]))))
            for berth in GEOGRAPHY.berths[province]
        ),
    )
