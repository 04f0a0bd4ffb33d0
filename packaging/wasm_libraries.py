"""numpy and lru-dict for the Python that runs in a browser, compiled from their sources.

For that Python they are not among the packages of an index. The sources are those that
``packaging/site.txt`` names with their hashes; of numpy only what is imported is built.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import wasm

PINS = Path(__file__).with_name("site.txt")
COMPILER = f"{sys.executable} {wasm.__file__}"

BACKEND = """
import os, re
def get_requires_for_build_wheel(config_settings=None):
    return []
def prepare_metadata_for_build_wheel(folder, config_settings=None):
    fields = re.findall(r'^(?:name|version) = "(.+)"', open("pyproject.toml").read(), re.M)
    name, version = fields[:2]
    place = f"{name.replace('-', '_')}-{version}.dist-info"
    os.mkdir(f"{folder}/{place}")
    with open(f"{folder}/{place}/METADATA", "w") as file:
        file.write(f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    return place
"""
"""Stands in for numpy's build tool while pip fetches the sources: it need not configure them."""

MODULES = (
    "_core/_multiarray_umath",
    "linalg/_umath_linalg",
    *(
        f"random/{name}"
        for name in (
            *("_bounded_integers", "_common", "_generator", "_mt19937", "_pcg64"),
            *("_philox", "_sfc64", "bit_generator", "mtrand"),
        )
    ),
)
LEFT_OUT = {
    *("tests", "testing", "f2py", "distutils", "_pyinstaller", "_examples", "_build_utils"),
    *("fft", "ma", "polynomial", "core", "lapack_lite"),
}
"""Of numpy, the parts that nothing here imports."""

OPTIONS = (
    *("-Dbuildtype=release", "-Dallow-noblas=true", "-Dblas=none", "-Dlapack=none"),
    *("-Dcpu-baseline=none", "-Dcpu-dispatch=none", "-Ddisable-optimization=true"),
    *("-Ddisable-highway=true", "-Ddisable-svml=true", "-Ddisable-intel-sort=true"),
    "-Ddisable-threading=true",
)
CROSS = """[binaries]
c = '{here}/cc'
cpp = '{here}/c++'
ar = '{here}/ar'
python = '{python}'
cython = '{cython}'
strip = 'true'
[properties]
longdouble_format = 'IEEE_QUAD_LE'
skip_sanity_check = true
needs_exe_wrapper = true
[host_machine]
system = 'emscripten'
cpu_family = 'wasm32'
cpu = 'wasm32'
endian = 'little'
"""


def sources(folder: Path) -> None:
    """Fetch the sources and unpack them, each into a folder of its name."""
    folder.mkdir(parents=True)
    (folder / "mesonpy.py").write_text(BACKEND, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    how = ["--no-deps", "--no-build-isolation", "--no-binary=:all:", "--require-hashes"]
    subprocess.run(
        [*pip, *how, "-r", str(PINS), "-d", str(folder)],
        check=True,
        env=os.environ | {"PYTHONPATH": str(folder)},
    )
    for path in folder.glob("*.tar.gz"):
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
        name = path.name.removesuffix(".tar.gz")
        (folder / name).rename(folder / name.rpartition("-")[0])


def build(headers: Path, folder: Path) -> Path:
    """Build both in a folder; return the folder of it that is to be on Python's path.

    What was built there of the same sources, by the same programs, is taken as it is.
    """
    made = folder / "made"
    key = "".join(
        path.read_text(encoding="utf-8")
        for path in (PINS, Path(wasm.__file__), Path(__file__), PINS.with_name("tools.txt"))
    )
    stamp = folder / "key"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == key:
        return made
    shutil.rmtree(folder, ignore_errors=True)
    sources(folder / "sources")
    env = os.environ | {"WASM_HEADERS": str(headers)}
    _build_numpy(folder / "sources" / "numpy", folder, made, env)
    _build_lru(folder / "sources" / "lru_dict", made, env)
    for path in sorted(made.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    stamp.write_text(key, encoding="utf-8")
    return made


def _build_numpy(source: Path, folder: Path, made: Path, env: dict[str, str]) -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    programs = {"cc": f"{COMPILER} cc", "c++": f"{COMPILER} c++"}
    programs["ar"] = f"{sys.executable} -m ziglang ar"
    for name, command in programs.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    cross = folder / "cross.ini"
    text = CROSS.format(here=folder, python=sys.executable, cython=scripts / "cython")
    cross.write_text(text, encoding="utf-8")
    work = folder / "numpy"
    env = env | {"PATH": f"{scripts}{os.pathsep}{env['PATH']}"}
    meson = [sys.executable, str(source / "vendored-meson" / "meson" / "meson.py")]
    setup = ["setup", str(work), "--cross-file", str(cross), *OPTIONS]
    _quietly([*meson, *setup], source, env)
    end = sysconfig.get_config_var("EXT_SUFFIX")
    wanted = [f"numpy/{name}{end}" for name in MODULES]
    _quietly(["ninja", *wanted], work, env)
    for path in sorted((source / "numpy").rglob("*.py")):
        place = path.relative_to(source)
        if not LEFT_OUT.intersection(place.parts):
            _copy(path, made / place)
    config = (work / "numpy" / "__config__.py").read_text(encoding="utf-8")
    config = config.replace(sys.executable, "python").replace(str(folder), "")
    (made / "numpy" / "__config__.py").write_text(config, encoding="utf-8")
    for name, path in zip(MODULES, wanted, strict=True):
        _copy(work / path, made / f"numpy/{name}.so")
    _copy(source / "LICENSE.txt", made / "licences" / "numpy.txt")


def _quietly(command: list[str], folder: Path, env: dict[str, str]) -> None:
    """Run a command; where it fails, show the end of what it said."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{done.stdout[-4000:]}\n{command[0]} failed")


def _build_lru(source: Path, made: Path, env: dict[str, str]) -> None:
    part = source / "_lru.o"
    compiler = [sys.executable, wasm.__file__, "cc"]
    unit = ["-O2", "-c", "src/lru/_lru.c", "-o", str(part)]
    subprocess.run([*compiler, *unit], check=True, env=env, cwd=source)
    (made / "lru").mkdir()
    link = ["-shared", str(part), "-o", str(made / "lru" / "_lru.so")]
    subprocess.run([*compiler, *link], check=True, env=env)
    _copy(source / "src" / "lru" / "__init__.py", made / "lru" / "__init__.py")
    _copy(source / "LICENSE", made / "licences" / "lru-dict.txt")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
