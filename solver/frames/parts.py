"""The answers of a run as a folder of part files, from which a stopped run goes on.

A Parquet file cannot be added to: its index is its end. So each partition is a file of its
own, written under another name, seen on the disk and renamed: it is there as a whole or not
at all, whenever a process is killed. Its name has the number of the partition and a fingerprint of
the rows it answers. A run that is taken up reads its input again and solves those partitions
whose file is not there; a file of the same number with another fingerprint shows that the
input has changed. No row can be lost or doubled, for the number says which rows they are.

While a run is under way the folder is ``NAME.part``. Only when every part is there is it
renamed, or made one file and removed: a folder or file under its own name is whole.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING

from solver.errors import NotationError, SolverError
from solver.files.lock import lock
from solver.files.parquet import ParquetSink, Writable, parquet_bytes, read_part, write_beside
from solver.frames.columns import answered
from solver.frames.partitions import Partition
from solver.frames.questions import Answers

if TYPE_CHECKING:
    import pyarrow as pa

_SETTINGS = "_run.json"
_PART = re.compile(r"part-(\d{7})-([0-9a-f]{16})\.parquet")
_STAMP = b"manni"


@dataclass(frozen=True)
class Settings:
    """What all parts of a run share: rows per partition, seconds per row, shares, the form."""

    rows: int
    seconds: float | None = None
    share: bool = False
    form: int = 2


class Parts:
    """The folder ``NAME.part`` of a run under way; one run at a time may write there.

    Raises SolverError if a run is there and is not to be resumed, is another one, or is
    still going on.
    """

    def __init__(self, target: str, settings: Settings, resume: bool) -> None:
        self.target = Path(target)
        self.folder = self.target.with_name(self.target.name + ".part")
        self.settings = settings
        self._check_target(resume)
        there = (self.folder / _SETTINGS).exists()
        if there and not resume:
            raise SolverError(
                f"{self.folder} holds a run that was stopped: --resume goes on with it"
            )
        if not there:
            self._start()
        self.written = 0
        """The parts that this run has written."""
        self._lock = self._locked()
        try:
            if there:
                self._check_settings()
            for left in self.folder.glob(".*.tmp"):  # their writers are gone: see the lock
                left.unlink()
            self._names = self._found()
        except BaseException:
            self.close()
            raise

    def _check_target(self, resume: bool) -> None:
        if resume and self.target.exists() and not self.folder.exists():
            raise SolverError(f"{self.target} is there as a whole: there is nothing to resume")
        if self.target.is_dir():
            raise SolverError(f"{self.target} is there already: remove it first")

    def _start(self) -> None:
        if self.folder.exists() and any(self.folder.iterdir()):
            raise SolverError(f"{self.folder} holds something else than a run: remove it first")
        self.folder.mkdir(exist_ok=True)
        write_beside(self.folder / _SETTINGS, json.dumps(asdict(self.settings)).encode() + b"\n")

    def _check_settings(self) -> None:
        name = str(self.folder / _SETTINGS)
        try:
            stored = Settings(**json.loads((self.folder / _SETTINGS).read_bytes()))
        except (ValueError, TypeError):
            raise NotationError("torn, or not that of a run", file=name) from None
        if stored != self.settings:
            if stored.form != self.settings.form:
                raise SolverError(f"{self.folder} is a run of another version: remove it first")
            was, now = (_said(settings) for settings in (stored, self.settings))
            raise SolverError(f"{self.folder} is a run with {was}, this is one with {now}")

    def _locked(self) -> IO[bytes]:
        """Keep other runs away until this one ends, however it does."""
        file = open(self.folder / _SETTINGS, "rb")  # noqa: SIM115  # closed with the run
        try:
            lock(file.fileno(), str(self.folder))
        except SolverError:
            file.close()
            raise
        return file

    def _found(self) -> dict[int, str]:
        parts: dict[int, str] = {}
        for path in sorted(self.folder.iterdir()):
            if path.name == _SETTINGS:
                continue
            match = _PART.fullmatch(path.name)
            if match is None or int(match[1]) in parts:
                raise SolverError(f"{path} is not of this run: remove it first")
            parts[int(match[1])] = path.name
        return parts

    def has(self, partition: Partition) -> bool:
        """Return whether a partition is answered already.

        Raises SolverError if what is there is torn or answers other rows.
        """
        name = self._names.get(partition.number)
        if name is None:
            return False
        path = self.folder / name
        if name != _name(partition):
            raise SolverError(
                f"{path} answers other rows than partition {partition.number} has now: "
                f"the input has changed; remove {self.folder} to start again"
            )
        try:
            part = read_part(str(path))
        except NotationError as error:
            raise NotationError(
                f"{error.message}; remove it, and it is solved again", file=str(path)
            ) from None
        stamp = (part.schema.metadata or {}).get(_STAMP)
        if stamp != partition.fingerprint.encode() or len(part) != len(partition):
            raise SolverError(f"{path} is not of this run: remove it, and it is solved again")
        return True

    def write(self, partition: Partition, answers: Answers) -> None:
        """Write the answers of a partition."""
        table = self._table(partition, answers)
        table = table.replace_schema_metadata({_STAMP: partition.fingerprint.encode()})
        name = _name(partition)
        write_beside(self.folder / name, parquet_bytes(table))
        self._names[partition.number] = name
        self.written += 1

    def _table(self, partition: Partition, answers: Answers) -> pa.Table:
        return answered(
            partition.table,
            partition.questions,
            answers,
            partition.errors,
            bounds=self.settings.seconds is not None,
            share=self.settings.share,
        )

    def check_whole(self, count: int) -> None:
        """Raise SolverError unless the partitions there are the first ``count`` and no more."""
        beyond = [number for number in self._names if number >= count]
        if beyond:
            path = self.folder / self._names[min(beyond)]
            raise SolverError(f"{path} answers rows that the input does not have any more")
        assert len(self._names) == count

    def tables(self) -> Iterator[pa.Table]:
        """Yield the parts in their order."""
        for number in sorted(self._names):
            part = read_part(str(self.folder / self._names[number]))
            yield part.replace_schema_metadata(None)

    def become_folder(self) -> None:
        """Give the folder the name of the target."""
        self.close()
        os.replace(self.folder, self.target)
        (self.target / _SETTINGS).unlink()

    def become_file(self, stream: Writable) -> None:
        """Write all parts as one Parquet file."""
        tables = self.tables()
        first = next(tables, None)
        if first is None:
            return
        with ParquetSink(stream, first.schema) as sink:
            for table in chain([first], tables):
                sink.write(table)

    def remove(self) -> None:
        """Remove the parts once they have been copied."""
        self.close()
        shutil.rmtree(self.folder)

    def close(self) -> None:
        """Release the folder to other runs."""
        self._lock.close()

    def __len__(self) -> int:
        return len(self._names)


def _name(partition: Partition) -> str:
    return f"part-{partition.number:07}-{partition.fingerprint}.parquet"


def _said(settings: Settings) -> str:
    limit = "" if settings.seconds is None else f" and {settings.seconds:g} s a row"
    shares = " and shares" * settings.share
    return f"{settings.rows:,} rows a partition{limit}{shares}"
