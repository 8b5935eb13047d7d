# ruff: noqa: E501 (messages stand whole, as they are read)
"""League files: what is read, and what is said about every mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from toy_game import TOY

from harness.config import LaneConfig, League, Limits, load_league, read_league
from harness.config_compare import Compare
from harness.config_errors import ConfigError
from harness.config_prices import Price
from harness.errors import UserError

GAMES = {"toy": TOY}


class ScriptedSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    policy: str


def _even(number: int) -> int:
    if number % 2:
        raise ValueError("it must be even")
    return number


class ModelSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    model: str = Field(min_length=1)
    temperature: float | None = Field(None, ge=0, le=2)
    pairs: Annotated[int, AfterValidator(_even)] = 0
    params: dict[str, Any] = Field(default_factory=dict)


KINDS = {
    "scripted": type("Scripted", (), {"Settings": ScriptedSettings}),
    **{kind: type("Model", (), {"Settings": ModelSettings}) for kind in ("openai", "anthropic", "local", "human")},
}


def kinds(name: str) -> type:
    if name not in KINDS:
        raise UserError(f"there is no such kind; kinds: {', '.join(sorted(KINDS))}")
    return KINDS[name]


LEAGUE = """\
[league]
name = "night"
game = "toy"
episodes = 6
seed = 7

[[seats]]
name = "miser"
kind = "scripted"
policy = "miser"

[[seats]]
name = "gpt"
kind = "openai"
model = "m-1"
temperature = 1

[[seats]]
name = "random"
kind = "scripted"
policy = "random"
"""


def read(text: str) -> League:
    return read_league(text, "x.toml", kinds, GAMES)


def mistakes(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        read(text)
    return caught.value.mistakes


def test_a_league_with_nothing_but_what_it_must_have() -> None:
    league = read(LEAGUE)
    assert (league.name, league.game, league.episodes, league.seed) == ("night", "toy", 6, 7)
    assert league.options == TOY.options()
    assert league.limits == Limits(call_seconds=120, turn_seconds=240, episode_seconds=14_400, late_grace=15)
    assert league.lanes == {"openai": LaneConfig("openai", 32), "scripted": LaneConfig("scripted", 1_000)}
    assert (league.fallback, league.episodes_at_once, league.text) == (None, 16, LEAGUE)
    miser, gpt, _ = league.seats
    assert (miser.kind, miser.variant, miser.lane, miser.structured, miser.list_orders) == (
        ("scripted", "base", "scripted", "off", True)
    )
    assert (gpt.lane, gpt.structured, gpt.settings) == ("openai", "form", ModelSettings(model="m-1", temperature=1.0))


def test_everything_a_league_may_say() -> None:
    league = read(
        LEAGUE.replace(
            '[[seats]]\nname = "miser"',
            """\
fallback = "miser"
episodes_at_once = 3
[options]
rounds = 2
[limits]
call_seconds = 1.5
turn_seconds = 2
episode_seconds = 600
late_grace = 0
[lanes.eu]
concurrency = 4
[[seats]]
name = "miser\"""",
        ).replace(
            'model = "m-1"', 'model = "m-1"\nlane = "eu"\nstructured = "legal"\nlist_orders = false\nparams.top_k = 3'
        )
    )
    assert (league.fallback, league.episodes_at_once, league.options) == ("miser", 3, TOY.options(rounds=2))
    assert league.limits == Limits(1.5, 2.0, 600.0, 0.0)
    assert league.lanes["eu"] == LaneConfig("eu", 4)
    seat = league.seats[1]
    assert (seat.lane, seat.structured, seat.list_orders, seat.settings.params) == ("eu", "legal", False, {"top_k": 3})


@pytest.mark.parametrize(("kind", "structured"), [("local", "legal"), ("anthropic", "form"), ("human", "off")])
def test_how_replies_are_constrained_unless_said(kind: str, structured: str) -> None:
    assert read(LEAGUE.replace('"openai"', f'"{kind}"')).seats[1].structured == structured


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ("turn_seconds = 60", Limits(60, 60, 14_400, 15)),
        ("episode_seconds = 90", Limits(90, 90, 90, 15)),
        ("call_seconds = 200", Limits(200, 240, 14_400, 15)),
    ],
)
def test_a_deadline_left_out_fits_into_the_one_around_it(limits: str, expected: Limits) -> None:
    assert read(f"{LEAGUE}\n[limits]\n{limits}\n").limits == expected


