"""Commands that sample worlds: their options, and asking for advice as these say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from manni.cli import output
from manni.cli.formats import Report
from manni.cli.options import (
    TIME,
    gathered,
    jobs_option,
    memory_option,
    picture_option,
    seed_option,
    worlds_option,
)
from manni.cli.outfile import check_target, ending, write_file
from manni.cli.params import CARD, CARDS, HAND, SECONDS, TextParam
from manni.solver import localized_input
from manni.solver.advice.asked_for import Belief, Value
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.observe import observe
from manni.solver.cards import Seat
from manni.solver.checks import quote
from manni.solver.errors import NotationError
from manni.solver.i18n import folded, pgettext
from manni.solver.report.cards import call_text
from manni.solver.report.plots import picture_kind
from manni.solver.rules.auction import PASS, Call
from manni.solver.rules.contract import Contract
from manni.solver.rules.variant import Variant

Command = TypeVar("Command", bound=Callable[..., Any])

Left = tuple[Seat | None, tuple[str, ...]]
"""A seat, None for the one that asks, and the lines of its list."""


@dataclass(frozen=True)
class Sampling:
    """The deals that are sampled, what is believed of them, and what they are worth."""

    worlds: int | None
    seed: int
    seconds: float | None
    belief: Belief = Belief.SOFT
    value: Value = Value.SHARE
    jobs: int = 1
    memory: int = 0
    picture: str | None = None

    @property
    def means(self) -> dict[str, Any]:
        """Threads and memory, as the library's functions take them."""
        return {"threads": self.jobs, "memory_mb": self.memory}


@dataclass(frozen=True)
class Told:
    """What a seat has seen, as options say it."""

    hand: int
    variant: Variant
    contract: Contract | None
    great: bool
    seat: Seat | None
    declarer: Seat | None
    cut: int | None
    taken: tuple[int, ...]
    discarded: tuple[int, ...]
    calls: tuple[Call | None, ...]
    left: tuple[Left, ...]
    played: tuple[int, ...] = ()
    bid: str | None = None
    shown: tuple[int, ...] = ()
    laid: tuple[tuple[Seat, int], ...] = ()

    def seen(self, moment: Moment) -> Observation:
        """Return it as the advice takes it."""
        return observe(
            self.hand,
            self.variant,
            self.contract,
            self.seat,
            moment=moment,
            cut=self.cut,
            taken=self.taken,
            declarer=self.declarer,
            great=self.great,
            discarded=self.discarded,
            calls=self.calls,
            left=self.left,
            played=self.played,
            bid=self.bid,
            shown=self.shown,
            laid=self.laid,
        )


value_option = click.option(
    "--value",
    type=click.Choice([each.value for each in Value]),
    default="share",
    show_default=True,
    callback=lambda context, option, name: Value(name),
    help="What a world is worth: with open cards the fair share, or what is taken "
    "if all play by the rule of thumb.",
)


def _parse_calls(text: str) -> tuple[Call | None, ...]:
    calls: list[Call | None] = []
    for part in text.split(",") if text.strip() else ():
        words = part.split()
        if len(words) == 1 and folded(words[0]) in ("pass", folded(call_text(None))):
            calls.append(PASS)
            continue
        great = bool(words) and folded(words[0]) in ("great", folded(pgettext("call", "great")))
        if len(words) != 1 + great:
            raise NotationError(f"{quote(part)}: expected calls such as NT, great S, pass")
        calls.append(Call(localized_input.parse_contract(words[-1]), great))
    return tuple(calls)


def _parse_counts(text: str) -> tuple[int, ...]:
    """Return numbers of cards, separated by commas or blanks."""
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdecimal() and len(part) <= 2 for part in parts):
        raise NotationError(f"{quote(text)}: expected numbers of cards, such as 3 or 7,5")
    return tuple(map(int, parts))


COUNTS = TextParam("counts", _parse_counts)

