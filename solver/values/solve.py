"""The values of a position, in one contract or many: guarantees, every card, a line.

Bounds of a position and of what its cards lead to imply one another: a seat to play gets
the best of what its cards lead to, and any other seat the worst; and all guarantees hold in
the same play, so that together they come to no more than there is to win (where little is
wanted, to no less). Between two sides there is one question, what one gets: the rest is the
other's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from operator import add
from typing import NamedTuple, TypeAlias

from .. import checks
from ..cards import BySeat, Contract, Seat, seats_of
from ..engine import DEFAULT_MEMORY_MB, Engine, Pool
from ..errors import ArgumentError, StoppedError
from ..goal import Goal
from ..notation import HandsLike, as_hands, parse_contract, parse_seat
from ..piles import PilePosition, Piles
from ..position import Position, PositionLike
from ..rules.trick import TrickRules, plain_rules
from ..run import Run
from ..searches import Bounds
from .solution import (
    CardValue,
    SeatBounds,
    Shares,
    Solution,
    exact_tricks,
    share_of,
    solution_of,
)

AnySeat: TypeAlias = Seat | str | None
SomeSeats: TypeAlias = Iterable[Seat | str] | None


class BoundsQuestion(NamedTuple):
    """What a seat is sure of in a position, known to lie within ``window``.

    ``row`` is 0 for the position that is looked at, else the number, from 1, of the group of
    equal cards that leads from there to ``position``.
    """

    position: Position
    seat: Seat
    window: Bounds
    guess: int | None
    row: int

    @property
    def is_open(self) -> bool:
        """Whether there is anything to ask."""
        return self.window[0] < self.window[1]


def tighten_bounds(engine: Engine, question: BoundsQuestion, run: Run) -> Bounds:
    """Return proved bounds, as wide as the window at most."""
    low, high = question.window
    lower, upper = engine.bounds(
        question.position, question.seat, run=run, window=(low, high), guess=question.guess
    )
    return max(low, lower), min(high, upper)


class PositionBounds:
    """Bounds of a position's guarantees and, if ``cards`` are asked for, of those after each.

    Equal cards are one group. All bounds count from the position on, a trick that a card
    completes included. They only ever narrow.
    """

    def __init__(self, position: Position, seats: Iterable[Seat], cards: bool = False) -> None:
        self.position = position
        self._asked = tuple(seats)
        # Between two sides one value is both.
        one = min(position.declarers, default=None)
        self.seats = self._asked if one is None else (one,) * bool(self._asked)
        self.has_cards = cards
        self.groups = position.equivalent_cards() if cards else []
        self._reached = [position, *(position.play(group[0]) for group in self.groups)]
        self._rows: list[dict[Seat, Bounds]] = [
            {seat: _shift((0, after.worth), after.side_gain(seat)) for seat in self.seats}
            for after in self._reached
        ]
        self._rows[0] = dict.fromkeys(self.seats, (0, position.worth))

    def bounds(self, row: int = 0) -> SeatBounds:
        """Return bounds of the guarantees in a row, None for seats not asked for."""
        return self._by_seat(self._rows[row], self.position.worth)

    def _by_seat(self, given: dict[Seat, Bounds], total: int) -> SeatBounds:
        """Return bounds by seat; one of two sides gets of the ``total`` what the other does not."""

        def bounds(seat: Seat) -> Bounds | None:
            if not given or not self.position.declarers:
                return given.get(seat)
            ((one, (low, high)),) = given.items()
            return (low, high) if seat in self.position.side(one) else (total - high, total - low)

        seats = self.position.seats
        return tuple(bounds(seat) if seat in self._asked else None for seat in seats)

    def question(self, row: int, seat: Seat) -> BoundsQuestion:
        """Return the question of what a seat is sure of in a row.

        No card betters its player's own guarantee or worsens another's: that is one end of
        the window, and the value of most cards.
        """
        position = self._reached[row]
        window = _shift(self._rows[row][seat], -position.side_gain(seat) if row else 0)
        guess = None
        if row:
            guess = window[1] if self._picks_best(seat) else window[0]
        return BoundsQuestion(position, seat, window, guess, row)

    def after(self, card: int) -> SeatBounds:
        """Return what is known of the guarantees after a card, counted from there on."""
        row = next(row for row, group in enumerate(self.groups, 1) if card in group)
        windows = {seat: self.question(row, seat).window for seat in self.seats}
        return self._by_seat(windows, self._reached[row].worth)

    def of_position(self) -> list[BoundsQuestion]:
        """Return the questions about the position itself, by seat."""
        return [self.question(0, seat) for seat in self.seats]

    def of_cards(self) -> list[BoundsQuestion]:
        """Return the questions about every group of cards, by seat."""
        return [
            self.question(row, seat) for row in range(1, len(self._rows)) for seat in self.seats
        ]

    def take_up(self, questions: Sequence[BoundsQuestion], answers: Iterable[Bounds]) -> None:
        """Take up proved bounds, each in the place of its question."""
        for question, bounds in zip(questions, answers, strict=True):
            gain = self._reached[question.row].side_gain(question.seat) if question.row else 0
            row = self._rows[question.row]
            row[question.seat] = _intersection(row[question.seat], _shift(bounds, gain))
        self._settle()

    @property
    def is_whole(self) -> bool:
        """Whether all is proved that was asked for."""
        return all(low == high for row in self._rows for low, high in row.values())

    def _picks_best(self, seat: Seat) -> bool:
        """Return whether a seat's guarantee is the highest of those after the cards."""
        return (self.position.to_play in self.position.side(seat)) != self.position.avoids

    def _settle(self) -> None:
        """Narrow everything by everything else until nothing more follows."""
        before: list[dict[Seat, Bounds]] = []
        while not self.is_whole and before != self._rows:
            before = [dict(row) for row in self._rows]
            if self.groups:
                for seat in self.seats:
                    self._carry(seat)
            if len(self.seats) == len(self.position.hands):
                for row in self._rows:
                    self._share_out(row)

    def _carry(self, seat: Seat) -> None:
        """Narrow a seat's bounds in the position by those after the cards, and these by those."""
        sign = 1 if self._picks_best(seat) else -1
        whole, *after = (_turn(row[seat], sign) for row in self._rows)
        lows, highs = zip(*after, strict=True)
        whole = _intersection(whole, (max(lows), max(highs)))
        after = [(low, min(high, whole[1])) for low, high in after]
        keeping = [index for index, (_, high) in enumerate(after) if high >= whole[0]]
        if len(keeping) == 1:
            after[keeping[0]] = _intersection(after[keeping[0]], whole)
        for row, bounds in zip(self._rows, (whole, *after), strict=True):
            row[seat] = _turn(bounds, sign)

    def _share_out(self, row: dict[Seat, Bounds]) -> None:
        """Narrow each seat's bounds by what the others leave it: together they get all there is."""
        for seat in row:
            others = [row[other] for other in row if other is not seat]
            lower, upper = row[seat]
            if self.position.avoids:
                lower = max(lower, self.position.worth - sum(high for _, high in others))
            else:
                upper = min(upper, self.position.worth - sum(low for low, _ in others))
            row[seat] = lower, upper

    def solution(self) -> Solution:
        """Return what is known as the values of the position, incomplete where not proved."""
        return solution_of(self.position, self.bounds(), self._cards() if self.has_cards else None)

    def _cards(self) -> tuple[CardValue, ...]:
        position = self.position
        mover = position.to_play
        best = exact_tricks(self.bounds())[mover]
        values = {}
        for row, group in enumerate(self.groups, 1):
            bounds = self.bounds(row)
            tricks = exact_tricks(bounds)[mover]
            loss = None
            if best is not None and tricks is not None:
                loss = position.sign * (best - tricks)
            shares = _shares_after(self._reached[row], bounds)
            for card in group:
                values[card] = CardValue(card, bounds, shares, loss)
        return tuple(values[card] for card in position.legal())


