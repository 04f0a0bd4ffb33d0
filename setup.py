"""The compiled part of the build; everything else is in pyproject.toml.

SOLVER_DEBUG=1         bounds checks, initialisation checks, assertions and debug symbols on, -O1
SOLVER_ARCH=x86-64-v3  passed on as -march; without it the build runs on every machine of its kind
SOLVER_MACHINE=aarch64  what is compiled for, where that is another kind of processor

What is compiled uses the limited API of Python 3.11: the same modules serve every version from
there on. A free-threaded Python before 3.15 takes no such modules; there they are its own.
"""

import gzip
import os
import platform
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.sdist import sdist

from Cython.Build import cythonize  # isort: skip  (both want setuptools imported before them)
from distutils.command.install_data import install_data  # isort: skip

DEBUG = os.environ.get("SOLVER_DEBUG", "0") not in ("", "0")
ARCH = os.environ.get("SOLVER_ARCH", "")
MACHINE = os.environ.get("SOLVER_MACHINE") or platform.machine()
ABI3 = not sysconfig.get_config_var("Py_GIL_DISABLED")
# Views of arrays, which Cython would otherwise put into every module: half of what is compiled.
VIEWS = "manni.solver._views"

# x86-64-v3 by its parts: not every compiler knows it by the same name. Products and sums are
# rounded one by one, as on all other machines: no answer may depend on the build.
V3 = (
    "-mavx2 -mbmi -mbmi2 -mcx16 -mf16c -mfma -mlzcnt -mmovbe -mpopcnt -msahf -mxsave "
    "-ffp-contract=off"
)

SOURCES = Path("manni/solver")
for link in (SOURCES, Path("manni/cli/board/sample_deals")):
    if not link.is_dir():
        sys.exit(
            f"{link} is no link: clone with `git -c core.symlinks=true`, or build from the sdist"
        )
HEADERS = sorted(path.as_posix() for path in SOURCES.glob("*.h"))


def compiler_flags() -> list[str]:
    if sys.platform == "win32":
        flags, arch = ["/Od", "/Zi"] if DEBUG else ["/O2"], f"/arch:{ARCH}"
    else:
        # -g0: Python's own flags ask for debug symbols, a third of the time and most of the size.
        flags, arch = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-g0"], f"-march={ARCH}"
    return [*flags, arch] if ARCH else flags


def extensions() -> list[Extension]:
    """The modules to compile, each with flags of its own.

    What ends in ``_v3`` is built once more for x86-64-v3 (popcount, gather and spread as
    instructions); ``solver/searches.py`` and ``rollouts.py`` take it where the processor has these.
    The others run on every machine of their kind.
    """
    wide = MACHINE.lower() in ("x86_64", "amd64") and sys.platform != "win32"
    flags = compiler_flags()
    modules = [
        Extension(
            f"manni.solver.{path.stem}",
            [path.as_posix()],
            depends=HEADERS,
            include_dirs=[str(SOURCES)],  # the C file lies in build/, the headers beside the .pyx
            extra_compile_args=flags + V3.split() * (of_v3 and not ARCH),
            optional=of_v3,  # an older compiler does not know its flags
        )
        for path in sorted(SOURCES.glob("*.pyx"))
        if not (of_v3 := path.stem.endswith("_v3")) or wide
    ]
    # Cython writes the source.
    views = Extension(VIEWS, [f"{VIEWS.replace('.', '/')}.c"], extra_compile_args=flags)
    for module in (views, *modules):
        if ABI3:
            module.py_limited_api = True
            module.define_macros.append(("Py_LIMITED_API", "0x030B0000"))
    return [*modules, views]


class InstallManPage(install_data):
    """Writes the man page, which is made by what has just been built.

    Where that does not run here, since it is for another machine or what it depends on is not
    installed, the page that ``make docs`` has left is taken, if there is one.
    """

    page = Path("build/docs/manni.1")

    def run(self) -> None:
        built = self.get_finalized_command("build").build_lib
        path = os.pathsep.join([os.path.abspath(built), os.getcwd()])
        made = subprocess.run(
            [sys.executable, "docs/make_docs.py", self.page.name],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            check=False,
        )
        if made.returncode:
            self.warn("the man page is not made anew: what is built does not run here")
        if not self.page.exists():
            self.data_files = []
        super().run()


class DatedSdist(sdist):
    """Gives all files the time ``SOURCE_DATE_EPOCH`` and no owner: the same bytes every time."""

    def make_archive(self, base_name: str, format: str, **extra: str) -> str:
        when = os.environ.get("SOURCE_DATE_EPOCH")
        if format != "gztar" or when is None:
            return super().make_archive(base_name, format, **extra)

        def dated(info: tarfile.TarInfo) -> tarfile.TarInfo:
            info.mtime = int(when)
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
            return info

        path = f"{base_name}.tar.gz"
        base = Path(extra.get("root_dir") or ".", extra["base_dir"])
        with (
            open(path, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(when)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for entry in sorted([base, *base.rglob("*")]):
                archive.add(
                    entry, Path(extra["base_dir"], entry.relative_to(base)), False, filter=dated
                )
        return path


setup(
    cmdclass={"install_data": InstallManPage, "sdist": DatedSdist},
    options={
        "build_ext": {"parallel": True},
        "bdist_wheel": {"py_limited_api": ABI3 and "cp311"},
    },
    ext_modules=cythonize(
        extensions(),
        shared_utility_qualified_name=VIEWS,
        # A folder a kind: the directives are part of the C file, its time stamp does not show them.
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "initializedcheck": DEBUG,
            "wraparound": False,
            "cdivision": True,
        },
    ),
)
