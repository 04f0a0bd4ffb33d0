"""Make solver/data/set_values.json: what it is worth to have contracts left to declare.

    python tools/data/set_values.py nt.jsonl trump.jsonl nullo.jsonl

1. The deals of ``solved_deals.py`` with sixteen cards: forehand declares NT, a trump or NULLO,
   exchanges by the rule of thumb, and the deal is solved with open cards. For each kind, a
   line of the declarer's points (by share) against his hand's score is fitted by least
   squares. How many guarantees were estimated, not proved, is counted.
2. Random hands get the points of that line in every contract, and the value of each set of
   contracts follows from those of the smaller sets. Sets that differ only in the names of suits
   get the mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
from measuring import Row, read, run
from play import KINDS
from provenance import DATA, made, write_json

from manni.solver.advice.choices import Value
from manni.solver.advice.declaration import FILE, Names, exchange_limit
from manni.solver.advice.evaluation import Evaluator
from manni.solver.advice.hand_policy import thumb_score
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.cards import Contract, Seat
from manni.solver.notation import parse_contract, parse_hand
from manni.solver.rules.auction import Slot
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant

SIZES = range(5)
Floats = np.ndarray[Any, np.dtype[np.float64]]


def fitted(rows: list[Row]) -> dict[str, float]:
    """Return what is stored of a kind: the line from a hand's score to its points, and of what."""
    variant = get_variant("trjamann")
    points, scores = [], []
    for row in rows:
        hand, contract = parse_hand(row["dealt"]), parse_contract(row["contract"])
        seen = ExchangeObservation.of(hand, variant, contract, Seat.FOREHAND)
        points.append(Evaluator(seen, Value.SHARE).of(tuple(row["guarantees"]))[0])
        scores.append(thumb_score(contract, hand, SIZES))
    slope, start = np.polyfit(scores, points, 1)
    return {
        "deals": len(rows),
        "estimated": sum(not row["proved"] for row in rows),
        "start": round(float(start), 4),
        "slope": round(float(slope), 4),
        "r2": round(float(np.corrcoef(scores, points)[0, 1] ** 2), 3),
    }


def points_of(variant: Variant, fits: Mapping[str, Mapping[str, float]], hand: int) -> list[float]:
    """Return the points of a hand in each line of the list, in the best contract of it."""
    sizes = range(exchange_limit(variant) + 1)

    def points(contract: Contract) -> float:
        fit = fits[contract.kind]
        return fit["start"] + fit["slope"] * thumb_score(contract, hand, sizes)

    return [max(map(points, slot.contracts)) for slot in variant.slots]


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


def main(rows: tuple[Path, ...], *, seed: int = 1, hands: int = 10000) -> None:
    """Find the values from ``rows``, and so many hands of the dynamic program."""
    solved = read(*rows)
    fits = {kind: fitted([row for row in solved if row["kind"] == kind]) for kind in KINDS}
    dealer = generator(seed + 1)
    games = []
    for code in ("trjamann", "laugavatn"):
        variant = get_variant(code)
        dealt = [variant.deal(dealer).hands[Seat.FOREHAND] for _ in range(hands)]
        names = [slot.name for slot in variant.slots]
        points = np.array([points_of(variant, fits, hand) for hand in dealt])
        values = {
            " ".join(name for name in names if name in left): round(value, 4)
            for left, value in set_values(names, points, alike_lines(variant.slots)).items()
        }
        games.append({"game": code, "slots": names, "values": values})
        print(code, "all left:", values[" ".join(names)])
    provenance = made(rows, seed, sum(row["seconds"] for row in solved))
    write_json(DATA / FILE, provenance, {"hands": hands, "fits": fits, "games": games})


if __name__ == "__main__":
    run(main)
