"""Selfish play, as text and in tables, and the whole answer of ``manni solve`` described."""

from __future__ import annotations

from collections.abc import Callable

from ..cards import Seat, suit_of
from ..i18n import N_, _, gettext, ngettext, seat_letter, seat_letters
from ..schema import by_seat, maybe, nullable, record
from ..values.selfish import SelfishCard, SelfishSolution
from .text import (
    AnyCell,
    Cell,
    Column,
    Columns,
    Table,
    Text,
    fields,
    paragraphs,
    seat_column,
    table_of,
)
from .values import SOLUTION, plays_column
from .why import WHY

SELFISH_CARD = record(
    "card",
    "least: The fewest tricks of each seat after the card.",
    "most: The most tricks of each seat after the card.",
    "sure_loss",
    of=SelfishCard,
    columns="least=selfish_least most=selfish_most sure_loss",
)

SELFISH = record(
    "least most outcomes cards",
    of=SelfishSolution,
    columns="least=selfish_least most=selfish_most",
)


SOLVED = record(
    *SOLUTION.fields,
    maybe(
        "selfish: With --selfish: what may come of the position if each plays for his own tricks "
        "alone; null if there was no time.",
        nullable(SELFISH),
    ),
    maybe(
        "why: With --why: what the guarantee of each seat rests on; left out where there was no "
        "time.",
        by_seat(WHY, required=False),
    ),
    name="solve",
    title="manni solve --json",
    doc="The values of a position, one line per deal. Tricks count from the position on, the trick "
    "in progress included.",
)


OUTCOMES_SHOWN = 8
NOT_FOUND = N_("Selfish play: stopped before it was worked out.")


def selfish_text(solution: SelfishSolution | None) -> Text:
    """Return the outcomes, the table of seats and the table of cards; None: it was stopped."""
    if solution is None:
        return Text(gettext(NOT_FOUND))
    seats = table_of([seat_column(lambda seat: seat), *seat_columns(solution)], Seat)
    return paragraphs(
        _outcomes_text(solution),
        seats.text(),
        _cards_table(solution).text() if solution.cards else "",
        _(
            "least, most: if each plays for his own tricks alone and all foresee it; not a "
            "forecast\nloss: what the card costs its player then, whatever the others choose"
        ),
    )


def _outcomes_text(solution: SelfishSolution) -> str:
    count = len(solution.outcomes)
    if count > OUTCOMES_SHOWN:
        return ngettext(
            "Selfish play: {number} outcome.",
            "Selfish play: {number} outcomes.",
            count,
            number=count,
        )
    listed = ", ".join(" ".join(map(str, outcome)) for outcome in solution.outcomes)
    return ngettext(
        "Selfish play: one outcome, {seats}: {outcomes}",
        "Selfish play: {number} outcomes, {seats}: {outcomes}",
        count,
        number=count,
        seats=" ".join(seat_letters()),
        outcomes=listed,
    )


def _cards_table(solution: SelfishSolution) -> Table:
    """Return one row per group of equal cards, those that cost least first."""
    groups = {
        max(group): sorted(group, reverse=True) for group in solution.position.equivalent_cards()
    }
    rows = sorted(
        (value for value in solution.cards if value.card in groups),
        key=lambda value: (value.sure_loss, suit_of(value.card), -value.card),
    )
    cards = plays_column(solution.position.to_play, lambda value: groups[value.card])
    return table_of([cards, *_of_cards()], rows)


def seat_columns(solution: SelfishSolution | None) -> list[Columns]:
    """Return the columns of selfish play in a table whose rows are seats."""

    def of(key: str) -> Callable[[Seat], int | None]:
        return lambda seat: None if solution is None else getattr(solution, key)[seat]

    return fields(SELFISH, "least=least:? most=most:?", of=of)


def card_columns(solution: SelfishSolution | None) -> list[Columns]:
    """Return the columns of selfish play in a table whose rows are cards."""
    values = {value.card: value for value in solution.cards} if solution else {}
    return [column.within(lambda row: values.get(row.value.card)) for column in _of_cards()]


def _of_cards() -> list[Columns]:
    """Return the columns of cards: by seat the fewest and the most tricks, and the loss."""

    def of_seat(seat: Seat) -> Columns:
        def cells(value: SelfishCard) -> list[AnyCell]:
            ends = value.least[seat], value.most[seat]
            text = "–".join(map(str, dict.fromkeys(ends)))  # one where they are the same
            return [text, *(Cell(str(end), end) for end in ends)]

        names = (f"selfish_{key}_{seat.letter}" for key in ("least", "most"))
        return Columns(
            [Column(seat_letter(seat), None), *(Column(None, name) for name in names)], cells
        )

    return [*map(of_seat, Seat), *fields(SELFISH_CARD, "sure_loss=loss")]
