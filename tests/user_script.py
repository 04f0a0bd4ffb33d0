"""A program of a user of the library, which has to please mypy --strict and runs in the tests."""

from __future__ import annotations

from fractions import Fraction

import manni
from manni import Contract, Deal, Position, Seat, Solution, SolverError


def fair(deal: Deal) -> dict[Seat, Fraction]:
    """Return the share of each seat."""
    solution: Solution = manni.solve(deal)
    if solution.share is None:
        raise SolverError("not all was proved")
    return dict(zip(Seat, solution.share, strict=True))


def main() -> list[str]:
    """Return what the program says."""
    (deal,) = manni.parse_deals('[Deal "F:AQ... K2... 43..."] [Contract "NT"]')
    position: Position = deal.position(after=0)
    said = [f"{seat.word}: {share}" for seat, share in fair(deal).items()]
    said.append(str(position.contract is Contract.NT))
    try:
        manni.solve("no deal")
    except manni.NotationError as error:
        said.append(str(error))
    return said


if __name__ == "__main__":
    print("\n".join(main()))  # noqa: T201
