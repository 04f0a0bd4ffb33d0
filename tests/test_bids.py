"""How high to bid: worlds against deals played out, and what the advice says."""

import random
from statistics import mean

import numpy as np
import pytest
from games import few
from positions import declared, observed, taken_up

from manni.solver import reference
from manni.solver.advice.bids import Auctions, BidRace, advise_bid
from manni.solver.advice.compare import Comparison
from manni.solver.advice.hand_model import (
    FIGURES,
    AuctionState,
    best_kept_hand,
    bid_to_make,
    call_likelihoods,
    chance_to_make,
    hand_figure,
    score_balances,
)
from manni.solver.advice.race import Question
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.errors import StoppedError
from manni.solver.exchange.open_cards import ExchangeTurn
from manni.solver.notation import parse_hand
from manni.solver.position import Position
from manni.solver.report.advice import answer_text
from manni.solver.rules.auction import Aim, Bid, Bidding
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.scoring import Taken
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant
from manni.solver.run import Run

SANS, PETITE, GRANDE = (VARIANTS[f"encheres-{size}"] for size in ("sans", "petite", "grande"))
HAND = parse_hand("KJT.QJ9.AK8.K")  # as dealt by seed 7


def by_thumb(taken: ExchangeTurn) -> tuple[Position, int]:
    """Return the position as the rule of thumb puts away, and what it takes."""
    trump, kept = best_kept_hand(taken.variant, taken.held)
    return declared(taken, trump, taken.held & ~kept)


HANDS = {
    "encheres-sans": HAND,
    "encheres-petite+talon-declarer+realised": HAND,
    "encheres-4+realised": parse_hand("KJT.QJ9.A.K"),
    "encheres-7": parse_hand("KT.J9.."),  # four cards are left over
}


@pytest.mark.parametrize("code", HANDS)
def test_the_advice_follows_from_deals_played_out(code: str) -> None:
    variant, hand = get_variant(code), HANDS[code]
    found = advise_bid(hand, variant, worlds=12, seed=3)
    worlds = taken_up(observed("bid", hand, variant), 12, 3)
    every = [by_thumb(taken)[1] for taken in worlds]
    assert found.points == pytest.approx(mean(every))
    low, high = found.interval
    assert low < found.points < high
    assert [own.bid for own in found.bids] == list(variant.bids)
    for own in found.bids[:-1]:
        made = [points for points in every if points >= own.bid.worth]
        assert own.chance == pytest.approx(len(made) / 12)
        low, high = own.chance_interval
        assert 0 <= low <= own.chance + 1e-9
        assert own.chance <= high + 1e-9
        marked = sum(made) / 12 if "realised" in code else own.bid.worth * own.chance
        assert own.own == pytest.approx(marked)
        assert own.others == pytest.approx(own.bid.worth * (1 - own.chance))
        assert own.points == pytest.approx(own.own - own.others)
    best = max(found.bids, key=lambda own: own.points)
    assert found.best == best
    for own in found.bids:
        assert own.behind == pytest.approx(best.points - own.points)
        assert own.pays == (own.points > 0)


def test_every_trick_or_none_is_solved() -> None:
    """Hands of three cards, in which either is often sure."""
    chances = {Aim.ALL: set(), Aim.NONE: set()}
    for seed in (*range(8), 9):
        code = ("encheres-petite+miseres+realised", "encheres-4+miseres")[seed > 7]
        cards = sorted(cards_in(PETITE.pack))
        pack = random.Random(seed).sample(cards, 3 * get_variant(code).players + 2)
        variant = few(code, hand_of(pack), 3)
        hand = hand_of(pack[:3])
        found = advise_bid(hand, variant, worlds=6, seed=seed)
        worlds = taken_up(observed("bid", hand, variant), 6, seed)
        sure = dict.fromkeys(chances, 0)
        for taken in worlds:
            start, _ = by_thumb(taken)
            sure[Aim.ALL] += reference.guarantees(start)[0] == start.worth
            misere = taken.position(Contract.NULLO, hand_of(taken.pile))
            sure[Aim.NONE] += reference.guarantees(misere)[0] == 0
        for own in found.bids:
            if own.bid.aim is not Aim.POINTS:
                assert own.own / own.bid.worth == pytest.approx(sure[own.bid.aim] / 6)
                chances[own.bid.aim].add(own.chance)
    assert all(len(each) > 2 for each in chances.values())


