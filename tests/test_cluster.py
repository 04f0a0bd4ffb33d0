"""Partitions on a cluster of dask: a real scheduler, real workers, and what can befall them.

Nothing here waits for a time: a worker stands at a row until the test lets it go on
(``cluster_faults.py``), so that whatever is killed is killed in the middle.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cluster_rows import GATE, POISON
from commands import error, installed, output
from positions import ENDLESS, game_position, random_position

from solver.cards import Seat
from solver.errors import SolverError
from solver.frames.cluster import Cluster
from solver.frames.identity import identity
from solver.frames.partitions import Partition, partitions_of_lines
from solver.frames.questions import Answers, Questions
from solver.notation import format_hand
from solver.values.batch import read_lines

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such signals there")

PARTITION = 10
ROWS = 80


def wait_for(found: Callable[[], Any], *processes: subprocess.Popen[bytes]) -> Any:
    """Wait until there is something, as long as the processes run."""
    while not (there := found()):
        for process in processes:
            assert process.poll() is None, process.args
        time.sleep(0.01)
    return there


class Machines:
    """A scheduler, its workers, and the folder that says what befalls them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        """Start a scheduler."""
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self._run(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(file),
        )  # fmt: skip
        wait_for(lambda: file.exists() and file.read_text().endswith("}"), self.scheduler)
        self.address = json.loads(file.read_text())["address"]

    def worker(self, **env: str) -> subprocess.Popen[bytes]:
        """Start a worker; it comes when it is ready."""
        faults = Path(__file__).with_name("cluster_faults.py")
        return self._run(
            "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--memory-limit", "0", "--local-directory", str(self.folder),
            "--preload", str(faults), **env,
        )  # fmt: skip

    def _run(self, what: str, *options: str, **env: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *options],
            env=os.environ | {"MANNI_FAULTS": str(self.folder), "PYTHONPATH": path} | env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def at_gate(self) -> list[int]:
        """Return the processes that have come to the gate."""
        return [int(path.name.removeprefix("at-gate-")) for path in self.folder.glob("at-gate-*")]

    def open_gate(self) -> None:
        (self.folder / "open").touch()

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    folder = tmp_path / "machines"
    folder.mkdir()
    found = Machines(folder)
    yield found
    found.stop()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return easy positions with a gate in the fourth partition and poison in the sixth."""
    rng, path = Random(1), tmp_path / "in.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        for number in range(ROWS):
            position = random_position(rng, 4, on_table=0)
            hands = {35: GATE, 57: POISON}.get(number, position.hands)
            record = {"id": number, "hands": [*map(format_hand, hands)], "contract": "NT"}
            if number % PARTITION == 4:
                record |= points_record(rng)
            file.write(json.dumps(record) + "\n")
    return path


def points_record(rng: Random) -> dict[str, Any]:
    """Return what a position of a game with points has in a line."""
    position = game_position(rng, "encheres-sans", 3)
    return {
        "variant": "encheres-sans",
        "hands": [*map(format_hand, position.dealt)],
        "contract": position.contract.name,
        "declarer": (position.declarer or Seat.FOREHAND).letter,
    }


@pytest.fixture
def straight(source: Path, tmp_path: Path) -> bytes:
    """Return what comes of it without a cluster."""
    target = tmp_path / "straight.parquet"
    output("batch", source, "-o", target, "--partition", str(PARTITION), "--jobs", "1")
    return target.read_bytes()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.parquet"


def command(source: Path, target: Path, address: str, *more: str) -> list[str]:
    asked = ["-o", str(target), "--partition", str(PARTITION), "--memory", "16", "--json"]
    return [installed(), "batch", str(source), *asked, "--cluster", address, *more]


def start(
    source: Path, target: Path, address: str, *more: str, **options: Any
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(source, target, address, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def end(process: subprocess.Popen[bytes]) -> tuple[int, list[str], list[str]]:
    """Return the exit code of a process, what it printed and what it noted."""
    printed, noted = process.communicate(timeout=120)
    return process.returncode, printed.decode().splitlines(), noted.decode().splitlines()


def go_on(source: Path, target: Path, straight: bytes) -> None:
    """Check that a run goes on without the cluster, and that nothing is lost or doubled."""
    output("batch", source, "-o", target, "--partition", str(PARTITION), "--resume")
    assert target.read_bytes() == straight


def parts(target: Path) -> int:
    return len(list(Path(f"{target}.part").glob("part-*")))


SUMMARY = [json.dumps({"lines": ROWS, "errors": 0})]


def test_a_cluster_of_ones_own(source: Path, target: Path, straight: bytes) -> None:
    code, printed, noted = end(start(source, target, "local", "--jobs", "2"))
    assert (code, printed, noted) == (0, SUMMARY, [])
    assert target.read_bytes() == straight


@pytest.mark.slow
def test_ctrl_c_in_the_terminal_reaches_the_client_alone(source: Path, target: Path) -> None:
    hard = {"hands": [*map(format_hand, ENDLESS.hands)], "contract": "NULLO"}
    with open(source, "a", encoding="utf-8") as file:
        file.write((json.dumps(hard) + "\n") * 2 * PARTITION)
    client = start(source, target, "local", "--jobs", "2", start_new_session=True)
    wait_for(lambda: parts(target) == ROWS // PARTITION, client)
    os.killpg(client.pid, signal.SIGINT)
    kept = f"{target}.part holds what was done, 8 partitions: --resume goes on"
    assert end(client) == (130, [], [kept])


@pytest.mark.slow
def test_a_worker_is_killed(
    machines: Machines, source: Path, target: Path, straight: bytes
) -> None:
    workers = {worker.pid: worker for worker in (machines.worker(), machines.worker())}
    client = start(source, target, machines.address)
    [pid] = wait_for(machines.at_gate, client)
    wait_for(lambda: parts(target) == ROWS // PARTITION - 1, client)  # the other did the rest
    workers[pid].kill()
    machines.open_gate()
    code, printed, noted = end(client)
    assert (code, printed) == (0, SUMMARY)
    assert noted[-1].endswith(" is lost; it was at partition 3 (rows 31 to 40)")
    assert target.read_bytes() == straight


@pytest.mark.slow
def test_a_client_is_killed_and_goes_on(
    machines: Machines, source: Path, target: Path, straight: bytes
) -> None:
    machines.worker()
    for number, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
        client = start(source, target, machines.address, "--resume")
        wait_for(machines.at_gate, client)
        before = parts(target)
        client.send_signal(number)
        ended, printed, noted = end(client)
        assert (ended, printed, before) == (code, [], 3)
        for path in machines.folder.glob("at-gate-*"):
            path.unlink()
    assert noted[-1] == f"{target}.part holds what was done, 3 partitions: --resume goes on"
    machines.open_gate()
    code, printed, _ = end(start(source, target, machines.address, "--resume"))
    assert (code, printed) == (0, SUMMARY)
    assert target.read_bytes() == straight


@pytest.mark.slow
def test_a_partition_that_kills_is_set_aside(
    machines: Machines, source: Path, target: Path, straight: bytes
) -> None:
    machines.open_gate()
    (machines.folder / "poison").touch()
    for _ in range(3):
        machines.worker()
    code, printed, noted = end(start(source, target, machines.address))
    assert (code, printed) == (1, [])
    lost, aside, kept, last = noted[-4:]
    assert lost.endswith(" is lost; it was at partition 5 (rows 51 to 60)")
    assert aside == "partition 5 (rows 51 to 60) is set aside"
    assert kept == f"{target}.part holds what was done, 7 partitions: --resume goes on"
    assert last == (
        "Error: set aside, for 2 workers have died of each: partition 5 (rows 51 to 60)"
    )
    assert not target.exists()
    go_on(source, target, straight)


@pytest.mark.slow
def test_a_scheduler_is_killed(
    machines: Machines, source: Path, target: Path, straight: bytes
) -> None:
    machines.worker()
    client = start(source, target, machines.address)
    wait_for(machines.at_gate, client)
    machines.scheduler.kill()
    code, _, noted = end(client)
    assert code == 1
    assert noted[-2:] == [
        f"{target}.part holds what was done, 3 partitions: --resume goes on",
        f"Error: the scheduler at {machines.address} is lost",
    ]
    go_on(source, target, straight)


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
def test_a_worker_of_another_version(
    machines: Machines, source: Path, target: Path, late: bool
) -> None:
    client = start(source, target, machines.address)
    if late:
        assert b"waiting for one" in wait_for(client.stderr.readline, client)
    machines.worker(MANNI_VERSION="0.0.7")
    code, printed, noted = end(client)
    assert (code, printed) == (1, [])
    line = noted[-1]
    search = identity().partition(" ")[2]
    assert line.startswith("Error: worker tcp://127.0.0.1:")
    assert line.endswith(f" has manni 0.0.7 {search}, here it is {identity()}")
    assert not Path(f"{target}.part").exists()


@pytest.mark.slow
def test_a_worker_without_memory(machines: Machines, source: Path, target: Path) -> None:
    (machines.folder / "no room").touch()
    machines.worker()
    code, _, noted = end(start(source, target, machines.address))
    assert code == 1
    assert noted[-1].startswith("Error: worker tcp://127.0.0.1:")
    assert noted[-1].endswith(": MemoryError: no room for a table of 16 MB")


@pytest.mark.slow
def test_a_full_disk(machines: Machines, source: Path, target: Path, straight: bytes) -> None:
    def small_disk() -> None:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    machines.open_gate()
    machines.worker()
    code, _, noted = end(start(source, target, machines.address, preexec_fn=small_disk))
    assert code == 1
    assert noted[-1].startswith(f"Error: {target}.part/part-0000000-")
    assert noted[-1].endswith(".parquet: file too large")
    assert not Path(f"{target}.part").exists()
    go_on(source, target, straight)


def test_addresses_that_are_none(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("batch", source, "-o", target, "--cluster")
    assert error(*asked, "foo") == "cluster 'foo': expected local or tcp://HOST:PORT"
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert error(*asked, "local") == "a cluster needs dask: pip install 'manni[cluster]'"
    assert "go with an OUT of Parquet" in error(
        "batch", source, "-o", "x.jsonl", "--cluster", "local", code=2
    )


def test_what_a_process_solves_with_shows_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    import solver.engine

    own = identity()
    whole = solver.engine.Engine.__init__

    def worse(self: Any, memory_mb: float) -> None:
        whole(self, memory_mb, switches=0)

    monkeypatch.setattr(solver.engine.Engine, "__init__", worse)
    assert identity() != own
    assert identity().split()[0] == own.split()[0]


# What no process can be brought to at will --------------------------------------------


class Task:
    """What a client gives for a task: done at once, in the way its worker does it."""

    def __init__(self, value: Any, error: Exception | None = None) -> None:
        self.value, self.error = value, error
        self.status = "finished" if error is None else "error"

    def add_done_callback(self, tell: Callable[[Task], None]) -> None:
        tell(self)

    def exception(self, timeout: float) -> Exception | None:
        return self.error

    def result(self, timeout: float) -> Any:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


class Client:
    """A client whose workers are a table: an address, its version, what it does with a task."""

    status = "running"
    scheduler = None

    def __init__(self, **workers: Callable[[Questions], Task]) -> None:
        self.workers = workers
        self.versions = {address: identity() for address in workers}

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.workers, 1)

    def run(self, function: Any, workers: list[str], on_error: str) -> dict[str, Any]:
        return {address: self.versions[address] for address in workers}

    def submit(self, function: Any, questions: Questions, *more: Any, **options: Any) -> Task:
        [address] = options["workers"]
        return self.workers[address](questions)

    def cancel(self, futures: list[Any], force: bool) -> None:
        pass


class KilledWorker(Exception):
    """What dask says of a task whose workers died under one address."""


def works(questions: Questions) -> Task:
    return Task(Answers.blank(len(questions)))


def lots(source: Path) -> Iterator[Partition]:
    with open(source, "rb") as stream:
        yield from partitions_of_lines(read_lines(stream, "in"), PARTITION)


def test_a_worker_that_comes_later_with_another_version_gets_nothing(source: Path) -> None:
    client = Client(early=works)
    notes: list[str] = []
    cluster = Cluster(client, 16, note=notes.append)
    cluster.check_versions()
    client.workers["late"] = lambda questions: pytest.fail("a task for the late worker")
    client.versions["late"] = "0.0.7 (search 1)"
    cluster._looked = -1e9  # it is time to look again
    assert len([*cluster.solve(lots(source))]) == ROWS // PARTITION
    assert notes == [f"worker late has manni 0.0.7 (search 1), here it is {identity()}"]


def test_a_worker_lost_with_its_result_is_replaced(source: Path) -> None:
    client = Client(a=works)

    def vanishes(questions: Questions) -> Task:
        del client.workers["b"]
        return Task(OSError("gone"))

    client.workers["b"] = vanishes
    client.versions["b"] = identity()
    notes: list[str] = []
    cluster = Cluster(client, 16, note=notes.append)
    cluster.check_versions()
    solved = [partition.number for partition, _ in cluster.solve(lots(source))]
    assert sorted(solved) == [*range(ROWS // PARTITION)]
    assert notes == ["worker b is lost; it was at partition 1 (rows 11 to 20)"]


def test_a_worker_that_dies_under_one_address_sets_its_partition_aside(source: Path) -> None:
    first = True

    def dies_once(questions: Questions) -> Task:
        nonlocal first
        killed, first = first, False
        return Task(None, KilledWorker("four times")) if killed else works(questions)

    cluster = Cluster(Client(a=dies_once), 16)
    cluster.check_versions()
    with pytest.raises(SolverError, match=r"set aside, .*: partition 0 \(rows 1 to 10\)"):
        list(cluster.solve(lots(source)))
    assert [partition.number for partition in cluster.aside] == [0]