def _shares_after(child: Position, bounds: SeatBounds) -> Shares | None:
    """Return the shares after a card, its own trick counted, None unless all is known.

    A trick already won is certain: the shares are those of the tricks still open.
    """
    won = [child.side_gain(seat) for seat in child.seats]
    still_open = tuple(
        None if pair is None else _shift(pair, -had) for pair, had in zip(bounds, won, strict=True)
    )
    shares = share_of(child, still_open)
    return shares and tuple(map(add, shares, won))


def _intersection(bounds: Bounds, by: Bounds) -> Bounds:
    return max(bounds[0], by[0]), min(bounds[1], by[1])


def _shift(bounds: Bounds, tricks: int) -> Bounds:
    return bounds[0] + tricks, bounds[1] + tricks


def _turn(bounds: Bounds, sign: int) -> Bounds:
    """Return bounds, for the sign -1 those of the negative number."""
    return bounds if sign > 0 else (-bounds[1], -bounds[0])


class Solver:
    """Solves positions and keeps what it learns in a table between calls.

    >>> from manni import Position, Solver
    >>> solver = Solver(memory_mb=64)
    >>> position = Position("AQ... K2... 43...", "NT", "F")
    >>> solver.solve(position).guarantee
    (1, 1, 0)
    >>> solver.solve(position.play("SQ")).guarantee  # after the queen, from the same table
    (1, 1, 0)

    Args:
        memory_mb: The limit of the transposition table in megabytes. It never changes a value.
        threads: The number of threads that search together. It never changes a value.

    Only one thread at a time may ask a solver. Another thread gets a BusyError.
    """

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB, threads: int = 1) -> None:
        self.pool = Pool(memory_mb, threads, one_table=True)

    @classmethod
    def on(cls, engine: Engine) -> Solver:
        """Return a solver that uses an existing engine, such as one of a pool."""
        solver = cls.__new__(cls)
        solver.pool = Pool.of(engine)
        return solver

    @property
    def engine(self) -> Engine:
        """The engine, for questions that ``solve`` does not answer."""
        return self.pool.engine

    def solve(
        self,
        position: PositionLike,
        *,
        cards: bool = False,
        line: AnySeat = None,
        seats: SomeSeats = None,
        seconds: float | None = None,
        run: Run | None = None,
    ) -> Solution:
        """Return the values of a position, asked for as in the function ``solve``."""
        position = as_position(position)
        run = Run.of(run, seconds)
        wanted = {*_seats(seats, position.seats)}
        cards = checks.flag(cards, "cards")
        if cards:
            wanted.add(position.to_play)
        line_seat = None if line is None else position.seat(line)
        if line_seat is not None:
            wanted.add(line_seat)
        bounds = PositionBounds(position, sorted(wanted), cards)
        more_to_come = cards or line_seat is not None
        self._ask(bounds, bounds.of_position, run.part(0.5 if more_to_come else 1.0))
        if cards:
            self._ask(bounds, bounds.of_cards, run.within(None))
        solution = bounds.solution()
        if line_seat is None:
            return solution
        value = solution.guarantee[line_seat]
        return replace(solution, line=_line(self.engine, position, line_seat, value, run))

    def _ask(
        self, bounds: PositionBounds, find: Callable[[], list[BoundsQuestion]], run: Run
    ) -> None:
        """Find the answers to questions side by side, as far as there is time.

        Each may use its share of a limited time; what is open then is asked again in what others
        left.
        """
        questions = find()
        while questions:
            bounds.take_up(questions, self.pool.map(tighten_bounds, questions, run, _is_exact))
            left = [question for question in find() if not _is_exact(question.window)]
            more_time = run.deadline is not None and not run.is_over()
            questions = left if more_time and len(left) < len(questions) else []


