"""The compiled search against the plain one, and each technique against none."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from positions import check_values
from test_points_search import TECHNIQUES as POINTS_TECHNIQUES
from test_points_search import positions as points_positions

from manni.solver import _search, reference
from manni.solver.cards import SEATS, Contract, suit_ranks
from manni.solver.engine import Engine
from manni.solver.notation import parse_hands
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import TECHNIQUES

EVERYTHING = sum(TECHNIQUES.values())
PLAIN = TECHNIQUES["table"] | TECHNIQUES["order"]

try:
    from manni.solver import _search_v3
except ImportError:
    BUILDS = [_search.Search]
else:
    BUILDS = [_search.Search, _search_v3.Search] if _search.wide_processor() else [_search.Search]


def test_each_technique_has_a_switch_of_its_own() -> None:
    assert list(TECHNIQUES.values()) == [1 << i for i in range(len(TECHNIQUES))]
    assert {"table", "shared fates", "book"} < set(TECHNIQUES)


def deal(rng: random.Random, cards: int, lowest: int = 0) -> tuple[int, int, int]:
    """Return three random hands; ``lowest`` leaves out the ranks below, so suits run long."""
    pack = [13 * suit + rank for suit in range(4) for rank in range(lowest, 13)]
    drawn = rng.sample(pack, 3 * cards)
    hands = [sum(1 << card for card in drawn[i::3]) for i in range(3)]
    return hands[0], hands[1], hands[2]


def positions(
    seed: int,
    count: int,
    sizes: Sequence[int],
    contracts: tuple[Contract, ...] = tuple(Contract),
) -> Iterator[Position]:
    """Yield random positions, a third of them in the middle of a trick, some with the ace low."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = rng.choice(sizes)
        roomy = [low for low in (0, 0, 5, 9) if 4 * (13 - low) >= 3 * cards]
        position = Position(
            deal(rng, cards, rng.choice(roomy)),
            rng.choice(contracts),
            rng.randrange(SEATS),
            ace_low=rng.random() < 0.25,
        )
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            position = position.play(rng.choice(position.legal()))
        yield position


SEARCHES = {"tricks": (TECHNIQUES, positions), "points": (POINTS_TECHNIQUES, points_positions)}
"""The techniques of each compiled search, and positions for it."""


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("seed", "count", "sizes"),
    [
        (1, 300, (1, 2, 3, 4)),
        pytest.param(10, 2400, (3,), marks=pytest.mark.slow),
        pytest.param(11, 540, (4,), marks=pytest.mark.slow),
        pytest.param(12, 100, (5,), marks=pytest.mark.exhaustive),
        pytest.param(14, 8, (6,), marks=pytest.mark.exhaustive),
    ],
)
def test_agrees_with_the_reference(
    search: str, seed: int, count: int, sizes: tuple[int, ...]
) -> None:
    engine, (_, drawn) = Engine(16), SEARCHES[search]
    for position in drawn(seed, count, sizes):
        check_values(engine, position)


def agree_with_each_other(
    one: Engine, other: Engine, seed: int, count: int, sizes: range, contracts: tuple[Contract, ...]
) -> None:
    for position in positions(seed, count, sizes, contracts):
        for seat in range(SEATS):
            assert one.value(position, seat) == other.value(position, seat), (position, seat)


@pytest.mark.parametrize(
    ("search", "name"), [(search, name) for search, (own, _) in SEARCHES.items() for name in own]
)
@pytest.mark.parametrize(
    "alone",
    [
        pytest.param(True, id="alone"),
        pytest.param(False, id="switched off", marks=pytest.mark.slow),
    ],
)
def test_no_technique_changes_a_value(search: str, name: str, alone: bool) -> None:
    techniques, drawn = SEARCHES[search]
    bit = techniques[name]
    least = techniques["table"] * (search == "points")
    engine = Engine(16, switches=bit | least if alone else sum(techniques.values()) & ~bit)
    # A stream of positions on one table: a pattern that says too much would be met again.
    for position in drawn(sum(map(ord, name)), 60, (2, 3, 4)):
        for seat in range(SEATS):
            expected = reference.guarantee(position, seat)
            assert engine.value(position, seat) == expected, (position, seat)


def test_a_pattern_that_says_too_much_is_met_again_where_no_book_is() -> None:
    one = Engine(16, switches=EVERYTHING & ~TECHNIQUES["book"])
    agree_with_each_other(one, Engine(16, switches=PLAIN), 7, 400, range(4, 6), tuple(Contract))


