"""The deal files that come with the program."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path


def sample_files() -> dict[str, Path | Traversable]:
    """Return the sample files by their names without ``.manni``, sorted."""
    folder = Path(__file__).resolve().parent.parent.parent / "data" / "sample_deals"
    return {path.stem: path for path in sorted(folder.glob("*.manni"))}
