"""What a game's score makes of a deal: the parts of the game, and the play that goes by them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from commands import error, output
from positions import played_on

from solver.advice.answer import PlayAdvice
from solver.advice.behaviour import Belief
from solver.advice.final_result import FinalResult, final_result, score_counts, score_of
from solver.advice.play import advise_play
from solver.advice.seen import Seen
from solver.advice.strength import Strength
from solver.cards import Seat, card_name, triple
from solver.deal import Deal
from solver.errors import DealError, NotationError, RuleError
from solver.notation import parse_card, parse_cards, parse_hand
from solver.position import Position
from solver.report.card_choice import play_sentence
from solver.rules.contract import Contract
from solver.rules.game import Game
from solver.rules.games.manille import GAMES as MANILLE
from solver.rules.games.manni import GAMES as MANNI
from solver.rules.registry import get_variant
from solver.rules.score import Score
from solver.rules.scoring import AfterDeals, Decides, Ending
from solver.rules.shuffle import generator
from solver.rules.variant import Variant
from solver.table.deal import Table
from solver.table.game import table_in
from solver.table.settings import Settings

CODES = [variant.code for variant in (*MANNI, *MANILLE)]
OVER_18 = replace(get_variant("hornafjordur"), ending=AfterDeals(18))


def stands(*totals: int, deals: int = 17) -> Score:
    """Return a score of so many deals."""
    return Score((), (triple(totals), *[(0, 0, 0)] * (deals - 1)))


def ended(ending: Ending, score: Score, coming: list[tuple[int, int, int]]) -> list[float]:
    """Return the parts that a course of a game gives, deal by deal as the score sheet has it.

    There are none where it goes on.
    """
    for marks in coming:
        added = ending.marked(score.totals, marks)
        score = Score((), (*score.points, added))
        if ending.over(score):
            winners = ending.winners(score)
            share = 1 if ending.names_loser else len(winners)
            return [(player in winners) / share for player in range(3)]
    return []


@pytest.mark.parametrize("code", CODES)
def test_many_courses_end_as_the_score_sheet_has_them(code: str) -> None:
    variant = get_variant(code)
    ending = variant.ending
    assert isinstance(ending, Decides)
    rng = generator(3)
    signed = variant.scoring.signed
    for start in range(3):
        step = 4 if variant.has_targets else 30
        points = tuple(
            triple(map(int, rng.integers(-step if signed else 0, step + 1, 3)))
            for _ in range(start)
        )
        score = Score((), points)
        if points and ending.over(score):
            continue
        left = ending.deals - start if isinstance(ending, AfterDeals) else 60
        coming = rng.integers(-step if signed else 0, step + 1, (60, left, 3))
        expected = [ended(ending, score, list(map(triple, course.tolist()))) for course in coming]
        found = ending.parts(score, coming.astype(float)).tolist()
        assert sum(map(bool, expected)) > 40
        assert all(own == parts for own, parts in zip(found, expected, strict=True) if parts)


def test_last_deal_decides_and_ties_are_shared() -> None:
    result = FinalResult(OVER_18, stands(2, 0, -2))
    marks = np.array([[0, 0, 0], [-2, 1, 1], [-3, 0, 3], [-1, 1, 0]], float)
    assert result.parts(marks).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0]]


def test_who_has_the_total_is_out_and_the_last_one_loses() -> None:
    result = FinalResult(get_variant("dix-sept-3"), Score((), ((100, 90, 80),)))
    parts = result.parts(np.array([[0, 12, 10], [0, 0, 25], [0, 15, 25], [0, 15, 30]], float))
    assert parts.tolist() == [[1, 1, 0], [1, 0, 1], [1, 0, 0], [1, 0, 1]]


@pytest.mark.parametrize("code", CODES)
def test_more_marks_are_worth_more(code: str) -> None:
    variant = get_variant(code)
    own = np.arange(-2.0, 9.0)
    marks = np.stack([own, -own / 2, -own / 2], axis=1)
    if not variant.has_targets:
        marks = np.stack([own - own.min(), 0 * own, 0 * own], axis=1)
    parts = final_result(variant, Score((), ())).parts(marks)[:, 0]
    if variant.scoring.worth == "marks" and variant.code == "envers-3":
        parts = parts[::-1]
    assert all(less <= more for less, more in pairwise(parts))
    assert parts[0] < parts[-1]


def test_with_many_deals_left_parts_go_with_points() -> None:
    tricks = [(a, b, 12 - a - b) for a in range(13) for b in range(13 - a)]
    marks = np.array(tricks, float) - 4
    parts = final_result(OVER_18, Score((), ())).parts(marks)
    near = [row for row in range(len(tricks)) if max(abs(marks[row])) <= 3]
    line = np.polyfit(marks[near, 0], parts[near, 0], 1)
    off = parts[near, 0] - np.polyval(line, marks[near, 0])
    assert line[0] > 0.02
    assert abs(off).max() < 0.5 * line[0]  # less than half a point


def asked(seed: int, cards: int, score: Score | None) -> PlayAdvice:
    """Return advice in a random deal of no trump after some cards."""
    rng = generator(seed)
    dealing = OVER_18.deal(rng)
    played, position = played_on(rng, Position(dealing.hands, Contract.NT), cards)
    seat = position.to_play
    known = Seen(OVER_18, Contract.NT, seat, dealing.hands[seat], played, score=score)
    return advise_play(known, worlds=2000, belief=Belief.NONE)


def test_who_needs_three_tricks_in_the_last_deal_takes_the_risk() -> None:
    # ♠A ♥Q63 on the lead of ♥4: the queen takes most on average, a low heart may take all three.
    plain, last = asked(1324, 25, None), asked(1324, 25, stands(0, 3, -3))
    assert card_name(plain.best.card) == "HQ"
    assert card_name(last.best.card) == "H6"
    assert last.by_score
    assert card_name(last.alone) == "HQ"
    assert "For this deal alone it would be ♥Q." in str(play_sentence(last))
    early = asked(1324, 25, stands(0, 3, -3, deals=4))
    assert card_name(early.best.card) == "HQ"


def test_who_leads_in_the_last_deal_plays_safe() -> None:
    plain, last = asked(3605, 24, None), asked(3605, 24, stands(-3, 2, 1))
    assert card_name(plain.best.card) == "HK"
    assert card_name(last.best.card) == "SA"


def test_without_a_difference_for_the_game_points_decide() -> None:
    lost = asked(3605, 24, stands(60, -30, -30))
    assert not lost.by_score
    assert [card.result for card in lost.cards] == [0.0] * len(lost.cards)
    assert card_name(lost.best.card) == "HK"


def test_a_score_that_cannot_be_is_told_in_one_line() -> None:
    horn, old = get_variant("hornafjordur"), get_variant("hornafjordur-old")
    with pytest.raises(DealError, match="adds up to 1: in hornafjordur points add up to 0"):
        score_of(horn, [(1, 0), (0, 0), (0, 0)])
    with pytest.raises(DealError, match="the game is over with this score"):
        score_of(horn, [(12, 0), (0, 6), (0, 6)])
    with pytest.raises(DealError, match="--deals-left"):
        score_of(old, [(0, 0)] * 3)
    with pytest.raises(RuleError, match="how many deals are left is not fixed"):
        score_of(horn, [(0, 0)] * 3, 4)
    with pytest.raises(DealError, match="no deal has been played"):
        score_of(old, [(1, 0), (0, 1), (0, 0)], 17)
    with pytest.raises(RuleError, match="the score decides nothing in dix-sept-3"):
        score_of(get_variant("dix-sept-3+au-coup"), [(0, 0)] * 3)
    assert len(score_of(old, [(3, 0), (0, 1), (0, 2)], 0).points) == 17
    assert score_of(get_variant("hornafjordur-io"), [(9, 3), (2, 4), (0, 4)]).plus == (9, 2, 0)
    assert not score_counts(get_variant("dix-sept-3+au-coup"))


CARD = "advise card --hand AQ5.K84.J962.T7 --seat D --variant hornafjordur --contract NT"


def test_the_command_takes_a_score() -> None:
    said = output(*CARD.split(), "--played", "C8 C9", "--worlds", "50", "--score", "-4 -5 9")
    assert "With it the chance of winning the game is" in said
    assert "result: by the score" in said
    played = (*CARD.split(), "--played", "C8 C9", "--worlds", "50")
    assert "such as 7 -3 -4" in error(*played, "--score", "1 2", code=2)
    assert "--deals-left goes with --score" in error(*played, "--deals-left", "2", code=2)


def test_helping_anothers_general_may_save_the_game() -> None:
    # If forehand makes it, middlehand has 99 and the dealer, who then has 100, loses.
    envers = get_variant("envers-3")
    known = Seen(
        envers,
        Contract.S,
        Seat.MIDDLEHAND,
        parse_hand("K8.9.KQ9.AKQ9"),
        parse_cards("ST S8 SJ SA SK H7 HT H9 H8 DT D9 DJ DA DQ C8 SQ C9 CJ S9"),
        Seat.FOREHAND,
        bid="general",
    )
    against = advise_play(known, worlds=20)
    helping = advise_play(replace(known, score=Score((), ((0, 29, 30),))), worlds=20)
    assert [card_name(each.best.card)[0] for each in (against, helping)] == ["C", "D"]
    assert against.best.reached == 1
    assert helping.best.reached is not None
    assert helping.best.reached < 0.6
    assert "not losing the game" in str(play_sentence(helping))


def test_bid_or_turned_card_has_to_be_known() -> None:
    hand = parse_hand("T8.Q987.T9.KT")
    known = Seen(
        get_variant("encheres-petite"), Contract.H, Seat.FOREHAND, hand, declarer=Seat.FOREHAND,
        score=Score((), ()),
    )  # fmt: skip
    with pytest.raises(DealError, match="depends on the bid"):
        advise_play(known, worlds=2)
    known = Seen(get_variant("manille-3"), Contract.H, Seat.FOREHAND, hand, score=Score((), ()))
    with pytest.raises(DealError, match="depends on the turned card"):
        advise_play(known, worlds=2)


def table_of(settings: Settings, variant: Variant) -> Table:
    """Return the table of the second deal of a game, played by the computer alone."""
    game = Game(variant).record(Contract.NT, (6, 4, 2), cut=parse_card("SA"))
    dealing = variant.deal(generator(1))
    return table_in(game, dealing, settings, settings.tag())


def test_table_plays_for_the_game_unless_it_is_told_not_to() -> None:
    variant = get_variant("hornafjordur")
    for settings, score in (
        (Settings(True, 1, Strength.FAIR), Score(((4, 2, 6),), ((0, -2, 2),))),
        (Settings(True, 1, Strength.FAIR, by_points=True), None),
        (Settings(True, 1, Strength.FAIR, deals=5), None),
    ):
        assert table_of(settings, variant).before == score
        assert Settings.of(Deal(hands=(0, 0, 0), tags=(settings.tag(),))) == settings
    with pytest.raises(NotationError):
        Settings.of(Deal(hands=(0, 0, 0), tags=(("Table", "game, seed 1, strength fair, for x"),)))