@pytest.mark.parametrize("contract", [Contract.NT, Contract.NULLO])
def test_known_leads_save_searches_and_change_no_value(contract: Contract) -> None:
    """They are looked up from nine tricks on: small hands have none."""
    one, other = Engine(64), Engine(64, switches=EVERYTHING & ~TECHNIQUES["known leads"])
    agree_with_each_other(one, other, 40 + contract, 60, range(9, 12), (contract,))
    assert 0.8 * other.nodes < one.nodes < other.nodes


@pytest.mark.slow
@pytest.mark.parametrize("contract", Contract)
def test_bounds_and_fates_change_nothing_where_they_bite(contract: Contract) -> None:
    """At 6 to 8 cards squeezes and crossed entries come up, which small hands do not have."""
    agree_with_each_other(
        Engine(128), Engine(256, switches=PLAIN), 100 + contract, 500, range(6, 9), (contract,)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", TECHNIQUES)
def test_no_technique_changes_a_value_of_eight_cards(name: str) -> None:
    agree_with_each_other(
        Engine(128),
        Engine(256, switches=EVERYTHING & ~TECHNIQUES[name]),
        200,
        60 if name == "table" else 300,
        range(6, 7) if name == "table" else range(7, 9),
        tuple(Contract),
    )


def test_stoppers_are_not_winners_too() -> None:
    """Once found wrong: a seat squeezed between its stopper and its winners has not both."""
    position = Position.parse("8.AT.T.86 .75.J86.4 Q53..K.72", contract="NT", leader="F")
    assert Engine(16).value(position, 0) == 4
    assert Engine(16, switches=PLAIN).value(position, 0) == 4


def test_a_seat_cannot_keep_the_heads_of_all_suits_and_its_guards() -> None:
    """Once found wrong: room for one winner was counted where three suits had to be headed."""
    position = Position.parse("KQ.A.9.A AT5...T8 9.5.AQ.K", contract="NT", leader="D")
    assert Engine(16).value(position, 0) == 0
    assert reference.guarantee(position, 0) == 0


def headed(rng: random.Random, cards: int) -> tuple[int, int, int]:
    """Return hands where one heads some suits and guards others: a seat to be squeezed."""
    mine: set[int] = set()
    for suit in range(4):
        ranks = rng.choice(((12,), (12,), (11, 10), (11, 9), (10, 9, 8), (7,), ()))
        mine |= {13 * suit + rank for rank in ranks}
    kept = rng.sample(sorted(mine), min(cards, len(mine)))
    rest = [card for card in range(52) if card not in mine and rng.random() < 0.8 - card % 2 / 2]
    rest = rng.sample(rest, 3 * cards - len(kept)) if len(rest) >= 3 * cards else []
    if not rest:
        return headed(rng, cards)
    kept += [rest.pop() for _ in range(cards - len(kept))]
    hands = [sum(1 << card for card in part) for part in (kept, rest[:cards], rest[cards:])]
    rng.shuffle(hands)
    return hands[0], hands[1], hands[2]


@pytest.mark.slow
@pytest.mark.parametrize("cards", [3, 4, 5, 6])
def test_squeezed_seats(cards: int) -> None:
    rng = random.Random(30 + cards)
    one, other = Engine(64), Engine(64, switches=PLAIN)
    for _ in range(8000):
        contract = rng.choice((Contract.NT, Contract.NT, Contract.S, Contract.NULLO))
        position = Position(headed(rng, cards), contract, rng.randrange(SEATS))
        for seat in range(SEATS):
            assert one.value(position, seat) == other.value(position, seat), (position, seat)


def test_cards_on_either_side_of_a_beaten_one_are_not_equal() -> None:
    """Once found wrong: with the winner left open, the beaten card may be the best."""
    position = Position.parse(
        "A6.AQ7.A96.A 8.32.842.J85 3.54.KQJ75.3", contract="NULLO", leader="D"
    )
    assert Engine(16).value(position, 2) == 1
    assert Engine(16, switches=PLAIN).value(position, 2) == 1


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 7, 9])
def test_a_pattern_that_says_too_much_is_met_again(cards: int) -> None:
    """Thousands of deals on one table: what one proved wrongly wide another runs into."""
    wide = ("any winner", "equals", "shared fates", "suit symmetry")
    narrow = EVERYTHING & ~sum(TECHNIQUES[name] for name in wide)
    rng = random.Random(cards)
    one, other = Engine(256), Engine(256, switches=narrow)
    for _ in range(6000):
        hands = deal(rng, cards)
        contract = rng.choice((*Contract, Contract.NULLO, Contract.NULLO))
        position = Position(hands, contract, rng.randrange(SEATS))
        for seat in range(SEATS):
            assert one.value(position, seat) == other.value(position, seat), (position, seat)


