"""The table in a terminal: sitting down at it, or going on with a game.

What happens is said on stderr, answers come from stdin, one per line. A wrong answer is told and
asked for again; "quit" and the end of the input leave the table.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import islice
from random import SystemRandom
from typing import Any

from .. import Deal, Seat, format_deals
from ..solver import localized_input
from ..solver.cards import cards_in
from ..solver.checks import quote
from ..solver.dealing import random_deals
from ..solver.errors import (
    DealError,
    NotationError,
    RuleError,
    SolverError,
    one_line,
)
from ..solver.files.dealfile import format_of
from ..solver.files.jsonfile import format_json
from ..solver.i18n import (
    NP_,
    _,
    composed,
    contract_code,
    filled,
    fold_case,
    ngettext,
    pgettext,
    text_if,
)
from ..solver.report.sheet import player_name, sheet_text, standing_text
from ..solver.report.text import (
    Text,
    call_text,
    card_text,
    error_text,
    fill,
    hand_text,
    join,
)
from ..solver.rules.auction import Bid, bid_text, find_bid, is_pass, rungs_text
from ..solver.rules.shuffle import generator_apart
from ..solver.rules.variant import Variant
from ..solver.scoresheet import Names, draw_dealer
from ..solver.table import steps
from ..solver.table.advice import advise_at, computer_answer
from ..solver.table.commentary import (
    advice_view,
    deal_lines,
    describe_event,
    name_at_table,
    open_lines,
    seen_text,
)
from ..solver.table.deal import DealTable
from ..solver.table.game import (
    DealBegins,
    GameStanding,
    SavedGame,
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
from .outfile import check_target, write_file
from .output import talk
from .play_options import PlayOptions

_SECONDS = 3.0
"""How long exchanges, calls and bids are looked at for a hint."""


class LeftError(Exception):
    """The table was left before the deal was played."""


def play(course: Course) -> None:
    """Play deals to their end. Raises LeftError where the input ends or says so."""
    table: Any = None  # until it begins
    answer = None
    while True:
        try:
            step = course.send(answer)
        except StopIteration:
            return
        answer = None
        match step:
            case GameStanding(game, over, known):
                whole = known or over or game.over
                text = sheet_text(game, over) if whole else standing_text(game)
                talk(join("\n", [*[""] * (not known), text, ""]))
            case steps.ComputerTurn():
                answer = computer_answer(table, step)
            case steps.Asks():
                answer = _ask(table, step)
            case _:
                if isinstance(step, DealBegins):
                    table = step.table
                _tell(step, table)


def _tell(step: steps.Event, table: DealTable) -> None:
    """Say what has happened, if the player has not just done it himself."""
    lines = [describe_event(step, table), *[""] * isinstance(step, steps.Takes)]
    if isinstance(step, steps.Dealt):
        lines = deal_lines(table)
    by_player = isinstance(step, steps.Act) and step.seat is table.own and not step.from_record
    if lines[0] and not by_player and not isinstance(step, steps.TakesUp):
        for line in lines:
            talk(line)


def _ask(table: DealTable, asks: steps.Asks) -> Any:
    """Return what the course is sent for the player's answer; a wrong one is asked for again."""
    question = _question(table, asks)
    while True:
        talk(question, newline=False)
        line = answer()
        if line == "?":
            talk(advice_view(advise_at(table, asks, seconds=_SECONDS)).sentence)
            continue
        try:
            return asks.apply(_read(table, asks, line))
        except SolverError as error:
            talk(one_line(error.yours or error_text(error)))


def _question(table: DealTable, asks: steps.Asks) -> str:
    """Return what the player is asked, once he has been shown what it is about."""
    match asks:
        case steps.AsksCall():
            names = ", ".join(map(call_text, asks.legal()))
            return _("Your call ({calls}; ? for advice): ", calls=names)
        case steps.AsksBid():
            rungs = rungs_text([bid for bid in asks.legal() if bid is not None])
            return _("Your bid ({bids}; or pass; ? for advice): ", bids=rungs)
        case steps.AsksTrump():
            names = " ".join(contract_code(contract.name) for contract in asks.legal())
            return _("Your trump ({contracts}; ? for advice): ", contracts=names)
        case steps.AsksClaim():
            bid = bid_text(asks.bid)
            return _("{bid}, every trick, or pass (an empty line; ? for advice): ", bid=bid)
        case steps.AsksExchange(state=state, pile=pile):
            if pile:
                talk(fill("You take up {cards}", cards=pile))
            talk(fill("You hold {hand}", hand=hand_text(asks.held, table.rules)))
            number = state.sizes()[-1]
            if isinstance(asks, steps.AsksAway):
                number = len(pile)
                wanted = _("Put away {number} (none: what you took up; ? for advice): ")
            elif state.rule.all_or_nothing:
                wanted = _("Put down (all or none; none: an empty line; ? for advice): ")
            else:
                wanted = _("Put down (0 to {number}; none: an empty line; ? for advice): ")
            return filled(wanted, number=number)
        case steps.AsksCard(position=position):
            talk(fill("You hold {hand}", hand=seen_text(table, asks.seat)))
            for line in open_lines(table):
                talk(line)
            if position.table:
                lie = (
                    Text(f"{name_at_table(table, played.seat)} ", card_text(played.card))
                    for played in table.trick
                )
                talk(fill("On the table: {cards}", cards=join(", ", lie)))
            number = len(position.legal())
            return ngettext(
                "Your card ({number} may be played; ? for advice): ",
                "Your card ({number} may be played; ? for advice): ",
                number,
                number=number,
            )
    raise TypeError(asks)


