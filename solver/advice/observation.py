"""What a seat has seen of a deal at the moment when it is asked to act."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self

from .. import checks
from ..cards import (
    RANKS,
    SUIT_MASK,
    BySeat,
    Contract,
    Seat,
    card_name,
    cards_in,
    check_disjoint,
    check_once,
    hand_of,
    seats_from,
    suit_of,
)
from ..errors import DealError, RuleError
from ..fields import FIELDS
from ..notation import (
    CardLike,
    CardsLike,
    HandLike,
    as_card,
    as_cards,
    as_hand,
    as_hands,
    as_put_down,
    parse_contract,
    parse_seat,
)
from ..piles import (
    PILES,
    SeenPiles,
    as_seen_piles,
    known_in,
    piles_left,
)
from ..position import Position
from ..rollouts import Game, game_of
from ..rules.auction import Aim, Bid, Call, checked_calls, find_bid
from ..rules.exchange import ExchangeRule, check_exchanged
from ..rules.games import variant_of
from ..rules.trick import (
    TrickRules,
    avoids,
    legal_cards,
    low_first,
    why_illegal,
    why_not_held,
    why_not_plain,
)
from ..rules.variant import (
    Variant,
    check_bid,
    check_can_declare,
    check_cards,
    check_contract,
    check_cut,
    check_may_exchange,
    check_pile,
    targets,
    why_none_exchange,
)
from ..schema import NAMED, Card, CardCount, Cards, CardSet
from .declaration import Left, Lines, checked_left, declaration_of, declared

if TYPE_CHECKING:
    from ..deal import Deal

NamedBid = Annotated[Bid, NAMED]


class Record(NamedTuple):
    """What the cards played show: the trick in progress, who has won what, who lacks what.

    In the ``position`` all cards that the seat does not see are in one hand.
    ``lacks`` are cards: those of the suits a seat is void in and, where there are duties to rise
    and ruff, those with which it would have had to.
    """

    position: Position
    leader: Seat
    table: tuple[int, ...]
    won: BySeat[int]
    played: BySeat[int]
    lacks: BySeat[int]


def _numbers(value: object, seats: type[Seat]) -> tuple[int, ...]:
    return tuple(
        checks.number(each, "a number of cards or points")
        for each in checks.several(value, "numbers", len(seats))
    )


def _laid(value: object, seats: type[Seat]) -> BySeat[int]:
    laid = checks.several(value, "laid", len(seats))
    return as_hands(laid, seats) if laid else ()


_OF_A_DEAL = {each.name: each.take for each in FIELDS}
_READERS: dict[str, Callable[[Any, type[Seat]], Any]] = {
    **{name: _OF_A_DEAL[name] for name in ("declarer", "cut", "bid", "great")},
    "seat": parse_seat,
    "hand": lambda value, _: as_hand(value),
    "taken": _numbers,
    "discarded": lambda value, _: as_put_down(value, "discarded"),
    "shown": lambda value, _: as_cards(value, "shown"),
    "contract": lambda value, _: parse_contract(value),
    "calls": lambda value, _: checked_calls(value),
    "lines_left": lambda value, seats: checked_left(value, len(seats)),
    "score": _numbers,
    "played": _OF_A_DEAL["play"],
    "laid": _laid,
    "piles": lambda value, _: as_seen_piles(value),
}
"""How what is given for fields, at a table of these seats, becomes what they say."""


@dataclass(frozen=True)
class HandObservation(checks.Read):
    """What a seat has seen of a deal when it is to act: its hand, and what lies face up.

    ``hand`` is its hand at that moment: to put away, with the surprise taken up; to play, as it
    was when the play began. ``contract`` is None before one is named, nor supposed. ``taken`` is
    how many cards each seat exchanged, in turn: before a seat that is to exchange those before it,
    in the play those of all, empty if not known. ``discarded`` are the cards, as a hand, that
    the seat itself has put down: nobody has them. ``cut`` is the cut card, which the dealer was
    dealt. Where numbers are bid, ``bid`` is the declarer's, None if not known, and ``shown`` are
    the cards of the surprise that lie face up.

    There is a kind for every moment at which a seat is asked to act. It is checked here and
    nowhere else. Raises DealError, RuleError or IllegalPlayError for what cannot be.
    """

    moment: ClassVar[str]
    """What the seat is to do: ``exchange``, say."""

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised at this moment of a game, None where a seat can."""
        return None

    variant: Variant
    contract: Contract | None
    seat: Seat
    hand: int
    _: KW_ONLY
    declarer: Seat | None = None
    cut: Card | None = None
    taken: tuple[CardCount, ...] = ()
    discarded: CardSet = 0
    bid: str | None = None
    shown: Cards = ()

    def _take_in(self) -> None:
        vars(self)["variant"] = variant = variant_of(self.variant)
        for each in fields(self):
            if each.init and each.name in _READERS:
                value = getattr(self, each.name)
                vars(self)[each.name] = _READERS[each.name](value, variant.seats)

    @abstractmethod
    def _check(self) -> None:
        """Raise DealError, RuleError or IllegalPlayError for what cannot be at this moment."""
        if (why := self.why_never(self.variant)) is not None:
            raise RuleError(why)

    @property
    def seats(self) -> type[Seat]:
        """The seats of the table, in playing order."""
        return self.variant.seats

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick."""
        return self.variant.leader(self.declarer)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats, as they play after this one."""
        return seats_from(self.seat)[1:]

    @property
    def standing(self) -> NamedBid | None:
        """The bid that is to be made, None if not known."""
        return None if self.bid is None else find_bid(self.variant.bids, self.bid)

    @property
    def claimed(self) -> bool:
        """Whether that bid was made by claiming every trick, without an auction."""
        return self.bid is not None and self.variant.claims

    @property
    def exchange(self) -> ExchangeRule:
        """How the seats exchange before the play."""
        return self.variant.exchange

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats that may exchange, in turn."""
        return self.exchange.order(self.declarer, self.seats)

    def exchanged(self, seat: int) -> int | None:
        """Return how many cards a seat has put down, None if that is not known."""
        if seat not in self.order:
            return 0
        if seat == self.seat and self.discarded:
            return self.discarded.bit_count()
        return dict(zip(self.order, self.taken, strict=False)).get(self.seats(seat))

    def sizes_of(self, seat: Seat, before: int) -> Sequence[int]:
        """Return how many cards a seat may exchange, of which those before it took so many."""
        return self.exchange.sizes(seat, before, self.variant.tricks, self.variant.manni)

    @property
    def gone(self) -> int:
        """The cards the seat is known to have put down; for a dealer, the cut card if not held."""
        if self.seat is not self.seats.DEALER or self.cut is None:
            return self.discarded
        return self.discarded | 1 << self.cut & ~self.hand

    @property
    def unseen(self) -> int:
        """The cards that others may hold or have put down, or that may still be drawn."""
        return self.variant.pack & ~(self.hand | self.gone)

    # What cannot be ------------------------------------------------------------------------

    def had(self, seat: Seat) -> int:
        """Return the cards that a seat is known to have held after the exchange, or put down."""
        return self.hand | self.discarded if seat is self.seat else 0

    def _check_cards(self) -> None:
        """Raise DealError unless all that is known of the cards can be in one deal."""
        variant = self.variant
        check_cards(variant, *((seat.word, self.had(seat)) for seat in self.seats))
        check_once(self.shown, "what lies face up")
        if len(self.shown) not in (0, variant.shown):
            raise DealError(
                f"cards shown: {len(self.shown)}, but {variant.shown} lie face up in {variant.code}"
            )
        shown = hand_of(self.shown)
        hands = ((seat.word, self.had(seat)) for seat in self.seats if seat not in self.order)
        check_cards(variant, *hands, ("what lies face up", shown))
        for card in cards_in(shown & ~self.had(self.seat) if self.discarded else 0):
            raise DealError(
                f"{card_name(card)} lay face up: {self.seat.word} must hold it or have put it away"
            )


# Before a contract is named ----------------------------------------------------------


@dataclass(frozen=True)
class _BeforeContract(HandObservation):
    """What a seat has seen before a contract is named."""

    contract: None = field(default=None, init=False)


class BidObservation(_BeforeContract):
    """What a seat has seen that is to bid a number.

    It leads if it declares, so that its place does not matter.
    """

    moment = "bid"

    @property
    def unseen(self) -> int:
        """The cards that others may hold, or that lie face down on the table."""
        return super().unseen & ~hand_of(self.shown)

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised on bids."""
        seats = variant.seats
        if not variant.bids or variant.claims:
            return f"no numbers are bid in {variant.code}"
        where = None
        if variant.exchange.order(seats.FOREHAND, seats) and not variant.exchange.picks_up:
            where = "the declarer takes up what lies on the table"
        elif len({(variant.leader(seat) - seat) % variant.players for seat in seats}) > 1:
            where = "who leads goes by who declares"
        return where and f"advice on bids: only where {where}, not in {variant.code}"

    def _check(self) -> None:
        super()._check()
        _check_size(self.hand, self.variant)
        self._check_cards()


