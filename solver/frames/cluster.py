"""Partitions handed to the workers of a dask.distributed cluster.

The rows go to the workers with the task and the values come back: only this process reads
and writes files. A row and its values are some thirty bytes for a third of a millisecond of
search, so there is no need for a file system that all machines share, and none of its doubts
about what a rename on one machine means on another. The parts are those of a local run.

A worker process has one partition at a time. So it is known which partition a worker that
vanishes was at, and how often that has happened to it.
"""

from __future__ import annotations

import logging
import re
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import current_thread, main_thread
from typing import Any

from solver.checks import quote
from solver.errors import SolverError
from solver.files.parquet import EXTRA
from solver.frames.identity import identity
from solver.frames.partitions import Partition
from solver.frames.runs import Solved
from solver.frames.worker import on_cluster

_SCHEMES = ("tcp://", "tls://")

MOST_DEATHS = 2
"""A partition that so many workers have died of is set aside."""

_ADDRESS = re.compile(r"([a-z]+://)?(\[[^]\s]+\]|[^:/\s]+):\d{1,5}")
_LOOK_EVERY = 1.0
"""Seconds after which it is asked which workers there are."""

_FETCH = 30.0
"""Seconds in which a worker that is there hands over what it has found."""

Note = Callable[[str], None]


def connected(address: str, processes: int = 1, timeout: float = 10.0) -> Any:
    """Return a client of the cluster at an address, ``local`` for ``processes`` of its own.

    Raises SolverError where dask is not installed or no scheduler answers.
    """
    try:
        import distributed
    except ImportError:
        raise SolverError(f"a cluster needs dask: {EXTRA}") from None
    if address != "local" and not address.startswith(_SCHEMES):
        raise SolverError(f"cluster {quote(address)}: expected local or tcp://HOST:PORT")
    _hush()
    if address == "local":
        with _deaf_to_ctrl_c():
            cluster = distributed.LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # any free port
                silence_logs=logging.CRITICAL,
            )
        return distributed.Client(cluster, set_as_default=False)
    _check_address(address)
    try:
        return distributed.Client(address, timeout=timeout, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SolverError(f"cluster {address}: no scheduler answers: {_said(error)}") from None


def _check_address(address: str) -> None:
    """Raise SolverError for what is no address of a scheduler, or one that needs certificates.

    The client would try for its whole timeout, and then complain of its own end.
    """
    if not _ADDRESS.fullmatch(address):
        raise SolverError(f"cluster {address}: no address of a scheduler, such as tcp://HOST:8786")
    if address.startswith("tls:"):
        import dask.config

        if not dask.config.get("distributed.comm.tls.client.cert", None):
            raise SolverError(
                f"cluster {address}: certificates are needed: name them in the configuration of "
                "dask, as distributed.comm.tls.ca-file, .client.cert and .client.key"
            )


def disconnect(client: Any) -> None:
    """Leave a cluster; one of its own ends."""
    with suppress(OSError, TimeoutError):
        client.close(timeout=5)
    if client.cluster is not None:
        client.cluster.close(timeout=5)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Start processes that Ctrl-C in the terminal does not reach: their client ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _hush() -> None:
    """Keep dask from writing what is told in a line of ours."""
    for name in ("", ".client", ".nanny", ".core", ".comm", ".worker", ".scheduler", ".batched"):
        logging.getLogger(f"distributed{name}").setLevel(logging.CRITICAL + 1)


class Cluster:
    """Solves partitions on the workers of a client; ``aside`` are those that were set aside.

    ``memory_mb`` is that of each worker process. ``note`` is told what happens to workers.
    """

    def __init__(
        self,
        client: Any,
        memory_mb: float,
        seconds: float | None = None,
        note: Note = lambda text: None,
    ) -> None:
        self.client = client
        self.memory_mb = memory_mb
        self.seconds = seconds
        self.note = note
        self.aside: list[Partition] = []
        self._own = identity()
        self._workers: set[str] = set()
        self._refused: set[str] = set()
        self._met = False  # whether there was a worker that could be used
        self._busy: dict[str, tuple[Partition, Any]] = {}
        self._again: deque[Partition] = deque()
        self._deaths: dict[int, int] = {}
        self._finished: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._looked = 0.0
        self._all_out = False
        self._waiting = False

    def check_versions(self) -> None:
        """Raise SolverError for the first worker that solves with something else.

        If there is no worker yet, ``solve`` does so when the first ones come.
        """
        self._look()

    def solve(self, partitions: Iterator[Partition]) -> Generator[Solved, None, None]:
        """Yield partitions with their answers as they are done.

        However it ends, what is not done is called off. Raises SolverError if the scheduler
        is lost, and after all others if partitions had to be set aside.
        """
        try:
            while True:
                self._hand_out(partitions)
                if self._all_out and not self._busy and not self._again:
                    self._tell_aside()
                    return
                solved = self._wait()
                if solved is not None:
                    yield solved
        finally:
            self._call_off()

    def _hand_out(self, partitions: Iterator[Partition]) -> None:
        """Give every worker that has none a partition, as long as there are any."""
        for address in sorted(self._workers - self._busy.keys()):
            partition = self._again.popleft() if self._again else next(partitions, None)
            if partition is None:
                self._all_out = True
                return
            future = self.client.submit(
                on_cluster,
                partition.questions,
                self.seconds,
                self.memory_mb,
                workers=[address],
                pure=False,
            )
            self._busy[address] = (partition, future)
            future.add_done_callback(lambda done, at=address: self._finished.put((at, done)))

    def _wait(self) -> Solved | None:
        """Wait for a partition to be done; None if for now there is only something to see to."""
        self._check_scheduler()
        if time.monotonic() - self._looked >= _LOOK_EVERY:
            self._look()
        try:
            address, future = self._finished.get(timeout=_LOOK_EVERY)
        except Empty:
            return None
        if address not in self._busy or self._busy[address][1] is not future:
            return None  # of a worker that was given up
        partition = self._busy[address][0]
        if future.status == "error":
            self._failed(address, partition, future.exception(timeout=_FETCH))
            return None
        try:
            answers = future.result(timeout=_FETCH)
        except Exception as error:
            # Gone with its worker, or with the scheduler, before it was fetched.
            self._check_scheduler()
            self._look()
            if address in self._busy:
                raise SolverError(f"worker {address}: {_said(error)}") from error
            return None
        del self._busy[address]
        return partition, answers

    def _failed(self, address: str, partition: Partition, error: object) -> None:
        """See to a partition whose task has failed."""
        if type(error).__name__ != "KilledWorker":
            raise SolverError(f"worker {address}: {_said(error)}")
        # Its worker has died and come back under the same address, several times.
        del self._busy[address]
        self._deaths[partition.number] = MOST_DEATHS
        self._bury(partition)

    def _look(self) -> None:
        """See which workers there are: check new ones, take partitions back from lost ones.

        A worker that solves with something else gets nothing; among the first it is an error.
        """
        self._looked = time.monotonic()
        try:
            there = set(self.client.nthreads())
        except (OSError, TimeoutError) as error:
            raise self._lost() from error
        for address in sorted(self._workers - there):
            self._workers.remove(address)
            if address in self._busy:
                partition, future = self._busy.pop(address)
                self._cancel([future])
                self._deaths[partition.number] = self._deaths.get(partition.number, 0) + 1
                self.note(f"worker {address} is lost; it was at {partition}")
                self._bury(partition)
        self._refused &= there
        new = sorted(there - self._workers - self._refused)
        for address, found in self._identities(new).items():
            if found == self._own:
                self._workers.add(address)
                continue
            text = f"worker {address} has manni {found}, here it is {self._own}"
            if not self._met:
                raise SolverError(text)
            self._refused.add(address)
            self.note(text)
        self._met = self._met or bool(self._workers)
        if not self._workers and not self._waiting:
            self.note(f"no worker at {self._address()}: waiting for one")
        self._waiting = not self._workers

    def _bury(self, partition: Partition) -> None:
        """Set a partition aside that too many workers have died of; else it is tried again."""
        if self._deaths[partition.number] < MOST_DEATHS:
            self._again.append(partition)
            return
        self.aside.append(partition)
        self.note(f"{partition} is set aside")

    def _tell_aside(self) -> None:
        if self.aside:
            names = ", ".join(map(str, sorted(self.aside, key=lambda each: each.number)))
            raise SolverError(f"set aside, for {MOST_DEATHS} workers have died of each: {names}")

    def _identities(self, addresses: list[str]) -> dict[str, str]:
        if not addresses:
            return {}
        found = self.client.run(identity, workers=addresses, on_error="return")
        return {
            address: each if isinstance(each, str) else _said(each)
            for address, each in found.items()
        }

    def _check_scheduler(self) -> None:
        if self.client.status != "running":
            raise self._lost()

    def _lost(self) -> SolverError:
        return SolverError(f"the scheduler at {self._address()} is lost")

    def _address(self) -> str:
        scheduler = self.client.scheduler
        return "the cluster" if scheduler is None else str(scheduler.address)

    def _call_off(self) -> None:
        self._cancel([future for _, future in self._busy.values()])
        self._busy.clear()

    def _cancel(self, futures: list[Any]) -> None:
        if futures and self.client.status == "running":
            with suppress(OSError, TimeoutError):
                self.client.cancel(futures, force=True)


def _said(error: object) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
