"""The best play of a turn, and how the table lies after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated, NamedTuple

from .. import checks
from ..cards import CARDS, SUITS
from ..errors import ArgumentError, DealError, RuleError
from ..reprs import Printable, repr_text
from ..run import Run
from ..schema import CHANCE, Count, one_of
from .cover import NONE, CoverSearch, Start
from .games import EACH, JOKER, RummyGame
from .turn import (
    Meld,
    RummyCard,
    RummyCards,
    RummyTurn,
    card_at,
    in_order,
    in_pack,
    pile_text,
    rank_index,
)

AIMS = ("cards", "points", "out")
"""What can be wanted: to lay the most cards, to keep the fewest points, to be out at once."""


class LaidMeld(NamedTuple):
    """A meld on the table, its cards that come from the hand, and those that lay elsewhere."""

    cards: RummyCards
    added: Sequence[RummyCard] = ()
    moved: Sequence[RummyCard] = ()


@dataclass(frozen=True)
class RummyPlay(Printable):
    """The best play of a turn, with the melds after it: those there were first, then new ones."""

    turn: RummyTurn
    by: Annotated[str, one_of(*AIMS)]
    laid: RummyCards
    left: RummyCards
    open: RummyCards
    melds: tuple[LaidMeld, ...]
    kept: Count

    def __repr__(self) -> str:
        lays = f"{self.turn.game.code}: lays {pile_text(self.laid) or '-'}"
        return repr_text(self, lays, f"keeps {pile_text(self.left) or '-'}")

    @property
    def points(self) -> Count | None:
        """What the cards count that stay in the hand, None where cards count nothing."""
        return points_of(self.turn.game, self.left)


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
    price = game.counts if by == "points" else EACH
    if not price:
        raise RuleError(f"{game.code} counts no points: play by cards")
    unit, found = len(turn.table) + 1, list(turn.table)
    best = unit * (1 if by == "out" else sum(price[rank_index(card)] for card in turn.hand))
    for start in _starts(turn):
        old = Counter(turn.table) - Counter(start.fixed)
        search = CoverSearch(turn, start, [unit * each for each in price], old)
        cost = search.least(best - 1)
        if cost < best:
            best, found = cost, search.cover()
    return _play(turn, by, found)


def least_left(turn: RummyTurn, most: int = NONE) -> int:
    """Return how many cards at least stay in the hand; if more than ``most``, perhaps more yet."""
    searches = (CoverSearch(turn, start, EACH, Counter()) for start in _starts(turn))
    return min([len(turn.hand), *(search.least(most) for search in searches)])


def _starts(turn: RummyTurn) -> Iterator[Start]:
    """Yield what may be covered, each joker that lies being what it is or replaced and free."""
    rule = turn.game.jokers
    for begun in _begun(turn) if turn.first else [[]]:
        melds = [*turn.table, *begun]
        there, hand = in_pack(melds), Counter(turn.hand) - in_pack(begun)
        lying = [(card, meld) for meld in melds for card in meld.jokers]
        like = Counter(card for card, _ in lying)
        for freed in product((True, False), repeat=len(lying)):
            given = Counter(card for (card, _), free in zip(lying, freed, strict=True) if free)
            given -= Counter() if rule == "lock" else there
            stay = [joker for joker, free in zip(lying, freed, strict=True) if not free]
            fixed = [meld for _, meld in stay if rule == "lock"]
            # A joker that may be free is: as what it is it does no less.
            if given <= hand and (fixed or all(there[card] < like[card] for card, _ in stay)):
                bound = [(card, meld.is_run if rule == "stay" else None) for card, meld in stay]
                loose = there - in_pack(fixed)
                del loose[JOKER]
                yield Start(loose, hand, (*bound,) * (not fixed), sum(freed), given, fixed)


def _begun(turn: RummyTurn) -> Iterator[list[Meld]]:
    """Yield the runs of three that the hand has."""
    for suit, place in product(range(SUITS), turn.game.places[:-2]):
        cards = [card_at(suit, at) for at in range(place, place + 3)]
        for run in product(*((card, CARDS + card) for card in cards)):
            begun = [Meld(place, run)]
            if in_pack(begun) <= Counter(turn.hand):
                yield begun


def _play(turn: RummyTurn, by: str, melds: Sequence[Meld]) -> RummyPlay:
    """Return the play after which these melds lie on the table."""
    old, used = turn.table, in_pack(melds) - in_pack(turn.table)
    given = used & Counter(turn.hand)
    left, spare = Counter(turn.hand) - given, Counter(turn.open) - (used - given)
    more = Counter(card for meld in melds for card in meld.cards)
    more.subtract(card for meld in old for card in meld.cards)
    # Of the jokers that stand for something new those in excess are from the hand.
    jokers = [card for card in sorted((+more).elements()) if card >= CARDS][: given.pop(JOKER, 0)]
    given += Counter(jokers)
    laid = in_order(given.elements())
    pairs = product(enumerate(melds), enumerate(old))
    like = sorted(
        (new != meld, -len({*new.cards} & {*meld.cards}), n, at) for (n, new), (at, meld) in pairs
    )
    homes = dict[int, int]()
    for _, same, n, at in like:
        if same and n not in homes and at not in homes.values():
            homes[n] = at
    lie = list[LaidMeld]()
    for at, n in sorted((homes.get(n, len(old)), n) for n in range(len(melds))):
        cards, home = melds[n].cards, old[at].cards if n in homes else ()
        other = [card for card in cards if card not in home]
        added = [card for card in other if given[card]]
        given.subtract(added)
        lie.append(LaidMeld(cards, added, [card for card in other if card not in added]))
    kept = (Counter(old) & Counter(melds)).total()
    return RummyPlay(
        turn, by, laid, in_order(left.elements()), in_order(spare.elements()), tuple(lie), kept
    )


class RummyDraw(NamedTuple):
    """A card that may be drawn: how many of it are unseen, how many cards can be laid then."""

    card: RummyCard
    unseen: Count
    laid: Count
    out: bool


@dataclass(frozen=True)
class RummyDraws(Printable):
    """The cards that may be drawn, while the table lies as it does and all unseen are alike.

    The chances are those to be out with the next card, and with the next two at the latest.
    """

    turn: RummyTurn
    cards: tuple[RummyDraw, ...]
    one: Annotated[Fraction, CHANCE]
    two: Annotated[Fraction, CHANCE] | None


def rummy_draws(turn: RummyTurn, draws: int = 2, run: Run | None = None) -> RummyDraws:
    """Return what each unseen card would let one lay, and the chance to be out with ``draws``."""
    run, unseen = Run.of(run), checks.instance(turn, RummyTurn, "turn").unseen
    total = unseen.total()
    if total < checks.number(draws, "draws", 1, 2):
        raise DealError(f"{total} cards are left to be drawn")

    @cache
    def left(*drawn: int) -> int:
        run.check()
        return least_left(replace(turn, hand=turn.hand + drawn), 0 if drawn[1:] else NONE)

    least = {card: left(card) for card in unseen}
    cards = [RummyDraw(c, unseen[c], len(turn.hand) + 1 - n, not n) for c, n in least.items()]
    one, two = Fraction(sum(own.unseen for own in cards if own.out), total), None
    if draws > 1:
        ways = 0
        for done, (first, second) in enumerate(product(unseen, repeat=2)):
            run.report(done, len(unseen) ** 2)
            number = unseen[first] * (unseen[second] - (first == second))
            if least[first] and number and not left(*sorted((first, second))):
                ways += number
        two = one + Fraction(ways, total * (total - 1))
    return RummyDraws(turn, tuple(cards), one, two)
