"""What each technique of the search brings: nodes and time with that one switched off.

A Markdown table for docs/search.md: mean nodes of one guarantee from an empty table,
as a multiple of those with everything on, and the same of CPU time, by kind of
contract. Values must not change; a difference ends the run.
"""

from __future__ import annotations

import argparse
from itertools import islice
from time import process_time_ns

from bench.figures import figure
from bench.rows import NT, NULLO, TRUMP, Task, random_tasks
from solver.engine import TECHNIQUES, Engine
from solver.errors import SolverError
from solver.notation import format_hands

KINDS = {"NT": NT, "trump": TRUMP, "NULLO": NULLO}


def measure(tasks: list[Task], switches: int) -> tuple[list[int], float, float]:
    """Return the values, mean nodes and mean milliseconds under some switches."""
    engine = Engine(switches=switches)
    values = []
    start = process_time_ns()
    for position, seat in tasks:
        engine.clear()
        values.append(engine.value(position, seat))
    elapsed = (process_time_ns() - start) / 1e6
    return values, engine.nodes / len(tasks), elapsed / len(tasks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=9)
    parser.add_argument("-n", type=int, default=100, help="values a kind of contract")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=TECHNIQUES, default=list(TECHNIQUES))
    options = parser.parse_args()

    lines = ["everything on", *options.only]
    cells: dict[str, list[str]] = {line: [] for line in lines}
    for contracts in KINDS.values():
        tasks = list(islice(random_tasks(options.cards, contracts)(options.seed), options.n))
        truth, all_nodes, all_ms = measure(tasks, -1)
        cells["everything on"].append(f"{all_nodes:,.0f} nodes, {figure(all_ms)} ms")
        for name in options.only:
            values, nodes, ms = measure(tasks, ~TECHNIQUES[name])
            for (position, seat), right, found in zip(tasks, truth, values, strict=True):
                if right != found:
                    raise SolverError(
                        f"without {name}: {found}, not {right}: {format_hands(position.hands)} "
                        f"{position.contract.name}, {position.leader.word} leads, {seat.word}"
                    )
            cells[name].append(f"{nodes / all_nodes:.2f} ×, time {ms / all_ms:.2f} ×")

    print(f"| {options.cards} cards, {options.n} values each | " + " | ".join(KINDS) + " |")
    print("|---|" + "---|" * len(KINDS))
    for line in lines:
        print(
            f"| {line if line == 'everything on' else 'without ' + line} | "
            + " | ".join(cells[line])
            + " |"
        )


if __name__ == "__main__":
    main()
