"""A league's results as tables: one pass over its episodes, of which one at a time is in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.errors import JournalError, StorageError, UserError
from harness.export.columns import TABLES
from harness.export.rows import ROWS, Kept, load_kept
from harness.export.writers import Open, Writer
from harness.results import UnreadableResult
from harness.store import JOURNAL, RESULT, make_folder

DRAFT = ".draft"
"""Behind the name of a file that is not whole yet."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: lines by file. `skipped` are folders of episodes that were left out, and why."""

    files: Mapping[Path, int]
    skipped: tuple[tuple[str, str], ...]


def export_tables(folder: Path, to: Path, begin: Open) -> Exported:
    """Write all tables of a results folder into another folder, each file whole or not at all.

    Raises `UserError` for a folder without episodes, `StorageError` for one that
    cannot be written.
    """
    skipped: list[tuple[str, str]] = []
    rows: Counter[str] = Counter()
    make_folder(to)
    drafts = {table.name: to / f"{table.name}{DRAFT}" for table in TABLES}
    writers: dict[str, Writer] = {}
    try:
        writers |= {table.name: begin(drafts[table.name], table) for table in TABLES}
        for kept in _episodes(folder, skipped):
            for name, writer in writers.items():
                own = tuple(ROWS[name](kept))
                rows[name] += len(own)
                writer.write(own)
        for writer in writers.values():
            writer.close()
        files = {}
        for name, writer in writers.items():
            path = to / f"{name}{writer.suffix}"
            drafts[name].replace(path)
            files[path] = rows[name]
    except OSError as error:
        raise StorageError.of(to, error) from error
    finally:
        discard(drafts.values())
    return Exported(files, tuple(skipped))


def discard(paths: Iterable[Path]) -> None:
    """Remove files, those that are there."""
    for path in paths:
        path.unlink(missing_ok=True)


def journals(folder: Path) -> list[Path]:
    """The folders of all episodes that were begun. Raises `UserError` when there is none."""
    found = [path.parent for path in sorted(folder.glob(f"*/{JOURNAL}"))]
    if not found:
        raise UserError(f"there are no episodes in {folder}; play the league first: cogleague run LEAGUE")
    return found


def _episodes(folder: Path, skipped: list[tuple[str, str]]) -> Iterator[Kept]:
    for path in journals(folder):
        try:
            kept = load_kept(path)
        except JournalError as error:
            skipped.append((path.name, str(error)))
        except UnreadableResult as error:
            skipped.append((path.name, f"{RESULT} {error}"))
        else:
            yield kept
