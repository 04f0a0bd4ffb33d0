"""What a worker of the tests does besides its work; dask loads this when it starts.

The folder ``MANNI_FAULTS`` says what, by files: at the row ``GATE`` the worker tells that it is
there and waits for ``open``; at the row ``POISON`` it kills itself while there is ``poison``; it
has no memory while there is ``no room``. ``MANNI_VERSION`` is the version it says it has.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from cluster_rows import GATE, POISON

from solver.engine import Engine
from solver.frames import identity, questions, worker
from solver.frames.questions import Answers, Questions
from solver.run import Run

_answer = questions.answer
_folder = Path(os.environ["MANNI_FAULTS"])


def _answer_or_fail(
    engine: Engine, asked: Questions, answers: Answers, part: range, run: Run, *more: Any
) -> None:
    rows = [tuple(map(int, asked.hands[row])) for row in part]
    if POISON in rows and (_folder / "poison").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    if (_folder / "no room").exists():
        raise MemoryError("no room for a table of 16 MB")
    if GATE in rows:
        (_folder / f"at-gate-{os.getpid()}").touch()
        while not (_folder / "open").exists():
            run.check()
            time.sleep(0.01)
    _answer(engine, asked, answers, part, run, *more)


worker.answer = _answer_or_fail  # type: ignore[assignment]
if "MANNI_VERSION" in os.environ:
    identity.version = lambda name: os.environ["MANNI_VERSION"]
