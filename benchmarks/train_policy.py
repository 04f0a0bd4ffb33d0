"""Train the policy by which rollouts play (``policy_trainer.pyx``), and judge it.

    nice python benchmarks/train_policy.py --kinds NT trump NULLO --deals 250000 -o plain.npz
    nice python benchmarks/train_policy.py --kinds alone few --deals 600000 --pool 60000 \\
        --begin plain.npz -o most.npz
    nice python benchmarks/train_policy.py --kinds auction --deals 1500000 --pool 60000 \\
        --begin most.npz -o new.npz
    python benchmarks/train_policy.py --judge new.npz --against most.npz

Each kind is trained for its part of the time, a round each in turn; after every round the policy
plays itself as it was when the training began, in deals of other seeds, each three times with the
seats turned. The file is written after every round. What comes out depends on the seed and on how
many deals there was time for (``--deals`` instead of ``--minutes`` makes it the same again). The
first three commands made the weights that are stored.

Half of the deals of a plain game are as dealt, half after the exchange, which the rule of thumb
makes; in the games of Manille it finds the declarer, and puts away and names.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from make_book import compiled
from numpy.typing import NDArray
from play import SUITS, dealt, exchanged

from solver.advice.statistics import half_width
from solver.cards import RANKS, SEATS, Seat
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.trick import PLAIN, TrickRules
from solver.searches.rollouts import KIND_NAMES, Game, Rollouts, Weights

UNITS = 16
HEAT = {"trump": 0.1, "NT": 0.1, "NULLO": 0.1, "alone": 0.5, "auction": 0.5, "few": 0.5}
"""What a card has to be worth more to be e times as likely, in tricks or points."""

NETS = {
    "trump": ("trump",),
    "NT": ("NT",),
    "NULLO": ("NULLO",),
    "alone": ("alone",),
    "auction": ("declarer", "defender"),
    "few": ("few",),
}
PLAIN_KINDS = ("trump", "NT", "NULLO")
GAMES = {
    "alone": ("manille-3", "dix-sept-3"),
    "auction": ("encheres-sans", "encheres-petite", "encheres-grande"),
    "few": ("envers-3",),
}


class Deals(NamedTuple):
    """Deals to train on, a row each, and the rules they are played by."""

    hands: NDArray[np.uint64]
    gone: NDArray[np.uint64]
    trumps: NDArray[np.int64]
    declarers: NDArray[np.int64]
    leaders: NDArray[np.int64]
    packs: NDArray[np.uint64]
    rules: TrickRules
    sizes: tuple[int, ...]

    def game(self, row: int, kinds: tuple[int, int, int]) -> Game:
        """Return the game of one deal, with the network of each seat."""
        rules, declarer = self.rules, int(self.declarers[row])
        sides = [seat != declarer if rules.partners else seat for seat in Seat]
        return Game(
            int(self.packs[row]), rules.heights, int(self.trumps[row]), rules.duties,
            rules.spares_partner, sides, kinds, rules.card_points, rules.trick_points,
        )  # fmt: skip


Row = tuple[tuple[int, int, int], tuple[int, int, int], int, int, int, int]


def of_plain(kind: str, number: int, seed: int) -> Row:
    """Return a deal of a plain game after its exchange."""
    contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
    codes = ("hornafjordur",) * 3 + ("trjamann",) + ("basic",) * (kind == "trump")
    variant = get_variant(codes[number % len(codes)])
    declarer = Seat(number // 3 % SEATS) if variant.declared else None
    dealing = variant.deal(generator(1000 * number + seed))
    deal = exchanged(variant, contract, dealing, declarer)
    trump = -1 if contract.trump is None else contract.trump
    return deal.hands, deal.gone, trump, -1, variant.leader(declarer), variant.pack


def of_points(kind: str, number: int, seed: int) -> Row:
    """Return a deal of Manille, without trump in one of twelve where there is an auction."""
    codes = GAMES[kind]
    deal = dealt(codes[number % len(codes)], number, seed)
    declarer = -1 if deal.declarer is None else int(deal.declarer)
    trump = -1 if kind == "auction" and number % 12 == 7 else int(deal.contract)
    return deal.hands, deal.gone, trump, declarer, deal.position.leader, deal.variant.pack


def deals(kind: str, many: int, seed: int) -> Deals:
    """Return so many deals of a kind."""
    is_plain = kind in PLAIN_KINDS
    make = of_plain if is_plain else of_points
    rows = [make(kind, number, seed) for number in range(many)]
    hands, gone, *rest, packs = zip(*rows, strict=True)
    rules = PLAIN if is_plain else get_variant(GAMES[kind][0]).rules_of(Contract.S)
    return Deals(
        np.array(hands, np.uint64),
        np.array(gone, np.uint64),
        *(np.array(each, np.int64) for each in rest),
        np.array(packs, np.uint64),
        rules,
        (12, 16) if is_plain else (),
    )  # fmt: skip


def in_lanes(cards: NDArray[np.uint64], rules: TrickRules) -> NDArray[np.uint64]:
    """Return cards as the compiled play has them: 16 bits a suit, the lowest card first."""
    found = np.zeros_like(cards)
    for card in range(4 * RANKS):
        place = 16 * (card // RANKS) + rules.heights[card % RANKS]
        found |= (cards >> np.uint64(card) & np.uint64(1)) << np.uint64(place)
    return found


class Training:
    """The networks of a kind, and what they are trained on."""

    def __init__(self, kind: str, begun: Weights, many: int, seed: int) -> None:
        self.kind = kind
        self.deals = deals(kind, many, seed)
        self.index = [KIND_NAMES.index(name) for name in NETS[kind]]
        rng = np.random.default_rng(seed)
        self.own = begun.own[self.index].astype(np.float32) / 100
        self.rows = begun.rows[self.index].astype(np.float32) / 64
        self.start = begun.start[self.index].astype(np.float32) / 64
        self.out = begun.out[self.index].astype(np.float32) / 64
        if not self.out.any():
            self.rows += rng.uniform(-0.1, 0.1, self.rows.shape).astype(np.float32)
            self.start += np.float32(0.1)
            self.out += rng.uniform(-0.3, 0.3, self.out.shape).astype(np.float32)
        parts = (self.own, self.rows, self.start, self.out)
        moved = tuple(np.full_like(part, 1.0) for part in parts)
        self.trainer = compiled("policy_trainer").Trainer(*parts, moved, seed + 1)
        rules = self.deals.rules
        worth = [0] * 16
        for rank in range(RANKS):
            worth[rules.heights[rank]] = rules.card_points[rank]
        self.worth = worth

    def train(self, number: int, rate: float) -> None:
        """Play so many more deals; the rate says how far each moves the weights."""
        deals, rules, few = self.deals, self.deals.rules, self.kind in ("NULLO", "few")
        self.trainer.train(
            in_lanes(deals.hands, rules), in_lanes(deals.gone, rules), deals.trumps,
            deals.declarers, deals.leaders, in_lanes(deals.packs, rules), int(rules.duties),
            rules.partners, self.worth, rules.trick_points, -1 if few else 1,
            deals.sizes, 0.5, HEAT[self.kind], 3 * rate, rate, number, 200,
        )  # fmt: skip

    def put_into(self, weights: Weights) -> None:
        """Put the networks, in whole numbers, in their places."""
        parts = [np.zeros((len(self.index), *part.shape[1:]), np.int16) for part in weights]
        self.trainer.rounded(*parts)
        for whole, part in zip(weights, parts, strict=True):
            whole[self.index] = part


def loaded(path: Path | None) -> Weights:
    if path is None:
        return Weights.zeros()
    with np.load(path) as stored:
        return Weights(*(stored[name].astype(np.int16) for name in Weights._fields))


def written(weights: Weights, path: Path) -> None:
    """Write weights in bytes, but for those that a card's rows add by themselves."""
    parts = {
        name: part if name == "own" else part.astype(np.int8)
        for name, part in zip(Weights._fields, weights, strict=True)
    }
    np.savez_compressed(path, **parts)


