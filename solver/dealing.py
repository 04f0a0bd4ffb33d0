"""Random deals, as records of a deal file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from . import checks
from .cards import Contract, Seat, by_seat, cards_in, hand_of
from .checks import derived
from .deal import Deal
from .notation import parse_seat
from .piles import PILES
from .rules.games import variant_of
from .rules.shuffle import checked_seed, generator, shuffled
from .rules.variant import Variant


def random_deals(variant: Variant | str, seed: int) -> Iterator[Deal]:
    """Return deals of a game, without end; seed and variant determine them for ever.

    >>> deal = next(random_deals("hornafjordur", seed=7))
    >>> deal.contract, len(deal.manni)  # the cut card makes the contract
    (<Contract.D: 2>, 16)

    The tags Seed and Board (from 1) record where a deal came from. The contract is given
    unless it is called.
    """
    return _deals(variant_of(variant), checked_seed(seed))


def random_endings(
    variant: Variant | str,
    tricks: int,
    seed: int,
    *,
    contract: Contract | None = None,
    declarer: Seat | None = None,
) -> Iterator[Deal]:
    """Return endings of so many tricks, without end; the arguments determine them for ever.

    The hands are cards of the game's pack, the leader is any of the seats; so are contract and, in
    games in which somebody declares, the declarer, unless they are given. Seed and Board are
    recorded as in ``random_deals``.
    """
    variant = variant_of(variant)
    tricks, seed = checks.number(tricks, "tricks", 1, variant.tricks), checked_seed(seed)
    pack, rng, seats = sorted(cards_in(variant.pack)), generator(seed), variant.seats
    declarer = None if declarer is None else parse_seat(declarer, seats)

    def ending(board: int) -> Deal:
        # All is drawn in any case: the hands do not depend on what is given.
        cards, (drawn, *_) = shuffled(pack, rng), shuffled(variant.contracts, rng)
        (leader, *_), (declares, *_) = shuffled(seats, rng), shuffled(seats, rng)
        played = drawn if contract is None else contract
        held = by_seat(lambda seat: cards[seat * tricks :][:tricks], seats)
        piles = by_seat(lambda seat: tuple(held[seat][pile::PILES] for pile in range(PILES)), seats)
        return Deal(
            tuple(map(hand_of, held)),
            variant.code,
            piles=piles if variant.in_piles else (),
            contract=played,
            ace_low=variant.ace_low(played) or None,
            declarer=declares if declarer is None and variant.declared else declarer,
            leader=leader,
            tags=_origin(seed, board),
        )

    return map(ending, count(1))


def _origin(seed: int, board: int) -> tuple[tuple[str, str], ...]:
    return ("Seed", str(seed)), ("Board", str(board))


def _deals(variant: Variant, seed: int) -> Iterator[Deal]:
    rng, first = generator(seed), None
    for number in count(1):
        dealing = variant.deal(rng)
        contract = variant.fixed_contract(number, dealing.cut)
        fields: dict[str, Any] = {
            **dealing._asdict(),
            "contract": contract,
            "ace_low": True if contract is not None and variant.ace_low(contract) else None,
            "leader": None if contract is None else variant.leader(None),
            "tags": _origin(seed, number),
        }
        # Whatever the cards are, a deal of the game's pack into the game's packets passes
        # the checks that the first one passes.
        first = first or Deal.checked(variant=variant.code, **fields)
        yield derived(first, **fields)
