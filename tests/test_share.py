"""Best cases and shares, against the definitions and by hand."""

from fractions import Fraction
from itertools import product

import pytest

from manni.solver.cards import SEATS, Contract
from manni.solver.values.solution import best_case, share

NT, NULLO = Contract.NT, Contract.NULLO
THIRD = Fraction(1, 3)


def possible(tricks: int, contract: Contract) -> list[tuple[int, ...]]:
    """Return every triple of guarantees that a position of so many tricks may have."""
    triples = product(range(tricks + 1), repeat=SEATS)
    if contract.avoids:
        return [g for g in triples if sum(g) >= tricks]
    return [g for g in triples if sum(g) <= tricks]


@pytest.mark.parametrize(
    ("guarantee", "tricks", "contract", "best", "shares"),
    [
        ((3, 5, 4), 12, NT, (3, 5, 4), (3, 5, 4)),
        ((3, 4, 3), 12, NT, (5, 6, 5), (3 + 2 * THIRD, 4 + 2 * THIRD, 3 + 2 * THIRD)),
        ((0, 0, 0), 12, NT, (12, 12, 12), (4, 4, 4)),
        ((0, 0, 0), 0, NT, (0, 0, 0), (0, 0, 0)),
        # In NULLO the guarantees add up to too much: the slack is split.
        ((3, 6, 6), 12, NULLO, (0, 3, 3), (2, 5, 5)),
        ((4, 4, 4), 12, NULLO, (4, 4, 4), (4, 4, 4)),
        # Forehand's best case is cut off at 0. Lower numbers 0 3 3, together 6, higher
        # 1 8 8, together 17: everybody stands at 6/11 of his way.
        (
            (1, 8, 8),
            12,
            NULLO,
            (0, 3, 3),
            (Fraction(6, 11), 3 + 5 * Fraction(6, 11), 3 + 5 * Fraction(6, 11)),
        ),
        # Everybody may have to take everything: a third each.
        ((6, 6, 6), 6, NULLO, (0, 0, 0), (2, 2, 2)),
        ((0, 6, 6), 6, NULLO, (0, 0, 0), (0, 3, 3)),
    ],
)
def test_by_hand(
    guarantee: tuple[int, int, int],
    tricks: int,
    contract: Contract,
    best: tuple[int, int, int],
    shares: tuple[Fraction, Fraction, Fraction],
) -> None:
    assert best_case(guarantee, tricks, contract) == best
    assert share(guarantee, tricks, contract) == shares


@pytest.mark.parametrize("contract", [NT, NULLO])
@pytest.mark.parametrize("tricks", [0, 1, 4, 5])
def test_every_seat_stands_at_the_same_fraction(tricks: int, contract: Contract) -> None:
    for guarantee in possible(tricks, contract):
        best = best_case(guarantee, tricks, contract)
        shares = share(guarantee, tricks, contract)
        assert sum(shares) == tricks
        ways = [
            (own - g) / (b - g) for g, b, own in zip(guarantee, best, shares, strict=True) if g != b
        ]
        assert all(0 <= way <= 1 for way in ways), guarantee
        assert len(set(ways)) <= 1, guarantee
        assert all(own == g for g, b, own in zip(guarantee, best, shares, strict=True) if g == b), (
            guarantee
        )
