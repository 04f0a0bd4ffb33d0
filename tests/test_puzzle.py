"""Puzzles: verdicts against the plain search, solution trees, the search for puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from positions import random_position, worth

from manni.solver import reference
from manni.solver.cards import SEATS, Contract, Seat, card_name, suit_of
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
from manni.solver.puzzles.plain_player import PlainPlayer, thumb_card, where_he_fails
from manni.solver.puzzles.puzzle_solution import Step, solution_of
from manni.solver.puzzles.tree import Tree, misses_in
from manni.solver.puzzles.verify import Puzzle, Verdict, puzzle_of, tries, verify
from manni.solver.run import Run
from manni.solver.values.solve import Solver

PROVED = set(Verdict) - {Verdict.INVALID, Verdict.UNDECIDED}
PUZZLES = Path(__file__).parent.parent / "data" / "sample_deals" / "puzzles.manni"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


def positions(seed: int, count: int, cards: int) -> Iterator[Position]:
    """Yield random positions, some with cards on the table, in all contracts in turn."""
    rng = random.Random(seed)
    for number in range(count):
        yield random_position(rng, cards, Contract(number % 6))


def claims(seed: int, count: int, cards: int) -> Iterator[Puzzle]:
    """Yield puzzles with goals at and about the best, and with any card as the key."""
    rng = random.Random(seed)
    for position in positions(seed, count, cards):
        seat = position.to_play
        best = reference.guarantee(position, seat) + rng.choice((-1, 0, 0, 0, 1))
        tricks = min(max(best, 0), position.tricks)
        key = rng.choice((None, *position.legal()))
        yield Puzzle(position, Goal(seat, tricks, not position.contract.avoids), key)


def expected(puzzle: Puzzle) -> Verdict:
    """Return the verdict by its definition, from the plain search's value of every card."""
    seat, goal, sign = puzzle.goal.seat, puzzle.goal.tricks, puzzle.position.contract.sign
    values = {c: v[seat] for c, v in reference.card_values(puzzle.position).items()}
    works = {card for card, value in values.items() if sign * (value - goal) >= 0}
    if not works or puzzle.key not in (None, *works):
        return Verdict.BUSTED
    if any(sign * (value - goal) > 0 for value in values.values()):
        return Verdict.MODEST
    if puzzle.key is not None:
        equal = next(group for group in puzzle.position.equivalent_cards() if puzzle.key in group)
        if works - set(equal):
            return Verdict.COOKED
    return Verdict.SOUND


def test_verdicts_are_those_of_the_plain_search(solver: Solver) -> None:
    seen = []
    for puzzle in claims(1, 72, 4):
        found = verify(puzzle, solver)
        assert found.verdict is expected(puzzle), puzzle
        assert found.holds is (found.verdict is Verdict.SOUND)
        assert found.tricks == reference.guarantee(puzzle.position, puzzle.goal.seat)
        seen.append(found.verdict)
    assert min(seen.count(verdict) for verdict in PROVED) >= 3


def test_a_refutation_beats_the_key_or_the_best_try(solver: Solver) -> None:
    busted = 0
    for puzzle in claims(2, 60, 4):
        found = verify(puzzle, solver)
        attempt = found.refutation
        assert (attempt is not None) is (found.verdict is Verdict.BUSTED)
        if attempt is None:
            continue
        busted += 1
        seat, sign = puzzle.goal.seat, puzzle.position.contract.sign
        assert attempt.line[0] == attempt.cards[0]
        assert puzzle.key in (None, attempt.line[0])
        assert worth(puzzle.position, attempt.line, seat) == attempt.tricks
        assert sign * (puzzle.goal.tricks - attempt.tricks) > 0
        values = reference.card_values(puzzle.position)
        assert attempt.tricks == values[attempt.line[0]][seat]
        if puzzle.key is None:
            assert attempt.tricks == found.tricks
    assert busted > 5


