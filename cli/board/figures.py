"""Tables of the library as the page draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manni.cli.board.view import minus
from manni.solver.report.tables import Table
from manni.solver.schema import TEXT, list_of, named, record

FIGURES = record(
    named("heads", list_of(TEXT)),
    named("rows", list_of(list_of(TEXT))),
    name="Figures",
)


def figures(table: Table | None, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return heads and cells as people read them, of all columns or of these in this order."""
    if table is None:
        return {"heads": [], "rows": []}
    heads, *rows = table.text_rows()
    seen = [column.name for column in table.columns if column.head is not None]
    order = range(len(seen)) if names is None else map(seen.index, filter(seen.__contains__, names))
    at = list(order)
    return {
        "heads": [str(heads[index]) for index in at],
        "rows": [[minus(str(row[index])) for index in at] for row in rows],
    }
