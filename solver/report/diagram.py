"""A position drawn with characters: three hands round a table.

The dealer sits at the bottom, forehand on his left hand (the viewer's left, since
both look at the table from the dealer's side), middlehand on his right: play runs
clockwise on the page as it does at the table. SVG pictures keep the same places.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from solver.cards import SUIT_LETTERS, SUIT_SYMBOLS, SUITS, Seat, card_name, suit_of
from solver.notation import format_suit
from solver.position import Position
from solver.rules.contract import Contract

WIDTH = 78
_BOX = 15  # inside width of the table
_GAP = 3
_LEAST = 16  # of a hand's column, so that short hands do not crowd the table

_RED = "\x1b[31m"
_BOLD = "\x1b[1m"
_PLAIN = "\x1b[0m"
_PAINTED = re.compile(r"(?P<red>[♥♦](?: ?[AKQJT2-9])*)|(?P<bold>Forehand|Middlehand|Dealer|Manni)")

_BORDER = {True: tuple("┌─┐│└┘"), False: tuple("+-+|++")}


def draw(
    position: Position,
    *,
    colour: bool = False,
    manni: Sequence[int] = (),
    symbols: bool = True,
) -> str:
    """Return the drawing of a position, lines without trailing blanks.

    ``manni`` is shown below, in draw order. Without ``symbols`` it is pure ASCII, with
    suit letters; ``colour`` adds terminal colours and asks for symbols.
    """
    hands = [_hand(position, seat, symbols) for seat in Seat]
    width = max(_LEAST, *(len(line) for line in hands[Seat.FOREHAND]))
    table = _table(position, symbols)
    left = hands[Seat.FOREHAND] + [""] * (len(table) - len(hands[Seat.FOREHAND]))
    right = hands[Seat.MIDDLEHAND] + [""] * (len(table) - len(hands[Seat.MIDDLEHAND]))
    lines = [headline(position, symbols), ""]
    lines += (
        f"{a:<{width}}{' ' * _GAP}{b}{' ' * _GAP}{c}"
        for a, b, c in zip(left, table, right, strict=True)
    )
    # Under the middle of the table, but never left of it.
    dealer = hands[Seat.DEALER]
    margin = width + _GAP + max(0, (_BOX - max(map(len, dealer))) // 2)
    lines += [" " * margin + line for line in dealer]
    if manni:
        names = " ".join(_card(card, symbols) for card in manni)
        lines += ["", *textwrap.wrap(f"Manni  {names}", WIDTH, subsequent_indent=" " * 7)]
    text = "\n".join(line.rstrip() for line in lines)
    return _PAINTED.sub(_paint, text) if colour else text


def headline(position: Position, symbols: bool = True) -> str:
    """Return the contract, the tricks to come and whose turn it is, on one line."""
    count = position.tricks
    parts = [
        contract_name(position.contract, symbols),
        f"{count} trick{'s' if count != 1 else ''}",
    ]
    if position.ace_low:
        parts.append("ace low")
    parts.append(turn(position))
    return (" · " if symbols else ", ").join(parts)


def contract_name(contract: Contract, symbols: bool = True) -> str:
    """Return a contract as a headline has it: ``♥ trumps``, ``NT``, ``NULLO``."""
    if contract.trump is None:
        return contract.name
    signs = SUIT_SYMBOLS if symbols else SUIT_LETTERS
    return f"{signs[contract.trump]} trumps"


def turn(position: Position) -> str:
    """Return whose turn it is in words: ``forehand leads``, ``dealer to play``."""
    if not position.tricks:
        return "nothing left to play"
    return f"{position.to_play.word} {'to play' if position.table else 'leads'}"


def _hand(position: Position, seat: Seat, symbols: bool) -> list[str]:
    mark = ""
    if position.tricks and seat == position.to_play:
        mark = " to play" if position.table else " to lead"
    lines = [seat.word.capitalize() + mark]
    signs = SUIT_SYMBOLS if symbols else SUIT_LETTERS
    void = "–" if symbols else "-"
    for suit in range(SUITS):
        ranks = ranks_of(position, seat, suit)
        lines.append(f"{signs[suit]} {' '.join(ranks) or void}")
    return lines


def ranks_of(position: Position, seat: Seat, suit: int) -> str:
    """Return the ranks a seat holds in a suit, strongest first: a low ace comes last."""
    ranks = format_suit(position.hands[seat], suit)
    if position.ace_low and ranks.startswith("A"):
        ranks = ranks[1:] + "A"
    return ranks


def _table(position: Position, symbols: bool) -> list[str]:
    """Return the table as a box, each card on it before the seat that played it."""
    played = {
        (position.leader + index) % len(Seat): _card(card, symbols)
        for index, card in enumerate(position.table)
    }
    forehand, middlehand, dealer = (played.get(seat, "") for seat in Seat)
    left, line, right, side, low_left, low_right = _BORDER[symbols]
    inside = _BOX - 4
    return [
        "",
        left + line * (_BOX - 2) + right,
        f"{side} {forehand:<{inside // 2}}{middlehand:>{inside - inside // 2}} {side}",
        f"{side} {dealer:^{inside}} {side}",
        low_left + line * (_BOX - 2) + low_right,
        "",
    ]


def _card(card: int, symbols: bool) -> str:
    name = card_name(card)
    return SUIT_SYMBOLS[suit_of(card)] + name[1:] if symbols else name


def _paint(match: re.Match[str]) -> str:
    return (_RED if match["red"] else _BOLD) + match[0] + _PLAIN
