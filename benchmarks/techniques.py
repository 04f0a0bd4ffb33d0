"""What each technique of the search brings: nodes and time with that one switched off.

A Markdown table for docs/speed.md: mean nodes of one guarantee from an empty table,
as a multiple of those with everything on, and the same of CPU time, by kind of
contract; with --points those of the search for points, by game of Manille. Values must not
change; a difference ends the run.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time_ns

from cli.bench.figures import figure
from cli.bench.manille import manille_tasks
from cli.bench.rows import NT, NULLO, TRUMP, Task, random_tasks
from solver.engine import Engine
from solver.errors import SolverError
from solver.notation import format_hands
from solver.searches import points, tricks

Tasks = Callable[[int], Iterator[Task]]

KINDS: dict[str, Callable[[int], Tasks]] = {
    "NT": lambda cards: random_tasks(cards, NT),
    "trump": lambda cards: random_tasks(cards, TRUMP),
    "NULLO": lambda cards: random_tasks(cards, NULLO),
}
GAMES: dict[str, Callable[[int], Tasks]] = {
    "enchères": lambda cards: manille_tasks("enchères", cards),
    "enchères, no trump": lambda cards: manille_tasks("enchères", cards, trumps=False),
    "à trois": lambda cards: manille_tasks("à trois", cards),
    "à l'envers": lambda cards: manille_tasks("à l'envers", cards),
}


def measure(tasks: list[Task], switches: int) -> tuple[list[int], float, float]:
    """Return the values, mean nodes and mean milliseconds under some switches."""
    searching = Engine(switches=switches)
    values = []
    start = process_time_ns()
    for position, seat in tasks:
        searching.clear()
        values.append(searching.value(position, seat))
    elapsed = (process_time_ns() - start) / 1e6
    return values, searching.nodes / len(tasks), elapsed / len(tasks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=9)
    parser.add_argument("-n", type=int, default=100, help="values a kind of contract")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", action="store_true", help="the search for points")
    parser.add_argument("--only", nargs="+", help="techniques, all by default")
    options = parser.parse_args()

    techniques = points.TECHNIQUES if options.points else tricks.TECHNIQUES
    kinds = GAMES if options.points else KINDS
    names = options.only or list(techniques)
    for name in names:
        if name not in techniques:
            parser.error(f"--only: {name} is none of {', '.join(techniques)}")
    lines = ["everything on", *names]
    cells: dict[str, list[str]] = {line: [] for line in lines}
    for kind in kinds.values():
        tasks = list(islice(kind(options.cards)(options.seed), options.n))
        truth, all_nodes, all_ms = measure(tasks, -1)
        cells["everything on"].append(f"{all_nodes:,.0f} nodes, {figure(all_ms)} ms")
        for name in names:
            values, nodes, ms = measure(tasks, ~techniques[name])
            for (position, seat), right, value in zip(tasks, truth, values, strict=True):
                if right != value:
                    raise SolverError(
                        f"without {name}: {value}, not {right}: {format_hands(position.hands)} "
                        f"{position.contract.name}, {position.leader.word} leads, {seat.word}"
                    )
            cells[name].append(f"{nodes / all_nodes:.2f} ×, time {ms / all_ms:.2f} ×")

    print(f"| {options.cards} cards, {options.n} values each | " + " | ".join(kinds) + " |")
    print("|---|" + "---|" * len(kinds))
    for line in lines:
        print(
            f"| {line if line == 'everything on' else 'without ' + line} | "
            + " | ".join(cells[line])
            + " |"
        )


if __name__ == "__main__":
    main()
