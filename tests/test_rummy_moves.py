"""The moves of a play, made one by one, other plays as good, and tables put in order.

What is a meld and how cards are written is all that is used of the library to judge them.
"""

from __future__ import annotations

from collections import Counter

import pytest
from rummy import random_turn

from manni import RummyPlay, rummy_moves, rummy_plays
from manni.solver.rummy.games import CODES
from manni.solver.rummy.turn import pile_text


def signs(cards: object) -> list[str]:
    return pile_text(cards).split()  # type: ignore[arg-type]


def make_moves(play: RummyPlay) -> int:
    """Make the moves of a play with cards as texts; return how many there are."""
    turn, lock = play.turn, play.turn.game.jokers == "lock"
    piles = [signs(meld.cards) for meld in turn.table]
    hand, spare = signs(turn.hand), signs(turn.open)
    held = {at: card for at, pile in enumerate(piles, 1) if lock for card in pile if card[2:]}
    touched, moves = set[int](), rummy_moves(play)
    for move in moves:
        assert move.pile != move.to
        gone, come = signs(move.cards), signs(move.becomes)
        places = {"hand": hand, "open": spare}
        if move.source == "pile":
            assert move.pile is not None
            places["pile"] = piles[move.pile - 1]
            touched.add(move.pile)
            # In Tahiti a joker holds its meld together until its card lies there too.
            star = held.get(move.pile)
            assert not star or star[1:] in piles[move.pile - 1]
            if star in gone:
                del held[move.pile]
        else:
            assert move.pile is None
        touched.add(move.to)
        while len(piles) < move.to:
            piles.append([])
        for was, now in zip(gone, come, strict=True):
            places[move.source].remove(was)
            piles[move.to - 1].append(now)
            if was != now:  # a joker from the hand, or one whose card is there
                face = was[1:]
                assert (was[0], now[0]) == ("*", "*")
                assert not face or any(face in pile for pile in piles)
        table = [sorted(signs(pile)) for pile in move.table]
        assert table[: len(piles)] == [sorted(pile) for pile in piles]
        assert not any(table[len(piles) :])
    assert sorted(map(sorted, filter(None, piles))) == sorted(
        sorted(signs(meld.cards)) for meld in play.melds
    )
    assert Counter(hand) == Counter(signs(play.left))
    assert Counter(spare) == Counter(signs(play.open))
    assert moves or not play.laid
    still = [at for at in range(1, len(turn.table) + 1) if at not in touched]
    # Two jokers may change places, each into another meld: one lies as it did then.
    assert len(still) == play.kept or any("*" in pile_text(move.becomes) for move in moves)
    return len(moves)


@pytest.mark.parametrize("code", CODES)
def test_moves(code: str) -> None:
    for seed in range(30):
        turn = random_turn(code, 10 + seed % 20, seed, 1 + seed % 8, 0.3)
        for play in rummy_plays(turn, number=2):
            make_moves(play)
