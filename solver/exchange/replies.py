"""The guarantee of a seat before its exchange, the later seats exchanging against it.

A max-min over all exchanges, all cards open. First one promising candidate is **settled**: tried
against every reply, which proves what it makes sure of, a lower bound. Then the search goes
best-first: the candidate with the highest upper bound is tried against replies until one
lowers its bound; replies that lowered others are tried first. A candidate that is highest when
no reply lowers it any more is the best. Last the recorded exchange is settled, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from solver.cards import cards_in, hand_of
from solver.engine import Bounds, Engine
from solver.errors import StoppedError
from solver.exchange.before import Before
from solver.exchange.discards import DiscardClass, discard_classes
from solver.exchange.levels import Levels, checked_engine
from solver.rules.exchange import Exchange
from solver.run import Run

Reply = tuple[int, ...]
"""What each later seat puts down, in turn, as hands."""

_KILLERS = 30
"""How many replies that lowered others are remembered and tried first."""


SHOWN = 10
"""How many candidates the ranking has."""


@dataclass(frozen=True)
class RepliedDiscard:
    """A discard and what it makes sure of, with proved bounds.

    ``reply`` is the worst reply found so far, the cards of the later seats in turn; None before
    any was tried.
    """

    alike: DiscardClass
    bounds: Bounds
    reply: tuple[tuple[int, ...], ...] | None


@dataclass(frozen=True)
class RepliedExchange:
    """The guarantee of a seat before its exchange, with proved bounds.

    ``ranking`` are the best candidates, those that make sure of most first, then those that
    may reach most. If the guarantee is ``exact`` the first of them makes sure of it and
    ``reply`` is the best that the later seats, in turn, can put down against it; if not,
    ``reply`` is None and the first is the best so far. ``recorded`` is the exchange that was
    made, if it is known. ``left`` of the ``classes`` candidates may still reach the better
    bound; ``replies`` is how many replies were tried.
    """

    before: Before
    bounds: Bounds
    ranking: tuple[RepliedDiscard, ...]
    recorded: RepliedDiscard | None
    reply: tuple[tuple[int, ...], ...] | None
    left: int
    classes: int
    replies: int

    @property
    def best(self) -> DiscardClass:
        """The best discard, or the best so far."""
        return self.ranking[0].alike

    @property
    def exact(self) -> bool:
        """Whether the guarantee was found in time."""
        return self.reply is not None

    @property
    def lost(self) -> Bounds | None:
        """How much of the guarantee the recorded exchange gave up, None if there is none."""
        if self.recorded is None:
            return None
        (low, high), (made_low, made_high) = self.bounds, self.recorded.bounds
        if self.before.contract.avoids:
            return max(0, made_low - high), max(0, made_high - low)
        return max(0, low - made_high), max(0, high - made_low)


def best_against_replies(
    before: Before,
    *,
    recorded: Sequence[int] | None = None,
    engine: Engine | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> RepliedExchange:
    """Return the best a seat can make sure of if the later seats exchange against it.

    ``recorded`` are the cards that it put down. After ``seconds``, or once the run is over,
    the bounds proved by then.
    """
    if recorded is not None:
        before.exchange.discard(recorded)
    return _BestFirst(before, recorded, checked_engine(engine), Run.of(run, seconds)).find()


class _BestFirst:
    """The candidates of the seat with upper bounds of their levels.

    The upper bound of a candidate in ``_settled`` is its level.
    """

    def __init__(
        self, before: Before, recorded: Sequence[int] | None, engine: Engine, run: Run
    ) -> None:
        self.before = before
        self.run = run
        self.levels = Levels(before, engine, run)
        self.classes = _discards_in_turn(before.exchange, before.ace_low)
        self.uppers = [self.levels.highest] * len(self.classes)
        self.replies = 0
        self._recorded = None
        if recorded is not None:
            self._recorded = next(
                i for i, alike in enumerate(self.classes) if hand_of(recorded) in alike
            )
        self._settled: set[int] = set()
        # For each candidate, how many replies in their order have failed to lower it.
        self._passed: dict[int, int] = {}
        self._worst: dict[int, Reply] = {}
        self._killers: list[Reply] = []

    def find(self) -> RepliedExchange:
        """Settle a promising candidate, then lower the highest bound until it cannot be lowered."""
        best = None
        try:
            self._nobody_replies()
            self._settle(self._highest())
            while True:
                highest = self._highest()
                self.run.report(len(self.classes) - self._left(), len(self.classes))
                if highest in self._settled or not self._bring_down(highest):
                    self._settled.add(highest)
                    best = highest
                    break
            if self._recorded is not None:
                self._settle(self._recorded)
        except StoppedError:
            pass
        lowest = max((self.uppers[index] for index in self._settled), default=self.levels.lowest)
        return RepliedExchange(
            before=self.before,
            bounds=self.levels.bounds(lowest, max(self.uppers)),
            ranking=tuple(map(self._replied, self._order()[:SHOWN])),
            recorded=None if self._recorded is None else self._replied(self._recorded),
            reply=None if best is None else self._reply(best),
            left=self._left(),
            classes=len(self.classes),
            replies=self.replies,
        )

    def _left(self) -> int:
        """Return how many candidates may still reach the upper bound."""
        return self.uppers.count(max(self.uppers))

    def _highest(self) -> int:
        """Return the candidate that may reach most; of equal ones a settled one."""
        return max(
            range(len(self.classes)), key=lambda index: (self.uppers[index], index in self._settled)
        )

    def _order(self) -> list[int]:
        """Return the candidates by lower bound, upper bound and how many replies they withstood."""

        def bounds(index: int) -> tuple[int, int, int]:
            return self._lower(index), self.uppers[index], self._passed.get(index, 0)

        return sorted(range(len(self.classes)), key=bounds, reverse=True)

    def _lower(self, index: int) -> int:
        return self.uppers[index] if index in self._settled else self.levels.lowest

    def _replied(self, index: int) -> RepliedDiscard:
        bounds = self.levels.bounds(self._lower(index), self.uppers[index])
        tried = index in self._settled or index in self._worst
        return RepliedDiscard(self.classes[index], bounds, self._reply(index) if tried else None)

    def _reply(self, index: int) -> tuple[tuple[int, ...], ...]:
        worst = self._worst.get(index, (0,) * len(self.before.later))
        return tuple(tuple(cards_in(part)) for part in worst)

    def _settle(self, index: int) -> None:
        """Find what a candidate makes sure of."""
        while index not in self._settled:
            if not self._bring_down(index):
                self._settled.add(index)

    def _nobody_replies(self) -> None:
        """Bound each candidate by its level if the later seats stand pat."""
        best = self.levels.lowest
        for index in range(len(self.classes)):
            hands = self._state_after(index).hands
            level = self.levels.find(hands, best - 1, self.levels.highest, best)
            self.uppers[index] = level
            best = max(best, level)

    def _bring_down(self, index: int) -> bool:
        """Lower a candidate's bound by the next reply that does so; False if none is left."""
        state = self._state_after(index)
        upper = self.uppers[index]
        replies = islice(self._ways_to_reply(state), self._passed.get(index, 0), None)
        killers = list(self._killing(state))
        for number, (reply, after) in enumerate(chain(killers, replies), -len(killers)):
            self.run.check()
            self.replies += 1
            level = self.levels.find(after.hands, self.levels.lowest, upper, upper)
            if level == upper:
                continue
            self.uppers[index] = level
            self._worst[index] = reply
            # Replies that it withstood at a higher level it withstands at this one.
            self._passed[index] = self._passed.get(index, 0) + max(0, number)
            if reply in self._killers:
                self._killers.remove(reply)
            self._killers = [reply, *self._killers[: _KILLERS - 1]]
            return True
        return False

    def _killing(self, state: Exchange) -> Iterator[tuple[Reply, Exchange]]:
        """Yield the replies that lowered other candidates, if they are possible here."""
        for reply in list(self._killers):
            after = state
            for part in reply:
                if part.bit_count() not in after.sizes():
                    break
                after = after.put_down(tuple(cards_in(part)))
            else:
                yield reply, after

    def _ways_to_reply(self, state: Exchange) -> Iterator[tuple[Reply, Exchange]]:
        """Yield every reply of the later seats and the exchange as it then is."""
        if state.to_exchange is None:
            yield (), state
            return
        for discards in _discards_in_turn(state, self.before.ace_low):
            put_down = state.put_down(tuple(cards_in(discards.cards)))
            for rest, after in self._ways_to_reply(put_down):
                yield (discards.cards, *rest), after

    def _state_after(self, index: int) -> Exchange:
        """Return the exchange after a candidate."""
        return self.before.exchange.put_down(tuple(cards_in(self.classes[index].cards)))


def _discards_in_turn(state: Exchange, ace_low: bool) -> list[DiscardClass]:
    """Return the classes of discards of the seat in turn, alike whatever it draws."""
    seat = state.to_exchange
    assert seat is not None
    is_last = seat == state.rule.order(state.declarer)[-1]
    others = 0
    for other, hand in enumerate(state.hands):
        others |= hand if other != seat else 0

    def may_be_elsewhere(size: int) -> int:
        rest = state.manni[state.taken + size :]
        return others if is_last else others | hand_of(rest)

    return discard_classes(
        state.hands[seat],
        state.sizes(),
        may_be_elsewhere,
        lambda size: hand_of(state.manni[state.taken : state.taken + size]),
        ace_low,
    )
