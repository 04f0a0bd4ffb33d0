"""A position as a self-contained SVG picture.

The layout is that of ``diagram``. The picture has a background of its own, so that it
can be read on light pages, dark pages and paper. Suits are drawn as outlines, so that
they do not depend on a font. There is no style sheet and no id that could clash with
the page around it or with another picture.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ..cards import Seat, Suit, known_cards, suit_of
from ..i18n import N_, _, contract_code, gettext, language, seat_word, text_if
from ..rules.trick import avoids
from ..values.solution import Solution
from .diagram import View
from .text import RED_SUITS, by_suit, card_in_words, contract_in_words, rank_text

# Lengths are in user units: pixels, unless the picture is scaled.
MARGIN = 24
CARD_WIDTH, CARD_HEIGHT = 54, 78
STEP = 23  # from a card to the next, which covers its right part
_SUIT_GAP = 9
_COLUMN = 280  # least width of a hand: room for what stands beside its name
_BETWEEN = 32  # between the columns of the two upper hands
_TABLE_WIDTH, _TABLE_HEIGHT = 236, 148
_LINE, _RANK = 24, 26  # of hands a line a suit: from line to line, from rank to rank
_SMALL = 0.75  # a card of the Manni, as a fraction of one in a hand

_FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
_RED, _BLACK = "#c4122f", "#1b1b1b"
_GROUND, _FRAME = "#fbfaf5", "#d9d5c7"
_INK, _FAINT, _ACCENT = "#22252a", "#5c6068", "#9a5b00"
_FELT, _FELT_EDGE, _TURN = "#2c6e52", "#1f523c", "#ffd166"
_CARD, _CARD_EDGE = "#ffffff", "#a9a9a3"
_BEST, _WORSE = "#1b7a3d", "#6d7178"

# Outlines centred on the origin, 20 units high.
_PIPS = {
    Suit.SPADES: "M0-10C3-5 9.5-1.4 9.5 3.4C9.5 6.4 7.4 8 5.2 8C3.2 8 1.6 6.9.9 5.4"
    "C1 7.6 1.8 9.4 3.6 10H-3.6C-1.8 9.4-1 7.6-.9 5.4C-1.6 6.9-3.2 8-5.2 8"
    "C-7.4 8-9.5 6.4-9.5 3.4C-9.5-1.4-3-5 0-10Z",
    Suit.HEARTS: "M0 10C-3 5.6-10 1.2-10-4C-10-7.8-7.2-10-4.7-10C-2.4-10-.8-8.6 0-6.6"
    "C.8-8.6 2.4-10 4.7-10C7.2-10 10-7.8 10-4C10 1.2 3 5.6 0 10Z",
    Suit.DIAMONDS: "M0-10.5Q3.4-4.8 8 0Q3.4 4.8 0 10.5Q-3.4 4.8-8 0Q-3.4-4.8 0-10.5Z",
    Suit.CLUBS: "M0-10A4.7 4.7 0 0 1 3.9-2.7A4.7 4.7 0 1 1 .9 5.2C1 7.6 1.8 9.4 3.6 10H-3.6"
    "C-1.8 9.4-1 7.6-.9 5.2A4.7 4.7 0 1 1-3.9-2.7A4.7 4.7 0 0 1 0-10Z",
}

_ON_CARDS = (
    N_("On each card: the tricks {seat} is sure of after it"),
    N_("On each card: the tricks {seat} at most takes after it"),
    N_("On each card: the points {seat} is sure of after it"),
    N_("On each card: the points {seat} at most takes after it"),
    N_("On each card: the tricks the partners are sure of after it"),
    N_("On each card: the tricks the partners at most take after it"),
    N_("On each card: the points the partners are sure of after it"),
    N_("On each card: the points the partners at most take after it"),
)
"""What the values are: for one seat, then for partners; of each in tricks, then in points."""

_NOT_XML = re.compile("[^\\t\\n\\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = frozenset(" .,;:'!|iljftrI-()[]")  # in all common fonts


def picture(
    view: View,
    *,
    solution: Solution | None = None,
    values_of: Seat | None = None,
    grey: bool = False,
    lines: bool = False,
) -> str:
    """Return a view as an SVG document.

    The name, author and source of the deal stand above the picture, the comment below it. The
    comment of a puzzle may give it away, so it is shown only with a ``solution``.

    The ``solution`` must be of the view's position. It adds each seat's guarantee and share. If it
    has card values, each card shows what one seat is sure of after it. That seat is ``values_of``,
    by default the seat of the goal, or without a goal the seat to play.

    ``grey`` draws in black and white, with red suits as outlines. ``lines`` draws a hand as a line
    of ranks for each suit, without cards.
    """
    drawn = _Picture(view, solution, values_of, lines).document()
    return _in_grey(drawn) if grey else drawn


def svg_document(width: int, height: float, label: str, parts: Iterable[str]) -> str:
    """Return what is drawn as a document with a ground; ``label`` says it in words."""
    height, tongue = round(height), language()
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" '
            f'lang="{tongue}" xml:lang="{tongue}" role="img" aria-label="{escape(label)}" '
            f'font-family="{_FONT}" font-size="14" fill="{_INK}">',
            f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10" '
            f'fill="{_GROUND}" stroke="{_FRAME}"/>',
            *parts,
            "</svg>\n",
        ]
    )


class _Picture:
    """A picture being drawn: ``place`` is the y at which the next row begins."""

    def __init__(
        self, view: View, solution: Solution | None, values_of: Seat | None, lines: bool
    ) -> None:
        info, names = view.info, view.names
        self.view, self.solution = view, solution
        self.names = {
            seat: _plain(names[seat]) if names else seat_word(seat).capitalize()
            for seat in view.seats
        }
        self.title, self.credit = _plain(info.name), _plain(info.credit)
        is_told = view.goal is None or solution is not None
        self.comment = _plain(info.comment) if is_told else ""
        by_default = view.to_play if view.goal is None else view.goal.seat
        self.values_of = values_of or by_default
        self.values = {} if solution is None else _values(solution, self.values_of)
        self.lines = lines
        self.hands = {
            seat: _in_piles([known_cards(pile) for pile in view.piles[seat]])
            if view.piles
            else _row(view.cards(seat))
            for seat in view.seats
        }
        longest = {seat: max(map(len, by_suit(view.cards(seat)))) for seat in view.seats}
        self.widths = {
            seat: 24 + self._rank_step * longest[seat] if lines else _row_width(row)
            for seat, row in self.hands.items()
        }
        self.side_pairs, self.above = view.seating
        self.dealer = view.round[-1]
        column = max([_COLUMN, *(self.widths[seat] for pair in self.side_pairs for seat in pair)])
        self.manni = _row(known_cards(view.manni), 0)
        manni = _SMALL * _row_width(self.manni)
        alone = [self.widths[seat] for seat in (*self.above, self.dealer)]
        inside = max(2 * column + _BETWEEN, *alone, manni)
        self.width = round(inside + 2 * MARGIN)
        self.place = float(MARGIN)

    def document(self) -> str:
        """Return the picture; call it once, since drawing moves ``place``."""
        parts = [*self._head(), *self._upper_hands(), *self._table()]
        parts += self._in_the_middle(self.dealer)
        self.place += 2
        parts += [*self._manni(), *self._key(), *self._comment_lines()]
        return svg_document(self.width, self.place - 12 + MARGIN, self._label(), parts)

    def _label(self) -> str:
        """Return what is drawn in words, for those who cannot see the picture."""
        view = self.view
        head = list(map(str, view.headline()))
        if view.contract is not None:
            head[0] = contract_in_words(view.contract)
        text = [self.title, self.credit, ", ".join(head), view.goal_line(), self._values_legend()]
        for seat, name in self.names.items():
            heading = ", ".join(
                filter(None, (name, view.state(seat), *self._guarantee_words(seat)))
            )
            text.append(self._listed(heading, view.cards(seat)))
        if view.table:
            played = (
                f"{self.names[seat]}{_(': ')}{card_in_words(card)}"
                for seat, card in view.played.items()
            )
            text.append(_("on the table: {cards}", cards=_("; ").join(played)))
        if self.manni:
            text.append(self._listed(self._pile_head(), known_cards(view.manni)))
        return ". ".join(filter(None, (*text, self.comment)))

    def _listed(self, heading: str, cards: Sequence[int]) -> str:
        named = _("; ").join(_card_in_words(card, self.values.get(card)) for card in cards)
        return f"{heading}{_(': ')}{named or _('no card')}"

    # Rows, from the top down

    def _head(self) -> Iterator[str]:
        for line, size, weight, fill, down, step in (
            (self.title, 17, "bold", _INK, 15, 28),
            (self.credit, 14, "normal", _FAINT, 11, 24),
        ):
            if line:
                text, y = _fit(line, (self.width - 2 * MARGIN) / size), self.place + down
                yield draw_text(MARGIN, y, text, size=size, weight=weight, fill=fill)
                self.place += step
        x = MARGIN
        contract = self.view.contract
        words = [*map(str, self.view.headline())]
        if contract is not None and contract.trump is not None:
            yield _pip(contract.trump, x + 8, self.place + 8, 16)
            words[0] = _("trumps")
            x += 22
        yield draw_text(x, self.place + 13, " · ".join(words), fill=_FAINT)
        if goal := self.view.goal_line():
            self.place += 22
            yield draw_text(MARGIN, self.place + 13, goal, weight="bold")
        self.place += 34

    def _upper_hands(self) -> Iterator[str]:
        start, end = MARGIN, self.width - MARGIN
        for seat in self.above:
            yield from self._in_the_middle(seat)
        for left, right in reversed(self.side_pairs):
            names = self.place
            yield from self._name(left, start, "start")
            self.place = names
            yield from self._name(right, end, "end")
            yield from self._cards(left, start)
            yield from self._cards(right, end - self.widths[right])
            self.place += self._hand_height + 18

    def _table(self) -> Iterator[str]:
        middle, top, others = self.width / 2, self.place, self.view.round[:-1]
        # The cards of the others lie side by side, the dealer's before them.
        lower = 0 if len(others) == len(self.side_pairs) * 2 == 2 else 30
        most = max(1, len(others) - 1)
        step = max(118 / most, CARD_WIDTH + 4)
        first = -step * (len(others) - 1) / 2
        width = max(_TABLE_WIDTH, round(_TABLE_WIDTH - 118 - 2 * first))
        height = _TABLE_HEIGHT + lower
        yield (
            f'<rect x="{middle - width / 2:g}" y="{top:g}" width="{width}" '
            f'height="{height}" rx="22" fill="{_FELT}" stroke="{_FELT_EDGE}" '
            'stroke-width="2"/>'
        )
        if not self.view.table:
            yield from self._emblem(middle, top + height / 2)
        cards = {seat: (first + step * at - 27, 14) for at, seat in enumerate(others)}
        cards[self.dealer] = (-27, 48 + lower)
        if self.view.to_play is not None:
            # An arrow points to who is to play, from its place at the edge.
            x, y, angle = 0.0, height - 10.0, 180.0
            if self.view.to_play is not self.dealer:
                side = 2 * others.index(self.view.to_play) / most - 1 if others[1:] else 1.0
                x, y, angle = (width / 2 - 18) * side, 18.0 if abs(side) == 1 else 10.0, 45 * side
            yield (
                f'<path d="M0-6L7 5H-7Z" fill="{_TURN}" '
                f'transform="translate({middle + x:g} {top + y:g}) rotate({angle:g})"/>'
            )
        for seat, card in self.view.played.items():
            x, y = cards[seat]
            yield from draw_card(card, middle + x, top + y, whole=True)
        self.place += height + 16

    def _emblem(self, x: float, y: float) -> Iterator[str]:
        """Yield the contract, faint and large, on an empty table."""
        contract = self.view.contract
        if contract is None:
            return
        yield f'<g opacity=".3" fill="{_CARD}">'
        if contract.trump is not None:
            place = f"translate({x:g} {y:g}) scale(2.6)"
            yield f'<path d="{_PIPS[contract.trump]}" transform="{place}"/>'
        else:
            yield (
                f'<text x="{x:g}" y="{y + 11:g}" font-size="30" font-weight="bold" '
                f'text-anchor="middle" letter-spacing="2">{contract_code(contract.name)}</text>'
            )
        yield "</g>"

    def _in_the_middle(self, seat: Seat) -> Iterator[str]:
        yield from self._name(seat, self.width / 2, "middle")
        yield from self._cards(seat, (self.width - self.widths[seat]) / 2)
        self.place += self._hand_height + 18

    def _manni(self) -> Iterator[str]:
        if not self.manni:
            return
        row = self.manni
        left = (self.width - _SMALL * _row_width(row)) / 2
        yield draw_text(
            self.width / 2,
            self.place + 12,
            self._pile_head(),
            fill=_FAINT,
            size=13,
            anchor="middle",
        )
        self.place += 20
        yield f'<g transform="translate({left:g} {self.place:g}) scale({_SMALL})">'
        for index, (card, x) in enumerate(row):
            yield from draw_card(card, x, 0, whole=index == len(row) - 1)
        yield "</g>"
        self.place += _SMALL * CARD_HEIGHT + 20

    def _key(self) -> Iterator[str]:
        if not (key := self._values_legend()):
            return
        key += _("; ") + self._filled_legend()
        yield draw_text(self.width / 2, self.place + 10, key, fill=_FAINT, size=13, anchor="middle")
        self.place += 26

    def _comment_lines(self) -> Iterator[str]:
        """Yield the comment, a line after the other."""
        rest = self.comment
        while rest:
            line = _fit(rest, (self.width - 2 * MARGIN) / 14)
            if line != rest:
                line = line[:-1].rpartition(" ")[0] or line[:-1]
            rest = rest[len(line) :].lstrip()
            yield draw_text(MARGIN, self.place + 10, line, fill=_FAINT)
            self.place += 20

    # Texts

    def _pile_head(self) -> str:
        """Return what stands above the Manni, or above what another game has in its place."""
        if self.view.pile == "Manni":
            return _("Manni, the first to be drawn on the left")
        return gettext(self.view.pile).capitalize()

    def _guarantee_words(self, seat: Seat) -> list[str]:
        """Return a seat's guarantee and share in words, nothing where they are not known."""
        low = None if self.solution is None else self.solution.bounds[seat]
        if self.solution is None or low is None:
            return []
        if low[0] == low[1]:
            values = [_("guarantee {number}", number=low[0])]
        else:
            values = [_("guarantee {low} to {high}", low=low[0], high=low[1])]
        if (shares := self.solution.share) is not None:
            values.append(_("share {number}", number=f"{float(shares[seat]):.2f}"))
        return values

    @property
    def _side(self) -> tuple[Seat, ...]:
        """The seats that the values on the cards count for: ``values_of`` and its partners."""
        seat, position = self.values_of, self.view.position
        return () if seat is None or position is None else position.side(seat)

    @property
    def _for_partners(self) -> bool:
        """Whether the values of cards are those of partners."""
        return len(self._side) > 1

    def _values_legend(self) -> str:
        """Return what the values of cards are, nothing if there are none."""
        seat, view = self.values_of, self.view
        if not self.values or seat is None:
            return ""
        few = view.contract is not None and avoids(view.contract, view.rules)
        which = 4 * self._for_partners + 2 * (view.rules.unit == "points") + few
        return gettext(_ON_CARDS[which], seat=seat)

    def _filled_legend(self) -> str:
        """Return the explanation of the values that are drawn on a filled ground."""
        assert self.values_of is not None
        if self.view.to_play in self._side:
            return _("filled: where nothing is lost")
        if self._for_partners:
            return _("filled: the best against the partners")
        return _("filled: the best against {seat}", seat=self.values_of)

    # Parts of rows

    def _name(self, seat: Seat, x: float, anchor: str) -> Iterator[str]:
        state = self.view.state(seat)
        colour = _ACCENT if seat is self.view.to_play else _FAINT
        style = f'dx="7" font-size="13.5" font-weight="normal" fill="{colour}"'
        beside = f"<tspan {style}>{state}</tspan>" if state else ""
        name = escape(self.names[seat], quote=False)
        yield (
            f'<text x="{x:g}" y="{self.place + 14:g}" font-size="16" font-weight="bold" '
            f'text-anchor="{anchor}">{name}{beside}</text>'
        )
        self.place += 22
        if self.solution is not None:
            if value := " · ".join(self._guarantee_words(seat)):
                yield draw_text(x, self.place + 12, value, fill=_FAINT, size=13, anchor=anchor)
            self.place += 20

    @property
    def _hand_height(self) -> float:
        return 4 * _LINE if self.lines else CARD_HEIGHT

    @property
    def _rank_step(self) -> float:
        return _RANK + 20 * bool(self.values)

    def _suit_lines(self, seat: Seat, left: float) -> Iterator[str]:
        """Yield a hand as four lines, the value of a card small behind its rank."""
        for suit, cards in zip(Suit, by_suit(self.view.cards(seat)), strict=True):
            y = self.place + _LINE * suit + 16
            yield _pip(suit, left + 8, y - 6, 15)
            if not cards:
                yield draw_text(left + 24, y, "–", size=17)
            for at, card in enumerate(cards):
                x = left + 24 + self._rank_step * at
                rank = rank_text(card)
                yield draw_text(x + 8, y, rank, size=17, anchor="middle")
                if card in self.values:
                    yield f'<g transform="translate({x + 19:g} {y - 73:g})">'
                    yield from _badge(*self.values[card])
                    yield "</g>"

    def _cards(self, seat: Seat, left: float) -> Iterator[str]:
        if self.lines:
            yield from self._suit_lines(seat, left)
            return
        row = self.hands[seat]
        for index, (card, x) in enumerate(row):
            whole = index == len(row) - 1 or row[index + 1][1] >= x + CARD_WIDTH
            yield from draw_card(
                card, left + x, self.place, whole=whole, value=self.values.get(card)
            )


