from collections.abc import Sequence
from typing import final

@final
class PileSearch:
    nodes: int
    def clear(self) -> None: ...
    def value(
        self,
        piles: Sequence[Sequence[int]],
        worth: Sequence[int],
        trick: int,
        trump: int,
        duties: int,
        leader: int,
        led: int = ...,
    ) -> int: ...