class TrumpObservation(_BeforeContract):
    """What a seat has seen that is to name the trump without an auction."""

    moment = "name trump"

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised which trump to name."""
        if variant.names_trump:
            return None
        return f"no trump is named without an auction in {variant.code}"

    def _check(self) -> None:
        super()._check()
        variant = self.variant
        if self.seat is not self.leader:
            raise RuleError(f"{self.leader.word} names the trump in {variant.code}")
        _check_size(self.hand, variant)
        self._check_cards()


class PutAwayObservation(_BeforeContract):
    """What a declarer has seen who is to put cards away and name a trump.

    He has taken up the surprise, if there is one.
    """

    moment = "put away"

    @classmethod
    def of(
        cls,
        hand: HandLike,
        variant: Variant | str,
        seat: Seat | str | None = None,
        surprise: CardsLike = (),
        bid: str | None = None,
    ) -> Self:
        """Return what a declarer has seen, by default the seat that opens.

        ``hand`` are the cards dealt and ``surprise`` those taken up, or ``hand`` is both: which of
        them were dealt does not matter. Raises DealError or RuleError.
        """
        variant = variant_of(variant)
        seat = variant.opener if seat is None else parse_seat(seat, variant.seats)
        hand = _with_surprise(as_hand(hand), as_cards(surprise, "surprise"), variant)
        return cls(variant, seat, hand, bid=bid)

    def _take_in(self) -> None:
        super()._take_in()
        vars(self)["declarer"] = self.seat

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised what to put away."""
        exchange, seats = variant.exchange, variant.seats
        has_bid = variant.bids and not variant.claims and not exchange.order(seats(0), seats)
        if exchange.picks_up or has_bid:
            return None
        return f"there is no surprise to take up in {variant.code}"

    def _check(self) -> None:
        super()._check()
        variant, dealt, more = self.variant, self.variant.tricks, self.variant.taken_up
        self._check_cards()
        size, wanted = dealt + more, ""
        if more:
            wanted = (
                f"with the {variant.pile} taken up it is {size} in {variant.code}, or {dealt} and "
                f"the {variant.pile} apart"
            )
        _check_size(self.hand, variant, wanted, more)
        if self.standing is not None and self.standing.aim is Aim.NONE:
            raise RuleError(f"nothing is exchanged where {self.standing} is bid")


