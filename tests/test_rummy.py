"""Manipulation rummy: the best play against plain enumeration, the rules of jokers, the score."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from commands import error, json_lines, json_of, manni, output
from rummy_plain import plain_best, random_turn
from test_cli_languages import ENGLISH

from manni import (
    ArgumentError,
    DealError,
    RuleError,
    RummyTurn,
    SolverError,
    best_rummy_play,
    rummy_draws,
    score_rummy,
)
from manni.solver.rummy.cover import NONE, Search
from manni.solver.rummy.games import CARD_EACH, GAMES, JOKER
from manni.solver.rummy.play import RummyPlay, least_left
from manni.solver.rummy.turn import meld_of, pile_of, pile_text

DATA = Path(__file__).resolve().parent.parent / "data" / "sample_rummy"


def play(game: str, table: str, hand: str, by: str = "cards", **more: object) -> RummyPlay:
    return best_rummy_play(RummyTurn.of(game, table, hand, **more), by)  # type: ignore[arg-type]


def check(found: RummyPlay) -> None:
    """Whatever was found is a table that may lie."""
    turn = found.turn
    melds = [meld_of(meld.cards, turn.game) for meld in found.melds]
    before, after = (
        Counter(card for meld in each for card in meld.naturals) for each in (turn.table, melds)
    )
    assert before <= after
    assert after - before <= Counter(turn.hand) + Counter(turn.open)
    plain = Counter(card if card < JOKER // 2 else JOKER for card in found.laid)
    assert plain + Counter(found.left) == Counter(turn.hand)
    assert Counter(card for meld in found.melds for card in meld.added) == Counter(found.laid)
    assert (Counter(turn.table) & Counter(melds)).total() == found.kept


def agrees(code: str, seed: int, cards: int, held: int) -> None:
    """The value of a random turn is that of plain enumeration, and its table may lie."""
    game, rng = GAMES[code], Random(f"{code} {seed}")
    table, hand, spare = random_turn(rng, game, rng.randrange(3, cards), rng.randrange(1, held))
    first = game.first_run and rng.random() < 0.3
    by = rng.choice(("cards", "points", "out")) if game.counts else "cards"
    counts = game.counts if by == "points" else CARD_EACH

    def value(left: Counter[str]) -> int:
        return sum(counts["23456789TJQKA*".index(card[-1])] * n for card, n in left.items())

    found = best_rummy_play(RummyTurn.of(code, table, hand, open=spare, first=first), by)
    check(found)
    least, changed = plain_best(game, table, hand, spare, value, first)
    whole = value(Counter(hand))
    if least == whole or (by == "out" and least):
        least, changed = whole, 0
    left = value(Counter(pile_text(found.left).split()))
    assert (left, len(table) - found.kept) == (least, changed), (table, hand, spare, first, by)


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("part", range(2))
def test_plain_enumeration_agrees(code: str, part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        agrees(code, seed, 12, 6)


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", GAMES)
def test_plain_enumeration_agrees_two_thousand_times(code: str) -> None:
    for seed in range(2000):
        agrees(code, seed, 16, 7)


@pytest.mark.parametrize("seed", range(4))
def test_a_joker_is_worth_the_best_card(seed: int) -> None:
    """On large tables, where nothing plain could look at all: another way through the search."""
    rng = Random(seed)
    table, hand, _ = random_turn(rng, GAMES["carousel"], 40, 8, jokers=0)
    least = min(
        least_left(RummyTurn.of("carousel", table, [*hand, card], players=3))
        for card in {pile_text([card]) for card in RummyTurn.of("carousel", table, hand).unseen}
        if card != "*"
    )
    assert least_left(RummyTurn.of("carousel", table, [*hand, "*"])) == least


def test_the_same_turn_is_played_the_same_way_however_it_is_told() -> None:
    table, hand, _ = random_turn(Random(3), GAMES["machiavelli"], 50, 12, jokers=0)
    found = best_rummy_play(RummyTurn.of("machiavelli", table, hand))
    again = best_rummy_play(RummyTurn.of("machiavelli", table[:], hand[::-1]))
    assert (found.laid, found.melds) == (again.laid, again.melds)
    check(found)
    assert found.laid


# What the rules say -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "table", "hand", "laid", "left"),
    [
        # Shanghai's examples.
        ("shanghai", "S3 S4 S5 S6 | H3 H4 H5 H6", "D6", "D6", ""),
        ("shanghai", "S7 S8 S9 | H7 H8 H9 | D8 D9 DT", "C7 C9 DJ", "DJ C9 C7", ""),
        ("shanghai", "S7 S8 S9 | H7 H8 H9 | D8 D9 DT", "C7 C9 DJ DQ CQ SQ", 6, ""),
        ("shanghai", "S4 H4 D4 C4 | S6 H6 D6 C6", "H5", "H5", ""),
        # The ace.
        ("shanghai", "SQ SK SJ", "SA", "", "SA"),
        ("manipulation", "SQ SK SJ", "SA", "SA", ""),
        ("manipulation", "S2 S3 S4", "SA", "", "SA"),
        ("machiavelli", "S2 S3 S4 | HQ HK HJ", "SA HA", "SA HA", ""),
        ("machiavelli", "", "SK SA S2", "", "SA SK S2"),
        # Carousel's example: 8 9 joker takes no 6, but a 10, or 7, 10 and 10.
        ("carousel", "S8 S9 *ST", "S6", "", "S6"),
        ("carousel", "S8 S9 *ST", "ST", "ST", ""),
        ("carousel", "S8 S9 *ST", "ST S7", "ST S7", ""),
        ("carousel", "S8 S9 *ST", "S7 ST HT", "ST S7 HT", ""),
        # A joker moves with its card; in Vatikan a run's stays in a run, until it is replaced.
        ("carousel", "S8 S9 *ST SJ", "HT DT", "", "HT DT"),
        ("carousel", "S7 S8 S9 *ST", "HT DT", "HT DT", ""),
        ("vatikan", "S7 S8 S9 *ST", "HT DT", "", "HT DT"),
        ("vatikan", "S7 S8 S9 *ST", "HT DT ST", "ST HT DT", ""),
        ("vatikan", "S7 S8 S9 *ST | ST HT DT CT", "SJ S6", "SJ S6", ""),
        # The card that replaces it may lie on the table already; not in Tahiti.
        ("carousel", "S7 S8 S9 *ST | ST HT DT CT", "H4 H5", "H5 H4", ""),
        ("tahiti", "S7 S8 S9 *ST | ST HT DT CT", "H4 H5", "", "H5 H4"),
        ("tahiti", "S7 S8 S9 *ST", "ST H4 H5", "ST H5 H4", ""),
        # A meld with a joker lies as it is in Tahiti, and has one at most.
        ("tahiti", "S7 S8 S9 *ST", "SJ", "", "SJ"),
        ("carousel", "S7 S8 S9 *ST", "SJ", "SJ", ""),
        ("tahiti", "", "S7 * *", "", "S7 * *"),
        ("carousel", "", "S7 * *", 3, ""),
    ],
)  # fmt: skip
def test_what_can_be_laid(game: str, table: str, hand: str, laid: str | int, left: str) -> None:
    found = play(game, table, hand)
    check(found)
    assert pile_text(found.left) == left
    if isinstance(laid, int):
        assert len(found.laid) == laid
    else:
        assert pile_text(found.laid) == laid


def test_open_cards_may_be_used_and_are_not_the_hand() -> None:
    found = play("tahiti", "", "S7", open="S8 S9 HK")
    assert pile_text(found.laid) == "S7"
    assert [pile_text(meld.moved) for meld in found.melds] == ["S8 S9"]
    assert not play("tahiti", "", "H2", open="S7 S8 S9").laid


def test_the_first_meld_of_vatikan_is_a_run_from_the_hand() -> None:
    table = "S7 H7 D7"
    assert pile_text(play("vatikan", table, "C7").laid) == "C7"
    assert not play("vatikan", table, "C7", first=True).laid
    assert len(play("vatikan", table, "C7 H2 H3 H4", first=True).laid) == 4
    assert len(play("vatikan", table, "C7 H2 * H4", first=True).laid) == 4


def test_what_is_wanted() -> None:
    hand = "SK HK DK S2 S3 C4"
    assert pile_text(play("manipulation", "C5 C6 C7", hand, "points").left) == "S3 S2"
    assert not play("machiavelli", "C5 C6 C7", hand, "out").laid
    assert play("machiavelli", "", "SK HK DK", "out").laid
    fewer = play("tahiti", "HT DT ST", "CT C2", "points")
    assert pile_text(fewer.left) == "C2"
    with pytest.raises(RuleError, match="vatikan counts no points"):
        play("vatikan", "", "S2", "points")
    with pytest.raises(ArgumentError, match="by: 'luck', expected one of cards points out"):
        play("vatikan", "", "S2", "luck")


def test_of_plays_that_are_as_good_the_one_that_changes_least() -> None:
    found = play("machiavelli", "S5 S6 S7 | H5 D5 C5 | H9 HT HJ", "S8 H8")
    assert [pile_text(meld.cards) for meld in found.melds] == [
        "S5 S6 S7 S8",
        "H5 D5 C5",
        "H8 H9 HT HJ",
    ]
    assert found.kept == 1
    assert [meld.moved for meld in found.melds] == [[], [], []]


# Draws -----------------------------------------------------------------------------------


def test_draws_are_counted_exactly() -> None:
    """Against plain enumeration of every card and every two."""
    table, hand = [["S7", "S8", "S9"], ["H7", "D7", "C7"]], ["D6", "D8"]
    turn = RummyTurn.of("machiavelli", table, hand)
    game, unseen = GAMES["machiavelli"], {pile_text([c]): n for c, n in turn.unseen.items()}
    melds = [tuple(meld) for meld in table]
    left = {card: plain_best(game, melds, [*hand, card], [])[0] for card in unseen}
    found = rummy_draws(turn)
    assert {pile_text([own.card]): 3 - own.laid for own in found.cards} == left
    total = sum(unseen.values())
    assert total == 104 - 8
    out = sum(unseen[card] for card in unseen if not left[card])
    assert out > 0
    assert found.one == Fraction(out, total)
    then = 0
    for pair in combinations_with_replacement(unseen, 2):
        if plain_best(game, melds, [*hand, *pair], [])[0] == 0:
            for first, second in {pair, pair[::-1]}:
                then += (left[first] > 0) * unseen[first] * (unseen[second] - (first == second))
    assert then > 0
    assert found.two == found.one + Fraction(then, total * (total - 1))
    assert rummy_draws(turn, 1).two is None


def test_jokers_are_drawn_too() -> None:
    found = rummy_draws(RummyTurn.of("carousel", "", "S7 S8", players=2), 1)
    outs = {pile_text([own.card]) for own in found.cards if own.out}
    assert outs == {"S6", "S9", "*"}
    assert found.one == Fraction(3, 51)


# The score -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "left", "knocker", "points", "winners"),
    [
        ("carousel", ["S4", "H6", "HK D2"], 1, (10, 0, 0), (1,)),
        ("carousel", ["S4", "S6", "HQ C2", "H9 C8"], 1, (23, 0, 0, 0), (1,)),
        ("carousel", ["S4", "HA", "HK"], 1, (0, 22, 0), (2,)),  # the knocker is undercut
        ("carousel", ["S4", "H4", "HK"], 1, (0, 16, 0), (2,)),  # and in a tie
        ("carousel", ["S5", "H4", "D4"], 1, (0, 11, 11), (2, 3)),
        ("carousel", ["S7", "H7", "DK"], None, (3, 3, 0), (1, 2)),  # the stock is exhausted
        ("carousel", ["", "H7", "*"], None, (57, 0, 0), (1,)),
        ("carousel", ["", "HA"], None, (26, 0), (1,)),
        ("machiavelli", ["", "H7 HK", "D2"], None, (0, 2, 1), (1,)),
        ("tahiti", ["", "H7 HK HA", "D2 *"], None, (0, 28, 32), (1,)),
        ("guadalupe", ["SA", ""], None, (1, 0), (2,)),
        ("vatikan", ["SA", ""], None, (0, 0), (2,)),
        ("vatikan", ["SA", "S2"], None, (0, 0), ()),
        ("shanghai", ["SA SK", "", "D2"], None, (2, 0, 1), (2,)),
        ("manipulation", ["SA", "", "D2 DT DK"], None, (15, 0, 25), (2,)),
    ],
)
def test_a_deal_counts(
    game: str, left: list[str], knocker: int | None, points: tuple[int, ...], winners: tuple[int]
) -> None:
    sheet = score_rummy(game, [(left, knocker)])
    assert (sheet.deals[0].points, sheet.deals[0].winners) == (points, winners)
    assert (sheet.totals, sheet.winners) == (points, ())


def test_games_end() -> None:
    out = ["", "SK HK DK CK S9", "H9 D9"]  # 25 and 67 for who is out
    sheet = score_rummy("carousel", [(out, None), (["H5", "", "*"], None), (out, None)])
    assert sheet.deals[1].points == (0, 55, 0)
    assert sheet.totals == (2 * 92 + 100, 55 + 25, 0)
    assert sheet.winners == (1,)
    hands = ["", "SA HA DA CA SK", "S2"]
    sheet = score_rummy("manipulation", 3 * [(hands, None)])
    assert (sheet.totals, sheet.winners) == ((0, 210, 15), (1,))
    assert score_rummy("manipulation", 3 * [(hands, None)], target=300).winners == ()
    assert score_rummy("shanghai", 9 * [(hands, None)]).winners == ()
    with pytest.raises(RuleError, match="deal 4: the game is over"):
        score_rummy("manipulation", 4 * [(hands, None)])


# What is wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "table", "hand", "said"),
    [
        ("poker", "", "S2", "no game 'poker': there are carousel machiavelli"),
        ("shanghai", "S7 S8", "S2", "meld 1: S7 S8: no meld of shanghai: three cards or more"),
        ("shanghai", "S2 S3 S4|S7 S8 H9", "S2", "meld 2: S7 S8 H9: no meld"),
        ("shanghai", "S3 S3 H3", "S2", "meld 1: S3 S3 H3: no meld"),
        ("shanghai", "S3 S3 S4 S5", "S2", "meld 1: S3 S3 S4 S5: no meld"),
        ("shanghai", "S7 S8 ST", "S2", "meld 1: S7 S8 ST: no meld"),
        ("shanghai", "SQ SK SA", "S2", "in sequence, ace low"),
        ("manipulation", "SA S2 S3", "S2", "in sequence, ace high"),
        ("machiavelli", "SK SA S2", "S2", "in sequence, ace high or low"),
        ("machiavelli", "S7 S8 S9 | S1", "S2", "meld 2: 'S1' is no card"),
        ("machiavelli", "S7 S8 S9", "S2 X", "'X' is no card"),
        ("machiavelli", "S7 S8 S9", "", "there is no card in the hand"),
        ("machiavelli", "S7 S8 *S9", "S2", "* is there 1 time"),
        ("machiavelli", "S7 S8 S9", "*", "* is there 1 time: machiavelli for 3 has 0 of it"),
        (
            "machiavelli",
            "S7 S8 S9 | S7 S8 S9",
            "S7",
            "S7 is there 3 times: machiavelli for 3 has 2",
        ),
        ("carousel", "S7 S8 *S9", "* *", "* is there 3 times: carousel for 3 has 2 of it"),
        ("carousel", "S7 S8 *", "S2", "meld 1: S7 S8 *: no meld of carousel: say what the joker"),
        ("carousel", "", "*S9", "*S9 is there 1 time"),
        ("carousel", "", "**", "'*' is no card"),
        ("tahiti", "S7 *S8 *S9", "S2", "one joker at most"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(game: str, table: str, hand: str, said: str) -> None:
    with pytest.raises(SolverError, match=re.escape(said)) as found:
        RummyTurn.of(game, table, hand)
    call = ("rummy", "best", "--game", game, "--table", table, "--hand", hand or " ")
    assert error(*call) == str(found.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"open": "S2"}, "S2: machiavelli has 0 open cards"),
        ({"first": True}, "machiavelli has no rule for a player's first meld"),
        ({"first": 1}, "first: 1, expected True or False"),
        ({"players": 6}, "players of machiavelli: 6, expected 2 to 5"),
        ({"table": 7}, "table: 7, expected several"),
        ({"table": [["S7", 8, "S9"]]}, "meld 1: meld: 8, expected a str"),
        ({"hand": None}, "cards: None, expected several"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], said: str) -> None:
    given = {"game": "machiavelli", "table": "", "hand": "S2"} | arguments
    with pytest.raises(SolverError, match=re.escape(said)):
        RummyTurn.of(**given)  # type: ignore[arg-type]
    line = json.dumps(given)
    ran = manni("rummy", "best", "-", text=line)
    assert ran.exit_code == 1
    assert said in json.loads(ran.stdout)["error"]


def test_two_jokers_in_a_pack_for_two() -> None:
    with pytest.raises(DealError, match="has 1 of it"):
        RummyTurn.of("carousel", "", "S7 S7", players=2)
    assert RummyTurn.of("manipulation", "", "S7 S7 S7", players=6)


@pytest.mark.parametrize(
    ("game", "deals", "said"),
    [
        ("carousel", [(["S7", "H2"], 1)], "deal 1: player 1 cannot knock with 7 points"),
        ("carousel", [(["", "H2"], 2)], "deal 1: player 2 cannot knock"),
        ("machiavelli", [(["SA", "H2"], 1)], "deal 1: player 1 cannot knock"),
        ("carousel", [(["SA", "H2"], 3)], "deal 1: knocker: 3, expected 1 to 2"),
        ("carousel", [(["", ""], None)], "deal 1: more than one hand is empty"),
        ("shanghai", [(["", "S2"], None)], "deal 1: players of shanghai: 2, expected 3 to 5"),
        ("machiavelli", [(["S7", "S7 S7"], None)], "deal 1: S7 is there 3 times"),
        ("machiavelli", [(["", "S7"], None), (["", "S7", "S8"], None)], "others played before"),
        ("machiavelli", [(["", "*"], None)], "deal 1: * is there"),
    ],
)
def test_wrong_scores(game: str, deals: list[tuple[list[str], int | None]], said: str) -> None:
    with pytest.raises(SolverError, match=re.escape(said)):
        score_rummy(game, deals)


# The command -------------------------------------------------------------------------------


def test_a_file_is_answered_line_by_line(tmp_path: Path) -> None:
    lines = [
        '{"id": 7, "game": "shanghai", "table": ["S3 S4 S5 S6", "H3 H4 H5 H6"], "hand": "D6"}',
        '{"id": [1], "table": "S2 S3", "hand": "D6"}',
        "nonsense",
        '{"hand": ["S2", "S3", "S4"], "by": "out", "colour": 1}',
        '{"hand": ["S2", "S3", "S4"], "by": "out", "game": "carousel"}',
    ]
    ran = manni("rummy", "best", "-", "--game", "tahiti", text="\n".join(lines))
    assert ran.exit_code == 1
    one, two, three, four, five = map(json.loads, ran.stdout.splitlines())
    assert (one["id"], one["laid"]) == (7, ["D6"])
    assert one["table"] == [["S3", "S4", "S5"], ["H3", "H4", "H5"], ["S6", "H6", "D6"]]
    assert two == {
        "id": [1],
        "error": "line 2: meld 1: S2 S3: no meld of tahiti: three cards or more of a rank, suits "
        "different, or of a suit in sequence, ace high or low",
    }
    assert three["error"].startswith("line 3: ")
    assert "no field is called 'colour'" in four["error"]
    assert five["out"] is True


@pytest.mark.parametrize("code", GAMES)
def test_the_sample_turns_are_played(code: str) -> None:
    answers = json_lines("rummy", "best", DATA / f"{code}.jsonl")
    assert len(answers) >= 3
    assert all(answer["game"] == code and answer["laid"] for answer in answers)


def test_scores_of_a_file() -> None:
    lines = '{"left": ["", "SK HK"]}\n{"left": ["S2", "HA"], "knocker": 1}\n'
    sheet = json_of("rummy", "score", "-", "--game", "carousel", text=lines)
    assert [deal["points"] for deal in sheet["deals"]] == [[45, 0], [0, 11]]
    assert (sheet["totals"], sheet["winners"]) == ([45, 11], [])
    said = error("rummy", "score", "-", "--game", "carousel", text='{"left": 3}\n')
    assert said == "deal 1: left: 3, expected several values"
    said = error("rummy", "score", "-", "--game", "carousel", text='{"right": 3}\n')
    assert said.startswith("stdin: line 1: no field is called 'right'")
    assert "The game is won by: 1" in output(
        "rummy", "score", "--game", "carousel", "--target", "10", "--held", "", "--held", "S2"
    )


TURN = ("--game", "carousel", "--table", "♠8 ♠9 *♠10 | ♣7 ♦7 ♥7", "--hand", "♠7 ♠10 ♥10 * ♣9")


@pytest.mark.parametrize("language", ["en", "is", "fr"])
def test_a_picture_has_the_table_before_and_after(language: str, tmp_path: Path) -> None:
    svg = output("--language", language, "rummy", "best", *TURN, "--picture", "-")
    tree = ElementTree.fromstring(svg)
    assert tree.attrib["lang"] == language
    title = tree.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text
    cards = [each.text for each in tree.iter("{http://www.w3.org/2000/svg}title")]
    assert len(cards) == 1 + 6 + 4 + 10 + 1  # and the picture itself; a joker is none in the hand
    path = tmp_path / "turn.svg"
    assert output("rummy", "best", *TURN, "--picture", path)
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert "ends in .svg" in error("rummy", "best", *TURN, "--picture", "x.png", code=2)


def test_other_languages_say_and_read_all_of_it() -> None:
    for language, cards in (("is", "S7 S10 H10 * LK"), ("fr", "P7 P10 Co10 * TR")):
        table = "S8 S9 *S10" if language == "is" else "P8 P9 *P10"
        turn = ("--game", "carousel", "--table", table, "--hand", cards)
        said = output("--language", language, "rummy", "best", *turn)
        said += output("--language", language, "rummy", "draw", *turn, "--draws", "1")
        said += output("--language", language, "rummy", "best", "--game", "shanghai", *turn[4:5],
                       cards.split()[0])  # fmt: skip
        said += output("--language", language, "rummy", "score", "--game", "carousel",
                       "--held", "", "--held", cards.split()[0])  # fmt: skip
        assert not ENGLISH.findall(said), said
    plain = json_of("rummy", "best", *TURN)
    assert plain == json_of("--language", "is", "rummy", "best", *TURN[:2], "--table",
                            "S8 S9 *S10 | L7 T7 H7", "--hand", "S7 S10 H10 * L9")  # fmt: skip


def test_what_goes_together() -> None:
    assert "one of the two" in error("rummy", "best", "--game", "shanghai", code=2)
    assert "one of the two" in error("rummy", "best", "x.jsonl", "--hand", "S2", code=2)
    assert "one of the two" in error("rummy", "score", "--game", "carousel", code=2)


def test_values_print_themselves() -> None:
    found = play("shanghai", "S3 S4 S5 S6 | H3 H4 H5 H6", "D6")
    assert repr(found) == "<RummyPlay shanghai: lays D6, keeps ->"
    assert "♦6+" in str(found)
    assert found._repr_html_().startswith("<svg")
    assert "Out with the next card" in str(rummy_draws(found.turn, 1))
    assert "The deal is won by" in score_rummy("guadalupe", [(["", "S2"], None)])._repr_html_()
    assert NONE > 0
    assert Search
    assert pile_of("S7, *H8 *", "cards") == (5, 52 + 19, JOKER)
