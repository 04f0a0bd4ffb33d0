"""The sample deals: what they show, and that they are worth what values.json says."""

import json
from pathlib import Path

import pytest

from manni.solver import reference
from manni.solver.cards import Contract
from manni.solver.deal import Deal
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.reading import read_deals
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.values.solve import Solver, solve

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
VALUES = json.loads((SAMPLES / "values.json").read_text(encoding="utf-8"))
del VALUES["made"]

# The other files of the folder are suites with tests of their own.
FILES = (*VARIANTS, "endings", "mid-trick")
DEALS = {
    (stem, dict(deal.tags)["Name"]): deal
    for stem in FILES
    for deal in read_deals(SAMPLES / f"{stem}.manni")
}

QUICK = 12  # tricks: what has more is for the slow run


def by_size() -> list[object]:
    """Return a parameter a deal, the large ones marked slow."""
    return [
        pytest.param(
            key,
            marks=[pytest.mark.slow] * (deal.position().tricks > QUICK),
            id="-".join(key),
        )
        for key, deal in DEALS.items()
        if key[0] in VALUES
    ]


def test_there_are_deals_of_every_kind() -> None:
    assert len(DEALS) >= 30
    assert {deal.variant for deal in DEALS.values()} >= set(VARIANTS)
    assert {deal.contract_played for deal in DEALS.values()} == set(Contract)
    assert {len(deal.position().table) for deal in DEALS.values()} >= {0, 1, 2}


@pytest.mark.parametrize("key", DEALS, ids="-".join)
def test_a_deal_is_named_and_keeps_the_rules(key: tuple[str, str]) -> None:
    deal = DEALS[key]
    assert dict(deal.tags)["Comment"]
    if deal.variant is None:
        return
    variant = get_variant(deal.variant)
    deal.check_dealt(variant)
    assert len(deal.manni) == variant.manni
    assert variant.declared == (deal.declarer is not None)
    assert deal.contract_played is not None
    rule = variant.exchange_in(deal.contract_played)
    exchange = Exchange(rule, deal.hands, deal.manni, deal.declarer)
    while (seat := exchange.to_exchange) is not None:
        exchange = exchange.discard(deal.discards[seat] or ())
    assert exchange.hands == deal.hands_played()
    if deal.cut is not None:
        assert variant.fixed_contract(1, deal.cut) == deal.contract


def test_names_are_unique_and_files_can_be_written_again() -> None:
    names = [name for _, name in DEALS]
    assert len(set(names)) == len(names)
    assert parse_deals(format_deals(DEALS.values())) == list(DEALS.values())


def test_every_deal_has_its_values() -> None:
    """Of files that have any: those of a game that is added may be stored later."""
    known = {(stem, name) for stem, deals in VALUES.items() for name in deals}
    assert known == {(stem, name) for stem, name in DEALS if stem in VALUES}
    assert len(VALUES) >= 14


@pytest.mark.parametrize("key", by_size())
def test_values(key: tuple[str, str]) -> None:
    solution = solve(DEALS[key])
    seats = map(str, solution.position.seats)
    assert dict(zip(seats, solution.guarantee, strict=True)) == VALUES[key[0]][key[1]]


def test_a_deal_and_its_text_are_solved_as_their_position() -> None:
    for deal in DEALS.values():
        position = deal.position()
        if position.tricks <= 5:
            expected = solve(position, cards=True)
            assert solve(deal, cards=True) == expected
            assert solve(format_deals([deal]), cards=True) == expected


@pytest.mark.parametrize(
    "key",
    [
        key
        for key, deal in DEALS.items()
        if key[0] in VALUES and deal.position().tricks * len(deal.hands) <= 15
    ],
    ids="-".join,
)
def test_values_of_the_smallest_by_the_plain_search(key: tuple[str, str]) -> None:
    position = DEALS[key].position()
    seats = map(str, position.seats)
    assert dict(zip(seats, reference.guarantees(position), strict=True)) == VALUES[key[0]][key[1]]


@pytest.mark.parametrize("deal", [pytest.param(d, id=key[1]) for key, d in DEALS.items() if d.keys])
def test_goal_and_key_hold(deal: Deal) -> None:
    """The seat to play reaches its goal, its best, with the key and no other card."""
    position = deal.position()
    solution = Solver().solve(position, cards=True)
    assert deal.goal.seat == position.to_play
    assert deal.goal.at_least != position.contract.avoids
    assert deal.goal.tricks == solution.guarantee[deal.goal.seat]
    assert [value.card for value in solution.cards if value.loss == 0] == sorted(deal.keys)
