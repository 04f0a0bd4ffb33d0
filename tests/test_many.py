"""Many positions from numpy arrays: how they may be given, runs that end, doors that check."""

import threading
from collections.abc import Iterator
from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest
from positions import random_position

from manni.solver.cards import Contract, Seat
from manni.solver.errors import DealError, SolverError, StoppedError
from manni.solver.frames.arrays import solve_arrays, solve_many
from manni.solver.position import Position
from manni.solver.run import Run

ROW = [1 << 12, 1 << 11, 1 << 10]  # a spade each, A K Q


def leads(rng: Random, count: int, most: int) -> list[Position]:
    return [random_position(rng, rng.randrange(most + 1), on_table=0) for _ in range(count)]


def columns(positions: list[Position]) -> dict[str, Any]:
    """Return positions as the arguments of both functions."""
    return {
        "hands": np.array([position.hands for position in positions], dtype=np.uint64),
        "contract": np.array([position.contract for position in positions], dtype=np.int8),
        "leader": np.array([position.leader for position in positions], dtype=np.int8),
        "ace_low": np.array([position.ace_low for position in positions]),
    }


def test_one_for_all_or_one_a_row_numbers_or_names() -> None:
    positions = leads(Random(6), 40, 4)
    hands = columns(positions)["hands"]
    expected = solve_many(hands, 5, 1, ace_low=True)
    for contract in ("nolo", Contract.NULLO, ["NULLO"] * 40, [5] * 40):
        for leader in ("M", Seat.MIDDLEHAND, np.full(40, 1), ["M"] * 40):
            found = solve_many(hands.tolist(), contract, leader, ace_low=[True] * 40)
            assert (found == expected).all()
    names = np.array(["nullo"] * 40, dtype=object)
    low = np.array([True] * 40, dtype=object)
    assert (solve_many(hands.astype(object), names, "M", ace_low=low) == expected).all()
    assert (solve_arrays(hands, names, "M", ace_low=low).guarantee == expected).all()


@pytest.mark.parametrize("hands", [[], np.zeros((0, 3), dtype=np.uint64), np.zeros((0, 3))])
def test_no_positions_have_no_values(hands: Any) -> None:
    for array in vars(solve_arrays(hands, "NT", cards=True, line="F")).values():
        assert array.shape[0] == 0 < len(array.shape[1:])
    assert solve_many([[0, 0, 0]], "NT").tolist() == [[0, 0, 0]]


def test_any_order_in_memory_and_read_only_arrays() -> None:
    positions = leads(Random(7), 30, 4)
    hands = columns(positions)["hands"]
    expected = solve_many(hands, "S")
    frozen = hands.copy()
    frozen.flags.writeable = False
    wide = np.zeros((60, 6), dtype=np.uint64)
    wide[::2, ::2] = hands
    for same in (np.asfortranarray(hands), frozen, wide[::2, ::2], hands.astype(">u8")):
        assert (solve_many(same, "S") == expected).all()
    assert (solve_many(hands.astype(np.int64), "S") == expected).all()


# A run --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("more", [{}, {"cards": True}, {"line": "F"}])
def test_a_run_that_is_over_gives_no_values(threads: int, more: dict[str, Any]) -> None:
    hard = [random_position(Random(n), 16, Contract.NULLO, on_table=0) for n in range(40)]
    asked = columns(hard) | {"threads": threads, "memory_mb": 16}
    for cancel_after in (0, 0.05):
        run = Run()
        timer = threading.Timer(cancel_after, run.cancel)
        timer.start()
        with pytest.raises(StoppedError, match="called off"):
            solve_arrays(**asked, **more, run=run)
        timer.join()
    with pytest.raises(StoppedError, match="allow more"):
        solve_arrays(**asked, **more, run=Run(0.01))


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_counts_the_rows(threads: int) -> None:
    told = []
    run = Run(progress=lambda done, total: told.append((done, total)))
    solve_arrays([ROW] * 50, "NT", threads=threads, run=run)
    assert told == [(32, 50), (50, 50)]


