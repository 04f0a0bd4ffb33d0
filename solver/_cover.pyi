from collections.abc import Iterable, Sequence
from typing import Any, final

@final
class Cover:
    def __init__(
        self,
        there: Iterable[int],
        loose: Iterable[int],
        stages: Sequence[Any],
        price: int,
        jokers: int,
        spare: int,
    ) -> None: ...
    def least(self, most: int) -> int: ...
    def begin(self) -> bytes: ...
    def costs(self, at: int, there: bytes, left: int) -> bool: ...
    def ways(self, at: int, there: bytes) -> list[tuple[int, bytes, list[int]]]: ...
