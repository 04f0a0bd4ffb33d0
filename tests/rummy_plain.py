"""The best play of a turn by plain enumeration of all tables, and random turns to try it on.

Nothing of ``manni.solver.rummy`` is used but the rules of a game as data: what is a meld, and what
may become of a joker, is said here again. Cards are texts, ``ST``, a joker ``*ST`` or ``*``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from manni.solver.rummy.games import Jokers, RummyGame

RANKS = "A23456789TJQK"
Meld = tuple[str, ...]


def melds_of(game: RummyGame) -> list[Meld]:
    """Return every meld without jokers."""
    order = {"LOW": RANKS, "HIGH": RANKS[1:] + "A", "HIGH_OR_LOW": RANKS + "A"}[game.ace.name]
    found = [
        tuple(suit + rank for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations("SHDC", size)
    ]
    for suit in "SHDC":
        for start, end in combinations(range(len(order) + 1), 2):
            if 3 <= end - start <= 13:
                found.append(tuple(suit + rank for rank in order[start:end]))
    return found


def with_jokers(meld: Meld, most: int) -> Iterator[Meld]:
    """Yield a meld with up to so many jokers in place of cards."""
    for number in range(min(most, len(meld)) + 1):
        for places in combinations(range(len(meld)), number):
            yield tuple("*" * (at in places) + card for at, card in enumerate(meld))


def is_run(meld: Meld) -> bool:
    return meld[0][-2] == meld[1][-2]


def face(card: str) -> str:
    return card[-2:]


def plain_best(
    game: RummyGame,
    table: list[Meld],
    hand: list[str],
    price: dict[str, int] | None = None,
    *,
    open_cards: list[str] | None = None,
    first: bool = False,
) -> tuple[int, int]:
    """Return what is left in the hand, at a price a card, and how many melds are not kept."""
    if first:
        return min(
            (
                plain_best(game, [*table, run], _without(hand, run), price, open_cards=open_cards)
                for run in _runs_of_three(game, hand)
            ),
            default=(_value(hand, price), 0),
            key=lambda found: found,
        )
    own, spare = Counter(hand), Counter(open_cards or ())
    must = Counter(card for meld in table for card in meld if len(card) == 2)
    standing = [
        (card[1:], is_run(meld), at)
        for at, meld in enumerate(table)
        for card in meld
        if len(card) == 3
    ]
    jokers = len(standing) + own["*"] + spare["*"]
    there = must + own + spare
    one = game.jokers is Jokers.LOCK
    kinds = [
        meld
        for base in melds_of(game)
        if sum(not there[card] for card in base) <= jokers
        for meld in with_jokers(base, min(jokers, 1 if one else jokers))
        if all(there[card] >= n for card, n in Counter(c for c in meld if len(c) == 2).items())
    ]
    best = (1 << 20, 0)

    def look(start: int, laid: list[Meld], left: Counter[str], wild: int) -> None:
        nonlocal best
        open_must = [card for card in must if left[card] > there[card] - must[card]]
        used = jokers - wild
        if not open_must and used >= len(standing):
            score = _score(game, table, laid, own, spare, there - left, used, standing, price)
            best = min(best, score)
        # The first card that has to lie; behind all of them melds in their order.
        card = min(open_must, default=None)
        for number in range(0 if card else start, len(kinds)):
            meld = kinds[number]
            if card and card not in meld:
                continue
            naturals = Counter(c for c in meld if len(c) == 2)
            more = len(meld) - naturals.total()
            if more <= wild and all(left[c] >= n for c, n in naturals.items()):
                look(0 if card else number, [*laid, meld], left - naturals, wild - more)

    look(0, [], there, jokers)
    return best


def _score(game, table, laid, own, spare, used, wild, standing, price):  # type: ignore[no-untyped-def]
    """Return what a table comes to, or what is worse than any if it is not allowed."""
    worst = (1 << 20, 0)
    must = Counter(card for meld in table for card in meld if len(card) == 2)
    from_hand = Counter({card: min(own[card], n - must[card]) for card, n in used.items()})
    ends = Counter((card[1:], is_run(meld)) for meld in laid for card in meld if len(card) == 3)
    starts = Counter((card, run) for card, run, _ in standing)
    if game.jokers is Jokers.LOCK:
        if not _locks_hold(table, laid, from_hand):
            return worst
    else:
        for card in {card for card, _ in starts}:
            gone = [starts[card, run] - ends[card, run] for run in (True, False)]
            if game.jokers is Jokers.STAY:
                gone = [max(0, number) for number in gone]
            if sum(gone) > used[card]:
                return worst
    laid_jokers = min(own["*"], wild - len(standing))
    left = own - from_hand - Counter({"*": laid_jokers})
    kept = (Counter(map(_key, table)) & Counter(map(_key, laid))).total()
    return _value(list(left.elements()), price), len(table) - kept


def _locks_hold(table: list[Meld], laid: list[Meld], from_hand: Counter[str]) -> bool:
    """Return whether each meld with a joker is there, or its joker was replaced from the hand."""
    locked = [meld for meld in table if any(len(card) == 3 for card in meld)]

    def hold(number: int, free: list[Meld], given: Counter[str]) -> bool:
        if number == len(locked):
            return True
        meld = locked[number]
        (joker,) = (face(card) for card in meld if len(card) == 3)
        if given[joker] and hold(number + 1, free, given - Counter([joker])):
            return True
        return any(
            _key(meld) == _key(free[at]) and hold(number + 1, free[:at] + free[at + 1 :], given)
            for at in range(len(free))
        )

    return hold(0, laid, from_hand)


def _key(meld: Meld) -> Meld:
    return tuple(sorted(meld))


def _value(cards: list[str], price: dict[str, int] | None) -> int:
    return len(cards) if price is None else sum(price[card[-1]] for card in cards)


def _without(hand: list[str], run: Meld) -> list[str]:
    left = Counter(hand) - Counter("*" if len(card) == 3 else card for card in run)
    return list(left.elements())


def _runs_of_three(game: RummyGame, hand: list[str]) -> Iterator[Meld]:
    held = Counter(hand)
    for base in melds_of(game):
        if len(base) == 3 and is_run(base):
            for run in with_jokers(base, held["*"]):
                need = Counter("*" if len(card) == 3 else card for card in run)
                if all(held[card] >= n for card, n in need.items()):
                    yield run


def random_turn(
    rng: Random, game: RummyGame, cards: int, held: int, jokers: int = 2
) -> tuple[list[Meld], list[str], list[str]]:
    """Return melds of about so many cards, a hand and open cards, from one pack of the game."""
    _, packs, wild = next(own for own in game.packs if own[0] >= 3)
    left = Counter({suit + rank: packs for suit, rank in product("SHDC", RANKS)})
    wild = min(wild, jokers)
    kinds, table = melds_of(game), list[Meld]()
    short = [meld for meld in kinds if len(meld) <= 5]
    for _ in range(400):
        meld = rng.choice(short if rng.random() < 0.9 else kinds)
        if len(meld) > cards or any(not left[card] for card in meld):
            continue
        cards -= len(meld)
        at = rng.randrange(len(meld)) if wild and rng.random() < 0.25 else None
        wild -= at is not None
        table.append(tuple("*" * (n == at) + card for n, card in enumerate(meld)))
        left.subtract(card for n, card in enumerate(meld) if n != at)
    stock = [*left.elements(), *["*"] * wild]
    rng.shuffle(stock)
    number = rng.randrange(game.open_cards + 1)
    return table, stock[:held], stock[held : held + number]
