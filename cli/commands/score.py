"""``manni score``: the score sheet of a game."""

from __future__ import annotations

import click

from manni.cli import inputs, options
from manni.cli.formats import Report, format_option
from manni.cli.params import FILE
from manni.solver.report.sheet import SHEET, deals_table, sheet_text
from manni.solver.rules.variant import Variant
from manni.solver.scoresheet import play_entries


@click.command
@click.argument("file", type=FILE)
@options.variant_option
@format_option
def command(file: str, variant: Variant | None, form: str) -> None:
    """Print the score sheet of a game.

    FILE holds its deals (- is stdin). A deal needs its result or complete play; its
    contract, where cut card or turn do not give it; the declarer of a great one; where
    numbers are bid, [Auction "20 25 pass pass"], or [Bid "25"] and its declarer. [Players
    "Anna Björn Dóra"] in the first deal names the players in the order of play; [Dealer
    "Dóra"] says who deals, by default the third player first and then in turn. --variant is
    for a FILE that names none.
    """
    game = play_entries(inputs.entries_of(file), variant, inputs.name_of(file))
    Report(SHEET.json, deals_table, sheet_text).show(form, game)
