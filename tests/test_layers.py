"""Imports go one way, and each outside library comes in through one door.

The order is that of LAYERS. A module may import from the rooms before its own and
from its own room; ``solver/__init__.py`` is the front of the house and may show
anything of the library, but the library itself must not come in through it.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import manni

# A row may import from the rows above it; rooms in one row may not import one another.
LAYERS = """\
package_data i18n reprs records
errors
cards
checks
rules
notation
localized_input
schema run
_cover
position rummy
goal piles
fields claim
deal
dealing files moments
_search _points _piles _rollout
searches rollouts
reference engine
values scoresheet
exchange frames analysis
advice puzzles
review
report
table
cli
"""
LEVEL = {room: level for level, row in enumerate(LAYERS.splitlines()) for room in row.split()}

# An outside library and the rooms that may import it.
DOORS = {
    "click": {"cli"},
    "matplotlib": {"report", "cli"},
    "lru": {"engine"},
    "pyarrow": {"files", "frames"},
    "dask": {"frames"},
    "distributed": {"frames"},
}

# A compiled room and the one module that may open it. What is not named here is the search's.
COMPILED = {
    "_search": "searches",
    "_points": "searches",
    "_piles": "searches",
    "_rollout": "rollouts",
    "_cover": "rummy",
}
# What the compiled rooms share, and the errors that what they are asked can cause.
SHARED = {f"manni.solver.{name}" for name in ("_bits", "_random", "_threads", "_trick", "errors")}

HOUSE = Path(manni.__path__[0])
SOLVER = HOUSE / "solver"
FRONT = "manni"


@cache
def modules() -> dict[str, Path]:
    """Return every module of the packages by its dotted name."""
    found = {FRONT: HOUSE / "__init__.py"}
    for package in (SOLVER, HOUSE / "cli"):
        for path in sorted(package.rglob("*.py")):
            parts = path.relative_to(HOUSE).with_suffix("").parts
            found[".".join((FRONT, *parts)).removesuffix(".__init__")] = path
    return found


def room(module: str) -> str:
    """Return the room of a module of ours: its file or folder in solver/, or cli, or the front."""
    parts = module.split(".")[1:]
    if parts[:1] != ["solver"]:
        return parts[0] if parts else FRONT
    if len(parts) == 1:
        return FRONT
    if parts[1].startswith("_"):
        compiled = parts[1].removesuffix("_v3")
        return compiled if compiled in COMPILED else "_search"
    return parts[1]


parsed = cache(ast.parse)


def imports(module: str, source: str, is_package: bool, known: set[str]) -> Iterator[str]:
    """Yield the dotted name of everything a module imports, inside functions too.

    ``from . import cards`` in manni.solver is the module manni.solver.cards, ``from .. import
    solve`` in manni.cli the package itself.
    """
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Constant) and node.value in known - {FRONT, "manni.solver"}:
            yield str(node.value)
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
        if top != FRONT:
            continue
        other = room(target)
        if other == FRONT:
            if own not in ("cli", FRONT):
                found.append(f"{module} imports from the package {target}: name the module")
        elif other in COMPILED:
            if own != COMPILED[other]:
                found.append(f"{module} imports {target}: only manni.solver.{COMPILED[other]} may")
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
    known = set(modules()) | {f"manni.solver.{path.stem}" for path in SOLVER.glob("_[a-z]*.pyi")}
    source = path.read_text(encoding="utf-8")
    assert not complaints(module, source, path.name == "__init__.py", known)


def test_no_modules_import_one_another_in_a_circle() -> None:
    known = modules()
    graph = {
        module: {
            target
            for target in imports(
                module, path.read_text(encoding="utf-8"), path.name == "__init__.py", set(known)
            )
            if target in known and target != module
        }
        for module, path in known.items()
    }
    graph[FRONT] = set()  # the front shows what lies behind it, and nothing comes in through it
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_only_the_command_line_knows_terminals() -> None:
    sources = {
        module: path.read_text(encoding="utf-8")
        for module, path in modules().items()
        if room(module) != "cli"
    }
    sign = re.compile(r"\\x1b|\\033|\\u001b|isatty")
    assert not [module for module, source in sources.items() if sign.search(source)]


def test_nothing_looks_at_what_another_thread_may_just_be_loading() -> None:
    sources = {name: path.read_text(encoding="utf-8") for name, path in modules().items()}
    assert not [name for name, source in sources.items() if "sys.modules" in source]


def test_a_compiled_room_knows_itself_alone() -> None:
    sources = sorted(SOLVER.glob("_[a-z]*.p[yx][xdi]"))
    if not any(path.suffix == ".pyx" for path in sources):
        pytest.skip("installed without the sources of the compiled modules")
    for path in sources:
        source = path.read_text(encoding="utf-8")
        by_name = re.findall(r"^\s*(?:from|import|cimport)\s+(manni\S*)", source, re.M)
        assert not by_name, f"{path.name}: inside the package imports are relative"
        imported = {f"manni.solver{name}" for name in re.findall(r"^\s*from (\.\w+)", source, re.M)}
        own = room(f"manni.solver.{path.stem}")
        assert {room(name) for name in imported - SHARED} <= {own}, path.name


# That no right import is complained of all modules show.
@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("manni.solver.cards", "from .notation import parse_card"),
        ("manni.solver.rules", "from ..position import Position"),
        ("manni.solver.engine", "def late():\n    from . import reference"),
        ("manni.solver.reference", "from ._search import Search"),
        ("manni.solver.values.solution", "from ... import solve"),
        ("manni.solver.cards", 'import_module("manni.solver.deal")'),
        ("manni", "from .cli.main import main"),
        ("manni.solver.report.text", "import click"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    known = {
        "manni.solver.reference",
        "manni.solver._search",
        "manni.solver.deal",
        "manni.solver.position",
    }
    assert complaints(module, source, module in ("manni", "manni.solver.rules"), known)


def test_type_checkers_see_the_names_that_are_offered() -> None:
    tree = ast.parse(HOUSE.joinpath("__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    seen = {alias.asname: f"manni.{node.module}" for node in imports for alias in node.names}
    assert sorted(seen) == manni.__all__
    for name, home in seen.items():
        assert getattr(import_module(home), name) is getattr(manni, name)


# Names from which no reader can guess what they hold, each with the modules where it may stay: in
# the public API, in options, in JSON and in stored tables; ``worth`` as in ``Position.worth``.
BANNED = """\
beside batch diagram engine jsonfile outfile parquet searches svg
each
every
found
heard
met place play race
own answer deal deals hand_model look place rollouts sight
said answer diagram values
shown advise answer bids observation variant
told errors
worth auction diagram game place position schema scoring values variant
"""


def test_names_say_what_they_hold() -> None:
    where = defaultdict(set)
    for path in modules().values():
        for node in ast.walk(parsed(path.read_text("utf-8"))):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                    where[name.strip("_")].add(path.stem)
                case ast.Name(id=name, ctx=ast.Store()):
                    where[name.strip("_")].add(path.stem)
    for row in BANNED.splitlines():
        name, *stays = row.split()
        assert where[name] <= {*stays}, name


def test_what_is_listed_as_slow_is_there(root: Path) -> None:
    for line in (root / "tests/slow.txt").read_text(encoding="utf-8").splitlines():
        file, _, test = line.partition("::")
        if not line.startswith("#"):
            assert f"def {test.partition('[')[0]}" in (root / "tests" / file).read_text("utf-8")
