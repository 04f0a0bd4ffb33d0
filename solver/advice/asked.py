"""Advice at a moment of a deal, from what the seat has seen of it and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..cards import Seat
from ..deal import Deal
from ..moments import moment_of
from .answer import Answer
from .bids import advise_bid, advise_claim
from .declaration import Left, lines_left
from .exchange import advise_contract, advise_exchange
from .observation import Known, Observation
from .play import advise_play
from .put_away import advise_put_away, advise_trump

_ADVISE: dict[str, Callable[..., Answer]] = {
    "exchange": advise_exchange,
    "away": advise_put_away,
    "trump": advise_trump,
    "claim": advise_claim,
    "card": advise_play,
}


def advise(
    known: Known,
    *,
    at: str | None = None,
    after: int | None = None,
    seat: Seat | str | None = None,
    left: Left = (),
    score: Sequence[int] = (),
    **asked: Any,
) -> Answer:
    """Return advice for the seat that is asked at a moment of a deal, from what it has seen.

    >>> from manni import Deal, advise
    >>> hands = [None, None, "AQ5.K84.J962.T7"]
    >>> deal = Deal(hands, "hornafjordur", contract="NT", leader="F", play="C8 C9")
    >>> advise(deal, worlds=100).best.points
    1.31

    Without further arguments the next question of a deal is answered. Three arguments choose
    another one. ``at`` is the kind of question: an exchange, a call, a bid, a claim or a card.
    ``after`` is the number of questions of that kind to pass over. ``seat`` chooses the first
    question to that seat.

    ``left`` has the contracts of each seat's list that were still to be declared before the calls,
    by default all. ``score`` has the points that each seat has marked before this deal. All further
    arguments go to the function that advises on the question. Raises SolverError if the seat's
    hand is unknown, or if too little is known of the calls, exchanges and plays before.
    """
    if isinstance(known, Deal):
        lines = lines_left(known.rules, left, None) if known.rules else ()
        known = moment_of(known, at, after, seat, lines)
    seen = Observation.at(known, left=left, score=score)
    if seen.question == "bid":
        arguments = {"calls": seen.deal.auction, "shown": seen.shown} | asked
        return advise_bid(seen.hand, seen.variant, **arguments)
    if seen.question == "call":
        return advise_contract(seen.hand, seen.variant, left=left, calls=seen.calls, **asked)
    return _ADVISE[seen.question](seen, **asked)
