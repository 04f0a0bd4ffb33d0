"""The one door to the compiled searches for guarantees.

``solver.engine`` asks the one that knows the rules of a position. Nothing is checked here but
whether it does. Most searches for tricks are over before another thread could have begun: help is
called in by the search itself, some milliseconds on, if threads have nothing of their own to do.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from threading import Lock, Thread
from time import sleep
from types import ModuleType
from typing import TYPE_CHECKING

from .cards import (
    RANK_LETTERS,
    RANKS,
    SUITS,
    Seat,
    Suit,
    card_name,
    card_of,
    cards_in,
    hand_of,
    suit_of,
)
from .errors import NoBookWarning, RuleError, SolverError, compiled_here
from .position import Position
from .rules.trick import TrickRules
from .run import Run

with compiled_here():
    from . import _search

if TYPE_CHECKING:
    from .piles import PilePosition

Bounds = tuple[int, int]
"""Proved bounds of a guarantee, the lower first; equal if it is known."""

MOST_THREADS = 1024

_MOMENT = 0.0002
"""Seconds between looks at whether a thread that never quite began is out of the way."""


def limits_of(run: Run | None) -> tuple[float, Callable[[], bool] | None]:
    """Return when a run ends, 0 for never, and what says whether it is called off."""
    if run is None:
        return 0.0, None
    return 0.0 if run.deadline is None else run.deadline, run.is_cancelled


def techniques_of(compiled: ModuleType) -> dict[str, int]:
    """Return the techniques of a search and the bit that stands for each."""
    return {
        name.removeprefix("USE_").lower().replace("_", " "): bit
        for bit, name in sorted((b, n) for n, b in vars(compiled).items() if n.startswith("USE_"))
    }


TECHNIQUES = techniques_of(_search)
"""The techniques of the search for tricks, the bit of ``Engine(switches=…)`` for each."""


def search_type() -> type[_search.Search]:
    """Return the search built for this processor.

    Each is built twice: for any processor of this family, and for those with instructions
    that count, gather and spread bits. Both search the same nodes.
    """
    if _search.wide_processor():
        # Not built where the compiler does not know the instructions.
        with suppress(ModuleNotFoundError):
            from ._search_v3 import Search

            return Search
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
            self.crew = HelperPool(threads, lambda: new(0, switches, beside=first))
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
        helpers = HelpedSearch(self.crew, self.compiled) if self.crew.threads > 1 else None
        try:
            return self.compiled.bounds(
                position.hands,
                position.contract,
                position.leader,
                seat,
                position.table,
                position.ace_low,
                lower,
                upper,
                -1 if guess is None else guess,
                *limits_of(run),
                None if helpers is None else helpers.call_in,
            )
        finally:
            if helpers is not None:
                helpers.end()
                self._nodes_of_help += helpers.nodes


class HelperPool:
    """As many ``threads`` as may search on one table at a time.

    ``recruit`` makes a search on that table for one more thread.
    """

    def __init__(self, threads: int, recruit: Callable[[], _search.Search]) -> None:
        self.threads = threads
        self._recruit = recruit
        self._resting: list[_search.Search] = []
        self._helping = 0
        self._at_work = 1
        self._lock = Lock()

    def set_at_work(self, threads: int) -> None:
        """Say how many threads have searches of their own; the others may help."""
        with self._lock:
            self._at_work = threads

    def take(self) -> _search.Search | None:
        """Return a search for a thread that is free to help, None if there is none."""
        with self._lock:
            if self._at_work + self._helping >= self.threads:
                return None
            helper = self._resting.pop() if self._resting else self._recruit()
            self._helping += 1
            return helper

    def give_back(self, helper: _search.Search) -> None:
        """Take back what ``take`` gave."""
        with self._lock:
            self._helping -= 1
            self._resting.append(helper)


class HelpedSearch:
    """The threads of a crew that help one search; none is left after ``end``."""

    def __init__(self, crew: HelperPool, leader: _search.Search) -> None:
        self.nodes = 0
        """Positions searched by those who helped."""
        self._crew = crew
        self._leader = leader
        self._threads: list[Thread] = []
        self._refused = False

    def call_in(self) -> None:
        """Have every thread that is free help; called by the search, between two positions."""
        for _ in range(self._crew.threads - 1):  # some may be done before the last has begun
            helper = None if self._refused else self._crew.take()
            if helper is None:
                return
            if not self._threads:
                self._leader.share(True)
            thread = Thread(target=self._work, args=(helper, self._leader.question), daemon=True)
            self._threads.append(thread)
            try:
                thread.start()
            except RuntimeError:  # the system has no thread to give
                self._crew.give_back(helper)
                self._refused = True

    def _work(self, helper: _search.Search, question: int) -> None:
        before = helper.nodes
        try:
            helper.help(self._leader, question)
        finally:
            self.nodes += helper.nodes - before
            self._crew.give_back(helper)

    def end(self) -> None:
        """Stop the helping threads and wait for them, even through an exception."""
        self._leader.call_off_help()
        interrupted: BaseException | None = None
        waiting = bool(self._threads)
        while waiting:
            try:
                for thread in self._threads:
                    if thread.ident is not None:
                        thread.join()
                while self._leader.helpers:
                    sleep(_MOMENT)
                waiting = False
            except BaseException as error:  # Ctrl-C: they are about to stop
                interrupted = error
        if self._threads:
            self._leader.share(False)
            self._threads.clear()
        if interrupted is not None:
            raise interrupted


# Points ----------------------------------------------------------------------------------

MOST_RANKS = 8
"""A suit has at most so many cards, the highest of the pack: ten to seven in Manille."""

_MOST_TO_WIN = 255  # points in a position: the bounds of an entry are bytes
_MOST_BETWEEN = 7  # points between the dearest and the cheapest card of a suit


class Points:
    """Guarantees in points, from a table kept as long as questions are about the same rules.

    What one deal proved helps the next, and one trump another. Where seats are partners, the
    guarantee of each is what they are sure of together.
    """

    def __init__(self, memory_mb: float, switches: int) -> None:
        from ._points import PointsSearch  # here: most positions are plain

        if _search.wide_processor():
            with suppress(ModuleNotFoundError):
                from ._points_v3 import PointsSearch
        self.compiled = PointsSearch(int(memory_mb * (1 << 20)), switches)

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since it was made."""
        return self.compiled.nodes

    def bounds(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
        helpers: Collection[Seat] = (),
    ) -> Bounds:
        """Return proved bounds of a seat's guarantee within those given.

        With ``helpers`` it is what the seat gets by itself where they play for it.
        """
        hands, table = position.hands, position.table
        if _unsearchable(position):
            new = _compact_ranks(position)
            hands = tuple(hand_of(map(new.__getitem__, cards_in(hand))) for hand in hands)
            table = tuple(map(new.__getitem__, table))
        side = () if helpers else position.side(seat)
        rules, trump = position.rules, position.contract.trump
        self.compiled.play_by(
            *order_and_points(rules),
            rules.trick_points,
            rules.duties,
            rules.spares_partner,
            position.avoids,
        )
        return self.compiled.bounds(
            hands,
            -1 if trump is None else trump,
            position.leader,
            sum(1 << member for member in {seat, *side}),
            table,
            lower,
            upper,
            -1 if guess is None else guess,
            *limits_of(run),
            sum(1 << helper for helper in helpers),
        )


