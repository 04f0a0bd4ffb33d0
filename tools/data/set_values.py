"""Make solver/data/set_values.json: what it is worth to have contracts left to declare.

    python tools/data/set_values.py

Random hands get the points that the model of a hand gives them in every contract, exchanged by it,
and the value of each set of contracts follows from those of the smaller sets. Sets that differ only
in the names of suits get the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import fsum

import numpy as np
from measuring import run
from provenance import DATA, made, write_json

from manni.solver.advice.compare import Floats, HandArray
from manni.solver.advice.declaration import FILE, Names, exchange_limit
from manni.solver.advice.hand_model import FILE as MODEL
from manni.solver.advice.hand_model import HandModel, role_of
from manni.solver.cards import Contract, Seat
from manni.solver.rules.auction import Slot
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant


def points_of(variant: Variant, hands: HandArray) -> Floats:
    """Return the points of hands in each line of the list, a column each, in its best contract."""
    sizes = range(exchange_limit(variant) + 1)
    declares = Seat.FOREHAND, Seat.FOREHAND
    role = role_of(variant, *declares)

    def points(contract: Contract) -> Floats:
        model = HandModel.of(variant, contract)
        return model.points(model.best(hands, sizes, role)[1], *declares)

    lines = (list(map(points, slot.contracts)) for slot in variant.slots)
    return np.stack([np.max(every, axis=0) for every in lines], axis=1)


def alike_lines(slots: Sequence[Slot]) -> Names:
    """Return the names of the lines that are one trump each: they differ only in their suits."""
    return frozenset(
        slot.name
        for slot in slots
        if len(slot.contracts) == 1 and slot.contracts[0].trump is not None
    )


def set_values(
    names: Sequence[str], points: Floats, alike: Names = frozenset()
) -> dict[Names, float]:
    """Return the value of every set of lines left, from the points of hands in each line.

    Each hand declares once, whichever line gives the most with what is left after it. The lines
    ``alike`` differ only in the names of suits: sets with as many of them, and the same others,
    have one value, the mean of what chance makes of them.
    """
    values: dict[Names, float] = {frozenset(): 0.0}
    for size in range(1, len(names) + 1):
        same: dict[tuple[Names, int], dict[Names, float]] = {}
        for chosen in combinations(range(len(names)), size):
            left = frozenset(names[index] for index in chosen)
            later = [values[left - {names[index]}] for index in chosen]
            value = float((points[:, list(chosen)] + later).max(axis=1).mean())
            same.setdefault((left - alike, len(left & alike)), {})[left] = value
        for alike_sets in same.values():
            values.update(dict.fromkeys(alike_sets, fsum(alike_sets.values()) / len(alike_sets)))
    return values


def main(*, seed: int = 1, hands: int = 10000) -> None:
    """Find the values from so many hands."""
    dealer = generator(seed + 1)
    games = []
    for code in ("trjamann", "laugavatn"):
        variant = get_variant(code)
        dealt = [variant.deal(dealer).hands[Seat.FOREHAND] for _ in range(hands)]
        names = [slot.name for slot in variant.slots]
        points = points_of(variant, np.array(dealt, np.uint64))
        values = {
            " ".join(name for name in names if name in left): round(value, 4)
            for left, value in set_values(names, points, alike_lines(variant.slots)).items()
        }
        games.append({"game": code, "slots": names, "values": values})
        print(code, "all left:", values[" ".join(names)])
    write_json(DATA / FILE, made([DATA / MODEL], seed), {"hands": hands, "games": games})


if __name__ == "__main__":
    run(main)
