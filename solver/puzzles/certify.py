"""Proofs of verdicts by plain walks that trust nothing but the rules.

A verdict is a list of claims: *after this card the goal is reached*, *after that one it
is missed*. Each is proved by a strategy, one card in every position it leads to, and a
walk that lets the other side play every legal card against it (of equal ones one) down
to where the count settles the claim. The search only proposes the strategy's cards: if one
of them were wrong, the walk would find the play that beats it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.cards import SEATS, card_name
from solver.errors import DealError
from solver.position import Position
from solver.puzzles.need import Need, Oracle
from solver.puzzles.tree import Tree
from solver.puzzles.verify import Puzzle, Verdict, Verification
from solver.puzzles.walk import State, Walk, state_of
from solver.run import Run
from solver.values.equals import equal_groups

MAX_CARDS = 10
"""The longest hands whose play is walked through in full."""


@dataclass(frozen=True)
class Claim:
    """That the need is met, or missed, after a first card (None: by the best one)."""

    need: Need
    first: int | None
    reached: bool

    def __str__(self) -> str:
        """Return the claim in words."""
        sign = "+" if self.need.at_least else "-"
        after = "" if self.first is None else f" after {card_name(self.first)}"
        outcome = "reached" if self.reached else "missed"
        return f"{self.need.seat.letter} {self.need.tricks}{sign} is {outcome}{after}"


@dataclass(frozen=True)
class Certificate:
    """What was proved by walking through ``positions`` positions, and what was not."""

    claims: tuple[Claim, ...]
    positions: int
    failed: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        """Whether everything the verdict says was proved."""
        return not self.failed


def certify(
    verification: Verification,
    oracle: Oracle,
    *,
    seconds: float | None = None,
    run: Run | None = None,
) -> Certificate:
    """Prove a verdict; ``oracle`` proposes the strategies' cards.

    If a strict test was made, the tree is grown again and every answer it rests on is
    proved. Raises DealError where the hands are longer than ``MAX_CARDS``, StoppedError
    where the run is over first.
    """
    run = Run.of(run, seconds)
    puzzle = verification.puzzle
    tricks = puzzle.position.tricks
    if tricks > MAX_CARDS:
        raise DealError(f"{tricks} cards a hand: a verdict is certified up to {MAX_CARDS}")
    claims = tuple(_claims(verification))
    prover = _Prover(puzzle, oracle, run)
    failed = [f"not proved: {claim}" for claim in claims if not prover.proves(claim)]
    if verification.tree is not None:
        failed.extend(_tree_differences(puzzle, verification.tree, prover, run))
        failed.extend(prover.failed)
    return Certificate(claims, prover.positions, tuple(failed))


def _claims(verification: Verification) -> Iterator[Claim]:
    """Yield what a verdict says: of each first card, and that nothing better can be had."""
    puzzle, need = verification.puzzle, verification.puzzle.need
    if verification.verdict is Verdict.MODEST:
        best = replace(need, tricks=verification.tricks)
        yield Claim(best, None, True)
        yield Claim(best.one_better(), None, False)
        return
    working = {card for group in verification.works for card in group}
    if puzzle.is_solver_to_play:
        for card in puzzle.position.legal():
            yield Claim(need, card, card in working)
    else:
        yield Claim(need, None, verification.verdict is not Verdict.BUSTED)
    if verification.verdict is not Verdict.BUSTED and not puzzle.is_all:
        yield Claim(need.one_better(), None, False)


def _tree_differences(puzzle: Puzzle, tree: Tree, prover: _Prover, run: Run) -> Iterator[str]:
    """Grow a puzzle's tree again with proved answers; yield how it differs."""
    again = Tree(prover, puzzle.position, puzzle.need, until_dual=True, run=run)
    if len(again.nodes) != len(tree.nodes):
        yield f"the solution tree has {len(again.nodes)} positions, not {len(tree.nodes)}"
    for node, other in zip(tree.nodes, again.nodes, strict=False):
        if (node.line, node.good, node.bad) != (other.line, other.good, other.bad):
            line = " ".join(card_name(card) for card in node.line) or "the first card"
            yield f"the solution tree is another one after {line}"
            return


class _Prover:
    """Proves what the search says about the positions of one puzzle, as an oracle too."""

    def __init__(self, puzzle: Puzzle, oracle: Oracle, run: Run) -> None:
        self._position = puzzle.position
        self._at_least = puzzle.need.at_least
        self._oracle = oracle
        self._walks = {
            outcome: _StrategyWalk(puzzle.position, puzzle.need, outcome, oracle, run)
            for outcome in (True, False)
        }
        self.failed: list[str] = []

    @property
    def positions(self) -> int:
        """How many positions have been walked through."""
        return sum(len(walk.known) for walk in self._walks.values())

    def proves(self, claim: Claim) -> bool:
        """Return whether a claim is true whatever the other side plays."""
        position, first = self._position, claim.first
        walk = self._walks[claim.reached]
        start = state_of(position, claim.need.tricks)
        if first is None:
            return walk.holds(start)
        return first in position.legal() and walk.holds_after(start, first)

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        """Return what the search says, a failure noted if it cannot be proved."""
        answer = self._oracle.reaches(position, seat, tricks, run=run)
        # To take ``tricks`` is to miss taking at most one fewer.
        reached = answer is self._at_least
        needed = tricks if self._at_least else tricks - 1
        if not self._walks[reached].holds(state_of(position, needed)):
            self.failed.append(f"not proved: a position of the tree, {position}")
        return answer


class _StrategyWalk(Walk):
    """Every play of one side against the strategy of the other.

    The strategy is the solver's if the outcome is that the need is met, else the defence's.
    It is a card for each state, so that what holds in a state is found only once.
    """

    def __init__(
        self, position: Position, need: Need, outcome: bool, oracle: Oracle, run: Run
    ) -> None:
        super().__init__(position, need, outcome, run)
        self.oracle = oracle

    def _search(self, state: State) -> bool:
        hands, leader, table, _ = state
        mover = (leader + len(table)) % SEATS
        if (mover in self.side) is self.outcome:
            legal, card = self.legal(hands, leader, table), self._strategy_card(state)
            return bool(legal >> card & 1) and self.holds_after(state, card)
        return all(self.holds_after(state, card) for card in self.cards(hands, leader, table))

    def _strategy_card(self, state: State) -> int:
        """Return the lowest card that the search says will do."""
        hands, leader, table, needed = state
        position = Position(
            hands, self.contract, leader, table, rules=self.rules, declarer=self.declarer
        )
        need = Need(self.seat, needed, self.at_least)
        *groups, last = equal_groups(position)
        for group in groups:
            child = position.play(group[0])
            if need.after(child).is_reached(self.oracle, child, self.run) is self.outcome:
                return group[0]
        return last[0]
