"""Make solver/data/set_values.json: what it is worth to have contracts left to declare.

    python benchmarks/set_values.py --rows nt.jsonl trump.jsonl nullo.jsonl

1. The deals of ``solved_deals.py`` with sixteen cards: forehand declares NT, a trump or NULLO,
   exchanges by the rule of thumb, and the deal is solved with open cards. For each kind, a
   line of the declarer's points (by share) against his hand's score is fitted by least
   squares. How many guarantees were estimated, not proved, is counted.
2. Random hands get the points of that line in every contract, and the value of each set of
   contracts follows from those of the smaller sets. Sets that differ only in the names of suits
   get the mean.

Standard errors are from ``--samples`` bootstrap samples, of the deals for the lines and of deals
and hands for the sets.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from measuring import read
from solved_deals import KINDS

from solver.advice.asked_for import Value
from solver.advice.contracts_left import (
    FILE,
    Line,
    alike_lines,
    set_values,
    slot_points,
)
from solver.advice.deal_worth import Worth
from solver.advice.thumb_hand import thumb_score
from solver.advice.view import view
from solver.cards import Seat
from solver.notation import parse_contract, parse_hand
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.variant import Variant
from solver.values.share import Tricks

SIZES = range(5)
GAMES = ("trjamann", "laugavatn")
Floats = np.ndarray[Any, np.dtype[np.float64]]


def scored(paths: list[Path]) -> tuple[dict[str, Floats], dict[str, int]]:
    """Return by kind a row a deal, score and points, and how many were estimated."""
    variant = get_variant("trjamann")
    by_kind: dict[str, list[tuple[float, float]]] = defaultdict(list)
    estimated: dict[str, int] = defaultdict(int)
    for path in paths:
        for row in read(path):
            hand, contract = parse_hand(row["dealt"]), parse_contract(row["contract"])
            worth = Worth(view(hand, variant, contract, Seat.FOREHAND), Value.SHARE)
            guarantees: Tricks = tuple(row["guarantees"])
            score = thumb_score(contract, hand, SIZES)
            by_kind[row["kind"]].append((score, worth.of(guarantees)[0]))
            estimated[row["kind"]] += not row["proved"]
    return {kind: np.array(rows) for kind, rows in by_kind.items()}, estimated


def line(rows: Floats) -> Line:
    """Return the line fitted to scores and points."""
    slope, start = np.polyfit(rows[:, 0], rows[:, 1], 1)
    return Line(float(start), float(slope))


def resampled(rows: Floats, rng: np.random.Generator) -> Floats:
    """Return as many rows, drawn with replacement."""
    return rows[rng.integers(len(rows), size=len(rows))]


def points_of(variant: Variant, lines: Mapping[str, Line], hands: list[int]) -> Floats:
    """Return the points of each hand in each line of the list."""
    return np.array(
        [[slot_points(variant, lines, hand, slot) for slot in variant.slots] for hand in hands]
    )


class Scores:
    """The scores of hands in every contract, from which points follow for any lines."""

    def __init__(self, variant: Variant, hands: list[int]) -> None:
        unit = {kind: Line(0.0, 1.0) for kind in KINDS}
        self.names = [slot.name for slot in variant.slots]
        self.alike = alike_lines(variant.slots)
        # All contracts of a line of the list are of one kind: the best has the best score.
        self.kinds = [slot.contracts[0].kind for slot in variant.slots]
        self.scores: Floats = points_of(variant, unit, hands)

    def values(self, lines: Mapping[str, Line], picked: Any = slice(None)) -> dict[str, float]:
        """Return the value of each set, by its names in order."""
        start = np.array([lines[kind].start for kind in self.kinds])
        slope = np.array([lines[kind].slope for kind in self.kinds])
        points: Floats = start + slope * self.scores[picked]
        values = set_values(self.names, points, self.alike)
        return {
            " ".join(name for name in self.names if name in left): value
            for left, value in values.items()
        }


def fits_of(
    deals: Mapping[str, Floats], estimated: Mapping[str, int], samples: list[dict[str, Line]]
) -> dict[str, dict[str, float]]:
    """Return what is stored of the lines."""
    fits = {}
    for kind in KINDS:
        fitted = line(deals[kind])
        told = np.corrcoef(deals[kind][:, 0], deals[kind][:, 1])[0, 1] ** 2
        fits[kind] = {
            "deals": len(deals[kind]),
            "estimated": estimated[kind],
            "start": round(fitted.start, 4),
            "slope": round(fitted.slope, 4),
            "start_error": round(float(np.std([each[kind].start for each in samples])), 4),
            "slope_error": round(float(np.std([each[kind].slope for each in samples])), 4),
            "r2": round(float(told), 3),
        }
        print(kind, fits[kind], flush=True)
    return fits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=10000, help="hands of the dynamic program")
    parser.add_argument("--samples", type=int, default=100, help="bootstrap samples")
    parser.add_argument("-o", "--output", type=Path, default=Path("solver/data") / FILE)
    options = parser.parse_args()
    deals, estimated = scored(options.rows)
    rng = np.random.default_rng(options.seed)
    samples = [
        {kind: line(resampled(deals[kind], rng)) for kind in KINDS} for _ in range(options.samples)
    ]
    fits = fits_of(deals, estimated, samples)
    lines = {kind: Line(fits[kind]["start"], fits[kind]["slope"]) for kind in KINDS}
    dealer = generator(options.seed + 1)
    games = []
    for code in GAMES:
        variant = get_variant(code)
        hands = [variant.deal(dealer).hands[Seat.FOREHAND] for _ in range(options.hands)]
        scores = Scores(variant, hands)
        values = scores.values(lines)
        spread = [
            scores.values(each, rng.integers(len(hands), size=len(hands))) for each in samples
        ]
        errors = {name: float(np.std([each[name] for each in spread])) for name in values}
        games.append(
            {
                "game": code,
                "slots": scores.names,
                "values": {name: round(value, 4) for name, value in values.items()},
                "errors": {name: round(value, 4) for name, value in errors.items()},
            }
        )
        every = " ".join(scores.names)
        print(code, "all left:", round(values[every], 2), "±", round(1.96 * errors[every], 2))
    data = {
        "made_by": "benchmarks/set_values.py",
        "seed": options.seed,
        "hands": options.hands,
        "samples": options.samples,
        "fits": fits,
        "games": games,
    }
    options.output.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
