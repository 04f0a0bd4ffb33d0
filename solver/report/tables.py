"""Values of seats and cards, lines of play and tables of contracts, as text and tables."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from manni.solver.cards import Seat, seats_from
from manni.solver.engine import Bounds
from manni.solver.i18n import (
    N_,
    Name,
    _,
    format_list,
    gettext,
    seat_letter,
    seat_letters,
    seat_word,
)
from manni.solver.position import Position
from manni.solver.report.cards import cards_text, contract_name, played_text
from manni.solver.report.columns import (
    Shown,
    decimals,
    of_seat,
    points_text,
    replaced,
    seat_column,
    shown,
    table_of,
    value_text,
)
from manni.solver.report.text import UNKNOWN, Column, Table, Text, join
from manni.solver.report.values import ENTRY, LEGAL, SOLUTION, Entry, legal
from manni.solver.rules.contract import Contract
from manni.solver.schema import bounds_text
from manni.solver.values.solution import CardValue, Solution

if TYPE_CHECKING:
    from manni.solver.values.share import Points


def values_table(solution: Solution, points: Sequence[Points] | None = None, *more: Shown) -> Table:
    """Return one row per seat: guarantee, best case, share and, if given, points.

    Between a declarer and two partners the guarantee says it all. ``more`` columns may follow.
    """
    partners = solution.position.declarer is not None

    def column(key: str, head: str | None, values: Any, text: Any = value_text) -> Shown:
        return of_seat(
            SOLUTION, key, head, lambda seat: None if values is None else values[seat], text
        )

    parts = [
        seat_column(lambda seat: seat),
        column("guarantee", "guarantee", solution.bounds),
        column("best_case", None if partners else "best case", solution.best_case),
        column("share", None if partners else "share", solution.share, decimals),
        column("points", None if points is None else "points", points, points_text),
        *more,
    ]
    return table_of(parts, Seat)


def legend(position: Position, points: Sequence[Points] | None = None) -> str:
    """Return how to read the values, with a second line if there are points."""
    unit = 2 * (position.rules.unit == "points") + position.avoids
    text = gettext(_SURE[unit])
    if position.declarer is None:
        text += _("; best case: if the others get only their guarantees; share: a fair split")
    else:
        pair = format_list([f"{seat_word(s):of}" for s in Seat if s is not position.declarer])
        text += _("; of {pair}: what the two get together", pair=pair)
    if points is None:
        return text
    if isinstance(points[0], tuple):
        aim = _("points: those of the guarantee and of the best case")
    elif position.avoids:
        aim = _("points: target minus share")
    else:
        aim = _("points: share minus target")
    return f"{text}\n{aim}"


_SURE = (
    N_("guarantee: at least this against any play"),
    N_("guarantee: at most this against any play"),
    N_("guarantee: at least so many points against any play"),
    N_("guarantee: at most so many points against any play"),
)


def plays_text(seat: Seat) -> str:
    """Return the head of a column of cards that a seat may play."""
    return _("{seat} plays", seat=seat_letter(seat.letter))


def card_values_table(solution: Solution, *more: Shown) -> Table:
    """Return every legal card's values, best first, equal cards on one row.

    ``more`` columns, of the cards, may follow.
    """
    mover, partners = solution.position.to_play, solution.position.declarer is not None
    letters = seat_letters()
    shares = [None if partners else _("share {seat}", seat=letter) for letter in letters]
    parts = [
        seat_column(lambda own: mover, None),
        replaced(
            shown(LEGAL, "card", plays_text(mover), left=True),
            lambda own: cards_text((own.value.card, *own.equal)),
        ),
        shown(LEGAL, "guarantee", *letters),
        shown(LEGAL, "share", *shares, text=decimals),
        shown(LEGAL, "loss"),
        *more,
    ]
    # Of equal cards the highest stands for all.
    rows = [own for own in legal(solution) or () if own.value.card > max(own.equal, default=-1)]
    rows.sort(key=lambda own: _best_first(own.value, mover, solution))
    return table_of(parts, rows)


def _best_first(value: CardValue, mover: Seat, solution: Solution) -> tuple[bool, int, Fraction]:
    sign = solution.position.sign
    share = Fraction(0) if value.share is None else value.share[mover]
    return value.loss is None, value.loss or 0, -sign * share


def line_text(position: Position, line: Sequence[int], first: int = 1) -> Text:
    """Return a line trick by trick from trick ``first`` on, each card after its seat's letter."""
    lines: list[Text] = []
    played = [
        played_text(seat, card)
        for seat, card in zip(seats_from(position.leader), position.table, strict=False)
    ]
    for card in line:
        played.append(played_text(position.to_play, card))
        position = position.play(card)
        if position.taken_by is not None:
            trick = join("  ", played)
            wins = _("{seat} wins")
            if position.rules.unit != "tricks":
                wins = _("{seat} wins {number}")
            seat = seat_letter(position.taken_by.letter)
            wins = "  " + wins.format(seat=seat, number=position.taken)
            lines.append(Text(f"{len(lines) + first:>2}  ", trick, wins))
            played = []
    return join("\n", lines)


def _guarantee(bounds: Bounds | None) -> str:
    return UNKNOWN if bounds is None else bounds_text(bounds)


def contracts_table(
    values: Mapping[tuple[Contract, Seat], Sequence[Bounds | None]],
    contracts: Sequence[Contract],
    leaders: Sequence[Seat],
    seats: Sequence[Seat],
    ace_low: Container[Contract] = (),
    declares: bool = False,
) -> Table:
    """Return the guarantees of ``seats``: one row per contract, one block of columns per leader.

    A contract is marked if the ace is low in it; a leader may be said to be one who ``declares``.
    """
    does = _("{seat} declares") if declares else _("{seat} leads")
    cells = {
        (contract, leader): [_guarantee(values[contract, leader][seat]) for seat in seats]
        for contract in contracts
        for leader in leaders
    }
    width = max(len(text) for block in cells.values() for text in block)

    def block(texts: Iterable[str]) -> str:
        return " ".join(text.rjust(width) for text in texts)

    letters = block(seat_letter(seat.letter) for seat in seats)
    heads = [does.format(seat=Name(seat_letter(leader.letter))) for leader in leaders]
    own = [Column(letters, letters, True, head) for head in heads]
    names = {c: contract_name(c, False, c in ace_low) for c in contracts}
    rows = [[names[c], *(block(cells[c, leader]) for leader in leaders)] for c in contracts]
    return Table([Column("", "contract", True), *own], rows, gap=4)


def guarantees_table(entries: Iterable[Entry]) -> Table:
    """Return what ``contracts_table`` shows with one row per contract and leader."""
    parts = [
        *(shown(ENTRY, key, key, left=True) for key in ("contract", "leader")),
        shown(ENTRY, "ace_low", "ace", left=True),
        shown(ENTRY, "guarantee", *(seat.letter for seat in Seat)),
    ]
    return table_of(parts, entries)
