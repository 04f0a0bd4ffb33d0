"""The speed figures as text and as plain data."""

from __future__ import annotations

from typing import Any

from bench.rows import Measured, Row, Times

HEADS = ("row", "n", "mean", "median", "p95", "max", "ratio", "nodes", "bar", "", "beyond", "")
_RIGHT = frozenset(range(1, 8))


def figure(value: float) -> str:
    """Return a time in milliseconds with three figures that mean something."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def verdict(kept: bool | None) -> str:
    """Return yes, no, or a dash where nothing was compared."""
    return "–" if kept is None else "yes" if kept else "no"


def cells(row: Row, found: Measured) -> tuple[str, ...]:
    """Return the cells of a row under ``HEADS``."""
    times = found.times
    ratio = f"{found.ratio:.2f} × {row.yardstick}" if found.ratio is not None else "–"
    return (
        row.name,
        f"{times.count}",
        figure(times.mean),
        figure(times.median),
        figure(times.p95),
        figure(times.max),
        ratio,
        f"{found.nodes / times.count:,.0f}" if found.nodes else "–",
        str(row.bar),
        verdict(row.bar.kept_by(found)),
        str(row.beyond or "–"),
        verdict(row.beyond.kept_by(found)) if row.beyond else "–",
    )


def markdown(results: list[tuple[Row, Measured]]) -> str:
    """Return the figures as a Markdown table, the work in words beside the name."""
    lines = [
        "| " + " | ".join(("work", *HEADS)) + " |",
        "|" + "---|" * (len(HEADS) + 1),
    ]
    lines += ["| " + " | ".join((row.work, *cells(row, found))) + " |" for row, found in results]
    return "\n".join(lines)


def aligned(results: list[tuple[Row, Measured]]) -> list[str]:
    """Return the figures as lines of aligned text, heads first; times in milliseconds."""
    table = [HEADS, *(cells(row, found) for row, found in results)]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADS))]
    return [
        "  ".join(
            cell.rjust(width) if column in _RIGHT else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    ]


def as_data(row: Row, found: Measured) -> dict[str, Any]:
    """Return the figures of a row for JSON."""
    return {
        "row": row.name,
        "work": row.work,
        **_times(found.times),
        "nodes": found.nodes,
        "yardstick": row.yardstick,
        "yardstick_ms": _times(found.yardstick) if found.yardstick else None,
        "ratio": found.ratio,
        "bar": str(row.bar),
        "kept": row.bar.kept_by(found),
        "beyond": str(row.beyond) if row.beyond else None,
        "beyond_kept": row.beyond.kept_by(found) if row.beyond else None,
    }


def _times(times: Times) -> dict[str, float]:
    return {
        "count": times.count,
        "mean": times.mean,
        "median": times.median,
        "p95": times.p95,
        "max": times.max,
    }
