"""The columns of a table of positions: those that ask, and those added with the answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from solver import checks
from solver.cards import FULL_PACK, MAX_CARDS, SEATS, Seat
from solver.checks import quote
from solver.engine import check_known
from solver.errors import DealError, SolverError
from solver.fields import read_bid, read_field
from solver.files.parquet import arrow
from solver.frames.questions import EVERY_SEAT, NONE, Answers, Questions
from solver.notation import parse_cards, parse_contract, parse_seat
from solver.rules.asked import leader_for, rules_said
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.variant import Variant
from solver.values.many import best_and_share

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

HANDS = tuple(f"hand_{seat.letter}" for seat in Seat)
GUARANTEES = tuple(f"guarantee_{seat.letter}" for seat in Seat)
LOWER = tuple(f"lower_{seat.letter}" for seat in Seat)
UPPER = tuple(f"upper_{seat.letter}" for seat in Seat)

BEST_CASES = tuple(f"best_case_{seat.letter}" for seat in Seat)
SHARES = tuple(f"share_{seat.letter}" for seat in Seat)

ASKING = (
    *HANDS, "contract", "leader", "declarer", "variant", "bid", "ace_low", "played", "seats"
)  # fmt: skip
"""The columns of a question; only hands and contract must be there."""

CARRIED = ("id", "manni", "cut")
"""The columns that are carried along: what ``manni deal`` writes besides, and a key."""

ANSWERING = (*GUARANTEES, *LOWER, *UPPER, *BEST_CASES, *SHARES, "error")
"""The columns of an answer. In a question they are skipped: an earlier run wrote them."""


def check_columns(names: list[str]) -> None:
    """Raise DealError unless the columns ask for positions and none is unknown."""
    for name in names:
        if name not in ASKING + CARRIED + ANSWERING:
            possible = " ".join(ASKING + CARRIED)
            raise DealError(f"no column is called {quote(name)}: there are {possible}")
    _check_present(names)


def check_own_columns(names: list[str]) -> None:
    """Raise DealError unless the columns ask for positions; others may stand beside them.

    One that is nearly called as a column that asks is refused: were it a slip, the answers would
    be those to another question.
    """
    known = (*ASKING, *CARRIED, *ANSWERING)
    for name in names:
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(name.lower(), {each.lower() for each in ASKING}, 1, 0.85)
            for meant in (each for each in ASKING if near == [each.lower()]):
                raise DealError(f"no column is called {quote(name)}: is {meant} meant?")
    _check_present(names)


def _check_present(names: list[str]) -> None:
    for name in (*HANDS, "contract"):
        if name not in names:
            raise DealError(f"the column {name} is missing")
    if len(set(names)) < len(names):
        raise DealError("two columns have the same name")


def asking(table: pa.Table) -> pa.Table:
    """Return a table without the columns of answers."""
    return table.select([name for name in table.column_names if name not in ANSWERING])


def questions_of(table: pa.Table) -> tuple[Questions, dict[int, str]]:
    """Return what a table asks and, by row, what is wrong with those that ask nothing."""
    reader = _Reader(table)
    questions = Questions.blank(len(table))
    questions.hands[:] = reader.hands()
    questions.contracts[:] = reader.numbers("contract", _contract, None)
    questions.declarers[:] = reader.numbers("declarer", _seat, NONE)
    questions.leaders[:] = reader.numbers("leader", _seat, NONE)
    questions.on_table[:] = reader.numbers("played", _on_table, (NONE,) * (SEATS - 1), SEATS - 1)
    questions.seats[:] = reader.numbers("seats", _seats, EVERY_SEAT)
    reader.games(questions)
    partners = np.array([rules.partners for rules in questions.games])[questions.rules]
    questions.declarers[~partners] = NONE
    questions.seats[list(reader.errors)] = 0
    for row in map(int, np.flatnonzero(_doubtful(questions))):
        try:
            check_known(questions.position(row))
        except SolverError as error:
            reader.errors.setdefault(row, str(error))
            questions.seats[row] = 0
    return questions, reader.errors


def _doubtful(questions: Questions) -> NDArray[np.bool_]:
    """Return the rows still to be checked as positions; all others are valid."""
    hands = questions.hands
    sizes = np.bitwise_count(hands)
    doubled = (hands[:, 0] & hands[:, 1]) | (hands[:, 2] & (hands[:, 0] | hands[:, 1]))
    outside = np.bitwise_or.reduce(hands, axis=1) & ~np.uint64(FULL_PACK)
    uneven = (sizes != sizes[:, :1]).any(axis=1) | (sizes[:, 0] > MAX_CARDS)
    held = (doubled | outside) != 0
    doubtful = held | uneven | (questions.on_table[:, 0] != NONE) | ~questions.plain()
    asked: NDArray[np.bool_] = doubtful & (questions.seats != 0)
    return asked


class _Reader:
    """Reads the columns of a table; ``errors`` has the first thing wrong with each bad row."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self.errors: dict[int, str] = {}

    def hands(self) -> NDArray[np.uint64]:
        """Return ``uint64[n, 3]``, 0 where there is no hand."""
        hands = np.zeros((len(self._table), SEATS), dtype=np.uint64)
        for seat, name in enumerate(HANDS):
            column = _whole(self._table.column(name).combine_chunks())
            if not arrow().types.is_integer(column.type):
                raise DealError(f"column {name} is of type {column.type}: uint64 is wanted")
            self._refuse(column.is_null(), f"the column {name} is empty")
            numbers = column.fill_null(0).to_numpy(zero_copy_only=False)
            if arrow().types.is_signed_integer(column.type):
                self._refuse(numbers < 0, f"column {name}: a hand is below 0")
            hands[:, seat] = numbers.astype(np.uint64)
        return hands

    def _refuse(self, rows: Any, message: str) -> None:
        for row in np.flatnonzero(np.asarray(rows)):
            self.errors.setdefault(int(row), message)

    def games(self, questions: Questions) -> None:
        """Write which rules each row is played by: what game, contract, bid and ace come to.

        Who leads, where that is not said, follows from variant and declarer.
        """
        variants: list[Variant | None] = [None]

        def place(code: object) -> int:
            named = get_variant(checks.text(code, "variant"))
            if named not in variants:
                variants.append(named)
            return variants.index(named)

        bids: list[str | None] = [None]

        def rung(value: Any) -> int:
            bids.append(read_bid(value))
            return len(bids) - 1

        variant, ace_low = self.numbers("variant", place, 0), self.numbers("ace_low", _flag, NONE)
        bid = self.numbers("bid", rung, 0)
        together = np.stack((variant, bid, questions.declarers, ace_low, questions.contracts))
        numbers = together.T.astype(np.int64) @ (1 << np.array([32, 16, 12, 8, 0]))
        _, rows, places = np.unique(numbers, return_index=True, return_inverse=True)
        for index, row in enumerate(rows):
            low = None if ace_low[row] == NONE else bool(ace_low[row])
            contract = Contract(int(questions.contracts[row]))
            try:
                declarer = int(questions.declarers[row])
                declared_by = None if declarer == NONE else Seat(declarer)
                said = bids[bid[row]]
                rules = rules_said(contract, low, variants[variant[row]], declared_by, said)
                questions.rules[places == index] = questions.game(rules)
            except SolverError as error:
                self._refuse(places == index, str(error))
        usual = [[leader_for(each, game) for each in (*Seat, None)] for game in variants]
        leads = np.array(usual)[variant, questions.declarers]  # NONE, -1, is the last
        questions.leaders[:] = np.where(questions.leaders == NONE, leads, questions.leaders)

    def numbers(
        self, name: str, read: Callable[[Any], Any], absent: Any, width: int = 1
    ) -> NDArray[np.int16]:
        """Return the numbers a column stands for; each different value is read once.

        ``absent`` is what an empty place stands for, None if it may not be empty.
        """
        rows = len(self._table)
        if name not in self._table.column_names:
            return np.full((rows, width)[:width], absent, dtype=np.int16)
        column = _plain(self._table.column(name), name).dictionary_encode()
        values = column.dictionary.to_pylist()
        places = column.indices.fill_null(len(values)).to_numpy(zero_copy_only=False)
        blank = 0 if absent is None else absent
        meaning = np.array([blank] * (len(values) + 1), dtype=np.int16)
        for place, value in enumerate(values):
            try:
                meaning[place] = read_field(name, value, read)
            except SolverError as error:
                self._refuse(places == place, str(error))
        if absent is None:
            self._refuse(places == len(values), f"the column {name} is empty")
        numbers: NDArray[np.int16] = meaning[places]
        return numbers


