"""The calendar of seven phases, the three ends, scores, options, and who sees what."""

import pytest
from campaign import ask, lines, position
from playing import play

from engine.cogplomacy.game import COGPLOMACY
from engine.cogplomacy.map.board import GEOGRAPHY, POWERS
from engine.cogplomacy.map.europe import CENTRES, HOME_OF
from engine.cogplomacy.state import Options
from engine.dice import commitment
from engine.wire import encode

YEAR = ["spring-press", "spring-orders", "fall-press", "fall-orders"]


def silent(options, seed=7):
    """The phases asked and the events of an episode in which nobody says or orders anything."""
    step = COGPLOMACY.start(seed, options)
    phases, events = [], list(step.events)
    while COGPLOMACY.outcome(step.state) is None:
        requests = COGPLOMACY.requests(step.state)
        phases.append(requests[0].phase)
        step = COGPLOMACY.resolve(step.state, {r.power: COGPLOMACY.silence(r) for r in requests})
        events += step.events
    return phases, events, step.state


def phases_of(policies, options, seed=1):
    return [step.requests[0].phase for step in play(COGPLOMACY, seed, options, policies).steps]


# The calendar


def test_phases_in_which_nobody_owes_anything_are_passed_over():
    phases, _, state = silent(Options(years=2))
    assert phases == [f"{year}-{phase}" for year in (1901, 1902) for phase in YEAR]
    assert COGPLOMACY.outcome(state).ending.value == "complete"


def test_press_comes_before_movement_alone():
    phases = phases_of(["expander"], Options(years=2))
    assert phases[:5] == [f"1901-{phase}" for phase in [*YEAR, "winter-adjustments"]]
    assert all("press" not in phase for phase in phases if "winter" in phase)


def test_without_press_the_windows_are_skipped():
    phases, events, _ = silent(Options(years=1, press=False))
    assert phases == ["1901-spring-orders", "1901-fall-orders"]
    assert "press_closed" not in {event.kind for event in events}


def test_all_seven_phases_come_when_all_are_owed():
    text = """1901 spring orders
AUSTRIA: units A BUD, A GAL; centres BUD VIE TRI
ITALY: units A VIE; centres VEN ROM
"""
    after = lines(position(text), "orders", {"AUSTRIA": ["A BUD - VIE", "A GAL S A BUD - VIE"]})
    phases = []
    while COGPLOMACY.outcome(after.state) is None and len(phases) < 5:
        phases.append(COGPLOMACY.requests(after.state)[0].phase)
        attack = {"ITALY": {"retreats": ["A VIE - TYR"]}} if "retreats" in phases[-1] else {}
        if phases[-1] == "1901-fall-orders":
            attack = {"AUSTRIA": {"orders": ["A VIE - TYR", "A GAL - VIE"]}}
        after = ask(after.state, attack)
    assert phases == [
        "1901-spring-retreats", "1901-fall-press", "1901-fall-orders", "1901-winter-adjustments", "1902-spring-press",
    ]  # fmt: skip


@pytest.mark.parametrize("years", [1, 4, 12])
def test_an_episode_plays_its_years(years):
    phases, events, _ = silent(Options(years=years))
    assert len(phases) == 4 * years
    assert events[-1].phase == f"{1900 + years}-winter-adjustments"


# Options


@pytest.mark.parametrize("years", [0, 13, 2.5, "4", True, None])
def test_years_outside_one_to_twelve_are_refused_by_name(years):
    with pytest.raises(ValueError, match="years must be a whole number from 1 to 12"):
        Options(years=years)


def test_the_rulebook_is_one_of_two():
    assert Options().rulebook == "house" and Options(rulebook="datc").edition.name == "datc"
    with pytest.raises(ValueError, match="rulebook must be one of house, datc"):
        Options(rulebook="avalon")


# The start


def test_the_board_of_1901():
    state = COGPLOMACY.start(7, Options()).state
    board = state.board
    assert board.phase == "1901-spring-press"
    assert [len(board.units(power)) for power in range(7)] == [3, 3, 3, 3, 3, 4, 3]
    assert all(board.owners[home] == power for power in range(7) for home in HOME_OF[power])
    assert len(board.centres(-1)) == 12
    kinds = [GEOGRAPHY.places[p].kind.value for p in range(GEOGRAPHY.n)]
    assert (len(kinds), kinds.count("sea"), kinds.count("inland"), len(CENTRES)) == (75, 19, 14, 34)


