"""What each technique of the search brings: nodes and time with that one switched off.

    python benchmarks/techniques.py --cards 10 -n 60

Mean nodes of one guarantee from an empty table, as a multiple of those with everything on, and the
same of CPU time, by kind of contract; with ``--points`` those of the search for points, by game of
Manille. Values must not change; a difference ends the run.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import islice

import numpy as np
from measuring import figure, heads, line, searched
from tasks import KINDS, Tasks, manille_tasks, random_tasks

from manni.solver import _points
from manni.solver.engine import Engine
from manni.solver.searches import TECHNIQUES, techniques_of

GAMES: dict[str, Callable[[int], Tasks]] = {
    "enchères": lambda cards: manille_tasks("enchères", cards),
    "enchères, no trump": lambda cards: manille_tasks("enchères", cards, trumps=False),
    "à trois": lambda cards: manille_tasks("à trois", cards),
    "à l'envers": lambda cards: manille_tasks("à l'envers", cards),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=9)
    parser.add_argument("-n", type=int, default=100, help="values a kind of contract")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", action="store_true", help="the search for points")
    options = parser.parse_args()

    techniques = techniques_of(_points) if options.points else TECHNIQUES
    kinds = (
        {game: make(options.cards) for game, make in GAMES.items()}
        if options.points
        else {kind: random_tasks(options.cards, contracts) for kind, contracts in KINDS.items()}
    )
    # The first is not counted: what it has searched no other is the first to look at.
    engines = [Engine(), Engine(), *(Engine(switches=~each) for each in techniques.values())]
    spent = np.zeros((len(engines), len(kinds), 2))
    for kind, tasks in enumerate(kinds.values()):
        for position, seat in islice(tasks(options.seed), options.n):
            for engine, total in zip(engines, spent[:, kind], strict=True):
                ms, nodes, value = searched(engine, engine.value, position, seat)
                assert value == engines[0].value(position, seat), (position, seat)
                total += nodes, ms
    heads(f"{options.cards} cards, {options.n} values each", *kinds)
    means = spent[1] / options.n
    line("everything on", *(f"{nodes:,.0f} nodes, {figure(ms)} ms" for nodes, ms in means))
    for name, ratios in zip(techniques, spent[2:] / spent[1], strict=True):
        line(f"without {name}", *(f"{nodes:.2f} ×, time {ms:.2f} ×" for nodes, ms in ratios))


if __name__ == "__main__":
    main()
