"""From the record of a deal to the position to solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.cards import SEATS, Seat, triple
from solver.deal import Deal, hands_played, played
from solver.errors import DealError
from solver.position import Position
from solver.rules.contract import Contract


class Standing(NamedTuple):
    """A position of a deal and the tricks each seat has won before it."""

    position: Position
    won: tuple[int, int, int] = (0, 0, 0)


def standing(
    deal: Deal,
    *,
    contract: Contract | None = None,
    leader: Seat | None = None,
    ace_low: bool | None = None,
    after: int | None = None,
) -> Standing:
    """Return the position of a deal after its exchange and ``after`` cards of its play.

    What is given goes before what is recorded. By default a play that stops midway is
    followed to where it stops, and one that reaches the end of the deal not at all, nor
    one under another contract, leader or ace than is asked for. Raises DealError or
    IllegalPlayError.
    """
    recorded = deal.contract_played, leader_of(deal), deal.ace_low_played
    if contract is None:
        contract = deal.contract_played
    if contract is None:
        raise DealError("no contract is recorded: give one (--contract)")
    if leader is None:
        leader = leader_of(deal)
    if ace_low is None:
        ace_low = replace(deal, contract=contract, great=False).ace_low_played
    if deal.manni and deal.rules is not None:
        deal.rules.check_deal(deal.hands, deal.manni, deal.cut)
    as_recorded = (contract, leader, ace_low) == recorded
    start = Position(hands_played(deal), contract, leader, ace_low=ace_low)
    if after is None:
        after = len(deal.play) if as_recorded and len(deal.play) < SEATS * start.tricks else 0
    if after > len(deal.play):
        raise DealError(f"only {len(deal.play)} cards of the play are recorded: not {after}")
    followed = deal.play if as_recorded else deal.play[:after]
    for _ in played(start.hands, leader, contract, followed, ace_low):
        pass  # raises at the first illegal card
    return _after(start, deal.play[:after])


def _after(position: Position, cards: Sequence[int]) -> Standing:
    won = [0] * SEATS
    for card in cards:
        position = position.play(card)
        if not position.table:
            won[position.leader] += 1
    return Standing(position, triple(won))


def leader_of(deal: Deal) -> Seat:
    """Return who leads to the first trick: as recorded, else the declarer, else forehand."""
    if deal.leader is not None:
        return deal.leader
    return Seat.FOREHAND if deal.declarer is None else deal.declarer
