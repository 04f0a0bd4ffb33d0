"""Manipulation rummy: the best play against plain enumeration, the draws, the picture.

What the rules of each game let one lay, what deals count and what is refused is in
``golden/told/rummy.txt``.
"""

from __future__ import annotations

from _thread import interrupt_main
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from operator import call
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from commands import json_lines, output
from rummy import random_turn
from rummy_plain import plain_best

from manni import RummyTurn, best_rummy_play, rummy_draws, score_rummy
from manni.solver import _cover
from manni.solver.cards import CARDS
from manni.solver.rummy import cover, play
from manni.solver.rummy.games import CODES, EACH, JOKER, get_game
from manni.solver.rummy.moves import RummyPlay
from manni.solver.rummy.play import rummy_plays
from manni.solver.rummy.turn import in_pack, meld_of, pile_text

DATA = Path(__file__).resolve().parent.parent / "data" / "sample_rummy"
SIGNS = "23456789TJQKA*"


def check(found: RummyPlay) -> None:
    """Whatever was found is a table that may lie, and says what is new in it."""
    turn = found.turn
    melds = [meld_of(meld.cards, turn.game) for meld in found.melds]
    used = in_pack(melds)
    used.subtract(in_pack(turn.table))
    assert min(used.values(), default=0) >= 0
    assert used + Counter((*found.left, *found.open)) == Counter((*turn.hand, *turn.open))
    assert Counter(card for meld in found.melds for card in meld.added) == Counter(found.laid)
    assert len(found.laid) == len(turn.hand) - len(found.left)
    assert (Counter(turn.table) & Counter(melds)).total() == found.kept


def agrees(code: str, seed: int, cards: int, held: int) -> None:
    """The value of a random turn is that of plain enumeration, and its table may lie."""
    game, rng = get_game(code), Random(f"{code} {seed}")
    first = game.first_run and rng.random() < 0.3
    turn = random_turn(code, rng.randrange(cards), seed, rng.randrange(1, held), 0.3, first=first)
    by = rng.choice(("cards", "points", "out")) if game.counts else "cards"
    counts = game.counts if by == "points" or (by == "cards" and game.counts) else EACH
    # Of those who lay as many cards who keeps the fewest points comes first.
    counts = [1000 * (by == "cards") + count for count in counts]
    price = dict(zip(SIGNS, counts, strict=True))
    found = best_rummy_play(turn, by)
    check(found)
    least, changed = plain_best(turn, price)
    whole, left = (
        sum(price[pile_text([card])[-1]] for card in pile) for pile in (turn.hand, found.left)
    )
    if least == whole or (by == "out" and least):
        least, changed = whole, 0
    assert (left, len(turn.table) - found.kept) == (least, changed), (turn, by)


