"""Choices compared over the same worlds: that intervals tell the truth, and that the best stays."""

from collections.abc import Sequence

import numpy as np
import pytest
from positions import observed

from manni.solver.advice.compare import (
    Comparison,
    Floats,
    chance_interval,
    choice_figures,
    upper_quantile,
)
from manni.solver.advice.race import STAYING, Question, Race
from manni.solver.advice.worlds import DealSample
from manni.solver.notation import parse_hand


@pytest.mark.parametrize(
    ("chance", "degrees", "expected"),
    [
        (0.025, 1, 12.706), (0.025, 2, 4.303), (0.025, 3, 3.182), (0.025, 9, 2.262),
        (0.025, 1000, 1.962), (0.05, 3, 2.353), (0.005, 30, 2.750), (0.0005, 5, 6.869),
    ],
)  # fmt: skip
def test_quantiles_of_the_tables(chance: float, degrees: int, expected: float) -> None:
    assert upper_quantile(chance, degrees) == pytest.approx(expected, rel=6e-3)


def compared(values: Sequence[Sequence[float]], *weights: float, step: float = 0.1) -> Comparison:
    found = Comparison(len(values[0]), step, (-40.0, 40.0))
    found.extend(np.array(values), np.log(weights) if weights else None)
    return found


@pytest.mark.parametrize(("tilt", "uneven"), [(0, 0), (0.5, 0), (0, 1), (0, 2), (0.5, 1), (0.5, 2)])
@pytest.mark.parametrize("number", [2, 5, 20, 200])
def test_intervals_cover_the_truth(number: int, tilt: float, uneven: float) -> None:
    """Good deals weigh more by ``tilt``, and some more than others by ``uneven``, by chance."""
    rng = np.random.default_rng([number, int(10 * tilt), int(uneven)])
    inside, pairs, told = [], [], 0
    for _ in range(400):
        apart, deals = rng.normal(0, 0.5), rng.normal(0, 1.5, number)
        logs = tilt * deals / 1.5 + uneven * rng.normal(0, 1, number)
        found = Comparison(2, 0.1)
        found.extend(deals[:, None] + [0, apart] + rng.normal(0, 0.7, (number, 2)), logs)
        # A normal value that counts by exp(tilt * value) has the mean ``tilt``.
        low, high = found.means().interval(0)
        inside.append(low <= 1.5 * tilt <= high)
        low, high = found.behind(1).interval(0)
        pairs.append(low <= apart <= high)
        told += bool(low > 0 or high < 0)
    # Binomial: 0.95 less four standard errors; too wide is allowed where few worlds weigh most.
    assert min(np.mean(inside), np.mean(pairs)) > 0.905
    if not tilt + uneven and number > 2:
        assert max(np.mean(inside), np.mean(pairs)) < 0.985
    assert told > 100 or number < 20 or uneven


def test_a_world_counts_as_often_as_it_weighs() -> None:
    rows = np.random.default_rng(5).normal(0, 1, (4, 3)).tolist()
    often = (3, 1, 1, 2)
    weighted, plain = compared(rows, *often), compared(rows, 0.1, 0.1, 0.1, 0.1)
    repeated = compared(
        [row for row, number in zip(rows, often, strict=True) for _ in range(number)]
    )
    assert weighted.averages() == pytest.approx(repeated.averages())
    assert weighted.behind(1).means == pytest.approx(repeated.behind(1).means)
    # But it is met once: what counts three times is no more sure than that.
    assert weighted.effective == pytest.approx(49 / 15)
    assert weighted.means().errors[0] > repeated.means().errors[0]
    # Equal weights are none.
    assert plain.effective == pytest.approx(4)
    for found, own in ((plain.means(), [row[0] for row in rows]),
                       (plain.behind(1), [row[1] - row[0] for row in rows])):  # fmt: skip
        assert found.errors[0] ** 2 == pytest.approx((np.var(own, ddof=1) + 0.01 / 4) / 4)


def test_worlds_come_in_blocks_and_count_as_so_many() -> None:
    rng = np.random.default_rng(7)
    values, logs = rng.normal(0, 1, (20, 3)), rng.uniform(-700, -699, 20)
    logs[12] = -698.5  # in the second block: what was met before counts less beside it
    whole, blocks, half = (Comparison(3, 0.1) for _ in range(3))
    whole.extend(values, logs + 690)
    blocks.extend(values[:8], logs[:8])
    blocks.extend(values[8:], logs[8:])
    half.extend(values, logs, np.full(20, 0.5))
    for choice in range(3):
        one, other = (
            choice_figures(choice, found.means(), found.behind(0)) for found in (blocks, whole)
        )
        assert one == other
    assert half.averages() == pytest.approx(whole.averages())
    assert half.effective == pytest.approx(whole.effective / 2)
    assert half.means().errors[0] > 1.4 * whole.means().errors[0]


def test_the_interval_does_not_narrow_as_one_world_outweighs_all() -> None:
    wide = []
    for light in (0.3, 0.1, 0.01, 1e-3, 1e-6, 1e-12, 1e-18):
        found = compared([(0, 0), (5, 0), (-5, 0), (8, 0)], 1, light, light, light)
        ends = found.means().interval(0), found.behind(1).interval(0)
        wide.append([high - low for low, high in ends])
        assert found.behind(0).interval(0) == (0, 0)
    assert wide == sorted(wide)


def test_intervals_stay_inside_what_is_possible() -> None:
    found = Comparison(2, 1.0, (-12.0, np.array([4.0, 3.0])))
    found.extend(np.array([[3.0, -12.0], [-8.0, 3.0]]))
    assert [found.means().interval(index) for index in (0, 1)] == [(-12, 4), (-12, 3)]
    assert found.behind(1).interval(0) == (-16.0, 15.0)
    one = Comparison(1, 1.0, (0.0, 9.0))
    one.extend(np.array([[5.0]]))
    assert one.means().interval(0) == (0, 9)  # of one world nothing else is known
    assert chance_interval(0.0, 10)[0] == 0 < chance_interval(0.0, 10)[1] < 0.31
    assert chance_interval(0.4, 50) == pytest.approx((0.2761, 0.5382), abs=1e-4)


class Guessed(Race[int]):
    """Choices of which each is worth its number, give or take what the deal and luck do."""

    def __init__(self, question: Question, choices: int) -> None:
        super().__init__(question, range(choices), Comparison(choices, 0.1))
        self.rng = np.random.default_rng(1)
        self.seen = []

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        shape = len(worlds.log_weights), len(self.choices)
        self.seen.append(worlds.hands)
        deals = self.rng.normal(0, 5, (shape[0], 1))
        return (deals + np.array(self.choices) / 10 + self.rng.normal(0, 2, shape),)


def test_the_best_of_many_choices_go_on() -> None:
    hand, stayed = parse_hand("AQ9.98.KQ7.K8"), 0
    known = observed("trump", hand, "envers-3")
    for seed in range(100):
        race = Guessed(Question(known, worlds=100, seed=seed), 60)
        race.eliminate(guarded={3})
        assert 3 in race.choices
        assert len(race.choices) in (STAYING, STAYING + 1)
        assert race.sample_size == 0
        stayed += 59 in race.choices
        race.run()
        assert len({hands.tobytes() for hands in race.seen}) == len(race.seen) == 6
        (_, best, row), *_ = race.rows()
        assert row["behind_interval"] == (0, 0)
        assert best > 50
    assert stayed > 97
