"""Make solver/data/set_values.json: what having contracts left is worth.

    python benchmarks/set_values.py --seed 1 --nt 60 --trump 17 --nullo 60 --hands 4000

1. Deals of 16 cards with a Manni of four are dealt; forehand declares NT, a trump (every
   other deal his best suit by the rule of thumb, else a suit at random) or NULLO, exchanges
   by the rule of thumb, and the deal is solved with open cards. A line of the declarer's
   tricks (by share) against his hand's score is fitted by least squares, one a kind. NULLO
   of 16 cards takes minutes a deal: there the hands have 12 cards, and the tricks of a hand
   with the score 0 are taken to grow with the number of cards.
2. Random hands get the points of that line in every contract, and the value of each set of
   contracts follows from the smaller ones.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np

from solver.analysis.gamevalue import FILE, Line, kind_of, set_values, slot_points
from solver.analysis.share import share
from solver.analysis.thumb_exchange import thumb_discards, thumb_score
from solver.analysis.worlds import draw
from solver.cards import Seat
from solver.engine import solve_many
from solver.rules.contract import Contract
from solver.rules.shuffle import generator
from solver.rules.variant import get_variant

SIZES = range(5)
CARDS = 16
SUITS = (Contract.S, Contract.H, Contract.D, Contract.C)


def declared(kind: str, hand: int, number: int, rng: random.Random) -> Contract:
    if kind != "trump":
        return Contract[kind]
    best = max(SUITS, key=lambda contract: thumb_score(contract, hand, SIZES))
    return best if number % 2 else rng.choice(SUITS)


def fit(kind: str, deals: int, seed: int, seconds: float) -> tuple[Line, dict[str, float]]:
    """Return the line of a kind of contract and how well it fits."""
    variant = get_variant("hornafjordur" if kind == "NULLO" else "trjamann")
    rng, dealer = random.Random(seed), generator(seed)
    scores, tricks = [], []
    start = time.monotonic()
    for number in range(deals):
        dealing = variant.deal(dealer)
        hand = dealing.hands[Seat.FOREHAND]
        contract = declared(kind, hand, number, rng)
        discards = thumb_discards(contract, hand, SIZES)
        own, _ = draw(hand, dealing.manni, discards)
        hands = np.array([[own, *dealing.hands[1:]]], dtype=np.uint64)
        guarantee = solve_many(hands, contract, Seat.FOREHAND, threads=1, memory_mb=256)[0]
        shares = share(guarantee.tolist(), variant.tricks, contract)
        scores.append(thumb_score(contract, hand, SIZES))
        tricks.append(float(shares[Seat.FOREHAND]))
        if time.monotonic() - start > seconds:
            break
    slope, begin = np.polyfit(scores, tricks, 1)
    told = np.corrcoef(scores, tricks)[0, 1] ** 2
    line = f"{kind}: {len(tricks)} deals, {begin:.3f} {slope:+.3f} a trick, R² {told:.2f}"
    print(line, flush=True)
    sign, target = (-1, 4) if kind == "NULLO" else (1, 8)
    fitted = Line(
        round(sign * (float(begin) * CARDS / variant.tricks - target), 4),
        round(sign * float(slope), 4),
    )
    return fitted, {
        "deals": len(tricks), "cards": variant.tricks, "start": fitted.start, "slope": fitted.slope,
        "r2": round(float(told), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nt", type=int, default=60, help="deals solved in NT")
    parser.add_argument("--trump", type=int, default=17, help="deals solved with a trump")
    parser.add_argument("--nullo", type=int, default=60, help="deals solved in NULLO")
    parser.add_argument("--hands", type=int, default=4000, help="hands of the dynamic program")
    parser.add_argument("--seconds", type=float, default=3600, help="most for each kind")
    parser.add_argument("-o", "--output", type=Path, default=Path("solver/data") / FILE)
    options = parser.parse_args()
    lines, fits = {}, {}
    for kind in ("NT", "trump", "NULLO"):
        deals = getattr(options, kind.lower())
        lines[kind], fits[kind] = fit(kind, deals, options.seed, options.seconds)
    rng = generator(options.seed + 1)
    games = []
    for code in ("trjamann", "laugavatn"):
        variant = get_variant(code)
        names = [slot.name for slot in variant.slots]
        hands = [variant.deal(rng).hands[Seat.FOREHAND] for _ in range(options.hands)]
        points = np.array(
            [[slot_points(variant, lines, hand, slot) for slot in variant.slots] for hand in hands]
        )
        values = set_values(names, points)
        games.append({
            "slots": names,
            "values": {
                " ".join(name for name in names if name in left): round(value, 4)
                for left, value in values.items()
            },
        })
        print(code, "all left:", round(values[frozenset(names)], 2))
    assert set(fits) == {kind_of(contract) for contract in Contract}
    data = {
        "made_by": "benchmarks/set_values.py",
        "seed": options.seed, "hands": options.hands, "fits": fits, "games": games,
    }
    options.output.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
