"""Parquet files: read and written a piece at a time.

pyarrow comes with the extra ``cluster`` and is loaded only where it is needed.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import quote
from ..errors import NotationError, SolverError, cannot_be_read

if TYPE_CHECKING:
    import pyarrow as pa

ENDINGS = (".parquet", ".pq")
"""How the names of Parquet files end."""

Write = Callable[[bytes], Any]
"""What takes the pieces of a file, such as its ``write``."""

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
        self.files = _files_in(path) if os.path.isdir(path) else [path]
        if not self.files:
            raise NotationError("there is no Parquet file in it", file=path)
        self.schema: pa.Schema = None
        self._counts: list[int] = []
        for file in self.files:
            with _open(file) as parquet:
                schema = parquet.schema_arrow.remove_metadata()
                if self.schema in (None, schema):
                    self.schema = schema
                else:
                    self.schema = self._joined(schema, file)
                self._counts.append(parquet.metadata.num_rows)
        self.rows = sum(self._counts)

    def _joined(self, schema: pa.Schema, file: str) -> pa.Schema:
        """Return columns that hold those of the files before and of one more.

        Raises NotationError where they are not the same, whatever their order and kind of number or
        text.
        """
        try:
            for name in sorted({*schema.names} ^ {*self.schema.names}):
                raise TypeError(f"only one of them has {quote(name)}")
            both = [_plain(self.schema), _plain(schema)]
            return arrow().unify_schemas(both, promote_options="permissive")
        except (TypeError, arrow().ArrowException) as error:  # the kinds of one cannot be merged
            raise NotationError(f"other columns than {self.files[0]}: {error}", file=file) from None

    def read(self, first: int, rows: int) -> pa.Table:
        """Return so many rows behind ``first``, fewer at the end."""
        pieces, left = [], rows
        for file, count in zip(self.files, self._counts, strict=True):
            if first < count and left:
                piece = read_file(file, first, left)
                try:
                    pieces.append(piece.select(self.schema.names).cast(self.schema))
                except arrow().ArrowException as error:
                    raise NotationError(str(error), file=file) from None
                left -= len(pieces[-1])
            first = max(0, first - count)
        return arrow().concat_tables(pieces).combine_chunks()


def _plain(schema: pa.Schema) -> pa.Schema:
    """Return columns that may be empty, with texts as such however they are kept."""
    pa = arrow()
    kinds = [kind.value_type if pa.types.is_dictionary(kind) else kind for kind in schema.types]
    kinds = [pa.string() if kind == pa.string_view() else kind for kind in kinds]
    return pa.schema(zip(schema.names, kinds, strict=True))


def read_file(file: str, first: int = 0, rows: int = 1 << 62) -> pa.Table:
    """Return rows of a file, of which no more than their row groups are in memory.

    Raises NotationError, which names it, where it cannot be read or is torn.
    """
    with _open(file) as parquet:
        groups = range(parquet.num_row_groups)
        sizes = (parquet.metadata.row_group(group).num_rows for group in groups)
        starts = [*accumulate(sizes, initial=0)]
        begin, end = bisect_right(starts, first) - 1, bisect_left(starts, first + rows)
        try:
            table = parquet.read_row_groups(groups[begin:end], use_threads=False)
            table = table.slice(first - starts[begin], rows)
            table.validate(full=True)  # a text need not be UTF-8
        except (arrow().ArrowException, OSError) as error:
            raise _torn_error(file, error) from None
        return table.replace_schema_metadata(None)


def _open(path: str) -> Any:
    try:
        return arrow().parquet.ParquetFile(path, memory_map=False, pre_buffer=False)
    except FileNotFoundError as error:
        raise cannot_be_read(path, OSError(error.errno, "no such file or directory")) from None
    except (arrow().ArrowException, OSError, UnicodeDecodeError) as error:
        raise _torn_error(path, error) from None  # the name of a column need not be UTF-8


def _torn_error(path: str, error: Exception) -> NotationError:
    if isinstance(error, OSError) and error.strerror:
        return cannot_be_read(path, error)
    reason = str(error).split("\n")[0].rstrip(". ")
    return NotationError(f"no Parquet file, or torn: {reason}", file=path)


def write_tables(write: Write, tables: Iterable[pa.Table]) -> None:
    """Write tables as one Parquet file, a row group each. Without its end such a file is torn."""
    rest = iter(tables)
    first = next(rest)
    piece = BytesIO()  # which alone pyarrow has to do with
    with arrow().parquet.ParquetWriter(piece, first.schema, compression="zstd") as writer:
        for table in chain([first], rest):
            writer.write_table(table)
            write(piece.getvalue())
            piece.seek(0)
            piece.truncate()
    write(piece.getvalue())


def write_beside(path: Path, table: pa.Table) -> None:
    """Write a file under another name, see it on the disk, and give it its name."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            write_tables(file.write, [table])
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
