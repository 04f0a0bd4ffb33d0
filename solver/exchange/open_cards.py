"""The best exchange with all cards open: every discard's guarantee, share and points."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Annotated

from manni.solver import checks
from manni.solver.cards import Seat, card_name, cards_in, hand_of
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.exchange.candidates import Candidates
from manni.solver.exchange.discards import DiscardClass
from manni.solver.exchange.turn import ExchangeTurn
from manni.solver.notation import CardsLike, as_cards, format_cards
from manni.solver.reprs import Printable, repr_text
from manni.solver.run import Run
from manni.solver.schema import SET, Card, Cards, integer, list_of
from manni.solver.values.points import points
from manni.solver.values.share import Points
from manni.solver.values.solution import Solution, solution_of

Discards = Annotated[int, integer(0, unit="discards")]


@dataclass(frozen=True, repr=False)
class ExchangeValue:
    """What an exchange leads to: values of the position after it.

    ``points`` is None too if the hands are not those of a whole deal.
    """

    seat: Seat
    alike: Annotated[
        DiscardClass,
        list_of(SET),
        "Every discard that comes to the same, this one among them.",
    ]
    discards: Annotated[Cards, "The cards put down; none for standing pat."]
    drawn: Annotated[Cards, "The cards drawn from the Manni."]
    solution: Solution
    points: Points | None

    def __repr__(self) -> str:
        gone = f"{self.seat} puts down {format_cards(self.discards) or 'nothing'}"
        drawn = f"draws {format_cards(self.drawn)}" if self.drawn else ""
        guarantee = "" if self.guarantee is None else f"guarantee {self.guarantee}"
        share = "" if self.share is None else f"share {self.share}"
        return repr_text(self, gone, drawn, guarantee, share)

    @property
    def guarantee(self) -> int | None:
        """The tricks the seat is sure of (NULLO: at most takes), None where not known."""
        return self.solution.guarantee[self.seat]

    @property
    def share(self) -> Fraction | None:
        """The seat's share, None where not known."""
        shares = self.solution.share
        return None if shares is None else shares[self.seat]


@dataclass(frozen=True, repr=False)
class KeptCard:
    """A card of the best discard, and the best exchange that keeps it instead."""

    card: Annotated[Card, "The card kept."]
    value: ExchangeValue

    def __repr__(self) -> str:
        return repr_text(self, card_name(self.card), repr(self.value))


@dataclass(frozen=True, repr=False)
class OpenExchange(Printable):
    """The exchanges of a seat with all cards open, the later seats standing pat.

    ``best`` are in order: the best guarantee first, of equal ones the best share, then
    the fewest cards; as many as were asked for, those that are alike counted once.
    ``recorded`` is the exchange the seat made, where the deal says so.

    Where the run was over before all this was found it is not ``exact``: ``best`` are then
    the best of what is known, ``untested`` of the classes may have a better guarantee,
    values may be bounds, and ``kept`` may lack cards.
    """

    before: ExchangeTurn
    candidates: Annotated[Discards, "Discards that are allowed."]
    classes: Annotated[Discards, "Those that differ."]
    best: Annotated[tuple[ExchangeValue, ...], "The best exchanges, best first."]
    stand: Annotated[ExchangeValue, "Standing pat."]
    kept: Annotated[
        tuple[KeptCard, ...], "For each card of the best discard the best exchange that keeps it."
    ]
    recorded: ExchangeValue | None
    exact: Annotated[bool, "Whether the ranking is proved; false where the time was up."] = True
    untested: Annotated[Discards, "Discards that differ and were not tested."] = 0

    def __repr__(self) -> str:
        found = f"{self.candidates} discards", f"{self.classes} that differ"
        return repr_text(self, *found, f"best {self.best[0]!r}" if self.best else "")

    def guarantee_behind(self, value: ExchangeValue) -> int | None:
        """Return how many tricks worse than the best a guarantee is, None if unknown."""
        best, guarantee = self.best[0].guarantee, value.guarantee
        if not self.exact or best is None or guarantee is None:
            return None
        return self.before.contract.sign * (best - guarantee)

    def share_behind(self, value: ExchangeValue) -> Fraction | None:
        """Return how much worse than the best a share is, negative if better, None if unknown."""
        best, share = self.best[0].share, value.share
        if not self.exact or best is None or share is None:
            return None
        return self.before.contract.sign * (best - share)

    @property
    def guarantee_lost(self) -> int | None:
        """What the recorded exchange cost in tricks of the guarantee."""
        return None if self.recorded is None else self.guarantee_behind(self.recorded)

    @property
    def share_lost(self) -> Fraction | None:
        """What the recorded exchange cost in tricks of the share, negative if it gained."""
        return None if self.recorded is None else self.share_behind(self.recorded)


