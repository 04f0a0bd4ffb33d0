"""Commands that sample worlds: their options, and asking for advice as these say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from cli import output
from cli.options import jobs_option, memory_option, seed_option, together
from cli.outfile import check_target, write_file
from cli.params import SECONDS, TextParam
from solver.advice.belief import Belief
from solver.advice.evaluate import Value
from solver.cards import Seat
from solver.checks import quote
from solver.errors import NotationError
from solver.notation import parse_contract, parse_seat
from solver.report.plots import picture_kind
from solver.rules.auction import PASS, Call

Advice = TypeVar("Advice")


@dataclass(frozen=True)
class Sampling:
    """What the options of sampling ask for, under their names."""

    value: str
    worlds: int | None
    seed: int
    jobs: int
    plot: str | None
    memory: int
    seconds: float | None


value_option = click.option(
    "--value",
    type=click.Choice(["share", "guarantee"]),
    default="share",
    show_default=True,
    help="What a world is worth: the fair share, or what is sure against the two others.",
)
worlds_option = click.option(
    "--worlds",
    type=click.IntRange(min=2),
    metavar="N",
    help="Sample so many; the same answer for the same --seed.",
)


def _parse_calls(text: str) -> tuple[Call | None, ...]:
    calls: list[Call | None] = []
    for part in text.split(",") if text.strip() else ():
        words = part.split()
        if [word.lower() for word in words] == ["pass"]:
            calls.append(PASS)
            continue
        great = bool(words) and words[0].lower() == "great"
        if len(words) != 1 + great:
            raise NotationError(f"{quote(part)}: expected calls such as NT, great S, pass")
        calls.append(Call(parse_contract(words[-1]), great))
    return tuple(calls)


calls_option = click.option(
    "--calls",
    type=TextParam("calls", _parse_calls),
    default="",
    metavar="CALLS",
    help='What has been called so far, from who opens: "H, great S, pass".',
)


def _parse_left(text: str) -> tuple[Seat | None, tuple[str, ...]]:
    """Return a seat, None for the one that asks, and the lines of its list."""
    name, colon, rest = text.partition(":")
    seat = parse_seat(name) if colon else None
    lines = (rest if colon else text).replace(",", " ").split()
    return seat, tuple(line.lower() if line.lower() == "other" else line.upper() for line in lines)


def left_option(help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the option of what seats have left to declare."""
    return click.option(
        "--left",
        "left",
        type=TextParam("left", _parse_left),
        multiple=True,
        metavar="LIST",
        help=f"{help}  [default: everything]",
    )


belief_option = click.option(
    "--belief",
    type=click.Choice([each.value for each in Belief]),
    default=Belief.SOFT.value,
    show_default=True,
    help="What the others' exchanges, calls and cards say of their hands: nothing, that they did "
    "much as the rule of thumb does, or just that.",
)
plot_option = click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Also write a picture: FILE.svg or FILE.png.",
)


def sampling_options(default: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of sampling as one parameter, ``sampling``.

    It takes ``default`` seconds where neither --time nor --worlds is given.
    """
    time_option = click.option(
        "--time",
        "seconds",
        type=SECONDS,
        metavar="SECONDS",
        help="Stop after this long and give the answer so far.  "
        f"[default: {default:g}, unless --worlds is given]",
    )
    give = together(
        value_option,
        worlds_option,
        seed_option("Fixes the worlds."),
        jobs_option,
        plot_option,
        memory_option,
        time_option,
    )

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def gathered(**given: Any) -> None:
            asked = {name: given.pop(name) for name in Sampling.__dataclass_fields__}
            if asked["seconds"] is None and asked["worlds"] is None:
                asked["seconds"] = default
            command(**given, sampling=Sampling(**asked))

        return give(gathered)

    return decorate


def advise(
    sampling: Sampling,
    ask: Callable[..., Advice],
    show: Callable[[Advice], None],
    plot: Callable[[Advice, str], bytes],
) -> None:
    """Ask for advice, show it and, if a picture is wanted, draw it.

    Ctrl-C while it is found leaves the answer so far, and the exit code that says so.
    """
    if sampling.plot is not None:
        check_target(sampling.plot)
        kind = picture_kind(sampling.plot)
    with output.working("worlds", sampling.worlds, sampling.seconds) as run:
        found = ask(
            worlds=sampling.worlds,
            seed=sampling.seed,
            value=Value(sampling.value),
            threads=sampling.jobs,
            memory_mb=sampling.memory,
            run=run,
        )
    show(found)
    if sampling.plot is not None:
        write_file(sampling.plot, plot(found, kind))
    if run.is_cancelled():
        output.stopped()
