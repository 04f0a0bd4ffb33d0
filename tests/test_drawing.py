"""Who deals first by the lowest card."""

from collections import Counter

import pytest

from manni.solver.cards import card_name, cards_in
from manni.solver.rules.games import VARIANTS
from manni.solver.rules.shuffle import generator, generator_apart
from manni.solver.scoresheet import draw_dealer

ORDERS = {"manille-3": "789JQKAT", "hornafjordur": "23456789TJQKA", "basic": "3456789TJQKA"}


@pytest.mark.parametrize("code", ORDERS)
def test_the_lowest_card_deals_and_equals_draw_again(code: str) -> None:
    variant, order = VARIANTS[code], ORDERS[code]
    dealers = Counter()
    times = Counter()
    for seed in range(600):
        dealer, drawn = draw_dealer(variant, generator(seed))
        waiting = [0, 1, 2]
        for cards in drawn:
            assert list(cards) == waiting
            assert len(set(cards.values())) == len(cards)
            assert set(cards.values()) <= set(cards_in(variant.pack))
            height = {player: order.index(card_name(cards[player])[1]) for player in cards}
            waiting = [player for player in cards if height[player] == min(height.values())]
        assert waiting == [dealer]
        dealers[dealer] += 1
        times[len(drawn)] += 1
    assert min(dealers.values()) > 150  # of 200, some four standard deviations below
    assert times[1] < 600
    assert set(times) >= {1, 2}


def test_what_is_drawn_apart_is_not_what_the_deals_are_made_of() -> None:
    variant = VARIANTS["manille-3"]
    draws = [draw_dealer(variant, generator_apart(seed)) for seed in range(50)]
    assert draws == [draw_dealer(variant, generator_apart(seed)) for seed in range(50)]
    assert draws != [draw_dealer(variant, generator(seed)) for seed in range(50)]
