"""What public functions may be given in place of a deal or a position: a text, a deal."""

from __future__ import annotations

from manni.solver import checks
from manni.solver.deal import Deal
from manni.solver.errors import ArgumentError, DealError
from manni.solver.position import Position


def deal_of(given: Deal | str) -> Deal:
    """Return a deal as it is, or the one deal of a text in any format that files have.

    Raises what reading a file does, and DealError where there are several.
    """
    if not isinstance(given, str):
        return checks.instance(given, Deal, "deal")
    from manni.solver.files.entry import all_deals  # here: a deal needs no files
    from manni.solver.files.reading import entries_of

    deals = all_deals(entries_of(given))
    if len(deals) > 1:
        raise DealError(f"the text has {len(deals)} deals, expected one")
    return deals[0]


def position_of(given: Position | Deal | str) -> Position:
    """Return a position as it is, or the one that a deal, also as text, has come to.

    Raises what ``deal_of`` and ``Deal.position`` do.
    """
    if isinstance(given, Position):
        return given
    if not isinstance(given, Deal | str):
        raise ArgumentError(f"position: {checks.quote(given)}, expected a Position, Deal or text")
    return deal_of(given).position()
