"""A budget stops a run between blocks; what is begun is played to its end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.budget import LEAGUE, Budget


def spent(budget: Budget, block: int, usd: float, seat: str = "doge", *, over: bool = True) -> None:
    budget.spend(block, seat, usd)
    if over:
        budget.played(block, 1)


def test_without_a_budget_everything_may_start() -> None:
    budget = Budget({})
    spent(budget, 0, 1e9)
    assert budget.allows(1)
    assert budget.spent == 1e9


def test_a_block_starts_while_there_is_money_for_it() -> None:
    budget = Budget({LEAGUE: 10.0})
    assert budget.allows(0)
    spent(budget, 0, 4.0)
    assert budget.allows(1)
    spent(budget, 1, 4.0)
    assert not budget.allows(2)
    assert budget.refusal(2) == (
        "the budget of the league is $10.00: $8.00 are spent, and a block costs about $4.00; raise budget_usd to go on"
    )


def test_a_block_that_was_begun_goes_on_whatever_it_costs() -> None:
    budget = Budget({LEAGUE: 1.0})
    budget.begin(0)
    spent(budget, 0, 5.0, over=False)
    assert budget.allows(0)
    assert not budget.allows(1)


def test_blocks_under_way_keep_what_they_will_still_need() -> None:
    budget = Budget({LEAGUE: 10.0})
    spent(budget, 0, 3.0)
    spent(budget, 1, 1.0, over=False)
    # Spent 4, block 1 needs 2 more, another block 3: that makes 9.
    assert budget.allows(2)
    budget.begin(2)
    assert not budget.allows(3)


def test_before_a_block_is_over_its_episodes_tell_what_one_costs() -> None:
    budget = Budget({LEAGUE: 10.0})
    assert budget.allows(0)
    budget.begin(0)
    assert budget.refusal(1) == (
        "the budget of the league is $10.00: $0.00 are spent, and no episode is over yet to tell what a block costs"
    )
    budget.spend(0, "doge", 1.0)
    budget.played(0, 3)
    # A block costs 3: the first one needs 2 more, and another 3.
    assert budget.allows(1)
    budget.spend(0, "doge", 2.0)
    # Now it looks as if it cost 9.
    assert not budget.allows(1)
    budget.played(0, 3)
    budget.played(0, 3)
    assert budget.allows(1)


def test_a_seats_own_budget_stops_the_run_as_well() -> None:
    budget = Budget({"doge": 2.0})
    spent(budget, 0, 50.0, "pope")
    assert budget.allows(1)
    spent(budget, 0, 2.0, "doge")
    assert not budget.allows(1)
    assert budget.refusal(1).startswith("the budget of seat doge is $2.00: $2.00 are spent")


def test_a_reply_of_unknown_price_costs_nothing_here() -> None:
    budget = Budget({LEAGUE: 1.0})
    budget.spend(0, "doge", None)
    assert budget.spent == 0.0


@given(st.floats(0.5, 50.0), st.lists(st.floats(0.01, 2.0), min_size=1, max_size=30))
def test_blocks_one_after_the_other_overspend_by_less_than_one_block(limit: float, costs: list[float]) -> None:
    budget = Budget({LEAGUE: limit})
    for block, cost in enumerate(costs):
        if not budget.allows(block):
            break
        spent(budget, block, cost)
    assert budget.spent <= limit + max(costs)
