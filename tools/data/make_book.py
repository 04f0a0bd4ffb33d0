"""Make the book of endings, solver/data/endings.book, anew: some minutes.

It comes out the same, byte for byte, unless ``book_maker.pyx`` has changed; if its patterns have,
the node total of benchmarks/signature.py has to be updated after it. What the book says of itself
lies beside it, in ``endings.json``: its format has no room for it.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from provenance import DATA, ROOT, made, write_json
from setuptools import Distribution, Extension

from Cython.Build import cythonize  # isort: skip  (Cython wants setuptools imported before it)

BOOK = DATA / "endings.book"


def compiled(name: str) -> ModuleType:
    """Return a ``.pyx`` of this folder as a module, compiled where it has changed since.

    It is a module of the package, so that what it includes from there may import its neighbours.
    """
    name, source = f"manni.solver.{name}", Path(__file__).with_name(f"{name}.pyx")
    extension = Extension(
        name,
        [str(source)],
        include_dirs=[str(ROOT / "solver")],
        extra_compile_args=["-O3", "-fno-math-errno"],
    )
    folder = ROOT / "build" / name
    directives = {"boundscheck": False, "wraparound": False, "cdivision": True, "language_level": 3}
    extensions = cythonize(
        [extension],
        include_path=[str(ROOT), str(ROOT / "solver")],
        build_dir=str(folder),
        quiet=True,
        compiler_directives=directives,
    )
    build = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib = build.build_temp = str(folder)
    build.ensure_finalized()
    build.run()
    spec = importlib.util.spec_from_file_location(name, build.get_ext_fullpath(name))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Make the book."""
    book = compiled("book_maker").make()
    BOOK.write_bytes(book)
    write_json(BOOK.with_suffix(".json"), made(), {"bytes": len(book)})


if __name__ == "__main__":
    main()
