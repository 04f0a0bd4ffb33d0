from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

@disjoint_base
class Beliefs:
    def __new__(
        cls,
        worths: Sequence[
            tuple[bool, Sequence[float], Sequence[float], Sequence[Sequence[float]], Sequence[int]]
        ],
        places: Sequence[tuple[int, int]],
    ) -> Self: ...
    def exchange(
        self,
        seat: int,
        contract: int,
        least: int,
        most: int,
        scale: float,
        whole: bool,
    ) -> None: ...
    def call(
        self,
        seat: int,
        options: Sequence[tuple[int, int, float, float, float, Sequence[float]]],
        chosen: int,
        scale: float,
    ) -> None: ...
    def score(self, rule: int, hand: int, limit: int) -> float: ...
    def likelihood(self, seat: int, kept: int, down: int) -> float: ...
    def draw(
        self,
        start: Sequence[int],
        seed: int,
        particles: int,
        mixing: int,
        steps: int,
        drawn: NDArray[np.uint64],
        likely: NDArray[np.float64],
        apart: int,
    ) -> float: ...