@pytest.mark.parametrize(("code", "part"), [*product(CODES, range(2))])
def test_plain_enumeration_agrees(code: str, part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        agrees(code, seed, 13, 6)


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", CODES)
def test_plain_enumeration_agrees_two_thousand_times(code: str) -> None:
    for seed in range(2000):
        agrees(code, seed, 16, 7)


@pytest.mark.parametrize("code", CODES)
def test_with_no_memory_left_the_same_is_found(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = [random_turn(code, 30, seed, wild=0.3) for seed in range(3)]
    found = [*map(rummy_plays, turns)]
    with monkeypatch.context() as patch:
        patch.setattr(play, "_is_freer", lambda *of: False)  # all starts are searched
        assert [*map(rummy_plays, turns)] == found
    monkeypatch.setattr(_cover, "MOST", 0)
    assert [*map(rummy_plays, turns)] == found


def test_a_search_is_bounded_and_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[_cover.Cover]()
    monkeypatch.setattr(_cover, "MOST", 0)  # it begins anew when it is asked again
    monkeypatch.setattr(cover, "Cover", lambda *of: made.append(_cover.Cover(*of)) or made[-1])
    best_rummy_play(random_turn("carousel", 80, 9))
    assert 0 < _cover.bytes_held() < 1 << 20
    found = list[int | None]()
    with pytest.raises(KeyboardInterrupt):  # nothing interpreted comes between the two
        found.extend(map(call, [interrupt_main, partial(made[0].least, 1 << 29)]))
    assert found == [None]


@pytest.mark.parametrize("seed", range(4))
def test_a_joker_is_worth_the_best_card(seed: int) -> None:
    """On large tables, where nothing plain could look at all: another way through the search."""
    turn = random_turn("carousel", 40, seed, 8, 0)
    hand, table = [c for c in turn.hand if c < 52], [meld.cards for meld in turn.table]

    def least(card: str) -> int:
        told = [pile_text(cards).split() for cards in table]
        turn = RummyTurn.of("carousel", told, [*pile_text(hand).split(), card])
        return len(best_rummy_play(turn).left)

    assert least("*") == min(least(pile_text([card])) for card in turn.unseen if card < 52)


def test_the_same_turn_is_played_the_same_way_however_it_is_told() -> None:
    turn = random_turn("machiavelli", 50, 3, 12)
    told = [pile_text(meld.cards).split() for meld in turn.table]
    again = best_rummy_play(RummyTurn.of("machiavelli", told, pile_text(turn.hand[::-1])))
    found = best_rummy_play(turn)
    check(found)
    assert found.laid
    assert (found.laid, found.melds) == (again.laid, again.melds)


def test_draws_are_counted_exactly() -> None:
    """Against every card and every two that may be drawn, one by one."""
    turn = RummyTurn.of("carousel", "S7 S8 S9 | H7 D7 C7", "D6 D8", players=2)
    pack = list(turn.unseen.elements())

    @cache
    def out(*drawn: int) -> bool:
        return not best_rummy_play(replace(turn, hand=turn.hand + drawn), "out").left

    found, number = rummy_draws(turn), len(pack)
    assert number == 53 - 8
    laid = {pile_text([own.card]): own.laid for own in found.cards}
    assert (laid["S6"], laid["*"], laid["HA"]) == (1, 3, 0)
    assert found.one == Fraction(sum(map(out, pack)), number) > 0
    ways = sum(out(one) or out(*sorted((one, two))) for one, two in permutations(pack, 2))
    assert found.two == Fraction(ways, number * (number - 1)) > found.one
    assert rummy_draws(turn, 1).two is None


@pytest.mark.parametrize("code", CODES)
def test_the_sample_turns_are_played(code: str) -> None:
    answers = json_lines("rummy", "best", DATA / f"{code}.jsonl")
    assert len(answers) >= 3
    assert all(answer["game"] == code and answer["laid"] for answer in answers)


TURN = ("--game", "carousel", "--table", "♠8 ♠9 *♠10 | ♣7 ♦7 ♥7", "--hand", "♠7 ♠10 ♥10 * ♣9")


@pytest.mark.parametrize("language", ["en", "is", "fr"])
def test_a_picture_has_the_table_before_and_after(language: str, tmp_path: Path) -> None:
    path = tmp_path / "turn.svg"
    assert output("--language", language, "rummy", "best", *TURN, "--picture", path)
    tree = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert tree.attrib["lang"] == language
    titles = [each.text for each in tree.iter("{http://www.w3.org/2000/svg}title")]
    assert all(titles)
    assert len(titles) == 1 + 6 + 4 + 10 + 1  # and the picture itself; a joker is none in the hand
    texts = Counter(each.text for each in tree.iter("{http://www.w3.org/2000/svg}text"))
    assert (texts["+"], texts["★"], texts["★+"], texts["★'"]) == (3, 2, 1, 1)


def test_values_print_themselves() -> None:
    found = best_rummy_play(RummyTurn.of("shanghai", "S3 S4 S5 S6 | H3 H4 H5 H6", "D6"))
    assert repr(found) == "<RummyPlay shanghai: lays D6, keeps ->"
    assert "♦6+" in str(found)
    assert "♦" in found._repr_html_()
    assert "Out with the next card" in str(rummy_draws(replace(found.turn, hand=(11,)), 1))
    assert "The deal is won by" in score_rummy("guadalupe", [(["", "S2"], None)])._repr_html_()


def test_locked_melds_grow_both_ways_in_one_search() -> None:
    table = "H2 H3 *H4 | S6 S7 S8 *S9 | D4 D5 *D6 | C8 *C9 CT | H8 D8 S8 | HT HJ HQ"
    hand = "HA H5 H6 S5 ST SJ D3 D7 C7 CJ DQ CQ"
    turn = RummyTurn.of("tahiti", table, hand, open="D2 C6")
    play = best_rummy_play(turn)
    assert (pile_text(play.left), play.kept) == ("DQ", 2)


@pytest.mark.parametrize("run", ["S4-6 *S7 S8", "S4567*89"])
def test_a_meld_that_is_kept_may_have_a_free_joker_far_up(run: str) -> None:
    turn = RummyTurn.of("carousel", run, "H2")
    (meld,) = turn.table
    cards = Counter(JOKER if card >= CARDS else card for card in meld.cards)
    start = cover.Start(cards, Counter(), (), Counter(), [], Counter(), (), turn.table)
    assert cover.CoverSearch(turn, start, [10] * 14, Counter(turn.table)).least() == 0
