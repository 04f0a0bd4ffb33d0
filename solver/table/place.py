"""The place in a deal that the page shows: a position of its play, and the ``View`` of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from ..cards import BySeat, Seat, card_name, cards_in, contract_words, known_cards, seats_from
from ..deal import Deal
from ..errors import DealError, RuleError
from ..goal import Goal
from ..i18n import _, amount, filled, format_list, gettext, ngettext, pgettext, seat_word
from ..position import Position, won_in
from ..records import frozen
from ..report.deal_view import with_deal
from ..report.diagram import Beside, View, goal_words
from ..report.sheet import player_name, signed_text, to_number
from ..rules.auction import Aim, find_bid
from ..rules.scoring import Mark
from ..rules.trick import arranged
from ..rules.variant import Variant
from ..schema import (
    CARDS,
    COUNT,
    FLAG,
    SEAT,
    TEXT,
    Card,
    Count,
    by_seat,
    field,
    list_of,
    nullable,
    one_of,
    record,
)
from ..values.solution import bid_goal
from .view import FIGURES, PLAYED, VIEWED, capitalized, illegal_reasons, with_minus_signs


@frozen
class Move:
    """A card played. If it completes a trick, ``wins`` is the seat that takes the trick.

    ``worth`` is what the trick counts, 0 if the card completes none.

    Attributes:
        wins: who takes the trick that it completes
    """

    number: Count
    seat: Seat
    card: Card
    wins: Seat | None
    worth: int


MOVE = record(
    "number",
    field("trick", COUNT, of=lambda move: (move.number - 1) // len(seats_from(move.seat)) + 1),
    *PLAYED.fields,
    "wins?",
    field(
        "worth",
        COUNT,
        "of that trick",
        lambda move: None if move.wins is None else move.worth,
        optional=True,
    ),
    of=Move,
    name="Move",
)


@frozen
class Place:
    """A deal after some cards of its play.

    ``positions`` are the positions before each card, and the last one. If the deal cannot be played
    there are no positions, and ``missing`` says what is missing. ``own`` is the player's seat if
    the deal was played at a table; the view is then from that seat.
    """

    deal: Deal
    hands: BySeat[int | None]
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    missing: str = ""
    own: Seat | None = None

    @property
    def position(self) -> Position:
        """The position of the place. Raises DealError if the deal cannot be played."""
        if not self.positions:
            raise DealError(f"{self.missing}: nobody can say who wins a trick")
        return self.positions[-1]

    @cached_property
    def played(self) -> tuple[int, ...]:
        """The cards played."""
        return tuple(move.card for move in self.moves)

    @property
    def trick(self) -> tuple[Move, ...]:
        """The moves of the trick in progress, or of the last trick until the next is led."""
        hands = len(self.hands)
        return self.moves[(len(self.moves) - 1) // hands * hands :]

    @property
    def over(self) -> bool:
        """Whether all has been played."""
        return bool(self.positions) and not self.picture_view.tricks

    @cached_property
    def won(self) -> BySeat[int]:
        """The tricks or points each seat has won, as the rules count."""
        return won_in(self.positions) if self.positions else (0,) * len(self.hands)

    @cached_property
    def tricks_won(self) -> BySeat[int]:
        """The tricks each seat has won."""
        return tuple(sum(move.wins is seat for move in self.moves) for seat in self.deal.seats)

    @cached_property
    def view(self) -> View:
        """What is seen of the place."""
        drawn, seats = self.picture_view, self.deal.seats
        now = self.positions[-1] if self.positions else None
        return drawn._replace(
            contract=None if now is None else now.contract,
            names=tuple(map(self.name, seats)),
            near=self.own,
            declarer=self.deal.declarer,
            all_tricks=self.first_view.tricks,
            sizes=tuple(drawn.tricks if hand is None else hand.bit_count() for hand in drawn.hands),
            trick=self.trick,
            free=() if now is None else arranged(now.legal(), now.rules),
            why=_unplayable_reasons(self),
            notes=tuple(drawn.declares if seat is self.deal.declarer else "" for seat in seats),
            beside=tuple(_side_items(self)),
            heads=drawn.headline(),
            said=_status_text(self),
        )

    def before_exchange(
        self, seat: Seat, hands: BySeat[int], manni: Sequence[int], *, is_open: bool
    ) -> View:
        """Return what is seen while a seat chooses cards to put down, or its hand alone."""
        left = (
            (Beside(capitalized(_("Manni")), tuple(manni)),) if manni else tuple(_side_items(self))
        )
        return self.view._replace(
            hands=tuple(
                hand if is_open or other is seat else None
                for other, hand in zip(self.deal.seats, hands, strict=True)
            ),
            sizes=tuple(hand.bit_count() for hand in hands),
            position=None,
            to_play=None,
            chooses=seat,
            free=tuple(cards_in(hands[seat])),
            why=(),
            notes=("",) * len(hands),
            trick=(),
            beside=left if is_open else (),
        )

    def name(self, seat: Seat) -> str:
        """Return the label of a seat: the seat, at a table with the player's name."""
        word, variant = seat_word(seat), self.deal.rules
        if self.own is None or variant is None:
            return capitalized(word)
        from .game import names_at  # imported here: needed only for deals played at a table

        player = names_at(variant)[(seat - self.own) % len(self.hands)]
        return _("{name}, {seat}", name=player_name(player), seat=word)

    @cached_property
    def first_view(self) -> View:
        """What is seen of the hands at the first lead."""
        return self.picture_view._replace(
            hands=self.positions[0].hands if self.positions else self.hands
        )

    @cached_property
    def picture_view(self) -> View:
        """What a picture of the place shows."""
        deal, variant = self.deal, self.deal.rules
        if self.positions:
            return with_deal(View.of(self.position, won=self.won), deal, bool(self.moves))
        named = deal.contract_played
        view = View(
            self.hands,
            None if deal.is_whole else named,
            rules=variant.rules if variant is not None and named is None else deal.rules_played,
            won=self.won,
        )
        return with_deal(view, deal, False)._replace(declarer=None, great=False)


