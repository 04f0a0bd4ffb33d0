"""Solving puzzles card by card: right cards, refutations, and the replies of the other side."""

from random import Random

import pytest
from positions import random_position
from puzzles_plain import PUZZLES, guarantee, is_met, puzzles_in

from manni.solver.cards import Seat
from manni.solver.errors import DealError
from manni.solver.goal import Goal, until_settled
from manni.solver.notation import parse_card
from manni.solver.position import Position
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.verify import reply
from manni.solver.run import Run
from manni.solver.values.solve import Solver

SHIPPED = puzzles_in(PUZZLES)


@pytest.mark.parametrize("seed", [*range(60), 332])
def test_right_cards_and_replies_agree_with_the_plain_search(solver: Solver, seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng, rng.randrange(1, 5))
    seat = Seat(rng.randrange(3))
    # Best play meets it exactly, or misses or beats it by one.
    off, at_least = rng.choice((0, 0, 0, -1, 1)), rng.random() < 0.5
    need = Goal(seat, guarantee(position, seat) + off, at_least)
    after = {card: position.play(card) for card in position.legal()}
    right = {card for card, child in after.items() if is_met(child, need.after(child))}
    kept, _ = need.partition(solver.engine, position)
    assert {card for group in kept for card in group} == right
    if need.is_solver(position):
        with pytest.raises(DealError):
            reply(position, need, solver, Run())
        assert bool(right) is is_met(position, need)
    elif need.met_by_count(position) is None:
        # The other side gives nothing away: not the tricks the solver needs, nor one more.
        child = after[reply(position, need, solver, Run())]
        better = need.one_better()
        assert is_met(child, need.after(child)) is is_met(position, need)
        assert is_met(child, better.after(child)) is is_met(position, better)


def test_a_reply_asks_for_the_most_only_moves(solver: Solver) -> None:
    """After the key the others could also play so that the rest is plain; they do not."""
    harder = 0
    for puzzle in SHIPPED:
        position = puzzle.position.play(puzzle.key)
        need = puzzle.goal.after(position)
        # The whole tree is looked at only up to eight tricks.
        if not 0 < position.tricks <= 8 or need.is_solver(position):
            continue
        chosen = position.play(reply(position, need, solver, Run()))
        tree = Tree(solver.engine, position, need)
        most = tree.most_only_moves()
        children = {child.position: most.get(child, 0) for child in tree.root.children}
        assert children.get(chosen, 0) == max(children.values(), default=0)
        harder += len(set(children.values())) > 1
    assert harder > 5


def test_what_has_been_missed_is_shown_no_further() -> None:
    position = Position.parse("A2.K.. K3.A.. Q4.Q..", "NT")
    line = tuple(map(parse_card, ["SA", "SK", "SQ", "HK", "HA", "HQ", "S3", "S4", "S2"]))
    assert until_settled(position, Goal(Seat.FOREHAND, 3, True), line) == line[:6]
    assert until_settled(position, Goal(Seat.FOREHAND, 1, True), line) == line
    assert until_settled(position, Goal(Seat.FOREHAND, 0, False), line) == line[:3]
    assert until_settled(position, Goal(Seat.FOREHAND, 4, True), line) == ()
