"""How long the best play of a turn of manipulation rummy takes.

    python benchmarks/rummy.py [-n TURNS] [--highs] [--peer PYTHON]

Random turns, seeded: melds of 20 to 80 cards on the table and 14 in the hand, with all the jokers a
game has among the cards. ``--highs`` asks HiGHS (the package highspy) besides, for the same ways to
cover the same cards: an integer programme with a number for each way, exact balance for each field,
with its presolve and without; what counts is its run alone. ``--peer`` is a Python with the package
rummikub-solver, which is given the turns of Shanghai, tiles for cards, and has to lay as many.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

from measuring import TIMES, heads, line, timed, times

from manni import RummyTurn, best_rummy_play
from manni.solver.rummy import play
from manni.solver.rummy.cover import OLD, OPEN, OWN, CoverSearch
from manni.solver.rummy.games import CODES, EACH, JOKER, get_game
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


def fields(packed: int) -> Counter[int]:
    """Return how often a state, or a way, has each field."""
    return Counter({at: n for at in range(300) if (n := packed >> 4 * at & 15)})


def highs(turn: RummyTurn, presolve: str) -> tuple[float, int]:
    """Return the milliseconds that HiGHS runs, and the least cost it finds."""
    from highspy import Highs

    unit, ms = len(turn.table) + 1, 0.0
    best = unit * len(turn.hand)
    for start in play._starts(turn):
        search = CoverSearch(turn, start, EACH, Counter(turn.table) - Counter(start.fixed))
        model, there = Highs(), fields(search._there)
        model.silent()
        model.setOptionValue("presolve", presolve)
        model.setOptionValue("mip_abs_gap", 0.5)
        flows: dict[int, list[Any]] = {at: [] for at in there}
        for *_, ways in search._stages:
            for uses, gives, *_ in ways:
                number = model.addIntegral()
                for way, sign in ((uses, 1), (gives, -1)):
                    for at, count in fields(way).items():
                        flows.setdefault(at, []).append(sign * count * number)
        for at, flow in flows.items():
            card = JOKER if at == OWN - 1 else at
            stays = start.hand[card] - start.given[card]
            if at < OWN:
                flow += (
                    model.addIntegral(0, turn.open.count(card)),
                    model.addIntegral(0, stays, unit),
                )
            elif at >= OLD:
                flow.append(model.addIntegral(obj=at < OPEN))
            model.addConstr(sum(flow) == there[at])
        ms += timed(model.run)[0]
        if model.getModelStatus().name == "kOptimal":
            best = min(best, round(model.getObjectiveValue()))
    return ms, best


def tiles(cards: Iterable[int]) -> list[int]:
    """Return cards as tiles of rummikub-solver, the ace the lowest."""
    return [c // 13 * 13 + (c + 1) % 13 + 1 for c in cards]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="turns a game and size")
    parser.add_argument("--highs", action="store_true", help="ask HiGHS too")
    parser.add_argument("--peer", help="a Python with rummikub-solver")
    options = parser.parse_args()
    heads("who", "game", "cards", *TIMES, "another answer")
    for code, size in product(CODES, (20, 40, 60, 80)):
        turns = [random_turn(code, size, seed) for seed in range(options.n)]
        found = [timed(best_rummy_play, turn) for turn in turns]
        costs = [(len(b.left) + 1) * (len(b.turn.table) + 1) - 1 - b.kept for _, b in found]
        rows = {"manni": ([(ms, 0) for ms, _ in found], [0] * options.n)}
        for presolve in ("on", "off") * options.highs:
            rows[f"HiGHS, presolve {presolve}"] = [highs(turn, presolve) for turn in turns], costs
        if options.peer and code == "shanghai":
            told = [(tiles(in_pack(turn.table).elements()), tiles(turn.hand)) for turn in turns]
            call = [options.peer, "-c", PEER, json.dumps(told)]
            answers = json.loads(subprocess.check_output(call, text=True).splitlines()[-1])
            rows["rummikub-solver"] = answers, [len(best.laid) for _, best in found]
        for who, (answers, wanted) in rows.items():
            others = sum(answer[1] != one for answer, one in zip(answers, wanted, strict=True))
            line(who, code, size, *times([answer[0] for answer in answers]), others)


if __name__ == "__main__":
    main()
