"""The fitted numbers that ship with the library: the JSON files of ``solver/data``."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any


def data_path(name: str) -> str:
    """Return the path of a file of ``solver/data``."""
    return os.path.join(os.path.dirname(__file__), "data", name)


@cache
def load_json(name: str) -> dict[str, Any]:
    """Return what a file of ``solver/data`` holds; not to be changed."""
    with open(data_path(name), encoding="utf-8") as file:
        table: dict[str, Any] = json.load(file)
    return table
