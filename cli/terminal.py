"""The table in a terminal: sitting down at it, or going on with a game.

What happens is said on stderr, answers come from stdin, one per line. A wrong answer is told and
asked for again; "quit" and the end of the input leave the table.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from random import SystemRandom
from typing import Any, TypeVar

from .. import Deal, Seat, format_deals
from ..solver import localized_input
from ..solver.cards import cards_in, hand_of
from ..solver.checks import quote
from ..solver.dealing import random_deals
from ..solver.errors import DealError, NotationError, RuleError, SolverError, one_line
from ..solver.files.dealfile import format_of
from ..solver.files.jsonfile import format_json
from ..solver.i18n import (
    NP_,
    _,
    composed,
    contract_code,
    fold_case,
    gettext,
    ngettext,
    pgettext,
    text_if,
)
from ..solver.report.sheet import player_name, sheet_text
from ..solver.report.text import (
    AnyText,
    Text,
    call_text,
    card_text,
    cards_text,
    error_text,
    fill,
    hand_text,
    join,
)
from ..solver.rules.auction import find_bid, is_pass, rungs_text
from ..solver.rules.shuffle import generator_apart
from ..solver.rules.trick import TrickRules
from ..solver.rules.variant import Variant
from ..solver.scoresheet import Names, draw_dealer
from ..solver.table import steps
from ..solver.table.advice import advise_at, decided
from ..solver.table.commentary import advice_view, deal_lines, describe_event, open_lines, seen_text
from ..solver.table.deal import Table
from ..solver.table.game import (
    Begins,
    SavedGame,
    Stands,
    check_table,
    deal_course,
    game_course,
    names_at,
    new_game,
    resumed,
)
from ..solver.table.settings import Settings
from ..solver.table.steps import Course
from . import inputs, output
from .outfile import check_target, ending, write_text
from .play_options import PlayOptions

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
            return question, _one_of(localized_input.parse_call, auction.legal())
        case steps.AsksBid(bidding=bidding):
            rungs = [bid for bid in bidding.legal() if bid is not None]
            question = _("Your bid ({bids}; or pass; ? for advice): ", bids=rungs_text(rungs))
            return question, _one_of(
                lambda line: None if is_pass(line) else find_bid(rungs, line), bidding.legal()
            )
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
            question = _(
                "Your trump ({contracts}; ? for advice): ",
                contracts=" ".join(contract_code(contract.name) for contract in trumps),
            )
            return question, _one_of(localized_input.parse_contract, trumps)
        case steps.AsksClaim(bid=bid):
            return _(
                "{bid}, every trick, or pass (an empty line; ? for advice): ", bid=gettext(bid)
            ), _one_of(
                lambda line: bool(line and not is_pass(line) and find_bid(variant.bids, line)),
                (False, True),
            )
        case steps.AsksCard(position=position):
            say(fill("You hold {hand}", hand=seen_text(table, asks.seat)))
            for line in open_lines(table):
                say(line)
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


def _one_of(read: Callable[[str], Any], legal: Sequence[Any]) -> Callable[[str], Any]:
    """Return what reads an answer that is legal; the question has named those there are."""

    def read_legal(line: str) -> Any:
        with suppress(SolverError):
            found = read(line)
            if found in legal:
                return found
        raise RuleError(_("{answer} cannot be said here", answer=quote(line)))

    return read_legal


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


NP_("answer", "all", "none", "quit", "show")


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
    line = composed(raw.decode("utf-8", "replace")).strip()
    if not raw or line.lower() in ("q", "exit") or is_answer(line, "quit"):
        output.talk("")
        raise LeftError
    return line


def sit_down(asked: PlayOptions) -> None:
    """Play a deal, or a game from its beginning."""
    as_json, seed = asked.as_json, asked.seed
    as_json |= ending(asked.target, "manni", "json") == "json"
    if asked.target != "-":
        check_target(asked.target, [asked.file])
        _check_new(asked.target)
    saved = _saved(asked.target, as_json, is_new=True)
    if seed is None:
        seed = SystemRandom().randrange(1 << 32) if asked.file is None else 0
    if asked.game:
        assert asked.variant is not None
        begins = new_game(asked.variant, _dealer(asked.variant, seed, asked.dealer))
        course = game_course(begins, Settings(True, seed, asked.level), saved)
    else:
        seat = Seat.FOREHAND if asked.seat is None else asked.seat
        place, deal = _dealt(asked, seed)
        course = deal_course(
            place, deal, Settings(False, seed, asked.level, seat), asked.variant, saved
        )
    _play(course, saved, "" if asked.file is None else inputs.name_of(asked.file), asked.target)


def go_on(asked: PlayOptions) -> None:
    """Go on with the deal or game of a file."""
    file = asked.file
    assert file is not None
    done = [deal for _number, _place, deal in inputs.deals_of(file)]
    target = file if asked.target == "-" else asked.target
    as_json = asked.as_json or format_of(inputs.text_of(file), file) == "json"
    as_json |= ending(target, "manni", "json") == "json"
    check_target(target)
    if target != file:
        _check_new(target)
    saved, name = _saved(target, as_json, is_new=False), inputs.name_of(file)
    course = resumed(done, saved, name)
    if not Settings.of(done[0]).is_game and done[-1].result is not None:
        raise DealError(f"{name}: the deal has been played to its end")
    _play(course, saved, name, target)


def _play(course: Course, saved: SavedGame, name: str, target: str) -> None:
    """Play to the end, or until the player leaves; what was played is kept."""
    stopped = False
    try:
        play(course, name)
    except LeftError:
        if target == "-" and output.on_terminal() and not _record_wanted():
            return
    except KeyboardInterrupt:
        stopped = True
    except SolverError:
        if saved.deals():  # what was played is kept
            saved.finish()
        raise
    saved.finish()
    if stopped:
        output.stopped()


def _record_wanted() -> bool:
    """Return whether somebody who leaves a deal wants to see its record, with all hands."""
    question = _("Show the record, with all hands? (show; no: an empty line): ")
    output.talk(question, newline=False)
    with suppress(LeftError):
        return is_answer(answer(), "show")
    return False


def _saved(target: str, as_json: bool, is_new: bool) -> SavedGame:
    """Return what keeps the records: in a file with every card, or on stdout at the end."""

    def write(deals: list[Deal]) -> None:
        write_text(target, format_json(deals) if as_json else format_deals(deals))

    return SavedGame(write, at_once=target != "-", is_new=is_new)


def _check_new(path: str) -> None:
    """Raise DealError where a new game would go over something."""
    with suppress(OSError):
        status = os.stat(path)
        if stat.S_ISREG(status.st_mode) and status.st_size:
            raise DealError(
                f"{path}: there is a record in it: name another file, or go on with that game: "
                f"manni play {path} --resume"
            )


def _dealt(asked: PlayOptions, seed: int) -> tuple[str, Deal]:
    """Return one deal, from a file or a seed, after what messages call it."""
    number = 1 if asked.number is None else asked.number
    if asked.file is None:
        assert asked.variant is not None
        return "the deal", next(islice(random_deals(asked.variant, seed), number - 1, None))
    ((_, place, deal),) = inputs.deals_of(asked.file, number)
    return place, deal


def _dealer(variant: Variant, seed: int, dealer: str | None) -> int:
    """Return the player who deals first: the one named, or the lowest of the cards drawn."""
    check_table(variant)
    names = names_at(variant)
    if dealer == "draw" or (dealer is None and variant.lowest_deals):
        return _drawn_dealer(variant, seed, names)
    if dealer is None:
        return -1
    called = [name.lower().replace(" ", "-") for name in names]
    if dealer not in called:
        raise RuleError(f"nobody at this table is {quote(dealer)}: there are {', '.join(called)}")
    return called.index(dealer)


def _drawn_dealer(variant: Variant, seed: int, names: Names) -> int:
    """Return who deals first by the cards that are drawn for it, and show them.

    They are drawn apart from the deals, which stay those of the seed.
    """
    dealer, drawn = draw_dealer(variant, generator_apart(seed))
    for number, cards in enumerate(drawn):
        shown: list[AnyText] = []
        for player, card in cards.items():
            shown += [", " * bool(shown), f"{player_name(names[player])} ", card_text(card)]
        output.talk(
            fill(
                text_if(
                    number,
                    "Drawn for the deal again, the lowest being alike: {cards}.",
                    "Drawn for the deal: {cards}.",
                ),
                cards=Text(*shown),
            )
        )
    return dealer
