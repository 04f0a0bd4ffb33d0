"""How long the best play of a turn of manipulation rummy takes.

    python benchmarks/rummy.py [-n TURNS] [--peer PYTHON]

Random turns, seeded: melds of 20 to 80 cards on the table and 14 in the hand, with all the jokers a
game has among the cards. ``--peer`` is a Python with the package rummikub-solver, which is given
the turns of Shanghai, tiles for cards, and has to lay as many.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

from measuring import TIMES, heads, line, run, timed, times

from manni import RummyTurn, best_rummy_play
from manni.solver.rummy.games import CODES, JOKER, get_game
from manni.solver.rummy.turn import card_at, in_pack, pile_text

PEER = """
import json, sys, time
from rummikub_solver import RuleSet, SolverMode
rules = RuleSet(jokers=0)
answers = []
for table, hand in json.loads(sys.argv[1]):
    state = rules.new_game()
    state.initial = False
    state.add_table(*table)
    state.add_rack(*hand)
    start = time.process_time()
    found = rules.solve(state, SolverMode.TILE_COUNT)
    answers.append((1e3 * (time.process_time() - start), len(found.tiles) if found else 0))
print(json.dumps(answers))
"""


def random_turn(
    code: str, size: int, seed: int, hand: int = 14, wild: float = 0.1, **more: Any
) -> RummyTurn:
    """Return a turn with about so many cards on the table."""
    rng, game = Random(f"{code} {size} {seed}"), get_game(code)
    left, table = game.pack(3), list[str]()
    for _ in range(2000):
        place, suits = rng.choice(game.places), rng.sample(range(4), rng.choice((3, 3, 4)))
        cards = [card_at(suit, place) for suit in suits]
        if rng.random() < 0.5:
            end = min(place + rng.choice((3, 3, 4, 4, 5, 6, 13)), game.places.stop)
            cards = [card_at(suits[0], at) for at in range(place, end)]
        if 3 <= len(cards) <= min(size, 13) and all(left[card] for card in cards):
            size -= len(cards)
            joker = rng.choice(cards) if left[JOKER] and rng.random() < wild else None
            left.subtract(JOKER if card == joker else card for card in cards)
            table.append(" ".join("*" * (card == joker) + pile_text([card]) for card in cards))
    stock = [pile_text([card]) for card in left.elements()]
    rng.shuffle(stock)
    return RummyTurn.of(
        code, table, stock[:hand], open=stock[hand : hand + game.open_cards], **more
    )


def tiles(cards: Iterable[int]) -> list[int]:
    """Return cards as tiles of rummikub-solver, the ace the lowest."""
    return [c // 13 * 13 + (c + 1) % 13 + 1 for c in cards]


def main(*, number: int = 20, peer: str | None = None) -> None:
    """Play so many turns a game and size, those of Shanghai by a Python with the peer too."""
    heads("who", "game", "cards", *TIMES, "another answer")
    for code, size in product(CODES, (20, 40, 60, 80)):
        turns = [random_turn(code, size, seed) for seed in range(number)]
        plays = [timed(best_rummy_play, turn) for turn in turns]
        line("manni", code, size, *times([ms for ms, _ in plays]), 0)
        if peer and code == "shanghai":
            questions = [
                (tiles(in_pack(turn.table).elements()), tiles(turn.hand)) for turn in turns
            ]
            answers = subprocess.check_output([peer, "-c", PEER, json.dumps(questions)], text=True)
            took, laid = zip(*json.loads(answers.splitlines()[-1]), strict=True)
            others = sum(n != len(best.laid) for n, (_, best) in zip(laid, plays, strict=True))
            line("rummikub-solver", code, size, *times(took), others)


if __name__ == "__main__":
    run(main)
