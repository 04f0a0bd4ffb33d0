from collections.abc import Callable, Sequence
from typing import Self

from typing_extensions import disjoint_base

@disjoint_base
class Selfish:
    def __new__(cls, memory_bytes: int) -> Self: ...
    @property
    def positions(self) -> int: ...
    @property
    def stored(self) -> int: ...
    def clear(self) -> None: ...
    def outcomes(
        self,
        hands: Sequence[int],
        contract: int,
        leader: int,
        table: Sequence[int] = ...,
        ace_low: bool = ...,
        deadline: float = ...,
        called_off: Callable[[], bool] | None = ...,
    ) -> list[tuple[int, int, int]] | None: ...
