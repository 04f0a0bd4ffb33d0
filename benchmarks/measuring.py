"""What the programs here share: options, modules, CPU time, figures, tables."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from statistics import fmean, median
from time import perf_counter, process_time_ns
from typing import Any, get_args, get_origin

import numpy as np

from manni.solver.advice.compare import upper_quantile

TIMES = ("n", "mean", "median", "p99.9", "max")


def run(main: Callable[..., int | None]) -> None:
    """Run a program, whose arguments are the parameters of ``main``, its options those by name.

    An option whose first letter no other has may be given by that.
    """
    parser = argparse.ArgumentParser(description=main.__globals__["__doc__"].splitlines()[0])
    parameters = signature(main, eval_str=True).parameters
    letters = ["h", *(name[0] for name in parameters)]
    for name, parameter in parameters.items():
        flags = [name]
        if parameter.kind is parameter.KEYWORD_ONLY:
            flags = [f"--{name}", *[f"-{name[0]}"] * (letters.count(name[0]) == 1)]
        kind, *_ = get_args(parameter.annotation) or (parameter.annotation,)
        how: dict[str, Any] = {"type": kind}
        if kind is bool:
            how = {"action": "store_true"}
        elif get_origin(parameter.annotation) is tuple:
            how["nargs"] = "*"
        parser.add_argument(*flags, default=parameter.default, **how)
    sys.exit(main(**vars(parser.parse_args())))


def manni(*arguments: object) -> tuple[float, float, float]:
    """Run the command; return its wall and CPU seconds and the most megabytes it took."""
    start = perf_counter()
    program = Path(sys.executable).with_name("manni")
    process = subprocess.Popen([program, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"manni {arguments[0]} ended with exit code {process.returncode}")
    wall = perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def loaded(name: str, path: Path | str) -> Any:
    """Return a module from a file, under a name, whatever else has been loaded under that."""
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def timed(function: Callable[..., Any], *args: object, **named: object) -> tuple[float, Any]:
    """Return the CPU milliseconds of a call, and what it returns."""
    start = process_time_ns()
    answer = function(*args, **named)
    return (process_time_ns() - start) / 1e6, answer


def searched(search: Any, find: Callable[..., Any], *args: object) -> tuple[float, int, Any]:
    """Return CPU milliseconds, nodes and answer of a call of a search on an empty table.

    The clearing is counted.
    """
    before = search.nodes

    def cleared() -> Any:
        search.clear()
        return find(*args)

    ms, answer = timed(cleared)
    return ms, search.nodes - before, answer


def figure(value: float) -> str:
    """Return a number with three significant figures."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def times(values: Sequence[float]) -> list[str]:
    """Return the cells of ``TIMES``; p99.9 is what 999 of 1,000 values do not exceed."""
    most = np.percentile(values, 99.9, method="inverted_cdf")
    cells = map(figure, (fmean(values), median(values), most, max(values)))
    return [str(len(values)), *cells]


def line(*cells: object) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def heads(*cells: object) -> None:
    """Print the head of a Markdown table."""
    line(*cells)
    line(*["---"] * len(cells))


def interval(values: Any) -> str:
    """Return a mean with half the width of its 95 % interval."""
    number = len(values)
    wide = 0.0
    if number > 1:
        wide = upper_quantile(0.025, number - 1) * float(np.std(values, ddof=1)) / number**0.5
    return f"{np.mean(values):+.2f} ± {wide:.2f}"
