"""Whether a bid is made, as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.position import Position
from solver.rules.trick import TrickRules

if TYPE_CHECKING:
    from solver.values.bid import BidMade


def said_word(rules: TrickRules) -> str:
    """Return how a bid came about: ``bid``, or ``claimed`` where there is no auction."""
    return "claimed" if rules.claimed else "bid"


def bid_text(answer: BidMade, position: Position) -> str:
    """Return whether the declarer makes his bid: ``30 is bid: dealer is sure of 26, 4 short``."""
    assert position.declarer is not None
    bid, (low, high), word = answer.bid, answer.sure, position.declarer.word
    said = said_word(position.rules)
    if answer.made is None:
        return f"{bid} is {said}: whether {word} makes it is not proved"
    if position.avoids:
        end = "no trick" if answer.made else f"{low} at least" if low != high else f"{low}"
        return f"{bid} is {said}: {word} can be made to take {end}"
    if bid.name.isdigit():
        sure = str(low) if low == high else f"at least {low}" if answer.made else f"at most {high}"
        short = "" if answer.made else f", {bid.worth - high} short"
        return f"{bid} is {said}: {word} is sure of {sure}{short}"
    return f"{bid} is {said}: {word} is {'' if answer.made else 'not '}sure of every trick"
