"""The verdict on a puzzle with what else is asked for: a certificate, the solution, why cards fail.

A certificate is a proof that a checker follows with nothing but the rules. A verdict is a list of
claims: *after this card the goal is reached*, *after that one it is missed*, *so much the seat
takes*, *there is no dual*. Each is proved by a strategy, one card in every position it leads to,
while the other side plays every legal card against it (of equal ones one). ``check_certificate``
follows the proof and asks for the strategy's cards; here the search answers, and its answers are
written down. If one of them were wrong, the walk would find the play that beats it.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import compress, count
from typing import Any

from ..analysis.why import Why
from ..cards import (
    RANK_LETTERS,
    Seat,
    card_name,
    card_of,
    cards_in,
    suit_of,
)
from ..checks import derived
from ..engine import Engine
from ..errors import DealError, RuleError, SolverError, StoppedError
from ..goal import Goal, Group, Oracle, format_goal
from ..position import Position
from ..records import frozen
from ..rules.trick import avoids
from ..run import Run
from ..schema import Count
from ..values.solve import Solver
from .check_certificate import (
    DIGITS,
    FORMAT,
    HOLDERS,
    VERSION,
    Proof,
    Refused,
    State,
    digest,
)
from .puzzle_solution import PuzzleSolution, solution_of
from .tree import Node, Tree, fighting_miss_finder
from .verify import Puzzle, Try, Verdict, Verification, failures, tries, verify

MAX_CARDS = 12
"""The longest hands whose play is walked through in full."""

Data = dict[str, Any]


@frozen
class Certificate:
    """What a verdict says as ``data``, with its proof; ``positions`` are those remembered for it.

    ``failed`` has why it is not proved. The head of ``check_certificate`` tells what is in
    ``data``.
    """

    data: Data
    positions: Count
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
    run: Run,
) -> Certificate:
    """Prove a verdict; ``oracle`` proposes the strategies' cards. ``name`` is the puzzle's.

    If a strict test was made, it is proved too. Raises DealError where the hands are longer than
    ``MAX_CARDS``, StoppedError where the run is over first.
    """
    puzzle, tree = verification.puzzle, verification.tree
    check_length(puzzle.position)
    dual = None if tree is None else tree.first_dual
    data = _claims(
        puzzle,
        name=name,
        verdict=str(verification.verdict),
        works=_names(card for group in verification.works for card in group),
        value=verification.tricks,
        strict=verification.is_strict,
    )
    return _Prover(puzzle, data, oracle, run, dual).certificate()


def certify_guarantee(
    position: Position,
    seat: Seat,
    tricks: int,
    oracle: Oracle,
    *,
    name: str | None = None,
    run: Run,
) -> Certificate:
    """Prove that a seat is sure of just so many tricks, or points, as ``certify`` does.

    The certificate is that of a puzzle whose goal they are, in which no first card is judged.
    Raises DealError where a goal cannot be that seat's (one of two partners) as well.
    """
    check_length(position)
    goal = Goal(seat, tricks, not avoids(position.contract, position.rules))
    puzzle = Puzzle.checked(position=position, goal=goal)
    data = _claims(puzzle, name=name, verdict="sound", works=None, value=tricks, strict=None)
    return _Prover(puzzle, data, oracle, run).certificate()


def check_length(position: Position) -> None:
    """Raise DealError where hands are too long to be walked through."""
    if position.tricks > MAX_CARDS:
        raise DealError(f"{position.tricks} cards a hand: certified are up to {MAX_CARDS}")


def as_file(certificates: Iterable[Data]) -> bytes:
    """Return certificates as a file, the same bytes whenever it is made."""
    several = list(certificates)
    head = {"format": FORMAT, "version": VERSION, "certificates": len(several)}
    lines = "".join(json.dumps(data, sort_keys=True) + "\n" for data in (head, *several))
    lines_file = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=lines_file, mtime=0) as file:
        file.write(lines.encode())
    return lines_file.getvalue()


def _claims(puzzle: Puzzle, **claims: Any) -> Data:
    """Return what is claimed of a puzzle: its position, the rules, the goal, the key and more."""
    position, rules = puzzle.position, puzzle.position.rules
    points = zip(RANK_LETTERS, rules.card_points, strict=True)
    side = position.side(puzzle.goal.seat) if position.declarers else ()
    return {
        "hands": [_names(cards_in(hand)) for hand in position.hands],
        "leader": position.leader.letter,
        "table": _names(position.table),
        "contract": position.contract.name,
        "declarer": " ".join(seat.letter for seat in side) or None,
        "rules": {
            "order": rules.order,
            "duties": [str(duty.name).lower() for duty in rules.duties],
            "partners": rules.partners,
            "claimed": rules.claimed,
            "card_points": {rank: number for rank, number in points if number},
            "trick_points": rules.trick_points,
            "avoids": rules.avoids,
        },
        "goal": format_goal(puzzle.goal),
        "keys": _names(puzzle.keys),
        **claims,
    }


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


class _Prover:
    """Answers a proof's questions by a search, and notes the answers."""

    def __init__(
        self, puzzle: Puzzle, data: Data, oracle: Oracle, run: Run, dual: Node | None = None
    ) -> None:
        self._position, self._seat = puzzle.position, puzzle.goal.seat
        self._at_least = puzzle.goal.at_least
        self._oracle, self._run = oracle, run
        rules = puzzle.position.rules
        # From the highest down.
        self._ranks = [RANK_LETTERS.index(letter) for letter in reversed(rules.order)]
        self._rank_points = [rules.card_points[rank] for rank in self._ranks]
        self._plain = derived(puzzle.position)  # without what was worked out of its cards
        vars(self._plain).pop("dealt", None)
        self._dual = dual
        self._way: tuple[int, ...] | None = None
        self.proof = Proof(data, self._answer)
        self.answers: list[int] = []

    def certificate(self) -> Certificate:
        """Return what is said with its proof, or why it is not proved."""
        failed: tuple[str, ...] = ()
        try:
            self.proof.check()
        except Refused as error:
            failed = (f"not proved: {error}",)
        data = self.proof.claim
        data["proof"] = "".join(DIGITS[answer] for answer in self.answers)
        data["sha256"] = digest(data)
        return Certificate(data, len(self.proof.known), failed)

    def _answer(self, options: int, what: str, state: State, *more: Any) -> int:
        self._run.check()
        self.answers.append(self._search(options, what, state, *more))
        return self.answers[-1]

    def _search(self, options: int, what: str, state: State, *more: Any) -> int:
        """Return the answer to a question of the proof, as ``Proof.choose`` puts it."""
        if what == "gift":
            return int(self._is_reached(state, 1))
        if what in ("dual", "on", "missed"):
            return self._on_the_way(what, state)
        after = self.proof.following(state)
        if what == "card":
            # If none will do, the last fails as well as any.
            will_do = (self._takes(child, *more) for child in after[:-1])
            return next(compress(count(), will_do), options - 1)
        if what == "works":
            (first,) = more
            works = map(self._is_reached, after[first:])
            return next(compress(count(), works), options) % options
        several = [*compress(count(1), map(self._is_reached, after))]
        return several[0] if len(several) == 1 else 0

    def _on_the_way(self, what: str, state: State) -> int:
        """Return an answer on the way to the first dual and on to the card that misses the goal."""
        assert self._dual is not None
        if self._way is None:
            fighting = fighting_miss_finder(self._oracle, self._run)
            miss = fighting(self._dual.position, self._dual.need)
            self._way = self._dual.line + (miss or ())
        left = sum(self._position_of(state).hands)
        played = sum(self._position.hands).bit_count() - left.bit_count()
        if what == "dual":
            return int(played == len(self._dual.line))
        if what == "missed":
            return int(played == len(self._way))
        if played == len(self._way):
            raise Refused("the goal cannot be missed after the dual")
        height = self._position.rules.height
        groups = sorted(
            self._position.way(self._way[:played])[-1].equivalent_cards(),
            key=lambda group: (suit_of(group[0]), height(group[0])),
        )
        return next(number for number, group in enumerate(groups) if self._way[played] in group)

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
        """Return a position that a state of the proof stands for.

        Of each suit it has the highest ranks, in turn, that are worth as much as the cards.
        """
        rows, leader, table, _ = state
        hands, cards = [0] * HOLDERS, list[list[int]]()
        for suit, row in enumerate(rows):
            depth, named = -1, list[int]()
            for code in reversed(row):
                depth = self._rank_points.index(self.proof.worths[code // HOLDERS], depth + 1)
                named.append(card_of(suit, self._ranks[depth]))
                hands[code % HOLDERS] |= 1 << named[-1]
            cards.append(named[::-1])
        changes = {
            "hands": tuple(hands[: self.proof.count]),
            "leader": self._plain.seats(leader),
            "table": tuple(cards[suit][at] for suit, at in table),
        }
        return derived(self._plain, **changes)


@frozen
class Asked:
    """What is asked of a puzzle besides its verdict."""

    strict: bool = False
    certificate: bool = False
    solution: bool = False
    all_defences: bool = False
    failures: bool = False


@dataclass
class PuzzleCheck:
    """A verdict and what was asked for beside it.

    What is ``missing``, first of certificate, tree and reasons, there was no time for, nor for what
    comes after it. ``failures`` is None where they were not asked for or, as ``why_not`` says,
    cannot be told.

    Attributes:
        missing: What there was no time to complete.
    """

    verification: Verification
    certificate: Certificate | None = None
    solution: PuzzleSolution | None = None
    tries: Sequence[Try] | None = None
    failures: Mapping[Group, Why | None] | None = None
    why_not: str | None = None
    missing: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the claims are true, and proved where a proof was asked for."""
        is_proved = self.certificate is None or self.certificate.proved
        return self.verification.holds and is_proved and self.missing is None


def check_puzzle(name: str, puzzle: Puzzle, solver: Solver, asked: Asked, run: Run) -> PuzzleCheck:
    """Return the verdict on a puzzle with what is asked for, as far as there is time.

    ``name`` is what its certificate calls it. Raises StoppedError where there is no verdict.
    """
    check = PuzzleCheck(verify(puzzle, solver, strict=asked.strict, run=run))
    try:
        if asked.certificate:
            check.missing = "certificate"
            try:
                check.certificate = certify(check.verification, solver.engine, name=name, run=run)
            except DealError as error:  # hands are too long for it
                check.certificate = Certificate({}, 0, (str(error),))
        if asked.solution:
            check.missing = "tree"
            if check.verification.verdict in (Verdict.SOUND, Verdict.COOKED):
                tree = check.verification.tree
                if tree is None or tree.first_dual:
                    tree = Tree(
                        solver.engine, puzzle.position, puzzle.goal, key=puzzle.key, run=run
                    )
                check.solution = solution_of(
                    puzzle, tree, solver, all_defences=asked.all_defences, run=run
                )
            check.tries = tries(puzzle, solver, run)
        if asked.failures:
            check.missing, check.failures = "reasons", {}
            if check.tries is None:
                check.tries = tries(puzzle, solver, run)
            try:
                check.failures = failures(puzzle, check.tries, run)
                run.check()
            except RuleError as error:
                check.failures, check.why_not = None, str(error)
        check.missing = None
    except StoppedError:
        pass
    return check


def check_puzzles(
    puzzles: Sequence[tuple[str, Puzzle]], solver: Solver, asked: Asked, run: Run
) -> Generator[PuzzleCheck | SolverError | None, None, None]:
    """Yield what each of some named puzzles comes to, or why to nothing; None once cancelled.

    Several are looked at side by side; a single one has all threads.
    """

    def look(
        engine: Engine, named: tuple[str, Puzzle], run: Run
    ) -> PuzzleCheck | SolverError | None:
        if run.is_cancelled():
            return None
        on = solver if len(puzzles) == 1 else Solver.on(engine)
        try:
            return check_puzzle(*named, on, asked, run)
        except SolverError as error:
            return error

    if len(puzzles) == 1:
        yield look(solver.engine, puzzles[0], run)
        return
    with closing(solver.pool.imap(look, puzzles, run)) as checks:
        yield from checks
