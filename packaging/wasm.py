"""A C compiler for modules of the Python that runs in a browser (Pyodide), out of zig and headers.

    python packaging/wasm.py cc|c++ ARGUMENTS…     # be that compiler

Such a module is code that may lie anywhere, linked as a library: what it calls and does not have,
of C and of Python, the runtime gives it by name. So no more is needed than a compiler, the headers
of that version of Python and what the runtime says its ``pyconfig.h`` was. ``WASM_HEADERS`` names
the folder where ``lay_headers`` has put them.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

VERSION = "3.13"
"""Of the runtime's Python."""

TAG = "pyemscripten_2025_0_wasm32"
TARGET = "wasm32-wasi"  # of the libcs of zig the one whose types are those of the runtime's

COMPILE = (
    *("-target", TARGET, "-fPIC", "-g0", "-fno-sanitize=all", "-Wno-everything"),
    "-mno-extended-const",  # browsers before 2023 do not know it
)
LINK = (
    *("-shared", "--experimental-pic", "--no-entry", "--strip-all", "--gc-sections"),
    "--unresolved-symbols=import-dynamic",
)
SHIM = """#define __EMSCRIPTEN__ 1
#define _WASI_EMULATED_SIGNAL
#define _WASI_EMULATED_PROCESS_CLOCKS
#define _WASI_EMULATED_MMAN
#include "pyconfig.h"
#include <errno.h>
#undef errno
#ifdef __cplusplus
extern "C"
#endif
int *__errno_location(void);
#define errno (*__errno_location())
"""
"""What is included first: which runtime it is, ``pyconfig.h``, and ``errno`` where that has it."""


def compile_for(language: str, arguments: list[str]) -> int:
    """Compile or link with the arguments of another compiler."""
    zig = [sys.executable, "-m", "ziglang"]
    if "-Wl,--version" in arguments:  # which linker it has, meson wants to know
        print("LLD (compatible with GNU linkers)")
        return 0
    if "-shared" in arguments:
        out = Path(arguments[arguments.index("-o") + 1])
        parts = [each for each in arguments if each.endswith((".o", ".a")) and each != str(out)]
        init = f"--export-if-defined=PyInit_{out.name.split('.')[0]}"
        return subprocess.run(
            [*zig, "wasm-ld", *LINK, init, *parts, "-o", str(out)], check=False
        ).returncode
    command = [*zig, language, *COMPILE]
    if "-c" in arguments:
        headers = os.environ["WASM_HEADERS"]
        command += [f"-I{headers}", "-include", f"{headers}/manni_shim.h"]
    if language == "c++":
        command += ["-fno-exceptions", "-fno-rtti"]
    dropped = ("-Wl,", "-march=", "-pthread", "-g")
    return subprocess.run(
        [*command, *(each for each in arguments if not each.startswith(dropped))], check=False
    ).returncode


def lay_headers(runtime: Path, folder: Path) -> Path:
    """Put the headers of the runtime's Python into a folder; return it."""
    found = headers_here()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(found, folder)
    with TemporaryDirectory() as place, ZipFile(runtime / "python_stdlib.zip") as archive:
        name = "_sysconfigdata__emscripten_wasm32-emscripten.py"
        values = runpy.run_path(archive.extract(name, place))["build_time_vars"]

    def as_there(line: re.Match[str]) -> str:
        name = line[1] or line[2]
        if name in ("_GNU_SOURCE", "_POSIX_C_SOURCE"):
            return line[0]
        value = values.get(name)
        return f"#define {name} {value}" if value else f"/* #undef {name} */"

    config = (found / "pyconfig.h").read_text(encoding="utf-8")
    names = r"^#\s*define (\w+) .*$|^/\* #undef (\w+) \*/$"
    (folder / "pyconfig.h").write_text(re.sub(names, as_there, config, flags=re.M))
    (folder / "manni_shim.h").write_text(SHIM)
    return folder


def headers_here() -> Path:
    """Return where headers of that version lie on this machine; stop where they do not."""
    for folder in _places():
        if (folder / "Python.h").is_file() and (folder / "pyconfig.h").is_file():
            return folder
    sys.exit(f"the headers of Python {VERSION} are needed (python{VERSION}-dev, or pyenv's)")


def _places() -> Iterator[Path]:
    if sysconfig.get_python_version() == VERSION:
        yield Path(sysconfig.get_path("include"))
    program = shutil.which(f"python{VERSION}")
    if program is not None:
        ask = "import sysconfig; print(sysconfig.get_path('include'))"
        said = subprocess.run([program, "-c", ask], capture_output=True, text=True, check=False)
        if said.returncode == 0:
            yield Path(said.stdout.strip())
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(root.glob(f"versions/{VERSION}.*/include/python{VERSION}"), reverse=True)
    yield Path(f"/usr/include/python{VERSION}")


if __name__ == "__main__":
    sys.exit(compile_for(sys.argv[1], sys.argv[2:]))
