"""Every bar in one run: row and yardstick on the same positions, one core, CPU time.

    python benchmarks/bars.py --rows nt12 nullo12

A row measures one kind of work on random positions that the seed determines, in milliseconds a
value, CPU time unless the row says wall. The table is cleared before each value and the clearing is
counted; DDS, where it is the yardstick, gets the same positions in turn and clears its own table
likewise, and its values must be the same. Exit code 1 where a bar is missed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from random import Random
from statistics import fmean, median
from time import perf_counter_ns, process_time
from typing import Any

import dds
import numpy as np
from measuring import TIMES, figure, heads, line, manni, run, searched, timed, times
from tasks import (
    NT,
    NULLO,
    PACK_32,
    TRUMP,
    Task,
    Tasks,
    manille_tasks,
    random_position,
    random_tasks,
)

from manni.solver.cards import Contract, Seat
from manni.solver.errors import SolverError
from manni.solver.frames.arrays import solve_many
from manni.solver.notation import format_hands
from manni.solver.position import Position
from manni.solver.values.solve import Solver

LEAST = 3  # values a row measures even when its time is up
SOLVER = Solver()
ENGINE = SOLVER.engine
Measured = tuple[float, list[float]]
"""A time, and those of the yardstick for the same."""


def fresh(find: Callable[..., object], *others: Callable[..., object]) -> Callable[..., Measured]:
    """Return what measures calls with a position and a seat, each on an empty table."""

    def measure(task: Task) -> Measured:
        time, *of_others = (searched(ENGINE, search, *task)[0] for search in (find, *others))
        return time, of_others

    return measure


ONE_VALUE = fresh(ENGINE.value)


def value_and_dds(task: Task) -> Measured:
    position, seat = task
    time, _, guarantee = searched(ENGINE, ENGINE.value, *task)
    if not dds.is_here():
        return time, []
    board = dds.Board(position.hands, position.contract, position.leader, seat)
    dds.forget()
    theirs, value = timed(board.guarantee)
    if value != guarantee:
        raise SolverError(
            f"DDS finds another value for {seat.word}: {format_hands(position.hands)} "
            f"{position.contract.name}, {position.leader.word} leads"
        )
    return time, [theirs]


def three_values(position: Position, _: Seat) -> object:
    return SOLVER.solve(position)


def thousand_deals(task: Task) -> Measured:
    if (os.cpu_count() or 1) < 2:
        raise SolverError("this machine has one core")
    rng = Random(task[0].hands[0])
    hands = np.array([random_position(rng, 12, NT).hands for _ in range(1000)], dtype=np.uint64)

    def wall_ms(threads: int) -> float:
        start = perf_counter_ns()
        solve_many(hands, Contract.NT, Seat.FOREHAND, threads=threads)
        return (perf_counter_ns() - start) / 1e6

    # In turns, and the better of two: memory is slow the first time it is used.
    two, one = map(min, zip(*[(wall_ms(2), wall_ms(1)) for _ in range(2)], strict=True))
    return two, [one]


def whole_process(task: Task) -> Measured:
    position, _ = task
    asked = "--hands", format_hands(position.hands), "--contract", position.contract.name
    return 1000 * manni("solve", *asked, "--leader", position.leader.letter)[0], []


def where_dds_can(tasks: Tasks) -> Tasks:
    def feasible(seed: int) -> Iterator[Task]:
        for position, seat in tasks(seed):
            with suppress(SolverError):
                dds.Board(position.hands, position.contract, position.leader, seat)
                yield position, seat

    return feasible


@dataclass(frozen=True)
class Row:
    """One kind of work: its name, what it is, how many values, how they are measured, its bars.

    ``yardstick`` names what it is compared with, of whose mean its own may be ``ratio`` times.
    """

    name: str
    work: str
    tasks: Callable[[int], Iterator[Any]]
    count: int = 200
    measure: Callable[[Any], Measured] = ONE_VALUE
    mean: float = inf
    median: float = inf
    max: float = inf
    ratio: float = inf
    yardstick: str = ""

    def missed(self, times_here: Sequence[float], others: Sequence[float]) -> list[str]:
        """Return the bars that are missed."""
        figures = {"mean": fmean(times_here), "median": median(times_here), "max": max(times_here)}
        if others:
            figures["ratio"] = figures["mean"] / fmean(others)
        return [
            f"{name} ≤ {bar:g}" for name in figures if figures[name] > (bar := getattr(self, name))
        ]


BY_DDS = {"measure": value_and_dds, "ratio": 0.25, "yardstick": "DDS"}
BY_ONE = {
    "measure": fresh(
        three_values,
        *(lambda position, _, seat=seat: ENGINE.value(position, seat) for seat in Seat),
    ),
    "ratio": 2.2,
    "yardstick": "one guarantee",
}
BY_THREE = {
    "measure": fresh(lambda position, _: SOLVER.solve(position, cards=True), three_values),
    "ratio": 3,
    "yardstick": "three guarantees",
}
SEVERAL = random_tasks(12, NT + TRUMP)
NT_12, NULLO_12 = random_tasks(12, NT), random_tasks(12, NULLO)
ENCHERES = manille_tasks("enchères")
ALL = (
    Row("nt12", "12 cards, NT", NT_12, **BY_DDS),
    Row(
        "trump12",
        "12 cards, trump, 9 or more trumps out",
        where_dds_can(random_tasks(12, TRUMP)),
        **BY_DDS,
    ),
    Row("nt13", "13 cards, NT", random_tasks(13, NT), **BY_DDS),
    Row("nt10of32", "10 cards of 32, NT", random_tasks(10, NT, PACK_32), mean=0.12),
    Row("nullo10of32", "10 cards of 32, NULLO", random_tasks(10, NULLO, PACK_32), mean=0.6),
    Row(
        "nullo12",
        "12 cards, NULLO",
        NULLO_12,
        measure=fresh(
            ENGINE.value,
            lambda position, seat: ENGINE.value(replace(position, contract=Contract.NT), seat),
        ),
        max=60,
        ratio=4,
        yardstick="NT, same hands",
    ),
    Row("nt16", "16 cards, NT", random_tasks(16, NT), mean=12, max=150),
    Row("trump16", "16 cards, trump", random_tasks(16, TRUMP), mean=12, max=150),
    Row("nullo16", "16 cards, NULLO", random_tasks(16, NULLO), 100, mean=200, median=60, max=2000),
    Row("three", "three guarantees, 12 cards, NT and trump", SEVERAL, **BY_ONE),
    Row("three-nullo", "three guarantees, 12 cards, NULLO", NULLO_12, 60, **BY_ONE),
    Row("cards", "every card of an opening lead, 12 cards, NT and trump", SEVERAL, 60, **BY_THREE),
    Row("cards-nullo", "every card of an opening lead, 12 cards, NULLO", NULLO_12, 30, **BY_THREE),
    Row(
        "threads",
        "1,000 deals on 2 threads, 12 cards, NT, wall",
        NT_12,
        1,
        thousand_deals,
        ratio=0.54,
        yardstick="1 thread",
    ),
    Row(
        "manille-trump",
        "Manille aux enchères, 10 cards: the declarer's points",
        ENCHERES,
        mean=4,
        max=80,
    ),
    Row("manille-nt", "the same without trump", manille_tasks("enchères", trumps=False), mean=1.5),
    Row(
        "manille-three",
        "Manille à trois, 10 cards, three guarantees",
        manille_tasks("à trois"),
        measure=fresh(lambda position, _: [ENGINE.value(position, seat) for seat in Seat]),
        mean=8,
    ),
    Row(
        "manille-envers",
        "Manille à l'envers, 10 cards, one seat",
        manille_tasks("à l'envers"),
        mean=6,
    ),
    Row(
        "process",
        "manni solve, whole process, 12 cards, wall",
        random_tasks(12, NT + TRUMP + NULLO),
        10,
        whole_process,
        median=250,
    ),
)
ROWS = {row.name: row for row in ALL}


def main(
    *,
    rows: tuple[str, ...] = tuple(ROWS),
    number: int | None = None,
    seed: int = 1,
    seconds: float = 300,
) -> int:
    """Measure ``rows``: so many values, or their own numbers, in so many CPU seconds at most."""
    failed = False
    heads("row", "work", *TIMES, "ratio", "nodes", "missed")
    for row in map(ROWS.__getitem__, rows):
        before, end = ENGINE.nodes, process_time() + seconds
        times_here, others = list[float](), list[float]()
        try:
            for task in islice(row.tasks(seed), number or row.count):
                if len(times_here) >= LEAST and process_time() > end:
                    break
                time, compared = row.measure(task)
                times_here.append(time)
                others += compared
        except SolverError as error:
            print(f"{row.name}: left out: {error}", file=sys.stderr)
            continue
        ratio = f"{fmean(times_here) / fmean(others):.2f} × {row.yardstick}" if others else ""
        nodes = (ENGINE.nodes - before) / len(times_here)
        missed = row.missed(times_here, others)
        failed |= bool(missed)
        line(row.name, row.work, *times(times_here), ratio, figure(nodes), ", ".join(missed))
    return failed


if __name__ == "__main__":
    run(main)
