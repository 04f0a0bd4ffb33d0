"""Puzzles: is the goal reached, only by the key, and what comes of every card?

A puzzle may be solved card by card: then the need is what the goal comes to in the position given,
and a card of the solver is right if the goal can still be reached after it, whatever the key is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from ..analysis.why import Why, explain
from ..cards import Seat, card_name, check_once, move_to_front
from ..checks import Read
from ..deal import Deal
from ..errors import DealError
from ..goal import Goal, Group, until_settled
from ..i18n import N_
from ..notation import CardLike, CardsLike, as_keys, format_cards
from ..position import Position
from ..records import frozen
from ..run import Run
from ..schema import Card, Cards, Loss, integer, nullable, one_of
from ..values.solution import best_card
from ..values.solve import Solver, best_line
from .tree import Tree


@frozen
class Try:
    """A group of equal cards, the tricks of the goal's seat after it, and how.

    ``line`` begins with the group's first card; both sides do their best in it, until the count
    settles whether what is needed is met (``is_met``). The tricks count from the puzzle's
    position on. The side that gets its way has, at each turn, cards that keep it so and perhaps
    others: ``answers`` are those that do at its first turn after the card.

    Attributes:
        cards: A card, with those equal to it.
        tricks: What the goal's seat then takes, in all.
        line: A line that shows it.
        answers: What the side that gets its way can play at its next turn.
        is_any: Whether it can play whatever it likes there.
        only: The cards of the line in whose place no other would have done.
        decided: The last card of the line in whose place another would not have done; null if none.
    """

    cards: Group
    tricks: Loss
    line: Cards
    is_met: bool = False
    answers: tuple[Group, ...] = ()
    is_any: bool = True
    only: Cards = ()
    decided: Card | None = None


def attempt(
    position: Position, need: Goal, group: Group, solver: Solver, run: Run, *, won: int = 0
) -> Try:
    """Return what comes of one of a group of equal cards, of best play where it is empty.

    ``won`` are the tricks of the goal's seat before the position. Raises StoppedError where the
    run is over first.
    """
    child = position.play(group[0]) if group else position
    gained = child.gain(need.seat) if group else 0
    # The value first, so that half the time left is not reserved for the line.
    tricks = solver.engine.value(child, need.seat, run=run)
    best = best_line(child, need.seat, solver, run)
    is_met = (gained + tricks >= need.tricks) if need.at_least else (gained + tricks <= need.tricks)
    line = until_settled(position, need, (*group[:1], *best), is_met)
    answers: tuple[Group, ...] | None = None
    is_any, only, decided = True, [], None
    for index, card in enumerate(line):
        if (index or not group) and need.is_solver(position) is is_met:
            kept, lost = need.partition(solver.engine, position, run)
            keep, lose = (kept, lost) if is_met else (lost, kept)
            if answers is None:
                answers, is_any = keep, not lose
            if lose:
                decided = card
                only += [card] * (len(keep) == 1)
        position = position.play(card)
        need = need.after(position)
    return Try(
        group, won + gained + tricks, line, is_met, answers or (), is_any, tuple(only), decided
    )


class Verdict(StrEnum):
    """What a puzzle turns out to be; ``verify`` gives the first four.

    Invalid: it claims nothing sensible. Undecided: there was no time to find out.
    """

    SOUND = N_("sound")
    COOKED = N_("cooked")
    BUSTED = N_("busted")
    MODEST = N_("modest")
    INVALID = N_("invalid")
    UNDECIDED = N_("undecided")


@frozen
class Puzzle(Read):
    """A position, a goal for or against a seat, and the one card said to reach it.

    The **solver** is the side whose task the goal is: its seat, or the two others, who play
    as one side. The ``keys``, most often one, are cards of the solver's seat that is to play. The
    tricks of the goal are those still to come, the trick in progress included.

    Attributes:
        keys: All first cards that are claimed: most often one.
    """

    position: Position
    goal: Goal
    keys: Cards = ()

    if TYPE_CHECKING:  # what may be given

        def __init__(
            self, position: Position, goal: Goal, keys: CardLike | CardsLike | None = None
        ) -> None: ...

    def _take_in(self) -> None:
        vars(self)["keys"] = as_keys(self.keys)

    def _check(self) -> None:
        """Raise DealError or IllegalPlayError if nothing sensible is claimed."""
        check_once(self.keys, "the key")
        position, unit = self.position, self.position.rules.unit
        if not position.tricks:
            raise DealError("no card is left to play")
        if self.goal.tricks > position.worth:
            raise DealError(
                f"the goal speaks of {self.goal.tricks} {unit}: only {position.worth} are to come"
            )
        if 2 * len(position.side(self.goal.seat)) > len(position.hands):
            raise DealError(
                f"the goal is {self.goal.seat.word}'s, who has a partner: "
                f"name {min(position.declarers).word}'s, who declares"
            )
        for key in self.keys:
            if not self.is_solver_to_play:
                raise DealError(
                    f"the key {card_name(key)} cannot be played: "
                    f"{self.position.to_play.word} is to play, not "
                    + " or ".join(seat.word for seat in self.side)
                )
            self.position.play(key)

    @property
    def key(self) -> Card | None:
        """The first card that is claimed.

        None where none is.
        """
        return self.keys[0] if self.keys else None

    @property
    def side(self) -> tuple[Seat, ...]:
        """The side to which the task is given."""
        return self.goal.side(self.position)

    @property
    def is_all(self) -> bool:
        """Whether there is nothing better: one trick loses a misère, and a claim of every trick.

        That is so of goals against the seat that declares; his own cannot be bettered by count.
        """
        position, (_, tricks, at_least) = self.position, self.goal
        if position.rules.claimed:
            return not at_least and tricks == position.worth - 1
        if position.rules.partners and position.contract.avoids:
            return at_least and tricks == 1
        return False

    @property
    def is_solver_to_play(self) -> bool:
        """Whether a seat of the solver is to play, so that there can be a key."""
        return self.goal.is_solver(self.position)


@frozen
class Verification:
    """The verdict on a puzzle and what it rests on.

    ``works`` is empty where the defence is to play. ``refutation`` is there if the puzzle is
    busted, ``cooks`` if it is cooked. There is a ``tree`` if a strict test was asked for and the
    goal is the best the solver can do; it ends at the first dual.

    Attributes:
        verdict: Sound: the goal can be reached, by the key alone where there is one. Why it is not,
            or that there was no time or no puzzle.
        tricks: The tricks of the goal's seat with best play, in all; null if not worked out.
        works: The first cards that reach the goal, in groups of equals.
        refutation: What beats the claim.
        cooks: What comes of cards that reach the goal and are no keys.
    """

    puzzle: Puzzle
    verdict: Annotated[Verdict, one_of(*map(str, Verdict))]
    tricks: Annotated[int, nullable(integer(unit="tricks or points"))]
    works: tuple[Group, ...]
    refutation: Try | None = None
    tree: Tree | None = None
    cooks: tuple[Try, ...] = ()

    @property
    def others(self) -> tuple[Group, ...]:
        """The working cards besides the key."""
        return tuple(group for group in self.works if not set(group) & set(self.puzzle.keys))

    @property
    def is_strict(self) -> bool | None:
        """With --strict: whether one card works, up to equals, at every move of the solver.

        None if that was not asked.
        """
        return None if self.tree is None else self.tree.first_dual is None

    @property
    def holds(self) -> bool:
        """Whether all that is claimed is true, strict soundness too if it was asked for."""
        return self.verdict is Verdict.SOUND and self.is_strict is not False


def puzzle_of(deal: Deal) -> Puzzle | None:
    """Return the puzzle of a deal, None if it claims nothing.

    Its position is the one where the recorded play stops. Raises a SolverError that
    says why it is invalid.
    """
    if deal.goal is None:
        if deal.keys:
            raise DealError(f"the key {format_cards(deal.keys)} is claimed, but no goal")
        return None
    if deal.contract_played is None:
        raise DealError('no contract is recorded: a puzzle has one, such as [Contract "NT"]')
    return Puzzle.checked(position=deal.position(), goal=deal.goal, keys=deal.keys)


def verify(
    puzzle: Puzzle,
    solver: Solver,
    *,
    strict: bool = False,
    run: Run | None = None,
) -> Verification:
    """Return the verdict on a puzzle; ``strict`` asks for one card at every move.

    >>> from manni import Position, Solver
    >>> from manni.solver.goal import parse_goal
    >>> position = Position(".AJ6.7. 3..Q4.5 Q.K9.8.", "H", leader="D")
    >>> puzzle = Puzzle(position, parse_goal("D 1+"), "D8")  # the dealer takes a trick by D8
    >>> verify(puzzle, Solver(), strict=True).verdict
    <Verdict.SOUND: 'sound'>
    >>> verify(Puzzle(position, puzzle.goal, "HK"), Solver()).verdict
    <Verdict.BUSTED: 'busted'>

    * busted: no card, or not every key, reaches the goal;
    * modest: the solver can do better, and better counts (``Puzzle.is_all``);
    * cooked: another card than the keys and their equals reaches the goal too;
    * sound: none of these. Without a key the goal alone is claimed.

    Raises StoppedError where the run is over first: a verdict is never partial.
    """
    run = Run.of(run)
    position, need = puzzle.position, puzzle.goal
    engine = solver.engine
    works: tuple[Group, ...] = ()
    if puzzle.is_solver_to_play:
        works, _ = need.partition(engine, position, run)
        reached = bool(works)
    else:
        reached = need.is_reached(engine, position, run)
    failing = [key for key in puzzle.keys if all(key not in group for group in works)]

    def refutation(tricks: int) -> Try:
        """Return how a key that fails is beaten, or without a key the card that comes closest."""
        if not puzzle.is_solver_to_play:
            return attempt(position, need, (), solver, run)
        groups = position.equivalent_cards()
        if puzzle.keys:
            key = (*failing, *puzzle.keys)[0]
            group = next(group for group in groups if key in group)
            # The line shows the key itself, not an equal card.
            return attempt(position, need, move_to_front(key, group), solver, run)
        attempts = (attempt(position, need, group, solver, run) for group in groups)
        return next(tried for tried in attempts if tried.tricks == tricks)

    if not reached or failing:
        tricks = engine.value(position, need.seat, run=run)
        return Verification(puzzle, Verdict.BUSTED, tricks, works, refutation(tricks))
    tricks = need.tricks
    if need.one_better().is_reached(engine, position, run):
        tricks = engine.value(position, need.seat, run=run)
        if not puzzle.is_all:
            return Verification(puzzle, Verdict.MODEST, tricks, works)
    tree = Tree(engine, position, need, until_dual=True, run=run) if strict else None
    verification = Verification(puzzle, Verdict.SOUND, tricks, works, tree=tree)
    if not puzzle.keys or not verification.others:
        return verification
    cooks = tuple(attempt(position, need, group, solver, run) for group in verification.others)
    return replace(verification, verdict=Verdict.COOKED, cooks=cooks)


def tries(puzzle: Puzzle, solver: Solver, run: Run) -> list[Try]:
    """Return the first cards that miss the goal, each with the play that beats it.

    Those that come closest stand first. There are none where the defence is to play.
    Raises StoppedError where the run is over first.
    """
    position, need = puzzle.position, puzzle.goal
    if not puzzle.is_solver_to_play:
        return []
    _, wrong = need.partition(solver.engine, position, run)
    attempts = [attempt(position, need, group, solver, run) for group in wrong]
    return sorted(attempts, key=lambda tried: abs(puzzle.goal.tricks - tried.tricks))


def failures(puzzle: Puzzle, attempts: Sequence[Try], run: Run) -> dict[Group, Why | None]:
    """Return what each of some first cards fails by: what holds its seat to so few tricks.

    Or makes it take so many. None is what there was no time for; a card after which nothing is
    left to play is left out. Raises RuleError in games for points.
    """
    says = "at most" if puzzle.goal.at_least else "at least"
    after = {tried.cards: puzzle.position.play(tried.cards[0]) for tried in attempts}
    left = {group: child for group, child in after.items() if child.tricks}
    reasons = explain(((child, puzzle.goal.seat) for child in left.values()), says, run)
    return dict(zip(left, reasons, strict=True))


_MOST_TRICKS = 8
"""Tricks up to which the whole tree is looked at for the reply that is hardest to meet."""


def reply(position: Position, need: Goal, solver: Solver, run: Run) -> int:
    """Return the card of the seat to play, not the solver's, that makes it hardest.

    It gives nothing away: after it the goal is missed if that can be brought about, else the
    solver can do no better than the goal if it could not before. Of such cards it is the one
    after which the solver may have to find the most only-moves; where that tells none apart,
    the best for its own seat. Raises StoppedError where the run is over first.
    """
    if need.is_solver(position):
        raise DealError("the solver is to play: there is nothing to reply")
    groups = position.equivalent_cards()
    if len(groups) == 1:
        return groups[0][0]

    def hardest() -> Sequence[Group]:
        """Return the groups of cards that make it hardest to reach the goal."""
        engine = solver.engine
        if need.met_by_count(position) is not None:
            return groups
        if not need.is_reached(engine, position, run):
            return need.partition(engine, position, run)[1]
        _, holding = need.one_better().partition(engine, position, run)
        if not holding:
            return groups
        if position.tricks > _MOST_TRICKS or len(holding) == 1:
            return holding
        tree = Tree(engine, position, need, run=run)
        only_moves = tree.most_only_moves()
        most = {
            group: only_moves.get(child, 0)
            for group, child in zip(tree.root.good, tree.root.children, strict=True)
        }
        # None is in the tree where the rest is plain whatever is played.
        return [group for group in holding if most.get(group, 0) == max(most.values(), default=0)]

    best = hardest()
    if len(best) == 1:
        return best[0][0]
    solution = solver.solve(position, cards=True, run=run.within(None))
    run.check()
    return best_card(solution, {card for group in best for card in group})[0]
