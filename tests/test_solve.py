"""Solutions: every card, the line, bounds in limited time, and solvers side by side."""

import signal
from dataclasses import replace
from random import Random

import pytest
from positions import TABLES, any_table, check_solution, manille_position, random_position

from manni.solver import reference
from manni.solver.cards import SEATS, Contract, Seat
from manni.solver.engine import Engine
from manni.solver.notation import format_cards, parse_card, parse_cards
from manni.solver.position import Position, won_in
from manni.solver.rules.trick import low_first
from manni.solver.run import Run
from manni.solver.searches import Bounds
from manni.solver.values import solve as values
from manni.solver.values.solve import Solver, solve

F, M, D = Seat
TWELVE = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"


# Values ------------------------------------------------------------------------------


KINDS = {
    "plain": (60, lambda rng: random_position(rng, rng.randrange(1, 5))),
    "manille": (40, lambda rng: manille_position(rng, 4)),
    "table": (40, lambda rng: any_table(rng, *rng.choice(TABLES))),
}
"""How many positions, of which kind."""


@pytest.mark.parametrize(
    ("kind", "seed"), [(kind, seed) for kind, (count, _) in KINDS.items() for seed in range(count)]
)
def test_solutions_agree_with_the_plain_search(solver: Solver, kind: str, seed: int) -> None:
    position = KINDS[kind][1](Random(seed))
    check_solution(position, solver.solve(position, cards=True, line=position.to_play))
    for seat in position.seats:
        solution = solver.solve(position, line=seat, seats=())
        won = won_in(position.follow(solution.line))
        assert sum(won[own] for own in position.side(seat)) == solution.guarantee[seat]


# Equal cards -------------------------------------------------------------------------


def groups_of(position: Position) -> list[str]:
    return [*map(format_cards, position.equivalent_cards())]


@pytest.mark.parametrize(
    ("hands", "ace_low", "expected"),
    [
        # Another seat's cards separate, nobody's do not.
        ("AKJ9... QT87... 6543...", False, ["S9", "SJ", "SK SA"]),
        ("A2.A5.. K3.76.. .QJT9..", False, ["S2", "SA", "H5", "HA"]),
        # A low ace is next to the two.
        ("A2.K5.. Q3.76.. .AJT9..", True, ["SA S2", "H5", "HK"]),
    ],
)
def test_groups_of_equal_cards(hands: str, ace_low: bool, expected: list[str]) -> None:
    position = Position.parse(hands, "NULLO", ace_low=ace_low)
    found = groups_of(position)
    assert sorted(found) == sorted(expected)
    firsts = [low_first(position.rules, group[0]) for group in position.equivalent_cards()]
    assert firsts == sorted(firsts)


def test_a_card_on_the_table_separates() -> None:
    position = Position.parse("62... 93... 75...", "NT").play(parse_card("S6"))
    assert groups_of(position) == ["S3", "S9"]
    assert groups_of(position.play(parse_card("S9"))) == ["S5", "S7"]
    position = Position.parse("82... 73... 96...", "NT", leader="D").play(parse_card("S6"))
    assert groups_of(position.play(parse_card("S8"))) == ["S3", "S7"]


def test_a_card_of_an_earlier_trick_does_not_separate() -> None:
    position = Position.parse("J96... T32... 875...", "NT", leader="M")
    assert groups_of(replace(position, leader=F)) == ["S6", "S9", "SJ"]
    for card in parse_cards("ST S7 S6"):
        position = position.play(card)
    assert groups_of(replace(position, leader=F)) == ["S9 SJ"]


# Lines -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_a_line_takes_the_lowest_of_equally_good_cards(solver: Solver, seed: int) -> None:
    """Rebuilt from the plain search: lowest rank, then suits S H D C."""
    position = random_position(Random(seed), 3)
    seat = Seat(seed % SEATS)
    line = solver.solve(position, line=seat).line
    for card in line:
        value = reference.guarantee(position, seat)
        good = [c for c, v in reference.card_values(position).items() if v[seat] == value]
        assert card == min(good, key=lambda c: low_first(position.rules, c))
        position = position.play(card)


# Choices -----------------------------------------------------------------------------


# Limited time ------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [1e-9, 1e-3, 1e-2, 1000])
def test_bounds_hold_what_is_true(seconds: float) -> None:
    rng = Random(5)
    for _ in range(8):
        position = random_position(rng, 8, Contract.NULLO)
        truth = Solver(16).solve(position, cards=True)
        found = Solver(16).solve(position, cards=True, line="M", seconds=seconds)
        within(found.bounds, truth.guarantee)
        for value, true in zip(found.cards, truth.cards, strict=True):
            within(value.bounds, true.guarantee)
            assert value.loss in (None, true.loss)
            assert value.share in (None, true.share)
        if found.line is not None:
            assert won_in(position.follow(found.line))[M] == truth.guarantee[M]
        if seconds == 1000:
            assert found.exact
            assert found.cards == truth.cards
            assert found.line == Solver(16).solve(position, line="M").line


@pytest.mark.parametrize("threads", [1, 2])
def test_what_its_share_of_the_time_leaves_open_is_asked_again(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look at one seat's answers nothing, as if their share of the time were over."""
    asked = set[int]()

    def late(engine: Engine, question: values.BoundsQuestion, run: Run) -> Bounds:
        if question.seat is not F or question.row in asked:
            return tighten(engine, question, run)
        asked.add(question.row)
        return question.window

    tighten = values.tighten_bounds
    monkeypatch.setattr(values, "tighten_bounds", late)
    position = random_position(Random(5), 6, Contract.NULLO)
    found = Solver(16, threads).solve(position, cards=True, seconds=1000)
    assert found == Solver(16).solve(position, cards=True)


def within(bounds: tuple[tuple[int, int] | None, ...], truth: tuple[int | None, ...]) -> None:
    for pair, value in zip(bounds, truth, strict=True):
        assert pair[0] <= value <= pair[1]


# Solvers side by side ----------------------------------------------------------------


def guarantees_of(one: Solver, positions: list[Position]) -> list[object]:
    return [one.solve(position).guarantee for position in positions]


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    rng = Random(11)
    return [random_position(rng, 9, ace_low=False) for _ in range(24)]


@pytest.fixture(scope="module")
def truth(positions: list[Position]) -> list[object]:
    return [solve(position).guarantee for position in positions]


def test_neither_memory_nor_what_is_known_changes_a_value(
    solver: Solver, positions: list[Position], truth: list[object]
) -> None:
    for one in (solver, Solver(1)):
        assert guarantees_of(one, positions) == truth
        assert guarantees_of(one, positions[::-1]) == truth[::-1]


@pytest.mark.timeout(method="thread")  # the alarm is the test's own
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timer here")
def test_an_interrupted_search_leaves_everything_usable(
    positions: list[Position], truth: list[object]
) -> None:
    """Ctrl-C in the midst of a search of minutes, then the same solver on."""
    one = Solver(16)
    hard = random_position(Random(3), 16, Contract.NULLO, on_table=0)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for delay in (0.05, 0.2):
            signal.setitimer(signal.ITIMER_REAL, delay)
            with pytest.raises(KeyboardInterrupt):
                one.solve(hard)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert guarantees_of(one, positions) == truth
