"""The place in a deal that a page shows: its position and all that is seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cli.board.address import address_of
from cli.board.beside import beside_json
from solver.cards import SEATS, Seat, card_name, cards_in, triple
from solver.deal import Deal, hands_played, tricks_won
from solver.errors import DealError
from solver.position import Position
from solver.puzzles.need import Need
from solver.report.diagram import Scene, contract_words, in_order
from solver.report.goal import goal_words
from solver.report.text import amount, join
from solver.rules.trick import why_illegal
from solver.values.standing import standing

Table = tuple[tuple[Seat, int], ...]


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

    def json(self) -> dict[str, Any]:
        """Return the move as the page reads it."""
        data: dict[str, Any] = {
            "number": self.number,
            "trick": (self.number - 1) // SEATS + 1,
            "seat": self.seat.letter,
            "card": card_name(self.card),
        }
        if self.wins is None:
            return data
        return data | {"wins": self.wins.letter, "worth": self.worth}


@dataclass(frozen=True)
class Place:
    """A deal after some cards of its play.

    ``positions`` are those before each card and the last one, none where it is not said what
    is played: ``unsaid`` tells what is missing then.
    """

    deal: Deal
    hands: tuple[int, int, int]
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
    def won(self) -> tuple[int, int, int]:
        """The tricks or points each seat has won, as the rules count."""
        return triple(sum(move.worth for move in self.moves if move.wins is seat) for seat in Seat)

    @property
    def tricks_won(self) -> tuple[int, int, int]:
        """The tricks each seat has won."""
        return triple(sum(move.wins is seat for move in self.moves) for seat in Seat)

    @property
    def last_trick(self) -> tuple[Move, ...]:
        """The moves of the last trick completed, none if there is none."""
        end = len(self.moves) // SEATS * SEATS
        return self.moves[end - SEATS : end] if end else ()

    @property
    def goal_begins(self) -> bool:
        """Whether the deal has a goal, and its tricks count from here on."""
        return self.deal.goal is not None and self.played == _record(self.deal)

    @cached_property
    def scene(self) -> Scene:
        """What a picture of the place shows."""
        variant = self.deal.rules
        pile = "Manni" if variant is None else variant.pile
        manni = () if self.moves else self.deal.manni_left
        if not self.positions:
            rules = self.deal.rules_played if variant is None else variant.rules
            if self.deal.contract_played is not None:
                rules = self.deal.rules_played
            return Scene(self.hands, rules=rules, manni=manni, pile=pile)
        scene = replace(Scene.of(self.position, won=self.won, manni=manni), pile=pile)
        goal = self.deal.goal if self.goal_begins else None
        return replace(scene, declarer=self.deal.declarer, great=self.deal.great, goal=goal)


def place_of(deal: Deal, played: Sequence[int] = ()) -> Place:
    """Return the place in a deal after its exchange and the cards ``played``.

    The play that the deal records is left aside. Raises DealError or IllegalPlayError.
    """
    if unsaid := unsaid_of(deal):
        if played:
            raise DealError(f"{unsaid}: nothing can be played")
        return Place(deal, hands_played(deal), (), (), unsaid)
    start = standing(replace(deal, play=()), after=0).position
    tricks_won(
        start.hands, start.leader, start.contract, played, start.rules, start.declarer
    )  # names the trick
    positions, moves = [start], []
    for number, card in enumerate(played, 1):
        before = positions[-1]
        after = before.play(card)
        positions.append(after)
        moves.append(Move(number, before.to_play, card, after.taken_by, after.taken))
    return Place(deal, start.hands, tuple(positions), tuple(moves))


def unsaid_of(deal: Deal) -> str:
    """Return what is missing in a deal before it can be played, nothing if it can be."""
    if deal.contract_played is None:
        return "no contract is named"
    if deal.rules_played.partners and deal.declarer is None:
        return "nobody is said to declare"
    return ""


def place_json(place: Place) -> dict[str, Any]:
    """Return what the page shows of a place besides values."""
    deal, scene = place.deal, place.scene
    lies_apart = deal.rules is not None and not deal.rules.rules.is_plain
    hands = {seat.letter: list(map(card_name, scene.cards(seat))) for seat in Seat}
    shared: dict[str, Any] = {
        "contract": None,
        "contract_name": "no contract named",
        "great": deal.great,
        "ace_low": scene.ace_low,
        "declarer": None if deal.declarer is None else deal.declarer.letter,
        "leader": None,
        "variant": deal.variant,
        "hands": hands,
        "start": hands,
        "unit": scene.rules.unit,
        "at_most": False,
        "sides": [[seat.letter] for seat in Seat],
        "manni": [] if lies_apart else list(map(card_name, deal.manni_left)),
        "beside": beside_json(
            deal, place.won, place.tricks_won, over=bool(place.positions) and not scene.tricks
        ),
        "headline": str(join(" · ", scene.headline())),
        "address": address_of(deal, place.played),
        "goal": None,
    }
    return shared | (_played_json(place) if place.positions else _unsaid_json(scene, place.unsaid))


def _unsaid_json(scene: Scene, unsaid: str) -> dict[str, Any]:
    """Return what is to be said of play where there can be none."""
    reason = f"{unsaid}: nothing can be played"
    return {
        "tricks": scene.tricks,
        "of": scene.tricks,
        "trick": 1,
        "table": [],
        "last_trick": None,
        "last_winner": None,
        "last_worth": None,
        "won": {seat.letter: 0 for seat in Seat},
        "won_text": None,
        "to_play": None,
        "legal": [],
        "why": {card_name(card): reason for hand in scene.hands for card in cards_in(hand)},
        "over": False,
        "moves": [],
    }


def _played_json(place: Place) -> dict[str, Any]:
    start, position, scene = place.positions[0], place.position, place.scene
    at_start = replace(scene, hands=start.hands)
    last = place.last_trick
    return {
        "contract": position.contract.name,
        "contract_name": contract_words(position.contract),
        "leader": start.leader.letter,
        "start": {seat.letter: list(map(card_name, at_start.cards(seat))) for seat in Seat},
        "tricks": position.tricks,
        "of": start.tricks,
        "trick": min(len(place.moves) // SEATS + 1, start.tricks),
        "table": [
            {"seat": seat.letter, "card": card_name(card)} for seat, card in scene.played.items()
        ],
        "last_trick": [{"seat": move.seat.letter, "card": card_name(move.card)} for move in last]
        or None,
        "last_winner": last[-1].wins.letter if last and last[-1].wins is not None else None,
        "last_worth": _worth_text(last[-1], position) if last else None,
        "won": {seat.letter: place.won[seat] for seat in Seat},
        "won_text": _won_texts(place),
        "at_most": position.avoids,
        "sides": [[seat.letter for seat in side] for side in sides(position)],
        "to_play": None if scene.to_play is None else scene.to_play.letter,
        "legal": [card_name(card) for card in in_order(position.legal(), position.rules)],
        "why": _why_not(position),
        "over": not position.tricks,
        "moves": [move.json() for move in place.moves],
        "goal": goal_json(place),
    }


def sides(position: Position) -> list[list[Seat]]:
    """Return the seats whose value is one figure together: each, or the declarer and the pair."""
    if position.declarer is None:
        return [[seat] for seat in Seat]
    return [[position.declarer], [seat for seat in Seat if seat is not position.declarer]]


def _worth_text(move: Move, position: Position) -> str | None:
    """Return what a trick counts, None where each counts the same."""
    unit = position.rules.unit
    return None if unit == "tricks" else amount(move.worth, unit)


def _won_texts(place: Place) -> dict[str, str] | None:
    """Return what each seat has won, None where nobody has won anything."""
    if not any(place.tricks_won):
        return None
    unit = place.position.rules.unit
    if unit == "tricks":
        return {seat.letter: f"{place.won[seat]} won" for seat in Seat}
    won = zip(Seat, place.won, place.tricks_won, strict=True)
    return {
        seat.letter: f"{amount(points, unit)} in {amount(tricks, 'tricks')}"
        if tricks
        else "no trick"
        for seat, points, tricks in won
    }


def _why_not(position: Position) -> dict[str, str]:
    """Return a sentence for each card held that may not be played now."""
    mover, legal = position.to_play, position.legal()
    hand = position.hands[mover]
    reasons = {}
    for seat in Seat:
        for card in cards_in(position.hands[seat]):
            if seat is not mover:
                reasons[card_name(card)] = f"{mover.word} is to play"
            elif card not in legal:
                kind, reason = why_illegal(
                    hand,
                    position.table,
                    card,
                    position.contract,
                    position.rules,
                    mover,
                    position.declarer,
                )
                follow = " ".join(map(card_name, legal))
                if kind == "revoke":
                    reason = f"{mover.word} must follow suit: it holds {follow}"
                reasons[card_name(card)] = reason
    return reasons


def need_of(place: Place) -> Need | None:
    """Return what the goal of a place's deal comes to there.

    The tricks of a goal count from where the record stops. None if there is no goal, or the
    place is not on the way that the record takes.
    """
    if place.deal.goal is None:
        return None
    record = _record(place.deal)
    if place.played[: len(record)] != record[: len(place.played)]:
        return None
    need = Need(*place.deal.goal)
    for position in place.positions[len(record) + 1 :]:
        need = need.after(position)
    return need


def _record(deal: Deal) -> tuple[int, ...]:
    """Return the cards played before the position that a deal is about."""
    return deal.play[: standing(deal).played]


def goal_state(need: Need, position: Position) -> str:
    """Return whether a need is reached, missed or open."""
    met = need.met_by_count(position)
    return "open" if met is None else "reached" if met else "missed"


def goal_json(place: Place) -> dict[str, Any] | None:
    """Return the goal of a place's deal and how it stands, None if there is none."""
    need, goal = need_of(place), place.deal.goal
    if need is None or goal is None:
        return None
    return {
        "text": goal_words(goal, place.position.contract, place.position.rules),
        "seat": goal.seat.letter,
        "tricks": goal.tricks,
        "at_least": goal.at_least,
        "state": goal_state(need, place.position),
    }
