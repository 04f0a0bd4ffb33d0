"""manni deal and manni score: what they print, and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from commands import error, output
from games import after, random_deal

from solver.cards import SEATS
from solver.deal import Deal
from solver.dealing import random_deals
from solver.files.dealfile import format_deals, parse_deals
from solver.files.jsonfile import format_json
from solver.rules.game import Game
from solver.rules.registry import FAMILIES, VARIANTS

# Dealing -----------------------------------------------------------------------------


def test_deals_as_a_file() -> None:
    assert output("deal", "--variant", "hornafjordur", "--seed", "0", "-n", "2") == (
        """\
[Seed "0"]
[Board "1"]
[Variant "hornafjordur"]
[Deal "F:KJ5.QT.A83.KQ97 QT2.743.752.652 8643.AK52.Q96.8"]
[Manni "SA DK H8 DJ HJ D4 S9 S7 CA H6 CT H9 C4 CJ DT C3"]
[Cut "D9"]
[Contract "D"]
[Leader "F"]

[Seed "0"]
[Board "2"]
[Variant "hornafjordur"]
[Deal "F:Q76.9842.Q65.Q8 J9.KT75.9.AK543 AK42.A.K832.T72"]
[Manni "C6 HJ S8 DJ C9 S3 D7 DT CJ DA H3 D4 HQ S5 ST H6"]
[Cut "SA"]
[Contract "NT"]
[Leader "F"]
"""
    )


@pytest.mark.parametrize("code", [*VARIANTS, "trjamann+spades-other"])
def test_what_is_dealt_can_be_read(code: str, tmp_path: Path) -> None:
    text = output("deal", "--variant", code, "--seed", "5", "-n", "3")
    deals = parse_deals(text)
    assert [deal.variant for deal in deals] == [code] * 3
    written = tmp_path / "deals.json"
    written.write_text(output("deal", "--variant", code, "--seed", "5", "-n", "3", "--json"))
    assert output("deal", "--variant", code, "--seed", "5", "-n", "3") == text
    rows = json.loads(written.read_text())
    assert rows == json.loads(format_json(deals))


def test_fewer_deals_are_the_first_of_more() -> None:
    more = output("deal", "--variant", "basic", "--seed", "9", "-n", "3")
    assert more.startswith(output("deal", "--variant", "basic", "--seed", "9"))


def test_a_seed_is_made_up_and_said() -> None:
    text = output("deal", "--variant", "laugavatn")
    seed = dict(parse_deals(text)[0].tags)["Seed"]
    assert output("deal", "--variant", "laugavatn", "--seed", seed) == text
    assert output("deal", "--variant", "laugavatn") != text


def test_nullo_with_the_ace_low_says_so() -> None:
    dealt = random_deals(VARIANTS["hornafjordur-io"], 1)
    for deal in (next(dealt) for _ in range(20)):
        assert deal.contract is not None
        assert deal.ace_low == (True if deal.contract.avoids else None)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--variant", "whist"], f"no variant 'whist': there are {' '.join(VARIANTS)}"),
        (["--variant", "basic", "--seed", "-1"], "-1 is not in the range x>=0"),
        (["--variant", "basic", "-n", "0"], "0 is not in the range x>=1"),
        ([], "Missing option '--variant'"),
    ],
)
def test_wrong_usage_of_deal(args: list[str], message: str) -> None:
    assert message in error("deal", *args, code=2)


# Scoring -----------------------------------------------------------------------------

NO_CARDS = '[Deal "F:... ... ..."]'

LAUGAVATN = f"""\
[Players "Anna Björn Dóra"]
[Variant "laugavatn"]
{NO_CARDS}
[Contract "NT"]
[Result "F:9 M:4 D:3"]

{NO_CARDS}
[Contract "great H"]
[Declarer "D"]
[Result "F:0 M:1 D:15"]

{NO_CARDS}
[Contract "NULLO"]
[Result "F:0 M:10 D:6"]
"""


def test_a_sheet() -> None:
    assert output("score", "-", text=LAUGAVATN) == (
        """\
Laugavatnsmanni, 18 deals: 3 deals played

                                           Anna                  Björn                   Dóra
deal  dealer  contract  declarer  tricks  points  total  tricks  points  total  tricks  points  total
1     Dóra    NT        Anna           9      +1     +1       4       0      0       3      -1     -1
2     Anna    great H   Anna          15      +4     +5       0      -2     -2       1      -2     -3
3     Björn   NULLO     Dóra          10      -4     +1       6       0     -2       0      +4     +1

       declared     left
