"""The card to play: proved best only when nothing else can be, and then by share and rank."""

from random import Random

import pytest
from positions import random_position

from manni.solver import reference
from manni.solver.cards import Contract
from manni.solver.engine import Engine
from manni.solver.notation import parse_card
from manni.solver.position import Position
from manni.solver.rules.trick import low_first
from manni.solver.run import Run
from manni.solver.values.iterative_bounds import IterativeBounds
from manni.solver.values.solution import best_card, loss_bounds, share
from manni.solver.values.solve import Solver


@pytest.mark.parametrize("seed", range(60))
def test_what_is_proved_best_stays_so(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng, rng.randrange(1, 5), Contract(seed % len(Contract)))
    after = reference.card_values(position)
    best = max(position.contract.sign * after[card][position.to_play] for card in after)
    known, engine = IterativeBounds(position), Engine(1)
    proved = None
    while True:
        found = known.solution()
        card, is_proved = best_card(found)
        assert card in position.legal()
        if proved is not None:
            assert (card, is_proved) == (proved, True)
        if is_proved:
            proved = card
            assert position.contract.sign * after[card][position.to_play] == best
        for value in found.cards:
            low, high = loss_bounds(found, value)
            loss = best - position.contract.sign * after[value.card][position.to_play]
            assert low <= loss <= high
        if known.is_whole:
            break
        known.work(engine, Run())
    assert proved is not None


@pytest.mark.parametrize("seed", range(40))
def test_of_equal_guarantees_the_share_decides_then_the_rank(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng, rng.randrange(1, 5))
    after = reference.card_values(position)
    mover, sign = position.to_play, position.contract.sign

    def merit(card: int) -> tuple[object, ...]:
        child = position.play(card)
        still_open = [value - child.gain(seat) for seat, value in enumerate(after[card])]
        own = share(still_open, child.tricks, child.contract)[mover] + child.gain(mover)
        return -sign * after[card][mover], -sign * own, low_first(position.rules, card)

    solution = Solver(1).solve(position, cards=True)
    assert best_card(solution) == (min(position.legal(), key=merit), True)
    some = set(rng.sample(position.legal(), rng.randint(1, len(position.legal()))))
    assert best_card(solution, some) == (min(some, key=merit), True)


def test_one_card_is_the_best_without_a_search() -> None:
    position = Position.parse("AKQ.T9..5 J98.AK..9 T76.87..K", "NT", played="").play(
        parse_card("C5")
    )
    assert best_card(IterativeBounds(position).solution()) == (parse_card("C9"), True)
    assert not best_card(IterativeBounds(Position.parse("A2... K3... Q4...", "NT")).solution())[1]
