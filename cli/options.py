"""The options that several commands share, each a decorator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from cli.params import (
    BID,
    CARDS,
    CONTRACT,
    COUNT,
    FILE,
    HANDS,
    JOBS,
    MEGABYTES,
    SEAT,
    SECONDS,
    VARIANT,
)

if TYPE_CHECKING:
    from solver.cards import Seat
    from solver.rules.contract import Contract
    from solver.rules.variant import Variant

Command = TypeVar("Command", bound=Callable[..., Any])


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that gives a command several options, in this order in its help."""

    def give(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return give


def given(option: Callable[..., Any]) -> Any:
    """Return a field of a record of options, with its option."""
    return field(metadata={"option": option})


def own(*names: str, **settings: Any) -> Any:
    """Return a field of a record of options, with an option as ``click.option`` makes it."""
    return given(click.option(*names, **settings))


def gathered(
    name: str, record: type[Any], *options: Callable[..., Any]
) -> Callable[[Command], Command]:
    """Return a decorator that gives a command options as one parameter, ``name``.

    It is a record that takes every parameter named as one of its fields. The options are those
    of the fields of a dataclass unless others are named, which may leave out some of them.
    """
    names = record.__annotations__.keys()
    options = options or tuple(each.metadata["option"] for each in fields(record))

    def give(command: Command) -> Command:
        @wraps(command)
        def with_record(**values: Any) -> Any:
            own = {each: values.pop(each) for each in names & values.keys()}
            return command(**values, **{name: record(**own)})

        decorated: Command = together(*options)(with_record)
        return decorated

    return give


def is_given(name: str) -> bool:
    """Return whether the command line has an option, by its parameter."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse(names: tuple[str, ...], variant: Variant) -> None:
    """Raise UsageError for options given, by parameter, that mean nothing in a game."""
    options = {each.name: each.opts[0] for each in click.get_current_context().command.params}
    given = [options[name] for name in names if is_given(name)]
    if given:
        do = "does" if len(given) == 1 else "do"
        raise click.UsageError(f"{', '.join(given)} {do} not go with {variant.code}.")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

hands_option = click.option(
    "--hands", type=HANDS, metavar='"F M D"', help="Three hands, forehand's first."
)
contract_option = click.option("--contract", type=CONTRACT, help="S H D C NT or NULLO.")
contracts_option = click.option(
    "--contract",
    "contracts",
    type=CONTRACT,
    multiple=True,
    help="S H D C NT or NULLO; may be repeated.  [default: all]",
)
leader_option = click.option("--leader", type=SEAT, help="Who leads the trick: F, M or D.")
played_option = click.option(
    "--played",
    type=CARDS,
    help='Cards on the table in the order played ("SA S3"); the hands do not hold them.',
)
ace_low_option = click.option(
    "--ace-low/--ace-high",
    "ace_low",
    default=None,
    help="Whether the ace is the lowest card.  [default: as the game has it, else high]",
)


variant_option = click.option("--variant", type=VARIANT, help="The game, by its code.")
declarer_option = click.option("--declarer", type=SEAT, help="Who declares: F, M or D.")
bid_option = click.option(
    "--bid", type=BID, help="Where numbers are bid, or general is claimed: what the declarer said."
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
        "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help=help
    )


keep_going_option = click.option(
    "--keep-going",
    is_flag=True,
    help="Tell what is wrong with a bad deal and go on; exit code 1 at the end.",
)


def out_option(help: str) -> Callable[[Command], Command]:
    """Return the option of a file to write as the parameter ``target``, stdout by default."""
    return click.option(
        "-o", "--output", "target", default="-", type=FILE, metavar="OUT", help=help
    )


after_option = click.option(
    "--after",
    type=click.IntRange(min=0),
    metavar="N",
    help="Follow the recorded play for N cards.  [default: all, if it stops midway]",
)
seats_option = click.option(
    "--seat", "seats", type=SEAT, multiple=True, help="Only this seat's values; may be repeated."
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
    help="Threads that work side by side and share --memory; the values are the same.  "
    "[default: one per processor]",
)


class Search(NamedTuple):
    """What a search may use: memory in MB, threads, seconds."""

    memory: int
    jobs: int
    seconds: float | None


search_options = gathered("search", Search, memory_option, jobs_option, seconds_option)
"""The options of searches that look at one deal after the other, as ``search``."""

whole_search_options = gathered("search", Search, time_in_all_option, memory_option, jobs_option)
"""The options of searches whose time is for all they look at, as ``search``."""


@dataclass(eq=False, repr=False)  # what is not needed would cost a millisecond at every start
class Source:
    """Deals of a file, or hands; what is given besides goes before what is recorded."""

    file: str | None = given(click.argument("file", required=False, type=FILE))
    hands: tuple[int, int, int] | None = given(hands_option)
    contract: Contract | None = given(contract_option)
    leader: Seat | None = given(leader_option)
    played: tuple[int, ...] | None = given(played_option)
    ace_low: bool | None = given(ace_low_option)
    variant: Variant | None = given(variant_option)
    declarer: Seat | None = given(declarer_option)
    bid: str | None = given(bid_option)
    number: int | None = given(deal_option)
    after: int | None = given(after_option)
    keep_going: bool = given(keep_going_option)

    def check(self) -> None:
        """Raise UsageError unless there is one source, with what goes with it."""
        one_source(self.file, self.hands, self.number)
        if self.file is None and self.after is not None:
            raise click.UsageError("--after goes with a FILE.")
        if self.file is not None and self.played is not None:
            raise click.UsageError("--played goes with --hands; --after N follows a recorded play.")


def one_source(path: str | None, hands: object, number: int | None = None) -> None:
    """Raise UsageError unless there is either a file or ``--hands``.

    ``number`` is that of the deal of a file.
    """
    if (path is None) == (hands is None):
        raise click.UsageError("Give a FILE of deals or --hands, one of the two.")
    if path is None and number is not None:
        raise click.UsageError("--deal goes with a FILE.")


source_options = gathered("source", Source)
"""The options that make a position or find deals in a file, as ``source``."""
