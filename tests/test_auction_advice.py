"""What to say now where numbers are bid: the others' bids, and what then stands."""

from __future__ import annotations

import numpy as np
import pytest

from manni.solver.advice.bids import Auctions, Bids, advise_bid
from manni.solver.advice.compare import Comparison
from manni.solver.advice.hand_policy import (
    FIGURES,
    Rest,
    bid_to_make,
    hand_figure,
    heard,
    made_by,
)
from manni.solver.advice.observation import BidObservation
from manni.solver.advice.race import Question
from manni.solver.cards import Seat
from manni.solver.errors import StoppedError
from manni.solver.notation import parse_hand
from manni.solver.rules.auction import Aim, Bid, Bidding
from manni.solver.rules.games import get_variant
from manni.solver.rules.scoring import Marking, Taken
from manni.solver.rules.shuffle import generator
from manni.solver.run import Run

PETITE = get_variant("encheres-petite")
SANS = get_variant("encheres-sans")
HAND = "AJ.TA.Q87.AQ9"
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
    assert own is not None
    rng = generator(4)
    hands = [PETITE.deal(rng).hands for _ in range(25)]
    figures = np.array([[hand_figure(PETITE, hand) for hand in deal] for deal in hands])
    rest, least = Rest(PETITE, state), state.legal()[0]
    for first, up_to in ((least, NUMBERS), (None, NUMBERS[:1]), (NUMBERS[29], NUMBERS)):
        for deal, row in zip(hands, figures.tolist(), strict=True):
            found = rest.ends(first, row, up_to)
            assert len(found) == len(up_to)
            for most in (NUMBERS[20], NUMBERS[33], NUMBERS[44]) if first else NUMBERS[:1]:
                declarer, rung = found[up_to.index(most)]
                last = ended(state.call(first), deal, own, most)
                assert (last.declarer, last.standing) == (
                    (None, None) if declarer < 0 else (Seat(declarer), PETITE.bids[rung])
                )


def auctions() -> tuple[Auctions, Comparison]:
    """Return what the dealer may say after 20 and a pass, and what it takes, in four worlds."""
    found = Auctions(PETITE, Bidding.of(PETITE.bids, ["20", "pass"]), parse_hand(HAND))
    found.meet(np.array([[35.0, 20, 30], [45, 10, 30], [28, 25, 30], [50, 20, 30]]), Run())
    taken = Comparison(1, 1.0)
    taken.extend(np.array([[20.0], [30], [39], [26]]))
    return found, taken


def test_bids_are_worth_what_stands_in_the_end() -> None:
    asked, taken = auctions()
    points = taken.values[:, 0]
    scoring = PETITE.scoring
    assert isinstance(scoring, Marking)

    def worth(declarer: Seat, bid: Bid, made: bool) -> float:
        won = [0 if seat is declarer and not made else 60 for seat in Seat]
        marks = np.array(scoring.marks(Taken(tuple(won), declarer, bid)), float)  # type: ignore[arg-type]
        return float(marks[2] - (marks[0] + marks[1]) / 2)

    some, numbers = asked.bids, asked.numbers
    auction = Rest(PETITE, asked.bidding)
    assert [bid.name for bid in some[:2]] == ["21", "22"]
    for said, most in (
        (None, None), (some[0], numbers[0]), (some[0], numbers[12]), (some[0], numbers[-1]),
    ):  # fmt: skip
        value, declares = asked.brings(points, said, most)
        for world in range(4):
            up_to = [most or numbers[0]]
            declarer, rung = auction.ends(said, asked.figures[world].tolist(), up_to)[0]
            seat, bid = Seat(declarer), PETITE.bids[rung]
            own = seat is Seat.DEALER
            his, rest = asked.figures[world, seat], asked.figures[world].sum()
            chance = float(made_by(PETITE, bid.worth, np.array(his), np.array(rest - his)))
            if own:
                chance = float(points[world] >= bid.worth)
            expected = chance * worth(seat, bid, True) + (1 - chance) * worth(seat, bid, False)
            assert value[world] == pytest.approx(expected)
            assert declares[world] == own
    found = asked.plan(taken)
    assert found.bids[found.now or PETITE.bids[0]][0] >= found.passing or found.now is None


def test_worlds_are_those_in_which_the_others_bid_so() -> None:
    calls = ["40", "pass"]
    state, seen = Bidding.of(PETITE.bids, calls), BidObservation(PETITE, Seat.FOREHAND, HAND)
    question = Question(BidObservation, seen, worlds=50, seed=1)
    auctions = Auctions(PETITE, state, seen.hand)
    race = Bids(question, seen, PETITE.bids[35:], auctions)
    plain = next(question.blocks(200))
    figures, logs = auctions.heard(plain.hands)
    said = heard(PETITE, state)
    for row, own in enumerate(figures[:20]):
        # The seat that asks is forehand in the world, the dealer in the auction.
        hands = plain.hands[row].tolist()
        assert own.tolist() == [hand_figure(PETITE, hand) for hand in (*hands[1:], seen.hand)]
        likely = [np.interp(own[seat], FIGURES, said[seat]) for seat in (0, 1)]
        assert logs[row] == pytest.approx(np.log(likely).sum())
    race.run()
    met = auctions.figures
    assert len(met) == len(auctions.ends) == race.met == 50
    assert met[:, 0].mean() > figures[:, 0].mean() + 5
    # More hands that fit were drawn than are met, so that each counts nearly as one.
    assert 10 < race.taken.effective <= 50


def test_worlds_whose_auctions_were_not_bid_to_the_end_are_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ends(*_: object) -> None:
        raise StoppedError("the time is up")

    monkeypatch.setattr("manni.solver.advice.bids.Auctions.meet", ends)
    with pytest.raises(StoppedError, match="no two worlds were finished"):
        advise_bid(HAND, SANS, calls=[], worlds=2)
