"""The contract of engine/game.py: every registered game inherits these tests."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import MOST_BATCHES, Episode, Step, play, told

from engine import wire
from engine.dice import commitment
from engine.game import Answer, Event, Game, Request, Submission, choose
from engine.memory import Memory, remember
from engine.registry import GAMES

SEED = 987_654_321_987
SAMPLED_OPTIONS = 12
HOOK = "7c2e-secret-of-"

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@cache
def episode_of(game: Game[Any], policy: str = "random", seed: int = SEED) -> Episode:
    return play(game, seed, policies=[policy])


def sampled(game: Game[Any], every: int = 5) -> tuple[Step, ...]:
    """A step in five of a random episode, the first and the last among them."""
    steps = episode_of(game).steps
    return (*steps[:-1:every], steps[-1])


def draws_in(data: Any) -> Iterator[int]:
    """The values of all draws in plain data, in the order told."""
    if isinstance(data, dict):
        if set(data) == {"k", "of", "value"}:
            yield data["value"]
        else:
            for item in data.values():
                yield from draws_in(item)
    elif isinstance(data, list):
        for item in data:
            yield from draws_in(item)


# What a game says of itself


@each_game
def test_a_game_has_a_name_a_version_its_powers_and_a_random_policy(game: Game[Any]) -> None:
    assert GAMES[game.name] is game
    assert type(game.version) is int and game.version >= 1
    assert len(set(game.powers)) == len(game.powers) >= 2
    assert "random" in game.policies


@each_game
def test_options_are_frozen_have_defaults_and_name_the_field_that_is_wrong(game: Game[Any]) -> None:
    options = game.options()
    assert dataclasses.is_dataclass(options)
    for field in dataclasses.fields(options):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(options, field.name, getattr(options, field.name))
        for wrong in (object(), -1, "no such thing", None):
            with pytest.raises(ValueError, match=field.name):
                dataclasses.replace(options, **{field.name: wrong})


def settings_of(game: Game[Any]) -> Iterator[Any]:
    """The default options, and those with another name for each that is one."""
    for field in dataclasses.fields(game.options):
        try:
            dataclasses.replace(game.options(), **{field.name: "no such thing"})
        except ValueError as error:
            for word in re.findall(r"\w+", str(error)):
                with suppress(ValueError):
                    yield dataclasses.replace(game.options(), **{field.name: word})
    yield game.options()


@each_game
def test_options_say_who_plays(game: Game[Any]) -> None:
    assert game.cast(game.options()).powers == game.powers
    for options in settings_of(game):
        cast = game.cast(options)
        assert (cast.name, cast.version, cast.options) == (game.name, game.version, game.options)
        assert len(set(cast.powers)) == len(cast.powers) >= 2
        assert cast.cast(options).powers == cast.powers
        state = cast.start(SEED, options).state
        assert tuple(cast.scores(state)) == tuple(cast.figures(state)) == cast.powers
        assert {request.power for request in cast.requests(state)} <= set(cast.powers)
        again = cast.read_position(cast.render_position(state), options)
        assert tuple(cast.scores(again)) == cast.powers


# Determinism and purity


@each_game
def test_the_same_seed_and_answers_give_the_same_bytes(game: Game[Any]) -> None:
    again = play(game, SEED, policies=["random"])
    assert wire.encode(again.events) == wire.encode(episode_of(game).events)
    for old, new in zip(episode_of(game).steps, again.steps, strict=True):
        assert list(map(told, old.requests)) == list(map(told, new.requests))


@each_game
def test_the_order_in_which_answers_arrive_changes_nothing(game: Game[Any]) -> None:
    for step in episode_of(game).steps:
        backwards = dict(reversed(list(step.submissions.items())))
        after = game.resolve(step.state, backwards)
        assert wire.encode(after.events) == wire.encode(step.after.events)
        assert game.render_position(after.state) == game.render_position(step.after.state)


@each_game
def test_playing_on_leaves_the_old_position_as_it_was(game: Game[Any]) -> None:
    for step in sampled(game):
        before = game.render_position(step.state), list(map(told, game.requests(step.state)))
        game.resolve(step.state, step.submissions)
        game.stop(step.state)
        assert (game.render_position(step.state), list(map(told, game.requests(step.state)))) == before


@each_game
def test_the_draws_that_events_record_dealt_again_as_a_script_give_the_episode(game: Game[Any]) -> None:
    episode = episode_of(game, seed=5)
    script = tuple(draws_in(wire.plain(episode.events)))
    answers = iter([step.submissions for step in episode.steps])
    resolution = game.start(script, game.options())
    events = [*resolution.events]
    while game.outcome(resolution.state) is None:
        resolution = game.resolve(resolution.state, next(answers))
        events += resolution.events
    hidden = commitment(5), commitment(script)
    assert wire.encode(events).replace(hidden[1], hidden[0]) == wire.encode(episode.events)


# Requests


@each_game
def test_a_batch_has_one_kind_one_phase_one_public_part_and_goes_in_power_order(game: Game[Any]) -> None:
    for step in episode_of(game).steps:
        first = step.requests[0]
        powers = [request.power for request in step.requests]
        assert powers == [power for power in game.powers if power in powers]
        assert {(request.kind, request.phase) for request in step.requests} == {(first.kind, first.phase)}
        assert all(request.public is first.public for request in step.requests)
        assert wire.encode(game.public(step.state)) == wire.encode(first.public)


@each_game
def test_a_request_kind_has_one_form_over_the_whole_league(game: Game[Any]) -> None:
    forms: dict[str, str] = {}
    for seed in (1, 2):
        for step in episode_of(game, seed=seed).steps:
            for request in step.requests:
                assert forms.setdefault(request.kind, wire.encode(request.form)) == wire.encode(request.form)
                assert set(request.form.needs) <= set(request.form.schema["properties"])


@each_game
def test_no_list_of_a_form_is_without_an_end(game: Game[Any]) -> None:
    for request in {request.kind: request for step in episode_of(game).steps for request in step.requests}.values():
        for schema in parts(request.form.schema):
            assert schema.get("type") != "array" or "maxItems" in schema, (request.kind, schema)


def parts(schema: Any) -> Iterator[Mapping[str, Any]]:
    """A schema and all schemas in it."""
    if isinstance(schema, Mapping):
        yield schema
    for own in schema.values() if isinstance(schema, Mapping) else schema if isinstance(schema, list) else ():
        yield from parts(own)


# Slots and legality


def spoken_against(submission: Submission) -> list[Any]:
    """What was refused and not merely set aside, and the complaint."""
    return [refusal for refusal in submission.refused if not refusal.note] + (
        [submission.complaint] * bool(submission.complaint)
    )


@each_game
def test_every_option_alone_is_accepted(game: Game[Any]) -> None:
    for step in sampled(game):
        for request in step.requests:
            for slot in request.slots:
                size = max(slot.least, 1)
                assert 0 <= slot.least <= slot.most
                assert len(slot.options) >= slot.least
                stride = max(1, len(slot.options) // SAMPLED_OPTIONS)
                for start in range(0, len(slot.options) - size + 1, stride):
                    taken = [slot.options[start + i] for i in range(size)]
                    submission = game.read(request, answer_with(game, request, {slot.name: taken}))
                    assert spoken_against(submission) == [], (request.power, request.phase, slot.name, taken)


def answer_with(game: Game[Any], request: Request, choices: dict[str, list[str]]) -> Answer:
    """An answer with these choices, empty under every other key that slots fill."""
    answer = choose(request.slots, choices)
    for key, types in request.form.needs.items():
        answer.setdefault(key, "" if types == ("string",) else [] if "array" in types else {})
    return answer


@each_game
def test_options_are_told_apart(game: Game[Any]) -> None:
    for step in sampled(game):
        for request in step.requests:
            names = [slot.name for slot in request.slots]
            assert len(set(names)) == len(names)
            for slot in request.slots:
                assert len(set(slot.options)) == len(slot.options)


@each_game
def test_junk_is_refused(game: Game[Any]) -> None:
    for step in sampled(game):
        for request in step.requests:
            for slot in request.slots:
                junk = choose(request.slots, {slot.name: ["fly to the moon"]})
                assert spoken_against(game.read(request, junk)), (request.phase, slot.name)


# Reading and silence

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5)
)
KEYS = ("to", "text", "type", "kind", "tile", "amount", "action", "target", "province")


@st.composite
def answers(draw: Callable[..., Any], request: Request) -> dict[str, Any]:
    """Anything under the keys a form knows: junk, true options of slots, and items half in shape."""
    options = [slot.options[0] for slot in request.slots if len(slot.options)]
    options += [slot.options[-1] for slot in request.slots if len(slot.options)]
    word = st.sampled_from([*options, request.power, "ALL", "1,1", "claim", "raze", "transfer", "gift"])
    item = st.dictionaries(st.sampled_from(KEYS), SCALARS | word, max_size=5)
    value = JSON | st.lists(JSON | word | item, max_size=12) | st.dictionaries(word, JSON | word, max_size=4)
    keys = sorted({*request.form.needs, *request.form.schema["properties"], "unknown"})
    return draw(st.dictionaries(st.sampled_from(keys), value, max_size=len(keys)))


@each_game
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_reading_never_raises_and_whatever_was_read_can_be_played(game: Game[Any], data: st.DataObject) -> None:
    step = data.draw(st.sampled_from(sampled(game, 3)), label="step")
    submissions = {request.power: game.silence(request) for request in step.requests}
    for request in step.requests[:3]:
        submission = game.read(request, data.draw(answers(request), label=request.power))
        assert submission.power == request.power
        assert all(isinstance(refusal.line, str) and refusal.reason for refusal in submission.refused)
        submissions[request.power] = submission
    after = game.resolve(step.state, submissions)
    assert wire.encode(after.events)


@each_game
def test_an_episode_of_silent_seats_is_played_to_its_end(game: Game[Any]) -> None:
    state, batches = game.start(SEED, game.options()).state, 0
    while game.outcome(state) is None:
        requests = game.requests(state)
        submissions = {request.power: game.silence(request) for request in requests}
        assert all(not submission.complaint and not submission.refused for submission in submissions.values())
        state = game.resolve(state, submissions).state
        batches += 1
        assert batches < MOST_BATCHES


# The end


@each_game
def test_every_policy_plays_legally_to_an_end(game: Game[Any]) -> None:
    for policy in game.policies:
        episode = episode_of(game, policy)
        assert 0 < len(episode.steps) < MOST_BATCHES
        for step in episode.steps:
            for submission in step.submissions.values():
                assert spoken_against(submission) == [], (policy, step.requests[0].phase)


@each_game
def test_nobody_is_asked_once_there_is_an_outcome_and_somebody_before(game: Game[Any]) -> None:
    episode = episode_of(game)
    assert all(step.requests and game.outcome(step.state) is None for step in episode.steps)
    outcome = game.outcome(episode.state)
    assert outcome is not None
    assert outcome.winner is None or outcome.winner in game.powers
    assert isinstance(outcome.ending.value, str)
    assert game.requests(episode.state) == ()


@each_game
def test_scores_and_figures_are_defined_for_every_power_at_every_time(game: Game[Any]) -> None:
    states = [step.state for step in episode_of(game).steps] + [episode_of(game).state]
    keys = {tuple(figures) for state in states for figures in game.figures(state).values()}
    assert len(keys) == 1
    for state in states:
        assert tuple(game.scores(state)) == tuple(game.figures(state)) == game.powers
        numbers = [*game.scores(state).values(), *(n for row in game.figures(state).values() for n in row.values())]
        assert all(math.isfinite(number) for number in numbers)


@each_game
def test_the_deadline_ends_an_episode_once_and_never_one_that_is_over(game: Game[Any]) -> None:
    for step in sampled(game):
        stopped = game.stop(step.state)
        outcome = game.outcome(stopped.state)
        assert outcome is not None and outcome.ending.value == "deadline"
        assert game.requests(stopped.state) == ()
        assert game.scores(stopped.state) == game.scores(step.state)
        assert game.stop(stopped.state).events == ()
    over = episode_of(game).state
    assert game.outcome(game.stop(over).state) == game.outcome(over)


@each_game
def test_a_position_told_as_text_and_read_back_is_the_same(game: Game[Any]) -> None:
    for state in [step.state for step in sampled(game, 3)] + [episode_of(game).state]:
        text = game.render_position(state)
        again = game.read_position(text, game.options())
        assert game.render_position(again) == text
        assert game.outcome(again) == game.outcome(state)
        assert game.scores(again) == game.scores(state)
        for one, two in zip(game.requests(again), game.requests(state), strict=True):
            assert (one.power, one.kind, one.phase) == (two.power, two.kind, two.phase)
            assert wire.encode(one.public) == wire.encode(two.public)
            assert [list(slot.options) for slot in one.slots] == [list(slot.options) for slot in two.slots]


@each_game
@given(text=st.text(max_size=60) | st.lists(st.text(max_size=20), max_size=6).map("\n".join))
@settings(max_examples=50, deadline=None)
def test_an_unreadable_position_is_an_error_for_people(game: Game[Any], text: str) -> None:
    try:
        state = game.read_position(text, game.options())
    except ValueError as error:
        assert str(error)
    else:
        assert game.render_position(state)


# Secrets


def talking(game: Game[Any], word: str) -> Callable[[Request, Answer], Answer]:
    """Every power writes notes and a letter to the next one; the first power's hold the given word."""
    following = dict(pairwise((*game.powers, game.powers[0])))

    def answering(request: Request, answer: Answer) -> Answer:
        secret = f"{HOOK}{request.power} {word if request.power == game.powers[0] else 'same'}"
        letter = {"to": following[request.power], "text": secret}
        return {**answer, "notes": secret, "letters": [letter], "messages": [letter]}

    return answering


