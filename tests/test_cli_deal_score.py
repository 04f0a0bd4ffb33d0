"""manni deal: what it prints, and what it refuses."""

import json
from functools import reduce
from operator import or_

import pytest
from commands import error, json_lines, output

from manni.solver.cards import cards_in
from manni.solver.files.dealfile import parse_deals
from manni.solver.files.jsonfile import format_json
from manni.solver.rules.games import VARIANTS, get_variant

# Dealing -----------------------------------------------------------------------------


@pytest.mark.parametrize("code", [*VARIANTS, "trjamann+spades-other"])
def test_what_is_dealt_can_be_read(code: str) -> None:
    asked = ("deal", "--variant", code, "--seed", "5")
    text = output(*asked, "-n", "3")
    deals = parse_deals(text)
    assert [deal.variant for deal in deals] == [code] * 3
    assert [dict(deal.tags) for deal in deals] == [
        {"Seed": "5", "Board": str(number)} for number in (1, 2, 3)
    ]
    assert json.loads(output(*asked, "-n", "3", "--json")) == json.loads(format_json(deals))
    assert text.startswith(output(*asked))  # fewer deals are the first of more


def test_a_seed_is_made_up_and_said() -> None:
    text = output("deal", "--variant", "laugavatn")
    seed = dict(parse_deals(text)[0].tags)["Seed"]
    assert output("deal", "--variant", "laugavatn", "--seed", seed) == text
    assert output("deal", "--variant", "laugavatn") != text


@pytest.mark.parametrize("code", [*VARIANTS, "encheres-sans+miseres"])
def test_endings_can_be_solved_as_they_are(code: str) -> None:
    asked = ("deal", "--variant", code, "--tricks", "3", "--seed", "5", "-n", "60")
    text, variant = output(*asked), get_variant(code)
    deals = parse_deals(text)
    assert [deal.tag("Board") for deal in deals] == [str(number) for number in range(1, 61)]
    assert {deal.contract for deal in deals} == set(variant.contracts)
    seats = set(variant.seats)
    assert {deal.leader for deal in deals} == seats
    assert {deal.declarer for deal in deals} == (seats if variant.declared else {None})
    assert set(cards_in(reduce(or_, (hand for deal in deals for hand in deal.hands)))) == set(
        cards_in(variant.pack)
    )
    for deal in deals:
        position = deal.position()
        assert [hand.bit_count() for hand in position.hands] == [3] * len(seats)
        assert position.rules == variant.rules_of(position.contract)
    solved = json_lines("solve", "-", text=text)
    assert [each["tricks"] for each in solved] == [3] * 60
    # The cards are the same whatever is asked for besides.
    contract = variant.contracts[-1]
    given = parse_deals(output(*asked, "--contract", contract.name))
    assert [deal.hands for deal in given] == [deal.hands for deal in deals]
    assert {deal.contract for deal in given} == {contract}
    most = error("deal", "--variant", code, "--tricks", "18")
    assert most == f"tricks: 18, expected 1 to {variant.tricks}"
