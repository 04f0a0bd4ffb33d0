"""The table in a terminal: what happens is said on stderr, answers come from stdin, one per line.

A wrong answer is told and asked for again; "quit" and the end of the input leave the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from manni.cli import inputs, output
from manni.solver import localized_input
from manni.solver.cards import cards_in, hand_of
from manni.solver.errors import DealError, NotationError, SolverError, one_line
from manni.solver.i18n import NP_, _, contract_code, fold_case, ngettext, pgettext, seat_word
from manni.solver.report.advice import advice_view
from manni.solver.report.commentary import deal_lines, describe_by_thumb, describe_event
from manni.solver.report.sheet import sheet_text
from manni.solver.report.text import (
    AnyText,
    call_text,
    cards_text,
    error_text,
    fill,
    hand_text,
    join,
)
from manni.solver.rules.auction import Call, find_bid, is_pass, rungs_text
from manni.solver.rules.trick import TrickRules
from manni.solver.rules.variant import Variant
from manni.solver.table import steps
from manni.solver.table.advice import advise_at, decided
from manni.solver.table.deal import Table
from manni.solver.table.game import Begins, ByThumb, Stands

Answer = TypeVar("Answer")

_SECONDS = 3.0
"""How long exchanges, calls and bids are looked at for a hint."""


class LeftError(Exception):
    """The table was left before the deal was played."""


def play(course: steps.Course, where: str = "") -> None:
    """Play deals to their end, in the terminal.

    ``where`` is what messages call the record of a game that is taken up again. Raises LeftError
    where the input ends or says so.
    """
    table: Table | None = None
    answer = None
    while True:
        try:
            step = course.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(step, Stands):
            _stands(step, where)
            continue
        if isinstance(step, ByThumb):
            say(describe_by_thumb(step))
            continue
        if isinstance(step, Begins):
            table = step.table
        assert table is not None  # which begins before anything happens at it
        if isinstance(step, steps.ComputerTurn):
            answer = decided(table, step)
        elif isinstance(step, steps.Asks):
            answer = _ask(table, step)
        else:
            _tell(step, table)


def _stands(step: Stands, where: str) -> None:
    """Show the score sheet. Raises DealError where nothing can be gone on with."""
    if step.known and step.over:
        number = len(step.game.deals)
        raise DealError(
            f"{where}: deal {number}: with it the game is over: there is nothing to go on with"
        )
    say(join("\n", [*[""] * (not step.known), sheet_text(step.game), ""]))


def _tell(step: steps.Event, table: Table) -> None:
    """Say what has happened, if the player has not just done it himself."""
    if isinstance(step, steps.Dealt):
        for line in deal_lines(table):
            say(line)
        return
    by_player = isinstance(step, steps.Act) and step.seat is table.own and not step.known
    line = "" if by_player or isinstance(step, steps.TakesUp) else describe_event(step, table)
    if line:
        say(line, *["\n"] * isinstance(step, steps.Takes))


def _ask(table: Table, asks: steps.Asks) -> Any:
    """Return what the course is sent for the player's answer."""
    question, read = _question(table, asks)
    return asked(
        question,
        lambda line: asks.take(read(line)),
        lambda: advice_view(advise_at(table, asks, seconds=_SECONDS)).sentence,
    )


