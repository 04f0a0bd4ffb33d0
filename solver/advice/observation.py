"""Observations: what a seat has seen of a deal at the moment when it is asked to act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, field
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import Annotated, Any, NamedTuple, Self, TypeAlias, cast

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
    hand_of,
    known_cards,
    seats_from,
    suit_of,
)
from ..deal import CALLS_TAG, Deal
from ..errors import ArgumentError, DealError, RuleError
from ..moments import Moment, calls_of, calls_text, moment_of
from ..notation import parse_seat
from ..piles import (
    PILES,
    SeenPiles,
    known_in,
    piles_left,
)
from ..position import Position
from ..records import frozen
from ..rollouts import Game, game_of
from ..rules.auction import Aim, Bid, Call
from ..rules.exchange import ExchangeRule, check_exchanged
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
from .declaration import Left, Lines, declaration_of, declarer_and_call, lines_left

NamedBid = Annotated[Bid, NAMED]

_TO = {"away": "put away", "trump": "name trump", "card": "play"}
"""How errors name the act that a question asks for, where the question's name does not say it."""


def question_of(kind: str, variant: Variant) -> str:
    """Return the question of a kind of moment: ``away``, ``trump``, or the name of the kind.

    ``away`` asks what to put away, ``trump`` which trump to name.
    """
    if kind == "exchange" and (variant.exchange.picks_up or not variant.rules.is_plain):
        return "away"
    return "trump" if kind == "call" and variant.names_trump else kind


def why_never(question: str, variant: Variant) -> str | None:
    """Return why there is no advice on a question in a game, None where there is."""
    code, exchange, seats = variant.code, variant.exchange, variant.seats
    order = exchange.order(seats(0), seats)
    match question:
        case "bid":
            if not variant.bids or variant.claims:
                return f"no numbers are bid in {code}"
            where = None
            if order and not exchange.picks_up:
                where = "the declarer takes up what lies on the table"
            elif len({(variant.leader(seat) - seat) % variant.players for seat in seats}) > 1:
                where = "who leads goes by who declares"
            return where and f"advice on bids: only where {where}, not in {code}"
        case "trump" if not variant.names_trump:
            return f"no trump is named without an auction in {code}"
        case "away" if not exchange.picks_up and (not variant.bids or variant.claims or order):
            return f"there is no surprise to take up in {code}"
        case "claim":
            if not variant.claims:
                return f"nothing is claimed without an auction in {code}"
            if variant.has_targets or order:
                return (
                    "advice on a claim: only where the score sheet has marks and nobody "
                    f"exchanges, not in {code}"
                )
        case "call" if variant.rules.is_plain and not variant.declared:
            return f"nobody declares in {code}: what to exchange is the only question"
        case "call" if not variant.slots:
            reason = "numbers are bid" if variant.declared else "nobody declares"
            return f"{reason} in {code}: there is no auction of contracts"
        case "exchange" if not order:
            return why_none_exchange(variant, order)
        case "exchange" | "call" if exchange.picks_up:
            return (
                f"the {variant.pile} is seen before a card is put away in {code}: "
                "what is advised is what to put away once it has been taken up"
            )
        case "exchange" | "call":
            return why_not_plain(variant.rules, "advice on the exchange")
    return None


class PlayRecord(NamedTuple):
    """What the cards played show: the trick in progress, what each seat has won, what it lacks.

    In the ``position`` all cards that the seat does not see are in one hand. ``lacks`` has the
    cards that each seat cannot hold: all cards of a suit in which it is void. Where players must
    rise and ruff, it also has the cards with which the seat would have had to do so.
    """

    position: Position
    leader: Seat
    table: tuple[int, ...]
    won: BySeat[int]
    played: BySeat[int]
    lacks: BySeat[int]