Anna   NT, great H  S, D, C, NULLO
Björn  nothing      S, H, D, C, NT, NULLO
Dóra   NULLO        S, H, D, C, NT

Deal 4: Dóra deals, Anna is forehand.
"""  # noqa: E501
    )


def test_a_sheet_as_json() -> None:
    sheet = json.loads(output("score", "-", "--json", text=LAUGAVATN))
    assert sheet["players"] == ["Anna", "Björn", "Dóra"]
    assert sheet["deals"][1] == {
        "deal": 2,
        "dealer": "Anna",
        "contract": "H",
        "great": True,
        "declarer": "Anna",
        "tricks": {"Anna": 15, "Björn": 0, "Dóra": 1},
        "points": {"Anna": 4, "Björn": -2, "Dóra": -2},
        "totals": {"Anna": 5, "Björn": -2, "Dóra": -3},
    }
    assert sheet["totals"] == {"Anna": 1, "Björn": -2, "Dóra": 1}
    assert sheet["declared"]["Anna"] == ["NT", "great H"]
    assert sheet["left"]["Anna"] == ["S", "D", "C", "NULLO"]
    assert not sheet["over"]
    assert sheet["winners"] == []
    assert sheet["next"] == {"deal": 4, "dealer": "Dóra", "forehand": "Anna"}


def basic(*results: str, first: str = "") -> str:
    """Return a file of basic deals with those results (F M D)."""
    texts = []
    for index, result in enumerate(results):
        tricks = " ".join(map(":".join, zip("FMD", result.split(), strict=True)))
        head = first if index == 0 else ""
        texts.append(f'{head}[Variant "basic"]\n{NO_CARDS}\n[Result "{tricks}"]\n')
    return "\n".join(texts)


def test_the_winner_and_the_trumps_in_turn() -> None:
    # By player: 12 0 0, then player 2 is forehand.
    text = output("score", "-", text=basic("12 0 0", "3 3 6"))
    assert text.endswith("\nplayer 1 has won with +10.\n")
    assert re.search(r"^1 +player 3 +H ", text, re.M)
    assert re.search(r"^2 +player 1 +S ", text, re.M)
    assert "declarer" not in text


def test_a_shared_win() -> None:
    # Players 1 and 3 six tricks each, five times.
    text = basic("6 0 6", "0 6 6", "6 6 0", "6 0 6", "0 6 6")
    assert output("score", "-", text=text).endswith(
        "\nplayer 1 and player 3 share the win with +10 each.\n"
    )


def test_a_game_not_over_says_whose_deal_is_next() -> None:
    text = output("score", "-", text=basic("5 4 3"))
    assert text.startswith("basic Manni, until a player has +10: 1 deal played\n")
    assert text.endswith("\nDeal 2: player 1 deals, player 2 is forehand, the contract is S.\n")


def test_plus_and_minus_apart() -> None:
    text = (
        basic("8 0 4")
        .replace("basic", "hornafjordur-io")
        .replace(NO_CARDS, f'{NO_CARDS}\n[Contract "NT"]')
    )
    table = output("score", "-", text=text)
    assert re.search(r"plus +minus +total\nplayer 1 +4 +0 +\+4\nplayer 2 +0 +4 +-4\n", table)


def test_the_other_contract_of_trjamann() -> None:
    text = f"""\
