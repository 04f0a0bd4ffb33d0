"""Random search for puzzles that are sound and worth solving.

A random position, its goal the best that the seat to play can do, or the best that it and
its partner can do against the third seat, is **worth solving** if

* the goal is open: neither none nor, by count, out of reach;
* exactly one card, up to equals, reaches it, of three or more when leading and of two or
  more when following, and the rule of thumb (``thumb_card``) plays another;
* in its main line (``themes``) the solver has at least two only-moves, and they are at
  least half of its moves: little of the play is automatic;
* no seat is a bystander: each seat of the defence has, in some position of the solution
  tree, both a card that still fights and one that does not, and each of the solver an
  only-move.

The **grade**, 1 to 5, is computed from ``Features``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from solver import checks
from solver.cards import CARDS, MAX_CARDS, SEATS, Seat, hand_of, triple
from solver.deal import Deal
from solver.errors import ArgumentError, DealError
from solver.goal import Goal
from solver.notation import parse_contract, parse_seat
from solver.position import Position
from solver.puzzles.need import Need
from solver.puzzles.ranks import is_master
from solver.puzzles.themes import themes
from solver.puzzles.thumb_card import thumb_card
from solver.puzzles.tree import Tree, main_line
from solver.puzzles.verify import Puzzle, Verdict, verify
from solver.rules.contract import Contract
from solver.run import Run
from solver.values.equals import equal_groups
from solver.values.solve import Solver

ALL_CONTRACTS = tuple(Contract)

# The odds of a puzzle that begins with no, one or two cards on the table.
_ON_TABLE = (6, 3, 2)
_GRADES = (6, 8, 11, 14)


@dataclass(frozen=True)
class Features:
    """What a puzzle's grade is made of.

    ``choices`` are the unequal first cards; ``close`` those of them that miss the goal by
    one trick; ``only_moves`` the only-moves of the main line; ``forks`` the positions of
    the solution tree in which the defence has two unequal cards that still fight;
    ``quiet`` whether the key is no master, or follows without winning.
    """

    choices: int
    close: int
    only_moves: int
    forks: int
    quiet: bool

    @property
    def points(self) -> int:
        """Two for an only-move, one for a close try or a doubling of the forks, two if quiet."""
        return 2 * self.only_moves + self.close + self.forks.bit_length() + 2 * self.quiet

    @property
    def grade(self) -> int:
        """1 (up to 6 points), 2 (to 8), 3 (to 11), 4 (to 14), 5 (more)."""
        return 1 + sum(self.points > limit for limit in _GRADES)

    def __str__(self) -> str:
        """Return the features as a tag shows them."""
        quiet = ", quiet key" if self.quiet else ""
        return (
            f"choices {self.choices}, close {self.close}, only-moves {self.only_moves}, "
            f"forks {self.forks}{quiet}"
        )


@dataclass(frozen=True)
class Find:
    """A puzzle worth solving, its features and its themes."""

    puzzle: Puzzle
    features: Features
    themes: tuple[str, ...]

    def deal(self) -> Deal:
        """Return the puzzle as a deal of a file, with grade, features and themes as tags."""
        position = self.puzzle.position
        tags = [("Grade", str(self.features.grade)), ("Features", str(self.features))]
        if self.themes:
            tags.append(("Theme", ", ".join(self.themes)))
        return Deal(
            position.dealt,
            contract=position.contract,
            leader=position.leader,
            ace_low=True if position.ace_low else None,
            play=position.table,
            goal=self.puzzle.goal,
            key=self.puzzle.key,
            tags=tuple(tags),
        )


@dataclass(frozen=True)
class Wish:
    """What to search for; each try draws one of the contracts and one of the lengths.

    ``tricks`` is the number in the goal, None for whatever is best. ``seat`` is to play, for
    itself or ``against`` another seat. ``strict`` asks for strictly sound puzzles. Raises
    ArgumentError or NotationError where nothing can be found so.
    """

    contracts: Sequence[Contract] = ALL_CONTRACTS
    cards: Sequence[int] = (6,)
    tricks: int | None = None
    seat: Seat = Seat.FOREHAND
    strict: bool = False
    ace_low: bool = False
    against: Seat | None = None

    def __post_init__(self) -> None:
        contracts = tuple(map(parse_contract, checks.several(self.contracts, "contracts")))
        lengths = tuple(
            checks.number(each, "cards", 1, MAX_CARDS)
            for each in checks.several(self.cards, "cards")
        )
        if not contracts or not lengths:
            raise ArgumentError("a wish needs a contract and a number of cards")
        vars(self).update(
            contracts=contracts,
            cards=lengths,
            tricks=None
            if self.tricks is None
            else checks.number(self.tricks, "tricks", 0, max(lengths)),
            seat=parse_seat(self.seat),
            strict=checks.flag(self.strict, "strict"),
            ace_low=checks.flag(self.ace_low, "ace_low"),
            against=None if self.against is None else parse_seat(self.against),
        )
        if self.against is self.seat:
            raise ArgumentError(f"against: {self.seat.word} is to play, so not against itself")

    def goal(self, position: Position, tricks: int) -> Goal:
        """Return the goal of a position whose best is so many tricks."""
        if self.against is None:
            return Goal(self.seat, tricks, not position.contract.avoids)
        return Goal(self.against, tricks, position.contract.avoids)


def find(
    wish: Wish,
    seed: int,
    solver: Solver,
    *,
    seconds: float | None = None,
    run: Run | None = None,
) -> Iterator[Find | None]:
    """Look at random positions, without end; yield the puzzle of each, None if it has none.

    The same wish and seed give the same puzzles. Raises StoppedError once the run is over.
    """
    checks.instance(wish, Wish, "wish")
    checks.instance(solver, Solver, "solver")
    rng = random.Random(checks.number(seed, "seed"))
    return _find(wish, rng, solver, Run.of(run, seconds))


def _find(wish: Wish, rng: random.Random, solver: Solver, run: Run) -> Iterator[Find | None]:
    for looked_at in count(1):
        run.check()
        yield _examine(_random_position(wish, rng), wish, solver, run)
        run.report(looked_at)


def _random_position(wish: Wish, rng: random.Random) -> Position:
    """Return a random position with the wish's seat to play."""
    contract = rng.choice(wish.contracts)
    length = rng.choice(wish.cards)
    cards = rng.sample(range(CARDS), SEATS * length)
    hands = [hand_of(cards[seat * length : (seat + 1) * length]) for seat in range(SEATS)]
    on_table = rng.choices(range(SEATS), _ON_TABLE)[0]
    leader = Seat((wish.seat + SEATS - on_table) % SEATS)
    position = Position(triple(hands), contract, leader, (), wish.ace_low)
    for _ in range(on_table):
        position = position.play(rng.choice(position.legal()))
    return position


