"""``manni convert``: deals in another format."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import click

from manni import Contract, Deal, Seat, SolverError, format_deals
from manni.cli import inputs, options, output
from manni.cli.outfile import check_target, ending, write_text
from manni.solver.files.entry import Entry
from manni.solver.files.jsonfile import format_json
from manni.solver.files.reading import entries_of
from manni.solver.report.summaries import CONVERTED
from manni.solver.values.lines import left_out, line_entries, record_of

FORMATS = ("manni", "json", "jsonl")

# A JSON object that ends on the first line, with another line after it.
_LINES = re.compile(r"\s*\{[^\n]*\}[ \t\r]*\n\s*\S")


@options.command
def command(
    source: options.InArgument,
    target: options.OutOption,
    form: Annotated[
        str | None,
        options.option("--to", type=click.Choice(FORMATS), help="[default: by the ending of OUT]"),
    ],
    contract: options.ContractOption,
    declarer: options.DeclarerOption,
    keep_going: options.KeepGoingOption,
    as_json: options.JsonOption,
) -> None:
    """Write deals in another format: .manni, .json or .jsonl.

    A .jsonl file is for `manni batch`. IN may also hold hands, one deal per line (- is
    stdin). A .manni file and a .json file say the same, but for comments, which are not
    kept. A line of .jsonl is the position a deal has come to; what else the deal says is
    left out, and a note says what it was. Where a deal records no contract, --contract is
    that of its line, and --declarer who declares where the two others are partners. --json
    prints a summary as JSON where the deals go to a file.
    """
    check_target(target, [source])
    form = form or _by_ending(target)
    bad = inputs.BadDeals(keep_going)
    deals = list(_deals(source, bad))
    if not deals:
        raise SolverError(f"{inputs.name_of(source)}: no deal is left to write")
    lost: Counter[str] = Counter()
    if form == "manni":
        text = format_deals(deal for _, deal in deals)
    elif form == "json":
        text = format_json(deal for _, deal in deals)
    else:
        text = "".join(_lines(deals, contract, declarer, bad, lost))
    if lost:
        left = ", ".join(f"{name} ({count})" for name, count in lost.items())
        output.note(f"left out, of so many deals: {left}")
    write_text(target, text)
    if as_json and target != "-":
        output.result_json(CONVERTED.json(None, deals=len(deals), left_out=lost.items()))
    bad.finish()


def _by_ending(target: str) -> str:
    form = ending(target, *FORMATS)
    if not form:
        raise click.UsageError("Give --to or an OUT that ends in .manni, .json or .jsonl.")
    return form


def _deals(source: str, bad: inputs.BadDeals) -> Iterator[tuple[str, Deal]]:
    """Yield the deals of a file, each after its place."""
    text, name = inputs.text_of(source), inputs.name_of(source)
    of_lines = name.lower().endswith(".jsonl") or _LINES.match(text)
    entries: Iterable[Entry] = line_entries(text, name) if of_lines else entries_of(text, name)
    for entry in inputs.warned(entries):
        if entry.deal is not None:
            yield f"{name}: deal {entry.number}", entry.deal
        elif entry.error is not None:
            bad.meet(entry)


def _lines(
    deals: Iterable[tuple[str, Deal]],
    contract: Contract | None,
    declarer: Seat | None,
    bad: inputs.BadDeals,
    lost: Counter[str],
) -> Iterator[str]:
    """Yield deals as lines for ``manni batch``; count in ``lost`` what they cannot say."""
    for place, deal in deals:
        with bad.caught(place):
            record: dict[str, Any] = record_of(deal, contract, declarer)
            lost.update(left_out(deal, record))
            yield json.dumps(record, ensure_ascii=False) + "\n"
