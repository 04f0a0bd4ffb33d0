"""Make the book of endings, solver/data/endings.book, anew: some minutes.

It comes out the same, byte for byte, unless `benchmarks/book_maker.pyx` has changed; if its
patterns have, the node total of benchmarks/signature.py has to be updated after it.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from setuptools import Distribution, Extension

from Cython.Build import cythonize  # isort: skip  (Cython wants setuptools imported before it)

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "solver" / "data" / "endings.book"


def compiled(name: str) -> ModuleType:
    """Return a ``.pyx`` of this folder as a module, compiled where it has changed since."""
    extension = Extension(
        name,
        [str(ROOT / "benchmarks" / f"{name}.pyx")],
        include_dirs=[str(ROOT / "solver")],
        extra_compile_args=["-O3", "-fno-math-errno"],
    )
    folder = ROOT / "build" / name
    with_types = {"include_path": [str(ROOT)], "build_dir": str(folder), "quiet": True}
    with_types["compiler_directives"] = {
        "boundscheck": False, "wraparound": False, "cdivision": True, "language_level": 3
    }  # fmt: skip
    build = Distribution({"ext_modules": cythonize([extension], **with_types)}).get_command_obj(
        "build_ext"
    )
    build.build_lib = build.build_temp = str(folder)
    build.ensure_finalized()
    build.run()
    spec = importlib.util.spec_from_file_location(name, build.get_ext_fullpath(name))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare it with the one there is")
    options = parser.parse_args()
    made = compiled("book_maker").make()
    if options.check:
        same = BOOK.read_bytes() == made
        print("the same" if same else "another book")
        return int(not same)
    BOOK.write_bytes(made)
    print(f"{len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