def test_bids_pay_up_to_a_number() -> None:
    found = advise_bid(HAND, SANS, worlds=200, seed=3)
    pays = [own.bid.worth for own in found.bids if own.pays]
    assert pays == list(range(1, found.pays_up_to.worth + 1))
    low, high = (bid.worth for bid in found.pays_between if bid is not None)
    assert low < found.pays_up_to.worth < high
    # Where only higher numbers are left, none of them pays.
    left = advise_bid(HAND, SANS, above="50", worlds=200, seed=3)
    assert (left.best, left.pays_up_to, left.pays_between[0]) == (None, None, None)
    assert all(own.points < 0 and own.behind == -own.points for own in left.bids)
    assert left.bids[-1].told_apart
    assert "Pass: no bid pays. Over" in str(answer_text(left))


def test_a_bid_made_in_every_world_met_may_fail() -> None:
    few, many = (advise_bid(HAND, SANS, worlds=worlds, seed=3) for worlds in (4, 24))
    first = [found.bids[0] for found in (few, many)]
    assert [own.chance for own in first] == [1, 1]
    for own in first:
        low, high = own.interval
        assert low < own.points == 1 == high
    assert first[0].interval[0] < first[1].interval[0]


def test_only_what_is_higher_may_be_bid() -> None:
    found = advise_bid(HAND, get_variant("encheres-sans+miseres"), above="32", worlds=2)
    assert [own.bid.name for own in found.bids[:2]] == ["petite-misere", "33"]
    top = advise_bid(HAND, SANS, above="general", worlds=2)
    assert top.bids == ()
    assert top.best is None
    answer, title = str(answer_text(top)).split("\n\n")
    assert title.endswith(", general stands")
    assert answer.startswith("Pass: nothing is bid above general. Over 2 sampled deals")


# What to say now: the others' bids, and what then stands -----------------------------------------

PETITE = get_variant("encheres-petite")
SANS = get_variant("encheres-sans")
HELD = "AJ.TA.Q87.AQ9"
NUMBERS = [bid for bid in PETITE.bids if bid.aim is Aim.POINTS]


def ended(state: Bidding, hands: tuple[int, int, int], own: Seat, most: Bid) -> Bidding:
    """Return the auction at its end: the others bid as the computer does, own up to a number."""
    while (seat := state.to_call) is not None:
        if seat is not own:
            state = state.call(bid_to_make(PETITE, state, hands[seat]))
            continue
        bid = next(b for b in state.legal() if b is None or b.aim is Aim.POINTS)
        state = state.call(bid if bid is not None and bid.worth <= most.worth else None)
    return state


@pytest.mark.parametrize("said", [(), ("20",), ("25", "pass")])
def test_the_rest_of_an_auction_is_as_the_computer_bids(said: tuple[str, ...]) -> None:
    state = Bidding.of(PETITE.bids, said)
    own = state.to_call
    rng = generator(4)
    hands = [PETITE.deal(rng).hands for _ in range(25)]
    figures = np.array([[hand_figure(PETITE, hand) for hand in deal] for deal in hands])
    rest, least = AuctionState.of(PETITE, state), state.legal()[0]
    for first, up_to in ((least, NUMBERS), (None, NUMBERS[:1]), (NUMBERS[29], NUMBERS)):
        for deal, row in zip(hands, figures.tolist(), strict=True):
            found = rest.ends_by_limit(first, row, up_to)
            assert len(found) == len(up_to)
            for most in (NUMBERS[20], NUMBERS[33], NUMBERS[44]) if first else NUMBERS[:1]:
                declarer, rung = found[up_to.index(most)]
                last = ended(state.call(first), deal, own, most)
                assert (last.declarer, last.standing) == (
                    (None, None) if declarer < 0 else (Seat(declarer), PETITE.bids[rung])
                )


def auctions() -> tuple[Auctions, Comparison]:
    """Return what the dealer may say after 20 and a pass, and what it takes, in four worlds."""
    found = Auctions(PETITE, Bidding.of(PETITE.bids, ["20", "pass"]), parse_hand(HELD))
    found.bid_out(np.array([[35.0, 20, 30], [45, 10, 30], [28, 25, 30], [50, 20, 30]]), Run())
    taken = Comparison(1, 1.0)
    taken.extend(np.array([[20.0], [30], [39], [26]]))
    return found, taken


