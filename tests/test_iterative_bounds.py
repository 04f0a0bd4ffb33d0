"""Values found in slices: bounds only narrow, and end at the values of the plain search."""

from random import Random
from threading import Thread
from typing import Any

import pytest
from positions import manille_position, random_position

from manni.solver import reference
from manni.solver.cards import Contract, Seat
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import Bounds
from manni.solver.values.iterative_bounds import IterativeBounds
from manni.solver.values.solution import Solution
from manni.solver.values.solve import Solver

SIXTEEN = "963.KQ843.J74.T9864 AK542.AJT.AKQT953.2 Q87.9765.862.AKQ753"


class Slow(Engine):
    """An engine whose slices are so short that most answer nothing, the others one test."""

    def __init__(self, rng: Random) -> None:
        super().__init__(1)
        self.rng = rng

    def bounds(self, position: Position, seat: int, *args: Any, **more: Any) -> Bounds:
        """Test one number of tricks in the window, or none."""
        low, high = more["window"]
        if self.rng.random() < 0.4:
            return 0, position.worth
        tested = self.rng.randint(low + 1, high)
        return super().bounds(position, seat, window=(tested - 1, tested))


def limits(found: Solution) -> list[Bounds]:
    """Return all bounds in a fixed order."""
    rows = [found.bounds, *(value.bounds for value in found.cards)]
    return [pair for row in rows for pair in row if pair is not None]


def grow(position: Position, engine: Engine) -> Solution:
    """Return the values found in tiny slices, which must only narrow and hold at any moment."""
    known = IterativeBounds(position, first_slice=1e-5)
    expected = reference.guarantees(position)
    after = reference.card_values(position)
    truth = [*expected, *(tricks for row in after.values() for tricks in row)]
    before = limits(known.solution())
    for _ in range(100_000):
        whole = known.is_whole
        found = known.solution()
        now = limits(found)
        for (low, high), (old_low, old_high), value in zip(now, before, truth, strict=True):
            assert old_low <= low <= value <= high <= old_high
        assert whole == all(low == high for low, high in now)
        if whole:
            return found
        before = now
        known.work(engine, Run())
    raise AssertionError("it does not end")


@pytest.mark.parametrize(
    ("seed", "most"),
    [
        *((seed, 5) for seed in range(50)),
        *(pytest.param(seed, 5, marks=pytest.mark.slow) for seed in range(50, 120)),
        *(pytest.param(seed, 6, marks=pytest.mark.slow) for seed in range(1000, 1016)),
    ],
)
def test_bounds_narrow_to_the_values_of_the_plain_search(seed: int, most: int) -> None:
    rng = Random(seed)
    cards = min(rng.randint(3, most), rng.randint(3, most))
    position = random_position(rng, cards, Contract(seed % len(Contract)))
    if seed % 5 == 4:
        position = manille_position(rng, min(cards, 4))
    expected = Solver(1).solve(position, cards=True)
    assert grow(position, Engine(1)) == expected
    assert grow(position, Slow(rng)) == expected


def test_no_card_left_is_whole_at_once() -> None:
    known = IterativeBounds(Position((0, 0, 0), "NT"))
    assert known.is_whole
    assert known.solution() == Solver(1).solve(Position((0, 0, 0), "NT"), cards=True)


def test_the_mover_is_asked_about_first_then_its_cards() -> None:
    position = Position.parse("AKQ.T9.432.5 J98.AK.AK5.9 T76.87.T9.KQ", "NT")
    asked = []

    class Noting(Engine):
        def bounds(self, position: Position, seat: int, *args: Any, **more: Any) -> Bounds:
            asked.append((position, seat))
            return super().bounds(position, seat, *args, **more)

    known, engine = IterativeBounds(position, first_slice=60), Noting(1)
    while not known.is_whole:
        known.work(engine, Run())
    children = [position.play(group[0]) for group in position.equivalent_cards()]
    own = [(position, Seat.FOREHAND)] + [(child, Seat.FOREHAND) for child in children]
    count = sum(seat is Seat.FOREHAND for _, seat in asked)
    assert asked[:count] == [question for question in own if question in asked]
    assert {seat for _, seat in asked[count : count + 2]} == {Seat.MIDDLEHAND, Seat.DEALER}
    assert all(each is position for each, _ in asked[count : count + 2])
    # What follows is not searched for: no question twice, and not all of them.
    assert len(set(asked)) == len(asked) < 3 * (1 + len(children))


def test_a_run_that_is_over_changes_nothing() -> None:
    known, over = IterativeBounds(Position.parse(SIXTEEN, "NULLO")), Run()
    over.cancel()
    before = known.solution()
    known.work(Engine(1), over)
    assert known.solution() == before


def test_slices_grow_until_they_are_long_enough() -> None:
    position = Position.parse(SIXTEEN, "NULLO")
    given = {}

    class Deaf(Engine):
        """An engine that answers only what it is given long for."""

        def bounds(self, position: Position, seat: int, *args: Any, **more: Any) -> Bounds:
            seconds = more["run"].seconds_left
            given.setdefault((position, seat), []).append(seconds)
            return (0, 0) if seconds > 0.3 else (0, position.tricks)

    known, engine = IterativeBounds(position, first_slice=0.01), Deaf(1)
    for _ in range(100):
        known.work(engine, Run())
    assert all(slices == sorted(slices) for slices in given.values())
    assert max(given[position, Seat.FOREHAND]) > 0.3
    # What is hard does not keep the rest from being looked at.
    assert len(given) > len(position.equivalent_cards())


def test_what_is_proved_elsewhere_is_taken_up() -> None:
    position = Position.parse("A2.K.. K3.A.. Q4.Q..", "NT")
    parent = IterativeBounds(position)
    engine = Engine(1)
    while not parent.is_whole:
        parent.work(engine, Run())
    for card in position.legal():
        child = IterativeBounds(position.play(card))
        child.take_up(parent.after(card))
        expected = reference.guarantees(child.position)
        assert child.solution().guarantee == expected


def test_engines_work_on_one_position_side_by_side() -> None:
    position = Position.parse(SIXTEEN, "NT")
    known = IterativeBounds(position, first_slice=0.001)

    def work() -> None:
        engine = Engine(32)
        while not known.is_whole:
            known.work(engine, Run())

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert known.solution() == Solver(64).solve(position, cards=True)