def best_exchange(
    before: ExchangeTurn,
    *,
    recorded: CardsLike | None = None,
    keep: int | None = 10,
    engine: Engine | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> OpenExchange:
    """Return the best exchanges of the seat to exchange, the later seats standing pat.

    ``keep`` is how many, None for all; ``recorded`` the cards that the seat put down, to
    be valued too. After ``seconds``, or once the run is over, what is known until then is
    returned; it is not ``exact``. Raises StoppedError where no discard has been valued by
    then, RuleError for a recorded exchange that is not legal.
    """
    run = Run.of(run, seconds)
    engine = Engine() if engine is None else checks.instance(engine, Engine, "engine")
    keep = None if keep is None else checks.number(keep, "keep", 1)
    search = OpenExchangeSearch(checks.instance(before, ExchangeTurn, "before"), engine, keep)
    if recorded is not None:
        recorded = as_cards(recorded, "recorded")
        search.value(recorded)
    search.work(engine, run)
    try:
        return search.found(recorded)
    except StoppedError:
        run.check()
        raise


class OpenExchangeSearch:
    """A search for the best exchanges that can be interrupted; ``work`` resumes it.

    The discards given to ``value`` are valued first. One thread at a time works; another waits.
    """

    def __init__(self, before: ExchangeTurn, engine: Engine, keep: int | None = 10) -> None:
        self.before = before
        self._candidates = Candidates(before, engine, Run())
        count = len(self._candidates)
        self._keep = count if keep is None else min(keep, count)
        self._shown = [self._candidates.find(0)]
        self.is_whole = False
        """Whether all is found."""
        # The first candidates in order, and for each card of the first the best that keeps it.
        self._best: list[int] = []
        self._keeping: dict[int, int] = {}
        self._lock = Lock()

    def value(self, discards: Sequence[int]) -> None:
        """Have discards valued too. Raises RuleError if they may not be put down."""
        self.before.exchange.discard(discards)
        index = self._candidates.find(hand_of(discards))
        if index not in self._shown:
            self._shown.append(index)
            self.is_whole = False

    def work(self, engine: Engine, run: Run) -> None:
        """Search until all is found or the run is over."""
        with self._lock, suppress(StoppedError):  # what is missing is found next time
            candidates = self._candidates
            candidates.engine, candidates.run = engine, run
            self.is_whole = False
            for index in self._shown[1:]:
                candidates.find_guarantees(index)
            self._rank()
            for index in (*self._best, *self._shown, *self._keeping.values()):
                candidates.find_guarantees(index)
            self.is_whole = True

    def _rank(self) -> None:
        """Go down the levels until enough candidates are ranked."""
        candidates = self._candidates
        self._best, self._keeping = [], {}
        not_kept: list[int] = []
        for level in range(candidates.find_best(), candidates.lowest - 1, -1):
            asked: Sequence[int] = range(len(candidates))
            if len(self._best) == self._keep:
                asked = [
                    index
                    for index in asked
                    if any(candidates.can_keep(index, card) for card in not_kept)
                ]
            members = candidates.members(level, asked)
            chosen = candidates.best_of(members, self._keep - len(self._best))
            if not self._best:
                not_kept = list(candidates.cards(chosen[0]))
            self._best += chosen
            for card in list(not_kept):
                holders = [index for index in members if candidates.can_keep(index, card)]
                if holders:
                    shown = next((index for index in chosen if index in holders), None)
                    if shown is None:
                        (shown,) = candidates.best_of(holders, 1)
                    self._keeping[card] = shown
                    not_kept.remove(card)
            if len(self._best) == self._keep and not not_kept:
                return

    def value_of(self, discards: Sequence[int]) -> ExchangeValue:
        """Return what is known so far of discards that ``value`` was told of."""
        return self._value(self._candidates.find(hand_of(discards)), discards)

    def found(self, recorded: Sequence[int] | None = None) -> OpenExchange:
        """Return what is found so far; ``recorded`` is an exchange that ``value`` was told of.

        Raises StoppedError where no discard has been valued.
        """
        candidates = self._candidates
        best = self._best if self.is_whole else candidates.valued()[: self._keep]
        return OpenExchange(
            before=self.before,
            candidates=sum(map(len, candidates.classes)),
            classes=len(candidates),
            best=tuple(map(self._value, best)),
            stand=self._value(self._shown[0]),
            kept=tuple(
                KeptCard(card, self._value(self._keeping[card]))
                for card in candidates.cards(best[0])
                if card in self._keeping
            ),
            recorded=None if recorded is None else self.value_of(recorded),
            exact=self.is_whole,
            untested=0 if self.is_whole else candidates.untested(),
        )

    def _value(self, index: int, discards: Sequence[int] | None = None) -> ExchangeValue:
        """Return what is known of a candidate, shown by the discard of its class that is given."""
        before, candidates = self.before, self._candidates
        alike = candidates.classes[index]
        position = before.position(candidates.hands[index])
        solution = solution_of(position, candidates.known_bounds(index))
        worth = points(solution, before.variant, before.exchange.declarer, before.great)
        return ExchangeValue(
            seat=before.seat,
            alike=alike,
            discards=tuple(cards_in(alike.cards if discards is None else hand_of(discards))),
            drawn=candidates.manni[: alike.size],
            solution=solution,
            points=None if worth is None else worth[before.seat],
        )
