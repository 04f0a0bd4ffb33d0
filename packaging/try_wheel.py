"""A wheel in empty environments, one for each Python, away from the source: what works there.

    python packaging/try_wheel.py dist/manni-*-manylinux*_x86_64.whl python3.11 python3.12

Every environment gets the wheel with what it depends on and nothing else. There the fixed positions
of ``manni bench`` are searched, whose values and node counts are stored in the wheel, and ``manni
solve`` solves sample deals. Then what the tests need is added, and all examples of README.md
and the other pages are run.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("pyproject.toml", "README.md", "docs", "data", "tests", "benchmarks")
"""What the examples and their test are in, and use: all but the source."""
DEALS = (("hornafjordur", "3"), ("basic", "3"), ("manille-3", "1"))

SEARCHED = """
import sys, sysconfig
from pathlib import Path
import solver
from cli.bench import signature
from solver import _search
assert Path(solver.__file__).is_relative_to(sys.prefix), "another copy is in the way"
positions = 0
for part in (signature.TRICKS, signature.POINTS):
    found = signature.count(part)
    assert found.values_agree and found.total == found.stored, f"{part}: other values or nodes"
    positions += len(signature.read_stored(part))
threads = ", free-threaded" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
version = sys.version.split()[0]
print(f"{version}{threads} | {Path(_search.__file__).name} | {positions}", end="")
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command in a folder; return what it prints, or raise RuntimeError with its error."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"exit code {done.returncode}")
    return done.stdout


def tried(wheel: Path, python: str) -> str:
    """Install a wheel for a Python and use it; return the cells of a row."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        run(python, "-m", "venv", "venv", cwd=folder)
        bin_ = folder / "venv" / "bin"
        pip = (bin_ / "python", "-m", "pip", "--disable-pip-version-check")
        run(*pip, "install", "--quiet", wheel, cwd=folder)
        cells = run(bin_ / "python", "-c", SEARCHED, cwd=folder)
        for name, deal in DEALS:
            path = ROOT / "data" / "sample_deals" / f"{name}.manni"
            run(bin_ / "manni", "solve", path, "--deal", deal, cwd=folder)
        run(*pip, "install", "--quiet", f"{wheel}[plots,test]", cwd=folder)
        for name in EXAMPLES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, folder / name)
        tests = ("tests/test_docs.py", "-k", "test_console or test_python")
        summary = run(bin_ / "pytest", "-q", "-p", "no:cacheprovider", *tests, cwd=folder)
        passed = re.search(r"(\d+) passed", summary)
    return f"{cells} | {len(DEALS)} | {passed[1] if passed else 'none'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("pythons", nargs="+", help="commands of Python")
    options = parser.parse_args()
    print(
        "| Python | module | positions as stored | deals solved | examples |\n|---|---|---|---|---|"
    )
    failed = False
    for python in options.pythons:
        try:
            print(f"| {tried(options.wheel.resolve(), python)} |", flush=True)
        except (RuntimeError, OSError) as error:
            print(f"| {python} | {error} | | | |", flush=True)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
