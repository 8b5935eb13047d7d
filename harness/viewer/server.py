"""The site of a league while it is played: on this machine only, read only, made anew on demand."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from urllib.parse import unquote, urlsplit

from harness.errors import UserError
from harness.records import last_digest
from harness.store import EVENTS, JOURNAL, RESULT
from harness.viewer.league import load_league_view
from harness.viewer.site import DATA, EPISODES, INDEX, episode_page, league_pages, revision

HOST = "127.0.0.1"
NAMES = frozenset({"127.0.0.1", "localhost"})
"""Hosts a request may name: a page elsewhere that points its own name here is turned away."""

KEPT_PAGES = 32

TYPES = {".html": "text/html", ".json": "application/json", ".csv": "text/csv"}


class Theater:
    """Makes the pages of one results folder; a page is kept until what it shows has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._kept: dict[str, tuple[str, str]] = {}

    def page(self, address: str) -> str | None:
        """The text at an address below the root, or None where there is nothing."""
        name = address.strip("/") or INDEX
        if name == "revision":
            return revision(self._folder)
        kind, _, rest = name.partition("/")
        if kind == EPISODES:
            return self._episode(rest.removesuffix(".html")) if rest.endswith(".html") else None
        if kind == DATA and rest.endswith((".jsonl", ".toml", "manifest.json", RESULT)):
            return self._file(rest)
        pages = league_pages(load_league_view(self._folder), live=True)
        return pages[name]() if name in pages else None

    def _episode(self, name: str) -> str | None:
        folder = self._known(name)
        if folder is None:
            return None
        return self._remembered(name, last_digest(folder / JOURNAL), lambda: episode_page(folder))

    def _known(self, name: str) -> Path | None:
        """The folder of an episode by name: looked up among those there are, never built from what was asked."""
        return next((path.parent for path in self._folder.glob(f"*/{JOURNAL}") if path.parent.name == name), None)

    def _file(self, name: str) -> str | None:
        own = {path: path for path in load_league_view(self._folder).files()}
        folder, _, file = name.partition("/")
        if file in (RESULT, EVENTS, JOURNAL) and (known := self._known(folder)):
            path = known / file
        elif name in own:
            path = self._folder / own[name]
        else:
            return None
        return path.read_text("utf-8", "surrogateescape") if path.is_file() else None

    def _remembered(self, name: str, state: str, make: Callable[[], str]) -> str:
        with self._lock:
            kept = self._kept.pop(name, ("", ""))
            if not state or kept[0] != state:
                kept = state, make()
            self._kept[name] = kept
            while len(self._kept) > KEPT_PAGES:
                del self._kept[next(iter(self._kept))]
        return kept[1]


class Stagehand(ThreadingHTTPServer):
    """The server of one theater, bound to this machine's loopback address."""

    daemon_threads = True

    def __init__(self, theater: Theater, port: int) -> None:
        super().__init__((HOST, port), _Handler)
        self.theater = theater

    @property
    def address(self) -> str:
        """Where a browser finds the site."""
        return f"http://{HOST}:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: Stagehand
    server_version, sys_version = "cogleague", ""

    def do_GET(self) -> None:
        """Answer with a page, 404, or 421 for a name that is not this machine's."""
        host = self.headers.get("Host", "").rsplit(":", 1)[0]
        if host not in NAMES:
            self._send(HTTPStatus.MISDIRECTED_REQUEST, "This server answers to localhost only.\n", ".txt")
            return
        address = unquote(urlsplit(self.path).path)
        try:
            text = self.server.theater.page(address)
        except (UserError, OSError) as error:
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, f"{error}\n", ".txt")
            return
        if text is None:
            self._send(HTTPStatus.NOT_FOUND, "There is no such page.\n", ".txt")
        else:
            self._send(HTTPStatus.OK, text, Path(address).suffix or (".txt" if "revision" in address else ".html"))

    do_HEAD = do_GET  # noqa: N815 (the names are those of http.server)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing: the console belongs to whoever started the server."""

    def _send(self, status: HTTPStatus, text: str, suffix: str) -> None:
        body = text.encode("utf-8", "surrogateescape")
        self.send_response(status)
        self.send_header("Content-Type", f"{TYPES.get(suffix, 'text/plain')}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def open_server(folder: Path, port: int) -> Stagehand:
    """A server for a results folder, listening; 0 takes any free port.

    Raises `UserError` when there are no results there, or the port is taken.
    """
    load_league_view(folder)
    try:
        return Stagehand(Theater(folder), port)
    except OSError as error:
        raise UserError(f"port {port} cannot be used: {error.strerror}; choose another one with --port") from error
