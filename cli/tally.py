"""What a batch comes to: how much of it was wrong."""

from __future__ import annotations

from manni.cli import inputs, output
from manni.solver.errors import SolverError
from manni.solver.report.summaries import TALLY


class Tally:
    """How many lines or rows a source had, how many were wrong, and the first of these."""

    def __init__(self, source: str) -> None:
        self.name = inputs.name_of(source)
        self.unit = "rows" if inputs.is_table(source) else "lines"
        self.lines = self.errors = 0
        self.first: str | None = None

    def add(self, lines: int, errors: list[str]) -> None:
        """Count lines, some of them with errors."""
        self.lines += lines
        self.errors += len(errors)
        if self.first is None and errors:
            self.first = errors[0]

    def check_any(self) -> None:
        """Raise SolverError if there was no line."""
        if not self.lines:
            raise SolverError(f"{self.name}: there is no {self.unit[:-1]} in it")

    def finish(self, as_json: bool) -> None:
        """Print the summary if it is wanted. Raises SolverError if any line was wrong."""
        if as_json:
            output.result_json(TALLY.json(self))
        if self.errors:
            several = f"{self.errors} of {self.lines} {self.unit} are wrong; the first: "
            raise SolverError(f"{self.name}: {several if self.errors > 1 else ''}{self.first}")
