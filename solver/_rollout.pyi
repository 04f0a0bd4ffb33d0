from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

KINDS: int
FEATURES: int
WEIGHTS: int

@disjoint_base
class Rollouts:
    def __new__(cls, weights: NDArray[np.int16]) -> Self: ...
    def scores(
        self,
        hand: int,
        unseen: int,
        contract: int,
        table: Sequence[int] = ...,
        ace_low: bool = ...,
        void_next: int = ...,
        void_after: int = ...,
    ) -> list[tuple[int, int, tuple[int, ...]]]: ...
    def play(
        self,
        hands: NDArray[np.uint64],
        gone: NDArray[np.uint64],
        out: int,
        contract: int,
        leader: int,
        history: Sequence[int],
        cards: Sequence[int],
        tricks: NDArray[np.int8],
        ace_low: bool = ...,
    ) -> None: ...
    def likelihoods(
        self,
        hands: NDArray[np.uint64],
        gone: NDArray[np.uint64],
        out: int,
        contract: int,
        leader: int,
        history: Sequence[int],
        viewer: int,
        logs: NDArray[np.float64],
        scale: float,
        slip: float,
        ace_low: bool = ...,
    ) -> None: ...
