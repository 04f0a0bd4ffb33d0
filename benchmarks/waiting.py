"""How long one waits for what the product asks by itself, of random deals and of freaks.

    python benchmarks/waiting.py --rows "cards laugavatn" --seconds 40

CPU milliseconds on one thread, from an empty table, given up after two minutes. Each row, of those
that begin with ``rows``, asks of 10,000 random deals and of 1,000 freaks, or of as many as there
are CPU ``seconds`` for.
The hands of a freak are long suits, or no two cards of a suit that touch are in one, but for a few
cards that changed places. Who claims every trick has the highest cards, more or less.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random
from time import process_time

import numpy as np
from measuring import TIMES, heads, line, run, timed, times

from manni import Deal, Run, Solver, before_exchange, best_exchange, review, solve_selfish
from manni.solver.cards import Seat, cards_in, hand_of, suit_of
from manni.solver.dealing import random_endings
from manni.solver.errors import StoppedError
from manni.solver.notation import parse_contract
from manni.solver.position import Position
from manni.solver.puzzles.find import Wish, find
from manni.solver.rules.games import get_variant

SOLVER = Solver()
ROWS = """\
cards hornafjordur 12
cards laugavatn 16
cards laugavatn 16 NULLO
cards encheres-petite 10
cards envers-3 10
cards manille-4 8
cards encheres-5 6
cards encheres-7 4
cards decouverte 16
claim envers-3 10
claim envers-4 8
claim envers-5 6
exchange hornafjordur 12
exchange laugavatn 16
exchange encheres-petite 10
exchange encheres-grande 9
review hornafjordur 12
review laugavatn 16
review encheres-petite 10
puzzle laugavatn 8
selfish laugavatn 8"""


def freak(deal: Deal, rng: Random) -> Deal:
    count, cards = len(deal.hands), sorted(cards_in(sum(deal.dealt)))
    for _ in range(rng.randrange(4)):
        one, two = rng.choices(range(len(cards)), k=2)
        cards[one], cards[two] = cards[two], cards[one]
    laid = rng.choice([np.reshape(cards, (count, -1)), np.reshape(cards, (-1, count)).T])
    piles = laid.reshape(count, 4, -1).tolist() if deal.piles else ()
    return replace(deal, hands=tuple(map(hand_of, laid.tolist())), piles=piles)


def claim(position: Position, rng: Random) -> tuple[Position, Seat, list[Seat]]:
    """Return a position of these cards, a seat that has the highest, more or less, and helpers."""
    count, rules, luck = len(position.hands), position.rules, rng.choice([3, 6, 12])
    claimer, *helpers = rng.sample([*position.seats], rng.randrange(1, count))

    def height(card: int) -> float:
        is_trump = suit_of(card) == position.contract.trump
        return rules.height(card) + 3 * is_trump + luck * rng.random()

    cards = sorted(cards_in(sum(position.hands)), key=height)
    number = len(cards) // count
    highest, rest = hand_of(cards[-number:]), rng.sample(cards[:-number], len(cards) - number)
    hands = [hand_of(rest[at : at + number]) for at in range(0, len(rest), number)]
    hands.insert(claimer, highest)
    return replace(position, hands=tuple(hands)), claimer, helpers


def ask(question: str, deal: Deal, rng: Random) -> object:
    limit, variant, position = Run(120), get_variant(deal.variant), deal.position()
    if question == "cards":
        return SOLVER.solve(position, cards=True, run=limit)
    if question == "selfish":
        return solve_selfish(position, run=limit)
    if question == "puzzle":
        return next(find(Wish(cards=(8,)), deal.dealt[0], SOLVER, run=limit))
    if question == "exchange":
        turn = before_exchange(replace(deal, manni=[*cards_in(variant.pack & ~sum(deal.dealt))]))
        return best_exchange(turn, engine=SOLVER.engine, run=limit)
    if question == "claim":
        return SOLVER.engine.takes_all(*claim(position, rng), run=limit)
    play = list[int]()
    while legal := position.legal():
        play.append(rng.choice(legal))
        position = position.play(play[-1])
    return review(replace(deal, play=play), SOLVER, run=limit)


def ask_or_give_up(question: str, deal: Deal, rng: Random) -> None:
    with suppress(StoppedError):
        ask(question, deal, rng)


def main(*, rows: str = "", seconds: float = 20) -> None:
    heads("row", "deals", *TIMES)
    for row in re.findall(rf"^{rows}.*", ROWS, re.M):
        question, game, tricks, *named = row.split()
        contract = parse_contract(named[0]) if named else None
        for name, most in (("random", 10_000), ("freak", 1_000)):
            rng, measured, end = Random(row), list[float](), process_time() + seconds
            for deal in islice(random_endings(game, int(tricks), 1, contract=contract), most):
                if measured and process_time() > end:
                    break
                SOLVER.engine.clear()
                asked = freak(deal, rng) if name == "freak" else deal
                measured.append(timed(ask_or_give_up, question, asked, rng)[0])
            line(row, name, *times(measured))


if __name__ == "__main__":
    run(main)
