"""How long it takes to deal many deals into a file, and to read them or one of them.

    python benchmarks/deal_files.py -n 100000

Each row is a process of its own; its CPU seconds are those of Python's start too.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import solver

VARIANT = "hornafjordur"
DEAL = ("-m", "manni", "deal", "--variant", VARIANT, "--seed", "1", "-n")
READ = """
import sys
from solver.files.reading import read_entries
assert sum(entry.deal is not None for entry in read_entries(sys.argv[1])) == int(sys.argv[2])
"""


def cpu_seconds(*arguments: str) -> float:
    """Run Python; return the CPU seconds that it took."""
    place = Path(solver.__file__).parent.parent
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        cwd=place,  # Python looks there first
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=100_000, help="deals")
    number = str(parser.parse_args().n)
    print(f"| {int(number):,} deals of {VARIANT} | CPU s |\n|---|---|")
    with TemporaryDirectory() as folder:

        def row(what: str, *arguments: str) -> None:
            print(f"| {what} | {cpu_seconds(*arguments):.2f} |", flush=True)

        files = {kind: str(Path(folder, f"deals.{kind}")) for kind in ("manni", "json", "parquet")}
        for kind, file in files.items():
            row(f"deal, .{kind}", *DEAL, number, "-o", file)
        for kind in ("manni", "json"):
            row(f"read, .{kind}", "-c", READ, files[kind], number)
        for which in ("1", number):
            row(
                f"show deal {which}, .manni", "-m", "manni", "show", files["manni"], "--deal", which
            )


if __name__ == "__main__":
    main()
