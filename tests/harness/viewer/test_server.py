"""The server of a league that is being played: this machine only, read only, up to date."""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Thread

import pytest
from playwright.async_api import Browser, expect
from watching import opened

from harness.errors import UserError
from harness.viewer.server import HOST, Stagehand, open_server


@pytest.fixture
def folder(leagues: Mapping[str, Path], tmp_path: Path) -> Path:
    """A league of which one episode is finished and one is under way."""
    source, copy = leagues["cogiavelli"], tmp_path / "salon-cogiavelli"
    shutil.copytree(source, copy, ignore=lambda _, names: [name for name in names if name[:4] == "b01-"])
    shutil.copytree(source / "b01-e01", copy / "b01-e01")
    (copy / "b01-e02").mkdir()
    lines = (source / "b01-e02" / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "b01-e02" / "journal.jsonl").write_bytes(b"".join(lines[:60]))
    return copy


@pytest.fixture
def server(folder: Path) -> Iterator[Stagehand]:
    """The server of that league, in a thread."""
    with open_server(folder, 0) as stagehand:
        thread = Thread(target=stagehand.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield stagehand
        stagehand.shutdown()
        thread.join()


def ask(server: Stagehand, path: str, method: str = "GET", host: str = "") -> tuple[int, Mapping[str, str], bytes]:
    connection = http.client.HTTPConnection(HOST, server.server_port, timeout=10)
    connection.request(method, path, headers={"Host": host or f"localhost:{server.server_port}"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, dict(answer.headers), body


def test_it_listens_on_the_loopback_address_alone(server: Stagehand) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert server.address == f"http://127.0.0.1:{server.server_port}/"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/index.html", "text/html"),
        ("/plan.html", "text/html"),
        ("/seats/iago.html", "text/html"),
        ("/episodes/b01-e01.html", "text/html"),
        ("/episodes/b01-e02.html", "text/html"),
        ("/data/standings.json", "application/json"),
        ("/data/manifest.json", "application/json"),
        ("/data/b01-e01/result.json", "application/json"),
        ("/data/b01-e01/events.jsonl", "text/plain"),
        ("/revision", "text/plain"),
    ],
)
def test_what_there_is_is_given(server: Stagehand, path: str, kind: str) -> None:
    status, headers, body = ask(server, path)
    assert status == 200
    assert headers["Content-Type"].startswith(kind)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert body
    status, _, body = ask(server, path, "HEAD")
    assert (status, body) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/episodes/../index.html",
        "/episodes/%2e%2e%2f%2e%2e%2fetc%2fpasswd.html",
        "/data/../lock",
        "/data/lock",
        "/data/..%2fb01-e01%2fresult.json",
        "/data//etc/result.json",
        "/data/prompts/cogiavelli/base/orders.j2",
        "/episodes/b09-e09.html",
        "/seats/nobody.html",
        "/favicon.ico",
        "/%00",
    ],
)
def test_nothing_else_is(server: Stagehand, path: str) -> None:
    assert ask(server, path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_changed(server: Stagehand, method: str) -> None:
    assert ask(server, "/", method)[0] == 501


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::1]"])
def test_other_names_for_this_machine_are_turned_away(server: Stagehand, host: str) -> None:
    assert ask(server, "/", host=host)[0] == 421


def test_an_unfinished_episode_is_made_anew_when_it_goes_on(
    server: Stagehand, folder: Path, leagues: Mapping[str, Path]
) -> None:
    before = ask(server, "/episodes/b01-e02.html")[2]
    assert ask(server, "/episodes/b01-e02.html")[2] == before
    for name in ("journal.jsonl", "events.jsonl", "result.json"):
        shutil.copy(leagues["cogiavelli"] / "b01-e02" / name, folder / "b01-e02" / name)
    assert len(ask(server, "/episodes/b01-e02.html")[2]) > len(before)


async def test_the_index_follows_the_run(
    browser: Browser, server: Stagehand, folder: Path, leagues: Mapping[str, Path]
) -> None:
    async with opened(browser, server.address) as page:
        await expect(page.locator("#progress")).to_have_text("1 of 6 episodes finished, 1 under way")
        for name in ("journal.jsonl", "events.jsonl", "result.json"):
            shutil.copy(leagues["cogiavelli"] / "b01-e02" / name, folder / "b01-e02" / name)
        await expect(page.locator("#progress")).to_have_text("2 of 6 episodes finished", timeout=9000)
        await page.click("a:text-is('b01-e02')")
        await expect(page.locator("#count")).to_have_text("1 of 19")


def test_a_port_that_is_taken_is_named(server: Stagehand, folder: Path) -> None:
    with pytest.raises(UserError, match=f"port {server.server_port} cannot be used"):
        open_server(folder, server.server_port)