def as_position(given: PositionLike) -> Position:
    """Return a position as it is, or the one that a deal, also as text, has come to.

    Raises what ``deal_of`` and ``Deal.position`` do.
    """
    if isinstance(given, Position):
        return given
    from ..deal import Deal  # loaded only where they are given
    from ..files.reading import deal_of

    if not isinstance(given, Deal | str):
        raise ArgumentError(f"position: {checks.quote(given)}, expected a Position, Deal or text")
    return deal_of(given).position()


def _is_exact(bounds: Bounds) -> bool:
    return bounds[0] == bounds[1]


def _seats(seats: SomeSeats, table: type[Seat], name: str = "seats") -> list[Seat]:
    """Return the seats named of a table, in a set or a text such as ``"FM"`` too; None: all."""
    if seats is None:
        return [*table]
    named = tuple(seats) if isinstance(seats, str | Set) else seats
    return [*dict.fromkeys(parse_seat(seat, table) for seat in checks.several(named, name))]


def solve(
    position: PositionLike,
    *,
    cards: bool = False,
    line: AnySeat = None,
    seats: SomeSeats = None,
    seconds: float | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
    run: Run | None = None,
) -> Solution:
    """Solve a position with all cards open.

    >>> from manni import Position, solve
    >>> position = Position("AQ... K2... 43...", contract="NT", leader="F")
    >>> solution = solve(position, cards=True)
    >>> solution.guarantee  # the tricks forehand, middlehand and dealer are sure of
    (1, 1, 0)
    >>> [value.loss for value in solution.cards]  # neither ace nor queen gives anything away
    [0, 0]
    >>> solve(position, seats=["M"]).guarantee  # middlehand's alone
    (None, 1, None)

    Args:
        position: A ``Position``; a ``Deal``, which stands for its ``Deal.position()``; or a text
            that holds one deal.
        cards: Whether to value every legal card too. Adds the seat to play to the ``seats``.
        line: A seat. The solution then has a line of play in which this seat gets its guarantee
            and the others hold it to that. Adds that seat to the ``seats``.
        seats: The seats whose guarantees are searched for, by default all.
        seconds: The time limit. Guarantees not proved by then have ``bounds`` that differ.
        memory_mb: The limit of the transposition table in megabytes. It never changes a value.
        threads: The number of threads that search together. It never changes a value.
        run: A ``Run`` instead of ``seconds``, which another thread may cancel.

    Returns:
        ``guarantee``, ``best_case`` and ``share`` by seat, in tricks (or points of cards) from the
        position to the end. It is a ``WholeSolution``, whose guarantees are numbers, if all seats
        were asked for and nothing stopped the search.

    Raises SolverError unless the argument is or holds a valid position. To solve several related
    positions use a ``Solver``, which keeps its transposition table between calls.
    """
    return Solver(memory_mb, threads).solve(
        position, cards=cards, line=line, seats=seats, seconds=seconds, run=run
    )