def test_what_lanes_and_models_may_cost() -> None:
    league = read(
        LEAGUE.replace("seed = 7", "seed = 7\nbudget_usd = 12.5")
        + """
[lanes.openai]
requests_per_minute = 60
tokens_per_minute = 90000
on_limit = "wait"
[prices.m-1]
input = 2
output = 8.5
cache_read = 0.25
"""
    )
    assert league.budget_usd == 12.5
    assert league.lanes["openai"] == LaneConfig("openai", 32, 60, 90_000, "wait")
    assert league.lanes["scripted"] == LaneConfig("scripted", 1_000, None, None, "suspend")
    miser, gpt, _ = league.seats
    assert (miser.price, miser.budget_usd, miser.budgeted) == (None, None, True)
    assert (gpt.price, gpt.budget_usd, gpt.budgeted) == (Price(2.0, 0.25, 2.0, 8.5), None, True)


def test_a_seat_may_have_a_budget_of_its_own() -> None:
    league = read(LEAGUE.replace('model = "m-1"', 'model = "m-1"\nbudget_usd = 3'))
    assert [(seat.budget_usd, seat.budgeted) for seat in league.seats] == [(None, False), (3.0, True), (None, False)]
    assert league.budget_usd is None


MISTAKES = [
    ("a game there is not", 'game = "toy"', 'game = "tyo"', 'line 3, league.game names no game: "tyo"; allowed: toy; did you mean toy?'),
    ("a key there is not", "seed = 7", "seed = 7\nepisode = 3", "line 6, league.episode is not a known key; allowed: budget_usd, episodes, episodes_at_once, fallback, game, name, seed; did you mean episodes?"),
    ("a table there is not", "[league]", "[limit]\nx = 1\n[league]", "line 1, limit is not a known key; allowed: compare, lanes, league, limits, options, prices, seats; did you mean limits?"),
    ("an option under league", "seed = 7", "seed = 7\nrounds = 3", "line 6, league.rounds belongs under [options]"),
    ("a limit under options", "[[seats]]", "[options]\ncall_seconds = 3\n[[seats]]", "line 8, options.call_seconds belongs under [limits]"),
    ("a league key before all tables", "[league]", "episodes_at_once = 3\n[league]", "line 1, episodes_at_once belongs under [league]"),
    ("no seed", "seed = 7\n", "", "line 1, league.seed is missing; it must be a whole number"),
    ("a seed that is not whole", "seed = 7", "seed = 7.5", "line 5, league.seed is 7.5; it must be a whole number"),
    ("a seed as text", "seed = 7", 'seed = "7"', 'line 5, league.seed is "7"; it must be a whole number'),
    ("a seed that is true", "seed = 7", "seed = true", "line 5, league.seed is true; it must be a whole number"),
    ("a seed too large to be exact", "seed = 7", "seed = 9007199254740992", "line 5, league.seed is 9007199254740992; allowed: 0 to 9007199254740991"),
    ("a number too large for anything", "seed = 7", "seed = 99999999999999999999", "line 5, league.seed is 99999999999999999999; no number may exceed 9223372036854775807"),
    ("no episodes", "episodes = 6", "episodes = 0", "line 4, league.episodes is 0; allowed: 1 to 100000"),
    ("episodes that fill no blocks", "episodes = 6", "episodes = 8", "line 4, league.episodes is 8; 3 seats take turns on every power in blocks of 3 episodes: use 6 or 9"),
    ("fewer episodes than a block", "episodes = 6", "episodes = 2", "line 4, league.episodes is 2; 3 seats take turns on every power in blocks of 3 episodes: use 3"),
    ("a name that is a path", 'name = "night"', 'name = "../night"', 'line 2, league.name is "../night"; a name has 1 to 48 letters, digits and . _ + -, begins with a letter or digit and does not end with a dot'),
    ("a name some systems keep for devices", 'name = "night"', 'name = "Nul.2"', 'line 2, league.name is "Nul.2", which some systems do not accept as a folder; choose another name'),
    ("a fallback there is not", "seed = 7", 'seed = 7\nfallback = "mizer"', 'line 6, league.fallback names no policy of the game: "mizer"; allowed: miser, random; did you mean miser?'),
    ("too many episodes at once", "seed = 7", "seed = 7\nepisodes_at_once = 0", "line 6, league.episodes_at_once is 0; allowed: 1 to 1000"),
    ("an option there is not", "[[seats]]", "[options]\nround = 3\n[[seats]]", "line 8, options.round is not a known key; allowed: rounds; did you mean rounds?"),
    ("an option of the wrong type", "[[seats]]", '[options]\nrounds = "3"\n[[seats]]', 'line 8, options.rounds is "3"; it must be a valid integer'),
    ("an option the game refuses", "[[seats]]", "[options]\nrounds = 0\n[[seats]]", "line 8, options.rounds is refused: rounds: 0 is not in 1..20"),
    ("a deadline of nothing", "[[seats]]", "[limits]\ncall_seconds = 0\n[[seats]]", "line 8, limits.call_seconds is 0; allowed: 0.001 to 604800 seconds"),
    ("a deadline that never comes", "[[seats]]", "[limits]\nturn_seconds = inf\n[[seats]]", "line 8, limits.turn_seconds is inf; it must be a finite number"),
    ("a call longer than its turn", "[[seats]]", "[limits]\ncall_seconds = 300\n[[seats]]", "line 8, limits.call_seconds is 300, longer than limits.turn_seconds (240)"),
    ("a turn longer than its episode", "[[seats]]", "[limits]\nturn_seconds = 50\nepisode_seconds = 40\n[[seats]]", "line 8, limits.turn_seconds is 50, longer than limits.episode_seconds (40)"),
    ("a lane of no seat", "[[seats]]", "[lanes.opnai]\nconcurrency = 3\n[[seats]]", "line 7, lanes.opnai is a lane of no seat; allowed: openai, scripted; did you mean openai?"),
    ("a lane that takes no call", "[[seats]]", "[lanes.openai]\nconcurrency = 0\n[[seats]]", "line 8, lanes.openai.concurrency is 0; allowed: 1 to 10000"),
    ("a limit met in no known way", "[[seats]]", '[lanes.openai]\non_limit = "stop"\n[[seats]]', 'line 8, lanes.openai.on_limit names no way to meet a limit: "stop"; allowed: fallback, suspend, wait'),
    ("a rate of nothing", "[[seats]]", "[lanes.openai]\nrequests_per_minute = 0\n[[seats]]", "line 8, lanes.openai.requests_per_minute is 0; allowed: 1 to 1000000000"),
    ("a rate among the limits", "[[seats]]", "[limits]\ntokens_per_minute = 5\n[[seats]]", "line 8, limits.tokens_per_minute belongs under [lanes.NAME]"),
    ("a budget of nothing", "seed = 7", "seed = 7\nbudget_usd = 0", "line 6, league.budget_usd is 0; allowed: 0.01 to 1000000"),
    ("the price of a model that nobody asks", "[[seats]]", "[prices.m-2]\ninput = 1\noutput = 2\n[[seats]]", "line 7, prices.m-2 is the price of a model that no seat asks; allowed: m-1; did you mean m-1?"),
    ("half a price", "[[seats]]", "[prices.m-1]\ninput = 1\n[[seats]]", "line 7, prices.m-1.output is missing; it must be dollars for a million tokens"),
    ("a price below nothing", "[[seats]]", "[prices.m-1]\ninput = -1\noutput = 2\n[[seats]]", "line 8, prices.m-1.input is -1; allowed: 0 to 10000"),
    ("a kind there is not", '"openai"', '"opnai"', 'line 14, seats[1].kind is "opnai": there is no such kind; kinds: anthropic, human, local, openai, scripted'),
    ("a policy there is not", '"miser"\n\n', '"mizer"\n\n', 'line 10, seats[0].policy names no policy of toy: "mizer"; allowed: miser, random; did you mean miser?'),
    ("a policy left out", 'policy = "miser"\n', "", "line 7, seats[0].policy is missing"),
    ("a variant there is not", 'model = "m-1"', 'model = "m-1"\nvariant = "bse"', 'line 16, seats[1].variant names no prompt variant: "bse"; allowed: base; did you mean base?'),
    ("a constraint there is not", 'model = "m-1"', 'model = "m-1"\nstructured = "json"', 'line 16, seats[1].structured names no way to constrain a reply: "json"; allowed: form, legal, off'),
    ("a key that the kind has not", 'model = "m-1"', 'model = "m-1"\ntemprature = 1', "line 16, seats[1].temprature is not a known key; allowed: budget_usd, kind, lane, list_orders, model, name, pairs, params, structured, temperature, variant; did you mean temperature?"),
    ("a number outside the kind's bounds", "temperature = 1", "temperature = 3", "line 16, seats[1].temperature is 3; it must be less than or equal to 2"),
    ("a number written as text", "temperature = 1", 'temperature = "1"', 'line 16, seats[1].temperature is "1"; it must be a valid number'),
    ("what the kind refuses in its own words", "temperature = 1", "pairs = 3", "line 16, seats[1].pairs is 3; it must be even"),
    ("an empty model", 'model = "m-1"', 'model = ""', 'line 15, seats[1].model is ""; it must have at least 1 character'),
    ("a secret under a key of its own", 'model = "m-1"', 'model = "m-1"\napi_key = "hush"', "line 16, seats[1].api_key has no place in a league file: keys come from environment variables only"),
    ("a secret deep inside", 'model = "m-1"', 'model = "m-1"\nparams.login = [{password = "hush"}]', "line 16, seats[1].params.login[0].password has no place in a league file: keys come from environment variables only"),
    ("a secret as a value", 'model = "m-1"', 'model = "sk-abcdefghijklmnopqrst"', "line 15, seats[1].model looks like a secret key; keys belong in environment variables, a league file holds at most the variable's name"),
    ("two seats of one name", 'name = "random"', 'name = "Miser"', 'line 19, seats[2].name is "Miser", as is seats[0].name; names differ'),
    ("a terminal escape", 'name = "random"', 'name = "\\u001b[31m"', "line 19, seats[2].name holds a control character (U+001B); remove it"),
    ("a text that turns direction", 'model = "m-1"', 'model = "m\\u202e1"', "line 15, seats[1].model holds a control character (U+202E); remove it"),
    ("a date", "seed = 7", "seed = 1979-05-27", "line 5, league.seed is 1979-05-27; a league file holds no dates or times"),
    ("nothing that is a number", "temperature = 1", "params.x = [1, nan]", "line 16, seats[1].params.x[1] is nan; it must be a finite number"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_a_mistake_is_named_with_line_key_and_remedy(old: str, new: str, message: str) -> None:
    assert mistakes(LEAGUE.replace(old, new, 1)) == (message,)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seed = 7", 'seed = 7\nfallback = "miser"', 'game = "toy"'),
        ('model = "m-1"', 'model = "m-1"\nvariant = "ledger"', 'game = "toy"'),
        ("[[seats]]", "[lanes.openai]\nconcurrency = 2\n[[seats]]", 'kind = "openai"'),
    ],
    ids=["a fallback of an unknown game", "a variant of an unknown game", "the lane of an unknown kind"],
)
def test_what_follows_from_a_mistake_is_not_one_more(old: str, new: str, line: str) -> None:
    wrong = line.replace('"toy"', '"chess"').replace('"openai"', '"opnai"')
    found = mistakes(LEAGUE.replace(old, new, 1).replace(line, wrong))
    assert [text.partition(", ")[2].partition(" ")[0] for text in found] in (["league.game"], ["seats[1].kind"])


