r"""A position as a TikZ picture, to be set in a document of LaTeX with its fonts.

Three hands round a table, as in ``diagram``, with a line for each suit. The picture stands alone:
it takes ``\usepackage{tikz}``, for Icelandic T1 fonts as well, and leaves no definition behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from solver.cards import SUIT_SYMBOLS, Seat, Suit, suit_of
from solver.report.cards import RED_SUITS
from solver.report.diagram import Scene
from solver.report.pictured import Pictured, Told, rank_in_print

_SUITS = {
    Suit.SPADES: r"$\spadesuit$",
    Suit.HEARTS: r"$\heartsuit$",
    Suit.DIAMONDS: r"$\diamondsuit$",
    Suit.CLUBS: r"$\clubsuit$",
}
_SIGNS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\symbol{34}",
        "\ufffd": "?",
        "–": "--",
        "·": r"$\cdot$",
        **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    }
)
_SYMBOLS = dict(zip(SUIT_SYMBOLS, Suit, strict=True))


def tikz(scene: Scene, *, grey: bool = False, **told: Unpack[Told]) -> str:
    """Return a scene as a ``tikzpicture``; the arguments are those of ``svg.picture``."""
    return _Picture(scene, told, grey).environment()


class _Picture(Pictured):
    def __init__(self, scene: Scene, told: Told, grey: bool) -> None:
        super().__init__(scene, told)
        self.grey = grey

    def environment(self) -> str:
        """Return the picture."""
        left, right = self.scene.rules.beside_dealer
        places = {left: "(-0.9,0.3)", right: "(0.9,0.3)", Seat.DEALER: "(0,-0.5)"}
        return "\n".join(
            [
                r"% \usepackage{tikz}, and \usepackage[T1]{fontenc} for letters such as ð",
                r"\begin{tikzpicture}[inner sep=3pt]",
                r"\definecolor{redsuit}{HTML}{C4122F}",
                r"\setlength{\fboxsep}{1pt}",
                r"\draw[rounded corners] (-1.5,-1) rectangle (1.5,1);",
                *(
                    _node(places[seat], "center", [self._card(card)])
                    for seat, card in self.scene.played.items()
                ),
                _node("(-1.8,0)", "east", self._hand(left)),
                _node("(1.8,0)", "west", self._hand(right)),
                _node("(0,-1.2)", "north", self._hand(Seat.DEALER)),
                _node("(current bounding box.north)", "south", self._head()),
                *(
                    _node("(current bounding box.south)", "north", lines, "text width=11.5cm")
                    for lines in self._foot()
                ),
                r"\end{tikzpicture}",
                "",
            ]
        )

    def _head(self) -> list[str]:
        contract = self._tex(" · ".join(map(str, self.scene.headline())))
        title, goal = (_bold(self._tex(text)) for text in (self.title, self.scene.goal_line()))
        return list(filter(None, (title, self._tex(self.credit), contract, goal)))

    def _foot(self) -> list[list[str]]:
        parts = [[self._tex(text)] for text in (self.key(), self.comment) if text]
        if self.scene.manni:
            cards = " ".join(map(self._card, self.scene.manni))
            parts.insert(0, [self._tex(self.pile_head), cards])
        return parts

    def _hand(self, seat: Seat) -> list[str]:
        name = _bold(self._tex(self.names[seat]))
        lines = [f"{name} {self._tex(self.scene.state(seat))}".rstrip()]
        if sure := self.sure(seat):
            lines.append(self._tex(sure))
        for suit in Suit:
            cards = [card for card in self.scene.cards(seat) if suit_of(card) == suit]
            ranks = " ".join(rank_in_print(card) + self._value(card) for card in cards)
            lines.append(f"{self._suit(suit)} {ranks or '--'}")
        return lines

    def _value(self, card: int) -> str:
        """Return what stands behind a rank: the value in a box, filled for a best card."""
        if card not in self.values:
            return ""
        value, best = self.values[card]
        ground, ink = ("black", "white") if best else ("white", "black")
        return rf"\,\fcolorbox{{black}}{{{ground}}}{{\color{{{ink}}}\tiny {value}}}"

    def _card(self, card: int) -> str:
        return self._suit(Suit(suit_of(card))) + rank_in_print(card)

    def _suit(self, suit: Suit) -> str:
        red = suit in RED_SUITS and not self.grey
        return rf"\textcolor{{redsuit}}{{{_SUITS[suit]}}}" if red else _SUITS[suit]

    def _tex(self, text: str) -> str:
        """Return a text with what TeX takes for commands escaped, symbols of suits drawn."""
        return "".join(
            self._suit(_SYMBOLS[sign]) if sign in _SYMBOLS else sign.translate(_SIGNS)
            for sign in text
        )


def _bold(tex: str) -> str:
    return rf"\textbf{{{tex}}}" if tex else ""


def _node(place: str, anchor: str, lines: Sequence[str], *styles: str) -> str:
    """Return a node of lines; braces keep a ``[`` that begins one from being an option of it."""
    align = "left" if anchor in ("east", "west", "north") and not styles else "center"
    style = ", ".join([f"anchor={anchor}", f"align={align}", *styles])
    body = "\\\\\n  ".join(f"{{{line}}}" for line in lines)
    return f"\\node[{style}] at {place} {{\n  {body}}};"