def test_tries_are_the_cards_that_fail_the_closest_first(solver: Solver) -> None:
    for puzzle in claims(3, 36, 4):
        attempts = tries(puzzle, solver)
        seat, sign = puzzle.goal.seat, puzzle.position.contract.sign
        values = reference.card_values(puzzle.position)
        short = {c: sign * (puzzle.goal.tricks - v[seat]) for c, v in values.items()}
        assert {c for each in attempts for c in each.cards} == {c for c in short if short[c] > 0}
        assert [short[each.cards[0]] for each in attempts] == sorted(
            short[each.cards[0]] for each in attempts
        )
        for each in attempts:
            assert worth(puzzle.position, each.line, seat) == each.tricks


def deal(**fields: object) -> Deal:
    position = Position.parse("AK2... QJ3... T98...", "NT")
    start = Deal(position.hands, contract=Contract.NT, leader=Seat.FOREHAND)
    return replace(start, **fields)  # type: ignore[arg-type]


ACE, TWO, QUEEN = 12, 0, 10


def test_a_seat_that_is_not_to_play_has_a_goal_but_no_key(solver: Solver) -> None:
    for position in positions(4, 60, 3):
        seat = Seat((position.to_play + 1) % SEATS)
        best = reference.guarantee(position, seat)
        sign = position.contract.sign
        for off, verdict in ((0, Verdict.SOUND), (sign, Verdict.BUSTED), (-sign, Verdict.MODEST)):
            if 0 <= best + off <= position.tricks:
                goal = Goal(seat, best + off, sign > 0)
                found = verify(Puzzle(position, goal), solver)
                assert found.verdict is verdict
                assert found.works == ()
                if found.refutation is not None:
                    assert worth(position, found.refutation.line, seat) == best


# The solution tree, against its definitions worked out card by card.


def misses(position: Position, need: Goal) -> bool:
    """Whether any play of all three misses what is needed."""
    if not position.tricks:
        return need.tricks > 0 if need.at_least else need.tricks < 0
    children = [position.play(card) for card in position.legal()]
    return any(misses(child, need.after(child)) for child in children)


def reached(position: Position, need: Goal) -> bool:
    value = reference.guarantee(position, need.seat)
    return value >= need.tricks if need.at_least else value <= need.tricks


def walk(position: Position, need: Goal, side: set[Seat]) -> tuple[set[Position], set[Position]]:
    """Return the only-moves and the duals of fighting defences; stop below a dual."""
    only: set[Position] = set()
    duals: set[Position] = set()

    @cache
    def visit(position: Position) -> None:
        need_here = need._replace(tricks=reference.guarantee(position, need.seat))
        if not position.tricks:
            return
        children = {c[0]: position.play(c[0]) for c in position.equivalent_cards()}
        if position.to_play not in side:
            for child in children.values():
                if not reached(child, need_here.after(child).one_better()):
                    visit(child)
            return
        works = [c for c, child in children.items() if reached(child, need_here.after(child))]
        if len(works) == 1 and len(children) > 1:
            only.add(position)
        elif len(works) > 1:
            if not misses(position, need_here):
                return
            duals.add(position)
        visit(children[works[0]])

    visit(position)
    return only, duals


