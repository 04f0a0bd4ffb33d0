"""``manni score``: the score sheet of a game."""

from __future__ import annotations

from ...solver.report.sheet import SHEET, deals_table, sheet_text
from ...solver.scoresheet import play_entries
from .. import inputs, options
from ..output import Printer


@options.command
def command(
    file: options.FileArgument, variant: options.VariantOption, form: options.FormatOption
) -> None:
    """Print the score sheet of a game.

    FILE holds its deals (- is stdin). A deal needs its result or complete play; its
    contract, where cut card or turn do not give it; the declarer of a great one; where
    numbers are bid, [Auction "20 25 pass pass"], or [Bid "25"] and its declarer. [Players
    "Anna Björn Dóra"] in the first deal names the players in the order of play; [Dealer
    "Dóra"] says who deals, by default the third player first and then in turn. --variant is
    for a FILE that names none.
    """
    game = play_entries(inputs.entries_of(file), variant, inputs.name_of(file))
    Printer(form).show(
        lambda: SHEET.json(game), lambda: deals_table(game), lambda: sheet_text(game)
    )
