"""Random deals, as records of a deal file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .cards import BySeat, Seat, cards_in
from .checks import derived
from .deal import Deal
from .rules.games import variant_of
from .rules.shuffle import checked_seed, generator, shuffles
from .rules.variant import MANNI, Variant

if TYPE_CHECKING:
    import numpy as np


def random_deals(variant: Variant | str, seed: int) -> Iterator[Deal]:
    """Return deals of a game, without end; seed and variant determine them for ever.

    The tags Seed and Board (from 1) record where a deal came from. The contract is given
    unless it is called.
    """
    variant = variant_of(variant)
    seed = checked_seed(seed)
    return _deals(variant, seed)


_MOST_AT_ONCE = 4096


def _deals(variant: Variant, seed: int) -> Iterator[Deal]:
    rng = generator(seed)
    first = None
    number, at_once = 1, 1
    while True:
        for hands, manni, cut in _dealt(variant, rng, at_once):
            contract = variant.fixed_contract(number, cut)
            fields: dict[str, Any] = {
                "hands": hands,
                "manni": manni,
                "cut": cut,
                "contract": contract,
                "ace_low": True if contract is not None and variant.ace_low(contract) else None,
                "leader": None if contract is None else variant.leader(None),
                "tags": (("Seed", str(seed)), ("Board", str(number))),
            }
            # Whatever the cards are, a deal of the game's pack into the game's packets passes
            # the checks that the first one passes: they take four times as long as dealing.
            if first is None:
                deal = first = Deal(variant=variant.code, **fields)
            else:
                deal = derived(first, **fields)
            yield deal
            number += 1
        at_once = min(2 * at_once, _MOST_AT_ONCE)


def _dealt(
    variant: Variant, rng: np.random.Generator, number: int
) -> Iterator[tuple[BySeat[int], tuple[int, ...], int | None]]:
    """Yield hands, Manni and card cut of so many deals, as ``variant.deal`` draws them."""
    if number == 1:  # for which arrays take longer
        yield variant.deal(rng)
        return
    import numpy as np

    packs = shuffles(sorted(cards_in(variant.pack)), rng, number)
    receivers = np.array(variant.receivers)
    bits = np.uint64(1) << packs.astype(np.uint64)
    hands = [np.bitwise_or.reduce(bits[receivers == seat], axis=0).tolist() for seat in Seat]
    mannis = map(tuple, packs[receivers == MANNI].T.tolist())
    cuts = packs[-1].tolist() if variant.cuts else [None] * number
    yield from zip(zip(*hands, strict=True), mannis, cuts, strict=True)
