"""The guarantee before the exchange: the later seats exchange so as to hurt, knowing all.

A max-min over all exchanges, found best-first: of all candidates the one with the
highest upper bound gets replies until one lowers it, those first that lowered others.
A candidate that stands highest and has no such reply left is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from solver.cards import cards_in, hand_of
from solver.engine import DEFAULT_MEMORY_MB, Engine
from solver.errors import StoppedError
from solver.exchange.discards import DiscardClass, discard_classes
from solver.exchange.open_cards import Before, Progress
from solver.rules.exchange import Exchange
from solver.run import Run

Reply = tuple[int, ...]
"""What each later seat puts down, in turn, as hands."""

_KILLERS = 30


@dataclass(frozen=True)
class RepliedExchange:
    """The guarantee of a seat before its exchange, with proved bounds.

    Where it is exact, ``best`` is a discard that makes sure of it and ``reply`` what the
    later seats, in turn, do best to put down then; else ``reply`` is None. ``left`` of
    the ``classes`` candidates may reach the better bound; ``replies`` were looked at.
    """

    before: Before
    bounds: tuple[int, int]
    best: DiscardClass
    reply: tuple[tuple[int, ...], ...] | None
    left: int
    classes: int
    replies: int

    @property
    def exact(self) -> bool:
        """Whether the guarantee was found in time."""
        return self.reply is not None


def best_against_replies(
    before: Before,
    *,
    seconds: float | None = None,
    engine: Engine | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RepliedExchange:
    """Return the best a seat can make sure of if the later seats exchange against it.

    After ``seconds``, or once ``cancelled`` says so, what is proved until then.
    """
    search = _Search(engine or Engine(DEFAULT_MEMORY_MB), before, seconds, cancelled)
    return search.run(progress)


class _Search:
    """Levels are guarantees with the better the higher: their negative in NULLO."""

    def __init__(
        self,
        engine: Engine,
        before: Before,
        seconds: float | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.engine = engine
        self.before = before
        self.run_of_work = Run(seconds, cancelled=cancelled)
        self.sign = before.contract.sign
        state = before.exchange
        self.order = before.variant.exchange.order(state.declarer)
        tricks = state.hands[0].bit_count()
        self.lowest, self.highest = (-tricks, 0) if self.sign < 0 else (0, tricks)
        self.classes = list(self.ways(state))
        self.uppers = [self.highest] * len(self.classes)
        self.passed: dict[int, int] = {}
        self.worst: dict[int, Reply] = {}
        self.killers: list[Reply] = []
        self.replies = 0

    def ways(self, state: Exchange) -> list[DiscardClass]:
        """Return the discards of the seat in turn, those alike whatever comes as one."""
        seat = state.to_exchange
        assert seat is not None
        is_last = seat == self.order[-1]
        others = 0
        for each, hand in enumerate(state.hands):
            others |= hand if each != seat else 0

        def may_be_elsewhere(size: int) -> int:
            rest = state.manni[state.taken + size :]
            return others if is_last else others | hand_of(rest)

        return discard_classes(
            state.hands[seat],
            state.sizes(),
            may_be_elsewhere,
            lambda size: hand_of(state.manni[state.taken : state.taken + size]),
            self.before.ace_low,
        )

    def run(self, progress: Progress | None) -> RepliedExchange:
        """Bring down whichever candidate stands highest until one cannot be brought down."""
        reply: Reply | None = None
        best = 0
        try:
            self.nobody_replies()
            while True:
                best = max(range(len(self.classes)), key=self.uppers.__getitem__)
                if progress is not None:
                    progress(len(self.classes) - self.left(), len(self.classes))
                if not self.bring_down(best):
                    reply = self.worst.get(best)
                    if reply is None:
                        reply = (0,) * (len(self.order) - len(self.state_after(best).discards))
                    break
        except StoppedError:
            pass
        highest = max(self.uppers)
        return RepliedExchange(
            before=self.before,
            bounds=self.tricks(self.lowest if reply is None else highest, highest),
            best=self.classes[best],
            reply=None if reply is None else tuple(tuple(cards_in(part)) for part in reply),
            left=self.left(),
            classes=len(self.classes),
            replies=self.replies,
        )

    def left(self) -> int:
        """Return how many candidates may still reach the upper bound."""
        return self.uppers.count(max(self.uppers))

    def nobody_replies(self) -> None:
        """Bound the candidates by what they come to if the later seats stand pat."""
        best = self.lowest
        for index in range(len(self.classes)):
            state = self.state_after(index)
            if self.reaches(state, best):
                while best < self.highest and self.reaches(state, best + 1):
                    best += 1
                self.uppers[index] = best
            else:
                self.uppers[index] = best - 1

    def bring_down(self, index: int) -> bool:
        """Lower a candidate's bound by the next reply that does; False where none is left."""
        state = self.state_after(index)
        upper = self.uppers[index]
        ways = islice(self.ways_to_reply(state), self.passed.get(index, 0), None)
        killers = list(self.killing(state))
        for number, (reply, after) in enumerate(chain(killers, ways), -len(killers)):
            self.replies += 1
            if self.reaches(after, upper):
                continue
            while upper > self.lowest and not self.reaches(after, upper):
                upper -= 1
            self.uppers[index] = upper
            self.worst[index] = reply
            # What it passed at a higher level it passes at this one.
            self.passed[index] = self.passed.get(index, 0) + max(0, number)
            if reply in self.killers:
                self.killers.remove(reply)
            self.killers = [reply, *self.killers[: _KILLERS - 1]]
            return True
        return False

    def killing(self, state: Exchange) -> Iterator[tuple[Reply, Exchange]]:
        """Yield the replies that were good against others, as far as they can be made."""
        for reply in list(self.killers):
            after = state
            for part in reply:
                if part.bit_count() not in after.sizes():
                    break
                after = after.put_down(tuple(cards_in(part)))
            else:
                yield reply, after

    def ways_to_reply(self, state: Exchange) -> Iterator[tuple[Reply, Exchange]]:
        """Yield every reply of the later seats and the exchange as it then is."""
        if state.to_exchange is None:
            yield (), state
            return
        for own in self.ways(state):
            put_down = state.put_down(tuple(cards_in(own.cards)))
            for rest, after in self.ways_to_reply(put_down):
                yield (own.cards, *rest), after

    def state_after(self, index: int) -> Exchange:
        """Return the exchange after a candidate."""
        return self.before.exchange.put_down(tuple(cards_in(self.classes[index].cards)))

    def reaches(self, state: Exchange, level: int) -> bool:
        """Return whether the seat's level is at least ``level`` if nobody exchanges further."""
        tricks = level if self.sign > 0 else 1 - level
        before = self.before
        self.run_of_work.check()
        found = self.engine.lead_reaches(
            state.hands,
            before.contract,
            before.leader,
            before.seat,
            tricks,
            ace_low=before.ace_low,
            run=self.run_of_work,
        )
        return found == (self.sign > 0)

    def tricks(self, lowest: int, highest: int) -> tuple[int, int]:
        """Return bounds of the guarantee from those of the level."""
        return (lowest, highest) if self.sign > 0 else (-highest, -lowest)
