"""Make solver/data/declarer_points.json: the rule of thumb for a declarer in an auction of numbers.

In random deals of Manille aux enchères the declarer keeps what the rule of the round before
likes best, with each of its two best trumps; the deal is solved with open cards, and the points
are fitted by least squares, in the games for so many players together. Then the points of a
declarer are fitted to the rule's figures for the hands dealt, his own and the others', game by
game (``hand_model``, ``hand_policy``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from measuring import run
from provenance import DATA, made, write_json
from tasks import TRUMP

from manni.solver.advice.hand_model import FEATURES, declarer_features, kept_choices
from manni.solver.advice.hand_policy import FigureModel
from manni.solver.cards import Contract, cards_in, hand_of
from manni.solver.engine import Engine
from manni.solver.exchange.discards import kept_hands
from manni.solver.exchange.open_cards import ExchangeTurn
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant

GAMES = {3: ("encheres-sans", "encheres-petite", "encheres-grande")} | {
    players: (f"encheres-{players}",) for players in range(4, 8)
}
FIRST = dict(zip(FEATURES, (0, 2, 5, 4, 3, 1, 1, 5, 4, 2, 1, 0, 1, 1), strict=True))


def promised(hand: int, trump: Contract, weights: dict[str, float]) -> float:
    """Return the points that weights promise a declarer who begins to play with a hand."""
    features = zip(FEATURES, declarer_features(hand, trump), strict=True)
    return float(sum(weights[name] * many for name, many in features))


def solved(
    engine: Engine, variant: Variant, seed: int, weights: dict[str, float]
) -> list[tuple[Any, ...]]:
    """Return what each is dealt and sees, and what forehand keeps, its trump and its points.

    There is a row for each of its two best trumps, the better first.
    """
    hands, pile, *_ = variant.deal(generator(seed))
    declarer, *others = variant.seats
    taken = ExchangeTurn.taking_up(variant, hands, pile * variant.exchange.picks_up, declarer)
    against = hand_of(card for other in others for card in cards_in(hands[other]))
    kept = kept_hands(taken.held, against, variant.tricks, variant.rules)
    best = {trump: max((promised(own, trump, weights), own) for own in kept) for trump in TRUMP}
    seen = [hand | hand_of(variant.face_up(pile)) for hand in hands]
    rows = []
    for trump in sorted(TRUMP, key=lambda trump: -best[trump][0])[:2]:
        own = best[trump][1]
        points = engine.value(taken.position(trump, taken.held & ~own), declarer)
        rows.append((seen, own, trump, points))
    return rows


def figure(variant: Variant, hand: int, weights: dict[str, float]) -> float:
    """Return the rule's figure for a hand dealt, with the cards that lie face up."""
    kept = kept_choices(variant, hand)
    return max(promised(own, trump, weights) for trump in TRUMP for own in kept)


def spread_of(dealt: np.ndarray, points: np.ndarray) -> FigureModel:
    """Return how figures and points are spread, from deals in which forehand declares.

    ``dealt`` are the figures of the hands dealt, a row a deal, ``points`` what forehand took.
    """
    together = np.corrcoef(dealt.T)[np.triu_indices(dealt.shape[1], 1)].mean()
    seen = np.column_stack([np.ones(len(dealt)), dealt[:, 0], dealt[:, 1:].sum(axis=1)])
    fitted, *_ = np.linalg.lstsq(seen, points, rcond=None)
    error = np.std(points - seen @ fitted)
    found = (dealt.mean(), dealt.std(), together, *fitted, error)
    return FigureModel(*(round(float(each), 3) for each in found))


def main(*, deals: int = 1800, rounds: int = 3) -> None:
    """Make the rule of so many ``deals`` of the games for each number of players, each round."""
    engine = Engine(64)
    rule: dict[str, Any] = {"weights": {}, "spread": {}}
    for players, codes in GAMES.items():
        weights = FIRST
        for turn in range(rounds):
            rows = {
                code: [
                    row
                    for number in range(deals // len(codes))
                    for row in solved(engine, get_variant(code), 10_000 * turn + number, weights)
                ]
                for code in codes
            }
            every = [row for code in codes for row in rows[code]]
            seen = np.array([declarer_features(kept, trump) for _, kept, trump, _ in every], float)
            points = np.array([row[-1] for row in every], float)
            found, *_ = np.linalg.lstsq(seen, points, rcond=None)
            print(f"round {turn + 1}: off by {np.std(points - seen @ found):.2f} points a deal")
            weights = {name: round(float(n), 2) for name, n in zip(FEATURES, found, strict=True)}
        rule["weights"][players] = weights
        for code in codes:
            every = rows[code][::2]  # with the better trump
            dealt = [[figure(get_variant(code), hand, weights) for hand in row[0]] for row in every]
            spread = spread_of(np.array(dealt), np.array([row[-1] for row in every], float))
            rule["spread"][code] = spread._asdict()
            print(f"{code}: {spread}")
    write_json(DATA / "declarer_points.json", made(), rule)


if __name__ == "__main__":
    run(main)
