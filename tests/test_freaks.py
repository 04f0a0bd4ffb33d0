"""The deals that are hard to search, and the time limit that makes them harmless."""

from pathlib import Path

import dds
import pytest

from manni.solver.cards import Contract, Seat
from manni.solver.engine import Engine
from manni.solver.errors import SolverError
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.reading import read_deals
from manni.solver.position import Position
from manni.solver.run import Run

FREAKS = Path(__file__).resolve().parent.parent / "data" / "sample_deals" / "freaks.manni"
DEALS = read_deals(FREAKS)


def tag(deal_index: int, name: str) -> str | None:
    return dict(DEALS[deal_index].tags).get(name)


def guarantee(deal_index: int) -> tuple[int, ...] | None:
    """Return the stored guarantees of a deal by seat, None where none was found."""
    stored = tag(deal_index, "Guarantee")
    if stored is None:
        return None
    return tuple(int(part.partition(":")[2]) for part in stored.split())


def position(deal_index: int) -> Position:
    deal = DEALS[deal_index]
    return Position(deal.hands, deal.contract, deal.leader)


SOLVED = [index for index in range(len(DEALS)) if guarantee(index) is not None]


def test_there_are_enough_and_each_has_a_name() -> None:
    assert len(DEALS) >= 40
    assert len({tag(index, "Name") for index in range(len(DEALS))}) == len(DEALS)
    assert {deal.contract for deal in DEALS} >= {Contract.NT, Contract.S, Contract.NULLO}
    assert any((tag(index, "Name") or "").startswith("climb") for index in range(len(DEALS)))
    assert parse_deals(format_deals(DEALS)) == DEALS


@pytest.mark.parametrize("index", range(len(DEALS)), ids=lambda index: str(tag(index, "Name")))
def test_a_time_limit_gives_bounds_that_hold(index: int) -> None:
    engine = Engine(memory_mb=16)
    values = guarantee(index)
    for seat in Seat:
        low, high = engine.bounds(position(index), seat, run=Run(0.01))
        assert 0 <= low <= high <= position(index).tricks
        if values is not None:
            assert low <= values[seat] <= high


@pytest.mark.slow
@pytest.mark.parametrize("index", SOLVED, ids=lambda index: str(tag(index, "Name")))
def test_the_stored_guarantees_are_found_again(index: int) -> None:
    engine = Engine()
    assert tuple(engine.value(position(index), seat) for seat in Seat) == guarantee(index)


@pytest.mark.slow
@pytest.mark.usefixtures("dds_library")
def test_dds_finds_the_stored_guarantees() -> None:
    compared = 0
    for index in SOLVED:
        freak = position(index)
        for seat in Seat:
            try:
                board = dds.Board(freak.hands, freak.contract, freak.leader, seat)
            except SolverError:
                continue
            assert board.guarantee() == guarantee(index)[seat], tag(index, "Name")
            compared += 1
    assert compared >= 30
