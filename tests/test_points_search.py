"""The compiled search for points against the plain one, and each technique against none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random

import pytest
from positions import OTHER_RULES, manille_position

from manni.solver import _points, reference
from manni.solver._points import PointsSearch
from manni.solver.cards import RANKS, SEATS, SUITS, Contract, cards_in, hand_of, rank_of, suit_of
from manni.solver.engine import Engine
from manni.solver.errors import BusyError, RuleError, StoppedError
from manni.solver.position import Position
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE
from manni.solver.rules.trick import TrickRules
from manni.solver.run import Run
from manni.solver.searches import techniques_of

TECHNIQUES = techniques_of(_points)
EVERYTHING = sum(TECHNIQUES.values())
GAMES = (MANILLE, ENCHERES, ENVERS, MISERE)


def positions(seed: int, count: int, cards: tuple[int, ...]) -> Iterator[Position]:
    """Yield positions of Manille, half of them of few suits, some of games there are not."""
    rng = Random(seed)
    for _ in range(count):
        size = rng.choice(cards)
        suits = rng.choice((SUITS, SUITS, 2 if size < 6 else 3, 3))
        if rng.random() < 0.25:
            yield manille_position(rng, size, OTHER_RULES, suits)
        else:
            yield manille_position(rng, size, suits=suits)


def side(position: Position, seat: int) -> set[int]:
    """Return a seat with its partner, if it has one."""
    if position.declarer in (None, seat):
        return {seat}
    return set(range(SEATS)) - {position.declarer}


def agree_with_reference(seed: int, count: int, cards: tuple[int, ...]) -> None:
    """Compare every seat's guarantee, and that after every card."""
    engine = Engine(16)
    for position in positions(seed, count, cards):
        after = reference.card_values(position)
        for seat in range(SEATS):
            # Whoever plays picks the card, for the seat or against it.
            picks_most = (position.to_play in side(position, seat)) != position.avoids
            best = (max if picks_most else min)(values[seat] for values in after.values())
            assert engine.value(position, seat) == best, (position, seat)
        for card, expected in after.items():
            child = position.play(card)
            for seat in range(SEATS):
                gained = sum(map(child.gain, side(position, seat)))
                assert gained + engine.value(child, seat) == expected[seat], (position, card)


def test_agrees_with_the_reference() -> None:
    agree_with_reference(1, 250, (1, 2, 3, 4))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "count", "cards"), [(2, 2400, 3), (3, 540, 4), (4, 60, 5)])
def test_agrees_with_the_reference_in_thousands(seed: int, count: int, cards: int) -> None:
    agree_with_reference(seed, count, (cards,))


@pytest.mark.parametrize("name", TECHNIQUES)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "switched off"])
def test_no_technique_changes_a_value(name: str, alone: bool) -> None:
    bit = TECHNIQUES[name]
    switches = bit | TECHNIQUES["table"] if alone else EVERYTHING & ~bit
    engine = Engine(16, switches=switches)
    for position in positions(sum(map(ord, name)), 60, (2, 3, 4)):
        for seat in range(SEATS):
            assert engine.value(position, seat) == reference.guarantee(position, seat), position


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_techniques_change_no_value_of_seven_cards(rules: TrickRules) -> None:
    """What bites only in longer hands, against alpha-beta with an exact table."""
    rng = Random(7)
    plain = Engine(64, switches=TECHNIQUES["table"] | TECHNIQUES["order"])
    engine = Engine(64)
    for _ in range(150):
        position = manille_position(rng, 7, (rules,), suits=rng.choice((3, 4)))
        seat = position.declarer if position.declarer is not None else rng.randrange(SEATS)
        assert engine.value(position, seat) == plain.value(position, seat), (position, seat)


# The table ---------------------------------------------------------------------------