_RED_PIP = re.compile(rf'fill="{_RED}" transform="([^"]*) scale\(([^)]*)\)"')
_IN_GREY = {
    colour: "#fff" if colour in (_GROUND, _FELT) else "#000"
    for colour in (
        *(_RED, _BLACK, _GROUND, _FRAME, _INK, _FAINT, _ACCENT, _FELT),
        *(_FELT_EDGE, _TURN, _CARD_EDGE, _BEST, _WORSE),
    )
}


def _in_grey(drawn: str) -> str:
    """Return a picture in black and white: pips of red suits are outlines, the table is white."""
    drawn = _RED_PIP.sub(
        r'fill="#fff" stroke="#000" stroke-width="2" transform="\1 scale(\2)"', drawn
    )
    drawn = drawn.replace(f'opacity=".3" fill="{_CARD}"', 'opacity=".25" fill="#000"')
    for colour, grey in _IN_GREY.items():
        drawn = drawn.replace(f'"{colour}"', f'"{grey}"')
    return drawn


def _row(cards: Sequence[int], gap: int = _SUIT_GAP) -> list[tuple[int, float]]:
    """Return each card with its x, suits slightly apart."""
    suits = 0
    row = []
    for index, card in enumerate(cards):
        if index and suit_of(card) != suit_of(cards[index - 1]):
            suits += 1
        row.append((card, float(index * STEP + suits * gap)))
    return row


