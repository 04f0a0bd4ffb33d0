"""Shuffling that a seed determines for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from .. import checks
from ..errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np

Item = TypeVar("Item")

_WORD = 64
_LOW = (1 << _WORD) - 1


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
    rng: Any = generator(seed)
    apart: np.random.Generator = type(rng)(rng.bit_generator.jumped())
    return apart


def shuffled(cards: Iterable[Item], rng: np.random.Generator) -> tuple[Item, ...]:
    """Return cards, or whatever it is, in a random order, all orders equally likely (Fisher-Yates).

    Only the raw 64-bit stream of the generator is used: numpy promises that PCG64's
    never changes, and does not promise it of ``Generator.permutation``. Raises
    ArgumentError for another generator: its words may be shorter.
    """
    from numpy.random import PCG64

    bits = getattr(rng, "bit_generator", None)
    if not isinstance(bits, PCG64):
        raise ArgumentError(f"{checks.quote(rng)} is no generator of PCG64: generator(seed) is")
    pack = list(cards)
    words = _words(bits.random_raw, len(pack) - 1)
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, words)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def _words(raw: Callable[..., Any], needed: int) -> Iterator[int]:
    """Yield words of 64 bits without end, of which so many are needed: no more are drawn."""
    if needed > 0:
        yield from raw(needed).tolist()
    while True:
        yield int(raw())


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number from 0 to ``bound`` - 1, all exactly as likely (Lemire 2019)."""
    while True:
        product = next(words) * bound
        low = product & _LOW
        # What is left of 2**64 is less than the bound, so that it is seldom worked out.
        if low >= bound or low >= (1 << _WORD) % bound:
            return product >> _WORD