def many_deals_on_one_table(rules: TrickRules, count: int, cards: int, suits: int) -> None:
    """A bound that claims too much, or a key that says too little, is met by another deal."""
    rng = Random(cards)
    kept = Engine(16)
    fresh = Engine(1, switches=EVERYTHING & ~TECHNIQUES["table"])
    for _ in range(count):
        position = manille_position(rng, cards, (rules,), suits=suits)
        seat = position.declarer if position.declarer is not None else rng.randrange(SEATS)
        assert kept.value(position, seat) == fresh.value(position, seat), (position, seat)


@pytest.mark.parametrize("rules", GAMES)
def test_many_deals_on_one_table(rules: TrickRules) -> None:
    many_deals_on_one_table(rules, 400, 4, 3)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_ten_thousand_deals_on_one_table(rules: TrickRules) -> None:
    many_deals_on_one_table(rules, 2500, 5, 3)


def test_the_smallest_table_gives_the_same_values() -> None:
    rng = Random(8)
    small, large = Engine(0.001), Engine(64)
    for _ in range(8):
        position = manille_position(rng, 8, on_table=0)
        assert small.value(position, 0) == large.value(position, 0), position
    assert small.nodes > large.nodes


def test_a_table_is_of_one_game() -> None:
    """The same cards by other rules, asked of one engine in turn."""
    rng = Random(9)
    engine = Engine(16)
    for _ in range(20):
        position = manille_position(rng, 4, (MANILLE,), suits=3, on_table=0)
        for rules in GAMES:
            for contract in (Contract.NULLO,) if rules is MISERE else (Contract.H, Contract.NT):
                other = Position(position.hands, contract, position.leader, rules=rules, declarer=1)
                assert engine.value(other, 1) == reference.guarantee(other, 1), other


def test_a_cleared_engine_searches_the_same_nodes_again() -> None:
    position = manille_position(Random(3), 9, (ENCHERES,), on_table=0)
    engine = Engine(16)
    counts = []
    for _ in range(300):  # more than a byte counts
        before = engine.nodes
        engine.clear()
        engine.value(position, 0)
        counts.append(engine.nodes - before)
    assert set(counts) == {counts[0]}


# Laws --------------------------------------------------------------------------------


def renamed(hand: int, names: tuple[int, ...]) -> int:
    return hand_of(RANKS * names[suit_of(card)] + rank_of(card) for card in cards_in(hand))


@pytest.mark.parametrize("rules", GAMES)
def test_the_names_of_the_suits_do_not_matter(rules: TrickRules) -> None:
    rng = Random(10)
    engine = Engine(16)
    for _ in range(4):
        position = manille_position(rng, 7, (rules,), on_table=0)
        expected = engine.value(position, 1)
        for names in permutations(range(SUITS)):
            trump = position.contract.trump
            contract = position.contract if trump is None else Contract(names[trump])
            hands = [renamed(hand, names) for hand in position.hands]
            other = Position(
                hands, contract, position.leader, rules=rules, declarer=position.declarer
            )
            assert engine.value(other, 1) == expected, (position, names)


@pytest.mark.parametrize("rules", GAMES)
def test_the_seats_may_move_round(rules: TrickRules) -> None:
    rng = Random(11)
    engine = Engine(16)
    for _ in range(20):
        position = manille_position(rng, 6, (rules,), on_table=0)
        declarer = None if position.declarer is None else (position.declarer + 1) % SEATS
        other = Position(
            position.hands[-1:] + position.hands[:-1],
            position.contract,
            (position.leader + 1) % SEATS,
            rules=rules,
            declarer=declarer,
        )
        for seat in range(SEATS):
            assert engine.value(other, (seat + 1) % SEATS) == engine.value(position, seat)


def test_partners_get_what_the_declarer_does_not() -> None:
    rng = Random(12)
    engine = Engine(16)
    for _ in range(30):
        position = manille_position(rng, 6, (ENCHERES,))
        values = [engine.value(position, seat) for seat in range(SEATS)]
        declared = values.pop(position.declarer or 0)
        assert values == [position.worth - declared] * 2


