"""How fast the search is on this machine: seeded work, CPU time, and bars to meet.

Every row of ``ROWS`` measures one kind of work on random positions that the seed
determines. Times are CPU milliseconds of this process unless the row says wall.
The table is cleared before each value and the clearing is counted; DDS, where it is
the yardstick, gets the same positions in turn and clears its own table likewise.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, islice, product
from pathlib import Path
from statistics import fmean, median
from time import perf_counter_ns, process_time, process_time_ns

from cli.bench import dds
from cli.bench.manille import best_exchange, manille_tasks
from solver.cards import CARDS, FULL_PACK, RANKS, SEATS, Seat, by_seat, cards_in, hand_of
from solver.engine import Engine
from solver.errors import SolverError
from solver.notation import format_hands
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.exchange import hand_after
from solver.run import Run
from solver.values.many import solve_many
from solver.values.solve import Solver

Task = tuple[Position, Seat]

PACK_52 = tuple(range(CARDS))
PACK_32 = tuple(card for card in PACK_52 if card % RANKS >= 5)  # sevens to aces
NT = (Contract.NT,)
NULLO = (Contract.NULLO,)
TRUMP = (Contract.S, Contract.H, Contract.D, Contract.C)

DISCARDS = 7  # as many as forehand may exchange in Hornafjörður
LEAST = 3  # values a row measures even when its time is up


class Unavailable(SolverError):
    """A row cannot be measured here: something it needs is missing, or it takes too long."""


@dataclass(frozen=True)
class Times:
    """Times in milliseconds, one a value."""

    values: tuple[float, ...]

    @property
    def count(self) -> int:
        """How many values were timed."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """The mean time."""
        return fmean(self.values)

    @property
    def median(self) -> float:
        """The median time."""
        return median(self.values)

    @property
    def p95(self) -> float:
        """The time that 95 of 100 values do not exceed."""
        return sorted(self.values)[-(-self.count * 95 // 100) - 1]

    @property
    def max(self) -> float:
        """The longest time."""
        return max(self.values)


@dataclass(frozen=True)
class Limits:
    """What a row is held to: times in milliseconds, None where there is no limit.

    ``ratio`` is the most the mean may be, as a multiple of the yardstick's mean; ``gain``
    is the least the yardstick's mean may be, as a multiple of the row's.
    """

    mean: float | None = None
    median: float | None = None
    max: float | None = None
    ratio: float | None = None
    gain: float | None = None

    def __str__(self) -> str:
        parts = [
            f"{name} ≤ {limit:g} ms"
            for name, limit in (("mean", self.mean), ("median", self.median), ("max", self.max))
            if limit is not None
        ]
        if self.ratio is not None:
            parts.append(f"ratio ≤ {self.ratio:g}")
        if self.gain is not None:
            parts.append(f"gain ≥ {self.gain:g}")
        return ", ".join(parts)

    def kept_by(self, found: Measured) -> bool | None:
        """Return whether the limits hold, None where the yardstick is missing."""
        ratio = found.ratio
        if ratio is None and (self.ratio is not None or self.gain is not None):
            return None
        pairs = [
            (found.times.mean, self.mean),
            (found.times.median, self.median),
            (found.times.max, self.max),
        ]
        if ratio is not None:
            pairs.append((ratio, self.ratio))
            pairs.append((ratio, self.gain and 1 / self.gain))
        return all(limit is None or value <= limit for value, limit in pairs)


@dataclass(frozen=True)
class Measured:
    """What a row measured: its times, the yardstick's, and the nodes searched."""

    times: Times
    yardstick: Times | None = None
    nodes: int | None = None

    @property
    def ratio(self) -> float | None:
        """The mean as a multiple of the yardstick's mean: above one is slower."""
        return None if self.yardstick is None else self.times.mean / self.yardstick.mean


@dataclass
class Bench:
    """What the rows share: settings, and a solver.

    ``count`` replaces the rows' own numbers of values. A row stops early after
    ``seconds`` of CPU time, and is left out if one of its values takes longer than
    ``patience`` seconds of wall time (None: no limit). ``against_dds`` runs DDS in the
    rows that have it as yardstick and checks that the values agree.
    """

    seed: int = 1
    count: int | None = None
    seconds: float = 60.0
    against_dds: bool = False
    patience: float | None = None
    solver: Solver = field(default_factory=Solver)

    def cpu_ms(self, function: Callable[..., object], *args: object, **named: object) -> float:
        """Return the CPU time of a call on an empty table, the clearing included."""
        start = process_time_ns()
        self.solver.engine.clear()
        function(*args, **named)
        return (process_time_ns() - start) / 1e6

    def value_ms(self, position: Position, seat: int) -> float:
        """Return the CPU time of one guarantee on an empty table.

        Raises Unavailable if it takes longer than ``patience``.
        """
        engine = self.solver.engine
        time = self.cpu_ms(engine.bounds, position, seat, run=Run(self.patience))
        if self.patience is not None:
            low, high = engine.bounds(position, seat, run=Run(1e-3))
            if low < high:
                raise Unavailable(f"a value takes longer than {self.patience:g} s")
        return time


