"""What goes where: results to stdout, notes to stderr, colours only on a terminal."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import click


def result(text: str) -> None:
    """Print a result."""
    # Colours are in the text only where `colours()` said so: click need not strip them.
    click.echo(text, color=True)


def result_json(data: Any) -> None:
    """Print a result as one JSON document on one line."""
    click.echo(json.dumps(data, ensure_ascii=False))


def note(text: str) -> None:
    """Print a note that is not part of the result."""
    click.echo(text, err=True)


def colours() -> bool:
    """Return whether stdout is a terminal whose user has not set NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def progress_wanted() -> bool:
    """Return whether stderr is a terminal, so that a progress bar makes sense."""
    return sys.stderr.isatty()
