"""``manni play``: a deal or a game against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import click

from cli import options
from cli.params import FILE
from cli.renamed import has_option, is_now
from solver.advice.strength import Strength

if TYPE_CHECKING:
    from solver.cards import Seat
    from solver.rules.variant import Variant

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
@click.option(
    "--points",
    "by_points",
    is_flag=True,
    help="In a game: the computer and the advice go by the points of each deal, not by the score "
    "and who wins.",
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
    by_points: bool,
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
    if by_points and not game:
        raise click.UsageError("--points goes with --game.")
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
    from cli.at_table import go_on, sit_down

    if resume:
        assert file is not None
        go_on(file, target, as_json)
    else:
        sit_down(
            file, number, game, dealer, variant, seed, seat, Strength(strength), by_points,
            target, as_json,
        )  # fmt: skip
