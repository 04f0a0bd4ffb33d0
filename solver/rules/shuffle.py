"""Shuffling that a seed determines for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solver import checks
from solver.errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np

_WORD = 64


def checked_seed(seed: int) -> int:
    """Return a seed as an int. Raises ArgumentError for one that stands for no generator."""
    return checks.number(seed, "seed", 0, (1 << 128) - 1)


def generator(seed: int) -> np.random.Generator:
    """Return the random generator of a seed, which is 0 or more and has at most 128 bits."""
    seed = checked_seed(seed)
    import numpy as np  # here: it loads slowly, and most commands shuffle nothing

    return np.random.Generator(np.random.PCG64(seed))


def generator_apart(seed: int) -> np.random.Generator:
    """Return the generator of what a seed draws besides its deals, which stay as they are.

    It is that of the seed, ahead by more than anybody draws.
    """
    seed = checked_seed(seed)
    import numpy as np

    return np.random.Generator(np.random.PCG64(seed).jumped())


def shuffled(cards: Iterable[int], rng: np.random.Generator) -> tuple[int, ...]:
    """Return the cards in a random order, all orders equally likely (Fisher-Yates).

    Only the raw 64-bit stream of the generator is used: numpy promises that PCG64's
    never changes, and does not promise it of ``Generator.permutation``. Raises
    ArgumentError for another generator: its words may be shorter.
    """
    from numpy.random import PCG64

    if not isinstance(getattr(rng, "bit_generator", None), PCG64):
        raise ArgumentError(f"{checks.quote(rng)} is no generator of PCG64: generator(seed) is")
    pack = list(cards)
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, rng)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def _below(bound: int, rng: np.random.Generator) -> int:
    """Return a number from 0 to ``bound`` - 1, all exactly as likely (Lemire 2019)."""
    uneven = (1 << _WORD) % bound
    while True:
        product = int(rng.bit_generator.random_raw()) * bound
        if product & ((1 << _WORD) - 1) >= uneven:
            return product >> _WORD
