"""A run on a cluster of dask: its lots are the partitions of a bag.

Each worker reads the rows of its lots and writes their parts: input and output lie where all
workers see them. Which worker has which lot, and what becomes of those of a worker that is
lost, is dask's.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from manni.solver.checks import quote
from manni.solver.errors import SolverError
from manni.solver.files.parquet import EXTRA, ParquetSource
from manni.solver.frames.lots import lots_of_parquet
from manni.solver.frames.parts import SolvedLot, solve_parts

_ADDRESS = re.compile(r"(tcp|tls)://(\[[^]\s]+\]|[^:/\s]+):\d{1,5}")


def solve_on_cluster(
    address: str, source: ParquetSource, rows: int, folder: Path, **limits: Any
) -> Iterator[SolvedLot]:
    """Yield the lots of a source, of so many rows each, as their parts are there.

    However it ends, what no worker has begun is called off. Raises SolverError where dask is not
    installed, no scheduler answers, or something goes wrong on the way.
    """
    try:
        import dask.bag
        import distributed
    except ImportError:
        raise SolverError(f"a cluster needs dask: {EXTRA}") from None
    if not _ADDRESS.fullmatch(address):
        raise SolverError(f"cluster {quote(address)}: expected tcp://HOST:PORT")
    if address.startswith("tls:") and not dask.config.get("distributed.comm.tls.client.cert", None):
        raise SolverError(
            f"cluster {address}: certificates are needed: name them in the configuration of "
            "dask, as distributed.comm.tls.ca-file, .client.cert and .client.key"
        )
    numbers = dask.bag.from_sequence(range(-(-source.rows // rows)), partition_size=1)
    solved = numbers.map_partitions(_solve_lots, source, rows, folder, limits).to_delayed()
    logging.disable()  # what dask has to say is told in one line
    try:
        with distributed.Client(address, timeout=10) as client:
            futures = client.compute(solved)
            try:
                for _, found in distributed.as_completed(futures, with_results=True):
                    yield from found
            finally:
                client.cancel(futures)
    except SolverError:
        raise
    except Exception as error:  # of dask's many kinds
        said = " ".join(str(error).split())
        raise SolverError(f"cluster {address}: {type(error).__name__}: {said}") from None
    finally:
        logging.disable(logging.NOTSET)


def _solve_lots(
    numbers: Iterable[int], source: ParquetSource, rows: int, folder: Path, limits: dict[str, Any]
) -> list[SolvedLot]:
    """Solve lots of a source: what a worker does."""
    lots = (next(lots_of_parquet(source, rows, number)) for number in numbers)
    return [*solve_parts(lots, folder, **limits)]
