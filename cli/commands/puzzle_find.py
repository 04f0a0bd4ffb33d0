"""``manni puzzle find``: puzzles among random positions."""

from __future__ import annotations

import re
from types import SimpleNamespace

import click

from ... import (
    ArgumentError,
    DealError,
    NotationError,
    RuleError,
    Seat,
    Solver,
    StoppedError,
)
from ...solver.cards import MAX_CARDS, card_name, seats_from
from ...solver.files.dealfile import format_deal
from ...solver.goal import format_goal
from ...solver.notation import SEAT_LETTERS, parse_seat
from ...solver.puzzles.find import ALL_CONTRACTS, Find, Wish, find
from ...solver.report.puzzle import FIND
from .. import options, output
from ..options import COUNT, SEAT, TextParam, option
from .puzzle_check import GradeOption, ThemeOption


def _parse_lengths(text: str) -> tuple[int, ...]:
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text.strip())
    if match is not None:
        first, last = int(match[1]), int(match[2] or match[1])
        if 2 <= first <= last <= MAX_CARDS:
            return tuple(range(first, last + 1))
    raise NotationError(f"{text!r}: expected a number from 2 to {MAX_CARDS}, or two such as 4-6")


def _parse_goal(text: str) -> int | None:
    if text.strip().lower() == "best":
        return None
    if re.fullmatch(r"\d{1,2}", text.strip()):
        return int(text)
    raise NotationError(f"{text!r}: expected best or a number of tricks")


class _Wanted(SimpleNamespace):
    """The puzzles that are wanted, and where to look for them."""

    contracts: options.ContractsOption
    lengths: tuple[int, ...] = option(
        "--length",
        "Cards per hand: 6, or a range such as 4-8.",
        type=TextParam("length", _parse_lengths),
        default="6",
        show_default=True,
        metavar="N",
    )
    tricks: int | None = option(
        "--goal",
        "best, or the tricks (points) the best must be.",
        type=TextParam("goal", _parse_goal),
        default="best",
        show_default=True,
        metavar="TRICKS",
    )
    seat: Seat | None = option(
        "--to-play",
        f"Who is to play: {SEAT_LETTERS} (default: F, or the next after that of --against).",
        type=SEAT,
    )
    against: Seat | None = option("Problems of the others against this seat.", type=SEAT)
    strict: bool = options.strict(True)
    grade: GradeOption
    theme: ThemeOption
    variant: options.VariantOption
    ace_low: options.AceLowOption
    seed: options.SeedOption
    count: options.CountOption
    tries: int = option(
        "Positions to look at before giving up.",
        type=COUNT,
        default=1_000_000,
        show_default=True,
    )

    def wish(self) -> Wish:
        """Return what to look for. Raises UsageError for what cannot be."""
        seat, variant, lengths = self.seat, self.variant, self.lengths
        if seat is None:
            seats = Seat if variant is None else variant.seats
            against = None if self.against is None else parse_seat(self.against, seats)
            seat = seats.FOREHAND if against is None else seats_from(against)[1]
        for_tricks = variant is None or variant.rules.unit == "tricks"
        options.refuse_if(
            self.tricks is not None and self.tricks > max(lengths) and for_tricks,
            f"--goal {self.tricks}: there are at most {max(lengths)} tricks.",
        )
        try:
            return Wish(
                self.contracts or (ALL_CONTRACTS if variant is None else variant.contracts),
                lengths,
                self.tricks,
                seat,
                self.strict,
                bool(self.ace_low),
                self.against,
                self.theme,
                variant,
            )
        except (ArgumentError, RuleError) as error:
            raise click.UsageError(f"{error}.") from None


@options.command
def command(wanted: _Wanted, search: options.WholeSearch, as_json: options.JsonOption) -> None:
    """Find sound puzzles worth solving, printed as a deal file.

    Random positions are kept if one card alone reaches the goal, a rule of thumb plays
    another, and every seat has more to find after it; all are strictly sound, unless
    --no-strict is given. The same seed and options give the same puzzles, each printed as it
    is found, until Ctrl-C or --total-time ends the search. What is printed can be appended
    to a file of puzzles.
    """
    wish = wanted.wish()
    solver = Solver(search.memory, search.jobs)
    kept = looked_at = 0
    with output.working("positions", wanted.tries, search.total, writes=True) as run:
        try:
            for looked_at, examined in enumerate(find(wish, wanted.seed, solver, run=run), 1):
                if examined is not None and wanted.grade in (None, examined.features.grade):
                    kept += 1
                    output.note(f"{kept} of {wanted.count}: {_describe(examined)}")
                    if as_json:
                        output.result_json(FIND.json(examined))
                    else:  # a blank line ends it, since the next one is printed too
                        output.result(format_deal(examined.deal(), tags_last=True), fold=False)
                if kept == wanted.count or looked_at == wanted.tries:
                    break
        except StoppedError:
            pass
    summary = f"{kept} of {wanted.count} found in {looked_at:,} positions"
    if run.is_cancelled():
        output.note(summary)
        output.exit_stopped()
    if kept < wanted.count:
        raise DealError(summary)


def _describe(result: Find) -> str:
    puzzle = result.puzzle
    assert puzzle.key is not None
    facts = (
        f"{format_goal(puzzle.goal)} in {puzzle.position.contract.name}",
        f"{puzzle.position.tricks} cards",
        f"key {card_name(puzzle.key)}",
        f"grade {result.features.grade}",
    )
    return ", ".join((*facts, *result.themes))