def _plain(column: pa.ChunkedArray, name: str) -> pa.Array:
    """Return a column of plain values: a list of texts as one text."""
    pa = arrow()
    array = _whole(column.combine_chunks())
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_string_view(array.type):
        array = array.cast(pa.large_string())
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        if not _is_text(array.type.value_type):
            raise DealError(f"column {name} is of type {array.type}: texts are wanted")
        array = pa.array(
            [None if row is None else " ".join(map(str, row)) for row in array.to_pylist()],
            pa.string(),
        )
    kinds = (pa.types.is_boolean, pa.types.is_integer, pa.types.is_null)
    if not (_is_text(array.type) or any(kind(array.type) for kind in kinds)):
        raise DealError(f"column {name} is of type {array.type}: texts or numbers are wanted")
    return array.cast(pa.string()) if pa.types.is_null(array.type) else array


def _whole(array: pa.Array) -> pa.Array:
    """Return whole numbers as such: beside an empty place pandas has them as floats."""
    if arrow().types.is_floating(array.type):
        try:
            return array.cast(arrow().int64())
        except arrow().ArrowInvalid:  # a fraction, or too large: the type says what is wrong
            pass
    return array


def _is_text(kind: pa.DataType) -> bool:
    types = arrow().types
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _contract(value: Any) -> int:
    named = isinstance(value, str)
    return parse_contract(value) if named else checks.member(Contract, value, "contract")


