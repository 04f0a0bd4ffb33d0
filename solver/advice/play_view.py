"""What a seat knows when it is to play a card: its own cards and what has happened so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver import checks
from solver.advice.known import Known, check_pack
from solver.advice.thumb_play import Sight
from solver.advice.view import auction_ended, checked_left
from solver.cards import (
    RANKS,
    SEATS,
    SUIT_MASK,
    Seat,
    card_name,
    cards_in,
    check_once,
    hand_of,
    suit_of,
    triple,
)
from solver.errors import DealError, IllegalPlayError, RuleError
from solver.rules.auction import Call
from solver.rules.bidding import Aim, Bid, bid_name
from solver.rules.contract import Contract
from solver.rules.exchange import ExchangeRule
from solver.rules.points import check_bid
from solver.rules.trick import (
    TrickRules,
    avoids,
    legal_cards,
    trick_worth,
    why_illegal,
    winning_seat,
)
from solver.rules.variant import Variant

SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


class Record(NamedTuple):
    """What the cards played show: the trick in progress, who has won what, who lacks what.

    ``voids`` has a bit a suit; ``lacks`` are cards: those of the suits a seat is void in and,
    where there are duties to rise and ruff, those with which it would have had to.
    """

    leader: Seat
    table: tuple[int, ...]
    won: tuple[int, int, int]
    played: tuple[int, int, int]
    voids: tuple[int, int, int]
    lacks: tuple[int, int, int]


@dataclass(frozen=True)
class PlayView(Known):
    """All that a seat knows when it is its turn to play.

    ``hand`` is its hand as it was when the play began, ``played`` every card played since, in
    order. ``taken`` is how many cards each seat exchanged, in the order of the exchange, empty
    if not known; ``discarded`` are the cards the seat itself put down; ``cut`` is the cut card,
    which the dealer was dealt; ``calls`` are those of the whole auction, empty if not known, and
    ``lines_left`` the lines each seat had left to declare, if that was not all. Where numbers are
    bid, ``bid`` is the declarer's, None if not known, and ``shown`` are the cards of the surprise
    that lay face up. Raises DealError, RuleError or IllegalPlayError for what cannot be.
    """

    variant: Variant
    contract: Contract
    seat: Seat
    hand: int
    played: tuple[int, ...] = ()
    declarer: Seat | None = None
    great: bool = False
    cut: int | None = None
    taken: tuple[int, ...] = ()
    discarded: int = 0
    calls: tuple[Call | None, ...] = ()
    lines_left: tuple[frozenset[str], ...] = ()
    bid: str | None = None
    shown: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self._take_in()
        vars(self).update(
            played=checks.cards(self.played, "played"),
            discarded=checks.hand(self.discarded, "discarded"),
            lines_left=checked_left(self.lines_left),
            bid=None if self.bid is None else bid_name(self.bid),
            shown=checks.cards(self.shown, "shown"),
        )
        self._check_contract()
        self._check_bid()
        self._check_cards()
        self._check_exchange()
        others = not self.discarded and self.exchanged(self.seat) != 0
        self._check_cut(self.discarded, others)
        self._check_cut_played()
        self._check_shown()
        self._check_calls()
        self._check_turn()

    # What is known ---------------------------------------------------------------------

    @property
    def rules(self) -> TrickRules:
        """How tricks are played."""
        return self.variant.rules_of(self.contract)

    @property
    def exchange(self) -> ExchangeRule:
        """How the seats exchanged before the play."""
        return self.variant.exchange_in(self.contract)

    @property
    def standing(self) -> Bid | None:
        """The bid that is to be made, None if not known; any misère is to take no trick."""
        if self.bid is not None:
            return check_bid(self.variant, self.contract, self.declarer, self.bid)
        if not self.contract.avoids:
            return None
        return next((bid for bid in self.variant.bids if bid.aim is Aim.NONE), None)

    @property
    def avoids(self) -> bool:
        """Whether little is to be taken."""
        return avoids(self.contract, self.rules)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats that win and lose with this one: itself and its partner."""
        if not self.rules.partners or self.seat is self.declarer:
            return (self.seat,)
        return tuple(seat for seat in Seat if seat is not self.declarer)

    @cached_property
    def record(self) -> Record:
        """What the cards played show. Raises IllegalPlayError at the first that cannot be."""
        return self._follow()

    @property
    def left(self) -> int:
        """The seat's own cards that are still to be played."""
        return self.hand & ~hand_of(self.played)

    @property
    def legal(self) -> tuple[int, ...]:
        """The cards it may play, suits S H D C, highest first."""
        return tuple(cards_in(self._legal(self.left, self.record.table, self.seat)))

    def _legal(self, hand: int, table: Sequence[int], seat: Seat) -> int:
        return legal_cards(hand, table, self.contract, self.rules, seat, self.declarer)

    @property
    def gone(self) -> int:
        """The cards the seat is known to have put down; for a dealer, the cut card if not held."""
        if self.seat is not Seat.DEALER or self.cut is None:
            return self.discarded
        return self.discarded | 1 << self.cut & ~self.hand

    @property
    def unseen(self) -> int:
        """The cards that others may hold or have put down."""
        return self.variant.pack & ~self.hand & ~self.gone & ~hand_of(self.played)

    def exchanged(self, seat: int) -> int | None:
        """Return how many cards a seat has put down, None if that is not known."""
        order = self.exchange.order(self.declarer)
        if seat not in order:
            return 0
        if seat == self.seat and self.discarded:
            return self.discarded.bit_count()
        return dict(zip(order, self.taken, strict=False)).get(Seat(seat))

    def holds(self, seat: int) -> int:
        """Return how many cards a seat still has to play."""
        return self.variant.tricks - self.record.played[seat].bit_count()

    @property
    def sight(self) -> Sight:
        """What the rule of thumb goes by."""
        voids = self.record.voids
        return Sight(
            self.left,
            self.unseen,
            self.contract,
            self.record.table,
            self.ace_low,
            voids[(self.seat + 1) % SEATS],
            voids[(self.seat + 2) % SEATS],
        )

    # What cannot be --------------------------------------------------------------------

    def _check_bid(self) -> None:
        if self.bid is not None:
            check_bid(self.variant, self.contract, self.declarer, self.bid)
        if self.variant.claims and self.declarer is not None:
            raise RuleError("advice on the play: not where every trick is claimed")

    def _check_cards(self) -> None:
        variant, word = self.variant, self.seat.word
        check_pack(variant, self.seat, self.hand)
        self._check_put_down(self.discarded)
        if self.hand.bit_count() != variant.tricks:
            raise DealError(
                f"a hand of {self.hand.bit_count()} cards: give the {variant.tricks} with which "
                f"{word} began to play, those played since included"
            )

    def _check_exchange(self) -> None:
        variant, exchange = self.variant, self.exchange
        order = exchange.order(self.declarer)
        down = self.discarded.bit_count()
        if self.taken and len(self.taken) != len(order):
            words = ", ".join(each.word for each in order)
            wanted = f"how many cards {words} exchanged" if order else "nobody exchanges"
            numbers = checks.counted(len(self.taken), "number")
            raise DealError(f"taken: {numbers}, expected {len(order)}: {wanted}")
        if self.seat not in order and down:
            cards = checks.counted(down, "card")
            raise RuleError(f"{self.seat.word} may not exchange and has put down {cards}")
        if exchange.picks_up and down not in (0, variant.manni):
            raise DealError(
                f"{self.seat.word} has put away {down}: the {variant.pile} has {variant.manni}"
            )
        before = 0
        for each, count in zip(order, self.taken, strict=False):
            sizes = exchange.sizes(each, before, variant.tricks, variant.manni)
            if count not in sizes:
                raise RuleError(
                    f"{each.word} cannot have exchanged {checks.counted(count, 'card')}: "
                    f"{_sizes(sizes)} were possible"
                )
            if each is self.seat and down and down != count:
                cards = checks.counted(count, "card")
                raise DealError(f"{each.word} exchanged {cards}, but has put down {down}")
            before += count

    def _check_cut_played(self) -> None:
        cut = self.cut
        if cut in self.played and not self.record.played[Seat.DEALER] >> cut & 1:
            which = f"the {self.variant.cut_card} {card_name(cut)}"
            raise DealError(f"{which} is the dealer's, but another seat played it")

    def _check_shown(self) -> None:
        """Raise DealError unless these cards can have lain face up."""
        variant, up = self.variant, hand_of(self.shown)
        if not self.shown:
            return
        check_once(self.shown, "what lay face up")
        if len(self.shown) != variant.shown or up.bit_count() != variant.shown:
            raise DealError(
                f"cards shown: {len(self.shown)}, but {variant.shown} lie face up in {variant.code}"
            )
        takes = self.exchange.order(self.declarer)
        for card in self.shown:
            name = f"{card_name(card)} lay face up"
            if not variant.pack >> card & 1:
                raise DealError(f"{name}, which is not in {variant.code}'s pack")
            if self.hand >> card & 1 and self.seat not in takes:
                raise DealError(f"{name}, but {self.seat.word} holds it")
            own = self.hand | self.discarded
            if self.discarded and not own >> card & 1:
                raise DealError(f"{name}: {self.seat.word} must hold it or have put it away")
            for seat in Seat:
                if self.record.played[seat] >> card & 1 and seat not in takes:
                    raise DealError(f"{name}, but {seat.word} played it")

    def _check_calls(self) -> None:
        if not self.calls:
            return
        variant = self.variant
        if not variant.slots:
            raise DealError(f"nobody calls in {variant.code}")
        state = auction_ended(variant, self.lines_left, self.calls)
        assert state.declarer is not None
        if (state.declarer, state.standing) != (self.declarer, Call(self.contract, self.great)):
            raise DealError(
                f"after these calls {state.declarer.word} declares {state.standing}: "
                "another contract or declarer is given"
            )
        # A call says something of the hand that was dealt, which the play alone does not show.
        for seat in self.exchange.order(self.declarer):
            if self.exchanged(seat) is None and seat is not self.seat:
                raise DealError(
                    f"the calls are given, but not how many cards {seat.word} then exchanged "
                    "(--taken)"
                )

    def _check_turn(self) -> None:
        record = self.record
        to_play = Seat((record.leader + len(record.table)) % SEATS)
        if not self.left:
            raise DealError("no card is left to play")
        if to_play is not self.seat:
            after = f"after card {len(self.played)} " if self.played else ""
            raise DealError(f"{after}{to_play.word} is to play, not {self.seat.word}")

    def _follow(self) -> Record:
        """Return what the play shows, card by card."""
        rules = self.rules
        seat = leader = self.leader
        table: list[int] = []
        won, played, voids, lacks = ([0] * SEATS for _ in range(4))
        shown: dict[tuple[int, int], int] = {}
        for index, card in enumerate(self.played):
            problem = self._problem(card, seat, table, played, shown)
            if problem is not None:
                kind, text = problem
                raise IllegalPlayError(
                    f"trick {index // SEATS + 1}, card {index + 1}: {text}",
                    index=index + 1,
                    seat=seat,
                    card=card,
                    kind=kind,
                )
            if table and suit_of(card) != suit_of(table[0]):
                voids[seat] |= 1 << suit_of(table[0])
            lacking = self._lacking(card, table, seat)
            for each in cards_in(lacking & ~lacks[seat]):
                shown[seat, each] = index + 1
            lacks[seat] |= lacking
            played[seat] |= 1 << card
            table.append(card)
            seat = Seat((seat + 1) % SEATS)
            if len(table) == SEATS:
                leader = seat = winning_seat(leader, table, self.contract, rules)
                won[seat] += trick_worth(table, rules)
                table.clear()
        return Record(leader, tuple(table), *map(triple, (won, played, voids, lacks)))

    def _lacking(self, card: int, table: Sequence[int], seat: Seat) -> int:
        """Return the cards that the seat cannot have held when it played a card.

        What makes a card illegal is another that is held and would have had to be played, so
        that each of the others can be tried by itself.
        """
        if not table:
            return 0
        if not self.rules.duties:
            led = suit_of(table[0])
            return 0 if suit_of(card) == led else SUIT_MASK << RANKS * led
        bit = 1 << card
        return hand_of(
            other
            for other in cards_in(self.variant.pack & ~bit & ~hand_of(table))
            if not self._legal(bit | 1 << other, table, seat) & bit
        )

    def _problem(
        self,
        card: int,
        seat: Seat,
        table: Sequence[int],
        played: Sequence[int],
        shown: dict[tuple[int, int], int],
    ) -> tuple[str, str] | None:
        """Return the kind of what is wrong with a card played and a message, None if nothing."""
        name, bit = card_name(card), 1 << card
        if not self.variant.pack & bit:
            return "not held", f"{name} is not in {self.variant.code}'s pack"
        if any(cards & bit for cards in played):
            return "played twice", f"{seat.word} plays {name}, which has been played before"
        if played[seat].bit_count() == self.variant.tricks:
            return "no card to play", f"{name} is played after the last trick"
        if self.discarded & bit:
            return "not held", f"{seat.word} plays {name}, which {self.seat.word} has put down"
        if seat is not self.seat:
            if self.hand & bit:
                return "out of turn", f"{name} is in the hand given: it is {seat.word}'s turn"
            earlier = shown.get((seat, card))
            if earlier is not None:
                what = f"no {SUIT_WORDS[suit_of(card)]}"
                if self.rules.duties:
                    what = "that it does not hold it"
                return "revoke", f"{seat.word} plays {name}, but card {earlier} showed {what}"
            return None
        if not self.hand & bit:
            return "not held", f"{seat.word} plays {name}, which is not in the hand given"
        held = self.hand & ~played[seat]
        if not self._legal(held, table, seat) & bit:
            return why_illegal(held, table, card, self.contract, self.rules, seat, self.declarer)
        return None


def _sizes(sizes: Sequence[int]) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 2 else " or ".join(map(str, sizes))
