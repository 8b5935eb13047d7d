"""The drawings are the boards: who touches whom on the map is who is next to whom in the game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cogiavelli.map.italy import GEOGRAPHY as ITALY_OF_THE_GAME
from engine.cogiavelli.map.italy import IS_CITY
from engine.cogplomacy.map.board import GEOGRAPHY as EUROPE_OF_THE_GAME
from engine.cogplomacy.map.europe import CENTRES
from engine.geography import Geography
from engine.machiavelli2.map.areas import AREAS
from harness.viewer.maps.chart import Chart
from harness.viewer.maps.europe import EUROPE
from harness.viewer.maps.italy import ITALY
from harness.viewer.maps.mesh import Projection, area, contains, read_arcs, trace
from harness.viewer.maps.peninsula import PENINSULA

FERRIES = {frozenset(pair) for pair in (("COR", "SAR"), ("DAL", "IST"), ("MES", "OTR"))}
"""Neighbours in Machiavelli 2 with water between them."""

BOARDS = pytest.mark.parametrize(
    ("chart", "geography"), [(ITALY, ITALY_OF_THE_GAME), (EUROPE, EUROPE_OF_THE_GAME)], ids=["italy", "europe"]
)


def drawing(chart: Chart, geography: Geography) -> dict[str, Any]:
    names = dict(zip(geography.codes, geography.names, strict=True))
    return chart.drawing(names, {code: place.kind.value for code, place in zip(names, geography.places, strict=True)})


def touching(geography: Geography, province: int) -> frozenset[str]:
    """What a province must touch on a map: land it marches to, seas it sails to; a sea all it sails to."""
    coasts = [space for space in range(len(geography.spaces)) if geography.province_of[space] == province]
    sailed = {geography.province_of[other] for space in coasts for other in geography.fleet_reach[space]}
    if geography.land[province]:
        sailed = {other for other in sailed if not geography.land[other]} | set(geography.army_reach[province])
    return frozenset(geography.codes[other] for other in sailed)


@BOARDS
def test_provinces_touch_on_the_map_exactly_where_the_rules_say(chart: Chart, geography: Geography) -> None:
    assert set(chart.faces) == set(geography.codes)
    wrong = {
        code: (sorted(chart.neighbours[code]), sorted(due))
        for province, code in enumerate(geography.codes)
        if chart.neighbours[code] != (due := touching(geography, province))
    }
    assert wrong == {}


@BOARDS
def test_every_unit_and_name_is_in_sight_and_every_unit_in_its_own_province(chart: Chart, geography: Geography) -> None:
    drawn = drawing(chart, geography)
    for code, place in drawn["provinces"].items():
        x, y = place["unit"]
        assert 14 <= x <= drawn["width"] - 14 and 14 <= y <= drawn["height"] - 14, code
        assert 20 <= place["label"][0] <= drawn["width"] - 20 and 10 <= place["label"][1] <= drawn["height"] - 4, code
        own = [other for other, face in chart.faces.items() if contains(face.ring, (x, y))]
        assert own == [code]


@BOARDS
def test_pieces_have_room_between_them(chart: Chart, geography: Geography) -> None:
    spots = {code: place["unit"] for code, place in drawing(chart, geography)["provinces"].items()}
    close = [
        (a, b)
        for a, (x, y) in spots.items()
        for b, (u, v) in spots.items()
        if a < b and (x - u) ** 2 + (y - v) ** 2 < 26**2
    ]
    assert close == []


@BOARDS
def test_every_line_is_told_once_and_rings_are_made_of_them(chart: Chart, geography: Geography) -> None:
    drawn = drawing(chart, geography)
    lines = [arc["line"].split() for arc in drawn["arcs"]]
    for place in drawn["provinces"].values():
        ends = [
            (lines[way - 1][0], lines[way - 1][-1]) if way > 0 else (lines[-way - 1][-1], lines[-way - 1][0])
            for way in place["ring"]
        ]
        assert all(before[1] == after[0] for before, after in zip(ends, ends[1:] + ends[:1], strict=True))


@BOARDS
def test_a_map_is_drawn_alike_every_time(chart: Chart, geography: Geography) -> None:
    again = Chart(chart.projection, chart.lines, chart.sites, chart.coasts, chart.islands, chart.lakes, chart.legends)
    assert drawing(again, geography) == drawing(chart, geography)


def test_machiavelli_2_touches_on_the_map_where_its_rules_say_but_for_three_ferries() -> None:
    rows = [[cell.strip() for cell in row.split("|")] for row in AREAS.splitlines() if row and row[0] != "#"]
    kinds = {row[0]: row[3] for row in rows}
    for code, _, _, kind, city, armies, fleets in rows:
        sailed = set(fleets.split()) - {"-"}
        due = {other for other in sailed if kind != "land" or kinds[other] != "land"} | (set(armies.split()) - {"-"})
        ferries = {other for other in due if frozenset((code, other)) in FERRIES}
        assert PENINSULA.neighbours[code] == due - ferries, code
        site = next(row for row in PENINSULA.sites.splitlines() if row.startswith(code))
        assert (len(site.split()) == 4) == (city != "-"), code


def test_names_of_machiavelli_2_hide_neither_each_other_nor_a_garrison() -> None:
    rows = [[cell.strip() for cell in row.split("|")] for row in AREAS.splitlines() if row and row[0] != "#"]
    drawn = PENINSULA.drawing({row[0]: row[1] for row in rows}, {row[0]: row[3] for row in rows})["provinces"]
    wide, high, side = 3.2, 10, 22  # half a letter, a line, a garrison
    names = {row[0]: (*drawn[row[0]]["label"], wide * len(row[1])) for row in rows if row[3] == "land"}
    walls = {row[0]: drawn[row[0]]["city"] for row in rows if "walls" in row[4]}
    hidden = [
        (one, two)
        for one, (x, y, half) in names.items()
        for two, (u, v, other) in names.items()
        if one < two and abs(x - u) < half + other - 4 and abs(y - v) < high
    ]
    hidden += [
        (one, f"G {two}")
        for one, (x, y, half) in names.items()
        for two, (u, v) in walls.items()
        if abs(x - u) < half + side / 2 - 5 and abs(y - high / 2 - v) < (high + side) / 2 - 5
    ]
    assert hidden == []


def test_cities_and_centres_are_drawn_where_there_are_any() -> None:
    italy = drawing(ITALY, ITALY_OF_THE_GAME)["provinces"]
    assert {code for code, place in italy.items() if place["city"]} == {
        code for province, code in enumerate(ITALY_OF_THE_GAME.codes) if IS_CITY[province]
    }
    europe = drawing(EUROPE, EUROPE_OF_THE_GAME)
    assert {code for code, place in europe["provinces"].items() if place["city"]} == {
        EUROPE_OF_THE_GAME.codes[centre] for centre in CENTRES
    }
    assert set(europe["coasts"]) == {space for space in EUROPE_OF_THE_GAME.spaces if "/" in space}


SQUARE = Projection(west=0, east=10, south=40, north=50, parallels=(42, 48), width=100)


def test_a_square_with_a_line_through_it_has_two_faces() -> None:
    faces = trace(read_arcs("coast 0,40 0,50 10,50\ncoast 10,50 10,40 0,40\nlane 0,40 10,50", SQUARE))
    assert len(faces) == 2
    assert all(area(face.ring) > 0 for face in faces)
    assert {frozenset({0, 2}), frozenset({1, 2})} == {face.arcs for face in faces}


def test_a_line_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="ends alone"):
        trace(read_arcs("coast 0,40 0,50 10,50\ncoast 10,50 10,40 0,40\nlane 0,40 5,45", SQUARE))


@pytest.mark.parametrize(
    ("sites", "fault"),
    [("AAA 20,60 *", "AAA lies in no face"), ("AAA 2,48 *\nBBB 3,47 *", "BBB lies in the face of AAA")],
)
def test_a_site_that_lies_in_no_face_or_not_alone_is_refused(sites: str, fault: str) -> None:
    chart = Chart(SQUARE, "coast 0,40 0,50 10,50\ncoast 10,50 10,40 0,40\nlane 0,40 10,50", sites)
    with pytest.raises(ValueError, match=fault):
        dict(chart.faces)
