"""How much of a deal a guarantee rests on, by contract.

    python benchmarks/why.py --deals 40 --cards 12 --seed 1 [--searches N | --seconds S]

Deals of so many cards a hand, forehand leads; in each contract the guarantee of forehand is
explained. Comparisons are of two cards of a suit in different hands: what the search's own proof
used of them, with all that follows from it, and what is left. Seconds are CPU.
"""

from __future__ import annotations

import argparse
from statistics import mean, median
from time import process_time

import numpy as np

from solver.analysis.why import why
from solver.cards import CARDS, SEATS, Seat, hand_of
from solver.position import Position
from solver.rules.contract import Contract

CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)


def main() -> None:
    """Print a row for each contract."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--searches", type=int)
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args()
    print(
        "| contract | comparisons | first proof | left | of which all follow | minimal "
        "| cards named | minimal | one deal in | s (mean, most) |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for contract in CONTRACTS:
        found, times = [], []
        for number in range(given.deals):
            rng = np.random.default_rng([given.seed, number])
            dealt = [int(card) for card in rng.permutation(CARDS)[: SEATS * given.cards]]
            position = Position([hand_of(dealt[seat::SEATS]) for seat in range(SEATS)], contract)
            start = process_time()
            found.append(
                why(position, Seat.FOREHAND, searches=given.searches, seconds=given.seconds)
            )
            times.append(process_time() - start)
        pairs = sum(each.pairs for each in found)
        named = mean(sum(hand.bit_count() for hand in each.diagram.named) for each in found)
        print(
            f"| {contract.name} | {pairs / len(found):.0f} "
            f"| {sum(each.used for each in found) / pairs:.0%} "
            f"| {sum(each.rests_on for each in found) / pairs:.0%} "
            f"| {mean(len(each.comparisons) for each in found):.1f} "
            f"| {mean(each.minimal for each in found):.0%} "
            f"| {named:.1f} of {SEATS * given.cards} "
            f"| {mean(each.diagram.minimal for each in found):.0%} "
            f"| {median(float(1 / each.chance) for each in found):.1e} "
            f"| {mean(times):.1f}, {max(times):.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
