"""Cards covered by melds at the least cost: a search that remembers what failed.

A card that stays in the hand costs its price, and each meld of the table that does not lie as it
did something less. What there is, and in which ways each card can be covered, is said here;
``_cover.pyx`` searches, and says how. The cover found is the first of the least cost in a fixed
order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from .._cover import FIELDS, Cover
from ..cards import CARDS, RANKS, SUITS, rank_of
from .games import JOKER
from .turn import Meld, RummyTurn, card_at, suit_at

# ``NONE`` is no field: the cost of what cannot be done.
_POOL, _ACES, _RUN, NONE = FIELDS
_OWN = _POOL + 1
_OLD = _OWN + 4
_FIXED = _OLD + 10
_END = _FIXED + 4
_WILD = 16
"""Fields behind those of the cards: the free jokers; up to four jokers that are what they were; up
to ten melds that begin at a card, fields of that stage alone; up to four melds that lie besides,
and the runs of these that may go on; whether all aces are covered; the runs that may go on, by rank
from here on and suit, ``_WILD`` more those that have the one joker they may have."""


class Start(NamedTuple):
    """What is to be covered: cards of the table, free jokers among them, and bound jokers."""

    table: Counter[int]
    hand: Counter[int]
    bound: Sequence[tuple[int, bool | None]]
    """The cards that jokers stand for, and whether in a run, where they have to stay in one."""
    given: Counter[int]
    """Cards of the hand that have to be laid, for jokers that are replaced by them."""
    fixed: list[Meld]
    """Melds that lie besides."""
    open: Counter[int]
    """Single cards of the table that need not lie in melds."""
    released: Sequence[Meld]
    """For each joker that was replaced the meld it lay in: it goes into another."""
    melds: Sequence[Meld]
    """Those that lay there before."""


_Laid: TypeAlias = tuple[bool | Meld, Meld]
"""Whether a run begins, and the cards: a meld, or the first three of a run, or the next one; or a
meld that lies besides, and what it has grown to."""

_Way: TypeAlias = tuple[list[int], list[int], bool, int, _Laid]
"""A way to cover a card: the fields it uses, those it gives, whether a run begins, what it saves,
and the cards."""


@lru_cache(maxsize=512)
def _stage(
    place: int,
    suit: int,
    places: range,
    old: tuple[Meld, ...],
    fixed: tuple[tuple[int, Meld, bool], ...],
    bound: tuple[tuple[int, int, bool | None], ...],
    pool: int,
    one: bool,
) -> tuple[set[int], list[int], list[int], list[_Way]]:
    """Return what there is about a card, with so many free jokers, perhaps ``one`` a meld.

    It is the fields that matter, those that do not behind it, those of jokers to be laid, and the
    ways to cover it in a fixed order. ``old`` are melds that begin with it. Of ``fixed`` melds, by
    number, it is said whether it costs 1 that they grow; of ``bound`` jokers, by field, what they
    lie as and whether in a run.
    """
    card, run = card_at(suit, place), [card_at(suit, at) for at in range(place, places.stop)]
    parts = [(meld.cards, _OLD + n) for n, meld in enumerate(old)]
    open_runs = [_RUN + suit, _RUN + suit + _WILD]
    open_runs += [_END + n for n, meld, _ in fixed if meld.is_run and meld.end == place]
    bound_here = [field for field, joker, _ in bound if joker == CARDS + card]
    passed = [*open_runs, *(field for _, field in parts)]
    if place > 1 or places.stop == 14:  # an ace that is low may be high
        passed += [card, *bound_here]
        for size in (2, 3):
            for more in combinations(range(suit + 1, SUITS), size):
                parts.append((tuple(card_at(other, place) for other in (suit, *more)), 0))
    parts += [((card,), field) for field in open_runs[: None if one else 1]]
    parts += [((*run[:3],), 0)] * (len(run) > 2)
    ways = list[_Way]()
    for part, link in parts:
        is_run, kept = suit_at(part[0]) == suit_at(part[-1]), _OLD <= link < _FIXED
        options = [
            [
                (field, lies)
                for field, lies, kind in (
                    (needed % CARDS, needed % CARDS, None),
                    *bound,
                    (_POOL, CARDS + needed % CARDS, None),
                )
                if lies == needed
                or (lies % CARDS == needed and kind in (None, is_run) and not kept)
            ]
            for needed in part
        ]
        for used, cards in (zip(*choice, strict=True) for choice in product(*options)):
            jokers = used.count(_POOL) + (link in open_runs[1:])
            if used.count(_POOL) > pool or (jokers > 1 and one):
                continue
            goes_on, uses = is_run and not kept, [*used, *[link] * (link > 0)]
            gives = [_RUN + suit + SUITS * len(part) + _WILD * (one and jokers)] * goes_on
            begins = goes_on and not link
            ways.append((uses, gives, begins, kept, (begins, Meld(place, cards))))
    for n, meld, cost in fixed:
        end, field = meld.end, _FIXED + n
        if meld.is_run:
            is_last = place == min(end, places.stop - 1)
            # A run of thirteen cards does not take another ace.
            grows = place < meld.start or place == end < meld.start + RANKS
        else:
            is_last = suit == SUITS - 1
            grows = card not in (c % CARDS for c in meld.cards)
        passed += [field] * is_last
        if grows:
            added = run[: max(1, meld.start - place)]
            then = [_RUN + SUITS + suit + _WILD if place == end else _END + n]
            low = min(place, meld.start)
            then *= meld.is_run and end - low < RANKS
            cards = (*added, *meld.cards) if place < end else (*meld.cards, *added)
            grown = Meld(low, cards if meld.is_run else (*sorted(cards, key=suit_at),))
            ways.append(([*added, field], then, False, -cost, (meld, grown)))
    fields = {_ACES, *passed}.union(*(uses + gives for uses, gives, *_ in ways))
    return fields, passed, bound_here, ways


class CoverSearch:
    """A search for the cheapest cover.

    Of ``old`` melds each that is not kept costs 1, a card that stays its ``price``, by rank.
    """

    def __init__(
        self, turn: RummyTurn, start: Start, price: Sequence[int], old: Counter[Meld]
    ) -> None:
        game, self._fixed = turn.game, start.fixed
        cards = start.table + start.hand + start.open
        free = cards.pop(JOKER, 0)
        # A joker that was replaced and has been laid might else lie as it did.
        fixed = Counter(start.fixed) & Counter(turn.table)
        one = game.jokers == "lock" and (free > 1 or bool(fixed))
        grow = [(n, meld, meld in old) for n, meld in enumerate(fixed)]
        old = old - Counter(start.fixed)
        bound = [(_OWN + n, CARDS + card, kind) for n, (card, kind) in enumerate(start.bound)]
        there = [
            *cards.elements(),
            *[_POOL] * free,
            *(field for field, *_ in bound),
            *(_FIXED + n for n, meld, _ in grow for _ in range(fixed[meld])),
        ]
        # Ranks at which a meld kept since a lower one may have a joker too high up for the bound.
        unbound = {
            place
            for meld in old
            for index, wild in enumerate(meld.cards[3:-1], 3)
            if meld.is_run and wild >= CARDS
            for place in range(meld.start + 1, meld.start + index - 1)
        }
        stages = list[tuple[object, ...]]()
        self._ways = list[list[_Way]]()
        for place, suit in product(game.places, range(SUITS)):
            card = card_at(suit, place)
            spare = start.open[card]
            begin = [meld for meld in old if (meld.start, meld.suit) == (place, suit)]
            lie = [_OLD + n for n, meld in enumerate(begin) for _ in range(old[meld])]
            near = tuple(
                fixture
                for fixture in grow
                if (fixture[1].suit == suit if fixture[1].is_run else fixture[1].start == place)
            )
            *stage, ways = _stage(place, suit, game.places, (*begin,), near, (*bound,), free, one)
            most = start.hand[card] + spare - start.given[card]
            cost, ace, bounded = price[rank_of(card)], place == 14, place not in unbound
            stages.append((*stage, lie, ways, card, _RUN + suit, cost, spare, most, ace, bounded))
            self._ways.append(ways)
        loose = [*there, *(_END + n for n, *_ in grow for _ in range(3))]
        jokers, spare = start.hand[JOKER], start.open[JOKER]
        self._search = Cover(there, loose, stages, price[RANKS], jokers, spare)

    def least(self, most: int = NONE - 1) -> int:
        """Return the least cost; if it is above ``most``, perhaps too little."""
        return self._search.least(most)

    def covers(
        self, cost: int, at: int = 0, there: bytes = b"", laid: tuple[_Laid, ...] = ()
    ) -> Iterator[list[Meld]]:
        """Yield the covers of a cost, which is the least or above, in a fixed order.

        Those from a stage on are of the state that is ``there``, with what is ``laid`` before.
        """
        if at == len(self._ways):
            yield self._table(laid)
            return
        for paid, then, ways in self._search.ways(at, there or self._search.begin()):
            if paid <= cost and self._search.costs(at + 1, then, cost - paid):
                more = (self._ways[at][way][-1] for way in ways)
                yield from self.covers(cost - paid, at + 1, then, (*laid, *more))

    def _table(self, laid: Iterable[_Laid]) -> list[Meld]:
        runs, melds = list[Meld](), [*self._fixed]
        for begins, meld in laid:
            if isinstance(begins, Meld):
                melds.remove(begins)
            if begins or meld.cards[1:]:
                (runs if begins and meld.is_run else melds).append(meld)
            else:
                fits = (run for run in runs if (run.suit, run.end) == (meld.suit, meld.start))
                run = min(fits, key=lambda run: len(run.jokers))
                runs.remove(run)
                runs.append(Meld(run.start, run.cards + meld.cards))
        for run in runs:  # none has both an ace that is low and one that is high
            cut = 3 * (len(run.cards) > RANKS)
            melds += [Meld(run.start + cut, run.cards[cut:]), *[Meld(1, run.cards[:3])] * (cut > 0)]
        return melds
