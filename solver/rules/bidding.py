"""The auction of numbers: who bids must bid higher, who passes is out of it.

What may be bid is a ladder, lowest first: numbers of points, and between or above them
calls with a name. The auction is over when all but one have passed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from manni.solver import checks
from manni.solver.cards import Seat
from manni.solver.checks import derived, quote
from manni.solver.errors import NotationError, RuleError
from manni.solver.i18n import _, fold_case
from manni.solver.rules.auction import Calls


class Aim(Enum):
    """What a bidder says that he will take."""

    POINTS = "points"
    ALL = "every trick"
    NONE = "no trick"


class Laid(Enum):
    """Whose hands lie open on the table, for all to see, from before the first lead."""

    NONE = "nobody"
    DECLARER = "the declarer"
    ALL = "everybody"


class Bid(NamedTuple):
    """A rung of the ladder; ``worth`` is what it counts on the score sheet."""

    name: str
    worth: int
    aim: Aim = Aim.POINTS
    laid: Laid = Laid.NONE

    def lays_open(self, declarer: int | None) -> tuple[Seat, ...]:
        """Return the seats that play with open hands."""
        return tuple(
            seat
            for seat in Seat
            if self.laid is Laid.ALL or (self.laid is Laid.DECLARER and seat == declarer)
        )

    def __str__(self) -> str:
        return self.name


GENERAL = "general"
MISERES = ("petite-misere", "misere-sur-table", "grande-misere", "misere-supreme")
PASS = "pass"

_NAMES = {name: name for name in (GENERAL, *MISERES)} | {
    "misere": MISERES[0],
    "misere-simple": MISERES[0],
    "sur-table": MISERES[1],
    "supreme": MISERES[3],
}
_PASSES = ("pass", "passe", "p", "-")
_NUMBER = re.compile("0*([1-9][0-9]?)")


def numbers(lowest: int, highest: int) -> tuple[Bid, ...]:
    """Return the bids of so many points."""
    return tuple(Bid(str(points), points) for points in range(lowest, highest + 1))


def bid_name(text: str) -> str:
    """Return the name of a bid as it is written: ``35``, ``general``, ``petite-misere``.

    Accents, capitals and blanks for hyphens do not matter. Raises NotationError.
    """
    plain = re.sub(r"[\s_]+", "-", fold_case(checks.text(text, "bid").strip()))
    number = _NUMBER.fullmatch(plain)
    name = number[1] if number else _NAMES.get(plain)
    if name is None:
        raise NotationError(
            f"{quote(text.strip())} is no bid: expected 1 to 70 points or one of "
            + " ".join((GENERAL, *MISERES))
        )
    return name


def said_name(text: str) -> str:
    """Return the name of a bid, or ``pass``. Raises NotationError."""
    return PASS if is_pass(text) else bid_name(text)


def is_pass(text: str) -> bool:
    """Return whether this is a pass as it is written."""
    return checks.text(text, "bid").strip().lower() in _PASSES


def find_bid(ladder: Sequence[Bid], name: str) -> Bid:
    """Return the bid of a name. Raises RuleError where the ladder has no such rung.

    Raises NotationError, which names the rungs there are, where it is no bid of any game.
    """
    try:
        name = bid_name(name)
    except NotationError:
        wanted = f"expected {rungs_text(ladder)}"
        raise NotationError(f"{quote(name.strip())} is no bid: {wanted}") from None
    bid = next((bid for bid in ladder if bid.name == name), None)
    if bid is None:
        raise RuleError(f"nobody can bid {name} here: there is {rungs_text(ladder)}")
    return bid


def rungs_text(ladder: Sequence[Bid]) -> str:
    """Return a ladder in a few words, runs of numbers as their ends: ``1 to 70, general``."""
    parts: list[list[str]] = []
    last = None
    for bid in ladder:
        number = bid.worth if bid.name.isdigit() else None
        if number is not None and last is not None and number == last + 1:
            parts[-1][1:] = [bid.name]
        else:
            parts.append([bid.name])
        last = number
    told = (
        part[0] if len(part) == 1 else _("{low} to {high}").format(low=part[0], high=part[1])
        for part in parts
    )
    return ", ".join(told) or _("no bid")


@dataclass(frozen=True)
class Bidding(Calls[Bid]):
    """The bids of one deal so far, forehand's first."""

    ladder: tuple[Bid, ...]
    calls: tuple[Bid | None, ...] = ()

    @classmethod
    def of(cls, ladder: Sequence[Bid], said: Sequence[str]) -> Bidding:
        """Return the auction in which this was said, in turn: names of bids and ``pass``.

        Raises RuleError or NotationError.
        """
        state = cls(tuple(ladder))
        for text in said:
            state = state.call(None if is_pass(text) else find_bid(ladder, text))
        return state

    def caller(self, index: int) -> Seat | None:
        """Return the seat of a bid, or whose turn it is after all; None when none is to call."""
        waiting = list(Seat)
        for call in self.calls[:index]:
            seat = waiting.pop(0)
            if call is not None:
                waiting.append(seat)
        made = any(call is not None for call in self.calls[:index])
        return None if len(waiting) <= int(made) else waiting[0]

    def legal(self) -> tuple[Bid | None, ...]:
        """Return what the seat to call may say, a pass last; nothing once the auction is over."""
        return () if self.over else (*self._higher(), None)

    def _higher(self) -> tuple[Bid, ...]:
        standing = self.standing
        return self.ladder if standing is None else self.ladder[self.ladder.index(standing) + 1 :]

    def call(self, bid: Bid | None) -> Bidding:
        """Return the state after the seat to call has bid, or passed (None). Raises RuleError."""
        seat = self.to_call
        if bid is not None:
            bid = find_bid(self.ladder, bid.name)
        if seat is None:
            stands = "all have passed" if self.standing is None else f"{self.standing} stands"
            raise RuleError(f"the auction is over: {stands}")
        if bid is not None and bid not in self._higher():
            raise RuleError(
                f"{seat.word} may not bid {bid}: {self.standing} stands, it must bid higher or pass"
            )
        return derived(self, calls=(*self.calls, bid))
