"""Fit the models of what the others do, as ``solver/advice/behaviour`` states them.

    python benchmarks/fit_beliefs.py cards
    python benchmarks/fit_beliefs.py whole-hand
    python benchmarks/fit_beliefs.py great --solved nt.jsonl trump.jsonl nullo.jsonl

``cards``: of several scales, how likely each makes what the fitted rule puts down of random
hands of Hornafjarðarmanni. ``whole-hand``: random hands of basic Manni, each swapped and kept in
some deals solved with open cards; how likely each scale makes the better choice. ``great``: from
deals that ``solved_deals.py`` has solved, and hands good enough for a great contract that are
solved here, what the cards a declarer keeps are worth in tricks, and what a defender's score is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from solver.advice.behaviour import (
    GREAT_NT_START,
    GREAT_START,
    Belief,
    discard_log_chance,
    scoring_rules,
)
from solver.advice.deal_worth import Evaluator, Value, Worth
from solver.advice.fitted import exchange_values
from solver.advice.seen import Moment, Seen
from solver.advice.thumb_hand import card_margins, thumb_discards, thumb_score
from solver.advice.view import view
from solver.advice.worlds import Opponents, Worlds, after_exchange, draw
from solver.cards import RANKS, SUITS, Seat, suit_ranks
from solver.engine import Engine
from solver.exchange.discards import discard_classes
from solver.notation import parse_hand
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.run import Run
from solver.values.share import share

SCALES = (0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
SWAP_SCALES = (0.3, 0.5, 0.8, 1.0, 1.2, 1.5, 2.0)
LEAST_GREAT = 11.5


def fit_cards(options: argparse.Namespace) -> None:
    variant = get_variant("hornafjordur")
    for contract in (Contract.NT, Contract.S, Contract.NULLO):
        rng = generator(options.seed)
        totals = dict.fromkeys(SCALES, 0.0)
        for number in range(options.hands):
            hand = variant.deal(rng).hands[Seat.FOREHAND]
            sizes = range((7 if number % 2 else 5) + 1)
            classes = discard_classes(hand, sizes, lambda size, hand=hand: variant.pack & ~hand)
            values = exchange_values(contract, hand, classes)
            down = classes[int(np.argmax(values))].cards
            for scale in SCALES:
                totals[scale] += discard_log_chance(contract, hand, down, sizes, scale=scale)
        likely = "  ".join(f"{s:g}: {total / options.hands:.2f}" for s, total in totals.items())
        print(f"{contract.name}: log-likelihood of a discard, by scale  {likely}", flush=True)


def fit_whole_hand(options: argparse.Namespace) -> None:
    variant, engine = get_variant("basic"), Engine(options.memory)
    rng = generator(options.seed)
    sums, gains = [], []
    for _ in range(options.hands):
        hand = variant.deal(rng).hands[Seat.FOREHAND]
        seen = view(hand, variant, Contract.H, Seat.FOREHAND)
        evaluator = Evaluator(seen, Value.SHARE)
        gain, worlds = 0.0, Worlds(seen, Belief.SOFT)
        for _ in range(options.deals):
            world = worlds.draw(rng)
            for size, sign in ((0, -1), (variant.tricks, 1)):
                hands, drawn = after_exchange(seen, world, size, Opponents.THUMB)
                after = (drawn if size else hand, *hands[1:])
                outcome = evaluator.outcome(engine, after, evaluator.first_guess(), Run())
                gain += sign * outcome.points / options.deals
        sums.append(sum(card_margins(Contract.H, hand).values()))
        gains.append(gain)
    total, better = np.array(sums), np.array(gains) > 0
    for scale in SWAP_SCALES:
        chance = 1 / (1 + np.exp(total / scale))
        likely = np.log(np.where(better, chance, 1 - chance)).mean()
        print(f"scale {scale:g}: log-likelihood of the better choice {likely:.3f}", flush=True)


class Solved(NamedTuple):
    """A declared deal: forehand's hand as dealt, the hands played, what each is sure of."""

    contract: Contract
    dealt: int
    hands: tuple[int, ...]
    guarantees: tuple[int, int, int]


def solved(paths: list[Path]) -> Iterator[Solved]:
    for path in paths:
        for line in path.open(encoding="utf-8"):
            row = json.loads(line) if line.endswith("\n") else {"proved": False}
            if row["proved"]:
                yield Solved(
                    Contract[row["contract"]],
                    parse_hand(row["dealt"]),
                    tuple(map(parse_hand, row["hands"])),
                    tuple(row["guarantees"]),
                )


