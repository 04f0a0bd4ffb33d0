"""What three selfish players may come to: the outcomes, their range, the sure loss of a card.

All see the cards, each plays for his own tricks alone, all foresee each other, and a player with
equally good cards may choose any: the outcomes are those of all pure subgame-perfect
equilibria. This is no forecast, and it holds where a trick is worth the same to everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ..cards import by_seat, card_name
from ..checks import counted
from ..engine import DEFAULT_MEMORY_MB, Engine
from ..errors import SolverError
from ..position import Position, PositionLike
from ..reprs import Printable, by_seat_text, repr_text
from ..rules.trick import check_plain
from ..run import Run
from ..schema import TRICKS, Card, Loss, list_of
from ..searches import MOST_TRICKS, Outcomes
from .solution import Tricks

FREE_TRICKS = 8
"""The longest positions for which no limits need to be given."""


class _Range:
    """What has outcomes: the fewest and the most tricks of each seat among them."""

    outcomes: Outcomes

    @property
    def least(self) -> Tricks:
        """The fewest tricks of each seat."""
        return by_seat(lambda seat: min(outcome[seat] for outcome in self.outcomes))

    @property
    def most(self) -> Tricks:
        """The most tricks of each seat."""
        return by_seat(lambda seat: max(outcome[seat] for outcome in self.outcomes))

    def _ends(self) -> tuple[str, str]:
        return by_seat_text("least", self.least), by_seat_text("most", self.most)


@dataclass(frozen=True, repr=False)
class SelfishCard(_Range):
    """What a card may lead to, in tricks from the position before it on.

    ``outcomes`` are sorted trick vectors by seat F, M, D. ``sure_loss`` is how much worse off
    its player is in the best of them than in the worst outcome of the position, 0 if he is
    not: what the card costs him whatever the others choose. It is 0 exactly for the cards
    that selfish play permits.
    """

    card: Card
    outcomes: Outcomes
    sure_loss: Annotated[Loss, "Tricks the card costs its player whatever the others choose."]

    def __repr__(self) -> str:
        return repr_text(self, card_name(self.card), *self._ends(), f"sure loss {self.sure_loss}")


@dataclass(frozen=True, repr=False)
class SelfishSolution(_Range, Printable):
    """The outcomes of selfish play, in tricks from the position on.

    ``outcomes`` are all of them, sorted trick vectors by seat F, M, D; ``cards`` has every
    legal card in the order of ``position.legal()``. There is no partial one.
    """

    position: Position
    outcomes: Annotated[Outcomes, list_of(TRICKS), "All outcomes of selfish play."]
    cards: Annotated[tuple[SelfishCard, ...], "Every legal card."]

    def __repr__(self) -> str:
        count = counted(len(self.outcomes), "outcome")
        return repr_text(self, count, *self._ends(), repr(self.position))


def solve_selfish(
    position: PositionLike,
    *,
    seconds: float | None = None,
    memory_mb: float | None = None,
    run: Run | None = None,
) -> SelfishSolution:
    """Return the outcomes of selfish play and what every card does to them.

    A deal stands for its ``Deal.position()``, a text for the one deal it holds.
    More than ``FREE_TRICKS`` tricks need a limit of time and one of memory. Raises SolverError
    where there is none, or for more than twelve tricks, and StoppedError if the time was up.
    """
    great = False
    if not isinstance(position, Position):
        from ..files.reading import (  # here: a position needs no files
            deal_of,
            position_of,
        )

        if isinstance(position, str):
            position = deal_of(position)
        great = getattr(position, "great", False)
        position = position_of(position)
    run = Run.of(run, seconds)
    limited = run.deadline is not None and memory_mb is not None
    check_selfish(position, limited=limited, great=great)
    engine = Engine(DEFAULT_MEMORY_MB if memory_mb is None else memory_mb)
    return selfish_on(engine, position, run=run)


def check_selfish(position: Position, *, limited: bool = False, great: bool = False) -> None:
    """Raise SolverError where selfish play is not worked out; the message says why.

    ``limited`` says whether limits of time and memory are given, ``great`` whether the
    contract is a great one.
    """
    tricks = position.tricks
    check_plain(position.rules, "selfish play")
    if great:
        raise SolverError(
            "a great contract pays by bonuses, not by the trick: nobody plays for his tricks "
            "alone, and selfish play is not worked out"
        )
    if tricks > MOST_TRICKS:
        raise SolverError(
            f"{tricks} cards a hand: selfish play is worked out for at most {MOST_TRICKS}"
        )
    if tricks > FREE_TRICKS and not limited:
        raise SolverError(
            f"{tricks} cards a hand: selfish play of more than {FREE_TRICKS} can take long: "
            "give limits of both time and memory (--time and --memory)"
        )


def selfish_on(engine: Engine, position: Position, *, run: Run | None = None) -> SelfishSolution:
    """Return what ``solve_selfish`` does, from an engine there is and with its limit alone.

    Positions that follow from one that it has worked out cost next to nothing.
    """
    outcomes = engine.outcomes(position, run=run)
    after: dict[int, Outcomes] = {}
    for group in position.equivalent_cards():
        child = position.play(group[0])
        won = by_seat(child.gain)
        counted = plus(engine.outcomes(child, run=run), won)
        after.update(dict.fromkeys(group, counted))
    cards = tuple(
        SelfishCard(card, after[card], _sure_loss(position, outcomes, after[card]))
        for card in position.legal()
    )
    return SelfishSolution(position, outcomes, cards)


def plus(outcomes: Outcomes, won: Tricks) -> Outcomes:
    """Return outcomes with tricks won before added."""
    forehand, middlehand, dealer = won
    return tuple((f + forehand, m + middlehand, d + dealer) for f, m, d in outcomes)


def _sure_loss(position: Position, outcomes: Outcomes, after: Outcomes) -> int:
    """Return how far the best outcome after a card is below the worst of the position."""
    seat, sign = position.to_play, position.contract.sign
    worst = min(sign * outcome[seat] for outcome in outcomes)
    best = max(sign * outcome[seat] for outcome in after)
    return max(0, worst - best)