def best_line(position: Position, seat: Seat, solver: Solver, run: Run) -> tuple[int, ...]:
    """Return a line in which a seat gets what it is sure of, the others hold it there.

    Raises StoppedError if the run is over first.
    """
    # Within a run of its own: the progress of the whole is not told in cards of a line.
    line = solver.solve(position, line=seat, seats=(), run=Run.of(run).within(None)).line
    if line is None:
        run.check()
        raise StoppedError("the search was stopped before there was a line")
    return line


def _line(
    engine: Engine, position: Position, seat: Seat, value: int | None, run: Run
) -> tuple[int, ...] | None:
    """Return a line in which ``seat`` gets ``value``, None if that or the line is not known.

    Among equally good cards the lowest rank, suits in the order S H D C.
    """
    if value is None:
        return None
    line = []
    side = position.side(seat)
    try:
        while position.tricks:
            # Its own side keeps what it is sure of, the others hold it to that.
            need = Goal(seat, value, (position.to_play in side) != position.avoids)
            *cards, last = (card for card, *_ in position.equivalent_cards())
            kept = (card for card in cards if need.is_kept(engine, position, card, run))
            line.append(next(kept, last))
            position = position.play(line[-1])
            value -= position.side_gain(seat)
    except StoppedError:
        return None
    return tuple(line)


