"""What the programs here share: CPU time, figures, tables, and rows kept as they come."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean, median
from time import process_time_ns
from typing import Any

import numpy as np

from manni.solver.advice.compare import quantile

TIMES = ("n", "mean", "median", "p95", "max")
Row = dict[str, Any]


def timed(function: Callable[..., Any], *args: object, **named: object) -> tuple[float, Any]:
    """Return the CPU milliseconds of a call, and what it returns."""
    start = process_time_ns()
    found = function(*args, **named)
    return (process_time_ns() - start) / 1e6, found


def searched(
    search: Any, find: Callable[..., Any], *args: object, **named: object
) -> tuple[float, int, Any]:
    """Return CPU milliseconds, nodes and answer of a call of a search on an empty table.

    The clearing is counted.
    """
    before = search.nodes

    def cleared() -> Any:
        search.clear()
        return find(*args, **named)

    ms, found = timed(cleared)
    return ms, search.nodes - before, found


def figure(value: float) -> str:
    """Return a number with three significant figures."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def times(values: Sequence[float]) -> list[str]:
    """Return the cells of ``TIMES``; p95 is what 95 of 100 values do not exceed."""
    p95 = sorted(values)[-(-len(values) * 95 // 100) - 1]
    cells = map(figure, (fmean(values), median(values), p95, max(values)))
    return [str(len(values)), *cells]


def line(*cells: object) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def heads(*cells: object) -> None:
    """Print the head of a Markdown table."""
    line(*cells)
    line(*["---"] * len(cells))


def interval(values: Any, form: str = "+.2f") -> str:
    """Return a mean with half the width of its 95 % interval."""
    number = len(values)
    wide = 0.0
    if number > 1:
        wide = quantile(0.025, number - 1) * float(np.std(values, ddof=1)) / number**0.5
    return f"{np.mean(values):{form}} ± {wide:{form.strip('+')}}"


def read(*paths: Path) -> list[Row]:
    """Return the rows of files, a line of JSON each, but a last one not written whole."""
    lines = [row for path in paths for row in path.read_text("utf-8").splitlines(keepends=True)]
    return [json.loads(row) for row in lines if row.endswith("\n")]


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

    A program that was stopped reads its file, takes it up again and measures only what is missing.
    ``wanted`` are the values of the ``keys`` of each row there is to be; ``measure`` is given them
    and returns what else is in the row, None if it is left for the next time.
    """
    if options.source:
        return read(*options.source)
    path = options.output
    rows = read(path) if path is not None and path.exists() else []
    if rows:  # without a last line that was not written whole, so that rows can follow
        whole = path.with_name(f"{path.name}.part")
        whole.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        whole.replace(path)
    done = {tuple(row[key] for key in keys) for row in rows}
    for own in wanted:
        found = None if own in done else measure(*own)
        if found is not None:
            rows.append(dict(zip(keys, own, strict=True)) | found)
            if path is not None:
                with path.open("a", encoding="utf-8") as file:
                    print(json.dumps(rows[-1]), file=file)
    return rows
