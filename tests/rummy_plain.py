"""The best play of a turn by plain enumeration of all tables.

Nothing of ``manni.solver.rummy`` is used but the rules of a game as data, and how cards are
written: what is a meld, and what may become of a joker, is said here again. Cards are texts,
``ST``, a joker ``*ST`` or ``*``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from manni import RummyTurn
from manni.solver.rummy.games import RummyGame
from manni.solver.rummy.turn import pile_text

RANKS = "A23456789TJQK"
Meld = tuple[str, ...]


def melds_of(game: RummyGame) -> list[Meld]:
    """Return every meld without jokers."""
    order = {"low": RANKS, "high": RANKS[1:] + "A", "high or low": RANKS + "A"}[game.ace]
    found = [
        tuple(suit + rank for suit in suits)
        for rank, size in product(RANKS, (3, 4))
        for suits in combinations("SHDC", size)
    ]
    for suit, (start, end) in product("SHDC", combinations(range(len(order) + 1), 2)):
        if 3 <= end - start <= 13:
            found.append(tuple(suit + rank for rank in order[start:end]))
    return found


def with_jokers(meld: Meld, most: int) -> Iterator[Meld]:
    """Yield a meld with up to so many jokers in place of cards."""
    for stars in product(("", "*"), repeat=len(meld)):
        if stars.count("*") <= most:
            yield tuple(map(str.__add__, stars, meld))


def in_pack(cards: Iterable[str]) -> Counter[str]:
    return Counter(card if len(card) == 2 else "*" for card in cards)


def jokers(melds: Iterable[Meld]) -> Counter[tuple[str, bool]]:
    """Return what jokers stand for, and whether in a run."""
    return Counter((c[1:], meld[0][-2] == meld[1][-2]) for meld in melds for c in meld if c[2:])


def plain_best(turn: RummyTurn, price: dict[str, int]) -> tuple[int, int]:
    """Return the least price of what is left in the hand, and of the melds how few are not kept."""
    game, table = turn.game, [tuple(pile_text(meld.cards).split()) for meld in turn.table]
    own, spare = (Counter(pile_text(cards).split()) for cards in (turn.hand, turn.open))
    whole = sum(price[card[-1]] * n for card, n in own.items())
    best = whole, 0
    for run in with_runs(game, own) if turn.first else [()]:
        melds = [*table, *[run] * bool(run)]
        for laid in _tables(game, melds, in_pack(c for m in table for c in m) + own + spare):
            used = in_pack(c for m in laid for c in m) - in_pack(c for m in table for c in m)
            left = own - used
            given = own - left
            if used - given <= spare and in_pack(run) <= given and _may(game, melds, laid, given):
                kept = sum((Counter(map(_key, table)) & Counter(map(_key, laid))).values())
                cost = sum(price[card[-1]] * n for card, n in left.items())
                best = min(best, (cost, len(table) - kept) if given else best)
    return best


def _tables(game: RummyGame, melds: list[Meld], there: Counter[str]) -> Iterator[list[Meld]]:
    """Yield the tables that can be made of cards, with all that the melds have."""
    must = in_pack(c for meld in melds for c in meld)
    most = min(there["*"], 1) if game.jokers == "lock" else there["*"]
    kinds = [
        meld
        for base in melds_of(game)
        if sum(not there[card] for card in base) <= most
        for meld in with_jokers(base, most)
        if in_pack(meld) <= there
    ]

    def look(start: int, laid: list[Meld], left: Counter[str]) -> Iterator[list[Meld]]:
        # The first card that has to lie; behind all of them melds in their order.
        rest = (card for card in must if card != "*" and left[card] > there[card] - must[card])
        missing = min(rest, default=None)
        if missing is None and there["*"] - left["*"] >= must["*"]:
            yield laid
        for number in range(0 if missing else start, len(kinds)):
            meld = kinds[number]
            if (missing is None or missing in meld) and in_pack(meld) <= left:
                yield from look(0 if missing else number, [*laid, meld], left - in_pack(meld))

    yield from look(0, [], there)


def _may(game: RummyGame, melds: list[Meld], laid: list[Meld], given: Counter[str]) -> bool:
    """Return whether the jokers on a table may have become what they are.

    Each of them is one that lies now: the same card, or, where that is on the table besides,
    another one, in a meld without one of the cards it lay with.
    """
    before = [(card, meld) for meld in melds for card in meld if card[2:]]
    after = [(card, meld) for meld in laid for card in meld if card[2:]]
    used = Counter(card for meld in laid for card in meld)

    def stays(card: str, old: Meld, new: Meld) -> bool:
        if game.jokers == "lock":
            return {*old} <= {*new}
        return (
            game.jokers == "move" or jokers([old])[card[1:], True] == jokers([new])[card[1:], True]
        )

    def moves(card: str, old: Meld, new: Meld) -> bool:
        return any(used[own] > new.count(own) for own in old if not own[2:])

    for places in permutations(after, len(before)):
        pairs = [(*one, *other) for one, other in zip(before, places, strict=True)]
        for freed in product((False, True), repeat=len(pairs)):
            gone = Counter(pair[0][1:] for pair, free in zip(pairs, freed, strict=True) if free)
            if gone <= (given if game.jokers == "lock" else used) and all(
                moves(card, old, new) if free else card == now and stays(card, old, new)
                for (card, old, now, new), free in zip(pairs, freed, strict=True)
            ):
                return True
    return False


def _key(meld: Meld) -> Meld:
    return tuple(sorted(meld))


def with_runs(game: RummyGame, held: Counter[str]) -> Iterator[Meld]:
    """Yield the runs of three that a hand has."""
    for base in melds_of(game):
        if len(base) == 3 and base[0][0] == base[1][0]:
            yield from (run for run in with_jokers(base, held["*"]) if in_pack(run) <= held)
