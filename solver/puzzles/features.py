"""What a puzzle is about and how hard it is: its themes, and its grade from what has to be seen.

Themes are found in the main line by rules that can be computed.
The **main line** is the line of the solution tree with the most only-moves. A theme is
reported where an only-move of that line fits its definition; so a puzzle may have none,
and may have another that these definitions do not see. Where tricks are wanted:

* **ruff**: trumps a side suit though it could discard; **overruff**: over another trump;
* **hold-up**: leaves the trick to the defence and follows suit without winning, though it
  holds a master of that suit that would be winning the trick so far; **duck**: the same with
  a card that is not a master;
* **unblock**: follows suit with a card that does not win, though an unequal lower one
  could be played;
* **squeeze**: a seat of the defence that can neither follow nor ruff must discard, and
  whichever card it is, the solver does better than it needs or goes on to win a trick in
  that suit with a card that one of the discarder's cards in it could have beaten: the
  latter in two suits or more (rare where the solver is one seat: one hand alone can seldom
  threaten in two suits at once).

In NULLO:

* **early take**: its card is winning the trick so far though a card that is not was legal.

In every contract:

* **throw-in**: the trick goes to a seat of the defence whose lead to the next one is
  better for the solver than the lead of either other seat would be;
* **exit card**: leads a card with which the defence gets the trick, though it holds a master;
* **safety** (first card only): another first card fails against exactly one reply and
  does better than the goal against some other; the key never does.

Along the main line the solver has to find each only-move among cards
that fail. A card whose failure is plain within the trick tempts nobody; the more tricks its
refutation takes, the better it looks. So a failing card **lures** by the tricks, beyond its
own, that pass in best play until the count settles that the goal is missed.

The **effort** of a puzzle is, in doublings of what there is to look at,

* for each only-move of the main line log2(1 + its lures), a quarter of that where a plain
  player (``plain_player``) plays it, who cashes what he can and sees two tricks;
* for the defence log2(1 + the branchings of the solution): what else must be foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from typing import Annotated

from ..cards import Contract, seats_from, suit_of
from ..checks import derived
from ..deal import Deal
from ..errors import DealError
from ..goal import Goal, until_settled
from ..i18n import NP_
from ..position import Position
from ..records import frozen
from ..rules.trick import winning_seat
from ..run import Run
from ..schema import Count, number
from ..values.solve import Solver, best_line
from .plain_player import PlainPlayer
from .puzzle_solution import branchings_of
from .tree import Node, Tree
from .verify import Puzzle

THEMES = NP_(
    "",
    "ruff|overruff|hold-up|duck|unblock|squeeze|early take|throw-in|exit card|safety",
).split("|")


_WITH_TRUMPS = ("ruff", "overruff")
_FOR_TRICKS = ("hold-up", "duck", "unblock", "squeeze")


def theme_exists(theme: str, contract: Contract) -> bool:
    """Return whether a theme is defined in a contract."""
    if theme in _WITH_TRUMPS:
        return contract.trump is not None
    if theme in _FOR_TRICKS:
        return not contract.avoids
    return contract.avoids if theme == "early take" else theme in THEMES


def may_begin(position: Position, theme: str) -> bool:
    """Return whether the first card of a position could show a theme.

    True for those themes that the position before says little of.
    """
    if theme in ("squeeze", "throw-in", "exit card", "safety"):
        return True
    legal, led = position.legal(), _led(position)
    if led is None or len(position.equivalent_cards()) < 2:
        return False
    winners = [card for card in legal if position.takes_lead(card)]
    if theme == "early take":
        return 0 < len(winners) < len(legal)
    if theme in _WITH_TRUMPS:
        trump = position.contract.trump
        suits = {suit_of(card) for card in legal}
        is_trumped = any(suit_of(card) == trump for card in position.table)
        return trump in suits and led not in suits and is_trumped is (theme == "overruff")
    if suit_of(legal[0]) != led or len(winners) == len(legal):
        return False
    if theme == "unblock":
        return not winners
    holds_master = any(position.is_master(card) for card in winners)
    return bool(winners) and holds_master is (theme == "hold-up")


class _Move:
    """An only-move of the main line, with the nodes from it to the end of its trick."""

    def __init__(self, line: Sequence[Node], solver: Solver, run: Run) -> None:
        self.node, *rest = line
        self.position, self.card = self.node.position, self.node.good[0][0]
        self.side = self.node.need.side(self.position)
        end = next((at for at, node in enumerate(rest) if not node.position.table), None)
        # Neither a next trick nor a seat that takes this one where the tree ends before.
        self.next_trick = None if end is None else rest[end]
        self.taker = self.next_trick and self.next_trick.position.leader
        self.rest = rest if end is None else rest[: end + 1]
        self.solver, self.run = solver, run

    def themes(self) -> Iterator[str]:
        """Yield the themes that it shows."""
        position = self.position
        winners = [card for card in position.legal() if position.takes_lead(card)]
        if not position.contract.avoids:
            yield from filter(None, (self.trumping(), self.low_play(winners)))
            if self.is_squeeze():
                yield "squeeze"
        elif position.table and self.card in winners and len(winners) < len(position.legal()):
            yield "early take"
        if self.is_throw_in():
            yield "throw-in"
        elif (
            not position.table
            and self.taker not in (None, *self.side)
            and any(map(position.is_master, position.legal()))
        ):
            yield "exit card"

    def trumping(self) -> str | None:
        """Return ruff or overruff, None if it is neither."""
        position = self.position
        trump, led = position.contract.trump, _led(position)
        if trump is None or led in (None, trump) or suit_of(self.card) != trump:
            return None
        if all(suit_of(card) == trump for card in position.legal()):
            return None
        if all(suit_of(card) != trump for card in position.table):
            return "ruff"
        return "overruff" if position.takes_lead(self.card) else None

    def low_play(self, winners: Sequence[int]) -> str | None:
        """Return hold-up, duck or unblock, None if it is none of them."""
        position, card = self.position, self.card
        if suit_of(card) != _led(position) or card in winners:
            return None
        wins = winning_seat(position.leader, position.table, position.contract, position.rules)
        # A trick that the solver's other seat wins is not left to the defence.
        if winners and {wins, self.taker} & {*self.side}:
            return None
        if winners:
            return "hold-up" if any(map(position.is_master, winners)) else "duck"
        height = position.rules.height
        is_unblock = any(
            card not in group and height(group[0]) < height(card)
            for group in position.equivalent_cards()
        )
        return "unblock" if is_unblock else None

    def is_throw_in(self) -> bool:
        """Return whether the defence has to lead to the next trick what helps the solver."""
        after = self.next_trick
        if after is None or self.taker in self.side or after.need.met_by_count(after.position):
            return False
        sign = 1 if after.need.at_least else -1
        values = {
            seat: sign * self._value(derived(after.position, leader=seat), after.need)
            for seat in after.position.seats
        }
        best = values.pop(after.position.leader)
        return all(value < best for value in values.values())

    def _value(self, position: Position, need: Goal) -> int:
        return self.solver.engine.value(position, need.seat, run=self.run)

    def is_squeeze(self) -> bool:
        """Return whether a seat of the defence has to unguard one of several suits."""
        for node in self.rest:
            position, led = node.position, _led(node.position)
            suits = {suit_of(card) for card in position.legal()}
            if led is None or node.is_solver or {led, position.contract.trump} & suits:
                continue
            unguarded, better = set(), node.need.one_better()
            for card in position.legal():
                if self._unguards(node, card):
                    unguarded.add(suit_of(card))
                elif not better.is_kept(self.solver.engine, position, card, self.run):
                    break
            else:
                if len(unguarded) > 1:
                    return True
        return False

    def _unguards(self, node: Node, card: int) -> bool:
        """Return whether the solver then wins with a card that the discarder could have beaten."""
        position, need, suit = node.position, node.need, suit_of(card)
        height, side = position.rules.height, need.side(position)
        guard = max(height(held) for held in position.legal() if suit_of(held) == suit)
        position = position.play(card)
        for card in best_line(position, need.seat, self.solver, self.run):
            table, leader = (*position.table, card), position.leader
            position = position.play(card)
            if position.taken_by in side:
                won = table[seats_from(leader).index(position.taken_by)]
                if suit_of(won) == suit and height(won) < guard:
                    return True
        return False


def themes(puzzle: Puzzle, tree: Tree, solver: Solver, run: Run) -> tuple[str, ...]:
    """Return the themes of a puzzle in the order in which they turn up.

    They are those of the plain games. Raises StoppedError where the run is over first.
    """
    line = tree.main_line
    if not puzzle.position.is_plain:
        return ()
    moves = (_Move(line[at:], solver, run) for at, node in enumerate(line) if node.is_only)
    names = dict.fromkeys(theme for move in moves for theme in move.themes())
    return (*names, *["safety"] * _is_safety(puzzle, tree, solver, run))


def _led(position: Position) -> int | None:
    return suit_of(position.table[0]) if position.table else None


def _is_safety(puzzle: Puzzle, tree: Tree, solver: Solver, run: Run) -> bool:
    if not tree.root.is_only:
        return False

    def after_replies(card: int) -> list[tuple[bool, bool]]:
        """Return whether the goal, and more than that, is reached after each reply to a card.

        There are none where it is for the solver to play on.
        """
        position = puzzle.position.play(card)
        if puzzle.goal.is_solver(position):
            return []
        need = puzzle.goal.after(position)
        return [
            (
                need.is_kept(solver.engine, position, reply, run),
                need.one_better().is_kept(solver.engine, position, reply, run),
            )
            for reply, *_ in position.equivalent_cards()
        ]

    (key, *_), *_ = tree.root.good
    if any(more for _, more in after_replies(key)):
        return False
    for card, *_ in tree.root.bad:
        outcomes = after_replies(card)
        failing = sum(not reached for reached, _ in outcomes)
        if failing == 1 and any(more for _, more in outcomes):
            return True
    return False


def themes_of(deal: Deal) -> list[str]:
    """Return the themes that the tag of a deal names."""
    return [theme.strip() for theme in deal.tag("Theme").split(",") if theme.strip()]


_NATURAL = 0.25
LIMITS = (5.0, 6.5, 8.5, 12.0)
"""The effort up to which a puzzle is of grade 1, 2, 3 and 4."""


@frozen
class Features:
    """What a puzzle's grade is made of.

    The ``grade`` is 1 to 5, by ``LIMITS``: of each is about a fifth of what is found of 4 to 8
    cards.

    Attributes:
        choices: The first cards that differ.
        only_moves: Only moves of the main line.
        lures: Wrong cards at the only moves of the main line.
        branchings: Branchings of the solution.
        effort: What the grade goes by, rounded to tenths.
    """

    choices: Count
    only_moves: Count
    lures: Count
    branchings: Count
    effort: Annotated[float, number(0)]

    @property
    def grade(self) -> Count:
        """How hard it is, the more the harder."""
        return 1 + sum(self.effort > limit for limit in LIMITS)

    def __str__(self) -> str:
        """Return the features as a tag shows them."""
        return (
            f"choices {self.choices}, only-moves {self.only_moves}, lures {self.lures}, "
            f"branchings {self.branchings}, effort {self.effort}"
        )


def features(puzzle: Puzzle, tree: Tree, solver: Solver, run: Run) -> Features:
    """Return what the grade of a sound puzzle with a key is made of.

    Raises DealError where it has no key, StoppedError where the run is over first.
    """
    if puzzle.key is None:
        raise DealError("a puzzle without a key has no grade")
    moves = [node for node in tree.main_line if node.is_only]
    lures = [sum(lures_of(node, solver, run)) for node in moves]
    branchings = len(branchings_of(tree))
    effort, plain = log2(1 + branchings), PlainPlayer()
    for node, count in zip(moves, lures, strict=True):
        is_natural = plain.card(node.position, node.need) in node.good[0]
        effort += log2(1 + count) * (_NATURAL if is_natural else 1)
    return Features(
        choices=len(tree.root.good) + len(tree.root.bad),
        only_moves=len(moves),
        lures=sum(lures),
        branchings=branchings,
        effort=round(effort, 1),
    )


def lures_of(node: Node, solver: Solver, run: Run) -> list[int]:
    """Return how much each group of failing cards of an only-move lures.

    That is by the tricks, beyond its own, until it is settled that the goal is missed.
    """
    position, need, lures = node.position, node.need, []
    for card, *_ in node.bad:
        child = position.play(card)
        rest = best_line(child, need.seat, solver, run) if child.tricks else ()
        line = until_settled(position, need, (card, *rest))
        lures.append((len(position.table) + len(line) - 1) // len(position.hands))
    return lures
