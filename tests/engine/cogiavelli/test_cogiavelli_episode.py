"""The calendar, the three ends, scores, and who sees what."""

import json

import pytest
from scene import ask, orders_at, position

from engine.cogiavelli.game import COGIAVELLI
from engine.cogiavelli.map.italy import POWERS
from engine.cogiavelli.state import Options, score
from engine.dice import commitment
from engine.memory import Memory, remember
from engine.wire import plain


def silent(options, seed=7):
    """The phases asked and the events of an episode in which nobody says or orders anything."""
    step = COGIAVELLI.start(seed, options)
    phases, events = [], list(step.events)
    while COGIAVELLI.outcome(step.state) is None:
        requests = COGIAVELLI.requests(step.state)
        phases.append(requests[0].phase)
        step = COGIAVELLI.resolve(step.state, {r.power: COGIAVELLI.silence(r) for r in requests})
        events += step.events
    return phases, events, step.state


def test_a_year_is_three_seasons_of_press_and_orders_and_then_winter():
    phases, events, state = silent(Options(years=1))
    assert phases == [
        f"1499-{season}-{stage}" for season in ("spring", "summer", "autumn") for stage in ("press", "orders")
    ]
    assert {event.phase for event in events} == {*phases, "1499-winter"}
    assert COGIAVELLI.outcome(state).ending.value == "complete"


def test_without_press_the_window_is_skipped():
    phases, events, _ = silent(Options(years=1, press=False))
    assert phases == ["1499-spring-orders", "1499-summer-orders", "1499-autumn-orders"]
    assert "press_closed" not in {event.kind for event in events}


@pytest.mark.parametrize("years", [1, 4, 10])
def test_an_episode_plays_its_years(years):
    phases, events, _ = silent(Options(years=years))
    assert len(phases) == 6 * years
    assert events[-1].phase == f"{1498 + years}-winter"


@pytest.mark.parametrize("years", [0, 11, 2.5, "4", True, None])
def test_years_outside_one_to_ten_are_refused_by_name(years):
    with pytest.raises(ValueError, match="years must be a whole number from 1 to 10"):
        Options(years=years)


def test_the_defaults_are_four_years_and_press():
    assert Options() == Options(years=4, press=True)


def test_the_first_event_commits_to_the_seed_and_the_second_is_the_first_famine():
    opened, famine = COGIAVELLI.start(7, Options()).events
    assert plain(opened) == {
        "kind": "opened",
        "phase": "1499-spring-press",
        "audience": None,
        "commitment": commitment(7),
        "years": 4,
        "press": True,
    }
    assert plain(famine) == {
        "kind": "famine_drawn",
        "phase": "1499-spring-press",
        "audience": None,
        "provinces": ["COM", "ROM"],
        "draws": [
            {"k": 0, "of": 36, "value": 9},
            {"k": 1, "of": 35, "value": 26},
        ],
    }


def test_a_famine_is_drawn_every_spring_and_two_provinces_are_never_the_same():
    _, events, _ = silent(Options(years=10))
    famines = [event for event in events if event.kind == "famine_drawn"]
    assert [event.phase for event in famines] == [f"{1499 + year}-spring-press" for year in range(10)]
    assert all(len(set(event.provinces)) == 2 for event in famines)


def test_the_stream_is_drawn_in_order_without_a_gap():
    _, events, _ = silent(Options(years=3))
    draws = []

    def gather(data):
        if isinstance(data, dict):
            if set(data) == {"k", "of", "value"}:
                draws.append(data["k"])
            else:
                for value in data.values():
                    gather(value)
        elif isinstance(data, list):
            for value in data:
                gather(value)

    for event in events:
        gather(plain(event))
    assert draws == list(range(len(draws)))


def test_everybody_starts_with_three_units_three_cities_and_twelve_ducats():
    figures = COGIAVELLI.figures(COGIAVELLI.start(7, Options()).state)
    assert {(row["units"], row["cities"], row["ducats"]) for row in figures.values()} == {(3, 3, 12)}


# Scores


@pytest.mark.parametrize(
    ("cities", "ducats", "value"),
    [
        (0, 0, 0.0),
        (3, 12, 3.5 / 24),
        (4, 24, 5 / 24),
        (4, 48, 5 / 24),
        (11, 0, 11 / 24),
        (24, 999, 1.0),
    ],
)
def test_a_score_is_city_share_plus_treasury(cities, ducats, value):
    assert score(cities, ducats) == pytest.approx(value)


@pytest.mark.parametrize("cities", range(25))
def test_scores_stay_between_zero_and_one(cities):
    assert all(0 <= score(cities, ducats) <= 1 for ducats in (0, 1, 24, 999, 10**9))


