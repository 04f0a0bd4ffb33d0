"""What three selfish players may come to: the outcomes, their range, the sure loss of a card.

All see the cards, each plays for his own tricks alone, all foresee each other, and a player with
equally good cards may choose any: the outcomes are those of all pure subgame-perfect
equilibria. This is no forecast, and it holds where a trick is worth the same to everybody.

Let seat i be to play, and let its cards lead to the sets of outcomes S1, S2, … A card makes i sure
of the least it gets in that card's set; t is the most of these. The outcomes of the position are
those of any Sk in which i has at least t. (In NULLO t is the least of the most, and those with at
most t stay.)

* None that stays is too many. An outcome v of Sk comes about if the others answer every other card
  so that i has no more than in v. After each of these cards there is such an equilibrium, since
  its least is not above t. Positions after different cards share no decision, so these go
  together.
* None that goes is missing. With less than t the seat would have played the card sure of t.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from operator import add
from typing import Annotated, TypeAlias

from ..cards import SEATS, BySeat, Seat, Suit, by_seat, card_name, card_of, suit_of
from ..checks import counted
from ..errors import SolverError
from ..position import Position, PositionLike
from ..records import frozen
from ..reprs import Printable, by_seat_text, repr_text
from ..rules.trick import check_plain
from ..run import Run
from ..schema import TRICKS, Card, Loss, list_of
from .solution import Tricks
from .solve import as_position

MOST_TRICKS = 8
"""The longest positions that are worked out."""

Outcomes: TypeAlias = tuple[BySeat[int], ...]
"""Trick vectors by seat F, M, D, sorted."""


class _Range:
    """What has outcomes: the fewest and the most tricks of each seat among them."""

    outcomes: Outcomes

    @property
    def least(self) -> Tricks:
        """The fewest tricks of each seat."""
        return by_seat(lambda seat: min(outcome[seat] for outcome in self.outcomes))

    @property
    def most(self) -> Tricks:
        """The most tricks of each seat."""
        return by_seat(lambda seat: max(outcome[seat] for outcome in self.outcomes))

    def _ends(self) -> tuple[str, str]:
        return by_seat_text("least", self.least), by_seat_text("most", self.most)


@frozen
class SelfishCard(_Range):
    """The outcomes that a card allows if all play selfishly, in tricks.

    They count from the position before the card: a trick that the card completes is included.

    >>> from manni import Position, solve_selfish
    >>> solve_selfish(Position("Q2... K3... A4...", "NULLO")).cards[0]
    <SelfishCard SQ, least (0, 0, 1), most (1, 1, 1), sure loss 0>

    ``outcomes`` are sorted vectors of tricks by seat F, M, D. ``sure_loss`` is what the card costs
    its player whatever the others choose. It compares the card's best outcome with the worst
    outcome of the position. It is 0 exactly for the cards that selfish play permits.

    Attributes:
        sure_loss: Tricks the card costs its player whatever the others choose.
    """

    card: Card
    outcomes: Outcomes
    sure_loss: Loss

    def __repr__(self) -> str:
        return repr_text(self, card_name(self.card), *self._ends(), f"sure loss {self.sure_loss}")


@frozen
class SelfishSolution(_Range, Printable):
    """The outcomes of selfish play, in tricks from the position on.

    >>> from manni import Position, solve_selfish
    >>> solve_selfish(Position("Q2... K3... A4...", "NULLO")).least  # the fewest of each seat
    (0, 0, 1)

    ``outcomes`` are sorted vectors of tricks by seat F, M, D. ``cards`` has every legal card in the
    order of ``position.legal()``. A search that is stopped gives no solution at all.

    Attributes:
        outcomes: All outcomes of selfish play.
        cards: Every legal card.
    """

    position: Position
    outcomes: Annotated[Outcomes, list_of(TRICKS)]
    cards: tuple[SelfishCard, ...]

    def __repr__(self) -> str:
        count = counted(len(self.outcomes), "outcome")
        return repr_text(self, count, *self._ends(), repr(self.position))


def solve_selfish(
    position: PositionLike, *, seconds: float | None = None, run: Run | None = None
) -> SelfishSolution:
    """Return the outcomes of selfish play and what every card does to them.

    >>> from manni import Position, solve_selfish
    >>> found = solve_selfish(Position("Q2... K3... A4...", "NULLO"))
    >>> found.outcomes  # tricks of forehand, middlehand, dealer
    ((0, 1, 1), (1, 0, 1))
    >>> found.least, found.most
    ((0, 0, 1), (1, 1, 1))

    Args:
        position: A ``Position``; a ``Deal``, which stands for its ``Deal.position()``; or a text
            that holds one deal.
        seconds: The time limit. ``run`` can be given instead.

    Raises SolverError for more than 8 tricks, and StoppedError if the time was up or the run was
    cancelled.
    """
    if isinstance(position, str):
        from ..files.reading import deal_of  # here: a position needs no files

        position = deal_of(position)
    great, position = getattr(position, "great", False), as_position(position)
    run = Run.of(run, seconds)
    check_selfish(position, great=great)
    run.check()
    search = _Search(position.sign, run)
    suits, table = _root(position)
    moment = suits, position.leader, table
    outcomes = tuple(sorted(search.outcomes(*moment)))
    after: dict[int, Outcomes] = {}
    for group in position.equivalent_cards():
        card = suit_of(group[0]), position.rules.height(group[0])
        after.update(dict.fromkeys(group, tuple(sorted(search.after(*moment, card)))))
    seat, sign = position.to_play, position.sign
    worst = min(sign * outcome[seat] for outcome in outcomes)
    best = {
        card: max(sign * outcome[seat] for outcome in outcomes) for card, outcomes in after.items()
    }
    cards = tuple(
        SelfishCard(card, after[card], max(0, worst - best[card])) for card in position.legal()
    )
    return SelfishSolution(position, outcomes, cards)


def check_selfish(position: Position, *, great: bool = False) -> None:
    """Raise SolverError where selfish play is not worked out; the message says why.

    ``great`` says whether the contract is a great one.
    """
    check_plain(position.rules, "selfish play")
    if great:
        raise SolverError(
            "a great contract pays by bonuses, not by the trick: nobody plays for his tricks "
            "alone, and selfish play is not worked out"
        )
    if position.tricks > MOST_TRICKS:
        raise SolverError(
            f"{position.tricks} cards a hand: selfish play is worked out for at most {MOST_TRICKS}"
        )


# The search ----------------------------------------------------------------------------

_Set: TypeAlias = frozenset[BySeat[int]]
_Suits: TypeAlias = tuple[str, ...]
"""Of each suit the seats of its cards, from the lowest up; a blank is a card nobody holds. The
trump suit has ``TRUMP`` at its end."""
_Card: TypeAlias = tuple[int, int]
"""The place of a suit, and of a card in it."""

_TRUMP = "t"


def _root(position: Position) -> tuple[_Suits, tuple[_Card, ...]]:
    """Return the suits and the table of a position as the search has them."""

    def owner(card: int) -> str:
        return next((str(int(seat)) for seat in Seat if position.hands[seat] >> card & 1), " ")

    suits = (
        "".join(owner(card_of(suit, rank)) for rank in position.rules.ranks)
        + _TRUMP * (suit == position.contract.trump)
        for suit in Suit
    )
    table = ((suit_of(card), position.rules.height(card)) for card in position.table)
    return tuple(suits), tuple(table)


@dataclass
class _Search:
    """The recursion on positions of one contract, with the starts of tricks that it has met.

    A start is worked out once, whatever its suits are called and however far apart its ranks
    lie, and of equal cards one is played.
    """

    sign: int
    run: Run
    known: dict[tuple[_Suits, int], _Set] = field(default_factory=dict)

    def outcomes(self, suits: _Suits, leader: int, table: tuple[_Card, ...] = ()) -> _Set:
        """Return the outcomes of a position, tricks counted from it on."""
        mover = (leader + len(table)) % SEATS
        owner_code = str(mover)
        following = {suit for suit, _ in table[:1] if owner_code in suits[suit]}
        sets = {
            self.after(suits, leader, table, (suit, place))
            for suit in following or range(len(suits))
            for place, owner in enumerate(suits[suit])
            if owner == owner_code != suits[suit][place - 1 : place]
        }
        return _chosen(frozenset(sets), mover, self.sign) if sets else _NO_TRICKS

    def after(self, suits: _Suits, leader: int, table: tuple[_Card, ...], card: _Card) -> _Set:
        """Return the outcomes after a card, its own trick counted."""
        suit, place = card
        table = (*table, card)
        left = suits[suit][:place] + " " + suits[suit][place + 1 :]
        suits = (*suits[:suit], left, *suits[suit + 1 :])
        if len(table) < SEATS:
            return self.outcomes(suits, leader, table)
        best = max(
            table, key=lambda card: (_TRUMP in suits[card[0]], card[0] == table[0][0], card[1])
        )
        winner = (leader + table.index(best)) % SEATS
        start = tuple(sorted(suit.replace(" ", "") for suit in suits)), winner
        if start not in self.known:
            self.run.check()
            self.known[start] = self.outcomes(*start)
        return _with_trick(self.known[start], winner)


_NO_TRICKS: _Set = frozenset({(0,) * SEATS})


@lru_cache(1 << 14)
def _with_trick(outcomes: _Set, winner: int) -> _Set:
    """Return outcomes with one trick more for a seat."""
    taken = by_seat(lambda seat: int(seat == winner))
    return frozenset(tuple(map(add, outcome, taken)) for outcome in outcomes)


@lru_cache(1 << 14)
def _chosen(sets: frozenset[_Set], mover: int, sign: int) -> _Set:
    """Return the outcomes of a choice from those of its cards.

    The seat may choose the card with which it is sure of most, and whatever it chooses it has
    that. Every outcome in which it does comes about: positions after different cards share no
    decision, so that their equilibria combine freely.
    """
    sure = max(min(sign * outcome[mover] for outcome in after) for after in sets)
    return frozenset(
        outcome for after in sets for outcome in after if sign * outcome[mover] >= sure
    )
