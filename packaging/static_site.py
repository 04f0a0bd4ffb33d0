"""The board as static files: page, Python, search, service worker. In build/site/, and as one zip.

    python packaging/static_site.py

Nothing in it is of this machine: two builds of the same files give the same bytes. All together
have a version, which is the hash of them and names the folder of what the page loads; what is
large lies in pieces named by their own hashes. So nothing changes under its address but the few
files that others know, ``index.html`` and ``service-worker.js`` among them.
"""

from __future__ import annotations

import base64
import filecmp
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import wasm
import wasm_libraries
import wheels

ROOT = wheels.ROOT
SOURCES = Path(__file__).with_name("site")
WORK = ROOT / "build" / "site-work"
OUT = ROOT / "build" / "site"
PAGE = Path("cli", "board", "static")

BOOT = SOURCES / "boot.js"
"""The script that stands in the page itself."""

APART = ("main.js", "worker.js", "service-worker.js", "deal.js")
"""The scripts that a browser asks for: the others are part of the first."""

POLICY = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types manni",
)
RUNTIME = {"pyodide.mjs": "pyodide.js", "pyodide.asm.js": "pyodide.asm.js"}
"""What of it the page loads as scripts, by names that every host knows for such."""

KNOWN = re.compile(
    r"index\.html|service-worker\.js|deal\.js|licences\.\w+|icon.*|manifest\.webmanifest|data"
)
"""What has the same address in every version."""

PIECE = 1 << 20
"""The bytes of a piece of what is large: what a slow line brings in a minute."""

FILLED = re.compile(rb"[^\0]+(?:\0{1,65535}[^\0]+)*")
"""A part of a memory without many bytes in turn that are 0."""

NEEDLESS = re.compile(r"/(tests?|commands|frames)/|(?<!__init__)\.pyi$|/static/|\.po$|/py\.typed$")
"""What of the wheel no page asks for."""

VENDORED = {
    "Preact": "preact.LICENSE",
    "lean-qr": "lean-qr.LICENSE",
    "The court cards: @letele/playing-cards, after Adrian Kennard": "figures.LICENSE",
}


def runtime() -> Path:
    """Return the folder of the Python that runs in a browser, as npm has it."""
    place = WORK / "npm"
    pins = ["package.json", "package-lock.json"]
    same, *_ = filecmp.cmpfiles(SOURCES, place, pins, shallow=False)
    if same != pins:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"]
        for name in pins:
            shutil.copy(SOURCES / name, place)
        subprocess.check_output(["npm", "ci", *quiet], cwd=place)
    return place / "node_modules" / "pyodide"


def gather(tree: Path, libraries: Path, headers: Path, folder: Path) -> None:
    """Put all Python code that the page needs into a folder."""
    os.environ["WASM_HEADERS"] = str(headers)
    with TemporaryDirectory() as place, ZipFile(wheels.build(wasm.TAG, tree, Path(place))) as wheel:
        for name in wheel.namelist():
            if not NEEDLESS.search(f"/{name}"):
                wheel.extract(name, folder)
    shutil.copytree(libraries, folder, dirs_exist_ok=True)
    shutil.rmtree(folder / "licences")


def run_script(name: str, *arguments: Path | str) -> None:
    """Run a script with the Python for browsers, in node."""
    subprocess.check_call(["node", SOURCES / name, *arguments])


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def pack(folder: Path, target: Path, how: int = ZIP_DEFLATED) -> None:
    """Write an archive of a folder that knows no time."""
    with ZipFile(target, "w") as packed:
        for path in files_in(folder):
            info = ZipInfo(path.relative_to(folder).as_posix())
            info.compress_type = how
            info.create_system, info.external_attr = 3, 0o644 << 16  # a web server may read it
            packed.writestr(info, path.read_bytes(), compresslevel=9)


def integrity(data: bytes) -> str:
    return "sha384-" + base64.b64encode(hashlib.sha384(data).digest()).decode()


