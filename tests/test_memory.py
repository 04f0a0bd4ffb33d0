"""The cap on memory holds, and long use leaves memory flat and values right.

Each measurement runs in a process of its own: what this one has used before does not
come back to the system.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="peak memory is read from /proc"
)

MEGABYTE = 1 << 20
ALLOWANCE = 4 * MEGABYTE  # what Python takes for itself after the first reading

# ru_maxrss would begin with the peak of the process that started this one.
READ_PEAK = """
import json, random, re, sys
from pathlib import Path
def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\\s*([0-9]+) kB", status)[1])
"""

FILL = (
    READ_PEAK
    + """
from tasks import NULLO, random_tasks
from manni.solver._search import missing_book
from manni.solver.engine import Engine
missing_book()  # it is mapped, and read whole once, by any engine
before = peak()
engine = Engine(memory_mb=int(sys.argv[1]))
tasks = random_tasks(10, NULLO)(1)
while engine.nodes < int(sys.argv[2]):
    engine.value(*next(tasks))
print(json.dumps({"taken": peak() - before}))
"""
)

# Table and remembered answers are full after some 25,000 positions.
LONG_USE = (
    READ_PEAK
    + """
from tasks import NT, NULLO, TRUMP, random_position
from manni.solver.values.solve import Solver
from manni.solver.cards import Seat
from manni.solver.engine import Engine
rng = random.Random("long use")
used = Solver(memory_mb=8)
peaks, wrong = [], 0
for number in range(1, int(sys.argv[1]) + 1):
    position = random_position(rng, rng.randrange(1, 8), NT + TRUMP + NULLO)
    seat = Seat(rng.randrange(3))
    value = used.solve(position, seats=[seat]).guarantee[seat]
    if number % 1000 == 0:
        wrong += value != Engine(memory_mb=1).value(position, seat)
        peaks.append(peak())
print(json.dumps({"peaks": peaks, "wrong": wrong}))
"""
)

NODES = 1_000_000


def run(script: str, *arguments: int) -> dict[str, int | list[int]]:
    """Run a script in a fresh process and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("cap", [1, 8])
def test_the_cap_holds(cap: int) -> None:
    found = run(FILL, cap, NODES)
    assert found["taken"] <= cap * MEGABYTE + ALLOWANCE


def test_the_cap_is_what_bounds_it() -> None:
    """The same work takes more under a wider cap: the test above can fail."""
    assert run(FILL, 256, NODES)["taken"] > 8 * MEGABYTE + ALLOWANCE


@pytest.mark.exhaustive
def test_long_use_leaves_memory_flat_and_values_right() -> None:
    found = run(LONG_USE, 100_000)
    peaks = found["peaks"]
    assert isinstance(peaks, list)
    assert len(peaks) == 100
    assert peaks[-1] - peaks[29] <= 2 * MEGABYTE
    assert found["wrong"] == 0
