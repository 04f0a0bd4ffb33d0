"""What more threads bring for one guarantee, easy or hard.

The same values are searched for by one thread and by several on one table, turn about, each
from an empty table: random deals of the rows of ``manni bench`` and the freak deals that take
long. By how long they take with one thread: the time with several as a multiple of it, the
nodes and the CPU time a node likewise; and the CPU time a node of as many threads that search
for the same value side by side, each on a table of its own. If that is above 1, the machine had
not as many processors to give; what sharing the table costs is the difference of the two.
Where other programs keep the processors busy, the gain a free machine would show is about
threads divided by the product of nodes and CPU time a node.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from time import monotonic, perf_counter, process_time

from cli.bench.rows import NT, NULLO, TRUMP, Task, random_tasks
from solver.cards import Seat
from solver.engine import Engine
from solver.files.reading import read_deals
from solver.position import Position
from solver.run import Run

FREAKS = Path(__file__).parents[1] / "data" / "sample_deals" / "freaks.manni"
CLASSES = ((0.0, "under 10 ms"), (0.01, "10 to 100 ms"), (0.1, "0.1 to 1 s"), (1.0, "over 1 s"))


@dataclass
class Cost:
    """What searches took: seconds by the clock and of processors, and nodes."""

    wall: float = 0.0
    cpu: float = 0.0
    nodes: int = 0

    def add(self, other: Cost) -> None:
        """Add what another search took."""
        self.wall += other.wall
        self.cpu += other.cpu
        self.nodes += other.nodes

    @property
    def per_node(self) -> float:
        """Return the seconds of processors a node took."""
        return self.cpu / self.nodes


def freaks() -> list[Task]:
    """Return every guarantee of the freak deals of 16 cards in NULLO."""
    deals = [deal for deal in read_deals(FREAKS) if deal.contract in NULLO]
    positions = [Position(deal.hands, deal.contract) for deal in deals if deal.contract]
    return [(each, seat) for each in positions if each.tricks == 16 for seat in Seat]


def cost(engine: Engine, task: Task, seconds: float) -> tuple[Cost, tuple[int, int]]:
    """Return what a guarantee costs, and its bounds."""
    engine.clear()
    nodes, cpu, wall = engine.nodes, process_time(), perf_counter()
    # Called off, not given a deadline: with one the search goes other ways before its end.
    end = monotonic() + seconds
    bounds = engine.bounds(*task, run=Run(cancelled=lambda: monotonic() > end))
    return Cost(perf_counter() - wall, process_time() - cpu, engine.nodes - nodes), bounds


def cost_apart(engines: list[Engine], task: Task, seconds: float) -> Cost:
    """Return what it costs if every engine searches for the same guarantee, side by side."""
    cpu, wall = process_time(), perf_counter()
    with ThreadPoolExecutor(len(engines)) as pool:
        each = list(pool.map(lambda engine: cost(engine, task, seconds)[0], engines))
    return Cost(perf_counter() - wall, process_time() - cpu, sum(one.nodes for one in each))


def measure(tasks: list[Task], threads: int, seconds: float, least: float) -> None:
    """Print the table; searches that take longer than ``seconds`` with one thread are left out."""
    one, several = Engine(), Engine(threads=threads)
    others = [Engine() for _ in range(threads)]
    sums = [(Cost(), Cost(), Cost()) for _ in CLASSES]
    counts = [0] * len(CLASSES)
    for task in tasks:
        alone, value = cost(one, task, seconds)
        if value[0] < value[1] or alone.wall < least:
            continue
        together, answers = cost(several, task, 10 * seconds)
        assert answers == value, f"{task}: {answers} with {threads} threads, {value} with one"
        kind = max(k for k, (start, _) in enumerate(CLASSES) if alone.cpu >= start)
        counts[kind] += 1
        sums[kind][0].add(alone)
        sums[kind][1].add(together)
        sums[kind][2].add(cost_apart(others, task, 10 * seconds))
    print(
        f"| one thread takes | values | ms | nodes | {threads} threads: gain | nodes | "
        "CPU time a node | apart |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for (_, name), count, (alone, together, apart) in zip(CLASSES, counts, sums, strict=True):
        if count:
            print(
                f"| {name} | {count} | {1000 * alone.wall / count:,.1f} | "
                f"{alone.nodes // count:,} | {alone.wall / together.wall:.2f} × | "
                f"{together.nodes / alone.nodes:.2f} × | "
                f"{together.per_node / alone.per_node:.2f} × | "
                f"{apart.per_node / alone.per_node:.2f} × |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=40, help="random deals of each kind")
    parser.add_argument("--seconds", type=float, default=10, help="at most a value, one thread")
    parser.add_argument("--least", type=float, default=0, help="seconds a value takes at least")
    parser.add_argument("--freaks", action="store_true", help="the freak deals too")
    options = parser.parse_args()
    kinds = [(12, NT), (12, NULLO), (16, NT), (16, TRUMP), (16, NULLO)]
    tasks = chain.from_iterable(
        islice(random_tasks(cards, contracts)(options.seed), options.n)
        for cards, contracts in kinds
    )
    measure(
        [*tasks, *(freaks() if options.freaks else [])],
        options.threads,
        options.seconds,
        options.least,
    )


if __name__ == "__main__":
    main()
