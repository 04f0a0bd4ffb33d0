"""Who may exchange how many cards, and where the new ones come from.

Cards come from the top of the Manni, whose order never changes; what is put down is
out of the game. Or a seat takes up all the cards on the table, looks at them and puts as
many away. A rule says which sizes are legal; ``Exchange`` goes through the seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import (
    CARDS,
    BySeat,
    Seat,
    card_name,
    hand_of,
    seats_of,
)
from ..checks import derived
from ..errors import RuleError
from ..i18n import N_, _, amount, card_written, gettext, pgettext
from ..records import frozen


@frozen
class ExchangeRule:
    """How many cards a seat may exchange: the declarer alone or, in turn, all.

    ``template`` says it in words; ``pile`` is in them what lies on the table, and they name the
    ``limits``: the most cards of each seat in turn, or of the declarer. ``all_or_nothing`` says
    that a seat exchanges its whole hand or no card, and that once a seat has done so no other may.
    ``picks_up`` says that the declarer takes up the cards on the table and puts as many away,
    unseen; to put down none is to leave them where they are.
    """

    template: str
    limits: tuple[int, ...] = ()
    by_all: bool = False
    all_or_nothing: bool = False
    picks_up: bool = False

    def order(self, declarer: Seat | None, seats: type[Seat] = Seat) -> tuple[Seat, ...]:
        """Return which of a table's seats may exchange, in turn."""
        if self.by_all:
            return tuple(seats)
        return () if declarer is None or self == NO_EXCHANGE else (declarer,)

    def sizes(self, seat: Seat, drawn: int, hand: int, manni: int) -> Sequence[int]:
        """Return the numbers of cards that ``seat`` may exchange, smallest first.

        ``drawn`` are the cards that the seats before it have drawn; ``hand`` and ``manni`` are the
        sizes of a hand and of the whole Manni. There are no more than the hand or what is left.
        """
        if self.picks_up:
            return (0, manni)
        if self.all_or_nothing:
            return (0,) if drawn else (0, hand)
        limits = self.limits or (0,)
        return range(min(limits[seat * self.by_all], hand, manni - drawn) + 1)

    def words(self, pile: str) -> str:
        """Return who exchanges how many cards; ``pile`` is what those on the table are called."""
        names = ("forehand", "middlehand") if self.by_all else ("number",)
        numbers = dict(zip(names, self.limits, strict=False))
        return gettext(self.template, pile=gettext(pile), **numbers)


NO_EXCHANGE = ExchangeRule(N_("none"))
SWAP_ALL = ExchangeRule(
    N_("the first who wants to, in turn: the whole hand for the {pile}"),
    by_all=True,
    all_or_nothing=True,
)
PICK_UP = ExchangeRule(
    N_("the declarer takes up the {pile} and puts as many cards away, unseen"), picks_up=True
)


def in_turn(forehand: int, middlehand: int) -> ExchangeRule:
    """Return the rule that each seat exchanges in turn, the dealer up to what is left."""
    words = N_(
        "forehand up to {forehand}, then middlehand up to {middlehand}, "
        "then the dealer up to what is left"
    )
    return ExchangeRule(words, (forehand, middlehand, CARDS), by_all=True)


def declarer_only(number: int) -> ExchangeRule:
    """Return the rule that the declarer alone exchanges, up to a number."""
    return ExchangeRule(N_("the declarer, up to {number}"), (number,))


def hand_after(hand: int, discards: int, manni: Sequence[int], picks_up: bool) -> int:
    """Return ``hand`` with ``discards`` out and as many cards from the top of ``manni`` in.

    Who ``picks_up`` has taken all its cards, and what he puts away may be among them.
    """
    if picks_up and discards:
        return (hand | hand_of(manni)) & ~discards
    return hand & ~discards | hand_of(manni[: discards.bit_count()])


