"""The compiled search for points against the plain one, and each technique against none."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from positions import OTHER_RULES, manille_position

from manni.solver import _points, reference
from manni.solver._points import PointsSearch
from manni.solver.cards import (
    CARDS,
    RANKS,
    SUITS,
    hand_of,
)
from manni.solver.engine import Engine
from manni.solver.errors import (
    IllegalPlayError,
    RuleError,
)
from manni.solver.position import Position, won_in
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE
from manni.solver.rules.trick import TrickRules
from manni.solver.searches import order_and_points, techniques_of
from manni.solver.values.solve import Solver, solve

TECHNIQUES = techniques_of(_points)
EVERYTHING = sum(TECHNIQUES.values())


def positions(seed: int, count: int, cards: tuple[int, ...]) -> Iterator[Position]:
    """Yield positions of Manille, half of them of few suits, some of games there are not."""
    rng = Random(seed)
    for _ in range(count):
        size = rng.choice(cards)
        suits = rng.choice((SUITS, SUITS, 2 if size < 6 else 3, 3))
        if rng.random() < 0.25:
            yield manille_position(rng, size, OTHER_RULES, suits)
        else:
            yield manille_position(rng, size, suits=suits)


# The table ---------------------------------------------------------------------------


def test_the_smallest_table_gives_the_same_values() -> None:
    rng = Random(8)
    small, large = Engine(0.001), Engine(64)
    for _ in range(8):
        position = manille_position(rng, 8, on_table=0)
        assert small.value(position, 0) == large.value(position, 0), position
    assert small.nodes > large.nodes


def test_a_cleared_engine_searches_the_same_nodes_again() -> None:
    position = manille_position(Random(3), 9, (ENCHERES,), on_table=0)
    engine = Engine(16)
    counts = []
    for _ in range(300):  # more than a byte counts
        before = engine.nodes
        engine.clear()
        engine.value(position, 0)
        counts.append(engine.nodes - before)
    assert set(counts) == {counts[0]}


# The door ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "rules", "said"),
    [
        ("2... 3... 4...", MANILLE, "S4 S3 S2: the search for points knows the 8"),
        (
            "A... K... Q...",
            TrickRules(card_points=tuple(range(RANKS, 0, -1))),
            "a higher card is worth",
        ),
        ("A... K... Q...", TrickRules(trick_points=100, duties=MANILLE.duties), None),
        ("AKQ... .AKQ.. ..AKQ.", TrickRules(trick_points=100), "300 points to be won: .* most 255"),
    ],
)
def test_what_the_search_does_not_know(hands: str, rules: TrickRules, said: str | None) -> None:
    engine = Engine(1)
    position = Position.parse(hands, "S", rules=rules)
    if said is None:
        assert engine.value(position, 0) == reference.guarantee(position, 0)
    else:
        with pytest.raises(RuleError, match=said):
            engine.value(position, 0)


# Two to seven hands ------------------------------------------------------------------


def test_at_most_eight_cards_of_a_suit_are_known() -> None:
    whole = [hand_of(range(seat, CARDS, 4)) for seat in range(4)]
    with pytest.raises(RuleError, match=r"13 cards of spades: .* at most 8 of a suit"):
        Engine(1).value(Position(whole, "NT"), 0)


RULES_OF = {"pairs": ENCHERES, "declarer": ENCHERES, "solo": MANILLE, "avoid": ENVERS}
EXACT = """
pairs H 0 1 16 .8.Q8.8 A.7.J.J 8.TQ.9. .A.TK.A
pairs S 1 1 15 A8...T9 .A.T.QJ .Q.8.K7 Q9..7.8
pairs D 1 0 0 .9.87.K K8..Q.7 J.87.J. .J.TK.T
pairs H 3 2 29 Q8.A97.AJ.J A.TKQJ.98.T TK7..TKQ7.A J9.8..KQ987
pairs H 0 3 39 .AKQ.9.KJ87 TAK.T97..A9 QJ9.8.AJ87. 87.J.TKQ.TQ
declarer C 3 2 0 K8.T..8 .9.TQ7. 9..KJ.7 .A87..J
declarer NT 0 3 8 .TA.98. J..K.K7 .9.Q7.A 8.J.AJ.
declarer D 2 2 10 AK.9.K. 8.T..Q9 7.Q.AQ. .A.T8.T
declarer H 1 1 10 Q.AQ.A98.TQ 97.TJ9.KQ7. TA8..TJ.A87 KJ.K87..KJ9
declarer H 3 3 19 7.J9.K7.TQ8 TA8.Q.AJ.A9 K9.A87.Q9.K QJ.TK.T8.J7
solo H 1 2 7 7..K.K9 K.J.9.J Q8.T.8. .98..AQ
solo S 3 3 15 7..Q.97 9.KQ.A. K.7.9.Q A.A9.8.
avoid H 0 2 28 J.8.8.A ..AK7.J .A.TQJ. 8.7..T8
avoid C 0 2 6 K..J8.A T.J.AK. Q9.A.7. A8...KQ
declarer H 4 3 0 T.K..9 Q..98. .T..A7 K9..A. .87.Q.
declarer H 1 2 10 .Q..A8 ..K8.K Q.T8.. .AK.J. 9.J.9.
declarer H 4 3 0 .A8.AQ9.Q AJ.K9.K8. K9.T..AJ7 T.J.7.TK8 Q87.7.T.9
declarer C 2 2 0 K9.Q9.A.T .TA87..Q9 J7.K.TK7. AQ.J.Q.AK ..J98.J87
avoid S 3 4 26 98.A..K .97.7.7 7.Q.Q.8 .J.J.TJ AQJ..A.
avoid S 2 1 0 Q7..7.J .AQ7..K T.8.A.Q .T9.T.8 J.K.K.T
declarer H 2 0 9 .T98.A. J97.A.. .J7.9.J ..T.K97 TQ8...T .K.J.A8
declarer H 1 0 0 J97..A. .8..AJ8 K.9.K.9 .TQJ.7. Q8..T8. .7.QJ.Q
declarer S 4 1 6 T7..J.9 AK..KQ. .9.A7.8 .A8..TA J.J..Q7 9..T.KJ Q8.T7..
declarer C 4 5 0 8.J..KJ .T9.K9. J.A8.8. T.Q7.J. Q7..7.8 9.K.Q.9 ..TA.T7
"""


def test_values_that_an_exhaustive_program_found() -> None:
    engine, solver = Engine(16), Solver(16)
    for row in EXACT.split("\n")[1:-1]:
        kind, contract, leader, counted, points, *hands = row.split()
        seat = int(counted)
        side = (seat, (seat + 2) % 4) if kind == "pairs" else (seat,)
        position = Position(hands, contract, int(leader), rules=RULES_OF[kind], declarers=side)
        assert engine.value(position, seat) == int(points), row
        assert solver.solve(position, seats=[seat]).guarantee[seat] == int(points)
        if position.tricks <= 3:
            assert reference.guarantee(position, seat) == int(points), row


def test_a_partner_who_has_to_ruff_a_foe_takes_the_lead() -> None:
    hands = [".7.7.", ".8.T.", "7..9.", ".TA..", "...87"]
    position = Position(hands, "S", 0, rules=ENCHERES, declarers={1, 4})
    assert Engine(1).value(position, 0) == reference.guarantee(position, 0) == 6


def test_a_position_of_four_hands() -> None:
    hands = ["AK...", ".7.8.", "T9...", "J.A.."]
    position = Position(hands, "D", "3", rules=ENCHERES, declarers={"2", "D"})
    assert position == Position(hands, "D", "3", rules=ENCHERES, declarers="F3")
    assert repr(position).endswith("declarers=['F', '3'])")
    assert replace(position, declarer="2").declarers == {1}
    assert pickle.loads(pickle.dumps(position)) == position
    _, second, _, dealer = position.seats
    assert (position.declarer, position.side("D")) == (None, (second, dealer))
    with pytest.raises(IllegalPlayError, match="trick 1, card 2: dealer's HA revokes: it holds SJ"):
        position.follow("ST HA")
    way = position.follow("ST SJ SK D8")
    assert (way[-1].leader, won_in(way), way[-1].gain("D")) == (second, (0, 10, 0, 0), 0)
    assert [str(seat) for seat in position.seats] == ["F", "2", "3", "D"]
    places = [str(position).index(word) for word in ("Seat 2", "Seat 3", "Forehand", "Dealer")]
    assert places == sorted(places)
    assert position._repr_html_().count(">Seat ") == 2
    solution = solve(position, cards=True, line="2")
    assert solution.guarantee == (0, 19, 0, 19)
    assert solution.guarantee == solution.best_case == solution.share


@pytest.mark.parametrize(
    ("hands", "counted", "table", "message"),
    [
        (1, 1, 0, "two to seven hands"),
        (8, 1, 0, "two to seven hands"),
        (2, 1, 2, "all but one hand"),
        (3, 0, 0, "some are counted"),
        (3, 7, 0, "some are counted"),
        (3, 8, 0, "some are counted"),
    ],
)
def test_no_other_number_of_hands_or_sides(
    hands: int, counted: int, table: int, message: str
) -> None:
    held = [1 << k for k in range(hands)]
    with pytest.raises(ValueError, match=message):
        PointsSearch(1 << 20).bounds(held, -1, 0, counted, range(20, 20 + table))


def test_hands_of_one_length_are_needed() -> None:
    search = PointsSearch(1 << 20)
    search.play_by(*order_and_points(MANILLE), 1, 7, True, False)
    three_suits = sum(1 << 13 * suit + rank for suit in range(3) for rank in range(5, RANKS))
    alike = [1 << 12, 1 << 12], [1 << 60, 1 << 61], [1, 2]  # no cards of the pack of Manille
    for hands in ([1 << 12 | 1 << 11, 1 << 10], [three_suits] * 2, *alike):
        with pytest.raises(ValueError, match="as many cards each, at most 16"):
            search.bounds(hands, -1, 0, 1)
