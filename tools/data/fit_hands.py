"""Make solver/data/hand_points.json: what the features of three hands are worth.

    python tools/data/fit_hands.py nt12.jsonl trump12.jsonl … nullo16.jsonl
    python tools/data/fit_hands.py --tricks 16 --kind NULLO --hands 40 --worlds 8

The first reads deals of ``solved_deals.py`` and fits the tricks by share of the three seats to
the features of ``solver/advice/evaluation.py`` by ridge regression, for hands of each size
and each kind of contract. It prints how much is explained in deals left out of the fit.

The second deals hands, solves each in several deals that agree with it, the declarer
exchanging by the rule of thumb, and finds by analysis of variance how far the rule is off: on
average over the deals of a hand, and in a deal around that. It writes both into the file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from measuring import Row, read, run
from play import KINDS
from provenance import DATA, made, write_json
from solved_deals import declared

from manni.solver.advice.choices import Belief, Value
from manni.solver.advice.evaluation import DEALS_FILE, Evaluator, FittedPoints, deal_features
from manni.solver.advice.hand_policy import thumb_of
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.advice.worlds import Worlds, after_exchange
from manni.solver.cards import SEATS, Seat
from manni.solver.engine import Engine
from manni.solver.notation import parse_contract, parse_hand
from manni.solver.rules.games import get_variant
from manni.solver.run import Run
from manni.solver.values.solution import share

RIDGE = 30.0
PARTS = 10
Floats = np.ndarray[Any, Any]
GAMES = {12: "hornafjordur", 16: "trjamann"}
TABLE = DATA / DEALS_FILE


def features_of(rows: Sequence[Row]) -> tuple[list[str], Floats, Floats]:
    """Return names, then deal by seat by feature, then shares by deal and seat."""
    values, shares = [], []
    for row in rows:
        hands, contract = (
            [parse_hand(hand) for hand in row["hands"]],
            parse_contract(row["contract"]),
        )
        features = deal_features(np.array([hands], np.uint64), contract)
        values.append(np.concatenate(list(features.values())).T)
        shares.append(share(row["guarantees"], hands[0].bit_count(), contract))
    return list(features), np.array(values), np.array(shares, float)


def design(values: Floats) -> Floats:
    """Return by deal and seat: its features, the sum of the others', and which seat it is."""
    others = values.sum(1, keepdims=True) - values
    seats = np.broadcast_to(np.eye(SEATS), (len(values), SEATS, SEATS))
    return np.concatenate([values, others, seats], axis=2)


def weigh(matrix: Floats, shares: Floats) -> Floats:
    """Return the weights, and last the constant, by ridge regression on scaled features."""
    matrix, wanted = matrix.reshape(-1, matrix.shape[2]), shares.reshape(-1)
    mean, scale = matrix.mean(0), matrix.std(0) + 1e-9
    scaled = (matrix - mean) / scale
    square = scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1])
    weights = np.linalg.solve(square, scaled.T @ (wanted - wanted.mean())) / scale
    return np.append(weights, wanted.mean() - mean @ weights)


def fit(rows: Sequence[Row]) -> dict[str, Any]:
    """Return what is stored of a kind of contract with hands of one size."""
    names, values, shares = features_of(rows)
    matrix = design(values)
    part = np.arange(len(rows)) % PARTS
    off = np.zeros_like(shares)
    for left_out in range(PARTS):
        rest = part == left_out
        *weights, constant = weigh(matrix[~rest], shares[~rest])
        off[rest] = shares[rest] - (matrix[rest] @ weights + constant)
    weights = weigh(matrix, shares).round(5).tolist()
    return {
        "deals": len(rows),
        "r2": [round(each, 3) for each in (1 - off.var(0) / shares.var(0)).tolist()],
        "residual": round(float(np.sqrt((off**2).mean())), 3),
        "start": weights[-1],
        "leads": weights[2 * len(names) : -1],
        "weights": {
            name: [weights[index], weights[len(names) + index]] for index, name in enumerate(names)
        },
    }


