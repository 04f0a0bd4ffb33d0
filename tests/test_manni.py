"""The public face: ``import manni``, ``python -m manni``, and what a wheel installs."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_args, get_overloads, get_type_hints

import pytest
import user_script

import manni
from manni.solver import advice
from manni.solver.advice.answer import Answer, Choice
from manni.solver.review import review


def ran(*args: str) -> str:
    """Return what Python prints."""
    done = subprocess.run([sys.executable, *args], capture_output=True, text=True, check=True)
    return done.stdout


def test_a_program_of_a_user_runs() -> None:
    assert user_script.main() == [
        "forehand: 1",
        "middlehand: 1",
        "dealer: 0",
        "True",
        "0 open, best [12, 10]",
        "0 open",
        "deal 1, line 1, column 1: 'no' stands outside a tag and a play: expected "
        '[Name "value"]; is this a file of deals?',
    ]


def test_what_is_offered() -> None:
    assert manni.__version__ == version("manni")
    assert manni.review is review
    assert {*dir(manni)} == {*manni.__all__, "__version__"}
    space = {}
    exec("from manni import *", space)
    assert {*manni.__all__} <= space.keys()
    with pytest.raises(AttributeError, match="has no attribute 'solv'"):
        manni.solv  # noqa: B018


def classes_in(hint: Any) -> Iterator[type]:
    """Yield the classes of which a type is made."""
    if inspect.isclass(hint):
        yield hint
    for part in get_args(hint):
        yield from classes_in(part)


def test_every_question_is_offered_with_what_it_takes_and_gives() -> None:
    names = set()
    for module in iter_modules(advice.__path__, f"{advice.__name__}."):
        names |= {name for name in vars(import_module(module.name)) if name.startswith("advise_")}
    assert len(names) >= 7
    for question in (getattr(manni, name) for name in names):  # else it is not offered
        taken = get_type_hints(question)
        given = get_type_hints(taken["return"])
        for found in chain(*map(classes_in, [*taken.values(), *given.values()])):
            if issubclass(found, Answer | Choice) or found in taken.values():
                ours = found.__module__.startswith(advice.__name__)
                assert not ours or issubclass(found, Enum) or found.__name__ in manni.__all__


def functions(owner: Any) -> Iterator[Any]:
    """Yield a public object if it has hints, its public members, and the overloads of both."""
    if inspect.isfunction(owner) or inspect.isclass(owner):
        yield owner
    if inspect.isfunction(owner):
        yield from get_overloads(owner)
    for name, member in inspect.getmembers_static(owner) if inspect.isclass(owner) else ():
        for part in ("fget", "func", "__func__"):
            member = getattr(member, part, member)
        if inspect.isfunction(member) and not name.startswith("_"):
            yield from functions(member)


@pytest.mark.parametrize("name", manni.__all__)
def test_type_hints_can_be_evaluated(name: str) -> None:
    for each in functions(getattr(manni, name)):
        get_type_hints(each)


def test_import_loads_nothing_else() -> None:
    loaded = ran("-c", "import sys, manni; print(*[m for m in sys.modules if 'solver' in m])")
    assert loaded.split() == ["manni.solver", "manni.solver.reprs"]


def test_python_m_is_the_command() -> None:
    assert ran("-m", "manni", "--version").strip().endswith(version("manni"))
    shown = ran("-m", "manni", "solve", "--hands", "A... K... Q...", "--contract", "NT")
    assert "F forehand" in shown


def test_folders_of_a_user_change_nothing(tmp_path: Path) -> None:
    """A student's own solver.py or cli/ is not ours: installed is manni alone."""
    for name in ("solver.py", "cli/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("raise ImportError('not of the project')\n", encoding="utf-8")
    call = ["solve", "--hands", "A... K... Q...", "--contract", "NT"]
    done = subprocess.run(
        [sys.executable, "-m", "manni", *call], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "F forehand" in done.stdout


def test_a_wheel_installs_one_package(root: Path, tmp_path: Path) -> None:
    """All its Python is in them, and all of theirs is in it."""
    if not (root / "setup.py").exists():
        pytest.skip("installed without the sources of the compiled modules")
    from setuptools import Distribution
    from setuptools.config.pyprojecttoml import apply_configuration

    found = apply_configuration(Distribution({"src_root": str(root)}), root / "pyproject.toml")
    packages = found.packages or []
    assert {name.partition(".")[0] for name in packages} == {"manni"}
    folders = {
        ".".join(("manni", *path.parent.relative_to(root).parts))
        for top in ("solver", "cli")
        for path in (root / top).rglob("*.py")
    }
    assert set(packages) == {"manni", *folders}
    assert {"py.typed", "*.pyi"} <= {*found.package_data["manni"]}
    assert {"*.pyi", "data/*"} <= {*found.package_data["manni.solver"]}
