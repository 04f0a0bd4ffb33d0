"""The values of a position and of its cards: their schemas, as text and as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from ..cards import Contract, Seat, seats_from
from ..i18n import (
    N_,
    Name,
    _,
    filled,
    format_list,
    gettext,
    seat_letter,
    seat_letters,
    text_if,
)
from ..position import Position
from ..rules.trick import TrickRules
from ..schema import (
    CARDS,
    COUNT,
    HAND,
    LENGTH,
    LOSS,
    PILES,
    SEAT,
    TEXT,
    TRICKS,
    Reader,
    Schema,
    ace_low,
    bounds_text,
    by_seat,
    exact_value,
    field,
    given,
    guarantee_fields,
    hand_field,
    integer,
    list_of,
    maybe,
    nullable,
    number,
    pair_of,
    record,
    unit_fields,
)
from ..searches import Bounds
from ..values.solution import BidMade, CardValue, Points, SeatBounds, Solution
from .text import (
    UNKNOWN,
    AnyCell,
    Column,
    Columns,
    Table,
    Text,
    cards_text,
    contract_name,
    extra_column,
    fields,
    join,
    played_text,
    seat_column,
    table_of,
)

_LINEAR = number(unit="points")
_GREAT = record(
    field("guarantee", integer(), of=lambda both: both[0]),
    field("best_case", integer(), of=lambda both: both[1]),
)


def _points(points: Points) -> Any:
    return (_LINEAR if isinstance(points, Fraction) else _GREAT).json(points)


POINTS = Schema(
    {"oneOf": [_LINEAR, _GREAT]},
    _points,
    "points",
    "points",
    "Points of a seat for the whole deal. In a great contract, whose points are not linear in "
    "tricks, those of the guarantee and of the best case.",
    cells=lambda points: [
        float(points) if isinstance(points, Fraction) else f"{points[0]:+d}..{points[1]:+d}"
    ],
)

DEAL = given("deal: The number of the deal in its file, from 1.", COUNT)
DEAL_OF_FILE = DEAL._replace(doc=f"{DEAL.doc[:-1]}; there only with a FILE.", optional=True)
VARIANT = maybe("variant: The code of the game, where it has rules of its own.", TEXT)
BID = record(
    "name=bid.name: The bid: a number of points, general, or a misère.",
    field(
        "sure: What the declarer is sure of in the whole deal, of a misère the tricks he can be "
        "made to take; null where only bounds are proved.",
        nullable(LOSS),
        lambda answer: exact_value(answer.sure),
    ),
    "made",
    of=BidMade,
)


class Legal(NamedTuple):
    """The value of a legal card, and the other cards that are equal to it.

    Attributes:
        equal: The other legal cards that are equal to it.
    """

    value: CardValue
    equal: Annotated[list[int], CARDS]


# The page is sent these fields too: ``CARD_VALUE`` of ``solver/table/values.py``.
LEGAL = record(
    "card=value.card equal",
    *guarantee_fields("value.bounds"),
    "share=value.share loss=value.loss",
    of=Legal,
    columns="card=cards guarantee share loss",
)


def legal(solution: Solution) -> list[Legal] | None:
    """Return the legal cards, in their order in the position; None if they were not valued."""
    if solution.cards is None:
        return None
    groups = [sorted(group, reverse=True) for group in solution.position.equivalent_cards()]
    equals = {card: group for group in groups for card in group}
    return [
        Legal(value, [card for card in equals[value.card] if card != value.card])
        for value in solution.cards
    ]


def pairs_of(position: Position) -> list[tuple[Seat, ...]] | None:
    """Return the two sides, forehand's first, if each has several seats; otherwise None."""
    if not position.declarers or position.declarer is not None:
        return None
    first = position.side(position.seats.FOREHAND)
    return [first, tuple(seat for seat in position.seats if seat not in first)]


