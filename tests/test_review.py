"""Reviews against the plain search, and what a review adds up to."""

import random
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from positions import random_position

from manni.solver import reference
from manni.solver.advice.observation import observation_of
from manni.solver.advice.play import advise_play
from manni.solver.cards import SEATS, Contract, Seat, hand_of
from manni.solver.checks import derived
from manni.solver.deal import Deal
from manni.solver.engine import Engine, Pool
from manni.solver.errors import DealError, StoppedError
from manni.solver.exchange.open_cards import before_exchange, best_exchange
from manni.solver.files.reading import read_deals
from manni.solver.report.review import review_text
from manni.solver.review import ReviewSearch, SeenCard, review, seen_card
from manni.solver.run import Run
from manni.solver.values.solve import Solver

PLAYED = Path(__file__).parent.parent / "data" / "sample_deals" / "played.manni"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(128)


def random_record(rng: random.Random, contract: Contract, cards: int, played: int) -> Deal:
    start = random_position(rng, cards, contract, on_table=0)
    position, play = start, []
    for _ in range(played):
        play.append(rng.choice(position.legal()))
        position = position.play(play[-1])
    return Deal(
        start.hands,
        contract=contract,
        leader=start.leader,
        ace_low=start.ace_low,
        play=tuple(play),
    )


