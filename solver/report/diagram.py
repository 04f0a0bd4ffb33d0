"""A position drawn with characters: three hands round a table.

The dealer sits at the bottom, with forehand on his left or on his right, so that play goes
round the page the way it goes round the table. SVG pictures seat them alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import (
    RANK_LETTERS,
    SEATS,
    SUITS,
    Seat,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from solver.goal import Goal
from solver.position import Position
from solver.report.cards import card_text, cards_text, suit_text
from solver.report.goal import goal_words
from solver.report.text import AnyText, Text, amount, heading, join, padded
from solver.rules.contract import Contract
from solver.rules.trick import PLAIN, TrickRules, arranged

_MANNI = 24  # cards on a line
_BOX = 15  # width of the table, border included
_GAP = 3
_LEAST = 16  # width of a hand's column, so that short hands do not crowd the table


@dataclass(frozen=True)
class Scene:
    """What a diagram shows: a position, or a deal whose contract is not named yet.

    ``contract`` is None if unknown, ``to_play`` also if no card is left. ``won`` are the
    tricks, or points, each seat took before the position; ``manni`` is in draw order, or what
    lies on the table under another name, ``pile``; ``goal`` is what is to be reached from the
    position on.
    """

    hands: tuple[int, int, int]
    contract: Contract | None = None
    leader: Seat = Seat.FOREHAND
    table: tuple[int, ...] = ()
    rules: TrickRules = PLAIN
    to_play: Seat | None = None
    won: tuple[int, int, int] = (0, 0, 0)
    manni: tuple[int, ...] = ()
    pile: str = "Manni"
    declarer: Seat | None = None
    great: bool = False
    goal: Goal | None = None

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        manni: Sequence[int] = (),
        won: tuple[int, int, int] = (0, 0, 0),
        goal: Goal | None = None,
    ) -> Scene:
        """Return the scene of a position."""
        return cls(
            hands=position.hands,
            contract=position.contract,
            leader=position.leader,
            table=position.table,
            rules=position.rules,
            declarer=position.declarer,
            to_play=position.to_play if position.tricks else None,
            won=won,
            manni=tuple(manni),
            goal=goal,
        )

    @property
    def ace_low(self) -> bool:
        """Whether the ace is the lowest card of its suit."""
        return self.rules.ace_low

    @property
    def tricks(self) -> int:
        """The tricks to come, the one in progress included."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def worth(self) -> int:
        """What the tricks to come are worth, in the unit of the rules."""
        cards = sum(self.hands) | hand_of(self.table)
        return self.rules.trick_points * self.tricks + sum(
            self.rules.card_points[rank_of(card)] for card in cards_in(cards)
        )

    @property
    def played(self) -> dict[Seat, int]:
        """The card on the table by the seat that played it."""
        return {Seat((self.leader + index) % SEATS): card for index, card in enumerate(self.table)}

    def cards(self, seat: Seat) -> tuple[int, ...]:
        """Return a seat's cards: suits S H D C, strongest first in each."""
        return arranged(cards_in(self.hands[seat]), self.rules)

    def headline(self) -> list[AnyText]:
        """Return the contract, the tricks to come and whose turn it is."""
        parts: list[AnyText] = ["no contract named"]
        if self.contract is not None:
            parts = [contract_text(self.contract)]
        if self.great:
            parts.append("great")
        tricks = amount(self.tricks, "tricks")
        if self.rules.unit != "tricks":
            tricks = f"{tricks} with {amount(self.worth, self.rules.unit)}"
        parts.append(tricks)
        if self.rules.avoids:
            parts.append(f"few {self.rules.unit} are wanted")
        if self.ace_low:
            parts.append("ace low")
        if self.to_play is not None:
            parts.append(f"{self.to_play.word} {'to play' if self.table else 'leads'}")
        elif not self.tricks:
            parts.append("nothing left to play")
        return parts

    def goal_line(self) -> str:
        """Return the goal in words, nothing if there is none."""
        if self.goal is None or self.contract is None:
            return ""
        return f"Goal: {goal_words(self.goal, self.contract, self.rules)}"

    @property
    def declares(self) -> str:
        """What the declarer does, in words."""
        return "claims every trick" if self.rules.claimed else "declares"

    def state(self, seat: Seat) -> str:
        """Return what stands beside a seat's name, perhaps nothing: ``declares, to lead``."""
        parts = []
        if seat is self.declarer:
            parts.append(self.declares)
        if seat is self.to_play:
            parts.append("to play" if self.table else "to lead")
        if any(self.won):
            taken = self.rules.unit if self.rules.unit != "tricks" else "won"
            parts.append(f"{self.won[seat]} {taken}")
        return ", ".join(parts)


def contract_text(contract: Contract) -> Text:
    """Return a contract as the headline shows it: ``♥ trumps``, ``NT``, ``NULLO``."""
    trump = contract.trump
    return Text(contract.name) if trump is None else Text(suit_text(trump, ""), " trumps")


def contract_words(contract: Contract) -> str:
    """Return a contract in words: ``hearts``, ``no trump``, ``nullo``."""
    if contract.trump is not None:
        return contract.trump.name.lower()
    return "nullo" if contract.avoids else "no trump"


def draw_scene(scene: Scene) -> Text:
    """Return the drawing of a scene, without trailing blanks."""
    left, right = (_hand(scene, seat) for seat in scene.rules.beside_dealer)
    dealer = _hand(scene, Seat.DEALER)
    width = max(_LEAST, *map(len, left[1:]))
    goal = scene.goal_line()
    lines = [join(" · ", scene.headline()), *[heading(goal)] * bool(goal), Text()]
    lines.append(Text(padded(left[0], width + 2 * _GAP + _BOX), right[0]))
    lines += (
        join(" " * _GAP, (padded(one, width), middle, other))
        for one, middle, other in zip(left[1:], _table(scene), right[1:], strict=True)
    )
    lines.append(Text())
    # Centred under the table; a hand wider than the table starts at its left edge.
    margin = width + _GAP + max(0, (_BOX - max(map(len, dealer[1:]))) // 2)
    lines += (" " * margin + line for line in dealer)
    if scene.manni:
        lines.append(Text())
        for start in range(0, len(scene.manni), _MANNI):
            name = scene.pile.capitalize()
            label = " " * (len(name) + 2) if start else Text(heading(name), "  ")
            lines.append(label + cards_text(scene.manni[start : start + _MANNI]))
    return join("\n", (line.rstrip() for line in lines))


def _hand(scene: Scene, seat: Seat) -> list[Text]:
    lines = [Text(heading(seat.word.capitalize()), f" {scene.state(seat)}")]
    cards = scene.cards(seat)
    for suit in range(SUITS):
        ranks = [RANK_LETTERS[rank_of(card)] for card in cards if suit_of(card) == suit]
        lines.append(suit_text(suit, f" {' '.join(ranks) or '–'}"))
    return lines


def _table(scene: Scene) -> list[Text]:
    """Return the table as a box, each card in front of the seat that played it."""
    left, right, dealer = (
        card_text(scene.played[seat]) if seat in scene.played else Text()
        for seat in (*scene.rules.beside_dealer, Seat.DEALER)
    )
    inside = _BOX - 4
    half = inside // 2
    below = padded(dealer, (inside + len(dealer)) // 2, left=False)
    return [
        Text("┌" + "─" * (_BOX - 2) + "┐"),
        Text("│ ", padded(left, half), padded(right, inside - half, left=False), " │"),
        Text("│ ", padded(below, inside), " │"),
        Text("└" + "─" * (_BOX - 2) + "┘"),
    ]
