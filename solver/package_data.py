"""The fitted numbers that ship with the library: the JSON files of ``solver/data``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_json(name: str) -> dict[str, Any]:
    """Return what a file of ``solver/data`` holds; not to be changed."""
    text = files("manni.solver").joinpath("data", name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
