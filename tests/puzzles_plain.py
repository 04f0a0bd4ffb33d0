"""Puzzles, those in data/ and random ones, and what is true of them by definition.

Whether a goal is reached is said by the plain search, whatever the game and the number of hands.
"""

from functools import cache
from pathlib import Path
from random import Random

from positions import OTHER_RULES, any_table, manille_position, random_position

from manni.solver import reference
from manni.solver.cards import Seat
from manni.solver.files.reading import read_deals
from manni.solver.goal import Goal
from manni.solver.position import Position, won_in
from manni.solver.puzzles.verify import Puzzle, Try, Verdict, puzzle_of
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE
from manni.solver.rules.trick import once_claimed

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
PUZZLES, MISERES = SAMPLES / "puzzles.manni", SAMPLES / "misere.manni"
RULES = (*OTHER_RULES, MANILLE, ENCHERES, ENVERS, MISERE, once_claimed(ENVERS))
PROVED = {*Verdict} - {Verdict.INVALID, Verdict.UNDECIDED}

guarantee = cache(reference.guarantee)


def puzzles_in(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file."""
    puzzles = map(puzzle_of, read_deals(path))
    return [puzzle for puzzle in puzzles if puzzle is not None]


# At random ----------------------------------------------------------------------------


def any_position(rng: Random, cards: int) -> Position:
    """Return a position of the plain games, of Manille's duties and points, or of 2 to 7 hands."""
    kind = rng.random()
    if kind < 0.3:
        hands = rng.randrange(2, 8)
        return any_table(rng, hands, min(cards, 12 // hands + 1))
    return random_position(rng, cards) if kind < 0.6 else manille_position(rng, cards, RULES)


def any_seat(rng: Random, position: Position) -> Seat:
    """Return a seat whose side is no more than half of all."""
    seats = [*position.seats]
    return rng.choice([each for each in seats if 2 * len(position.side(each)) <= len(seats)])


def any_puzzle(rng: Random, cards: int, off: tuple[int, ...] = (-1, 0, 0, 0, 0, 1)) -> Puzzle:
    """Return a puzzle about what a seat gets, or so much more, for it or against it."""
    position = any_position(rng, cards)
    seat = any_seat(rng, position)
    tricks = guarantee(position, seat) + rng.choice(off)
    goal = Goal(seat, min(max(tricks, 0), position.worth), rng.random() < 0.5)
    puzzle = Puzzle(position, goal)
    if puzzle.is_solver_to_play and rng.random() < 0.8:
        return Puzzle(position, goal, rng.choice(position.legal()))
    return puzzle


# By definition ------------------------------------------------------------------------


def is_met(position: Position, need: Goal) -> bool:
    """Return whether a need is met in best play."""
    taken = guarantee(position, need.seat)
    return taken >= need.tricks if need.at_least else taken <= need.tricks


def solvers(puzzle: Puzzle) -> set[Seat]:
    """Return the seats that work for the goal."""
    position, own = puzzle.position, {*puzzle.position.side(puzzle.goal.seat)}
    return own if puzzle.goal.at_least != position.avoids else {*position.seats} - own


def expected(puzzle: Puzzle) -> tuple[Verdict, set[int]]:
    """Return the verdict on a puzzle, and the first cards that work."""
    position, goal, rules = puzzle.position, puzzle.goal, puzzle.position.rules
    after = {card: position.play(card) for card in position.legal()}
    works = {card for card, child in after.items() if is_met(child, goal.after(child))}
    if position.to_play not in solvers(puzzle):
        works = set()
    if not is_met(position, goal) or not works.issuperset(puzzle.keys):
        return Verdict.BUSTED, works
    if rules.claimed:  # one trick loses the claim, or a misère
        is_all = not goal.at_least and goal.tricks == position.worth - 1
    else:
        is_all = rules.partners and position.contract.avoids and goal == (goal.seat, 1, True)
    if is_met(position, goal.one_better()) and not is_all:
        return Verdict.MODEST, works
    named = [group for group in position.equivalent_cards() if {*group} & {*puzzle.keys}]
    is_cooked = puzzle.keys and works != {card for group in named for card in group}
    return Verdict.COOKED if is_cooked else Verdict.SOUND, works


def replies(position: Position, need: Goal) -> list[tuple[Position, Goal]]:
    """Return what the cards lead to, of equal ones one, gifts of the defence left out."""
    after = [position.play(group[0]) for group in position.equivalent_cards()]
    states = [(child, need.after(child)) for child in after]
    if need.is_solver(position):
        return states
    return [(child, left) for child, left in states if not is_met(child, left.one_better())]


def can_be_missed(position: Position, need: Goal) -> bool:
    """Return whether the solver can miss what is needed though the defence makes no gift."""
    if not is_met(position, need):
        return True
    return any(can_be_missed(*state) for state in replies(position, need))


def walk(position: Position, need: Goal) -> tuple[set[Position], set[Position]]:
    """Return the only-moves and the duals that fighting defences lead to."""
    only, duals = set(), set()

    @cache
    def visit(position: Position, need: Goal) -> None:
        after = replies(position, need)
        if need.is_solver(position):
            every, after = after, [state for state in after if is_met(*state)]
            if len(after) > 1:
                if not can_be_missed(position, need):
                    return
                duals.add(position)
            elif len(every) > 1:
                only.add(position)
            after = after[:1]
        for state in after:
            visit(*state)

    visit(position, need)
    return only, duals


def check_try(position: Position, need: Goal, found: Try, won: int = 0) -> int:
    """Hold a try against the plain search at every card; return how many only moves it has."""
    way = position.follow(found.line)
    end, own = way[-1], position.side(need.seat)
    taken = won + sum(won_in(way)[seat] for seat in own) + guarantee(end, need.seat)
    start = position.play(found.cards[0]) if found.cards else position
    gained = start.side_gain(need.seat) if found.cards else 0
    assert found.tricks == won + gained + guarantee(start, need.seat)
    assert taken == found.tricks or not found.line
    first = is_first = None
    only, decided = [], None
    assert not (found.cards and found.line) or found.line[0] == found.cards[0]
    for index, (card, child) in enumerate(zip(found.line, way[1:], strict=True)):
        if (index or not found.cards) and need.is_solver(position) is found.is_met:
            keep, lose = [], []
            for group in position.equivalent_cards():
                after = position.play(group[0])
                (keep if is_met(after, need.after(after)) is found.is_met else lose).append(group)
            assert any(card in group for group in keep)
            if first is None:
                first, is_first = tuple(keep), not lose
            if lose:
                decided = card
                only += [card] * (len(keep) == 1)
        position, need = child, need.after(child)
        assert index in (0, len(found.line) - 1) or need.met_by_count(position) is None
    assert need.met_by_count(position) is found.is_met
    if first is not None:
        assert (found.answers, found.is_any) == (first, is_first)
    assert (found.only, found.decided) == (tuple(only), decided)
    return len(only)
