"""Which contract to declare, or whether to overcall, before the Manni is seen.

First a discard is chosen for each call, by a short race over sampled deals; then all the
calls, and passing, meet the same fresh deals, so that choosing does not flatter what was
chosen. A call that cannot win any more, at a stated confidence for all calls and looks
together, meets no further deals. What a call uses up of the contracts left is added from
``gamevalue``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from solver.advice.contracts_left import contract_points, set_value
from solver.advice.evaluate import Evaluator, Outcome, Stopped, Value, Worth
from solver.advice.exchange import CONFIDENCE, Race
from solver.advice.intervals import half_width, quantile
from solver.advice.thumb_discards import card_margins, thumb_discards
from solver.advice.worlds import Opponents, View, check_hand, draw, sample, view
from solver.cards import Seat, by_seat, cards_in, hand_of
from solver.engine import DEFAULT_MEMORY_MB, Engine
from solver.errors import RuleError, SolverError
from solver.rules.auction import PASS, Auction, Call, slot_of
from solver.rules.variant import Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DISCARDS = 6
"""How many discards are tried for a call: those the rule of thumb likes best."""

_CHOOSING = 0.25
"""The part of the time that goes into choosing the discards."""

_WORLDS = 12
"""A world may take a call the time in which so many would be done; then it is estimated."""

_FIRST_LOOK = 4
_LEAST_VARIANCE = 0.5
"""Differences are taken to vary by at least 0.7 points when a call is dropped."""

Progress = Callable[[int], None]
"""Called with how many worlds all calls have met."""


@dataclass(frozen=True)
class CallAdvice:
    """A call with its expected points, over the worlds of the advice.

    ``call`` is None for passing: then ``discards`` are none and the points are those of
    playing against the call that stands. ``later`` is what the contracts then left are
    worth, None where that is left out; ``total`` is with it, and ``behind`` the interval
    of how much less that is than the best call's. ``reached`` are the chances of
    ``marks``: the target, of a great contract 14, 15 and 16 tricks. It met the first
    ``worlds`` of the advice, in ``rough`` of which some value is an estimate.
    """

    call: Call | None
    discards: tuple[int, ...]
    points: float
    interval: tuple[float, float]
    later: float | None
    total: float
    difference: float
    behind: tuple[float, float]
    marks: tuple[int, ...]
    reached: tuple[float, ...]
    worlds: int
    rough: int

    @property
    def apart(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.behind[0] > 0


@dataclass(frozen=True)
class LeftOut:
    """A call that was not valued in the time, with the points of a line fitted to its kind.

    ``points`` is None for passing and for great contracts, for which there is no line.
    """

    call: Call | None
    points: float | None


@dataclass(frozen=True)
class ContractAdvice:
    """The calls a seat may make, the best first.

    All of them met the same worlds, the best all ``worlds``; those that could not win any
    more only the first. ``left_out`` are calls that could not be valued in the time.
    """

    variant: Variant
    seat: Seat
    hand: int
    standing: Call | None
    declarer: Seat | None
    value: Value
    worlds: int
    calls: tuple[CallAdvice, ...]
    left_out: tuple[LeftOut, ...]


def advise_contract(
    hand: int,
    variant: Variant,
    *,
    left: Sequence[tuple[Seat | None, Sequence[str]]] = (),
    calls: Sequence[Call | None] = (),
    deal_only: bool = False,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    value: Value = Value.SHARE,
    memory_mb: float = DEFAULT_MEMORY_MB,
    engine: Engine | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ContractAdvice:
    """Return what the seat whose turn it is should call, its hand seen and no other.

    ``left`` are the lines of a seat's list still to be declared, of the seat to call
    where the seat is None, by default all; ``calls`` what has been called, from the seat
    that opens. Passing is valued as if the call that stands then stood for good. Ends
    after so many ``worlds`` or ``seconds``, or once ``cancelled`` says so. Raises
    SolverError where there is nothing to call or not even two worlds were finished.
    """
    if not variant.declared:
        raise RuleError(f"nobody declares in {variant.code}: what to exchange is the only question")
    if worlds is None and seconds is None:
        raise SolverError("how many worlds or how many seconds has to be said")
    if worlds is not None and worlds < 2:
        raise SolverError(f"{worlds} worlds: at least 2 are needed")
    auction, names = _auction(variant, left, calls)
    seat = auction.to_call
    if seat is None:
        raise RuleError(f"the auction is over: {auction.standing} stands")
    check_hand(hand, variant, seat)
    ways = [_Way(call, _view_of(call, hand, variant, seat, auction)) for call in auction.legal()]
    later = {
        way.call: None
        if deal_only
        else set_value(variant, names[seat] - _used(variant, names[seat], way.call))
        for way in ways
    }
    search = _Search(ways, later, value, seed, engine or Engine(memory_mb), cancelled)
    if seconds is not None:
        search.deadline = monotonic() + seconds
    search.choose(worlds, None if seconds is None else _CHOOSING * seconds)
    search.compare(worlds, progress)
    return ContractAdvice(
        variant,
        seat,
        hand,
        auction.standing,
        auction.declarer,
        value,
        len(search.rows),
        search.advice(),
        tuple(LeftOut(call, _fitted(variant, hand, call)) for call in search.left_out),
    )


def _fitted(variant: Variant, hand: int, call: Call | None) -> float | None:
    """Return the points of an ordinary contract by the line fitted to its kind."""
    if call is PASS or call.great:
        return None
    return contract_points(variant, hand, call.contract)


def _auction(
    variant: Variant,
    left: Sequence[tuple[Seat | None, Sequence[str]]],
    calls: Sequence[Call | None],
) -> tuple[Auction, dict[Seat, frozenset[str]]]:
    """Return the auction after the calls, and the lines that each seat has left."""
    known = [slot.name for slot in variant.slots]
    # Who is to call depends on the calls alone.
    run = tuple(call is not PASS for call in calls)
    to_call = Seat(variant.steps[run][0]) if run in variant.steps else None
    names = {seat: frozenset(known) for seat in Seat}
    for each, lines in left:
        seat = to_call if each is None else each
        if seat is None:
            continue
        names[seat] = frozenset(lines)
        for name in lines:
            if name not in known:
                raise RuleError(
                    f"{seat.word} cannot have {name} left: {variant.code} has {' '.join(known)}"
                )
    contracts = by_seat(
        lambda seat: frozenset(
            contract
            for slot in variant.slots
            if slot.name in names[seat]
            for contract in slot.contracts
        )
    )
    if not contracts[Seat.FOREHAND]:
        raise RuleError("forehand has nothing left to declare: it cannot open")
    auction = Auction(contracts, variant.steps)
    for call in calls:
        auction = auction.call(call)
    return auction, names


def _used(variant: Variant, names: frozenset[str], call: Call | None) -> frozenset[str]:
    """Return the line of the list that a call uses up."""
    if call is PASS:
        return frozenset()
    used = frozenset(slot.name for slot in variant.slots) - names
    slot = slot_of(variant.slots, used, call.contract)
    assert slot is not None  # the call is legal
    return frozenset((slot.name,))


def _view_of(call: Call | None, hand: int, variant: Variant, seat: Seat, auction: Auction) -> View:
    """Return what the seat knows if a call stands, or on passing the call that does."""
    if call is not PASS:
        return view(hand, variant, call.contract, seat, great=call.great)
    standing, declarer = auction.standing, auction.declarer
    assert standing is not None
    assert declarer is not None
    return View(variant, standing.contract, seat, hand, declarer=declarer, great=standing.great)


@dataclass(frozen=True)
class _Way:
    """A call, what is known if it stands, and the discard chosen for it."""

    call: Call | None
    known: View
    discards: int = 0


class _Search:
    """The calls, and the values of each in the worlds so far."""

    def __init__(
        self,
        ways: list[_Way],
        later: Mapping[Call | None, float | None],
        value: Value,
        seed: int,
        engine: Engine,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.ways, self.later, self.value, self.seed = ways, later, value, seed
        self.engine, self.cancelled = engine, cancelled
        self.deadline = 0.0
        # Points, marks and whether they are proved, by world; of a call that is out no more.
        self.rows: list[dict[Call | None, tuple[Outcome, bool]]] = []
        self.left_out: list[Call | None] = []
        self.out: set[Call | None] = set()
        self.looks = 0

    def choose(self, worlds: int | None, seconds: float | None) -> None:
        """Choose the discard of each call; out of time it is the rule of thumb's."""
        chosen = []
        for index, way in enumerate(self.ways):
            if way.call is not PASS:
                deadline = 0.0
                if seconds is not None:
                    deadline = monotonic() + seconds / (len(self.ways) - index)
                    start = monotonic()
                way = self._with_discards(way, worlds, deadline)
                if seconds is not None:
                    seconds -= monotonic() - start
            chosen.append(way)
        self.ways = chosen

    def _with_discards(self, way: _Way, worlds: int | None, deadline: float) -> _Way:
        known = way.known
        thumb = thumb_discards(known.contract, known.hand, known.sizes(), known.ace_low)
        race = Race(
            known,
            self.value,
            Opponents.STAND,
            self.seed,
            near_thumb(known, thumb),
            [self.engine],
            deadline,
            self.cancelled,
        )
        race.run(worlds, deadline - monotonic() if deadline else None, None)
        if race.worlds < 2:
            return replace(way, discards=thumb)
        return replace(way, discards=hand_of(race.advice().best[0].discards))

    def compare(self, worlds: int | None, progress: Progress | None) -> None:
        """Let all calls meet the same worlds, others than those they were chosen by.

        A call whose values cannot be found in the time of a world is left out.
        """
        start = monotonic()
        look = _FIRST_LOOK
        try:
            while worlds is None or len(self.rows) < worlds:
                self.rows.append(self._row(len(self.rows), start))
                number = len(self.rows)
                if number == 2:
                    self._leave_out()
                    if not self.ways:
                        break
                if number == look:
                    self._drop()
                    look += max(2, look // 2)
                if progress is not None:
                    progress(number)
        except Stopped:
            pass
        if len(self.rows) < 2 or not self.ways:
            raise SolverError("no two worlds were finished: allow more time")

    def _row(self, number: int, start: float) -> dict[Call | None, tuple[Outcome, bool]]:
        """Return the outcomes of the calls in a world and whether they are proved."""
        ways = [way for way in self.ways if way.call not in self.out]
        patience = 0.0
        if self.deadline:
            patience = (self.deadline - start) / (len(ways) * _WORLDS)
            if number < 2:  # before a call is left out
                patience *= 3
        row = {}
        for way in ways:
            evaluator = Evaluator(way.known, self.value, self.deadline, self.cancelled)
            until = monotonic() + patience if patience else 0.0
            row[way.call] = self._value(way, evaluator, number, until)
        return row

    def _leave_out(self) -> None:
        """Leave out the calls of which nothing has been proved."""
        for way in list(self.ways):
            if not any(row[way.call][1] for row in self.rows):
                self.ways.remove(way)
                self.left_out.append(way.call)

    def _drop(self) -> None:
        """Let the calls that cannot win meet no more worlds."""
        import numpy as np

        self.looks += 1
        level = (1 - CONFIDENCE) / (self.looks * (self.looks + 1)) / len(self.ways)
        best = self._leader()
        for way in self.ways:
            if way.call in self.out:
                continue
            behind = self._points(best) - self._points(way)
            variance = max(float(behind.var(ddof=1)), _LEAST_VARIANCE)
            error = float(np.sqrt(variance / len(behind)))
            if float(behind.mean()) > quantile(level, len(behind) - 1) * error:
                self.out.add(way.call)

    def _leader(self) -> _Way:
        """Return the best of the calls that have met every world."""
        still = [way for way in self.ways if way.call not in self.out]
        return max(still, key=lambda way: float(self._points(way).mean()))

    def _points(self, way: _Way) -> NDArray[np.float64]:
        """Return a call's points by world, what is left later counted in."""
        import numpy as np

        points = [row[way.call][0][0] for row in self.rows if way.call in row]
        return np.array(points) + (self.later[way.call] or 0.0)

    def _value(
        self, way: _Way, evaluator: Evaluator, number: int, until: float
    ) -> tuple[Outcome, bool]:
        """Return points and marks of a call in a world, and whether they are proved."""
        import numpy as np

        known = way.known
        # Everybody's hand but the seat's own is the same whatever is called.
        sequence = np.random.SeedSequence([self.seed, 1, number])
        world = sample(known, np.random.Generator(np.random.PCG64(sequence)))
        hands = list(world.hands)
        if way.call is PASS:
            declarer = known.declarer
            assert declarer is not None
            sizes = known.variant.exchange.sizes(
                declarer, 0, known.variant.tricks, known.variant.manni
            )
            gone = thumb_discards(known.contract, hands[declarer], sizes, known.ace_low)
            hands[declarer], _ = draw(hands[declarer], world.manni, gone)
        else:
            hands[known.seat], _ = draw(hands[known.seat], world.manni, way.discards)
        return evaluator.outcome_by(self.engine, hands, evaluator.first_guess(), until)

    def advice(self) -> tuple[CallAdvice, ...]:
        """Return the calls, best first, what is left later counted in."""
        import numpy as np

        best = self._points(self._leader())

        def advised(way: _Way) -> CallAdvice:
            own = self._points(way)
            behind = best[: len(own)] - own
            later = self.later[way.call]
            rows = [row[way.call] for row in self.rows if way.call in row]
            return CallAdvice(
                call=way.call,
                discards=tuple(cards_in(way.discards)),
                points=float(own.mean()) - (later or 0.0),
                interval=_interval(own - (later or 0.0)),
                later=later,
                total=float(own.mean()),
                difference=float(behind.mean()),
                behind=_interval(behind),
                marks=Worth(way.known, self.value).marks,
                reached=tuple(np.array([marks for (_, marks), _ in rows]).mean(axis=0).tolist()),
                worlds=len(rows),
                rough=sum(not proved for _, proved in rows),
            )

        # Of the differences in the worlds that both have met.
        return tuple(sorted(map(advised, self.ways), key=lambda own: round(own.difference, 9)))


def _interval(values: NDArray[np.float64]) -> tuple[float, float]:
    mean = float(values.mean())
    wide = half_width(float(values.var(ddof=1)), len(values), CONFIDENCE)
    return mean - wide, mean + wide


def near_thumb(known: View, thumb: int) -> list[int]:
    """Return the rule of thumb's discard and those it likes next best, standing pat too."""
    margins = card_margins(known.contract, known.hand, known.ace_low)
    worst = sorted(margins, key=lambda card: (margins[card], card))
    most = known.sizes()[-1]
    near = {thumb, 0}
    # The worst cards in order, one of the next ones in the place of one of the last.
    for size in range(most + 1):
        near.add(hand_of(worst[:size]))
    base = worst[:most]
    for out in reversed(base):
        for card in worst[most : most + 3]:
            near.add(hand_of(base) ^ 1 << out ^ 1 << card)
    cost = {cards: sum(margins[card] for card in cards_in(cards)) for cards in near}
    return sorted(near, key=lambda cards: (cost[cards], cards))[:_DISCARDS]
