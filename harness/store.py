"""The results folder of a league: who may write in it, what it belongs to, what is finished.

``results/<league>/`` holds lock, league.toml, manifest.json, prompts/,
operations.json, standings.json, and a folder a fixture with journal.jsonl,
events.jsonl and result.json. A run goes on only with the terms it was begun
with: whatever would change a result.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.wire import encode
from harness.committer import sync_folder
from harness.config import League
from harness.errors import StorageError, UserError
from harness.records import last_digest
from harness.results import read_result
from harness.schedule import Fixture
from harness.terms import Terms, changes

FORMAT = 1

NOTHING: Mapping[str, str] = MappingProxyType({})

LOCK, LEAGUE, MANIFEST, PROMPTS, OPERATIONS = "lock", "league.toml", "manifest.json", "prompts", "operations.json"
JOURNAL, EVENTS, RESULT = "journal.jsonl", "events.jsonl", "result.json"

DRAFT = ".draft"
"""What a file is called in its folder until it is whole."""

SDKS = ("openai", "anthropic", "xllamacpp")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a results folder for one run, made if need be.

    Raises `UserError` naming the process that holds it. The lock goes with the
    process, however it ends. A folder that was made for nothing goes as well.
    """
    is_new = not folder.exists()
    make_folder(folder)
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StorageError.of(folder, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 200).decode("ascii", "replace").strip() or "another process"
            raise UserError(f"{folder} is in use by {holder}; wait for that run or end it, then run again") from None
        except OSError as error:
            raise StorageError.of(folder / LOCK, error) from error
        since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} on {socket.gethostname()} since {since}\n".encode(), 0)
        yield
    finally:
        if is_new and [path.name for path in folder.iterdir()] == [LOCK]:
            (folder / LOCK).unlink()
            folder.rmdir()
        os.close(handle)


def make_folder(path: Path) -> Path:
    """The folder at a path, made with its parents if need be. Raises `StorageError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError.of(path, error) from error
    return path


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all, durably. Raises `StorageError`."""
    draft = path.with_name(DRAFT)
    try:
        with draft.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise StorageError.of(path, error) from error


class Store:
    """One league's results folder, opened by the run that holds its lock."""

    def __init__(self, folder: Path, league: League, own: Terms, files: Mapping[str, str] = NOTHING) -> None:
        """Begin a folder, or go on with one of the same terms and at most as many episodes.

        `files` are the templates in use, by name, which are kept. Raises
        `UserError` for a folder that is not a league's, or one begun with other
        terms: it says which, and what to do.
        """
        self.folder = folder
        path = folder / MANIFEST
        if path.exists():
            begun = read_manifest(path)
            if changed := changes(begun["terms"], own, folder / PROMPTS, files):
                raise UserError(
                    f"{folder} was begun on other terms:\n" + "\n".join(changed) + "\n"
                    "results of two kinds cannot share a folder: change that back, or begin a new league:\n"
                    f"  {_fork(league)}"
                )
            if league.episodes < begun["episodes"]:
                raise UserError(
                    f"{folder} was begun with {begun['episodes']} episodes, now there are {league.episodes}; "
                    "a league may grow but not shrink: keep the number or give the league a new name"
                )
        elif strangers := [name for entry in sorted(folder.iterdir()) if (name := entry.name) not in (LOCK, DRAFT)]:
            raise UserError(
                f"{folder} holds {strangers[0]} but no {MANIFEST}: it is not the results of a league; "
                "give the league another name or move that folder away"
            )
        self._manifest: dict[str, Any] = {
            "format": FORMAT,
            "league": league.name,
            "episodes": league.episodes,
            "terms": own,
            "python": platform.python_version(),
            "packages": {name: found for name in ("cogleague", *SDKS) if (found := _version(name))},
        }
        self.record_models({})
        save(folder / LEAGUE, league.text)
        self._keep_prompts(files)

    def record_models(self, models: Mapping[str, Any]) -> None:
        """Note in the manifest which model ids the providers reported, by seat."""
        save(self.folder / MANIFEST, encode({**self._manifest, "models": models}) + "\n")

    def _keep_prompts(self, files: Mapping[str, str]) -> None:
        """Keep the templates used, by their names below a root, so that a replay can render with them."""
        for name, text in files.items():
            path = self.folder / PROMPTS / name
            make_folder(path.parent)
            save(path, text)

    def fixture(self, fixture: Fixture) -> Path:
        """The folder of a fixture, made if need be. Raises `StorageError`."""
        return make_folder(self.folder / fixture.name)

    def result(self, fixture: Fixture) -> Mapping[str, Any] | None:
        """The result of a fixture if it has one of its own, whole, that fits journal and events by their digest."""
        folder = self.folder / fixture.name
        try:
            result = json.loads((folder / RESULT).read_bytes())
            name, digest = read_result(result).fixture, result["digest"]
            held = sha256((folder / EVENTS).read_bytes()).hexdigest()
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        journal = folder / JOURNAL
        whole = name == fixture.name and digest == held and journal.is_file() and digest == last_digest(journal)
        return result if whole else None

    def is_finished(self, fixture: Fixture) -> bool:
        """Whether a fixture needs to be played no more."""
        return self.result(fixture) is not None


def read_manifest(path: Path) -> dict[str, Any]:
    """A manifest's data. Raises `UserError` for a file that is none."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; mend its permissions") from error
    except ValueError as error:
        raise UserError(f"{path} is not JSON; restore it or move the folder away") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("terms"), dict):
        raise UserError(f"{path} is no manifest of format {FORMAT}; use the version of cogleague that wrote it")
    return data


def _fork(league: League) -> str:
    """The command that plays a league under the next free-looking name."""
    stem, dash, number = league.name.rpartition("-")
    name = f"{stem}-{int(number) + 1}" if dash and number.isdigit() else f"{league.name}-2"
    return f"cogleague run {league.path or league.name} --as {name}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
