from collections.abc import Iterable, Sequence
from typing import Any, Self, final

MOST: int

def bytes_held() -> int: ...

@final
class Cover:
    def __new__(
        cls,
        there: Iterable[int],
        loose: Iterable[int],
        stages: Sequence[Any],
        price: int,
        jokers: int,
        spare: int,
    ) -> Self: ...
    def least(self, most: int) -> int: ...
    def begin(self) -> bytes: ...
    def costs(self, at: int, there: bytes, left: int) -> bool: ...
    def ways(self, at: int, there: bytes) -> list[tuple[int, bytes, list[int]]]: ...
