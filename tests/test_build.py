"""The build: what is compiled is never run beside, or in place of, what was compiled before."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

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
    setuptools = pytest.importorskip("setuptools")
    build = pytest.importorskip("Cython.Build")
    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    monkeypatch.setattr(build, "cythonize", lambda modules, **_: modules)
    monkeypatch.chdir(root)
    return runpy.run_path("setup.py")


def test_every_module_is_compiled_for_all_versions_of_python(setup: dict[str, Any]) -> None:
    modules = setup["extensions"]()
    assert {"solver._search", "solver._points", "solver._views"} <= {each.name for each in modules}
    for module in modules:
        assert module.py_limited_api is setup["ABI3"]
        assert (("Py_LIMITED_API", "0x030B0000") in module.define_macros) is setup["ABI3"]


def test_a_module_compiled_before_is_not_left_beside_the_new_one(
    setup: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from setuptools import Distribution, Extension

    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "solver"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "_tiny.c").write_text(TINY)
    old = ["_tiny.cpython-311-x86_64-linux-gnu.so", "_tiny.so", "_tiny.cp312-win_amd64.pyd"]
    kept = ["__init__.py", "_tiny.c", "_tiny.pyi", "_tinier.cpython-311-x86_64-linux-gnu.so"]
    for name in (*old, *kept[2:]):
        (folder / name).touch()
    built = tmp_path / "build" / "lib"  # where a wheel takes all that lies there
    (built / "solver").mkdir(parents=True)
    (built / "solver" / old[0]).touch()

    macros = [("Py_LIMITED_API", "0x030B0000")]
    tiny = Extension("solver._tiny", ["solver/_tiny.c"], py_limited_api=True, define_macros=macros)
    build = setup["BuildAlone"](
        Distribution({"packages": ["solver"], "ext_modules": [tiny], "package_dir": {"": "."}})
    )
    build.inplace = True
    build.build_lib, build.build_temp = str(built), str(tmp_path / "build" / "temp")
    build.ensure_finalized()
    build.run()

    made = Path(build.get_ext_filename("solver._tiny")).name
    assert {path.name for path in folder.iterdir()} == {*kept, made}
    assert [path.name for path in (built / "solver").iterdir()] == [made]
