"""Rows of a measurement that takes hours, kept in a file as they come: a line of JSON each.

A program that was stopped reads its file, takes it up again and measures only what is missing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from solver.advice.statistics import half_width

Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """Return the rows of a file, without a last line that was not written whole."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def take_up(path: Path | None) -> list[Row]:
    """Return the rows of a file to go on with, none where there is no file yet.

    A last line that was not written whole is taken out of it, so that rows can follow.
    """
    if path is None or not path.exists():
        return []
    rows = read(path)
    whole = path.with_name(f"{path.name}.part")
    whole.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    whole.replace(path)
    return rows


def keep(path: Path | None, row: Row) -> None:
    """Add a row to a file, if there is to be one."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            print(json.dumps(row), file=file)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Give a program the options of its files, as ``measured`` reads them."""
    parser.add_argument("-o", "--output", type=Path, help="a line a row, as they come")
    parser.add_argument(
        "--from", dest="source", type=Path, nargs="+", help="files that -o has made: only these"
    )


def measured(
    options: argparse.Namespace,
    keys: tuple[str, ...],
    wanted: Iterable[tuple[Any, ...]],
    measure: Callable[..., Row | None],
) -> list[Row]:
    """Return the rows of the files given, or those of the file to write and what it lacks.

    ``wanted`` are the values of the ``keys`` of each row there is to be; ``measure`` is given them
    and returns what else is in the row, None if it is left for the next time.
    """
    if options.source:
        return [row for path in options.source for row in read(path)]
    rows = take_up(options.output)
    done = {tuple(row[key] for key in keys) for row in rows}
    for own in wanted:
        found = None if own in done else measure(*own)
        if found is not None:
            rows.append(dict(zip(keys, own, strict=True)) | found)
            keep(options.output, rows[-1])
    return rows


def interval(values: Any, form: str) -> str:
    """Return a mean with half the width of its 95 % interval."""
    wide = half_width(float(np.var(values, ddof=1)), len(values), 0.95) if len(values) > 1 else 0
    return f"{np.mean(values):{form}} ± {wide:{form.strip('+')}}"