def test_bids_are_worth_what_stands_in_the_end() -> None:
    asked, taken = auctions()
    points = taken.values[:, 0]
    scoring = PETITE.scoring

    def worth(declarer: Seat, bid: Bid, made: bool) -> float:
        won = [0 if seat is declarer and not made else 60 for seat in Seat]
        marks = np.array(scoring.marks(Taken(tuple(won), declarer, bid)), float)
        return float(marks[2] - (marks[0] + marks[1]) / 2)

    some, numbers = asked.bids, asked.numbers
    auction = AuctionState.of(PETITE, asked.bidding)
    assert [bid.name for bid in some[:2]] == ["21", "22"]
    for said, most in (
        (None, None), (some[0], numbers[0]), (some[0], numbers[12]), (some[0], numbers[-1]),
    ):  # fmt: skip
        value, declares = asked.evaluate_plan(points, said, most)
        for world in range(4):
            up_to = [most or numbers[0]]
            declarer, rung = auction.ends_by_limit(said, asked.figures[world].tolist(), up_to)[0]
            seat, bid = Seat(declarer), PETITE.bids[rung]
            own = seat is Seat.DEALER
            his, rest = asked.figures[world, seat], asked.figures[world].sum()
            chance = float(chance_to_make(PETITE, bid.worth, np.array(his), np.array(rest - his)))
            if own:
                chance = float(points[world] >= bid.worth)
            expected = chance * worth(seat, bid, True) + (1 - chance) * worth(seat, bid, False)
            assert value[world] == pytest.approx(expected)
            assert declares[world] == own
    found = asked.best_plan(taken)
    assert found.bids[found.now or PETITE.bids[0]][0] >= found.passing or found.now is None


def test_worlds_are_those_in_which_the_others_bid_so() -> None:
    calls = ["40", "pass"]
    state, seen = Bidding.of(PETITE.bids, calls), observed("bid", HELD, PETITE)
    question = Question(seen, worlds=50, seed=1)
    auctions = Auctions(PETITE, state, seen.hand)
    race = BidRace(question, seen, PETITE.bids[35:], auctions)
    plain = next(question.samples(200))
    figures, logs = auctions.weigh_hands(plain.hands)
    said = call_likelihoods(PETITE, state)
    for row, own in enumerate(figures[:20]):
        # The seat that asks is forehand in the world, the dealer in the auction.
        hands = plain.hands[row].tolist()
        assert own.tolist() == [hand_figure(PETITE, hand) for hand in (*hands[1:], seen.hand)]
        likely = [np.interp(own[seat], FIGURES, said[seat]) for seat in (0, 1)]
        assert logs[row] == pytest.approx(np.log(likely).sum())
    race.run()
    met = auctions.figures
    assert len(met) == len(auctions.ends) == race.sample_size == 50
    assert met[:, 0].mean() > figures[:, 0].mean() + 5
    # More hands that fit were drawn than are met, so that each counts nearly as one.
    assert 10 < race.taken.effective <= 50


def test_worlds_whose_auctions_were_not_bid_to_the_end_are_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ends(*_: object) -> None:
        raise StoppedError("the time is up")

    monkeypatch.setattr("manni.solver.advice.bids.Auctions.bid_out", ends)
    with pytest.raises(StoppedError, match="no two worlds were finished"):
        advise_bid(HELD, SANS, calls=[], worlds=2)


@pytest.mark.parametrize("variant", [v for v in VARIANTS.values() if v.bids and not v.claims])
def test_what_a_bid_brings_is_what_the_sheet_marks(variant: Variant) -> None:
    declarer, other, *idle = variant.seats
    for bid in (bid for bid in variant.bids if bid.aim is Aim.POINTS):
        most = max(variant.most_points(Contract.S), bid.worth)
        for won in range(most + 1):
            taken = Taken((won, most - won, *[0] * len(idle)), declarer, bid)
            marks = variant.scoring.marks(taken)
            made = np.array([won >= bid.worth])
            for seat in (declarer, other):
                found = score_balances(variant, bid, np.array([won]), made, seat is declarer)
                assert found == pytest.approx(float(variant.scoring.balance(marks, seat)))
