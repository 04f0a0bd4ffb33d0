"""``manni play``: a deal or a game against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from manni.cli import options
from manni.cli.params import FILE
from manni.solver.advice.strength import Strength

if TYPE_CHECKING:
    from manni.solver.cards import Seat
    from manni.solver.rules.variant import Variant

_DRAW = "draw"


@click.command
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
    help="How the computer plays, the weakest first: taking what tricks it can, by a rule of "
    "thumb, or by that rule in sampled deals.",
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
    if game and (resume or file is not None):
        raise click.UsageError("--game deals cards: it goes without a FILE.")
    if (game or resume) and (seat is not None or number is not None):
        raise click.UsageError("--seat and --deal go with a single deal.")
    if dealer is not None and not game:
        raise click.UsageError("--dealer goes with --game.")
    if resume and file is None:
        raise click.UsageError("--resume goes with a FILE.")
    if resume and (variant is not None or seed is not None or options.is_given("strength")):
        raise click.UsageError(
            "--variant, --seed and --strength do not go with --resume: they are known."
        )
    if not resume and file is None and variant is None:
        raise click.UsageError("Give a FILE of deals, or the game to deal: --variant.")
    from manni.cli.at_table import go_on, sit_down

    if resume:
        assert file is not None
        go_on(file, target, as_json)
    else:
        sit_down(
            file, number, game, dealer, variant, seed, seat, Strength(strength), target, as_json
        )
