"""Whole scripted episodes of every game, digested: changed results need a new version of the game.

``python tests/engine/test_playthroughs.py`` writes the files anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playing import play

from engine import wire
from engine.registry import GAMES

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = (7, 12345)


def playthrough(name: str) -> dict[str, Any]:
    """A game's version, and the digests of its episodes: each policy in all chairs, and all policies mixed."""
    game = GAMES[name]
    casts = [[policy] for policy in sorted(game.policies)] + [sorted(game.policies)]
    episodes = []
    for cast in casts:
        for seed in SEEDS:
            episode = play(game, seed, policies=cast)
            episodes.append(
                {
                    "policies": cast,
                    "seed": seed,
                    "batches": len(episode.steps),
                    "events": len(episode.events),
                    "scores": wire.plain(game.scores(episode.state)),
                    "digest": wire.digest(episode.events),
                }
            )
    return {"game": name, "version": game.version, "episodes": episodes}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_episodes_come_out_of_the_same_version(name: str) -> None:
    path = FOLDER / f"{name}.json"
    assert path.exists(), f"{name} has no playthrough; write it with python {Path(__file__).name}"
    golden, now = json.loads(path.read_text("utf-8")), playthrough(name)
    if golden["version"] == now["version"]:
        assert now == golden, f"results of {name} changed: raise its version, then write the playthrough anew"
    assert golden["version"] == now["version"], f"{name} has a new version: write its playthrough anew"


def test_there_is_a_playthrough_of_every_game_and_of_nothing_else() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(GAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.json").write_text(json.dumps(playthrough(each), indent=1) + "\n", "utf-8")
