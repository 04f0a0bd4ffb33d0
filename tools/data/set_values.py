"""Make solver/data/set_values.json: what it is worth to have contracts left to declare.

    python tools/data/set_values.py --rows nt.jsonl trump.jsonl nullo.jsonl

1. The deals of ``solved_deals.py`` with sixteen cards: forehand declares NT, a trump or NULLO,
   exchanges by the rule of thumb, and the deal is solved with open cards. For each kind, a
   line of the declarer's points (by share) against his hand's score is fitted by least
   squares. How many guarantees were estimated, not proved, is counted.
2. Random hands get the points of that line in every contract, and the value of each set of
   contracts follows from those of the smaller sets. Sets that differ only in the names of suits
   get the mean.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import Row, read
from provenance import DATA, made, write_json
from solved_deals import KINDS

from manni.solver.advice.choices import Value
from manni.solver.advice.declaration import FILE, Names, exchange_limit
from manni.solver.advice.evaluation import Evaluator
from manni.solver.advice.hand_policy import thumb_score
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.cards import Seat
from manni.solver.notation import parse_contract, parse_hand
from manni.solver.rules.auction import Slot
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant

SIZES = range(5)
Floats = np.ndarray[Any, np.dtype[np.float64]]


class Line(NamedTuple):
    """A straight line from the score of a declarer's hand to his expected points."""

    start: float
    slope: float

    def points(self, score: float) -> float:
        """Return the expected points."""
        return self.start + self.slope * score


def scored(rows: list[Row]) -> tuple[dict[str, Floats], dict[str, int]]:
    """Return by kind a row a deal, score and points, and how many were estimated."""
    variant = get_variant("trjamann")
    by_kind: dict[str, list[tuple[float, float]]] = defaultdict(list)
    estimated: dict[str, int] = defaultdict(int)
    for row in rows:
        hand, contract = parse_hand(row["dealt"]), parse_contract(row["contract"])
        worth = Evaluator(
            ExchangeObservation.of(hand, variant, contract, Seat.FOREHAND), Value.SHARE
        )
        score = thumb_score(contract, hand, SIZES)
        by_kind[row["kind"]].append((score, worth.of(tuple(row["guarantees"]))[0]))
        estimated[row["kind"]] += not row["proved"]
    return {kind: np.array(rows) for kind, rows in by_kind.items()}, estimated


def line(rows: Floats) -> Line:
    """Return the line fitted to scores and points."""
    slope, start = np.polyfit(rows[:, 0], rows[:, 1], 1)
    return Line(float(start), float(slope))


def slot_points(variant: Variant, lines: Mapping[str, Line], hand: int, slot: Slot) -> float:
    """Return the expected points of a hand in the best contract of a line of the list."""
    sizes = range(exchange_limit(variant) + 1)
    return max(
        lines[contract.kind].points(thumb_score(contract, hand, sizes))
        for contract in slot.contracts
    )


def points_of(variant: Variant, lines: Mapping[str, Line], hands: list[int]) -> Floats:
    """Return the points of each hand in each line of the list."""
    return np.array(
        [[slot_points(variant, lines, hand, slot) for slot in variant.slots] for hand in hands]
    )


def alike_lines(slots: Sequence[Slot]) -> Names:
    """Return the names of the lines that are one trump each: they differ only in their suits."""
    return frozenset(
        slot.name
        for slot in slots
        if len(slot.contracts) == 1 and slot.contracts[0].trump is not None
    )


def set_values(
    names: Sequence[str], points: Floats, alike: Names = frozenset()
) -> dict[Names, float]:
    """Return the value of every set of lines left, from the points of hands in each line.

    Each hand declares once, whichever line gives the most with what is left after it. The lines
    ``alike`` differ only in the names of suits: sets with as many of them, and the same others,
    have one value, the mean of what chance makes of them.
    """
    values: dict[Names, float] = {frozenset(): 0.0}
    for size in range(1, len(names) + 1):
        same: dict[tuple[Names, int], dict[Names, float]] = {}
        for chosen in combinations(range(len(names)), size):
            left = frozenset(names[index] for index in chosen)
            later = [values[left - {names[index]}] for index in chosen]
            value = float((points[:, list(chosen)] + later).max(axis=1).mean())
            same.setdefault((left - alike, len(left & alike)), {})[left] = value
        for alike_sets in same.values():
            values.update(dict.fromkeys(alike_sets, fsum(alike_sets.values()) / len(alike_sets)))
    return values


def fitted(deals: Floats, estimated: int) -> dict[str, float]:
    """Return what is stored of the line of a kind."""
    own = line(deals)
    return {
        "deals": len(deals),
        "estimated": estimated,
        "start": round(own.start, 4),
        "slope": round(own.slope, 4),
        "r2": round(float(np.corrcoef(deals.T)[0, 1] ** 2), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=10000, help="hands of the dynamic program")
    options = parser.parse_args()
    rows = [row for path in options.rows for row in read(path)]
    deals, estimated = scored(rows)
    fits = {kind: fitted(deals[kind], estimated[kind]) for kind in KINDS}
    lines = {kind: Line(fit["start"], fit["slope"]) for kind, fit in fits.items()}
    dealer = generator(options.seed + 1)
    games = []
    for code in ("trjamann", "laugavatn"):
        variant = get_variant(code)
        hands = [variant.deal(dealer).hands[Seat.FOREHAND] for _ in range(options.hands)]
        names = [slot.name for slot in variant.slots]
        points = points_of(variant, lines, hands)
        values = {
            " ".join(name for name in names if name in left): round(value, 4)
            for left, value in set_values(names, points, alike_lines(variant.slots)).items()
        }
        games.append({"game": code, "slots": names, "values": values})
        print(code, "all left:", values[" ".join(names)])
    provenance = made(options.rows, options.seed, sum(row["seconds"] for row in rows))
    write_json(DATA / FILE, provenance, {"hands": options.hands, "fits": fits, "games": games})


if __name__ == "__main__":
    main()