def _in_piles(piles: Iterable[Sequence[int]]) -> list[tuple[int, float]]:
    """Return each card with its x, a pile beside the other, the card on top of each whole."""
    row, x = [], 0.0
    for pile in piles:
        for card in reversed(pile):
            row.append((card, x))
            x += STEP
        x += CARD_WIDTH
    return row


def _row_width(row: list[tuple[int, float]]) -> float:
    return row[-1][1] + CARD_WIDTH if row else 0.0


BLANK_CARD = (
    f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" '
    f'fill="{_CARD}" stroke="{_CARD_EDGE}"/>'
)
"""A card without a face, at the origin."""


def draw_card(
    card: int, x: float, y: float, *, whole: bool, value: tuple[str, bool] | None = None
) -> Iterator[str]:
    """Yield a card; unless ``whole``, the next one covers its right part."""
    suit = Suit(suit_of(card))
    colour = _RED if suit in RED_SUITS else _BLACK
    rank = rank_text(card)
    # Two digits are squeezed into the width of one, whatever the font.
    squeeze = ' textLength="16" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    yield f'<g transform="translate({x:g} {y:g})"><title>{_card_in_words(card, value)}</title>'
    yield BLANK_CARD
    yield (
        f'<text x="11.5" y="19" font-size="17" font-weight="bold" text-anchor="middle" '
        f'fill="{colour}"{squeeze}>{rank}</text>'
    )
    yield _pip(suit, 11.5, 31, 12)
    if whole:
        yield _pip(suit, 34, 52, 30)
    if value is not None:
        yield from _badge(*value)
    yield "</g>"


