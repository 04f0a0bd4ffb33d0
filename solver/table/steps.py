"""The steps of a deal at the table: what happens, what the player is asked, what the computer is.

A table's ``course`` yields them. An event needs no answer; to an ``Asks``, the player's or one
in a ``ComputerTurn`` of the computer, the course is sent what ``apply`` makes of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from ..advice.choices import Strength
from ..cards import BySeat, Contract, Seat, card_name
from ..checks import quote
from ..errors import IllegalPlayError, NotationError, RuleError
from ..i18n import _
from ..position import Position
from ..rules.auction import Auction, Bid, Bidding, Call
from ..rules.exchange import Exchange

C = TypeVar("C", Auction, Bidding)


class Event:
    """Something that has happened."""


@dataclass(frozen=True)
class Act(Event):
    """Something that a seat has done.

    ``known`` are those that come from a record: somebody who was there has been told already.
    """

    seat: Seat
    known: bool = field(kw_only=True)


@dataclass(frozen=True)
class Dealt(Event):
    """The cards have been dealt."""


@dataclass(frozen=True)
class FaceUp(Event):
    """These cards on the table lie face up."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class Called(Act):
    """A seat has called a contract or bid a number, or passed."""

    call: Call | Bid | None


@dataclass(frozen=True)
class _WithBid(Event):
    seat: Seat
    bid: str


class Declares(_WithBid):
    """A bid stands."""


class Claims(_WithBid):
    """A seat claims every trick."""


@dataclass(frozen=True)
class PassedOut(Event):
    """All have passed: nothing is played."""


@dataclass(frozen=True)
class ContractMade(Event):
    """This is the contract."""

    contract: Contract


@dataclass(frozen=True)
class _WithCards(Act):
    cards: tuple[int, ...]


class Exchanged(_WithCards):
    """A seat has put down cards and drawn as many."""


class TakesUp(_WithCards):
    """A seat has taken up the surprise and put these cards away."""


@dataclass(frozen=True)
class Lays(Event):
    """A seat lays its hand open."""

    seat: Seat
    hand: int


@dataclass(frozen=True)
class Plays(Act):
    """A seat plays a card."""

    card: int


@dataclass(frozen=True)
class Takes(Event):
    """A seat takes the trick; ``won`` is what each has taken by now."""

    seat: Seat
    won: BySeat[int]


@dataclass(frozen=True)
class Scored(Event):
    """The deal is over: what it is worth to each, and whether a bid was made, if there was one."""

    points: BySeat[Any]
    made: bool | None = None


@dataclass(frozen=True)
class Asks:
    """Something that the player is asked."""

    seat: Seat

    def legal(self) -> Sequence[Any]:
        """Return what can be said; nothing where cards are chosen."""
        return ()

    def parse(self, text: str, read: Callable[[str], Any]) -> Any:
        """Return which of it a text is read as. Raises RuleError where it is nothing of that."""
        with suppress(NotationError, RuleError, KeyError):
            answer = read(text)
            if answer in self.legal():
                return answer
        raise RuleError(_("{answer} cannot be said here", answer=quote(text)))

    def apply(self, answer: Any) -> Any:
        """Return what the course is sent for an answer. Raises SolverError for a wrong one."""
        return answer


@dataclass(frozen=True)
class _AsksInTurn(Asks, Generic[C]):
    auction: C

    def legal(self) -> Sequence[Any]:
        """Return what he may say, a pass first."""
        return sorted(self.auction.legal(), key=lambda said: said is not None)

    def apply(self, answer: Any) -> C:
        """Return the auction after it."""
        return self.auction.call(answer)


class AsksCall(_AsksInTurn[Auction]):
    """What he calls: a Call, or None for a pass."""


class AsksBid(_AsksInTurn[Bidding]):
    """What he bids, or None for a pass."""


@dataclass(frozen=True)
class AsksExchange(Asks):
    """Which cards he puts down; where ``state.rule`` picks up, of his hand and the pile."""

    state: Exchange

    @property
    def pile(self) -> tuple[int, ...]:
        """The cards that he takes up first."""
        return tuple(self.state.manni) if self.state.rule.picks_up else ()

    def apply(self, answer: tuple[int, ...]) -> Exchange:
        """Return the exchange after his."""
        return self.state.discard(answer)


@dataclass(frozen=True)
class AsksAway(AsksExchange):
    """Which cards he puts away who has taken up the surprise; none are those he took up."""

    def apply(self, answer: tuple[int, ...]) -> Exchange:
        """Return the exchange after it."""
        return self.state.discard(answer or self.state.manni)


@dataclass(frozen=True)
class AsksTrump(Asks):
    """Which trump he names, of a ``hand``; ``bid`` is what he has to make, if anything."""

    trumps: tuple[Contract, ...]
    hand: int
    bid: str | None

    def legal(self) -> Sequence[Contract]:
        """Return the trumps."""
        return self.trumps


@dataclass(frozen=True)
class AsksClaim(Asks):
    """Whether he claims every trick, by a bid of this name."""

    contract: Contract
    bid: str

    def legal(self) -> Sequence[bool]:
        """Return both, a pass first."""
        return False, True


@dataclass(frozen=True)
class AsksCard(Asks):
    """Which card he plays."""

    position: Position

    def apply(self, answer: int) -> int:
        """Return the card. What lies covered is refused as what is not there at all."""
        position, seat = self.position, self.seat
        lies_open = position.open_cards(seat)
        if lies_open != position.hands[seat] and not lies_open >> answer & 1:
            raise IllegalPlayError(
                f"{card_name(answer)} does not lie open before {seat.word}",
                index=0,
                seat=seat,
                card=answer,
                kind="covered",
            )
        position.play(answer)
        return answer


KINDS: dict[type[Asks], str] = {
    AsksAway: "away",
    AsksBid: "bid",
    AsksCall: "call",
    AsksCard: "card",
    AsksClaim: "claim",
    AsksExchange: "exchange",
    AsksTrump: "trump",
}


@dataclass(frozen=True)
class ComputerTurn:
    """A question that the computer is to answer, playing so strong, and by which seed."""

    asks: Asks
    strength: Strength
    seed: int


Step: TypeAlias = Event | Asks | ComputerTurn
Course: TypeAlias = Generator[Step, Any, None]