def place_of(deal: Deal, played: Sequence[int] = ()) -> Place:
    """Return the place in a deal after its exchange and the cards ``played``.

    The play that the deal records is left aside. Raises DealError or IllegalPlayError.
    """
    if missing := missing_in(deal):
        if played:
            raise DealError(f"{missing}: nothing can be played")
        hands = deal.hands_played() if deal.is_whole else deal.seen_played()
        return Place(deal, hands, (), (), missing)
    start = deal.but(play=()).position(after=0)
    positions = start.way(played)
    moves = tuple(
        Move(number, before.to_play, card, after.taken_by, after.taken)
        for number, (card, (before, after)) in enumerate(
            zip(played, pairwise(positions), strict=True), 1
        )
    )
    return Place(deal, start.hands, positions, moves)


def missing_in(deal: Deal) -> str:
    """Return what is missing before a deal can be played, as a sentence; "" if nothing is."""
    if not deal.is_whole:
        return _("not all cards are known")
    if deal.contract_played is None:
        return _("no contract is named")
    if deal.rules_played.partners and not deal.side_declaring(deal.declarer):
        return _("no declarer is named")
    if deal.lacks_piles:
        return _("the order of the piles is not given")
    return ""


def side_name(side: Sequence[Seat]) -> str:
    """Return what a side is called: "Forehand and dealer"."""
    return capitalized(format_list(side))


def _status_text(place: Place) -> str:
    """Return the last card, and what comes next."""
    last, seat = place.moves[-1] if place.moves else None, place.picture_view.to_play
    card = f"{capitalized(seat_word(last.seat))}{_(': ')}{card_name(last.card)}. " if last else ""
    if place.over:
        won = [(format_list(side), won) for side, won in _side_totals(place)]
        unit = gettext(place.picture_view.rules.unit)
        return card + _("The end: {won} {unit}.", won=names_and_numbers(won), unit=unit)
    if seat is None:
        return card.strip()
    if last is None:
        return _("{seat:The} leads.", seat=seat)
    if last.wins is None:
        return card + _("{seat:The} to play.", seat=seat)
    if points := _last_worth(place):
        return card + _("{seat:The} wins {points} and leads.", seat=seat, points=points)
    return card + _("{seat:The} wins and leads.", seat=seat)


def names_and_numbers(pairs: Sequence[tuple[str, object]]) -> str:
    """Return "forehand 3, dealer 0", all with a colon where a name ends in a number."""
    mark = _(": ") if any(name[-1].isdigit() for name, _number in pairs) else " "
    return ", ".join(f"{name}{mark}{number}" for name, number in pairs)


def _last_worth(place: Place) -> str:
    """Return what the last trick counts, where tricks differ."""
    unit = place.picture_view.rules.unit
    return "" if unit == "tricks" else amount(place.trick[-1].worth, unit)


