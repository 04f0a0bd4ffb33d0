"""Deals that are hard to search: found by climbing on node counts, and made by hand.

    freaks.py climb --minutes 10     improve the found deals; goes on where it stopped
    freaks.py write                  write data/sample_deals/freaks.manni
    freaks.py report                 p50, p99 and worst of the file, by contract too

A climb starts from the worst of some random deals and swaps cards between hands, or
with the cards out of play, keeping what costs more nodes. Every step draws from a
generator of its own, so that a climb taken up again is the one that was broken off.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic

from solver.analysis.bench import Bench, Times, random_position
from solver.cards import FULL_PACK, RANKS, SEATS, Seat, card_of, cards_in
from solver.deal import Deal
from solver.dealfile import format_deals, read_deals
from solver.engine import Engine
from solver.notation import format_hands, parse_hands
from solver.position import Position
from solver.report.bench import figure
from solver.rules.contract import Contract

ROOT = Path(__file__).resolve().parent.parent
DEALS = ROOT / "data" / "sample_deals" / "freaks.manni"
STATE = ROOT / "build" / "freaks.json"

SIZES = (12, 16)
CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)
CLIMBS = 5  # of each size and contract
STARTS = 20  # random deals the climb starts from the worst of

Hands = tuple[int, int, int]


# ---------------------------------------------------------------- made by hand


def from_owners(suits: list[str]) -> Hands:
    """Return the hands whose suits are owned from the ace down as the letters say."""
    hands = [0, 0, 0]
    for suit, owners in enumerate(suits):
        for place, letter in enumerate(owners):
            if letter != "-":
                hands["FMD".index(letter)] |= 1 << card_of(suit, RANKS - 1 - place)
    return hands[0], hands[1], hands[2]


MADE: dict[str, tuple[str, list[str]]] = {
    "comb 12": (
        "no two touching cards in a hand, the same turn in every suit",
        ["FMDFMDFMD"] * 4,
    ),
    "comb 16": (
        "no two touching cards in a hand, the same turn in every suit",
        ["FMDFMDFMDFMD"] * 4,
    ),
    "turning comb 12": (
        "no two touching cards in a hand, another seat on top of each suit",
        ["FMDFMDFMD", "MDFMDFMDF", "DFMDFMDFM", "FDMFDMFDM"],
    ),
    "turning comb 16": (
        "no two touching cards in a hand, another seat on top of each suit",
        ["FMDFMDFMDFMD", "MDFMDFMDFMDF", "DFMDFMDFMDFM", "FDMFDMFDMFDM"],
    ),
    "there and back 12": (
        "turn and turn about in the order F M D D M F",
        ["FMDDMFFMD", "MDFFDMMDF", "DFMMFDDFM", "FMDDMFFMD"],
    ),
    "there and back 16": (
        "turn and turn about in the order F M D D M F",
        ["FMDDMFFMDDMF", "MDFFDMMDFFDM", "DFMMFDDFMMFD", "FMDDMFFMDDMF"],
    ),
    "shared by two 12": (
        "each suit held by two seats only, its cards alternating: six and six",
        ["FMFMFMFMFMFM", "MDMDMDMDMDMD", "DFDFDFDFDFDF", ""],
    ),
    "shared by two 16": (
        "three suits held by two seats each, alternating, the last by all three",
        ["FMFMFMFMFMFM", "MDMDMDMDMDMD", "DFDFDFDFDFDF", "FMDFMDFMDFMD"],
    ),
    "one void each 12": (
        "4-4-4-0 all round, each void in a suit of its own, alternating cards",
        ["MDMDMDMD", "DFDFDFDF", "FMFMFMFM", "FMDFMDFMDFMD"],
    ),
    "one void each 16": (
        "each void in a suit of its own: 6-6-4-0, alternating cards",
        ["MDMDMDMDMDMD", "DFDFDFDFDFDF", "FMFMFMFMFMFM", "DMFDMFDMFDMF"],
    ),
    "one suit each 12": (
        "every seat holds one suit and no other",
        ["F" * 12, "M" * 12, "D" * 12, ""],
    ),
    "a suit and a bit 16": (
        "every seat holds one whole suit and a comb of the last",
        ["F" * 12, "M" * 12, "D" * 12, "FMDFMDFMDFMD"],
    ),
    "nine and the rest 12": (
        "each has nine of a suit whose top and bottom belong to the others",
        ["MFFFFFFFFFDM", "DMMMMMMMMMFD", "FDDDDDDDDDMF", ""],
    ),
    "blocks 12": (
        "solid threes: everything touches, and every block is broken by the next",
        ["FFFMMMDDD", "MMMDDDFFF", "DDDFFFMMM", "FFFDDDMMM"],
    ),
    "blocks 16": (
        "solid fours: everything touches, and every block is broken by the next",
        ["FFFFMMMMDDDD", "MMMMDDDDFFFF", "DDDDFFFFMMMM", "FFFFDDDDMMMM"],
    ),
    "tops and bottoms 16": (
        "two seats share tops and bottoms of each suit, the third sits between",
        ["FMFMDDDDFMFM", "MDMDFFFFMDMD", "DFDFMMMMDFDF", "FMFMDDDDMFMF"],
    ),
    "long and void 16": (
        "eight, eight and none: two long suits a seat over short combs",
        ["FMFMFMFMFMFMF", "MDMDMDMDMDMDM", "DFDFDFDFDFDFD", "DMFDMFDMF"],
    ),
}


# ---------------------------------------------------------------- found by climbing


@dataclass
class Climb:
    """How far a climb has come: the deal it stands on and what it costs."""

    cards: int
    contract: str
    seed: int
    hands: str = ""
    nodes: int = 0
    steps: int = 0
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"climb {self.contract} {self.cards} {self.seed}"

    def position(self, hands: Hands) -> Position:
        return Position(hands, Contract[self.contract])

    def step(self, cost: Callable[[Position], int]) -> bool:
        """Try one change, or one random deal at the start; return whether it was kept."""
        rng = random.Random(f"{self.name} step {self.steps}")
        if self.steps < STARTS:
            hands = random_position(rng, self.cards, [Contract[self.contract]]).hands
        else:
            hands = swapped(rng, parse_hands(self.hands))
        nodes = cost(self.position(hands))
        self.steps += 1
        if nodes < self.nodes:
            return False
        better = nodes > self.nodes
        self.hands, self.nodes = format_hands(hands), nodes
        return better


def swapped(rng: random.Random, hands: Hands) -> Hands:
    """Return the hands after one to three swaps between two hands, or a hand and the rest."""
    piles = [*hands, FULL_PACK & ~(hands[0] | hands[1] | hands[2])]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        one, other = rng.sample(range(4), 2)
        change = 0
        for pile in (piles[one], piles[other]):
            change |= 1 << rng.choice(list(cards_in(pile)))
        piles[one] ^= change
        piles[other] ^= change
    return piles[0], piles[1], piles[2]


def coster(seconds: float) -> Callable[[Position], int]:
    """Return the cost of a position: the nodes of its three guarantees, as far as time goes."""
    engine = Engine()

    def cost(position: Position) -> int:
        engine.clear()
        before = engine.nodes
        for seat in range(SEATS):
            engine.bounds(position, seat, seconds=seconds)
        return engine.nodes - before

    return cost


def read_climbs() -> list[Climb]:
    """Return the climbs as they stand, those not begun included."""
    climbs = {
        climb.name: climb
        for climb in (
            Climb(cards, contract.name, seed)
            for seed in range(CLIMBS)
            for cards in SIZES
            for contract in CONTRACTS
        )
    }
    if STATE.exists():
        for record in json.loads(STATE.read_text(encoding="utf-8")):
            name = record.pop("name")
            climbs[name] = Climb(**record)
    return list(climbs.values())


def climb(minutes: float, seconds: float) -> None:
    """Improve the climbs in turn, each for a like part of the time."""
    climbs = read_climbs()
    cost = coster(seconds)
    end = monotonic() + 60 * minutes
    for index, one in enumerate(climbs):
        share = (end - monotonic()) / (len(climbs) - index)
        stop = monotonic() + share
        while monotonic() < stop:
            one.step(cost)
        print(f"{one.name}: {one.nodes:,} nodes after {one.steps} steps", flush=True)
        STATE.parent.mkdir(exist_ok=True)
        STATE.write_text(json.dumps([asdict(c) for c in climbs], indent=1), encoding="utf-8")


# ---------------------------------------------------------------- the file and its report


def freaks() -> Iterator[Deal]:
    """Yield the deals of the file: those made by hand, then those found."""
    for name, (note, suits) in MADE.items():
        hands = from_owners(suits)
        for contract in CONTRACTS:
            tags = (("Name", f"{name} {contract.name}"), ("Note", note))
            yield Deal(hands, contract=contract, leader=Seat.FOREHAND, tags=tags)
    for one in read_climbs():
        if one.steps > STARTS:
            tags = (("Name", one.name), ("Note", "found by climbing on node counts"))
            yield Deal(
                parse_hands(one.hands), contract=Contract[one.contract], leader=Seat.FOREHAND,
                tags=tags,
            )


def report() -> None:
    """Print the times of every guarantee of the file, each from an empty table."""
    bench = Bench()
    times: dict[str, list[float]] = {}
    for deal in read_deals(DEALS):
        assert deal.contract is not None
        assert deal.leader is not None
        position = Position(deal.hands, deal.contract, deal.leader)
        name = dict(deal.tags)["Name"]
        before = bench.solver.engine.nodes
        found = [bench.value_ms(position, seat) for seat in range(SEATS)]
        nodes = bench.solver.engine.nodes - before
        print(f"{name:32} {nodes:13,} nodes  " + " ".join(f"{figure(t):>8}" for t in found),
              flush=True)
        kind = "trump" if deal.contract.trump is not None else deal.contract.name
        for key in ("all", f"{kind}, {position.tricks} cards"):
            times.setdefault(key, []).extend(found)
    print("\n| freak deals | values | p50 ms | p99 ms | worst ms |\n|---|---|---|---|---|")
    for key, found in sorted(times.items()):
        summed = Times(tuple(found))
        p99 = sorted(found)[-(-len(found) * 99 // 100) - 1]
        print(f"| {key} | {len(found)} | {figure(summed.median)} | {figure(p99)} "
              f"| {figure(summed.max)} |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["climb", "write", "report"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=20, help="at most a guarantee")
    options = parser.parse_args()
    if options.action == "climb":
        climb(options.minutes, options.seconds)
    elif options.action == "write":
        DEALS.write_text(format_deals(freaks()), encoding="utf-8")
    else:
        report()


if __name__ == "__main__":
    main()
