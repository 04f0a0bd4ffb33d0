"""The search against macroxue's bridge-solver: answers compared, CPU times side by side.

    python benchmarks/bridge_solver.py ../bridge-solver/solver.cc

Its source (github.com/macroxue/bridge-solver) is compiled as it is, with a main of our own that
reads deals by its reader and times its solver, which clears its caches after every value, as the
search here does before. It plays four hands: the counted seat gets the partner who never wins
that DDS gets (``cli/bench/dds.py``), and DDS plays too. It does not know NULLO.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time_ns

from cli.bench import dds
from cli.bench.figures import figure
from cli.bench.rows import Bench, Task, Times, select
from solver.notation import format_hands

ROWS = ("nt12", "trump12", "nt13")

MAIN = """
#define main main_of_its_own
#include "{source}"
#undef main
#include <ctime>

static double cpu_ms() {{
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}}

int main(int argc, char* argv[]) {{
  for (int i = 1; i < argc; ++i) {{
    Hands hands;
    std::vector<int> trumps, leaders;
    options.input_file = argv[i];
    ReadHands(hands, trumps, leaders);
    int tricks = -1;
    auto ignore = [](int) {{}};
    double before = cpu_ms();
    Solve(hands, trumps, leaders, ignore, [&](int, int, int ns) {{ tricks = ns; }}, ignore);
    printf("%d %.6f\\n", tricks, cpu_ms() - before);
  }}
}}
"""


def compiled(source: Path, folder: Path, compiler: list[str]) -> Path:
    """Return the program made of its source and the main above."""
    main, program = folder / "main.cc", folder / "race"
    main.write_text(MAIN.format(source=source.resolve()), encoding="utf-8")
    flags = ["-std=c++17", "-O3", "-march=native", "-w"]
    subprocess.run([*compiler, *flags, str(main), "-o", str(program)], check=True)
    return program


def raced(program: Path, tasks: list[Task], folder: Path) -> Iterator[tuple[int, float]]:
    """Yield its tricks and milliseconds for each task."""
    files = []
    for number, (position, seat) in enumerate(tasks):
        board = dds.Board(position.hands, position.contract, position.leader, seat)
        lines = [*board.lines(), f"{'SHDCN'[position.contract]} {board.leader}"]
        path = folder / f"{number}.deal"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        files.append(str(path))
    done = subprocess.run([program, *files], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        tricks, time = line.split()
        yield int(tricks), float(time)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path, help="its solver.cc")
    parser.add_argument("--compiler", default="g++", help="and its arguments, if any")
    parser.add_argument("-n", type=int, default=150, help="values a row")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bench = Bench(seed=options.seed)
    print("| row | values | this, mean, max ms | bridge-solver | ratio | DDS | ratio |")
    print("|---|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        program = compiled(options.source, Path(folder), options.compiler.split())
        for row in select(ROWS):
            tasks = list(islice(row.tasks(options.seed), options.n))
            ours: list[float] = []
            theirs: list[float] = []
            of_dds: list[float] = []
            for (position, seat), (tricks, time) in zip(
                tasks, raced(program, tasks, Path(folder)), strict=True
            ):
                ours.append(bench.value_ms(position, seat))
                theirs.append(time)
                board = dds.Board(position.hands, position.contract, position.leader, seat)
                dds.forget()
                start = process_time_ns()
                value = board.guarantee()
                of_dds.append((process_time_ns() - start) / 1e6)
                if not bench.solver.engine.value(position, seat) == tricks == value:
                    print(f"not the same: {format_hands(position.hands)}", file=sys.stderr)
                    return 1
            mine, *others = (Times(tuple(times)) for times in (ours, theirs, of_dds))
            cells = [row.name, f"{mine.count}", f"{figure(mine.mean)}, {figure(mine.max)}"]
            for other in others:
                cells.append(f"{figure(other.mean)}, {figure(other.max)}")
                cells.append(f"{mine.mean / other.mean:.2f}")
            print(f"| {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
