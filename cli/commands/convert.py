"""``manni convert``: deals in another format."""

from __future__ import annotations

import json
from collections import Counter

import click

from ... import Deal, SolverError, format_deals
from ...solver.files.jsonfile import format_json, left_out, record_of
from ...solver.report.schemas import CONVERTED
from .. import inputs, options, output
from ..outfile import check_target, write_file

FORMATS = ("manni", "json", "jsonl")


@options.command
def command(
    *,
    source: options.InArgument,
    target: options.OutOption,
    form: str | None = options.option(
        "--to", "[default: by the ending of OUT]", type=click.Choice(FORMATS)
    ),
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
    that of its line, and --declarer who declares where the others are partners. --json
    prints a summary as JSON where the deals go to a file.
    """
    known = check_target(target, *FORMATS * (form is None), reads=[source])
    form = form or known
    if not form:
        raise click.UsageError("Give --to or an OUT that ends in .manni, .json or .jsonl.")
    loop = inputs.DealLoop(keep_going)
    deals = inputs.deals_of(source, bad=loop)
    if not deals:
        raise SolverError(f"{inputs.name_of(source)}: no deal is left to write")
    lost: Counter[str] = Counter()
    if form == "manni":
        text = format_deals(deal for _number, _place, deal in deals)
    elif form == "json":
        text = format_json(deal for _number, _place, deal in deals)
    else:

        def line(number: int, place: str, deal: Deal) -> str:
            record = record_of(deal, contract, declarer)
            lost.update(left_out(deal, record))
            return json.dumps(record, ensure_ascii=False) + "\n"

        text = "".join(text for *_, text in loop.map(deals, line))
    if lost:
        left = ", ".join(f"{name} ({count})" for name, count in lost.items())
        output.note(f"left out, of so many deals: {left}")
    write_file(target, text)
    if as_json and target != "-":
        output.result_json(CONVERTED.json(None, deals=len(deals), left_out=lost.items()))
    loop.finish()
