"""Puzzles: verdicts against the plain search, solution trees, the search for puzzles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from positions import random_position
from puzzles_plain import (
    MISERES,
    PROVED,
    PUZZLES,
    any_puzzle,
    can_be_missed,
    check_try,
    expected,
    guarantee,
    is_met,
    solvers,
    walk,
)

from manni.solver.cards import Contract, Seat, card_name, suit_of
from manni.solver.deal import Deal
from manni.solver.errors import DealError
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.reading import read_deals
from manni.solver.goal import Goal, parse_goal
from manni.solver.position import Position
from manni.solver.puzzles.features import (
    THEMES,
    features,
    lures_of,
    may_begin,
    theme_exists,
    themes,
)
from manni.solver.puzzles.find import Find, Wish, find
from manni.solver.puzzles.plain_player import PlainPlayer, line_that_fails, thumb_card
from manni.solver.puzzles.puzzle_solution import Step, solution_of
from manni.solver.puzzles.tree import Tree, fighting_miss_finder
from manni.solver.puzzles.verify import Puzzle, Verdict, puzzle_of, tries, verify
from manni.solver.run import Run
from manni.solver.values.solve import Solver


def test_verdicts_are_those_of_the_plain_search(solver: Solver) -> None:
    rng, seen, marks = Random(1), Counter(), 0
    for _ in range(240):
        puzzle = any_puzzle(rng, rng.choice((3, 4)))
        position, goal, (verdict, works) = puzzle.position, puzzle.goal, expected(puzzle)
        found = verify(puzzle, solver)
        assert found.verdict is verdict, puzzle
        assert {card for group in found.works for card in group} == works
        assert found.holds is (verdict is Verdict.SOUND)
        assert found.tricks == guarantee(position, goal.seat)
        assert {*puzzle.side} == solvers(puzzle)
        seen[verdict, goal.seat in puzzle.side] += 1
        # Of the cards that fail those that come closest stand first.
        failing = tries(puzzle, solver, Run())
        legal = {*position.legal()} if position.to_play in puzzle.side else set()
        assert {card for each in failing for card in each.cards} == legal - works
        short = [abs(goal.tricks - each.tricks) for each in failing]
        assert short == sorted(short)
        beaten = [] if found.refutation is None else [found.refutation]
        assert bool(beaten) is (verdict is Verdict.BUSTED)
        for each in (*failing, *beaten):
            assert not each.is_met
        for each in beaten:
            assert puzzle.key in (None, *each.line[:1])
            assert puzzle.key is not None or each.tricks == found.tricks
        cooks = found.others if verdict is Verdict.COOKED else ()
        assert tuple(each.cards for each in found.cooks) == cooks
        assert all(each.is_met for each in found.cooks)
        marks += sum(check_try(position, goal, each) for each in (*failing, *found.cooks, *beaten))
    assert marks > 60
    assert {verdict for verdict, _ in seen} == PROVED
    assert min(seen[verdict, own] for verdict in PROVED for own in (True, False)) >= 3


# The solution tree, against its definitions worked out card by card.


def test_the_tree_has_the_only_moves_and_duals_of_its_definition(solver: Solver) -> None:
    rng, strict, missed = Random(5), Counter(), Counter()
    for _ in range(120):
        puzzle = any_puzzle(rng, 4, off=(0,))
        position, need = puzzle.position, puzzle.goal
        tree = Tree(solver.engine, position, need)
        only, duals = walk(position, need)
        assert {node.position for node in tree.nodes if node.is_only} == only
        assert {node.position for node in tree.nodes if node.is_dual} == duals
        assert tree.only_moves == len(only)
        strict[not duals] += 1
        early = Tree(solver.engine, position, need, until_dual=True)
        assert (early.first_dual is None) is (not duals)
        if early.first_dual is not None and tree.first_dual is not None:
            assert early.first_dual.line == tree.first_dual.line
        line = fighting_miss_finder(solver.engine, Run())(position, need)
        assert (line is not None) is can_be_missed(position, need)
        missed[line is not None] += 1
        longest = tree.most_only_moves()
        for node in tree.nodes:
            assert position.follow(node.line)[-1] == node.position
            assert node.need.tricks == guarantee(node.position, need.seat)
            below = [longest[child] for child in node.children]
            assert longest[node] == node.is_only + max(below, default=0)
        lengths = [len(node.line) for node in tree.nodes]
        assert lengths == sorted(lengths)
    assert min(strict[True], strict[False], missed[True], missed[False]) > 12


# The rule of thumb.


@pytest.mark.parametrize(
    ("hands", "contract", "leader", "played", "card"),
    [
        ("A2.KQ3.. KQ.A54.. J3.J76..", "NT", "F", "", "SA"),  # a master
        ("52.KQ3.. KQ.A54.. J3.J76..", "NT", "F", "", "H3"),  # low from the longest
        ("A2.KQ3.. K4.A54.. J3.76..", "NT", "D", "SQ", "S2"),  # second: low
        ("A52.Q3.. K.A5.2. J.J7.3.", "NT", "M", "SQ ST", "SA"),  # last: wins
        ("652.Q3.. K.A5.2. J.J7.3.", "NT", "M", "SQ ST", "S2"),  # or plays low
        ("A..5. .A.. .J..", "S", "M", "H9 HT", "SA"),  # ruffs
        ("A2..5. .A5.. .J7..", "S", "M", "H9 HT", "S2"),  # as low as it may
        ("K3..5. .A5.. A..J.", "S", "M", "H9 S2", "S3"),  # but high enough
        ("2..95.8 .A54.. J..73.", "S", "M", "H9 S3", "D5"),  # or discards
        ("A2.KQ3.. KQ.A54.. J4.J76..", "NULLO", "F", "", "S2"),  # leads the lowest
        ("A52.K.. K4.A.. J3.J..", "NULLO", "M", "ST S9", "S5"),  # the highest below
        ("AK5.K.. 7.A.J. J.JT..", "NULLO", "M", "S3 S4", "SA"),  # last: the highest
        ("AK5.K.. 93.A.J. J.JT..", "NULLO", "D", "S4", "S5"),  # second: the lowest
        ("..A2.K .A5.. .J7..", "NULLO", "M", "H9 HT", "DA"),  # throws the highest
    ],
)
def test_the_rule_of_thumb(hands: str, contract: str, leader: str, played: str, card: str) -> None:
    position = Position.parse(hands, contract, leader, played)
    assert position.to_play is Seat.FOREHAND
    assert card_name(thumb_card(position)) == card


def test_the_ace_is_no_master_where_it_is_low() -> None:
    position = Position.parse("A2.4.. QT.A.. J9.J..", "NT", ace_low=True)
    assert card_name(thumb_card(position)) == "SA"  # the lowest of the longest suit
    position = Position.parse("K2.4.. AT.A.. J9.J..", "NT", ace_low=True)
    assert card_name(thumb_card(position)) == "SK"


# A plain player.


@pytest.mark.parametrize(
    ("hands", "contract", "leader", "played", "goal", "card"),
    [
        # The last trump has to be drawn before the ace of diamonds is safe; thumb leads that.
        ("A.4..A6 .Q.A63. 6..T74.", "H", "M", "", "M 2+", "HQ"),
        ("K5.9.K. 43..A9. .6.5.86", "H", "F", "", "F 3+", "H9"),
        # He wins this trick and cashes another; thumb plays low second to the trick.
        ("72.8..3 .T..Q92 .63..6", "NT", "D", "S3", "F 2+", "S7"),
        # Two tricks settle that thumb's lowest card, the three of diamonds, takes too many.
        ("5.8..Q3 .K.3.87 2.2..A2", "NULLO", "M", "", "M 3-", "C7"),
        # Nothing is settled in two tricks: he plays by thumb.
        ("AJ432.Q3.. Q95.K52.A. T86..JT98.", "NT", "F", "", "F 5+", "SA"),
    ],
)
def test_what_a_plain_player_plays(
    hands: str, contract: str, leader: str, played: str, goal: str, card: str
) -> None:
    puzzle = Puzzle(Position.parse(hands, contract, leader, played), parse_goal(goal))
    assert card_name(PlainPlayer().card(puzzle.position, puzzle.goal)) == card


@pytest.mark.parametrize("contract", [Contract.S, Contract.NT, Contract.NULLO])
def test_a_plain_player_fails_where_it_is_said(solver: Solver, contract: Contract) -> None:
    rng = Random(contract)
    fails = 0
    for _ in range(60):
        position = random_position(rng, 5, contract)
        seat = Seat(rng.randrange(3))
        need = Goal(seat, solver.engine.value(position, seat), rng.random() < 0.5)
        line = line_that_fails(position, need, solver.engine, Run())
        if line is None:
            assert all(played_plainly(position, need, rng) for _ in range(5))
            continue
        fails += 1
        for number, card in enumerate(line):
            assert is_met(position, need)
            if need.is_solver(position):
                assert PlainPlayer().card(position, need) == card
            position = position.play(card)
            need = need.after(position)
            assert is_met(position, need) is (number < len(line) - 1)
    assert 8 < fails < 52


def played_plainly(position: Position, need: Goal, rng: Random) -> bool:
    """Return whether the plain player reaches the goal against a random defence."""
    while position.tricks:
        plain = need.is_solver(position)
        position = position.play(
            PlainPlayer().card(position, need) if plain else rng.choice(position.legal())
        )
        need = need.after(position)
    return is_met(position, need)


# Finding puzzles.


def finds(wish: Wish, seed: int, solver: Solver, count: int) -> list[Find]:
    return list(islice((f for f in find(wish, seed, solver) if f is not None), count))


@pytest.mark.parametrize(
    ("contracts", "against", "strict"),
    [("H NULLO", None, False), ("H NULLO", None, True), ("NT", "F", True), ("NULLO", "F", True)],
)
def test_what_is_found_is_worth_solving(
    solver: Solver, contracts: str, against: str | None, strict: bool
) -> None:
    named = tuple(Contract[name] for name in contracts.split())
    wish = Wish(named, (4,), seat=Seat.MIDDLEHAND, against=against, strict=strict)
    for found in finds(wish, 3, solver, 2):
        puzzle = found.puzzle
        position, goal = puzzle.position, puzzle.goal
        assert (position.to_play, position.tricks) == (Seat.MIDDLEHAND, 4)
        assert goal.seat is (Seat.MIDDLEHAND if against is None else Seat.FOREHAND)
        assert (goal.seat in puzzle.side) is (against is None)
        verdict, works = expected(puzzle)
        assert verdict is Verdict.SOUND
        assert puzzle.key in works
        assert thumb_card(position) not in works
        assert verify(puzzle, solver, strict=True).holds or not strict
        assert line_that_fails(position, goal, solver.engine, Run()) is not None
        tree = Tree(solver.engine, position, goal)
        assert found.features.only_moves >= 2
        choosers = {node.position.to_play for node in tree.nodes if node.good and node.bad}
        assert choosers == set(Seat), "a seat is a bystander"
        assert [puzzle_of(deal) for deal in parse_deals(format_deals([found.deal()]))] == [puzzle]


def test_the_same_seed_finds_the_same_puzzles(solver: Solver) -> None:
    wish = Wish((Contract.NULLO,), (4,))
    first = finds(wish, 9, solver, 3)
    assert first == finds(wish, 9, Solver(16), 3)
    assert first != finds(wish, 10, solver, 3)


def test_other_contracts_give_other_positions(solver: Solver) -> None:
    """The same seed must not show the same hands again under another trump."""
    first = finds(Wish((Contract.S,), (4,), strict=False), 9, solver, 4)
    second = finds(Wish((Contract.H,), (4,), strict=False), 9, solver, 4)
    hands = [each.puzzle.position.dealt for each in (*first, *second)]
    assert len(set(hands)) == 8


@pytest.mark.parametrize("theme", ["early take", "exit card"])
def test_a_wish_for_a_theme(solver: Solver, theme: str) -> None:
    wish = Wish((Contract.NULLO, Contract.NT), (4, 5), theme=theme)
    for found in finds(wish, 1, solver, 2):
        assert theme in found.themes
        assert verify(found.puzzle, solver, strict=True).holds


def test_only_what_can_be_is_drawn() -> None:
    wish = Wish((Contract.S, Contract.NT, Contract.NULLO), (4, 6), theme="ruff")
    assert wish.kinds() == [(Contract.S, 4), (Contract.S, 6)]
    wish = Wish((Contract.S, Contract.NULLO), (4, 6), tricks=4)
    assert wish.kinds() == [(Contract.S, 4), (Contract.S, 6), (Contract.NULLO, 6)]


@pytest.mark.parametrize(
    ("hands", "contract", "leader", "played", "themes"),
    [
        ("A2.KQ3.. QJ.A54.. T9.J76..", "NT", "F", "", set()),
        ("A2.KQ3.. Q.A54.. T.J76..", "NT", "M", "SK SJ", {"hold-up"}),
        ("K2.KQ3.. A.A54.. 3.J76..", "NT", "M", "S4 SJ", {"duck"}),
        ("Q42.Q3.. 5.A54.. A.J76..", "NT", "M", "SK S3", {"unblock"}),
        ("A2...5 .A4.. .J7..", "S", "M", "H5 H6", {"ruff"}),
        ("A2...5 3.A5.. .J7..", "S", "D", "H6", {"ruff"}),
        ("A2...5 .A4.. ..J7.", "S", "M", "H5 S3", {"overruff"}),
        ("K2.A.. A.5.. 3.J..", "NULLO", "M", "S4 SJ", {"early take"}),
    ],
)
def test_what_may_begin_with_a_theme(
    hands: str, contract: str, leader: str, played: str, themes: set[str]
) -> None:
    position = Position.parse(hands, contract, leader, played)
    by_first_card = [t for t in THEMES if t not in ("squeeze", "throw-in", "exit card", "safety")]
    shown = {theme for theme in by_first_card if theme_exists(theme, position.contract)}
    assert {theme for theme in shown if may_begin(position, theme)} == themes


def test_lures_count_the_tricks_until_the_miss_is_plain(solver: Solver) -> None:
    # The two of hearts gives up the lead at once; the count is settled in the next trick.
    puzzle = Puzzle(Position.parse("AK.2.. .AQ3.. JT.K..", "NT"), parse_goal("F 2+"), 12)
    found = verify(puzzle, solver, strict=True)
    assert lures_of(found.tree.root, solver, Run()) == [1]
    own = features(puzzle, found.tree, solver, Run())
    # Two only-moves with one lure each, of which a plain player finds both; one branching.
    assert (own.choices, own.only_moves, own.lures, own.branchings) == (2, 2, 2, 1)
    assert own.effort == 1.5


def test_a_wish_for_a_number_of_tricks(solver: Solver) -> None:
    wish = Wish((Contract.NULLO,), (4,), tricks=1)
    assert {each.puzzle.goal.tricks for each in finds(wish, 1, solver, 3)} == {1}


@pytest.mark.parametrize(
    ("hands", "contract", "leader", "played", "goal", "expected"),
    [
        # The small trump wins now or never.
        ("2..3. A... ..4.", "S", "M", "HA H5", "F 1+", ("ruff",)),
        ("4..3. A... ..5.", "S", "M", "HA S3", "F 1+", ("overruff",)),
        # The king must go at once, or it takes a second trick with the three of spades.
        ("3.K2.. 2.T.. 4..5.", "NULLO", "M", "HQ HJ", "F 1-", ("early take", "safety")),
    ],
)
def test_themes_of_small_puzzles(
    solver: Solver,
    hands: str,
    contract: str,
    leader: str,
    played: str,
    goal: str,
    expected: tuple[str, ...],
) -> None:
    puzzle = Puzzle(Position.parse(hands, contract, leader, played), parse_goal(goal))
    found = verify(puzzle, solver, strict=True)
    assert found.holds
    assert themes(puzzle, found.tree, solver, Run()) == expected


# The puzzles in data/.


@pytest.fixture(scope="module")
def shipped() -> list[Deal]:
    return read_deals(PUZZLES)


def test_the_shipped_puzzles_cover_every_contract_length_and_grade(shipped: list[Deal]) -> None:
    assert len(shipped) == 144
    assert {d.contract for d in shipped} == set(Contract)
    assert {d.hands[0].bit_count() for d in shipped} == set(range(4, 11))
    assert {d.goal.seat for d in shipped if d.goal} == set(Seat)
    grades = Counter(dict(d.tags)["Grade"] for d in shipped)
    assert min(grades[grade] for grade in "12345") >= 8
    hands = [d.hands for d in shipped]
    assert len(set(hands)) == len(hands)


def test_the_shipped_puzzles_show_every_theme(shipped: list[Deal]) -> None:
    shown = Counter(t for d in shipped for t in dict(d.tags).get("Theme", "").split(", ") if t)
    for theme in THEMES:
        assert shown[theme] >= 6, shown
    puzzles = [puzzle for d in shipped if (puzzle := puzzle_of(d)) is not None]
    assert sum(len(puzzle.side) == 2 for puzzle in puzzles) >= 36


def test_a_hold_up_or_duck_leaves_the_trick_to_the_defence(
    shipped: list[Deal], solver: Solver
) -> None:
    """In the main line a low card is played, a winning one kept, and the defence wins."""
    seen = 0
    for deal in shipped:
        named = {"hold-up", "duck"} & set(dict(deal.tags).get("Theme", "").split(", "))
        puzzle = puzzle_of(deal)
        if not named or puzzle is None:
            continue
        seen += 1
        steps = solution_of(
            puzzle, Tree(solver.engine, puzzle.position, puzzle.goal), solver, run=Run()
        ).main
        assert any(leaves_a_trick(puzzle, steps[index:]) for index in range(len(steps)))
    assert seen >= 6


def leaves_a_trick(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    """Whether the first of the steps is such a card, and the defence wins its trick."""
    position, card = steps[0].position, steps[0].card
    if not steps[0].is_only or not position.table:
        return False
    led = suit_of(position.table[0])
    winners = [c for c in position.legal() if position.takes_lead(c) and suit_of(c) == led]
    winner = next((step.winner for step in steps if step.winner is not None), None)
    return bool(winners) and card not in winners and winner not in (None, *puzzle.side)


def test_every_shipped_puzzle_is_strictly_sound_and_described(
    shipped: list[Deal], solver: Solver
) -> None:
    for each in shipped:
        puzzle = puzzle_of(each)
        found = verify(puzzle, solver, strict=True)
        assert found.holds, each.tags
        assert thumb_card(puzzle.position) not in found.works[0]
        fails = line_that_fails(puzzle.position, puzzle.goal, solver.engine, Run())
        assert fails is not None, "a plain player solves it"
        own = features(puzzle, found.tree, solver, Run())
        tags = dict(each.tags)
        assert tags["Grade"] == str(own.grade)
        assert tags["Features"] == str(own)
        assert tags.get("Theme", "") == ", ".join(themes(puzzle, found.tree, solver, Run()))


LASKER = "8.T987.987.98 AT9.KQ.K.AQJT J7.AJ.AQJT.K7"


@pytest.mark.parametrize(
    ("keys", "verdict", "others"),
    [
        ("CK DA DQ", Verdict.SOUND, set()),
        ("CK DA DQ DT", Verdict.SOUND, set()),
        ("CK DA", Verdict.COOKED, {"DT", "DJ", "DQ"}),
        ("DA", Verdict.COOKED, {"DT", "DJ", "DQ", "CK"}),
        ("CK SJ", Verdict.BUSTED, None),
    ],
)
def test_several_keys(solver: Solver, keys: str, verdict: Verdict, others: set[str] | None) -> None:
    position = Position.parse(LASKER, contract="NULLO", leader="D")
    puzzle = Puzzle(position, parse_goal("F 2+"), keys)
    found = verify(puzzle, solver)
    assert found.verdict is verdict
    if others is None:
        assert card_name(found.refutation.line[0]) == "SJ"
    else:
        assert {card_name(card) for group in found.others for card in group} == others
        tree = Tree(solver.engine, position, puzzle.goal, key=puzzle.key)
        assert solution_of(puzzle, tree, solver, run=Run()).main[0].card == puzzle.key


def test_either_partner_may_have_the_key_and_nobody_else() -> None:
    position = Position.parse("AK.2.. .AQ3.. JT.K..", "NT")
    for leader, key in ((Seat.MIDDLEHAND, 13 + 12), (Seat.DEALER, 13 + 11)):
        there = replace(position, leader=leader)
        assert Puzzle(there, parse_goal("F 2-"), key).is_solver_to_play
    with pytest.raises(DealError, match="forehand is to play, not middlehand or dealer"):
        Puzzle(position, parse_goal("F 2-"), 12)


@pytest.mark.parametrize(
    ("name", "works"),
    [
        ("Kovalevskaya", [["DQ", "DK", "DA"]]),
        ("Lasker", [["DT", "DJ", "DQ"], ["CK"], ["DA"]]),
    ],
)
def test_a_published_problem(solver: Solver, name: str, works: list[list[str]]) -> None:
    deal = next(deal for deal in read_deals(MISERES) if ("Name", name) in deal.tags)
    puzzle = puzzle_of(deal)
    found = verify(puzzle, solver)
    assert found.verdict is Verdict.SOUND
    assert found.tricks == 2
    assert [list(map(card_name, group)) for group in found.works] == works
    for attempt in tries(puzzle, solver, Run()):
        assert attempt.tricks < 2
