"""A position, its values and those of its cards, described."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from manni.solver.cards import Seat
from manni.solver.report.why import WHY
from manni.solver.rules.contract import Contract
from manni.solver.rules.trick import TrickRules
from manni.solver.schema import (
    CARDS,
    COUNT,
    FLAG,
    HAND,
    LENGTH,
    LOSS,
    SEAT,
    TEXT,
    TRICKS,
    Field,
    Schema,
    bounded,
    by_seat,
    counted,
    field,
    integer,
    list_of,
    met,
    nullable,
    number,
    record,
)
from manni.solver.values.selfish import SelfishCard, SelfishSolution
from manni.solver.values.share import Points
from manni.solver.values.solution import CardValue, SeatBounds, Solution

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

DEAL = "The number of the deal in its file, from 1."
DEAL_OF_FILE = field("deal", COUNT, f"{DEAL[:-1]}; there only with a FILE.", None, optional=True)
_ACE = FLAG._replace(cells=lambda low: [ace_text(low)])


def ace_low(of: str = "ace_low") -> Field:
    """Return the field of a low ace; in CSV it is "low" or "high"."""
    doc = "Whether the ace is the lowest card of its suit."
    return field("ace_low", _ACE, doc, of)


def ace_text(is_low: bool) -> str:
    """Return which end of a suit the ace is."""
    return "low" if is_low else "high"


BID = record(
    field("name", TEXT, "The bid: a number of points, general, or a misère.", of="bid.name"),
    field(
        "sure",
        nullable(LOSS),
        "What the declarer is sure of in the whole deal, of a misère the tricks he can be made "
        "to take; null where only bounds are proved.",
        of=lambda answer: met(answer.sure),
    ),
    field(
        "made",
        nullable(FLAG),
        "Whether the bid is made against any play; null if not proved.",
    ),
)

SELFISH_CARD = record(
    "card",
    field("least", TRICKS, "The fewest tricks of each seat after the card."),
    field("most", TRICKS, "The most tricks of each seat after the card."),
    "sure_loss",
    of=SelfishCard,
    columns="least=selfish_least most=selfish_most sure_loss",
)

SELFISH = record(
    "least",
    "most",
    "outcomes",
    "cards",
    of=SelfishSolution,
    columns="least=selfish_least most=selfish_most",
)


class Legal(NamedTuple):
    """The value of a legal card, and the other cards that are equal to it."""

    value: CardValue
    equal: Annotated[list[int], CARDS, "The other legal cards that are equal to it."]


LEGAL = record(
    "card=value.card",
    "equal",
    *bounded("value.bounds"),
    "share=value.share",
    "loss=value.loss",
    of=Legal,
    columns="card=cards guarantee share loss",
)


def legal(solution: Solution) -> list[Legal] | None:
    """Return the legal cards, in their order in the position; None where not asked for."""
    if solution.cards is None:
        return None
    groups = [sorted(group, reverse=True) for group in solution.position.equivalent_cards()]
    equals = {card: group for group in groups for card in group}
    return [
        Legal(value, [card for card in equals[value.card] if card != value.card])
        for value in solution.cards
    ]


SOLUTION = record(
    DEAL_OF_FILE,
    "contract=position.contract",
    ace_low("position.ace_low"),
    *counted(
        "position",
        unit=", in games for the points of cards: all guarantees, bounds, best cases, shares and "
        "losses, and what is won before, are points",
        worth=", in the trick in progress too",
        declarer=" A partner's guarantee is what the two get together, and there are no shares.",
    ),
    field("leader", SEAT, "Who led to the trick in progress.", "position.leader"),
    "to_play=position.to_play",
    "tricks",
    field(
        "hands",
        by_seat(HAND),
        "The cards held, without those on the table.",
        lambda own: [(hand, own.position.rules.written) for hand in own.position.hands],
    ),
    field("table", CARDS, "The cards on the table, in the order played.", "position.table"),
    field("won", TRICKS, "Tricks won before the position; not counted in what follows.", None),
    *bounded(),
    "best_case",
    "share",
    field(
        "points",
        by_seat(POINTS),
        "What the deal is worth to each seat; there only for a whole deal of a variant.",
        None,
        optional=True,
    ),
    field("cards", list_of(LEGAL), "With --cards: every legal card.", legal, optional=True),
    "line?",
    field(
        "bid",
        BID,
        "What was bid, or claimed, and whether it is made; there only for a whole deal of a game "
        "in which that can be.",
        None,
        optional=True,
    ),
    field(
        "selfish",
        nullable(SELFISH),
        "With --selfish: what may come of the position if each plays for his own tricks alone; "
        "null if there was no time.",
        None,
        optional=True,
    ),
    field(
        "why",
        by_seat(WHY, every=False),
        "With --why: what the guarantee of each seat rests on; left out where there was no time.",
        None,
        optional=True,
    ),
    of=Solution,
    columns="contract leader ace_low=ace guarantee best_case share points",
    name="solve",
    title="manni solve --json",
    doc="The values of a position, one line per deal. Tricks count from the position on, the trick "
    "in progress included.",
)


class Entry(NamedTuple):
    """The guarantees of a contract and a leader, who declares where two are partners."""

    contract: Contract
    leader: Annotated[Seat, "Who leads, or declares where two are partners."]
    rules: TrickRules
    worth: int
    bounds: SeatBounds

    @property
    def declarer(self) -> Seat:
        """The leader."""
        return self.leader


ENTRY = record(
    "contract",
    "leader",
    ace_low("rules.ace_low"),
    *counted(""),
    *bounded(),
    of=Entry,
    columns="contract leader ace_low=ace guarantee",
)

TABLE = record(
    DEAL_OF_FILE,
    field("tricks", LENGTH, "The cards of a hand.", None),
    field(
        "table",
        list_of(ENTRY),
        "One row per contract and leader.",
        None,
    ),
    name="table",
    title="manni table --json",
    doc="The guarantees of every contract and leader, one line per deal.",
)