@pytest.mark.parametrize("contract", list(Contract))
@pytest.mark.parametrize("played", [12, pytest.param(7, marks=pytest.mark.slow)])
def test_every_figure_is_the_plain_search_s(
    solver: Solver, contract: Contract, played: int
) -> None:
    rng = random.Random(played)
    for _ in range(3):
        deal = random_record(rng, contract, 4, played)
        found = review(deal, solver)
        assert found.complete is (played == 12)
        assert [each.card for each in found.cards] == list(deal.play)
        position = found.start
        won = [0, 0, 0]
        for number, each in enumerate(found.cards):
            mover = position.to_play
            assert (each.number, each.trick) == (number + 1, number // SEATS + 1)
            assert each.seat is mover
            here = reference.guarantees(position)
            assert each.before == tuple(a + b for a, b in zip(won, here, strict=True))
            values = reference.card_values(position)
            losses = {
                card: contract.sign * (here[mover] - value[mover]) for card, value in values.items()
            }
            assert dict(each.losses) == losses
            assert each.loss == losses[each.card]
            assert set(each.kept) == {card for card in losses if not losses[card]}
            after = values[each.card]
            assert each.after == tuple(a + b for a, b in zip(won, after, strict=True))
            assert each.gave == tuple(
                0 if seat is mover else contract.sign * (after[seat] - here[seat]) for seat in Seat
            )
            position = position.play(each.card)
            if position.taken_by is not None:
                won[position.taken_by] += 1
        if found.complete:
            assert found.sure == tuple(won)


def test_the_figures_add_up_to_the_result(solver: Solver) -> None:
    deals = read_deals(PLAYED)
    assert {deal.contract for deal in deals} >= {Contract.NT, Contract.NULLO, Contract.H}
    for deal in deals:
        found = review(deal, solver)
        sign = found.start.contract.sign
        for seat in Seat:
            change = found.got(seat) - found.lost(seat)
            assert found.guarantee[seat] + sign * change == found.sure[seat]
        assert sum(found.share) == found.start.tricks
        if deal.result is not None:
            assert found.complete
            assert found.sure == deal.result
            assert sum(found.sure) == found.start.tricks
        assert found.costly == tuple(each for each in found.cards if each.loss)
        for before, after in pairwise(found.cards):
            assert before.share_after == after.share_before
        assert found.cards[0].share_before == found.share
        assert all(sum(each.moved) == 0 for each in found.cards)
        taken = [each.taken_by for each in found.cards if each.number % SEATS == 0]
        assert None not in taken
        assert [taken.count(seat) for seat in Seat] == [
            won for won in (found.sure if found.complete else map(taken.count, Seat))
        ]
        assert len(found.exchanges) == sum(bool(cards) for cards in deal.discards)


def test_turning_points_are_the_dearest_cards_and_say_what_the_right_ones_lead_to(
    solver: Solver,
) -> None:
    seen = 0
    for deal in read_deals(PLAYED):
        found = review(deal, solver)
        sign = found.start.contract.sign
        assert found.targets == (4, 4, 4)
        worth = {
            played.number: -sign * played.moved[played.seat]
            for played in found.costly
            if -sign * played.moved[played.seat] >= 1
            or (
                sign * (played.share_before[played.seat] - 4) >= 0
                and sign * (played.share_after[played.seat] - 4) < 0
            )
        }
        dearest = sorted(worth, key=lambda number: (-worth[number], number))[:3]
        assert [turning.played.number for turning in found.turning_points] == dearest
        seen += len(dearest)
        for turning in found.turning_points:
            played = turning.played
            assert turning.cost == worth[played.number]
            assert turning.line[0] in played.kept
            deal_instead = replace(
                deal, play=(*deal.play[: played.number - 1], *turning.line), result=None
            )
            instead = review(deal_instead, solver, first_trick=played.trick)
            assert instead.complete
            assert turning.tricks == instead.sure
            # Held to it, and no further: that is all the guarantee says.
            assert instead.sure[played.seat] == played.before[played.seat]
    assert seen >= 6


def test_a_review_from_a_later_trick_is_the_end_of_the_whole_one(solver: Solver) -> None:
    deal = read_deals(PLAYED)[0]
    whole, end = review(deal, solver), review(deal, solver, first_trick=9)
    assert end.cards == whole.cards[24:]
    assert end.guarantee == whole.cards[24].before
    assert end.exchanges == ()
    assert sum(end.share) == whole.start.tricks
    with pytest.raises(DealError, match="only 12 tricks are recorded: there is no trick 13"):
        review(deal, solver, first_trick=13)


def test_progress_and_any_number_of_threads(solver: Solver) -> None:
    for deal in read_deals(PLAYED):
        steps = []
        run = Run(progress=lambda done, total, steps=steps: steps.append((done, total)))
        assert review(deal, Solver(16, 3), run=run) == review(deal, solver)
        total = 3 * (len(deal.play) + 1)
        assert max(steps) == (total, total)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_review_is_whole_or_stopped_and_taken_up_where_it_was_left(
    solver: Solver, threads: int
) -> None:
    deal = read_deals(PLAYED)[2]
    asked = {"exchanges": True, "seen": 5}
    search = ReviewSearch(deal, **asked)
    found, stopped = None, 0
    while found is None:
        left = iter(range(500 * stopped))
        run = Run(cancelled=lambda left=left: next(left, None) is None)
        with suppress(StoppedError):
            found = search.review(Pool(16, threads), run)
        stopped += 1
    assert found == review(deal, solver, **asked)
    assert stopped > 3
    run = Run()
    run.cancel()
    with pytest.raises(StoppedError, match="called off"):
        review(deal, Solver(16, threads), run=run)
    for late in ("best_exchange", "best_line", "seen_card"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(f"manni.solver.review.{late}", over)
            with pytest.raises(StoppedError, match="too late"):
                review(deal, Solver(16, threads), **asked)


def over(*args: Any, **named: Any) -> None:
    raise StoppedError("too late")


# As the players saw it ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("behind", "interval", "mistake"),
    [
        (0.5, (0.1, 0.9), True),
        (0.2, (0.01, 0.4), True),
        (0.19, (0.01, 0.4), None),  # worse, but perhaps by too little
        (0.5, (-0.1, 1.1), None),
        (0.08, (0.02, 0.14), False),  # worse for certain, by too little
        (-0.1, (-0.2, 0.0), False),
        (0.0, (-0.3, 0.3), None),
    ],
)
def test_a_mistake_is_sure_and_of_some_size(
    behind: float, interval: tuple[float, float], mistake: bool | None
) -> None:
    assert SeenCard(0, behind, interval, 400, 0.2).is_mistake is mistake


def test_the_best_of_several_averages_is_not_taken_for_the_truth(
    solver: Solver,
) -> None:
    """Few worlds choose the best card; how far others are behind it is told by others."""
    deal = read_deals(PLAYED)[2]
    view = observation_of(deal, deal.leader_played, 0)
    engine = Engine(16)
    truth = advise_play(view, worlds=2000, seed=999)
    worth = {card: each.points for each in truth.cards for card in each.equals}
    card = truth.cards[-1].card
    told, lucky, true = [], [], []
    for seed in range(40):
        seen = seen_card(view, card, worlds=20, seed=seed, pool=Pool.of(engine))
        told.append(seen.behind)
        true.append(worth[seen.best] - worth[card])
        few = advise_play(view, worlds=20, seed=seed)
        lucky.append(next(each.behind for each in few.cards if card in each.equals))
    off = [one - other for one, other in zip(told, true, strict=True)]
    assert abs(mean(off)) < 3 * stdev(off) / len(off) ** 0.5
    too_much = [one - other for one, other in zip(lucky, true, strict=True)]
    assert mean(too_much) > 3 * stdev(too_much) / len(off) ** 0.5


def test_all_deals_that_a_player_thought_possible_are_enough(solver: Solver) -> None:
    deal = read_deals(PLAYED.parent.parent / "sample_games" / "dix-sept-3.manni")[1]
    (played,) = review(deal, solver, seen=400, first_trick=7).costly
    assert 1 < played.seen.worlds < 400


def test_what_could_be_seen_is_of_the_game() -> None:
    other = replace(read_deals(PLAYED)[3], leader=Seat.DEALER, play=())
    with pytest.raises(DealError, match="leader and ace are not basic's"):
        observation_of(other, Seat.FOREHAND, 0)


# The games of Manille ------------------------------------------------------------------


def manille(code: str, number: int = 1) -> Deal:
    return list(read_deals(PLAYED.with_name(f"{code}.manni")))[number - 1]


@pytest.mark.parametrize("code", ["encheres-petite", "encheres-grande"])
def test_what_was_put_away_is_held_against_the_best(code: str, solver: Solver) -> None:
    deal = manille(code)
    found = review(deal, solver, exchanges=True)
    [exchange] = found.exchanges
    assert deal.declarer is exchange.seat
    best = exchange.best
    assert best.recorded == exchange.guarantee
    assert best.lost == best.guarantee - best.recorded
    put_away = best_exchange(before_exchange(deal)).best[0]
    assert (best.contract, best.guarantee) == (put_away.contract, put_away.guarantee)
    text = str(review_text(found))
    assert "before the later seats exchange" not in text
    if best.lost:
        assert f" trumps, {best.lost} better." in text


@pytest.mark.parametrize("code", ["manille-3", "encheres-petite", "envers-3", "played"])
def test_a_card_is_seen_as_advice_sees_it(code: str, solver: Solver) -> None:
    deal, worlds = (manille(code), 4) if code != "played" else (manille(code, 2), 60)
    found = review(deal, solver, first_trick=4 if worlds == 4 else 1, seen=worlds, seed=2)
    assert found.costly
    for played in found.costly:
        asked = derived(deal, bid=None, contract=deal.contract_played)
        known = observation_of(asked, played.seat, played.number - 1)
        advice = advise_play(known, worlds=worlds, seed=2)
        own = next(each for each in advice.cards if played.card in each.equals)
        seen = played.seen
        assert seen.best == (played.card if own is advice.best else advice.best.card)
        assert seen.interval[0] <= seen.behind <= seen.interval[1]
        if own is advice.best:
            assert (seen.behind, seen.interval) == (0.0, (0.0, 0.0))
        elif worlds == 60:  # of other worlds, in which it is off by chance alone
            assert seen.worlds == 60
            assert 0 < abs(seen.behind - own.behind) < 4 * abs(own.behind_interval[1] - own.behind)
        assert worlds == 60 or 0.5 < seen.least < 1.5  # a fifth of a trick's mean worth
    assert worlds == 60 or "others' play rules out" in str(review_text(found))


def test_what_seats_of_manille_see() -> None:
    deal = manille("encheres-grande")
    partner = next(seat for seat in Seat if seat not in (deal.declarer, deal.leader))
    number = next(
        number
        for number in range(len(deal.play))
        if replace(deal, play=deal.play[:number]).position().to_play is partner
    )
    view = observation_of(deal, partner, number)
    assert view.shown == deal.manni[-2:]
    assert view.bid == deal.bid
    assert not view.discarded
    assert observation_of(deal, deal.declarer, 0).discarded.bit_count() == 5
    left = replace(deal, discards=tuple(() if own else own for own in deal.discards), play=())
    assert observation_of(left, deal.declarer, 0).discarded == hand_of(deal.manni)