# Ends


@pytest.mark.parametrize("text", ["1500 spring press", "1500 summer orders"])
def test_the_deadline_scores_the_board_as_it_stands(text):
    state = position(
        f"{text}\nVENICE: 12 ducats; cities VEN PAD\nMILAN: 30 ducats; cities MIL\npledge: VENICE to MILAN peace"
    )
    stopped = COGIAVELLI.stop(state)
    assert COGIAVELLI.outcome(stopped.state).ending.value == "deadline"
    assert [event.kind for event in stopped.events] == ["ended"]
    assert COGIAVELLI.scores(stopped.state)["VENICE"] == pytest.approx(2.5 / 24)


def test_the_board_may_have_ended_it_before_the_clock():
    scene = orders_at("1499 spring orders\nVENICE: 12 ducats; units A VEN; cities VEN\n")
    stopped = COGIAVELLI.stop(scene.state)
    assert (stopped.state, stopped.events) == (scene.state, ())


def test_complete_after_the_last_winter_and_conquest_goes_before_it():
    text = "1502 autumn orders\nVENICE: 12 ducats; units A PAD; cities VEN\nMILAN: 1 ducats; cities MIL\n"
    assert orders_at(text).event("ended")["ending"] == "complete"
    assert orders_at(text.replace("MILAN: 1 ducats; cities MIL", "")).event("ended")["ending"] == "conquest"


# Press windows


def test_words_are_delivered_with_the_same_window_and_seen_by_their_parties_alone():
    state = COGIAVELLI.start(7, Options()).state
    scene = ask(
        state,
        {
            "VENICE": {
                "broadcast": "Peace!",
                "letters": [{"to": "the Milanese", "text": "Florence is weak."}],
                "pledges": [{"to": "MILAN", "kind": "peace"}, {"kind": "keepout", "province": "Bologna"}],
                "notes": "trust nobody",
            }
        },
    )
    assert scene.event("broadcast")["text"] == "Peace!"
    assert scene.audience("letter") == {("VENICE", "MILAN")}
    assert [(e["to"], e["pledge"], e["place"], e["audience"]) for e in scene.events("pledged")] == [
        ("MILAN", "peace", "", ["VENICE", "MILAN"]),
        (None, "keepout", "BOL", None),
    ]
    assert scene.audience("notes") == {("VENICE",)}
    assert "letter" not in scene.seen_by("FLORENCE")
    inbox = remember(Memory("MILAN"), scene.told).inbox
    assert [event.kind for event in inbox] == ["broadcast", "letter", "pledged", "pledged"]


def test_a_silenced_power_is_not_asked_but_its_letters_arrive():
    state = position("1499 summer press\nVENICE: 1 ducats; cities VEN; silenced\nMILAN: 1 ducats; cities MIL")
    scene = ask(state, {"MILAN": {"broadcast": "", "letters": [{"to": "VENICE", "text": "hello"}]}})
    assert "VENICE" not in scene.submissions
    assert scene.event("letter")["to"] == "VENICE"
    assert scene.event("press_closed")["silent"] == ["VENICE"]
    assert COGIAVELLI.requests(scene.state)[0].power == "VENICE"


def test_letters_to_the_eliminated_are_dropped():
    state = position(
        "1499 summer press\nVENICE: 1 ducats; eliminated\nMILAN: 1 ducats; cities MIL\nTURK: 1 ducats; cities DUR"
    )
    scene = ask(state, {"MILAN": {"letters": [{"to": "VENICE", "text": "hello"}]}})
    assert scene.refused("MILAN") == [("to VENICE: hello", "eliminated")]


def test_a_window_in_which_nobody_may_write_is_passed_over():
    lines = "\n".join(f"{power}: 40 ducats; cities {city}" for power, city in zip(POWERS, CAPITALS, strict=True))
    everybody = {power: [("assassinate", POWERS[(i + 1) % 6], 30)] for i, power in enumerate(POWERS)}
    scene = orders_at(f"1499 spring orders\n{lines}\ndice: 0 0 0 0 0 0 0 0 0 0 0 0", spend=everybody)
    assert scene.event("press_closed")["silent"] == list(POWERS)
    assert COGIAVELLI.requests(scene.state)[0].phase == "1499-summer-orders"


CAPITALS = ("VEN", "MIL", "FLO", "ROM", "NAP", "RAG")


