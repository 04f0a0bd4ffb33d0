"""Partitions on a cluster of dask: a real scheduler, real workers, and what can befall them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from commands import error, installed, manni, output, without_progress
from positions import ENDLESS
from rows import Record, record_of, rows_of, text_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such signals there")

PARTITION, ROWS = "10", 40


def wait_for(found: Callable[[], Any], *processes: subprocess.Popen[bytes]) -> Any:
    """Wait until there is something, as long as the processes run."""
    while not (there := found()):
        for process in processes:
            assert process.poll() is None, process.args
        time.sleep(0.01)
    return there


class Machines:
    """A scheduler and two workers: one of them may stand at a row without end."""

    def __init__(self, folder: Path) -> None:
        file = folder / "scheduler.json"
        here = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._run("scheduler", *here, "--port", "0", "--scheduler-file", file)
        wait_for(lambda: file.exists() and file.read_text().endswith("}"), self.scheduler)
        self.address = json.loads(file.read_text())["address"]
        own = ("--nthreads", "1", "--no-nanny", "--local-directory", folder)
        self.workers = [self._run("worker", self.address, *here, *own) for _ in range(2)]

    def _run(self, what: str, *options: str | Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *map(str, options)],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    found = Machines(tmp_path_factory.mktemp("machines"))
    yield found
    found.stop()


def lines(endless: bool = False) -> list[Record]:
    """Return easy questions, some of a game with points, and perhaps one without end."""
    rows = rows_of("encheres-sans", 4, 0, wrong=False) + rows_of("", ROWS - 4, 0, wrong=False)
    found = [row.record | {"id": number} for number, row in enumerate(rows)]
    return [*found[:-1], record_of(ENDLESS, id=ROWS - 1)] if endless else found


def written(path: Path, records: list[Record]) -> Path:
    """Write questions as Parquet, with answers that nobody looks at."""
    manni("batch", "-", "-o", path, "--time", "0.01", text=text_of(records))
    return path


def test_parts_of_workers_are_those_of_one_process(machines: Machines, tmp_path: Path) -> None:
    source = written(tmp_path / "in.parquet", [*lines(), {"hands": "A... K... Q..."}])
    asked = ("batch", source, "--partition", PARTITION, "--memory", "16", "--json", "-o")
    straight, target = tmp_path / "straight.parquet", tmp_path / "out.parquet"
    wrong = f'Error: {source}: line 41: the field "contract" is missing\n'  # as it was refused
    assert manni(*asked, straight).stderr == wrong
    result = manni(*asked, target, "--cluster", machines.address)
    assert (json.loads(result.stdout), result.stderr) == ({"lines": 41, "errors": 1}, wrong)
    assert target.read_bytes() == straight.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["Ctrl-C", "no scheduler"])
def test_what_is_done_stays(tmp_path: Path, killed: bool) -> None:
    machines = Machines(tmp_path)
    source, target = written(tmp_path / "in.parquet", lines(endless=True)), tmp_path / "out.parquet"
    asked = ("batch", str(source), "-o", str(target), "--partition", PARTITION)
    command = [installed(), *asked, "--cluster", machines.address]
    part = Path(f"{target}.part")
    try:
        with subprocess.Popen(command, stderr=subprocess.PIPE) as client:
            wait_for(lambda: len([*part.glob("part-*")]) == 3, client)
            if killed:
                machines.scheduler.kill()
            else:
                client.send_signal(signal.SIGINT)
            _, noted = client.communicate()
    finally:
        machines.stop()
    kept, *last = without_progress(noted.decode()).splitlines()
    assert kept == f"{part} holds what was done, 3 partitions: --resume goes on"
    assert client.returncode == (1 if killed else 130)
    assert [line.startswith(f"Error: cluster {machines.address}: ") for line in last] == [
        True
    ] * killed
    # The rest is made easy; what was done is not done again.
    stamps = [path.stat().st_mtime_ns for path in part.iterdir()]
    written(source, lines())
    with pytest.raises(AssertionError):
        output(*asked)
    assert [path.stat().st_mtime_ns for path in part.iterdir()] == stamps
    output(*asked, "--resume")
    assert [int(key) for key in pq.read_table(target)["id"].to_pylist()] == [*range(ROWS)]


def test_addresses_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = written(tmp_path / "in.parquet", lines())
    asked = ("batch", source, "-o", tmp_path / "out.parquet", "--cluster")
    for address in ("foo", "tcp://foo", "http://foo:1"):
        assert error(*asked, address) == f"cluster '{address}': expected tcp://HOST:PORT"
    assert "certificates are needed" in error(*asked, "tls://127.0.0.1:8786")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert (
        error(*asked, "tcp://127.0.0.1:1") == "a cluster needs dask: pip install 'manni[cluster]'"
    )
    wrong = "--cluster goes with an IN of Parquet."
    assert error("batch", "-", "-o", "x.parquet", *asked[-1:], "tcp://x:1", code=2).endswith(wrong)
    assert [*tmp_path.iterdir()] == [source]