def judged(new: Weights, old: Weights, kind: str, many: int, seed: int) -> str:
    """Return what one seat by the new policy takes more than by the old, in the same deals."""
    both = Rollouts(*(np.concatenate([a, b]) for a, b in zip(new, old, strict=True)))
    them = deals(kind, many, seed)
    few = kind in ("NULLO", "few")
    names = [KIND_NAMES.index(name) for name in NETS[kind]]
    gains = np.zeros((many, SEATS))
    for row in range(many):
        declarer = int(them.declarers[row])
        usual = [names[seat != declarer if len(names) > 1 else 0] for seat in Seat]

        def won(by_new: set[int], usual: list[int] = usual, row: int = row) -> NDArray[np.int16]:
            kinds = [own + (0 if seat in by_new else len(KIND_NAMES)) for seat, own in
                     enumerate(usual)]  # fmt: skip
            taken = np.zeros((1, 1, SEATS), np.int16)
            both.play(
                them.game(row, (kinds[0], kinds[1], kinds[2])), them.hands[row : row + 1],
                them.gone[row : row + 1], int(them.leaders[row]), (), (), taken,
            )  # fmt: skip
            return taken[0, 0]

        before = won(set())
        for seat in Seat:
            side = {seat}
            if len(names) > 1 and seat != declarer:
                side = {each for each in Seat if each != declarer}
            gains[row, seat] = sum(int(won({seat})[each]) - int(before[each]) for each in side)
    gains *= -1 if few else 1
    return " ".join(interval(part) for part in _parts(gains, them, len(names) > 1))