def _examine(position: Position, wish: Wish, solver: Solver, run: Run) -> Find | None:
    """Return the puzzle of a position, None if it is not worth solving."""
    engine = solver.engine
    groups = equal_groups(position)
    if len(groups) < (2 if position.table else 3):
        return None
    goal_seat = wish.seat if wish.against is None else wish.against
    tricks = engine.value(position, goal_seat, run=run)
    if wish.tricks not in (None, tricks):
        return None
    goal = wish.goal(position, tricks)
    if tricks == (0 if goal.at_least else position.tricks):
        return None
    child = position.play(thumb_card(position))
    if Need(*goal).after(child).is_reached(engine, child, run):
        return None
    works = verify(Puzzle(position, goal), solver, run=run).works
    if len(works) != 1:
        return None
    puzzle = Puzzle(position, goal, works[0][0])
    tree = Tree(engine, position, puzzle.need, until_dual=wish.strict, run=run)
    if (wish.strict and tree.first_dual) or not _gives_all_enough_to_find(tree):
        return None
    assert verify(puzzle, solver, run=run).verdict is Verdict.SOUND
    return Find(
        puzzle,
        features(puzzle, tree, solver, run=run),
        themes(puzzle, tree, solver, run=run),
    )


def _gives_all_enough_to_find(tree: Tree) -> bool:
    """Return whether each seat has enough to find."""
    moves = [node for node in main_line(tree) if node.is_solver and (node.good or node.bad)]
    only_moves = sum(node.is_only for node in moves)
    if only_moves < 2 or 2 * only_moves < len(moves):
        return False
    choosers = {
        node.position.to_play
        for node in tree.nodes
        if node.is_only or (not node.is_solver and node.good and node.bad)
    }
    return len(choosers) == SEATS


def features(
    puzzle: Puzzle,
    tree: Tree,
    solver: Solver,
    *,
    seconds: float | None = None,
    run: Run | None = None,
) -> Features:
    """Return what the grade of a sound puzzle with a key is made of.

    Raises DealError where it has no key, StoppedError where the run is over first.
    """
    run = Run.of(run, seconds)
    checks.instance(tree, Tree, "tree")
    checks.instance(solver, Solver, "solver")
    position, key = checks.instance(puzzle, Puzzle, "puzzle").position, puzzle.key
    if key is None:
        raise DealError("a puzzle without a key has no grade")
    one_less = puzzle.need.one_worse()
    tries = [position.play(group[0]) for group in tree.root.bad]
    return Features(
        choices=len(tree.root.good) + len(tree.root.bad),
        close=sum(one_less.after(child).is_reached(solver.engine, child, run) for child in tries),
        only_moves=tree.most_only_moves()[id(tree.root)],
        forks=sum(not node.is_solver and len(node.good) > 1 for node in tree.nodes),
        quiet=not is_master(position, key),
    )
