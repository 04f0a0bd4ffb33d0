"""Make solver/data/exchange_values.json: what the cards kept in an exchange are worth.

    python benchmarks/fit_exchange.py solve NT --deals 8000 -o nt.csv
    python benchmarks/fit_exchange.py fit nt.csv trump.csv nullo.csv

``solve`` deals Hornafjarðarmanni; a seat tries several plausible discards, the two others
exchange by the rule of thumb, and every outcome is solved with open cards. ``fit`` finds what
the features of ``solver/advice/fitted.py`` are worth in tricks by share, by least
squares on the differences within each deal, and prints how much of these differences they
explain in deals left out of the fit.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from solver.advice.asked_for import Value
from solver.advice.deal_worth import Evaluator
from solver.advice.fitted import DISCARDS_FILE, discard_features
from solver.advice.seen import Seen
from solver.advice.thumb_hand import card_margins, thumb_discards
from solver.advice.view import view
from solver.advice.worlds import World, after_exchange, draw
from solver.cards import Seat, hand_of, triple
from solver.engine import Engine
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.run import Run

KINDS = {"NT": Contract.NT, "trump": Contract.H, "NULLO": Contract.NULLO}
SEATS = (Seat.FOREHAND,) * 3 + (Seat.MIDDLEHAND, Seat.DEALER)
PARTS = 5
RIDGE = 10.0
NOISE = 0.4
"""Standard deviation of the noise added to a card's worth to get a plausible discard."""


def discards_within_reason(seen: Seen, number: int, rng: random.Random) -> list[int]:
    """Return the rule of thumb's discard, none, and what the rule says of noisy worths."""
    discards = {thumb_discards(seen.contract, seen.hand, seen.sizes()): None, 0: None}
    margins = card_margins(seen.contract, seen.hand)
    most = seen.sizes()[-1]
    for _ in range(20 * number):
        if len(discards) == number:
            break
        shift = rng.gauss(0, NOISE / 2)
        off = {card: margin + shift + rng.gauss(0, NOISE) for card, margin in margins.items()}
        worst = sorted((card for card in off if off[card] < 0), key=off.__getitem__)
        discards.setdefault(hand_of(worst[:most]))
    return list(discards)


def solve(kind: str, options: argparse.Namespace) -> None:
    """Write a row a discard: deal, kind, seat, hand, discard, points by share."""
    variant, contract = get_variant("hornafjordur"), KINDS[kind]
    dealer, rng = generator(options.seed), random.Random(options.seed)
    engine = Engine(options.memory)
    start = time.monotonic()
    with options.output.open("w", encoding="utf-8") as file:
        for number in range(options.deals):
            dealing = variant.deal(dealer)
            hands, manni, taken = list(dealing.hands), dealing.manni, []
            seat = SEATS[number % len(SEATS)]
            for each in range(seat):
                sizes = variant.exchange.sizes(Seat(each), sum(taken), 12, 16)
                gone = thumb_discards(contract, hands[each], sizes)
                hands[each], manni = draw(hands[each], manni, gone)
                taken.append(gone.bit_count())
            seen = view(hands[seat], variant, contract, seat, taken=taken)
            world = World(triple(hands), manni)
            evaluator = Evaluator(seen, Value.SHARE)
            guess = evaluator.first_guess()
            for discards in discards_within_reason(seen, options.candidates, rng):
                after, drawn = after_exchange(seen, world, discards.bit_count())
                dealt = list(after)
                dealt[seat] = seen.hand & ~discards | drawn
                outcome = evaluator.outcome(engine, dealt, guess, Run())
                guess = outcome.guarantees
                print(
                    number,
                    kind,
                    int(seat),
                    seen.hand,
                    discards,
                    round(outcome.points, 4),
                    sep=",",
                    file=file,
                )
            file.flush()
            if options.most and time.monotonic() - start > options.most:
                break


def within(values: np.ndarray, deals: np.ndarray) -> np.ndarray:
    """Return the rows of ``values`` less the mean of the rows of their deal."""
    _, deal = np.unique(deals, return_inverse=True)
    means = np.zeros((deal[-1] + 1, *values.shape[1:]))
    np.add.at(means, deal, values)
    counts = np.bincount(deal).reshape(-1, *(1 for _ in values.shape[1:]))
    return values - (means / counts)[deal]


def weigh(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the weights that explain the points best, by ridge regression."""
    return np.linalg.solve(matrix.T @ matrix + RIDGE * np.eye(matrix.shape[1]), matrix.T @ points)


def read(paths: list[Path]) -> dict[str, list[list[str]]]:
    """Return the rows of all files by kind, with deal numbers that differ between files."""
    kinds: dict[str, list[list[str]]] = defaultdict(list)
    for index, path in enumerate(paths):
        with path.open(encoding="utf-8") as file:
            for number, *row in csv.reader(file):
                kinds[row[0]].append([str(int(number) * len(paths) + index), *row])
    return kinds


def fit(kind: str, rows: list[list[str]]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the weights of a kind's features and how they fit."""
    rows.sort(key=lambda row: int(row[0]))
    counted = []
    for row in rows:
        hand, gone = int(row[3]), int(row[4])
        counts: dict[str, float] = defaultdict(float)
        for name, times in discard_features(KINDS[kind], hand & ~gone, gone):
            counts[name] += times
        counted.append(counts)
    names = sorted(set().union(*counted))
    deals = np.array([int(row[0]) for row in rows])
    matrix = within(np.array([[counts[name] for name in names] for counts in counted]), deals)
    points = within(np.array([float(row[5]) for row in rows]), deals)
    told = np.zeros(len(points))
    _, order = np.unique(deals, return_inverse=True)
    for part in range(PARTS):
        out = order % PARTS == part
        told[out] = matrix[out] @ weigh(matrix[~out], points[~out])
    explained = 1 - float(((points - told) ** 2).sum() / (points**2).sum())
    number = int(order[-1]) + 1
    print(f"{kind}: {number} deals, {len(points)} discards, R² {explained:.3f} left out")
    weights = dict(zip(names, weigh(matrix, points).round(4).tolist(), strict=True))
    return weights, {"deals": number, "discards": len(points), "r2": round(explained, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    solving = commands.add_parser("solve")
    solving.add_argument("kind", choices=KINDS)
    solving.add_argument("--deals", type=int, default=5000)
    solving.add_argument("--candidates", type=int, default=12, help="discards a deal")
    solving.add_argument("--seed", type=int, default=1)
    solving.add_argument("--most", type=float, help="seconds after which it stops")
    solving.add_argument("--memory", type=int, default=256, help="MB")
    solving.add_argument("-o", "--output", type=Path, required=True)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+", help="made by solve")
    fitting.add_argument("-o", "--output", type=Path, default=Path("solver/data") / DISCARDS_FILE)
    options = parser.parse_args()
    if options.command == "solve":
        solve(options.kind, options)
        return
    fitted = {kind: fit(kind, rows) for kind, rows in read(options.files).items()}
    data = {
        "made_by": "benchmarks/fit_exchange.py",
        "fits": {kind: how for kind, (_, how) in fitted.items()},
        "weights": {kind: weights for kind, (weights, _) in fitted.items()},
    }
    options.output.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
