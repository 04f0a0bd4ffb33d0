"""The numbers of cards, suits, seats and hands."""

import random

import numpy as np
import pytest

from manni.solver import cards
from manni.solver.cards import Contract, Seat, Suit
from manni.solver.frames.arrays import solve_many
from manni.solver.rules.trick import plain_rules, trick_winner


def test_every_card_is_its_suit_and_rank() -> None:
    seen = []
    for suit in range(cards.SUITS):
        for rank in range(cards.RANKS):
            card = cards.card_of(suit, rank)
            assert (cards.suit_of(card), cards.rank_of(card)) == (suit, rank)
            assert cards.card_name(card) == "SHDC"[suit] + "23456789TJQKA"[rank]
            seen.append(card)
    assert seen == list(range(cards.CARDS))
    assert (cards.card_name(0), cards.card_name(21), cards.card_name(51)) == ("S2", "HT", "CA")


def test_letters_symbols_and_suits_are_in_one_order() -> None:
    assert [suit.name[0] for suit in Suit] == list(cards.SUIT_LETTERS)
    assert cards.SUIT_SYMBOLS == "♠♥♦♣"
    assert len(cards.RANK_LETTERS) == cards.RANKS


def test_cards_in_lists_suits_in_order_and_highest_first() -> None:
    hand = cards.hand_of([0, 12, 13, 51, 39, 26])
    assert [cards.card_name(card) for card in cards.cards_in(hand)] == [
        "SA", "S2", "H2", "D2", "CA", "C2",
    ]  # fmt: skip
    rng = random.Random(5)
    for _ in range(200):
        hand = rng.getrandbits(cards.CARDS)
        listed = list(cards.cards_in(hand))
        assert cards.hand_of(listed) == hand
        assert listed == sorted(listed, key=lambda c: (cards.suit_of(c), -cards.rank_of(c)))


def test_suit_ranks_cuts_one_suit_out() -> None:
    rng = random.Random(6)
    for _ in range(100):
        hand = rng.getrandbits(cards.CARDS)
        rebuilt = 0
        for suit in range(cards.SUITS):
            ranks = cards.suit_ranks(hand, suit)
            assert 0 <= ranks <= cards.SUIT_MASK
            rebuilt |= ranks << cards.RANKS * suit
        assert rebuilt == hand


def test_seats_go_round() -> None:
    assert cards.seats_from(0) == tuple(Seat)
    assert cards.seats_from(Seat.MIDDLEHAND) == (Seat.MIDDLEHAND, Seat.DEALER, Seat.FOREHAND)
    assert [seat.letter for seat in Seat] == ["F", "M", "D"]
    assert [seat.word for seat in Seat] == ["forehand", "middlehand", "dealer"]


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("contract", Contract)
def test_the_compiled_search_means_the_same_cards(contract: Contract, ace_low: bool) -> None:
    """With one card a hand there is nothing to choose: the search must say who wins."""
    rng = random.Random(7)
    tricks = [
        (led, second, rng.choice([c for c in range(cards.CARDS) if c not in (led, second)]))
        for led in range(cards.CARDS)
        for second in range(cards.CARDS)
        if led != second
    ]
    hands = np.array([[1 << card for card in trick] for trick in tricks], dtype=np.uint64)
    won = solve_many(hands, contract, Seat.FOREHAND, ace_low=ace_low)
    assert won.sum(axis=1).tolist() == [1] * len(tricks)
    assert won.argmax(axis=1).tolist() == [
        trick_winner(trick, contract, plain_rules(ace_low)) for trick in tricks
    ]