def _read(table: DealTable, asks: steps.Asks, line: str) -> Any:
    """Return the player's answer in a line. Raises SolverError where it is none."""
    variant = table.variant

    def bid(line: str) -> Bid | None:
        return None if is_pass(line) else find_bid(variant.bids, line)

    match asks:
        case steps.AsksCard():
            return localized_input.parse_card(line, variant.ranks_told)
        case steps.AsksExchange(state=state):
            if _is(line, "none"):
                return ()
            if _is(line, "all") and not isinstance(asks, steps.AsksAway):
                return tuple(cards_in(state.hands[asks.seat]))
            return localized_input.parse_cards(line, variant.ranks_told)
        case steps.AsksCall():
            return asks.parse(line, localized_input.parse_call)
        case steps.AsksTrump():
            return asks.parse(line, localized_input.parse_contract)
        case steps.AsksClaim():
            return asks.parse(line, lambda line: bool(line and bid(line)))
        case steps.AsksBid():
            return asks.parse(line, bid)
    raise TypeError(asks)


def _is(line: str, answer: str) -> bool:
    """Return whether a line is this answer, in the language spoken or in English."""
    return fold_case(line) in (answer, fold_case(pgettext("answer", answer)))


NP_("answer", "all|none|quit|show")


def answer() -> str:
    """Return the next line of stdin. Raises LeftError at its end and for "quit"."""
    try:
        raw = inputs.stdin().readline()
    except OSError as error:
        raise NotationError(f"stdin: cannot be read: {error.strerror}") from error
    line = composed(raw.decode("utf-8", "replace")).strip()
    if not raw or line.lower() in ("q", "exit") or _is(line, "quit"):
        talk("")
        raise LeftError
    return line


def sit_down(asked: PlayOptions) -> None:
    """Play a deal or a game, or go on with that of a file, to the end or until the player leaves.

    What was played is kept.
    """
    file, target, as_json, done = asked.file, asked.target, asked.as_json, list[Deal]()
    if asked.resume:
        assert file is not None
        done = [deal for _number, _place, deal in inputs.deals_of(file)]
        target = file if target == "-" else target
        as_json |= format_of(inputs.text_of(file), file) == "json"
    reads = [file] * (not asked.resume and target != "-")
    as_json |= check_target(target, "manni", "json", reads=reads) == "json"
    if target not in ("-", file):
        _check_new(target)

    def write(deals: list[Deal]) -> None:
        write_file(target, format_json(deals) if as_json else format_deals(deals))

    # In a file with every card, or on stdout at the end.
    saved = SavedGame(write, at_once=target != "-", is_new=not done)
    course = resumed(done, saved, inputs.name_of(file or "")) if done else _begun(asked, saved)
    stopped = False
    try:
        play(course)
    except LeftError:
        if target == "-" and output.on_terminal() and not _record_wanted():
            return
    except KeyboardInterrupt:
        stopped = True
    except SolverError:
        if saved.deals():
            saved.finish()
        raise
    saved.finish()
    if stopped:
        output.exit_stopped()


def _record_wanted() -> bool:
    """Return whether somebody who leaves a deal wants to see its record, with all hands."""
    talk(_("Show the record, with all hands? (show; no: an empty line): "), newline=False)
    with suppress(LeftError):
        return _is(answer(), "show")
    return False


def _check_new(path: str) -> None:
    """Raise DealError where a new game would go over something."""
    with suppress(OSError):
        status = os.stat(path)
        if stat.S_ISREG(status.st_mode) and status.st_size:
            raise DealError(
                f"{path}: there is a record in it: name another file, or go on with that game: "
                f"manni play {path} --resume"
            )


def _begun(asked: PlayOptions, saved: SavedGame) -> Course:
    """Return the course of a new deal or game."""
    file, variant, seed, place = asked.file, asked.variant, asked.seed, "the deal"
    if seed is None:
        seed = SystemRandom().randrange(1 << 32) if file is None else 0
    if file is not None:
        ((_, place, deal),) = inputs.deals_of(file, asked.number or 1)
    else:
        assert variant is not None
        if asked.game:
            game = new_game(variant, _dealer(variant, seed, asked.dealer))
            return game_course(game, Settings(True, seed, asked.level), saved)
        deal = next(islice(random_deals(variant, seed), (asked.number or 1) - 1, None))
    settings = Settings(False, seed, asked.level, asked.seat or Seat.FOREHAND)
    return deal_course(place, deal, settings, variant, saved)


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
        sentence = text_if(
            number,
            "Drawn again for the deal, since the lowest were equal: {cards}.",
            "Drawn for the deal: {cards}.",
        )
        draws = (
            Text(f"{player_name(names[player])} ", card_text(card))
            for player, card in cards.items()
        )
        talk(fill(sentence, cards=join(", ", draws)))
    return dealer
