"""A position: hands, cards on the table, the seat to play and the contract.

Positions are values: ``play`` returns the next one and leaves this as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from . import checks
from .cards import (
    CARDS,
    MAX_CARDS,
    SEATS,
    BySeat,
    Contract,
    Seat,
    card_name,
    cards_in,
    check_disjoint,
    check_lengths,
    seats_from,
    seats_of,
)
from .errors import ArgumentError, DealError, IllegalPlayError, RuleError
from .notation import (
    CardLike,
    CardsLike,
    HandsLike,
    SeatLike,
    as_card,
    as_cards,
    as_hands,
    format_cards,
    format_hands,
    parse_contract,
    parse_seat,
)
from .records import frozen
from .reprs import Printable
from .rules.trick import (
    ACE_LOW,
    PLAIN,
    TrickRules,
    after_card,
    arranged,
    avoids,
    cards_worth,
    equivalent_cards,
    legal_cards,
    plain_rules,
    takes_lead,
    trick_worth,
    why_illegal,
    why_not_held,
)
from .schema import Cards, Length

if TYPE_CHECKING:
    from .rules.variant import Variant

__all__ = ["MAX_CARDS", "Position"]


@frozen
class Position(Printable):
    """The hands, the cards on the table, the leader of the trick, the contract.

    >>> from manni import Position
    >>> position = Position("AQ... K2... 43...", contract="NT", leader="F")
    >>> after = position.play("SA")  # the position itself stays as it is
    >>> after.to_play.word, after.tricks
    ('middlehand', 2)
    >>> after
    Position('Q... K2... 43...', 'NT', 'F', 'SA')

    ``hands`` are bit masks and do not include the cards on the ``table``. These are in the order
    played, from ``leader`` on. With the cards on the table every seat has the same number of
    cards: from none to an equal part of the pack, which is 17 for three hands.

    ``rules`` say how tricks are played. If they make partners, all seats belong to two sides.
    ``declarers`` is then the smaller side, or forehand's side if both are of one size, whichever
    was named. Without partners it is empty.

    If the last card played completed a trick, ``taken_by`` is the seat that took the trick and
    ``taken`` what the trick was worth. Otherwise they are None and 0.

    There can be two to seven hands, whose seats are those of ``cards.seats_of``.
    """

    hands: BySeat[int]
    contract: Contract
    leader: Seat
    table: Cards
    rules: TrickRules
    declarers: frozenset[Seat]
    taken_by: Seat | None = field(default=None, init=False, compare=False)
    taken: int = field(default=0, init=False, compare=False)

    def __init__(
        self,
        hands: HandsLike,
        contract: Contract | str,
        leader: SeatLike = "F",
        table: CardsLike = (),
        ace_low: bool = False,
        *,
        rules: TrickRules = PLAIN,
        declarer: SeatLike | None = None,
        declarers: Collection[SeatLike] = (),
    ) -> None:
        """Make a position; all may also be given as text or number.

        Args:
            hands: Forehand's first, two to seven, without the cards on the table.
            contract: ``S``, ``H``, ``D``, ``C``, ``NT`` or ``NULLO``.
            leader: Who led, or is to lead, to the trick.
            table: The cards played to the trick, in order.
            ace_low: Short for the rules of the plain games with a low ace.
            rules: Those of another game's tricks.
            declarer: Short for ``declarers`` of one seat.
            declarers: One of two sides, where the rules make partners.

        Raises DealError where the cards cannot be a position or nobody, or everybody, is said to
        declare, IllegalPlayError where the table shows a card that might not be played,
        NotationError or ArgumentError for what is neither.
        """
        checks.instance(rules, TrickRules, "rules")
        if checks.flag(ace_low, "ace_low"):
            if rules not in (PLAIN, ACE_LOW):
                raise ArgumentError("ace_low: the order of the ranks is that of the rules given")
            rules = ACE_LOW
        held = as_hands(hands)
        seats = seats_of(len(held))
        side = declarers if declarer is None else (declarer,)
        named = checks.several(tuple(side) if isinstance(side, Set | str) else side, "declarers")
        read = Position.checked(
            held,
            parse_contract(contract),
            parse_seat(leader, seats),
            as_cards(table, "table"),
            rules,
            declarers=[parse_seat(name, seats) for name in named],
        )
        vars(self).update(vars(read))

    @classmethod
    def checked(
        cls,
        hands: BySeat[int],
        contract: Contract,
        leader: Seat,
        table: tuple[int, ...] = (),
        rules: TrickRules = PLAIN,
        declarer: Seat | None = None,
        declarers: Collection[Seat] = (),
    ) -> Position:
        """Return the position of values that are already parsed, with the constructor's checks."""
        side = frozenset(declarers if declarer is None else (declarer,))
        if rules.partners and len(side) == len(hands):
            raise DealError("all seats declare: nobody is left to play against")
        seats = type(leader)
        if 2 * len(side) + (seats.FOREHAND not in side) > len(hands):
            side = frozenset(seats) - side  # of two equal ones forehand's is kept
        made = cls.unchecked(
            hands=hands,
            contract=contract,
            leader=leader,
            table=table,
            rules=rules,
            declarers=side if rules.partners else frozenset(),
        )
        made._check()
        return made

    @classmethod
    def unchecked(cls, **values: Any) -> Position:
        """Return the position of these fields without any check."""
        made = object.__new__(cls)
        vars(made).update(values)
        return made

    def __repr__(self) -> str:
        hands = format_hands(self.hands, self.rules.written)
        arguments = [
            repr(hands if len(self.seats) == SEATS else hands.split()),
            repr(str(self.contract)),
            repr(str(self.leader)),
        ]
        if self.table:
            arguments.append(repr(format_cards(self.table)))
        if self.rules == ACE_LOW:
            arguments.append("ace_low=True")
        elif self.rules != PLAIN:
            arguments.append(f"rules={self.rules!r}")
        if self.declarer is not None:
            arguments.append(f"declarer={str(self.declarer)!r}")
        elif self.declarers:
            arguments.append(f"declarers={[*map(str, sorted(self.declarers))]!r}")
        return f"Position({', '.join(arguments)})"

    def _check(self) -> None:
        if len(self.table) >= len(self.seats):
            fewer = " or ".join(map(str, range(1, len(self.seats))))
            problem = f"{len(self.table)} cards on the table: a trick in progress has {fewer}"
            raise DealError(problem)
        check_disjoint(
            *((seat.word, self.hands[seat]) for seat in self.seats),
            *((f"the table ({card_name(card)})", 1 << card) for card in self.table),
        )
        check_lengths(self.dealt, ", cards on the table counted" if self.table else "")
        most = CARDS // len(self.seats)
        if self.tricks > most:
            raise DealError(f"{self.tricks} cards a hand: at most {most} come out of a pack")
        if self.rules.partners and not self.declarers:
            raise DealError("no declarer is named: give the seat that does, or its whole side")
        if len(self.table) > 1:  # any card may be led
            # ``dealt``, once it has been asked for, is among the fields, and stays right.
            now = self.unchecked(**vars(self) | {"hands": self.dealt, "table": ()})
            for card in self.table:
                now = now.play(card)

    def _legal(self) -> int:
        """Return the cards the seat to play may play, as a hand."""
        seat = self.to_play
        hand, table = self.open_cards(seat), self.table
        return legal_cards(hand, table, self.contract, self.rules, seat, self.declarers)

    @classmethod
    def parse(
        cls,
        hands: HandsLike,
        contract: str | Contract = "NT",
        leader: str | Seat = "F",
        played: CardsLike = "",
        ace_low: bool = False,
        *,
        rules: TrickRules = PLAIN,
        declarer: SeatLike | None = None,
        declarers: Collection[SeatLike] = (),
    ) -> Position:
        """Return the position of hands in text, forehand first.

        ``played`` are the cards on the table in the order played, apart from the
        hands; ``rules``, ``declarer`` and ``declarers`` are as in the constructor. Raises what it
        does.
        """
        side = declarers if declarer is None else (declarer,)
        return cls(hands, contract, leader, played, ace_low, rules=rules, declarers=side)

    @property
    def seats(self) -> type[Seat]:
        """The seats of the table, in playing order."""
        return type(self.leader)

    @property
    def is_plain(self) -> bool:
        """Whether three seats play by the rules of plain games, which the trick search solves."""
        return self.rules.is_plain and len(self.hands) == SEATS

    @property
    def declarer(self) -> Seat | None:
        """The seat that plays alone against partners, None where there is no such."""
        return next(iter(self.declarers)) if len(self.declarers) == 1 else None

    @cached_property
    def dealt(self) -> BySeat[int]:
        """The hands with the cards on the table given back to their seats."""
        hands = list(self.hands)
        for seat, card in zip(seats_from(self.leader), self.table, strict=False):
            hands[seat] |= 1 << card
        return tuple(hands)

    @property
    def tricks(self) -> Length:
        """The tricks still to be won, the one in progress included."""
        return self.dealt[0].bit_count()

    @property
    def worth(self) -> int:
        """What the tricks still to be won are worth in all: their number in the plain games."""
        return cards_worth(self.dealt, self.rules)

    @property
    def ace_low(self) -> bool:
        """Whether the ace is the lowest card of its suit."""
        return self.rules.ace_low

    @property
    def avoids(self) -> bool:
        """Whether what is counted is to be avoided."""
        return avoids(self.contract, self.rules)

    @property
    def two_sided(self) -> bool:
        """Whether what one side does not get is the other's, so that nothing is to be shared."""
        return bool(self.declarers) or len(self.seats) == 2

    @property
    def sign(self) -> int:
        """+1 where a trick is worth having, -1 where it is not."""
        return -1 if self.avoids else 1

    @property
    def to_play(self) -> Seat:
        """The seat to play; the leader if no card is left."""
        return seats_from(self.leader)[len(self.table)]

    def seat(self, seat: SeatLike) -> Seat:
        """Return the seat of this table that is meant."""
        return seat if type(seat) is self.seats else parse_seat(seat, self.seats)

    def side(self, seat: SeatLike) -> tuple[Seat, ...]:
        """Return the seats whose winnings a guarantee of ``seat`` counts: it and its partners."""
        seat, declarers = self.seat(seat), self.declarers
        if not declarers:
            return (seat,)
        return tuple(other for other in self.seats if (other in declarers) == (seat in declarers))

    def gain(self, seat: SeatLike) -> int:
        """Return what the last card played brought a seat: the worth of a trick it took, or 0."""
        return self.taken if self.taken_by is self.seat(seat) else 0

    def side_gain(self, seat: SeatLike) -> int:
        """Return what the last card played brought the side of a seat."""
        return self.taken if self.taken_by in self.side(seat) else 0

    def open_cards(self, seat: Seat) -> int:
        """Return the cards a seat holds of which none lies under another: all, but in piles."""
        return self.hands[seat]

    def legal(self) -> tuple[int, ...]:
        """Return the cards the seat to play may play, suits S H D C, highest first."""
        legal = cards_in(self._legal())
        return tuple(legal) if self.rules.heights == PLAIN.heights else arranged(legal, self.rules)

    @property
    def others(self) -> int:
        """The other seats' cards and the cards on the table."""
        return sum(self.dealt) & ~self.hands[self.to_play]

    def equivalent_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return the legal cards in groups of equivalent ones, sorted from the lowest card up."""
        return equivalent_cards(self._legal(), self.others, self.rules)

    def takes_lead(self, card: int) -> bool:
        """Return whether a card, played now, would be winning the trick."""
        return takes_lead(card, self.table, self.contract, self.rules)

    def is_master(self, card: int) -> bool:
        """Return whether nobody else holds, or has on the table, a higher card of the suit."""
        return not self.others & self.rules.higher(card)

    def why_illegal(self, card: int) -> tuple[str, str] | None:
        """Return why a card that is held may not be played: the kind of mistake, and a sentence.

        Return None if the card is legal.
        """
        seat = self.to_play
        hand, table = self.open_cards(seat), self.table
        if self.hands[seat] & ~hand & 1 << card:
            return "covered", f"{seat.word}'s {card_name(card)} lies under another card"
        return why_illegal(hand, table, card, self.contract, self.rules, seat, self.declarers)

    def play(self, card: CardLike) -> Position:
        """Return the position after the seat to play has played ``card``, such as ``"SA"``.

        After the last card of a trick the table is empty and the winner leads.
        Raises IllegalPlayError where the card may not be played.
        """
        if type(card) is not int or not 0 <= card < CARDS:
            card = as_card(card)
        if not self._legal() >> card & 1:
            seat, number = self.to_play, len(self.table) + 1
            kind = "not held" if self.hands[seat] else "no card to play"
            sentence = f"{seat.word} does not hold {card_name(card)}"
            if self.hands[seat] >> card & 1 and (wrong := self.why_illegal(card)):
                kind, sentence = wrong[0], f"card {number}: {wrong[1]}"
            raise IllegalPlayError(sentence, index=number, seat=seat, card=card, kind=kind)
        return self._after(card)

    def _after(self, card: int) -> Position:
        """Return the position after a legal card."""
        # What follows from a position is one: it is not checked again, since verifying a
        # puzzle plays hundreds of thousands of cards.
        after = object.__new__(type(self))
        fields = vars(after)
        fields["contract"], fields["rules"] = self.contract, self.rules
        fields["declarers"] = self.declarers
        fields["hands"], leader, fields["table"] = after_card(
            self.hands, self.leader, self.table, card, self.contract, self.rules
        )
        fields["leader"] = leader
        if not fields["table"]:
            fields["taken_by"] = leader
            fields["taken"] = trick_worth((*self.table, card), self.rules)
        return after

    def follow(self, cards: CardsLike) -> tuple[Position, ...]:
        """Return the positions of a play, ``"SA S3"``, this one first, one more for each card.

        Raises IllegalPlayError, which counts cards and tricks from 1.
        """
        cards = as_cards(cards)
        return tuple(self.walk(cards, lambda now, card: now._mistake(card, self.dealt)))

    way = follow

    def walk(
        self,
        cards: Iterable[int],
        mistake: Callable[[Position, int], tuple[str, str] | None],
    ) -> Iterator[Position]:
        """Yield the positions of a play, this one first.

        ``mistake(position, card)`` returns what is wrong with playing a card in a position: a kind
        and a sentence, or None. If something is wrong IllegalPlayError is raised, which counts
        cards and tricks from 1.
        """
        now = self
        yield now
        for number, card in enumerate(cards, len(self.table) + 1):
            wrong = mistake(now, card)
            if wrong is not None:
                kind, sentence = wrong
                raise IllegalPlayError(
                    f"trick {(number - 1) // len(self.hands) + 1}, card {number}: {sentence}",
                    index=number,
                    seat=now.to_play,
                    card=card,
                    kind=kind,
                )
            now = now._after(card)
            yield now

    def _mistake(self, card: int, dealt: BySeat[int]) -> tuple[str, str] | None:
        """Return the kind of mistake of a card played now and a sentence, None where it is legal.

        ``dealt`` are the hands from which the way here began.
        """
        if self.hands[self.to_play] >> card & 1:
            return self.why_illegal(card)
        return why_not_held(self.to_play, card, self.hands, sum(dealt))


class HasPosition(Protocol):
    """A ``Deal``, which says what position it has come to; a module of positions knows no deals."""

    def position(self) -> Position: ...


PositionLike = Position | HasPosition | str
"""A position, a deal that has come to one, or a text that holds one deal."""


def won_in(way: Sequence[Position]) -> BySeat[int]:
    """Return what each seat wins on a way from its first position on: tricks, or points."""
    return tuple(sum(position.gain(seat) for position in way[1:]) for seat in way[0].seats)


# The rules of a contract that is asked for: the one place that decides about ace and leader -----


def rules_for(
    contract: Contract, ace_low: bool | None, variant: Variant | None, claimed: bool = False
) -> TrickRules:
    """Return the rules of a contract.

    They are the variant's, the plain ones where there is none. ``claimed`` says that every trick
    has been claimed, if the variant has claims. ``ace_low`` puts the ace low or high, whatever
    the contract, if it is not None. Raises RuleError for a low ace in a variant that has an order
    of its own, and for a contract that such a variant does not have.
    """
    rules = PLAIN if variant is None else variant.rules_of(contract, claimed)
    if ace_low is None:
        return rules
    if rules.in_order:
        return rules if rules.ace_low == ace_low else _with_ace(rules, ace_low)
    if ace_low and variant is not None:
        raise RuleError(low_ace(variant))
    return rules


def low_ace(variant: Variant) -> str:
    """Return why the ace of a game cannot be low."""
    return f"a low ace: the ranks of {variant.code} have an order of their own"


def rules_if_legal(
    contract: Contract,
    ace_low: bool | None,
    variant: Variant | None,
    declarer: Seat | None,
    bid: str | None,
) -> TrickRules:
    """Return the rules of a contract that somebody declares, perhaps with a bid.

    Raises RuleError for what nobody can declare or bid in the variant, besides what
    ``rules_for`` raises.
    """
    if bid is not None and variant is None:
        raise RuleError(f"a bid, {bid}, is one of a game: name the variant")
    if variant is not None:
        variant.check_declarer(declarer, bid)
        if bid is not None:
            from .rules.variant import check_bid  # here: hardly any question has a bid

            check_bid(variant, contract, declarer, bid)
    return rules_for(contract, ace_low, variant, claimed=bid is not None)


def leader_for(declarer: Seat | None, variant: Variant | None) -> Seat:
    """Return who leads to the first trick if this seat declares, or nobody.

    As in the variant; where there is none, the declarer, else forehand.
    """
    if variant is not None:
        return variant.leader(declarer)
    return declarer or Seat.FOREHAND


def side_for(declarer: Seat | None, variant: Variant | None) -> frozenset[Seat]:
    """Return the side that declares if this seat does, or nobody: the ``declarers`` of a position.

    As in the variant; where there is none, the declarer alone.
    """
    if variant is not None:
        return variant.side_declaring(declarer)
    return frozenset(() if declarer is None else (declarer,))


@lru_cache(maxsize=64)
def _with_ace(rules: TrickRules, low: bool) -> TrickRules:
    return replace(rules, order=plain_rules(low).order)
