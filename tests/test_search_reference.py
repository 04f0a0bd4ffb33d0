"""The compiled searches against the plain one, each technique against none, one table another."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from positions import GAMES, TABLES, any_table, begun, check_values, dealt_out, manille_position
from test_points_search import EVERYTHING as EVERY_POINT
from test_points_search import TECHNIQUES as POINTS_TECHNIQUES
from test_points_search import positions as points_positions
from test_together import BUILDS, bounds

from manni.solver import _search, reference
from manni.solver.cards import SEATS, Contract
from manni.solver.engine import Engine
from manni.solver.notation import parse_hands
from manni.solver.position import Position
from manni.solver.rules.games.manille import MISERE
from manni.solver.rules.trick import ACE_LOW, TrickRules
from manni.solver.rules.trick import PLAIN as PLAIN_RULES
from manni.solver.searches import TECHNIQUES

EVERYTHING = sum(TECHNIQUES.values())
PLAIN = TECHNIQUES["table"] | TECHNIQUES["order"]


def test_each_technique_has_a_switch_of_its_own() -> None:
    assert list(TECHNIQUES.values()) == [1 << i for i in range(len(TECHNIQUES))]
    assert {"table", "shared fates", "book"} < set(TECHNIQUES)


def deal(rng: random.Random, cards: int, lowest: int = 0) -> list[int]:
    """Return three random hands; ``lowest`` leaves out the ranks below, so suits run long."""
    pack = [13 * suit + rank for suit in range(4) for rank in range(lowest, 13)]
    return dealt_out(rng.sample(pack, 3 * cards))


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
        yield begun(rng, position, rng.choice((0, 0, 0, 1, 2)))


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
    agree([engine.value, reference.guarantee], drawn(sum(map(ord, name)), 60, (2, 3, 4)))


def headed(rng: random.Random, cards: int) -> tuple[int, int, int]:
    """Return hands where one heads some suits and guards others: a seat to be squeezed."""
    mine = set()
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


def squeezed(cards: int) -> Iterator[Position]:
    """Yield positions in which a seat may be squeezed."""
    rng = random.Random(30 + cards)
    for _ in range(8000):
        contract = rng.choice((Contract.NT, Contract.NT, Contract.S, Contract.NULLO))
        yield Position(headed(rng, cards), contract, rng.randrange(SEATS))


def first_leads(cards: int) -> Iterator[Position]:
    """Yield first leads, many of them in NULLO."""
    rng = random.Random(cards)
    for _ in range(6000):
        hands = deal(rng, cards)
        contract = rng.choice((*Contract, Contract.NULLO, Contract.NULLO))
        yield Position(hands, contract, rng.randrange(SEATS))


def manille(seed: int, count: int, cards: int, *args: Any, on_table: int | None = None) -> Asked:
    """Return positions of Manille."""
    rng = random.Random(seed)
    return (manille_position(rng, cards, *args, on_table=on_table) for _ in range(count))


def in_each_game() -> Iterator[Position]:
    """Yield the same cards by the rules of one game after another."""
    for deal in manille(9, 20, 4, GAMES[:1], 3, on_table=0):
        for rules in GAMES:
            for contract in (Contract.NULLO,) if rules is MISERE else (Contract.H, Contract.NT):
                yield Position(deal.hands, contract, deal.leader, rules=rules, declarer=1)


def tables(
    seed: int, count: int, sizes: Sequence[tuple[int, int]], *rules: TrickRules
) -> Iterator[Position]:
    """Yield positions of so many hands and cards, of any sides and duties."""
    rng = random.Random(seed)
    return (any_table(rng, *rng.choice(sizes), rules) for _ in range(count))


def without(*names: str) -> int:
    """Return the switches of the search for tricks, all but some."""
    return EVERYTHING & ~sum(TECHNIQUES[name] for name in names)


Asked = Iterable[Position]
Way = tuple[float, int] | None
"""The megabytes and the switches of an engine; None is the plain search."""

HANDS = parse_hands("KT63.AJ7.Q8. A9542.K2.J6. Q87.QT54.AK.")
WIDE = ("any winner", "equals", "shared fates")
PLAIN_POINTS = POINTS_TECHNIQUES["table"] | POINTS_TECHNIQUES["order"]
NO_TABLE = EVERY_POINT & ~POINTS_TECHNIQUES["table"]
LARGE_TABLES = ((2, 5), (3, 4), (4, 3), (4, 4), (5, 3), (6, 2), (7, 2))
PLAIN_TABLES = ((2, 4), (4, 2), (4, 3), (5, 2), (6, 2))
EACH_OFF = [
    None,
    (1, EVERY_POINT),
    *((1, EVERY_POINT & ~own) for own in POINTS_TECHNIQUES.values()),
]


def row(
    name: str, ways: Sequence[Way], asked: Callable[..., Asked], *args: Any, **more: Any
) -> Any:
    """Return a row of what follows: ways to find the same values in these positions."""
    marks = [getattr(pytest.mark, name) for name in more.pop("marks", "").split()]
    return pytest.param(ways, partial(asked, *args, **more), id=name, marks=marks)


AGREE = [
    row("no book", [(16, without("book")), (16, PLAIN)], positions, 7, 400, range(4, 6)),
    # Spades as trumps and spades beside other trumps are different positions.
    row("trumps", [(16, -1), (16, PLAIN)], lambda: [Position(HANDS, own) for own in Contract][:5]),
    row("tables that overflow", [(64, -1), *((size / 1024, -1) for size in (1, 100, 300))],
        positions, 6, 30, range(7, 9)),
    *(row(f"tables of all sizes {cards}",
          [(size / 1024, -1) for size in (1 << 18, 1, 200, 700, 3000)],
          positions, 60 + cards, 24_000 // cards**2, range(cards, cards + 1), marks="slow")
      for cards in (4, 6, 9, 12)),
    # At 6 to 8 cards squeezes and crossed entries come up, which small hands do not have.
    *(row(f"where they bite {own.name}", [(128, -1), (256, PLAIN)],
          positions, 100 + own, 500, range(6, 9), (own,), marks="slow") for own in Contract),
    *(row(f"eight cards without {own}", [(128, -1), (256, without(own))],
          positions, 200, 300, range(7, 9), marks="slow") for own in TECHNIQUES if own != "table"),
    row("six cards without a table", [(128, -1), (256, without("table"))],
        positions, 200, 60, range(6, 7), marks="slow"),
    *(row(f"squeezes {cards}", [(64, -1), (64, PLAIN)], squeezed, cards, marks="slow")
      for cards in (3, 4, 5, 6)),
    *(row(f"what one proved wrongly wide {cards}", [(256, -1), (256, without(*WIDE))],
          first_leads, cards, marks="slow") for cards in (5, 7, 9)),
    *(row(f"points of seven cards {number}", [(64, -1), (64, PLAIN_POINTS)],
          manille, 7, 150, 7, (own,), marks="slow") for number, own in enumerate(GAMES)),
    *(row(f"many on one table {number}", [(16, -1), (1, NO_TABLE)], manille, 4, 400, 4, (own,), 3)
      for number, own in enumerate(GAMES)),
    *(row(f"more on one table {number}", [(16, -1), (1, NO_TABLE)], manille, 5, 2500, 5, (own,), 3,
          marks="slow") for number, own in enumerate(GAMES)),
    row("a table is of one game", [(16, -1), None], in_each_game, marks="slow"),
    row("any table", EACH_OFF, tables, 5, 150, TABLES),
    row("any larger table", EACH_OFF, tables, 6, 3000, LARGE_TABLES, marks="exhaustive"),
    # Where cards do not count the search for points knows any, up to eight of a suit.
    row("plain rules", [(1, -1), None], tables, 11, 120, PLAIN_TABLES,
        PLAIN_RULES, ACE_LOW, TrickRules(partners=True)),
]  # fmt: skip


def agree(ways: Sequence[Callable[[Position, int], int]], asked: Asked) -> None:
    """Compare values: what is kept of one position another runs into."""
    for position in asked:
        three = len(position.hands) == SEATS
        for seat in position.seats if three else {position.leader, position.to_play}:
            found = [value(position, seat) for value in ways]
            assert len({*found}) == 1, (position, seat, found)


@pytest.mark.parametrize(("ways", "asked"), AGREE)
def test_values_agree(ways: Sequence[Way], asked: Callable[[], Asked]) -> None:
    plain = reference.guarantee
    agree(
        [plain if own is None else Engine(own[0], switches=own[1]).value for own in ways], asked()
    )


@pytest.mark.parametrize("contract", [Contract.NT, Contract.NULLO])
def test_known_leads_save_searches_and_change_no_value(contract: Contract) -> None:
    """They are looked up from nine tricks on: small hands have none."""
    one, other = Engine(64), Engine(64, switches=without("known leads"))
    agree([one.value, other.value], positions(40 + contract, 60, range(9, 12), (contract,)))
    assert 0.8 * other.nodes < one.nodes < other.nodes


@pytest.mark.parametrize(
    ("hands", "contract", "leader", "seat", "value"),
    [
        # A seat squeezed between its stopper and its winners has not both.
        ("8.AT.T.86 .75.J86.4 Q53..K.72", "NT", "F", 0, 4),
        # Room for one winner was counted where three suits had to be headed.
        ("KQ.A.9.A AT5...T8 9.5.AQ.K", "NT", "D", 0, 0),
        # Cards on either side of a beaten one: with the winner left open it may be the best.
        ("A6.AQ7.A96.A 8.32.842.J85 3.54.KQJ75.3", "NULLO", "D", 2, 1),
    ],
)
def test_once_found_wrong(hands: str, contract: str, leader: str, seat: int, value: int) -> None:
    position = Position.parse(hands, contract, leader)
    assert [Engine(16, switches=own).value(position, seat) for own in (-1, PLAIN)] == [value] * 2


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.__module__)
def test_both_builds_do_the_same_work(build: type[_search.Search]) -> None:
    """Node for node: the instructions differ, the search does not."""
    search, plain = build(1 << 24), _search.Search(1 << 24)
    for position in positions(5, 40, range(5, 9)):
        for seat in range(SEATS):
            assert bounds(search, (position, seat)) == bounds(plain, (position, seat))
    assert search.nodes == plain.nodes
    assert search.stored == plain.stored
