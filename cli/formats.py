"""The formats of a result: text for people, the others for programs and for documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from manni.cli import output
from manni.solver import i18n

if TYPE_CHECKING:
    from manni.solver.report.text import AnyText, Table, Value

FORMATS = ("text", "csv", "tsv", "markdown", "json")

_JSON_GIVEN = "manni.cli.formats.json"


def _remember(ctx: click.Context, param: click.Parameter, given: bool) -> None:
    ctx.meta[_JSON_GIVEN] = given


def _settle(ctx: click.Context, param: click.Parameter, form: str | None) -> str:
    if not ctx.meta[_JSON_GIVEN]:
        return form or "text"
    if form not in (None, "json"):
        raise click.UsageError(f"--json or --format {form}, one of the two.")
    return "json"


def format_option(command: Any) -> Any:
    """Give a command ``--format`` as the parameter ``form``, and ``--json`` as a short way."""
    form = click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        callback=_settle,
        metavar="FORMAT",
        help="text, csv, tsv, markdown or json. In csv and tsv: a header row, cards such as "
        "SA, numbers that are not rounded, 5..9 for one not proved, nothing where there is "
        "none.  [default: text]",
    )
    # Read before --format, wherever it stands.
    json = click.option(
        "--json",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember,
        help="Print JSON.",
    )
    return form(json(command))


class Rows:
    """Tables printed one after the other as one, in CSV, TSV or Markdown."""

    def __init__(self, form: str) -> None:
        if form != "text":  # programs know no language
            i18n.choose(i18n.ENGLISH)
        self._form = form
        self._names: list[str] | None = None

    def add(self, table: Table, before: Mapping[str, Value] = MappingProxyType({})) -> None:
        """Print the rows of a table, each after the values ``before``, by their names."""
        names = [*before, *table.names()]
        if self._names is None:
            self._names = names
            if self._form == "markdown":
                output.result(table.markdown_head(list(before)), fold=False)
            else:
                self._print(names)
        assert names == self._names
        if self._form == "markdown":
            for line in table.markdown_rows(before.values()):
                output.result(line, fold=False)
        else:
            for row in table.values():
                self._print([*before.values(), *row])

    def _print(self, row: Sequence[Value]) -> None:
        from csv import writer
        from io import StringIO

        line = StringIO()
        dialect = "excel" if self._form == "csv" else "excel-tab"
        writer(line, dialect, lineterminator="\n").writerow(row)
        output.result_utf8(line.getvalue())


class Report(NamedTuple):
    """What makes JSON, a table and text of a result."""

    data: Callable[..., Any]
    table: Callable[..., Table]
    text: Callable[..., AnyText]

    def show(self, form: str, found: object) -> None:
        """Print a result in a format."""
        if form == "json":
            output.result_json(self.data(found))
        elif form != "text":
            Rows(form).add(self.table(found))
        else:
            output.result(self.text(found))
