"""The view of a deal at a moment, and its drawing with characters.

The dealer sits at the bottom. Forehand sits on his left or on his right, so that play goes round
the page as it goes round the table. SVG pictures use the same seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..cards import (
    SUITS,
    BySeat,
    Contract,
    Seat,
    cards_in,
    great_word,
    hand_of,
    seats_from,
    seats_of,
)
from ..goal import Goal
from ..i18n import (
    N_,
    _,
    amount,
    contract_code,
    filled,
    format_list,
    gettext,
    ngettext,
    seat_word,
    text_if,
)
from ..notation import COVERED
from ..piles import SeenPiles
from ..position import Position
from ..rules.trick import PLAIN, TrickRules, arranged, cards_worth, winning_seat
from ..schema import SEEN_PILES, TRICKS, Cards, Count, Length, record
from .text import (
    AnyText,
    Text,
    by_suit,
    card_text,
    cards_text,
    fill,
    heading,
    join,
    pad,
    rank_text,
    suit_text,
)

if TYPE_CHECKING:
    from ..deal import Deal


class DealInfo(NamedTuple):
    """What a file records of a deal besides its cards. A text it does not have is empty.

    Attributes:
        name: The name of the deal, if it has one.
        author: Who made it, by its tag Author.
        source: Where it is from, by its tag Source.
        comment: What is said of it, by its tag Comment.
    """

    name: str = ""
    author: str = ""
    source: str = ""
    comment: str = ""

    @classmethod
    def of(cls, deal: Deal) -> DealInfo:
        """Return the info in the tags of a deal."""
        return cls(deal.name, deal.tag("Author"), deal.tag("Source"), deal.tag("Comment"))

    @property
    def credit(self) -> str:
        """Author and source, those that are known."""
        return ", ".join(filter(None, (self.author, self.source)))

    @property
    def lines(self) -> list[str]:
        """The lines below the name: author and source, the comment."""
        return list(filter(None, (self.credit, self.comment)))


NO_INFO = DealInfo()


DEAL_INFO = record(
    "name? author? source? comment?",
    of=DealInfo,
)
"""The fields of a ``DealInfo``. Empty ones are left out."""


def goal_words(goal: Goal, position: Position) -> str:
    """Return a goal in words, with the seats that have to reach it.

    An example is ``forehand takes at least 4 tricks``.
    """
    side = goal.side(position)
    if goal.seat in side and len(side) > 1:
        words = text_if(
            goal.at_least, "{solvers} take at least {tricks}", "{solvers} take at most {tricks}"
        )
    elif goal.seat in side:
        words = text_if(
            goal.at_least, "{seat} takes at least {tricks}", "{seat} takes at most {tricks}"
        )
    elif goal.at_least:
        words = _("{solvers} give {seat} at least {tricks}")
    else:
        words = _("{solvers} hold {seat} to at most {tricks}")
    return filled(
        words,
        seat=goal.seat,
        tricks=amount(goal.tricks, position.rules.unit),
        solvers=format_list(side, "the"),
    )


_MANNI = 24  # cards on a line
_BOX = 15  # width of the table, border included
_GAP = 3
_LEAST = 16  # width of a hand's column, so that short hands do not crowd the table

_FEW = {"tricks": N_("few tricks are wanted"), "points": N_("few points are wanted")}


class Beside(NamedTuple):
    """Something beside the hands, such as a pile or the cut card: its name, its cards, a text."""

    head: str
    cards: Cards = ()
    text: str = ""


class Aim(NamedTuple):
    """How close a side is to its aim: the declarer's side, or the player's if nobody declares.

    ``name`` is the name of the side, ``text`` says how much it has won of what it needs.
    """

    name: str
    text: str


class View(NamedTuple):
    """The view of a deal at a moment, which terminal, picture, notebook and page draw.

    A covered hand is None. ``contract`` is None if unknown. ``to_play`` is None if unknown or if no
    card is left. ``position`` is None if no contract is named; its hands may be covered in the
    view. ``won`` has the tricks, or points, that each seat took before the position.

    ``manni`` are the cards on the table, in draw order, and ``pile`` is their name in the game.
    ``goal`` is a goal to be reached from the position on. ``variant`` is the code of a game with
    rules of its own, in which the last ``bid`` may be known. ``number`` is the number of the deal
    in its file. ``names`` has the players by seat. ``note`` says which part of the record the view
    leaves aside.

    The other fields are those of a table. ``heads`` replaces the headline of the position.
    ``sizes`` has the number of cards that each seat holds, if not all of them are seen.

    Attributes:
        contract: The contract, null where none is named.
        leader: Who led to the trick in progress.
        to_play: Who is to play, null where that is not known.
        table: The cards on the table, in the order played.
        won: Tricks, or points, won before.
        bid: The last bid of such a game.
        near: the seat that is drawn nearest to the viewer, unless another has been chosen
        all_tricks: the number of tricks of the deal
        chooses: the seat that chooses cards to put down; null when a card is to be played
        free: the cards that may be played, or put down
        said: the last event in words, and what comes next
    """

    hands: BySeat[int | None]
    contract: Contract | None = None
    leader: Seat = Seat.FOREHAND
    table: Cards = ()
    rules: TrickRules = PLAIN
    to_play: Seat | None = None
    won: Annotated[BySeat[int], TRICKS] = (0, 0, 0)
    manni: tuple[int | None, ...] = ()
    pile: str = "Manni"
    declarer: Seat | None = None
    great: bool = False
    goal: Goal | None = None
    position: Position | None = None
    variant: str | None = None
    bid: str | None = None
    number: int | None = None
    info: DealInfo = NO_INFO
    names: Sequence[str] | None = None
    note: str | None = None
    piles: Annotated[BySeat[SeenPiles], SEEN_PILES] | None = None
    near: Seat | None = None
    all_tricks: Count = 0
    sizes: BySeat[int] = ()
    trick: Sequence[Any] = ()
    chooses: Seat | None = None
    free: Cards = ()
    why: Iterable[tuple[int, str]] = ()
    notes: BySeat[str] = ()
    beside: Sequence[Beside] = ()
    heads: Sequence[AnyText] | None = None
    said: str = ""
    aim: Aim | None = None

    @classmethod
    def of(cls, position: Position, **more: Any) -> View:
        """Return the view of a position. ``more`` are fields that a position does not have."""
        return cls(
            position.hands,
            position.contract,
            position.leader,
            position.table,
            position.rules,
            position.to_play if position.tricks else None,
            declarer=position.declarer,
            position=position,
            piles=getattr(position, "piles", None),
            **more,
        )

    @property
    def covered(self) -> list[Seat]:
        """The seats whose cards are not seen."""
        return [seat for seat in self.seats if self.hands[seat] is None]

    @property
    def taker(self) -> Seat | None:
        """The seat that takes the trick on the table, None unless the trick is whole."""
        return None if self.position is None else self.position.taken_by

    @property
    def winning(self) -> Seat | None:
        """The seat whose card is winning the trick, or has taken it if the trick is whole."""
        position = self.position
        if position is None or not position.table:
            return self.taker
        return winning_seat(position.leader, position.table, position.contract, position.rules)

    @property
    def ace_low(self) -> bool:
        """Whether the ace is the lowest card of its suit."""
        return self.rules.ace_low

    @property
    def seats(self) -> type[Seat]:
        """The seats of the table, in playing order."""
        return seats_of(len(self.hands))

    @property
    def round(self) -> tuple[Seat, ...]:
        """The seats round the table, from the dealer's left to the dealer."""
        *others, dealer = self.seats
        return (*(others if self.rules.clockwise else others[::-1]), dealer)

    @property
    def tricks(self) -> Length:
        """The tricks to come, the one in progress included."""
        return max((hand or 0).bit_count() for hand in self.hands)

    @property
    def worth(self) -> int:
        """What the tricks to come are worth, in the unit of the rules."""
        longest_first = sorted((hand or 0 for hand in self.hands), key=int.bit_count, reverse=True)
        return cards_worth((*longest_first, hand_of(self.table)), self.rules)

    @property
    def played(self) -> dict[Seat, int]:
        """The card on the table by the seat that played it."""
        return dict(zip(seats_from(self.leader), self.table, strict=False))

    @property
    def seating(self) -> tuple[list[tuple[Seat, Seat]], list[Seat]]:
        """The pairs left and right of the table, from the bottom up, and a seat alone on top."""
        *others, _dealer = self.round
        half = len(others) // 2
        beside = zip(others[:half], others[::-1], strict=False)
        return list(beside), others[half : len(others) - half]

    def cards(self, seat: Seat) -> tuple[int, ...]:
        """Return a seat's cards: suits S H D C, strongest first in each."""
        return arranged(cards_in(self.hands[seat] or 0), self.rules)

    def headline(self) -> Sequence[AnyText]:
        """Return the parts of the headline: contract, tricks to come, the seat to play."""
        if self.heads is not None:
            return self.heads
        parts: list[AnyText] = [_("no contract named")]
        if self.contract is not None:
            parts = [contract_text(self.contract)]
            if self.great:
                parts.append(great_word(self.contract))
        tricks = amount(self.tricks, "tricks")
        if self.rules.unit == "tricks" or None in self.hands:
            parts.append(tricks)
        else:
            points = amount(self.worth, self.rules.unit)
            parts.append(_("{tricks} with {points}", tricks=tricks, points=points))
        if self.rules.avoids:
            parts.append(gettext(_FEW[self.rules.unit]))
        if self.ace_low:
            parts.append(_("ace low"))
        if self.to_play is not None:
            parts.append(text_if(self.table, "{seat} to play", "{seat} leads", seat=self.to_play))
        elif not self.tricks:
            parts.append(_("nothing left to play"))
        return parts

    def goal_line(self) -> str:
        """Return the goal in words, "" if there is none."""
        if self.goal is None or self.position is None:
            return ""
        goal = goal_words(self.goal, self.position)
        return _("Goal: {goal}", goal=goal)

    @property
    def declares(self) -> str:
        """What the declarer does, in words."""
        return text_if(self.rules.claimed, "claims every trick", "declares")

    def state(self, seat: Seat) -> str:
        """Return the text beside a seat's name, perhaps "": ``declares, to lead``."""
        parts = []
        if seat is self.declarer:
            parts.append(self.declares)
        if seat is self.to_play:
            parts.append(text_if(self.table, "to play", "to lead"))
        if any(self.won):
            won = self.won[seat]
            if self.rules.unit == "tricks":
                parts.append(ngettext("{number} won", "{number} won", won, number=won))
            else:
                parts.append(amount(won, self.rules.unit))
        return ", ".join(parts)