@pytest.mark.parametrize("contract", [Contract.NT, Contract.NULLO, Contract.S])
def test_suits_that_change_places_are_known_again(contract: Contract) -> None:
    hands = parse_hands("KT63.AJ7.Q8. A9542.K2.J6. Q87.QT54.AK.")
    engine = Engine(16)
    values = [engine.value(Position(hands, contract), seat) for seat in range(SEATS)]
    searched = engine.nodes
    assert searched > 100
    plain = range(1 if contract is Contract.S else 0, 4)
    for order in permutations(plain):
        moved = tuple(
            sum(
                suit_ranks(hand, suit) << 13 * (order[suit - plain[0]] if suit in plain else suit)
                for suit in range(4)
            )
            for hand in hands
        )
        position = Position((moved[0], moved[1], moved[2]), contract)
        assert [engine.value(position, seat) for seat in range(SEATS)] == values
    # No more than the start of the first trick is looked at, once a question.
    assert engine.nodes - searched < 24 * SEATS * 4


def test_trumps_do_not_change_places() -> None:
    """Spades as trumps and spades beside other trumps are different positions."""
    engine, fresh = Engine(16), Engine(16, switches=PLAIN)
    hands = parse_hands("KT63.AJ7.Q8. A9542.K2.J6. Q87.QT54.AK.")
    for contract in (Contract.S, Contract.H, Contract.D, Contract.C, Contract.NT):
        for seat in range(SEATS):
            position = Position(hands, contract)
            assert engine.value(position, seat) == fresh.value(position, seat), (contract, seat)


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.__module__)
def test_both_builds_do_the_same_work(build: type[_search.Search]) -> None:
    """Node for node: the instructions differ, the search does not."""
    search, plain = build(1 << 24), _search.Search(1 << 24)
    for position in positions(5, 40, range(5, 9)):
        for seat in range(SEATS):
            question = (
                position.hands,
                position.contract,
                position.leader,
                seat,
                position.table,
                position.ace_low,
            )
            assert search.bounds(*question) == plain.bounds(*question)
    assert search.nodes == plain.nodes
    assert search.stored == plain.stored


@pytest.mark.parametrize("kilobytes", [1, 100, 300])
def test_a_table_that_overflows_stays_exact(kilobytes: int) -> None:
    small, large = Engine(kilobytes / 1024), Engine(64)
    for position in positions(6, 30, range(7, 9)):
        for seat in range(SEATS):
            assert small.value(position, seat) == large.value(position, seat)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [4, 6, 9, 12])
def test_tables_of_all_sizes_agree(cards: int) -> None:
    """Thousands of deals through tables that never, now and then, and always overflow."""
    first, *others = (Engine(kilobytes / 1024) for kilobytes in (1 << 18, 1, 200, 700, 3000))
    for position in positions(60 + cards, 24_000 // cards**2, range(cards, cards + 1)):
        for seat in range(SEATS):
            value = first.value(position, seat)
            assert [engine.value(position, seat) for engine in others] == [value] * len(others)


def test_ctrl_c_stops_a_search_and_leaves_the_engine_usable() -> None:
    rng = random.Random(9)
    engine = Engine(64)
    hard = Position(deal(rng, 16), Contract.NULLO)
    easy = Position(deal(rng, 5), Contract.NULLO)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    # Without its table the search would take for ever.
    slow = Engine(64, switches=EVERYTHING & ~TECHNIQUES["table"])
    with pytest.raises(KeyboardInterrupt):
        slow.value(hard, 0)
    timer.join()
    assert engine.value(easy, 0) == reference.guarantee(easy, 0)
    assert slow.value(easy, 0) == reference.guarantee(easy, 0)


def test_a_time_limit_gives_bounds_that_hold() -> None:
    rng = random.Random(10)
    position = Position(deal(rng, 16), Contract.NULLO)
    engine = Engine(64, switches=EVERYTHING & ~TECHNIQUES["table"])
    started = time.monotonic()
    lower, upper = engine.bounds(position, 0, run=Run(0.2))
    assert 0 <= lower < upper <= 16
    assert time.monotonic() - started < 60  # it does come back
