"""A play as moves: cards taken from a meld, or from the hand, to where they lie in the end.

Each card moves once at most, straight to its meld, and a meld that lies as it did is not touched:
each table on the way is made of cards that are there, and the last alone has to be legal. In Tahiti
a card that replaces a joker takes its place first. Few moves are found step by step: what can stay
stays, and a meld takes of what it needs first from where most of it lies. They need not be fewest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeAlias

from .. import checks
from ..cards import CARDS
from ..schema import Count, one_of
from .games import JOKER
from .play import RummyPlay, joker_ways
from .turn import Meld, RummyCards

_Flow: TypeAlias = tuple[int, int, list[tuple[int, int]]]
"""From where to where cards go, each as it lay and as it lies then."""


class RummyMove(NamedTuple):
    """Cards that go together from one place to another.

    >>> from manni import RummyTurn, best_rummy_play, rummy_moves
    >>> turn = RummyTurn.of("carousel", "S8 S9 *ST | C7 D7 H7", "S7 ST HT CK")
    >>> move = rummy_moves(best_rummy_play(turn))[0]
    >>> move.source, move.pile, move.to, move.cards
    ('hand', None, 1, (5,))

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
    spare = (*(Counter(turn.open) - Counter(play.open)).elements(),)
    olds = [*turn.table, Meld(0, laid), Meld(0, spare)]
    news, piles = [Meld(0, meld.cards) for meld in play.melds], [meld.cards for meld in olds]
    jokers = min(joker_ways(turn, olds, news), key=lambda way: sum(own[-1] for own in way))
    away = {to for at, _, to, *_, freed in jokers if freed and at == play.melds[to].home}
    homes = list[int]()
    for to, meld in enumerate(play.melds):
        is_new = meld.home == hand or to in away
        homes.append(len(piles) if is_new else meld.home)
        piles += [()] * is_new
    lie, needs = (
        [Counter(card for card in pile if card < CARDS) for pile in each]
        for each in (piles, [meld.cards for meld in news])
    )
    first, flows = list[_Flow](), defaultdict[tuple[int, int], list[tuple[int, int]]](list)
    for at, was, to, now, freed in jokers:
        if freed and locked:
            card = was - CARDS
            first.append((hand, at, [(card, card)]))
            lie[hand][card] -= 1
            lie[at][card] += 1
        if at != homes[to]:
            flows[at, homes[to]].append((was, now))
        else:  # a joker that stands for nothing may lie where it does
            piles[at] = tuple(now if card == was else card for card in piles[at])
    for to, need in zip(homes, needs, strict=True):
        stay = lie[to] & need
        lie[to] -= stay
        need -= stay
    for to, need in zip(homes, needs, strict=True):
        while need:
            at = max(range(len(lie)), key=lambda at: (lie[at] & need).total())
            taken = lie[at] & need
            flows[at, to] += ((card, card) for card in taken.elements())
            lie[at] -= taken
            need -= taken

    def when(pair: tuple[int, int]) -> tuple[bool, int, bool]:
        # A joker that is replaced goes last; in Tahiti at once, as its card lies there already.
        freed = any(was not in (now, JOKER) for was, now in flows[pair])
        return freed != locked, pair[1], pair[0] in (hand, hand + 1)

    order = sorted(flows, key=when)
    goal, moves = dict(zip(homes, (meld.cards for meld in news), strict=True)), list[RummyMove]()
    for at, to, own in (*first, *((*pair, flows[pair]) for pair in order)):
        cards, becomes = zip(*own, strict=True)
        for place, pile in (
            (at, Counter(piles[at]) - Counter(cards)),
            (to, Counter([*piles[to], *becomes])),
        ):
            whole = goal.get(place, ())
            piles[place] = whole if Counter(whole) == pile else (*pile.elements(),)
        source = ("pile", "hand", "open")[max(0, at - hand + 1)]
        table, number = (*piles[:hand], *piles[hand + 2 :]), at + 1 if at < hand else None
        moves.append(RummyMove(cards, becomes, source, number, to + 1 - 2 * (to > hand), table))
    return (*moves,)