def cut(files: dict[str, bytes], out: Path) -> dict[str, list[tuple[str, int]]]:
    """Put large files into the site in pieces, which its worker joins; return their names."""
    (out / "data").mkdir(exist_ok=True)
    pieces: dict[str, list[tuple[str, int]]] = {name: [] for name in files}
    for name, whole in files.items():
        for at in range(0, len(whole), PIECE):
            piece = whole[at : at + PIECE]
            path = out / "data" / f"{hashlib.sha256(piece).hexdigest()}.bin"
            path.write_bytes(piece)
            pieces[name].append((path.name, len(piece)))
    return pieces


def fill(script: Path, name: str, value: object) -> None:
    """Give a constant of a script, ``const NAME = …;``, its value."""
    text = script.read_text(encoding="utf-8")
    place = re.compile(rf"(?s)(?<=const {name} = ).*?(?=;\n)")
    text, count = place.subn(lambda _: json.dumps(value, indent=1), text, count=1)
    assert count, f"{script.name} has no {name}"
    script.write_text(text, encoding="utf-8")


def index(page: str, own: Path) -> str:
    """Return ``index.html`` for the site: its policy, each part of its version, as published."""

    def part(path: Path, attribute: str = "href") -> str:
        address = path.relative_to(own.parent).as_posix()
        return f'{attribute}="{address}" integrity="{integrity(path.read_bytes())}"'

    for name in re.findall(r'<link rel="stylesheet" href="(.+?)"', page):
        page = page.replace(f'href="{name}"', part(own / name))
    page = page.replace('src="main.js"', part(own / "main.js", "src"))
    of_worker = [own / "worker.js", *sorted((own / "runtime").iterdir())]
    boot = BOOT.read_text(encoding="utf-8")
    policy = "; ".join(POLICY).replace("'self'", f"'self' '{integrity(boot.encode())}'", 1)
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />',
        *(f'<link rel="part" {part(path)} />' for path in of_worker),  # for who looks for a fault
        f"<script>{boot}</script>",
        '<meta name="theme-color" content="#2c6e52" />',
        '<link rel="manifest" href="manifest.webmanifest" />',
        '<link rel="apple-touch-icon" href="icon-180.png" />',
    ]
    mark = '<meta charset="utf-8" />\n'
    return page.replace(mark, mark + "".join(f"    {line}\n" for line in head))


def licences(libraries: Path, python: Path) -> str:
    """Return a page with what is bundled and under which licences."""
    said = json.loads((python / "package.json").read_text(encoding="utf-8"))
    parts = {
        "Manni": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        **{
            name: (ROOT / PAGE / "vendor" / file).read_text(encoding="utf-8")
            for name, file in VENDORED.items()
        },
        f"Pyodide {said['version']}": (
            f"Licence {said['license']}: https://www.mozilla.org/MPL/2.0/ — its source is at "
            "https://github.com/pyodide/pyodide. In it are CPython (licence PSF-2.0, "
            "https://docs.python.org/3/license.html) and the libraries CPython is built with, "
            "and the run time of Emscripten (MIT or NCSA)."
        ),
        **{
            path.stem: path.read_text("utf-8")
            for path in sorted((libraries / "licences").iterdir())
        },
        "Functions of LLVM's compiler-rt": "Apache licence 2.0 with the LLVM exception",
    }
    body = "".join(
        f"<h2>{html.escape(name)}</h2>\n<pre>{html.escape(text.strip())}</pre>\n"
        for name, text in parts.items()
    )
    policy = f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(POLICY)}" />'
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8" />\n{policy}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
        '<title>Licences – Manni</title>\n<link rel="stylesheet" href="licences.css" />\n'
        f'<h1>What this page is made of</h1>\n<p><a href="./">The board</a></p>\n{body}</html>\n'
    )


