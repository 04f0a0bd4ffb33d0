"""A program of a user, which runs in the tests and pleases mypy and pyright, both strict."""

from __future__ import annotations

from fractions import Fraction

import manni
from manni import Contract, Deal, Position, Seat, Solution, SolverError, WholeSolution


def fair(deal: Deal) -> dict[Seat, Fraction]:
    """Return the share of each seat."""
    solution = manni.solve(deal)
    if solution.share is None:
        raise SolverError("nothing is shared between a declarer and partners")
    return dict(zip(Seat, solution.share, strict=True))


def open_tricks(solution: Solution) -> int:
    """Return how many tricks nobody is sure of: guarantees of a whole solution are numbers."""
    return solution.position.tricks - sum(solution.guarantee)


def best_cards(position: Position) -> list[int]:
    """Return the cards that lose nothing."""
    found: list[int] = []
    for value in manni.solve(position, cards=True).cards:
        assert sum(value.guarantee) > 0
        assert len(manni.solve(position, line="F").line) > 3
        if value.loss < 1:
            found.append(value.card)
    return found


def in_time(deal: Deal, seconds: float) -> int | None:
    """Return the tricks that nobody is sure of, None if there was not enough time."""
    solution: Solution = manni.solve(deal, seconds=seconds)
    return open_tricks(solution) if isinstance(solution, WholeSolution) else None


def main() -> list[str]:
    """Return what the program says."""
    (deal,) = manni.parse_deals('[Deal "F:AQ... K2... 43..."] [Contract "NT"]')
    position: Position = deal.position(after=0)
    said = [f"{seat.word}: {share}" for seat, share in fair(deal).items()]
    said.append(str(position.contract is Contract.NT))
    whole = manni.Solver(memory_mb=16).solve(position, cards=True)
    assert {value.loss for value in whole.cards} >= {0}
    said.append(f"{open_tricks(whole)} open, best {best_cards(position)}")
    said.append(f"{in_time(deal, 60.0)} open")
    try:
        manni.solve("no deal")
    except manni.NotationError as error:
        said.append(str(error))
    return said


if __name__ == "__main__":
    print("\n".join(main()))  # noqa: T201