# In a contract -----------------------------------------------------------------------


@dataclass(frozen=True)
class ContractObservation(HandObservation):
    """What a seat has seen in a contract, ``great`` or not, named or supposed.

    ``calls`` are those made, empty if not known, and ``lines_left`` the lines each seat had left
    to declare before them, by default all.
    """

    declares: ClassVar[bool] = False
    """Whether the seat is taken for the declarer where none is given."""

    contract: Contract
    _: KW_ONLY
    great: bool = False
    calls: tuple[Call | None, ...] = ()
    lines_left: Lines = field(default=(), repr=False)  # sets, which are written in any order

    @classmethod
    def of(
        cls,
        hand: HandLike,
        variant: Variant | str,
        contract: Contract | str | None = None,
        seat: Seat | str | None = None,
        *,
        declarer: Seat | str | None = None,
        great: bool = False,
        cut: CardLike | None = None,
        discarded: CardsLike = (),
        calls: Sequence[Call | None] = (),
        left: Left = (),
        laid: Sequence[tuple[Seat | str, HandLike]] = (),
        **seen: Any,
    ) -> Self:
        """Return what a seat has seen, as somebody at the table would say it.

        ``discarded`` are the cards that the seat itself has already put down. ``contract`` may
        be left to the cut card, and with ``declarer`` and ``great`` to the ``calls``. In games in
        which contracts are declared, a seat that is to exchange is taken for the declarer where
        none is given, in the play the seat that opens; with no seat given either it is the
        declarer's. ``left`` is what was left to declare before the calls, where that is not
        everything, ``laid`` the hands that lie open in the play, each with its seat. What else is
        ``seen`` are fields; where hands lie in ``piles``, these say the hand and the card turned
        up as well. Raises DealError or RuleError.
        """
        variant = variant_of(variant)
        seat = None if seat is None else parse_seat(seat, variant.seats)
        cut = None if cut is None else as_card(cut, "cut")
        piles = as_seen_piles(seen.get("piles", ()))
        if cut is None and piles:
            cut = next(iter(piles[-1][-1]), None)
        calls = checked_calls(calls)
        great = checks.flag(great, "great")
        declarer, contract, great, names = declaration_of(
            variant, calls, left, seat, declarer, contract, great
        )
        if declarer is None and variant.slots:
            declares = cls.declares and seat is not None
            declarer = seat if declares else variant.opener
        seat = declarer if seat is None else seat
        if seat is None:
            *most, last = (each.letter for each in variant.seats)
            raise DealError(f"no seat: say whose hand it is, {', '.join(most)} or {last} (--seat)")
        gone = as_cards(discarded, "discarded")
        check_once(gone, seat.word, "has put down")
        chosen = variant.contract_of(None if contract is None else parse_contract(contract), cut)
        if chosen is None:
            cut_card = f" or the {variant.cut_card} (--cut)" * variant.cuts
            raise DealError(f"no contract: give one (--contract){cut_card}")
        if not calls:  # else these say who declares
            check_can_declare(variant, declarer, chosen, great)
        if checks.several(laid, "laid"):
            seen["laid"] = _hands_laid(laid, variant.seats)
        return cls(
            variant,
            chosen,
            seat,
            as_hand(hand),
            declarer=declarer,
            great=great,
            cut=cut,
            discarded=hand_of(gone),
            calls=calls,
            lines_left=names,
            **seen,
        )

    # The game ----------------------------------------------------------------------------

    @property
    def ace_low(self) -> bool:
        """Whether the ace is the lowest card of its suit."""
        return self.variant.ace_low(self.contract)

    @cached_property
    def rules(self) -> TrickRules:
        """How tricks are played."""
        return self.variant.rules_of(self.contract, self.bid is not None)

    @property
    def avoids(self) -> bool:
        """Whether little is to be taken."""
        return avoids(self.contract, self.rules)

    @property
    def standing(self) -> NamedBid | None:
        """The bid that is to be made, None if not known; any misère is to take no trick."""
        if self.bid is not None or not self.contract.avoids:
            return super().standing
        return next((bid for bid in self.variant.bids if bid.aim is Aim.NONE), None)

    @property
    def target(self) -> int:
        """How many tricks the seat is to take, or at most to take, where there are targets."""
        return targets(self.variant, self.contract, self.great, self.declarer)[self.seat]

    @cached_property
    def declarers(self) -> frozenset[Seat]:
        """The seats of one of two sides, nobody where each plays for himself."""
        return self.variant.side_declaring(self.declarer)

    @property
    def rollout_game(self) -> Game:
        """The rules of the play, as the compiled rollouts read them."""
        variant = self.variant
        return game_of(self.rules, self.contract, self.declarers, variant.pack, variant.players)

    # The exchange ------------------------------------------------------------------------

    @cached_property
    def exchange(self) -> ExchangeRule:
        """How the seats exchange before the play in this contract."""
        return self.variant.exchange_in(self.contract)

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange after this one."""
        return self.order[self.order.index(self.seat) + 1 :]

    def sizes(self) -> Sequence[int]:
        """Return how many cards the seat may exchange, besides those it already has."""
        sizes = self.sizes_of(self.seat, sum(self.taken))
        done = self.discarded.bit_count()
        return [size - done for size in sizes if size >= done] if done else sizes

    # What cannot be ------------------------------------------------------------------------

    def _check_contract(self) -> None:
        if not self.lines_left:
            every = frozenset(slot.name for slot in self.variant.slots)
            vars(self)["lines_left"] = (every,) * self.variant.players
        self.variant.contract_of(self.contract, self.cut)
        check_contract(self.variant, self.contract, self.great, self.declarer)

    def _check_taken(self, seats: Sequence[Seat], when: str = "") -> None:
        """Raise DealError unless each of these seats can have exchanged what is said of it."""
        if len(self.taken) != len(seats):
            wanted = "nobody exchanges"
            if seats:
                wanted = f"how many cards {', '.join(each.word for each in seats)} exchanged"
            raise DealError(
                f"taken: {checks.counted(len(self.taken), 'number')}, expected {len(seats)}: "
                f"{wanted}{when}"
            )
        down, before = self.discarded.bit_count(), 0
        for each, count in zip(seats, self.taken, strict=True):
            check_exchanged(each, count, self.sizes_of(each, before))
            if each is self.seat and down and down != count:
                raise DealError(
                    f"{each.word} exchanged {checks.counted(count, 'card')}, "
                    f"but has put down {down}"
                )
            before += count

    def _check_exchange(self) -> None:
        if self.taken:
            self._check_taken(self.order)
        sizes = self.sizes_of(self.seat, 0) if self.seat in self.order else (0,)
        check_exchanged(self.seat, self.discarded.bit_count(), sizes)

    def _check_cards(self) -> None:
        word = self.seat.word
        check_disjoint((word, self.hand), (f"what {word} has put down", self.discarded))
        super()._check_cards()
        if self.cut is None:
            return
        dealer = self.seats.DEALER
        holders = [seat.word for seat in self.seats if self.had(seat) >> self.cut & 1]
        if holders:
            held = holders == [dealer.word]
        else:  # the dealer may not have said what he has put down
            more = self.moment == "play" and not self.discarded and self.exchanged(dealer) != 0
            held = more or self.seat is not dealer
        check_cut(self.variant, self.cut, held, *holders)
        check_cards(self.variant, (dealer.word, 1 << self.cut))

    def _check_calls(self) -> None:
        if not self.calls:
            return
        declared(
            self.variant, self.calls, self.lines_left, self.declarer, self.contract, self.great
        )
        # A call says something of the hand that was dealt, which the play alone does not show.
        for seat in self.order:
            if self.exchanged(seat) is None and seat is not self.seat:
                raise DealError(
                    f"the calls are given, but not how many cards {seat.word} then exchanged "
                    "(--taken)"
                )


@dataclass(frozen=True)
class OpenObservation(ContractObservation):
    """What a seat has seen when hands may lie open.

    ``laid`` has the hand that each seat has laid open on the table, or told, as it was at the first
    lead, 0 for one that has not; empty, nobody has. Where hands lie in ``piles`` these are as they
    lay at the first lead, None for each card that nobody has seen by now; ``hand`` is what is known
    of the seat's own, and may be left to them. ``score`` is what each seat has marked in the game
    so far, empty if that is not known. It says who has an interest in a claim where marks are bad.
    """

    _: KW_ONLY
    laid: BySeat[int] = ()
    piles: BySeat[SeenPiles] = ()
    score: tuple[int, ...] = ()

    @property
    def helpers(self) -> tuple[Seat, ...]:
        """Who plays for the claim that was made, or would for one of the seat."""
        claimer = self.seat if self.declarer is None else self.declarer
        side = self.variant.claim_sides(claimer, self.score)[0]
        return tuple(seat for seat in side if seat is not claimer)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The other seats, whose hands lie open."""
        return tuple(seat for seat in self.seats if self.laid[seat] and seat is not self.seat)

    @property
    def open_hands(self) -> BySeat[int | None]:
        """Their hands at the first lead, None for a seat whose hand is hidden or its own."""
        return tuple(self.laid[seat] if seat in self.open_seats else None for seat in self.seats)

    @property
    def knows_all(self) -> bool:
        """Whether it knows every hand, by what lies open and what is left of the pack then."""
        if self.piles:
            return self.covered.bit_count() < 2
        hidden = self.variant.players - 1 - len(self.open_seats)
        return hidden == 0 or (hidden == 1 and not self.variant.manni)

    @property
    def is_told(self) -> bool:
        """Whether it knows every hand since partners tell each other what they hold."""
        return self.variant.spoken and self.knows_all

    @property
    def covered(self) -> int:
        """The cards that lie covered in piles, so that nobody has seen them."""
        return self.variant.pack & ~known_in(chain(*self.piles)) if self.piles else 0

    # What cannot be ------------------------------------------------------------------------

    def had(self, seat: Seat) -> int:
        """Return the cards that a seat is known to have held after the exchange, or put down."""
        if self.piles:
            return known_in(self.piles[seat])
        return super().had(seat) | self.laid[seat]

    def _check_score(self) -> None:
        variant = self.variant
        if not self.score:
            return
        if not variant.scoring.forfeit:
            raise RuleError(f"the score says nothing of a claim in {variant.code}: marks are good")
        if len(self.score) != variant.players:
            raise DealError(f"a score of {len(self.score)} seats: {variant.players} play")
        if variant.ending.over((self.score,)):
            raise DealError(f"with this score the game is over: it is played {variant.ending}")

    def _check_piles(self, played: Sequence[int] = ()) -> None:
        """Raise DealError unless this much can have been seen of piles, and take it in.

        A trick that is over has turned what lay under its cards.
        """
        variant = self.variant
        if not self.piles:
            if variant.in_piles:
                raise DealError(f"the hands of {variant.code} lie in piles: say how (--piles)")
            return
        if not variant.in_piles:
            raise DealError(f"piles: there are none in {variant.code}")
        players, tall = variant.players, variant.tricks // PILES
        over = hand_of(played[: len(played) // players * players])
        for seat, piles in zip(self.seats, self.piles, strict=True):
            for number, pile in enumerate(piles, 1):
                known = [card for card in pile if card is not None]
                turned = min(tall, 1 + sum(over >> card & 1 for card in known))
                if len(pile) != tall:
                    problem = (
                        f"{checks.counted(len(pile), 'card')}, expected {tall}: those played since "
                        "and ? for covered ones"
                    )
                elif list(pile[:turned]) != known:
                    problem = (
                        f"{len(known)} of {checks.counted(tall, 'card')} known, but {turned} have "
                        "been seen by now"
                    )
                else:
                    continue
                raise DealError(f"{seat.word}, pile {number}: {problem}")
            check_once([card for card in chain(*piles) if card is not None], seat.word)
        own, (cut, *_) = known_in(self.piles[self.seat]), self.piles[-1][-1]
        assert cut is not None  # else too few have been seen
        if self.hand not in (0, own):
            raise DealError(f"the hand given is not what has been seen of {self.seat.word}'s piles")
        if self.cut not in (None, cut):
            raise DealError(
                f"{variant.cut_text(self.cut)}: {card_name(cut)} is on top of the dealer's last "
                "pile"
            )
        vars(self).update(hand=own, cut=cut)

    def _check_contract(self) -> None:
        vars(self)["laid"] = self.laid or (0,) * self.variant.players
        super()._check_contract()

    def _check_laid(self) -> None:
        """Raise DealError unless these hands can lie open."""
        if self.laid[self.seat] not in (0, self.hand):
            raise DealError(f"the open hand of {self.seat.word} is not the hand given")
        variant = self.variant
        bids = [self.bid] if self.bid else [None, *(bid.name for bid in variant.bids)]
        lies = [variant.laid_open(bid, self.declarer, self.laid) for bid in bids]
        for seat in self.open_seats:
            if not any(hands[seat] for hands in lies):
                where = "here" if self.bid is None else f"in {self.standing}"
                raise DealError(f"{seat.word} does not lay the hand open {where}")
            _check_size(self.laid[seat], variant, began(variant, seat))


@dataclass(frozen=True)
class ClaimObservation(OpenObservation):
    """What a seat has seen that may claim every trick, without an auction."""

    moment = "claim"

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised whether to claim."""
        if not variant.claims:
            return f"nothing is claimed without an auction in {variant.code}"
        if not variant.has_targets and not variant.exchange.order(variant.seats(0), variant.seats):
            return None
        return (
            "advice on a claim: only where the score sheet has marks and nobody exchanges, "
            f"not in {variant.code}"
        )

    def _check(self) -> None:
        super()._check()
        variant = self.variant
        self._check_score()
        self._check_piles()
        self._check_contract()
        if self.declarer is not None or self.bid is not None:
            raise DealError("nobody has claimed yet: a declarer or a bid is given")
        if variant.cuts and self.cut is None:
            raise DealError(f"the {variant.cut_card} lies face up: it has to be known (--cut)")
        _check_size(self.hand, variant)
        self._check_exchange()
        self._check_calls()
        self._check_laid()
        self._check_cards()


class CallObservation(ContractObservation):
    """What a seat has seen that is to call, if a call then stands."""

    moment = "call"

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised before the pile is drawn from."""
        if variant.exchange.picks_up:
            return (
                f"the {variant.pile} is seen before a card is put away in {variant.code}: "
                "what is advised is what to put away once it has been taken up"
            )
        return why_not_plain(variant.rules, "advice on the exchange")

    def _check(self) -> None:
        super()._check()
        _check_size(self.hand, self.variant)
        self._check_cards()
        self._check_contract()


class ExchangeObservation(CallObservation):
    """What a seat has seen that is to exchange."""

    moment = "exchange"
    declares = True

    @classmethod
    def why_never(cls, variant: Variant) -> str | None:
        """Return why nobody can be advised what to exchange."""
        order = variant.exchange.order(variant.seats(0), variant.seats)
        return why_none_exchange(variant, order) or super().why_never(variant)

    def _check(self) -> None:
        super()._check()
        if not self.calls:  # else these say who declares
            check_can_declare(self.variant, self.declarer, self.contract, self.great)
        check_may_exchange(self.variant, self.order, self.seat)
        earlier = self.order[: self.order.index(self.seat)]
        self._check_taken(earlier, f" before {self.seat.word}")
        sizes = self.sizes_of(self.seat, sum(self.taken))
        check_exchanged(self.seat, self.discarded.bit_count(), sizes)


# In the play -------------------------------------------------------------------------


@dataclass(frozen=True)
class Observation(OpenObservation):
    """What a seat has seen that is to play; ``played`` is every card played, in order."""

    moment = "play"

    _: KW_ONLY
    played: Cards = ()

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats that win and lose with this one: itself and who plays with it."""
        sides = self.variant.sides(self.declarer)
        if self.claimed and self.declarer is not None:
            sides = self.variant.claim_sides(self.declarer, self.score)
        return next(side for side in sides if self.seat in side)

    def holds(self, seat: int) -> int:
        """Return how many cards a seat still has to play."""
        return self.variant.tricks - self.record.played[seat].bit_count()

    @property
    def left(self) -> int:
        """The seat's own cards that are still to be played."""
        return self.hand & ~hand_of(self.played)

    @property
    def unseen(self) -> int:
        """The cards that others may hold or have put down, or that may still be drawn."""
        return super().unseen & ~hand_of(self.played)

    @property
    def beyond(self) -> int:
        """The cards that others may play to this trick, as far as is known."""
        if not self.piles:
            return self.unseen
        return known_in(chain(*(self.piles[seat] for seat in self.others))) & ~hand_of(self.played)

    @property
    def rolls_out(self) -> bool:
        """Whether worlds are played out, each seat on its own knowledge; else they are solved.

        That is where a hand lies open or in piles, and where every trick is to be taken, or none.
        """
        bid = self.standing
        by_points = bid is None or bid.aim is Aim.POINTS
        return self.rules.rolls_out and not self.open_seats and by_points and not self.piles

    @property
    def legal(self) -> tuple[int, ...]:
        """The cards it may play, suits S H D C, highest first."""
        return self.record.position.legal()

    def equivalent_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return the cards it may play in groups of equivalent ones, sorted from the lowest up.

        Under each card of a pile lies another.
        """
        if self.piles:
            lowest_first = sorted(self.legal, key=lambda card: low_first(self.rules, card))
            return tuple((card,) for card in lowest_first)
        return self.record.position.equivalent_cards()

    # What cannot be ------------------------------------------------------------------------

    def _check(self) -> None:
        super()._check()
        variant = self.variant
        self._check_score()
        self._check_piles(self.played)
        self._check_contract()
        if self.bid is not None or (variant.claims and self.declarer is not None):
            check_bid(variant, self.contract, self.declarer, self.bid)
        _check_size(self.hand, variant, began(variant, self.seat))
        self._check_exchange()
        self._check_laid()
        self._check_cards()
        self._check_calls()
        record = self.record
        to_play = seats_from(record.leader)[len(record.table)]
        if not self.left:
            raise DealError("no card is left to play")
        if to_play is not self.seat:
            after = f"after card {len(self.played)} " if self.played else ""
            raise DealError(f"{after}{to_play.word} is to play, not {self.seat.word}")

    def had(self, seat: Seat) -> int:
        """Return the cards that a seat is known to have held after the exchange, or put down."""
        return super().had(seat) | self.record.played[seat]

    @cached_property
    def record(self) -> Record:
        """What the cards played show. Raises IllegalPlayError at the first that cannot be."""
        won, played, lacks = ([0] * self.variant.players for _ in range(3))
        shown: dict[tuple[int, int], int] = {}
        game = self.contract, self.rules, self.declarers
        hands = [0] * self.variant.players
        hands[self.seat], hands[self.others[0]] = self.hand, super().unseen
        start = Position.unchecked(
            hands=tuple(hands),
            contract=self.contract,
            leader=self.leader,
            table=(),
            rules=self.rules,
            declarers=self.declarers,
        )
        way = start.walk(self.played, lambda now, card: self._problem(card, now, played, shown))
        now = next(way)
        for number, (card, after) in enumerate(zip(self.played, way, strict=True), 1):
            seat = now.to_play
            lacking = 0 if self.piles else _lacking(card, now.table, seat, *game, self.variant.pack)
            for each in cards_in(lacking & ~lacks[seat]):
                shown[seat, each] = number
            lacks[seat] |= lacking
            played[seat] |= 1 << card
            now = after
            if now.taken_by is not None:
                won[now.taken_by] += now.taken
        # Who shows a hand lacks all else, and everybody else lacks what is in it.
        for seat, each in product(self.open_seats, self.seats):
            lacks[each] |= self.variant.pack & ~self.laid[seat] if each is seat else self.laid[seat]
        return Record(now, now.leader, now.table, *map(tuple, (won, played, lacks)))

    def _still_held(self, seat: Seat, played: int) -> int | None:
        """Return what is left of a hand, None if it is hidden."""
        hand = self.hand if seat is self.seat else self.laid[seat]
        if self.piles:
            hand = known_in(self.piles[seat])
        if hand:
            return hand & ~played
        return 0 if played.bit_count() == self.variant.tricks else None

    def _problem(
        self,
        card: int,
        now: Position,
        played: Sequence[int],
        shown: dict[tuple[int, int], int],
    ) -> tuple[str, str] | None:
        """Return the kind of what is wrong with a card played and a message, None if nothing."""
        name, bit, gone, seat = card_name(card), 1 << card, sum(played), now.to_play
        if not self.variant.pack & bit:
            return "not held", f"{name} is not in {self.variant.code}'s pack"
        if self.discarded & bit & ~gone:
            return "not held", f"{seat.word} plays {name}, which {self.seat.word} has put down"
        hands = [self._still_held(each, played[each]) for each in self.seats]
        own = hands[seat] or 0
        if not own & bit:
            earlier = shown.get((seat, card))
            problem = why_not_held(seat, card, hands, gone)
            if problem or earlier is None:
                return problem
            return (
                "revoke",
                f"{seat.word} plays {name}, which card {earlier} showed that it does not hold",
            )
        if self.piles:
            own = known_in(pile[:1] for pile in piles_left(self.piles, cards_in(gone))[seat])
            if not own & bit:
                return "covered", f"{seat.word}'s {name} lies under another card"
        return why_illegal(own, now.table, card, self.contract, self.rules, seat, self.declarers)


# Those of a deal are asked for before every card; seats of other tables are equal as numbers.
@lru_cache(4096, typed=True)
def _lacking(
    card: int,
    table: tuple[int, ...],
    seat: Seat,
    contract: Contract,
    rules: TrickRules,
    declarers: frozenset[Seat],
    pack: int,
) -> int:
    """Return the cards that the seat cannot have held when it played a card.

    What makes a card illegal is another that is held and would have had to be played, so
    that each of the others can be tried by itself.
    """
    if not table:
        return 0
    if not rules.duties:
        led = suit_of(table[0])
        return 0 if suit_of(card) == led else SUIT_MASK << RANKS * led
    bit = 1 << card
    return hand_of(
        other
        for other in cards_in(pack & ~bit)
        if not legal_cards(bit | 1 << other, table, contract, rules, seat, declarers) & bit
    )


def began(variant: Variant, seat: Seat) -> str:
    """Return which hand is wanted of a seat in the play."""
    return (
        f"give the {variant.tricks} with which {seat.word} began to play, those played since "
        "included"
    )


def _check_size(hand: int, variant: Variant, wanted: str = "", more: int = 0) -> None:
    """Raise DealError unless a hand has the cards dealt and so many ``more``."""
    if not variant.in_piles and hand.bit_count() != variant.tricks + more:
        wanted = wanted or f"{variant.code} deals {variant.tricks} each"
        raise DealError(f"a hand of {checks.counted(hand.bit_count(), 'card')}: {wanted}")


# From words, or from a deal -----------------------------------------------------------


def _hands_laid(laid: Sequence[tuple[Seat | str, HandLike]], seats: type[Seat]) -> BySeat[int]:
    """Return open hands by seat. Raises DealError where a seat has two."""
    hands = [0] * len(seats)
    for given in checks.several(laid, "laid"):
        one, hand = checks.pair(given, "laid", "a seat and its hand")
        seat = parse_seat(one, seats)
        if hands[seat]:
            raise DealError(f"{seat.word}'s open hand is given twice")
        hands[seat] = as_hand(hand, "laid")
    return tuple(hands)


def _with_surprise(hand: int, taken: Sequence[int], variant: Variant) -> int:
    """Return a hand with the cards taken up. Raises DealError unless both can be."""
    if not taken or not variant.exchange.picks_up:
        return hand | hand_of(taken)
    pile, more = f"the {variant.pile}", hand_of(taken)
    check_once(taken, pile)
    check_disjoint(("the hand", hand), (pile, more))
    check_pile(variant, taken)
    _check_size(hand, variant)
    return hand | more


def observation_of(
    deal: Deal,
    seat: Seat,
    played: int | None = None,
    *,
    calls: Sequence[Call | None] = (),
    lines_left: Lines = (),
    score: Sequence[int] = (),
) -> Observation:
    """Return what a seat knows of a deal when it is to play, by default after all cards played.

    It is made of what the seat has seen, ``Deal.seen_by``. Raises SolverError where the record is
    not one of a whole deal of its game, or the seat's own hand is not known.
    """
    rules, contract = deal.rules, deal.contract_played
    if rules is None or contract is None:
        raise DealError("what a seat could see depends on the game: no variant is recorded")
    deal.check_piles()
    seen = deal.seen_by(seat, played)
    exchange, hands = rules.exchange_in(contract), seen.seen_played()
    order = exchange.order(seen.declarer, rules.seats)
    put_down = [
        # A declarer who leaves the surprise where it is has seen it.
        seen.manni if cards == () and exchange.picks_up and each in order else cards
        for each, cards in zip(rules.seats, seen.discards, strict=True)
    ]
    exchanged = [cards for exchanger in order if (cards := put_down[exchanger]) is not None]
    observation = Observation.checked(
        variant=rules,
        contract=contract,
        seat=seat,
        hand=0 if seen.piles else held_by(seat, hands[seat]),
        piles=seen.piles,
        played=seen.play,
        declarer=seen.declarer,
        great=seen.great,
        cut=seen.cut,
        taken=tuple(map(len, exchanged)) if len(exchanged) == len(order) else (),
        discarded=hand_of(put_down[seat] or ()),
        calls=tuple(calls),
        lines_left=lines_left,
        score=tuple(score),
        bid=seen.bid,
        shown=rules.face_up(seen.manni),
        laid=rules.laid_open(seen.bid, seen.declarer, [hand or 0 for hand in hands]),
    )
    if (observation.leader, observation.ace_low) != (deal.leader_played, deal.rules_played.ace_low):
        raise DealError(
            f"what a seat could see depends on the game: leader and ace are not {rules.code}'s"
        )
    return observation


def held_by(seat: Seat, hand: int | None) -> int:
    """Return the hand of a seat that is asked. Raises DealError where it is not known."""
    if hand is None:
        raise DealError(f"the hand of {seat.word} is not known, and {seat.word} is asked")
    return hand