def _parts(gains: NDArray[np.float64], them: Deals, sides: bool) -> list[NDArray[np.float64]]:
    """Return the gains of a seat by deal, of declarer and defenders apart."""
    if not sides:
        return [gains.mean(axis=1)]
    rows = np.arange(len(gains))
    declares = gains[rows, them.declarers]
    return [declares, (gains.sum(axis=1) - declares) / 2]


def interval(values: NDArray[np.float64]) -> str:
    wide = half_width(float(values.var(ddof=1)), len(values), 0.95)
    return f"{values.mean():+.3f} ± {wide:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kinds", nargs="+", choices=list(NETS), default=list(NETS))
    parser.add_argument("--minutes", type=float, default=60.0, help="of all kinds together")
    parser.add_argument("--deals", type=int, help="of each kind, instead of minutes")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--pool", type=int, default=6000, help="deals after the exchange")
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--begin", type=Path, help="weights to go on from")
    parser.add_argument("--judge", type=Path, help="play these weights, and train nothing")
    parser.add_argument("--against", type=Path, help="by default, what was begun with")
    parser.add_argument("--judge-deals", type=int, default=3000)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    old = loaded(options.against or options.begin)
    if options.judge is not None:
        new = loaded(options.judge)
        for kind in options.kinds:
            print(kind, judged(new, old, kind, options.judge_deals, 5), flush=True)
        return
    new = Weights(*(part.copy() for part in loaded(options.begin)))
    trainings = {
        kind: Training(kind, new, options.pool if kind in PLAIN_KINDS else options.pool // 3,
                       options.seed)
        for kind in options.kinds
    }  # fmt: skip
    for turn in range(options.rounds):
        rate = options.rate * (1 - turn / options.rounds)
        for kind, training in trainings.items():
            ends = time.monotonic() + 60 * options.minutes / options.rounds / len(trainings)
            played = 0
            while time.monotonic() < ends if options.deals is None else not played:
                number = 2000 if options.deals is None else options.deals // options.rounds
                training.train(number, rate)
                played += number
            training.put_into(new)
            gain = judged(new, old, kind, options.judge_deals // 3, 6)
            met = training.trainer.decisions
            print(f"round {turn + 1}, {kind}: {met:,} decisions; {gain}", flush=True)
        if options.output is not None:
            written(new, options.output)


if __name__ == "__main__":
    main()
