"""The programs in benchmarks/ run on small work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from manni.solver import _search

slow = pytest.mark.slow
PROGRAMS = [
    "bars.py --rows nt10of32 nullo12 manille-three -n 2",
    "waiting.py --seconds 0.01 --rows claim",
    f"turn_about.py {_search.__file__} --rows nt10of32 -n 3 --rounds 1",
    "signature.py",
    pytest.param("rummy.py -n 1", marks=slow),
    pytest.param("play.py -d 1 --matches fair,plain --kinds NT manille-4 envers-5", marks=slow),
    pytest.param("bids.py --kinds encheres-petite -d 9 --worlds 12", marks=slow),
    pytest.param("advice.py --judged NT --hands 1 --worlds 20 --again 20", marks=slow),
    pytest.param("batch.py -n 60", marks=slow),
    pytest.param("board.py --deals 1", marks=slow),
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_prints_its_figures(root: Path, program: str) -> None:
    name, *arguments = program.split()
    done = subprocess.run(
        [sys.executable, "-P", root / "benchmarks" / name, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=root,
        # As without -P, one may import from another.
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    # A loaded machine may miss a bar: that is exit code 1.
    assert done.returncode == 0 or (name == "bars.py" and done.returncode == 1), done.stderr
    assert any(figure.isdigit() for figure in done.stdout)
