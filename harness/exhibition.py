"""One episode apart from any league: who plays is said power by power on the command line.

It becomes a league file like any other, so that it is read, kept, resumed and
replayed by the same code.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

from engine.game import Game, Power, Request
from engine.memory import Memory
from harness.config import MOST_SECONDS
from harness.config_errors import Mistakes, hint
from harness.config_models import read_options
from harness.config_text import parse_toml
from harness.errors import UserError
from harness.forecast import sample_episode

MAIN_KEY: Mapping[str, str] = {"scripted": "policy", "plugin": "target"}
"""What stands behind the colon of ``KIND:VALUE``; a model where nothing else is said."""

EPISODES_SEARCHED = 32
"""How many scripted episodes are looked through for a request that is rarely made."""

SOURCE = "this episode"
"""What messages call it."""

PEOPLE = "human"
"""The kind of a person's seat, and the prompt variant written for people."""


def exhibition(
    game: Game[Any], seats: Iterable[str], options: Iterable[str], seed: int, variants: Container[str] = ()
) -> str:
    """The league file of one episode: a seat for each power, in power order, named after it.

    `seats` are ``POWER=KIND``, ``POWER=KIND:VALUE`` or ``POWER=KIND:VALUE,KEY=VALUE...``;
    powers without one get the game's policies in turn. `options` are
    ``NAME=VALUE``; they can say which powers there are. A person is told what `variants` has for people. Raises
    `UserError` for what cannot be read.
    """
    chosen = dict(_pair(text, "--option") for text in options)
    game = game.cast(_options(game, chosen))
    given = dict(_seat(text, game.powers) for text in seats)
    if PEOPLE in variants:
        given = {
            power: {"variant": PEOPLE, **chair} if chair["kind"] == PEOPLE else chair for power, chair in given.items()
        }
    policies = cycle(game.policies)
    chairs = {power: given.get(power) or {"kind": "scripted", "policy": next(policies)} for power in game.powers}
    head = {"name": f"play-{game.name}-{seed}", "game": game.name, "episodes": len(chairs), "seed": seed}
    lines = [*_table("[league]", head), *_table("[options]", chosen)]
    if any(chair["kind"] == PEOPLE for chair in chairs.values()):
        lines += _table("[limits]", dict.fromkeys(("call_seconds", "turn_seconds", "episode_seconds"), MOST_SECONDS))
    for power, chair in chairs.items():
        lines += _table("[[seats]]", {"name": power.lower(), **chair})
    return "\n".join(lines) + "\n"


def first_request(game: Game[Any], options: Any, seed: int, kind: str, power: str) -> tuple[Request, Memory]:
    """The first request of a kind in an episode played by scripts, and what the power knows by then.

    What does not come in the episode of this seed is looked for in those of the
    next ones. An empty `power` is the first one asked. Raises `UserError` with
    what there is.
    """
    kinds: set[str] = set()
    named: set[str] = set()
    for near in range(seed, seed + EPISODES_SEARCHED):
        for batch in sample_episode(game, options, near):
            for request in batch.requests:
                kinds.add(request.kind)
                if request.kind == kind:
                    named.add(request.power)
                    if power.casefold() in ("", request.power.casefold()):
                        return request, batch.memories[request.power]
    if not named:
        raise UserError(f"{game.name} asks for no {kind} in such episodes; {hint(kind, kinds)}")
    raise UserError(f"{game.name} asks no {power} for {kind} in such episodes; {hint(power, named)}")


def _options(game: Game[Any], chosen: Mapping[str, Any]) -> Any:
    """The game's options as chosen, which say who the powers are. Raises `ConfigError`."""
    text = "\n".join(_table("[options]", chosen))
    mistakes = Mistakes(SOURCE, text)
    options = read_options(parse_toml(text, SOURCE)["options"], game.options, ("options",), mistakes)
    mistakes.settle()
    return options


def _seat(text: str, powers: Sequence[Power]) -> tuple[Power, dict[str, Any]]:
    name, equals, rest = text.partition("=")
    kind, *more = rest.split(",")
    kind, colon, value = kind.partition(":")
    if not (name and equals and kind):
        raise UserError(f"--seat {text}: write POWER=KIND or POWER=KIND:VALUE, for example florence=human")
    power = {power.casefold(): power for power in powers}.get(name.strip().casefold())
    if power is None:
        raise UserError(f"--seat {text}: there is no power {name}; {hint(name, powers)}")
    chair: dict[str, Any] = {"kind": kind}
    if kind == PEOPLE:
        chair["list_orders"] = False  # a person is offered them one unit at a time
    if colon:
        chair[MAIN_KEY.get(kind, "model")] = value
    return power, chair | dict(_pair(item, "--seat") for item in more)


def _pair(text: str, option: str) -> tuple[str, Any]:
    """NAME=VALUE, the value read as TOML where it is some, else as text."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise UserError(f"{option} {text}: write NAME=VALUE, for example years=2")
    try:
        return name.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value


def _table(header: str, values: Mapping[str, Any]) -> Iterator[str]:
    yield header
    for name, value in values.items():
        yield f"{json.dumps(name)} = {json.dumps(value, default=str)}"