def stored() -> dict[str, Any]:
    """Return the table as it is."""
    table: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def fit_all(paths: Sequence[Path]) -> None:
    """Fit all rows, and keep what is known of the spread and of sizes and kinds without rows."""
    sorted_rows: dict[tuple[str, str], list[Row]] = defaultdict(list)
    seconds = 0.0
    for row in read(*paths):
        seconds += row["seconds"]
        if row["proved"]:
            tricks = str(parse_hand(row["hands"][0]).bit_count())
            sorted_rows[tricks, row["kind"]].append(row)
    fits = stored()["fits"]
    for (tricks, kind), rows in sorted(sorted_rows.items()):
        fitted = fit(rows)
        before = fits.get(tricks, {}).get(kind, {})
        spread = {"hand": before.get("hand", fitted["residual"] / 2)}
        spread["deal"] = before.get("deal", fitted["residual"])
        fits.setdefault(tricks, {})[kind] = spread | fitted
        print(tricks, kind, *(f"{k} {fitted[k]}" for k in ("deals", "r2", "residual")))
    write_json(TABLE, made(paths, seconds=seconds), {"fits": fits})


def off_in(tricks: int, kind: str, seed: list[int], many: int, engine: Engine) -> list[float]:
    """Return how far the rule is off in so ``many`` deals that agree with one hand."""
    variant, number = get_variant(GAMES[tricks]), seed[-1]
    rng = np.random.default_rng([*seed, 99])
    hand = variant.deal(rng).hands[Seat.FOREHAND]
    contract = declared(variant, kind, hand, number, rng)
    seen = ExchangeObservation.of(hand, variant, contract, Seat.FOREHAND)
    gone = thumb_of(seen)
    evaluator, going = Evaluator(seen, Value.SHARE), Run()
    deals, points = [], []
    worlds = Worlds(seen, Belief.SOFT, number)
    for world in range(many):
        after, drawn = after_exchange(seen, worlds[world], gone.bit_count())
        hands = (hand & ~gone | drawn, *after[1:])
        outcome = evaluator.outcome(engine, hands, evaluator.first_guess(), going, going.within(60))
        if outcome.proved:
            deals.append(hands)
            points.append(outcome.between[0])
    rule = FittedPoints(seen).points(np.array(deals, np.uint64))
    off: list[float] = (np.array(points) - rule).tolist()
    return off


def spread(tricks: int, kind: str, seed: int, off: list[list[float]]) -> None:
    """Write into the file how far the rule is off, hand by hand."""
    within = float(np.mean([np.var(each, ddof=1) for each in off]))
    means = [float(np.mean(each)) for each in off]
    chance = float(np.mean([within / len(each) for each in off]))
    hand = max(0.0, float(np.mean(np.square(means))) - chance) ** 0.5
    print(
        f"{tricks} {kind}: {len(off)} hands, off by {np.mean(means):+.3f}, "
        f"spread {hand:.3f} a hand, {within**0.5:.3f} a deal"
    )
    table, provenance = stored(), made([TABLE], seed)
    found = {"hand": round(hand, 3), "deal": round(within**0.5, 3), "hands": len(off)}
    table["fits"][str(tricks)][kind] |= found | {"made": provenance}
    write_json(TABLE, table.pop("made"), table)


def main(
    rows: tuple[Path, ...] = (),
    *,
    tricks: int = 16,
    kind: str = "NULLO",
    hands: int = 40,
    worlds: int = 8,
    seed: int = 1,
    memory: int = 128,
) -> None:
    """Fit ``rows``, or find the spread of a rule in so many hands and ``worlds`` of each."""
    if rows:
        return fit_all(rows)
    engine = Engine(memory)
    off = (
        off_in(tricks, kind, [seed, KINDS.index(kind), each], worlds, engine)
        for each in range(hands)
    )
    spread(tricks, kind, seed, [errors for errors in off if len(errors) > 1])


if __name__ == "__main__":
    run(main)
