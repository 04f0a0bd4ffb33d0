"""``manni play``: a deal or a game against the computer."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import islice
from random import SystemRandom
from typing import ClassVar

import click

from cli import inputs, options, output
from cli.outfile import check_target, ending, write_file
from cli.params import FILE
from cli.renamed import has_option, is_now
from cli.table import LeftError, play
from solver.advice.opponents import Strength
from solver.cards import Seat
from solver.deal import Deal
from solver.dealing import random_deals
from solver.errors import DealError, SolverError
from solver.files.dealfile import format_deals
from solver.files.jsonfile import format_json
from solver.files.reading import is_json
from solver.report.cards import card_text
from solver.report.sheet import player_name
from solver.report.text import AnyText, Text, fill
from solver.rules.drawing import draw_dealer
from solver.rules.game import PLAYERS, Names
from solver.rules.shuffle import generator_apart
from solver.rules.variant import Variant
from solver.table.game import (
    check_table,
    deal_course,
    game_course,
    names_at,
    new_game,
    resumed,
)
from solver.table.saved import SavedGame, Settings
from solver.words import _

_DRAW = "draw"


class _Play(click.Command):
    """The command, which understands what its options meant before."""

    was: ClassVar = {
        "--deal SEED": "--seed SEED",
        "--deal FILE": "FILE",
        "--number N": "--deal N",
        "--game SEED": "--game --seed SEED",
    }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        return super().parse_args(ctx, args if ctx.resilient_parsing else _as_now(args))


def _as_now(args: list[str]) -> list[str]:
    """Return arguments in today's words.

    There were ``--deal [SEED|FILE]``, ``--number N``, ``--game [SEED]`` and ``--resume FILE``. What
    ``--deal 3`` means where there is no more to tell, ``command`` finds out.
    """
    now: list[str] = []
    left = list(args)
    numbered = has_option(args, "--number")
    while left:
        arg = left.pop(0)
        option, equals, value = arg.partition("=")
        if option not in ("--deal", "--game", "--resume", "--number"):
            now.append(arg)
            continue
        if not equals and left and (left[0] == "-" or not left[0].startswith("-")):
            value = left.pop(0)
        is_number = value.isdecimal() and value.isascii()
        if option == "--number":
            is_now(option, "--deal")
            now += ["--deal", value]
        elif option == "--deal" and not value:
            is_now(option, "what play does without it")
        elif option == "--deal" and not is_number:
            is_now(f"{option} FILE", "FILE")
            now.append(value)
        elif option == "--deal" and not numbered and int(value) > 0:
            now += [option, value]
        elif is_number and option != "--resume":
            new = ["--game"] * (option == "--game") + ["--seed"]
            is_now(f"{option} SEED", f"{' '.join(new)} SEED")
            now += [*new, value]
        else:
            now += [option, *[value] * bool(value)]
    return now


@click.command(cls=_Play)
@click.argument("file", required=False, type=FILE)
@options.deal_option
@click.option("--game", is_flag=True, help="Play deals until the game is over.")
@click.option(
    "--dealer",
    type=click.Choice(["you", "left", "right", _DRAW], case_sensitive=False),
    help="Who deals first in a game, or draw: each draws a card, and the lowest deals.  "
    "[default: the player before you, so that you are forehand]",
)
@options.resume_option
@options.variant_option
@options.seed_option(None)
@options.seat_option()
@click.option(
    "--strength",
    type=click.Choice([each.value for each in Strength]),
    default=Strength.FAIR.value,
    show_default=True,
    help="How the computer plays, the weakest first: taking what tricks it can, by a rule of thumb "
    "without or with a memory of the cards played, or with that rule in few or many sampled deals.",
)
@options.out_option
@options.json_option
def command(
    file: str | None,
    number: int | None,
    game: bool,
    dealer: str | None,
    resume: bool,
    variant: Variant | None,
    seed: int | None,
    seat: Seat | None,
    strength: str,
    target: str | None,
    as_json: bool,
) -> None:
    """Play a deal or a game against the computer.

    The deal is the first of a FILE, or of the --seed, or with --deal the N-th; a game is dealt
    from the --seed. You call, exchange and play in one seat (--seat, F if none is given), the
    computer in the two others, which see no more than their own cards. A card is its suit and rank
    (SA, HT); "?" asks for advice, "quit" or the end of the input leaves
    the table.

    What is said goes to stderr, the record of the deals to stdout or a file: manni review and
    manni score take it. With -o it is saved after every card, whatever ends the command, never over
    another record; manni play FILE --resume goes on with it, and saves it there. Of a game of
    Manille in a FILE the cards alone are taken: it is bid, exchanged and played anew.
    """
    target = None if target == "-" else target
    if number is not None and (file, seed, game) == (None, None, False):
        is_now("--deal SEED", "--seed SEED")
        number, seed = None, number
    if game and (resume or file is not None):
        raise click.UsageError("--game deals cards: it goes without a FILE.")
    if (game or resume) and (seat is not None or number is not None):
        raise click.UsageError("--seat and --deal go with a single deal.")
    done: list[Deal] = []
    if resume:
        if file is None:
            raise click.UsageError("--resume goes with a FILE.")
        if variant is not None or seed is not None or options.is_given("strength"):
            raise click.UsageError(
                "--variant, --seed and --strength do not go with --resume: they are known."
            )
        done = [deal for _, _, deal in inputs.deals_of(file)]
        as_json = as_json or is_json(inputs.text_of(file), file)
        target = file if target is None else target
    if target is not None:
        as_json |= ending(target, "manni", "json") == "json"
        check_target(target, [None if resume else file])
        if not resume or target != file:
            _check_new(target)
    level = Strength(strength)
    if dealer is not None and not game:
        raise click.UsageError("--dealer goes with --game.")
    saved = _saved(target, as_json, is_new=not resume)
    name = "" if file is None else inputs.name_of(file)
    if resume:
        course = resumed(done, saved, name)
        if not Settings.of(done[0]).is_game and done[-1].result is not None:
            raise DealError(f"{name}: the deal has been played to its end")
    else:
        if seed is None:
            seed = SystemRandom().randrange(1 << 32) if file is None else 0
        if game:
            rules = _named(variant)
            check_table(rules)
            begins = new_game(rules, _dealer(rules, seed, dealer))
            course = game_course(begins, Settings(True, seed, level), saved)
        else:
            settings = Settings(False, seed, level, seat or Seat.FOREHAND)
            place, deal = _dealt(file, seed, variant, number or 1)
            course = deal_course(place, deal, settings, variant, saved)
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


def _saved(target: str | None, as_json: bool, is_new: bool) -> SavedGame:
    """Return what keeps the records: in a file with every card, or on stdout at the end."""

    def write(deals: list[Deal]) -> None:
        text = format_json(deals) if as_json else format_deals(deals)
        if target is None:
            output.result_utf8(text)
        else:
            write_file(target, text.encode("utf-8"))

    return SavedGame(write, at_once=target is not None, is_new=is_new)


def _check_new(path: str) -> None:
    """Raise DealError where a new game would go over something."""
    with suppress(OSError):
        status = os.stat(path)
        if stat.S_ISREG(status.st_mode) and status.st_size:
            raise DealError(
                f"{path}: there is a record in it: name another file, or go on with that game: "
                f"manni play {path} --resume"
            )


def _named(variant: Variant | None) -> Variant:
    if variant is None:
        raise click.UsageError("Give a FILE of deals, or the game to deal: --variant.")
    return variant


def _dealt(file: str | None, seed: int, variant: Variant | None, number: int) -> tuple[str, Deal]:
    """Return one deal, from a file or a seed, after what messages call it."""
    if file is None:
        deals = islice(random_deals(_named(variant), seed), number - 1, None)
        return "the deal", next(deals)
    ((_, place, deal),) = inputs.deals_of(file, number)
    return place, deal


def _dealer(variant: Variant, seed: int, dealer: str | None) -> int:
    """Return the player who deals first: the one named, or the lowest of the cards drawn."""
    names = names_at(variant)
    if dealer == _DRAW:
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
        told = _("Drawn for the deal: {cards}.")
        if number:
            told = _("Drawn for the deal again, the lowest being alike: {cards}.")
        output.talk(fill(told, cards=Text(*shown)))
    return dealer