def test_arrays_that_change_meanwhile_change_nothing() -> None:
    asked, others = (columns(leads(Random(n), 40, 4)) | {"threads": 1} for n in (8, 9))
    asked["line"], others["line"] = np.zeros(40, dtype=np.int8), np.ones(40, dtype=np.int8)
    expected = solve_arrays(**asked)

    def change(_done: int, _total: int | None) -> None:
        for name in asked.keys() - {"threads"}:
            asked[name][:] = others[name]

    assert repr(solve_arrays(**asked, run=Run(progress=change))) == repr(expected)


# Doors --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": [[0.9, 4.2, 16.0]]}, "hands are of type float64: whole numbers are wanted"),
        ({"hands": [["AK..", "QJ..", "T9.."]]}, "hands are of type <U"),
        (
            {"hands": [ROW, [-1, 2, 4]]},
            "row 1: forehand .*: -1, expected at",
        ),
        ({"hands": [ROW, [1 << 64, 2, 4]]}, "row 1: forehand holds a card outside the pack"),
        ({"hands": [ROW, [None, 2, 4]]}, "row 1: forehand .*: None is no whole number"),
        (
            {"hands": np.array([ROW, [True, 2, 4]], dtype=object)},
            "forehand .*: True is no",
        ),
        ({"hands": [ROW, [1, 2]]}, "hands make no array"),
        (
            {"hands": np.ma.array([ROW], mask=[[1, 0, 0]])},
            "hands: an array that is masked: leave out",
        ),
        ({"contract": np.ma.array([0], mask=[1])}, "contract: an array that is masked"),
        ({"hands": [ROW[:2]]}, "row 0: 2 hands: name their game"),
        ({"hands": [ROW * 3]}, r"hands have the shape \(1, 9\): \(n, 2\) to \(n, 7\) is wanted"),
        ({"hands": [ROW, [1, 2, 2]]}, "row 1: middlehand and dealer both hold S3"),
        (
            {"contract": ["NT", "X"], "hands": [ROW, ROW]},
            "^row 1: field .* 'X' is no contract",
        ),
        ({"contract": [0, 1]}, r"contract has the shape \(2,\): one for all or \(1,\)"),
        ({"contract": 2.0}, "contract is of type float64"),
        ({"line": "N"}, "^line: 'N' is no seat"),
    ],
)
def test_what_cannot_be_solved_is_told(change: dict[str, Any], message: str) -> None:
    asked = {"hands": [ROW], "contract": "NT"} | change
    with pytest.raises(SolverError, match=message):
        solve_arrays(**asked)


def test_nothing_is_solved_before_all_is_checked() -> None:
    hard = random_position(Random(4), 16, Contract.NULLO, on_table=0).hands
    with pytest.raises(DealError, match="row 1"):
        solve_many([hard, [1, 1, 2]], "NULLO")


class Evil:
    """What no array can be made of, or only to raise."""

    def __init__(self, name: str) -> None:
        setattr(type(self), name, self.fail)

    def fail(self, *_: object, **__: object) -> Any:
        raise OSError("no disk")


class Masked:
    @property
    def _mask(self) -> Any:
        raise KeyError("no mask")


def strange() -> Iterator[Any]:
    """Yield what somebody may take for an array, and what nobody would."""
    endless = []
    endless.append(endless)
    for name in ("__array__", "__len__", "__index__", "__iter__", "__getitem__"):
        own = type("Own", (Evil,), {})(name)
        yield from (own, [own] * 3, [[own, 2, 4]])
    yield from ([[np.ma.array(1, mask=True), 2, 4]], [[np.ma.masked, 2, 4]], Masked(), endless)
    yield from (np.zeros((1, 3), kind) for kind in ("c8", "M8[s]", "V4", [("a", "i8")], "S3", "f2"))
    yield from (np.broadcast_to(np.uint64(1), (1 << 45, 3)), np.zeros((1, 2, 3)), [[1 << 70, 2, 4]])
    yield from (b"abc", {1, 2}, {"a": 1}, object(), "FMD", nan, inf, 1e300, ..., int, [[], [1]])


@pytest.mark.parametrize(
    "name", ["hands", "contract", "leader", "ace_low", "variant", "declarer", "line", "cards"]
)
@pytest.mark.filterwarnings("ignore:Warning. converting a masked element")
def test_whatever_is_no_array_of_these_is_refused(name: str) -> None:
    for value in strange():
        with pytest.raises(SolverError):
            solve_arrays(**{"hands": [ROW], "contract": "NT", "memory_mb": 1} | {name: value})