SOLUTION = record(
    DEAL_OF_FILE,
    VARIANT,
    "contract=position.contract",
    ace_low("position.ace_low"),
    *unit_fields(
        "position",
        unit=", in games for the points of cards: all guarantees, bounds, best cases, shares and "
        "losses, and what is won before, are points",
        worth=", in the trick in progress too",
        declarer=" A partner's guarantee is what all get together, and there are no shares.",
    ),
    field(
        "sides?: There where pairs play: who are partners. What a seat has is what the two get "
        "together.",
        pair_of(list_of(SEAT)),
        lambda solution: pairs_of(solution.position),
    ),
    "leader=position.leader: Who led to the trick in progress.",
    "to_play=position.to_play tricks",
    hand_field(
        "hands=position.hands: The cards held, without those on the table.",
        "position.rules",
        by_seat(HAND),
    ),
    field("piles?", PILES, lambda solution: getattr(solution.position, "piles", None)),
    "table=position.table: The cards on the table, in the order played.",
    given("won: Tricks won before the position; not counted in what follows.", TRICKS),
    *guarantee_fields(),
    "best_case share",
    maybe(
        "points: What the deal is worth to each seat; there only for a whole deal of a variant.",
        by_seat(POINTS),
    ),
    field("cards?: With --cards: every legal card.", list_of(LEGAL), legal),
    "line?",
    maybe(
        "bid: What was bid, or claimed, and whether it is made; there only for a whole deal of a "
        "game in which that can be.",
        BID,
    ),
    of=Solution,
    columns="contract leader ace_low=ace guarantee best_case share points",
)
"""The values of a position, from any source."""


class TableEntry(NamedTuple):
    """The guarantees with a contract and a leader. In games with partners the leader declares.

    Attributes:
        leader: Who leads, or declares where all others are partners.
    """

    contract: Contract
    leader: Seat
    rules: TrickRules
    worth: int
    bounds: SeatBounds

    @property
    def declarer(self) -> Seat:
        """The leader."""
        return self.leader


ENTRY = record(
    "contract leader",
    ace_low("rules.ace_low"),
    *unit_fields(""),
    *guarantee_fields(),
    of=TableEntry,
    columns="contract leader ace_low=ace guarantee",
)

TABLE = record(
    DEAL_OF_FILE,
    given("tricks: The cards of a hand.", LENGTH),
    given("table: One row per contract and leader.", list_of(ENTRY)),
    name="table",
    title="manni table --json",
    doc="The guarantees of every contract and leader, one line per deal.",
)


def values_table(
    solution: Solution, points: Sequence[Points] | None = None, *more: Columns
) -> Table:
    """Return a table with a row for each seat: guarantee, best case, share and points if given.

    Between two sides all three values are equal, and only the guarantee is shown to people.
    ``more`` columns may follow.
    """
    overrides = {"guarantee": solution.bounds, "points": points}
    alone = "=-" * solution.position.two_sided

    def of(key: str) -> Callable[[Seat], Any]:
        values: Any = overrides.get(key, getattr(solution, key, None))
        return lambda seat: None if values is None else values[seat]

    spec = f"guarantee best_case{alone} share{alone}:.2f points{'=-' * (points is None)}:?+.2f"
    parts = [seat_column(lambda seat: seat), *fields(SOLUTION, spec, of=of), *more]
    return table_of(parts, solution.position.seats)


def legend(position: Position, points: Sequence[Points] | None = None) -> str:
    """Return an explanation of the values, with a second line if there are points."""
    unit = 2 * (position.rules.unit == "points") + position.avoids
    text = gettext(_SURE[unit])
    if pairs_of(position):
        text += _(
            "; partners get it together, the others the rest: best case and share are the same"
        )
    elif not position.two_sided:
        text += _("; best case: if the others get only their guarantees; share: a fair split")
    elif position.declarers:
        others = [seat for seat in position.seats if seat is not position.declarer]
        text += text_if(
            len(others) == 2,
            "; of {pair}: what the two get together",
            "; of {pair}: what they get together",
            pair=format_list(others, "of"),
        )
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


def plays_column(seat: Seat, cards: Reader[Iterable[int]]) -> Columns:
    """Return the column of the cards that a seat may play, equal cards in one cell."""
    head = _("{seat} plays", seat=seat_letter(seat))
    return extra_column(Column(head, "cards", left=True), lambda row: cards_text(cards(row)))


def card_values_table(solution: Solution, *more: Columns) -> Table:
    """Return the table of the legal cards' values, the best first, equal cards in one row.

    ``more`` columns about the cards may follow.
    """
    position = solution.position
    mover, partners, seats = position.to_play, position.two_sided, position.seats
    letters = seat_letters(seats)
    shares = [None if partners else _("share {seat}", seat=letter) for letter in letters]
    parts = [
        seat_column(lambda row: mover, None),
        plays_column(mover, lambda row: (row.value.card, *row.equal)),
        *fields(LEGAL, "guarantee", *letters, seats=seats),
        *fields(LEGAL, "share:.2f", *shares, seats=seats),
        *fields(LEGAL, "loss"),
        *more,
    ]
    return table_of(parts, best_first(solution))


