"""The steps of a deal at the table: events, questions to the player, turns of the computer.

A table's ``course`` yields them. An event needs no answer. A question is an ``Asks``, and a
``ComputerTurn`` contains one. The caller sends the course what ``Asks.apply`` makes of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import field
from typing import Any, Generic, TypeAlias, TypeVar

from ..advice.choices import Strength
from ..cards import BySeat, Contract, Seat, card_name, hand_of
from ..checks import quote
from ..errors import IllegalPlayError, NotationError, RuleError
from ..i18n import _
from ..position import Position
from ..records import frozen
from ..rules.auction import Auction, Bid, Bidding, Call
from ..rules.exchange import Exchange

C = TypeVar("C", Auction, Bidding)


class Event:
    """Something that has happened."""


@frozen
class Act(Event):
    """Something that a seat has done.

    An act ``from_record`` is repeated: the player has been told of it before.
    """

    seat: Seat
    from_record: bool = field(kw_only=True)


@frozen
class Dealt(Event):
    """The cards have been dealt."""


@frozen
class FaceUp(Event):
    """These cards on the table lie face up."""

    cards: tuple[int, ...]


@frozen
class Called(Act):
    """A seat has called a contract or bid a number, or passed."""

    call: Call | Bid | None


@frozen
class _WithBid(Event):
    seat: Seat
    bid: str


class Declares(_WithBid):
    """The auction is over, and the declarer has this bid."""


class Claims(_WithBid):
    """A seat claims every trick."""


@frozen
class PassedOut(Event):
    """All have passed: nothing is played."""


@frozen
class ContractMade(Event):
    """The contract is known."""


@frozen
class _WithCards(Act):
    cards: tuple[int, ...]


class Exchanged(_WithCards):
    """A seat has put down cards and drawn as many."""


class TakesUp(_WithCards):
    """A seat has taken up the surprise and put these cards away."""


@frozen
class Lays(Event):
    """A seat lays its hand open."""

    seat: Seat
    hand: int


@frozen
class Plays(Act):
    """A seat plays a card."""

    card: int


@frozen
class Takes(Event):
    """A seat takes the trick. ``won`` is what each seat has taken by now."""

    seat: Seat
    won: BySeat[int]


@frozen
class Scored(Event):
    """The deal is over: the points of each seat, and whether the bid was ``made``, if any."""

    points: BySeat[Any]
    made: bool | None = None


@frozen
class Asks:
    """A question to a seat."""

    seat: Seat

    def legal(self) -> Sequence[Any]:
        """Return the possible answers, none if the answer is cards."""
        return ()

    def parse(self, text: str, read: Callable[[str], Any]) -> Any:
        """Return the answer that ``read`` makes of a text. Raises RuleError if it is illegal."""
        with suppress(NotationError, RuleError, KeyError):
            answer = read(text)
            if answer in self.legal():
                return answer
        raise RuleError(_("{answer} cannot be said here", answer=quote(text)))

    def apply(self, answer: Any) -> Any:
        """Return the value to send to the course for an answer. Raises SolverError if illegal."""
        return answer


@frozen
class _AsksInTurn(Asks, Generic[C]):
    auction: C

    def legal(self) -> Sequence[Any]:
        """Return what the seat may say, a pass first."""
        return sorted(self.auction.legal(), key=lambda call: call is not None)

    def apply(self, answer: Any) -> C:
        """Return the auction after the answer."""
        return self.auction.call(answer)


class AsksCall(_AsksInTurn[Auction]):
    """What to call: a Call, or None for a pass."""


class AsksBid(_AsksInTurn[Bidding]):
    """What to bid: a Bid, or None for a pass."""


@frozen
class AsksExchange(Asks):
    """Which cards to put down: of the hand, or of hand and pile if ``state.rule`` takes it up."""

    state: Exchange

    @property
    def pile(self) -> tuple[int, ...]:
        """The cards that the seat takes up first."""
        return tuple(self.state.manni) if self.state.rule.picks_up else ()

    @property
    def held(self) -> int:
        """The cards of which it chooses: its hand, and those that it takes up."""
        return self.state.hands[self.seat] | hand_of(self.pile)

    def apply(self, answer: tuple[int, ...]) -> Exchange:
        """Return the exchange after the answer."""
        return self.state.discard(answer)


@frozen
class AsksAway(AsksExchange):
    """Which cards to put away after taking up the surprise; an empty answer puts that away."""

    def apply(self, answer: tuple[int, ...]) -> Exchange:
        """Return the exchange after the answer, with the surprise put away if that is empty."""
        return self.state.discard(answer or self.state.manni)


@frozen
class AsksTrump(Asks):
    """Which trump to name with a ``hand``. ``bid`` is the bid to be made, if there is one."""

    trumps: tuple[Contract, ...]
    hand: int
    bid: str | None

    def legal(self) -> Sequence[Contract]:
        """Return the trumps."""
        return self.trumps


@frozen
class AsksClaim(Asks):
    """Whether to claim every trick, by the bid of this name."""

    contract: Contract
    bid: str

    def legal(self) -> Sequence[bool]:
        """Return both answers, the pass first."""
        return False, True


@frozen
class AsksCard(Asks):
    """Which card to play."""

    position: Position

    def apply(self, answer: int) -> int:
        """Return the card. Raises IllegalPlayError for a wrong one.

        The error for a covered card is the same whether the seat holds the card or not.
        """
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


@frozen
class ComputerTurn:
    """A question for the computer, with its strength and the seed of its choices."""

    asks: Asks
    strength: Strength
    seed: int


Step: TypeAlias = Event | Asks | ComputerTurn
Course: TypeAlias = Generator[Step, Any, None]
