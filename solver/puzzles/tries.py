"""What comes of a card: the play that follows, and the cards of it that decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.schema import Card, Cards, Loss
from manni.solver.values.need import Group, Need, until_settled
from manni.solver.values.solve import Solver, best_line


@dataclass(frozen=True)
class Try:
    """A group of equal cards, the tricks of the goal's seat after it, and how.

    ``line`` begins with the group's first card; both sides do their best in it, until the count
    settles whether what is needed is met (``is_met``). The tricks count from the puzzle's
    position on. The side that gets its way has, at each turn, cards that keep it so and perhaps
    others: ``answers`` are those that do at its first turn after the card.
    """

    cards: Annotated[Group, "A card, with those equal to it."]
    tricks: Annotated[Loss, "What the goal's seat then takes, in all."]
    line: Annotated[Cards, "A line that shows it."]
    is_met: bool = False
    answers: Annotated[
        tuple[Group, ...], "What the side that gets its way can play at its next turn."
    ] = ()
    is_any: Annotated[bool, "Whether it can play whatever it likes there."] = True
    only: Annotated[Cards, "The cards of the line in whose place no other would have done."] = ()
    decided: Annotated[
        Card | None,
        "The last card of the line in whose place another would not have done; null if none.",
    ] = None


def attempt(
    position: Position, need: Need, group: Group, solver: Solver, run: Run, *, won: int = 0
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
