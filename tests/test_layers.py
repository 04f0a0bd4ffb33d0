"""Imports go one way, and each outside library comes in through one door.

The order is that of LAYERS. A module may import from the rooms before its own and
from its own room; ``solver/__init__.py`` is the front of the house and may show
anything of the library, but the library itself must not come in through it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cli
import solver

# A row may import from the rows above it; rooms in one row may not import one another.
LAYERS = (
    ("errors",),
    ("cards",),
    ("rules",),
    ("deal",),
    ("notation",),
    ("position",),
    ("_search",),
    ("reference", "engine"),
    ("analysis",),
    ("report",),
    ("cli",),
)
LEVEL = {room: level for level, row in enumerate(LAYERS) for room in row}

# Modules that share a room without being a folder.
ROOM_OF = {"dealfile": "notation", "jsonfile": "notation"}

# An outside library and the rooms that may import it.
DOORS = {
    "click": {"cli"},
    "rich": {"report", "cli"},
    "matplotlib": {"report", "cli"},
    "lru": {"engine"},
}

SOLVER = Path(solver.__path__[0])
CLI = Path(cli.__path__[0])
FRONT = "solver"


def modules() -> dict[str, Path]:
    """Return every module of the two packages by its dotted name."""
    found = {}
    for package in (SOLVER, CLI):
        for path in sorted(package.rglob("*.py")):
            parts = [package.name, *path.relative_to(package).with_suffix("").parts]
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def room(module: str) -> str:
    """Return the room of a module of ours: its file or folder in solver/, or cli."""
    parts = module.split(".")
    if parts[0] == "cli":
        return "cli"
    if len(parts) == 1:
        return FRONT
    if parts[1].startswith("_"):
        return "_search"  # everything compiled
    return ROOM_OF.get(parts[1], parts[1])


def imports(module: str, source: str, is_package: bool, known: set[str]) -> Iterator[str]:
    """Yield the dotted name of everything a module imports, inside functions too.

    ``from solver import cards`` is the module solver.cards, ``from solver import solve``
    the package itself.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                keep = len(parts) - node.level + is_package
                base = ".".join([*parts[:keep], *([base] if base else [])])
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield name if name in known else base


def complaints(module: str, source: str, is_package: bool, known: set[str]) -> list[str]:
    """Return what is wrong with the imports of one module, a line each."""
    found = []
    own = room(module)
    for target in imports(module, source, is_package, known):
        top = target.split(".")[0]
        if top in DOORS and own not in DOORS[top]:
            found.append(f"{module} imports {target}: only {sorted(DOORS[top])} may")
        if top not in ("solver", "cli"):
            continue
        other = room(target)
        if other == FRONT:
            if own not in ("cli", FRONT):
                found.append(f"{module} imports from the package {target}: name the module")
        elif other == "_search":
            if own != "engine":
                found.append(f"{module} imports {target}: only solver.engine may")
        elif own == FRONT:
            if other == "cli":
                found.append(f"{module} imports {target}: the library knows no command line")
        elif other != own and LEVEL[other] >= LEVEL[own]:
            found.append(f"{module} imports {target}: {other} is not below {own}")
    return found


def test_every_module_has_a_room() -> None:
    unplaced = {room(module) for module in modules()} - LEVEL.keys() - {FRONT}
    assert not unplaced, f"give {sorted(unplaced)} a place in LAYERS"


@pytest.mark.parametrize(("module", "path"), modules().items())
def test_imports_go_one_way(module: str, path: Path) -> None:
    known = set(modules()) | {f"solver.{path.stem}" for path in SOLVER.glob("_*.pyx")}
    source = path.read_text(encoding="utf-8")
    assert not complaints(module, source, path.name == "__init__.py", known)


@pytest.mark.parametrize("path", sorted(SOLVER.glob("*.p[yx][xdi]")), ids=lambda path: path.name)
def test_the_compiled_search_knows_no_python_room(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    imported = re.findall(r"^\s*(?:from|import|cimport)\s+(solver\S*|cli\S*)", source, re.M)
    assert {room(name) for name in imported} <= {"_search"}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("solver.cards", "from solver.notation import parse_card"),
        ("solver.rules.trick", "import solver.deal"),
        ("solver.rules.trick", "from ..position import Position"),
        ("solver.rules", "from ..position import Position"),
        ("solver.engine", "def late():\n    from solver import reference"),
        ("solver.reference", "from solver._search import Search"),
        ("solver.analysis.solve", "from solver import _search"),
        ("solver.analysis.share", "from solver import solve"),
        ("solver.report.table", "from cli.output import console"),
        ("solver", "from cli.main import main"),
        ("solver.analysis.solve", "import click"),
        ("solver.notation", "from rich.table import Table"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    known = {"solver.reference", "solver._search", "solver.deal", "solver.position"}
    assert complaints(module, source, module in ("solver", "solver.rules"), known)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("solver.engine", "from solver._search import Search"),
        ("solver.rules.variant", "from .contract import Contract"),
        ("solver.dealfile", "from solver.notation import parse_card"),
        ("solver.report.table", "import rich.table\nfrom solver.analysis.solve import Solution"),
        ("cli.commands.solve", "import click\nfrom solver import Position"),
        ("solver", "from solver.analysis.solve import solve"),
    ],
)
def test_a_right_import_passes(module: str, source: str) -> None:
    assert not complaints(module, source, module == "solver", set())
