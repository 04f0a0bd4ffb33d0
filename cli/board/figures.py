"""Tables of the library as the page draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manni.cli.board.view import minus
from manni.solver.report.tables import Table
from manni.solver.schema import TEXT, list_of, named, record

FIGURES = record(
    named("over", list_of(TEXT), "the heads, of those that belong together; else empty"),
    named("heads", list_of(TEXT)),
    named("rows", list_of(list_of(TEXT))),
    name="Figures",
)


def figures(table: Table | None, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return heads and cells as people read them, of all columns or of these in this order."""
    if table is None:
        return {"over": [], "heads": [], "rows": []}
    heads, *rows = table.text_rows()
    seen = [column for column in table.columns if column.head is not None]
    order = [column.name for column in seen]
    at = (
        range(len(seen))
        if names is None
        else [order.index(name) for name in names if name in order]
    )
    return {
        "over": [seen[index].over for index in at],
        "heads": [str(heads[index]) for index in at],
        "rows": [[minus(str(row[index])) for index in at] for row in rows],
    }
