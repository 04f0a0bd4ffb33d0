"""How long the best play of a turn of manipulation rummy takes.

    python benchmarks/rummy.py [-n POSITIONS] [--peer PYTHON]

Random turns, seeded: melds of 20 to 80 cards on the table and 14 in the hand, with all the jokers a
game has among the cards. ``--peer`` is a Python with the package rummikub-solver, which is given
the turns of Shanghai, tiles for cards, and has to lay as many.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from random import Random
from statistics import fmean

from measuring import TIMES, figure, line, timed, times

from manni import RummyTurn
from manni.solver.rummy import play
from manni.solver.rummy.cover import Search
from manni.solver.rummy.games import GAMES
from manni.solver.rummy.turn import card_at, pile_text

SIZES = 20, 40, 60, 80
HAND = 14

PEER = """
import json, sys, time
from rummikub_solver import RuleSet, SolverMode
rules = RuleSet(jokers=0)
answers = []
for table, hand in json.load(sys.stdin):
    state = rules.new_game()
    state.initial = False
    state.add_table(*table)
    state.add_rack(*hand)
    start = time.process_time()
    found = rules.solve(state, SolverMode.TILE_COUNT)
    answers.append((len(found.tiles) if found else 0, 1e3 * (time.process_time() - start)))
print(json.dumps(answers))
"""


def random_turn(code: str, size: int, seed: int) -> RummyTurn:
    """Return a turn with about so many cards on the table."""
    rng, game = Random(f"{code} {size} {seed}"), GAMES[code]
    first, last = game.ace.value
    left = game.pack(3)
    wild, table = left.pop(104), list[str]()
    for _ in range(2000):
        place = rng.randrange(first, last + 1)
        if rng.random() < 0.5:
            suits = rng.sample(range(4), rng.choice((3, 3, 4)))
            cards = [card_at(suit, place) for suit in suits]
        else:
            end = place + rng.choice((3, 3, 4, 4, 5, 6))
            suit = rng.randrange(4)
            cards = [card_at(suit, at) for at in range(place, end)] if end <= last + 1 else []
        if not 3 <= len(cards) <= size or any(not left[card] for card in cards):
            continue
        size -= len(cards)
        joker = rng.choice(cards) if wild and rng.random() < 0.1 else None
        wild -= joker is not None
        left.subtract(card for card in cards if card != joker)
        table.append(" ".join("*" * (card == joker) + pile_text([card]) for card in cards))
    stock = [pile_text([card]) for card in left.elements()] + ["*"] * wild
    rng.shuffle(stock)
    return RummyTurn.of(code, table, stock[:HAND], open=stock[HAND : HAND + game.open_cards])


def searched(turn: RummyTurn) -> tuple[float, int, int, int]:
    """Return the CPU milliseconds of the best play, its searches, their nodes, the cards laid."""
    searches = list[Search]()

    class Counted(Search):
        def least(self, most: int = 1 << 30) -> int:
            searches.append(self)
            return super().least(most)

    play.Search = Counted  # type: ignore[misc]
    ms, found = timed(play.best_rummy_play, turn)
    play.Search = Search  # type: ignore[misc]
    return ms, len(searches), sum(each.nodes for each in searches), len(found.laid)


def tiles(turn: RummyTurn) -> tuple[list[int], list[int]]:
    """Return the cards on the table and in the hand as the peer's tiles, the ace the lowest."""
    lie = [card for meld in turn.table for card in meld.cards]
    return tuple([13 * (c // 13) + (c + 1) % 13 + 1 for c in cards] for cards in (lie, turn.hand))  # type: ignore[return-value]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="turns a game and size")
    parser.add_argument("--peer", help="a Python with rummikub-solver")
    options = parser.parse_args()
    line("game", "cards on the table", *TIMES, "searches", "nodes")
    line("---", *["---:"] * (3 + len(TIMES)))
    everything = []
    for code in GAMES:
        for size in SIZES:
            turns = [random_turn(code, size, seed) for seed in range(options.n)]
            rows = [searched(turn) for turn in turns]
            everything += (row[0] for row in rows)
            counts = (figure(fmean(row[at] for row in rows)) for at in (1, 2))
            line(f"`{code}`", size, *times([row[0] for row in rows]), *counts)
            if options.peer and code == "shanghai":
                given = json.dumps([tiles(turn) for turn in turns])
                peer = [options.peer, "-c", PEER]
                ran = subprocess.run(peer, input=given, capture_output=True, text=True, check=True)
                answers = json.loads(ran.stdout.splitlines()[-1])
                equal = sum(row[3] == laid for row, (laid, _) in zip(rows, answers, strict=True))
                of_it = times([ms for _, ms in answers])
                line("rummikub-solver", size, *of_it, "", f"{equal} of {len(rows)} equal")
    line("all", "", *times(everything), "", "")


if __name__ == "__main__":
    main()