def test_paralysis_reaches_across_the_year_end():
    text = "1499 autumn orders\nVENICE: 40 ducats; cities VEN\nMILAN: 5 ducats; cities MIL\n"
    scene = orders_at(text + "dice: 0 0 1 1 1 1 1 1 1 1", spend={"VENICE": [("assassinate", "MILAN", 30)]})
    asked = COGIAVELLI.requests(scene.state)
    assert (asked[0].phase, [request.power for request in asked]) == ("1500-spring-press", ["VENICE"])


def test_silence_says_nothing_holds_and_spends_nothing():
    state = position(
        "1499 autumn orders\nVENICE: 40 ducats; units A VEN; cities VEN PAD\nMILAN: 5 ducats; cities MIL\n"
    )
    scene = ask(state, {})
    assert scene.played() == ["A VEN H"]
    assert {"paid", "built", "refused", "notes"} & set(scene.kinds()) == set()


# What a seat is shown


def test_requests_show_the_units_their_legal_orders_and_the_autumn_builds():
    state = position(
        "1499 autumn orders\nVENICE: 40 ducats; units F VEN; cities VEN PAD\nMILAN: 5 ducats; units A FER; cities MIL\n"
    )
    request = COGIAVELLI.requests(state)[0]
    assert [(slot.key, slot.name, slot.least, slot.most) for slot in request.slots] == [
        ("orders", "F VEN", 1, 1),
        ("builds", "builds", 0, 6),
    ]
    assert list(request.slots[0].options) == [
        "F VEN H",
        "F VEN - FER",
        "F VEN - FRI",
        "F VEN - UAD",
        "F VEN S A FER",
    ]
    assert list(request.slots[1].options) == ["A PAD", "A VEN", "F VEN"]
    assert request.view.units[0].orders == tuple(request.slots[0].options)


def test_the_view_forecasts_winter_and_prices_every_foreign_unit():
    state = position(
        "1499 spring orders\nVENICE: 4 ducats; units F VEN, A BOL; cities VEN PAD BOL\n"
        "MILAN: 5 ducats; units A FER, A COM; cities MIL\nfamine: BOL COM\nplague: PAD"
    )
    view = COGIAVELLI.requests(state)[0].view
    forecast = view.forecast
    assert (forecast.paying, forecast.income, forecast.upkeep, forecast.least, forecast.most) == (1, 3, 2, 5, 8)
    assert [(target.unit, target.near) for target in view.targets] == [("A COM", False), ("A FER", True)]
    assert [(city.code, city.pays, city.may_rebel) for city in view.cities] == [
        ("BOL", 0, False),
        ("PAD", 0, False),
        ("VEN", 3, False),
    ]
    assert [(unit.unit, unit.famine, unit.kind) for unit in view.units] == [
        ("A BOL", True, "army"),
        ("F VEN", False, "fleet"),
    ]
    assert (view.homes, view.rivals) == (("PAD", "VEN", "VER"), POWERS[1:])


def test_the_public_board_tells_names_owners_units_and_prices():
    state = position(
        "1500 summer orders\nVENICE: 4 ducats; units F UAD; cities VEN\nMILAN: 5 ducats; cities MIL\nfamine: BOL COM"
    )
    public = COGIAVELLI.requests(state)[0].public
    assert (public.year, public.season, public.stage, public.seasons_left) == (1500, "summer", "orders", 8)
    sites = {site.code: site for site in public.sites}
    assert (sites["UAD"].unit, sites["UAD"].unit_owner, sites["UAD"].kind) == ("F UAD", "VENICE", "sea")
    assert (sites["VEN"].owner, sites["VEN"].home, sites["BOL"].famine) == ("VENICE", "VENICE", True)
    assert [(row.power, row.ducats, row.cities, row.units) for row in public.powers[:2]] == [
        ("VENICE", 4, ("VEN",), ("F UAD",)),
        ("MILAN", 5, ("MIL",), ()),
    ]
    assert (public.prices.disband, public.prices.buy, public.prices.stake_most) == (9, 15, 30)


def test_forms_are_plain_json_schemas_that_forbid_other_keys():
    for options in (Options(), Options(press=False)):
        request = COGIAVELLI.requests(COGIAVELLI.start(7, options).state)[0]
        schema = json.loads(json.dumps(request.form.schema))
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])
        assert set(request.form.needs) <= set(schema["properties"])


def test_with_nobody_left_the_years_are_played_out_without_asking():
    scene = orders_at("1499 autumn orders\nVENICE: 3 ducats", options=Options(years=10))
    assert len(scene.events("eliminated")) == 6
    assert COGIAVELLI.outcome(scene.state).ending.value == "complete"
    assert scene.event("ended")["phase"] == "1508-winter"
    assert [len(scene.events(kind)) for kind in ("famine_drawn", "plague", "press_closed")] == [9, 9, 27]
