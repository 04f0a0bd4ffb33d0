"""Random deals, as records of a deal file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from solver import checks
from solver.deal import Deal
from solver.rules.shuffle import checked_seed, generator
from solver.rules.variant import Variant


def random_deals(variant: Variant, seed: int) -> Iterator[Deal]:
    """Return deals of a game, without end; seed and variant determine them for ever.

    The tags Seed and Board (from 1) record where a deal came from. The contract is given
    unless it is called.
    """
    checks.instance(variant, Variant, "variant")
    seed = checked_seed(seed)
    return _deals(variant, seed)


def _deals(variant: Variant, seed: int) -> Iterator[Deal]:
    rng = generator(seed)
    for number in count(1):
        dealing = variant.deal(rng)
        contract = variant.fixed_contract(number, dealing.cut)
        yield Deal(
            hands=dealing.hands,
            variant=variant.code,
            manni=dealing.manni,
            cut=dealing.cut,
            contract=contract,
            ace_low=True if contract is not None and variant.ace_low(contract) else None,
            leader=None if contract is None else variant.leader(None),
            tags=(("Seed", str(seed)), ("Board", str(number))),
        )
