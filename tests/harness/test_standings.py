"""Standings: what a folder of results comes to."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.begun import Begun
from harness.errors import UserError
from harness.operations import Latency
from harness.results import UnreadableResult, read_result
from harness.standings import Skipped, Standings, fold, standings, timed, to_csv, to_json, write_standings

POWERS = ("RED", "GREEN", "BLUE")
SEATS = ("ann", "bob", "cyd")


def result(
    block: int = 0, episode: int = 0, scores: tuple[float, ...] = (0.5, 0.25, 0.25), **other: Any
) -> dict[str, Any]:
    """A result as a run writes it; seat ann holds RED in episode 0, GREEN in episode 1, BLUE in episode 2."""
    seating = {power: SEATS[(place - episode) % 3] for place, power in enumerate(POWERS)}
    best = max(range(3), key=lambda place: scores[place])
    counts = {
        "decisions": 10,
        "by_model": 8,
        "repaired": 1,
        "illegal": 5,
        "fallback": 0,
        "silent": 2,
        "failures": {"late": 2},
    }
    return {
        "format": 1,
        "league": "night",
        "fixture": f"b{block + 1:02}-e{episode + 1:02}",
        "block": block,
        "seed": 7,
        "game": "toy",
        "game_version": 1,
        "powers": list(POWERS),
        "seating": seating,
        "ending": "complete",
        "winner": POWERS[best],
        "scores": dict(zip(POWERS, scores, strict=True)),
        "figures": {power: {"points": 4 * place, "stabs": 1} for place, power in enumerate(POWERS)},
        "counts": dict.fromkeys(POWERS, counts),
        "tokens": {power: {"input": 100, "cache_read": 50, "cache_write": 0, "output": 20} for power in POWERS},
        "usd": dict.fromkeys(POWERS, 0.25),
        "models": {power: [f"model-{seating[power]}"] for power in POWERS},
        "batches": 6,
        "events": 40,
        "digest": "0" * 64,
    } | other  # fmt: skip


def write(folder: Path, data: Any, name: str = "") -> None:
    place = folder / (name or data["fixture"])
    place.mkdir()
    text = data if isinstance(data, str) else json.dumps(data)
    (place / "result.json").write_text(text, encoding="utf-8")


def blocks(number: int) -> list[dict[str, Any]]:
    """Whole blocks in which RED always gets 0.5 and wins, BLUE a little more from block to block."""
    scores = [(0.5, 0.25 - 0.01 * block, 0.25 + 0.01 * block) for block in range(number)]
    return [result(block, episode, scores[block]) for block in range(number) for episode in range(3)]


def test_scores_belong_to_the_seat_that_held_the_power() -> None:
    table = fold(map(read_result, [result(0, 0), result(0, 1, (0.1, 0.9, 0.0))]))
    means = {row.seat: row.mean for row in table.rows}
    assert means == {"ann": 0.7, "bob": 0.125, "cyd": 0.175}
    assert [row.seat for row in table.rows] == ["ann", "cyd", "bob"]


def test_a_row_says_everything_about_its_seat() -> None:
    row = next(row for row in fold(map(read_result, blocks(2))).rows if row.seat == "ann")
    assert (row.episodes, row.blocks, row.missing, row.wins) == (6, 2, 2, 2)
    assert (row.low, row.high) == (None, None)
    assert row.figures == {"points": 4.0, "stabs": 1.0}
    assert (row.decisions, row.by_model, row.repaired, row.illegal, row.fallback, row.silent) == (
        60,
        0.8,
        0.1,
        0.5,
        0.0,
        0.2,
    )
    assert row.failures == {"late": 12}
    assert row.tokens == {"input": 600, "cache_read": 300, "cache_write": 0, "output": 120}
    assert (row.usd, row.models) == (1.5, ("model-ann",))  # fmt: skip


def test_four_blocks_give_an_interval_and_a_played_out_rotation_none_to_speak_of() -> None:
    for row in fold(map(read_result, blocks(4))).rows:
        assert row.missing == 0
        assert row.low is not None
        assert row.high is not None
        assert row.low <= row.mean <= row.high
        assert row.high - row.low < 1e-9


def test_powers_are_counted_for_themselves() -> None:
    table = fold(map(read_result, blocks(2)))
    assert [(row.power, row.seat, row.episodes, row.wins) for row in table.powers] == [
        ("RED", None, 6, 6), ("GREEN", None, 6, 0), ("BLUE", None, 6, 0),
    ]  # fmt: skip
    assert len(table.by_power) == 9
    assert [(row.seat, row.mean, row.episodes) for row in table.by_power if row.power == "RED"] == [
        ("ann", 0.5, 2), ("bob", 0.5, 2), ("cyd", 0.5, 2),
    ]  # fmt: skip


def test_an_unknown_price_makes_the_sum_unknown() -> None:
    table = fold(map(read_result, [result(usd={"RED": None, "GREEN": 0.5, "BLUE": 0})]))
    assert {row.seat: row.usd for row in table.rows} == {"ann": None, "bob": 0.5, "cyd": 0.0}


def spoilt(data: dict[str, Any], power: str, **counts: Any) -> dict[str, Any]:
    """A result with other counts for one power."""
    own = {"decisions": 10, "by_model": 10, "repaired": 0, "illegal": 0, "fallback": 0, "silent": 0, "failures": {}}
    return data | {"counts": data["counts"] | {power: own | counts}}


@pytest.mark.parametrize(
    ("counts", "left_out"),
    [
        ({"fallback": 1}, 1),
        ({"silent": 1, "failures": {"quota": 1}}, 1),
        ({"silent": 9, "illegal": 5, "failures": {"unparsable": 9}}, 0),
    ],
    ids=["the fallback policy decided", "an outage decided", "the seat's own failures"],
)
def test_what_a_seat_did_not_play_is_not_scored_unless_asked_for(counts: dict[str, Any], left_out: int) -> None:
    """Ann holds RED and gets 0.9 in the first episode, GREEN and 0.2 in the second."""
    data = [spoilt(result(0, 0, (0.9, 0.1, 0.0)), "RED", **counts), result(0, 1, (0.5, 0.2, 0.3))]
    played = [read_result(own) for own in data]
    row = next(row for row in fold(played).rows if row.seat == "ann")
    assert (row.left_out, row.plays, row.episodes, row.decisions) == (left_out, 2, 2, 20)
    assert row.mean == (0.2 if left_out else pytest.approx(0.55))
    assert row.wins == (0 if left_out else 1)
    whole = next(row for row in fold(played, count_fallback=True).rows if row.seat == "ann")
    assert (whole.mean, whole.left_out, whole.wins) == (pytest.approx(0.55), 0, 1)


def test_the_others_of_an_episode_keep_their_scores() -> None:
    table = fold([read_result(spoilt(result(), "RED", fallback=3))])
    assert {row.seat: row.mean for row in table.rows} == {"bob": 0.25, "cyd": 0.25, "ann": None}
    assert [row.seat for row in table.rows] == ["bob", "cyd", "ann"]
    assert {(row.power, row.seat) for row in table.by_power} == {("GREEN", "bob"), ("BLUE", "cyd")}
    assert table.rows[-1].rating is None
    assert json.loads(to_json(table))["rows"][-1]["mean"] is None


@given(st.permutations(range(12)))
def test_the_order_in_which_episodes_end_changes_nothing(order: list[int]) -> None:
    played = [read_result(data) for data in blocks(4)]
    assert to_json(fold(played[place] for place in order)) == to_json(fold(played))


def test_scores_of_any_scale() -> None:
    rng = Random(3)
    data = [
        result(block, episode, tuple(rng.uniform(-1e6, 1e6) for _ in POWERS))
        for block in range(5)
        for episode in range(3)
    ]
    table = fold(map(read_result, data))  # fmt: skip
    total = sum(score for one in data for score in one["scores"].values())
    assert sum(row.mean * row.episodes for row in table.rows) == pytest.approx(total)


def uneven(number: int, seed: int = 3) -> list[dict[str, Any]]:
    """Whole blocks in which ann is best, bob and cyd alike, and RED worth half a point more than BLUE."""
    random = Random(seed)
    found = []
    for block in range(number):
        for episode in range(3):
            scores = []
            for place in range(3):
                skill = (3.0, 1.0, 1.0)[(place - episode) % 3]
                scores.append(skill + (0.25, 0.0, -0.25)[place] + random.gauss(0, 0.3))
            found.append(result(block, episode, tuple(scores)))
    return found


def test_seats_that_cannot_be_told_apart_share_a_letter() -> None:
    rows = fold(map(read_result, uneven(8))).rows
    assert [row.group for row in rows] == ["a", "b", "b"]
    assert (rows[0].seat, rows[0].first) == ("ann", 1.0)
    assert sum(row.first or 0.0 for row in rows) == pytest.approx(1)
    assert rows[0].rating is not None
    assert rows[1].rating is not None
    assert rows[0].rating.value > rows[1].rating.value


def test_below_four_blocks_nothing_is_said_about_who_is_ahead() -> None:
    for row in fold(map(read_result, uneven(3))).rows:
        assert (row.group, row.first) == ("", None)
        assert row.rating is not None
        assert row.rating.low is None


def test_powers_are_worth_what_they_add() -> None:
    effects = {row.power: row.effect for row in fold(map(read_result, uneven(200))).powers}
    assert effects == {
        "RED": pytest.approx(0.25, abs=0.05),
        "GREEN": pytest.approx(0.0, abs=0.05),
        "BLUE": pytest.approx(-0.25, abs=0.05),
    }


def test_a_complete_league_needs_no_adjustment_and_a_torn_one_gets_it() -> None:
    whole = uneven(40)
    rows = fold(map(read_result, whole)).rows
    assert all(row.adjusted == pytest.approx(row.mean) for row in rows)
    torn = [data for data in whole if data["seating"]["RED"] != "ann"] + whole[:1]
    ann = next(row for row in fold(map(read_result, torn)).rows if row.seat == "ann")
    assert ann.adjusted == pytest.approx(rows[0].mean, abs=0.03)
    assert ann.mean < rows[0].mean - 0.1


def begun(episodes: int) -> Begun:
    return Begun(episodes, 7, SEATS, None, {})


def test_what_is_missing_is_told_from_the_plan() -> None:
    table = fold(map(read_result, blocks(2)[:4]), begun(12))
    assert (table.episodes, table.planned) == (4, 12)
    assert {(row.seat, row.plays, row.planned) for row in table.rows} == {(seat, 4, 12) for seat in SEATS}
    assert {(row.blocks, row.missing) for row in table.rows} == {(2, 3)}  # one of the two is in pieces
    assert {(row.blocks, row.missing) for row in table.rows} == {(2, 3)}  # one of the two is in pieces


def test_a_seat_that_has_not_played_yet_stands_last_with_all_of_its_plays_missing() -> None:
    begun = Begun(4, 7, (*SEATS, "dan"), None, {})
    first = begun.plan(POWERS)[0]
    data = result(fixture=first.name, seating=dict(zip(POWERS, first.seating, strict=True)))
    table = fold([read_result(data)], begun)
    (away,) = {*SEATS, "dan"}.difference(first.seating)
    row = table.rows[-1]
    assert (row.seat, row.mean, row.plays, row.planned, row.missing, row.rating) == (away, None, 0, 3, 4, None)


def test_a_league_without_a_result_is_of_the_game_it_was_begun_for() -> None:
    told = Begun(12, 7, SEATS, None, {"game": "toy version 1"})
    assert [fold([], kept).game for kept in (told, begun(12), None)] == ["toy", "", ""]


def test_results_that_are_not_of_the_plan_have_none() -> None:
    table = fold(map(read_result, blocks(2)), begun(3))
    assert (table.planned, {row.planned for row in table.rows}) == (None, {None})


def test_a_seat_that_holds_two_powers_of_an_episode_played_one_episode() -> None:
    seating = {"RED": "ann", "GREEN": "bob", "BLUE": "ann"}
    ann, bob = fold([read_result(result(scores=(0.5, 0.2, 0.3), seating=seating))]).rows
    assert (ann.seat, ann.mean, ann.episodes, ann.plays) == ("ann", 0.4, 1, 2)
    assert (bob.episodes, bob.plays) == (1, 1)


def test_the_json_of_a_table() -> None:
    data = json.loads(to_json(fold(map(read_result, blocks(4)))))
    assert {
        "league",
        "game",
        "rows",
        "powers",
        "by_power",
        "episodes",
        "unfinished",
        "endings",
        "skipped",
        "planned",
    } == set(data)
    assert (data["league"], data["game"], data["episodes"], data["endings"]) == ("night", "toy", 12, {"complete": 12})
    assert {"seat", "mean", "low", "high", "episodes", "blocks", "missing", "wins", "usd"} < set(data["rows"][0])


def test_the_csv_of_a_table() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(fold(map(read_result, blocks(2)))))))
    assert [row["seat"] for row in rows] == ["ann", "bob", "cyd"]
    first = rows[0]
    assert (first["low"], first["points"], first["tokens_input"], first["models"]) == ("", "4.0", "600", "model-ann")


def test_what_a_provider_calls_its_model_is_text_and_nothing_more() -> None:
    table = fold([read_result(result(models={power: ["=1+1\x1b[31m\n"] for power in POWERS}))])
    assert {row.models for row in table.rows} == {("=1+1",)}
    assert [row["models"] for row in csv.DictReader(io.StringIO(to_csv(table)))] == ["'=1+1"] * 3


def test_a_folder_is_folded_and_its_table_written_whole(tmp_path: Path) -> None:
    for data in blocks(2):
        write(tmp_path, data)
    (tmp_path / "b03-e01").mkdir()
    (tmp_path / "b03-e01" / "journal.jsonl").write_text("", encoding="ascii")
    table = write_standings(tmp_path)
    assert (table.episodes, table.unfinished, table.skipped) == (6, 1, ())
    assert (tmp_path / "standings.json").read_text(encoding="ascii") == to_json(table) + "\n"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["standings.json"]


def test_seconds_are_read_beside_the_results_and_never_written_with_them(tmp_path: Path) -> None:
    for data in blocks(1):
        write(tmp_path, data)
    before = to_json(write_standings(tmp_path))
    (tmp_path / "operations.json").write_text(
        '{"seats": {"ann": {"seconds": {"p50": 4.25, "p95": 9.5}}, "bob": {"seconds": {}}}}'
    )
    table = timed(standings(tmp_path), tmp_path)
    assert {row.seat: row.latency for row in table.rows} == {"ann": Latency(4.25, 9.5), "bob": None, "cyd": None}
    assert json.loads(to_json(table))["rows"][0]["latency"] == {"median": 4.25, "p95": 9.5}
    first, second, _ = csv.DictReader(io.StringIO(to_csv(table)))
    assert (first["seconds_median"], first["seconds_p95"], second["seconds_p95"]) == ("4.25", "9.5", "")
    assert to_json(write_standings(tmp_path)) == before


@pytest.mark.parametrize("text", ["", "[]", '{"seats": 3}', '{"seats": {"ann": {"seconds": {"p95": null, "p50": 1}}}}'])
def test_the_standings_stand_whatever_the_operations_say(tmp_path: Path, text: str) -> None:
    write(tmp_path, result())
    (tmp_path / "operations.json").write_text(text)
    assert timed(standings(tmp_path), tmp_path) == standings(tmp_path)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        standings(tmp_path / "none")
    assert (
        str(caught.value) == f"there are no results at {tmp_path / 'none'}; play the league first: cogleague run LEAGUE"
    )


def test_a_folder_without_results_is_an_empty_table(tmp_path: Path) -> None:
    assert standings(tmp_path) == Standings(tmp_path.name, "", 0, 0, {}, (), (), ())


def test_foreign_results_are_named_and_not_counted(tmp_path: Path) -> None:
    for data in blocks(1):
        write(tmp_path, data)
    write(tmp_path, result(4, 0, league="day"))
    write(tmp_path, result(0, 0), "copy")
    table = standings(tmp_path)
    assert table.episodes == 3
    assert table.skipped == (
        Skipped("b05-e01/result.json", "belongs to league day of toy, not to night of toy"),
        Skipped("copy/result.json", "is the result of fixture b01-e01; it lies in the wrong folder"),
    )


BROKEN = [
    ("torn", json.dumps(result())[:-40], "is not JSON"),
    ("empty", "", "is not JSON"),
    ("a list", "[]", "is not a JSON object"),
    ("deep", "[" * 100_000, "is nested too deeply"),
    ("not a number", json.dumps(result()).replace("0.5", "NaN"), "holds NaN, which is no number"),
    ("another format", json.dumps(result(format=2)), "has format 2; this version reads format 1"),
    ("no scores", json.dumps({k: v for k, v in result().items() if k != "scores"}), "has no scores"),
    ("a score as text", json.dumps(result()).replace('"RED": 0.5', '"RED": "1"'), 'has "1" under scores'),
    ("a score beyond all", json.dumps(result(scores=(1e300, 0.0, 0.0))), "has 1e+300 under scores"),
    ("powers that differ", json.dumps(result(figures={})), "has other powers under figures than under seating"),
    ("a power left out", json.dumps(result(powers=["RED"])), "has other powers under powers than under seating"),
    ("a winner there is not", json.dumps(result(winner="PINK")), 'has "PINK" under winner'),
    ("a seat that is a formula", json.dumps(result()).replace('"ann"', '"=1+1"'), 'has "=1+1" under seating'),
    ("a negative count", json.dumps(result(block=-1)), "has -1 under block"),
    ("counts that are none", json.dumps(result()).replace("decisions", "choices"), "has no counts.decisions"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_broken_results_are_named_and_not_counted(tmp_path: Path, text: str, reason: str) -> None:
    write(tmp_path, result(0, 1))
    write(tmp_path, text, "b01-e01")
    table = standings(tmp_path)
    assert (table.episodes, table.skipped) == (1, (Skipped("b01-e01/result.json", reason),))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(result())), JSON)
def test_any_value_in_a_result_is_counted_or_named(key: str, value: Any) -> None:
    data = result() | {key: value}
    try:
        assert to_json(fold([read_result(data)]))
    except UnreadableResult as error:
        assert str(error)
