"""How command-line texts become cards, hands, seats and contracts.

A text that cannot be read is wrong usage: exit code 2, through ``self.fail``.
Whether the cards then make a position is the library's to say: exit code 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from manni import Contract, NotationError, Seat, SolverError
from manni.cli.output import note
from manni.solver import localized_input
from manni.solver.cards import BySeat
from manni.solver.checks import quote

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from manni.solver.rules.variant import Variant


class TextParam(click.ParamType):  # type: ignore[type-arg]  # generic in newer click only
    """A parameter read by a parser of the library, with values to offer for completion."""

    def __init__(
        self, name: str, parse: Callable[[str], Any], choices: Callable[[], list[str]] = list
    ) -> None:
        self.name = name
        self.parse = parse
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the parsed value; fail with the parser's own message."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except SolverError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the values that begin with what has been typed."""
        from click.shell_completion import CompletionItem

        typed = incomplete.upper()
        return [CompletionItem(c) for c in self.choices() if c.upper().startswith(typed)]


def _parse_variant(code: str) -> Variant:
    from manni.solver.rules.games import get_variant

    return get_variant(code)


def _parse_bid(text: str) -> str:
    from manni.solver.rules.auction import bid_name

    return bid_name(text)


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
    from manni.solver.rules.games import VARIANTS

    return list(VARIANTS)


def _each(parse: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    """Return what reads a list, with commas or blanks between."""
    return lambda text: tuple(map(parse, text.replace(",", " ").split() or [text]))


SEAT = TextParam("seat", localized_input.parse_seat, lambda: [seat.letter for seat in Seat])


def _parse_laid(text: str) -> tuple[Seat, int]:
    """Return a seat and its hand, ``M:AK.T9..QJ``."""
    letter, colon, hand = text.partition(":")
    if not colon:
        raise NotationError(f"{quote(text)}: expected a seat and its hand, such as M:AK.T9..QJ")
    seat = localized_input.parse_seat(letter)
    return seat, localized_input.parse_hand(hand, seat.word)


def read_hands(text: str) -> BySeat[int]:
    """Return three hands in whatever notation, and say how they were understood."""
    hands, understood = localized_input.read_hands(text)
    if understood:
        note(understood)
    return hands


BID = TextParam("bid", _parse_bid)
CONTRACT = TextParam("contract", localized_input.parse_contract, lambda: [c.name for c in Contract])
CONTRACTS = TextParam("contracts", _each(localized_input.parse_contract), CONTRACT.choices)
SEATS = TextParam("seats", _each(localized_input.parse_seat), SEAT.choices)
CARD = TextParam("card", localized_input.parse_card)
CARDS = TextParam("cards", localized_input.parse_cards)
HAND = TextParam("hand", localized_input.parse_hand)
LAID = TextParam("seat:hand", _parse_laid)
HANDS = TextParam("hands", read_hands)
VARIANT = TextParam("variant", _parse_variant, _variant_codes)

# For completion only: errors of a file are reported where it is read.
FILE = click.Path(readable=False, allow_dash=True)
OUT = click.Path(dir_okay=False, allow_dash=True)
# The bounds are the library's (solver.engine, solver.pool), which need not be loaded for it.
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
