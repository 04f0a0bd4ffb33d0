"""A play as moves: cards taken from a meld, or from the hand, to where they lie in the end.

Each card moves once at most, straight to its meld, and a meld that lies as it did is not touched:
each table on the way is made of cards that are there, and the last alone has to be legal. In Tahiti
a card that replaces a joker takes its place first. No other moves of that kind are fewer, where
equal cards can change places in no more than ``_WAYS`` ways; else the fewest of the first of these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice, permutations, product
from operator import itemgetter
from typing import Annotated, NamedTuple, TypeAlias

from .. import checks
from ..cards import CARDS
from ..schema import Count, one_of
from .games import JOKER
from .play import RummyPlay, joker_ways
from .turn import Meld, RummyCards

_WAYS = 512
_Flows: TypeAlias = dict[tuple[int, int], list[tuple[int, int]]]
"""From which place to which meld which cards go, and what they are there."""


class RummyMove(NamedTuple):
    """Cards that go together from one place to another.

    Attributes:
        cards: The cards as they lay.
        becomes: What they are then: a joker that is laid or replaced stands for another card.
        source: Where they come from.
        pile: The number of the meld they come from; null if they lay in none.
        to: The number of the meld they go to: first those of the table, then new ones.
        table: The melds after it in the order of their numbers, empty or broken ones too.
    """

    cards: RummyCards
    becomes: RummyCards
    source: Annotated[str, one_of("pile", "hand", "open")]
    pile: Count | None
    to: Count
    table: Sequence[RummyCards]


def rummy_moves(play: RummyPlay) -> tuple[RummyMove, ...]:
    """Return the moves that lead from the table before a play to the one after it, in order.

    They are few: no card moves twice, and no meld that lies as it did is touched. Melds are known
    by numbers from 1, and a table on the way may have broken ones.

    >>> from manni import RummyTurn, best_rummy_play, rummy_moves
    >>> turn = RummyTurn.of("machiavelli", "H7 H8 H9 HT | C2 C3 C4", "S7 D7")
    >>> [(move.source, move.to) for move in rummy_moves(best_rummy_play(turn))]
    [('pile', 3), ('hand', 3)]
    """
    turn = checks.instance(play, RummyPlay, "play").turn
    hand, locked = len(turn.table), turn.game.jokers == "lock"
    laid = tuple(card if card < CARDS else JOKER for card in play.laid)
    spare = Counter(turn.open) - Counter(play.open)
    olds = [*turn.table, Meld(0, laid), Meld(0, (*spare.elements(),))]
    news = [Meld(0, meld.cards) for meld in play.melds]
    jokers = min(joker_ways(turn, olds, news), key=lambda way: sum(own[-1] for own in way))
    stay = {to: meld.home for to, meld in enumerate(play.melds) if meld.lies}
    # Of each card the places where it lies before, and after.
    before, after = (defaultdict[int, list[int]](list) for _ in range(2))
    for lie, melds in (before, olds), (after, news):
        for at, meld in enumerate(melds):
            for card in meld.cards:
                lie[card].append(at)
    first = list[tuple[int, int, list[tuple[int, int]]]]()
    for at, was, to, _, freed in jokers:
        if locked and freed:
            before[was - CARDS].remove(hand)
            before[was - CARDS].append(at)
            first.append((hand, at, [(was - CARDS, was - CARDS)]))
        elif locked and was < JOKER:
            stay[to] = at
    for to, at in stay.items():
        for card in olds[at].cards:
            before[card].remove(at)
            after[card].remove(to)
    cards = [card for card in before if card < CARDS]

    def planned(ends: Iterable[Sequence[int]]) -> tuple[int, int, _Flows, dict[int, int]]:
        flows: _Flows = defaultdict(list)
        for at, was, to, now, _ in jokers:
            flows[at, to].append((was, now))
        for card, own in zip(cards, ends, strict=True):
            for pair in zip(before[card], own, strict=True):
                flows[pair].append((card, card))
        homes = _homes(flows, stay, hand)
        moved = [len(own) for (at, to), own in flows.items() if homes.get(to) != at]
        return len(moved), sum(moved), flows, homes

    ways = product(*(dict.fromkeys(permutations(after[card])) for card in cards))
    *_, flows, homes = min(map(planned, islice(ways, _WAYS)), key=itemgetter(0, 1))
    new = [to for to in range(len(news)) if to not in homes]
    homes |= {to: len(olds) + n for n, to in enumerate(new)}
    goal = {at: news[to].cards for to, at in homes.items()}
    piles, moves = [*(meld.cards for meld in olds), *[()] * len(new)], list[RummyMove]()
    for at, was, to, now, _ in jokers:
        if was == JOKER and homes[to] == at:
            free = piles[at].index(was)
            piles[at] = (*piles[at][:free], now, *piles[at][free + 1 :])
    # A joker that is replaced goes last, a meld after the other else, with cards from the hand.
    order = sorted(
        (any(was < JOKER and was != now for was, now in own), to, at >= hand, at)
        for (at, to), own in flows.items()
        if homes[to] != at
    )
    for at, to, own in (*first, *((at, homes[to], flows[at, to]) for _, to, _, at in order)):
        gone, come = zip(*own, strict=True)
        for place, pile in (
            (at, Counter(piles[at]) - Counter(gone)),
            (to, Counter([*piles[to], *come])),
        ):
            want = goal.get(place, ())
            piles[place] = want if Counter(want) == pile else (*pile.elements(),)
        source = ("pile", "hand", "open")[max(0, at - hand + 1)]
        table = (*piles[:hand], *piles[hand + 2 :])
        moves.append(
            RummyMove(
                gone, come, source, at + 1 if at < hand else None, to + 1 - 2 * (to > hand), table
            )
        )
    return (*moves,)


def _homes(flows: _Flows, stay: dict[int, int], hand: int) -> dict[int, int]:
    """Return for most melds the place of one that gives them cards, each for one of them.

    A joker that is replaced has to go elsewhere.
    """
    homes = dict(stay)

    def finds(at: int, seen: set[int]) -> bool:
        for (place, to), own in sorted(flows.items(), key=lambda flow: -len(flow[1])):
            if place == at and to not in seen and all(was in (now, JOKER) for was, now in own):
                seen.add(to)
                if to not in homes or finds(homes[to], seen):
                    homes[to] = at
                    return True
        return False

    for at in {*range(hand)} - {*stay.values()}:
        finds(at, {*stay})
    return homes
