"""A play as moves: cards taken from a meld, or from the hand, to where they lie in the end.

Each card moves once at most, straight to its meld, and a meld that lies as it did is not touched:
each table on the way is made of cards that are there, and the last alone has to be legal. In Tahiti
a card that replaces a joker takes its place first. Few moves are found step by step: what can stay
stays, and a meld takes of what it needs first from where most of it lies. They need not be fewest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import count, permutations, product
from typing import Annotated, NamedTuple, TypeAlias

from ..cards import CARDS
from ..records import frozen
from ..reprs import Printable, repr_text
from ..schema import Count, one_of
from .games import JOKER, KNOCK
from .turn import Meld, RummyCard, RummyCards, RummyTurn, in_order, in_pack, pile_text

AIMS = ("cards", "points", "out")
"""What can be wanted: to lay the most cards, to keep the fewest points, to be out at once."""


class LaidMeld(NamedTuple):
    """A meld on the table, its cards that come from the hand, and those that lay elsewhere."""

    cards: RummyCards
    added: Sequence[RummyCard] = ()
    moved: Sequence[RummyCard] = ()
    lies: bool = False
    """Whether it lies as it did."""
    home: int = 0
    """As which of the melds of the table; if it is a new one, nothing."""


class RummyMove(NamedTuple):
    """Cards that go together from one place to another.

    >>> from manni import RummyTurn, best_rummy_play, rummy_moves
    >>> turn = RummyTurn.of("carousel", "S8 S9 *ST | C7 D7 H7", "S7 ST HT CK")
    >>> move = rummy_moves(best_rummy_play(turn))[0]
    >>> move.source, move.pile, move.to, move.cards  # the seven of spades goes to the first meld
    ('hand', None, 1, (5,))

    Attributes:
        cards: The cards moved, as they were before.
        becomes: The cards as they are afterwards: a joker may now stand for another card.
        source: The place they come from: "pile" for a meld, the hand, or the single open cards.
        pile: The number of the meld they come from, from 1; null if they come from no meld.
        to: The number of the meld they go to. New melds are numbered after those of the table.
        table: All melds after the move, by number. Some may be empty or broken.
    """

    cards: RummyCards
    becomes: RummyCards
    source: Annotated[str, one_of("pile", "hand", "open")]
    pile: Count | None
    to: Count
    table: Sequence[RummyCards]


@frozen
class RummyPlay(Printable):
    """The best play of a turn, and the table after it: first the old melds, then new ones.

    >>> from manni import RummyTurn, best_rummy_play
    >>> turn = RummyTurn.of("carousel", "S8 S9 *ST | C7 D7 H7", "S7 ST HT CK")
    >>> play = best_rummy_play(turn)
    >>> play
    <RummyPlay carousel: lays ST S7 HT, keeps CK>
    >>> play.kept, play.points
    (1, 10)

    Attributes:
        by: The aim: "cards" to lay the most cards, "points" to keep the fewest points, "out" to
            lay the whole hand.
        laid: The cards laid from the hand. A joker is listed as the card that it stands for.
        left: The cards that stay in the hand.
        open: The single cards that stay on the table.
        kept: How many melds of the table are unchanged.
        moves: The moves that lead to it, in order.
    """

    turn: RummyTurn
    by: Annotated[str, one_of(*AIMS)]
    laid: RummyCards
    left: RummyCards
    open: RummyCards
    melds: tuple[LaidMeld, ...]
    kept: Count
    moves: tuple[RummyMove, ...]

    def __repr__(self) -> str:
        lays = f"{self.turn.game.code}: lays {pile_text(self.laid) or '-'}"
        return repr_text(self, lays, f"keeps {pile_text(self.left) or '-'}")

    @property
    def points(self) -> Count | None:
        """The points of the cards that stay in the hand; None in games that count none."""
        game = self.turn.game
        return game.points(self.left) if game.counts else None

    @property
    def then(self) -> str | None:
        """What the player does then, None where the deal is won or no rule says more."""
        game = self.turn.game
        if not self.laid:
            return game.idle if self.by != "out" else None
        knocks = game.knock and (self.points or 0) <= game.knock
        return (KNOCK if knocks else game.after or None) if self.left else None


_JokerWay: TypeAlias = list[tuple[int, int, int, int, bool]]


def joker_way(turn: RummyTurn, before: Sequence[Meld], after: Sequence[Meld]) -> _JokerWay | None:
    """Return what may have become of the jokers between two tables, None if they may not lie so.

    Of each it is the meld before and what it was there, the meld after and what it is, and whether
    it was replaced: the fewest that can be. What begins at place 0 is no meld, and a joker that
    stands for nothing is free.
    """
    rule, ways = turn.game.jokers, list[_JokerWay]()
    lay, lie = (
        [(at, card) for at, meld in enumerate(melds) for card in meld.cards if card >= CARDS]
        for melds in (before, after)
    )
    there = real = Counter(card for meld in after for card in meld.cards)
    if rule == "lock":
        real = (in_pack(after) - in_pack(turn.table)) & Counter(turn.hand)
    for order in permutations(lie, len(lay)):
        way: _JokerWay = []
        for (at, was), (to, now) in zip(lay, order, strict=True):
            old, new = before[at], after[to]
            stays = was == JOKER or (
                was == now
                and (
                    {*old.cards} <= {*new.cards}
                    if rule == "lock"
                    else rule == "move" or not old.start or old.is_run == new.is_run
                )
            )
            if not stays and all(there[c] <= (c in new.cards) for c in old.cards if c < CARDS):
                break
            way.append((at, was, to, now, not stays))
        else:
            if Counter(was - CARDS for _, was, *_, freed in way if freed) <= real:
                ways.append(way)
    return min(ways, key=lambda way: sum(joker[-1] for joker in way), default=None)


def play_of(turn: RummyTurn, by: str, melds: Sequence[Meld]) -> RummyPlay:
    """Return the play after which these melds lie on the table.

    Those that are most like melds of the table come first, in the order of these, then new ones.
    """
    hand, locked = len(turn.table), turn.game.jokers == "lock"
    used = in_pack(melds) - in_pack(turn.table)
    given = used & Counter(turn.hand)
    sources = given, used - given
    like = sorted(
        (
            new != old,
            # A meld that is locked stays where it is, whatever is added.
            not (locked and old.jokers and {*old.cards} <= {*new.cards}),
            -len({*new.cards} & {*old.cards}),
            n,
            at,
        )
        for (n, new), (at, old) in product(enumerate(melds), enumerate(turn.table))
    )
    matches = dict[int, int]()
    for *_rank, same, n, at in like:
        if same and n not in matches and at not in matches.values():
            matches[n] = at
    # As which meld of the table each lies, ``hand`` for a new one.
    order = sorted((matches.get(n, hand), n) for n in range(len(melds)))
    olds = [*turn.table, *(Meld(0, in_order(cards.elements())) for cards in sources)]
    news = [melds[n] for _, n in order]
    jokers = joker_way(turn, olds, news) or []
    away = {to for at, _, to, *_, freed in jokers if freed and at == order[to][0]}
    new_pile = count(hand + 2)
    homes = [
        next(new_pile) if home == hand or to in away else home for to, (home, _) in enumerate(order)
    ]
    piles = [*(meld.cards for meld in olds), *[()] * (next(new_pile) - hand - 2)]
    lie, needs = (
        [Counter(card for card in pile if card < CARDS) for pile in piles_then]
        for piles_then in (piles, [meld.cards for meld in news])
    )
    # From where to where cards go, each as it lay and as it lies then; those that are not ``later``
    # take the places of jokers that are locked.
    flows = defaultdict[tuple[bool, int, int], list[tuple[int, int]]](list)
    for at, was, to, now, freed in jokers:
        if freed and locked:
            card = was - CARDS
            flows[False, hand, at].append((card, card))
            lie[hand][card] -= 1
            lie[at][card] += 1
        if at != homes[to]:
            flows[True, at, homes[to]].append((was, now))
        else:  # a joker that stands for nothing may lie where it does
            place = piles[at].index(was)
            piles[at] = (*piles[at][:place], now, *piles[at][place + 1 :])
    for n, to in enumerate(homes):  # what can stay stays
        lie[to], needs[n] = lie[to] - needs[n], needs[n] - lie[to]
    for to, need in zip(homes, needs, strict=True):
        while need:
            at = max(range(len(lie)), key=lambda at: (lie[at] & need).total())
            taken = lie[at] & need
            flows[True, at, to] += ((card, card) for card in taken.elements())
            lie[at] -= taken
            need -= taken

    def when(way: tuple[bool, int, int]) -> tuple[bool, bool, int, bool]:
        later, at, to = way
        # A joker that is replaced goes last; in Tahiti at once, as its card lies there already.
        freed = any(was not in (now, JOKER) for was, now in flows[way])
        return later, freed != locked, to, at >= hand

    fresh = [Counter(pile if at == hand else ()) for at, pile in enumerate(piles)]
    goal, moves = dict(zip(homes, (meld.cards for meld in news), strict=True)), list[RummyMove]()
    for way in sorted(flows, key=when):
        (_later, at, to), flow = way, flows[way]
        cards, becomes = zip(*flow, strict=True)
        for was, now in flow:
            if fresh[at][was]:
                fresh[at][was] -= 1
                fresh[to][now] += 1
        for place, pile in (
            (at, Counter(piles[at]) - Counter(cards)),
            (to, Counter([*piles[to], *becomes])),
        ):
            whole = goal.get(place, ())
            piles[place] = whole if Counter(whole) == pile else (*pile.elements(),)
        source = ("pile", "hand", "open")[max(0, at - hand + 1)]
        table, number = (*piles[:hand], *piles[hand + 2 :]), at + 1 if at < hand else None
        moves.append(RummyMove(cards, becomes, source, number, to + 1 - 2 * (to > hand), table))
    lie_then = list[LaidMeld]()
    for to, meld, (home, _) in zip(homes, news, order, strict=True):
        there = olds[home].cards if home < hand else ()
        added = [card for card in meld.cards if fresh[to][card]]
        moved = [card for card in meld.cards if card not in (*there, *added)]
        lie_then.append(LaidMeld(meld.cards, added, moved, meld == olds[home], home))
    laid = (card for move in moves if move.source == "hand" for card in move.becomes)
    left, single = (
        in_order((Counter(cards) - gone).elements())
        for cards, gone in zip((turn.hand, turn.open), sources, strict=True)
    )
    kept = sum(meld.lies for meld in lie_then)
    return RummyPlay(turn, by, in_order(laid), left, single, (*lie_then,), kept, (*moves,))