# The door ----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", GAMES)
def test_windows_and_guesses_change_no_value(rules: TrickRules) -> None:
    rng = Random(13)
    for _ in range(20):
        position = manille_position(rng, 4, (rules,))
        seat = rng.randrange(SEATS)
        value = reference.guarantee(position, seat)
        for _ in range(4):
            low = rng.randrange(-1, position.worth + 2)
            high = rng.randrange(low, position.worth + 3)
            bounds = Engine(1).bounds(position, seat, window=(low, high))
            assert bounds[0] <= value <= bounds[1]
            if low < value < high:
                assert bounds[0] == bounds[1]
            elif low < high:
                assert bounds[0] >= high or bounds[1] <= low
            assert Engine(1).reaches(position, seat, low) == (value >= low)
            assert Engine(1).value(position, seat, guess=low) == value


def test_a_run_that_is_over_ends_the_search() -> None:
    position = manille_position(Random(3), 10, (ENCHERES,), on_table=0)
    asked = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) > 1

    engine = Engine(16, switches=TECHNIQUES["table"])
    with pytest.raises(StoppedError):
        engine.value(position, 0, run=Run(cancelled=cancelled))
    lower, upper = engine.bounds(position, 0, run=Run(cancelled=lambda: True))
    assert lower < upper


def test_an_engine_answers_one_question_at_a_time() -> None:
    position = manille_position(Random(3), 10, (ENCHERES,), on_table=0)
    engine = Engine(16, switches=TECHNIQUES["table"])

    def ask_meanwhile() -> bool:
        engine.clear()
        return False

    with pytest.raises(BusyError):
        engine.value(position, 0, run=Run(cancelled=ask_meanwhile))


@pytest.mark.parametrize(
    ("hands", "rules", "said"),
    [
        ("2... 3... 4...", MANILLE, "S4 S3 S2: the search for points knows the 8"),
        (
            "A... K... Q...",
            TrickRules(card_points=tuple(range(RANKS, 0, -1))),
            "a higher card is worth",
        ),
        ("A... K... Q...", TrickRules(trick_points=100, duties=MANILLE.duties), None),
    ],
)
def test_what_the_search_does_not_know(hands: str, rules: TrickRules, said: str | None) -> None:
    engine = Engine(1)
    position = Position.parse(hands, "S", rules=rules)
    if said is None:
        assert engine.value(position, 0) == reference.guarantee(position, 0)
    else:
        with pytest.raises(RuleError, match=said):
            engine.value(position, 0)


# Two to seven hands ------------------------------------------------------------------

CARD_POINTS = (0, 0, 0, 1, 2, 3, 4, 5)
"""Of a seven, an eight, a nine, … an ace, which is how Manille's ranks stand; a trick is 1 more."""


