"""How often a claim of every trick is made with the cards hidden, beside what open cards say.

    nice python benchmarks/claims.py --hands 100 --worlds 20

Strong hands are dealt in Manille à l'envers, with their longest suit as trump. Those with which a
claim is made in some of the sampled deals and not in all are claimed in one more deal each, and
every seat plays on its own knowledge, by the advice of ``--strength``.
"""

from __future__ import annotations

import argparse

import numpy as np

from solver.advice.behaviour import Belief
from solver.advice.claim import advise_claim
from solver.advice.opponents import card_to_play
from solver.advice.seen import Moment, Seen
from solver.advice.statistics import half_width
from solver.advice.strength import Strength
from solver.advice.worlds import Worlds
from solver.cards import Seat, cards_in, rank_of, suit_of
from solver.engine import Engine
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator

VARIANT = get_variant("envers-3")
CLAIM = VARIANT.bids[0].name
NOISE = 4.0
"""How far chance moves a card among those by height: so that hands are strong, and differ."""


def dealt(number: int, seed: int) -> Seen:
    """Return a strong hand, of each seat in turn, once its longest suit is trump."""
    rng = generator(1000 * seed + number)
    pack = list(cards_in(VARIANT.pack))
    heights = [VARIANT.rules.heights[rank_of(card)] - NOISE * rng.random() for card in pack]
    own = [pack[index] for index in np.argsort(heights)[::-1][: VARIANT.tricks]]
    suits = [suit_of(card) for card in own]
    trump = Contract(max(range(4), key=suits.count))
    hand = sum(1 << card for card in own)
    return Seen(VARIANT, trump, Seat(number % 3), hand, moment=Moment.CLAIM)


def makes(known: Seen, hands: tuple[int, int, int], strength: Strength, engine: Engine) -> bool:
    """Return whether the claim is made in a deal that is played with the cards hidden."""
    seat, contract = known.seat, known.contract
    rules = VARIANT.rules_of(contract, claimed=True)
    position = Position(hands, contract, known.leader, rules=rules, declarer=seat)
    played: list[int] = []
    while position.tricks:
        turn = position.to_play
        seen = Seen(VARIANT, contract, turn, hands[turn], tuple(played), seat, bid=CLAIM)
        card = card_to_play(seen, strength, seed=len(played), engine=engine)
        played.append(card)
        position = position.play(card)
        if position.taken_by not in (None, seat):
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=100, help="hands that may go either way")
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strength", choices=[each.value for each in Strength], default="fair")
    options = parser.parse_args()
    engine, rows, number, sure = Engine(), [], 0, 0
    while len(rows) < options.hands:
        known = dealt(number, options.seed)
        found = advise_claim(known, worlds=options.worlds, seed=number)
        number += 1
        if found.claim.chance in (0, 1):
            sure += found.claim.chance == 1
            continue
        rules = VARIANT.rules_of(known.contract, claimed=True)
        hands = next(iter(Worlds(known, Belief.NONE, number, options.seed))).hands
        start = Position(hands, known.contract, known.leader, rules=rules, declarer=known.seat)
        solved = engine.reaches(start, known.seat, start.worth)
        strength = Strength(options.strength)
        rows.append((found.claim.chance, solved, makes(known, hands, strength, engine)))
    values = np.array(rows, float)
    print(f"{number} hands, {sure} of them sure in all deals; {len(rows)} that may go either way:")
    parts = (values[:, 0], values[:, 1], values[:, 2], values[:, 2] - values[:, 1])
    names = ("advised", "in the deal, open", "in the deal, hidden", "hidden less open")
    print(f"| {' | '.join(names)} |\n|{'---:|' * len(names)}")
    cells = [
        f"{part.mean():.1%} ± {half_width(float(part.var(ddof=1)), len(part), 0.95):.1%}"
        for part in parts
    ]
    print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
