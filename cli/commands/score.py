"""``manni score``: the score sheet of a game."""

from __future__ import annotations

from contextlib import suppress

from ...solver.errors import DealError, NotationError
from ...solver.report.sheet import SHEET, deals_table, sheet_text
from ...solver.scoresheet import play_entries
from ...solver.table.settings import Settings
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
    entries = [*inputs.entries_of(file)]
    game = play_entries(entries, variant, inputs.name_of(file))
    agreed = None
    if (first := entries[0].deal) is not None:
        with suppress(DealError, NotationError):  # not played here
            settings = Settings.of(first)
            agreed = settings.deals if settings.is_game else 1
    is_over = agreed is not None and len(game.deals) >= agreed
    Printer(form).show(
        lambda: SHEET.json(game) | ({"next": None} if is_over else {}),
        lambda: deals_table(game),
        lambda: sheet_text(game, is_over),
    )
