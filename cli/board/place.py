"""The place in a deal that a page shows: its position and all that is seen of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from manni.cli.board.address import address_of
from manni.solver.cards import SEATS, BySeat, Seat, card_name, cards_in, contract_words, triple
from manni.solver.deal import Deal, hands_played
from manni.solver.errors import DealError, SolverError
from manni.solver.goal import Goal
from manni.solver.i18n import _, amount, gettext, ngettext, seat_word
from manni.solver.position import Position
from manni.solver.report.diagram import Scene, goal_words
from manni.solver.report.text import join
from manni.solver.rules.auction import Aim, find_bid
from manni.solver.rules.scoring import Mark
from manni.solver.rules.trick import arranged
from manni.solver.rules.variant import Variant
from manni.solver.schema import (
    CARD,
    COUNT,
    FLAG,
    NUMBER,
    SEAT,
    TEXT,
    by_card,
    by_seat,
    field,
    list_of,
    nullable,
    one_of,
    record,
)
from manni.solver.values.worth import bid_goal


@dataclass(frozen=True)
class Move:
    """A card played: ``wins`` is the seat that took the trick which it completed.

    ``worth`` is what that trick counts, 0 where the card completes none.
    """

    number: int
    seat: Seat
    card: int
    wins: Seat | None
    worth: int


PLAYED = record(field("seat", SEAT), field("card", CARD), name="Played")

MOVE = record(
    field("number", COUNT),
    field("trick", COUNT, of=lambda move: (move.number - 1) // SEATS + 1),
    *PLAYED.fields,
    field("wins", SEAT, "who takes the trick that it completes", optional=True),
    field(
        "worth",
        COUNT,
        "of that trick",
        lambda move: None if move.wins is None else move.worth,
        optional=True,
    ),
    name="Move",
)


@dataclass(frozen=True)
class Place:
    """A deal after some cards of its play.

    ``positions`` are those before each card and the last one, none where it is not said what
    is played: ``unsaid`` tells what is missing then.
    """

    deal: Deal
    hands: BySeat[int]
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    unsaid: str = ""

    @property
    def position(self) -> Position:
        """The position of the place. Raises DealError where it is not said what is played."""
        if not self.positions:
            raise DealError(f"{self.unsaid}: nobody can say who wins a trick")
        return self.positions[-1]

    @property
    def played(self) -> tuple[int, ...]:
        """The cards played."""
        return tuple(move.card for move in self.moves)

    @property
    def table(self) -> tuple[Move, ...]:
        """The moves of the trick in progress."""
        return self.moves[len(self.moves) // SEATS * SEATS :]

    @property
    def last_trick(self) -> tuple[Move, ...]:
        """The moves of the last trick completed, none if there is none."""
        return self.moves[: len(self.moves) // SEATS * SEATS][-SEATS:]

    @property
    def over(self) -> bool:
        """Whether all has been played."""
        return bool(self.positions) and not self.scene.tricks

    @property
    def won(self) -> BySeat[int]:
        """The tricks or points each seat has won, as the rules count."""
        return triple(sum(move.worth for move in self.moves if move.wins is seat) for seat in Seat)

    @property
    def tricks_won(self) -> BySeat[int]:
        """The tricks each seat has won."""
        return triple(sum(move.wins is seat for move in self.moves) for seat in Seat)

    @cached_property
    def first(self) -> Scene:
        """The scene with the hands at the first lead."""
        return replace(self.scene, hands=self.positions[0].hands if self.positions else self.hands)

    @cached_property
    def scene(self) -> Scene:
        """What a picture of the place shows."""
        deal, variant = self.deal, self.deal.rules
        pile = "Manni" if variant is None else variant.pile
        manni = () if self.moves else deal.manni_left
        if not self.positions:
            named = variant is None or deal.contract_played is not None
            rules = deal.rules_played if named or variant is None else variant.rules
            return Scene(self.hands, rules=rules, manni=manni, pile=pile)
        # A goal is shown where its tricks count from.
        goal = deal.goal if deal.goal is not None and self.played == _record(deal) else None
        scene = Scene.of(self.position, won=self.won, manni=manni, goal=goal)
        return replace(scene, pile=pile, declarer=deal.declarer, great=deal.great)


def place_of(deal: Deal, played: Sequence[int] = ()) -> Place:
    """Return the place in a deal after its exchange and the cards ``played``.

    The play that the deal records is left aside. Raises DealError or IllegalPlayError.
    """
    if unsaid := unsaid_of(deal):
        if played:
            raise DealError(f"{unsaid}: nothing can be played")
        return Place(deal, hands_played(deal), (), (), unsaid)
    start = replace(deal, play=()).position(after=0)
    positions = start.follow(played)
    moves = tuple(
        Move(number, before.to_play, card, after.taken_by, after.taken)
        for number, (card, (before, after)) in enumerate(
            zip(played, pairwise(positions), strict=True), 1
        )
    )
    return Place(deal, start.hands, positions, moves)


def unsaid_of(deal: Deal) -> str:
    """Return what is missing in a deal before it can be played, nothing if it can be."""
    if deal.contract_played is None:
        return _("no contract is named")
    if deal.rules_played.partners and deal.declarer is None:
        return _("nobody is said to declare")
    return ""


def _sides(position: Position) -> list[list[Seat]]:
    """Return the seats whose value is one figure together: each, or the declarer and the pair."""
    if position.declarer is None:
        return [[seat] for seat in Seat]
    return [[position.declarer], [seat for seat in Seat if seat is not position.declarer]]


def _won_texts(place: Place) -> Sequence[str] | None:
    """Return what each seat has won, None where nobody has won anything."""
    unit = place.scene.rules.unit
    if not any(place.tricks_won):
        return None
    if unit == "tricks":
        return [
            ngettext("{number} won", "{number} won", tricks).format(number=tricks)
            for tricks in place.won
        ]
    won = zip(place.won, place.tricks_won, strict=True)
    return [
        _("{points} in {tricks:to}").format(
            points=amount(points, unit), tricks=amount(tricks, "tricks")
        )
        if tricks
        else _("no trick")
        for points, tricks in won
    ]


def _score(place: Place) -> Sequence[Mark] | None:
    """Return what a deal that is over has brought each seat, None where nobody can say."""
    from manni.solver.rules.variant import marks  # here: at the end of a deal alone
    from manni.solver.scoresheet import with_pile

    deal, variant = place.deal, place.deal.rules
    if not place.over or variant is None:
        return None
    contract, declarer = place.position.contract, deal.declarer
    try:
        taken = with_pile(variant, contract, place.won, declarer)
        return marks(variant, contract, taken, declarer, deal.bid, deal.cut, deal.great)
    except SolverError:  # an excerpt, or nobody is said to declare
        return None


def _why_not(place: Place) -> dict[int, str]:
    """Return a sentence for each card held that may not be played now."""
    if not place.positions:
        reason = _("{why}: nothing can be played").format(why=place.unsaid)
        return {card: reason for hand in place.hands for card in cards_in(hand)}
    position = place.position
    mover, legal = position.to_play, position.legal()
    reasons = {}
    for seat in Seat:
        for card in cards_in(position.hands[seat]):
            if seat is not mover:
                reasons[card] = _("{seat} is to play").format(seat=seat_word(mover))
            elif card not in legal:
                kind, reason = position.why_illegal(card)
                follow = " ".join(map(card_name, legal))
                if kind == "revoke":
                    reason = _("{seat} must follow suit: it holds {cards}").format(
                        seat=seat_word(mover), cards=follow
                    )
                reasons[card] = reason
    return reasons


# The goal --------------------------------------------------------------------------------


def need_of(place: Place) -> Goal | None:
    """Return what the goal of a place's deal comes to there.

    The tricks of a goal count from where the record stops. None if there is no goal, or the
    place is not on the way that the record takes.
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
    """Return the cards played before the position that a deal is about."""
    return deal.play[: deal.standing().played]


