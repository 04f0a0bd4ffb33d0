"""Make solver/data/exchange_values.json: what the cards kept in an exchange are worth.

    python tools/data/fit_exchange.py -o build/data/exchange.jsonl

Hornafjarðarmanni is dealt; a seat tries several plausible discards, the two others exchange by the
rule of thumb, and every outcome is solved with open cards. What the features of
``solver/advice/evaluation.py`` are worth in tricks by share is found by least squares on the
differences within each deal, and how much of these differences they explain in deals left out of
the fit is printed.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path

import numpy as np
from measuring import Row, measured, run
from play import exchange_by_thumb
from provenance import DATA, ROOT, made, write_json

from manni.solver.advice.choices import Value
from manni.solver.advice.evaluation import (
    DISCARDS_FILE,
    Evaluator,
    Feature,
    drawing_features,
    suit_features,
    trumps_in,
)
from manni.solver.advice.hand_policy import card_margins, thumb_of
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.advice.worlds import World, after_exchange
from manni.solver.cards import SUITS, Contract, Seat, hand_of, suit_ranks
from manni.solver.engine import Engine
from manni.solver.notation import format_hand, parse_hand
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.run import Run

KINDS = {"NT": Contract.NT, "trump": Contract.H, "NULLO": Contract.NULLO}
SEATS = (Seat.FOREHAND,) * 3 + (Seat.MIDDLEHAND, Seat.DEALER)
PARTS = 5
RIDGE = 10.0
NOISE = 0.4
"""Standard deviation of the noise added to a card's worth to get a plausible discard."""


def discards_within_reason(seen: ExchangeObservation, number: int, rng: random.Random) -> list[int]:
    """Return the rule of thumb's discard, none, and what the rule says of noisy worths."""
    discards = {thumb_of(seen): None, 0: None}
    margins = card_margins(seen.contract, seen.hand)
    most = seen.sizes()[-1]
    for _ in range(20 * number):
        if len(discards) == number:
            break
        shift = rng.gauss(0, NOISE / 2)
        off = {card: margin + shift + rng.gauss(0, NOISE) for card, margin in margins.items()}
        worst = sorted((card for card in off if off[card] < 0), key=off.__getitem__)
        discards.setdefault(hand_of(worst[:most]))
    return list(discards)


def solved(kind: str, number: int, dealt: int, candidates: int, engine: Engine) -> Row:
    """Return a seat, its hand, and points by share of discards that it tries in a deal."""
    variant, contract = get_variant("hornafjordur"), KINDS[kind]
    seed = 1000 * number + dealt
    seat = SEATS[number % len(SEATS)]
    before = exchange_by_thumb(variant, contract, variant.deal(generator(seed)), until=seat)
    taken = [*map(len, before.discards)]
    seen = ExchangeObservation.of(before.hands[seat], variant, contract, seat, taken=taken)
    world = World(before.hands, before.manni[before.drawn :])
    evaluator = Evaluator(seen, Value.SHARE)
    guess = evaluator.first_guess()
    tried = {}
    for discards in discards_within_reason(seen, candidates, random.Random(seed)):
        after, drawn = after_exchange(seen, world, discards.bit_count())
        dealt = *after[:seat], seen.hand & ~discards | drawn, *after[seat + 1 :]
        outcome = evaluator.outcome(engine, dealt, guess, Run())
        guess = outcome.guarantees
        tried[format_hand(discards)] = round(outcome.between[0], 4)
    return {"hand": format_hand(seen.hand), "tried": tried}


def discard_features(contract: Contract, kept: int, gone: int) -> Iterator[Feature]:
    """Yield the features of a hand of which ``kept`` stays and ``gone`` is put down."""
    yield from drawing_features(gone.bit_count())
    trumps = trumps_in(contract, kept)
    for suit in range(SUITS):
        ranks = suit_ranks(kept, suit), suit_ranks(gone, suit)
        yield from suit_features(contract, suit, *ranks, trumps)


def weigh(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the weights that explain the points best, by ridge regression."""
    return np.linalg.solve(matrix.T @ matrix + RIDGE * np.eye(matrix.shape[1]), matrix.T @ points)


def fit(kind: str, deals: list[Row]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the weights of a kind's features, by differences within deals, and how they fit."""
    counted: list[list[dict[str, float]]] = []
    for row in deals:
        hand, counted_in_deal = parse_hand(row["hand"]), []
        for gone in map(parse_hand, row["tried"]):
            counts: dict[str, float] = defaultdict(float)
            for name, times in discard_features(KINDS[kind], hand & ~gone, gone):
                counts[name] += times
            counted_in_deal.append(counts)
        counted.append(counted_in_deal)
    names = sorted({name for counts in chain(*counted) for name in counts})
    rows = [np.array([[own[name] for name in names] for own in each]) for each in counted]
    points = [np.array([*row["tried"].values()]) for row in deals]
    matrix, wanted = (
        np.concatenate([own - own.mean(0) for own in each]) for each in (rows, points)
    )
    part = np.repeat(np.arange(len(deals)) % PARTS, [*map(len, rows)])
    told = np.zeros(len(wanted))
    for out in (part == number for number in range(PARTS)):
        told[out] = matrix[out] @ weigh(matrix[~out], wanted[~out])
    explained = 1 - float(((wanted - told) ** 2).sum() / (wanted**2).sum())
    print(f"{kind}: {len(deals)} deals, {len(wanted)} discards, R² {explained:.3f} left out")
    weights = dict(zip(names, weigh(matrix, wanted).round(4).tolist(), strict=True))
    return weights, {"deals": len(deals), "discards": len(wanted), "r2": round(explained, 3)}


def main(
    *,
    deals: int = 2000,
    candidates: int = 12,
    seed: int = 1,
    memory: int = 256,
    output: Path = ROOT / "build/data/exchange.jsonl",
) -> None:
    """Try so many discards in so many deals of each kind, and fit."""
    engine = Engine(memory)
    rows = measured(
        output,
        ("number", "kind"),
        product(range(deals), KINDS),
        lambda number, kind: solved(kind, number, seed, candidates, engine),
    )
    fitted = {kind: fit(kind, [row for row in rows if row["kind"] == kind]) for kind in KINDS}
    provenance = made([output], seed, sum(row["seconds"] for row in rows))
    fits, weights = ({kind: each[k] for kind, each in fitted.items()} for k in (1, 0))
    write_json(DATA / DISCARDS_FILE, provenance, {"fits": fits, "weights": weights})


if __name__ == "__main__":
    run(main)