def _seat(value: Any) -> int:
    return parse_seat(value) if isinstance(value, str) else checks.seat(value)


def _flag(value: Any) -> int:
    return checks.flag(value, "ace_low")


def _on_table(value: Any) -> tuple[int, ...]:
    cards = parse_cards(checks.text(value, "played"))
    if len(cards) >= SEATS:
        raise DealError(f"{len(cards)} cards on the table: a trick in progress has 1 or 2")
    return (*cards, *(NONE,) * (SEATS - 1 - len(cards)))


def _seats(value: Any) -> int:
    return sum({1 << parse_seat(seat) for seat in checks.text(value, "seats").split()})


def answered(
    table: pa.Table,
    questions: Questions,
    answers: Answers,
    errors: dict[int, str],
    *,
    bounds: bool = False,
    share: bool = False,
) -> pa.Table:
    """Return a table with its answers.

    ``bounds`` adds those proved of what is not known, ``share`` best cases and shares.
    """
    pa = arrow()

    def add(names: Iterable[str], values: NDArray[Any], known: NDArray[np.bool_]) -> None:
        nonlocal table
        kind = pa.from_numpy_dtype(values.dtype)
        for seat, name in enumerate(names):
            column = pa.array(values[:, seat], kind, mask=~known[:, seat])
            table = table.append_column(name, column)

    known = (answers.lower == answers.upper) & (answers.lower != NONE)
    add(GUARANTEES, answers.lower, known)
    if bounds:
        add(LOWER, answers.lower, answers.lower != NONE)
        add(UPPER, answers.upper, answers.upper != NONE)
    if share:
        best, shares = best_and_share(answers.lower, questions.worth(), questions.avoids())
        whole = np.repeat(known.all(axis=1, keepdims=True), SEATS, axis=1)
        # Between a declarer and two partners nothing is open.
        alone = (questions.declarers == NONE)[:, None]
        add(BEST_CASES, np.where(alone, best, answers.lower), whole)
        add(SHARES, shares, whole & alone)
    wrong = pa.nulls(len(table), pa.string())
    if errors:
        wrong = pa.array([errors.get(row) for row in range(len(table))], pa.string())
    return table.append_column("error", wrong)


def fingerprint(table: pa.Table) -> str:
    """Return a short name for what a table holds, the same however it is cut into chunks."""
    digest = hashlib.blake2b(digest_size=8)
    for name, column in zip(table.column_names, table.columns, strict=True):
        digest.update(f"{name}\0{column.type}\0{len(column)}\0".encode())
        for piece in _content(column.combine_chunks()):
            digest.update(piece)
    return digest.hexdigest()


def _content(array: pa.Array) -> Iterable[bytes]:
    """Yield bytes that two arrays of a type share only if they hold the same."""
    types = arrow().types
    if types.is_integer(array.type) or types.is_floating(array.type):
        yield np.packbits(np.asarray(array.is_null())).tobytes()
        yield array.fill_null(0).to_numpy(zero_copy_only=False).tobytes()
    elif _is_text(array.type) or types.is_boolean(array.type):
        encoded = array.dictionary_encode()
        yield repr(encoded.dictionary.to_pylist()).encode("utf-8", "backslashreplace")
        yield encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).tobytes()
    else:
        yield repr(array.to_pylist()).encode("utf-8", "backslashreplace")
