from collections.abc import Callable, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

def missing_book() -> str | None: ...

@disjoint_base
class Search:
    def __new__(
        cls,
        memory_bytes: int,
        switches: int = ...,
        beside: Search | None = ...,
        contexts: int = ...,
    ) -> Self: ...
    @property
    def nodes(self) -> int: ...
    @property
    def switches(self) -> int: ...
    @property
    def question(self) -> int: ...
    @property
    def helpers(self) -> int: ...
    @property
    def is_shared(self) -> bool: ...
    def share(self, on: bool) -> None: ...
    def call_off_help(self) -> None: ...
    def help(self, leader: Search, question: int) -> None: ...
    @property
    def stored(self) -> int: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
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
        call_in: Callable[[], None] | None = ...,
        alone: int = ...,
    ) -> tuple[int, int]: ...
    def proof(
        self,
        hands: Sequence[int],
        contract: int,
        leader: int,
        seat: int,
        target: int,
        table: Sequence[int] = ...,
        ace_low: bool = ...,
        deadline: float = ...,
        called_off: Callable[[], bool] | None = ...,
    ) -> tuple[bool | None, tuple[int, int, int, int]]: ...
    def tear(self, stamps: bool, answers: bool) -> None: ...
    def solve_rows(
        self,
        hands: NDArray[np.uint64],
        contracts: NDArray[np.int8],
        leaders: NDArray[np.int8],
        ace_low: NDArray[np.int8],
        values: NDArray[np.int8],
        called_off: Callable[[], bool] | None = ...,
    ) -> bool: ...
    def bound(
        self, hands: Sequence[int], contract: int, leader: int, seat: int, target: int
    ) -> tuple[bool | None, int, int]: ...

def wide_processor() -> bool: ...
