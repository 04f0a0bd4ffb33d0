"""Lines of JSON that ask for positions.

First leads of the plain games, nearly all lines of nearly all files, never become positions: what
a line asks besides its hands is looked at once, and the hands of a part are searched in one call.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from operator import eq
from typing import Any, NamedTuple

from manni.solver.cards import MAX_CARDS, SEATS, BySeat
from manni.solver.engine import Engine
from manni.solver.errors import SolverError, one_line
from manni.solver.files.dealfile import placed
from manni.solver.files.jsonfile import Line, SolveRequest, parse_line, solve_request
from manni.solver.notation import parse_hands
from manni.solver.position import Position
from manni.solver.run import Run

_SHORT = 12
"""Cards a hand of which a search takes less than a moment."""

_MOST = 32
"""Lines that an engine solves at a time, so that several are done together."""


class Question(NamedTuple):
    """A line, what it says, its hands and what it asks, or what is wrong with it.

    A request for a ``lead`` is that of the first line which asks the same of its own hands.
    """

    line: Line
    record: dict[str, Any]
    hands: BySeat[int] = (0, 0, 0)
    request: SolveRequest | None = None
    lead: Position | None = None
    error: str | None = None

    @property
    def is_short(self) -> bool:
        """Whether it is answered in no time."""
        if self.lead is None:
            return self.request is None
        return self.hands[0].bit_count() <= _SHORT


def read_question(line: Line, leads: dict[str, SolveRequest] | None) -> Question:
    """Return what a line asks; ``leads`` are those known by what is asked besides the hands.

    None if a lead is a position as any other.
    """
    record: dict[str, Any] = {}
    try:
        record = parse_line(line.text)
        if line.error is not None:
            return Question(line, record, error=line.error)
        besides = repr({key: record[key] for key in record if key not in ("hands", "id")})
        request = leads.get(besides) if leads else None
        if request and (hands := _hands_of(request.pack, record.get("hands"))):
            return Question(line, record, hands, request, request.position)
        request = solve_request(record)
    except SolverError as error:
        return Question(line, record, error=one_line(str(placed(error, line=line.number))))
    position = request.position
    if leads is None or not request.is_lead:
        return Question(line, record, position.hands, request)
    leads[besides] = request
    return Question(line, record, position.hands, request, position)


def _hands_of(pack: int, value: Any) -> BySeat[int] | None:
    """Return hands out of a pack, None for what is none: what is wrong is said by others."""
    try:
        hands = first, second, third = parse_hands(value)
    except SolverError:
        return None
    held, size = first | second | third, first.bit_count()
    if held & ~pack or held.bit_count() != SEATS * size:
        return None
    return hands if size == second.bit_count() == third.bit_count() <= MAX_CARDS else None


def parts_of(questions: Iterable[Question]) -> Iterator[list[Question]]:
    """Yield questions in parts that are worth a task; none waits for lines that are yet to come.

    What may take long is a part by itself, with what follows of the same deal.
    """
    part: list[Question] = []
    for question in questions:
        if part and not (len(part) < _MOST and _go_together(part[-1], question)):
            yield part
            part = []
        part.append(question)
        if not question.line.more:
            yield part
            part = []
    if part:
        yield part


def _go_together(before: Question, question: Question) -> bool:
    if before.is_short and question.is_short:
        return True
    return [*map(eq, before.hands, question.hands)].count(True) >= SEATS - 1


def lead_guarantees(engine: Engine, part: list[Question], run: Run) -> list[list[int]]:
    """Return the guarantees at the leads of a part. Raises StoppedError if the run was over."""
    hands, asked = array("Q"), array("b")
    for question in part:
        if (lead := question.lead) is not None:
            hands.extend(question.hands)
            asked.extend((lead.contract, lead.leader, lead.ace_low))
    rows = len(hands) // SEATS
    if not rows:
        return []
    cards = memoryview(hands).cast("B").cast("Q", (rows, SEATS))
    values = memoryview(bytearray(len(hands))).cast("b", (rows, SEATS))
    contracts, leaders, ace_low = (memoryview(asked[column::3]) for column in range(3))
    engine.fill_rows(cards, contracts, leaders, ace_low, values, range(rows), run)
    found: list[list[int]] = values.tolist()  # type: ignore[assignment]  # of two dimensions
    return found
