"""The errors a user can cause.

Every one is a ``SolverError`` and a ``ValueError``: one line that says what
was wrong, names the text or card, and, where there is one, the place.
Anything else that escapes the library is a bug.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self

from .i18n import N_, gettext, plain_english


def one_line(message: str, limit: int = 400) -> str:
    """Return a message on one line, shortened if it quotes a very long input."""
    message = " ".join(message.split())
    return message if len(message) <= limit else message[: limit - 1] + "…"


class SolverError(ValueError):
    """The base class of the library's errors: bad input, time that ran out, an engine in use.

    >>> from manni import Position, SolverError
    >>> try:
    ...     Position("AK... KJ... 98...", "NT")
    ... except SolverError as error:
    ...     print(error)
    forehand and middlehand both hold SK

    ``seat`` is the number of the seat concerned, from 0, and ``card`` the number of the card as in
    ``solver.cards``: 13 times its suit plus its rank. Each is None unless the error concerns a
    single one that is known. What else an error says of its ``place`` are attributes too.
    """

    seat: int | None = None
    card: int | None = None
    told: str = ""
    """The message in the language spoken; empty where it is in English alone."""
    yours: str = ""
    """The same to the player whose mistake it is; empty where it names nobody."""

    def __init__(self, message: str, **place: Any) -> None:
        super().__init__(message)
        vars(self).update(place)

    @classmethod
    def translated(cls, say: Callable[[], str], yours: str = "", **place: Any) -> Self:
        """Return an error with the text of ``say`` in English as its message.

        ``told`` is the same text in the user's language. ``yours`` is what a player who made the
        mistake reads.
        """
        with plain_english():
            error = cls(say(), **place)
        error.told, error.yours = say(), yours
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        # Without ``__init__``, whose arguments are not kept: a process hands an error on as it is.
        new = copyreg.__newobj__  # type: ignore[attr-defined]  # typeshed leaves it out
        return new, (type(self), *self.args), vars(self)


class NotationError(SolverError):
    """Text that is not a card, a hand, a deal file or a value.

    >>> from manni import NotationError, parse_deals
    >>> try:
    ...     parse_deals('[Deal "F:AQ... K2... 43..."] [Contract "X"]', "night.manni")
    ... except NotationError as error:
    ...     print(error.file, error.deal, error.line)
    night.manni 1 1

    ``file`` is the name of the file, and ``deal`` the number of the deal in it, from 1. ``line``
    and ``column`` count from 1 too. Each is None if it is not known: a card by itself has no line.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        deal: int | None = None,
        file: str | None = None,
        card: int | None = None,
    ) -> None:
        self.message = message
        self.card = card
        self.line = line
        self.column = column
        self.deal = deal
        self.file = file
        place = ", ".join(
            f"{name} {number}"
            for name, number in (("deal", deal), ("line", line), ("column", column))
            if number is not None
        )
        # A name may hold a line break; the message is one line.
        file_name = repr(file) if file and not file.isprintable() else file
        super().__init__(": ".join(part for part in (file_name, place, message) if part))


class NoBookWarning(UserWarning):
    """The book of endings is missing: values are the same without it, but take longer."""


class NotCompiledError(SolverError, ImportError):
    """A compiled module is missing: this is a copy of the source that has not been built."""


@contextmanager
def compiled_here() -> Iterator[None]:
    """Raise NotCompiledError where a compiled module is not there to be imported."""
    try:
        yield
    except ImportError as error:
        if (error.path or "").endswith((".so", ".pyd")):  # it is, for another machine
            raise
        problem = "manni is not compiled here: make demo, or setup.py build_ext --inplace"
        raise NotCompiledError(problem) from None


class ArgumentError(SolverError):
    """An argument of a wrong type, size or range. The message says what is accepted.

    >>> from manni import Solver
    >>> Solver(threads=0)
    Traceback (most recent call last):
        ...
    manni.solver.errors.ArgumentError: threads: 0, expected 1 to 1024
    """


def cannot_be_read(file: str, error: OSError) -> NotationError:
    """Return the error of a file that cannot be opened or read."""
    reason = (error.strerror or str(error)).lower()
    return NotationError(f"cannot be read: {reason}", file=file or "''")


class DealError(SolverError):
    """Cards that cannot be a deal or a position: a card twice, a card missing, too many cards.

    >>> from manni import Position
    >>> Position("AKQ... J2... 43...", "NT")
    Traceback (most recent call last):
        ...
    manni.solver.errors.DealError: the hands differ in length: forehand 3, middlehand 2, dealer 2
    """


class RuleError(SolverError):
    """A call, exchange or score that the rules of the variant do not allow.

    >>> from manni import before_exchange, read_deals
    >>> before_exchange(read_deals("data/sample_deals/trjamann.manni")[0], "D")
    Traceback (most recent call last):
        ...
    manni.solver.errors.RuleError: dealer may not exchange in trjamann: only forehand may

    The message says what the rules allow.
    """


class StoppedError(SolverError):
    """Work that ended before there was an answer: its time was up, or it was called off.

    >>> from manni import Position, Run, solve_selfish
    >>> solve_selfish(Position("Q2... K3... A4...", "NULLO"), run=Run(cancelled=lambda: True))
    Traceback (most recent call last):
        ...
    manni.solver.errors.StoppedError: called off before there was an answer
    """


class OutOfMemoryError(SolverError, MemoryError):
    """A table for which there is no memory."""


class BusyError(SolverError):
    """Raised if a thread asks a Solver or Engine that is searching for another thread.

    Give each thread a Solver of its own.

    >>> from manni import BusyError, SolverError
    >>> issubclass(BusyError, SolverError)
    True
    """


_ILLEGAL = {
    "not held": N_("You do not hold that card."),
    "covered": N_("That card does not lie open."),
    "revoke": N_("You have to follow suit."),
    "rise": N_("You have to play higher, if you can."),
}


def illegal_text(kind: str) -> str:
    """Return why the player may not play a card, by the kind of the error."""
    ruff = N_("You have to ruff, and to go over a trump that lies there if you can.")
    return gettext(_ILLEGAL.get(kind, ruff))


class IllegalPlayError(SolverError):
    """A card that may not be played.

    >>> from manni import IllegalPlayError, Position
    >>> try:
    ...     Position("A.2.. K.3.. Q.4..", "NT").play("SA").play("H3")
    ... except IllegalPlayError as error:
    ...     print(error.kind, error)
    revoke card 2: middlehand's H3 revokes: it holds SK

    ``index`` counts the cards played from 1 (0 where there is no record), in ``Position.play``
    those of the trick. ``kind`` is one of ``"not held"``, ``"revoke"``, ``"rise"``, ``"ruff"``,
    ``"overruff"``, ``"covered"``, ``"out of turn"``, ``"played twice"`` and ``"no card to play"``.
    """

    index: int
    seat: int
    card: int
    kind: str

    def __init__(self, message: str, *, kind: str, **place: Any) -> None:
        super().__init__(message, kind=kind, yours=illegal_text(kind), **place)
