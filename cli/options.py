"""The options that several commands share, each a decorator.

An option means the same in every command that has it, and says so in the same words. One that only
some commands need is here all the same where two have it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from manni.cli.params import (
    BID,
    CARDS,
    CONTRACT,
    CONTRACTS,
    COUNT,
    DEAL_NUMBER,
    FILE,
    HANDS,
    JOBS,
    MEGABYTES,
    SEAT,
    SEATS,
    SECONDS,
    VARIANT,
    TextParam,
)

if TYPE_CHECKING:
    from manni.solver.cards import Seat
    from manni.solver.rules.contract import Contract
    from manni.solver.rules.variant import Variant

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


def only(name: str, type: TextParam, help: str) -> Callable[[Command], Command]:
    """Return the option of a list of what alone is wanted; it may be repeated."""

    def each(context: click.Context, option: click.Parameter, lists: Any) -> tuple[Any, ...]:
        return tuple(item for one in lists for item in one)

    return click.option(
        name,
        name.removeprefix("--"),
        type=type,
        multiple=True,
        callback=each,
        metavar="LIST",
        help=f"{help}  [default: all]",
    )


contracts_option = only("--contracts", CONTRACTS, "Only these contracts, such as NT or S,H,NULLO.")
leaders_option = only("--leaders", SEATS, "Only with these seats leading, such as F,M.")
seats_option = only("--seats", SEATS, "Only the values of these seats, such as F,M.")


def seat_option(required: bool = False) -> Callable[[Command], Command]:
    """Return the option of the seat whose hand is seen."""
    return click.option("--seat", type=SEAT, required=required, help="Whose hand it is: F, M or D.")


leader_option = click.option("--leader", type=SEAT, help="Who leads the trick: F, M or D.")
trick_option = click.option(
    "--trick",
    "played",
    type=CARDS,
    help='Cards on the table in the order played ("SA S3"); the hands do not hold them.',
)
ace_low_option = click.option(
    "--ace-low/--ace-high",
    "ace_low",
    default=None,
    help="Whether the ace is the lowest card.  [default: as the game has it, else high]",
)


_GAME = "The game, by its code."
variant_option = click.option("--variant", type=VARIANT, help=_GAME)
game_option = click.option("--variant", type=VARIANT, required=True, help=_GAME)
declarer_option = click.option("--declarer", type=SEAT, help="Who declares: F, M or D.")
bid_option = click.option(
    "--bid", type=BID, help="Where numbers are bid, or general is claimed: what the declarer said."
)
deal_option = click.option(
    "--deal", "number", type=DEAL_NUMBER, metavar="N", help="Only the N-th deal."
)
memory_option = click.option(
    "--memory",
    type=MEGABYTES,
    default=512,
    show_default=True,
    metavar="MB",
    help="Memory limit of the search; does not affect results.",
)
TIME = "Stop after this long, for each deal, and give what is known so far."
seconds_option = click.option("--time", "seconds", type=SECONDS, metavar="SECONDS", help=TIME)
total_time_option = click.option(
    "--total-time",
    "seconds",
    type=SECONDS,
    metavar="SECONDS",
    help="Stop after this long in all and show what has been found.",
)


def seed_option(default: int | None = 0) -> Callable[[Command], Command]:
    """Return the option of a seed; without a default it is a random one."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=default,
        show_default="a random one" if default is None else True,
        metavar="N",
        help="Fixes what is random: the same seed, the same result.",
    )


count_option = click.option(
    "-n",
    "count",
    type=COUNT,
    default=1,
    show_default=True,
    metavar="N",
    help="How many deals to print.",
)


def worlds_option(default: str = "") -> Callable[[Command], Command]:
    """Return the option of the number of deals that are sampled."""
    return click.option(
        "--worlds",
        type=click.IntRange(min=2),
        metavar="N",
        help="Sample so many deals." + f"  [default: {default}]" * bool(default),
    )


def strict_option(default: bool) -> Callable[[Command], Command]:
    """Return the option of whether puzzles are to be strictly sound."""
    return click.option(
        "--strict/--no-strict",
        default=default,
        show_default=True,
        help="Strictly: one working card, up to equals, at every move of the solver.",
    )


cards_option = click.option("--cards", is_flag=True, help="Also the values of every legal card.")
line_option = click.option(
    "--line", type=SEAT, help="Also a line in which SEAT gets its guarantee."
)
certificates_option = click.option(
    "--certificates",
    type=click.Path(dir_okay=False),
    metavar="OUT",
    help="Also write proofs that anyone can check to this file: hands of up to 12 cards.",
)


picture_option = click.option(
    "--picture",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="OUT",
    help="Write a picture to this file, of the kind that its name ends in.",
)


why_option = click.option(
    "--why",
    "whys",
    is_flag=True,
    help="Also which cards each guarantee, each costly card's loss or each wrong first card of a "
    "puzzle rests on, and what would change it; more with more time. In games of tricks.",
)

keep_going_option = click.option(
    "--keep-going",
    is_flag=True,
    help="Tell what is wrong with a bad deal and go on; exit code 1 at the end.",
)


out_option = click.option(
    "-o",
    "--output",
    "target",
    default="-",
    type=FILE,
    metavar="OUT",
    help="Write to this file.  [default: stdout]",
)
resume_option = click.option("--resume", is_flag=True, help="Go on with what was stopped.")
after_option = click.option(
    "--after",
    type=click.IntRange(min=0),
    metavar="N",
    help="Follow the recorded play for N cards.  [default: all, if it stops midway]",
)


def _every_processor(context: click.Context, option: click.Parameter, jobs: int | None) -> int:
    if jobs is not None:
        return jobs
    from manni.solver.pool import processors

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

whole_search_options = gathered("search", Search, total_time_option, memory_option, jobs_option)
"""The options of searches whose time is for all they look at, as ``search``."""


@dataclass(eq=False, repr=False)  # what is not needed would cost a millisecond at every start
class Source:
    """Deals of a file, or hands; what is given besides goes before what is recorded."""

    file: str | None = given(click.argument("file", required=False, type=FILE))
    hands: tuple[int, int, int] | None = given(hands_option)
    contract: Contract | None = given(contract_option)
    leader: Seat | None = given(leader_option)
    played: tuple[int, ...] | None = given(trick_option)
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
            raise click.UsageError("--trick goes with --hands; --after N follows a recorded play.")


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