def tell(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def make(tree: Path, out: Path) -> None:
    """Build the site of a tree of sources."""
    tell("Python for browsers and numpy: minutes, where that has not been compiled yet …")
    python = runtime()
    headers = wasm.lay_headers(python, WORK / "headers")
    libraries = wasm_libraries.build(headers, WORK / "libraries")
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(tree / PAGE, out, ignore=shutil.ignore_patterns("*.LICENSE"))
    for path in SOURCES.iterdir():
        if path.suffix in (".js", ".css", ".png", ".webmanifest") and path != BOOT:
            shutil.copy(path, out)
    bundler, main = python.parent / "esbuild-wasm" / "bin" / "esbuild", APART[0]
    how = ["--bundle", "--format=esm", f"--outfile={main}", "--allow-overwrite"]
    # In the folder: the bytes must not tell where that is.
    subprocess.check_call(["node", bundler, main, *how], cwd=out)
    for path in sorted(out.rglob("*.js")):
        if path.name not in APART:
            path.unlink()
    (out / "runtime").mkdir()
    for name, known in RUNTIME.items():
        shutil.copy(python / name, out / "runtime" / known)
    tell("the search and all Python for it: a minute or two …")
    with TemporaryDirectory() as place:
        code, library = Path(place, "code"), Path(place, "library")
        code.mkdir()
        gather(tree, libraries, headers, code)
        with ZipFile(python / "python_stdlib.zip") as packed:
            packed.extractall(library)
        run_script("compile.mjs", python, code, library)
        packed_code, packed_library = Path(place, "code.zip"), Path(place, "library.zip")
        pack(code, packed_code, ZIP_STORED)  # which packs better as a whole
        pack(library, packed_library)
        memory = Path(place, "memory")
        own = {
            f"/board/{path.relative_to(code).as_posix()}": path
            for path in sorted(code.rglob("*.so"))
            if "numpy" not in path.parts
        }
        run_script("remember.mjs", python, code, packed_library, memory, *own)
        script = out / "worker.js"
        whole = memory.read_bytes()
        memory.write_bytes(b"".join(FILLED.findall(whole)))
        filled = {"bytes": len(whole), "filled": [part.span() for part in FILLED.finditer(whole)]}
        fill(script, "MEMORY", filled)
        first = {"pyodide.asm.wasm": python / "pyodide.asm.wasm", "memory": memory, **own}
        hashes = {
            name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in first.items()
        }
        fill(script, "UNPACKED", hashes)
        later = {"board.zip": packed_code, "python_stdlib.zip": packed_library}
        pieces = {
            part: cut(
                {name: gzip.compress(path.read_bytes(), mtime=0) for name, path in files.items()},
                out,
            )
            for part, files in (("first", first), ("later", later))
        }
    fill(script, "PIECES", pieces)
    (out / "licences.html").write_text(licences(libraries, python), encoding="utf-8")
    finish(out)


def finish(out: Path) -> None:
    """Put what the page loads into the folder of its version, and list all for service workers."""

    def listed(files: Iterable[Path]) -> dict[str, str]:
        return {path.relative_to(out).as_posix(): integrity(path.read_bytes()) for path in files}

    for path in files_in(out):
        if path.suffix in (".css", ".html", ".js") and not path.read_bytes().isascii():
            # Whatever else its host says of it.
            path.write_text(path.read_text(encoding="utf-8-sig"), encoding="utf-8-sig")
    files = listed(files_in(out))
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    own = out / version
    own.mkdir()
    for path in sorted(out.iterdir()):
        if path != own and not KNOWN.fullmatch(path.name):
            path.rename(own / path.name)
    page, worker = out / "index.html", out / "service-worker.js"
    page.write_text(index(page.read_text(encoding="utf-8"), own), encoding="utf-8")
    beside = (path for path in sorted(out.iterdir()) if path.is_file())
    site = {
        "version": version,
        "needed": listed([page, *files_in(own)]),
        "more": listed(path for path in beside if path not in (page, worker)),
        "data": listed(sorted((out / "data").iterdir())),
    }
    fill(worker, "SITE", site)


def packed(tree: Path, version: str, dist: Path) -> Path:
    """Build the site of a tree of sources as an archive, the same one every time."""
    target = dist / f"manni-site-{version}.zip"
    with TemporaryDirectory() as place:
        make(tree, Path(place, "site"))
        pack(Path(place, "site"), target)
    return target


def main() -> None:
    make(ROOT, OUT)
    target = OUT.with_suffix(".zip")
    pack(OUT, target)
    print(f"{OUT} and {target}: {target.stat().st_size:,} bytes packed")


if __name__ == "__main__":
    main()