def test_a_secret_is_never_repeated() -> None:
    text = LEAGUE.replace('model = "m-1"', 'model = "sk-abcdefghijklmnopqrst"\napi_key = "hush-hush"')
    with pytest.raises(ConfigError) as caught:
        read(text)
    assert "hush-hush" not in str(caught.value)
    assert "sk-abc" not in str(caught.value)


@pytest.mark.parametrize("secret", ["sk-abcdefghijklmnopqrst", "https://me:hush-hush@example.org/v1"])
def test_a_secret_in_a_comment_is_refused_for_the_file_is_kept_and_not_repeated(secret: str) -> None:
    (found,) = mistakes(LEAGUE.replace("[[seats]]", f"# it was {secret}\n[[seats]]", 1))
    assert found.startswith("line 7 holds what looks like a secret key; keys belong in environment variables")
    assert secret not in found


def test_a_password_in_an_address_is_not_repeated() -> None:
    (found,) = mistakes(LEAGUE.replace('model = "m-1"', 'model = "m-1"\nbase_url = "http://me:hush-hush@host/v1"'))
    assert "base_url looks like a secret key" in found
    assert "hush-hush" not in found


PAIRED = LEAGUE.replace("[[seats]]", '[compare]\na = "gpt"\nb = "random"\n\n[[seats]]', 1)
COMPARISONS = [
    ("a seat there is not", 'b = "random"', 'b = "rando"', 'line 9, compare.b names no seat: "rando"; allowed: gpt, miser, random; did you mean random?'),
    ("one seat twice", 'b = "random"', 'b = "gpt"', 'line 9, compare.b is "gpt", as is compare.a; a seat is compared with another one'),
    ("an arm missing", 'b = "random"\n', "", "line 7, compare.b is missing; it must be a text in quotes"),
    ("a key there is not", 'b = "random"', 'b = "random"\nmargn = 0.1', "line 10, compare.margn is not a known key; allowed: a, b, looks, margin, target; did you mean margin?"),
    ("a margin below nothing", 'b = "random"', 'b = "random"\nmargin = -1', "line 10, compare.margin is -1; allowed: 0 to 1000000"),
    ("a way to look there is not", 'b = "random"', 'b = "random"\nlooks = "often"', 'line 10, compare.looks names no way to look: "often"; allowed: any, end'),
    ("episodes that are no pairs of all powers", "episodes = 6", "episodes = 9", "line 4, league.episodes is 9; two arms take 3 powers in turn, 6 episodes: use 6 or 12"),
    ("a margin in the wrong table", "seed = 7", "seed = 7\nmargin = 0.1", "line 6, league.margin belongs under [compare]"),
]  # fmt: skip


