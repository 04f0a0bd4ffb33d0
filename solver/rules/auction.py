"""Who may call what: the contracts a player has left, the calls of a deal, and bids of numbers.

In the course of a game a player declares each line of a list once; a line is a ``Slot``.
The calls of a deal are a state machine, ``Auction``, whose steps the variant gives; or numbers
are bid, ``Bidding``: who bids must bid higher, who passes is out of it, and all is over when all
but one have passed. What may be bid is a ladder, lowest first: numbers of points, and between or
above them calls with a name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from .. import checks
from ..cards import SEATS, THE_SIX, BySeat, Contract, Seat, seats_from, seats_of
from ..checks import derived, quote
from ..errors import NotationError, RuleError
from ..i18n import N_, _, fold_case, gettext
from ..records import frozen

C = TypeVar("C")


class Slot(NamedTuple):
    """One line of a player's list: declared once, as any of its contracts."""

    name: str
    contracts: tuple[Contract, ...]


def slot_per_contract(contracts: Sequence[Contract]) -> tuple[Slot, ...]:
    """Return the list with a line for each contract."""
    return tuple(Slot(contract.name, (contract,)) for contract in contracts)


ALL_SIX = slot_per_contract(THE_SIX)


class Call(NamedTuple):
    """A contract named by a player."""

    contract: Contract
    great: bool = False

    def __str__(self) -> str:
        return f"great {self.contract.name}" if self.great else self.contract.name


ContractsLeft = frozenset[Contract]
Legal = tuple[Call | None, ...]
Step = tuple[int, Callable[[ContractsLeft, Call | None], Legal]]
"""Whose turn it is, in seats from the opener on, and what he may say.

The function is given the contracts left to that player and the call that stands.
"""
Steps = Mapping[tuple[bool, ...], Step]
"""The step after each run of calls: True for a contract named, False for a pass.

A run that is not in the table ends the auction.
"""


def any_contract(left: ContractsLeft, standing: Call | None) -> Legal:
    """Return any contract left, none of them great, and no pass: how an auction opens."""
    return tuple(Call(contract) for contract in sorted(left))


CHOICE: Steps = {(): (0, any_contract)}
"""The opener names a contract, and nobody else calls."""


def slot_of(slots: tuple[Slot, ...], used: frozenset[str], contract: Contract) -> Slot | None:
    """Return the line that a contract uses up, None if no line left has it.

    If two have it, the first: lists put the narrower line first, so that using it up
    leaves more.
    """
    for slot in slots:
        if contract in slot.contracts and slot.name not in used:
            return slot
    return None


def contracts_left(slots: tuple[Slot, ...], used: frozenset[str]) -> ContractsLeft:
    """Return the contracts a player may still declare after using up the lines ``used``."""
    return frozenset(chain.from_iterable(s.contracts for s in slots if s.name not in used))


class Calls(ABC, Generic[C]):
    """The calls of one deal so far, a pass None. The last to make one declares."""

    calls: tuple[C | None, ...]

    @abstractmethod
    def caller(self, index: int) -> Seat | None:
        """Return the seat of a call, or whose turn it is after all; None when none is to call."""

    @property
    def to_call(self) -> Seat | None:
        """The seat whose turn it is, None when the auction is over."""
        return self.caller(len(self.calls))

    @property
    def over(self) -> bool:
        """Whether nobody may call any more."""
        return self.to_call is None

    @property
    def standing(self) -> C | None:
        """The last call that was no pass, None before the first."""
        return next((call for call in reversed(self.calls) if call is not None), None)

    @property
    def last_calls(self) -> dict[Seat | None, C | None]:
        """What each seat that has called said last."""
        return {self.caller(index): call for index, call in enumerate(self.calls)}

    @property
    def declarer(self) -> Seat | None:
        """The seat whose call stands, None before the first."""
        made = [index for index, call in enumerate(self.calls) if call is not None]
        return self.caller(made[-1]) if made else None