def sides_of(place: Place) -> list[tuple[Seat, ...]]:
    """Return the sides that have one value each, single seats first."""
    if not place.positions:
        return [(seat,) for seat in place.deal.seats]
    return sorted(dict.fromkeys(map(place.position.side, place.deal.seats)), key=len)


def _side_totals(place: Place) -> Iterator[tuple[Sequence[Seat], int]]:
    """Yield each side of the score, and the tricks or points it has won."""
    seats, variant = place.deal.seats, place.deal.rules
    for side in [(seat,) for seat in seats] if variant is None else variant.sides():
        yield side, sum(place.won[seat] for seat in side)


def _score(place: Place) -> Sequence[Mark] | None:
    """Return the marks of each seat for a deal that is over, None where they are unknown."""
    from ..rules.variant import marks  # here: at the end of a deal alone

    deal, variant = place.deal, place.deal.rules
    if not place.over or variant is None:
        return None
    contract, declarer = place.position.contract, deal.declarer
    taken = variant.with_pile(contract, place.won, declarer)
    try:
        return marks(variant, contract, taken, declarer, deal.bid, deal.cut, deal.great)
    except RuleError:  # an excerpt, or nobody is said to declare
        return None


def _unplayable_reasons(place: Place) -> Iterator[tuple[int, str]]:
    """Yield each card that may not be played now, with a sentence why."""
    if not place.positions:
        reason = _("{why}: nothing can be played", why=place.missing)
        yield from ((card, reason) for hand in place.hands for card in cards_in(hand or 0))
        return
    position = place.position
    mover = position.to_play

    def say(kind: str, reason: str) -> str:
        if kind != "revoke":
            return reason
        cards = " ".join(map(card_name, position.legal()))
        return _("{seat} must follow suit: it holds {cards}", seat=mover, cards=cards)

    for seat in place.deal.seats:
        if seat is not mover:
            reason = _("{seat} is to play", seat=mover)
            yield from ((card, reason) for card in cards_in(position.hands[seat]))
    yield from illegal_reasons(position, say)


# The goal --------------------------------------------------------------------------------


def need_of(place: Place) -> Goal | None:
    """Return what remains of the deal's goal at a place.

    The tricks of a goal count from where the recorded play stops. Return None if there is no goal,
    or if the place is not on the line of the recorded play.
    """
    if place.deal.goal is None or not place.positions:
        return None
    record = _record(place.deal)
    if place.played[: len(record)] != record[: len(place.played)]:
        return None
    need = place.deal.goal
    for position in place.positions[len(record) + 1 :]:
        need = need.after(position)
    return need


def _record(deal: Deal) -> tuple[int, ...]:
    """Return the cards played before the position that the deal asks about."""
    return deal.play[: deal.standing().played]


def goal_state(need: Goal | None, position: Position) -> str:
    """Return the state of a goal: "reached", "missed" or "open"."""
    met = None if need is None else need.met_by_count(position)
    return "open" if met is None else "reached" if met else "missed"


STATE = one_of("open", "reached", "missed")

GOAL = record(
    field(
        "text",
        TEXT,
        of=lambda at: goal_words(at.deal.goal, at.position),
    ),
    field("seat", SEAT, of="deal.goal.seat"),
    field("at_least", FLAG, of="deal.goal.at_least"),
    field("state", STATE, of=lambda at: goal_state(need_of(at), at.position)),
    name="Goal",
)


# Beside the hands: the pile, the bid, the cut card ------------------------------------------


def _counts_points(variant: Variant | None) -> bool:
    return variant is not None and variant.rules.unit == "points"


def _side_items(place: Place) -> Iterator[Beside]:
    """Yield the items that are shown beside the hands."""
    deal, variant = place.deal, place.deal.rules
    if variant is None or not _counts_points(variant):
        if manni := known_cards(place.picture_view.manni):
            yield Beside(capitalized(_("Manni")), manni)
        return
    if deal.bid is not None:
        yield Beside(_("Bid"), (), _bid_text(place, variant, deal.bid))
    if deal.cut is not None:
        made = variant.fixed_contract(1, deal.cut)
        text = _("the dealer’s")
        if made is not None:
            text = _("the dealer’s, which makes {suit} trump", suit=contract_words(made))
        yield Beside(capitalized(gettext(variant.cut_card)), (deal.cut,), text)
    if not deal.manni or None in deal.manni:
        return
    name = capitalized(gettext(variant.pile))
    if not variant.exchange.picks_up:
        yield Beside(name, deal.manni, _("which nobody sees"))
        return
    up = variant.face_up(deal.manni)
    faces = _("face down")
    if up:
        faces = _("the last {number} face up", number=variant.shown)
    taken = next((pair for pair in zip(deal.seats, deal.discards, strict=True) if pair[1]), None)
    if taken is None:
        yield Beside(name, deal.manni, faces)
        return
    seat, put_away = taken
    taken_up = _("{faces}, taken up by {seat}", faces=faces, seat=seat)
    yield Beside(name, deal.manni, taken_up)
    yield Beside(
        _("Put away"),
        arranged(put_away or (), variant.rules),
        _("which {seat} alone has seen", seat=seat),
    )


