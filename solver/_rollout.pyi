from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

CARD_ROW_COUNT: int
ROWS: int
UNIT_COUNT: int
WIDE_PROCESSOR: bool
PLACE_COUNT: int

@disjoint_base
class Game:
    def __new__(
        cls,
        pack: int,
        heights: Sequence[int],
        trump: int,
        duties: int,
        spares: bool,
        sides: Sequence[int],
        kinds: Sequence[int],
        worth: Sequence[int],
        trick: int,
    ) -> Self: ...

@disjoint_base
class DiscardChooser:
    def __new__(
        cls,
        game: Game,
        best: bool,
        plain: NDArray[np.float64],
        trumps: NDArray[np.float64],
        drawn: NDArray[np.float64],
        bucket: NDArray[np.int16],
    ) -> Self: ...
    def fill_tables(
        self,
        hands: NDArray[np.uint64],
        fixed: NDArray[np.uint64],
        counts: NDArray[np.int64] | None,
        gone: NDArray[np.uint64],
        worths: NDArray[np.float64],
    ) -> None: ...

@disjoint_base
class Rollouts:
    def __new__(
        cls,
        own: NDArray[np.int16],
        rows: NDArray[np.int16],
        start: NDArray[np.int16],
        out: NDArray[np.int16],
    ) -> Self: ...
    def scores(
        self,
        game: Game,
        seat: int,
        hand: int,
        unseen: int,
        table: Sequence[int] = ...,
        lacks: Sequence[int] = ...,
    ) -> tuple[list[tuple[int, int, tuple[int, ...]]], tuple[int, ...]]: ...
    def play(
        self,
        game: Game,
        hands: NDArray[np.uint64],
        gone: NDArray[np.uint64],
        leader: int,
        history: Sequence[int],
        cards: Sequence[int],
        taken: NDArray[np.int16],
        random_seats: NDArray[np.uint64] | None = None,
        playouts: NDArray[np.int8] | None = None,
    ) -> None: ...

@disjoint_base
class PlayHistory:
    def __new__(
        cls,
        rollouts: Rollouts,
        game: Game,
        leader: int,
        history: Sequence[int],
        viewer: int,
        parts: NDArray[np.float64],
        chances: NDArray[np.float64],
        slips: NDArray[np.float64],
    ) -> Self: ...
    def likelihoods(
        self,
        hands: NDArray[np.uint64],
        gone: NDArray[np.uint64],
        found: NDArray[np.float64],
    ) -> None: ...
    def move(
        self,
        deals: NDArray[np.uint64],
        known: NDArray[np.uint64],
        free: int,
        ways: DiscardChooser | None,
        power: float,
        seeds: NDArray[np.uint64],
        steps: int,
    ) -> None: ...