def great_deals(options: argparse.Namespace) -> Iterator[Solved]:
    """Yield deals in which forehand may think of a great contract, the likeliest declared."""
    from solver._beliefs import Beliefs

    variant, engine = get_variant("trjamann"), Engine(options.memory)
    scorer = Beliefs(scoring_rules(), [(0, 1)])
    starts = {
        contract: GREAT_NT_START if contract.trump is None else GREAT_START
        for contract in Contract
        if not contract.avoids
    }
    rng = generator(options.seed)
    drawn = 0
    while drawn < options.great:
        dealing = variant.deal(rng)
        hand = dealing.hands[Seat.FOREHAND]
        tricks = {
            contract: start + scorer.score(len(Contract) + index, hand, 4)
            for index, (contract, start) in enumerate(starts.items())
        }
        contract = max(tricks, key=lambda each: tricks[each])
        if tricks[contract] < LEAST_GREAT:
            continue
        dealt, _ = draw(hand, dealing.manni, thumb_discards(contract, hand, range(5)))
        hands = (dealt, *dealing.hands[1:])
        evaluator = Evaluator(view(hand, variant, contract, Seat.FOREHAND), Value.SHARE)
        outcome = evaluator.outcome(engine, hands, evaluator.first_guess(), Run())
        drawn += 1
        yield Solved(contract, hand, hands, outcome.guarantees)


def features(contract: Contract, kept: int) -> list[float]:
    """Return how many trumps and other cards of each rank are kept, and pairs of a suit."""
    ranks = np.zeros(2 * RANKS)
    pairs = np.zeros(2)
    for suit in range(SUITS):
        held = suit_ranks(kept, suit)
        plain = suit != contract.trump
        for rank in range(RANKS):
            ranks[RANKS * plain + rank] += held >> rank & 1
        pairs[int(plain)] += held.bit_count() * (held.bit_count() - 1) / 2
    low = [ranks[:6].sum(), *ranks[6:RANKS]], [ranks[RANKS:][:6].sum(), *ranks[RANKS:][6:]]
    return [*low[0], *low[1], *pairs]


NAMES = (
    *(f"trump {rank}" for rank in ("low", *"89TJQKA")),
    *(("low", *"89TJQKA")),
    "pair of trumps",
    "pair",
)


def fit_great(options: argparse.Namespace) -> None:
    rows = [*solved(options.solved), *great_deals(options)]
    for kind, low in (("NT", -0.3), ("trump", -0.4)):
        of_kind = [row for row in rows if row.contract.kind == kind]
        counts = np.array([features(row.contract, row.dealt & row.hands[0]) for row in of_kind])
        tricks = np.array([float(share(row.guarantees, 16, row.contract)[0]) for row in of_kind])
        # Twelve cards are kept nearly always: what one of the low ones costs cannot be told
        # from the start, and is that of the rule of thumb.
        fixed = NAMES.index("low")
        used = [i for i in range(len(NAMES)) if counts[:, i].any() and i != fixed]
        matrix = np.c_[np.ones(len(of_kind)), counts[:, used]]
        fit, *_ = np.linalg.lstsq(matrix, tricks - low * counts[:, fixed], rcond=None)
        off = tricks - low * counts[:, fixed] - matrix @ fit
        high = tricks - off > LEAST_GREAT
        print(
            f"great {kind}, {len(of_kind)} deals: start {fit[0]:.2f}, low {low}, "
            + ", ".join(f"{NAMES[i]} {value:.2f}" for i, value in zip(used, fit[1:], strict=True))
        )
        print(
            f"  off by {off.std():.2f}, of {high.sum()} with more than {LEAST_GREAT} tricks "
            f"expected by {off[high].std():.2f}, on average {off[high].mean():+.2f}"
        )
    fit_against(rows)


def fit_against(rows: list[Solved]) -> None:
    """Print a defender's points by his score, in ordinary contracts and in great ones."""
    variant = get_variant("laugavatn")
    for great in (False, True):
        for kind in ("NT", "trump") if great else ("NT", "trump", "NULLO"):
            scores, points = [], []
            for row in rows:
                wanted = share(row.guarantees, 16, row.contract)[0] >= 12
                if row.contract.kind != kind or (great and not wanted):
                    continue
                for seat in (Seat.MIDDLEHAND, Seat.DEALER):
                    hand = row.hands[seat]
                    seen = Seen(
                        variant,
                        row.contract,
                        seat,
                        hand,
                        declarer=Seat.FOREHAND,
                        great=great,
                        moment=Moment.CALL,
                    )
                    scores.append(thumb_score(row.contract, hand, (0,)))
                    points.append(Worth(seen, Value.SHARE).of(row.guarantees)[0])
            if len(scores) > 2:
                slope, start = np.polyfit(scores, points, 1)
                print(f"against {'great ' * great}{kind}: {start:+.2f} and {slope:.2f} a trick")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("cards", "whole-hand", "great"))
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--deals", type=int, default=12, help="for each hand of whole-hand")
    parser.add_argument("--great", type=int, default=600, help="deals of great hands to solve")
    parser.add_argument("--solved", type=Path, nargs="*", default=[], help="by solved_deals.py")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--memory", type=int, default=128, help="MB")
    options = parser.parse_args()
    fits = {"cards": fit_cards, "whole-hand": fit_whole_hand, "great": fit_great}
    fits[options.what](options)


if __name__ == "__main__":
    main()
