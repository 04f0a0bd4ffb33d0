"""Cards covered by melds at the least cost: a search that remembers what failed.

A card that stays in the hand costs its price, and each meld of the table that does not lie as it
did something less. Cards are covered one after the other, ranks from the lowest on. A run is its
first three cards and single ones that go on with it, so that of what lies behind nothing matters
but which runs may go on, and how many jokers are free. The cost allowed grows from the least on
(iterative deepening with a table of lower bounds), so that little is looked at where little stays
behind; what the higher ranks cost at least, whatever lies before, is found first. The cover found
is the first of the least cost in a fixed order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from ..cards import CARDS, RANKS, SUITS
from .games import JOKER
from .turn import Meld, RummyTurn, card_at, rank_index, suit_at

NONE = 1 << 30
"""The cost of what cannot be done."""

_POOL = CARDS
OWN = _POOL + 1
OLD = OWN + 8
OPEN = OLD + 60
_WILD = 17 * SUITS
"""Where fields begin behind those of the cards: the free jokers, jokers that are what they were,
old melds, and, by place and suit, the runs that may go on there, ``_WILD`` more those that have the
one joker they may have."""

_BITS = 4
_TOPS = sum(8 << _BITS * field for field in range(OPEN + 2 * _WILD))
_ANY_ACES = 1 << _BITS * OPEN
"""In a state, where no run is open: no ace has to be covered any more."""


class Start(NamedTuple):
    """What is to be covered: cards of the table, free jokers among them, and bound jokers."""

    table: Counter[int]
    hand: Counter[int]
    bound: tuple[tuple[int, bool | None], ...]
    """The cards that jokers stand for, and whether in a run, where they have to stay in one."""
    given: Counter[int]
    """Cards of the hand that have to be laid, for jokers that are replaced by them."""
    fixed: list[Meld]
    """Melds that lie besides."""
    open: Counter[int]
    """Single cards of the table that need not lie in melds."""
    released: tuple[tuple[int, ...], ...]
    """For each joker that was replaced the cards it lay with: it goes into another meld."""
    melds: Sequence[Meld]
    """Those that lay there before."""


_Laid: TypeAlias = tuple[bool | Meld, Meld]
"""Whether a run begins, and the cards: a meld, or the first three of a run, or the next one; or a
meld that lies besides, and what it has grown to."""

_Move: TypeAlias = tuple[int, int, tuple[_Laid, ...]]
"""The cost, what is there behind it, and what is laid."""

_Stage: TypeAlias = tuple[int, int, int, list[int], list[tuple[int, int, int, int, _Laid]]]
"""Of a card: the fields that matter, those that do not behind it, those of jokers to be laid, of
melds to be kept, and the ways to cover it in a fixed order: what one uses and gives, the runs that
must not be open, whether a meld is kept, and the cards."""


def _packed(fields: Iterable[int], times: int = 1) -> int:
    return sum(times << _BITS * field for field in fields)


@lru_cache(maxsize=1024)
def _stage(
    at: int,
    places: range,
    old: tuple[Meld, ...],
    fixed: tuple[tuple[Meld, bool], ...],
    bound: Sequence[tuple[int, bool | None]],
    pool: int,
    one: bool,
) -> _Stage:
    """Return what there is about a card, with so many free jokers, perhaps ``one`` a meld.

    Of ``fixed`` melds it is said whether it costs 1 that they grow.
    """
    place, suit = divmod(at, SUITS)
    token, card = OPEN + at, card_at(suit, place)
    run = tuple(card_at(suit, each) for each in range(place, places.stop))
    parts = [
        (meld.cards, OLD + n)
        for n, meld in enumerate(old)
        if (meld.start, meld.suit) == (place, suit)
    ]
    lie = [field for _, field in parts]
    own = [OWN + n for n, (c, _) in enumerate(bound) if c == card]
    passed = [token, token + _WILD, *lie]
    if place > 1 or places.stop == 14:  # an ace that is low may be high
        passed += [card, *own]
        for size in (2, 3):
            for more in combinations(range(suit + 1, SUITS), size):
                parts.append((tuple(card_at(each, place) for each in (suit, *more)), 0))
    parts += [(run[:1], token), (run[:1], token + _WILD)][: 1 + one]
    parts += [(run[:3], 0)] * (len(run) > 2)
    ways, fields = list[tuple[int, int, int, int, _Laid]](), {OPEN, *passed}
    for part, link in parts:
        is_run, kept = suit_at(part[0]) == suit_at(part[-1]), link in lie
        options = [
            [
                (field, lies)
                for field, lies, kind in (
                    (each % CARDS, each % CARDS, None),
                    *((OWN + n, CARDS + c, k) for n, (c, k) in enumerate(bound)),
                    (_POOL, CARDS + each % CARDS, None),
                )
                if lies == each
                or ((each - lies) % CARDS == 0 and kind in (None, is_run) and not kept)
            ]
            for each in part
        ]
        for used, cards in (zip(*choice, strict=True) for choice in product(*options)):
            jokers = used.count(_POOL) + (link == token + _WILD)
            if used.count(_POOL) > pool or (jokers > 1 and one):
                continue
            goes_on, uses = is_run and not kept, [*used, *[link] * (link > 0)]
            gives = [token + SUITS * len(part) + _WILD * (one and jokers)] * goes_on
            begins = goes_on and not link
            # Where a run may go on no other begins, as it would be no better.
            closed = _packed([token] * begins, 15)
            ways.append((_packed(uses), _packed(gives), closed, kept, (begins, Meld(place, cards))))
            fields |= {*uses, *gives}
    for field, (meld, cost) in enumerate(fixed, OLD + len(old)):
        end, suits = meld.start + len(meld.cards), {*map(suit_at, meld.cards)}
        added: tuple[int, ...] = ()
        # A run of thirteen cards does not take another ace.
        if (
            meld.is_run
            and suit == meld.suit
            and (place < meld.start or place == end < meld.start + RANKS)
        ):
            added = run[: max(1, meld.start - place)]
        elif not meld.is_run and suit not in suits and place == meld.start:
            added = (card,)
        last = (min(end, places.stop - 1), meld.suit) if meld.is_run else (meld.start, SUITS - 1)
        if last == (place, suit):
            passed.append(field)
            fields.add(field)
        if added:
            then = [OPEN + SUITS * (end + (place == end)) + suit + _WILD]
            low = min(place, meld.start)
            then *= meld.is_run and end - low < RANKS
            cards = (*added, *meld.cards) if place < end else (*meld.cards, *added)
            grown = Meld(low, cards if meld.is_run else (*sorted(cards, key=suit_at),))
            ways.append((_packed([*added, field]), _packed(then), 0, -cost, (meld, grown)))
            fields |= {*added, field, *then}
    olds = [_BITS * field for field in lie]
    return _packed(fields, 15), _packed(passed, 15), _packed(own, 15), olds, ways


class CoverSearch:
    """A search for the cheapest cover.

    Of ``old`` melds each that is not kept costs 1, a card that stays its ``price``, by rank.
    """

    def __init__(
        self, turn: RummyTurn, start: Start, price: Sequence[int], old: Counter[Meld]
    ) -> None:
        places, self._open = turn.game.places, start.open
        self._first, self._start, self._price = SUITS * places.start, start, price
        cards = start.table + start.hand + self._open
        self._pool = cards.pop(JOKER, 0)
        # A joker that was replaced and has been laid might else lie as it did.
        fixed = Counter(start.fixed) & Counter(turn.table)
        one = turn.game.jokers == "lock" and (self._pool > 1 or bool(fixed))
        grow = tuple((meld, meld in old) for meld in fixed)
        old = old - Counter(start.fixed)
        olds = (OLD + at for at, meld in enumerate(old) for _ in range(old[meld]))
        bound = range(OWN, OWN + len(start.bound))
        besides = (OLD + len(old) + n for n, meld in enumerate(fixed) for _ in range(fixed[meld]))
        self._there = _packed([*cards.elements(), *olds, *besides, *bound, *[_POOL] * self._pool])
        ends = {SUITS * (meld.start + len(meld.cards)) + meld.suit for meld in fixed if meld.is_run}
        self._loose = self._there | _packed((OPEN + _WILD + end for end in ends), 3)
        self._stages = [
            _stage(at, places, tuple(old), grow, start.bound, self._pool, one)
            for at in range(self._first, SUITS * places.stop)
        ]
        self._least = [dict[int, int]() for _ in (*self._stages, 0)]
        self._known = [dict[int, list[_Move]]() for _ in self._stages]
        self._ahead = [[0] * (self._pool + 1) for _ in self._least]
        self._done = [dict[int, int]() for _ in self._least]

    def least(self, most: int = NONE - 1) -> int:
        """Return the least cost; if it is above ``most``, perhaps too little."""
        for at in range(len(self._stages) - SUITS, 2 * SUITS - 1, -SUITS):
            for pool in range(self._pool + 1):
                there = _ANY_ACES | _packed([_POOL], pool)
                for _, passed, *_ in self._stages[at:]:
                    there |= self._loose & passed
                # A run of what lies before that is not yet three cards may have a joker in it.
                token, before = OPEN + self._first + at, min(3, self._pool - pool)
                there += _packed(range(token, token + SUITS), 3)
                there += _packed(range(token + SUITS, token + 3 * SUITS), before)
                for stage in range(at - SUITS + 1, at + 1):
                    self._ahead[stage][pool] = self._deepen(at, there, most)
            if min(self._ahead[at]) > most:
                return min(self._ahead[at])
        return self._deepen(0, self._there, most)

    def _deepen(self, at: int, there: int, most: int) -> int:
        limit = self._least_known(at, there)
        while limit <= most and (bound := self._bound(at, there, limit)) > limit:
            limit = bound
        return limit

    def _least_known(self, at: int, there: int) -> int:
        return self._least[at].get(there, 0) or self._ahead[at][there >> _BITS * _POOL & 7]

    def _bound(self, at: int, there: int, left: int) -> int:
        """Return a lower bound of what is to be paid, at most ``left`` if that is enough."""
        if at == len(self._stages):
            stay = max(0, (there >> _BITS * _POOL & 7) - self._open[JOKER])
            stay *= not there & _ANY_ACES
            return self._price[RANKS] * stay if stay <= self._start.hand[JOKER] else NONE
        if self._done[at].get(there, NONE) <= left:
            return left
        local = there & self._stages[at][0]
        moves = self._known[at].get(local)
        if moves is None:
            moves = self._known[at][local] = self._moves(at, local)
        least, ahead, known = NONE, self._ahead[at + 1], self._least[at + 1]
        for cost, after, _ in moves:
            if cost > left:
                least = min(least, cost)
                break
            then = there ^ local | after
            rest = known.get(then, 0) or ahead[then >> _BITS * _POOL & 7]
            if rest <= left - cost:
                rest = self._bound(at + 1, then, left - cost)
                if rest <= left - cost:
                    self._done[at][there] = left
                    return left
            least = min(least, cost + rest)
        self._least[at][there] = least
        return least

    def _moves(self, at: int, there: int) -> list[_Move]:
        """Return what may be done about a card, the cheapest first."""
        _, passed, own, old, ways = self._stages[at]
        place, suit = divmod(self._first + at, SUITS)
        card = card_at(suit, place)
        shift, spare, price = _BITS * card, self._open[card], self._price[rank_index(card)]
        most = self._start.hand[card] + spare - self._start.given[card]
        wild = own | 15 << _BITS * _POOL
        if not passed >> shift & 1 or (place == 14 and there & _ANY_ACES):
            price, most, own = 0, 9, 0
        full = there | _TOPS
        ways = [way for way in ways if full - way[0] & _TOPS == _TOPS]
        found = dict[int, tuple[int, tuple[_Laid, ...]]]()
        begun = [(0, there, sum(there >> field & 7 for field in old), tuple[_Laid, ...]())]
        for start, there, cost, laid in begun:
            left, after, full = there >> shift & 7, there & ~passed, there | _TOPS
            paid = cost + price * max(0, left - spare)
            if left <= most and not there & own and paid < found.get(after, (NONE,))[0]:
                found[after] = paid, laid
            for way in range(start, len(ways) * (left > 0 or there & wild > 0)):
                uses, gives, closed, kept, cards = ways[way]
                rest = full - uses
                if rest & _TOPS == _TOPS and not (closed and there & closed):
                    begun.append((way, (rest ^ _TOPS) + gives, cost - kept, (*laid, cards)))
        moves = ((cost, after, laid) for after, (cost, laid) in found.items())
        return sorted(moves, key=lambda move: (move[0], -move[1]))

    def covers(self, cost: int) -> Iterator[list[Meld]]:
        """Yield the covers of a cost, which is the least or above, in a fixed order."""

        def walk(at: int, there: int, left: int, laid: tuple[_Laid, ...]) -> Iterator[list[Meld]]:
            if at == len(self._stages):
                if self._bound(at, there, left) == left:
                    yield self._table(laid)
                return
            local = there & self._stages[at][0]
            for paid, after, more in self._known[at][local]:
                then, rest = there ^ local | after, left - paid
                if self._least_known(at + 1, then) <= rest >= self._bound(at + 1, then, rest):
                    yield from walk(at + 1, then, rest, laid + more)

        return walk(0, self._there, cost, ())

    def _table(self, laid: Iterable[_Laid]) -> list[Meld]:
        runs, melds = list[Meld](), [*self._start.fixed]
        for begins, meld in laid:
            if isinstance(begins, Meld):
                melds.remove(begins)
                (runs if meld.is_run else melds).append(meld)
            elif begins:
                runs.append(meld)
            elif meld.cards[1:]:
                melds.append(meld)
            else:
                fits = (
                    r for r in runs if (r.suit, r.start + len(r.cards)) == (meld.suit, meld.start)
                )
                run = min(fits, key=lambda run: len(run.jokers))
                runs.remove(run)
                runs.append(Meld(run.start, run.cards + meld.cards))
        for run in runs:  # none has both an ace that is low and one that is high
            cut = 3 * (len(run.cards) > RANKS)
            melds += [Meld(run.start + cut, run.cards[cut:]), *[Meld(1, run.cards[:3])] * (cut > 0)]
        return melds
