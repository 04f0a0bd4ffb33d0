"""What to put away of hand and surprise, all cards open: against trying everything."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path

import pytest

from manni.solver import reference
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.dealing import random_deals
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.exchange.discards import kept_hands
from manni.solver.exchange.open_cards import (
    ExchangeTurn,
    OpenExchangeSearch,
    before_exchange,
    best_exchange,
)
from manni.solver.files.dealfile import parse_deals
from manni.solver.notation import format_hand, parse_hand
from manni.solver.report.exchange import exchange_text, is_sure
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.games.manille import ENCHERES
from manni.solver.run import Run
from manni.solver.values.solution import bid_goal

F, M, D = Seat
S, NT = Contract.S, Contract.NT
CODES = [
    "encheres-petite",
    "encheres-petite+nt",
    "encheres-petite+talon-declarer",
    "encheres-grande+nt+talon-declarer",
]


def small(code: str, seed: int, size: int = 3) -> ExchangeTurn:
    """Return hands of three cards and a surprise of two, or of three in the great one."""
    rng = random.Random(seed)
    variant = get_variant(code)
    cards = rng.sample(sorted(cards_in(variant.pack)), 3 * size + 2 + code.count("grande"))
    hands = tuple(hand_of(cards[seat * size : (seat + 1) * size]) for seat in Seat)
    seat = Seat(rng.randrange(3))
    return ExchangeTurn.taking_up(variant, hands, tuple(cards[3 * size :]), seat, bid="30")


def plain(taken: ExchangeTurn, contract: Contract) -> int:
    """Return the most that is sure with a trump, by trying all that can be put away."""
    points = taken.variant.rules.card_points
    found = []
    for cards in combinations(cards_in(taken.held), len(taken.pile)):
        position = taken.position(contract, hand_of(cards))
        sure = reference.guarantees(position)[taken.seat]
        found.append(sure + taken.variant.pile_counts * sum(points[card % 13] for card in cards))
    return max(found)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))]
)
def test_against_trying_everything(code: str, seed: int) -> None:
    taken = small(code, seed)
    found = best_exchange(taken)
    assert found.exact
    trumps = [contract for contract in taken.variant.contracts if not contract.avoids]
    assert sorted(own.contract for own in found.best) == sorted(trumps)
    for own in found.best:
        assert own.guarantee == plain(taken, own.contract)
        assert len(own.discards) == len(taken.pile)
        assert not hand_of(own.discards) & ~taken.held
        alone = replace(taken, trumps=(own.contract,), named=own.contract)
        again = best_exchange(alone, recorded=own.discards)
        assert again.recorded is not None
        assert again.recorded.guarantee == own.guarantee
        assert again.guarantee_lost == 0
    order = [own.guarantee for own in found.best]
    assert order == sorted(order, key=lambda points: -(points or 0))


def kept(held: str, others: str, size: int, *, dearest: bool = True) -> list[str]:
    hands = kept_hands(parse_hand(held), parse_hand(others), size, ENCHERES, dearest=dearest)
    return sorted(map(format_hand, hands))


def test_of_neighbours_the_dearest_are_kept() -> None:
    assert kept("TAK...", "Q...", 2) == ["AT..."]
    assert kept("TK9...", "A...", 2) == ["K9...", "KT..."]
    assert kept("TK9...", "A...", 2, dearest=False) == ["K9...", "T9..."]
    assert kept("A.A..", "K...", 2) == ["A.A.."]
    assert kept("A...", "...", 0) == ["..."]


def test_a_search_goes_on_where_it_was_left() -> None:
    taken = replace(small("encheres-petite+talon-declarer", 2), named=S)
    search = OpenExchangeSearch(taken, Engine(16))
    search.value((), S)
    for steps in range(1, 10_000):
        left = iter(range(steps))
        search.work(Engine(16), Run(cancelled=lambda left=left: next(left, None) is None))
        if search.is_whole:
            break
        with suppress(StoppedError):
            assert not search.found((), S).exact
    assert steps > 2
    found = search.found((), S)
    assert found == best_exchange(taken, recorded=())
    assert found.recorded == best_exchange(taken, recorded=taken.pile).recorded


def test_what_was_not_finished_does_not_look_whole() -> None:
    (deal,) = islice(random_deals(VARIANTS["encheres-grande"], 5), 1)
    taken = before_exchange(deal, declarer=F)
    run = Run()
    run.cancel()
    with pytest.raises(StoppedError):
        best_exchange(taken, run=run)

    found = best_exchange(small("encheres-petite", 1))
    partial = replace(found, exact=False)
    assert "Stopped before the end" in str(exchange_text(partial))
    assert partial.guarantee_lost is None
    assert is_sure(partial) is None


def test_a_surprise_left_where_it_is_counts_as_one_put_away(root: Path) -> None:
    text = (root / "data/sample_deals/encheres-grande.manni").read_text(encoding="utf-8")
    code = "encheres-grande+talon-declarer"
    deal = replace(parse_deals(text)[0], variant=code, play=(), discards=(None, None, ()))
    position = deal.position()
    put_away = bid_goal(replace(deal, discards=(None, None, deal.manni)), position)
    assert put_away is not None
    assert (put_away.needed, put_away.put_away) == (22, 9)  # D8 S9 CQ HA CK of the 31 that are bid
    assert bid_goal(deal, position) == put_away
    assert bid_goal(replace(deal, manni=()), position) is None
