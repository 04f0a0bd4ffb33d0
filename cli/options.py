"""Commands, whose parameters say which options they are, and the options that several share.

A parameter has its option or argument as its default, or, where several commands share it, in its
type, which is ``Annotated`` with it; or its type is a record whose fields have theirs so.
An option means the same in every command that has it, and says so in the same words. One that only
some commands need is here all the same where two have it.

A text that cannot be read is wrong usage: exit code 2, through ``self.fail``. Whether the cards
then make a position is the library's to say: exit code 1.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from functools import partial, wraps
from importlib import import_module
from inspect import get_annotations
from itertools import chain, pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.core import ParameterSource

from .. import Contract, NotationError, RuleError, Seat, SolverError
from ..solver.cards import BySeat, check_count, seats_of
from ..solver.checks import quote
from ..solver.i18n import composed
from ..solver.notation import SEAT_LETTERS, parse_seat
from .output import note

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from .. import Position
    from ..solver.piles import Piles
    from ..solver.rules.variant import Variant


class TextParam(click.ParamType):  # type: ignore[type-arg]  # generic in newer click only
    """A parameter read by a parser of the library, with values to offer for completion."""

    def __init__(
        self, name: str, parse: Callable[..., Any], choices: Callable[[], list[str]] = list
    ) -> None:
        self.name = name
        self.parse = parse
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the parsed value; fail with the parser's own message."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(composed(value))
        except SolverError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the values that begin with what has been typed."""
        from click.shell_completion import CompletionItem

        typed = incomplete.upper()
        return [CompletionItem(c) for c in self.choices() if c.upper().startswith(typed)]


def _parser(name: str, module: str = "localized_input", *more: Any) -> Callable[[str], Any]:
    """Return a parser of the library, whose module is loaded when something is to be parsed."""
    return lambda text: getattr(import_module(f"..solver.{module}", __package__), name)(text, *more)


class SecondsParam(click.FloatRange):
    """A time limit above 0, and not nan, which would pass any range."""

    name = "number of seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the seconds; fail unless they are a number above 0."""
        seconds = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value} is no number of seconds", param, ctx)
        return seconds


class WholeRange(click.IntRange):
    """A whole number in a range."""

    name = "whole number"


def _variant_codes() -> list[str]:
    from ..solver.rules.games import VARIANTS

    return list(VARIANTS)