class Table:
    """Any number of hands played out card by card, sharing nothing with the search."""

    def __init__(self, rng: Random, count: int, cards: int) -> None:
        pack = [13 * suit + rank for suit in range(SUITS) for rank in range(5, RANKS)]
        dealt = rng.sample(pack, count * cards)
        self.hands = tuple(frozenset(dealt[seat::count]) for seat in range(count))
        self.trump = rng.choice((None, 0, 1, 2, 3))
        self.leader = rng.randrange(count)
        self.counted = rng.randrange(1, 2**count - 1)
        self.duties = rng.choice((7, rng.randrange(8)))
        self.partners = rng.random() < 0.5
        self.avoids = rng.random() < 0.3

    def is_counted(self, seat: int) -> bool:
        return bool(self.counted >> seat & 1)

    def winner(self, table: tuple[int, ...]) -> int:
        """Return the place of the card that wins the cards played to a trick."""
        return max(
            range(len(table)),
            key=lambda k: (
                table[k] // 13 == self.trump,
                table[k] // 13 == table[0] // 13,
                table[k],
            ),
        )

    def legal(
        self, hand: frozenset[int], seat: int, leader: int, table: tuple[int, ...]
    ) -> list[int]:
        if not table:
            return sorted(hand)
        best = self.winner(table)
        winning, winner = table[best], (leader + best) % len(self.hands)
        foe = not (self.partners and self.is_counted(seat) == self.is_counted(winner))
        following = [card for card in hand if card // 13 == table[0] // 13]
        trumps = [card for card in hand if card // 13 == self.trump]
        higher = [card for card in hand if card // 13 == winning // 13 and card > winning]
        if following:
            rises = foe and self.duties & 1 and winning // 13 == table[0] // 13 and higher
            return higher if rises else following
        if foe and self.trump is not None and winning // 13 == self.trump:
            return higher if self.duties & 4 and higher else sorted(hand)
        return trumps if foe and self.duties & 2 and trumps else sorted(hand)

    def value(self) -> int:
        """Return what the counted side gets."""

        @cache
        def after(hands: tuple[frozenset[int], ...], leader: int, table: tuple[int, ...]) -> int:
            seat = (leader + len(table)) % len(hands)
            if len(table) == len(hands):
                won = (leader + self.winner(table)) % len(hands)
                worth = 1 + sum(CARD_POINTS[card % 13 - 5] for card in table)
                return self.is_counted(won) * worth + after(hands, won, ())
            if not hands[seat]:
                return 0
            values = [
                after(
                    (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]),
                    leader,
                    (*table, card),
                )
                for card in self.legal(hands[seat], seat, leader, table)
            ]
            return (max if self.is_counted(seat) != self.avoids else min)(values)

        return after(self.hands, self.leader, ())

    def ask(self, search: PointsSearch) -> tuple[int, int]:
        search.play_by(range(5, RANKS), CARD_POINTS, 1, self.duties, self.partners, self.avoids)
        trump = -1 if self.trump is None else self.trump
        return search.bounds(
            [sum(1 << card for card in hand) for hand in self.hands],
            trump,
            self.leader,
            self.counted,
        )


def agree_at_a_table(seed: int, count: int, sizes: tuple[tuple[int, int], ...]) -> None:
    rng = Random(seed)
    switches = (EVERYTHING, *(EVERYTHING & ~bit for bit in TECHNIQUES.values()))
    searches = [PointsSearch(1 << 20, each) for each in switches]
    for _ in range(count):
        table = Table(rng, *rng.choice(sizes))
        value = table.value()
        for search in searches:
            assert table.ask(search) == (value, value), vars(table)


def test_any_number_of_hands_and_any_sides() -> None:
    agree_at_a_table(5, 250, ((2, 4), (3, 3), (4, 2), (4, 3), (5, 2), (6, 2), (7, 2)))


@pytest.mark.slow
def test_any_number_of_hands_and_any_sides_in_thousands() -> None:
    agree_at_a_table(6, 3000, ((2, 5), (3, 4), (4, 3), (4, 4), (5, 3), (6, 2), (7, 2)))


@pytest.mark.parametrize(
    ("hands", "counted", "table", "message"),
    [
        (1, 1, 0, "two to seven hands"),
        (8, 1, 0, "two to seven hands"),
        (2, 1, 2, "all but one hand"),
        (3, 0, 0, "some are counted"),
        (3, 7, 0, "some are counted"),
        (3, 8, 0, "some are counted"),
    ],
)
def test_no_other_number_of_hands_or_sides(
    hands: int, counted: int, table: int, message: str
) -> None:
    held = [1 << k for k in range(hands)]
    with pytest.raises(ValueError, match=message):
        PointsSearch(1 << 20).bounds(held, -1, 0, counted, range(20, 20 + table))


def test_hands_of_one_length_and_a_question_are_needed() -> None:
    search = PointsSearch(1 << 20)
    search.play_by(range(5, RANKS), CARD_POINTS, 1, 7, True, False)
    with pytest.raises(ValueError, match="nothing has been asked"):
        search.features()
    three_suits = sum(1 << 13 * suit + rank for suit in range(3) for rank in range(5, RANKS))
    for hands in ([1 << 12 | 1 << 11, 1 << 10], [three_suits] * 2):
        with pytest.raises(ValueError, match="as many cards each, at most 16"):
            search.bounds(hands, -1, 0, 1)
