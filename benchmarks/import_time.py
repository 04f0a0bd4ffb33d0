"""How long the compiled modules take to import: builds of them in turn, a process each time.

    python benchmarks/import_time.py ../before/solver ../after/solver

Each argument is a folder with compiled modules; the rest of the package is that of this checkout.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from solver import _search

HERE = Path(str(_search.__file__)).parent
MODULES = ("_search", "_search_v3", "_points", "_selfish", "_rollout", "_beliefs")
TIMED = """
import sys, time, numpy, solver.errors
before = time.process_time_ns()
import solver.{}
print(time.process_time_ns() - before)
"""


def copied(build: Path, folder: Path) -> Path:
    """Return a new folder with the package, its compiled modules those of ``build``."""
    shutil.copytree(HERE, folder / "solver", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for path in build.glob("*.so"):
        shutil.copy(path, folder / "solver")
    return folder


def milliseconds(module: str, folder: Path) -> float:
    """Import a module in a new process; return the CPU time that took."""
    run = subprocess.run(
        [sys.executable, "-c", TIMED.format(module)],
        env={"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(run.stdout) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("builds", type=Path, nargs="+", help="folders with compiled modules")
    parser.add_argument("-n", type=int, default=31, help="imports of each module from each build")
    options = parser.parse_args()
    with TemporaryDirectory() as place:
        folders = [
            copied(build, Path(place, str(number))) for number, build in enumerate(options.builds)
        ]
        print(f"| ms, median of {options.n} | {' | '.join(map(str, options.builds))} |")
        print("|---" * (len(folders) + 1) + "|")
        for module in MODULES:
            times: list[list[float]] = [[] for _ in folders]
            for turn in range(options.n):
                for k in range(len(folders)):
                    which = (k + turn) % len(folders)
                    times[which].append(milliseconds(module, folders[which]))
            cells = [f"{median(each):.2f}" for each in times]
            print(f"| `{module}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
