"""manni deal and manni score: what they print, and what they refuse."""

from __future__ import annotations

import json
import re
from functools import reduce
from operator import or_
from pathlib import Path

import pytest
from commands import error, json_lines, json_of, output

from manni.solver.cards import cards_in
from manni.solver.dealing import random_deals
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


def test_nullo_with_the_ace_low_says_so() -> None:
    dealt = random_deals(VARIANTS["hornafjordur-io"], 1)
    for deal in (next(dealt) for _ in range(20)):
        assert deal.contract is not None
        assert deal.ace_low == (True if deal.contract.avoids else None)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--variant", "whist"], f"no variant 'whist': there are {' '.join(VARIANTS)}"),
        (["--variant", "basic", "-n", "0"], "0 is not in the range 1<=x<=1000000000"),
        (["--variant", "basic", "-n", "1000000000000000"], "0 is not in the range 1<=x"),
    ],
)
def test_wrong_usage_of_deal(args: list[str], message: str) -> None:
    assert message in error("deal", *args, code=2)


# Scoring -----------------------------------------------------------------------------

NO_CARDS = '[Deal "F:... ... ..."]'


def record(variant: str, result: str, *more: str) -> str:
    """Return a deal without cards, its tricks F M D, and further tags."""
    tricks = " ".join(map(":".join, zip("FMD", result.split(), strict=True)))
    tags = "".join(f"[{tag}]\n" for tag in more)
    return f'{tags}[Variant "{variant}"]\n{NO_CARDS}\n[Result "{tricks}"]\n\n'


def basic(*results: str) -> str:
    return "".join(record("basic", result) for result in results)


@pytest.mark.parametrize(
    ("results", "end"),
    [
        # By player: 12 0 0, then player 2 is forehand.
        (["12 0 0", "3 3 6"], "player 1 has won with +10."),
        # Players 1 and 3 six tricks each, five times.
        (["6 0 6", "0 6 6", "6 6 0", "6 0 6", "0 6 6"],
         "player 1 and player 3 share the win with +10 each."),
        (["5 4 3"], "Deal 2: player 1 deals, player 2 is forehand, the contract is S."),
    ],
)  # fmt: skip
def test_how_a_sheet_ends(results: list[str], end: str) -> None:
    text = output("score", "-", text=basic(*results))
    number = f"{len(results)} deal" + "s" * (len(results) > 1)
    assert text.startswith(f"basic Manni, until a player has +10: {number} played\n")
    assert text.endswith(f"\n{end}\n")
    assert re.search(r"^1 +player 3 +H ", text, re.M)
    assert "declarer" not in text


def test_plus_and_minus_apart() -> None:
    table = output("score", "-", text=record("hornafjordur-io", "8 0 4", 'Contract "NT"'))
    assert re.search(r"plus +minus +total\nplayer 1 +4 +0 +\+4\nplayer 2 +0 +4 +-4\n", table)


@pytest.mark.parametrize(
    ("tags", "totals"),
    [
        (['Players "Ari, Bryndís Jóns, Dís"', 'Dealer "Ari"'],
         {"Ari": -4, "Bryndís Jóns": 8, "Dís": -4}),
        (['Dealer "1"'], {"player 1": -4, "player 2": 8, "player 3": -4}),
    ],
)  # fmt: skip
def test_who_deals_first(tags: list[str], totals: dict[str, int]) -> None:
    sheet = json_of("score", "-", text=record("basic", "12 0 0", *tags))
    assert sheet["totals"] == totals


def test_the_variant_may_be_given() -> None:
    text = basic("12 0 0").replace('[Variant "basic"]\n', "")
    assert "no variant is named" in error("score", "-", text=text)
    assert "basic Manni" in output("score", "-", "--variant", "basic", text=text)


# Records that cannot be ----------------------------------------------------------------


def deal_text(**changes: str | None) -> str:
    """Return a record of Hornafjarðarmanni, seed 0, with lines changed, added or left out."""
    lines: dict[str, str | None] = {
        "Variant": '"hornafjordur"',
        "Deal": '"F:KJ5.QT.A83.KQ97 QT2.743.752.652 8643.AK52.Q96.8"',
        "Manni": '"SA DK H8 DJ HJ D4 S9 S7 CA H6 CT H9 C4 CJ DT C3"',
        "Cut": '"D9"',
        "Contract": '"D"',
        "Result": '"F:6 M:1 D:5"',
    }
    lines |= changes
    play = lines.pop("Play", None)
    text = "".join(f"[{name} {value}]\n" for name, value in lines.items() if value)
    return text + (f'[Play "F"]\n{play}\n' if play else "")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"Result": None}, "neither a result nor a play is recorded"),
        ({"Result": '"F:6 M:1 D:4"'},
         "tricks 6 1 4 add up to 11: a deal of hornafjordur has 12"),
        ({"Contract": None, "Cut": None}, "neither contract nor cut card is recorded"),
        ({"Leader": '"D"'}, "dealer leads: in hornafjordur forehand does"),
        ({"Play": "SK ST S8", "Result": None},
         "no result is recorded and the play stops after 3 of 36 cards"),
        ({"Play": "SK ST S8", "Result": '"F:0 M:1 D:11"'},
         "the result gives forehand 0 tricks, the play 1"),
        ({"Dealer": '"Anna"'}, "no player 'Anna': there are player 1, player 2, player 3"),
        ({"Players": '"Anna Anna Dóra"'},
         "players 'Anna Anna Dóra': expected 3 different names, in playing order"),
    ],
)  # fmt: skip
def test_records_against_the_rules(changes: dict[str, str | None], message: str) -> None:
    assert message in error("score", "-", text=deal_text(**changes))


def test_an_error_names_file_deal_and_line_and_in_json_no_line(tmp_path: Path) -> None:
    file = tmp_path / "game.manni"
    file.write_text(deal_text() + "\n; a comment\n" + deal_text(Contract='"H"'))
    assert error("score", file) == (
        f"{file}: deal 2, line 12: the cut card D9 makes the contract D, not H"
    )
    data = tmp_path / "game.json"
    data.write_text(format_json(parse_deals(basic("12 0 0", "1 2 3"))))
    assert error("score", data).startswith(f"{data}: deal 2: tricks 1 2 3 add up to 6")


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ('Players "Anna Dóra Björn"', "other players than before: Anna, Björn, Dóra"),
        ('Dealer "Dóra"', "Dóra deals: it is Anna's turn"),
    ],
)
def test_players_who_change_places(tag: str, message: str) -> None:
    text = record("basic", "12 0 0", 'Players "Anna Björn Dóra"') + record("basic", "4 4 4", tag)
    assert error("score", "-", text=text) == f"stdin: deal 2, line 6: {message}"
