"""The board of 1901: sizes, borders, centres, names; and the forms of answers."""

import pytest

from engine.cogplomacy.forms import FORMS
from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import GEOGRAPHY, NEUTRAL_CENTRES, POWERS, TABLE
from engine.cogplomacy.map.europe import ANY_WAY, CENTRES, HOME_OF, HOMES, OPENING
from engine.cogplomacy.public import Public
from engine.cogplomacy.state import Options
from engine.cogplomacy.view import View
from engine.dice import shuffled


def ids(*codes):
    return [GEOGRAPHY.ids[code] for code in codes]


def test_sizes():
    kinds = [place.kind.value for place in GEOGRAPHY.places]
    assert (len(kinds), *(kinds.count(kind) for kind in ("sea", "inland", "coastal"))) == (75, 19, 14, 42)
    assert (len(CENTRES), len(NEUTRAL_CENTRES), sum(home >= 0 for home in HOMES)) == (34, 12, 22)
    assert [len(homes) for homes in HOME_OF] == [3, 3, 3, 3, 3, 4, 3]
    assert {space.split("/")[0] for space in GEOGRAPHY.spaces if "/" in space} == {"SPA", "STP", "BUL"}


@pytest.mark.parametrize(
    ("a", "b", "army"),
    [("PAR", "BUR", True), ("BUR", "MUN", True), ("NAF", "TUN", True), ("DEN", "SWE", True), ("SPA", "POR", True),
     ("MUN", "PAR", False), ("EDI", "LON", False), ("ROM", "VEN", True), ("FIN", "NWY", True)],
)  # fmt: skip
def test_borders_of_armies(a, b, army):
    start, end = ids(a, b)
    assert (end in GEOGRAPHY.army_neighbours[start]) is army is (start in GEOGRAPHY.army_neighbours[end])


@pytest.mark.parametrize(
    ("space", "neighbours"),
    [("SPA/NC", "GAS MAO POR"), ("STP/NC", "BAR NWY"), ("STP/SC", "BOT FIN LVN"), ("BUL/EC", "BLA CON RUM"),
     ("ROM", "NAP TUS TYS"), ("KIE", "BAL BER DEN HEL HOL")],
)  # fmt: skip
def test_borders_of_fleets(space, neighbours):
    row = GEOGRAPHY.fleet_neighbours[GEOGRAPHY.space_ids[space]]
    assert sorted(GEOGRAPHY.spaces[other] for other in row) == neighbours.split()


def test_everybody_starts_on_home_centres():
    for power in range(len(POWERS)):
        assert OPENING.owned(power) == HOME_OF[power]
    assert TABLE.unit_text(OPENING.units[GEOGRAPHY.ids["STP"]]) == "F STP/SC"


def test_the_way_over_land_and_sea_counts_every_province_alike():
    for a, b, hops in (("GRE", "NAP", 2), ("SIL", "VEN", 3), ("PAR", "PAR", 0), ("LON", "BRE", 2), ("SYR", "STP", 4)):
        start, end = ids(a, b)
        assert ANY_WAY[start][end] == ANY_WAY[end][start] == hops


def test_the_seat_of_italy_depends_on_the_seed():
    seatings = [shuffled(seed, "seating", 7) for seed in range(20)]
    assert all(sorted(seating) == list(range(7)) for seating in seatings)
    assert len({seating.index(POWERS.index("ITALY")) for seating in seatings}) > 1


def test_forms_need_a_list_or_an_object_of_lines():
    for kind in ("orders", "retreats", "adjustments"):
        assert FORMS[kind].needs == {kind: ("array", "object")}
    assert set(FORMS["press"].needs) == {"broadcast", "letters"}


def test_everything_a_template_can_ask_for_is_text_of_the_board():
    board = COGPLOMACY.start(1, Options()).state.board
    public, view = Public(board), View(board, POWERS.index("RUSSIA"))
    assert (public.season, public.stage, public.movements_left, public.last_year) == ("spring", "press", 8, 1904)
    assert len(public.sites) == 75 and public.sites[GEOGRAPHY.ids["STP"]].fleets[0] == ("NC", ("BAR", "NWY"))
    assert public.powers[5].units == ("A MOS", "F SEV", "F STP/SC", "A WAR") and public.powers[5].due == 0
    fleet = view.units[2]
    assert (fleet.unit, fleet.kind, fleet.neighbours) == ("F STP/SC", "fleet", ("BOT", "FIN", "LVN"))
    assert fleet.orders[:2] == ("F STP/SC H", "F STP/SC - BOT") and fleet.site.unit_owner == "RUSSIA"
    assert [centre.code for centre in view.centres if centre.home] == list(view.homes) == ["MOS", "SEV", "STP", "WAR"]
    assert view.title == "Russia" and len(view.rivals) == 6 and view.sites == ()
