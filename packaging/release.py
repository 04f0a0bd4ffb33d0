"""A release in dist/: sdist, wheel of this machine and site, built twice, the others, their hashes.

    python packaging/release.py            # everything; `make release` runs it
    python packaging/release.py --trial    # whatever CHANGELOG.md says and is not committed
    python packaging/release.py --here     # without the site and the wheels for other machines

It stops at the first thing that is not as it should be: changes that are not committed, a version
that CHANGELOG.md does not tell of or that has changes after it, another file the second time.
"""

from __future__ import annotations

import argparse
import filecmp
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import static_site
import wheels

ROOT = wheels.ROOT


def stop_unless_told(version: str) -> None:
    """Stop where CHANGELOG.md has nothing about a version, or changes that come after it."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^## \[(.+?)].*?\n(.*?)(?=^## \[|\Z)", changelog, re.S | re.M))
    if not parts.get(version, "").strip():
        sys.exit(f"CHANGELOG.md has nothing about {version}")
    if parts.get("Unreleased", "").strip():
        sys.exit(f"CHANGELOG.md has unreleased changes: pyproject.toml still says {version}")


def built(folder: Path) -> list[Path]:
    """Build the sdist and from it the wheel, with the tools that are installed."""
    with TemporaryDirectory() as place:
        tree = wheels.source(Path(place))
        env = os.environ | {"SOURCE_DATE_EPOCH": wheels.epoch()}
        # The man page, for which others would have to be installed, is that of `make docs`.
        how = ["--no-isolation", "--skip-dependency-check", "--outdir", str(folder)]
        subprocess.check_output([sys.executable, "-m", "build", *how, str(tree)], env=env)
    return sorted(folder.iterdir())


def stop_unless_alike(first: list[Path], second: list[Path]) -> None:
    for one, other in zip(first, second, strict=True):
        if one.name != other.name or not filecmp.cmp(one, other, shallow=False):
            sys.exit(f"{one.name} is another file the second time")
        print(f"{one.name}: the same bytes twice")


def write_hashes(dist: Path) -> None:
    """Write SHA256SUMS, as ``sha256sum --check`` reads it."""
    files = sorted(path for path in dist.iterdir() if path.suffix in (".whl", ".gz", ".zip"))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (dist / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    sys.stdout.writelines(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trial", action="store_true", help="whatever is told and committed")
    parser.add_argument("--here", action="store_true", help="only what this machine runs")
    options = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if not options.trial:
        if wheels.output_of("git", "status", "--porcelain"):
            sys.exit("there are changes that are not committed")
        stop_unless_told(project["version"])
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    with TemporaryDirectory() as again:
        stop_unless_alike(built(dist), built(Path(again)))
    (wheel,) = dist.glob("*.whl")
    subprocess.check_call([sys.executable, "-m", "abi3audit", "--strict", "--summary", str(wheel)])
    if not options.here:
        wheel.unlink()  # it knows this machine's Linux, not the oldest that would do
        wheels.build_all(dist)
        with TemporaryDirectory() as place, TemporaryDirectory() as again:
            tree, version = wheels.source(Path(place)), project["version"]
            site = static_site.packed(tree, version, dist)
            stop_unless_alike([site], [static_site.packed(tree, version, Path(again))])
    write_hashes(dist)
    return 0


if __name__ == "__main__":
    sys.exit(main())