def _list_parser(parse: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    """Return what reads a list, with commas or blanks between."""
    return lambda text: tuple(map(parse, text.replace(",", " ").split() or [text]))


SEAT = TextParam("seat", _parser("parse_seat"), lambda: [seat.letter for seat in Seat])


def _parse_laid(text: str) -> tuple[Seat, int]:
    """Return a seat and its hand, ``M:AK.T9..QJ``."""
    letter, colon, hand = text.partition(":")
    if not colon:
        raise NotationError(f"{quote(text)}: expected a seat and its hand, such as M:AK.T9..QJ")
    from ..solver import localized_input

    seat = localized_input.parse_seat(letter)
    return seat, localized_input.parse_hand(hand, seat.word)


def read_hands(text: str) -> BySeat[int]:
    """Return the hands of the game asked for, however noted, and say how they were understood."""
    from ..solver.localized_input import read_hands

    game = click.get_current_context().params["variant"] if is_given("variant") else None
    hands, understood = read_hands(text, *((game.seats, game.pack) if game else ()))
    if understood:
        note(understood)
    return hands


BID = TextParam("bid", _parser("bid_name", "rules.auction"))
CONTRACT = TextParam("contract", _parser("parse_contract"), lambda: [c.name for c in Contract])
CONTRACTS = TextParam("contracts", _list_parser(CONTRACT.parse), CONTRACT.choices)
SEATS = TextParam("seats", _list_parser(SEAT.parse), SEAT.choices)
CARD = TextParam("card", _parser("parse_card"))
CARDS = TextParam("cards", _parser("parse_cards"))
HAND = TextParam("hand", _parser("parse_hand"))
LAID = TextParam("seat:hand", _parse_laid)
HANDS = TextParam("hands", read_hands)
PILES = TextParam("piles", _parser("parse_piles", "piles", CARDS.parse))
SEEN_PILES = TextParam("piles", _parser("parse_seen_piles", "piles", CARDS.parse))
VARIANT = TextParam("variant", _parser("get_variant", "rules.games"), _variant_codes)

# For completion only: errors of a file are reported where it is read.
FILE = click.Path(readable=False, allow_dash=True)
OUT = click.Path(dir_okay=False, allow_dash=True)
# The bounds are the library's (solver.engine), which need not be loaded for it.
MEGABYTES = WholeRange(min=1, max=1 << 24)
JOBS = WholeRange(min=1, max=1024)
SECONDS = SecondsParam(min=0, min_open=True)
COUNT = WholeRange(1, 1_000_000_000)  # what is more is a mistake, and would have no end


class _DealNumber(WholeRange):
    """The number of a deal in a file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fail in plain words."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r}: deals are numbered from 1", param, ctx)


DEAL_NUMBER = _DealNumber(min=1)


def option(*words: str, **settings: Any) -> Any:
    """Return what gives a function an option, of its flags and what it is good for.

    It takes the name of the parameter, and the settings of ``click.option``. Without a flag the
    option is called as the parameter; N stands for a whole number.
    """
    flags = [word for word in words if word[:1] == "-"]
    if flags != [*words]:
        settings["help"] = words[-1]
    if isinstance(settings.get("type"), WholeRange):
        settings = {"metavar": "N"} | settings
    return lambda name: click.option(*flags or [f"--{name.replace('_', '-')}"], name, **settings)


def argument(**settings: Any) -> Any:
    """Return what gives a function an argument, as ``click.argument`` makes it."""
    return lambda name: click.argument(name, **settings)


flag = partial(option, is_flag=True)


class _Command(click.Command):
    """A command that may be given hands of which the first begins with a void, ``-.A87..``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; a blank before such hands keeps them from being taken for an option."""
        if any(param.callback is _file_or_hands for param in self.params):
            flags = [param.opts for param in self.params if not getattr(param, "is_flag", True)]
            valued = set(chain(*flags))
            args = [
                " " * (bool(_BEGINS_VOID.match(word)) and before not in valued) + word
                for before, word in pairwise(["", *args])
            ]
        return super().parse_args(ctx, args)


def _option_of(defaults: Mapping[str, Any], name: str, kind: Any) -> Any:
    """Return the option of a parameter: its default, or what its type is annotated with."""
    return defaults.get(name, *getattr(kind, "__metadata__", ()))


def command(function: Callable[..., None]) -> click.Command:
    """Return the command that calls a function with what its options say."""
    records = {}
    options: list[Callable[[Any], Any]] = []
    for name, kind in get_annotations(function, eval_str=True).items():
        if give := _option_of(function.__kwdefaults__ or {}, name, kind):
            options.append(give(name))
        elif kind is not None:
            fields = get_annotations(kind, eval_str=True)
            records[name] = kind, fields.keys()
            options += [_option_of(vars(kind), *field)(field[0]) for field in fields.items()]

    @wraps(function)
    def run(quiet: bool, **values: Any) -> None:
        for name, (record, fields) in records.items():
            values[name] = record(**{field: values.pop(field) for field in fields})
        function(**values)

    # Read first: what is read may be noted.
    quiet = flag("--quiet", "No progress and no notes on stderr, but errors.", is_eager=True)
    for give in reversed([*options, quiet("quiet")]):
        run = give(run)
    return click.command(cls=_Command)(run)


def is_given(name: str) -> bool:
    """Return whether the command line has an option, by its parameter."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse_if(is_wrong: bool, why: str) -> None:
    """Raise UsageError for options that do not go together."""
    if is_wrong:
        raise click.UsageError(why)


def refuse_in_table(form: str, **given: bool) -> None:
    """Raise UsageError for options, by flag, that are given where a result is printed as rows."""
    for name, is_given in given.items():
        refuse_if(
            is_given and form not in ("text", "json"),
            f"--{name} goes with text and json, not with {form}.",
        )


def refuse(names: Collection[str], what: str) -> None:
    """Raise UsageError for options given, by parameter, that mean nothing beside something."""
    params = click.get_current_context().command.params
    given = [param.opts[0] for param in params if param.name in names and is_given(param.name)]
    do = "does" if len(given) == 1 else "do"
    refuse_if(bool(given), f"{', '.join(given)} {do} not go with {what}.")


FileArgument = Annotated[str, argument(type=FILE)]
OptionalFile = Annotated[str | None, argument(required=False, type=FILE)]
InArgument = Annotated[str, argument(metavar="IN", type=FILE)]

JsonOption = Annotated[bool, flag("--json", "Print JSON.")]

_GIVEN_HANDS = "manni.hands"
_BEGINS_VOID = re.compile(r"-[^\w-]")


def _file_or_hands(context: click.Context, param: click.Parameter, words: Any) -> str | None:
    """Return the file that is named; hands that stand there in its place are for ``--hands``."""
    words = [word[word.startswith(" -") :] for word in words]
    if not words or words[0] == "-" or os.path.exists(words[0]):
        refuse_if(len(words) > 1, f"Got unexpected extra arguments ({' '.join(words[1:])})")
        return words[0] if words else None
    try:
        context.meta[_GIVEN_HANDS] = read_hands(composed(" ".join(words)))
    except SolverError as error:
        if len(words) == 1 and not words[0].count(" "):
            return str(words[0])  # cannot be read as a file either
        raise click.BadParameter(str(error), context, param) from None
    return None


def _either_hands(context: click.Context, param: click.Parameter, hands: Any) -> Any:
    given = context.meta.get(_GIVEN_HANDS)
    refuse_if(None not in (given, hands), "Give hands once, as they are or with --hands.")
    return given if hands is None else hands


FileOrHands = Annotated[
    str | None,
    argument(
        required=False,
        nargs=-1,
        metavar="[FILE]",
        type=FILE,
        callback=_file_or_hands,
        is_eager=True,
    ),
]
HandsOption = Annotated[
    tuple[int, int, int] | None,
    option(
        "Hands, forehand's first; they may also stand in place of FILE.",
        type=HANDS,
        callback=_either_hands,
        metavar='"F M D"',
    ),
]
piles = partial(
    option,
    "Open piles, four of forehand and four of the dealer, the top card of each first: "
    '"DQ HJ, H7, SK, - / DA HA, SJ, H9, -". For advice as the play began, with ? for each card '
    "that has not been seen, in place of a hand.",
    metavar='"F / D"',
)
PilesOption = Annotated["BySeat[Piles] | None", piles(type=PILES)]


def _of_bid(
    context: click.Context, param: click.Parameter, contract: Contract | None
) -> Contract | None:
    """Return the contract that is named, else that of a misère that is bid."""
    # What is not given comes last: a bid is known.
    if contract is None and (bid := context.params.get("bid")) is not None:
        from ..solver.rules.auction import MISERES

        return Contract.NULLO if bid in MISERES else None
    return contract


ContractOption = Annotated[
    "Contract | None",
    option("S H D C NT or NULLO.", type=CONTRACT, callback=_of_bid),
]


def _list_option(type: TextParam, help: str) -> Any:
    """Return the option of a list of what alone is wanted; it may be repeated."""

    def flatten(context: click.Context, param: click.Parameter, lists: Any) -> tuple[Any, ...]:
        return tuple(item for one in lists for item in one)

    return option(
        f"{help}  [default: all]", type=type, multiple=True, callback=flatten, metavar="LIST"
    )


ContractsOption = Annotated[
    "tuple[Contract, ...]",
    _list_option(CONTRACTS, "Only these contracts, such as NT or S,H,NULLO."),
]
LeadersOption = Annotated[
    "tuple[Seat, ...]",
    _list_option(SEATS, "Only with these seats leading, such as F,M."),
]
SeatsOption = Annotated[
    "tuple[Seat, ...]",
    _list_option(SEATS, "Only the values of these seats, such as F,M."),
]
LeaderOption = Annotated["Seat | None", option(f"Who leads the trick: {SEAT_LETTERS}.", type=SEAT)]
TrickOption = Annotated[
    tuple[int, ...] | None,
    option(
        "--trick",
        'Cards on the table in the order played ("SA S3"); the hands do not hold them.',
        type=CARDS,
    ),
]
AceLowOption = Annotated[
    bool | None,
    option(
        "--ace-low/--ace-high",
        "Whether the ace is the lowest card.  [default: as the game has it, else high]",
        default=None,
    ),
]

_variant = partial(option, "The game, by its code.", type=VARIANT, is_eager=True)
VariantOption = Annotated["Variant | None", _variant()]
GameOption = Annotated["Variant", _variant(required=True)]
hand = partial(option, "The hand that is seen; in the play of tricks, as that began.")

SeatOption = Annotated["Seat | None", option(f"Whose hand it is: {SEAT_LETTERS}.", type=SEAT)]
DeclarerOption = Annotated["Seat | None", option(f"Who declares: {SEAT_LETTERS}.", type=SEAT)]
BidOption = Annotated[
    str | None,
    option(
        "Where numbers are bid, or general is claimed: what the declarer said; a misère is NULLO.",
        type=BID,
    ),
]
DealOption = Annotated[int | None, option("--deal", "Only the N-th deal.", type=DEAL_NUMBER)]
MemoryOption = Annotated[
    int,
    option(
        "--memory",
        "Memory limit of the search; does not affect results.",
        type=MEGABYTES,
        default=512,
        show_default=True,
        metavar="MB",
    ),
]
seconds = partial(option, type=SECONDS, metavar="SECONDS")
TIME = "Stop after this long, for each deal, and give what is known so far."
TimeOption = Annotated[float | None, seconds("--time", TIME)]
TotalTimeOption = Annotated[
    float | None,
    seconds("--total-time", "Stop after this long in all and show what has been found."),
]
_seed = partial(
    option,
    "Fixes what is random: the same seed, the same result.",
    type=WholeRange(min=0),
)
SeedOption = Annotated[int, _seed(default=0, show_default=True)]
OptionalSeed = Annotated[int | None, _seed(show_default="a random one")]
CountOption = Annotated[
    int,
    option("-n", "How many deals to print.", type=COUNT, default=1, show_default=True),
]


def worlds(default: str = "") -> Any:
    """Return the option of the number of deals that are sampled."""
    return option(
        "Sample so many deals." + f"  [default: {default}]" * bool(default),
        type=WholeRange(min=2),
    )


def strict(default: bool) -> Any:
    """Return the option of whether puzzles are to be strictly sound."""
    return option(
        "--strict/--no-strict",
        "Strictly: one working card, up to equals, at every move of the solver.",
        default=default,
        show_default=True,
    )


CardsOption = Annotated[bool, flag("Also the values of every legal card.")]
LineOption = Annotated[
    "Seat | None",
    option("Also a line in which SEAT gets its guarantee.", type=SEAT),
]
CertificatesOption = Annotated[
    str | None,
    option(
        "Also write proofs that anyone can check to this file: hands of up to 12 cards.",
        type=click.Path(dir_okay=False),
        metavar="OUT",
    ),
]
PictureOption = Annotated[
    str | None,
    option(
        "Write a picture to this file, of the kind that its name ends in.",
        type=OUT,
        metavar="OUT",
    ),
]
WhyOption = Annotated[
    bool,
    flag(
        "--why",
        "Also which cards each guarantee, each costly card's loss or each wrong first card "
        "of a puzzle rests on: the deal with x for the others. In games of tricks.",
    ),
]
KeepGoingOption = Annotated[
    bool,
    flag("Tell what is wrong with a bad deal and go on; exit code 1 at the end."),
]
OutOption = Annotated[
    str,
    option(
        "-o",
        "--output",
        "Write to this file.  [default: stdout]",
        default="-",
        type=FILE,
        metavar="OUT",
    ),
]
ResumeOption = Annotated[bool, flag("Go on with what was stopped.")]
AfterOption = Annotated[
    int | None,
    option(
        "Follow the recorded play for N cards.  [default: all, if it stops midway]",
        type=WholeRange(min=0),
    ),
]


def _every_processor(context: click.Context, param: click.Parameter, jobs: int | None) -> int:
    if jobs is not None:
        return jobs
    from ..solver.engine import processors

    return processors()


JobsOption = Annotated[
    int,
    option(
        "--jobs",
        "Threads that work side by side and share --memory; the values are the same.  "
        "[default: one per processor]",
        type=JOBS,
        callback=_every_processor,
    ),
]


class SearchOptions(SimpleNamespace):
    """What a search that looks at one deal after the other may use."""

    memory: MemoryOption
    jobs: JobsOption
    seconds: TimeOption


class WholeSearch(SimpleNamespace):
    """What a search may use whose time is for all it looks at."""

    total: TotalTimeOption
    memory: MemoryOption
    jobs: JobsOption


def check_hands(hands: BySeat[int], variant: Variant | None) -> None:
    """Raise RuleError for hands of another number than their game's, or that lie in piles."""
    if variant is not None and variant.in_piles:
        hint = "--hands does not say how, --piles of solve and show does"
        raise RuleError(f"the hands of {variant.code} lie in piles: {hint}")
    check_count(len(hands), variant)


class Source(SimpleNamespace):
    """Deals of a file, or hands; what is given besides goes before what is recorded."""

    file: FileOrHands
    hands: HandsOption
    piles: PilesOption
    contract: ContractOption
    leader: LeaderOption
    played: TrickOption
    ace_low: AceLowOption
    variant: VariantOption
    declarer: DeclarerOption
    bid: BidOption
    number: DealOption
    after: AfterOption
    keep_going: KeepGoingOption

    def check(self) -> None:
        """Raise UsageError unless there is one source, with what goes with it."""
        one_source(self.file, self.hands, self.number, self.piles)
        refuse_if(self.file is None and self.after is not None, "--after goes with a FILE.")
        refuse_if(
            self.file is not None and self.played is not None,
            "--trick goes with --hands; --after N follows a recorded play.",
        )

    def declarer_at(self, table: type[Seat]) -> Seat | None:
        """Return who is said to declare as a seat of a table, None where nobody is."""
        return None if self.declarer is None else parse_seat(self.declarer, table)

    def position(self, contract: Contract) -> Position:
        """Return the hands in a contract; where none is named it does not matter who declares."""
        from ..solver.position import Position, leader_for, rules_if_legal, side_for

        if self.hands is not None:
            check_hands(self.hands, self.variant)
        seats = seats_of(len(self.hands or self.piles or Seat))
        declarer = self.declarer_at(seats)
        leader = leader_for(declarer, self.variant) if self.leader is None else self.leader
        leader = parse_seat(leader, seats)
        rules = rules_if_legal(contract, self.ace_low, self.variant, declarer, self.bid)
        if self.contract is None and declarer is None:
            declarer = leader
        played = self.played or ()
        if self.piles is not None:
            if self.variant is not None and not self.variant.in_piles:
                raise RuleError(f"piles: there are none in {self.variant.code}")
            from ..solver.piles import PilePosition

            low = self.ace_low is True
            return PilePosition(self.piles, contract, leader, played, low, rules=rules)
        assert self.hands is not None
        side = side_for(declarer, self.variant)
        return Position.checked(self.hands, contract, leader, played, rules, declarers=side)


def one_source(
    path: str | None, hands: object, number: int | None = None, piles: object = None
) -> None:
    """Raise UsageError unless there is either a file or ``--hands``, or ``--piles``.

    ``number`` is that of the deal of a file.
    """
    given = 3 - (path, hands, piles).count(None)
    refuse_if(given != 1, "Give a FILE of deals or --hands, one of the two.")
    refuse_if(path is None and number is not None, "--deal goes with a FILE.")


FORMATS = ("text", "csv", "tsv", "markdown", "json")


def _settle(ctx: click.Context, param: click.Parameter, form: str | None) -> str:
    if not is_given("json"):
        return form or "text"
    if form not in (None, "json"):
        raise click.UsageError(f"--json or --format {form}, one of the two.")
    return "json"


def _format(name: str) -> Callable[[Any], Any]:
    """Return what gives a command ``--format``, and ``--json`` as a short way."""
    form = option(
        "--format",
        "text, csv, tsv, markdown or json. In csv and tsv: a header row, cards such as "
        "SA, numbers that are not rounded, 5..9 for one not proved, nothing where there is "
        "none.  [default: text]",
        type=click.Choice(FORMATS),
        callback=_settle,
        metavar="FORMAT",
    )
    # Read before --format, wherever it stands.
    json = flag("--json", "Print JSON.", is_eager=True, expose_value=False)
    return lambda command: form(name)(json("json")(command))


FormatOption = Annotated[str, _format]