@dataclass(frozen=True)
class Row:
    """One kind of work: its name, what it is, how many values, its bars.

    ``tasks`` yields positions for a seed, without end; ``measure`` returns the time
    of one, and the times of the yardstick for the same, if any. ``yardstick`` names what
    the row is compared with; ``bar`` is what it has to keep.
    """

    name: str
    work: str
    count: int
    tasks: Callable[[int], Iterator[Task]]
    measure: Callable[[Bench, Task], tuple[float, list[float]]]
    bar: Limits
    yardstick: str | None = None

    def run(self, bench: Bench) -> Measured:
        """Measure the row. Raises Unavailable where it cannot be."""
        times: list[float] = []
        yardstick: list[float] = []
        nodes = bench.solver.engine.nodes
        end = process_time() + bench.seconds
        for task in islice(self.tasks(bench.seed), bench.count or self.count):
            if len(times) >= LEAST and process_time() > end:
                break
            time, compared = self.measure(bench, task)
            times.append(time)
            yardstick += compared
        return Measured(
            Times(tuple(times)),
            Times(tuple(yardstick)) if yardstick else None,
            bench.solver.engine.nodes - nodes,
        )


def random_position(
    rng: random.Random,
    cards: int,
    contracts: Sequence[Contract],
    pack: Sequence[int] = PACK_52,
) -> Position:
    """Return a position with hands of ``cards`` cards; contract and leader are drawn too."""
    dealt = rng.sample(pack, SEATS * cards)
    hands = by_seat(lambda seat: hand_of(dealt[seat::SEATS]))
    contract = rng.choice(contracts)
    return Position(hands, contract, Seat(rng.randrange(SEATS)))


def random_tasks(
    cards: int, contracts: Sequence[Contract], pack: Sequence[int] = PACK_52
) -> Callable[[int], Iterator[Task]]:
    """Return a function that yields, for a seed, positions and the seat whose tricks count."""

    def tasks(seed: int) -> Iterator[Task]:
        rng = random.Random(f"{seed} {cards}")
        while True:
            yield random_position(rng, cards, contracts, pack), Seat(rng.randrange(SEATS))

    return tasks


def _where_dds_can(tasks: Callable[[int], Iterator[Task]]) -> Callable[[int], Iterator[Task]]:
    def feasible(seed: int) -> Iterator[Task]:
        for position, seat in tasks(seed):
            with suppress(SolverError):
                dds.Board(position.hands, position.contract, position.leader, seat)
                yield position, seat

    return feasible


def _one_value(bench: Bench, task: Task) -> tuple[float, list[float]]:
    return bench.value_ms(*task), []


