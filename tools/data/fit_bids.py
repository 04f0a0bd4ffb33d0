"""Make solver/data/declarer_points.json: the rule of thumb for a declarer in an auction of numbers.

In random deals of Manille aux enchères the declarer keeps what the rule of the round before
likes best, with each of its two best trumps; the deal is solved with open cards, and the points
are fitted by least squares. Then the points of a declarer are fitted to the rule's figures for the
hands dealt, his own and the others', game by game (``hand_policy``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from measuring import run
from provenance import DATA, made, write_json
from tasks import TRUMP

from manni.solver.advice.hand_policy import FEATURES, FigureModel, declarer_features, kept_choices
from manni.solver.cards import SEATS, Contract, Seat, hand_of
from manni.solver.engine import Engine
from manni.solver.exchange.discards import kept_hands
from manni.solver.exchange.surprise import TakenUp
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant

GAMES = ("encheres-sans", "encheres-petite", "encheres-grande")
FIRST = dict(zip(FEATURES, (0, 2, 5, 4, 3, 1, 1, 5, 4, 2, 1, 0, 1, 1), strict=True))


def promised(hand: int, trump: Contract, weights: dict[str, float]) -> float:
    """Return the points that weights promise a declarer who begins to play with a hand."""
    features = zip(FEATURES, declarer_features(hand, trump), strict=True)
    return float(sum(weights[name] * many for name, many in features))


def solved(
    engine: Engine, variant: Variant, seed: int, weights: dict[str, float]
) -> list[tuple[Any, ...]]:
    """Return hands dealt, cards face up, hand kept, trump and points of forehand in a deal.

    There is a row for each of its two best trumps, the better first.
    """
    hands, pile, *_ = variant.deal(generator(seed))
    taken = TakenUp(variant, hands, pile, Seat.FOREHAND)
    kept = kept_hands(taken.held, hands[1] | hands[2], variant.tricks, variant.rules)
    best = {trump: max((promised(own, trump, weights), own) for own in kept) for trump in TRUMP}
    rows = []
    for trump in sorted(TRUMP, key=lambda trump: -best[trump][0])[:2]:
        own = best[trump][1]
        points = engine.value(taken.position(trump, taken.held & ~own), Seat.FOREHAND)
        rows.append((hands, variant.face_up(pile), own, trump, points))
    return rows


def figures(
    variant: Variant, hands: Sequence[int], shown: Sequence[int], weights: dict[str, float]
) -> list[float]:
    """Return the rule's figures for the hands dealt, of each with the cards that lie face up."""
    choices = (kept_choices(variant, hand | hand_of(shown), TRUMP) for hand in hands)
    return [max(promised(kept, trump, weights) for trump, kept in each) for each in choices]


def spread_of(dealt: np.ndarray, points: np.ndarray) -> FigureModel:
    """Return how figures and points are spread, from deals in which forehand declares.

    ``dealt`` are the figures of the hands dealt, a row a deal, ``points`` what forehand took.
    """
    together = np.corrcoef(dealt.T)[np.triu_indices(SEATS, 1)].mean()
    seen = np.column_stack([np.ones(len(dealt)), dealt[:, 0], dealt[:, 1] + dealt[:, 2]])
    fitted, *_ = np.linalg.lstsq(seen, points, rcond=None)
    start, own, others = map(float, fitted)
    error = float(np.std(points - seen @ fitted))
    found = (dealt.mean(), dealt.std(), together, start, own, others, error)
    return FigureModel(*(round(float(each), 3) for each in found))


def main(*, deals: int = 600, rounds: int = 3) -> None:
    """Make the rule of so many ``deals`` of each game, each round."""
    engine = Engine(64)
    rule: dict[str, Any] = {"weights": FIRST, "spread": {}}
    for turn in range(rounds):
        rows = {
            code: [
                row
                for number in range(deals)
                for row in solved(
                    engine, get_variant(code), 10_000 * turn + number, rule["weights"]
                )
            ]
            for code in GAMES
        }
        every = [row for code in GAMES for row in rows[code]]
        seen = np.array([declarer_features(kept, trump) for *_, kept, trump, _ in every], float)
        points = np.array([row[-1] for row in every], float)
        fitted, *_ = np.linalg.lstsq(seen, points, rcond=None)
        print(f"round {turn + 1}: off by {np.std(points - seen @ fitted):.2f} points a deal")
        rule["weights"] = {
            name: round(float(each), 2) for name, each in zip(FEATURES, fitted, strict=True)
        }
    for code in GAMES:
        better = rows[code][::2]  # with the better trump
        dealt = [figures(get_variant(code), row[0], row[1], rule["weights"]) for row in better]
        found = spread_of(np.array(dealt), np.array([row[-1] for row in better], float))
        rule["spread"][code] = found._asdict()
        print(f"{code}: {found}")
    write_json(DATA / "declarer_points.json", made(), rule)


if __name__ == "__main__":
    run(main)
