"""The options that several commands share, each a decorator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cli.params import (
    CARDS,
    CONTRACT,
    COUNT,
    HANDS,
    JOBS,
    MEGABYTES,
    SEAT,
    SECONDS,
    VARIANT,
)

if TYPE_CHECKING:
    from solver.rules.variant import Variant

Command = TypeVar("Command", bound=Callable[..., Any])


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that gives a command several options, in this order in its help."""

    def give(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return give


def refuse(options: Mapping[str, str], variant: Variant) -> None:
    """Raise UsageError for options given, by parameter, that mean nothing in a game."""
    context = click.get_current_context()
    given = [
        option
        for name, option in options.items()
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        do = "does" if len(given) == 1 else "do"
        raise click.UsageError(f"{', '.join(given)} {do} not go with {variant.code}.")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

hands_option = click.option(
    "--hands", type=HANDS, metavar='"F M D"', help="Three hands, forehand's first."
)
contract_option = click.option(
    "--contract", type=CONTRACT, metavar="CONTRACT", help="S H D C NT or NULLO."
)
contracts_option = click.option(
    "--contract",
    "contracts",
    type=CONTRACT,
    multiple=True,
    metavar="CONTRACT",
    help="S H D C NT or NULLO; may be given again.  [default: all]",
)
leader_option = click.option(
    "--leader", type=SEAT, metavar="SEAT", help="Who leads the trick: F, M or D."
)
played_option = click.option(
    "--played",
    type=CARDS,
    metavar="CARDS",
    help='Cards on the table in the order played ("SA S3"); the hands do not hold them.',
)
ace_low_option = click.option(
    "--ace-low/--ace-high",
    "ace_low",
    default=None,
    help="Whether the ace is the lowest card.  [default: as the game has it, else high]",
)


position_options = together(
    hands_option, contract_option, leader_option, played_option, ace_low_option
)
"""The options that make a position."""

variant_option = click.option(
    "--variant", type=VARIANT, metavar="VARIANT", help="The game, by its code."
)
declarer_option = click.option(
    "--declarer", type=SEAT, metavar="SEAT", help="Who declares: F, M or D."
)
deal_option = click.option(
    "--deal", "number", type=COUNT, metavar="N", help="Only the file's N-th deal."
)
memory_option = click.option(
    "--memory",
    type=MEGABYTES,
    default=512,
    show_default=True,
    metavar="MB",
    help="Bound on the search's table; the values are exact under any.",
)
seconds_option = click.option(
    "--time",
    "seconds",
    type=SECONDS,
    metavar="SECONDS",
    help="Stop after this long, for each deal, and give the bounds proved so far.",
)
time_in_all_option = click.option(
    "--time",
    "seconds",
    type=SECONDS,
    metavar="SECONDS",
    help="Stop after this long in all and show what has been found.",
)


def seed_option(help: str) -> Callable[[Command], Command]:
    """Return the option of a seed, 0 by default, whose help says what it fixes."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        metavar="N",
        help=help,
    )


keep_going_option = click.option(
    "--keep-going",
    is_flag=True,
    help="Tell what is wrong with a bad deal and go on; exit code 1 at the end.",
)
after_option = click.option(
    "--after",
    type=click.IntRange(min=0),
    metavar="N",
    help="Follow the recorded play for N cards.  [default: all, if it stops midway]",
)
seats_option = click.option(
    "--seat",
    "seats",
    type=SEAT,
    multiple=True,
    metavar="SEAT",
    help="Only this seat's values; may be given again.",
)


def _every_processor(context: click.Context, option: click.Parameter, jobs: int | None) -> int:
    if jobs is not None:
        return jobs
    from solver.pool import processors

    return processors()


jobs_option = click.option(
    "--jobs",
    type=JOBS,
    callback=_every_processor,
    metavar="N",
    help="Work side by side, sharing --memory; same values.  [default: one a processor]",
)

search_options = together(memory_option, jobs_option, seconds_option)
"""The options of searches that look at one deal after the other."""

whole_search_options = together(time_in_all_option, memory_option)
"""The options of searches whose time is for all they look at."""
