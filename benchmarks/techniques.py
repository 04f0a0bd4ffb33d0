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

from measuring import cpu_ms, figure, heads, line
from tasks import KINDS, Task, Tasks, manille_tasks, random_tasks

from manni.solver import _points
from manni.solver.engine import Engine
from manni.solver.errors import SolverError
from manni.solver.searches import TECHNIQUES, techniques_of

GAMES: dict[str, Callable[[int], Tasks]] = {
    "enchères": lambda cards: manille_tasks("enchères", cards),
    "enchères, no trump": lambda cards: manille_tasks("enchères", cards, trumps=False),
    "à trois": lambda cards: manille_tasks("à trois", cards),
    "à l'envers": lambda cards: manille_tasks("à l'envers", cards),
}


def measure(tasks: list[Task], switches: int) -> tuple[list[int], float, float]:
    """Return the values, mean nodes and mean milliseconds under some switches."""
    engine = Engine(switches=switches)
    values = []

    def search() -> None:
        for position, seat in tasks:
            engine.clear()
            values.append(engine.value(position, seat))

    taken = cpu_ms(search)
    return values, engine.nodes / len(tasks), taken / len(tasks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=9)
    parser.add_argument("-n", type=int, default=100, help="values a kind of contract")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", action="store_true", help="the search for points")
    parser.add_argument("--only", nargs="+", help="techniques, all by default")
    options = parser.parse_args()

    techniques = techniques_of(_points) if options.points else TECHNIQUES
    names = options.only or list(techniques)
    if unknown := set(names) - set(techniques):
        parser.error(f"--only: {min(unknown)} is none of {', '.join(techniques)}")
    kinds = (
        {game: make(options.cards) for game, make in GAMES.items()}
        if options.points
        else {kind: random_tasks(options.cards, contracts) for kind, contracts in KINDS.items()}
    )
    drawn = [list(islice(tasks(options.seed), options.n)) for tasks in kinds.values()]
    whole = [measure(tasks, -1) for tasks in drawn]
    heads(f"{options.cards} cards, {options.n} values each", *kinds)
    line("everything on", *(f"{nodes:,.0f} nodes, {figure(ms)} ms" for _, nodes, ms in whole))
    for name in names:
        cells = []
        for tasks, (truth, all_nodes, all_ms) in zip(drawn, whole, strict=True):
            values, nodes, ms = measure(tasks, ~techniques[name])
            for task, right, value in zip(tasks, truth, values, strict=True):
                if right != value:
                    raise SolverError(f"without {name}: {value}, not {right}: {task}")
            cells.append(f"{nodes / all_nodes:.2f} ×, time {ms / all_ms:.2f} ×")
        line(f"without {name}", *cells)


if __name__ == "__main__":
    main()