calls_option = click.option(
    "--calls",
    type=TextParam("calls", _parse_calls),
    default="",
    metavar="CALLS",
    help='What has been called so far, from the seat that opens: "H, great S, pass".',
)


def _parse_left(text: str) -> Left:
    name, colon, rest = text.partition(":")
    seat = localized_input.parse_seat(name) if colon else None
    return seat, tuple((rest if colon else text).replace(",", " ").split())


left_option = click.option(
    "--left",
    type=TextParam("left", _parse_left),
    multiple=True,
    metavar="LIST",
    help="What the seat had to declare before the calls (NULLO,NT,S), or another: D:H,D.  "
    "[default: everything]",
)
hand_option = click.option(
    "--hand", type=HAND, required=True, help="The hand that is seen; in the play, as that began."
)


cut_option = click.option(
    "--cut", type=CARD, help="The card cut or turned up, which the dealer was dealt."
)
great_option = click.option("--great", is_flag=True, help="The contract is a great one.")
taken_option = click.option(
    "--taken",
    type=COUNTS,
    default=(),
    metavar="N,N,N",
    help="How many cards each seat has exchanged so far, in turn.",
)
discarded_option = click.option(
    "--discarded", type=CARDS, default=(), help="What the seat itself has put down."
)
shown_option = click.option(
    "--shown",
    type=CARDS,
    default=(),
    help="Where numbers are bid: the cards of the surprise that lie face up.",
)


belief_option = click.option(
    "--belief",
    type=click.Choice([each.value for each in Belief]),
    default=Belief.SOFT.value,
    show_default=True,
    callback=lambda context, option, name: Belief(name),
    help="What the others' exchanges, calls and cards say of their hands: nothing, or that they "
    "did much as the rule of thumb does.",
)


def time_option(default: float) -> Callable[[Command], Command]:
    """Return the option of a time limit, of which there is a default without --worlds."""

    def limit(context: click.Context, option: click.Parameter, given: float | None) -> float | None:
        # What is not given comes last, in the order of the options: --worlds is known.
        return default if given is None and context.params["worlds"] is None else given

    return click.option(
        "--time",
        "seconds",
        type=SECONDS,
        callback=limit,
        metavar="SECONDS",
        help=f"{TIME}  [default: {default:g}, unless --worlds is given]",
    )


def sampling_options(default: float) -> Callable[[Command], Command]:
    """Give a command the options of sampling as one parameter, ``sampling``.

    It takes ``default`` seconds where neither --time nor --worlds is given.
    """
    return gathered(
        "sampling",
        Sampling,
        belief_option,
        value_option,
        worlds_option(),
        seed_option(),
        jobs_option,
        picture_option,
        memory_option,
        time_option(default),
    )


def plain_sampling_options(default: float) -> Callable[[Command], Command]:
    """Give a command these options but for beliefs, the worth of a deal and pictures."""
    return gathered(
        "sampling",
        Sampling,
        worlds_option(),
        seed_option(),
        jobs_option,
        memory_option,
        time_option(default),
    )


def advise(
    sampling: Sampling, form: str, ask: Callable[..., Any], *given: Any, **more: Any
) -> None:
    """Ask for advice with what is given, print it in a format and, if one is wanted, a picture.

    Ctrl-C while it is found leaves the answer so far, and the exit code that says so.
    """
    from manni.solver.report import questions

    if sampling.picture is not None:
        check_target(sampling.picture)
        ending(sampling.picture, "svg", "png")
        kind = picture_kind(sampling.picture)
    with output.working("worlds", sampling.worlds, sampling.seconds) as run:
        found = ask(*given, **more, worlds=sampling.worlds, seed=sampling.seed, run=run)
    Report(questions.answer_json, questions.answer_table, questions.answer_text).show(form, found)
    if sampling.picture is not None:
        write_file(sampling.picture, questions.answer_picture(found, kind))
    if run.is_cancelled():
        output.stopped()
