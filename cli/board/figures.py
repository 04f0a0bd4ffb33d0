"""Tables of the library as the page draws them."""

from __future__ import annotations

from collections.abc import Container

from manni.cli.board.seen import coded
from manni.solver.report.tables import Table


def figures(
    table: Table | None, names: Container[str | None] | None = None
) -> tuple[list[str], list[list[str]]]:
    """Return heads and cells as people read them, of the columns of these names or of all."""
    if table is None:
        return [], []
    heads, *rows = table.text_rows()
    seen = [column.name for column in table.columns if column.head is not None]
    at = [index for index, name in enumerate(seen) if names is None or name in names]
    return [str(heads[index]) for index in at], [
        [coded(row[index]) for index in at] for row in rows
    ]
