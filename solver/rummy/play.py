"""The best play of a turn, and how the table lies after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from .. import checks
from ..cards import CARDS, SUITS
from ..errors import ArgumentError, DealError, RuleError
from ..reprs import Printable, repr_text
from ..run import Run
from .cover import NONE, Search, Start
from .games import CARD_EACH, JOKER, Jokers, RummyGame
from .turn import Meld, RummyTurn, card_at, in_order, pile_text, rank_index

AIMS = ("cards", "points", "out")
"""What can be wanted: to lay the most cards, to keep the fewest points, to be out at once."""


class LaidMeld(NamedTuple):
    """A meld on the table, its cards that come from the hand, and those that lay elsewhere."""

    cards: tuple[int, ...]
    added: Sequence[int] = ()
    moved: Sequence[int] = ()


@dataclass(frozen=True)
class RummyPlay(Printable):
    """The best play of a turn, with the melds after it: those there were first, then new ones."""

    turn: RummyTurn
    by: str
    laid: tuple[int, ...]
    left: tuple[int, ...]
    open: tuple[int, ...]
    melds: tuple[LaidMeld, ...]
    kept: int

    def __repr__(self) -> str:
        lays = f"{self.turn.game.code}: lays {pile_text(self.laid) or '-'}"
        return repr_text(self, lays, f"keeps {pile_text(self.left) or '-'}")


def points_of(game: RummyGame, cards: Iterable[int]) -> int | None:
    """Return what cards count that are left in a hand, None where cards count nothing."""
    return sum(game.counts[rank_index(card)] for card in cards) if game.counts else None


def best_rummy_play(turn: RummyTurn, by: str = "cards") -> RummyPlay:
    """Return the play that lays the most cards, or leaves the fewest points, or lays them all.

    Of all that are as good it is one that keeps the most melds of the table as they are, and of
    these the first in a fixed order. Raises RuleError where the game counts no points.
    """
    game = checks.instance(turn, RummyTurn, "turn").game
    if checks.text(by, "by") not in AIMS:
        raise ArgumentError(f"by: {checks.quote(by)}, expected one of {' '.join(AIMS)}")
    price = game.counts if by == "points" else CARD_EACH
    if not price:
        raise RuleError(f"{game.code} counts no points: play by cards")
    unit, found = len(turn.table) + 1, list(turn.table)
    best = unit * (1 if by == "out" else sum(price[rank_index(card)] for card in turn.hand))
    for start in _starts(turn):
        old = Counter(turn.table) - Counter(start.fixed)
        search = Search(turn, start, [unit * each for each in price], old)
        cost = search.least(best - 1)
        if cost < best:
            best, found = cost, search.cover()
    return _play(turn, by, found)


def least_left(turn: RummyTurn, most: int = NONE) -> int:
    """Return how many cards at least stay in the hand; if more than ``most``, perhaps more yet."""
    searches = (Search(turn, start, CARD_EACH, Counter()) for start in _starts(turn))
    return min([len(turn.hand), *(search.least(most) for search in searches)])


def _starts(turn: RummyTurn) -> Iterator[Start]:
    """Yield what may be covered, each joker that lies being what it is or replaced and free."""
    locks, stays = (turn.game.jokers is rule for rule in (Jokers.LOCK, Jokers.STAY))
    for begun in _begun(turn) if turn.first else [()]:
        melds = *turn.table, *begun
        there = Counter(card for meld in melds for card in meld.naturals)
        hand = Counter(turn.hand) - Counter(
            c if c < CARDS else JOKER for m in begun for c in m.cards
        )
        lying = [(card, meld) for meld in melds for card in meld.jokers]
        like = Counter(card for card, _ in lying)
        for freed in product((True, False), repeat=len(lying)):
            given = Counter(card for (card, _), free in zip(lying, freed, strict=True) if free)
            given -= Counter() if locks else there
            stay = [joker for joker, free in zip(lying, freed, strict=True) if not free]
            # A joker that may be free is: as what it is it does no less.
            if given <= hand and (locks or all(there[card] < like[card] for card, _ in stay)):
                fixed = [meld for _, meld in stay if locks]
                loose = there - Counter(card for meld in fixed for card in meld.naturals)
                bound = [(card, meld.is_run if stays else None) for card, meld in stay if not locks]
                yield Start(loose, hand, tuple(bound), sum(freed), given, fixed)


def _begun(turn: RummyTurn) -> Iterator[tuple[Meld, ...]]:
    """Yield the runs of three that the hand has."""
    first, last = turn.game.ace.value
    for suit, place in product(range(SUITS), range(first, last - 1)):
        cards = [card_at(suit, at) for at in range(place, place + 3)]
        for run in product(*((card, CARDS + card) for card in cards)):
            if Counter(card if card < CARDS else JOKER for card in run) <= Counter(turn.hand):
                yield (Meld(place, run),)


def _play(turn: RummyTurn, by: str, melds: Sequence[Meld]) -> RummyPlay:
    """Return the play after which these melds lie on the table."""
    hand, old = Counter(turn.hand), turn.table
    more = Counter(card for meld in melds for card in meld.cards)
    more.subtract(card for meld in old for card in meld.cards)
    # Of the jokers that stand for something new those in excess are from the hand.
    wild = sum(number for card, number in more.items() if card >= CARDS)
    jokers = sorted(card for card in (+more).elements() if card >= CARDS)[: min(wild, hand[JOKER])]
    laid = (more & hand) + Counter(jokers)
    left = hand - laid - Counter({JOKER: len(jokers)})
    spare = Counter(turn.open) - (more - laid) - Counter({JOKER: wild - len(jokers)})
    like = {
        (new, at): (melds[new] == old[at], len({*melds[new].cards} & {*old[at].cards}))
        for new, at in product(range(len(melds)), range(len(old)))
    }
    homes = dict[int, int]()
    for new, at in sorted(like, key=like.__getitem__, reverse=True):
        if like[new, at][1] and new not in homes and at not in homes.values():
            homes[new] = at
    given, lie = laid.copy(), list[LaidMeld]()
    for at, new in sorted((homes.get(new, len(old)), new) for new in range(len(melds))):
        cards, home = melds[new].cards, old[at].cards if new in homes else ()
        other = [card for card in cards if card not in home]
        added = [card for card in other if given[card]]
        given.subtract(added)
        lie.append(LaidMeld(cards, added, [card for card in other if card not in added]))
    out, stay, single = (in_order(pile.elements()) for pile in (laid, left, spare))
    kept = Counter(old) & Counter(melds)
    return RummyPlay(turn, by, out, stay, single, tuple(lie), kept.total())


@dataclass(frozen=True)
class RummyDraw:
    """A card that may be drawn: how many of it are unseen, how many cards can be laid then."""

    card: int
    unseen: int
    laid: int
    out: bool


@dataclass(frozen=True)
class RummyDraws(Printable):
    """The cards that may be drawn, while the table lies as it does and all unseen are alike.

    The chances are those to be out with the next card, and with the next two at the latest.
    """

    turn: RummyTurn
    cards: tuple[RummyDraw, ...]
    one: Fraction
    two: Fraction | None


def rummy_draws(turn: RummyTurn, draws: int = 2, run: Run | None = None) -> RummyDraws:
    """Return what each unseen card would let one lay, and the chance to be out with ``draws``."""
    run, unseen = Run.of(run), checks.instance(turn, RummyTurn, "turn").unseen
    total = unseen.total()
    if total < checks.number(draws, "draws", 1, 2):
        raise DealError(f"{total} cards are left to be drawn")

    @cache
    def left(*drawn: int) -> int:
        run.check()
        return least_left(replace(turn, hand=(*turn.hand, *drawn)), 0 if drawn[1:] else NONE)

    least = {card: left(card) for card in unseen}
    cards = [RummyDraw(c, unseen[c], len(turn.hand) + 1 - n, not n) for c, n in least.items()]
    one, ways = Fraction(sum(own.unseen for own in cards if own.out), total), 0
    pairs = [pair for pair in product(unseen, repeat=2) if least[pair[0]]] if draws > 1 else []
    for done, (first, second) in enumerate(pairs):
        run.report(done, len(pairs))
        number = unseen[first] * (unseen[second] - (first == second))
        if number and not left(*sorted((first, second))):
            ways += number
    two = one + Fraction(ways, total * (total - 1)) if draws > 1 else None
    return RummyDraws(turn, tuple(cards), one, two)
