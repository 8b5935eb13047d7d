"""What is exported loads in pandas, polars and DuckDB, and says the same in all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.export.columns import TABLES, Table
from harness.export.tables import export_tables
from harness.export.writers import CsvWriter, JsonLinesWriter
from tests.loopback import Sent

EXTRA = 'pip install "cogleague[export,export-test]" installs what reads the exported tables'
pyarrow = pytest.importorskip("pyarrow", reason=EXTRA)
pandas = pytest.importorskip("pandas", reason=EXTRA)
polars = pytest.importorskip("polars", reason=EXTRA)
duckdb = pytest.importorskip("duckdb", reason=EXTRA)

FORMATS = ("csv", "jsonl", "parquet")
POLARS = {"text": polars.String, "whole": polars.Int64, "number": polars.Float64, "yes": polars.Boolean}
DUCKDB = {"text": "VARCHAR", "whole": "BIGINT", "number": "DOUBLE", "yes": "BOOLEAN"}
PANDAS = {"text": "string", "whole": "Int64", "number": "float64", "yes": "boolean"}

Records = list[dict[str, Any]]


def in_polars(path: Path, table: Table) -> Records:
    schema = {column.name: POLARS[column.kind] for column in table.columns}
    if path.suffix == ".csv":
        return polars.read_csv(path, schema=schema).to_dicts()
    if path.suffix == ".jsonl":
        return polars.read_ndjson(path, schema=schema).to_dicts()
    frame = polars.read_parquet(path)
    assert dict(frame.schema) == schema
    return frame.to_dicts()


def in_duckdb(path: Path, table: Table) -> Records:
    """Every column by its bare name, so none may be a reserved word."""
    kinds = ", ".join(f"'{column.name}': '{DUCKDB[column.kind]}'" for column in table.columns)
    readers = {
        ".csv": f"read_csv('{path}', header = true, columns = {{{kinds}}})",
        ".jsonl": f"read_json('{path}', format = 'newline_delimited', columns = {{{kinds}}})",
        ".parquet": f"read_parquet('{path}')",
    }
    names = ", ".join(column.name for column in table.columns)
    found = duckdb.sql(f"SELECT {names} FROM {readers[path.suffix]}")
    assert [str(kind) for kind in found.types] == [DUCKDB[column.kind] for column in table.columns]
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def in_pandas(path: Path, table: Table) -> Records:
    kinds = {column.name: PANDAS[column.kind] for column in table.columns}
    if path.suffix == ".csv":
        frame = pandas.read_csv(path, dtype=kinds, keep_default_na=False, na_values={name: [""] for name in kinds})
    elif path.suffix == ".jsonl":
        frame = pandas.read_json(path, lines=True, dtype=False, precise_float=True)
        frame = frame.reindex(columns=list(kinds)).astype(kinds)
    else:
        frame = pandas.read_parquet(path).astype(kinds)
    return [
        {name: None if pandas.isna(value) else value for name, value in row.items()} for row in frame.to_dict("records")
    ]


READERS = {"polars": in_polars, "duckdb": in_duckdb, "pandas": in_pandas}


@pytest.fixture(scope="session")
def exported(talking: tuple[Path, list[Sent]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    from harness.export.parquet import ParquetWriter

    to = tmp_path_factory.mktemp("exported")
    for begin in (CsvWriter, JsonLinesWriter, ParquetWriter):
        export_tables(talking[0], to, begin)
    return to


def same(wanted: Records, suffix: str) -> Iterator[dict[str, Any]]:
    """The rows as a reader sees them: readers of CSV take a sign away from no text, and some an empty one for none."""
    signs = ("=", "+", "-", "@", "\t", "\n", "'", "＝", "＋", "－", "＠")
    for row in wanted:
        marked = {
            name: f"'{value}" if suffix == "csv" and isinstance(value, str) and value.startswith(signs) else value
            for name, value in row.items()
        }
        yield {name: None if value == "" else value for name, value in marked.items()}


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("name", READERS)
def test_every_table_loads_with_its_kinds_and_values(name: str, suffix: str, exported: Path) -> None:
    read: Callable[[Path, Table], Records] = READERS[name]
    for table in TABLES:
        lines = (exported / f"{table.name}.jsonl").read_text().splitlines()
        wanted = list(same([json.loads(line) for line in lines], suffix))
        found = [
            {key: None if value == "" else value for key, value in row.items()}
            for row in read(exported / f"{table.name}.{suffix}", table)
        ]
        assert len(found) == len(wanted) > 0
        for own, row in zip(found, wanted, strict=True):
            assert own == row, (table.name, own, row)


@pytest.mark.parametrize("name", READERS)
def test_an_empty_table_loads_too(name: str, tmp_path: Path) -> None:
    from harness.export.parquet import ParquetWriter

    table = TABLES[-1]
    for begin in (CsvWriter, ParquetWriter):
        writer = begin(tmp_path / f"empty{begin.suffix}", table)
        writer.close()
        assert READERS[name](tmp_path / f"empty{begin.suffix}", table) == []


def test_parquet_says_what_its_columns_mean(exported: Path) -> None:
    from pyarrow import parquet

    schema = parquet.read_schema(exported / "calls.parquet")
    told = {name: schema.field(name).metadata[b"meaning"].decode() for name in schema.names}
    assert told == {
        column.name: column.meaning for table in TABLES if table.name == "calls" for column in table.columns
    }


def test_parquet_is_written_in_groups(tmp_path: Path) -> None:
    from pyarrow import parquet

    from harness.export.parquet import GROUP_ROWS, ParquetWriter

    writer = ParquetWriter(tmp_path / "many.parquet", TABLES[-1])
    for _ in range(5):
        writer.write({"draw": number} for number in range(GROUP_ROWS // 2))
    writer.close()
    found = parquet.ParquetFile(tmp_path / "many.parquet")
    assert (found.metadata.num_rows, found.num_row_groups) == (GROUP_ROWS // 2 * 5, 3)
