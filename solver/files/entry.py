"""The entries of a file of deals, whatever its format."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from manni.solver.deal import Deal, meant_tag
from manni.solver.errors import IllegalPlayError, NotationError, SolverError


class Entry(NamedTuple):
    """An entry of a file: a deal, or the error that made it none.

    ``number`` and ``line``, where it begins, count from 1; no line is known in JSON.
    ``warnings`` are sentences about what may be a slip: tags that are nearly known ones.
    """

    number: int
    line: int | None
    deal: Deal | None = None
    error: SolverError | None = None
    warnings: tuple[str, ...] = ()


def placed(
    error: IllegalPlayError, *, deal: int, file: str | None, line: int | None = None
) -> IllegalPlayError:
    """Return the error with its place in a file in its message."""
    return IllegalPlayError(
        str(NotationError(str(error), line=line, deal=deal, file=file)),
        index=error.index,
        seat=error.seat,
        card=error.card,
        kind=error.kind,
    )


def tag_warning(name: str, *, deal: int, file: str | None, line: int | None = None) -> str | None:
    """Return the warning about a tag that is nearly a known one, None where it is not."""
    meant = meant_tag(name)
    if meant is None:
        return None
    message = f"the tag {name} has no meaning: is {meant} meant?"
    return str(NotationError(message, line=line, deal=deal, file=file))


def all_deals(entries: Iterable[Entry]) -> list[Deal]:
    """Return the deals. Raises the first error among the entries."""
    deals = []
    for entry in entries:
        if entry.error is not None:
            raise entry.error
        if entry.deal is not None:
            deals.append(entry.deal)
    return deals