def _question(table: Table, asks: steps.Asks) -> tuple[str, Callable[[str], Any]]:
    """Return what the player is asked, once he has been shown what it is about, and its reader."""
    variant = table.variant
    match asks:
        case steps.AsksCall(auction=auction):
            names = ", ".join(map(call_text, auction.legal()))
            question = _("Your call ({calls}; ? for advice): ", calls=names)
            return question, _call
        case steps.AsksBid(bidding=bidding):
            rungs = rungs_text([bid for bid in bidding.legal() if bid is not None])
            question = _("Your bid ({bids}; or pass; ? for advice): ", bids=rungs)
            return question, lambda line: None if is_pass(line) else find_bid(bidding.ladder, line)
        case steps.AsksExchange(state=state, pile=pile):
            if pile:
                say(fill("You take up {cards}", cards=cards_text(pile)))
            _hold(state.hands[asks.seat] | hand_of(pile), table.rules)
            number = state.sizes()[-1]
            if isinstance(asks, steps.AsksAway):
                number = len(pile)
                wanted = _("Put away {number} (none: what you took up; ? for advice): ")
            elif pile:
                wanted = _("Put down ({number} or none; none: an empty line; ? for advice): ")
            elif state.rule.all_or_nothing:
                wanted = _("Put down (all or none; none: an empty line; ? for advice): ")
            else:
                wanted = _("Put down (0 to {number}; none: an empty line; ? for advice): ")
            return wanted.format(number=number), partial(_cards, asks, variant.ranks_told)
        case steps.AsksTrump(trumps=trumps):
            question = _("Your trump ({contracts}): ")
            if variant.names_trump:
                question = _("Your trump ({contracts}; ? for advice): ")
            names = " ".join(contract_code(contract.name) for contract in trumps)
            return question.format(contracts=names), localized_input.parse_contract
        case steps.AsksClaim(bid=bid):
            return _(
                "{bid}, every trick, or pass (an empty line; ? for advice): ", bid=bid
            ), partial(_claims, variant)
        case steps.AsksCard(position=position):
            _hold(position.hands[asks.seat], table.rules)
            for seat in table.observation(asks.seat).open_seats:
                hand = hand_text(position.hands[seat], table.rules)
                say(fill("Open, {seat}: {hand}", seat=seat_word(seat), hand=hand))
            if position.table:
                say(fill("On the table: {cards}", cards=cards_text(position.table)))
            legal = len(position.legal())
            return ngettext(
                "Your card ({number} may be played; ? for advice): ",
                "Your card ({number} may be played; ? for advice): ",
                legal,
                number=legal,
            ), lambda line: localized_input.parse_card(line, variant.ranks_told)
    raise TypeError(asks)


def _call(line: str) -> Call | None:
    passes = fold_case(line) in ("pass", fold_case(call_text(None)))
    return None if passes else Call(*localized_input.parse_call(line))


def _claims(variant: Variant, line: str) -> bool:
    if not line or is_pass(line):
        return False
    find_bid(variant.bids, line)
    return True


def _cards(asks: steps.AsksExchange, ranks: str, line: str) -> tuple[int, ...]:
    """Return the cards that a line puts down; errors list the ranks of the game."""
    if is_answer(line, "none"):
        return ()
    if is_answer(line, "all") and not isinstance(asks, steps.AsksAway):
        return tuple(cards_in(asks.state.hands[asks.seat]))
    return localized_input.parse_cards(line, ranks)


def _hold(hand: int, rules: TrickRules) -> None:
    """Say what the player holds."""
    say(fill("You hold {hand}", hand=hand_text(hand, rules)))


def is_answer(line: str, answer: str) -> bool:
    """Return whether a line is this answer, in the language spoken or in English."""
    return fold_case(line) in (answer, fold_case(pgettext("answer", answer)))


NP_("answer", "all", "none", "quit")


def say(*parts: AnyText) -> None:
    """Say something at the table."""
    output.talk(join("", parts))


def asked(question: str, read: Callable[[str], Answer], hint: Callable[[], AnyText]) -> Answer:
    """Return what an answer is read as; a wrong one is told and asked for again."""
    while True:
        output.talk(question, newline=False)
        line = answer()
        try:
            if line == "?":
                output.talk(hint())
                continue
            return read(line)
        except SolverError as error:
            output.talk(one_line(error_text(error)))


def answer() -> str:
    """Return the next line of stdin. Raises LeftError at its end and for "quit"."""
    try:
        raw = inputs.stdin().readline()
    except OSError as error:
        raise NotationError(f"stdin: cannot be read: {error.strerror}") from error
    line = raw.decode("utf-8", "replace").strip()
    if not raw or line.lower() in ("q", "exit") or is_answer(line, "quit"):
        output.talk("")
        raise LeftError
    return line