def check_known(position: Position) -> None:
    """Raise RuleError unless one of the searches knows the rules and the cards of a position."""
    if position.is_plain:
        return
    order_and_points(position.rules)
    if position.worth > _MOST_TO_WIN:
        raise RuleError(
            f"{position.worth} points to be won: the search knows at most {_MOST_TO_WIN}"
        )
    low = _unsearchable(position)
    if low and position.rules.counts_cards:
        names = " ".join(map(card_name, cards_in(low)))
        raise RuleError(
            f"{names}: the search for points knows the {MOST_RANKS} highest cards of a suit"
        )
    if low:
        _compact_ranks(position)


def _unsearchable(position: Position) -> int:
    """Return the cards of a position that the search for points has no place for."""
    return sum(position.dealt) & ~_searchable_cards(position.rules)


def _compact_ranks(position: Position) -> dict[int, int]:
    """Return the cards of a position where only their order counts, and such as the search knows.

    Raises RuleError for too many of a suit.
    """
    new: dict[int, int] = {}
    for suit in range(SUITS):
        held = [card for card in cards_in(sum(position.dealt)) if suit_of(card) == suit]
        if len(held) > MOST_RANKS:
            raise RuleError(
                f"{len(held)} cards of {Suit(suit).name.lower()}: of games that are not for three, "
                f"each for himself, the search knows at most {MOST_RANKS} of a suit"
            )
        highest = (card_of(suit, rank) for rank in reversed(position.rules.ranks))
        new |= zip(sorted(held, key=position.rules.height, reverse=True), highest, strict=False)
    return new


@lru_cache(maxsize=64)
def order_and_points(rules: TrickRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ranks the search knows, lowest first, and their points.

    Raises RuleError unless a higher card is never worth less.
    """
    ranks = tuple(map(RANK_LETTERS.index, rules.order[RANKS - MOST_RANKS :]))
    points = tuple(rules.card_points[rank] for rank in ranks)
    if list(points) != sorted(points) or points[-1] - points[0] > _MOST_BETWEEN:
        raise RuleError(
            "the search for points knows games where a higher card is worth as much or more, "
            f"up to {_MOST_BETWEEN} points"
        )
    return ranks, points


@lru_cache(maxsize=64)
def _searchable_cards(rules: TrickRules) -> int:
    ranks = sum(1 << rank for rank in order_and_points(rules)[0])
    return sum(ranks << RANKS * suit for suit in range(SUITS))


# Open piles ------------------------------------------------------------------------------


class OpenPiles:
    """Guarantees in points of hands in open piles, from a table of all that may come of a deal.

    What follows from a position that it has worked out costs next to nothing.
    """

    def __init__(self) -> None:
        from ._piles import PileSearch  # here: few ask for it

        self.compiled = PileSearch()

    @property
    def nodes(self) -> int:
        """Positions worked out at the start of a trick since it was made."""
        return self.compiled.nodes

    def value(self, position: PilePosition, seat: int) -> int:
        """Return what a seat is sure of, or can be made to take."""
        rules, sign, trump = position.rules, position.sign, position.contract.trump
        *piles, table = (
            [16 * suit_of(card) + rules.height(card) for card in pile]
            for pile in (*chain(*position.piles), position.table)
        )
        more = self.compiled.value(
            piles,
            [sign * rules.card_points[rank] for rank in rules.ranks],
            sign * rules.trick_points,
            -1 if trump is None else trump,
            rules.duties,
            position.leader,
            *table,
        )
        return (position.worth + (sign if seat == position.leader else -sign) * more) // 2
