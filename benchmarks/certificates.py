"""How large the proofs of guarantees are, and how long they take to make and to check.

    python benchmarks/certificates.py --deals 5 --cards 12 --seed 1

Deals of so many cards a hand, forehand leads; in each contract the guarantee of forehand is
certified and the certificate checked. Seconds are CPU.
"""

from __future__ import annotations

import argparse
from statistics import mean, median
from time import process_time

import numpy as np

from solver.cards import CARDS, SEATS, Seat, hand_of
from solver.position import Position
from solver.puzzles.certify import as_file, certify_guarantee
from solver.puzzles.check_certificate import check
from solver.rules.contract import Contract
from solver.values.solve import Solver

CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)


def main() -> None:
    """Print a row for each contract."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    solver = Solver(256)
    print(
        "| contract | proved | positions (mean, median, most) | bytes (mean, most) "
        "| made, checked (s) |"
    )
    print("|---|---:|---:|---:|---:|")
    for contract in CONTRACTS:
        walks, sizes, making, checking = [], [], [], []
        for number in range(given.deals):
            rng = np.random.default_rng([given.seed, number])
            dealt = [int(card) for card in rng.permutation(CARDS)[: SEATS * given.cards]]
            hands = [hand_of(dealt[seat::SEATS]) for seat in range(SEATS)]
            position = Position(hands, contract)
            start = process_time()
            value = solver.engine.value(position, Seat.FOREHAND)
            proof = certify_guarantee(position, Seat.FOREHAND, value, solver.engine)
            made = process_time()
            if not proof.proved:
                continue
            check(proof.data)
            making.append(made - start)
            checking.append(process_time() - made)
            walks.append(proof.positions)
            sizes.append(len(as_file([proof.data])))
        print(
            f"| {contract.name} | {len(walks)} of {given.deals} "
            f"| {mean(walks):,.0f}, {median(walks):,.0f}, {max(walks):,} "
            f"| {mean(sizes):,.0f}, {max(sizes):,} | {mean(making):.1f}, {mean(checking):.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
