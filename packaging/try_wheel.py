"""Wheels in empty environments, one for each Python, away from the source: what works there.

    python packaging/try_wheel.py dist python3.11 python3.12
    python packaging/try_wheel.py dist python3.13t --only searches

Of the folder every Python takes the wheel that fits it, or compiles the sdist where none does,
with what it depends on and nothing else. There the positions of ``benchmarks/signature.json``
are searched, whose values and node counts are stored, and ``manni solve`` solves sample deals. Then
the tests of the searches are run, and, with all that they need, the examples of README.md and the
other pages.

Where there is no network, pip's own PIP_NO_INDEX and PIP_FIND_LINKS say where packages lie.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ("pyproject.toml", "README.md", "docs", "data", "tests", "benchmarks", "tools")
"""What the examples and the tests are in, and use: all but the source."""
DEALS = (("hornafjordur", "3"), ("basic", "3"), ("manille-3", "1"))
TESTS = {
    "searches": (
        ("pytest", "hypothesis"),
        [
            f"tests/test_{name}.py"
            for name in ("search_reference", "points_search", "selfish", "book")
        ],
    ),
    "examples": ((), ["tests/test_docs.py", "-k", "test_console or test_python"]),
}
"""What is run besides: what it needs, the extras where nothing is named, and the tests."""

SEARCHED = """
import sys, sysconfig
from pathlib import Path
import manni
from manni.solver import _search
sys.path.append(sys.argv[1])
import signature
assert Path(manni.__file__).is_relative_to(sys.prefix), "another copy is in the way"
positions = 0
for part, records in signature.stored().items():
    assert signature.counted(records) == records, f"{part}: other values or nodes"
    positions += len(records)
threads = ""
if sysconfig.get_config_var("Py_GIL_DISABLED"):
    threads = f", free-threaded, GIL {'on' if sys._is_gil_enabled() else 'off'}"
machine = sysconfig.get_config_var("HOST_GNU_TYPE") or sys.platform
version = sys.version.split()[0]
print(f"{version}{threads} | {machine} | {Path(_search.__file__).name} | {positions}", end="")
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command in a folder; return what it prints, or raise RuntimeError with its error."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        told = [line for line in lines if line.startswith(("FAILED", "ERROR"))] or lines[-1:]
        raise RuntimeError("; ".join(told) or f"exit code {done.returncode}")
    return done.stdout


def fitting(python: Path, dist: Path, folder: Path) -> Path:
    """Return the wheel that a Python takes, or the sdist where it takes none."""
    pip = (python, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps")
    with suppress(RuntimeError):
        run(*pip, "--no-index", "--only-binary", ":all:", "--find-links", dist, "manni", cwd=folder)
    (found,) = [*folder.glob("manni-*.whl")] or dist.glob("manni-*.tar.gz")
    return found


def tried(dist: Path, python: str, tests: list[str]) -> str:
    """Install what fits a Python and use it; return the cells of a row."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        run(python, "-m", "venv", "venv", cwd=folder)
        bin_ = folder / "venv" / "bin"
        pip = (bin_ / "python", "-m", "pip", "--disable-pip-version-check")
        install = (*pip, "install", "--quiet", "--prefer-binary")
        package = fitting(bin_ / "python", dist, folder)
        run(*install, package, cwd=folder)
        searched = run(bin_ / "python", "-c", SEARCHED, ROOT / "benchmarks", cwd=folder)
        cells = [searched, str(len(DEALS))]
        for name, deal in DEALS:
            path = ROOT / "data" / "sample_deals" / f"{name}.manni"
            run(bin_ / "manni", "solve", path, "--deal", deal, cwd=folder)
        for name in BESIDE:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, folder / name)
        for name, (needed, arguments) in TESTS.items():
            if name not in tests:
                cells.append("not run")
                continue
            run(*install, *(needed or [f"{package}[plots,test]"]), cwd=folder)
            command = (bin_ / "python", "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider")
            summary = run(*command, *arguments, cwd=folder)
            passed = re.search(r"(\d+) passed", summary)
            cells.append(passed[1] if passed else "none")
    return f"`{package.name}` | {' | '.join(cells)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dist", type=Path, help="a folder of wheels, and the sdist")
    parser.add_argument("pythons", nargs="+", help="commands of Python")
    parser.add_argument("--only", nargs="*", choices=list(TESTS), default=list(TESTS))
    options = parser.parse_args()
    heads = ("taken", "Python", "machine", "module", "positions as stored", "deals solved", *TESTS)
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|", flush=True)
    failed = False
    for python in options.pythons:
        try:
            row = tried(options.dist.resolve(), python, options.only)
        except (RuntimeError, OSError) as error:
            row = " | ".join([str(error), python, *[""] * (len(heads) - 2)])
            failed = True
        print(f"| {row} |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
