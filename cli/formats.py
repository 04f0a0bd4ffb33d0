"""The formats of a result: text for people, the others for programs and for documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import click

from manni.cli import output
from manni.cli.options import flag, is_given, option
from manni.solver import i18n

if TYPE_CHECKING:
    from manni.solver.report.tables import Table, Value
    from manni.solver.report.text import AnyText

FORMATS = ("text", "csv", "tsv", "markdown", "json")


def _settle(ctx: click.Context, param: click.Parameter, form: str | None) -> str:
    if not is_given("json"):
        return form or "text"
    if form not in (None, "json"):
        raise click.UsageError(f"--json or --format {form}, one of the two.")
    return "json"


def _format(name: str) -> Callable[[Any], Any]:
    """Return what gives a command ``--format``, and ``--json`` as a short way."""
    form = option(
        "--format",
        type=click.Choice(FORMATS),
        callback=_settle,
        metavar="FORMAT",
        help="text, csv, tsv, markdown or json. In csv and tsv: a header row, cards such as "
        "SA, numbers that are not rounded, 5..9 for one not proved, nothing where there is "
        "none.  [default: text]",
    )
    # Read before --format, wherever it stands.
    json = flag("--json", is_eager=True, expose_value=False, help="Print JSON.")
    return lambda command: form(name)(json("json")(command))


FormatOption = Annotated[str, _format]


_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d./+-]*$)")
"""How a text begins that a spreadsheet would work out; bounds such as -3..5 are none."""


def _no_formula(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


class Printer:
    """Results printed one after the other in a format; their tables are one table."""

    def __init__(self, form: str) -> None:
        if form != "text":  # programs know no language
            i18n.choose(i18n.ENGLISH)
        self._form = form
        self._begun = False
        self._names: list[str] | None = None

    def show(
        self,
        data: Callable[[], Any],
        table: Callable[[], Table],
        text: Callable[[], AnyText],
        before: Mapping[str, Value] = MappingProxyType({}),
    ) -> None:
        """Print a result; ``before`` is what stands before each row of its table, by name."""
        if self._form == "json":
            output.result_json(data())
        elif self._form == "text":
            output.result("\n" * self._begun + text())
        else:
            self._rows(table(), before)
        self._begun = True

    def _rows(self, table: Table, before: Mapping[str, Value]) -> None:
        names = [*before, *table.names()]
        if self._form == "markdown":
            lines = [] if self._begun else [table.markdown_head(list(before))]
            for line in [*lines, *table.markdown_rows(before.values())]:
                output.result(line, fold=False)
        else:
            rows = [[*before.values(), *row] for row in table.values()]
            self._print(rows if self._begun else [names, *rows])
        assert self._names in (None, names)
        self._names = names

    def _print(self, rows: Iterable[Iterable[Value]]) -> None:
        safe = ([_no_formula(value) for value in row] for row in rows)
        from csv import writer
        from io import StringIO

        lines = StringIO()
        dialect = "excel" if self._form == "csv" else "excel-tab"
        writer(lines, dialect, lineterminator="\n").writerows(safe)
        output.result_utf8(lines.getvalue())
