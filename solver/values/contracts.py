"""The guarantees of three hands in many contracts with many leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from manni.solver import checks
from manni.solver.cards import SEATS, Seat, triple
from manni.solver.engine import Bounds, Engine
from manni.solver.notation import parse_contract, parse_hands, parse_seat
from manni.solver.position import Position
from manni.solver.rules.contract import Contract
from manni.solver.rules.trick import TrickRules, plain_rules
from manni.solver.run import Run
from manni.solver.values.solution import SeatBounds
from manni.solver.values.solve import ALL_SEATS, Solver

T = TypeVar("T")

ContractValues = dict[tuple[Contract, Seat], SeatBounds]
"""By contract and leader, the bounds of the guarantees; None for a seat not asked for."""


def solve_table(
    hands: Sequence[int] | str,
    contracts: Iterable[Contract | str] = tuple(Contract),
    leaders: Iterable[Seat | str] = ALL_SEATS,
    seats: Iterable[Seat | str] = ALL_SEATS,
    *,
    ace_low: Iterable[Contract | str] = (),
    rules: Mapping[Contract, TrickRules] | None = None,
    declarer: Seat | str | None = None,
    solver: Solver | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> ContractValues:
    """Return the values of three hands, forehand first, in every contract with every leader.

    ``ace_low`` are the contracts in which the ace is the lowest card; ``rules`` those of
    contracts that have others. Where they make partners of two seats the leader declares,
    unless a ``declarer`` is given. The threads of the ``solver`` work side by side. Once
    ``seconds`` are over, for all in all, or the run is, what is proved until then is returned.
    """
    run = Run.of(run, seconds)
    solver = Solver() if solver is None else checks.instance(solver, Solver, "solver")
    asked = _unlike(map(parse_contract, checks.several(contracts, "contracts")))
    first = _unlike(map(parse_seat, checks.several(leaders, "leaders")))
    counted = _unlike(map(parse_seat, checks.several(seats, "seats")))
    low = set(map(parse_contract, checks.several(ace_low, "ace_low")))
    rules_of = checks.instance({} if rules is None else rules, Mapping, "rules")  # type: ignore[type-abstract]
    if isinstance(hands, str):
        hands = parse_hands(hands)
    positions = {
        (contract, leader): Position(
            hands,
            contract,
            leader,
            rules=rules_of.get(contract, plain_rules(contract in low)),
            declarer=leader if declarer is None else declarer,
        )
        for contract in asked
        for leader in first
    }
    # What is proved with one leader helps with the next: one engine takes all leaders.
    tasks = [(contract, seat) for contract in asked for seat in counted]
    solved = solver.pool.map(partial(_by_leader, positions, first), tasks, run, _are_exact)
    values: dict[tuple[Contract, Seat], list[Bounds | None]] = {
        place: [None] * SEATS for place in positions
    }
    for (contract, seat), bounds in zip(tasks, solved, strict=True):
        for leader, pair in zip(first, bounds, strict=True):
            values[contract, leader][seat] = pair
    return {place: triple(bounds) for place, bounds in values.items()}


def all_exact(values: ContractValues) -> bool:
    """Return whether every guarantee asked for was found in time."""
    found = (pair for bounds in values.values() for pair in bounds if pair is not None)
    return all(lower == upper for lower, upper in found)


def _unlike(values: Iterable[T]) -> list[T]:
    """Return values in their order, one that comes again left out."""
    return list(dict.fromkeys(values))


def _by_leader(
    positions: dict[tuple[Contract, Seat], Position],
    leaders: list[Seat],
    engine: Engine,
    task: tuple[Contract, Seat],
    run: Run,
) -> list[Bounds]:
    """Return the bounds of a seat in a contract, leader by leader, each a guess for the next."""
    contract, seat = task
    found: list[Bounds] = []
    for done, leader in enumerate(leaders):
        part = run.part(1 / (len(leaders) - done))
        guess = found[-1][0] if found else None
        found.append(engine.bounds(positions[contract, leader], seat, run=part, guess=guess))
    return found


def _are_exact(bounds: list[Bounds]) -> bool:
    return all(lower == upper for lower, upper in bounds)
