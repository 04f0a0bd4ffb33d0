"""Parquet files: read a piece at a time, written whole or not at all.

pyarrow comes with the extra ``cluster`` and is loaded only where it is needed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from solver.errors import NotationError, SolverError, cannot_be_read

if TYPE_CHECKING:
    import pyarrow as pa

ENDINGS = (".parquet", ".pq")
"""How the names of Parquet files end."""

ROW_GROUP = 1 << 17
"""Rows written together: some megabytes, so that memory stays flat."""

EXTRA = "pip install 'manni[cluster]'"
"""What to run for pyarrow and dask."""


def is_parquet(path: str) -> bool:
    """Return whether a path is that of a Parquet file or of a folder of them."""
    return path.lower().endswith((*ENDINGS, os.sep)) or bool(_files_in(path))


def _files_in(folder: str) -> list[str]:
    """Return the Parquet files in a folder by their names, none if it is no folder."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [
        os.path.join(folder, name)
        for name in names
        if name.lower().endswith(ENDINGS) and not name.startswith((".", "_"))
    ]


def arrow() -> Any:
    """Return pyarrow. Raises SolverError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SolverError(f"Parquet needs pyarrow: {EXTRA}") from None
    return pyarrow


class ParquetSource:
    """The rows of a Parquet file, or of all the files of a folder in the order of their names.

    Raises NotationError, which names the file, where one cannot be read or is torn.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._parquet = arrow().parquet
        self.files = _files_in(path) if os.path.isdir(path) else [path]
        if not self.files:
            raise NotationError("there is no Parquet file in it", file=path)
        self.schema: pa.Schema = None
        self.rows = 0
        for file in self.files:
            with _opened(self._parquet, file) as parquet:
                schema = parquet.schema_arrow.remove_metadata()
                if self.schema is None:
                    self.schema = schema
                elif schema != self.schema:
                    raise NotationError(f"other columns than {self.files[0]}", file=file)
                self.rows += parquet.metadata.num_rows

    def tables(self, rows: int) -> Iterator[pa.Table]:
        """Yield all rows in tables of ``rows``, the last of what is left."""
        waiting: list[pa.RecordBatch] = []
        count = 0
        for batch in self._batches(rows):
            while count + len(batch) >= rows:
                taken = rows - count
                yield self._table([*waiting, batch.slice(0, taken)])
                batch, waiting, count = batch.slice(taken), [], 0
            if len(batch):
                waiting.append(batch)
                count += len(batch)
        if waiting:
            yield self._table(waiting)

    def _table(self, batches: list[pa.RecordBatch]) -> pa.Table:
        return arrow().Table.from_batches(batches, schema=self.schema).combine_chunks()

    def _batches(self, rows: int) -> Iterator[pa.RecordBatch]:
        for file in self.files:
            with _opened(self._parquet, file) as parquet:
                try:
                    for batch in parquet.iter_batches(rows, use_threads=False):
                        batch.validate(full=True)  # a text need not be UTF-8
                        yield batch.replace_schema_metadata(None)
                except (arrow().ArrowException, OSError) as error:
                    raise _torn(file, error) from None


@contextmanager
def named(path: str) -> Iterator[None]:
    """Put the name of a file before an error about what is in it."""
    try:
        yield
    except SolverError as error:
        raise NotationError(str(error), file=path) from None


def read_part(path: str) -> pa.Table:
    """Return the rows of a small file with its metadata. Raises NotationError."""
    with _opened(arrow().parquet, path) as parquet:
        try:
            return parquet.read(use_threads=False)
        except (arrow().ArrowException, OSError) as error:
            raise _torn(path, error) from None


def _opened(parquet: Any, path: str) -> Any:
    try:
        return parquet.ParquetFile(path, memory_map=False, pre_buffer=False)
    except FileNotFoundError as error:
        raise cannot_be_read(path, OSError(error.errno, "no such file or directory")) from None
    except (arrow().ArrowException, OSError, UnicodeDecodeError) as error:
        raise _torn(path, error) from None  # the name of a column need not be UTF-8


def _torn(path: str, error: Exception) -> NotationError:
    if isinstance(error, OSError) and error.strerror:
        return cannot_be_read(path, error)
    reason = str(error).split("\n")[0].rstrip(". ")
    return NotationError(f"no Parquet file, or torn: {reason}", file=path)


class Writable(Protocol):
    """What can be written to."""

    def write(self, data: bytes) -> Any:
        """Write all of this."""


class ParquetSink:
    """A Parquet file being written to a stream, a row group at a time."""

    def __init__(self, stream: Writable, schema: pa.Schema) -> None:
        self.schema = schema
        self._stream = _Stream(stream)
        self._writer = arrow().parquet.ParquetWriter(
            arrow().PythonFile(self._stream, mode="w"), schema, compression="zstd"
        )
        self._waiting: list[pa.Table] = []
        self._rows = 0

    def write(self, table: pa.Table) -> None:
        """Write rows, at the latest when there are enough for a row group."""
        self._waiting.append(table.cast(self.schema))
        self._rows += len(table)
        if self._rows >= ROW_GROUP:
            self._flush()

    def close(self) -> None:
        """Write what is left and the end of the file, without which it is torn."""
        self._flush()
        self._writer.close()

    def __enter__(self) -> ParquetSink:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.close()
        finally:
            # A writer left open would write its end later, when the stream may be closed.
            self._stream.drop()
            self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            table = arrow().concat_tables(self._waiting).combine_chunks()
            self._writer.write_table(table, row_group_size=len(table))
        self._waiting, self._rows = [], 0


def parquet_bytes(table: pa.Table) -> bytes:
    """Return a table as the bytes of a Parquet file."""
    stream = BytesIO()
    arrow().parquet.write_table(table, stream, compression="zstd", row_group_size=ROW_GROUP)
    return stream.getvalue()


class _Stream(RawIOBase):
    """A stream as pyarrow wants one: it can say how much has been written."""

    def __init__(self, stream: Writable) -> None:
        self._stream: Writable | None = stream
        self._written = 0

    def drop(self) -> None:
        """Let go of the stream: nothing more gets there."""
        self._stream = None

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        if self._stream is not None:
            self._stream.write(piece)
        self._written += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._written


def write_beside(path: Path, data: bytes) -> None:
    """Write a file under another name, see it on the disk, and give it its name."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