@cache
def talk(game: Game[Any], word: str) -> Episode:
    return play(game, SEED, policies=["random"], answering=talking(game, word))


@each_game
def test_what_everybody_is_shown_holds_nobody_s_secrets(game: Game[Any]) -> None:
    assert HOOK in wire.encode(talk(game, "word").events)
    for step in talk(game, "word").steps:
        assert HOOK not in wire.encode(step.requests[0].public)
        for power, memory in step.memories.items():
            known = wire.encode(memory)
            before = game.powers[game.powers.index(power) - 1]
            writers = {other for other in game.powers if f"{HOOK}{other} " in known}
            assert writers <= {power, before}


@each_game
def test_what_a_power_may_not_see_changes_nothing_it_is_shown(game: Game[Any]) -> None:
    """The first power's secrets differ in two episodes; only itself and the one it writes to can tell."""
    others = game.powers[2:]
    for one, two in zip(talk(game, "aye").steps, talk(game, "nay").steps, strict=True):
        assert {p: told(r) for p, r in zip(map(power_of, one.requests), one.requests, strict=True) if p in others} == {
            p: told(r) for p, r in zip(map(power_of, two.requests), two.requests, strict=True) if p in others
        }
        for power in others:
            assert wire.encode(one.memories[power]) == wire.encode(two.memories[power])


def power_of(request: Request) -> str:
    return request.power


@each_game
def test_the_seed_is_committed_to_first_and_told_to_nobody(game: Game[Any]) -> None:
    episode = episode_of(game)
    assert commitment(SEED) in wire.encode(episode.start.events[0])
    assert str(SEED) not in wire.encode(episode.events)
    for step in sampled(game):
        assert all(str(SEED) not in told(request) for request in step.requests)


@each_game
def test_memory_is_a_fold_of_what_a_power_may_see(game: Game[Any]) -> None:
    for step in islice(talk(game, "word").steps, 12):
        for power, memory in step.memories.items():
            seen = [event for event in step.after.events if event.visible_to(power)]
            assert remember(memory, step.after.events) == remember(memory, seen)
            assert isinstance(memory, Memory)


@each_game
def test_events_can_be_written_and_are_told_apart_by_kind(game: Game[Any]) -> None:
    kinds: dict[str, type[Event]] = {}
    for event in (*talk(game, "word").events, *episode_of(game).events):
        assert kinds.setdefault(event.kind, type(event)) is type(event)
        assert event.phase
        assert event.audience is None or set(event.audience) <= set(game.powers)
        assert wire.plain(event)["kind"] == event.kind
