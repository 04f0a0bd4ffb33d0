"""The build: nothing compiled before is run in place of the new; packages are as they should."""

import platform
import runpy
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from manni.solver import _search

TINY = """
#include <Python.h>
static struct PyModuleDef tiny = {PyModuleDef_HEAD_INIT, "_tiny"};
PyMODINIT_FUNC PyInit__tiny(void) { return PyModuleDef_Init(&tiny); }
"""


@pytest.fixture
def setup(root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What setup.py defines, without what it does."""
    if not (root / "setup.py").exists():
        pytest.skip("installed without the sources of the compiled modules")
    import setuptools
    from Cython import Build as build

    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    monkeypatch.setattr(build, "cythonize", lambda modules, **_: modules)
    monkeypatch.chdir(root)
    return runpy.run_path("setup.py")


@pytest.fixture
def packaging(root: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """The programs that make wheels and releases."""
    if not (root / "packaging").exists():
        pytest.skip("installed without the programs that make packages")
    monkeypatch.syspath_prepend(str(root / "packaging"))
    return import_module("wheels"), import_module("release")


@pytest.mark.parametrize(
    ("changelog", "error"),
    [
        ("## [Unreleased]\n\n## [1.2.0] - 2026-01-01\n\n- New.\n", ""),
        ("## [1.2.0]\n\n- New.\n\n## [1.1.0]\n\n- Old.\n", ""),
        ("## [Unreleased]\n\n- New.\n\n## [1.2.0]\n\n- Old.\n", "unreleased"),
        ("## [Unreleased]\n\n## [1.1.0]\n\n- Old.\n", "nothing about 1.2.0"),
        ("## [1.2.0]\n\n## [1.1.0]\n\n- Old.\n", "nothing about 1.2.0"),
    ],
)
def test_a_release_is_told_of(
    packaging: tuple[ModuleType, ModuleType],
    changelog: str,
    error: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, release = packaging
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    if error:
        with pytest.raises(SystemExit, match=error):
            release.stop_unless_told("1.2.0")
    else:
        release.stop_unless_told("1.2.0")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize("goal", ["site", "release"])
def test_what_only_the_machine_has_is_looked_for_first(goal: str, root: Path) -> None:
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", goal],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.index("headers_here") < told.index("pip install")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at modules for Linux")
def test_a_wheel_is_not_taken_for_another_machine(
    packaging: tuple[ModuleType, ModuleType],
) -> None:
    wheels, _ = packaging
    module = Path(str(_search.__file__))
    own, other = "x86_64", "aarch64"
    if platform.machine() == other:
        own, other = other, own
    wrong = list(wheels.elf_faults(module, f"musllinux_1_2_{other}"))
    assert any("compiled for" in fault for fault in wrong)
    assert "linked with libc.so.6" in wrong
    right = wheels.elf_faults(module, f"manylinux_2_17_{own}")
    assert not [fault for fault in right if "compiled" in fault or "linked" in fault]


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_without_a_compiler_the_last_thing_said_is_what_is_needed(
    root: Path, tmp_path: Path
) -> None:
    for name in ("Makefile", "pyproject.toml", "setup.py"):
        shutil.copy(root / name, tmp_path)
    make = ["make", "--silent", "demo", f"PYTHON={sys.executable}", "CC=no-such-compiler"]
    told = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    own = [line for line in told.stderr.splitlines() if not line.startswith("make")]
    assert own == [
        "A C compiler is needed, such as gcc or clang: install one, or make CC=/path/to/cc"
    ]


@pytest.mark.parametrize("module", ["searches", "rollouts"])
def test_a_copy_that_is_not_compiled_says_what_to_do(
    module: str, root: Path, tmp_path: Path
) -> None:
    compiled = shutil.ignore_patterns("*.so", "*.pyd")
    shutil.copytree(root / "manni" / "solver", tmp_path / "manni" / "solver", ignore=compiled)
    for name in ("__init__.py", "__init__.pyi"):
        shutil.copy(root / "manni" / name, tmp_path / "manni")
    told = subprocess.run(
        [sys.executable, "-c", f"import manni.solver.{module}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    assert told.endswith(
        "NotCompiledError: manni is not compiled here: make demo, or setup.py build_ext --inplace\n"
    )
