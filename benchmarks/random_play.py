"""Random play of Cogplomacy and Cogiavelli, driven by values: all legal orders of everybody, and one of each unit's.

Nothing is read from text: this is the engine as a search or a learner would drive it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.italy import GEOGRAPHY as ITALY
from engine.cogiavelli.map.italy import TABLE as ITALIAN_TABLE
from engine.cogiavelli.reading import Build
from engine.cogiavelli.reading import OrderSheet as ItalianSheet
from engine.cogiavelli.rules import BUILD_COST, BUILDS_CAP
from engine.cogiavelli.state import Board as ItalianBoard
from engine.cogiavelli.state import Options as ItalianOptions
from engine.cogiavelli.state import Season
from engine.cogplomacy.adjustments import AdjustmentSheet, build_choices
from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import TABLE
from engine.cogplomacy.reading import OrderSheet, RetreatSheet
from engine.cogplomacy.state import Board, Options
from engine.conflict.legal import every_legal_order
from engine.conflict.orders import NONE, Forces, OrderId, OrderTable
from engine.game import Game, Submission

YEARS = {"cogplomacy": 12, "cogiavelli": 10}
"""The longest episode each game allows."""


@dataclass(frozen=True)
class Arena:
    """A game of the family as random play drives it: without press, as long as it may be.

    `offer` lists all legal choices of everybody on a board, `decide` picks some, as sheets by power.
    """

    game: Game[Any]
    table: OrderTable
    options: Any
    offer: Callable[[Any], object]
    decide: Callable[[Any, Random], Mapping[int, Any]]

    def submit(self, sheets: Mapping[int, Any]) -> dict[str, Submission]:
        """Sheets as the game takes them."""
        powers = self.game.powers
        return {powers[power]: Submission(powers[power], sheet) for power, sheet in sheets.items()}

    def states(self, seed: int) -> Iterator[tuple[Any, Mapping[int, Any]]]:
        """Every state of an episode at which somebody is asked, and what was decided there."""
        dice = Random(seed)
        state = self.game.start(seed, self.options).state
        while self.game.outcome(state) is None:
            sheets = self.decide(state.board, dice)
            yield state, sheets
            state = self.game.resolve(state, self.submit(sheets)).state


def pick(table: OrderTable, forces: Forces, dice: Random) -> dict[int, dict[int, OrderId]]:
    """A legal order for every unit, each as likely: by power and province."""
    orders: dict[int, dict[int, OrderId]] = {}
    owners, roll = forces.owners, dice.random
    for province, listed in every_legal_order(table, forces).items():
        orders.setdefault(owners[province], {})[province] = listed[int(roll() * len(listed))]
    return orders


def _offered(board: Board) -> object:
    """All legal orders, builds and disbands; where the dislodged may go is part of the board."""
    if board.moment.stage == "orders":
        return every_legal_order(TABLE, board.forces)
    if board.moment.stage == "retreats":
        return board.beaten
    return [
        build_choices(board, power) if due > 0 else board.units(power) for power, due in enumerate(board.dues()) if due
    ]


def _cogplomacy(board: Board, dice: Random) -> Mapping[int, Any]:
    stage = board.moment.stage
    if stage == "orders":
        return {power: OrderSheet(orders) for power, orders in pick(TABLE, board.forces, dice).items()}
    if stage == "adjustments":
        return {power: _adjust(board, power, dice) for power in board.living() if board.due(power)}
    retreats: dict[int, dict[int, int]] = {}
    for lost, options in board.beaten:
        own = retreats.setdefault(lost.owner, {})
        space = dice.choice((*options, NONE))
        if space != NONE:
            own[lost.province] = space
    return {power: RetreatSheet(chosen) for power, chosen in retreats.items()}


def _adjust(board: Board, power: int, dice: Random) -> AdjustmentSheet:
    """As many builds as are due and have a site, or exactly the disbands owed."""
    due = board.due(power)
    if due < 0:
        return AdjustmentSheet(disbands=tuple(dice.sample(board.units(power), -due)))
    offered = build_choices(board, power)
    by_site = {TABLE.province(unit): unit for unit in dice.sample(offered, len(offered))}
    return AdjustmentSheet(builds=tuple(by_site.values())[:due])


def _listed(board: ItalianBoard) -> object:
    return every_legal_order(ITALIAN_TABLE, board.forces)


def _cogiavelli(board: ItalianBoard, dice: Random) -> Mapping[int, Any]:
    """Orders for all units, and in Autumn builds in vacant cities while there is money."""
    orders = pick(ITALIAN_TABLE, board.forces, dice)
    autumn = board.season is Season.AUTUMN
    return {
        power: ItalianSheet(orders.get(power, {}), builds=_recruit(board, power, dice) if autumn else ())
        for power in board.living()
    }


def _recruit(board: ItalianBoard, power: int, dice: Random) -> tuple[Build, ...]:
    vacant = [city for city in board.cities(power) if board.forces.units[city] == NONE]
    paid = min(BUILDS_CAP, board.treasuries[power] // BUILD_COST, len(vacant))
    return tuple(Build(dice.randrange(2) if ITALY.coastal[city] else 0, city) for city in dice.sample(vacant, paid))


EUROPE = Arena(COGPLOMACY, TABLE, Options(YEARS["cogplomacy"], press=False, rulebook="datc"), _offered, _cogplomacy)
BOOT = Arena(COGIAVELLI, ITALIAN_TABLE, ItalianOptions(YEARS["cogiavelli"], press=False), _listed, _cogiavelli)

ARENAS = (BOOT, EUROPE)
