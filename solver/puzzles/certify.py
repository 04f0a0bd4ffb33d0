"""Proofs of verdicts by plain walks that trust nothing but the rules.

A verdict is a list of claims: *after this card the goal is reached*, *after that one it
is missed*. Each is proved by a strategy, one card in every position it leads to, and a
walk that lets the other side play every legal card, equal ones too, against it down to
where the count settles the claim. The search only proposes the strategy's cards: if one
of them were wrong, the walk would find the play that beats it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.cards import SEATS, Seat, card_name, cards_in, without
from solver.errors import DealError
from solver.position import Position
from solver.puzzles.aim import Aim, Oracle
from solver.puzzles.tree import Tree
from solver.puzzles.verify import Puzzle, Verdict, Verification
from solver.rules.trick import legal_cards, winning_seat
from solver.values.equals import equal_groups

MAX_CARDS = 8
"""The longest hands whose play is walked through in full."""

_State = tuple[tuple[int, int, int], int, tuple[int, ...], int]


@dataclass(frozen=True)
class Claim:
    """That the aim is reached, or missed, after a first card (None: by the best one)."""

    aim: Aim
    first: int | None
    reached: bool

    def __str__(self) -> str:
        """Return the claim in words."""
        sign = "+" if self.aim.at_least else "-"
        after = "" if self.first is None else f" after {card_name(self.first)}"
        outcome = "reached" if self.reached else "missed"
        return f"{self.aim.seat.letter} {self.aim.tricks}{sign} is {outcome}{after}"


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


def certify(verification: Verification, oracle: Oracle) -> Certificate:
    """Prove a verdict; ``oracle`` proposes the strategies' cards.

    Where a strict test was made, the tree is grown again and every answer it rests on is
    proved. Raises DealError where the hands are longer than ``MAX_CARDS``.
    """
    puzzle = verification.puzzle
    position = puzzle.position
    if position.tricks > MAX_CARDS:
        raise DealError(f"{position.tricks} cards a hand: a verdict is certified up to {MAX_CARDS}")
    claims = tuple(_claims(verification))
    prover = _Prover(position, puzzle.aim, oracle)
    failed = [f"not proved: {claim}" for claim in claims if not prover.proves(claim)]
    if verification.tree is not None:
        failed.extend(_tree_differences(puzzle, verification.tree, prover))
        failed.extend(prover.failed)
    return Certificate(claims, prover.positions, tuple(failed))


def _claims(verification: Verification) -> Iterator[Claim]:
    puzzle = verification.puzzle
    aim = puzzle.aim
    if verification.verdict is Verdict.MODEST:
        best = replace(aim, tricks=verification.tricks)
        yield Claim(best, None, True)
        yield Claim(best.better(), None, False)
        return
    working = {card for group in verification.works for card in group}
    if puzzle.position.to_play is aim.seat:
        for card in puzzle.position.legal():
            yield Claim(aim, card, card in working)
    else:
        yield Claim(aim, None, verification.verdict is not Verdict.BUSTED)
    if verification.verdict is not Verdict.BUSTED:
        yield Claim(aim.better(), None, False)


def _tree_differences(puzzle: Puzzle, tree: Tree, prover: _Prover) -> Iterator[str]:
    again = Tree(prover, puzzle.position, puzzle.aim, until_dual=True)
    if len(again.nodes) != len(tree.nodes):
        yield f"the solution tree has {len(again.nodes)} positions, not {len(tree.nodes)}"
    for node, other in zip(tree.nodes, again.nodes, strict=False):
        if (node.line, node.good, node.bad) != (other.line, other.good, other.bad):
            line = " ".join(card_name(card) for card in node.line) or "the first card"
            yield f"the solution tree is another one after {line}"
            return


class _Prover:
    """Proves what the search says about the positions of one puzzle, as an oracle too."""

    def __init__(self, position: Position, aim: Aim, oracle: Oracle) -> None:
        self._position = position
        self._at_least = aim.at_least
        self._oracle = oracle
        self._walks = {reached: _Walk(position, aim, reached, oracle) for reached in (True, False)}
        self.failed: list[str] = []

    @property
    def positions(self) -> int:
        """How many positions have been walked through."""
        return sum(len(walk.known) for walk in self._walks.values())

    def proves(self, claim: Claim) -> bool:
        """Return whether a claim is true whatever the other side plays."""
        position, first = self._position, claim.first
        walk = self._walks[claim.reached]
        start = position.hands, position.leader, position.table, claim.aim.tricks
        if first is None:
            return walk.holds(*start)
        is_legal = legal_cards(position.hands[claim.aim.seat], position.table) >> first & 1
        return bool(is_legal) and walk.after(*start, first)

    def reaches(self, position: Position, seat: int, tricks: int) -> bool:
        """Return what the search says, a failure noted if it cannot be proved."""
        answer = self._oracle.reaches(position, seat, tricks)
        # In NULLO that it takes ``tricks`` is that it misses taking at most one less.
        reached = answer is self._at_least
        needed = tricks if self._at_least else tricks - 1
        if not self._walks[reached].holds(position.hands, position.leader, position.table, needed):
            self.failed.append(f"not proved: a position of the tree, {position}")
        return answer


class _Walk:
    """Every play of one side against the strategy of the other.

    The strategy is the solver's where its aim is to be ``reached``, else the defenders'.
    It is a card for each state, so that what holds in a state is found once for all claims.
    """

    def __init__(self, position: Position, aim: Aim, reached: bool, oracle: Oracle) -> None:
        self.position = position
        self.seat = aim.seat
        self.at_least = aim.at_least
        self.reached = reached
        self.oracle = oracle
        self.known: dict[_State, bool] = {}

    def holds(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...], needed: int
    ) -> bool:
        """Return whether the strategy's side succeeds from a state on."""
        settled = self._settled(hands, leader, table, needed)
        if settled is not None:
            return settled is self.reached
        state = hands, leader, table, needed
        if state not in self.known:
            mover = (leader + len(table)) % SEATS
            legal = legal_cards(hands[mover], table)
            if (mover == self.seat) is self.reached:
                card = self._answer(hands, leader, table, needed)
                self.known[state] = bool(legal >> card & 1) and self.after(*state, card)
            else:
                self.known[state] = all(self.after(*state, card) for card in cards_in(legal))
        return self.known[state]

    def _settled(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...], needed: int
    ) -> bool | None:
        """Return whether the aim is reached where the count says so, None where it does not."""
        left = max(hand.bit_count() for hand in hands)
        if self.at_least:
            return True if needed <= 0 else False if needed > left else None
        return False if needed < 0 else True if needed >= left else None

    def after(
        self,
        hands: tuple[int, int, int],
        leader: int,
        table: tuple[int, ...],
        needed: int,
        card: int,
    ) -> bool:
        """Return whether it succeeds once ``card`` is played."""
        hands = without(hands, card)
        table = (*table, card)
        if len(table) < SEATS:
            return self.holds(hands, leader, table, needed)
        contract, ace_low = self.position.contract, self.position.ace_low
        winner = winning_seat(leader, table, contract, ace_low)
        return self.holds(hands, winner, (), needed - (winner == self.seat))

    def _answer(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...], needed: int
    ) -> int:
        """Return the strategy's card: the lowest that the search says will do."""
        whole = self.position
        position = Position(hands, whole.contract, Seat(leader), table, whole.ace_low)
        aim = Aim(self.seat, needed, self.at_least)
        *groups, last = equal_groups(position)
        for group in groups:
            child = position.play(group[0])
            if aim.after(child).reached(self.oracle, child) is self.reached:
                return group[0]
        return last[0]