ContractValues = dict[tuple[Contract, Seat], SeatBounds]
"""By contract and leader, the bounds of the guarantees; None for a seat not asked for."""


def solve_table(
    hands: HandsLike,
    contracts: Iterable[Contract | str] = tuple(Contract),
    leaders: SomeSeats = None,
    seats: SomeSeats = None,
    *,
    ace_low: Iterable[Contract | str] = (),
    rules: Mapping[Contract, TrickRules] | None = None,
    declarer: AnySeat = None,
    declarers: Collection[Seat | str] = (),
    piles: BySeat[Piles] | str = (),
    solver: Solver | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> ContractValues:
    """Solve hands in every contract with every leader.

    >>> from manni import Contract, Seat, solve_table
    >>> table = solve_table("AQ... K2... 43...", ["NT", "NULLO"], leaders=["F"])
    >>> table[Contract.NULLO, Seat.FOREHAND]  # forehand can be made to take both tricks
    ((2, 2), (0, 0), (0, 0))

    Args:
        hands: The hands, forehand's first.
        contracts: The contracts to solve, by default all six.
        leaders: The seats to try as leader, by default all.
        seats: The seats whose guarantees are searched for, by default all.
        ace_low: The contracts in which the ace is the lowest card.
        rules: By contract, the rules of play where they are not those of the plain games.
        declarer: The declarer in games with partners, by default the leader.
        declarers: Instead of ``declarer``, all seats of one of two sides.
        piles: The piles of each hand, if the hands lie in open piles.
        solver: A solver to use, with its threads and its table.
        seconds: The time limit of the whole table. ``run`` can be given instead.

    Returns:
        By contract and leader, proved bounds of each seat's guarantee, ``(low, high)``: equal
        unless time ran out, None for a seat not asked for.
    """
    run = Run.of(run, seconds)
    solver = Solver() if solver is None else checks.instance(solver, Solver, "solver")
    asked = dict.fromkeys(map(parse_contract, checks.several(contracts, "contracts")))
    low = set(map(parse_contract, checks.several(ace_low, "ace_low")))
    rules_of = checks.instance({} if rules is None else rules, Mapping, "rules")  # type: ignore[type-abstract]
    held = as_hands(hands, None)
    table = seats_of(len(held))
    first, counted = _seats(leaders, table, "leaders"), _seats(seats, table)
    side = [parse_seat(seat, table) for seat in (declarers if declarer is None else (declarer,))]
    start = partial(PilePosition, piles) if piles else partial(Position.checked, held)
    positions = {
        (contract, leader): start(
            contract,
            leader,
            rules=rules_of.get(contract, plain_rules(contract in low)),
            declarers=side or (leader,),
        )
        for contract in asked
        for leader in first
    }

    def by_leader(engine: Engine, task: tuple[Contract, Seat], run: Run) -> list[Bounds]:
        """Return the bounds of a seat in a contract, leader by leader, each a guess for the next.

        What is proved with one leader helps with the next: one engine takes all leaders.
        """
        contract, seat = task
        bounds: list[Bounds] = []
        for done, leader in enumerate(first):
            part = run.part(1 / (len(first) - done))
            guess = bounds[-1][0] if bounds else None
            bounds.append(engine.bounds(positions[contract, leader], seat, run=part, guess=guess))
        return bounds

    tasks = [(contract, seat) for contract in asked for seat in counted]
    solved = solver.pool.map(by_leader, tasks, run, lambda bounds: all(map(_is_exact, bounds)))
    values: dict[tuple[Contract, Seat], list[Bounds | None]] = {
        place: [None] * len(held) for place in positions
    }
    for (contract, seat), bounds in zip(tasks, solved, strict=True):
        for leader, pair in zip(first, bounds, strict=True):
            values[contract, leader][seat] = pair
    return {place: tuple(bounds) for place, bounds in values.items()}


def all_exact(values: ContractValues) -> bool:
    """Return whether every guarantee asked for was found in time."""
    return all(pair is None or _is_exact(pair) for bounds in values.values() for pair in bounds)
