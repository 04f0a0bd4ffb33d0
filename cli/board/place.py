"""The place in a deal that a page shows: its position and all that is seen of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from cli.board.address import address_of
from solver.cards import SEATS, Seat, card_name, cards_in, triple
from solver.deal import Deal, hands_played
from solver.described import by_letter
from solver.errors import DealError
from solver.position import Position
from solver.puzzles.need import Need
from solver.report.diagram import Scene, contract_words, in_order
from solver.report.goal import goal_words
from solver.report.text import amount, join
from solver.rules.bidding import Aim, find_bid
from solver.rules.trick import why_illegal
from solver.rules.variant import Variant
from solver.values.bid import bid_wants
from solver.values.standing import standing


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
        data = {"number": self.number, "trick": (self.number - 1) // SEATS + 1, **self.played()}
        return data if self.wins is None else data | {"wins": self.wins.letter, "worth": self.worth}

    def played(self) -> dict[str, Any]:
        """Return who played what."""
        return {"seat": self.seat.letter, "card": card_name(self.card)}


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
    start = standing(replace(deal, play=()), after=0).position
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
        return "no contract is named"
    if deal.rules_played.partners and deal.declarer is None:
        return "nobody is said to declare"
    return ""


def place_json(place: Place) -> dict[str, Any]:
    """Return what the page shows of a place besides values."""
    deal, scene, moves = place.deal, place.scene, place.moves
    game = None if deal.rules is None or deal.rules.rules.is_plain else deal.rules
    position = start = None
    if place.positions:
        position, start = place.position, place.positions[0]
    first = scene if start is None else replace(scene, hands=start.hands)
    last = moves[: len(moves) // SEATS * SEATS][-SEATS:]
    over = position is not None and not scene.tricks
    return {
        "contract": None if position is None else position.contract.name,
        "contract_name": "no contract named"
        if position is None
        else contract_words(position.contract),
        "great": deal.great,
        "ace_low": scene.ace_low,
        "declarer": None if deal.declarer is None else deal.declarer.letter,
        "leader": None if start is None else start.leader.letter,
        "variant": deal.variant,
        "hands": _hands(scene),
        "start": _hands(first),
        "tricks": scene.tricks,
        "of": first.tricks,
        "trick": min(len(moves) // SEATS + 1, first.tricks) if start is not None else 1,
        "table": [move.played() for move in moves[len(moves) // SEATS * SEATS :]],
        "last_trick": [move.played() for move in last] or None,
        "last_winner": last[-1].wins.letter if last and last[-1].wins is not None else None,
        # Where each trick counts the same there is nothing to say of one.
        "last_worth": amount(last[-1].worth, scene.rules.unit)
        if last and scene.rules.unit != "tricks"
        else None,
        "unit": scene.rules.unit,
        "won": by_letter(place.won),
        "won_text": _won_texts(place),
        "at_most": position is not None and position.avoids,
        "sides": [[seat.letter for seat in side] for side in _sides(position)],
        "to_play": None if scene.to_play is None else scene.to_play.letter,
        "legal": []
        if position is None
        else [card_name(card) for card in in_order(position.legal(), position.rules)],
        "why": _why_not(place),
        "over": over,
        "moves": [move.json() for move in moves],
        "manni": list(map(card_name, deal.manni_left)) if game is None else [],
        "beside": [
            {"head": head, "cards": list(map(card_name, cards)), "text": text}
            for head, cards, text in (() if game is None else _beside(place, game, over))
        ],
        "headline": str(join(" · ", scene.headline())),
        "address": address_of(deal, place.played),
        "goal": _goal_json(place),
    }


def _hands(scene: Scene) -> dict[str, list[str]]:
    return {seat.letter: list(map(card_name, scene.cards(seat))) for seat in Seat}


def _sides(position: Position | None) -> list[list[Seat]]:
    """Return the seats whose value is one figure together: each, or the declarer and the pair."""
    if position is None or position.declarer is None:
        return [[seat] for seat in Seat]
    return [[position.declarer], [seat for seat in Seat if seat is not position.declarer]]


def _won_texts(place: Place) -> dict[str, str] | None:
    """Return what each seat has won, None where nobody has won anything."""
    unit = place.scene.rules.unit
    if not any(place.tricks_won):
        return None
    if unit == "tricks":
        return by_letter([f"{tricks} won" for tricks in place.won])
    won = zip(place.won, place.tricks_won, strict=True)
    return by_letter(
        [
            f"{amount(points, unit)} in {amount(tricks, 'tricks')}" if tricks else "no trick"
            for points, tricks in won
        ]
    )


def _why_not(place: Place) -> dict[str, str]:
    """Return a sentence for each card held that may not be played now."""
    if not place.positions:
        reason = f"{place.unsaid}: nothing can be played"
        return {card_name(card): reason for hand in place.hands for card in cards_in(hand)}
    position = place.position
    mover, legal = position.to_play, position.legal()
    reasons = {}
    for seat in Seat:
        for card in cards_in(position.hands[seat]):
            if seat is not mover:
                reasons[card_name(card)] = f"{mover.word} is to play"
            elif card not in legal:
                kind, reason = why_illegal(
                    position.hands[mover],
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


# The goal --------------------------------------------------------------------------------


def need_of(place: Place) -> Need | None:
    """Return what the goal of a place's deal comes to there.

    The tricks of a goal count from where the record stops. None if there is no goal, or the
    place is not on the way that the record takes.
    """
    if place.deal.goal is None or not place.positions:
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


def _goal_json(place: Place) -> dict[str, Any] | None:
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


# What lies beside the hands, or has been said, in a game that counts points ---------------


def _beside(place: Place, variant: Variant, over: bool) -> Iterator[tuple[str, Sequence[int], str]]:
    """Yield what is shown under the table: its name, its cards, what is to be said of them."""
    deal = place.deal
    if deal.bid is not None:
        yield "Bid", (), _bid_text(place, variant, deal.bid, over)
    if deal.cut is not None:
        made = variant.fixed_contract(1, deal.cut)
        trump = "" if made is None else f", which makes {contract_words(made)} trump"
        yield variant.cut_card.capitalize(), (deal.cut,), f"the dealer’s{trump}"
    if not deal.manni:
        return
    name = variant.pile.capitalize()
    if not variant.exchange.picks_up:
        yield name, deal.manni, "which nobody sees"
        return
    up = variant.face_up(deal.manni)
    faces = f"the last {variant.shown} face up" if up else "face down"
    taken = next((pair for pair in zip(Seat, deal.discards, strict=True) if pair[1]), None)
    if taken is None:
        yield name, deal.manni, faces
        return
    seat, put_away = taken
    yield name, deal.manni, f"{faces}, taken up by {seat.word}"
    yield (
        "Put away",
        in_order(put_away or (), variant.rules),
        f"which {seat.word} alone has seen",
    )


def _bid_text(place: Place, variant: Variant, name: str, over: bool) -> str:
    """Return a bid, and whether it is made by now or what is missing; nothing of that at first."""
    deal, bid, declarer = place.deal, find_bid(variant.bids, name), place.deal.declarer
    text = bid.name if declarer is None else f"{bid.name} by {declarer.word}"
    if bid.aim is not Aim.POINTS:
        text += f", to take {bid.aim.value}"
    wanted = bid_wants(deal, place.position, place.won) if place.positions else None
    if declarer is None or wanted is None:
        return text
    played, taken = sum(place.tricks_won), place.tricks_won[declarer]
    if bid.aim is not Aim.POINTS:
        failed = taken if bid.aim is Aim.NONE else played - taken
        standing = "failed" if failed else "made" if over else ""
    else:
        missing = wanted.needed - place.won[declarer]
        left = f"{amount(missing, 'points')} {'short' if over else 'to come'}"
        standing = "made" if missing <= 0 else left if played else ""
    return f"{text}, {standing}" if standing else text
