"""Which cards may be played, which one wins and what the trick is worth.

``TrickRules`` says it as data. In the plain games a suit is to be followed, the ranks stand
in their usual order and a trick is worth 1; other games name more duties, another order, and
points for cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field, fields, replace
from enum import IntFlag
from itertools import groupby

from .. import checks
from ..cards import (
    RANK_LETTERS,
    RANKS,
    SUIT_MASK,
    SUITS,
    BySeat,
    Contract,
    Seat,
    card_name,
    card_of,
    cards_in,
    rank_of,
    seats_from,
    suit_of,
    suit_ranks,
    without,
)
from ..errors import ArgumentError, RuleError
from ..i18n import N_
from ..records import frozen

MOST_POINTS = 100
"""The most points a card or a trick can be worth: a larger number is taken for a mistake."""

MOST_WORTH = 1000
"""The most that can be counted in a deal: a larger number is taken for a mistake."""

_ONE_A_SUIT = sum(1 << RANKS * suit for suit in range(SUITS))
"""The lowest card of each suit."""


class Duty(IntFlag):
    """What binds a seat besides following suit, where a foe is winning the trick.

    RISE: who follows plays a higher card than the one winning, if it is of the suit led.
    RUFF: who cannot follow plays a trump. OVERRUFF: if the trick has been ruffed, a higher
    one. Whoever cannot do so plays what he likes of what following suit leaves him.
    ``_trick.pxd`` has the same numbers.
    """

    RISE = 1
    RUFF = 2
    OVERRUFF = 4


_PLAIN_ORDERS = (RANK_LETTERS, RANK_LETTERS[-1] + RANK_LETTERS[:-1])

NO_DUTY = Duty(0)
EVERY_DUTY = Duty.RISE | Duty.RUFF | Duty.OVERRUFF


@frozen
class TrickRules:
    """Everything about the play of a game besides its trump.

    ``order`` has the ranks, lowest first. ``partners`` says that the seats that do not
    declare are one side, so that none is bound where another of it is winning; else every
    seat is a foe of every other. ``claimed``, said only with ``partners``, says that the one who
    declares has claimed every trick where each plays for himself: the others are one side, and
    bound as ever. A trick is worth ``trick_points`` and the ``card_points`` of its cards, by rank
    from the two to the ace. ``avoids`` says that whatever is played for, little is wanted. Who is
    next sits on the left if play goes ``clockwise``, else on the right: nothing but how a table
    looks depends on it. None of it may depend on which trick of the deal is played: positions do
    not know.
    """

    order: str = RANK_LETTERS
    duties: Duty = NO_DUTY
    partners: bool = False
    claimed: bool = False
    card_points: tuple[int, ...] = (0,) * RANKS
    trick_points: int = 1
    avoids: bool = False
    clockwise: bool = True
    # What follows from these, kept since play asks for it at every card.
    heights: tuple[int, ...] = field(init=False, compare=False)
    """How high each rank stands, 0 lowest to 12 highest."""
    ranks: tuple[int, ...] = field(init=False, compare=False)
    """The ranks, lowest first."""
    above: tuple[int, ...] = field(init=False, compare=False)
    """For each rank the 13-bit set of those that beat it."""
    counts_cards: bool = field(init=False, compare=False)
    """Whether a trick's worth depends on its cards."""
    ace_low: bool = field(init=False, compare=False)
    """Whether the ace is the lowest card of its suit."""
    is_plain: bool = field(init=False, compare=False)
    """Whether these are the rules of the plain games, ace high or low."""
    _hash: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        order = checks.text(self.order, "order")
        if sorted(order) != sorted(RANK_LETTERS):
            raise ArgumentError(f"order: {checks.quote(order)}, expected each of {RANK_LETTERS}")
        points = tuple(
            checks.number(value, "card points", 0, MOST_POINTS)
            for value in checks.several(self.card_points, "card points", RANKS)
        )
        if len(points) != RANKS:
            raise ArgumentError(f"card points: {len(points)} numbers, expected one a rank")
        for name in ("partners", "claimed", "avoids", "clockwise"):
            vars(self)[name] = checks.flag(getattr(self, name), name)
        trick_points = checks.number(self.trick_points, "trick points", 0, MOST_POINTS)
        duties = checks.instance(self.duties, Duty, "duties")
        heights = tuple(map(order.index, RANK_LETTERS))
        # Numbers alone, which have the same hash in every process.
        rest = int(duties), self.partners, points, trick_points, self.avoids
        vars(self).update(
            card_points=points,
            trick_points=trick_points,
            heights=heights,
            ranks=tuple(map(RANK_LETTERS.index, order)),
            above=tuple(
                sum(1 << other for other in range(RANKS) if heights[other] > height)
                for height in heights
            ),
            counts_cards=any(points),
            ace_low=order[0] == "A",
            is_plain=order in _PLAIN_ORDERS and rest == (0, False, (0,) * RANKS, 1, False),
            _hash=hash((heights, *rest, self.claimed)),
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        arguments = (
            f"{attribute.name}={getattr(self, attribute.name)!r}"
            for attribute in fields(self)
            if attribute.init and getattr(self, attribute.name) != attribute.default
        )
        return f"TrickRules({', '.join(arguments)})"

    @property
    def in_order(self) -> bool:
        """Whether the ranks stand in their usual order, the ace high or low."""
        return self.order in _PLAIN_ORDERS

    @property
    def written(self) -> str:
        """The ranks as a hand is written, lowest first: the ace is highest in the usual order."""
        return RANK_LETTERS if self.in_order else self.order

    def height(self, card: int) -> int:
        """Return how high a card stands in its suit, 0 lowest to 12 highest."""
        return self.heights[rank_of(card)]

    def higher(self, card: int) -> int:
        """Return the cards of its suit that beat a card."""
        return self.above[rank_of(card)] << RANKS * suit_of(card)

    @property
    def spares_partner(self) -> bool:
        """Whether a seat owes no more than to follow suit where its partner is winning."""
        return self.partners and not self.claimed

    @property
    def rolls_out(self) -> bool:
        """Whether the compiled policy plays by these; else worlds are solved instead."""
        return self.is_plain or (self.counts_cards and not self.claimed)

    @property
    def unit(self) -> str:
        """What is counted: ``"tricks"``, or ``"points"`` where a trick is not simply worth 1."""
        return N_("points") if self.counts_cards or self.trick_points != 1 else N_("tricks")


def arranged(cards: Iterable[int], rules: TrickRules) -> tuple[int, ...]:
    """Return cards as a hand shows them: suits S H D C, the highest first in each."""
    return tuple(sorted(cards, key=lambda card: (suit_of(card), -rules.height(card))))


def once_claimed(rules: TrickRules, pairs: bool = False) -> TrickRules:
    """Return the rules once every trick has been claimed, in ``pairs`` for two."""
    return replace(rules, avoids=False, partners=True, claimed=not pairs)


PLAIN, ACE_LOW = (TrickRules(order) for order in _PLAIN_ORDERS)


def plain_rules(ace_low: bool) -> TrickRules:
    """Return the rules of the plain games with the ace high or low."""
    return ACE_LOW if ace_low else PLAIN


def check_plain(rules: TrickRules, what: str) -> None:
    """Raise RuleError unless the rules are those of the plain games; ``what`` needs them."""
    if (why := why_not_plain(rules, what)) is not None:
        raise RuleError(why)


def why_not_plain(rules: TrickRules, what: str) -> str | None:
    """Return why there is no ``what`` by these rules, None where they are plain."""
    if rules.is_plain:
        return None
    return f"{what}: not for games with duties to rise and ruff, or with points for cards"


def strength(rank: int, ace_low: bool) -> int:
    """Return how high a rank stands in the plain games, 0 lowest to 12 highest."""
    return plain_rules(ace_low).heights[rank]


def avoids(contract: Contract, rules: TrickRules) -> bool:
    """Return whether what is counted is to be avoided."""
    return contract.avoids or rules.avoids


def legal_cards(
    hand: int,
    table: Sequence[int],
    contract: Contract = Contract.NT,
    rules: TrickRules = PLAIN,
    seat: int = 0,
    side: Collection[int | None] = (),
) -> int:
    """Return the part of ``hand``, which is ``seat``'s, that may be played to a trick so far.

    A hand that has the suit led must follow it; any other may play anything, and in the
    plain games nothing else binds. Contract, seat and the seats of one ``side`` matter where
    there are duties.
    """
    if not table:
        return hand
    if rules.duties:
        return _bound(hand, table, contract, rules, seat, side)[0]
    return hand & SUIT_MASK << RANKS * suit_of(table[0]) or hand


def _bound(
    hand: int,
    table: Sequence[int],
    contract: Contract,
    rules: TrickRules,
    seat: int,
    side: Collection[int | None],
) -> tuple[int, str]:
    """Return what may be played, and the name of the duty of rank or trump that binds."""
    best, led = trick_winner(table, contract, rules), suit_of(table[0])
    following = hand & SUIT_MASK << RANKS * led
    free = following or hand, ""
    if rules.spares_partner:
        winner = seats_from(seat)[best - len(table)]
        if (seat in side) == (winner in side):
            return free  # his partner is winning
    suit, duties = suit_of(table[best]), rules.duties
    higher = hand & rules.higher(table[best])
    if following:
        # Once the suit led has been ruffed, no card of it can win.
        rises = duties & Duty.RISE and suit == led and higher
        return (higher, "rise") if rises else free
    if suit == contract.trump:
        # If trumps were led there are none to overruff with.
        return (higher, "overruff") if duties & Duty.OVERRUFF and higher else free
    if duties & Duty.RUFF and contract.trump is not None:
        trumps = hand & SUIT_MASK << RANKS * contract.trump
        return (trumps, "ruff") if trumps else free
    return free


def why_illegal(
    hand: int,
    table: Sequence[int],
    card: int,
    contract: Contract = Contract.NT,
    rules: TrickRules = PLAIN,
    seat: int = 0,
    side: Collection[int | None] = (),
) -> tuple[str, str] | None:
    """Return the mistake of a card held that may not be played, None where it may.

    That is its kind and a sentence. The kinds are ``"revoke"`` and, where there are duties,
    ``"rise"``, ``"ruff"`` and ``"overruff"``.
    """
    if legal_cards(hand, table, contract, rules, seat, side) >> card & 1:
        return None
    led = suit_of(table[0])
    legal, kind = _bound(hand, table, contract, rules, seat, side)
    if suit_ranks(hand, led) and suit_of(card) != led:
        kind = ""
    does = f"does not {kind}" if kind else "revokes"
    held = " ".join(map(card_name, arranged(cards_in(legal), rules)))
    sentence = f"{seats_from(seat)[0].word}'s {card_name(card)} {does}: it holds {held}"
    return kind or "revoke", sentence


def why_not_held(
    seat: Seat, card: int, hands: Sequence[int | None], played: int
) -> tuple[str, str] | None:
    """Return what is wrong with a card that is not in its player's hand, None if nothing.

    ``hands`` are what the seats have left, None for a hand of which nothing is seen.
    """
    name, hand = card_name(card), hands[seat]
    if hand == 0:
        return "no card to play", f"{name} is played after the last trick"
    owner = next((other for other in seats_from(seat) if (hands[other] or 0) >> card & 1), None)
    if owner is not None:
        return "out of turn", f"{owner.word}'s {name} is out of turn: {seat.word} is to play"
    if played >> card & 1:
        return "played twice", f"{seat.word} plays {name}, which has been played before"
    return (
        None if hand is None else ("not held", f"{seat.word} plays {name}, which it does not hold")
    )


def trick_winner(cards: Sequence[int], contract: Contract, rules: TrickRules) -> int:
    """Return which of the cards of a trick wins, as an index into ``cards``.

    The first card is the one led. Of a trick in progress, the one winning so far.
    """
    trump, heights = contract.trump, rules.heights
    best = 0
    winning_suit, winning_rank = divmod(cards[0], RANKS)
    for index in range(1, len(cards)):
        suit, rank = divmod(cards[index], RANKS)
        if suit == winning_suit:
            if heights[rank] < heights[winning_rank]:
                continue
        elif trump is None or suit != trump:
            continue
        best, winning_suit, winning_rank = index, suit, rank
    return best


def takes_lead(card: int, table: Sequence[int], contract: Contract, rules: TrickRules) -> bool:
    """Return whether a card, played to a trick so far, would be winning it."""
    return trick_winner((*table, card), contract, rules) == len(table)


def winning_seat(leader: int, cards: Sequence[int], contract: Contract, rules: TrickRules) -> Seat:
    """Return the seat that wins the trick ``leader`` led to; it leads to the next."""
    return seats_from(leader)[trick_winner(cards, contract, rules)]


def trick_worth(cards: Sequence[int], rules: TrickRules) -> int:
    """Return what the cards of a trick are worth to the seat that takes it."""
    if rules.counts_cards:
        return rules.trick_points + sum(rules.card_points[rank_of(card)] for card in cards)
    return rules.trick_points


def cards_worth(hands: Sequence[int], rules: TrickRules) -> int:
    """Return what the tricks to be played with hands of equal length are worth in all."""
    total = rules.trick_points * hands[0].bit_count()
    if rules.counts_cards:
        cards = sum(hands)
        total += sum(
            points * (cards >> rank & _ONE_A_SUIT).bit_count()
            for rank, points in enumerate(rules.card_points)
            if points
        )
    return total


def after_card(
    hands: BySeat[int],
    leader: int,
    table: tuple[int, ...],
    card: int,
    contract: Contract,
    rules: TrickRules,
) -> tuple[BySeat[int], int, tuple[int, ...]]:
    """Return hands, leader and table once a legal card has been played.

    An empty table says that it completed a trick, which the new leader has taken.
    """
    hands, table = without(hands, card), (*table, card)
    if len(table) < len(hands):
        return hands, leader, table
    return hands, winning_seat(leader, table, contract, rules), ()


def low_first(rules: TrickRules, card: int) -> tuple[int, int]:
    """Return a sort key: lowest rank first, suits S H D C within a rank."""
    return rules.height(card), suit_of(card)


def touching_cards(held: int, others: int, rules: TrickRules) -> Iterator[list[int]]:
    """Yield the cards held in runs with none of the others between them, lowest first."""
    for suit in range(SUITS):
        if not suit_ranks(held, suit):
            continue
        run: list[int] = []
        for card in (card_of(suit, rank) for rank in rules.ranks):
            if held >> card & 1:
                run.append(card)
            elif others >> card & 1 and run:
                yield run
                run = []
        if run:
            yield run


def equivalent_cards(held: int, others: int, rules: TrickRules) -> tuple[tuple[int, ...], ...]:
    """Return the cards held in groups of equivalent ones, sorted from the lowest card up.

    The ``others`` are the cards that separate: those of other seats, and those on the table, which
    can beat or be beaten in this trick. Equivalent cards are worth the same.
    """
    groups = (
        tuple(group)
        for run in touching_cards(held, others, rules)
        for _, group in groupby(run, key=lambda card: rules.card_points[rank_of(card)])
    )
    return tuple(sorted(groups, key=lambda group: low_first(rules, group[0])))