def _value_and_dds(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, seat = task
    time = bench.value_ms(position, seat)
    if not bench.against_dds:
        return time, []
    board = dds.Board(position.hands, position.contract, position.leader, seat)
    dds.forget()
    start = process_time_ns()
    theirs = board.guarantee()
    elapsed = (process_time_ns() - start) / 1e6
    ours = bench.solver.engine.value(position, seat)
    if ours != theirs:
        raise SolverError(
            f"DDS finds {theirs} tricks for {seat.word}, the search {ours}: "
            f"{format_hands(position.hands)} {position.contract.name}, "
            f"{position.leader.word} leads"
        )
    return time, [elapsed]


def _value_and_nt(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, seat = task
    in_nt = replace(position, contract=Contract.NT)
    return bench.value_ms(position, seat), [bench.value_ms(in_nt, seat)]


def _three_values(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, _ = task
    three = bench.cpu_ms(bench.solver.solve, position)
    return three, [bench.value_ms(position, seat) for seat in range(SEATS)]


def _all_cards(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, _ = task
    cards = bench.cpu_ms(partial(bench.solver.solve, cards=True), position)
    return cards, [bench.cpu_ms(bench.solver.solve, position)]


def _all_contracts(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, _ = task

    def table() -> None:
        for contract, leader in product(Contract, Seat):
            bench.solver.solve(replace(position, contract=contract, leader=leader))

    return bench.cpu_ms(table), []


def manni_of(position: Position) -> tuple[int, ...]:
    """Return the cards forehand may draw: some of those not dealt, fixed by the hand."""
    dealt = position.hands[0] | position.hands[1] | position.hands[2]
    unseen = list(cards_in(FULL_PACK & ~dealt))
    return tuple(random.Random(position.hands[0]).sample(unseen, DISCARDS))


def exchanges(position: Position, manni: tuple[int, ...]) -> Iterator[int]:
    """Yield forehand's hand after every exchange of none to all of ``manni``."""
    hand = position.hands[0]
    for size in range(len(manni) + 1):
        for discards in combinations(cards_in(hand), size):
            yield hand_after(hand, hand_of(discards), manni)


def _all_discards(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, _ = task
    return bench.cpu_ms(_best_exchange, bench.solver.engine, position, manni_of(position)), []


def _best_exchange(engine: Engine, position: Position, manni: tuple[int, ...]) -> int:
    """Return forehand's best guarantee; each exchange is only tested against the best yet."""
    _, middlehand, dealer = position.hands
    contract, leader = position.contract, position.leader
    best = position.tricks if contract.avoids else 0
    for hand in exchanges(position, manni):
        hands = (hand, middlehand, dealer)
        if contract.avoids:
            while best > 0 and not engine.lead_reaches(hands, contract, leader, 0, best):
                best -= 1
        else:
            while engine.lead_reaches(hands, contract, leader, 0, best + 1):
                best += 1
    return best


def _each_seat(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, _ = task
    engine = bench.solver.engine

    def three() -> None:
        for seat in Seat:
            engine.value(position, seat)

    return bench.cpu_ms(three), []


def _surprise(bench: Bench, task: Task, *, each: bool) -> tuple[float, list[float]]:
    engine = Engine()  # its making is not what is measured
    start = process_time_ns()
    best_exchange(engine, task[0], each=each)
    return (process_time_ns() - start) / 1e6, []


def _thousand_deals(bench: Bench, task: Task) -> tuple[float, list[float]]:
    if (os.cpu_count() or 1) < 2:
        raise Unavailable("this machine has one core")
    import numpy as np

    rng = random.Random(task[0].hands[0])
    hands = np.array([random_position(rng, 12, NT).hands for _ in range(1000)], dtype=np.uint64)

    def wall_ms(deals: int, threads: int) -> float:
        start = perf_counter_ns()
        solve_many(hands[:deals], Contract.NT, Seat.FOREHAND, threads=threads)
        return (perf_counter_ns() - start) / 1e6

    if wall_ms(20, 1) * len(hands) / 20 > 2000 * bench.seconds:
        raise Unavailable(f"1,000 deals take much longer than {bench.seconds:g} s")
    # In turns, and the better of two: memory is slow the first time it is used.
    runs = [(wall_ms(len(hands), 2), wall_ms(len(hands), 1)) for _ in range(2)]
    return min(two for two, _ in runs), [min(one for _, one in runs)]


def _whole_process(bench: Bench, task: Task) -> tuple[float, list[float]]:
    position, _ = task
    program = shutil.which("manni", path=str(Path(sys.executable).parent))
    if program is None:
        raise Unavailable(f"no program manni beside {Path(sys.executable).name}")
    command = [
        program,
        "solve",
        "--hands",
        format_hands(position.hands),
        "--contract",
        position.contract.name,
        "--leader",
        position.leader.letter,
    ]
    start = perf_counter_ns()
    done = subprocess.run(command, check=False, capture_output=True)
    elapsed = (perf_counter_ns() - start) / 1e6
    if done.returncode:
        raise Unavailable(f"{program} solve does not run")
    return elapsed, []


ROWS = (
    Row(
        "nt12",
        "12 cards, NT",
        200,
        random_tasks(12, NT),
        _value_and_dds,
        Limits(ratio=0.25),
        "DDS",
    ),
    Row(
        "trump12",
        "12 cards, trump, 9 or more trumps out",
        200,
        _where_dds_can(random_tasks(12, TRUMP)),
        _value_and_dds,
        Limits(ratio=0.25),
        "DDS",
    ),
    Row(
        "nt13",
        "13 cards, NT",
        200,
        random_tasks(13, NT),
        _value_and_dds,
        Limits(ratio=0.25),
        "DDS",
    ),
    Row(
        "nt10of32",
        "10 cards of 32, NT",
        200,
        random_tasks(10, NT, PACK_32),
        _one_value,
        Limits(mean=0.12),
    ),
    Row(
        "nullo10of32",
        "10 cards of 32, NULLO",
        200,
        random_tasks(10, NULLO, PACK_32),
        _one_value,
        Limits(mean=0.6),
    ),
    Row(
        "nullo12",
        "12 cards, NULLO",
        200,
        random_tasks(12, NULLO),
        _value_and_nt,
        Limits(ratio=4, max=60),
        "NT, same hands",
    ),
    Row(
        "nt16",
        "16 cards, NT",
        200,
        random_tasks(16, NT),
        _one_value,
        Limits(mean=12, max=150),
    ),
    Row(
        "trump16",
        "16 cards, trump",
        200,
        random_tasks(16, TRUMP),
        _one_value,
        Limits(mean=12, max=150),
    ),
    Row(
        "nullo16",
        "16 cards, NULLO",
        100,
        random_tasks(16, NULLO),
        _one_value,
        Limits(mean=200, median=60, max=2000),
    ),
    Row(
        "three",
        "three guarantees, 12 cards, NT and trump",
        200,
        random_tasks(12, NT + TRUMP),
        _three_values,
        Limits(ratio=2.2),
        "one guarantee",
    ),
    Row(
        "three-nullo",
        "three guarantees, 12 cards, NULLO",
        60,
        random_tasks(12, NULLO),
        _three_values,
        Limits(ratio=2.2),
        "one guarantee",
    ),
    Row(
        "cards",
        "every card of an opening lead, 12 cards, NT and trump",
        60,
        random_tasks(12, NT + TRUMP),
        _all_cards,
        Limits(ratio=3),
        "three guarantees",
    ),
    Row(
        "cards-nullo",
        "every card of an opening lead, 12 cards, NULLO",
        30,
        random_tasks(12, NULLO),
        _all_cards,
        Limits(ratio=3),
        "three guarantees",
    ),
    Row(
        "discards",
        "3,302 discards of forehand, NT and trump",
        20,
        random_tasks(12, NT + TRUMP),
        _all_discards,
        Limits(mean=33),
    ),
    Row(
        "discards-nullo",
        "3,302 discards of forehand, NULLO",
        10,
        random_tasks(12, NULLO),
        _all_discards,
        Limits(mean=333),
    ),
    Row(
        "table",
        "6 contracts × 3 leaders × 3 seats, 12 cards",
        20,
        random_tasks(12, NT),
        _all_contracts,
        Limits(mean=300),
    ),
    Row(
        "threads",
        "1,000 deals on 2 threads, 12 cards, NT, wall",
        1,
        random_tasks(12, NT),
        _thousand_deals,
        Limits(gain=1.85),
        "1 thread",
    ),
    Row(
        "manille-trump",
        "Manille aux enchères, 10 cards: the declarer's points",
        200,
        manille_tasks("enchères"),
        _one_value,
        Limits(mean=4, max=80),
    ),
    Row(
        "manille-nt",
        "the same without trump",
        200,
        manille_tasks("enchères", trumps=False),
        _one_value,
        Limits(mean=1.5),
    ),
    Row(
        "manille-three",
        "Manille à trois, 10 cards, three guarantees",
        200,
        manille_tasks("à trois"),
        _each_seat,
        Limits(mean=8),
    ),
    Row(
        "manille-envers",
        "Manille à l'envers, 10 cards, one seat",
        200,
        manille_tasks("à l'envers"),
        _one_value,
        Limits(mean=6),
    ),
    Row(
        "manille-petite",
        "66 ways to put two cards away × 4 trumps: the best",
        60,
        manille_tasks("enchères"),
        partial(_surprise, each=False),
        Limits(mean=25),
    ),
    Row(
        "manille-grande",
        "2,002 ways to put five cards away × 4 trumps: the best",
        60,
        manille_tasks("enchères", cards=9),
        partial(_surprise, each=False),
        Limits(mean=20),
    ),
    Row(
        "manille-grande-each",
        "the same, the best for each trump",
        60,
        manille_tasks("enchères", cards=9),
        partial(_surprise, each=True),
        Limits(mean=40),
    ),
    Row(
        "process",
        "manni solve, whole process, 12 cards, wall",
        10,
        random_tasks(12, NT + TRUMP + NULLO),
        _whole_process,
        Limits(median=250),
    ),
    Row(
        "startup",
        "manni solve, whole process, 1 card: next to no search, wall",
        10,
        random_tasks(1, NT),
        _whole_process,
        Limits(median=150),
    ),
)


def select(names: Sequence[str]) -> list[Row]:
    """Return the named rows in the order of the table, all of them if none is named.

    Raises SolverError for a name that no row has.
    """
    known = [row.name for row in ROWS]
    for name in names:
        if name not in known:
            raise SolverError(f"no row is called {name}: there are {' '.join(known)}")
    return [row for row in ROWS if not names or row.name in names]