def test_a_comparison() -> None:
    assert read(LEAGUE).compare is None
    assert read(PAIRED).compare == Compare("gpt", "random", "score", 0.0, "any")
    more = PAIRED.replace("\n\n[[seats]]", '\ntarget = "stabs"\nmargin = 1\nlooks = "end"\n\n[[seats]]', 1)
    assert read(more).compare == Compare("gpt", "random", "stabs", 1.0, "end")


@pytest.mark.parametrize(
    ("old", "new", "message"), [row[1:] for row in COMPARISONS], ids=[row[0] for row in COMPARISONS]
)
def test_a_mistake_in_a_comparison(old: str, new: str, message: str) -> None:
    assert mistakes(PAIRED.replace(old, new, 1)) == (message,)


def test_a_comparison_without_opponents() -> None:
    text = PAIRED.replace('[[seats]]\nname = "miser"\nkind = "scripted"\npolicy = "miser"\n', "")
    assert mistakes(text) == (
        "line 8, compare.a leaves no opponents: list at least one more seat for the other powers",
    )


SEATS = [
    ("none", "", "seats is missing; write each as a table of its own under [[seats]]"),
    ("one table", '[seats]\nname = "a"\n', "line 7, seats is not a list of tables; write each as a table of its own under [[seats]]"),
    ("too few", '[[seats]]\nname = "a"\nkind = "scripted"\npolicy = "miser"\n' , "line 7, seats lists 1; allowed: 2 to 64 seats"),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "message"), [row[1:] for row in SEATS], ids=[row[0] for row in SEATS])