def best_first(solution: Solution) -> list[Legal]:
    """Return the legal cards, the best first. The highest of equal cards stands for all of them."""
    position = solution.position

    def order(row: Legal) -> tuple[bool, int, Fraction]:
        value = row.value
        share = Fraction(0) if value.share is None else value.share[position.to_play]
        return value.loss is None, value.loss or 0, -position.sign * share

    rows = (row for row in legal(solution) or () if row.value.card > max(row.equal, default=-1))
    return sorted(rows, key=order)


def line_text(position: Position, line: Sequence[int], first: int = 1) -> Text:
    """Return a line of play by tricks, the first numbered ``first``, with the seat of each card."""
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
            wins = text_if(
                position.rules.unit != "tricks",
                "{seat} wins {number}",
                "{seat} wins",
                seat=seat_letter(position.taken_by),
                number=position.taken,
            )
            lines.append(Text(f"{len(lines) + first:>2}  ", trick, f"  {wins}"))
            played = []
    return join("\n", lines)


def guarantee_text(bounds: Bounds | None) -> str:
    """Return a guarantee, or its proved bounds, as a cell of a table; a dash for None."""
    return UNKNOWN if bounds is None else bounds_text(bounds)


def contracts_table(entries: Sequence[TableEntry], seats: Sequence[Seat], declares: bool) -> Table:
    """Return the guarantees of ``seats``: one row per contract, one block of columns per leader.

    A contract is marked if the ace is low in it. With ``declares`` the heads say that the leader
    declares.
    """
    does = text_if(declares, "{seat} declares", "{seat} leads")
    width = max(len(guarantee_text(entry.bounds[seat])) for entry in entries for seat in seats)

    def block(texts: Iterable[str]) -> str:
        return " ".join(text.rjust(width) for text in texts)

    letters = block(map(seat_letter, seats))
    heads, rows = {}, dict[str, list[AnyCell]]()
    for entry in entries:
        head = filled(does, seat=Name(seat_letter(entry.leader)))
        heads[entry.leader] = Column(letters, letters, True, head)
        name = contract_name(entry.contract, False, entry.rules.ace_low)
        guarantees = block(guarantee_text(entry.bounds[seat]) for seat in seats)
        rows.setdefault(name, [name]).append(guarantees)
    return Table([Column("", "contract", True), *heads.values()], [*rows.values()], gap=4)


def guarantees_table(entries: Sequence[TableEntry]) -> Table:
    """Return the table for programs, with one row per contract and leader."""
    seats = type(entries[0].leader) if entries else Seat
    return table_of(fields(ENTRY, "<contract <leader <ace_low guarantee", seats=seats), entries)


def bid_text(answer: BidMade, position: Position) -> str:
    """Return whether the declarer makes his bid: ``30 is bid: dealer is sure of 26, 4 short``."""
    text = _(
        "{bid_said}: {what}",
        bid_said=text_if(answer.claimed, "{bid} is claimed", "{bid} is bid", bid=answer.bid),
        what=_what_comes(answer, position.avoids),
    )
    low, high = answer.sure
    return filled(text, seat=answer.seat, low=low, high=high)


def _what_comes(answer: BidMade, avoids: bool) -> str:
    """Return a clause on the declarer's result, with ``{seat}``, ``{low}``, ``{high}`` to fill."""
    low, high = answer.sure
    if answer.made is None:
        return _("whether {seat} makes it is not proved")
    if avoids and answer.made:
        return _("{seat} can be made to take no trick")
    if avoids and low != high:
        return _("{seat} can be made to take {low} at least")
    if avoids:
        return _("{seat} can be made to take {low}")
    if not answer.bid.name.isdigit():
        return text_if(
            answer.made, "{seat} is sure of every trick", "{seat} is not sure of every trick"
        )
    if answer.made:
        return text_if(low == high, "{seat} is sure of {low}", "{seat} is sure of at least {low}")
    sure = text_if(
        low == high,
        "{seat} is sure of {low}, {short} short",
        "{seat} is sure of at most {high}, {short} short",
    )
    return sure.replace("{short}", str(answer.bid.worth - high))
