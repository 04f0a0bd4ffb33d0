"""Fit the first guess of the search for points: the weights in solver/_points_guess.h.

Least squares over solved positions of Manille, by aim and whether there are trumps, of the
features that ``first_guess`` in solver/_points.pyx takes. Writes the rows of the header, in 1/64
point, and prints how far the guesses are off. A guess decides where a search begins, no value.
"""

from __future__ import annotations

import argparse
import re
from itertools import islice

import numpy as np
from provenance import ROOT, line, made
from tasks import manille_tasks

from manni.solver.cards import SUITS, Seat, suit_ranks
from manni.solver.engine import Engine
from manni.solver.position import Position

HEADER = ROOT / "solver" / "_points_guess.h"
# Games by the rows they are fitted for: many points or few, without trumps or with.
ROWS = {
    "many, no trump": [("enchères", False)],
    "many, trump": [("enchères", True), ("à trois", True)],
    "few, trump": [("à l'envers", True)],
}
CARDS = (10, 10, 10, 8)


def features(position: Position, seat: Seat) -> list[int]:
    """Return what the guess is made of: points to come, lead, top cards, points, trumps."""
    rules, trump = position.rules, position.contract.trump
    held = position.hands[seat]
    others = sum(position.hands) & ~held
    tops = points = 0
    for suit in range(SUITS):
        mine, theirs = suit_ranks(held, suit), suit_ranks(others, suit)
        for rank in range(len(rules.heights)):
            if mine >> rank & 1:
                tops += not theirs & rules.above[rank]
                points += rules.card_points[rank]
    trumps = [0, 0]
    if trump is not None:
        trumps = [suit_ranks(hand, trump).bit_count() for hand in (held, others)]
    return [position.worth, position.to_play == seat, tops, points, *trumps]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=400, help="positions a game and length")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    engine = Engine(64)
    found: list[list[int]] = []
    for row, games in ROWS.items():
        rows, values = [], []
        for game, trumps in games:
            for k, cards in enumerate(CARDS):
                tasks = manille_tasks(game, cards, trumps=trumps)(options.seed + k)
                for position, seat in islice(tasks, options.n):
                    engine.clear()
                    for each in [seat] if position.rules.partners else Seat:
                        rows.append(features(position, each))
                        values.append(engine.value(position, each))
        table, truth = np.array(rows, dtype=float), np.array(values, dtype=float)
        weights = np.linalg.lstsq(table, truth, rcond=None)[0]
        off = (truth - table @ weights).std()
        print(f"{row}: off by {off:.1f} points (values vary by {truth.std():.1f})")
        found.append([round(64 * weight) for weight in weights])
    many, many_trump, few = found
    pairs = ((many, many_trump), ([*few[:4], 0, 0], few))
    head = HEADER.read_text(encoding="utf-8").split("static const")[0]
    head = re.sub(r"/\* made .*\n", f"/* made {line(made(seed=options.seed))} */\n", head)
    body = "".join(
        "    {" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in pair) + "},\n"
        for pair in pairs
    )
    text = f"static const int16_t MANNI_POINTS_GUESS[2][2][6] = {{\n{body}}};\n\n#endif\n"
    HEADER.write_text(head + text, encoding="utf-8")


if __name__ == "__main__":
    main()
