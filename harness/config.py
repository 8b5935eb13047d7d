"""League files: TOML read into values that the rest of the harness can trust."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, cast

from engine.game import Game
from engine.registry import GAMES
from harness.config_compare import Compare, cycle, read_compare
from harness.config_errors import Mistakes, hint, shorten
from harness.config_models import read_options, read_settings
from harness.config_section import Section
from harness.config_text import parse_toml, read_text, refuse_unsafe
from harness.errors import UserError
from harness.resources import find, find_league

Structured = Literal["off", "form", "legal"]
STRUCTURED: tuple[Structured, ...] = ("off", "form", "legal")

STRUCTURED_BY_KIND: Mapping[str, Structured] = {"local": "legal", "openai": "form", "anthropic": "form"}
"""How replies are constrained unless the seat says otherwise. Every other kind: off."""

CONCURRENCY_BY_KIND: Mapping[str, int] = {"local": 1, "human": 1, "scripted": 1_000}
"""Calls in flight on a lane, by the kind of its first seat, unless the lane says otherwise."""

CONCURRENCY = 32
MOST_CONCURRENCY = 10_000
MOST_EPISODES = 100_000
MOST_EPISODES_AT_ONCE = 1_000
LEAST_SEATS, MOST_SEATS = 2, 64
LEAST_SECONDS = 0.001
MOST_SECONDS = 7 * 86_400.0
LARGEST_SEED = (1 << 53) - 1
"""Seeds stay exact in every JSON reader."""

LEAGUE_KEYS = ("name", "game", "episodes", "seed", "fallback", "episodes_at_once")
SEAT_KEYS = ("name", "kind", "variant", "lane", "structured", "list_orders")


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """A named chair of the league. `settings` is the kind's own pydantic model."""

    name: str
    kind: str
    variant: str = "base"
    lane: str = ""
    structured: Structured = "off"
    list_orders: bool = True
    settings: Any = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Deadlines in seconds, all above 0: one call; one decision with both its asks; one episode in play.

    An attempt in flight at its deadline may run on for `late_grace` (0 or more)
    so that what it costs is known; its reply is not played.
    """

    call_seconds: float = 120.0
    turn_seconds: float = 240.0
    episode_seconds: float = 14_400.0
    late_grace: float = 15.0


LIMIT_KEYS = tuple(limit.name for limit in fields(Limits))


@dataclass(frozen=True, slots=True)
class LaneConfig:
    """A provider account or server that seats share, and the calls it takes at once."""

    name: str
    concurrency: int


@dataclass(frozen=True, slots=True)
class League:
    """A league as its file describes it. `text` is the TOML as read, `path` where it was read from.

    `options` is an instance of the game's options; `fallback` names the policy
    that answers for a seat without a readable reply, None for silence. With
    `compare` the schedule is one of pairs.
    """

    name: str
    game: str
    episodes: int
    seed: int
    options: Any
    seats: tuple[SeatConfig, ...]
    limits: Limits = Limits()
    lanes: Mapping[str, LaneConfig] = field(default_factory=dict)
    fallback: str | None = None
    episodes_at_once: int = 16
    compare: Compare | None = None
    path: Path | None = None
    text: str = ""


def load_league(
    source: str | Path,
    kinds: Callable[[str], type],
    games: Mapping[str, Game[Any]] = GAMES,
    prompts: Path | None = None,
) -> League:
    """The league of a file, or of a packaged league by name.

    `kinds` gives a seat kind's class, whose `Settings` model reads the kind's
    own keys; it raises `UserError` for a kind there is not. `prompts` is a
    folder of prompts to look in first. Raises `ConfigError` with every mistake
    of the file: line, key, what is allowed, the nearest name.
    """
    path = find_league(source)
    return read_league(read_text(path), str(path), kinds, games, prompts=prompts, path=path)


def read_league(
    text: str,
    source: str,
    kinds: Callable[[str], type],
    games: Mapping[str, Game[Any]] = GAMES,
    *,
    prompts: Path | None = None,
    path: Path | None = None,
) -> League:
    """The league of a TOML text; `source` names it in messages. Raises `ConfigError`."""
    data = parse_toml(text, source)
    mistakes = Mistakes(source, text)
    refuse_unsafe(data, mistakes)
    mistakes.settle()
    root = Section(data, (), mistakes)
    head = root.section("league")
    game = games.get(head.choice("game", games, "game"))
    mistakes.homes |= _homes(game)
    root.only(("league", "options", "limits", "lanes", "compare", "seats"))
    head.only(LEAGUE_KEYS)
    variants = _variants(game, prompts) if game else None
    seats = tuple(_seat(seat, kinds, game, variants) for seat in root.sections("seats"))
    _check_seats(root, seats)
    compare = read_compare(root.section("compare"), [seat.name for seat in seats])
    league = League(
        name=head.name("name"),
        game=game.name if game else "",
        episodes=_episodes(head, len(seats), game, compare),
        seed=head.whole("seed", None, 0, LARGEST_SEED),
        options=read_options(root.section("options").table, game.options, ("options",), mistakes) if game else None,
        seats=seats,
        limits=_limits(root.section("limits")),
        lanes=_lanes(root.section("lanes"), seats),
        fallback=head.choice("fallback", game.policies if game else None, "policy of the game", "") or None,
        episodes_at_once=head.whole("episodes_at_once", 16, 1, MOST_EPISODES_AT_ONCE),
        compare=compare,
        path=path,
        text=text,
    )
    mistakes.settle()
    return league


def _homes(game: Game[Any] | None) -> dict[str, str]:
    """The table that a key belongs to, for keys that people write into another one."""
    options = [option.name for option in fields(game.options)] if game else []
    return {
        **dict.fromkeys(options, "[options]"),
        **dict.fromkeys(("policy", "model", "kind"), "[[seats]]"),
        **dict.fromkeys(LEAGUE_KEYS, "[league]"),
        **dict.fromkeys(LIMIT_KEYS, "[limits]"),
        **dict.fromkeys(("margin", "looks"), "[compare]"),
        "concurrency": "[lanes.NAME]",
    }


def _seat(
    seat: Section, kinds: Callable[[str], type], game: Game[Any] | None, variants: Iterable[str] | None
) -> SeatConfig:
    name = seat.name("name")
    word = seat.text("kind")
    kind: Any = None
    if word:
        try:
            kind = kinds(word)
        except UserError as error:
            seat.refuse("kind", f'is "{word}": {error}')
    own = {key: value for key, value in seat.table.items() if key not in SEAT_KEYS}
    settings = read_settings(own, kind.Settings, seat.key, seat.mistakes, SEAT_KEYS) if kind else None
    policy = getattr(settings, "policy", None)
    if game and isinstance(policy, str) and policy not in game.policies:
        seat.refuse("policy", f"names no policy of {game.name}: {shorten(policy)}; {hint(policy, game.policies)}")
    return SeatConfig(
        name=name,
        kind=word,
        variant=seat.choice("variant", variants, "prompt variant", "base"),
        lane=seat.name("lane", word),
        structured=cast(
            Structured,
            seat.choice("structured", STRUCTURED, "way to constrain a reply", STRUCTURED_BY_KIND.get(word, "off")),
        ),
        list_orders=seat.flag("list_orders", True),
        settings=settings,
    )


def _check_seats(root: Section, seats: tuple[SeatConfig, ...]) -> None:
    """Neither too few nor too many, and no two of one name (folders do not tell case apart)."""
    if seats and not LEAST_SEATS <= len(seats) <= MOST_SEATS:
        root.refuse("seats", f"lists {len(seats)}; allowed: {LEAST_SEATS} to {MOST_SEATS} seats")
    first: dict[str, int] = {}
    for place, seat in enumerate(seats):
        other = first.setdefault(seat.name.casefold(), place)
        if seat.name and other != place:
            root.mistakes.add(
                ("seats", place, "name"), f"is {shorten(seat.name)}, as is seats[{other}].name; names differ"
            )


def _episodes(head: Section, seats: int, game: Game[Any] | None, compare: Compare | None) -> int:
    """The number of episodes; one that cannot be balanced is refused with the nearest that can."""
    episodes = head.whole("episodes", None, 1, MOST_EPISODES)
    if not (seats and game):
        return episodes
    size, powers = cycle(seats, len(game.powers), compare), len(game.powers)
    below = episodes - episodes % size
    nearest = " or ".join(str(number) for number in (below, below + size) if 0 < number <= MOST_EPISODES)
    if episodes % size and compare:
        head.refuse("episodes", f"is {episodes}; two arms take {powers} powers in turn, {size} episodes: use {nearest}")
    elif episodes % size:
        head.refuse(
            "episodes",
            f"is {episodes}; {seats} seats take turns on every power in blocks of {seats} episodes: use {nearest}",
        )
    return episodes


def _limits(limits: Section) -> Limits:
    """The deadlines; one left out is never longer than the one around it."""
    limits.only(LIMIT_KEYS)
    usual = Limits()
    episode = limits.seconds("episode_seconds", usual.episode_seconds, LEAST_SECONDS, MOST_SECONDS)
    turn = limits.seconds("turn_seconds", min(usual.turn_seconds, episode), LEAST_SECONDS, MOST_SECONDS)
    call = limits.seconds("call_seconds", min(usual.call_seconds, turn), LEAST_SECONDS, MOST_SECONDS)
    if turn > episode:
        limits.refuse("turn_seconds", f"is {turn:g}, longer than limits.episode_seconds ({episode:g})")
    if call > turn:
        limits.refuse("call_seconds", f"is {call:g}, longer than limits.turn_seconds ({turn:g})")
    return Limits(call, turn, episode, limits.seconds("late_grace", usual.late_grace, 0.0, MOST_SECONDS))


def _lanes(lanes: Section, seats: tuple[SeatConfig, ...]) -> Mapping[str, LaneConfig]:
    """A lane for every name the seats use, as the file sets it or as the kind of its first seat suggests."""
    kinds = {seat.lane: seat.kind for seat in reversed(seats)}
    certain = all(seat.settings is not None for seat in seats)
    for name in lanes.table:
        if name not in kinds and certain:
            lanes.refuse(name, f"is a lane of no seat; {hint(name, kinds)}")
    found = {}
    for name, kind in sorted(kinds.items()):
        lane = lanes.section(name)
        lane.only(("concurrency",))
        usual = CONCURRENCY_BY_KIND.get(kind, CONCURRENCY)
        found[name] = LaneConfig(name, lane.whole("concurrency", usual, 1, MOST_CONCURRENCY))
    return found


def _variants(game: Game[Any], prompts: Path | None) -> tuple[str, ...]:
    """The prompt variants there are for a game; `base` always counts as one."""
    folders = [root / game.name for root in find("prompts", prompts)]
    found = {path.name for folder in folders if folder.is_dir() for path in folder.iterdir() if path.is_dir()}
    return tuple(sorted(found | {"base"}))
