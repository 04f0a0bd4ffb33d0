"""Shuffling: which words of the stream make which order."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from manni.solver.deal import Deal
from manni.solver.dealing import random_deals
from manni.solver.errors import ArgumentError
from manni.solver.rules.games import VARIANTS
from manni.solver.rules.shuffle import generator, shuffled


def plain(cards: list[int], words: Iterator[int]) -> list[int]:
    """Shuffle by the book: a word that would make some places likelier is left out."""
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        while True:
            place, low = divmod(next(words) * bound, 1 << 64)
            if low >= (1 << 64) % bound:
                break
        cards[last], cards[place] = cards[place], cards[last]
    return cards


class Rigged(PCG64):
    """Gives words that are listed, and tells how many were drawn."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(1)
        self.words = words
        self.drawn = 0

    def random_raw(self, size: int | None = None, lock: bool = True) -> Any:
        first = self.drawn
        self.drawn += 1 if size is None else size
        words = self.words[first : self.drawn]
        return words[0] if size is None else np.array(words, dtype=np.uint64)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 32, 51, 52])
@pytest.mark.parametrize("seed", [0, 7, 2**100])
def test_orders_are_those_of_the_book(size: int, seed: int) -> None:
    cards = [3 * card % 53 for card in range(size)]
    one, raw = generator(seed), PCG64(seed)
    words = iter(lambda: int(raw.random_raw()), None)
    for _ in range(40):
        assert list(shuffled(cards, one)) == plain(list(cards), words)
    assert one.bit_generator.state == raw.state


@pytest.mark.parametrize("where", [(0,), (1,), (30, 31), (98,), (0, 50, 51, 52, 101)])
def test_words_left_out_shift_what_follows(where: tuple[int, ...]) -> None:
    """Zero is left out wherever the bound is no power of two: some 3 words in 10**18 are."""
    words = PCG64(5).random_raw(300).tolist()
    for place in where:
        words[place] = 0
    one = Rigged(words)
    orders = [shuffled(range(52), Generator(one)) for _ in range(3)]
    source = iter(words)
    assert [list(order) for order in orders] == [plain([*range(52)], source) for _ in range(3)]
    assert one.drawn == 300 - len([*source]) > 3 * 51


def test_other_generators_are_refused() -> None:
    other = np.random.Generator(np.random.MT19937(1))
    with pytest.raises(ArgumentError, match="no generator of PCG64"):
        shuffled([1], other)


@pytest.mark.parametrize("code", VARIANTS)
def test_deals_are_what_they_would_be_if_each_was_checked(code: str) -> None:
    variant, rng = VARIANTS[code], generator(3)
    for number, deal in enumerate(islice(random_deals(variant, 3), 40), 1):
        dealing = variant.deal(rng)
        assert (deal.hands, deal.manni, deal.cut) == dealing[:3]
        assert Deal(**vars(deal)) == deal
        assert [type(value) for value in vars(deal).values()] == [
            type(value) for value in vars(Deal(**vars(deal))).values()
        ]
        assert {type(card) for card in (*deal.hands, *deal.manni)} <= {int}
        assert deal.contract is variant.fixed_contract(number, dealing.cut)
        assert deal.tags == (("Seed", "3"), ("Board", str(number)))
