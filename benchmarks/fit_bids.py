"""Fits the rule of thumb for the declarer in an auction of numbers (``thumb_hand``).

    nice python benchmarks/fit_bids.py --deals 600 -o solver/data/declarer_points.json

In random deals of Manille aux enchères the declarer keeps what the rule of the round before
likes best, with each of its two best trumps; the deal is solved with open cards, and the points
are fitted by least squares. Then what the hand dealt comes to is fitted to the rule's figure for
it, game by game.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from solver.advice.thumb_hand import FEATURES, declarer_features, declarer_points
from solver.cards import Seat, hand_of
from solver.engine import Engine
from solver.exchange.kept import kept_hands
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.variant import Variant

GAMES = ("encheres-sans", "encheres-petite", "encheres-grande")
TRUMPS = (Contract.S, Contract.H, Contract.D, Contract.C)
FIRST = dict(zip(FEATURES, (0, 2, 5, 4, 3, 1, 1, 5, 4, 2, 1, 0, 1, 1), strict=True))


def solved(
    engine: Engine, variant: Variant, seed: int, weights: dict[str, float]
) -> list[tuple[Any, ...]]:
    """Return hand dealt, hand kept, trump and points of forehand in a deal, best trump first."""
    hands, pile, _ = variant.deal(generator(seed))
    held = hands[0] | hand_of(pile)
    kept = kept_hands(held, hands[1] | hands[2], variant.tricks, variant.rules)
    best = {
        trump: max((declarer_points(own, trump, weights), own) for own in kept) for trump in TRUMPS
    }
    order = sorted(TRUMPS, key=lambda trump: -best[trump][0])
    rows = []
    for trump in order[:2]:
        own = best[trump][1]
        position = Position(
            (own, hands[1], hands[2]),
            trump,
            rules=variant.rules_of(trump),
            declarer=Seat.FOREHAND,
        )
        rows.append((hands[0], own, trump, engine.value(position, Seat.FOREHAND)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=600, help="of each game, each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    engine = Engine(64)
    rule: dict[str, Any] = {"weights": FIRST, "before": {}}
    for turn in range(options.rounds):
        rows = {
            code: [
                row
                for number in range(options.deals)
                for row in solved(
                    engine, get_variant(code), 10_000 * turn + number, rule["weights"]
                )
            ]
            for code in GAMES
        }
        every = [row for code in GAMES for row in rows[code]]
        seen = np.array([declarer_features(kept, trump) for _, kept, trump, _ in every], float)
        points = np.array([row[3] for row in every], float)
        fitted, *_ = np.linalg.lstsq(seen, points, rcond=None)
        print(f"round {turn + 1}: off by {np.std(points - seen @ fitted):.2f} points a deal")
        rule["weights"] = {
            name: round(float(each), 2) for name, each in zip(FEATURES, fitted, strict=True)
        }
    for code in GAMES:
        weights = rule["weights"]
        of_hand = [
            max(declarer_points(row[0], trump, weights) for trump in TRUMPS)
            for row in rows[code][::2]
        ]
        got = [row[3] for row in rows[code][::2]]
        slope, offset = np.polyfit(of_hand, got, 1)
        rule["before"][code] = [round(float(offset), 2), round(float(slope), 3)]
        print(f"{code}: {rule['before'][code]}, off by", end=" ")
        print(f"{np.std(np.array(got) - (offset + slope * np.array(of_hand))):.2f}")
    options.output.write_text(json.dumps(rule, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
