"""The best play of a turn by plain enumeration of all tables, and random turns to try it on.

Nothing of ``manni.solver.rummy`` is used but the rules of a game as data: what is a meld, and what
may become of a joker, is said here again. Cards are texts, ``ST``, a joker ``*ST`` or ``*``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random

from manni.solver.rummy.games import Jokers, RummyGame

RANKS = "A23456789TJQK"
Meld = tuple[str, ...]
Value = Callable[[Counter[str]], int]


def melds_of(game: RummyGame) -> list[Meld]:
    """Return every meld without jokers."""
    orders = {"LOW": RANKS, "HIGH": RANKS[1:] + "A", "HIGH_OR_LOW": RANKS + "A"}
    order = orders[game.ace.name]
    found = [
        tuple(suit + rank for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations("SHDC", size)
    ]
    for suit, (start, end) in product("SHDC", combinations(range(len(order) + 1), 2)):
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


def naturals(cards: Meld) -> Counter[str]:
    return Counter(card for card in cards if len(card) == 2)


def plain_best(
    game: RummyGame,
    table: list[Meld],
    hand: list[str],
    open_cards: list[str],
    value: Value = Counter.total,
    first: bool = False,
) -> tuple[int, int]:
    """Return the least value of what is left in the hand, and of the melds how few are not kept."""
    own, spare = Counter(hand), Counter(open_cards)
    best = value(own), 0
    for run in _first_runs(game, own) if first else [()]:
        new = [run] if run else []
        left = own - Counter("*" if len(card) == 3 else card for card in run)
        best = min(best, *_all_left(game, table, new, left, spare, value))
    return best


def _all_left(
    game: RummyGame,
    table: list[Meld],
    new: list[Meld],
    own: Counter[str],
    spare: Counter[str],
    value: Value,
) -> Iterator[tuple[int, int]]:
    """Yield what each table that may lie in the end comes to."""
    must = sum(map(naturals, [*table, *new]), Counter[str]())
    there = must + own + spare
    lying = [(card[1:], is_run(meld)) for meld in [*table, *new] for card in meld if card[2:]]
    jokers = len(lying) + own["*"] + spare["*"]
    most = min(jokers, 1) if game.jokers is Jokers.LOCK else jokers
    kinds = [
        meld
        for base in melds_of(game)
        if sum(not there[card] for card in base) <= most
        for meld in with_jokers(base, most)
        if naturals(meld) <= there
    ]

    def look(start: int, laid: list[Meld], left: Counter[str], wild: int) -> Iterator[list[Meld]]:
        # The first card that has to lie; behind all of them melds in their order.
        missing = min((c for c in must if left[c] > there[c] - must[c]), default=None)
        if missing is None and jokers - wild >= len(lying):
            yield laid
        for number in range(0 if missing else start, len(kinds)):
            meld = kinds[number]
            cards = naturals(meld)
            more = len(meld) - cards.total()
            if (missing is None or missing in meld) and more <= wild and cards <= left:
                yield from look(0 if missing else number, [*laid, meld], left - cards, wild - more)

    for laid in look(0, [], there, jokers):
        used = sum(map(naturals, laid), Counter[str]())
        given = Counter({card: min(own[card], n - must[card]) for card, n in used.items()})
        if _jokers_may(game, [*table, *new], laid, given, used):
            wild = sum(len(card) == 3 for meld in laid for card in meld) - len(lying)
            kept = (Counter(map(_key, table)) & Counter(map(_key, laid))).total()
            yield value(own - given - Counter({"*": wild})), len(table) - kept


def _jokers_may(
    game: RummyGame, table: list[Meld], laid: list[Meld], given: Counter[str], used: Counter[str]
) -> bool:
    """Return whether the jokers on a table may have become what they are."""
    if game.jokers is Jokers.LOCK:
        locked = Counter(_key(meld) for meld in table if any(card[2:] for card in meld))
        gone = locked - Counter(map(_key, laid))
        return Counter(card[1:] for meld in gone.elements() for card in meld if card[2:]) <= given
    before, after = (
        Counter((card[1:], is_run(meld)) for meld in melds for card in meld if card[2:])
        for melds in (table, laid)
    )
    for card in {card for card, _ in before}:
        gone = [before[card, run] - after[card, run] for run in (True, False)]
        if game.jokers is Jokers.STAY:
            gone = [max(0, number) for number in gone]
        if sum(gone) > used[card]:
            return False
    return True


def _key(meld: Meld) -> Meld:
    return tuple(sorted(meld))


def _first_runs(game: RummyGame, held: Counter[str]) -> Iterator[Meld]:
    for base in melds_of(game):
        if len(base) == 3 and is_run(base):
            for run in with_jokers(base, held["*"]):
                if Counter("*" if len(card) == 3 else card for card in run) <= held:
                    yield run


def random_turn(
    rng: Random, game: RummyGame, cards: int, held: int, jokers: int = 2
) -> tuple[list[Meld], list[str], list[str]]:
    """Return melds of about so many cards, a hand and open cards, from one pack of the game."""
    packs, wild = next((packs, wild) for most, packs, wild in game.packs if most >= 3)
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