@frozen
class Observation(checks.Read):
    """What a seat has seen of a deal when it is asked a ``question``.

    >>> from manni import Deal, Observation
    >>> hands = [None, None, "AQ5.K84.J962.T7"]
    >>> deal = Deal(hands, "hornafjordur", contract="NT", leader="F", play="C8 C9")
    >>> seen = Observation.at(deal)
    >>> seen.question, seen.seat, seen.unseen.bit_count()
    ('card', <Seat.DEALER: 2>, 38)

    The question is ``bid``, ``call``, ``claim``, ``exchange`` or ``card``. It is ``away`` after a
    surprise was taken up (what to put away), and ``trump`` if a trump is to be named.

    The ``deal`` holds all that the seat has seen; the rest is covered. ``lines_left`` are the lines
    that each seat had left to declare before the calls, by default all. ``score`` is what each seat
    has marked in the game so far, empty if unknown. Where marks are bad, it decides which seats
    play for a claim.

    A ``Deal`` checks whatever is wrong by itself. Whatever is wrong only for the seat and its
    question is checked here and nowhere else. Raises DealError, RuleError or IllegalPlayError for
    an impossible observation.
    """

    question: str
    deal: Deal
    seat: Seat
    _: KW_ONLY
    lines_left: Lines = field(default=(), repr=False)  # sets, which are written in any order
    score: tuple[int, ...] = ()

    @classmethod
    def at(
        cls,
        known: Known,
        question: str | None = None,
        *,
        left: Left = (),
        score: Sequence[int] = (),
    ) -> Self:
        """Return what a seat has seen at a moment of a deal, by default at its next question.

        ``left`` are the lines that were left to declare before the calls, by default all. Raises
        ArgumentError if the moment asks another ``question`` than the one given. Raises SolverError
        if the hand of the seat is unknown, or too little is known of the calls, exchanges and plays
        before.
        """
        if not isinstance(known, cls):
            if not isinstance(known, Moment):
                known = moment_of(checks.instance(known, Deal, "observation"))
            variant = known.variant
            known = cls.checked(
                question=question_of(known.kind, variant),
                deal=known.deal.seen_by(known.seat),
                seat=known.seat,
                lines_left=lines_left(variant, left, known.seat),
                score=tuple(
                    checks.number(mark, "a number of points")
                    for mark in checks.several(score, "score", variant.players)
                ),
            )
        if question is not None and checks.text(question, "question") != known.question:
            to, wanted = (_TO.get(name, name) for name in (known.question, question))
            raise ArgumentError(
                f"observation: of a seat that is to {to}, expected one that is to {wanted}"
            )
        return known

    # What is known -----------------------------------------------------------------------

    @cached_property
    def variant(self) -> Variant:
        """The game."""
        assert self.deal.rules is not None  # checked first
        return self.deal.rules

    @cached_property
    def contract(self) -> Contract:
        """The contract, named or supposed. Before one is, ``is_named`` is false."""
        return cast(Contract, self.deal.contract_played)

    @property
    def is_named(self) -> bool:
        """Whether there is a contract."""
        return self.deal.contract_played is not None

    @property
    def great(self) -> bool:
        """Whether the contract is a great one."""
        return self.deal.great

    @property
    def declarer(self) -> Seat | None:
        """The declarer, None if there is none, or none yet."""
        return self.deal.declarer

    @property
    def bid(self) -> str | None:
        """What the declarer has bid, None if not known."""
        return self.deal.bid

    @property
    def cut(self) -> Card | None:
        """The cut card, which the dealer was dealt; in piles, the top of the dealer's last pile."""
        return self.piles[-1][-1][0] if self.piles else self.deal.cut

    @cached_property
    def calls(self) -> tuple[Call | None, ...]:
        """The calls made, empty if not known."""
        return calls_of(self.deal)

    @property
    def played(self) -> Cards:
        """Every card played, in order."""
        return self.deal.play

    @property
    def _in_play(self) -> bool:
        return self.question in ("claim", "card")

    @property
    def piles(self) -> BySeat[SeenPiles]:
        """The hands that lie in piles, as at the first lead, with None for each covered card."""
        return self.deal.piles if self._in_play else ()

    @cached_property
    def hand(self) -> int:
        """The seat's hand. If cards are to be put away, the surprise is included.

        If a card is to be played, it is the hand at the first lead.
        """
        if self.piles:
            return known_in(self.piles[self.seat])
        deal = self.deal
        hand = (deal.seen_played() if self.question == "card" else deal.hands)[self.seat] or 0
        takes_up = self.question == "away" and deal.picks_up
        return hand | hand_of(known_cards(deal.manni)) if takes_up else hand

    @cached_property
    def laid(self) -> BySeat[int]:
        """The others' hands that are open or were told, as at the first lead, 0 for the rest."""
        opens = self._in_play and not self.piles
        return tuple(
            (hand or 0) * (opens and seat is not self.seat)
            for seat, hand in zip(self.seats, self.deal.hands, strict=True)
        )

    @property
    def shown(self) -> Cards:
        """Where numbers are bid: the cards of the surprise that lie face up."""
        up = self.variant.face_up(self.deal.manni) if self.question in ("bid", "card") else ()
        return () if None in up else up

    def _put_down(self, seat: Seat) -> Sequence[int | None] | None:
        deal, cards = self.deal, self.deal.discards[seat]
        # A declarer who leaves the surprise where it lies has seen it: it counts as put down.
        return deal.manni if cards == () and deal.picks_up and seat in self.order else cards

    @cached_property
    def discarded(self) -> CardSet:
        """The cards, as a hand, that the seat itself has put down, as far as they are known."""
        return hand_of(known_cards(self._put_down(self.seat) or ()))

    @cached_property
    def taken(self) -> tuple[CardCount, ...]:
        """How many cards each seat exchanged, in turn, empty if not known.

        If the question is an exchange, only the seats before the asking one are listed.
        """
        order = self.order
        if self.question == "exchange":
            return tuple(
                len(self._put_down(seat) or ()) for seat in order[: order.index(self.seat)]
            )
        down = [cards for seat in order if (cards := self._put_down(seat)) is not None]
        return tuple(map(len, down)) if len(down) == len(order) else ()

    # The game ----------------------------------------------------------------------------

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
        """The bid to be made, None if unknown; in a contract to avoid tricks, that of no trick."""
        if self.bid is not None:
            return self.variant.bid_of(self.bid)
        if not self.is_named or not self.contract.avoids:
            return None
        return next((bid for bid in self.variant.bids if bid.aim is Aim.NONE), None)

    @property
    def claimed(self) -> bool:
        """Whether the bid is a claim of every trick, made without an auction."""
        return self.bid is not None and self.variant.claims

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
        """Whether players want few tricks or points."""
        return avoids(self.contract, self.rules)

    @property
    def target(self) -> int:
        """How many tricks the seat is to take, or at most to take, where there are targets."""
        return targets(self.variant, self.contract, self.great, self.declarer)[self.seat]

    @cached_property
    def declarers(self) -> frozenset[Seat]:
        """The seats of one of the two sides, none where each seat plays for itself."""
        return self.variant.side_declaring(self.declarer)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats that win and lose together with this one, itself included."""
        sides = self.variant.sides(self.declarer)
        if self.claimed and self.declarer is not None:
            sides = self.variant.claim_sides(self.declarer, self.score)
        return next(side for side in sides if self.seat in side)

    @property
    def helpers(self) -> tuple[Seat, ...]:
        """The seats that play for the claim that was made, or would if this seat claimed."""
        claimer = self.seat if self.declarer is None else self.declarer
        side = self.variant.claim_sides(claimer, self.score)[0]
        return tuple(seat for seat in side if seat is not claimer)

    @property
    def rollout_game(self) -> Game:
        """The rules of the play, as the compiled rollouts read them."""
        variant = self.variant
        return game_of(self.rules, self.contract, self.declarers, variant.pack, variant.players)

    @property
    def rolls_out(self) -> bool:
        """Whether sampled deals are rolled out, each seat on its own knowledge.

        Otherwise they are solved: where a hand lies open or in piles, and where a bid is for every
        trick or for none.
        """
        bid = self.standing
        by_points = bid is None or bid.aim is Aim.POINTS
        return self.rules.rolls_out and not self.open_seats and by_points and not self.piles

    # The exchange ------------------------------------------------------------------------

    @cached_property
    def exchange(self) -> ExchangeRule:
        """How the seats exchange before the play, in this contract if there is one."""
        variant = self.variant
        return variant.exchange_in(self.contract) if self.is_named else variant.exchange

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats that may exchange, in turn."""
        return self.exchange.order(self.declarer, self.seats)

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange after this one."""
        return self.order[self.order.index(self.seat) + 1 :]

    def exchanged(self, seat: Seat) -> int | None:
        """Return how many cards a seat has put down, None if that is not known."""
        if seat not in self.order:
            return 0
        if seat == self.seat and self.discarded:
            return self.discarded.bit_count()
        return dict(zip(self.order, self.taken, strict=False)).get(seat)

    def sizes_of(self, seat: Seat, before: int) -> Sequence[int]:
        """Return how many cards a seat may exchange after earlier seats took ``before`` cards."""
        return self.exchange.sizes(seat, before, self.variant.tricks, self.variant.manni)

    def sizes(self) -> Sequence[int]:
        """Return how many further cards the seat may exchange, besides those already put down."""
        sizes = self.sizes_of(self.seat, sum(self.taken))
        done = self.discarded.bit_count()
        return [size - done for size in sizes if size >= done] if done else sizes

    # Where the cards are -----------------------------------------------------------------

    @property
    def gone(self) -> int:
        """The cards the seat is known to have put down.

        They include the cut card if the seat is the dealer and does not hold it.
        """
        if self.seat is not self.seats.DEALER or self.cut is None:
            return self.discarded
        return self.discarded | 1 << self.cut & ~self.hand

    @property
    def _hidden(self) -> int:
        """The cards that the seat neither held, when asked or at the first lead, nor put down."""
        return self.variant.pack & ~(self.hand | self.gone)

    @property
    def unseen(self) -> int:
        """The cards that others may hold or have put down, or that may still be drawn."""
        face_up = self.shown if self.question == "bid" else ()
        return self._hidden & ~hand_of((*self.played, *face_up))

    @property
    def left(self) -> int:
        """The seat's own cards that are still to be played."""
        return self.hand & ~hand_of(self.played)

    @property
    def beyond(self) -> int:
        """The cards that others may play to this trick, as far as the seat knows.

        In piles these are the known cards of the others; elsewhere all unseen cards.
        """
        if not self.piles:
            return self.unseen
        return known_in(chain(*(self.piles[seat] for seat in self.others))) & ~hand_of(self.played)

    @property
    def covered(self) -> int:
        """The cards that lie covered in piles, so that nobody has seen them."""
        return self.variant.pack & ~known_in(chain(*self.piles)) if self.piles else 0

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The other seats whose hands lie open."""
        return tuple(seat for seat in self.seats if self.laid[seat])

    @property
    def open_hands(self) -> BySeat[int | None]:
        """The others' open hands at the first lead; None for a hidden hand and for its own."""
        return tuple(hand or None for hand in self.laid)

    @property
    def knows_all(self) -> bool:
        """Whether the seat knows every hand.

        Either all others lie open, or only one is hidden and must be the rest of the pack. In
        piles at most one card may be covered.
        """
        if self.piles:
            return self.covered.bit_count() < 2
        hidden = self.variant.players - 1 - len(self.open_seats)
        return hidden == 0 or (hidden == 1 and not self.variant.manni)

    @property
    def is_told(self) -> bool:
        """Whether the seat knows every hand because partners tell each other what they hold."""
        return self.variant.spoken and self.knows_all

    def had(self, seat: Seat) -> int:
        """Return the cards that a seat is known to have held after the exchange, or put down."""
        if self.piles:
            return known_in(self.piles[seat])
        played = self.record.played[seat] if self.question == "card" else 0
        return played | (self.hand | self.discarded if seat is self.seat else self.laid[seat])

    def holds(self, seat: int) -> int:
        """Return how many cards a seat still has to play."""
        return self.variant.tricks - self.record.played[seat].bit_count()

    # What may be played ------------------------------------------------------------------

    @property
    def legal(self) -> tuple[int, ...]:
        """The cards it may play, suits S H D C, highest first."""
        return self.record.position.legal()

    def equivalent_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return the legal cards in groups of equivalent ones, from the lowest up.

        In piles no two cards are equivalent, as each uncovers another one.
        """
        if self.piles:
            lowest_first = sorted(self.legal, key=lambda card: low_first(self.rules, card))
            return tuple((card,) for card in lowest_first)
        return self.record.position.equivalent_cards()

    # What cannot be ------------------------------------------------------------------------

    def _check(self) -> None:
        deal, question, seat = self.deal, self.question, self.seat
        if deal.rules is None or (question == "card" and not self.is_named):
            raise DealError("what a seat could see depends on the game: no variant is recorded")
        variant = self.variant
        if (why := why_never(question, variant)) is not None:
            raise RuleError(why)
        self._check_score()
        if self._in_play:
            deal.check_piles()
        if self.piles:
            self._check_piles()
        elif deal.hands[seat] is None:
            raise DealError(f"the hand of {seat.word} is not known, and {seat.word} is asked")
        if self.is_named:
            vars(self)["lines_left"] = self.lines_left or lines_left(variant, (), None)
            check_contract(variant, self.contract, self.great, self.declarer)
        if question == "claim" and variant.cuts and self.cut is None:
            raise DealError(f"the {variant.cut_card} lies face up: it has to be known (--cut)")
        if question == "card":
            if self.bid is not None or (variant.claims and self.declarer is not None):
                check_bid(variant, self.contract, self.declarer, self.bid)
            if (self.leader, self.ace_low) != (deal.leader_played, deal.rules_played.ace_low):
                raise DealError(
                    "what a seat could see depends on the game: leader and ace are not "
                    f"{variant.code}'s"
                )
        if question == "exchange" and not self.calls:  # else these say who declares
            check_can_declare(variant, self.declarer, self.contract, self.great)
        if question == "away":
            self._check_surprise()
        elif not self.piles:
            check_size(self.hand, variant, seat if question == "card" else None)
        if question in ("claim", "card", "exchange"):
            self._check_exchange()
            self._check_calls()
        self._check_laid()
        self._check_cards()
        if question != "card":
            return
        to_play = seats_from(self.record.leader)[len(self.record.table)]
        if not self.left:
            raise DealError("no card is left to play")
        if to_play is not seat:
            after = f"after card {len(self.played)} " if self.played else ""
            raise DealError(f"{after}{to_play.word} is to play, not {seat.word}")

    def _check_surprise(self) -> None:
        """Raise SolverError unless the hand has as many cards as were dealt and taken up."""
        variant, more, lies = self.variant, self.variant.taken_up, self.deal.manni
        if self.deal.picks_up and (None in lies or len(lies) != more):
            raise DealError(f"the {variant.pile} is not recorded: the declarer takes it up")
        check_size(self.hand, variant, more=more)
        if self.standing is not None and self.standing.aim is Aim.NONE:
            raise RuleError(f"nothing is exchanged where {self.standing} is bid")

    def _check_exchange(self) -> None:
        """Raise RuleError unless each seat may exchange the number of cards recorded for it."""
        before = 0
        for seat, count in zip(self.order, self.taken, strict=False):
            check_exchanged(seat, count, self.sizes_of(seat, before))
            before += count
        if self.question == "exchange" or not self.taken:
            sizes = self.sizes_of(self.seat, before) if self.seat in self.order else (0,)
            check_exchanged(self.seat, self.discarded.bit_count(), sizes)

    def _check_calls(self) -> None:
        if not self.calls:
            return
        declarer_and_call(
            self.variant, self.calls, self.lines_left, self.declarer, self.contract, self.great
        )
        # Calls are evidence about the hands dealt, but the play shows the hands after the exchange.
        # To connect the two, the number of cards that each seat exchanged has to be known.
        for seat in () if self.question == "exchange" else self.order:
            if self.exchanged(seat) is None and seat is not self.seat:
                raise DealError(
                    f"the calls are given, but not how many cards {seat.word} then exchanged "
                    "(--taken)"
                )

    def _check_laid(self) -> None:
        """Raise DealError unless the rules lay each of the open hands open."""
        variant = self.variant
        bids = [self.bid] if self.bid else [None, *(bid.name for bid in variant.bids)]
        lies = [variant.laid_open(bid, self.declarer, self.laid) for bid in bids]
        for seat in self.open_seats:
            if not any(hands[seat] for hands in lies):
                where = "here" if self.bid is None else f"in {self.standing}"
                raise DealError(f"{seat.word} does not lay the hand open {where}")

    def _check_cards(self) -> None:
        """Raise DealError unless all that is known of the cards can be in one deal."""
        variant, word, cut = self.variant, self.seat.word, self.cut
        if self.question != "away":
            check_disjoint((word, self.hand), (f"what {word} has put down", self.discarded))
        had, face_up = {seat: self.had(seat) for seat in self.seats}, hand_of(self.shown)
        check_cards(variant, *((seat.word, hand) for seat, hand in had.items()))
        hands = ((seat.word, hand) for seat, hand in had.items() if seat not in self.order)
        check_cards(variant, *hands, ("what lies face up", face_up))
        for card in cards_in(face_up & ~had[self.seat] if self.discarded else 0):
            raise DealError(
                f"{card_name(card)} lay face up: {word} must hold it or have put it away"
            )
        if cut is None:
            return
        dealer = self.seats.DEALER
        holders = [seat.word for seat, hand in had.items() if hand >> cut & 1]
        if holders:
            held = holders == [dealer.word]
        else:  # the dealer's discards may be unknown
            more = self.question == "card" and not self.discarded and self.exchanged(dealer) != 0
            held = more or self.seat is not dealer
        check_cut(variant, cut, held, *holders)
        check_cards(variant, (dealer.word, 1 << cut))

    def _check_score(self) -> None:
        variant = self.variant
        if not self.score or not self._in_play:
            return
        if not variant.scoring.marks_are_bad:
            raise RuleError(f"the score says nothing of a claim in {variant.code}: marks are good")
        if len(self.score) != variant.players:
            raise DealError(f"a score of {len(self.score)} seats: {variant.players} play")
        if variant.ending.over((self.score,)):
            raise DealError(f"with this score the game is over: it is played {variant.ending}")

    def _check_piles(self) -> None:
        """Raise DealError unless the known cards of each pile are those that have been turned.

        When a trick is over, the card under each of its cards is turned.
        """
        variant = self.variant
        players, tall, played = variant.players, variant.tricks // PILES, self.played
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
        if self.deal.cut not in (None, self.cut):
            assert self.cut is not None  # else too few have been seen
            raise DealError(
                f"{variant.cut_text(self.deal.cut)}: {card_name(self.cut)} is on top of the "
                "dealer's last pile"
            )

    @cached_property
    def record(self) -> PlayRecord:
        """What the cards played show. Raises IllegalPlayError at the first illegal one."""
        variant, rules = self.variant, self.rules
        contract, declarers = self.contract, self.declarers
        won, played, lacks = ([0] * variant.players for _ in range(3))
        excluded: dict[tuple[int, int], int] = {}

        def still_held(seat: Seat) -> int | None:
            """Return what is left of a hand, None if it is hidden."""
            hand = self.hand if seat is self.seat else self.laid[seat]
            if self.piles:
                hand = known_in(self.piles[seat])
            if hand:
                return hand & ~played[seat]
            return 0 if played[seat].bit_count() == variant.tricks else None

        def why_wrong(now: Position, card: int) -> tuple[str, str] | None:
            """Return the kind of error that a card is, and a message; None for a legal card."""
            name, bit, gone, seat = card_name(card), 1 << card, sum(played), now.to_play
            if not variant.pack & bit:
                return "not held", f"{name} is not in {variant.code}'s pack"
            if self.discarded & bit & ~gone:
                return "not held", f"{seat.word} plays {name}, which {self.seat.word} has put down"
            hands = [*map(still_held, self.seats)]
            hand = hands[seat] or 0
            if not hand & bit:
                earlier = excluded.get((seat, card))
                problem = why_not_held(seat, card, hands, gone)
                if problem or earlier is None:
                    return problem
                return (
                    "revoke",
                    f"{seat.word} plays {name}, which card {earlier} showed that it does not hold",
                )
            if self.piles:
                hand = known_in(pile[:1] for pile in piles_left(self.piles, cards_in(gone))[seat])
                if not hand & bit:
                    return "covered", f"{seat.word}'s {name} lies under another card"
            return why_illegal(hand, now.table, card, contract, rules, seat, declarers)

        hands = [0] * variant.players
        hands[self.seat], hands[self.others[0]] = self.hand, self._hidden
        start = Position.unchecked(
            hands=tuple(hands),
            contract=contract,
            leader=self.leader,
            table=(),
            rules=rules,
            declarers=declarers,
        )
        way = start.walk(self.played, why_wrong)
        now = next(way)
        for number, (card, after) in enumerate(zip(self.played, way, strict=True), 1):
            seat = now.to_play
            game = contract, rules, declarers, variant.pack
            lacking = 0 if self.piles else _lacking(card, now.table, seat, *game)
            for lacked in cards_in(lacking & ~lacks[seat]):
                excluded[seat, lacked] = number
            lacks[seat] |= lacking
            played[seat] |= 1 << card
            now = after
            if now.taken_by is not None:
                won[now.taken_by] += now.taken
        # A seat whose hand lies open lacks all other cards, and the others lack those in it.
        for seat, other in product(self.open_seats, self.seats):
            lacks[other] |= variant.pack & ~self.laid[seat] if other is seat else self.laid[seat]
        return PlayRecord(now, now.leader, now.table, *map(tuple, (won, played, lacks)))


# Cached: the plays of a deal are read again before every card. Typed: seats of tables of
# different size are equal as numbers.
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

    A card is illegal only because one other card of the hand had to be played instead. So each
    other card of the pack can be tried alone, beside the card played.
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


def check_size(hand: int, variant: Variant, player: Seat | None = None, more: int = 0) -> None:
    """Raise DealError unless a hand has as many cards as are dealt, and ``more`` taken up.

    The hand of a ``player`` about to play a card is the one held at the first lead.
    """
    dealt = variant.tricks
    if hand.bit_count() == dealt + more:
        return
    wanted = f"{variant.code} deals {dealt} each"
    if player is not None:
        began = f"give the {dealt} with which {player.word} began to play"
        wanted = f"{began}, those played since included"
    if more:
        whole = f"with the {variant.pile} taken up it is {dealt + more} in {variant.code}"
        wanted = f"{whole}, or {dealt} and the {variant.pile} apart"
    raise DealError(f"a hand of {checks.counted(hand.bit_count(), 'card')}: {wanted}")


def pile_as_seen(variant: Variant, face_up: Sequence[int]) -> Sequence[int | None]:
    """Return the pile on the table, with these cards ``face_up`` and None for each covered one.

    It is empty if none is shown. Raises DealError for a wrong number of cards.
    """
    if face_up and len(face_up) != variant.shown:
        raise DealError(
            f"cards shown: {len(face_up)}, but {variant.shown} lie face up in {variant.code}"
        )
    return (*(None,) * (variant.manni - len(face_up)), *face_up) if face_up else ()


Known: TypeAlias = Observation | Moment | Deal
"""What advice is asked about. A deal stands for the next question in it."""


def observation_of(
    deal: Deal,
    seat: Seat,
    played: int | None = None,
    *,
    lines_left: Lines = (),
    score: Sequence[int] = (),
) -> Observation:
    """Return what a seat has seen when it is to play a card, by default after all cards played.

    ``played`` is the number of cards played before. Raises SolverError if the record is not of a
    whole deal of its game, or if the seat's own hand is unknown.
    """
    return Observation.checked(
        question="card",
        deal=deal.seen_by(seat, played),
        seat=seat,
        lines_left=lines_left,
        score=tuple(score),
    )


# What is known without a deal ---------------------------------------------------------


def observation_from(
    question: str,
    hand: int,
    variant: Variant,
    contract: Contract | None = None,
    seat: Seat | None = None,
    *,
    declarer: Seat | None = None,
    great: bool = False,
    cut: int | None = None,
    taken: Sequence[int] = (),
    discarded: Sequence[int] = (),
    surprise: Sequence[int] = (),
    shown: Sequence[int] = (),
    calls: Sequence[Call | None] = (),
    left: Left = (),
    played: Sequence[int] = (),
    laid: Sequence[tuple[Seat, int]] = (),
    piles: BySeat[SeenPiles] = (),
    score: Sequence[int] = (),
    **more: Any,
) -> Observation:
    """Return what a seat has seen, from facts that a player at the table can name.

    ``discarded`` are the cards that the seat itself has already put down. ``taken`` has how many
    cards each seat has exchanged so far, in turn. ``laid`` are the hands that lie open, each with
    its seat. Further arguments are fields of a deal.

    Some arguments may be left out. The cut card can stand for ``contract``, and ``calls`` for
    ``contract``, ``declarer`` and ``great``. Where contracts are declared and no declarer is given,
    the seat that is to exchange is taken for the declarer; in the play it is the seat that opens.
    The default of ``seat`` is the declarer.

    To put away, ``hand`` has the cards dealt and ``surprise`` those taken up; or ``hand`` has both.
    Raises DealError or RuleError.
    """
    if (why := why_never(question, variant)) is not None:
        raise RuleError(why)
    seats = variant.seats
    lines: Lines = ()
    seat, declarer = (
        None if other is None else parse_seat(other, seats) for other in (seat, declarer)
    )
    if question == "away":
        declarer = next(other for other in (declarer, seat, variant.opener) if other is not None)
        if seat not in (None, declarer):
            raise RuleError(f"only the declarer exchanges in {variant.code}: {declarer.word}")
        seat = declarer
        if surprise:
            pile = f"the {variant.pile}"
            check_disjoint(("the hand", hand), (pile, hand_of(surprise)))
            check_pile(variant, surprise)
        else:  # any of them: the advice does not depend on which cards were taken up
            check_size(hand, variant, more=variant.taken_up)
            surprise = tuple(cards_in(hand))[: variant.taken_up]
            hand &= ~hand_of(surprise)
    elif question in ("bid", "call", "trump"):
        if question == "bid":
            variant.bidding(more.get("auction", ()))
        if question != "call" or seat is None:
            seat = variant.leader(None)
    else:
        if variant.in_piles and not piles:
            raise DealError(f"the hands of {variant.code} lie in piles: say how (--piles)")
        if piles and cut is None:
            cut = next(iter(piles[-1][-1]), None)
        declarer, contract, great, lines = declaration_of(
            variant, calls, left, seat, declarer, contract, great
        )
        if declarer is None and variant.slots:
            declarer = seat if question == "exchange" and seat is not None else variant.opener
        seat = declarer if seat is None else seat
        if seat is None:
            *most, last = (other.letter for other in seats)
            raise DealError(f"no seat: say whose hand it is, {', '.join(most)} or {last} (--seat)")
        contract = variant.contract_of(contract, cut)
        if contract is None:
            cut_card = f" or the {variant.cut_card} (--cut)" * variant.cuts
            raise DealError(f"no contract: give one (--contract){cut_card}")
        if not calls:  # else these say who declares
            check_can_declare(variant, declarer, contract, great)
    hands: list[int | None] = [None] * variant.players
    for one, open_hand in [(seat, hand), *laid]:
        other = parse_seat(one, seats)
        if hands[other] not in (None, open_hand if other is seat else None):
            raise DealError(f"{other.word}'s open hand is given twice")
        if not piles:
            check_size(open_hand, variant, other if question == "card" else None)
        hands[other] = open_hand or None
    exchange = variant.exchange if contract is None else variant.exchange_in(contract)
    order, before = exchange.order(declarer, seats), ""
    if question == "exchange":
        check_may_exchange(variant, order, seat)
        order, before = order[: order.index(seat)], f" before {seat.word}"
    if len(taken) != len(order) and (taken or before):
        words = ", ".join(other.word for other in order)
        reason = f"how many cards {words} exchanged" if order else "nobody exchanges"
        number = checks.counted(len(taken), "number")
        raise DealError(f"taken: {number}, expected {len(order)}: {reason}{before}")
    discards: dict[Seat, Sequence[int | None]] = {
        other: (None,) * count for other, count in zip(order, taken, strict=False)
    }
    if discarded:
        count = len(discards.get(seat, discarded))
        if count != len(discarded):
            reason = f"{seat.word} exchanged {checks.counted(count, 'card')}"
            raise DealError(f"{reason}, but has put down {len(discarded)}")
        discards[seat] = discarded
    deal = Deal(
        hands,
        variant.code,
        surprise or pile_as_seen(variant, shown),
        cut,
        contract=contract,
        great=great,
        declarer=declarer,
        leader=variant.leader(declarer) if played else None,
        discards=[discards.get(other) for other in seats],
        play=played,
        tags=((CALLS_TAG, calls_text(calls)),) if calls else (),
        piles=piles,
        **more,
    )
    return Observation.checked(
        question=question, deal=deal, seat=seat, lines_left=lines, score=tuple(score)
    )
