"""What the guarantee of a seat rests on: the deal with x for the cards that do not matter.

What can happen in a position follows from who leads, who holds how many cards of each suit, and
how cards of one suit in different hands compare; nothing else of the cards has a say. Take two
deals with the same lengths and the i-th card of a hand in a suit of one for the i-th of the same
hand in the other: whatever may be played in one may be played in the other, since following suit
asks for lengths alone, and the same seat wins wherever the cards of the winning suit compare
alike. So a proof that a seat takes v tricks, or that it does not take v + 1, holds in every deal
with these lengths that agrees in the comparisons it used. The search notes them
(``_patterns.pxi``): the set of deals that agree in them is a *cell*.

The *diagram* names some cards; the others are x. It stands for every deal in which the named cards
are where they are and each x is any other card of its suit that keeps its hand in order: for what
the order of the named cards of a suit and that of each hand leave open.

The invariant: what is claimed is true in *all* deals of the diagram. It begins with every card
named, the deal itself. A card becomes an x after all deals that this lets in were gone through:
one is searched, its cell taken out, of what is left over another one, until nothing is left. One in
which the claim is false stays in any larger set: that card is needed for good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import combinations, pairwise, product
from math import inf

from .. import checks
from ..cards import CARDS, SEATS, SUITS, Seat, cards_in, hand_of, seats_from, suit_of
from ..engine import Engine
from ..errors import ArgumentError, RuleError, StoppedError
from ..notation import parse_seat
from ..position import Position, PositionLike
from ..records import frozen
from ..rules.trick import arranged
from ..run import Run
from ..values.solve import as_position

SAYS = ("exactly", "at least", "at most")

SEARCHES = 1000
"""How many deals are searched at most for one card where no time is given."""

_MEMORY_MB = 64

Pair = tuple[int, int]
"""Two cards of a suit, the higher first; each stands for its place, the n-th of its hand."""

Order = tuple[int, ...]
"""For each card the cards known to be above it, as a set, with all that follows: a set of deals."""


@frozen
class Why:
    """The cards that the guarantee of a seat rests on; ``value`` is the guarantee, in tricks.

    >>> from manni import Position, why
    >>> reason = why(Position("Q42... K73... A65...", "NULLO"), "F", "at most")
    >>> reason.at_least, reason.at_most, reason.value
    (False, True, 1)

    The claim is that the guarantee is at least ``value``, at most ``value``, or both: see
    ``at_least`` and ``at_most``. ``named`` and ``unsettled`` are sets of cards, as bit masks.

    The claim stays true whatever cards of the suit take the place of cards that are not ``named``,
    as long as each hand stays in order. Of the named cards only the order counts. A named card
    matters unless it is ``unsettled`` or on the table: if its place in the order were free too, the
    claim would be false in some deal.
    """

    position: Position
    seat: Seat
    value: int
    at_least: bool
    at_most: bool
    named: int
    unsettled: int


def check_why(position: Position) -> None:
    """Raise RuleError where it is not worked out what a guarantee rests on."""
    if not position.is_plain:
        raise RuleError(
            "what a guarantee rests on is worked out in games of tricks alone: one in points "
            "also rests on what each card is worth"
        )


def why(
    position: PositionLike,
    seat: Seat | str,
    says: str = "exactly",
    *,
    engine: Engine | None = None,
    searches: int | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> Why:
    """Return which cards the guarantee of ``seat`` rests on.

    >>> from manni import Position, why
    >>> from manni.solver.notation import format_hand
    >>> reason = why(Position("Q42... K73... A65...", "NULLO"), "F")
    >>> reason.value, format_hand(reason.named)  # king, ace and five may be any spades
    (1, 'Q76432...')

    Args:
        position: A ``Position``; a ``Deal``, which stands for its ``Deal.position()``; or a text
            that holds one deal.
        seat: The seat whose guarantee is explained.
        says: The claim to explain: "exactly", "at least" or "at most". The last two are one half
            of it and rest on fewer cards.
        engine: An engine to use. What it has searched before can lead to other cards, but every
            answer is right.
        searches: The most searches for one card. After so many the card stays unsettled. The
            default is 1,000, or no limit if there is a time limit.
        seconds: The time limit. ``run`` can be given instead.

    Raises RuleError in games for points, StoppedError where the time was up before the guarantee
    was found.
    """
    position = as_position(position)
    seat = parse_seat(seat)
    check_why(position)
    if not isinstance(says, str) or says not in SAYS:
        raise ArgumentError(f"says: {checks.quote(says)}, expected {' or '.join(SAYS)}")
    run = Run.of(run, seconds)
    most: float = SEARCHES if run.deadline is None else inf
    if searches is not None:
        most = checks.number(searches, "searches", 0)
    engine = Engine(_MEMORY_MB) if engine is None else checks.instance(engine, Engine, "engine")
    value = engine.value(position, seat, run=run)
    at_least, at_most = says != SAYS[2], says != SAYS[1]
    # What to ask the search, each with the answer that makes the claim true.
    questions = [(value, True)] * at_least + [(value + 1, False)] * at_most
    prover = _Prover(position, seat, questions, engine, run)
    named = hand_of(prover.cards)
    unsettled = named & ~hand_of(position.table)
    limit: float = 0
    with suppress(StoppedError):
        while unsettled and limit < most:
            limit = min(10 * limit or 10, most)
            # Low cards, or where tricks are avoided high ones, can be done without most often.
            order = sorted(cards_in(unsettled), key=position.rules.height, reverse=position.avoids)
            for card in order:
                is_x = prover.may_be_x(card, named, limit)
                if is_x is not None:
                    unsettled ^= 1 << card
                if is_x:
                    named ^= 1 << card
    return Why(position, seat, value, at_least, at_most, named, unsettled)


def explain(
    guarantees: Iterable[tuple[Position, Seat]], says: str, run: Run, engine: Engine | None = None
) -> list[Why | None]:
    """Return what guarantees of seats rest on, each with its part of the time left.

    Nothing depends on what was searched before. None where there was no time. Raises as ``why``.
    """
    asked, engine = list(guarantees), engine or Engine(_MEMORY_MB)
    reasons: list[Why | None] = [None] * len(asked)
    for number, (position, seat) in enumerate(asked):
        engine.clear()
        part = run.part(1 / (len(asked) - number))
        with suppress(StoppedError):
            reasons[number] = why(position, seat, says, engine=engine, run=part)
    return reasons


class _Prover:
    """Says of sets of deals if a claim is true in all of them."""

    def __init__(
        self,
        position: Position,
        seat: Seat,
        questions: Sequence[tuple[int, bool]],
        engine: Engine,
        run: Run,
    ) -> None:
        self.position, self.seat, self.questions = position, seat, questions
        self.engine, self.run = engine, run
        rules = position.rules
        hands = [arranged(cards_in(hand), rules) for hand in position.dealt]
        self.owner = {card: holder for holder, hand in enumerate(hands) for card in hand}
        self.cards = arranged(self.owner, rules)
        in_hands = (pair for hand in hands for pair in _neighbours(hand))
        self.in_hands = reduce(_adding, in_hands, (0,) * CARDS)
        # The two cards of each comparison, by suit, as the search numbers them: ``number_pairs``.
        self.pairs: list[list[Pair]] = [[] for _ in range(SUITS)]
        for first, second in combinations(seats_from(seat), 2):
            for one, other in product(hands[first], hands[second]):
                if suit_of(one) == suit_of(other):
                    self.pairs[suit_of(one)].append((one, other))

    def may_be_x(self, card: int, named: int, most: float) -> bool | None:
        """Return whether the claim, true with these cards named, is so with a card an x.

        None where so many searches do not tell. There is an end to it: each search takes a deal
        at least out of what is left. Raises StoppedError.
        """
        named_cards = [other for other in self.cards if named >> other & 1]
        fewer = _neighbours([other for other in named_cards if other != card])
        order = reduce(_adding, fewer, self.in_hands)
        waiting = list(_outside(order, _neighbours(named_cards)))
        while waiting and most:
            most -= 1
            order = waiting.pop()
            cell = self.prove_deal(order)
            if cell is None:
                return False
            waiting += _outside(order, cell)
        return None if waiting else True

    def prove_deal(self, order: Order) -> list[Pair] | None:
        """Return comparisons of a deal of a set, with which the claim is true; None if it is false.

        Raises StoppedError.
        """
        self.run.check()
        here, hands, left = self.position, [0] * SEATS, list(self.cards)
        number_at, above = {}, 0
        for number, card in enumerate(self.cards):
            place = next(one for one in left if not order[one] & ~above)
            left.remove(place)
            above |= 1 << place
            number_at[place] = number
            hands[self.owner[place]] |= (place not in here.table) << card
        used = [0] * SUITS
        for target, expected in self.questions:
            reached, masks = self.engine.lead_proof(
                hands,
                here.contract,
                here.leader,
                self.seat,
                target,
                table=tuple(self.cards[number_at[card]] for card in here.table),
                ace_low=here.ace_low,
                run=self.run,
            )
            if reached is not expected:
                return None
            used = [one | other for one, other in zip(used, masks, strict=True)]
        return [
            (one, other) if number_at[one] < number_at[other] else (other, one)
            for pairs, mask in zip(self.pairs, used, strict=True)
            for number, (one, other) in enumerate(pairs)
            if mask >> number & 1
        ]


def _adding(order: Order, pair: Pair) -> Order:
    """Return an order with one comparison more, which must not contradict it."""
    high, low = pair
    above = order[high] | 1 << high
    return tuple(
        higher | above if card == low or higher >> low & 1 else higher
        for card, higher in enumerate(order)
    )


def _neighbours(cards: Iterable[int]) -> list[Pair]:
    """Return the pairs of one suit among neighbours, from which follows how all compare."""
    return [pair for pair in pairwise(cards) if suit_of(pair[0]) == suit_of(pair[1])]


def _outside(order: Order, cell: Iterable[Pair]) -> Iterator[Order]:
    """Yield sets of deals, no two with one in common, that make up a set outside of a cell.

    In each the first so many comparisons of the cell are as in it, the next is turned round. The
    set and the cell must have a deal in common.
    """
    for high, low in cell:
        if not order[low] >> high & 1:
            yield _adding(order, (low, high))
            order = _adding(order, (high, low))
