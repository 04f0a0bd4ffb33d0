"""Deals that are hard to search: found by climbing on node counts, and made by hand.

    python benchmarks/freaks.py climb --minutes 10     # make the found deals harder
    python benchmarks/freaks.py report                 # their times; stores the guarantees found

The file is data/sample_deals/freaks.manni, which has those made by hand too. A climb starts from
the worst of some random deals and swaps cards between hands, or with the cards out of play,
keeping what costs more nodes; it goes on from what stands in the file. Every step has a random
generator of its own, so that a climb goes the same way whether it is interrupted or not.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

from measuring import TIMES, figure, heads, line, timed, times
from tasks import random_position

from manni.solver.cards import FULL_PACK, SEATS, Contract, Seat, cards_in, triple
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.files.dealfile import format_deals
from manni.solver.files.reading import read_deals
from manni.solver.position import Position
from manni.solver.run import Run

ROOT = Path(__file__).resolve().parent.parent
DEALS = ROOT / "data" / "sample_deals" / "freaks.manni"

SIZES = (12, 16)
CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)
CLIMBS = 5  # of each size and contract
STARTS = 20  # random deals, of which a climb starts from the worst

Hands = tuple[int, int, int]


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


def climbed(name: str, deal: Deal | None, minutes: float, cost: Callable[[Position], int]) -> Deal:
    """Climb on from a deal for so many minutes; what is known of it stays if it does."""
    _, kind, cards, _ = name.split()
    contract = Contract[kind]
    steps = 0 if deal is None else int(deal.tag("Steps"))
    nodes = 0 if deal is None else cost(Position(deal.hands, contract))
    stop = monotonic() + 60 * minutes
    while monotonic() < stop or deal is None:
        rng = random.Random(f"{name} step {steps}")
        if deal is None or steps < STARTS:
            hands = random_position(rng, int(cards), [contract]).hands
        else:
            hands = swapped(rng, deal.hands)
        steps += 1
        found = cost(Position(hands, contract))
        if found >= nodes:
            nodes = found
            tags = (("Name", name), ("Comment", "found by climbing on node counts"))
            deal = Deal(hands, contract=contract, leader=Seat.FOREHAND, tags=tags)
    print(f"{name}: {nodes:,} nodes after {steps} steps", flush=True)
    said = [tag for tag in deal.tags if tag[0] != "Steps"]
    return replace(deal, tags=(*said[:2], ("Steps", str(steps)), *said[2:]))


def climb(file: Path, minutes: float, seconds: float) -> None:
    """Run the climbs in turn, with equal parts of the time, and store them."""
    deals = {deal.tag("Name"): deal for deal in read_deals(file)}
    names = [
        f"climb {contract.name} {cards} {seed}"
        for seed in range(CLIMBS)
        for cards in SIZES
        for contract in CONTRACTS
    ]
    cost = coster(seconds)
    for name in names:
        deals[name] = climbed(name, deals.get(name), minutes / len(names), cost)
        file.write_text(format_deals(deals.values()), encoding="utf-8")


def report(file: Path, seconds: float) -> None:
    """Print the times of every guarantee of the file, each from an empty table.

    A search that takes longer than ``seconds`` gives up: its time is marked and the
    deal gets no stored guarantee.
    """
    engine = Engine()
    taken: dict[str, list[float]] = {}
    given_up: Counter[str] = Counter()
    deals = []
    for deal in read_deals(file):
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
    file.write_text(format_deals(deals), encoding="utf-8")
    print()
    heads("freak deals, ms", f"gave up after {seconds:g} s", *TIMES)
    for key, own in sorted(taken.items()):
        line(key, given_up[key], *times(own))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["climb", "report"])
    parser.add_argument("--file", type=Path, default=DEALS)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=20, help="at most a guarantee")
    options = parser.parse_args()
    if options.action == "climb":
        climb(options.file, options.minutes, options.seconds)
    else:
        report(options.file, options.seconds)


if __name__ == "__main__":
    main()
