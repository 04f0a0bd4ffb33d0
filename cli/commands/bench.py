"""``manni bench``: the speed figures of this machine and the node total."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

import click

from cli import output
from cli.options import json_option, seed_option
from cli.params import COUNT, SECONDS
from solver.errors import SolverError

PATIENCE = 12.0  # seconds one value may take, so that the whole stays under two minutes


@click.command()
@click.option("--rows", multiple=True, metavar="ROW", help="Only these rows (may be repeated).")
@click.option(
    "--per-row",
    "count",
    type=COUNT,
    metavar="N",
    help="Values per row, in place of its own number.",
)
@seed_option(1)
@click.option(
    "--row-time",
    "seconds",
    type=SECONDS,
    default=4.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU time after which a row stops with the values it has.",
)
@click.option("--against-dds", is_flag=True, help="Run DDS beside it (needs the package endplay).")
@json_option
def command(
    rows: tuple[str, ...],
    count: int | None,
    seed: int,
    seconds: float,
    against_dds: bool,
    as_json: bool,
) -> None:
    """Measure the search on this machine.

    Times are CPU milliseconds a value, from an empty table, clearing it included. The
    nodes searched for fixed positions must equal the stored number: exit code 1 if not.
    Ctrl-C ends it and shows the rows measured so far.
    """
    from cli.bench import dds, signature
    from cli.bench import rows as bench
    from cli.bench.figures import Result, table
    from solver.report.summaries import BENCH

    try:
        chosen = bench.select(rows)
    except SolverError as error:
        raise click.BadParameter(str(error), param_hint="'--rows'") from error
    if against_dds:
        dds.require()
    nodes = signature.count()
    of_points = signature.count(signature.POINTS)
    measuring = bench.Bench(seed, count, seconds, against_dds, patience=PATIENCE)
    results = []
    stopped = False
    for row in chosen:
        output.note(f"{row.name}: {row.work}")
        try:
            results.append(Result(row, row.run(measuring)))
        except bench.Unavailable as error:
            output.note(f"{row.name}: left out: {error}")
        except KeyboardInterrupt:
            stopped = True
            break
    if as_json:
        data = BENCH.json(
            None,
            **machine(),
            seed=seed,
            nodes=nodes.total,
            nodes_stored=nodes.stored,
            points_nodes=of_points.total,
            points_nodes_stored=of_points.stored,
            rows=results,
            stopped=stopped,
        )
        output.result_json(data)
    else:
        output.result(", ".join(machine().values()))
        output.result(table(results).text())
        output.result(f"nodes over fixed positions: {nodes.total:,}, stored {nodes.stored:,}")
        output.result(
            f"nodes of the search for points: {of_points.total:,}, stored {of_points.stored:,}"
        )
    if stopped:
        output.stopped()
    for found in (nodes, of_points):
        if not found.values_agree:
            raise SolverError("a fixed position has another value than the stored one")
        if found.total != found.stored:
            raise SolverError(
                f"{found.total} nodes over the fixed positions, {found.stored} are stored: "
                "the search has changed"
            )


def machine() -> dict[str, Any]:
    """Return the processor and the Python the figures are for."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    return {"machine": processor, "python": f"Python {platform.python_version()}"}
