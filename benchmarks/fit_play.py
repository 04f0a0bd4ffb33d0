"""Fit the rule of thumb for the play of the cards to what rollouts by it find best.

    python benchmarks/fit_play.py --deals 400 --rounds 3 -o solver/data/play_weights.json

A round plays hidden-card deals of each kind of contract. At every decision each legal card is
played in sampled worlds, which the rule of thumb of the round before plays out; then the rule's
weights are fitted so that cards that got more tricks (fewer in NULLO) have higher scores: a
logistic regression whose targets are the cards' values, softened by their noise. This is policy
iteration; the first round starts from a few simple preferences (``first_weights``).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.advice.behaviour import Belief
from solver.advice.seen import Seen
from solver.advice.thumb_play import Sight
from solver.advice.worlds import Worlds
from solver.cards import FULL_PACK, SEATS, Seat
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.variant import Variant
from solver.searches.rollouts import FEATURE_SIZES, KIND_NAMES, Rollouts, rollouts_of

FEATURES = 6
MOST_LEGAL = 17
BY_ONE = 100.0
"""How many points of score make a card e times as likely."""


class Decisions(NamedTuple):
    """Decisions, a row each: features and values of the legal cards, which are marked."""

    features: NDArray[np.int64]
    values: NDArray[np.float64]
    legal: NDArray[np.bool_]


def first_weights() -> NDArray[np.int16]:
    """Return the simple preferences to start from."""
    begins = dict(zip(FEATURE_SIZES, np.cumsum([0, *FEATURE_SIZES.values()]), strict=False))
    rows = np.zeros((len(KIND_NAMES), sum(FEATURE_SIZES.values())), np.int16)
    for kind, name in enumerate(KIND_NAMES):
        sign = -1 if name == "NULLO" else 1
        for place in range(72):  # leading: low cards, masters where tricks are wanted
            above, below = place // 6 % 6, place % 6
            rows[kind, begins["lead rank"] + place] = -20 * below + (150 * (above == 0)) * (
                sign > 0
            )
        for place in range(144):  # following: beat it last, or with a master; in NULLO duck high
            last, beats, above, below = place // 72, place // 36 % 2, place // 6 % 6, place % 6
            if sign > 0:
                worth = (300 * beats if last or above == 0 else -100 * beats) - 20 * below
            else:
                worth = -300 * beats + (20 if last or not beats else -20) * below
            rows[kind, begins["follow rank"] + place] = worth
        for place in range(216):  # void: ruff, else the least useful card
            wins, below = place // 36 % 3 == 2, place % 6
            rows[kind, begins["void rank"] + place] = sign * (300 * wins - 20 * below)
    return rows


def contract_of(kind: str, number: int) -> Contract:
    return Contract(number % 4) if kind == "trump" else Contract[kind]


def decisions(
    kind: str, rollouts: Rollouts, deals: int, worlds: int, seed: int, variant: Variant
) -> Decisions:
    """Play deals and return the decisions met, with what rollouts make of each card."""
    rng = generator(seed)
    met: list[tuple[list[tuple[int, ...]], list[float]]] = []
    for number in range(deals):
        dealing = variant.deal(rng)
        contract = contract_of(kind, number)
        declarer = Seat(number % SEATS) if variant.declared else None
        played: tuple[int, ...] = ()
        seat = variant.leader(declarer)
        for _ in range(SEATS * variant.tricks):
            seen = Seen(variant, contract, seat, dealing.hands[seat], played, declarer)
            legal = seen.legal
            card = legal[0]
            if len(legal) > 1:
                sight = Sight.of(seen)
                scored = rollouts.scores(
                    sight.hand, sight.unseen, contract, sight.table, sight.ace_low,
                    sight.void_next, sight.void_after,
                )  # fmt: skip
                values = rollout_values(seen, rollouts, [each[0] for each in scored], worlds)
                met.append(([each[2] for each in scored], values))
                best = values if rng.random() < 0.5 else [each[1] for each in scored]
                card = scored[int(np.argmax(best))][0]
            played = (*played, card)
            record = known_after(seen, played)
            seat = record
    return packed(met)


def known_after(seen: Seen, played: tuple[int, ...]) -> Seat:
    """Return who is to play once one more card is on the table."""
    from solver.rules.trick import plain_rules, winning_seat

    record = seen.record
    table = (*record.table, played[-1])
    if len(table) < SEATS:
        return Seat((seen.seat + 1) % SEATS)
    return winning_seat(record.leader, table, seen.contract, plain_rules(seen.ace_low))


def rollout_values(
    seen: Seen, rollouts: Rollouts, cards: list[int], worlds: int, seed: int = 0
) -> list[float]:
    drawn = Worlds(seen, Belief.NONE, seed).drawn(len(seen.played), worlds)
    tricks = np.zeros((worlds, len(cards), SEATS), np.int8)
    rollouts.play(
        drawn.hands, drawn.gone, FULL_PACK & ~seen.variant.pack, seen.contract, seen.leader,
        seen.played, cards, tricks, seen.ace_low,
    )  # fmt: skip
    return list(seen.contract.sign * tricks[:, :, seen.seat].mean(axis=0))


def packed(met: list[tuple[list[tuple[int, ...]], list[float]]]) -> Decisions:
    features = np.zeros((len(met), MOST_LEGAL, FEATURES), np.int64)
    values = np.zeros((len(met), MOST_LEGAL))
    legal = np.zeros((len(met), MOST_LEGAL), bool)
    for row, (scored, worth) in enumerate(met):
        features[row, : len(scored)] = scored
        values[row, : len(scored)] = worth
        legal[row, : len(scored)] = True
    return Decisions(features, values, legal)


def fitted(met: Decisions, soft: float, ridge: float, steps: int = 400) -> NDArray[np.float64]:
    """Return the weights of a softmax over the cards, by Adam on all decisions at once."""
    size = sum(FEATURE_SIZES.values())
    wanted = np.where(met.legal, met.values, -np.inf) / soft
    wanted = np.exp(wanted - wanted.max(axis=1, keepdims=True))
    wanted /= wanted.sum(axis=1, keepdims=True)
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    flat = met.features.reshape(-1)
    for step in range(1, steps + 1):
        scores = np.where(met.legal, weights[met.features].sum(axis=2), -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        error = np.repeat((chances - wanted).reshape(-1), FEATURES)
        slope = np.bincount(flat, error, size) / len(met.values) + ridge * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def cost(met: Decisions, weights: NDArray[np.float64]) -> float:
    """Return how many tricks a decision the cards with the highest scores fall short."""
    scores = np.where(met.legal, weights[met.features].sum(axis=2), -np.inf)
    chosen = met.values[np.arange(len(scores)), scores.argmax(axis=1)]
    return float((np.where(met.legal, met.values, -np.inf).max(axis=1) - chosen).mean())


def joined(parts: list[Decisions]) -> Decisions:
    return Decisions(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=400, help="of each kind and round")
    parser.add_argument("--worlds", type=int, default=60, help="for each decision")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--soft", type=float, default=0.15, help="tricks for a factor of e")
    parser.add_argument("--ridge", type=float, default=2e-5)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    own = first_weights()
    games = [(get_variant("hornafjordur"), 0.8), (get_variant("trjamann"), 0.2)]
    for turn in range(options.rounds):
        rollouts, rows = rollouts_of(own), []
        for index, kind in enumerate(KIND_NAMES):
            met = joined(
                [
                    decisions(
                        kind,
                        rollouts,
                        round(part * options.deals),
                        options.worlds,
                        1000 * options.seed + 10 * turn + index,
                        variant,
                    )
                    for variant, part in games
                ]
            )
            found = fitted(met, options.soft, options.ridge)
            before, after = cost(met, own[index].astype(float)), cost(met, found)
            short = f"{before:.3f} tricks short of the best, now {after:.3f}"
            print(f"round {turn + 1}, {kind}: {len(met.values)} decisions, {short}", flush=True)
            rows.append(np.round(BY_ONE * found).astype(np.int16))
        own = np.array(rows)
        write(own, options)


def write(weights: NDArray[np.int16], options: argparse.Namespace) -> None:
    ends = np.cumsum(list(FEATURE_SIZES.values()))[:-1]
    data = {
        "made": f"benchmarks/fit_play.py --deals {options.deals} --worlds {options.worlds} "
        f"--rounds {options.rounds} --seed {options.seed}",
        **{
            kind: {
                name: part.tolist()
                for name, part in zip(FEATURE_SIZES, np.split(row, ends), strict=True)
            }
            for kind, row in zip(KIND_NAMES, weights, strict=True)
        },
    }
    text = json.dumps(data, indent=1).replace(",\n   ", ", ").replace("[\n   ", "[")
    options.output.write_text(text.replace("\n  ]", "]") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
