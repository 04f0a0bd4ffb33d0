from collections.abc import Callable, Sequence
from typing import Self

class Selfish:
    def __new__(cls, memory_bytes: int) -> Self: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
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