[Variant "trjamann"]
{NO_CARDS}
[Contract "D"]
[Result "F:8 M:4 D:4"]
"""
    assert re.search(r"player 1 +other \(D\) +NULLO, NT, S\n", output("score", "-", text=text))


def test_who_deals_first() -> None:
    named = basic("12 0 0", first='[Players "Ari, Bryndís Jóns, Dís"]\n[Dealer "Ari"]\n')
    sheet = json.loads(output("score", "-", "--json", text=named))
    assert sheet["totals"] == {"Ari": -4, "Bryndís Jóns": 8, "Dís": -4}
    numbered = basic("12 0 0", first='[Dealer "1"]\n')
    sheet = json.loads(output("score", "-", "--json", text=numbered))
    assert sheet["totals"] == {"player 1": -4, "player 2": 8, "player 3": -4}


def test_the_variant_may_be_given() -> None:
    text = basic("12 0 0").replace('[Variant "basic"]\n', "")
    assert "no variant is named" in error("score", "-", text=text)
    assert "basic Manni" in output("score", "-", "--variant", "basic", text=text)


def game_records(code: str, seed: int = 4) -> list[Deal]:
    """Return a whole game at random, with its hands and play but without exchanges."""
    rng = np.random.default_rng(seed)
    game = Game(VARIANTS[code])
    records = []
    while not game.over:
        deal = random_deal(game, rng)
        records.append(
            Deal(
                hands=deal.dealing.hands,
                variant=code,
                manni=deal.dealing.manni,
                cut=deal.dealing.cut,
                contract=deal.contract,
                great=deal.great,
                declarer=deal.declarer,
                leader=deal.leader,
                discards=discards(game, deal.declarer, deal.exchange.discards),
                play=deal.play,
                result=deal.taken,
            )
        )
        game = after(game, deal)
    return records


def discards(
    game: Game, declarer: int | None, made: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...] | None, ...]:
    by_seat: list[tuple[int, ...] | None] = [None] * SEATS
    order = range(SEATS) if declarer is None else [declarer]
    for seat, cards in zip(order, made, strict=True):
        by_seat[seat] = cards
    return tuple(by_seat)


@pytest.mark.parametrize("code", [variant.code for variant in FAMILIES["manni"]])
def test_a_whole_game_with_play(code: str, tmp_path: Path) -> None:
    records = game_records(code)
    file = tmp_path / "game.manni"
    file.write_text(format_deals(records))
    sheet = json.loads(output("score", str(file), "--json"))
    assert sheet["over"]
    assert len(sheet["deals"]) == len(records)
    assert sum(sheet["totals"].values()) == 0
    assert " has won with " in (text := output("score", str(file))) or " share the win " in text
    as_json = tmp_path / "game.json"
    as_json.write_text(format_json(records))
    assert json.loads(output("score", str(as_json), "--json")) == sheet


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
        ({"Contract": '"H"'}, "the cut card D9 makes the contract D, not H"),
        ({"Contract": None, "Cut": None}, "neither contract nor cut card is recorded"),
        ({"Contract": '"great NT"', "Cut": None},
         "hornafjordur has no great contracts: NT is ordinary"),
        ({"Declarer": '"M"'}, "nobody declares in hornafjordur: middlehand cannot"),
        ({"Cut": '"SK"', "Contract": '"NT"'},
         "the cut card SK is the dealer's, who does not hold it"),
        ({"Leader": '"D"'}, "dealer leads: in hornafjordur forehand does"),
        ({"Discard": '"M: SQ ST S2 H7 H4 H3"'},
         "middlehand exchanges 6 cards: it may exchange 0 to 5"),
        ({"Discard": '"F: SK SJ S5 HQ HT DA D8 D3"'},
         "forehand exchanges 8 cards: it may exchange 0 to 7"),
        ({"Manni": '"SA DK"'}, "a Manni of 2 cards: hornafjordur's has 16"),
        ({"Play": "SK ST S8", "Result": None},
         "no result is recorded and the play stops after 3 of 36 cards"),
        ({"Play": "SK ST S8", "Result": '"F:0 M:1 D:11"'},
         "the result gives forehand 0 tricks, the play 1"),
        ({"Play": "SK ST H2"}, "trick 1, card 3: dealer's H2 revokes: it holds S8 S6 S4 S3"),
        ({"Play": "SK S8"}, "dealer's S8 is out of turn: middlehand is to play"),
        ({"Dealer": '"Anna"'}, "no player 'Anna': there are player 1, player 2, player 3"),
        ({"Players": '"Anna Anna Dóra"'},
         "players 'Anna Anna Dóra': expected 3 different names, in playing order"),
        ({"Players": '"Anna Dóra"'}, "expected 3 different names"),
        ({"Variant": '"whist"'}, "no variant 'whist'"),
        ({"Deal": '"F:KJ5.QT.A83.KQ97 QT2.743.752.652 8643.AK5.Q96.8"', "Cut": None},
         "the hands differ in length"),
        ({"Deal": '"F:KJ5.QT.A83. QT.743.752. 8643.AK5.Q."', "Manni": None, "Cut": None},
         "hands of forehand 8, middlehand 8, dealer 8 cards: hornafjordur deals 12 each"),
    ],
)  # fmt: skip
def test_records_against_the_rules(changes: dict[str, str | None], message: str) -> None:
    assert message in error("score", "-", text=deal_text(**changes))


def test_an_error_names_file_deal_and_line(tmp_path: Path) -> None:
    file = tmp_path / "game.manni"
    file.write_text(deal_text() + "\n; a comment\n" + deal_text(Contract='"H"'))
    assert error("score", str(file)) == (
        f"{file}: deal 2, line 12: the cut card D9 makes the contract D, not H"
    )


def test_an_error_in_json_names_no_line(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(format_json(parse_deals(basic("12 0 0", "1 2 3"))))
    assert error("score", str(file)).startswith(f"{file}: deal 2: tricks 1 2 3 add up to 6")


def test_play_and_result_that_disagree(tmp_path: Path) -> None:
    record = game_records("hornafjordur-io")[0]
    assert record.result is not None
    forehand, middlehand, dealer = record.result
    assert forehand
    changed = Deal(**{**vars(record), "result": (forehand - 1, middlehand + 1, dealer)})
    message = error("score", "-", text=format_deals([changed]))
    assert f"the result gives forehand {forehand - 1} tricks, the play {forehand}" in message


def test_only_the_declarer_exchanges_in_trjamann() -> None:
    record = game_records("trjamann")[0]
    card = next(c for c in range(52) if record.hands[2] >> c & 1)
    changed = Deal(**{**vars(record), "discards": (None, None, (card,)), "play": ()})
    assert "dealer exchanges 1 card: it may exchange none" in error(
        "score", "-", text=format_deals([changed])
    )


def test_what_the_first_two_left_is_the_dealers_limit() -> None:
    text = deal_text(Discard='"F: SK SJ S5 HQ HT DA D8"')
    text += '[Discard "M: SQ ST S2 H7 H4"]\n'
    assert output("score", "-", text=text + '[Discard "D: S8 S6 S4 S3"]\n')
    assert "dealer exchanges 5 cards: it may exchange 0 to 4" in error(
        "score", "-", text=text + '[Discard "D: S8 S6 S4 S3 HA"]\n'
    )


@pytest.mark.parametrize(
    ("later", "message"),
    [
        ('[Players "Anna Dóra Björn"]\n', "other players than before: Anna, Björn, Dóra"),
        ('[Dealer "Dóra"]\n', "Dóra deals: it is Anna's turn"),
    ],
)
def test_players_who_change_places(later: str, message: str) -> None:
    first = basic("12 0 0", first='[Players "Anna Björn Dóra"]\n')
    text = first + "\n" + later + basic("4 4 4")
    assert f"stdin: deal 2, line 6: {message}" == error("score", "-", text=text)


def test_two_games_in_one_file() -> None:
    text = basic("12 0 0") + "\n" + basic("4 4 4").replace("basic", "hornafjordur")
    assert "a deal of hornafjordur in a game of basic" in error("score", "-", text=text)
    text = basic("12 0 0", "3 3 6", "4 4 4")
    assert "deal 3, line 9: the game was over after deal 2" in error("score", "-", text=text)


def test_a_contract_declared_twice() -> None:
    deals = "\n".join(
        f'[Variant "trjamann"]\n{NO_CARDS}\n[Contract "{contract}"]\n[Result "F:8 M:4 D:4"]\n'
        for contract in ("H", "NT", "S", "D")
    )
    assert error("score", "-", text=deals) == (
        "stdin: deal 4, line 16: forehand (player 1) cannot declare D, "
        'since "other" was used up by H in deal 1: left is S NT NULLO'
    )


def test_a_great_contract_needs_its_declarer() -> None:
    text = LAUGAVATN.replace('[Declarer "D"]\n', "")
    assert "deal 2, line 7: laugavatn needs a declarer" in error("score", "-", text=text)


def test_what_is_no_file_of_deals(tmp_path: Path) -> None:
    empty = tmp_path / "empty.manni"
    empty.write_text("")
    binary = tmp_path / "binary.manni"
    binary.write_bytes(b"\0\1\2")
    for path, message in [
        (empty, "there is no deal in it"),
        (binary, "holds binary data"),
        (tmp_path, "cannot be read: is a directory"),
        (tmp_path / "none.manni", "cannot be read: no such file"),
    ]:
        assert message in error("score", str(path))
        assert str(path) in error("score", str(path))


@pytest.mark.parametrize(
    ("dealer", "said"),
    [
        ("Left", "Deal 2: You deal, Right is forehand."),
        ("Right", "Deal 2: Left deals, you are forehand."),
        ("You", "Deal 2: Right deals, Left is forehand."),
    ],
)
def test_the_guest_of_the_table_is_spoken_to(dealer: str, said: str) -> None:
    text = (
        f'[Players "You, Right, Left"]\n[Dealer "{dealer}"]\n[Variant "envers-3"]\n'
        '[Deal "F:... ... ..."]\n[Contract "S"]\n[Result "F:30 M:20 D:20"]\n'
    )
    assert output("score", "-", text=text).endswith(f"\n{said}\n")
