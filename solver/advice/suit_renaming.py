"""Suits that may change places: what differs in nothing but their names is worth the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from manni.solver.advice.declaration import auction_of
from manni.solver.advice.observation import Observation
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


def renamings(observation: Observation, other: Observation) -> Iterator[Renaming]:
    """Yield the renamings of suits that make what one seat has seen what another has."""
    same = _placed(other, tuple(range(SUITS)))
    return (each for each in permutations(range(SUITS)) if _placed(observation, each) == same)


def orbit(cards: int, alike: list[Renaming]) -> list[int]:
    """Return cards, as a hand, and what they are called after each renaming, each once."""
    return list(dict.fromkeys((cards, *(renamed(cards, renaming) for renaming in alike))))


def _placed(observation: Observation, renaming: Renaming) -> list[object]:
    """Return what a seat has seen before the play, with the suits in their new places.

    Of the calls that is also what could have been called: an overcall may have to be higher, and
    then suits in other places could not have been.
    """

    def place(contract: Contract) -> Contract:
        return contract if contract.trump is None else Contract(renaming[contract.trump])

    def placed(call: Call | None) -> Call | None:
        return PASS if call is PASS else Call(place(call.contract), call.great)

    cut = 0 if observation.cut is None else 1 << observation.cut
    found: list[object] = [
        observation.variant,
        observation.seat,
        observation.taken,
        observation.declarer,
        observation.great,
    ]
    found += [
        renamed(each, renaming)
        for each in (observation.hand, observation.gone, cut, observation.variant.pack)
    ]
    found.append(place(observation.contract))
    if observation.calls:
        auction = auction_of(observation.variant, observation.lists)
        found += [frozenset(map(place, left)) for left in auction.left]
        for call in observation.calls:
            found += [placed(call), frozenset(map(placed, auction.legal()))]
            auction = auction.call(call)
    return found