def _badge(value: str, best: bool) -> Iterator[str]:
    """Yield the value at the foot of a card: light on dark for a best card, also in grey."""
    ground, ink, edge = (_BEST, _CARD, _BEST) if best else (_CARD, _WORSE, _WORSE)
    yield (
        f'<rect x="2.5" y="59" width="18" height="16" rx="3.5" fill="{ground}" stroke="{edge}"/>'
    )
    yield (
        f'<text x="11.5" y="71.5" font-size="12.5" font-weight="bold" text-anchor="middle" '
        f'fill="{ink}">{value}</text>'
    )


def _pip(suit: Suit, x: float, y: float, height: float) -> str:
    colour = _RED if suit in RED_SUITS else _BLACK
    return (
        f'<path d="{_PIPS[suit]}" fill="{colour}" '
        f'transform="translate({x:g} {y:g}) scale({height / 20:g})"/>'
    )


def draw_text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 14,
    fill: str = _INK,
    weight: str = "normal",
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{fill}">{escape(text, quote=False)}</text>'
    )


def _fit(text: str, room: float) -> str:
    """Return as much of a bold text as surely fits in ``room`` times its font size."""
    for index, sign in enumerate(text):
        if unicodedata.east_asian_width(sign) in "WF":
            room -= 1.4
        elif sign in _NARROW:
            room -= 0.46
        else:
            room -= 0.76 if sign.islower() and sign not in "mw" else 1.13
        if room < 1:
            return text[:index].rstrip() + "…"
    return text


