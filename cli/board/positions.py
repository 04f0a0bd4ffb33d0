"""The place in a deal that a page shows: its position and all that is seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cli.board.address import address_of
from solver.cards import SEATS, Seat, card_name, cards_in, triple
from solver.deal import Deal, hands_played, tricks_won
from solver.errors import DealError
from solver.position import Position
from solver.puzzles.need import Need
from solver.report.diagram import Scene, contract_words
from solver.report.goal import goal_words
from solver.report.text import join
from solver.rules.trick import check_plain
from solver.values.standing import standing

Table = tuple[tuple[Seat, int], ...]


@dataclass(frozen=True)
class Move:
    """A card played: ``wins`` is the seat that took the trick which it completed."""

    number: int
    seat: Seat
    card: int
    wins: Seat | None

    def json(self) -> dict[str, Any]:
        """Return the move as the page reads it."""
        data: dict[str, Any] = {
            "number": self.number,
            "trick": (self.number - 1) // SEATS + 1,
            "seat": self.seat.letter,
            "card": card_name(self.card),
        }
        return data if self.wins is None else data | {"wins": self.wins.letter}


@dataclass(frozen=True)
class Place:
    """A deal after some cards of its play.

    ``positions`` are those before each card and the last one, none where no contract is named.
    """

    deal: Deal
    hands: tuple[int, int, int]
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    @property
    def position(self) -> Position:
        """The position of the place. Raises DealError where no contract is named."""
        if not self.positions:
            raise DealError("no contract is named: nobody can say who wins a trick")
        return self.positions[-1]

    @property
    def played(self) -> tuple[int, ...]:
        """The cards played."""
        return tuple(move.card for move in self.moves)

    @property
    def won(self) -> tuple[int, int, int]:
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
        manni = () if self.moves else self.deal.manni_left
        if not self.positions:
            return Scene(self.hands, rules=self.deal.rules_played, manni=manni)
        scene = Scene.of(self.position, won=self.won, manni=manni)
        goal = self.deal.goal if self.goal_begins else None
        return replace(scene, declarer=self.deal.declarer, great=self.deal.great, goal=goal)


def place_of(deal: Deal, played: Sequence[int] = ()) -> Place:
    """Return the place in a deal after its exchange and the cards ``played``.

    The play that the deal records is left aside. Raises DealError or IllegalPlayError.
    """
    if deal.contract_played is None:
        if played:
            raise DealError("no contract is named: nothing can be played")
        return Place(deal, hands_played(deal), (), ())
    start = standing(replace(deal, play=()), after=0).position
    check_plain(start.rules, "the board")
    tricks_won(
        start.hands, start.leader, start.contract, played, start.rules, start.declarer
    )  # names the trick
    positions, moves = [start], []
    for number, card in enumerate(played, 1):
        before = positions[-1]
        positions.append(before.play(card))
        moves.append(Move(number, before.to_play, card, positions[-1].taken_by))
    return Place(deal, start.hands, tuple(positions), tuple(moves))


def place_json(place: Place) -> dict[str, Any]:
    """Return what the page shows of a place besides values."""
    deal, scene = place.deal, place.scene
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
        "manni": list(map(card_name, deal.manni_left)),
        "headline": str(join(" · ", scene.headline())),
        "address": address_of(deal, place.played),
        "goal": None,
    }
    return shared | (_played_json(place) if place.positions else _unnamed_json(scene))


def _unnamed_json(scene: Scene) -> dict[str, Any]:
    """Return what is to be said of play where there can be none."""
    reason = "no contract is named: nothing can be played"
    return {
        "tricks": scene.tricks,
        "of": scene.tricks,
        "trick": 1,
        "table": [],
        "last_trick": None,
        "last_winner": None,
        "won": {seat.letter: 0 for seat in Seat},
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
        "won": {seat.letter: place.won[seat] for seat in Seat},
        "to_play": None if scene.to_play is None else scene.to_play.letter,
        "legal": list(map(card_name, position.legal())),
        "why": _why_not(position),
        "over": not position.tricks,
        "moves": [move.json() for move in place.moves],
        "goal": goal_json(place),
    }


def _why_not(position: Position) -> dict[str, str]:
    """Return a sentence for each card held that may not be played now."""
    mover, legal = position.to_play, position.legal()
    reasons = {}
    for seat in Seat:
        for card in cards_in(position.hands[seat]):
            if seat is not mover:
                reasons[card_name(card)] = f"{mover.word} is to play"
            elif card not in legal:
                follow = " ".join(map(card_name, legal))
                reasons[card_name(card)] = f"{mover.word} must follow suit: it holds {follow}"
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
