"""Wheels for Linux (glibc and musl) and macOS, x86-64 and arm64, compiled on one machine by zig.

The commit that is checked out is built, not what lies in the work tree, for ``release.py``. What is
compiled takes nothing from this machine but the headers of Python, whose limited API is the same on
all of these. Each wheel is then looked at: its size, what its modules are compiled for, what they
want to be linked with, and that they call nothing beyond the limited API.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import wasm

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 6_000_000
MAN_PAGE = Path("build", "docs", "manni.1")

TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
}
"""The tag of a wheel and what zig calls its platform."""

QUIETLY = "-fno-sanitize=undefined -Wno-unused-command-line-argument -Wno-macro-redefined"

LINKED = {
    "manylinux": {"libc.so.6", "libm.so.6", "libpthread.so.0"},
    "musllinux": {"libc.so"},  # whatever its name, musl takes it for itself
    "macosx": {"/usr/lib/libSystem.B.dylib"},
}
"""What a module may want to be linked with: what every machine of the kind has."""


def output_of(*command: str) -> bytes:
    return subprocess.check_output(command, cwd=ROOT)


def epoch() -> str:
    """Return the time of the commit: what is built of it has no other."""
    return output_of("git", "log", "-1", "--format=%ct").decode().strip()


def source(folder: Path) -> Path:
    """Put the commit that is checked out into a folder, and the man page that `make docs` left."""
    with tarfile.open(fileobj=io.BytesIO(output_of("git", "archive", "HEAD"))) as archive:
        archive.extractall(folder, filter="data")
    if (ROOT / MAN_PAGE).exists():
        (folder / MAN_PAGE).parent.mkdir(parents=True)
        shutil.copy(ROOT / MAN_PAGE, folder / MAN_PAGE)
    return folder


def build(tag: str, tree: Path, dist: Path) -> Path:
    """Compile a wheel in a tree of sources; return where it lies."""
    compiler, link = f"{sys.executable} {wasm.__file__} cc", "-shared"
    if tag != wasm.TAG:
        compiler = f"{sys.executable} -m ziglang cc -target {TARGETS[tag]} {QUIETLY}"
        link = "-shared -s -Wl,-undefined,dynamic_lookup" if "macos" in tag else "-shared -s"
    env = os.environ | {
        "CC": compiler,
        "LDSHARED": f"{compiler} {link}",
        "CFLAGS": "-fPIC",
        "SOLVER_MACHINE": machine(tag),
        "SOURCE_DATE_EPOCH": epoch(),
    }
    shutil.rmtree(tree / "build" / tag, ignore_errors=True)  # with modules that are no more
    steps = ["build", f"--build-base=build/{tag}", "build_ext", "--force"]
    wheel = ["bdist_wheel", f"--plat-name={tag}", f"--dist-dir={dist}"]
    command = [sys.executable, "setup.py", "-q", *steps, *wheel]
    subprocess.check_call(command, cwd=tree, env=env)
    (made,) = dist.glob(f"*-{tag}.whl")
    return made


# What is looked at ------------------------------------------------------------------------


def elf_faults(module: Path, tag: str) -> Iterator[str]:
    """Yield what of a module for Linux does not fit its tag."""
    from elftools.elf.dynamic import DynamicSection
    from elftools.elf.elffile import ELFFile

    with ELFFile(module.open("rb")) as elf:
        if elf["e_machine"] != {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}[machine(tag)]:
            yield f"compiled for {elf['e_machine']}"
        for section in elf.iter_sections():
            if isinstance(section, DynamicSection):
                for entry in section.iter_tags():
                    if entry.entry.d_tag == "DT_NEEDED" and entry.needed not in linked(tag):
                        yield f"linked with {entry.needed}"
                    if entry.entry.d_tag in ("DT_RPATH", "DT_RUNPATH"):
                        yield "looks for libraries in a folder of its own"


def macho_faults(module: Path, tag: str) -> Iterator[str]:
    """Yield what of a module for macOS does not fit its tag."""
    from macholib.mach_o import CPU_TYPE_NAMES, LC_BUILD_VERSION, LC_CODE_SIGNATURE
    from macholib.MachO import MachO

    (header,) = MachO(str(module)).headers
    if CPU_TYPE_NAMES[header.header.cputype].lower() != machine(tag):
        yield f"compiled for {CPU_TYPE_NAMES[header.header.cputype]}"
    for _, _, library in header.walkRelocatables():
        if library not in linked(tag):
            yield f"linked with {library}"
    commands = {command.cmd: body for command, body, _ in header.commands}
    oldest = commands[LC_BUILD_VERSION].minos
    if (oldest >> 16, oldest >> 8 & 255) > (11, 0):
        yield f"wants macOS {oldest >> 16}.{oldest >> 8 & 255}"
    if machine(tag) == "arm64" and LC_CODE_SIGNATURE not in commands:
        yield "not signed: an arm64 processor will not run it"


def machine(tag: str) -> str:
    return next(name for name in ("x86_64", "aarch64", "arm64", "wasm32") if tag.endswith(name))


def linked(tag: str) -> set[str]:
    return LINKED[tag.split("_")[0]]


def faults(wheel: Path) -> Iterator[str]:
    """Yield all that is wrong with a wheel, a line each; stop where it calls too much of Python."""
    tag = wheel.stem.rsplit("-", 1)[-1]
    if wheel.stat().st_size > MOST_BYTES:
        yield "too large"
    wanted = {"_views.abi3.so"} | {
        f"{path.stem}.abi3.so"
        for path in (ROOT / "solver").glob("_*.pyx")
        if machine(tag) == "x86_64" or "_v3" not in path.stem
    }
    with TemporaryDirectory() as place, ZipFile(wheel) as archive:
        archive.extractall(place)
        if not list(Path(place).glob("*.dist-info/licenses/LICENSE")):
            yield "no licence"
        modules = [path for path in Path(place).rglob("*") if path.suffix in (".so", ".pyd")]
        if different := wanted ^ {path.name for path in modules}:
            yield f"modules: {sorted(different)}"
        look = macho_faults if tag.startswith("macosx") else elf_faults
        for module in modules:
            yield from (f"{module.name}: {fault}" for fault in look(module, tag))
    if tag.startswith("manylinux"):  # of musl auditwheel knows only where it runs itself
        report = output_of(sys.executable, "-m", "auditwheel", "show", str(wheel)).decode()
        if f'platform tag: "{tag}"' not in " ".join(report.split()):
            yield f"auditwheel: {report}"
    subprocess.check_call([sys.executable, "-m", "abi3audit", "--strict", str(wheel)])


def build_all(dist: Path) -> None:
    """Build the wheels into a folder; stop at one that is not as it should be."""
    with TemporaryDirectory() as folder:
        tree = source(Path(folder))
        for tag in TARGETS:
            wheel = build(tag, tree, dist)
            if wrong := "; ".join(faults(wheel)):
                sys.exit(f"{wheel.name}: {wrong}")
            print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, as it should be", flush=True)