def test_seats_that_do_not_make_a_league(seats: str, message: str) -> None:
    assert mistakes(LEAGUE[: LEAGUE.index("[[seats]]")] + seats) == (message,)


def test_all_mistakes_come_at_once_in_the_order_of_the_file() -> None:
    text = LEAGUE.replace("episodes = 6", "episodes = -1").replace('"scripted"', '"human"').replace("seed", "sede")
    with pytest.raises(ConfigError) as caught:
        read(text)
    assert str(caught.value) == (
        "x.toml has 7 mistakes:\n"
        "  line 1, league.seed is missing; it must be a whole number\n"
        "  line 4, league.episodes is -1; allowed: 1 to 100000\n"
        "  line 5, league.sede is not a known key; allowed: budget_usd, episodes, episodes_at_once, fallback, game, name, seed;"
        " did you mean seed?\n"
        "  line 7, seats[0].model is missing\n"
        "  line 10, seats[0].policy is not a known key; allowed: budget_usd, kind, lane, list_orders, model, name, pairs, params,"
        " structured, temperature, variant\n"
        "  line 18, seats[2].model is missing\n"
        "  line 21, seats[2].policy is not a known key; allowed: budget_usd, kind, lane, list_orders, model, name, pairs, params,"
        " structured, temperature, variant"
    )


