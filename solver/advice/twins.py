"""Suits that may change places: what differs in nothing but their names is worth the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from solver.advice.said import auction_of
from solver.advice.seen import Seen
from solver.cards import RANKS, SUITS, suit_ranks
from solver.rules.auction import PASS, Call
from solver.rules.contract import Contract

Renaming = tuple[int, ...]
"""By suit, the suit that takes its place."""


def renamed(cards: int, renaming: Renaming) -> int:
    """Return cards, as a hand, with the suits in their new places."""
    found = 0
    for suit, place in enumerate(renaming):
        found |= suit_ranks(cards, suit) << RANKS * place
    return found


def renamings(known: Seen, other: Seen) -> Iterator[Renaming]:
    """Yield the renamings of suits that make one view of another."""
    same = "variant", "seat", "taken", "declarer", "great"
    if any(getattr(known, name) != getattr(other, name) for name in same):
        return
    if known.contract.avoids != other.contract.avoids:
        return
    for renaming in permutations(range(SUITS)):
        if (
            _said(known, renaming) == _said(other, tuple(range(SUITS)))
            and _trump(known, renaming) == other.contract.trump
            and all(
                renamed(getattr(known, name), renaming) == getattr(other, name)
                for name in ("hand", "gone")
            )
        ):
            cut = None if known.cut is None else renamed(1 << known.cut, renaming)
            whole = renamed(known.variant.pack, renaming) == known.variant.pack
            if whole and cut == (None if other.cut is None else 1 << other.cut):
                yield renaming


def orbit(cards: int, alike: list[Renaming]) -> list[int]:
    """Return cards, as a hand, and what they are called after each renaming, each once."""
    return list(dict.fromkeys((cards, *(renamed(cards, each) for each in alike))))


def _trump(known: Seen, renaming: Renaming) -> int | None:
    trump = known.contract.trump
    return None if trump is None else renaming[trump]


def _said(known: Seen, renaming: Renaming) -> tuple[object, ...]:
    """Return what has been called, and what could be, with the suits in their new places.

    An overcall may have to be higher: then suits in other places could not have been called.
    """

    def place(contract: Contract) -> Contract:
        return contract if contract.trump is None else Contract(renaming[contract.trump])

    def placed(call: Call | None) -> Call | None:
        return PASS if call is PASS else Call(place(call.contract), call.great)

    if not known.calls:
        return ()
    auction = auction_of(known.variant, known.lists)
    found: list[object] = [frozenset(map(place, left)) for left in auction.left]
    for call in known.calls:
        found += [placed(call), frozenset(map(placed, auction.legal()))]
        auction = auction.call(call)
    return tuple(found)