def _bid_text(place: Place, variant: Variant, name: str) -> str:
    """Return a bid in words, and once cards are played whether it is made or what is missing."""
    deal, bid, declarer = place.deal, find_bid(variant.bids, name), place.deal.declarer
    text = str(bid)
    if declarer is not None:
        text = _("{bid} by {seat}", bid=text, seat=declarer)
    if bid.aim is Aim.ALL:
        text = _("{bid}, to take every trick", bid=text)
    elif bid.aim is Aim.NONE:
        text = _("{bid}, to take no trick", bid=text)
    wanted = bid_goal(deal, place.position, place.won) if place.positions else None
    if declarer is None or wanted is None:
        return text
    played, taken = sum(place.tricks_won), place.tricks_won[declarer]
    if bid.aim is not Aim.POINTS:
        failed = taken if bid.aim is Aim.NONE else played - taken
        standing = _("failed") if failed else _("made") if place.over else ""
    else:
        missing = wanted.needed - place.won[declarer]
        left = _("{points} short") if place.over else _("{points} to come")
        left = filled(left, points=amount(missing, "points"))
        standing = _("made") if missing <= 0 else left if played else ""
    return f"{text}, {standing}" if standing else text


# JSON for the page -----------------------------------------------------------------------


def _last(place: Place) -> str:
    taker = place.view.taker
    if taker is None:
        return ""
    to = _("to {seat:to}", seat=taker)
    return ", ".join(filter(None, (to, _last_worth(place))))


def _outcome(place: Place) -> dict[str, Any] | None:
    """Return the result of a deal that is over: a table with a row for each side."""
    if not place.over:
        return None
    score, unit = _score(place), place.picture_view.rules.unit
    rows = [
        [
            format_list(map(place.name, side)),
            str(won),
            *([] if score is None else [signed(score[side[0]])]),
        ]
        for side, won in _side_totals(place)
    ]
    heads = ["", gettext(unit), *([] if score is None else [pgettext("column", "points")])]
    return {"over": [], "heads": heads, "rows": rows}


def _score_texts(place: Place) -> Sequence[str]:
    """Return the marks of each seat in words, empty before the end of the deal."""
    score = _score(place)
    if score is None:
        return [""] * len(place.hands)
    return [
        ngettext(
            "{points} point", "{points} points", str(abs(to_number(mark))), points=signed(mark)
        )
        for mark in score
    ]


def signed(points: Mark) -> str:
    """Return points of a score as the page shows them."""
    return with_minus_signs(signed_text(points))


POSITION = record(
    *VIEWED,
    "great=deal.great",
    "ace_low=picture_view.ace_low: ",
    field("leader", nullable(SEAT), of=lambda at: at.positions[0].leader if at.positions else None),
    "variant=deal.variant",
    field(
        "start",
        by_seat(CARDS),
        "the hands at the first lead",
        lambda at: map(at.first_view.cards, at.deal.seats),
    ),
    field("last", TEXT, "to whom the trick goes that is over, and its worth", _last),
    field("unit", one_of("tricks", "points"), "what is counted", "picture_view.rules.unit"),
    field(
        "at_most",
        FLAG,
        "little is wanted: a guarantee is the most a seat takes",
        lambda at: bool(at.positions) and at.position.avoids,
    ),
    field(
        "sides",
        list_of(list_of(SEAT)),
        "whose value is one figure: each seat, or partners",
        sides_of,
    ),
    "over: ",
    field("outcome", nullable(FIGURES), "once it is over", _outcome),
    field("worth", by_seat(TEXT), "what it has brought each, once it is over", _score_texts),
    field(
        "manni",
        CARDS,
        of=lambda at: () if _counts_points(at.deal.rules) else known_cards(at.deal.manni_left),
    ),
    "moves:",
    field("goal", nullable(GOAL), of=lambda at: at if need_of(at) is not None else None),
    of=Place,
)
