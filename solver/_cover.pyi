from collections.abc import Iterable, Sequence
from typing import Any, Self, final

MOST: int
FIELDS: tuple[int, int, int, int]

def bytes_held() -> int: ...

@final
class Cover:
    def __new__(
        cls,
        there: Iterable[int],
        loose: Iterable[int],
        stages: Sequence[Any],
        joker_price: int,
        jokers: int,
        spare_jokers: int,
    ) -> Self: ...
    def least(self, most: int) -> int: ...
    def begin(self) -> bytes: ...
    def costs(self, at: int, there: bytes, left: int) -> bool: ...
    def ways(self, at: int, there: bytes) -> list[tuple[int, bytes, list[int]]]: ...
