"""Sitting down at the table of ``manni play``, or going on with a game."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import islice
from random import SystemRandom

from manni import Deal, DealError, Seat, SolverError, format_deals
from manni.cli import inputs, output
from manni.cli.outfile import check_target, ending, write_text
from manni.cli.play_options import PlayOptions
from manni.cli.terminal import LeftError, play
from manni.solver.dealing import random_deals
from manni.solver.files.jsonfile import format_json
from manni.solver.files.text import format_of
from manni.solver.i18n import N_
from manni.solver.report.sheet import player_name
from manni.solver.report.text import AnyText, Text, card_text, fill
from manni.solver.rules.shuffle import generator_apart
from manni.solver.rules.variant import Variant
from manni.solver.scoresheet import PLAYERS, Names, draw_dealer
from manni.solver.table.deal import Settings
from manni.solver.table.game import (
    SavedGame,
    check_table,
    deal_course,
    game_course,
    names_at,
    new_game,
    resumed,
)
from manni.solver.table.steps import Course


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
        check_table(asked.variant)
        begins = new_game(asked.variant, _dealer(asked.variant, seed, asked.dealer))
        course = game_course(begins, Settings(True, seed, asked.level), saved)
    else:
        seat = Seat.FOREHAND if asked.seat is None else asked.seat
        place, deal = _dealt(asked, seed)
        course = deal_course(
            place, deal, Settings(False, seed, asked.level, seat), asked.variant, saved
        )
    _play(course, saved, "" if asked.file is None else inputs.name_of(asked.file))


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
    _play(course, saved, name)


def _play(course: Course, saved: SavedGame, name: str) -> None:
    """Play to the end, or until the player leaves; what was played is kept."""
    stopped = False
    try:
        play(course, name)
    except LeftError:
        pass
    except KeyboardInterrupt:
        stopped = True
    except SolverError:
        if saved.deals():  # what was played is kept
            saved.finish()
        raise
    saved.finish()
    if stopped:
        output.stopped()


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
    names = names_at(variant)
    if dealer == "draw":
        return _drawn_dealer(variant, seed, names)
    return PLAYERS - 1 if dealer is None else names.index(dealer.capitalize())


def _drawn_dealer(variant: Variant, seed: int, names: Names) -> int:
    """Return who deals first by the cards that are drawn for it, and show them.

    They are drawn apart from the deals, which stay those of the seed.
    """
    dealer, drawn = draw_dealer(variant, generator_apart(seed))
    for number, cards in enumerate(drawn):
        shown: list[AnyText] = []
        for player, card in cards.items():
            shown += [", " * bool(shown), f"{player_name(names[player])} ", card_text(card)]
        told = N_("Drawn for the deal: {cards}.")
        if number:
            told = N_("Drawn for the deal again, the lowest being alike: {cards}.")
        output.talk(fill(told, cards=Text(*shown)))
    return dealer
