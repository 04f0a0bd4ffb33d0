"""Cards, hands, seats, contracts and games as text, wherever a public function takes them.

Every door of the library with an argument of these kinds is tried, as the lists of doors name it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import test_advice_doors
import test_doors
import test_more_doors

from solver.cards import Seat
from solver.errors import NotationError, SolverError
from solver.notation import (
    format_card,
    format_cards,
    format_hand,
    format_hands,
    parse_card,
    parse_contract,
    parse_seat,
)
from solver.position import Position
from solver.rules.registry import VARIANTS

DOORS: dict[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {
    **test_doors.DOORS,
    **test_advice_doors.DOORS,
    **test_more_doors.DOORS,
}


def each(write: Callable[[Any], str]) -> Callable[[Any], list[str]]:
    return lambda values: [*map(write, values)]


def seat_of(value: Any) -> str:
    return Seat(value).word


# How arguments are written: by name, since that is what they are called everywhere.
WRITTEN: dict[str, list[Callable[[Any], Any]]] = {
    "card": [format_card],
    "cards": [format_cards, each(format_card)],
    "cut": [format_card],
    "contract": [lambda value: value.name],
    "declarer": [seat_of],
    "discarded": [format_cards],
    "discards": [lambda value: [own and format_cards(own) for own in value]],
    "hand": [format_hand],
    "hands": [format_hands, each(format_hand)],
    "laid": [each(lambda hand: hand and format_hand(hand))],
    "leader": [seat_of],
    "manni": [format_cards, each(format_card)],
    "only": [lambda value: ["" if not hand else format_hand(hand) for hand in value]],
    "play": [format_cards, each(format_card)],
    "played": [format_cards],
    "recorded": [format_cards],
    "seat": [seat_of, lambda value: Seat(value).letter],
    "shown": [format_cards],
    "surprise": [format_cards],
    "table": [format_cards],
    "variant": [lambda value: value.code],
}
ONE = {"card", "contract", "cut", "declarer", "hand", "leader", "seat", "variant"}
ARRAYS = {"solve_many", "solve_arrays"}  # which take numbers by the million
INNER = {"Seen", "Engine", "World", "Worlds"}  # what a game is, or a seat's number, is said before
CASES = [
    pytest.param(name, argument, write, id=f"{name}-{argument}-{number}")
    for name, (_, right) in DOORS.items()
    for argument, value in right.items()
    if argument in WRITTEN and value is not None and not isinstance(value, str | bool)
    if argument in ONE or isinstance(value, tuple | list)
    if argument != "variant" or value.code in VARIANTS
    for number, write in enumerate(WRITTEN[argument])
    if not (name in ARRAYS and argument == "hands")
    and not (name.split()[0].split(".")[0] in INNER and argument in ("variant", "seat"))
]


def told(answer: object) -> str:
    """Return what an answer says but for the time it took."""
    return re.sub(r"seconds=[0-9.e-]+", "", re.sub(r" at 0x[0-9a-f]+", "", repr(answer)))


def test_there_are_doors_of_every_kind() -> None:
    assert len(CASES) > 40
    tried = {case.values[1] for case in CASES}
    assert tried >= {"card", "cards", "hand", "hands", "seat", "contract", "play", "variant", "cut"}


@pytest.mark.parametrize(("name", "argument", "write"), CASES)
def test_text_is_what_it_stands_for(name: str, argument: str, write: Callable[[Any], Any]) -> None:
    door, right = DOORS[name]
    expected, found = door(**right), door(**{**right, argument: write(right[argument])})
    assert told(found) == told(expected)
    assert type(found) is type(expected)


@pytest.mark.parametrize(("name", "argument", "write"), CASES)
def test_a_wrong_text_is_named(name: str, argument: str, write: Callable[[Any], Any]) -> None:
    door, right = DOORS[name]
    wrong: Any = "Q9X"
    if isinstance(write(right[argument]), list):
        wrong = ["Q9X"] * max(1, len(write(right[argument])))
    with pytest.raises(SolverError) as caught:
        door(**{**right, argument: wrong})
    assert "q9x" in str(caught.value).lower() or "'X' is no rank" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_way_of_a_position_in_text() -> None:
    position = Position("AQ.3.. K2.A.. 43..5.", "NT", "F")
    assert position == Position.parse(["AQ.3..", "K2.A..", "43..5."])
    assert Position(position.hands, "NT", table=["SA"][:0]) == position
    after = position.play("SA")
    assert after.table == (parse_card("SA"),)
    assert after == position.follow("SA")[-1] == position.follow(["SA"])[-1]
    way = position.follow("SA, S2 S3")
    assert way[-1].leader is parse_seat("F")
    assert (way[-1].gain("F"), way[-1].gain("dealer"), way[-1].side("M")) == (1, 0, (Seat(1),))
    for call, named in (
        (lambda: position.play("SX"), "'SX' is no card"),
        (lambda: position.play("SA HK"), "'SA HK' is no card"),
        (lambda: position.follow("SA S2 S11"), "column 7: 'S11' is no card"),
        (lambda: position.follow(["SA", "zwei"]), "'zwei' is no card"),
        (lambda: position.gain("N"), "'N' is no seat"),
        (lambda: Position("AQ.3.. K2.A..", "NT"), "only 2 hands"),
        (lambda: Position(["AQ.3..", "K2.A..", "4X..5."], "NT"), "dealer: 'X' is no rank"),
    ):
        with pytest.raises(NotationError) as caught:
            call()
        assert named in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_number_with_a_name_is_written_by_it() -> None:
    assert [str(parse_contract(number)) for number in range(6)] == [
        "S",
        "H",
        "D",
        "C",
        "NT",
        "NULLO",
    ]
    assert " ".join(map(str, Seat)) == "F M D"
    seat, contract = Seat.DEALER, parse_contract("NT")
    assert f"{seat} {contract} {contract:>3} {contract:d} {seat:02d} {contract!r}" == (
        "D NT  NT 4 02 <Contract.NT: 4>"
    )
    assert [parse_contract(str(own)) for own in type(contract)] == [*type(contract)]
    assert [parse_seat(f"{own}") for own in Seat] == [*Seat]
