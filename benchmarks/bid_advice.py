"""How good advice on bids is over so few deals: what it tells, and what the bid told brings.

    nice python benchmarks/bid_advice.py --hands 30 -o rows.jsonl

Hands of Manille aux enchères are dealt, and for each ``--deals`` that agree with it are solved as
the advice solves them. Groups of them, each deal in one, are what the advice is given, once where
nothing was bid and once where the bid that stands leaves five numbers that pay; the other deals of
the hand say what the bid told brings. A pass brings 0.

-o keeps a line a hand as soon as it is done, and goes on with a file that is there; ``--from``
adds up such files without measuring.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from kept_rows import Row, add_files, interval, measured

from solver.advice.behaviour import Belief
from solver.advice.bids import Outcome, outcome_of, weighed
from solver.advice.statistics import NORMAL
from solver.advice.view import bidding
from solver.advice.worlds import Worlds
from solver.engine import Engine
from solver.rules.bidding import Aim, Bid
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.variant import Variant
from solver.run import Run

SIZES = (6, 12, 25, 50)
"""So many deals the advice is given."""

NEAR = 5
"""So many numbers that pay are left by the bid that stands."""


def measure(variant: Variant, hand: int, deals: int) -> Row:
    """Return the points a hand is sure of in each of so many deals."""
    engine, run = Engine(64), Run()
    worlds = islice(Worlds(bidding(hand, variant), Belief.NONE, 5).taken_up(), deals)
    return {"points": [outcome_of(engine, each, run).points for each in worlds]}


def told(
    numbers: Sequence[Bid], variant: Variant, points: Sequence[int], size: int
) -> Iterator[dict[str, float]]:
    """Yield what the advice says over each group of deals, and what that is in the others."""
    for start in range(0, len(points) // size * size, size):
        given = points[start : start + size]
        others = np.array([*points[:start], *points[start + size :]])
        brings = [each.worth * (2 * float((others >= each.worth).mean()) - 1) for each in numbers]
        found = weighed(numbers, variant, [Outcome(each, False, False) for each in given])
        best, low, high = found["best"], *found["brings_interval"]
        at = None if best is None else numbers.index(best.bid)
        true = 0.0 if at is None else brings[at]
        # What is compared with is only known from so many deals.
        among = 0.0 if at is None else (numbers[at].worth ** 2 - true**2) / len(others)
        counted = max(found["bids"], key=lambda own: own.points)
        beside = (low - found["brings"] if true < found["brings"] else high - found["brings"]) ** 2
        by_count = brings[found["bids"].index(counted)] if counted.points > 0 else 0.0
        none = numbers[0].worth - 1
        least, most = (none if bid is None else bid.worth for bid in found["pays_between"])
        pays = none + sum(by > 0 for by in brings)
        up_to = found["pays_up_to"]
        yield {
            "most": max([0.0, *brings]),
            "true": true,
            "told": found["brings"],
            "holds": (true - found["brings"]) ** 2 <= beside + NORMAL**2 * among,
            "counted true": by_count,
            "counted told": max(counted.points, 0.0),
            "ceiling": (none if up_to is None else up_to.worth) - pays,
            "ceiling holds": least <= pays <= most,
            "too few": size < found["enough"],
        }


def summary(variant: Variant, rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line for every size, hands counting alike; ± is the 95 % interval over hands."""
    every = [bid for bid in variant.bids if bid.aim is Aim.POINTS]
    yield (
        "| | deals | best possible | advised bid brings | told | off by | holds "
        "| most counted brings | told | highest that pays, off by | holds | too few |"
    )
    yield "|---" * 12 + "|"
    for near in (False, True):
        for size in SIZES:
            if size > min(len(row["points"]) for row in rows) // 2:
                break
            hands = []
            for row in rows:
                points = row["points"]
                pays = [bid.worth for bid in every if np.mean(np.array(points) >= bid.worth) > 0.5]
                above = max(pays[-1] - NEAR, 0) if near and pays else 0
                numbers = [bid for bid in every if bid.worth > above]
                found = list(told(numbers, variant, points, size))
                mean = {key: np.mean([each[key] for each in found]) for key in found[0]}
                mean["off"] = np.mean([(each["told"] - each["true"]) ** 2 for each in found])
                mean["ceiling off"] = np.mean([each["ceiling"] ** 2 for each in found])
                hands.append(mean)
            of = {key: np.array([mean[key] for mean in hands], float) for key in hands[0]}
            yield " | ".join(
                [
                    f"| {'near' if near else 'none'}",
                    str(size),
                    f"{of['most'].mean():.1f}",
                    f"{of['true'].mean():.1f}",
                    f"{of['told'].mean():.1f} ({interval(of['told'] - of['true'], '+.1f')})",
                    f"{np.sqrt(of['off'].mean()):.1f}",
                    f"{of['holds'].mean():.0%}",
                    f"{of['counted true'].mean():.1f}",
                    f"{of['counted told'].mean():.1f} "
                    f"({interval(of['counted told'] - of['counted true'], '+.1f')})",
                    f"{np.sqrt(of['ceiling off'].mean()):.1f}",
                    f"{of['ceiling holds'].mean():.0%}",
                    f"{of['too few'].mean():.0%} |",
                ]
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="encheres-petite")
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--deals", type=int, default=300, help="solved for each hand")
    parser.add_argument("--seed", type=int, default=77)
    add_files(parser)
    options = parser.parse_args()
    variant = get_variant(options.game)
    dealer = generator(options.seed)
    hands = ((variant.deal(dealer).hands[0],) for _ in range(options.hands))
    rows = measured(options, ("hand",), hands, lambda hand: measure(variant, hand, options.deals))
    print("\n".join(summary(variant, rows)))


if __name__ == "__main__":
    main()
