"""The open exchange against brute force, a surprise too, the classes of discards."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path
from random import Random

import pytest
from games import SeatTargets

from manni.solver import reference
from manni.solver.cards import Contract, Seat, card_of, cards_in, hand_of
from manni.solver.deal import Deal
from manni.solver.dealing import random_deals
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.exchange.discards import discard_classes, kept_hands
from manni.solver.exchange.open_cards import (
    ExchangeTurn,
    OpenExchangeSearch,
    before_exchange,
    best_exchange,
)
from manni.solver.files.dealfile import parse_deals
from manni.solver.notation import format_hand, parse_hand
from manni.solver.position import Position
from manni.solver.report.exchange import exchange_text, is_sure
from manni.solver.rules.declaring import Rotation
from manni.solver.rules.exchange import SWAP_ALL, ExchangeRule, declarer_only, in_turn
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.games.manille import ENCHERES
from manni.solver.rules.games.manni import HORNAFJORDUR, LAUGAVATN
from manni.solver.rules.scoring import Scoring
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import MANNI, Variant
from manni.solver.run import Run
from manni.solver.values.solution import bid_goal, share

# Four cards each and a Manni of four, from the seven to the ten of each suit.
SMALL_PACK = hand_of(card_of(suit, rank) for suit, rank in product(range(4), range(5, 9)))


def small(rule: ExchangeRule, base: Variant = HORNAFJORDUR) -> Variant:
    return replace(
        base,
        code="small",
        pack=SMALL_PACK,
        packets=(*((seat, 4) for seat in Seat), (MANNI, 4)),
        exchange=rule,
        declaring=Rotation(base.contracts) if base is HORNAFJORDUR else base.declaring,
        scoring=Scoring(SeatTargets((1, 1, 2)), SeatTargets((1, 1, 2))),
    )


GAMES = [
    (small(in_turn(3, 2)), Seat.FOREHAND, None),
    (small(in_turn(3, 2)), Seat.MIDDLEHAND, None),
    (small(in_turn(1, 1)), Seat.DEALER, None),
    (small(SWAP_ALL), Seat.FOREHAND, None),
    (small(declarer_only(2), LAUGAVATN), Seat.MIDDLEHAND, Seat.MIDDLEHAND),
]


def small_deal(variant: Variant, seed: int, **fields: object) -> Deal:
    dealing = variant.deal(generator(seed))
    return Deal(hands=dealing.hands, manni=dealing.manni, **fields)


@cache
def every_exchange(before: ExchangeTurn) -> dict[int, tuple[int, int, int]]:
    """Return the guarantees after each discard, by the plain search."""
    state = before.exchange
    found = {}
    for size in state.sizes():
        for cards in combinations(cards_in(state.hands[before.seat]), size):
            hands = state.discard(cards).hands
            found[hand_of(cards)] = reference.guarantees(
                Position(hands, before.contract, before.leader, ace_low=before.ace_low)
            )
    return found


@pytest.mark.parametrize(
    "contract", [Contract.NT, Contract.H, pytest.param(Contract.NULLO, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("variant", "seat", "declarer"), GAMES)
@pytest.mark.parametrize("ace_low", [False, True])
def test_every_value_is_the_plain_searchs(
    variant: Variant, seat: Seat, declarer: Seat | None, contract: Contract, ace_low: bool
) -> None:
    deal = small_deal(variant, int(contract), declarer=declarer)
    before = before_exchange(deal, seat, variant=variant, contract=contract, ace_low=ace_low)
    truth = every_exchange(before)
    found = best_exchange(before, keep=None, engine=Engine(16))
    assert found.candidates == len(truth)
    listed = {}
    for value in found.best:
        for cards in value.alike:
            assert truth[cards] == value.solution.guarantee
            listed[cards] = value
    assert listed.keys() == truth.keys()
    keys = [rank(value.guarantee, value.share, contract) for value in found.best]
    assert keys == sorted(keys, reverse=True)
    assert found.stand.solution.guarantee == truth[0]
    assert {kept.card for kept in found.kept} == set(found.best[0].discards)
    for kept in found.kept:
        keys = [
            rank(own.guarantee, own.share, contract)
            for own in found.best
            if own.alike.can_keep(kept.card)
        ]
        assert rank(kept.value.guarantee, kept.value.share, contract) == max(keys)
    assert all(truth[hand_of(own.discards)] == own.solution.guarantee for own in found.best)


def rank(guarantee: int, own: object, contract: Contract) -> tuple[object, object]:
    return contract.sign * guarantee, contract.sign * own


@pytest.mark.parametrize("contract", [Contract.NT, Contract.H, Contract.NULLO])
@pytest.mark.parametrize("keep", [1, 4, 15])
def test_the_first_are_those_of_the_whole_order(contract: Contract, keep: int) -> None:
    # What is not among the first is only proved not to be better.
    for seed in range(8):
        variant, seat, declarer = GAMES[seed % len(GAMES)]
        before = before_exchange(
            small_deal(variant, seed, declarer=declarer), seat, variant=variant, contract=contract
        )
        whole = best_exchange(before, keep=None, engine=Engine(16))
        found = best_exchange(before, keep=keep, engine=Engine(16))
        assert found.best == whole.best[:keep]
        assert found.kept == whole.kept


@pytest.mark.parametrize("contract", [Contract.NT, Contract.NULLO])
def test_what_a_recorded_exchange_cost(contract: Contract) -> None:
    sign, (variant, seat, _) = contract.sign, GAMES[0]
    before = before_exchange(small_deal(variant, 3), seat, variant=variant, contract=contract)
    truth = every_exchange(before)
    best = best_exchange(before).best[0]
    for cards, values in truth.items():
        found = best_exchange(before, keep=1, recorded=tuple(cards_in(cards)))
        assert found.recorded.discards == tuple(cards_in(cards))
        assert found.guarantee_lost == sign * (best.guarantee - values[seat])
        assert found.share_lost == sign * (best.share - share(values, 4, contract)[seat])


def resumed(search: OpenExchangeSearch) -> Iterator[int]:
    """Have a search go on a little, and a little more, with another engine each time."""
    for asked in range(1, 10_000):
        search.work(Engine(16), stops_after(asked))
        yield asked


def stops_after(calls: int) -> Run:
    asked = iter(range(10**9))
    return Run(cancelled=lambda: next(asked) >= calls)


@pytest.mark.parametrize("contract", [Contract.NT, Contract.H, Contract.NULLO])
def test_a_search_is_taken_up_where_it_was_left(contract: Contract) -> None:
    """Whatever engine goes on, what is known is true, and in the end all is as found at once."""
    deal = small_deal(GAMES[0][0], 5)
    before = before_exchange(deal, Seat.FOREHAND, variant=GAMES[0][0], contract=contract)
    trial = tuple(cards_in(deal.hands[0]))[:2]
    whole, truth = (
        best_exchange(before, recorded=trial, keep=5, engine=Engine(16)),
        every_exchange(before),
    )
    best = contract.sign * max(contract.sign * values[0] for values in truth.values())
    assert whole.untested == 0
    search = OpenExchangeSearch(before, Engine(16), keep=5)
    bounds = [(0, 4)] * 3
    halfway = 0
    for asked in resumed(search):
        if asked == 20:
            search.value(trial)
        with suppress(StoppedError):
            found = search.result(trial if asked >= 20 else None)
            assert found.exact == search.is_whole
            assert found.best[0].seat is Seat.FOREHAND
            for value in (*found.best, *(kept.value for kept in found.kept)):
                sure = zip(truth[hand_of(value.discards)], value.solution.bounds, strict=True)
                assert all(low <= own <= high for own, (low, high) in sure)
                assert (value.share is None) == (None in value.solution.guarantee)
            assert found.best[0].guarantee == best or found.untested > 0
            for seat, (low, high) in enumerate(found.stand.solution.bounds):
                assert bounds[seat][0] <= low <= high <= bounds[seat][1]
            bounds = list(found.stand.solution.bounds)
            halfway += not found.exact
        if search.is_whole and asked >= 20:
            break
    assert halfway
    assert search.result(trial) == whole


# Classes of discards -----------------------------------------------------------------


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_like_discards_leave_the_same_pattern(ace_low: bool, seed: int) -> None:
    order = sorted(range(13), key=lambda rank: (rank + 1) % 13 if ace_low else rank)
    cards = Random(seed).sample(range(52), 24)
    hand, rest, _ = (hand_of(cards[i::3]) for i in range(3))
    top = cards[2::3]
    classes = discard_classes(
        hand, range(4), lambda size: rest, lambda size: hand_of(top[:size]), ace_low
    )

    def pattern(discards: int) -> tuple[int, str]:
        size = discards.bit_count()
        own = hand & ~discards | hand_of(top[:size])
        return size, "|".join(
            "".join(
                "o" if own >> card_of(suit, rank) & 1 else "x"
                for rank in order
                if (own | rest) >> card_of(suit, rank) & 1
            )
            for suit in range(4)
        )

    members = [cards for each in classes for cards in each]
    everything = [
        hand_of(cards) for size in range(4) for cards in combinations(cards_in(hand), size)
    ]
    assert sorted(members) == sorted(everything)
    patterns = [pattern(each.cards) for each in classes]
    assert len(set(patterns)) == len(classes)
    for each, own in zip(classes, patterns, strict=True):
        assert {pattern(cards) for cards in each} == {own}
        assert all(cards in each for cards in each)
        assert len(list(each)) == len(each)
        for card in cards_in(hand):
            assert each.can_keep(card) == any(not cards >> card & 1 for cards in each)


# What is recorded --------------------------------------------------------------------


def recorded(**fields: object) -> Deal:
    dealing = get_variant("hornafjordur").deal(generator(1))
    given = {
        "hands": dealing.hands,
        "manni": dealing.manni,
        "cut": dealing.cut,
        "variant": "hornafjordur",
    }
    return Deal(**(given | fields))


def test_a_leader_recorded_goes_with_its_declarer() -> None:
    dealing = get_variant("laugavatn").deal(generator(1))
    deal = Deal(
        hands=dealing.hands,
        variant="laugavatn",
        manni=dealing.manni,
        contract=Contract.H,
        declarer=Seat.FOREHAND,
        leader=Seat.FOREHAND,
    )
    for declarer, leader in ((None, Seat.FOREHAND), ("F", Seat.FOREHAND), ("M", Seat.MIDDLEHAND)):
        assert before_exchange(deal, declarer=declarer).leader == leader
        assert deal.position(declarer=declarer).leader == leader
    other = replace(deal, leader=Seat.DEALER)
    assert other.position().leader == Seat.DEALER
    excerpt = replace(other, declarer=None)
    assert excerpt.position(declarer="M").leader == Seat.DEALER


# Stopped before the end --------------------------------------------------------------


def test_a_search_out_of_time_has_no_answer() -> None:
    before = before_exchange(recorded(), Seat.FOREHAND)
    with pytest.raises(StoppedError):
        best_exchange(before, seconds=1e-9)
    assert not best_exchange(before, run=stops_after(400)).exact


# A surprise that is taken up -----------------------------------------------------------

CODES = [
    "encheres-petite",
    "encheres-petite+nt",
    "encheres-petite+talon-declarer",
    "encheres-grande+nt+talon-declarer",
]


def surprise(code: str, seed: int, size: int = 3) -> ExchangeTurn:
    """Return hands of three cards and a surprise of two, or of three in the great one."""
    rng = Random(seed)
    variant = get_variant(code)
    cards = rng.sample(sorted(cards_in(variant.pack)), 3 * size + 2 + code.count("grande"))
    hands = tuple(hand_of(cards[seat * size : (seat + 1) * size]) for seat in Seat)
    seat = Seat(rng.randrange(3))
    return ExchangeTurn.taking_up(variant, hands, tuple(cards[3 * size :]), seat, bid="30")


def most_sure(taken: ExchangeTurn, contract: Contract) -> int:
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
    taken = surprise(code, seed)
    found = best_exchange(taken)
    assert found.exact
    trumps = [contract for contract in taken.variant.contracts if not contract.avoids]
    assert sorted(own.contract for own in found.best) == sorted(trumps)
    for own in found.best:
        assert own.guarantee == most_sure(taken, own.contract)
        assert len(own.discards) == len(taken.pile)
        assert not hand_of(own.discards) & ~taken.held
        alone = replace(taken, trumps=(own.contract,), named=own.contract)
        again = best_exchange(alone, recorded=own.discards)
        assert again.recorded.guarantee == own.guarantee
        assert again.guarantee_lost == 0
    order = [own.guarantee for own in found.best]
    assert order == sorted(order, reverse=True)


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
    taken = replace(surprise("encheres-petite+talon-declarer", 2), named=Contract.S)
    search = OpenExchangeSearch(taken, Engine(16))
    search.value((), Contract.S)
    halfway = 0
    for _ in resumed(search):
        if search.is_whole:
            break
        halfway += 1
        with suppress(StoppedError):
            assert not search.result((), Contract.S).exact
    assert halfway > 1
    found = search.result((), Contract.S)
    assert found == best_exchange(taken, recorded=())
    assert found.recorded == best_exchange(taken, recorded=taken.pile).recorded


def test_what_was_not_finished_does_not_look_whole() -> None:
    (deal,) = islice(random_deals(VARIANTS["encheres-grande"], 5), 1)
    taken = before_exchange(deal, declarer="F")
    with pytest.raises(StoppedError):
        best_exchange(taken, run=stops_after(0))

    found = best_exchange(surprise("encheres-petite", 1))
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
    assert (put_away.needed, put_away.put_away) == (22, 9)  # D8 S9 CQ HA CK of the 31 that are bid
    assert bid_goal(deal, position) == put_away
    assert bid_goal(replace(deal, manni=()), position) is None
