"""Whether a bid is made, as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manni.solver.i18n import _, seat_word
from manni.solver.position import Position

if TYPE_CHECKING:
    from manni.solver.values.bid import BidMade


def bid_text(answer: BidMade, position: Position) -> str:
    """Return whether the declarer makes his bid: ``30 is bid: dealer is sure of 26, 4 short``."""
    assert position.declarer is not None
    head = _("{bid} is claimed") if position.rules.claimed else _("{bid} is bid")
    text = _(
        "{bid_said}: {what}",
        bid_said=head.format(bid=answer.bid),
        what=_what_comes(answer, position.avoids),
    )
    low, high = answer.sure
    return text.format(seat=seat_word(position.declarer), low=low, high=high)


def _what_comes(answer: BidMade, avoids: bool) -> str:
    """Return what becomes of the declarer, with ``{seat}``, ``{low}`` and ``{high}`` to fill."""
    low, high = answer.sure
    if answer.made is None:
        return _("whether {seat} makes it is not proved")
    if avoids and answer.made:
        return _("{seat} can be made to take no trick")
    if avoids and low != high:
        return _("{seat} can be made to take {low} at least")
    if avoids:
        return _("{seat} can be made to take {low}")
    if not answer.bid.name.isdigit():
        if answer.made:
            return _("{seat} is sure of every trick")
        return _("{seat} is not sure of every trick")
    if answer.made:
        if low == high:
            return _("{seat} is sure of {low}")
        return _("{seat} is sure of at least {low}")
    if low == high:
        sure = _("{seat} is sure of {low}, {short} short")
    else:
        sure = _("{seat} is sure of at most {high}, {short} short")
    return sure.replace("{short}", str(answer.bid.worth - high))
