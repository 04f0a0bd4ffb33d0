"""How large the proofs of whole deals are, and how long they take to make and to check.

    python benchmarks/certificates.py --deals 40 --cards 12 --seed 1 --rows FILE

Deals of so many cards a hand, forehand leads; in each contract the guarantees of all three seats
are certified and the certificates checked: one file a deal, as ``solve --certificates`` writes it.
Seconds are CPU. With ``--rows`` what was measured is kept, a line a deal, and not measured again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import numpy as np

from solver.cards import CARDS, SEATS, Seat, hand_of
from solver.position import Position
from solver.puzzles.certify import as_file, certify_guarantee
from solver.puzzles.check_certificate import check
from solver.rules.contract import Contract
from solver.values.solve import Solver

CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)
LIMIT_MB = 50


def main() -> None:
    """Print a row for each contract."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path)
    given = parser.parse_args()
    rows = _kept(given.rows)
    solver = Solver(256)
    for number in range(given.deals):
        for contract in CONTRACTS:
            key = [given.cards, given.seed, number, contract.name]
            if all(row["key"] != key for row in rows):
                rows.append({"key": key, **_measured(_position(given, number, contract), solver)})
                if given.rows is not None:
                    with given.rows.open("a") as file:
                        print(json.dumps(rows[-1]), file=file)
    print(
        f"| contract | certified under {LIMIT_MB} MB | positions (mean, median, most) "
        "| bytes (mean, median, most) | made, checked (s) |"
    )
    print("|---|---:|---:|---:|---:|")
    for contract in CONTRACTS:
        mine = [row for row in rows if row["key"][:2] == [given.cards, given.seed]]
        mine = [row for row in mine if row["key"][2] < given.deals]
        _print(contract, [row for row in mine if row["key"][3] == contract.name])


def _kept(path: Path | None) -> list[dict[str, Any]]:
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def _position(given: argparse.Namespace, number: int, contract: Contract) -> Position:
    rng = np.random.default_rng([given.seed, number])
    dealt = [int(card) for card in rng.permutation(CARDS)[: SEATS * given.cards]]
    return Position([hand_of(dealt[seat::SEATS]) for seat in range(SEATS)], contract)


def _measured(position: Position, solver: Solver) -> dict[str, Any]:
    """Certify a deal; its bytes are None where a proof grew too long."""
    start = process_time()
    proofs = [
        certify_guarantee(position, seat, solver.engine.value(position, seat), solver.engine)
        for seat in Seat
    ]
    made = process_time()
    whole = all(proof.proved for proof in proofs)
    for proof in proofs:
        if proof.proved:
            check(proof.data)
    return {
        "positions": sum(proof.positions for proof in proofs),
        "bytes": len(as_file([proof.data for proof in proofs])) if whole else None,
        "made": round(made - start, 2),
        "checked": round(process_time() - made, 2),
    }


def _print(contract: Contract, rows: list[dict[str, Any]]) -> None:
    good = [row for row in rows if row["bytes"] is not None]
    if not good:
        print(f"| {contract.name} | 0 of {len(rows)} | | | |")
        return
    walks, sizes = [row["positions"] for row in good], [row["bytes"] for row in good]
    small = sum(size < LIMIT_MB * 10**6 for size in sizes)
    print(
        f"| {contract.name} | {small} of {len(rows)} "
        f"| {mean(walks):,.0f}, {median(walks):,.0f}, {max(walks):,} "
        f"| {mean(sizes):,.0f}, {median(sizes):,.0f}, {max(sizes):,} "
        f"| {mean(row['made'] for row in good):.1f}, "
        f"{mean(row['checked'] for row in good):.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
