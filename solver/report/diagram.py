"""A position drawn with characters: three hands round a table.

The dealer sits at the bottom, forehand on his left hand (the viewer's left, since
both look at the table from the dealer's side), middlehand on his right: play runs
clockwise on the page as it does at the table. Pictures in SVG keep the same places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import (
    RANK_LETTERS,
    SEATS,
    SUIT_SYMBOLS,
    SUITS,
    Seat,
    by_seat,
    cards_in,
    rank_of,
    suit_of,
)
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.trick import strength

WIDTH = 78
_BOX = 15  # the table, its border counted
_GAP = 3
_LEAST = 16  # of a hand's column, so that short hands do not crowd the table

_RED = "\x1b[31m"
_BOLD = "\x1b[1m"
_PLAIN = "\x1b[0m"
_PAINTED = r"(?P<red>[♥♦](?: ?[AKQJT2-9])*)|(?P<bold>\b(?:Forehand|Middlehand|Dealer|Manni)\b)"


@dataclass(frozen=True)
class Scene:
    """What a diagram shows: a position, or a deal whose contract is not named yet.

    ``contract`` and ``to_play`` are None where they are not known or nothing is left.
    ``won`` are the tricks each seat has taken before, ``manni`` cards in draw order;
    ``declarer`` and ``great`` tell of the auction.
    """

    hands: tuple[int, int, int]
    contract: Contract | None = None
    leader: Seat = Seat.FOREHAND
    table: tuple[int, ...] = ()
    ace_low: bool = False
    to_play: Seat | None = None
    won: tuple[int, int, int] = (0, 0, 0)
    manni: tuple[int, ...] = ()
    declarer: Seat | None = None
    great: bool = False

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        manni: Sequence[int] = (),
        won: tuple[int, int, int] = (0, 0, 0),
    ) -> Scene:
        """Return the scene of a position."""
        return cls(
            hands=position.hands,
            contract=position.contract,
            leader=position.leader,
            table=position.table,
            ace_low=position.ace_low,
            to_play=position.to_play if position.tricks else None,
            won=won,
            manni=tuple(manni),
        )

    @property
    def tricks(self) -> int:
        """The tricks to come, the one in progress included."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def played(self) -> dict[Seat, int]:
        """The card on the table by the seat that played it."""
        return {Seat((self.leader + index) % SEATS): card for index, card in enumerate(self.table)}

    def cards(self, seat: Seat) -> list[int]:
        """Return the cards of a seat: suits S H D C, strongest first, a low ace last."""
        return sorted(
            cards_in(self.hands[seat]),
            key=lambda card: (suit_of(card), -strength(rank_of(card), self.ace_low)),
        )

    def headline(self) -> list[str]:
        """Return the contract, the tricks to come and whose turn it is."""
        parts = ["no contract named" if self.contract is None else contract_name(self.contract)]
        if self.great:
            parts.append("great")
        parts.append(f"{self.tricks} trick{'s' if self.tricks != 1 else ''}")
        if self.ace_low:
            parts.append("ace low")
        if self.to_play is not None:
            parts.append(f"{self.to_play.word} {'to play' if self.table else 'leads'}")
        elif not self.tricks:
            parts.append("nothing left to play")
        return parts

    def state(self, seat: Seat) -> str:
        """Return what is to be said beside a seat's name, possibly nothing."""
        parts = []
        if seat is self.declarer:
            parts.append("declares")
        if seat is self.to_play:
            parts.append("to play" if self.table else "to lead")
        if any(self.won):
            parts.append(f"{self.won[seat]} won")
        return ", ".join(parts)


def contract_name(contract: Contract) -> str:
    """Return a contract as a headline has it: ``♥ trumps``, ``NT``, ``NULLO``."""
    trump = contract.trump
    return contract.name if trump is None else f"{SUIT_SYMBOLS[trump]} trumps"


def draw_scene(scene: Scene, *, colour: bool = False) -> str:
    """Return the drawing of a scene, lines without trailing blanks.

    ``colour`` adds terminal colours.
    """
    forehand, middlehand, dealer = by_seat(lambda seat: _hand(scene, seat))
    width = max(_LEAST, *map(len, forehand[1:]))
    gap = " " * _GAP
    lines = [" · ".join(scene.headline()), ""]
    lines.append(f"{forehand[0]:<{width + 2 * _GAP + _BOX}}{middlehand[0]}")
    lines += (
        f"{left:<{width}}{gap}{middle}{gap}{right}"
        for left, middle, right in zip(forehand[1:], _table(scene), middlehand[1:], strict=True)
    )
    lines.append("")
    # Under the middle of the table, but never left of it.
    margin = width + _GAP + max(0, (_BOX - max(map(len, dealer[1:]))) // 2)
    lines += (" " * margin + line for line in dealer)
    if scene.manni:
        import textwrap  # here: few drawings have a Manni, and it is slow to load

        cards = " ".join(map(card_sign, scene.manni))
        lines += ["", *textwrap.wrap(f"Manni  {cards}", WIDTH, subsequent_indent=" " * 7)]
    text = "\n".join(line.rstrip() for line in lines)
    return re.sub(_PAINTED, _paint, text) if colour else text


def card_sign(card: int) -> str:
    """Return suit symbol then rank letter: ``"♥T"``."""
    return SUIT_SYMBOLS[suit_of(card)] + RANK_LETTERS[rank_of(card)]


def _hand(scene: Scene, seat: Seat) -> list[str]:
    lines = [f"{seat.word.capitalize()} {scene.state(seat)}"]
    cards = scene.cards(seat)
    for suit in range(SUITS):
        ranks = [RANK_LETTERS[rank_of(card)] for card in cards if suit_of(card) == suit]
        lines.append(f"{SUIT_SYMBOLS[suit]} {' '.join(ranks) or '–'}")
    return lines


def _table(scene: Scene) -> list[str]:
    """Return the table as a box, each card on it before the seat that played it."""
    forehand, middlehand, dealer = by_seat(
        lambda seat: card_sign(scene.played[seat]) if seat in scene.played else ""
    )
    inside = _BOX - 4
    return [
        "┌" + "─" * (_BOX - 2) + "┐",
        f"│ {forehand:<{inside // 2}}{middlehand:>{inside - inside // 2}} │",
        f"│ {dealer:^{inside}} │",
        "└" + "─" * (_BOX - 2) + "┘",
    ]


def _paint(match: re.Match[str]) -> str:
    return (_RED if match["red"] else _BOLD) + match[0] + _PLAIN
