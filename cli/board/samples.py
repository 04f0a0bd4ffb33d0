"""The deal files that ship with the program.

They lie in ``data/sample_deals``; the build copies them into the package, beside this module.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

FOLDER = "sample_deals"


def sample_files() -> dict[str, Traversable]:
    """Return the sample files by their names without ``.manni``, sorted."""
    folder: Traversable = resources.files("cli.board") / FOLDER
    if not folder.is_dir():  # run from the repository
        folder = Path(__file__).resolve().parents[2] / "data" / FOLDER
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".manni"))
    return {name.removesuffix(".manni"): folder / name for name in names}
