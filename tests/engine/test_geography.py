"""Boards: what is declared, what is derived, what is refused."""

import pytest

from engine.cogplomacy.map.board import GEOGRAPHY, HOME_CENTRES, NEUTRAL_CENTRES, STARTING_UNITS
from engine.geography import INF, Geography, Kind, Place, read_geography

ISLE = """
BAY sea The Bay / EST HIL WST/NC WST/SC
EST (EAST, EAS) coastal East End : HIL / BAY HIL WST/NC
HIL coastal High Hill : EST WST / BAY EST
ROC inland Lone Rock
WST coastal West End : HIL
WST/NC / BAY EST
WST/SC / BAY
"""


def spaces(board: Geography, row: tuple[int, ...]) -> list[str]:
    return [board.spaces[space] for space in row]


def test_a_table_becomes_two_graphs_by_code() -> None:
    isle = read_geography(ISLE)
    assert isle.codes == ("BAY", "EST", "HIL", "ROC", "WST")
    assert isle.names[isle.ids["EAST"]] == "East End"
    assert isle.spaces[isle.n :] == ("WST/NC", "WST/SC")
    assert spaces(isle, isle.army_neighbours[isle.ids["HIL"]]) == ["EST", "WST"]
    assert spaces(isle, isle.fleet_neighbours[isle.space_ids["WST/NC"]]) == ["BAY", "EST"]
    assert spaces(isle, isle.berths[isle.ids["WST"]]) == ["WST/NC", "WST/SC"]
    assert isle.berths[isle.ids["ROC"]] == ()
    assert isle.fleet_reach[isle.ids["BAY"]] == (isle.ids["EST"], isle.ids["HIL"], isle.ids["WST"])


def test_distances_run_on_the_units_own_graph() -> None:
    isle = read_geography(ISLE)
    est, hil, roc, wst = (isle.ids[code] for code in ("EST", "HIL", "ROC", "WST"))
    assert isle.army_distances[est][wst] == 2
    assert isle.army_distances[wst][wst] == 0
    assert isle.army_distances[est][roc] == INF
    assert isle.fleet_distances[hil][wst] == 2
    assert isle.fleet_distances[isle.space_ids["WST/SC"]][est] == 2
    assert isle.fleet_distances[isle.space_ids["WST/SC"]][wst] == 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ((": HIL / BAY HIL WST/NC", ": HIL ROC / BAY HIL WST/NC"), "army edge EST-ROC is stated from one end only"),
        ((": EST WST /", ": EST WST BAY /"), "no army can stand in BAY"),
        (("WST/SC / BAY", "WST/SC / BAY ROC"), "no fleet can stand in ROC"),
        (("/ EST HIL WST/NC", "/ EST HIL WST WST/NC"), "WST has split coasts, one must be named"),
        ((": EST WST /", ": EST WST XYZ /"), "XYZ is not a province of this map"),
        (("EAST, EAS", "EAST, BAY"), "BAY is declared twice"),
        (("ROC inland", "ROC island"), "CODE [(ALIASES)] KIND NAME"),
        (("WST/SC / BAY", "WSD/SC / BAY"), "WSD is not a province of this map"),
    ],
)
def test_a_faulty_board_is_refused(change: tuple[str, str], complaint: str) -> None:
    assert change[0] in ISLE
    with pytest.raises(ValueError, match=complaint.replace("[", r"\[").replace("(", r"\(").replace(")", r"\)")):
        read_geography(ISLE.replace(*change))


def test_a_code_declared_twice_is_refused() -> None:
    bay = Place("BAY", "The Bay", Kind.SEA)
    with pytest.raises(ValueError, match="BAY"):
        Geography([bay, bay], {}, {})


def test_the_board_of_1901_has_its_counts() -> None:
    board = GEOGRAPHY
    assert (board.n, sum(board.land), sum(board.sea), sum(board.coastal)) == (75, 56, 19, 42)
    assert len(board.spaces) == 75 + 6
    centres = [centre for own in HOME_CENTRES.values() for centre in own] + list(NEUTRAL_CENTRES)
    assert len(set(centres)) == 34
    assert set(centres) <= set(board.codes)
    assert sum(map(len, STARTING_UNITS.values())) == 22


@pytest.mark.parametrize(
    ("space", "neighbours"),
    [
        ("STP/NC", "BAR NWY"),
        ("SPA/NC", "GAS MAO POR"),
        ("BUL/EC", "BLA CON RUM"),
        ("CON", "AEG ANK BLA BUL/EC BUL/SC SMY"),
        ("ROM", "NAP TUS TYS"),
        ("KIE", "BAL BER DEN HEL HOL"),
    ],
)
def test_fleets_of_1901_sail_their_coasts(space: str, neighbours: str) -> None:
    row = GEOGRAPHY.fleet_neighbours[GEOGRAPHY.space_ids[space]]
    assert sorted(spaces(GEOGRAPHY, row)) == neighbours.split()
