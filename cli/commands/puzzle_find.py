"""``manni puzzle find``: puzzles among random positions."""

from __future__ import annotations

import re
from dataclasses import dataclass

import click

from manni.cli import options, output
from manni.cli.params import COUNT, SEAT, TextParam
from manni.solver.cards import MAX_CARDS, SEATS, Seat, card_name
from manni.solver.errors import ArgumentError, DealError, NotationError, RuleError, StoppedError
from manni.solver.files.dealfile import format_deals
from manni.solver.goal import format_goal
from manni.solver.puzzles.find import ALL_CONTRACTS, Find, Wish, find
from manni.solver.puzzles.themes import THEMES
from manni.solver.report.puzzle import FIND
from manni.solver.rules.contract import Contract
from manni.solver.rules.variant import Variant
from manni.solver.values.solve import Solver


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


@dataclass(frozen=True)
class _Wanted:
    """The puzzles that are wanted, and where to look for them."""

    contracts: tuple[Contract, ...] = options.given(options.contracts_option)
    lengths: tuple[int, ...] = options.own(
        "--length",
        "lengths",
        type=TextParam("length", _parse_lengths),
        default="6",
        show_default=True,
        metavar="N",
        help="Cards per hand: 6, or a range such as 4-8.",
    )
    tricks: int | None = options.own(
        "--goal",
        "tricks",
        type=TextParam("goal", _parse_goal),
        default="best",
        show_default=True,
        metavar="TRICKS",
        help="best, or the tricks (points) the best must be.",
    )
    seat: Seat | None = options.own(
        "--to-play",
        "seat",
        type=SEAT,
        help="Who is to play: F, M or D (default: F, or the next after that of --against).",
    )
    against: Seat | None = options.own(
        "--against", type=SEAT, help="Problems of the two others against this seat."
    )
    strict: bool = options.given(options.strict_option(True))
    grade: int | None = options.own(
        "--grade", type=click.IntRange(1, 5), metavar="N", help="Only puzzles of this grade."
    )
    theme: str | None = options.own(
        "--theme", type=click.Choice(THEMES), help="Only puzzles with this theme."
    )
    variant: Variant | None = options.given(options.variant_option)
    ace_low: bool | None = options.given(options.ace_low_option)
    seed: int = options.given(options.seed_option())
    count: int = options.given(options.count_option)
    tries: int = options.own(
        "--tries",
        type=COUNT,
        default=1_000_000,
        show_default=True,
        metavar="N",
        help="Positions to look at before giving up.",
    )

    def wish(self) -> Wish:
        """Return what to look for. Raises UsageError for what cannot be."""
        seat, variant, lengths = self.seat, self.variant, self.lengths
        if seat is None:
            seat = Seat.FOREHAND if self.against is None else Seat((self.against + 1) % SEATS)
        for_tricks = variant is None or variant.rules.unit == "tricks"
        if self.tricks is not None and self.tricks > max(lengths) and for_tricks:
            raise click.UsageError(
                f"--goal {self.tricks}: there are at most {max(lengths)} tricks."
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


@click.command
@options.gathered("wanted", _Wanted)
@options.whole_search_options
@options.json_option
def command(wanted: _Wanted, search: options.Search, as_json: bool) -> None:
    """Find sound puzzles worth solving, printed as a deal file.

    Random positions are kept if one card alone reaches the goal, a rule of thumb plays
    another, and every seat has more to find after it; all are strictly sound, unless
    --no-strict is given. The same seed and options give the same puzzles. Ctrl-C or
    --total-time ends the search and prints what has been found. What is printed can be
    appended to a file of puzzles.
    """
    wish = wanted.wish()
    solver = Solver(search.memory, search.jobs)
    found: list[Find] = []
    looked_at = 0
    # Whatever ends it, what has been found is printed.
    with output.working("positions", wanted.tries, search.seconds) as run:
        try:
            for looked_at, examined in enumerate(find(wish, wanted.seed, solver, run=run), 1):
                if examined is not None and wanted.grade in (None, examined.features.grade):
                    found.append(examined)
                    output.note(f"{len(found)} of {wanted.count}: {_describe(examined)}")
                if len(found) == wanted.count or looked_at == wanted.tries:
                    break
        except StoppedError:
            pass
    if as_json:
        for each in found:
            output.result_json(FIND.json(each))
    elif found:
        # A blank line ends it, since the next one is printed too.
        output.result(format_deals((each.deal() for each in found), tags_last=True), fold=False)
    if run.is_cancelled():
        output.note(f"{len(found)} of {wanted.count} found in {looked_at:,} positions")
        output.stopped()
    if len(found) < wanted.count:
        raise DealError(f"{len(found)} of {wanted.count} found in {looked_at:,} positions")


def _describe(each: Find) -> str:
    puzzle = each.puzzle
    assert puzzle.key is not None
    themes = f", {', '.join(each.themes)}" if each.themes else ""
    return (
        f"{format_goal(puzzle.goal)} in {puzzle.position.contract.name}, "
        f"{puzzle.position.tricks} cards, key {card_name(puzzle.key)}, "
        f"grade {each.features.grade}{themes}"
    )
