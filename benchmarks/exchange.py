"""How long the best exchange takes with all cards open.

    python benchmarks/exchange.py -n 20 --all 3

Forehand exchanges in deals of Hornafjarðarmanni (12 cards) and Trjámann (16), with a new engine
for each deal. Measured are the CPU seconds to the best guarantee; to the ten best discards by
guarantee and share, with what keeping each card costs; and to the order of all discards (in the
first ``--all`` deals only).
"""

from __future__ import annotations

import argparse
import json
import time
from statistics import mean, median

from solver.cards import Seat
from solver.deal import Deal
from solver.engine import Engine
from solver.exchange.before import Before, before_exchange
from solver.exchange.open_cards import best_exchange, best_guarantee
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator

ROWS = {
    "nt12": ("hornafjordur", Contract.NT),
    "trump12": ("hornafjordur", Contract.H),
    "nullo12": ("hornafjordur", Contract.NULLO),
    "nt16": ("trjamann", Contract.NT),
    "trump16": ("trjamann", Contract.H),
    "nullo16": ("trjamann", Contract.NULLO),
}


def deals(row: str, number: int, seed: int) -> list[Before]:
    """Return deals when forehand is to exchange."""
    code, contract = ROWS[row]
    variant, dealer = get_variant(code), generator(seed)
    drawn = []
    for _ in range(number):
        dealing = variant.deal(dealer)
        deal = Deal(
            hands=dealing.hands,
            manni=dealing.manni,
            variant=code,
            contract=contract,
            declarer=Seat.FOREHAND if variant.declared else None,
        )
        drawn.append(before_exchange(deal, Seat.FOREHAND))
    return drawn


def seconds(before: Before, what: str, memory: int) -> float:
    """Return the CPU seconds of one of the three."""
    engine = Engine(memory)
    start = time.process_time()
    if what == "best":
        best_guarantee(before, engine=engine)
    else:
        best_exchange(before, keep=10 if what == "ten" else None, engine=engine)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=20, help="deals of each row")
    parser.add_argument("--all", type=int, default=0, help="deals whose whole order is found")
    parser.add_argument(
        "--rows", nargs="+", choices=ROWS, default=[row for row in ROWS if row != "nullo16"]
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=512, help="MB")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.json:
        print("| row | deals | best: mean | median | max | ten: mean | max | all: × best |")
        print("|---|---|---|---|---|---|---|---|")
    for row in options.rows:
        befores = deals(row, options.n, options.seed)
        best, ten = (
            [seconds(before, what, options.memory) for before in befores]
            for what in ("best", "ten")
        )
        whole = [seconds(before, "all", options.memory) for before in befores[: options.all]]
        ratio = sum(whole) / sum(best[: options.all]) if whole else None
        if options.json:
            print(json.dumps({"row": row, "best": best, "ten": ten, "all": whole}))
            continue
        print(
            f"| {row} | {len(befores)} | {mean(best):.3f} s | {median(best):.3f} | {max(best):.3f} "
            f"| {mean(ten):.3f} s | {max(ten):.3f} | {'–' if ratio is None else f'{ratio:.0f}'} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
