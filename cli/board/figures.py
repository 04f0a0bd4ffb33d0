"""Tables of the library as the page draws them."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from manni.cli.board.seen import coded
from manni.solver.report.tables import Table
from manni.solver.schema import TEXT, list_of, named, record

FIGURES = record(
    named("heads", list_of(TEXT)),
    named("rows", list_of(list_of(TEXT))),
    name="Figures",
)


def figures(table: Table | None, names: Container[str | None] | None = None) -> dict[str, Any]:
    """Return heads and cells as people read them, of the columns of these names or of all."""
    if table is None:
        return {"heads": [], "rows": []}
    heads, *rows = table.text_rows()
    seen = [column.name for column in table.columns if column.head is not None]
    at = [index for index, name in enumerate(seen) if names is None or name in names]
    return {
        "heads": [str(heads[index]) for index in at],
        "rows": [[coded(row[index]) for index in at] for row in rows],
    }
