"""Streams of consoles: what becomes of a reader that is gone, a full disk, a stream that was never open."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.display.live import RunScreen
from harness.display.screen import OutputError, console, put, say
from harness.snapshot import Snapshot


class Full(io.StringIO):
    """A file on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def without_reader() -> int:
    """The writing end of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def test_nobody_reading_is_no_mistake() -> None:
    with open(without_reader(), "w", encoding="utf-8") as stream:
        out = console(stream)
        for _ in range(3):
            say(out, "news")


def test_data_goes_out_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    put('a,b\r\n"[red]",:smile:\n')
    assert capsys.readouterr().out == 'a,b\r\n"[red]",:smile:\n'


def test_data_that_is_lost_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(OutputError):
        put("{}")


def test_a_full_disk_is_told_once() -> None:
    out = console(Full())
    with pytest.raises(OutputError, match="the output cannot be written: No space left on device"):
        say(out, "news")
    say(out, "more")


def cogleague(words: str, stdout: int | None, first: str = "pass") -> tuple[int, str]:
    """The exit code of a command in a process of its own, and what it says on standard error."""
    code = f"import sys; {first}; from harness.cli import main; main()"
    command = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", ["list", "prompt cogiavelli orders"])
def test_a_verb_without_a_reader_ends_as_it_would_have(words: str) -> None:
    writer = without_reader()
    assert cogleague(words, writer) == (0, "")
    os.close(writer)


def test_a_verb_whose_output_is_lost_says_so() -> None:
    full = f"sys.path.insert(0, {str(Path(__file__).parent)!r}); from test_screen import Full; sys.stdout = Full()"
    code, said = cogleague("list", subprocess.DEVNULL, full)
    assert (code, said.startswith("cogleague: the output cannot be written: No space left")) == (2, True), said


def test_a_verb_can_do_without_standard_output() -> None:
    """Where it was closed, Python has none."""
    assert cogleague("list", subprocess.DEVNULL, "sys.stdout = None") == (0, "")


def test_a_run_whose_output_is_lost_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    screen = RunScreen("night", console(Full()))
    for number in range(3):
        screen(Snapshot(total=3, finished=number, news="news"))
    said = capsys.readouterr().err
    assert (said.count("the output cannot be written"), said.count("the run goes on")) == (1, 1)
