"""League files: TOML read into values that the rest of the harness can trust."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, cast

from engine.game import Game
from engine.registry import GAMES
from harness.config_compare import Compare, cycle, read_compare
from harness.config_errors import Mistakes, hint, shorten
from harness.config_models import read_options, read_settings
from harness.config_prices import Price, read_prices
from harness.config_section import Section
from harness.config_text import parse_toml, read_text, refuse_secrets, refuse_unsafe
from harness.errors import UserError
from harness.finish_by import FinishBy, read_finish_by
from harness.resources import find, find_league

Structured = Literal["off", "form", "legal"]
STRUCTURED: tuple[Structured, ...] = ("off", "form", "legal")

OnLimit = Literal["suspend", "wait", "fallback"]
ON_LIMIT: tuple[OnLimit, ...] = ("suspend", "wait", "fallback")

STRUCTURED_BY_KIND: Mapping[str, Structured] = {"local": "legal", "openai": "form", "anthropic": "form"}
"""How replies are constrained unless the seat says otherwise. Every other kind: off."""

CONCURRENCY_BY_KIND: Mapping[str, int] = {"local": 1, "human": 1, "scripted": 1_000}
"""Calls in flight on a lane, by the kind of its first seat, unless the lane says otherwise."""

CONCURRENCY = 32
MOST_CONCURRENCY = 10_000
MOST_A_MINUTE = 1_000_000_000
LEAST_BUDGET, MOST_BUDGET = 0.01, 1_000_000.0
"""Dollars."""

MOST_EPISODES = 100_000
MOST_EPISODES_AT_ONCE = 1_000
LEAST_SEATS, MOST_SEATS = 2, 64
LEAST_SECONDS = 0.001
MOST_SECONDS = 7 * 86_400.0
LARGEST_SEED = (1 << 53) - 1
"""Seeds stay exact in every JSON reader."""

LEAGUE_KEYS = ("name", "game", "episodes", "seed", "fallback", "episodes_at_once", "budget_usd")
SEAT_KEYS = ("name", "kind", "variant", "lane", "structured", "list_orders", "budget_usd")


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """A named chair of the league. `settings` is the kind's own pydantic model.

    `price` is the league's own for its model. `budget_usd` is what the seat may
    cost, `budgeted` whether a budget, its own or the league's, counts on its price.
    """

    name: str
    kind: str
    variant: str = "base"
    lane: str = ""
    structured: Structured = "off"
    list_orders: bool = True
    settings: Any = None
    price: Price | None = None
    budget_usd: float | None = None
    budgeted: bool = False


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


LIMIT_KEYS = (*(limit.name for limit in fields(Limits)), "finish_by")


@dataclass(frozen=True, slots=True)
class LaneConfig:
    """A provider account or server that seats share, and what it takes: calls at once, requests and tokens a minute.

    `on_limit` says what becomes of a decision when the lane is out for longer
    than its turn: the episode is suspended, it waits, or it is made without the seat.
    """

    name: str
    concurrency: int
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    on_limit: OnLimit = "suspend"


LANE_KEYS = tuple(key.name for key in fields(LaneConfig) if key.name != "name")


@dataclass(frozen=True, slots=True)
class League:
    """A league as its file describes it. `text` is the TOML as read, `path` where it was read from.

    `options` is an instance of the game's options; `fallback` names the policy
    that answers for a seat without a readable reply, None for silence. No block
    of episodes begins that would spend more than `budget_usd`, nor an episode
    that would not end before `finish_by`. With `compare` the schedule is one of pairs.
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
    budget_usd: float | None = None
    finish_by: FinishBy | None = None
    compare: Compare | None = None
    path: Path | None = None
    text: str = ""


def game_of(league: League, games: Mapping[str, Game[Any]] = GAMES) -> Game[Any]:
    """The game of a league, as its options set it up: its powers are those who play."""
    return games[league.game].cast(league.options)


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
    refuse_secrets(text, source)
    root = Section(data, (), mistakes)
    head = root.section("league")
    game = games.get(head.choice("game", games, "game"))
    mistakes.homes |= _homes(game)
    root.only(("league", "options", "limits", "lanes", "compare", "prices", "seats"))
    head.only(LEAGUE_KEYS)
    variants = _variants(game, prompts) if game else None
    seats = tuple(_seat(seat, kinds, game, variants) for seat in root.sections("seats"))
    _check_seats(root, seats)
    options = read_options(root.section("options").table, game.options, ("options",), mistakes) if game else None
    cast_game = game.cast(options) if game and options else game
    budget = _budget(head)
    seats = _priced(seats, root.section("prices"), budget)
    compare = read_compare(root.section("compare"), [seat.name for seat in seats])
    league = League(
        name=head.name("name"),
        game=game.name if game else "",
        episodes=_episodes(head, len(seats), cast_game, compare),
        seed=head.whole("seed", None, 0, LARGEST_SEED),
        options=options,
        seats=seats,
        limits=_limits(root.section("limits")),
        lanes=_lanes(root.section("lanes"), seats),
        fallback=head.choice("fallback", game.policies if game else None, "policy of the game", "") or None,
        episodes_at_once=head.whole("episodes_at_once", 16, 1, MOST_EPISODES_AT_ONCE),
        budget_usd=budget,
        finish_by=_finish_by(root.section("limits")),
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
        **dict.fromkeys(LANE_KEYS, "[lanes.NAME]"),
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
        budget_usd=_budget(seat),
    )


def _budget(section: Section) -> float | None:
    return section.number("budget_usd", 0.0, LEAST_BUDGET, MOST_BUDGET) or None


def _priced(seats: tuple[SeatConfig, ...], section: Section, budget: float | None) -> tuple[SeatConfig, ...]:
    """The seats with the league's prices for their models, and with whether these must be known."""
    asked = {seat.name: model for seat in seats if (model := getattr(seat.settings, "model", None))}
    prices = read_prices(section, set(asked.values()))
    return tuple(
        replace(seat, price=prices.get(asked.get(seat.name, "")), budgeted=(budget or seat.budget_usd) is not None)
        for seat in seats
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


def _finish_by(limits: Section) -> FinishBy | None:
    if not (limits.table.get("finish_by") and (text := limits.text("finish_by"))):
        return None
    try:
        return read_finish_by(text)
    except ValueError as error:
        limits.refuse("finish_by", f"is {shorten(text)}; {error}")
        return None


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
        lane.only(LANE_KEYS)
        usual = CONCURRENCY_BY_KIND.get(kind, CONCURRENCY)
        found[name] = LaneConfig(
            name,
            lane.whole("concurrency", usual, 1, MOST_CONCURRENCY),
            lane.whole("requests_per_minute", 0, 1, MOST_A_MINUTE) or None,
            lane.whole("tokens_per_minute", 0, 1, MOST_A_MINUTE) or None,
            cast(OnLimit, lane.choice("on_limit", ON_LIMIT, "way to meet a limit", "suspend")),
        )
    return found


def _variants(game: Game[Any], prompts: Path | None) -> tuple[str, ...]:
    """The prompt variants there are for a game; `base` always counts as one."""
    folders = [root / game.name for root in find("prompts", prompts)]
    found = {path.name for folder in folders if folder.is_dir() for path in folder.iterdir() if path.is_dir()}
    return tuple(sorted(found | {"base"}))
