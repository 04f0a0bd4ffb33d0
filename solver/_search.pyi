from collections.abc import Callable, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

@disjoint_base
class Search:
    def __new__(cls, memory_bytes: int, switches: int = ...) -> Self: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def set_weights(self, weights: NDArray[np.int16]) -> None: ...
    def bounds(
        self,
        hands: Sequence[int],
        contract: int,
        leader: int,
        seat: int,
        table: Sequence[int] = ...,
        ace_low: bool = ...,
        lower: int = ...,
        upper: int = ...,
        guess: int = ...,
        deadline: float = ...,
        called_off: Callable[[], bool] | None = ...,
    ) -> tuple[int, int]: ...
    def solve_rows(
        self,
        hands: NDArray[np.uint64],
        contracts: NDArray[np.int8],
        leaders: NDArray[np.int8],
        ace_low: NDArray[np.int8],
        values: NDArray[np.int8],
        first: int,
        end: int,
        called_off: Callable[[], bool] | None = ...,
    ) -> bool: ...
    def bound(
        self, hands: Sequence[int], contract: int, leader: int, seat: int, target: int
    ) -> tuple[bool | None, int, int]: ...

def wide_processor() -> bool: ...
