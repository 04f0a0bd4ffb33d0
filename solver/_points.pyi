from collections.abc import Callable, Sequence
from typing import Self

from typing_extensions import disjoint_base

@disjoint_base
class PointsSearch:
    def __new__(cls, memory_bytes: int, switches: int = ...) -> Self: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def play_by(
        self,
        ranks: Sequence[int],
        points: Sequence[int],
        trick_points: int,
        duties: int,
        partners: bool,
        avoids: bool,
    ) -> None: ...
    def bounds(
        self,
        hands: Sequence[int],
        trump: int,
        leader: int,
        counted: int,
        table: Sequence[int] = ...,
        lower: int = ...,
        upper: int = ...,
        guess: int = ...,
        deadline: float = ...,
        called_off: Callable[[], bool] | None = ...,
        helping: int = ...,
    ) -> tuple[int, int]: ...
