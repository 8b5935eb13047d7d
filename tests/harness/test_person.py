"""A person's terminal: questions as lines, options by number or text, and a polite end."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence

import pytest
from rich.console import Console

from harness.display.editing import Completer
from harness.display.person import Keyboard, Person, pick

ORDERS = ("A VEN H", "A VEN - PAD", "A VEN - FER VIA CONVOY", "A VEN S F NAP - TYR")


def typist(*lines: str) -> Keyboard:
    """Somebody who types these lines and then ends the input."""
    left = list(lines)

    def read(question: str, options: Sequence[str]) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return read


def seated(*lines: str) -> tuple[Person, io.StringIO]:
    out = io.StringIO()
    return Person(Console(file=out, width=80, markup=False, emoji=False, highlight=False), typist(*lines)), out


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("1", "A VEN H"),
        ("4", "A VEN S F NAP - TYR"),
        ("0", None),
        ("5", None),
        ("9" * 5000, None),
        ("²", None),
        ("-1", None),
        ("a ven - pad", "A VEN - PAD"),
        ("AVEN-PAD", "A VEN - PAD"),
        ("a ven  -  fer via convoy", "A VEN - FER VIA CONVOY"),
        ("A VEN - FER", None),
        ("A VEN", None),
    ],
)
def test_an_option_is_named_by_number_or_text_and_never_by_its_beginning(line: str, option: str | None) -> None:
    assert pick(line, ORDERS) == option


@pytest.mark.parametrize(
    ("lines", "least", "most", "chosen"),
    [
        (["2"], 1, 1, ["A VEN - PAD"]),
        ([""], 1, 1, []),
        (["A GEN H", "[bold]", "a ven h"], 1, 1, ["A VEN H"]),
        (["?", "1"], 1, 1, ["A VEN H"]),
        (["1", "3", ""], 0, 3, ["A VEN H", "A VEN - FER VIA CONVOY"]),
        (["1", "1", "2"], 2, 2, ["A VEN H", "A VEN - PAD"]),
    ],
)
async def test_choosing_goes_on_until_enough_is_chosen_or_the_line_is_empty(
    lines: Sequence[str], least: int, most: int, chosen: Sequence[str]
) -> None:
    person, _ = seated(*lines)
    assert list(await person.choose("A VEN", ORDERS, least, most)) == chosen


async def test_nothing_to_choose_asks_nothing() -> None:
    person, out = seated()
    assert await person.choose("claims", (), 0, 8) == ()
    assert out.getvalue() == ""


async def test_short_lists_are_shown_and_long_ones_on_request() -> None:
    person, out = seated("1")
    await person.choose("A VEN", ORDERS, 1, 1)
    assert "2  A VEN - PAD" in out.getvalue()
    many = [f"A VEN - {number:03}" for number in range(200)]
    person, out = seated("7", "?", "")
    await person.choose("A VEN", many, 0, 2)
    assert out.getvalue().count("A VEN - 150") == 1


async def test_too_long_a_line_is_asked_again() -> None:
    person, out = seated("x" * 11, "short")
    assert await person.write("broadcast", 10) == "short"
    assert "11 characters are too many: at most 10" in out.getvalue()


async def test_the_end_of_the_input_is_told_each_time() -> None:
    person, _ = seated("hello")
    assert await person.write("broadcast", 400) == "hello"
    for _ in range(2):
        with pytest.raises(EOFError):
            await person.write("broadcast", 400)


async def test_what_is_shown_is_text_without_markup_or_escapes() -> None:
    person, out = seated()
    person.show("  [red]Peace[/red] \x1b[31m:bomb:\x1b[0m\x07\n\x1b]0;title\x07end")
    assert out.getvalue() == "  [red]Peace[/red] :bomb:\nend\n"


async def test_a_line_that_comes_too_late_is_checked_against_the_next_question() -> None:
    asked: list[str] = []
    gate = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    def read(question: str, options: Sequence[str]) -> str:
        asked.append(question)
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(asyncio.shield(gate), 5), loop).result()

    out = io.StringIO()
    person = Person(Console(file=out, width=80), read)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await person.choose("A VEN", ORDERS, 1, 1)
    later = asyncio.ensure_future(person.choose("F NAP", ("F NAP H",), 1, 1))
    await asyncio.sleep(0.02)
    gate.set_result("1")
    assert list(await later) == ["F NAP H"]
    assert len(asked) == 1
    assert "F NAP:" in out.getvalue()


def test_the_completer_offers_what_goes_on_from_the_typed_beginning() -> None:
    complete = Completer()
    complete.options = ORDERS
    assert [complete("a ven -", state) for state in range(3)] == ["A VEN - PAD", "A VEN - FER VIA CONVOY", None]