def test_a_value_that_is_unfit_hides_no_other_mistake_and_is_told_once() -> None:
    text = LEAGUE.replace("episodes = 6", "episodes = nan").replace("seed", "sede").replace("= 7", "= 1979-05-27")
    found = mistakes(text.replace("[[seats]]", "[limits]\ncall_seconds = inf\nturn_seconds = -1\n[[seats]]", 1))
    assert [message.partition(" is ")[0] for message in found] == [
        "line 1, league.seed", "line 4, league.episodes", "line 5, league.sede", "line 8, limits.call_seconds",
        "line 9, limits.turn_seconds",
    ]  # fmt: skip
    assert "it must be a finite number" in found[1]


NO_TOML = [
    ("torn", "[league", ""),
    ("twice", "a = 1\na = 2", ""),
    ("deep", "x = " + "[" * 100_000, "values are nested too deeply"),
    ("long", "x = " + "9" * 5_000, "a number has too many digits"),
]


@pytest.mark.parametrize(("text", "reason"), [row[1:] for row in NO_TOML], ids=[row[0] for row in NO_TOML])
def test_what_is_no_toml(text: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(text)
    assert str(caught.value).startswith(f"x.toml: is not valid TOML: {reason}")


FILES = [
    ("empty", b" \n", "is empty; a league needs [league] and [[seats]], see docs/leagues.md"),
    ("binary", b"a = 1\n\x89PNG\r\n\x1a\n", "line 2 is not UTF-8 text; that is no league file"),
    ("zeros", b"\0" * 64, "is not text but binary data; that is no league file"),
    ("huge", b"#" * (256 * 1024 + 1), "is larger than 256 KiB; that is no league file"),
]


@pytest.mark.parametrize(("data", "message"), [row[1:] for row in FILES], ids=[row[0] for row in FILES])
def test_files_that_are_no_league(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        load_league(path, kinds, GAMES)
    assert str(caught.value) == f"{path}: {message}"


def test_a_league_is_loaded_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("\ufeff" + LEAGUE, encoding="utf-8")
    league = load_league(str(path), kinds, GAMES)
    assert (league.path, league.text, league.name) == (path, LEAGUE, "night")


def test_variants_are_the_folders_beside_base(tmp_path: Path) -> None:
    (tmp_path / "toy" / "ledger").mkdir(parents=True)
    text = LEAGUE.replace('model = "m-1"', 'model = "m-1"\nvariant = "ledger"')
    assert read_league(text, "x.toml", kinds, GAMES, prompts=tmp_path).seats[1].variant == "ledger"


def test_lines_are_found_behind_long_texts_that_look_like_tables() -> None:
    text = LEAGUE.replace("temperature = 1", 'params.grammar = """\n[[seats]]\nname = 3\n"""\ntemprature = 1')
    assert mistakes(text)[0].startswith("line 20, seats[1].temprature is not a known key")


@given(st.text(max_size=200))
def test_any_text_is_a_league_or_a_mistake_a_person_can_read(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(text)
    assert str(caught.value).startswith("x.toml")


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-5, 5), st.sampled_from(['"a"', '""', "1.5", "-0.0", "1979-05-27", "[[1]]"])),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.sampled_from(
        [
            "league.name",
            "league.game",
            "league.episodes",
            "league.seed",
            "league.fallback",
            "options",
            "options.rounds",
            "limits",
            "limits.call_seconds",
            "lanes",
            "lanes.scripted",
            "lanes.scripted.concurrency",
            "seats",
        ]
    ),
    VALUES,
)
def test_any_value_in_any_place_ends_in_a_mistake_a_person_can_read(key: str, value: Any) -> None:
    shown = str(value).replace("True", "true").replace("False", "false").replace("'", "")
    assert mistakes(f"{key} = {shown}\n")
