"""Train the policy by which rollouts play: solver/data/play_policy.npz (``policy_trainer.pyx``).

    python tools/data/train_policy.py --kinds NT trump NULLO --deals 250000 -o plain.npz

Each kind is trained in turn, a round each; the file is written after every round. What comes out
depends on the seed and on how many deals there are, and is otherwise the same again. How good it
is tells ``benchmarks/play.py --weights``.

Half of the deals of a plain game are as dealt, half after the exchange, which the rule of thumb
makes; in the games of Manille it finds the declarer, and puts away and names.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from make_book import compiled
from measuring import run
from numpy.typing import NDArray
from play import COMPUTER, KINDS, SUITS, begun, dealt, weights_in
from provenance import DATA, line, made

from manni.solver.cards import RANKS, SEATS, TABLES, Contract, Seat, hand_of
from manni.solver.deal import Deal
from manni.solver.rollouts import FILE, KIND_NAMES, Weights
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.trick import PLAIN, TrickRules
from manni.solver.table.deal import DealTable

TRICKS_HEAT, POINTS_HEAT = 0.1, 0.5
"""What a card has to be worth more to be e times as likely, in tricks and in points."""

GAMES = {
    "alone": ("manille-3", "dix-sept-3"),
    "auction": ("encheres-sans", "encheres-petite", "encheres-grande"),
    "few": ("envers-3",),
    "pairs": ("manille-4",),
    "auction-4+": ("encheres-4", "encheres-5", "encheres-6", "encheres-7"),
    "alone-4+": ("dix-sept-4",),
    "few-4+": ("envers-4", "envers-5"),
}


Row = tuple[list[int], list[int], int, int, int, int]


def row(kind: str, number: int, seed: int) -> Row:
    """Return a deal after its exchange: hands, put away, trump, declarers, leader and pack.

    Of Manille it is without trump in one of twelve where there is an auction. Hands are those of as
    many as can play.
    """
    if kind in KINDS:
        contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
        codes = ("hornafjordur",) * 3 + ("trjamann",) + ("basic",) * (kind == "trump")
        variant = get_variant(codes[number % len(codes)])
        declarer = Seat(number // 3 % SEATS) if variant.declared else None
        dealing = variant.deal(generator(1000 * number + seed))._replace(cut=None)
        deal = Deal.of(variant, dealing, contract=contract, declarer=declarer)
        table = begun(DealTable(deal, *COMPUTER, number))
    else:
        codes = GAMES[kind]
        table = dealt(codes[number % len(codes)], number, seed)
    variant, deal = table.variant, table.begun
    is_open = "auction" in kind and number // len(codes) % 12 == 7
    trump = None if is_open else deal.contract_played.trump
    hands, away = ([0] * TABLES[-1] for _ in range(2))
    hands[: len(deal.hands_played())] = deal.hands_played()
    away[: len(deal.discards)] = [hand_of(cards or ()) for cards in deal.discards]
    return (
        hands,
        away,
        -1 if trump is None else trump,
        hand_of(variant.side_declaring(deal.declarer)) if variant.rules.partners else 0,
        deal.leader_played,
        variant.pack,
    )


def in_lanes(hands: Sequence[Any], rules: TrickRules) -> NDArray[np.uint64]:
    """Return cards as the compiled play has them: 16 bits a suit, the lowest card first."""
    cards = np.array(hands, np.uint64)
    found = np.zeros_like(cards)
    for card in range(4 * RANKS):
        place = 16 * (card // RANKS) + rules.heights[card % RANKS]
        found |= (cards >> np.uint64(card) & np.uint64(1)) << np.uint64(place)
    return found


class Training:
    """The networks of a kind, and the deals they are trained on."""

    def __init__(self, kind: str, begun: Weights, many: int, seed: int) -> None:
        is_plain = kind in KINDS
        rows = [row(kind, number, seed) for number in range(many)]
        hands, gone, *rest, packs = zip(*rows, strict=True)
        rules = PLAIN if is_plain else get_variant(GAMES[kind][0]).rules_of(Contract.S)
        worth = [0] * 16
        for rank in range(RANKS):
            worth[rules.heights[rank]] = rules.card_points[rank]
        self.deals = (
            *(in_lanes(each, rules) for each in (hands, gone)),
            *(np.array(each, np.int64) for each in rest),
            in_lanes(packs, rules),
            int(rules.duties),
            rules.partners,
            worth,
            rules.trick_points,
            -1 if kind == "NULLO" or rules.avoids else 1,
            (12, 16) if is_plain else (),
            0.5,
            TRICKS_HEAT if is_plain else POINTS_HEAT,
        )
        names = (kind.replace("auction", each) for each in ("declarer", "defender"))
        self.index = [KIND_NAMES.index(name) for name in dict.fromkeys(names)]
        own, *others = (part[self.index].astype(np.float32) for part in begun)
        parts = [own / 100, *(part / 64 for part in others)]
        _, rows_of_facts, start, out = parts
        if not out.any():
            rng = np.random.default_rng(seed)
            rows_of_facts += rng.uniform(-0.1, 0.1, rows_of_facts.shape).astype(np.float32)
            start += np.float32(0.1)
            out += rng.uniform(-0.3, 0.3, out.shape).astype(np.float32)
        moved = tuple(np.full_like(part, 1.0) for part in parts)
        self.whole = [np.zeros(part.shape, np.int16) for part in parts]
        self.trainer = compiled("policy_trainer").Trainer(*parts, moved, self.whole, seed + 1)

    def train(self, number: int, rate: float) -> None:
        """Play so many more deals; the rate says how far each moves the weights."""
        self.trainer.train(*self.deals, 3 * rate, rate, number, 200)

    def put_into(self, weights: Weights) -> None:
        """Put the networks, in whole numbers, in their places."""
        for all_kinds, part in zip(weights, self.whole, strict=True):
            all_kinds[self.index] = part


def main(
    *,
    kinds: tuple[str, ...] = (*KINDS, *GAMES),
    deals: int = 250_000,
    rounds: int = 10,
    rate: float = 0.02,
    pool: int = 6000,
    seed: int = 30,
    begin: Path | None = None,
    output: Path = DATA / FILE,
) -> None:
    """Train on so many deals of each kind, with a ``pool`` of them after the exchange."""
    weights, inputs, before = Weights.zeros(), [DATA / "declarer_points.json"], {}
    if begin is not None:
        weights = weights_in(begin)
        inputs.append(begin)
        with np.load(begin) as stored:
            before["begun"] = json.loads(str(stored["made"]))
    trainings = {
        kind: Training(kind, weights, pool // (1 if kind in KINDS else 3), seed) for kind in kinds
    }
    for turn in range(rounds):
        for kind, training in trainings.items():
            training.train(deals // rounds, rate * (1 - turn / rounds))
            training.put_into(weights)
            print(f"round {turn + 1}, {kind}: {training.trainer.decisions:,} decisions", flush=True)
        parts = {  # in bytes, but for those that a card's rows add by themselves
            name: part if name == "own" else part.astype(np.int8)
            for name, part in zip(Weights._fields, weights, strict=True)
        }
        said = line(made(inputs, seed) | before)
        np.savez_compressed(output, **parts, made=np.array(said))


if __name__ == "__main__":
    run(main)
