"""Rows into Parquet. The one module that knows pyarrow, which is an extra: import it only when it is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pyarrow import parquet  # type: ignore[import-not-found, import-untyped, unused-ignore]

from harness.export.columns import Kind, Row, Table
from harness.export.writers import fit

GROUP_ROWS = 16_384
"""Rows that are kept until they make a row group."""

KINDS: Mapping[Kind, Any] = {
    "text": pyarrow.string(),
    "whole": pyarrow.int64(),
    "number": pyarrow.float64(),
    "yes": pyarrow.bool_(),
}


class ParquetWriter:
    """One Parquet file, compressed with zstd; column meanings stand in its schema."""

    suffix: ClassVar[str] = ".parquet"

    def __init__(self, path: Path, table: Table) -> None:
        self._schema = pyarrow.schema(
            [
                pyarrow.field(column.name, KINDS[column.kind], metadata={"meaning": column.meaning})
                for column in table.columns
            ]
        )
        self._file = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def write(self, rows: Iterable[Row]) -> None:
        """Append rows."""
        self._rows.extend(rows)
        while len(self._rows) >= GROUP_ROWS:
            self._flush(GROUP_ROWS)

    def close(self) -> None:
        """Finish the file."""
        if self._rows:
            self._flush(len(self._rows))
        self._file.close()

    def _flush(self, count: int) -> None:
        rows, self._rows = self._rows[:count], self._rows[count:]
        columns = [
            [fit(value) if isinstance(value := row.get(name), str) else value for row in rows]
            for name in self._schema.names
        ]
        arrays = [pyarrow.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
        self._file.write_table(pyarrow.Table.from_arrays(arrays, schema=self._schema))
