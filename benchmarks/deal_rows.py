"""Read the rows that deal_statistics.py has made, as columns of numpy."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from solver.cards import CARDS, RANKS, SUITS, Seat
from solver.files.parquet import read_part

Array = np.ndarray[Any, Any]
NOBODY, NOT_ASKED = -1, -1
"""Stand for the nulls of ``exchanged`` and of the guarantees."""


class Rows:
    """Rows as columns: those of the file, with ``hands`` and ``guarantees`` by seat."""

    def __init__(self, columns: Mapping[str, Array]) -> None:
        self.columns = dict(columns)

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self["number"])

    def where(self, wanted: Array) -> Rows:
        """Return some of the rows."""
        return Rows({name: column[wanted] for name, column in self.columns.items()})

    def dealt(self) -> Rows:
        """Return the rows in which nobody exchanges."""
        return self.where(self["exchanged"] == NOBODY)

    def played(self) -> Rows:
        """Return the rows of the game: all exchange by the rule of thumb, forehand leads."""
        return self.where(self["by_rule"] & (self["leader"] == "F"))

    def solved_for_all(self) -> Rows:
        """Return the rows with what all three seats are sure of."""
        return self.where((self["guarantees"] != NOT_ASKED).all(1))

    @property
    def own(self) -> Array:
        """What forehand is sure of."""
        return self["guarantees"][:, Seat.FOREHAND]

    @property
    def tricks(self) -> int:
        """The tricks of a deal, the same in all rows."""
        return int(self["hands"][0, 0]).bit_count()

    @property
    def avoids(self) -> bool:
        """Whether tricks are to be avoided, the same in all rows."""
        return bool(self["contract"][0] == "NULLO")

    @property
    def sign(self) -> int:
        """+1 where a trick is worth having, -1 in NULLO."""
        return -1 if self.avoids else 1


def read(folder: Path, kind: str) -> Rows:
    """Return the rows of a kind of deals. Ends the program if there are none.

    Raises NotationError for a torn file.
    """
    paths = sorted(folder.glob(f"{kind}-*.parquet"))
    if not paths:
        sys.exit(f"{folder}: no deals of {kind}: deal_statistics.py makes them")
    table = pa.concat_tables([read_part(str(path)) for path in paths])

    def column(name: str, null: int = 0) -> Array:
        values = table[name].fill_null(null) if table[name].null_count else table[name]
        found: Array = values.to_numpy()
        return found

    names = ("number", "contract", "named", "by_rule", "leader")
    columns = {name: column(name) for name in names}
    columns["exchanged"] = column("exchanged", NOBODY)
    for name, null in (("hand", 0), ("guarantee", NOT_ASKED)):
        columns[f"{name}s"] = np.stack(
            [column(f"{name}_{seat.letter}", null) for seat in Seat], axis=1
        )
    return Rows(columns)


def held(hands: Array) -> Array:
    """Return whether each card is held: hand, suit, rank from the two up."""
    bits = hands[:, None] >> np.arange(CARDS, dtype=np.uint64) & np.uint64(1)
    return bits.astype(bool).reshape(len(hands), SUITS, RANKS)


def shares(rows: Rows) -> Array:
    """Return the shares of all seats, of rows that have all guarantees; see values/share.py."""
    guarantees = rows["guarantees"].astype(float)
    slack = rows.tricks - guarantees.sum(1, keepdims=True)
    best = guarantees + slack
    if rows.avoids:
        best = np.maximum(0, best)
    low, high = (best, guarantees) if rows.avoids else (guarantees, best)
    width = (high - low).sum(1, keepdims=True)
    part = (rows.tricks - low.sum(1, keepdims=True)) / np.where(width > 0, width, 1)
    return low + part * (high - low)


class Mean(NamedTuple):
    """A mean and half of its 95 % interval."""

    value: float
    error: float

    def text(self, digits: int = 2, sign: str = "") -> str:
        """Return it as it stands in a table."""
        return f"{self.value:{sign}.{digits}f} ± {self.error:.{digits}f}".replace("-", "−")


SIGMAS = 1.96
FEWEST = 50
"""Fewer rows than this are not said anything of."""


def mean(values: Array, numbers: Array | None = None) -> Mean:
    """Return the mean of values; those of one deal, by its number, are not independent."""
    if numbers is not None:
        _, places = np.unique(numbers, return_inverse=True)
        off = np.bincount(places, values - values.mean())
        return Mean(float(values.mean()), SIGMAS * float(np.sqrt((off**2).sum())) / len(values))
    return Mean(float(values.mean()), SIGMAS * float(values.std() / np.sqrt(len(values))))


def rate(hits: Array, numbers: Array | None = None) -> tuple[float, float, float]:
    """Return how often something happens, and the ends of its 95 % interval (Wilson).

    The rows of one deal, by its number, count as one: the interval is rather too wide.
    """
    n = len(hits) if numbers is None else len(np.unique(numbers))
    part = float(hits.mean())
    middle = (part + SIGMAS**2 / (2 * n)) / (1 + SIGMAS**2 / n)
    half = np.sqrt(part * (1 - part) / n + (SIGMAS / (2 * n)) ** 2)
    half *= SIGMAS / (1 + SIGMAS**2 / n)
    return part, max(0.0, middle - float(half)), min(1.0, middle + float(half))
