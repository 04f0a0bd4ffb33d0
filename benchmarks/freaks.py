"""Deals that are hard to search: found by climbing on node counts, and made by hand.

    freaks.py climb --minutes 10     make the found deals harder; goes on where it stopped
    freaks.py report                 p50, p99 and worst; stores the guarantees found

The file is data/sample_deals/freaks.manni, which has those made by hand; a climb goes on from what
stands there.
It starts from the worst of some random deals and swaps cards between hands, or with the
cards out of play, keeping what costs more nodes. Every step has a random generator of its
own, so that a climb goes the same way whether it is interrupted or not.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from measuring import TIMES, figure, heads, line, timed, times
from tasks import random_position

from solver.cards import FULL_PACK, SEATS, Seat, cards_in, triple
from solver.deal import Deal
from solver.engine import Engine
from solver.files.dealfile import format_deals
from solver.files.reading import read_deals
from solver.position import Position
from solver.rules.contract import Contract
from solver.run import Run

ROOT = Path(__file__).resolve().parent.parent
DEALS = ROOT / "data" / "sample_deals" / "freaks.manni"

SIZES = (12, 16)
CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)
CLIMBS = 5  # of each size and contract
STARTS = 20  # random deals, of which a climb starts from the worst

Hands = tuple[int, int, int]


# ---------------------------------------------------------------- found by climbing


@dataclass
class Climb:
    """How far a climb has come: its deal and what that costs."""

    cards: int
    contract: Contract
    seed: int
    hands: Hands | None = None
    nodes: int = 0
    steps: int = 0

    @property
    def name(self) -> str:
        return f"climb {self.contract.name} {self.cards} {self.seed}"

    def step(self, cost: Callable[[Position], int]) -> None:
        """Try one change, or at the start one more random deal, and keep the costlier."""
        rng = random.Random(f"{self.name} step {self.steps}")
        if self.hands is None or self.steps < STARTS:
            hands = random_position(rng, self.cards, [self.contract]).hands
        else:
            hands = swapped(rng, self.hands)
        nodes = cost(Position(hands, self.contract))
        self.steps += 1
        if nodes >= self.nodes:
            self.hands, self.nodes = hands, nodes


def swapped(rng: random.Random, hands: Hands) -> Hands:
    """Return the hands after one to three swaps with another hand or the cards not dealt."""
    piles = [*hands, FULL_PACK & ~(hands[0] | hands[1] | hands[2])]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        one, other = rng.sample(range(4), 2)
        change = 0
        for pile in (piles[one], piles[other]):
            change |= 1 << rng.choice(list(cards_in(pile)))
        piles[one] ^= change
        piles[other] ^= change
    return triple(piles[:SEATS])


def coster(seconds: float) -> Callable[[Position], int]:
    """Return a function that counts the nodes of a position's three guarantees.

    Each search stops after ``seconds``.
    """
    engine = Engine()

    def cost(position: Position) -> int:
        engine.clear()
        before = engine.nodes
        for seat in range(SEATS):
            engine.bounds(position, seat, run=Run(seconds))
        return engine.nodes - before

    return cost


def stored() -> dict[str, Deal]:
    """Return the deals of the file by name."""
    return {dict(deal.tags)["Name"]: deal for deal in read_deals(DEALS)}


def read_climbs() -> list[Climb]:
    """Return the climbs as stored in the file, with those not begun yet."""
    records = stored()
    climbs = []
    for seed in range(CLIMBS):
        for cards in SIZES:
            for contract in CONTRACTS:
                climb = Climb(cards, contract, seed)
                if climb.name in records:
                    deal = records[climb.name]
                    climb.hands, climb.steps = deal.hands, int(dict(deal.tags)["Steps"])
                climbs.append(climb)
    return climbs


def run_climbs(minutes: float, seconds: float) -> None:
    """Run the climbs in turn, with equal parts of the time, and store them."""
    climbs = read_climbs()
    cost = coster(seconds)
    end = monotonic() + 60 * minutes
    for index, climb in enumerate(climbs):
        stop = monotonic() + (end - monotonic()) / (len(climbs) - index)
        if climb.hands is not None:
            climb.nodes = cost(Position(climb.hands, climb.contract))
        while monotonic() < stop:
            climb.step(cost)
        print(f"{climb.name}: {climb.nodes:,} nodes after {climb.steps} steps", flush=True)
        write(climbs)


# ---------------------------------------------------------------- the file and its report


def write(climbs: list[Climb]) -> None:
    """Write the file: the deals made by hand as they stand there, then those found.

    The guarantees stored for a deal that has not changed are kept.
    """
    records = stored()
    names = {climb.name for climb in climbs}
    deals = [deal for name, deal in records.items() if name not in names]
    for deal in found(climbs):
        old = records.get(dict(deal.tags)["Name"])
        if old is not None and old.hands == deal.hands:
            kept = tuple(tag for tag in old.tags if tag[0] == "Guarantee")
            deal = replace(deal, tags=deal.tags + kept)
        deals.append(deal)
    DEALS.write_text(format_deals(deals), encoding="utf-8")


def found(climbs: list[Climb]) -> Iterator[Deal]:
    """Yield the deals that the climbs have come to."""
    for climb in climbs:
        if climb.hands is not None:
            tags = (
                ("Name", climb.name),
                ("Comment", "found by climbing on node counts"),
                ("Steps", str(climb.steps)),
            )
            yield Deal(climb.hands, contract=climb.contract, leader=Seat.FOREHAND, tags=tags)


def report(seconds: float) -> None:
    """Print the times of every guarantee of the file, each from an empty table.

    A search that takes longer than ``seconds`` gives up: its time is marked and the
    deal gets no stored guarantee.
    """
    engine = Engine()
    taken: dict[str, list[float]] = {}
    given_up: Counter[str] = Counter()
    deals = []
    for deal in read_deals(DEALS):
        assert deal.contract is not None
        position = Position(deal.hands, deal.contract)
        cells, values = [], []
        for seat in Seat:
            engine.clear()
            ms, (low, high) = timed(engine.bounds, position, seat, run=Run(seconds))
            cells.append(figure(ms) + ("" if low == high else f" gave up in {low}..{high}"))
            if low == high:
                values.append(f"{seat.letter}:{low}")
            for key in ("all", f"{deal.contract.kind}, {position.tricks} cards"):
                taken.setdefault(key, []).append(ms)
                given_up[key] += low != high
        tags = [tag for tag in deal.tags if tag[0] != "Guarantee"]
        if len(values) == SEATS:
            tags.append(("Guarantee", " ".join(values)))
        deals.append(replace(deal, tags=tuple(tags)))
        print(f"{dict(tags)['Name']:28}", *cells, sep="  ", flush=True)
    DEALS.write_text(format_deals(deals), encoding="utf-8")
    print()
    heads("freak deals, ms", f"gave up after {seconds:g} s", *TIMES)
    for key, own in sorted(taken.items()):
        line(key, given_up[key], *times(own))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["climb", "report"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=20, help="at most a guarantee")
    options = parser.parse_args()
    if options.action == "climb":
        run_climbs(options.minutes, options.seconds)
    else:
        report(options.seconds)


if __name__ == "__main__":
    main()
