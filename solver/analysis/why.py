"""What the guarantee of a seat rests on: which comparisons of cards, and which cards, matter.

What can happen in a position follows from who leads, who holds how many cards of each suit, and
how cards of one suit in different hands compare; nothing else of the cards has a say. Take two
deals with the same lengths and the i-th card of a hand in a suit of one for the i-th of the same
hand in the other: whatever may be played in one may be played in the other, since following suit
asks for lengths alone, and the same seat wins wherever the cards of the winning suit compare
alike. So a proof that a seat takes v tricks, or that it does not take v + 1, holds in every deal
with these lengths that agrees in the comparisons it used. The search notes them
(``_patterns.pxi``): the set of deals that agree in those of both proofs is a *cell*, and in all
of it the guarantee is v.

The invariant: the ``region`` of a ``Why`` and what its ``diagram`` stands for are sets of deals
in *all* of which the guarantee is the one said. It begins as a cell and is only ever made larger
by deals that ``Prover`` has gone through: it takes a deal of the set, finds its value and
the cell about it, and goes on with what the cell leaves over, one comparison after the other
turned round, until nothing is left (then it holds in all) or a deal has another value. Either is
exact; it may also be given up.

*Minimal* means that no fewer comparisons will do. Say a weaker set of comparisons, closed under
what follows, were enough as well. Some cover of the stronger order (a pair with nothing between)
is not in it, as the covers generate the order; so it allows every deal that agrees in all but this
cover. But for each cover a deal of that kind was found whose value is another. It need not be the
smallest set there is: another may do with fewer that are not among these.

The *diagram* is a second statement of the same kind: some cards are named, the others are x. It
stands for the order of the named cards of a suit among each other and the order in each hand, and
so for every deal in which the named cards are where they are and each x is some other card of its
suit that keeps its hand in order.

**Whether a claim of a seat's guarantee is true in all deals of a set**: proved, or a deal without.

A set of deals is a ``Region``. The search says of a deal what its proofs rest on: that the seat
takes so many tricks, or that it does not take one more, or both. All deals that agree in that are
a ``cell`` in which the claim is true. ``Prover.holds`` takes one cell after the other out of a
region, until nothing is left or the claim is false in a deal.

**What it would take for another guarantee**: the smallest exchanges of two cards that change it.

Of a claim that a seat is sure of so many tricks, or of no more, those that make it false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import factorial, prod
from random import Random
from typing import Any

from .. import checks
from ..cards import SEATS, SUITS, BySeat, Seat, hand_of
from ..engine import Engine
from ..errors import ArgumentError, RuleError, StoppedError
from ..notation import parse_seat
from ..position import Position, PositionLike
from ..run import Run
from ..values.solve import as_position
from .places import (
    Known,
    Layouts,
    Places,
    Region,
    bits,
    known_from,
    nothing_known,
    order_of,
)

_DRAWN = 60
"""Deals of a region drawn to find one without the guarantee, before it is gone through."""


@dataclass(frozen=True)
class Claim:
    """That a seat is sure of ``least`` tricks or of no more than ``most``; None: is not claimed.

    Where tricks are avoided: that it can be made to take so many, and no more.
    """

    seat: Seat
    least: int | None
    most: int | None

    def holds(self, value: int) -> bool:
        """Return whether it is true where the guarantee has this value."""
        return (self.least is None or self.least <= value) and (
            self.most is None or value <= self.most
        )

    @property
    def questions(self) -> list[tuple[int, bool]]:
        """The targets to ask the search, each with the answer that makes the claim true."""
        return [
            *([] if self.least is None else [(self.least, True)]),
            *([] if self.most is None else [(self.most + 1, False)]),
        ]


class Prover:
    """Says of sets of deals if a claim is true in all of them.

    Its work is counted in ``searches``, of one deal each.
    """

    def __init__(self, engine: Engine, places: Places, claim: Claim, run: Run) -> None:
        self.engine, self.places, self.claim = engine, places, claim
        self.run = run
        self.searches = 0
        self._most: int | None = None
        self._rng = Random(0)

    def limit(self, searches: int | None, run: Run) -> None:
        """Say at how many searches in all to stop, None for no limit, and with which run."""
        self._most, self.run = searches, run

    def cell(self, layouts: Layouts) -> Region | None:
        """Return a set of deals about one, in all of which the claim is true; None if it is false.

        Raises StoppedError at the limit.
        """
        used = self._proved(layouts)
        if used is None:
            return None
        each = zip(self.places.lengths, layouts, used, strict=True)
        return tuple(
            known_from(lengths, lies, self.claim.seat, mask) for lengths, lies, mask in each
        )

    def _proved(self, layouts: Layouts) -> list[int] | None:
        """Return what the proofs for a deal use, a mask a suit; None if it is false."""
        self.run.check()
        if self._most is not None and self.searches >= self._most:
            raise StoppedError("no more searches")
        self.searches += 1
        here = self.places.position
        table = self.places.played(layouts)
        left = ~hand_of(table)
        hands = [hand & left for hand in self.places.dealt(layouts)]
        used = [0] * SUITS
        for target, expected in self.claim.questions:
            reached, masks = self.engine.lead_proof(
                hands,
                here.contract,
                here.leader,
                self.claim.seat,
                target,
                table=table,
                ace_low=here.ace_low,
                run=self.run,
            )
            if reached is not expected:
                return None
            used = [one | other for one, other in zip(used, masks, strict=True)]
        return used

    def counterexample(self, region: Region) -> Layouts | None:
        """Return a deal of a region in which it is false if one of those drawn is one."""
        for _ in range(_DRAWN):
            layouts = tuple(known.any(self._rng) for known in region)
            if self._proved(layouts) is None:
                return layouts
        return None

    def holds(self, region: Region, most: int) -> Layouts | bool:
        """Return whether the claim is true in all deals of a region, or one in which it is not.

        False where ``most`` searches do not tell. There is an end to it: each search takes a
        deal at least out of what is left. Raises StoppedError.
        """
        waiting = [region]
        while waiting:
            if most == 0:
                return False
            most -= 1
            region = waiting.pop()
            layouts = tuple(
                known.nearest(lies) for known, lies in zip(region, self.places.layouts, strict=True)
            )
            cell = self.cell(layouts)
            if cell is None:
                return layouts
            waiting += outside(region, cell)
        return True


def outside(region: Region, cell: Region) -> Iterator[Region]:
    """Yield sets of deals, no two with one in common, that make up a region outside of a cell.

    In each the first so many of the comparisons that the cell follows from are as in the cell,
    and the next is turned round. Region and cell must have a deal in common.
    """
    for suit, known in enumerate(cell):
        for high, low in known.covers:
            before, here, after = region[:suit], region[suit], region[suit + 1 :]
            if not here.has((high, low)):
                yield (*before, here.adding((low, high)), *after)
                region = (*before, here.adding((high, low)), *after)


# Changes ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Swap:
    """Two cards of a suit that change hands: ``high`` of one seat, ``low`` of another.

    ``steps`` says how far they are apart: 1 if no card in play lies between them. ``value`` is
    the guarantee then.
    """

    high: int
    low: int
    high_seat: Seat
    low_seat: Seat
    steps: int
    value: int

    def swapped(self, position: Position) -> Position:
        """Return a position in which the two cards have changed hands."""
        both = 1 << self.high | 1 << self.low
        seats = (self.high_seat, self.low_seat)
        return Position.checked(
            tuple(hand ^ both * (seat in seats) for seat, hand in enumerate(position.hands)),
            position.contract,
            position.leader,
            position.table,
            rules=position.rules,
            declarer=position.declarer,
        )


@dataclass(frozen=True)
class Changes:
    """The smallest exchanges of two cards of a suit after which a seat has another guarantee.

    ``more`` are those of the fewest steps that give it more tricks, ``fewer`` those of the
    fewest that take some away. All exchanges of up to ``steps`` steps were tried, and where it
    is ``complete`` that was enough: what is not there, no exchange of two cards does.
    """

    more: tuple[Swap, ...]
    fewer: tuple[Swap, ...]
    steps: int
    complete: bool


def swaps(places: Places, value: int) -> Iterator[Swap]:
    """Yield all exchanges of two cards of a suit in different hands, with this value, in no order.

    Cards on the table stay where they are.
    """
    table = places.position.table
    for order, layout in zip(places.in_play, places.layouts, strict=True):
        for lower, low in enumerate(order):
            for upper, high in enumerate(order[:lower]):
                if layout[upper] != layout[lower] and high not in table and low not in table:
                    seats = Seat(layout[upper]), Seat(layout[lower])
                    yield Swap(high, low, *seats, lower - upper, value)


def find_changes(
    engine: Engine,
    places: Places,
    claim: Claim,
    value: int,
    is_true: Callable[[Position], bool],
    run: Run,
) -> Changes:
    """Return the smallest exchanges that make a claim false, each found by a search.

    ``value`` is the guarantee. ``is_true`` may say that the claim is known to be true of a
    position; what it denies is searched.
    """
    position = places.position
    rises = claim.most is not None and claim.most < position.tricks
    falls = claim.least is not None and claim.least > 0
    more: list[Swap] = []
    fewer: list[Swap] = []
    steps = 0
    by_steps = sorted(swaps(places, value), key=lambda each: each.steps)
    for size, group in groupby(by_steps, key=lambda each: each.steps):
        if (more or not rises) and (fewer or not falls):
            break
        found = []
        try:
            for each in group:
                after = each.swapped(position)
                if not is_true(after):
                    now = engine.value(after, claim.seat, run=run, guess=value)
                    found.append(replace(each, value=now))
        except StoppedError:
            return Changes(tuple(more), tuple(fewer), steps, False)
        steps = size
        false = [each for each in found if not claim.holds(each.value)]
        more = more or [each for each in false if each.value > value]
        fewer = fewer or [each for each in false if each.value < value]
    return Changes(tuple(more), tuple(fewer), steps, True)


# The reason ---------------------------------------------------------------------------

SAYS = ("exactly", "at least", "at most")

SEARCHES = 12_000
"""How many deals are searched at most for one seat where no time is given."""

_MEMORY_MB = 64
_ROUNDS = (100, 400, 1600, 6400, 25600)
"""How many deals of a set are gone through at most, in one round after the other."""


@dataclass(frozen=True)
class Compared:
    """A comparison a guarantee rests on: ``above`` is above ``below``, two cards of a suit.

    What is meant are their places in their hands. ``otherwise`` is a deal that agrees in all
    other comparisons and has another guarantee, ``value``: so this one is needed. Its hands are
    those with the cards on the table. Both are None where no such deal was found.
    """

    above: int
    below: int
    otherwise: BySeat[int] | None = None
    value: int | None = None


@dataclass(frozen=True)
class Diagram:
    """The cards that are ``named``, as a set for each seat, those on the table included.

    All others are x. Whatever other cards of its suit each x stands for, as long as its hand
    stays in order, the guarantee is the same. Of the named cards those in ``needed`` cannot be an
    x as well: some deal would have another guarantee.
    """

    position: Position
    named: BySeat[int]
    needed: int

    @property
    def not_known(self) -> int:
        """The named cards, as a set, of which it is not known if they could be an x as well.

        Those on the table are not asked about.
        """
        one, two, three = self.named
        return (one | two | three) & ~self.needed & ~hand_of(self.position.table)

    def covers(self, position: Position) -> bool:
        """Return whether another position is one of those that the diagram stands for."""
        here, there = Places(self.position), Places(position)
        return _have_one_shape(here, there) and all(
            there.cards[suit][number] == here.cards[suit][number]
            for hand in self.named
            for suit, set_of_numbers in enumerate(here.numbers_in(hand))
            for number in bits(set_of_numbers)
        )


@dataclass(frozen=True)
class Why:
    """What the guarantee of a seat rests on; ``value``, in tricks from the position on.

    The ``claim`` is that it is so, or so many at least, or at most. In every deal with as many
    cards of each suit in each hand it is true if the ``comparisons`` come out alike. Those are the
    ones from which all others follow that it rests on: ``rests_on`` of the ``pairs`` that there
    are; the search's own proof used ``used``. Of the deals of the same cards with these lengths,
    ``deals_alike``, so many agree: ``deals``. ``chance`` is that of such a deal if the cards in
    play were dealt anew. ``same`` is an exchange of two cards that leaves the claim true, the
    largest there is that seems to speak against it; ``changes`` are those that make it false.
    """

    position: Position
    claim: Claim
    value: int
    comparisons: tuple[Compared, ...]
    pairs: int
    used: int
    rests_on: int
    deals: int
    deals_alike: int
    chance: Fraction
    diagram: Diagram
    same: Swap | None
    changes: Changes
    region: Region

    @property
    def seat(self) -> Seat:
        """Whose guarantee it is."""
        return self.claim.seat

    @property
    def minimal(self) -> bool:
        """Whether each comparison was shown to be needed beside the others."""
        return all(each.otherwise is not None for each in self.comparisons)

    def covers(self, position: Position) -> bool:
        """Return whether another position has the same guarantee by the same comparisons.

        Which cards are in play makes no difference, only how they compare. False says nothing
        of its guarantee.
        """
        return _in_region(Places(position), Places(self.position), self.region)


def _in_region(places: Places, of: Places, region: Region) -> bool:
    """Return whether a position is like another and its deal in a set about that one."""
    return _have_one_shape(of, places) and places.is_in(region)


def _have_one_shape(one: Places, other: Places) -> bool:
    """Return whether two positions have the same lengths, contract, leader and places played."""

    def rest(places: Places) -> tuple[object, ...]:
        position = places.position
        return position.contract, position.leader, places.lengths, places.table

    return rest(one) == rest(other) and other.position.is_plain


def check_why(position: Position) -> None:
    """Raise RuleError where it is not worked out what a guarantee rests on."""
    if not position.is_plain:
        raise RuleError(
            "what a guarantee rests on is worked out in games of tricks alone: one in points "
            "also rests on what each card is worth"
        )


def why(
    position: PositionLike,
    seat: Seat | str,
    says: str = "exactly",
    *,
    engine: Engine | None = None,
    searches: int | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> Why:
    """Return what the guarantee of ``seat`` rests on, what else would be the same, what not.

    ``says`` is "exactly", or "at least" or "at most" for the half of it: that takes fewer cards.

    A deal stands for its ``Deal.position()``, a text for the one deal it holds.
    The work for fewer comparisons and named cards ends after so many ``searches``: by default
    12,000, but where ``seconds`` or a run with an end are given none but theirs end it. An
    ``engine`` that has searched before may lead to other comparisons than a new one; what is said
    is right with any. Raises RuleError in games for points, StoppedError where the time was up
    before the first proof.
    """
    position = as_position(position)
    seat = parse_seat(seat)
    check_why(position)
    if not isinstance(says, str) or says not in SAYS:
        raise ArgumentError(f"says: {checks.quote(says)}, expected {' or '.join(SAYS)}")
    run = Run.of(run, seconds)
    if searches is not None:
        searches = checks.number(searches, "searches", 0)
    elif run.deadline is None:
        searches = SEARCHES
    engine = Engine(_MEMORY_MB) if engine is None else checks.instance(engine, Engine, "engine")
    places = Places(position)
    value = engine.value(position, seat, run=run)
    claim = Claim(seat, None if says == "at most" else value, None if says == "at least" else value)
    prover = Prover(engine, places, claim, run)
    first = prover.cell(places.layouts)
    assert first is not None  # whose value is the one to be proved
    weaker = _Weaker(prover, first)

    prover.limit(None if searches is None else searches * 2 // 3, run.part(0.5))
    weaker.drop_comparisons()
    region = weaker.region
    changes = find_changes(
        engine,
        places,
        claim,
        value,
        lambda other: _in_region(Places(other), places, region),
        run.part(0.5),
    )
    prover.limit(searches, run)
    weaker.name_cards()
    return _result(prover, value, first, weaker, changes)


def explain(
    guarantees: Iterable[tuple[Position, Seat]], says: str, run: Run, engine: Engine | None = None
) -> list[Why | None]:
    """Return what guarantees of seats rest on, each with its part of the time left.

    Nothing depends on what was searched before. None where there was no time. Raises as ``why``.
    """
    asked, engine = list(guarantees), engine or Engine(_MEMORY_MB)
    found: list[Why | None] = []
    for number, (position, seat) in enumerate(asked):
        engine.clear()
        part = run.part(1 / (len(asked) - number))
        try:
            found.append(why(position, seat, says, engine=engine, run=part))
        except StoppedError:
            found.append(None)
    return found


_Key = tuple[int, Any]
"""A suit, and a comparison or a card of it by number."""


class _Weaker:
    """Finds fewer comparisons that prove the same, and few cards to name.

    ``against`` has for comparisons, by suit and pair, and for cards, by suit and number, a deal
    with another guarantee that leaving them out would let in.
    """

    def __init__(self, prover: Prover, first: Region) -> None:
        self.prover = prover
        self.region = first
        self.against: dict[_Key, Layouts] = {}
        places = prover.places
        # Low cards, or where tricks are avoided high ones, can be done without most often.
        self.height = [
            {card: at * places.position.sign for at, card in enumerate(order)}
            for order in places.in_play
        ]
        self.named: list[int] = []

    def _leave_out(
        self,
        among: Callable[[], Iterable[_Key]],
        height: Callable[[_Key], Any],
        without: Callable[[_Key, int], Layouts | bool],
    ) -> None:
        """Leave out one after the other, the highest first, as far as there is time.

        One is left out if all deals that only it excludes have the same guarantee: ``without`` says
        so, and does it. Once a deal speaks against that it does so for good: it stays in all
        larger sets.
        """
        with suppress(StoppedError):
            for most in _ROUNDS:
                given_up: set[_Key] = set()
                while left := [key for key in among() if key not in {*self.against, *given_up}]:
                    key = max(left, key=height)
                    found = without(key, most)
                    if found is False:
                        given_up.add(key)
                    elif found is not True:
                        self.against[key] = found
                if not given_up:
                    break

    def drop_comparisons(self) -> None:
        """Leave out comparisons."""
        self._leave_out(
            lambda: [
                (suit, pair) for suit, known in enumerate(self.region) for pair in known.covers
            ],
            self._how_low,
            self._without,
        )

    def _without(self, which: _Key, most: int) -> Layouts | bool:
        """Leave out a comparison if it may be, and return what ``Prover.holds`` says of that."""
        suit, pair = which
        less = self.region[suit].leaving_out(pair)
        found = self._holds(self._with(suit, less.adding(pair[::-1])), most)
        if found is True:
            self.region = self._with(suit, less)
        return found

    def _how_low(self, which: _Key) -> Any:
        suit, (high, low) = which
        cards = self.prover.places.cards[suit]
        height = self.height[suit]
        return height[cards[low]], height[cards[high]], -suit, (high, low)

    def name_cards(self) -> None:
        """Name the cards of the comparisons and those on the table; then do with fewer.

        The order of these cards says all the comparisons, which follow from the covers.
        """
        places = self.prover.places
        table = places.numbers_in(hand_of(places.position.table))
        self.named = list(table)
        for suit, known in enumerate(self.region):
            for high, low in known.covers:
                self.named[suit] |= 1 << high | 1 << low

        self._leave_out(
            lambda: [
                (suit, number)
                for suit, named in enumerate(self.named)
                for number in bits(named & ~table[suit])
            ],
            lambda which: self.height[which[0]][places.cards[which[0]][which[1]]],
            self._unnamed,
        )

    def _unnamed(self, which: _Key, most: int) -> Layouts | bool:
        """Make a card an x if it may be, and return what ``Prover.holds`` says of that."""
        places, (suit, number) = self.prover.places, which
        fewer = list(self.named)
        fewer[suit] &= ~(1 << number)
        region = tuple(map(order_of, places.lengths, places.layouts, fewer))
        known = map(Known.follows_from, self.region, region)
        found = all(known) or self._holds(region, most)
        if found is True:
            self.named = fewer
        return found

    def _with(self, suit: int, known: Known) -> Region:
        return (*self.region[:suit], known, *self.region[suit + 1 :])

    def _holds(self, region: Region, most: int) -> Layouts | bool:
        """Return what ``Prover.holds`` does, after looking at deals known and drawn."""
        for layouts in self.against.values():
            if all(known.agrees(lies) for known, lies in zip(region, layouts, strict=True)):
                return layouts
        if most == _ROUNDS[0]:
            found = self.prover.counterexample(region)
            if found is not None:
                return found
        return self.prover.holds(region, most)


def _result(prover: Prover, value: int, first: Region, weaker: _Weaker, changes: Changes) -> Why:
    """Put together what was found."""
    places, region = prover.places, weaker.region
    position = places.position
    free = [nothing_known(lengths) for lengths in places.lengths]
    comparisons = []
    for suit, known in enumerate(region):
        for high, low in known.covers:
            above, below = places.cards[suit][high], places.cards[suit][low]
            against = weaker.against.get((suit, (high, low)))
            if against is None:
                comparisons.append(Compared(above, below))
                continue
            other = prover.engine.value(places.at(against), prover.claim.seat)
            comparisons.append(Compared(above, below, places.dealt(against), other))
    named = needed = 0
    for suit, numbers in enumerate(weaker.named):
        for number in bits(numbers):
            named |= 1 << places.cards[suit][number]
            if (suit, number) in weaker.against:
                needed |= 1 << places.cards[suit][number]
    deals = prod(known.layouts for known in region)
    hands = factorial(position.tricks) ** SEATS
    return Why(
        position=position,
        claim=prover.claim,
        value=value,
        comparisons=tuple(comparisons),
        pairs=sum(a * b + b * c + a * c for a, b, c in places.lengths),
        used=_beyond(first, free),
        rests_on=_beyond(region, free),
        deals=deals,
        deals_alike=prod(known.layouts for known in free),
        chance=Fraction(deals * hands, factorial(SEATS * position.tricks)),
        diagram=Diagram(position, tuple(hand & named for hand in position.dealt), needed),
        same=_largest_of_none(places, prover.claim, value, region),
        changes=changes,
        region=region,
    )


def _beyond(region: Iterable[Known], free: Iterable[Known]) -> int:
    """Return how many comparisons are known but those of cards of one hand."""
    each = zip(region, free, strict=True)
    return sum((known.mask ^ own.mask).bit_count() for known, own in each)


def _largest_of_none(places: Places, claim: Claim, value: int, region: Region) -> Swap | None:
    """Return the exchange of most steps that seems to speak against a claim and does not.

    It takes a higher card from the seat where many tricks are claimed, else it gives it one; of
    an exact claim it is the one that worsens the hand.
    """
    gives_high = not places.position.avoids if claim.least == claim.most else claim.most is None
    best = None
    for each in swaps(places, value):
        gives = each.high_seat if gives_high else each.low_seat
        if gives != claim.seat or (best is not None and each.steps <= best.steps):
            continue
        if _in_region(Places(each.swapped(places.position)), places, region):
            best = each
    return best
