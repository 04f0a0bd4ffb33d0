"""The best play of a turn, and how the table lies after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, compress, islice, product
from typing import Annotated, Any, NamedTuple

from .. import checks
from ..cards import CARDS, RANKS, SUITS, rank_of
from ..errors import ArgumentError, DealError, RuleError
from ..i18n import N_, _, gettext
from ..records import frozen
from ..reprs import Printable
from ..run import Run
from ..schema import CHANCE, Count
from .cover import NONE, CoverSearch, Start
from .games import EACH, JOKER, RummyGame, get_game
from .moves import AIMS, RummyMove, RummyPlay, joker_way, play_of
from .turn import (
    Meld,
    MeldsLike,
    PileLike,
    RummyCard,
    RummyTurn,
    card_at,
    in_order,
    in_pack,
    meld_of,
    pile_of,
    pile_text,
    piles_of,
    suit_at,
)


def best_rummy_play(turn: RummyTurn, by: str = "cards") -> RummyPlay:
    """Return the best play: by default the one that lays the most cards.

    >>> from manni import RummyTurn, best_rummy_play
    >>> best_rummy_play(RummyTurn.of("machiavelli", "S7 S8 S9 | C7 D7 H7", "ST D9"))
    <RummyPlay machiavelli: lays ST, keeps D9>

    ``by`` is the aim: ``"cards"`` lays the most cards, ``"points"`` leaves the fewest points in the
    hand, ``"out"`` lays the whole hand or nothing. Ties by cards go to the fewest points, then to
    the most unchanged melds, then by a fixed order. Raises RuleError for ``"points"`` in a game
    that counts none.
    """
    return rummy_plays(turn, by, 1)[0]


def rummy_plays(turn: RummyTurn, by: str = "cards", number: int = 3) -> tuple[RummyPlay, ...]:
    """Return up to ``number`` plays as good as the best, those that keep the most melds first.

    >>> from manni import RummyTurn, rummy_plays
    >>> turn = RummyTurn.of("machiavelli", "S7 S8 S9 | C7 D7 H7", "ST D9")
    >>> [play.kept for play in rummy_plays(turn, number=3)]
    [1, 0]

    Plays are equally good if they are equal by the aim ``by``, as in ``best_rummy_play``. Each
    leaves a different table. Raises RuleError for ``"points"`` in a game that counts none.
    """
    game = checks.instance(turn, RummyTurn, "turn").game
    if checks.text(by, "by") not in AIMS:
        raise ArgumentError(f"by: {checks.quote(by)}, expected one of {' '.join(AIMS)}")
    if by == "points" and not game.counts:
        raise RuleError.translated(
            lambda: _("{game} counts no points: play by cards", game=game.code)
        )
    checks.number(number, "number", 1)
    plays, most = dict[str, RummyPlay](), game.points(turn.hand)
    card = (1 + most) * (by != "points")  # what each that stays costs besides
    price = [card + count for count in game.counts or EACH]
    most = 1 if by == "out" else most + card * len(turn.hand)
    for _cost, melds in _covers(turn, price, Counter(turn.table), most):
        key = str(sorted(sorted(meld.cards) for meld in melds))
        plays.setdefault(key, play_of(turn, by, melds))
        if len(plays) == number:
            break
    return (*plays.values(),) or (play_of(turn, by, turn.table),)


def rummy_check(
    game: str, table: MeldsLike, loose: PileLike = (), players: int = 3
) -> RummyPlay | None:
    """Return a way to lay piles and loose cards as melds, using all cards; None if there is none.

    >>> from manni import rummy_check
    >>> found = rummy_check("machiavelli", "S7 S8 S9 | C7 D7 | H2 D2", "H7 C2")
    >>> found.kept, len(found.melds)
    (1, 3)
    >>> rummy_check("machiavelli", "S7 S8 | C7 D7") is None
    True

    The piles of the table may be broken melds. The answer is a play that lays all loose cards and
    keeps as many melds as possible. A joker keeps the card it stands for. It is free if it stands
    for none, or in Tahiti if its meld is broken. Raises NotationError or DealError.
    """
    rules, melds = get_game(game), list[Meld]()
    for pile in piles_of(table):
        try:
            melds.append(meld_of(pile, rules))
        except DealError:
            free = rules.jokers == "lock"
            cards = (JOKER if free and card >= CARDS else card for card in pile)
            melds.append(Meld(0, (*cards,)))
    turn = RummyTurn(rules, (*melds,), in_order(pile_of(loose, "loose cards")), players=players)
    *_, start = _starts(turn)
    start = start._replace(table=start.table + start.hand, hand=Counter())
    whole = Counter(meld for meld in melds if meld.start)
    search = CoverSearch(turn, start, EACH, whole)
    cost = search.least()
    return None if cost >= NONE else play_of(turn, "out", next(search.covers(cost)))


def _covers(
    turn: RummyTurn, price: Sequence[int], old: Counter[Meld], best: int
) -> Iterator[tuple[int, list[Meld]]]:
    """Yield the tables that cost less than ``best``, the cheapest first, and what each costs.

    They are as good but for what changes on the table: for each of the ``old`` melds that does,
    less than the least price. All that may be covered is searched side by side, so that nothing is
    looked at that costs more.
    """
    unit = old.total() + 1
    price, best = [unit * count for count in price], unit * best
    starts, proved = [*_starts(turn)], Counter[tuple[int, ...]]()
    # The least cost, how deep it lies and as which, and what is searched: once begun it is kept.
    queue: list[Any] = [(0, (0, n), start, None) for n, start in enumerate(starts)]
    while queue and (limit := queue[0][0]) < best:
        _, path, start, begun = heappop(queue)
        first = next(n for n, other in enumerate(starts) if other.melds is start.melds)
        cost = proved[0, first] * _is_freer(starts[first], start, price, limit)
        if cost <= limit:
            begun = begun or (CoverSearch(turn, start, price, old), _homes(turn.game, start))
            search, homes = begun
            proved[path] = cost = search.least(limit)
            for melds in search.covers(limit) if cost <= limit else ():
                if joker_way(turn, start.melds, melds) is not None:
                    best = (limit // unit + 1) * unit
                    yield limit, melds
                else:
                    # The joker is laid first, wherever it may be, and the rest around it.
                    for n, home in enumerate(homes):
                        heappush(queue, (limit, (path[0] + 1, *path[1:], n), home, None))
        heappush(queue, (max(cost, limit + 1), path, start, begun))


def _is_freer(start: Start, other: Start, price: Sequence[int], limit: int) -> bool:
    """Return whether all that covers another start, and costs ``limit`` at most, covers this.

    A joker that lies where it lay may lie there free; a card that is given for it is laid in any
    case where it costs too much that it stays.
    """
    stay, stay_then = ({*where.fixed, *where.bound} for where in (start, other))
    return stay <= stay_then and all(
        price[rank_of(card)] > limit for card in start.given - other.given
    )


def _homes(game: RummyGame, start: Start) -> Iterator[Start]:
    """Yield what may be covered when the first of the released jokers lies in a meld.

    Five cards of a run are enough, as a longer one can be parted.
    """
    lay_in, *others = start.released
    start = start._replace(released=others)
    home = [card for card in lay_in.cards if card < CARDS]
    for at, meld, used in _melds(game, 6, start.bound):
        if used[at] != JOKER:
            continue
        taken, bound = Counter(used), Counter(start.bound)
        rest = taken - start.table - bound
        spare = rest - start.hand
        if not spare <= start.open or (game.jokers == "lock" and taken[JOKER] > 1):
            continue  # they are not there
        then = start._replace(
            table=start.table - taken,
            hand=start.hand - rest,
            open=start.open - spare,
            given=start.given - rest,
            bound=[*(bound - taken).elements()],
            fixed=[*start.fixed, meld],
        )
        if any(card not in meld.cards or then.table[card] for card in home):
            yield then
            continue
        for card in home:  # another copy is laid elsewhere
            if (then.hand + then.open - then.given)[card]:
                yield then._replace(given=then.given + Counter([card]))


def _starts(turn: RummyTurn) -> Iterator[Start]:
    """Yield what may be covered, each joker that lies being what it is or replaced and free."""
    rule, held = turn.game.jokers, Counter(turn.hand)
    runs = ([run] for at, run, used in _melds(turn.game) if not at and Counter(used) <= held)
    for begun in runs if turn.first else [list[Meld]()]:
        melds = [*turn.table, *begun]
        there, hand = in_pack(melds), held - in_pack(begun)
        lying = [(card, meld) for meld in melds for card in meld.jokers]
        for freed in product((True, False), repeat=len(lying)):
            gone = [*compress(lying, freed)]
            stay = [*compress(lying, (not free for free in freed))]
            given, bound = Counter(card for card, _ in gone), list[tuple[int, bool | None]]()
            if rule != "lock":
                given -= there
                bound = [
                    (card, meld.is_run if meld.start and rule == "stay" else None)
                    for card, meld in stay
                ]
            fixed = [] if bound else [meld for _, meld in stay]
            if given <= hand:
                yield Start(
                    there - in_pack(fixed) - Counter({JOKER: len(bound)}),
                    hand,
                    bound,
                    given,
                    fixed,
                    Counter(turn.open),
                    [meld for _, meld in gone],
                    melds,
                )


def _melds(
    game: RummyGame, end: int = 4, bound: Sequence[tuple[int, bool | None]] = ()
) -> Iterator[tuple[int, Meld, tuple[Any, ...]]]:
    """Yield the runs of less than ``end`` cards and the sets of less than a card less, with jokers.

    Each comes once for each place in it.

    It is the place, the meld, and what it is made of: cards, free jokers, bound ones.
    """
    faces = [
        (place, [card_at(suit, place + at) for at in range(size)])
        for suit, place, size in product(range(SUITS), game.places, range(3, end))
        if place + size <= game.places.stop
    ]
    faces += [
        (place, [card_at(suit, place) for suit in suits])
        for place, size in product(game.places[-RANKS:], range(3, end - 1))
        for suits in combinations(range(SUITS), size)
    ]
    for start, face in faces:
        is_run = suit_at(face[0]) == suit_at(face[1])
        options = [[card, JOKER, *({(card, None), (card, is_run)} & {*bound})] for card in face]
        for at, used in product(range(len(face)), product(*options)):
            cards = (c if c == u else CARDS + c for c, u in zip(face, used, strict=True))
            yield at, Meld(start, (*cards,)), used


def rummy_moves(play: RummyPlay) -> tuple[RummyMove, ...]:
    """Return the moves that lead from the table before a play to the one after it, in order.

    They are few: no card moves twice, and no meld that lies as it did is touched. Melds are known
    by numbers from 1, and a table on the way may have broken ones.

    >>> from manni import RummyTurn, best_rummy_play, rummy_moves
    >>> turn = RummyTurn.of("machiavelli", "H7 H8 H9 HT | C2 C3 C4", "S7 D7")
    >>> [(move.source, move.to) for move in rummy_moves(best_rummy_play(turn))]
    [('pile', 3), ('hand', 3)]
    """
    return checks.instance(play, RummyPlay, "play").moves


def laid(turn: RummyTurn, melds: tuple[Meld, ...]) -> RummyTurn:
    """Return the turn after a play that leaves these melds on the table, and nothing drawn yet.

    Raises DealError for cards that are not there, RuleError for what the rules forbid.
    """
    old, new = in_pack(turn.table), in_pack(melds)
    if gone := old - new:
        raise DealError(f"{pile_text(gone.elements())}: no card leaves the table")
    given = (new - old) & Counter(turn.hand)
    if spare := new - old - given - Counter(turn.open):
        raise DealError(f"{pile_text(spare.elements())}: not in the hand")
    if not given:
        raise RuleError("one card at least comes from the hand")
    if turn.first and not any(Counter(used) <= given for *_, used in _melds(turn.game)):
        raise RuleError(f"the first meld of {turn.game.code} is a run of three from the hand")
    if joker_way(turn, turn.table, melds) is None:
        raise RuleError(f"{turn.game.code}: a joker may not be moved so")
    play = play_of(turn, "cards", melds)
    return replace(turn, table=melds, hand=play.left, open=play.open, first=False)


class RummyDraw(NamedTuple):
    """A card that may be drawn: how many of it are unseen, how many cards can be laid then.

    Attributes:
        card: The card.
        unseen: How many of it are unseen.
        laid: How many cards can be laid with it.
        out: Whether these are all.
    """

    card: RummyCard
    unseen: Count
    laid: Count
    out: bool


@frozen
class RummyDraws(Printable):
    """What each unseen card would be worth to the player who draws it, and the chances to be out.

    >>> from manni import RummyTurn, rummy_draws
    >>> draws = rummy_draws(RummyTurn.of("machiavelli", "S7 S8 S9 | C7 D7 H7", "ST D9"), draws=1)
    >>> [draw.card for draw in draws.cards if draw.out]  # the eight of diamonds
    [32]

    All unseen cards are equally likely, and the table is taken to stay as it is.

    Attributes:
        cards: For each unseen card how many cards could be laid after drawing it.
        one: The chance that the hand can be emptied after the next card.
        two: The chance that it can be emptied after the next two cards at the latest; null if not
            asked for.
    """

    turn: RummyTurn
    cards: tuple[RummyDraw, ...]
    one: Annotated[Fraction, CHANCE]
    two: Annotated[Fraction, CHANCE] | None


def rummy_draws(turn: RummyTurn, draws: int = 2, run: Run | None = None) -> RummyDraws:
    """Return how many cards each unseen card would let the player lay, and the chances to be out.

    ``draws`` is 1 for the chance with the next card alone, 2 to add that with the next two.

    >>> from manni import RummyTurn, rummy_draws
    >>> rummy_draws(RummyTurn.of("machiavelli", "S7 S8 S9 | C7 D7 H7", "ST D9"), draws=1).one
    Fraction(1, 48)

    Raises RuleError if the player has to lay cards instead of drawing one.
    """
    run, total = Run.of(run), checks.instance(turn, RummyTurn, "turn").unseen.total()
    if total < checks.number(draws, "draws", 1, 2):
        raise DealError(f"{total} cards are left to be drawn")
    return [*islice(drawing(turn, run), draws)][-1]


def drawing(turn: RummyTurn, run: Run) -> Iterator[RummyDraws]:
    """Yield what draws bring, first without the chance to be out by the next two, then with it."""
    game = turn.game
    if game.must_meld and (play := best_rummy_play(turn)).laid:
        won = N_("{game}: who can lay does not draw: {cards} can be laid, and wins the deal")
        some = N_("{game}: who can lay does not draw: {cards} can be laid")
        raise RuleError.translated(
            lambda: gettext(some if play.left else won, game=game.code, cards=pile_text(play.laid))
        )
    unseen = turn.unseen
    total = unseen.total()

    @cache
    def left(*drawn: int) -> int:
        run.check()
        then = replace(turn, hand=turn.hand + drawn)
        best = 1 if drawn[1:] else len(then.hand)  # of two draws: whether any card stays
        return next((cost for cost, _melds in _covers(then, EACH, Counter(), best)), best)

    cards = [
        RummyDraw(card, copies, len(turn.hand) + 1 - (stay := left(card)), not stay)
        for card, copies in unseen.items()
    ]
    one, ways = Fraction(sum(card.unseen for card in cards if card.out), total or 1), 0
    yield (draws := RummyDraws(turn, (*cards,), one, None))
    for done, (first, second) in enumerate(product(cards, repeat=2)):
        run.report(done, len(cards) ** 2)
        pairs = first.unseen * (second.unseen - (first is second))
        ends = first.out or (game.must_meld and first.laid)  # he lays, and passes
        if pairs and not ends and not left(*sorted((first.card, second.card))):
            ways += pairs
    yield replace(draws, two=one + Fraction(ways, max(1, total * (total - 1))))