def goal_state(need: Goal | None, position: Position) -> str:
    """Return whether a need is reached, missed or open."""
    met = None if need is None else need.met_by_count(position)
    return "open" if met is None else "reached" if met else "missed"


STATE = one_of("open", "reached", "missed")

GOAL = record(
    field(
        "text",
        TEXT,
        of=lambda at: goal_words(at.deal.goal, at.position.contract, at.position.rules),
    ),
    field("seat", SEAT, of="deal.goal.seat"),
    field("tricks", COUNT, of="deal.goal.tricks"),
    field("at_least", FLAG, of="deal.goal.at_least"),
    field("state", STATE, of=lambda at: goal_state(need_of(at), at.position)),
    name="Goal",
)


# What lies beside the hands, or has been said, in a game that counts points ---------------


def _counts_points(variant: Variant | None) -> bool:
    return variant is not None and variant.rules.unit == "points"


def _beside(place: Place) -> Iterator[tuple[str, Sequence[int], str]]:
    """Yield what is shown under the table: its name, its cards, what is to be said of them."""
    deal, variant = place.deal, place.deal.rules
    if variant is None or not _counts_points(variant):
        return
    if deal.bid is not None:
        yield _("Bid"), (), _bid_text(place, variant, deal.bid)
    if deal.cut is not None:
        made = variant.fixed_contract(1, deal.cut)
        told = _("the dealer’s")
        if made is not None:
            told = _("the dealer’s, which makes {suit} trump").format(suit=contract_words(made))
        yield _capital(gettext(variant.cut_card)), (deal.cut,), told
    if not deal.manni:
        return
    name = _capital(gettext(variant.pile))
    if not variant.exchange.picks_up:
        yield name, deal.manni, _("which nobody sees")
        return
    up = variant.face_up(deal.manni)
    faces = _("face down")
    if up:
        faces = _("the last {number} face up").format(number=variant.shown)
    taken = next((pair for pair in zip(Seat, deal.discards, strict=True) if pair[1]), None)
    if taken is None:
        yield name, deal.manni, faces
        return
    seat, put_away = taken
    taken_up = _("{faces}, taken up by {seat}").format(faces=faces, seat=seat_word(seat))
    yield name, deal.manni, taken_up
    yield (
        _("Put away"),
        arranged(put_away or (), variant.rules),
        _("which {seat} alone has seen").format(seat=seat_word(seat)),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bid_text(place: Place, variant: Variant, name: str) -> str:
    """Return a bid, and whether it is made by now or what is missing; nothing of that at first."""
    deal, bid, declarer = place.deal, find_bid(variant.bids, name), place.deal.declarer
    text = bid.name
    if declarer is not None:
        text = _("{bid} by {seat}").format(bid=text, seat=seat_word(declarer))
    if bid.aim is Aim.ALL:
        text = _("{bid}, to take every trick").format(bid=text)
    elif bid.aim is Aim.NONE:
        text = _("{bid}, to take no trick").format(bid=text)
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
        left = left.format(points=amount(missing, "points"))
        standing = _("made") if missing <= 0 else left if played else ""
    return f"{text}, {standing}" if standing else text


# What the page is told -------------------------------------------------------------------


def _now(get: Callable[[Position], Any], unsaid: Any = None) -> Callable[[Place], Any]:
    """Return what reads a place's position, or ``unsaid`` where there is none."""

    def got(at: Place) -> Any:
        if at.positions:
            return get(at.position)
        return gettext(unsaid) if isinstance(unsaid, str) else unsaid

    return got


_CARDS = list_of(CARD)
_SIDES = list_of(list_of(SEAT))

POSITION = record(
    field("contract", nullable(TEXT), of=_now(lambda now: now.contract.name)),
    field(
        "contract_name",
        TEXT,
        of=_now(lambda now: contract_words(now.contract), "no contract named"),
    ),
    field("great", FLAG, of="deal.great"),
    field("ace_low", FLAG, of="scene.ace_low"),
    field("clockwise", FLAG, "forehand sits on the dealer's left", "scene.rules.clockwise"),
    field("declarer", nullable(SEAT), of="deal.declarer"),
    field("declares", TEXT, "what the declarer does", "scene.declares"),
    field("leader", nullable(SEAT), of=lambda at: at.positions[0].leader if at.positions else None),
    field("variant", nullable(TEXT), of="deal.variant"),
    field("tricks", COUNT, "left, the one in progress included", "scene.tricks"),
    field("of", COUNT, "all tricks of the deal", "first.tricks"),
    field(
        "trick",
        COUNT,
        "the number of this one",
        lambda at: min(len(at.moves) // SEATS + 1, at.first.tricks) if at.positions else 1,
    ),
    field(
        "hands",
        by_seat(_CARDS),
        "in the order in which they are shown",
        lambda at: map(at.scene.cards, Seat),
    ),
    field(
        "start",
        by_seat(_CARDS),
        "the hands at the first lead",
        lambda at: map(at.first.cards, Seat),
    ),
    field("table", list_of(PLAYED)),
    field("last_trick", nullable(list_of(PLAYED)), of=lambda at: at.last_trick or None),
    field(
        "last_winner",
        nullable(SEAT),
        of=lambda at: at.last_trick[-1].wins if at.last_trick else None,
    ),
    field(
        "last_worth",
        nullable(TEXT),
        "of the last trick, where tricks differ",
        lambda at: (
            amount(at.last_trick[-1].worth, at.scene.rules.unit)
            if at.last_trick and at.scene.rules.unit != "tricks"
            else None
        ),
    ),
    field("unit", one_of("tricks", "points"), "what is counted", "scene.rules.unit"),
    field("won", by_seat(COUNT), "in that unit"),
    field("won_text", nullable(by_seat(TEXT)), "null before anything is won", _won_texts),
    field(
        "at_most",
        FLAG,
        "little is wanted: a guarantee is the most a seat takes",
        _now(lambda now: now.avoids, unsaid=False),
    ),
    field(
        "sides",
        _SIDES,
        "whose value is one figure: each seat, or a declarer and two partners",
        _now(_sides, [[seat] for seat in Seat]),
    ),
    field(
        "beside",
        list_of(
            record(
                field("head", TEXT, of=lambda line: line[0]),
                field("cards", _CARDS, of=lambda line: line[1]),
                field("text", TEXT, of=lambda line: line[2]),
            )
        ),
        "what else lies or was said",
        _beside,
    ),
    field("to_play", nullable(SEAT), of="scene.to_play"),
    field("legal", _CARDS, of=_now(lambda now: arranged(now.legal(), now.rules), ())),
    field(
        "why",
        by_card(TEXT),
        "every other card held: why it may not be played",
        lambda at: _why_not(at).items(),
    ),
    field("over", FLAG),
    field(
        "score",
        nullable(by_seat(NUMBER)),
        "points of the score sheet, once it is over",
        lambda at: None if (score := _score(at)) is None else list(map(float, score)),
    ),
    field(
        "manni",
        _CARDS,
        of=lambda at: () if _counts_points(at.deal.rules) else at.deal.manni_left,
    ),
    field("moves", list_of(MOVE)),
    field("goal", nullable(GOAL), of=lambda at: at if need_of(at) is not None else None),
    field("headline", TEXT, of=lambda at: str(join(" · ", at.scene.headline()))),
    field("address", TEXT, of=lambda at: address_of(at.deal, at.played)),
    name="Position",
)
