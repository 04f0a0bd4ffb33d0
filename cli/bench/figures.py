"""The speed figures as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.bench.rows import Measured, Row
from solver.report.text import UNKNOWN, Column, Table, columns

_COLUMNS = (
    Column(None, "work", left=True),
    *columns("row", "n", "mean", "median", "p95", "max", "ratio", "nodes"),
    *columns("bar", "", left=2),
)


class Result(NamedTuple):
    """A row and what was measured of it."""

    row: Row
    measured: Measured


def figure(value: float) -> str:
    """Return a time in milliseconds with three significant figures."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def verdict(kept: bool | None) -> str:
    """Return yes, no, or a dash where nothing was compared."""
    return UNKNOWN if kept is None else "yes" if kept else "no"


def table(results: Sequence[tuple[Row, Measured]]) -> Table:
    """Return the figures of each row, times in milliseconds.

    What a row measures, in words, is a column of Markdown only.
    """
    return Table(_COLUMNS, [_cells(row, found) for row, found in results])


def _cells(row: Row, found: Measured) -> tuple[str, ...]:
    times = found.times
    ratio = f"{found.ratio:.2f} × {row.yardstick}" if found.ratio is not None else UNKNOWN
    return (
        row.work,
        row.name,
        f"{times.count}",
        figure(times.mean),
        figure(times.median),
        figure(times.p95),
        figure(times.max),
        ratio,
        f"{found.nodes / times.count:,.0f}" if found.nodes else UNKNOWN,
        str(row.bar),
        verdict(row.bar.kept_by(found)),
    )
