"""The door to the compiled search for tricks, in the plain games."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from manni.solver import _search
from manni.solver.errors import NoBookWarning, SolverError
from manni.solver.position import Position
from manni.solver.rules.contract import Contract
from manni.solver.run import Run
from manni.solver.searches import Bounds, limits_of, techniques_of
from manni.solver.searches.crew import Crew, Help

if TYPE_CHECKING:
    pass

TECHNIQUES = techniques_of(_search)
"""The techniques of the search and the bit of ``Engine(switches=…)`` that stands for each."""


def search_type() -> type[_search.Search]:
    """Return the search built for this processor.

    It is built twice: for any processor of this family, and for those with instructions
    that gather and spread bits. Both search the same nodes.
    """
    if _search.wide_processor():
        try:
            from manni.solver import _search_v3
        except ImportError:  # not built: this compiler does not know the instructions
            pass
        else:
            return _search_v3.Search
    return _search.Search


def _look_for_book() -> None:
    """Warn where the book of endings is missing; SolverError where it is damaged."""
    try:
        missing = _search.missing_book()
    except ValueError as error:
        raise SolverError(str(error)) from None
    if missing is not None:
        note = "the book of endings is missing; without it searching takes longer"
        warnings.warn(f"{missing}: {note}", NoBookWarning, stacklevel=2)


class Tricks:
    """Guarantees in tricks, from a table whose patterns speak of relative ranks.

    So what one deal proved helps the next. Up to ``threads`` may search for one guarantee
    together where that takes long. A search made ``beside`` another works on its table, with
    its crew and switches; both may search at a time only while one is shared.
    """

    def __init__(
        self, memory_mb: float, threads: int, switches: int, beside: Tricks | None = None
    ) -> None:
        new = search_type()
        if beside is None:
            if switches & TECHNIQUES["book"]:
                _look_for_book()
            # In a pool each thread has an engine, and may help with the search of another.
            first = new(int(memory_mb * (1 << 20)), switches, contexts=2 * threads - 1)
            self.crew = Crew(threads, lambda: new(0, switches, beside=first))
            self.compiled = first
        else:
            self.crew = beside.crew
            self.compiled = new(0, beside.compiled.switches, beside=beside.compiled)
        self._nodes_of_help = 0

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since it was made."""
        return self.compiled.nodes + self._nodes_of_help

    def bounds(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        """Return proved bounds of a seat's guarantee within those given."""
        return self.bounds_of(
            position.hands,
            position.contract,
            position.leader,
            seat,
            position.table,
            position.ace_low,
            lower,
            upper,
            guess,
            run,
        )

    def bounds_of(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        table: tuple[int, ...],
        ace_low: bool,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        """Return what ``bounds`` does for the parts of a position."""
        help = Help(self.crew, self.compiled) if self.crew.threads > 1 else None
        try:
            return self.compiled.bounds(
                hands,
                contract,
                leader,
                seat,
                table,
                ace_low,
                lower,
                upper,
                -1 if guess is None else guess,
                *limits_of(run),
                None if help is None else help.call_in,
            )
        finally:
            if help is not None:
                help.end()
                self._nodes_of_help += help.nodes

    def proof(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        target: int,
        table: tuple[int, ...],
        ace_low: bool,
        run: Run | None,
    ) -> tuple[bool | None, tuple[int, int, int, int]]:
        """Return whether a seat takes ``target`` tricks, None if stopped, and why.

        Why are the comparisons of cards that the proof rests on, a mask a suit: see
        ``analysis.places``. One thread searches.
        """
        return self.compiled.proof(
            hands,
            contract,
            leader,
            seat,
            target,
            table,
            ace_low,
            *limits_of(run),
        )
