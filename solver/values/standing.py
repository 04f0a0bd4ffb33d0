"""From the record of a deal to the position to solve."""

from __future__ import annotations

from typing import NamedTuple

from solver import checks
from solver.cards import SEATS, Seat
from solver.deal import Deal, hands_played
from solver.errors import DealError, IllegalPlayError
from solver.notation import format_contract, parse_contract, parse_seat
from solver.position import Position, won_in
from solver.rules.contract import Contract


class Standing(NamedTuple):
    """A position of a deal, what each seat has won and the number of cards played before it.

    ``note`` says in a sentence which part of the record was left aside and why, None if
    none was.
    """

    position: Position
    won: tuple[int, int, int] = (0, 0, 0)
    played: int = 0
    note: str | None = None


def standing(
    deal: Deal,
    *,
    contract: Contract | str | None = None,
    leader: Seat | str | None = None,
    ace_low: bool | None = None,
    declarer: Seat | str | None = None,
    after: int | None = None,
) -> Standing:
    """Return the position of a deal after its exchange and ``after`` cards of its play.

    What is given overrides what is recorded; a recorded leader goes with the declarer recorded.
    By default a play that stops midway is
    followed to where it stops and one that reaches the end of the deal not at all. A play
    that breaks the rules is an error under what is recorded or if ``after`` says how far to
    follow it; under another contract, leader, ace or declarer it is left aside with a note.
    Raises DealError, RuleError, IllegalPlayError or ArgumentError.
    """
    recorded = deal.contract_played
    asked = recorded if contract is None else parse_contract(contract)
    if asked is None:
        raise DealError("no contract is recorded: give one (--contract)")
    declared_by = deal.declarer if declarer is None else parse_seat(declarer)
    led_by = deal.leader_under(declared_by) if leader is None else parse_seat(leader)
    rules = deal.rules_in(asked, ace_low)
    if deal.manni and deal.rules is not None:
        deal.rules.check_deal(deal.hands, deal.manni, deal.cut)
    start = Position(hands_played(deal), asked, led_by, rules=rules, declarer=declared_by)
    played = start.contract, start.leader, start.rules, start.declarer
    declared = deal.declarer if rules.partners else None
    way = None
    if played == (recorded, leader_of(deal), deal.rules_played, declared):
        way = start.follow(deal.play)  # an error wherever it is
    if after is not None:
        after = checks.number(after, "after")
        if after > len(deal.play):
            raise DealError(
                f"only {len(deal.play)} cards of the play are recorded: not {checks.quote(after)}"
            )
        return _end((way or start.follow(deal.play[:after]))[: after + 1])
    complete = len(deal.play) >= SEATS * start.tricks
    if complete and recorded is not None:
        return Standing(start)
    try:
        way = way or start.follow(deal.play)
    except IllegalPlayError as error:
        note = f"the recorded play is not followed in {format_contract(asked)}: {error}"
        return Standing(start, note=note)
    return Standing(start) if complete else _end(way)


def _end(way: tuple[Position, ...]) -> Standing:
    return Standing(way[-1], won_in(way), len(way) - 1)


def leader_of(deal: Deal) -> Seat:
    """Return the leader of the first trick: as recorded, else the declarer, else forehand."""
    return deal.leader_under(deal.declarer)
