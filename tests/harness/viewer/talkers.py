"""Players made to be looked at: they talk, promise, break promises, pay, and write what no page should run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

LETTERS = (
    "The lion and the lily need not quarrel over a ditch. Leave me the river and you shall have the passes.",
    "A friar tells me that our neighbour sells your name twice a day. I would not have you learn it from him.",
    "Hold your armies where they stand this season and mine will look the other way.",
    "You ask for a pledge; I give you one. Count the cities next year and tell me who kept his word.",
    "I cannot pay for two wars. Send ducats or send patience.",
)

HOSTILE = (
    "<script>window.owned = 1</script>",
    '"><img src=x onerror="window.owned = 1">',
    "</script><script>window.owned = 1</script><!--",
    "<style>body{display:none}</style><svg onload='window.owned = 1'>",
    "{{ 7 * 7 }} {% raw %} ${7*7} \u202e\u2066reversed\u200b]]> &lt;b&gt; javascript:window.owned=1",
    "W" * 390,
)

ITALIANS = ["VENICE", "MILAN", "FLORENCE", "PAPACY", "NAPLES", "TURK"]

Player = Callable[[Mapping[str, Any]], Any]


def talker(settings: Mapping[str, Any]) -> Player:
    """A player by `settings`: `hostile` ones write the injection set, `careless` ones answer badly now and then."""

    def ask(request: Mapping[str, Any]) -> str:
        chance = _chance(f"{request['power']} {request['phase']} {request['kind']} {len(request['earlier'])}")
        if settings.get("careless") and chance(3) == 0:
            return "I would rather not say. " + HOSTILE[1]
        words = HOSTILE if settings.get("hostile") else LETTERS
        answer = _press(request, chance, words) if request["kind"] == "press" else _orders(request, chance, words)
        text = json.dumps(answer, ensure_ascii=False)
        return f"Here is my answer:\n```json\n{text[:-1]},}}\n```" if settings.get("careless") else text

    return ask


def _press(request: Mapping[str, Any], chance: Callable[[int], int], words: tuple[str, ...]) -> dict[str, Any]:
    others = [name for name in _powers(request) if name != request["power"]]
    friend, rival = others[chance(len(others))], others[chance(len(others))]
    return {
        "broadcast": words[chance(len(words))] if chance(3) == 0 else "",
        "letters": [
            {"to": friend, "text": words[chance(len(words))]},
            {"to": rival, "text": words[chance(len(words))]},
        ],
        "pledges": [{"to": friend, "kind": ("peace", "support")[chance(2)]}],
        "notes": f"{friend} believes me. {words[0]}",
    }


def _orders(request: Mapping[str, Any], chance: Callable[[int], int], words: tuple[str, ...]) -> dict[str, Any]:
    answer: dict[str, Any] = {"notes": words[0]}
    for key in dict.fromkeys(slot["key"] for slot in request["slots"]):
        slots = [slot for slot in request["slots"] if slot["key"] == key]
        chosen = {slot["name"]: _choose(slot, chance) for slot in slots if slot["options"]}
        single = all(slot["least"] == slot["most"] == 1 for slot in slots)
        lines = [line for own in chosen.values() for line in own]
        answer[key] = {name: own[0] for name, own in chosen.items() if own} if single else lines
    if "spend" in request["schema"].get("properties", {}):
        others = [name for name in _powers(request) if name != request["power"]]
        action, least = (("gift", 2), ("assassinate", 6), ("gift", 3))[chance(3)]
        answer["spend"] = [{"action": action, "target": others[chance(len(others))], "amount": least + chance(4)}]
    if "messages" in request["schema"].get("properties", {}):
        answer["messages"] = [{"to": "all", "text": words[chance(len(words))][:190]}]
    if answer.get("orders") and chance(5) == 0:
        if isinstance(answer["orders"], dict):
            answer["orders"]["A NOWHERE"] = words[0]
        else:
            answer["orders"].append(words[0])
    return answer


def _choose(slot: Mapping[str, Any], chance: Callable[[int], int]) -> list[str]:
    options = [option for option in slot["options"] if not option.endswith(" H")] or list(slot["options"])
    wanted = min(max(slot["least"], 1), slot["most"], len(options), 3) if slot["most"] else 0
    start = chance(len(options))
    return [options[(start + step) % len(options)] for step in range(wanted)]


def _powers(request: Mapping[str, Any]) -> list[str]:
    return max([ITALIANS, *_enums(request["schema"])], key=len)


def _enums(value: Any) -> list[list[str]]:
    if isinstance(value, Mapping):
        own = [[name for name in value["enum"] if name != "ALL" and name.isupper()]] if "enum" in value else []
        return own + [names for item in value.values() for names in _enums(item)]
    return []


def _chance(text: str) -> Callable[[int], int]:
    state = [0]

    def draw(n: int) -> int:
        state[0] += 1
        return int.from_bytes(sha256(f"{text}:{state[0]}".encode()).digest()[:4], "big") % max(1, n)

    return draw
