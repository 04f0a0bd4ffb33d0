"""A deal as it stands in a file: hands, Manni, contract, exchange, play.

A ``Deal`` is a record, not a state machine: what is unknown is None or empty.
Reading and writing it is the work of ``files``; the rules of its variant are in
``rules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from . import checks
from . import rules as game_rules
from .cards import (
    CARDS,
    FULL_PACK,
    MAX_CARDS,
    RANK_LETTERS,
    BySeat,
    Contract,
    Seat,
    Written,
    card_name,
    cards_in,
    check_count,
    check_disjoint,
    check_lengths,
    check_once,
    hand_of,
    known_cards,
    lengths_text,
    seats_of,
)
from .checks import derived
from .errors import (
    DealError,
    IllegalPlayError,
    RuleError,
    SolverError,
)
from .fields import FIELDS, KNOWN_TAGS, MOST_TAKEN, Shown, put_down_text, table_of
from .goal import Goal
from .notation import (
    CardLike,
    CardsLike,
    SeenCards,
    SeenHands,
    format_contract,
    format_hands,
    parse_contract,
    parse_seat,
)
from .position import Position, leader_for, low_ace, rules_for, side_for, won_in
from .records import frozen
from .reprs import Printable
from .rules.auction import MISERES
from .rules.exchange import check_discard, check_exchanged, hand_after
from .rules.trick import (
    TrickRules,
    cards_worth,
    plain_rules,
)

if TYPE_CHECKING:
    from .piles import SeenPiles

_LOWER_KNOWN = {name.lower() for name in KNOWN_TAGS}
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_NOT_IN_A_VALUE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")


_READ_TAGS = ("Players", "Dealer", "Name", "Event", "Comment", "Author", "Source", "Id")
"""The other tags that something reads: the score sheet, the titles of reports."""

_OTHER_TAGS = ("Variation", "Remark", "Seed", "Board", "Grade", "Features", "Theme")
"""Those of ``files/variations`` and those that commands write: nothing is taken for a slip of them.
"""

CALLS_TAG, PASSED_TAG = SAID_TAGS = "Calls", "Passed"
"""The tags of what was called, and of how many seats have claimed nothing, at the table."""

_UNSUSPECTED = {*map(str.lower, _READ_TAGS + _OTHER_TAGS)}
_WHOLE = {tag.lower(): tag for tag in KNOWN_TAGS + _READ_TAGS}
_LONGEST_SLIP = 1 + max(map(len, _WHOLE))


@lru_cache(maxsize=256)
def meant_tag(name: str) -> str | None:
    """Return the tag with a meaning that an unknown one nearly is: ``AceLow`` for ``Ace_Low``."""
    low = name.lower().replace("_", "")
    if name.lower() in _UNSUSPECTED or len(low) > _LONGEST_SLIP or not low.isalpha():
        return None
    from difflib import get_close_matches  # here: most tags are known

    near = get_close_matches(low, _WHOLE, 1, 0.8)
    return _WHOLE[near[0]] if near else None


class FieldError(DealError):
    """A field of a deal that is wrong; ``field`` is the tag that carries it.

    ``seat`` is given for the one tag that comes once per seat, ``Discard``.
    """

    seat: Seat | None
    field: str


@contextmanager
def _in_field(field: str, card: int | None = None, seat: Seat | None = None) -> Iterator[None]:
    """Raise a FieldError for what is found wrong in a field."""
    try:
        yield
    except SolverError as error:
        card = error.card if card is None else card
        raise FieldError(str(error), field=field, seat=seat, card=card) from None


class PointInDeal(NamedTuple):
    """A position of a deal, what each seat has won and the number of cards played before it.

    ``note`` says in a sentence which part of the record was left aside and why, None if
    none was.
    """

    position: Position
    won: BySeat[int]
    played: int = 0
    note: str | None = None


@frozen
class Deal(checks.Read, Printable):
    """One deal as it is recorded: cards, auction, contract, exchange and play, as far as known.

    >>> from manni import Deal
    >>> deal = Deal("AQ... K2... 43...", contract="NT", leader="F", play="SA S2 S3")
    >>> deal.position(after=1)
    Position('Q... K2... 43...', 'NT', 'F', 'SA')
    >>> deal.seen_by("M", after=1)  # what middlehand knows then
    Deal('? K2... ?', contract='NT', leader='F', play='SA')

    ``hands`` are the hands before any exchange and before ``play``. A puzzle or an excerpt has
    the cards held when its record starts. If a trick is in progress then, its cards belong to the
    hands and are the first cards of ``play``. There are as many hands as the variant has seats,
    three without a variant.

    ``manni`` are the cards on the table (Manni, talon or surprise) in draw order, top first.
    ``cut`` is the card cut or turned up. ``piles`` are the hands as they lie in open piles.

    ``auction`` has the bids of an auction of numbers, from forehand on, and ``bid`` the last one.
    If the auction is given, the bid and the declarer follow from it.

    ``discards`` has for each seat the cards put down, an empty tuple for standing pat, None if
    nothing is recorded. ``keys`` are the cards claimed to reach a puzzle's ``goal``, mostly one.
    ``tags`` are all tags without a meaning here, in order.

    A deal can be partly known. An unknown hand is None, and so is each covered card: on the table,
    in a pile, or among discards of which only the number is known. ``dealt`` returns the hands of
    a deal that is known completely.

    Cards, hands, seats and the contract may be given as text.

    Raises FieldError for a field that cannot be right: a value of a wrong type, an unknown
    variant, a card twice or outside the pack, hands of different lengths. It is also raised for an
    illegal bid, a discard that is not held, a play without a leader, or an impossible result.
    ``check_play`` checks whether the play is legal.
    """

    hands: BySeat[int | None]
    variant: str | None = None
    manni: Shown = ()
    cut: int | None = None
    auction: tuple[str, ...] = ()
    bid: str | None = None
    contract: Contract | None = None
    great: bool = False
    ace_low: bool | None = None
    declarer: Seat | None = None
    leader: Seat | None = None
    discards: tuple[Shown | None, ...] = ()
    play: tuple[int, ...] = ()
    result: BySeat[int] | None = None
    goal: Goal | None = None
    keys: tuple[int, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    piles: BySeat[tuple[Shown, ...]] = ()

    if TYPE_CHECKING:  # what may be given, and becomes what the fields say

        def __init__(
            self,
            hands: SeenHands,
            variant: str | None = None,
            manni: SeenCards = (),
            cut: CardLike | None = None,
            auction: Sequence[str] = (),
            bid: str | None = None,
            contract: Contract | str | None = None,
            great: bool = False,
            ace_low: bool | None = None,
            declarer: Seat | str | None = None,
            leader: Seat | str | None = None,
            discards: Sequence[SeenCards | int | None] = (),
            play: CardsLike = (),
            result: Sequence[int] | None = None,
            goal: Goal | str | None = None,
            keys: CardLike | CardsLike | None = None,
            tags: Sequence[tuple[str, str]] = (),
            piles: BySeat[SeenPiles] | str = (),
        ) -> None: ...

    @classmethod
    def of(cls, variant: game_rules.Variant, dealing: game_rules.Dealing, **more: Any) -> Deal:
        """Return the record of what is dealt in a game, and of what ``more`` is known."""
        return cls.checked(variant=variant.code, **dealing._asdict(), **more)

    def __repr__(self) -> str:
        arguments = [repr(format_hands(self.hands, self.order))]
        for field in fields(self)[1:]:
            name, value = field.name, getattr(self, field.name)
            if value in (field.default, (None,) * len(self.hands)):
                continue
            if name == "discards":
                value = tuple(cards and put_down_text(cards) for cards in value)
            elif isinstance(value, Written | Goal) or name in _CARDS:
                value = _AS_TEXT[name](value)
            arguments.append(f"{name}={value!r}")
        return f"Deal({', '.join(arguments)})"

    @property
    def name(self) -> str:
        """What the deal is called, by its tag Name or Event; empty if it has neither."""
        return self.tag("Name", "Event")

    def tag(self, *names: str) -> str:
        """Return the value of the first tag without a meaning of these names, empty if none."""
        low = [name.lower() for name in names]
        return next((value for tag, value in self.tags if tag.lower() in low), "")

    @property
    def rules(self) -> game_rules.Variant | None:
        """The game that ``variant`` names, None if it names none."""
        if self.variant is None:
            return None
        from .rules.games import (
            get_variant,  # here: most positions belong to no game
        )

        return get_variant(self.variant)

    @property
    def seats(self) -> type[Seat]:
        """The seats of its table, in playing order."""
        return seats_of(len(self.hands))

    def side_declaring(self, declarer: Seat | None) -> frozenset[Seat]:
        """Return the seats of the declaring side if this seat declares; None: nobody declares."""
        return side_for(declarer, self.rules)

    @property
    def order(self) -> str:
        """The order in which the ranks of its hands are written, lowest first."""
        return RANK_LETTERS if self.rules is None else self.rules.rules.written

    @property
    def contract_played(self) -> Contract | None:
        """The contract recorded, else the one the cut card makes, None if neither is known."""
        if self.contract is None and self.rules is not None:
            if self.bid in MISERES:
                return Contract.NULLO
            if self.cut is not None:
                return self.rules.fixed_contract(1, self.cut)
        return self.contract

    @property
    def manni_left(self) -> tuple[int, ...]:
        """The Manni after the exchange; nothing of a surprise that was taken up."""
        return self.manni[sum(len(discards or ()) for discards in self.discards) :]

    @property
    def is_whole(self) -> bool:
        """Whether all its cards are known."""
        piles = chain(*self.piles)
        return None not in chain(
            self.hands, self.manni, *(cards or () for cards in self.discards), *piles
        )

    @property
    def dealt(self) -> BySeat[int]:
        """The hands of a deal that is whole. Raises DealError for one that is not."""
        self.check_whole()
        return tuple(hand for hand in self.hands if hand is not None)

    def check_whole(self) -> None:
        """Raise DealError unless all its cards are known."""
        if self.is_whole:
            return
        unknown = [seat.word for seat in self.seats if self.hands[seat] is None]
        problem = f"the hand of {unknown[0]} is" if unknown else "some cards are"
        if unknown[1:]:
            problem = f"the hands of {' and '.join(unknown)} are"
        raise DealError(f"{problem} not known: manni advise FILE needs no more than one hand")

    def check_dealt(self, variant: game_rules.Variant) -> None:
        """Raise DealError unless this is all that a game deals, before any exchange.

        An empty Manni, or no cut card, counts as not known.
        """
        from .rules.variant import check_cards, check_cut, check_pile  # here: few have a game

        hands = self.dealt
        check_count(len(hands), variant)
        check_cards(variant, *self._piles)
        if any(hand.bit_count() != variant.tricks for hand in hands):
            problem = f"hands of {lengths_text(hands)} cards: {variant.code} deals"
            raise DealError(f"{problem} {variant.tricks} each")
        if self.manni:
            check_pile(variant, self.manni)
        if self.cut is not None:
            check_cut(variant, self.cut, bool(hands[-1] >> self.cut & 1))

    def seen_by(self, seat: Seat | str, after: int | None = None) -> Deal:
        """Return what a seat has seen of the deal after so many cards of the play, by default all.

        Everything else becomes unknown: hands that do not lie open, cards that the seat did not
        draw, and the others' discards. Of the tags only those remain that record calls.
        """
        seat = parse_seat(seat, self.seats)
        played = self.play[: None if after is None else checks.number(after, "after")]
        variant, contract = self.rules, self.contract_played
        hands, seen, at = self.seen_played(), set(), 0
        lies = range(len(self.manni))
        is_open: Sequence[int] = (0,) * len(hands)
        if variant is not None:
            is_open = variant.laid_open(self.bid, self.declarer, [hand or 0 for hand in hands])
            seen = {*variant.face_up(lies)}
        for other, drawn in self._drawing():
            seen |= {*lies[at : at + len(drawn)]} if other is seat else set()
            at += len(drawn)
        if self.picks_up and seat is self.declarer and not (contract and contract.avoids):
            seen = {*lies}
        from .piles import seen_piles  # here as above: hardly any hands lie in piles

        return derived(
            self,
            hands=tuple(
                hand if not self.piles and (other is seat or is_open[other]) else None
                for other, hand in zip(self.seats, self.hands, strict=True)
            ),
            manni=tuple(self.manni[at] if at in seen else None for at in lies),
            discards=tuple(
                cards if cards is None or other is seat else (None,) * len(cards)
                for other, cards in zip(self.seats, self.discards, strict=True)
            ),
            piles=seen_piles(self.piles, played),
            play=played,
            tags=tuple(tag for tag in self.tags if tag[0] in SAID_TAGS),
            result=None,
            goal=None,
            keys=(),
        )

    @property
    def rules_played(self) -> TrickRules:
        """The rules of the contract played."""
        contract = self.contract_played
        return plain_rules(bool(self.ace_low)) if contract is None else self.rules_in(contract)

    def rules_in(
        self,
        contract: Contract,
        ace_low: bool | None = None,
        variant: game_rules.Variant | None = None,
    ) -> TrickRules:
        """Return the rules if ``contract`` is played: those of the variant, by default the deal's.

        Whether the ace is low may be asked for, which overrides what is recorded. The record
        holds for its contract, or for all if it names none. Raises RuleError where the ranks
        have an order of their own.
        """
        if ace_low is None and self.contract_played in (None, contract):
            ace_low = self.ace_low
        claimed = self.bid is not None
        return rules_for(contract, ace_low, variant or self.rules, claimed)

    def leader_under(
        self, declarer: Seat | None, variant: game_rules.Variant | None = None
    ) -> Seat:
        """Return who leads to the first trick if this seat, or nobody, declares.

        That is the recorded leader, unless the record has another declarer. Otherwise the variant
        decides, by default the deal's own. Without a variant the declarer leads, or forehand.
        """
        if self.leader is not None and (self.declarer is None or self.declarer is declarer):
            return self.leader
        return leader_for(declarer, variant or self.rules)

    @property
    def leader_played(self) -> Seat:
        """The leader of the first trick: as recorded, else the declarer, else forehand."""
        return self.leader_under(self.declarer)

    def hands_played(self, declarer: Seat | None = None) -> BySeat[int]:
        """Return the hands after the exchange; a ``declarer`` counts where none is recorded.

        The seats draw from the top of the Manni in the order of the game's exchange, forehand first
        where no game is recorded, or one of them takes up the surprise. Raises DealError where what
        lies on the table is not recorded or does not fit.
        """
        self.check_whole()
        return tuple(hand or 0 for hand in self.seen_played(declarer))

    def _drawing(self, declarer: Seat | None = None) -> Iterator[tuple[Seat, Shown]]:
        """Yield the seats that put cards down, and what each draws or takes up."""
        rules = self.rules
        known = self.declarer or declarer
        if known is None and rules is not None and len(rules.callers) == 1:
            (known,) = rules.callers
        order = () if rules is None else rules.exchange.order(known, self.seats)
        drawing = [seat for seat in dict.fromkeys((*order, *self.seats)) if self.discards[seat]]
        if (
            rules is not None
            and not order
            and len(drawing) > 1
            and rules.exchange.order(drawing[0], self.seats)
        ):
            raise FieldError(
                "who draws first depends on the declarer: none is recorded",
                field="Discard",
                seat=drawing[0],
            )
        drawn = 0
        for seat in drawing:
            number = len(self.discards[seat] or ())
            manni = self.manni[drawn:]
            if not self.manni and not self.is_whole:
                manni = (None,) * number
            if len(manni) < number or (self.picks_up and len(manni) != number):
                draws = f"{seat.word} draws {number} from the {self.pile}"
                problem = f"{draws}: only {len(manni)} of its cards are left"
                if not self.manni:
                    problem = f"{draws}: none is recorded"
                elif self.picks_up:
                    puts_away = f"{seat.word} puts {number} away: the {self.pile}"
                    problem = f"{puts_away} recorded has {len(manni)}"
                raise FieldError(problem, field="Discard", seat=seat)
            yield seat, manni[:number]
            drawn += number

    def seen_played(self, declarer: Seat | None = None) -> BySeat[int | None]:
        """Return the hands as ``hands_played`` does, None for those that are not known.

        If the cards that a seat drew are unknown, its hand is taken as the hand after the exchange.
        """
        hands = list(self.hands)
        for seat, drawn in self._drawing(declarer):
            hand, down = hands[seat], self.discards[seat] or ()
            if hand is not None and None not in (*drawn, *down):
                hands[seat] = hand_after(hand, hand_of(known_cards(down)), drawn, self.picks_up)
        return tuple(hands)

    @property
    def lacks_piles(self) -> bool:
        """Whether the hands lie in piles of which nothing is recorded."""
        return self.rules is not None and self.rules.in_piles and not self.piles

    def check_piles(self) -> None:
        """Raise DealError where the hands lie in piles of which nothing is recorded."""
        if self.lacks_piles:
            raise DealError(f"the hands of {self.variant} lie in piles: none are recorded")

    def start(
        self, contract: Contract, leader: Seat, rules: TrickRules, declarer: Seat | None
    ) -> Position:
        """Return the position after the exchange, before any play. Raises DealError."""
        side = self.side_declaring(declarer)
        self.check_piles()
        if not self.piles:
            hands = self.hands_played(declarer)
            return Position.checked(hands, contract, leader, rules=rules, declarers=side)
        from .piles import PilePosition  # here: hardly any hands lie in piles

        self.check_whole()
        return PilePosition(self.piles, contract, leader, rules=rules, declarers=side)

    def position(
        self,
        *,
        contract: Contract | str | None = None,
        leader: Seat | str | None = None,
        ace_low: bool | None = None,
        declarer: Seat | str | None = None,
        after: int | None = None,
    ) -> Position:
        """Return the position that the commands solve: after the exchange and the play recorded.

        ``after`` is how many cards of the play to follow, 0 for the first lead. By default a
        play that stops midway is followed to where it stops and one that reaches the end of
        the deal not at all. The others override what is recorded. Raises what ``standing``
        does, which also says what has been won.
        """
        return self.standing(
            contract=contract, leader=leader, ace_low=ace_low, declarer=declarer, after=after
        ).position

    def standing(
        self,
        *,
        contract: Contract | str | None = None,
        leader: Seat | str | None = None,
        ace_low: bool | None = None,
        declarer: Seat | str | None = None,
        after: int | None = None,
    ) -> PointInDeal:
        """Return the position after the exchange and ``after`` cards of the play, and its past.

        Arguments override the record. A recorded leader counts only with the recorded declarer.
        By default a play that stops midway is followed to its last card, and a complete play not
        at all. An illegal play is an error if nothing is overridden or if ``after`` is given.
        Under another contract, leader, ace or declarer such a play is left aside, with a note.
        Raises DealError, RuleError, IllegalPlayError or ArgumentError.
        """
        recorded = self.contract_played
        asked = recorded if contract is None else parse_contract(contract)
        if asked is None:
            raise DealError("no contract is recorded: give one (--contract)")
        table = self.seats
        declared_by = self.declarer if declarer is None else parse_seat(declarer, table)
        if self.rules is not None:
            self.rules.check_declarer(declared_by, self.bid)
        led_by = self.leader_under(declared_by) if leader is None else parse_seat(leader, table)
        rules = self.rules_in(asked, None if ace_low is None else checks.flag(ace_low, "ace_low"))
        if self.manni and self.rules is not None:
            self.check_dealt(self.rules)
        start = self.start(asked, led_by, rules, declared_by)
        played = start.contract, start.leader, start.rules
        same_side = self.side_declaring(declared_by) == self.side_declaring(self.declarer)
        way = None
        if played == (recorded, self.leader_played, self.rules_played) and (
            same_side or not rules.partners
        ):
            way = start.way(self.play)  # an error wherever it is
        if after is not None:
            after = checks.number(after, "after")
            if after > len(self.play):
                raise DealError(
                    f"only {len(self.play)} cards of the play are recorded: "
                    f"not {checks.quote(after)}"
                )
            return _end_point((way or start.way(self.play[:after]))[: after + 1])
        complete = len(self.play) >= len(self.hands) * start.tricks
        if complete and recorded is not None:
            return _end_point((start,))
        try:
            way = way or start.way(self.play)
        except IllegalPlayError as error:
            note = f"the recorded play is not followed in {format_contract(asked)}: {error}"
            return _end_point((start,), note)
        return _end_point(way[:1] if complete else way)

    def _take_in(self) -> None:
        table = table_of(self.variant)
        for field in FIELDS:
            with _in_field(field.tag):
                vars(self)[field.name] = field.take(getattr(self, field.name), table)

    def _check(self) -> None:
        for name, value in self.tags:
            check_tag(name, value)
        if len(self.discards) != len(self.hands):  # none where nothing is said of them
            vars(self)["discards"] = (None,) * len(self.hands)
        self._check_variant()
        self._check_hands()
        self._check_cut()
        self._check_bids()
        self._check_discards()
        with _in_field("Key"):
            check_once(self.keys, "the key")
        if self.goal is not None and (self.rules is None or self.rules.rules.unit == "tricks"):
            with _in_field("Goal"):
                checks.number(self.goal.tricks, "tricks", 0, MAX_CARDS)
        self._check_result()
        if self.great and self.contract is None:
            raise FieldError("great, but no contract is named", field="Contract")
        if self.play and self.leader is None:
            raise FieldError("cards are played but no leader is named", field="Play")
        most = CARDS // len(self.hands) * len(self.hands)
        if len(self.play) > most:
            raise FieldError(
                f"more cards played than {len(self.hands)} hands can hold ({most})", field="Play"
            )

    @property
    def pile(self) -> str:
        """The name of the cards on the table: Manni, talon, surprise."""
        return "Manni" if self.rules is None else self.rules.pile

    @property
    def picks_up(self) -> bool:
        """Whether a seat takes up what lies on the table before it puts any cards away."""
        return self.rules is not None and self.rules.exchange.picks_up

    @property
    def _piles(self) -> list[tuple[str, int]]:
        """The hands and what lies on the table, as known, each with what errors call it."""
        table = f"the {self.pile}", hand_of(known_cards(self.manni))
        return [*((seat.word, self.hands[seat] or 0) for seat in self.seats), table]

    def _check_hands(self) -> None:
        *hands, (pile, _) = self._piles
        check = check_disjoint
        if self.rules is not None:
            from .rules.variant import check_cards

            check = partial(check_cards, self.rules)
        with _in_field("Deal"):
            check(*hands)
            known = [hand for hand in self.hands if hand is not None]
            if len(known) == len(self.hands):
                check_lengths(known)
            else:
                self._check_room(known)
        with _in_field("Piles"):
            if self.piles and not (self.rules and self.rules.in_piles):
                raise DealError("piles: a game without them")
            for seat, piles in zip(self.seats, self.piles, strict=False):
                hand, lies = self.hands[seat], known_cards(chain(*piles))
                check_once(lies, seat.word)
                for card in () if hand is None else cards_in(hand_of(lies) ^ hand):
                    problem = "is in the hand or in a pile, not in both"
                    raise DealError(f"{seat.word}'s {card_name(card)} {problem}", card=card)
        with _in_field("Manni"):
            check_once(known_cards(self.manni), pile)
            played = self.contract is not None and not self.is_whole
            if played and self.picks_up and self.declarer is not None:
                hands[self.declarer] = "", 0  # which may be his with cards taken up
            check(*hands, self._piles[-1])

    def _check_room(self, known: Sequence[int]) -> None:
        """Raise DealError unless the pack has cards for all hands that are not known."""
        variant, hands = self.rules, self._piles
        size = max([hand.bit_count() for hand in known], default=variant.tricks if variant else 0)
        pack = variant.pack if variant else FULL_PACK
        covered = size * self.hands.count(None) + self.manni.count(None)
        left = (pack & ~sum(hand for _, hand in hands)).bit_count()
        if variant and size > variant.tricks:
            problem = f"a hand of {checks.counted(size, 'card')}"
            raise DealError(f"{problem}: {variant.code} deals {variant.tricks} each")
        if covered > left or any(hand.bit_count() != size for hand in known):
            problem = f"{checks.counted(covered, 'card')} cannot be covered, in hands of {size}"
            raise DealError(f"{problem}: the others leave {left}")

    def _check_variant(self) -> None:
        with _in_field("Variant"):
            variant = self.rules
        with _in_field("Deal"):
            check_count(len(self.hands), variant)
        if variant is None:
            return
        if self.ace_low and not variant.rules.in_order:
            raise FieldError(low_ace(variant), field="AceLow")
        if self.contract is not None:
            with _in_field("Contract"):
                variant.rules_of(self.contract)

    def _check_cut(self) -> None:
        """Check the card that makes the contract: it is the dealer's last, and nobody else's.

        An excerpt may begin after the dealer has played it.
        """
        variant, cut = self.rules, self.cut
        if variant is None or cut is None or not variant.cuts:
            return
        from .rules.variant import check_cut

        dealt = self.hands[-1]
        # A hand of a deal known by halves may be what is held after the exchange.
        is_whole = self.is_whole or not (self.play or self.discards[-1])
        is_whole = is_whole and dealt is not None and dealt.bit_count() == variant.tricks
        where = [name for name, pile in self._piles if pile >> cut & 1]
        with _in_field("Cut", card=cut):
            if where or is_whole:
                check_cut(variant, cut, bool((dealt or 0) >> cut & 1), *where[:1])
            variant.contract_of(self.contract, cut)
            top = self.piles[-1][-1][0] if self.piles and self.piles[-1][-1] else cut
            if top not in (cut, None) and is_whole:
                which = f"{variant.cut_text(cut)} is the top card of the dealer's last pile"
                raise DealError(f"{which}, on which {card_name(top)} lies", card=cut)

    def _check_bids(self) -> None:
        """Check auction and bid, and take from a finished auction what it says."""
        variant = self.rules
        if variant is None:
            return
        with _in_field("Declarer"):
            variant.check_declarer(self.declarer, self.bid)
        if self.bid is not None:
            with _in_field("Bid"):
                variant.bid_of(self.bid)
        if not self.auction:
            return
        with _in_field("Auction"):
            bidding = variant.bidding(self.auction)
        if not bidding.over or bidding.declarer is None or bidding.standing is None:
            for field, given in (("Bid", self.bid), ("Declarer", self.declarer)):
                if given is not None:
                    raise FieldError("the auction does not come to a declarer", field=field)
            return
        if self.bid not in (None, bidding.standing.name):
            raise FieldError(f"the auction ends with {bidding.standing}", field="Bid")
        if self.declarer not in (None, bidding.declarer):
            raise FieldError(f"the auction makes {bidding.declarer.word} declare", field="Declarer")
        vars(self).update(bid=bidding.standing.name, declarer=bidding.declarer)

    def _check_discards(self) -> None:
        pile = hand_of(known_cards(self.manni)) if self.picks_up else 0
        taken_up = False
        for seat, discards in zip(self.seats, self.discards, strict=True):
            with _in_field("Discard", seat=seat):
                hand, rules = self.hands[seat], self.rules
                if hand is None or not (self.is_whole or known_cards(self.manni[:1])):
                    hand = FULL_PACK & ~sum(cards for _, cards in self._piles) | (hand or 0)
                check_discard(seat, hand, known_cards(discards or ()), None, pile, self.pile)
                if discards and rules is not None and None in discards:
                    sizes = rules.exchange.sizes(seat, 0, rules.tricks, rules.manni)
                    check_exchanged(seat, len(discards), sizes)
                if discards and pile and taken_up:
                    problem = f"{seat.word} puts cards away, but another seat has taken up the"
                    raise DealError(f"{problem} {self.pile}", card=discards[0])
            taken_up |= bool(discards)

    def _check_result(self) -> None:
        variant = self.rules
        unit = "result" if variant is None else variant.rules.unit
        most = MAX_CARDS if unit == "tricks" else MOST_TAKEN
        if variant is not None and unit == "points":
            most = max(most, variant.most_points(variant.contracts[0]))
        with _in_field("Result"):
            for taken in self.result or ():
                checks.number(taken, unit, 0, most)


_AS_TEXT = {field.name: field.write for field in FIELDS}
"""How a value is written that ``Deal`` takes as text."""

_CARDS = ("manni", "cut", "play", "keys", "piles")
"""The fields of cards that it takes as text."""


def _end_point(way: tuple[Position, ...], note: str | None = None) -> PointInDeal:
    return PointInDeal(way[-1], won_in(way), len(way) - 1, note)


def table_tags(deal: Deal) -> tuple[str, str]:
    """Return the tags of what lies on the table and of the card cut.

    They are as the game calls them, if files know that name, else Manni and Cut.
    """
    rules = deal.rules
    if rules is None:
        return "Manni", "Cut"
    pile = rules.pile.capitalize()
    return pile if pile in KNOWN_TAGS else "Manni", rules.declaring.tag


def check_tag(name: str, value: str) -> None:
    """Raise FieldError unless a file can hold the pair among its tags without a meaning."""
    name, value = checks.text(name, "tag"), checks.text(value, "tag")
    if not _TAG_NAME.fullmatch(name):
        raise FieldError(
            f"{name[:40]!r} is no name for a tag: expected letters, digits and _", field="tags"
        )
    if name.lower() in _LOWER_KNOWN:
        raise FieldError(f"{name} has a field of its own", field="tags")
    bad = _NOT_IN_A_VALUE.search(value)
    if bad:
        raise FieldError(f"{name}: {bad[0]!r} cannot stand in a tag's value", field="tags")


def check_play(deal: Deal) -> BySeat[int]:
    """Return what each seat has won. Raises IllegalPlayError where the play breaks the rules.

    That is known where all cards, the leader and the contract are, and where the others are
    partners, the declarer, and where hands lie in piles, how. Raises FieldError if the exchange is
    wrong, so that the hands are not known.
    """
    contract, rules = deal.contract_played, deal.rules_played
    nothing = (0,) * len(deal.hands)
    if not deal.play or deal.leader is None or contract is None or not deal.is_whole:
        return nothing
    if deal.lacks_piles or (rules.partners and not deal.side_declaring(deal.declarer)):
        return nothing
    start = deal.start(contract, deal.leader, rules, deal.declarer)
    way = start.way(deal.play)
    won, variant = won_in(way), deal.rules
    if variant is None or way[-1].tricks or start.tricks != variant.tricks:
        return won
    return variant.with_pile(contract, won, deal.declarer)


def check_result(deal: Deal) -> None:
    """Raise RuleError where what has been won, or what there is, cannot come to the result."""
    contract, variant, rules = deal.contract_played, deal.rules, deal.rules_played
    tricks = (deal.hands[0] or 0).bit_count()
    if deal.result is None or not deal.is_whole or (contract is None and variant is not None):
        return
    for seat, recorded, played in zip(deal.seats, deal.result, check_play(deal), strict=True):
        if recorded < played:
            gives = f"the result gives {seat.word} {recorded} {rules.unit}"
            raise RuleError(f"{gives}, the play {played}")
    from .rules.variant import check_sum, check_taken  # here: few have a result

    if variant is not None and contract is not None and tricks in (0, variant.tricks):
        hands: BySeat[int] = ()
        away = None if deal.declarer is None else deal.discards[deal.declarer]
        if rules.counts_cards and (away is not None or not deal.picks_up):  # else not known
            with suppress(FieldError):
                hands = deal.hands_played()
        check_taken(variant, contract, deal.result, hands)
    elif tricks:
        check_sum(deal.result, (cards_worth(deal.dealt, rules),) * 2, rules.unit)
