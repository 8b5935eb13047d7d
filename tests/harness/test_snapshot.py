"""What a run says of itself while it is played."""

from __future__ import annotations

from typing import Any

import pytest

from harness.snapshot import Meter, Standing

OWN: dict[str, Any] = {"fallback": 0, "failures": {"late": 1, "unparsable": 2}}


def result(red: float, **counts: Any) -> dict[str, Any]:
    """What a meter reads of a result: RED is ann's, with other counts, BLUE is bob's."""
    return {
        "seating": {"RED": "ann", "BLUE": "bob"},
        "scores": {"RED": red, "BLUE": 1 - red},
        "counts": {"RED": OWN | counts, "BLUE": OWN},
    }


@pytest.mark.parametrize(
    "counts", [{"fallback": 1}, {"failures": {"quota": 1}}], ids=["the fallback policy", "an outage"]
)
def test_the_standings_so_far_leave_out_what_the_standings_leave_out(counts: dict[str, Any]) -> None:
    meter = Meter()
    meter.add_result(result(0.75, **counts))
    assert meter.standings() == (Standing("bob", 0.25, 1), Standing("ann", None, 0))
    meter.add_result(result(0.5))
    assert meter.standings() == (Standing("ann", 0.5, 1), Standing("bob", 0.375, 2))
    assert meter.episodes == 2