def contract_text(contract: Contract) -> Text:
    """Return a contract as the headline shows it: ``♥ trumps``, ``NT``, ``NULLO``."""
    trump = contract.trump
    if trump is None:
        return Text(contract_code(contract.name))
    return fill("{suit} trumps", suit=suit_text(trump, ""))


def deal_head(number: int | None, name: str = "") -> str:
    """Return the heading of a deal of a file: its number and name, if it has them."""
    if number is None:
        return name
    if not name:
        return _("Deal {number}", number=number)
    return _("Deal {number}: {name}", number=number, name=name)


def draw_view(view: View) -> Text:
    """Return the drawing of a view, without trailing blanks."""
    beside, above = view.seating
    rows = [(_hand(view, left), _hand(view, right)) for left, right in beside]
    width = max([_LEAST, *(len(line) for left, _right in rows for line in left[1:])])
    goal = view.goal_line()
    lines = [join(" · ", view.headline()), *[heading(goal)] * bool(goal), Text()]

    def in_the_middle(seat: Seat) -> Iterator[Text]:
        """Yield a hand centred over or under the table, at its left edge where it is wider."""
        hand = _hand(view, seat)
        margin = (width + _GAP) * bool(rows) + max(0, (_BOX - max(map(len, hand[1:]))) // 2)
        return (" " * margin + line for line in hand)

    for seat in above:
        lines += (*in_the_middle(seat), Text())
    for left, right in rows[:0:-1]:
        lines += (
            Text(pad(one, width + _BOX + 2 * _GAP), two)
            for one, two in zip(left, right, strict=True)
        )
        lines.append(Text())
    for left, right in rows[:1]:
        lines.append(Text(pad(left[0], width + 2 * _GAP + _BOX), right[0]))
        lines += (
            join(" " * _GAP, (pad(one, width), middle, other))
            for one, middle, other in zip(left[1:], _table(view), right[1:], strict=True)
        )
    lines += _table(view) if not rows else ()
    lines.append(Text())
    lines += in_the_middle(view.round[-1])
    if view.manni:
        lines.append(Text())
        for start in range(0, len(view.manni), _MANNI):
            name = gettext(view.pile).capitalize()
            label = " " * (len(name) + 2) if start else Text(heading(name), "  ")
            lines.append(label + cards_text(view.manni[start : start + _MANNI]))
    return join("\n", (line.rstrip() for line in lines))


def _hand(view: View, seat: Seat) -> list[Text]:
    lines = [Text(heading(seat_word(seat).capitalize()), f" {view.state(seat)}")]
    if view.piles:
        return lines + [join("  ", map(cards_text, (p[:1], p[1:]))) for p in view.piles[seat]]
    if view.hands[seat] is None:
        return [*lines, Text(COVERED), *[Text()] * (SUITS - 1)]
    return lines + suit_lines([[*map(rank_text, suit)] for suit in by_suit(view.cards(seat))])


def suit_lines(suits: Iterable[Iterable[str]]) -> list[Text]:
    """Return the ranks of each suit of a hand after its symbol."""
    return [suit_text(suit, f" {' '.join(ranks) or '–'}") for suit, ranks in enumerate(suits)]


def _table(view: View) -> list[Text]:
    """Return the table as a box, each card in front of the seat that played it."""
    cards = [card_text(view.played[seat]) if seat in view.played else Text() for seat in view.round]
    *others, dealer = cards
    sides = (len(others) > 3) * 1
    above, inside = others[sides : len(others) - sides], _BOX - 4
    below = [*others[:sides], dealer, *others[len(others) - sides :]]
    return [
        Text("┌" + "─" * (_BOX - 2) + "┐"),
        *(Text("│ ", _spread(row, inside), " │") for row in (above, below)),
        Text("└" + "─" * (_BOX - 2) + "┘"),
    ]


def _spread(cards: list[Text], width: int) -> Text:
    """Return cards spread over a width, the first at its left end, the last at its right."""
    line = Text()
    for number, card in enumerate(cards):
        room = width - len(card)
        at = room // 2 if len(cards) == 1 else room * number // (len(cards) - 1)
        line = Text(pad(line, at), card)
    return pad(line, width)