def test_the_first_event_commits_to_the_seed():
    first = COGPLOMACY.start(7, Options()).events[0]
    assert (first.kind, first.commitment) == ("opened", commitment(7))


def test_the_seed_changes_nothing_that_players_do_not_draw():
    assert encode(silent(Options(), 1)[1][1:]) == encode(silent(Options(), 2)[1][1:])


# The ends and the scores


def test_the_score_is_the_share_of_all_34_centres():
    state = COGPLOMACY.start(7, Options()).state
    scores = COGPLOMACY.scores(state)
    assert scores["RUSSIA"] == 4 / 34 and scores["ITALY"] == 3 / 34
    assert sum(scores.values()) == pytest.approx(22 / 34)  # what nobody owns is worth nothing to anybody


def test_a_power_without_centres_scores_nothing():
    state = position(
        "1901 fall orders\nFRANCE: units A PAR; centres PAR\nITALY: units A ROM; centres ROM\nTURKEY: units A CON"
    )
    assert COGPLOMACY.scores(state)["TURKEY"] == 0


def test_the_deadline_scores_the_board_as_it_stands_and_judges_no_pledge():
    state = position("1901 spring orders\nFRANCE: units A MAR; centres PAR\nITALY: units A ROM; centres ROM\n"
                     "pledge: FRANCE to ITALY peace")  # fmt: skip
    stopped = COGPLOMACY.stop(state)
    assert COGPLOMACY.outcome(stopped.state).ending.value == "deadline"
    assert [event.kind for event in stopped.events] == ["ended"]
    assert COGPLOMACY.scores(stopped.state)["FRANCE"] == 1 / 34


def test_a_deadline_may_fall_before_retreats():
    text = """1901 fall retreats
FRANCE: units A PAR; centres MAR; dislodged A BUR from MUN to GAS
GERMANY: units A BUR; centres MUN
"""
    stopped = COGPLOMACY.stop(position(text)).state
    again = COGPLOMACY.read_position(COGPLOMACY.render_position(stopped), Options())
    assert COGPLOMACY.outcome(again) == COGPLOMACY.outcome(stopped)


# Who sees what


def test_only_notes_refusals_letters_and_kept_pledges_are_private():
    answers = {
        "FRANCE": {
            "letters": [{"to": "ITALY", "text": "hi"}],
            "pledges": [{"to": "ITALY", "kind": "peace"}],
            "notes": "x",
        }
    }
    after = ask(COGPLOMACY.start(7, Options()).state, answers)
    fought = lines(after.state, "orders", {"FRANCE": ["A PAR - BUR", "A PAR - PIC", "A BUR H"]})
    told = {event.kind: event.audience for event in (*after.told, *fought.told)}
    assert told == {
        "notes": ("FRANCE",), "letter": ("FRANCE", "ITALY"), "pledged": ("FRANCE", "ITALY"), "press_closed": None,
        "refused": ("FRANCE",), "movement": None, "pledge_judged": ("FRANCE", "ITALY"),
    }  # fmt: skip


def test_figures_count_what_was_done():
    episode = play(COGPLOMACY, 3, policies=["expander", "random"])
    figures = COGPLOMACY.figures(episode.state)
    built = sum(len(event.units) for event in episode.events if event.kind == "built")
    taken = sum(event.kind == "centre_taken" for event in episode.events)
    assert sum(row["units_built"] for row in figures.values()) == built > 0
    assert sum(row["centres_taken"] for row in figures.values()) == taken > 0
    lost = sum(row["units_lost"] for row in figures.values())
    assert sum(row["units"] for row in figures.values()) == 22 + built - lost


@pytest.mark.parametrize("seed", range(1, 9))
def test_seven_expanders_play_four_years_without_an_illegal_line(seed):
    episode = play(COGPLOMACY, seed, policies=["expander"])
    assert COGPLOMACY.outcome(episode.state).ending.value == "complete"
    assert [event for event in episode.events if event.kind == "refused"] == []
    assert sum(event.kind == "centres" for event in episode.events) == 4
    owners = {step.state.board.owners for step in episode.steps if step.state.board.year == 1901}
    assert len(owners) == 2  # before and after the first Fall


def test_powers_are_seven():
    assert len(COGPLOMACY.powers) == 7 and COGPLOMACY.powers == POWERS
