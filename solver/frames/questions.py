"""Positions and their guarantees as plain arrays, the form in which they travel."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from solver.cards import SEATS, Seat, triple
from solver.engine import Engine, check_known
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.trick import ACE_LOW, PLAIN, TrickRules, avoids
from solver.run import Run
from solver.values.solve import Solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

EVERY_SEAT = (1 << SEATS) - 1

NONE = -1
"""Stands where there is no card on the table, no declarer, or no value."""

_PLAIN_GAMES = (PLAIN, ACE_LOW)
"""The first games of all questions: their places say whether the ace is low."""


@dataclass(frozen=True)
class Questions:
    """Positions, one per row: hands, contract, leader, cards on the table, seats asked for.

    ``hands`` is ``uint64[n, 3]``, ``on_table`` ``int8[n, 2]`` with -1 for no card, ``seats``
    one bit per seat, ``declarers`` -1 where the rules make nobody partners. ``rules`` is the index
    of a row's game in ``games``. A row that asks for no seat need not be a position.
    """

    hands: NDArray[np.uint64]
    contracts: NDArray[np.int8]
    leaders: NDArray[np.int8]
    rules: NDArray[np.int8]
    on_table: NDArray[np.int8]
    seats: NDArray[np.int8]
    declarers: NDArray[np.int8]
    games: list[TrickRules] = field(default_factory=lambda: [*_PLAIN_GAMES])

    @classmethod
    def blank(cls, rows: int) -> Questions:
        """Return rows that ask nothing, to be filled in."""
        return cls(
            hands=np.zeros((rows, SEATS), dtype=np.uint64),
            contracts=np.zeros(rows, dtype=np.int8),
            leaders=np.zeros(rows, dtype=np.int8),
            rules=np.zeros(rows, dtype=np.int8),
            on_table=np.full((rows, SEATS - 1), NONE, dtype=np.int8),
            seats=np.zeros(rows, dtype=np.int8),
            declarers=np.full(rows, NONE, dtype=np.int8),
        )

    def __len__(self) -> int:
        return len(self.hands)

    def game(self, rules: TrickRules) -> int:
        """Return the place of a game, which it gets if it has none."""
        if rules not in self.games:
            self.games.append(rules)
        return self.games.index(rules)

    def enter(self, row: int, position: Position, seats: tuple[Seat, ...]) -> None:
        """Write a position into a row. Raises RuleError if no search knows its rules or cards."""
        check_known(position)
        self.hands[row] = position.hands
        self.contracts[row] = position.contract
        self.leaders[row] = position.leader
        self.rules[row] = self.game(position.rules)
        self.on_table[row, : len(position.table)] = position.table
        self.seats[row] = sum({1 << seat for seat in seats})
        self.declarers[row] = NONE if position.declarer is None else position.declarer

    def position(self, row: int) -> Position:
        """Return the position in a row. Raises SolverError where it is none."""
        declarer = int(self.declarers[row])
        return Position(
            triple(map(int, self.hands[row])),
            Contract(int(self.contracts[row])),
            Seat(int(self.leaders[row])),
            tuple(int(card) for card in self.on_table[row] if card != NONE),
            rules=self.games[int(self.rules[row])],
            declarer=None if declarer == NONE else declarer,
        )

    def plain(self) -> NDArray[np.bool_]:
        """Return which rows are of the plain games, with a high ace or a low one."""
        plain: NDArray[np.bool_] = self.rules < len(_PLAIN_GAMES)
        return plain

    def worth(self) -> NDArray[np.int16]:
        """Return what there is to win in each row, in tricks or points, and 0 where none asks."""
        tricks = np.bitwise_count(self.hands).max(axis=1)  # one seat has played no card yet
        worth = np.where(self.seats != 0, tricks, 0).astype(np.int16)
        for row in map(int, np.flatnonzero(~self.plain() & (self.seats != 0))):
            worth[row] = self.position(row).worth
        return worth

    def avoids(self) -> NDArray[np.bool_]:
        """Return in which rows little is wanted."""
        by_kind = np.array(
            [[avoids(contract, rules) for contract in Contract] for rules in self.games]
        )
        found: NDArray[np.bool_] = by_kind[self.rules, self.contracts]
        return found

    def first_leads(self) -> NDArray[np.bool_]:
        """Return which rows the search for tricks solves at once: first leads, every seat asked."""
        whole = (self.seats == EVERY_SEAT) & (self.on_table[:, 0] == NONE)
        leads: NDArray[np.bool_] = whole & self.plain()
        return leads


@dataclass(frozen=True)
class Answers:
    """Proved bounds of the guarantees, ``int8[n, 3]``: equal where known, -1 where not asked."""

    lower: NDArray[np.int8]
    upper: NDArray[np.int8]

    @classmethod
    def blank(cls, rows: int) -> Answers:
        """Return rows without answers, to be filled in."""
        return cls(*(np.full((rows, SEATS), NONE, dtype=np.int8) for _ in range(2)))


def answer(
    engine: Engine,
    questions: Questions,
    answers: Answers,
    part: range,
    run: Run,
    seconds: float | None = None,
) -> None:
    """Write the answers to the questions in ``part``; ``seconds`` limits each of them.

    Raises StoppedError if the run was over first.
    """
    leads = questions.first_leads()[part.start : part.stop] & (seconds is None)
    changes = np.flatnonzero(leads[1:] != leads[:-1]) + 1
    ends = [part.start, *(part.start + int(change) for change in changes), part.stop]
    for start, stop in pairwise(ends):
        if leads[start - part.start]:
            _fill_leads(engine, questions, answers, range(start, stop), run)
            continue
        for row in range(start, stop):
            if questions.seats[row]:
                _fill_row(engine, questions, answers, row, run, seconds)


def _fill_leads(
    engine: Engine, questions: Questions, answers: Answers, rows: range, run: Run
) -> None:
    engine.fill_rows(
        questions.hands,
        questions.contracts,
        questions.leaders,
        questions.rules,  # whether the ace is low
        answers.lower,
        rows,
        run,
    )
    answers.upper[rows.start : rows.stop] = answers.lower[rows.start : rows.stop]


def _fill_row(
    engine: Engine,
    questions: Questions,
    answers: Answers,
    row: int,
    run: Run,
    seconds: float | None,
) -> None:
    asked = int(questions.seats[row])
    seats = [seat for seat in Seat if asked >> seat & 1]
    solution = Solver.on(engine).solve(
        questions.position(row), seats=seats, run=run.within(seconds)
    )
    if not solution.exact:
        run.check()  # called off, what is proved so far is not what it could have proved
    for seat in seats:
        bounds = solution.bounds[seat]
        if bounds is not None:
            answers.lower[row, seat], answers.upper[row, seat] = bounds