def _card_in_words(card: int, value: tuple[str, bool] | None) -> str:
    """Return a card with the value on it in words: ``king of spades, 3, best``."""
    name = card_in_words(card)
    if value is None:
        return name
    number, best = value
    return text_if(best, "{card}, {number}, best", "{card}, {number}", card=name, number=number)


def _plain(text: str) -> str:
    """Return a text on one line, without what documents have no place for."""
    return " ".join(_NOT_XML.sub("\ufffd", text).split())


def _values(solution: Solution, seat: Seat | None) -> dict[int, tuple[str, bool]]:
    """Return for each card what a seat is sure of after it, and whether it is a best card.

    If the seat or its partner is to play, a best card is best for the seat. If an opponent is to
    play, it is best against the seat.
    """
    position, cards = solution.position, solution.cards or ()
    if seat is None or not position.tricks:
        return {}
    if seat is position.to_play:
        return {
            value.card: ("?" if value.loss is None else str(value.guarantee[seat]), value.loss == 0)
            for value in cards
        }
    known = {value.card: value.guarantee[seat] for value in cards}
    exact = [tricks for tricks in known.values() if tricks is not None]
    best = None
    if len(exact) == len(known):
        on_side = position.to_play in position.side(seat)
        best = max(exact) if on_side is not position.avoids else min(exact)
    return {
        card: ("?" if tricks is None else str(tricks), tricks is not None and tricks == best)
        for card, tricks in known.items()
    }
