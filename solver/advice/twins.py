"""Suits that may change places: what differs in nothing but their names is worth the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from manni.solver.advice.said import auction_of
from manni.solver.advice.seen import Seen
from manni.solver.cards import RANKS, SUITS, suit_ranks
from manni.solver.rules.auction import PASS, Call
from manni.solver.rules.contract import Contract

Renaming = tuple[int, ...]
"""By suit, the suit that takes its place."""


def renamed(cards: int, renaming: Renaming) -> int:
    """Return cards, as a hand, with the suits in their new places."""
    hand = 0
    for suit, place in enumerate(renaming):
        hand |= suit_ranks(cards, suit) << RANKS * place
    return hand


def renamings(seen: Seen, other: Seen) -> Iterator[Renaming]:
    """Yield the renamings of suits that make what one seat has seen what another has."""
    same = _placed(other, tuple(range(SUITS)))
    return (each for each in permutations(range(SUITS)) if _placed(seen, each) == same)


def orbit(cards: int, alike: list[Renaming]) -> list[int]:
    """Return cards, as a hand, and what they are called after each renaming, each once."""
    return list(dict.fromkeys((cards, *(renamed(cards, renaming) for renaming in alike))))


def _placed(seen: Seen, renaming: Renaming) -> list[object]:
    """Return what a seat has seen before the play, with the suits in their new places.

    Of the calls that is also what could have been called: an overcall may have to be higher, and
    then suits in other places could not have been.
    """

    def place(contract: Contract) -> Contract:
        return contract if contract.trump is None else Contract(renaming[contract.trump])

    def placed(call: Call | None) -> Call | None:
        return PASS if call is PASS else Call(place(call.contract), call.great)

    cut = 0 if seen.cut is None else 1 << seen.cut
    found: list[object] = [seen.variant, seen.seat, seen.taken, seen.declarer, seen.great]
    found += [renamed(each, renaming) for each in (seen.hand, seen.gone, cut, seen.variant.pack)]
    found.append(place(seen.contract))
    if seen.calls:
        auction = auction_of(seen.variant, seen.lists)
        found += [frozenset(map(place, left)) for left in auction.left]
        for call in seen.calls:
            found += [placed(call), frozenset(map(placed, auction.legal()))]
            auction = auction.call(call)
    return found