def test_the_tree_has_the_only_moves_and_duals_of_its_definition(solver: Solver) -> None:
    strict = 0
    for number, position in enumerate(positions(5, 60, 4)):
        # Every other puzzle is one of two seats against the third.
        seat = Seat((position.to_play + number % 2 * (1 + number // 2 % 2)) % SEATS)
        side = set(Seat) - {seat} if number % 2 else {seat}
        best = reference.guarantee(position, seat)
        need = Goal(seat, best, position.contract.avoids == bool(number % 2))
        tree = Tree(solver.engine, position, need)
        only, duals = walk(position, need, side)
        assert {node.position for node in tree.nodes if node.is_only} == only
        assert {node.position for node in tree.nodes if node.is_dual} == duals
        assert tree.only_moves == len(only)
        strict += not duals
        early = Tree(solver.engine, position, need, until_dual=True)
        assert (early.first_dual is None) is (not duals)
        if early.first_dual is not None and tree.first_dual is not None:
            assert early.first_dual.line == tree.first_dual.line
    assert 6 < strict < 54


def test_the_lines_of_a_tree_lead_to_its_nodes(solver: Solver) -> None:
    for position in positions(6, 30, 4):
        seat = position.to_play
        need = Goal(seat, reference.guarantee(position, seat), not position.contract.avoids)
        tree = Tree(solver.engine, position, need)
        longest = tree.most_only_moves()
        for node in tree.nodes:
            there = position
            for card in node.line:
                there = there.play(card)
            assert there == node.position
            assert reference.guarantee(there, seat) == node.need.tricks
            below = [longest[child] for child in node.children]
            assert longest[node] == node.is_only + max(below, default=0)
        lengths = [len(node.line) for node in tree.nodes]
        assert lengths == sorted(lengths)


def test_whether_a_need_can_be_missed(solver: Solver) -> None:
    every = misses_in(
        lambda position, _: [card for card, *_ in position.equivalent_cards()],
        solver.engine,
        Run(),
    )
    answers = []
    for position in positions(7, 30, 3):
        for tricks in range(-1, 5):
            for seat in Seat:
                need = Goal(seat, tricks, not position.contract.avoids)
                if need.is_reached(solver.engine, position):
                    answers.append(misses(position, need))
                    line = every(position, need)
                    assert (line is not None) is answers[-1], (position, need)
    assert len(set(answers)) == 2


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
    rng = random.Random(contract)
    fails = 0
    for _ in range(60):
        position = random_position(rng, 5, contract)
        seat = Seat(rng.randrange(3))
        goal = Goal(seat, solver.engine.value(position, seat), rng.random() < 0.5)
        need = goal
        line = where_he_fails(position, need, solver.engine, Run())
        if line is None:
            for _ in range(5):
                assert played_plainly(position, need, rng)
            continue
        fails += 1
        for number, card in enumerate(line):
            assert reaches(position, need)
            if need.is_solver(position):
                assert PlainPlayer().card(position, need) == card
            position = position.play(card)
            need = need.after(position)
            assert reaches(position, need) is (number < len(line) - 1)
    assert 8 < fails < 52


def played_plainly(position: Position, need: Goal, rng: random.Random) -> bool:
    """Return whether the plain player reaches the goal against a random defence."""
    while position.tricks or position.table:
        if need.is_solver(position):
            card = PlainPlayer().card(position, need)
        else:
            card = rng.choice(position.legal())
        position = position.play(card)
        need = need.after(position)
    return need.tricks <= 0 if need.at_least else need.tricks >= 0


def reaches(position: Position, need: Goal) -> bool:
    """Return whether the goal is reached in best play, by the plain search."""
    value = reference.guarantee(position, need.seat) if position.tricks else 0
    return value >= need.tricks if need.at_least else value <= need.tricks


# Finding puzzles.


def finds(wish: Wish, seed: int, solver: Solver, count: int) -> list[Find]:
    return list(islice((f for f in find(wish, seed, solver) if f is not None), count))


@pytest.mark.parametrize("strict", [False, True])
def test_what_is_found_is_worth_solving(solver: Solver, strict: bool) -> None:
    wish = Wish((Contract.H, Contract.NULLO), (4,), seat=Seat.MIDDLEHAND, strict=strict)
    for found in finds(wish, 3, solver, 4):
        puzzle = found.puzzle
        assert puzzle.position.to_play is Seat.MIDDLEHAND
        assert puzzle.position.tricks == 4
        assert expected(puzzle) is Verdict.SOUND
        values = reference.card_values(puzzle.position)
        thumb = thumb_card(puzzle.position)
        seat = Seat.MIDDLEHAND
        assert puzzle.key is not None
        assert values[thumb][seat] != values[puzzle.key][seat]
        result = verify(puzzle, solver, strict=True)
        assert result.holds or not strict
        assert where_he_fails(puzzle.position, puzzle.goal, solver.engine, Run()) is not None
        tree = Tree(solver.engine, puzzle.position, puzzle.goal)
        assert found.features.only_moves >= 2
        choosers = {n.position.to_play for n in tree.nodes if n.good and n.bad}
        assert choosers == set(Seat), "a seat is a bystander"


def test_the_same_seed_finds_the_same_puzzles(solver: Solver) -> None:
    wish = Wish((Contract.NULLO,), (4,))
    first = finds(wish, 9, solver, 3)
    assert first == finds(wish, 9, Solver(16), 3)
    assert first != finds(wish, 10, solver, 3)


def test_a_find_is_read_back_from_its_file(solver: Solver) -> None:
    found = finds(Wish((Contract.NULLO,), (4,), ace_low=True), 1, solver, 4)
    again = [puzzle_of(d) for d in parse_deals(format_deals(each.deal() for each in found))]
    assert again == [each.puzzle for each in found]


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
    assert found.tree is not None
    assert lures_of(found.tree.root, solver, Run()) == [1]
    own = features(puzzle, found.tree, solver)
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
    assert found.tree is not None
    assert themes(puzzle, found.tree, solver) == expected


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
        steps = solution_of(puzzle, Tree(solver.engine, puzzle.position, puzzle.goal), solver).main
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


def test_a_duck_read_by_hand(shipped: list[Deal], solver: Solver) -> None:
    """Middlehand throws a club, then lets spades go by: the jack wins once the king is out."""
    deal = next(d for d in shipped if ("Theme", "duck") in d.tags)
    assert deal.contract is Contract.D
    puzzle = puzzle_of(deal)
    assert puzzle is not None
    tree = verify(puzzle, solver, strict=True).tree
    assert tree is not None
    ducks = [
        node
        for node in tree.nodes
        if node.is_only
        and node.position.table
        and len(node.line) > 1
        and card_name(node.good[0][0]) == "S4"
        and card_name(node.bad[0][0]) == "SJ"
    ]
    assert ducks
    assert card_name(ducks[0].position.table[0]) == "S5"


def test_every_shipped_puzzle_is_strictly_sound_and_described(
    shipped: list[Deal], solver: Solver
) -> None:
    for each in shipped:
        puzzle = puzzle_of(each)
        assert puzzle is not None
        assert puzzle.key is not None
        found = verify(puzzle, solver, strict=True)
        assert found.holds, each.tags
        assert found.tree is not None
        assert thumb_card(puzzle.position) not in found.works[0]
        fails = where_he_fails(puzzle.position, puzzle.goal, solver.engine, Run())
        assert fails is not None, "a plain player solves it"
        own = features(puzzle, found.tree, solver)
        tags = dict(each.tags)
        assert tags["Grade"] == str(own.grade)
        assert tags["Features"] == str(own)
        assert tags.get("Theme", "") == ", ".join(themes(puzzle, found.tree, solver))


LASKER = "8.T987.987.98 AT9.KQ.K.AQJT J7.AJ.AQJT.K7"


@pytest.mark.parametrize(
    ("keys", "verdict", "others"),
    [
        ("CK DA DQ", Verdict.SOUND, set()),
        ("CK DA DQ DT", Verdict.SOUND, set()),
        ("CK DA", Verdict.COOKED, {"DT", "DJ", "DQ"}),
        ("CK SJ", Verdict.BUSTED, None),
    ],
)
def test_several_keys(solver: Solver, keys: str, verdict: Verdict, others: set[str] | None) -> None:
    position = Position.parse(LASKER, contract="NULLO", leader="D")
    puzzle = Puzzle(position, parse_goal("F 2+"), keys)
    found = verify(puzzle, solver)
    assert found.verdict is verdict
    if others is None:
        assert found.refutation is not None
        assert card_name(found.refutation.line[0]) == "SJ"
    else:
        assert {card_name(card) for group in found.others for card in group} == others


def test_a_key_comes_once() -> None:
    position = Position.parse(LASKER, contract="NULLO", leader="D")
    with pytest.raises(DealError, match="the key holds CK twice"):
        Puzzle(position, parse_goal("F 2+"), "CK DA CK")
    with pytest.raises(DealError, match="the key holds CK twice"):
        Deal(position.hands, keys="CK DA CK")
