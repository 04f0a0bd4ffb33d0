"""The programs that make the tables that ship, on small work in a copy of the tree."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

MAKERS = [
    ("sample_values.py --time 0.1", "data/sample_deals/values.json"),
    ("make_puzzles.py manille-puzzles", "data/sample_deals/manille-puzzles.manni"),
]


@pytest.fixture(scope="module")
def tree(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the makers read and write."""
    if not (root / "solver" / "_weights.h").exists():
        pytest.skip("installed without the sources of the compiled modules")
    copy = tmp_path_factory.mktemp("tree")
    for folder in ("tools", "solver", "data"):
        kept = shutil.ignore_patterns("*.so", "*.book", "__pycache__")
        shutil.copytree(root / folder, copy / folder, ignore=kept)
    shutil.copytree(root / "manni", copy / "manni", symlinks=True)
    return copy


def made(tree: Path, command: str) -> None:
    """Run a maker in the copy."""
    name, *arguments = command.split()
    subprocess.run(
        [sys.executable, tree / "tools" / "data" / name, *arguments],
        check=True,
        cwd=tree,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )


def parts(path: Path) -> tuple[list[str], str]:
    """Return what a table is made of, numbers aside, and the text that says how."""
    if path.suffix == ".npz":
        with np.load(path) as table:
            return sorted(table.files), str(table["made"])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return list(json.loads(text)), text
    return [line for line in text.splitlines() if "[" in line], text


@pytest.mark.slow
@pytest.mark.parametrize(("command", "table"), MAKERS)
def test_a_table_is_made_as_it_ships_and_says_by_what(
    tree: Path, root: Path, command: str, table: str
) -> None:
    made(tree, command)
    found, said = parts(tree / table)
    assert found == parts(root / table)[0]
    assert f"python tools/data/{command}" in said
