"""Plausible mistakes, made one by one in a copy of the project, and whether a test notices.

python tests/mutations.py [--results FILE] [--jobs N] [--named]

``mutations.txt`` has a block for each mutation, blocks are set apart by blank lines::

    FILE  MEANING
    - old text, which stands once in the file; a line that begins with a blank goes on
    + new text
    : tests that should notice, the names of files or of tests in them without "test_"
    = what noticed when it was last run; without it, nothing did or it has not been run

What noticed runs first, then the tests named, if they are still there; then all tests of the
area, unless ``--named`` is given: "# AREA: patterns" stands above the blocks of an area. A test
that fails without the mutation too does not count. Results are added to a file, and what it has
already is not run again. What was noticed once and is not now is told at the end: exit 1.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 1200  # seconds of one run of tests; a mutation that lets it never end is noticed
QUIET = ("-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-rfE")
GONE, NOTHING, BROKEN = "gone", "nothing", "does not compile"


class Mutation(NamedTuple):
    """One mistake; ``area`` has the patterns of the files of tests that are tried last."""

    file: str
    meaning: str
    old: str
    new: str
    tests: list[str]
    noticed: str
    area: list[str]


def read(text: str) -> Iterator[Mutation]:
    """Yield the mutations of a list."""
    area = []
    for block in text.strip().split("\n\n"):
        head, *lines = re.split(r"\n(?! )", block)
        if head.startswith("# "):
            area = head.partition(": ")[2].split()
            continue
        parts = {line[0]: line[2:] for line in lines}
        tests, noticed = parts[":"].split(), parts.get("=", NOTHING)
        yield Mutation(*head.split("  ", 1), parts["-"], parts["+"], tests, noticed, area)


class Tree:
    """A copy of the project, in which mutations are made and undone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True)
        self.copy(map(ROOT.joinpath, listed.stdout.decode().splitlines()))
        self.copy_made()

    def copy(self, paths: Iterator[Path]) -> None:
        """Copy files of the project, which are newer than those copied before."""
        for path in filter(Path.exists, paths):
            own = self.folder / path.relative_to(ROOT)
            own.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, own, follow_symlinks=False)  # ``manni/solver`` is a link

    def copy_made(self) -> None:
        """Copy what is compiled: after its sources, so that it is not compiled again."""
        self.copy(ROOT.glob("build/cython/**/*.*"))
        self.copy(ROOT.glob("solver/*.so"))

    def run(self, *command: str) -> tuple[int, str]:
        """Return the exit code of Python and what was printed; a failure if it does not end."""
        try:
            done = subprocess.run(
                [sys.executable, *command],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=LONGEST,
                errors="replace",
            )
        except subprocess.TimeoutExpired:
            return 1, f"FAILED does not end in {LONGEST} s"
        return done.returncode, done.stdout

    def failures(self, tests: list[str], *options: str) -> list[str]:
        """Return the tests that fail, or why none ran."""
        tests = [each for each in tests if (self.folder / each.partition("::")[0]).is_file()]
        if all("::" in each for each in tests):
            options += ("-m", "not site")  # slow ones too
        code, printed = self.run("-m", "pytest", *QUIET, *options, *tests) if tests else (0, "")
        found = re.findall(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", printed, re.MULTILINE)
        # 4: the test is no longer in its file; 5: there is none in it.
        return found or [f"no test ran: {printed[-300:]!r}"] * (code not in (0, 4, 5))

    def chosen(self, mutation: Mutation) -> Iterator[list[str]]:
        """Yield what is run: what noticed before, the tests named, the others of the area."""
        yield [mutation.noticed]
        named = [f"tests/test_{each.replace('::', '.py::')}" for each in mutation.tests]
        yield (named := [each if "::" in each else f"{each}.py" for each in named])
        files = (self.folder.glob(f"tests/test_{each}.py") for each in mutation.area)
        yield sorted({f"tests/{path.name}" for path in chain(*files)}.difference(named))

    def write(self, path: Path, text: str) -> None:
        """Write a source, and forget what Python compiled of it, which may look as new."""
        path.write_text(text)
        for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):
            stale.unlink()

    def noticed(self, mutation: Mutation, but: set[str], named: bool) -> str:
        """Return the test that notices a mutation, besides some, or why there is none."""
        path = self.folder / mutation.file
        text = path.read_text() if path.exists() else ""
        if text.count(mutation.old) != 1:
            return GONE
        is_compiled = path.suffix not in (".py", ".js", ".html")
        self.write(path, text.replace(mutation.old, mutation.new))
        try:
            if is_compiled and self.run("setup.py", "--quiet", "build_ext", "--inplace")[0]:
                return BROKEN
            for tests in list(self.chosen(mutation))[: 2 if named else 3]:
                if found := self.failures(tests, "-x", *(f"--deselect={each}" for each in but)):
                    return found[0]
            return NOTHING
        finally:
            self.write(path, text)
            if is_compiled:
                self.copy_made()


def main() -> int:
    """Run the mutations that the results do not have yet, and say what is no longer noticed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--results", type=Path, default=ROOT / "build/mutations.tsv")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--named", action="store_true", help="run the tests named alone")
    given = parser.parse_args()
    mutations = list(read((ROOT / "tests/mutations.txt").read_text()))
    given.results.parent.mkdir(exist_ok=True)
    given.results.touch()
    found = dict(line.split("\t") for line in given.results.read_text().splitlines())
    but = set()  # tests that fail anyway
    trees = SimpleQueue()

    def tried(mutation: Mutation) -> str:
        tree = trees.get()
        try:
            return tree.noticed(mutation, but, given.named)
        finally:
            trees.put(tree)

    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(given.jobs) as threads:
        for number in range(given.jobs):
            trees.put(tree := Tree(Path(place, str(number))))
        while left := [each for each in mutations if each.meaning not in found]:
            for mutation, noticed in zip(left, threads.map(tried, left), strict=True):
                found[mutation.meaning] = noticed
                print(noticed, mutation.file, mutation.meaning, sep="\t", flush=True)
                if noticed != NOTHING or not given.named:
                    with given.results.open("a") as file:
                        file.write(f"{mutation.meaning}\t{noticed}\n")
            but.update(tree.failures(sorted({*found.values()})))
            found = {own: each for own, each in found.items() if each not in but}
    once = [each for each in mutations if each.noticed != NOTHING]
    lost = [each for each in once if found[each.meaning] in (GONE, NOTHING, BROKEN)]
    for each in lost:
        print(f"no longer noticed: {each.file}: {each.meaning}; {each.noticed} did")
    return int(bool(lost))


if __name__ == "__main__":
    sys.exit(main())