@frozen
class Auction(Calls[Call]):
    """The calls of one deal so far; ``call`` returns the next state.

    ``left`` are the contracts each seat may still declare, ``opener`` is the seat that
    calls first.
    """

    left: BySeat[ContractsLeft]
    steps: Steps
    opener: Seat = Seat.FOREHAND
    calls: tuple[Call | None, ...] = ()

    @property
    def _run(self) -> tuple[bool, ...]:
        return tuple(call is not None for call in self.calls)

    def caller(self, index: int) -> Seat | None:
        """Return the seat of a call, or whose turn it is after all; None when none is to call."""
        step = self.steps.get(self._run[:index])
        return None if step is None else seats_from(self.opener)[step[0]]

    def legal(self) -> Legal:
        """Return what the seat to call may say, a pass last; nothing once the auction is over."""
        seat = self.to_call
        return () if seat is None else self.steps[self._run][1](self.left[seat], self.standing)

    def call(self, call: Call | None) -> Auction:
        """Return the state after the seat to call has said ``call``. Raises RuleError."""
        seat = self.to_call
        if seat is None:
            raise RuleError(f"the auction is over: {self.standing} stands")
        legal = self.legal()
        if call not in legal:
            action = "pass" if call is None else f"call {call}"
            raise RuleError(f"{seat.word} may not {action}: it may {_one_of(legal)}")
        return derived(self, calls=(*self.calls, call))

    def outcomes(self) -> frozenset[tuple[Seat, Call]]:
        """Return every declarer and call that the auction can still end with."""
        ends = set()
        # The legal calls depend only on the run and on the call that stands.
        states = {(self._run, self.declarer, self.standing)}
        while states:
            following = set()
            for run, declarer, standing in states:
                if run not in self.steps:
                    if declarer is not None and standing is not None:
                        ends.add((declarer, standing))
                    continue
                offset, may_say = self.steps[run]
                seat = seats_from(self.opener)[offset]
                for call in may_say(self.left[seat], standing):
                    if call is None:
                        following.add(((*run, False), declarer, standing))
                    else:
                        following.add(((*run, True), seat, call))
            states = following
        return frozenset(ends)


def checked_calls(values: object) -> tuple[Call | None, ...]:
    """Return calls in their order. Raises ArgumentError for what is none."""
    calls = checks.several(values, "calls")
    for call in calls:
        if call is not None:
            contract, great = checks.instance(call, Call, "call")
            checks.instance(contract, Contract, "contract")
            checks.flag(great, "great")
    return calls


def _one_of(legal: Legal) -> str:
    calls = " ".join(str(call) for call in legal if call is not None)
    ways = [f"call {calls}"] * bool(calls) + ["pass"] * (None in legal)
    return " or ".join(ways)


class Aim(Enum):
    """What a bidder says that he will take."""

    POINTS = "points"
    ALL = "every trick"
    NONE = "no trick"


class OpenHands(Enum):
    """Whose hands lie open on the table, for all to see, from before the first lead."""

    NONE = "nobody"
    DECLARER = "the declarer"
    ALL = "everybody"


class Bid(NamedTuple):
    """A rung of the ladder; ``worth`` is what it counts on the score sheet."""

    name: str
    worth: int
    aim: Aim = Aim.POINTS
    laid: OpenHands = OpenHands.NONE

    def __str__(self) -> str:
        return bid_text(self.name)


GENERAL = N_("general")
_MISERES = {
    "petite-misere": N_("petite misère"),
    "misere-sur-table": N_("misère sur table"),
    "grande-misere": N_("grande misère"),
    "misere-supreme": N_("misère suprême"),
}
MISERES = (*_MISERES,)
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


def bid_text(name: str) -> str:
    """Return a bid as people say it: ``35``, ``general``, ``petite misère``."""
    return gettext(_MISERES.get(name, name))


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
            parts.append([str(bid)])
        last = number
    texts = (
        part[0] if len(part) == 1 else _("{low} to {high}", low=part[0], high=part[1])
        for part in parts
    )
    return ", ".join(texts) or _("no bid")


@frozen
class Bidding(Calls[Bid]):
    """The bids of one deal so far, forehand's first, of so many ``players``."""

    ladder: tuple[Bid, ...]
    calls: tuple[Bid | None, ...] = ()
    players: int = SEATS

    @classmethod
    def of(cls, ladder: Sequence[Bid], names: Sequence[str], players: int = SEATS) -> Bidding:
        """Return the auction in which this was said, in turn: names of bids and ``pass``.

        Raises RuleError or NotationError.
        """
        state = cls(tuple(ladder), players=players)
        for text in names:
            state = state.call(None if is_pass(text) else find_bid(ladder, text))
        return state

    @property
    def bid_names(self) -> tuple[str, ...]:
        """What was said, in turn, as ``of`` takes it."""
        return tuple(PASS if call is None else call.name for call in self.calls)

    def caller(self, index: int) -> Seat | None:
        """Return the seat of a bid, or whose turn it is after all; None when none is to call."""
        waiting = self._waiting(index)
        made = any(call is not None for call in self.calls[:index])
        return None if len(waiting) <= int(made) else waiting[0]

    @property
    def waiting(self) -> list[Seat]:
        """The seats that have not passed, in turn."""
        return self._waiting(len(self.calls))

    def _waiting(self, index: int) -> list[Seat]:
        waiting = list(seats_of(self.players))
        for call in self.calls[:index]:
            seat = waiting.pop(0)
            if call is not None:
                waiting.append(seat)
        return waiting

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
