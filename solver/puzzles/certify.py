"""Certificates: proofs of verdicts that a checker follows with nothing but the rules.

A verdict is a list of claims: *after this card the goal is reached*, *after that one it is
missed*, *so much the seat takes*, *there is no dual*. Each is proved by a strategy, one card
in every position it leads to, while the other side plays every legal card against it (of equal
ones one). ``check_certificate`` follows the proof and asks for the strategy's cards; here the
search answers, and its answers are written down. If one of them were wrong, the walk would find
the play that beats it.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from solver.cards import (
    RANK_LETTERS,
    RANKS,
    Seat,
    card_name,
    card_of,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from solver.errors import DealError
from solver.goal import Goal, format_goal
from solver.position import Position
from solver.puzzles.any_play import FightingPlay
from solver.puzzles.check_certificate import (
    DIGITS,
    FORMAT,
    VERSION,
    Proof,
    Refused,
    State,
    bits,
    digest,
    walked,
)
from solver.puzzles.need import Oracle
from solver.puzzles.tree import Tree
from solver.puzzles.verify import Puzzle, Verification
from solver.rules.trick import avoids
from solver.run import Run

MAX_CARDS = 12
"""The longest hands whose play is walked through in full."""

Data = dict[str, Any]


@dataclass(frozen=True)
class Certificate:
    """What a verdict says as ``data``, its proof, and the positions walked through for it.

    ``failed`` has why it is not proved. docs/certificates.md tells what is in ``data``.
    """

    data: Data
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
    name: str | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> Certificate:
    """Prove a verdict; ``oracle`` proposes the strategies' cards. ``name`` is the puzzle's.

    If a strict test was made, it is proved too, and the tree is grown again, every answer it
    rests on proved. Raises DealError where the hands are longer than ``MAX_CARDS``,
    StoppedError where the run is over first.
    """
    run = Run.of(run, seconds)
    puzzle, tree = verification.puzzle, verification.tree
    check_length(puzzle.position)
    data = {"name": name, **_said(puzzle), **_verdict(verification, oracle, run)}
    prover = _Prover(puzzle, data, oracle, run)
    certificate = prover.certificate()
    if tree is None:
        return certificate
    failed = (*certificate.failed, *_tree_differences(puzzle, tree, prover, run), *prover.failed)
    return replace(certificate, failed=failed)


def certify_guarantee(
    position: Position,
    seat: Seat,
    tricks: int,
    oracle: Oracle,
    *,
    name: str | None = None,
    run: Run | None = None,
) -> Certificate:
    """Prove that a seat is sure of just so many tricks, or points, as ``certify`` does.

    The certificate is that of a puzzle whose goal they are, in which no first card is judged.
    Raises DealError where a goal cannot be that seat's (one of two partners) as well.
    """
    check_length(position)
    goal = Goal(seat, tricks, not avoids(position.contract, position.rules))
    puzzle = Puzzle(position, goal)
    nothing = dict.fromkeys(("works", "strict", "dual", "miss"))
    data = {"name": name, **_said(puzzle), "verdict": "sound", "value": tricks, **nothing}
    return _Prover(puzzle, data, oracle, Run.of(run)).certificate()


def check_length(position: Position) -> None:
    """Raise DealError where hands are too long to be walked through."""
    if position.tricks > MAX_CARDS:
        raise DealError(f"{position.tricks} cards a hand: certified are up to {MAX_CARDS}")


def as_file(certificates: Iterable[Data]) -> bytes:
    """Return certificates as a file, the same bytes whenever it is made."""
    several = list(certificates)
    head = {"format": FORMAT, "version": VERSION, "certificates": len(several)}
    lines = "".join(json.dumps(each, sort_keys=True) + "\n" for each in (head, *several))
    lines_file = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=lines_file, mtime=0) as file:
        file.write(lines.encode())
    return lines_file.getvalue()


def _said(puzzle: Puzzle) -> Data:
    """Return what is claimed of a puzzle: its position, the rules, the goal and the key."""
    position, rules = puzzle.position, puzzle.position.rules
    points = zip(RANK_LETTERS, rules.card_points, strict=True)
    declarer = position.declarer
    return {
        "hands": [_names(cards_in(hand)) for hand in position.hands],
        "leader": Seat(position.leader).letter,
        "table": _names(position.table),
        "contract": position.contract.name,
        "declarer": None if declarer is None else declarer.letter,
        "rules": {
            "order": rules.order,
            "duties": [str(duty.name).lower() for duty in rules.duties],
            "partners": rules.partners,
            "claimed": rules.claimed,
            "card_points": {rank: worth for rank, worth in points if worth},
            "trick_points": rules.trick_points,
            "avoids": rules.avoids,
        },
        "goal": format_goal(puzzle.goal),
        "keys": _names(puzzle.keys),
    }


def _verdict(verification: Verification, oracle: Oracle, run: Run) -> Data:
    """Return what a verdict says of its puzzle."""
    tree = verification.tree
    dual = None if tree is None else tree.first_dual
    miss = None
    if dual is not None:
        miss = FightingPlay(oracle, run).miss(dual.position, dual.need)
    return {
        "verdict": str(verification.verdict),
        "works": [_names(group) for group in verification.works],
        "value": verification.tricks,
        "strict": None if tree is None else dual is None,
        "dual": None if dual is None else _names(dual.line),
        "miss": None if miss is None else _names(miss),
    }


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


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
    """Answers a proof's questions by a search, and notes the answers; an oracle too."""

    def __init__(self, puzzle: Puzzle, data: Data, oracle: Oracle, run: Run) -> None:
        self._position, self._seat = puzzle.position, puzzle.goal.seat
        self._at_least = puzzle.goal.at_least
        self._oracle, self._run = oracle, run
        self._ranks = [RANK_LETTERS.index(letter) for letter in puzzle.position.rules.order]
        self.proof = Proof(data, self._answer)
        self.answers: list[int] = []
        self.failed: list[str] = []

    def certificate(self) -> Certificate:
        """Return what is said with its proof, or why it is not proved."""
        failed: tuple[str, ...] = ()
        try:
            self.proof.check()
        except Refused as error:
            failed = (f"not proved: {error}",)
        said = self.proof.said
        said["proof"] = "".join(DIGITS[answer] for answer in self.answers)
        said["sha256"] = digest(said)
        return Certificate(said, walked(self.proof), failed)

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        """Return what the search says, a failure noted if it cannot be proved."""
        answer = self._oracle.reaches(position, seat, tricks, run=run)
        state = self._state(position, tricks if answer else tricks - 1)
        try:
            self.proof.prove(state, answer)
        except Refused:
            self.failed.append(f"not proved: a position of the tree, {position}")
        return answer

    def _answer(self, options: int, what: str, state: State, *more: Any) -> int:
        answer = self._found(options, what, state, *more)
        self.answers.append(answer)
        return answer

    def _found(self, options: int, what: str, state: State, *more: Any) -> int:
        """Return the answer to a question of the proof, as ``Proof.choose`` puts it."""
        self._run.check()
        if what == "gift":
            return int(self._is_reached(state, 1))
        after = [self.proof.after(state, group[0]) for group in self.proof.groups(state)]
        if what == "card":
            # If none will do, the last fails as well as any.
            (is_high,) = more
            will_do = (self._takes(each, is_high) for each in after[:-1])
            return next((number for number, each in enumerate(will_do) if each), options - 1)
        if what == "works":
            (first,) = more
            left = after[first:-1]
            return next(
                (number for number, each in enumerate(left) if self._is_reached(each)), options - 1
            )
        works = [number for number, each in enumerate(after, 1) if self._is_reached(each)]
        return works[0] if len(works) == 1 else 0

    def _takes(self, state: State, is_high: bool) -> bool:
        """Return whether the seat takes what it needs (high), or at most so much."""
        needed, left = state[3], self.proof.left(state)
        least = needed if is_high else needed + 1
        if least <= 0 or least > left:
            return (least <= 0) is is_high
        position = self._position_of(state)
        return self._oracle.reaches(position, self._seat, least, run=self._run) is is_high

    def _is_reached(self, state: State, better: int = 0) -> bool:
        """Return whether the goal, or so much better, is reached from a state on."""
        needed = state[3] + (better if self._at_least else -better)
        return self._takes((*state[:3], needed), self._at_least)

    def _position_of(self, state: State) -> Position:
        """Return a state of the proof, in which heights stand for ranks, as a position."""
        hands, leader, table, _ = state
        puzzle = self._position
        return Position(
            [hand_of(map(self._card, bits(hand))) for hand in hands],
            puzzle.contract,
            leader,
            tuple(map(self._card, table)),
            rules=puzzle.rules,
            declarer=puzzle.declarer,
        )

    def _card(self, checked: int) -> int:
        suit, height = divmod(checked, RANKS)
        return card_of(suit, self._ranks[height])

    def _state(self, position: Position, needed: int) -> State:
        """Return a position as a state of the proof."""
        heights = position.rules.heights

        def checked(card: int) -> int:
            return card_of(suit_of(card), heights[rank_of(card)])

        first, second, third = (hand_of(map(checked, cards_in(hand))) for hand in position.hands)
        table = tuple(map(checked, position.table))
        return (first, second, third), position.leader, table, needed