@frozen
class Exchange:
    """The exchange of one deal so far; ``discard`` returns the next state.

    ``hands`` are as they are now, ``manni`` is the whole Manni in draw order, and
    ``discards`` is what the seats have put down so far, in the order of their turns.
    """

    rule: ExchangeRule
    hands: BySeat[int]
    manni: tuple[int, ...]
    declarer: Seat | None = None
    discards: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> type[Seat]:
        """The seats of the table."""
        return seats_of(len(self.hands))

    @property
    def to_exchange(self) -> Seat | None:
        """The seat whose turn it is, None when all have had theirs."""
        order = self.rule.order(self.declarer, self.seats)
        return order[len(self.discards)] if len(self.discards) < len(order) else None

    @property
    def drawn(self) -> int:
        """How many cards of the Manni have been drawn."""
        return sum(map(len, self.discards))

    def sizes(self) -> Sequence[int]:
        """Return how many cards the seat in turn may exchange; nothing once all have."""
        seat = self.to_exchange
        if seat is None:
            return ()
        return self.rule.sizes(seat, self.drawn, self.hands[seat].bit_count(), len(self.manni))

    def discard(self, cards: Sequence[int]) -> Exchange:
        """Return the state after the seat in turn has put down ``cards`` and drawn as many.

        Raises RuleError.
        """
        seat = self.to_exchange
        if seat is None:
            raise RuleError("the exchange is over: nobody may exchange any more")
        pile = hand_of(self.manni) if self.rule.picks_up else 0
        check_discard(seat, self.hands[seat], cards, self.sizes(), pile)
        hands = list(self.hands)
        left = self.manni[self.drawn :]
        hands[seat] = hand_after(hands[seat], hand_of(cards), left, self.rule.picks_up)
        return derived(self, hands=tuple(hands), discards=(*self.discards, tuple(cards)))


def check_discard(
    seat: Seat,
    hand: int,
    cards: Sequence[int],
    sizes: Sequence[int] | None,
    pile: int = 0,
    called: str = "surprise",
) -> None:
    """Raise RuleError unless ``seat``, holding ``hand``, may put down ``cards``.

    ``sizes`` are the numbers it may exchange, None if they are not known; ``pile`` are the cards
    that it takes up from the table before, and what the game calls them.
    """

    def wrong(sentence: str, yours: str, card: int) -> RuleError:
        def say(sentence: str) -> str:
            return gettext(
                sentence,
                seat=seat,
                card=card_written(card_name(card)),
                pile=gettext(called),
            )

        return RuleError.translated(lambda: say(sentence), say(yours), card=card)

    put_down = 0
    for card in cards:
        if put_down >> card & 1:
            raise wrong(*_TWICE, card)
        if not (hand | pile) >> card & 1:
            raise wrong(*(_NOT_IN_PILE if pile else _NOT_HELD), card)
        put_down |= 1 << card
    if sizes is not None:
        check_exchanged(seat, len(cards), sizes)


def check_exchanged(seat: Seat, number: int, sizes: Sequence[int]) -> None:
    """Raise RuleError unless a seat may exchange so many cards, as many as one of ``sizes``."""
    if number not in sizes:
        raise RuleError.translated(
            lambda: _(
                "{seat} exchanges {cards}: it may exchange {sizes}",
                seat=seat,
                cards=amount(number, "cards"),
                sizes=_sizes_text(sizes),
            ),
            _("You may exchange {sizes}.", sizes=_sizes_text(sizes)),
        )


# What is said of a discard, and to the player whose it is.
_TWICE = N_("{seat} discards {card} twice"), N_("You discard {card} twice.")
_NOT_HELD = N_("{seat} discards {card}, which it does not hold"), N_("You do not hold {card}.")
_NOT_IN_PILE = (
    N_("{seat} discards {card}, which is neither in its hand nor in the {pile}"),
    N_("{card} is neither in your hand nor in the {pile}."),
)


def _sizes_text(sizes: Sequence[int]) -> str:
    if list(sizes) == [0]:
        return pgettext("answer", "none")
    if len(sizes) > 2:
        return _("{low} to {high}", low=sizes[0], high=sizes[-1])
    return _(" or ").join(map(str, sizes))
