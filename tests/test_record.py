"""From a deal's record to the position to solve, and to points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from positions import random_position

from manni.solver.cards import Contract, Seat
from manni.solver.deal import Deal
from manni.solver.errors import DealError, IllegalPlayError
from manni.solver.files.dealfile import parse_deals
from manni.solver.notation import format_hand, parse_cards, parse_hands
from manni.solver.position import Position
from manni.solver.rules.games import VARIANTS
from manni.solver.values.solution import points_of
from manni.solver.values.solve import Solver

F, M, D = Seat
HANDS = "AQ.3.. K2.A.. 43..5."


def deal(*lines: str, hands: str = HANDS) -> Deal:
    (found,) = parse_deals(f'[Deal "F:{hands}"]\n' + "\n".join(lines) + "\n")
    return found


def test_a_play_that_stops_midway_is_followed() -> None:
    found = deal('[Contract "NT"]', '[Play "M"]', "HA D5 H3 S2").standing()
    assert found.position == Position.parse("AQ... K... 43...", "NT", "M", "S2")
    assert found.won == (0, 1, 0)


def test_a_play_to_the_end_is_not_followed() -> None:
    record = deal('[Contract "NT"]', '[Play "M"]', "HA D5 H3 S2 S3 SA SQ SK S4")
    assert record.position() == Position.parse(HANDS, "NT", "M")
    last = record.standing(after=9)
    assert (last.position.tricks, last.won) == (0, (1, 2, 0))
    with pytest.raises(DealError, match="only 9 cards of the play are recorded: not 10"):
        record.standing(after=10)


def test_what_is_asked_for_goes_before_the_record() -> None:
    record = deal('[Contract "NT"]', '[Play "M"]', "HA D5 H3 S2")
    assert record.position(ace_low=True).ace_low
    with pytest.raises(IllegalPlayError):
        record.standing(leader=D, after=2)


def test_the_play_is_followed_wherever_it_is_legal() -> None:
    lines = '[Play "M"]', "HA D5 H3 S2"
    for record in (deal('[Contract "NT"]', *lines), deal(*lines)):
        followed = record.standing(contract=Contract.C)
        assert followed.position == Position.parse("AQ... K... 43...", "C", "M", "S2")
        assert (followed.won, followed.played, followed.note) == ((0, 1, 0), 4, None)
        # With diamonds for trumps dealer's five wins the first trick.
        left = record.standing(contract="D")
        assert left.position == Position.parse(HANDS, "D", "M")
        assert (left.won, left.played) == ((0, 0, 0), 0)
        assert left.note == (
            "the recorded play is not followed in D: "
            "trick 2, card 4: middlehand's S2 is out of turn: dealer is to play"
        )
        elsewhere = record.standing(contract="NT", leader="D")
        assert elsewhere.position.leader is D
        assert elsewhere.note is not None
        with pytest.raises(IllegalPlayError, match="out of turn"):
            record.standing(contract="D", after=4)


def test_a_play_illegal_under_its_own_contract_is_an_error() -> None:
    record = replace(deal('[Contract "NT"]', '[Play "M"]'), play=parse_cards("HA SA"))
    with pytest.raises(IllegalPlayError, match="card 2: forehand's SA is out of turn"):
        record.standing()


def test_a_whole_play_without_a_contract_is_looked_at_too() -> None:
    cards = "HA D5 H3 S2 S3 SA SQ SK S4"
    unnamed = deal('[Play "M"]', cards)
    assert unnamed.standing(contract="NT").note is None
    assert "out of turn" in str(unnamed.standing(contract="D").note)
    # Where it was checked under its own contract, another one is another play to come.
    assert deal('[Contract "NT"]', '[Play "M"]', cards).standing(contract="D").note is None


@pytest.mark.parametrize(
    ("lines", "leader"),
    [([], F), (['[Declarer "D"]'], D), (['[Declarer "D"]', '[Leader "M"]'], M)],
)
def test_who_leads(lines: list[str], leader: Seat) -> None:
    record = deal('[Contract "NT"]', *lines)
    assert record.leader_played == leader
    assert record.position().leader == leader


def test_no_contract() -> None:
    with pytest.raises(DealError, match="no contract is recorded: give one"):
        deal().standing()


@pytest.mark.parametrize(
    ("cut", "contract"), [("S5", Contract.NULLO), ("S7", Contract.S), ("ST", Contract.NT)]
)
def test_the_cut_card_makes_the_contract(cut: str, contract: Contract) -> None:
    record = deal('[Variant "hornafjordur-io"]', f'[Cut "{cut}"]')
    position = record.position()
    assert position.contract is contract
    # This variant has a low ace, in NULLO only.
    assert position.ace_low is contract.avoids


def test_the_exchange_is_made() -> None:
    record = deal('[Contract "NT"]', '[Manni "CA CK CQ"]', '[Discard "F: H3"]', '[Discard "D: S4"]')
    hands = record.position().hands
    assert [format_hand(hand) for hand in hands] == ["AQ...A", "K2.A..", "3..5.K"]


def test_with_the_manni_a_deal_must_be_whole() -> None:
    record = deal('[Variant "trjamann"]', '[Contract "NT"]', '[Manni "CA CK CQ CJ"]')
    with pytest.raises(DealError, match="trjamann deals 16 each"):
        record.standing()


# Points ------------------------------------------------------------------------------


def whole(contract: Contract, cards: int) -> Position:
    return random_position(Random(2), cards, contract, ace_low=False, on_table=0)


def test_points_are_share_minus_target() -> None:
    solution = Solver(16).solve(whole(Contract.H, 12))
    assert solution.share is not None
    found = points_of(solution, VARIANTS["basic"], None)
    assert found == tuple(share - 4 for share in solution.share)
    assert sum(one for one in found if isinstance(one, Fraction)) == 0


def test_points_are_reversed_in_nullo_and_know_the_declarer() -> None:
    hands = parse_hands("AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876")
    solution = Solver(16).solve(Position(hands, Contract.NULLO))
    assert solution.share is not None
    found = points_of(solution, VARIANTS["trjamann"], M)
    first, second, third = solution.share
    assert found == (6 - first, 4 - second, 6 - third)


def test_tricks_won_before_count() -> None:
    solution = Solver(16).solve(whole(Contract.H, 10))
    assert solution.share is not None
    first, second, third = solution.share
    found = points_of(solution, VARIANTS["basic"], None, won=(2, 0, 0))
    assert found == (first - 2, second - 4, third - 4)


def test_no_points_where_they_cannot_be_told() -> None:
    one = Solver(16)
    solution = one.solve(whole(Contract.H, 10))
    assert points_of(solution, VARIANTS["basic"], None) is None  # two tricks are missing
    twelve = whole(Contract.NT, 12)
    assert points_of(one.solve(twelve), VARIANTS["basic"], None) is None  # no NT there
    assert points_of(one.solve(twelve, seats="F"), VARIANTS["hornafjordur"], None) is None
    assert points_of(one.solve(twelve), VARIANTS["hornafjordur"], None) is not None
    assert points_of(one.solve(twelve), VARIANTS["hornafjordur"], F) is None  # nobody declares


def test_great_points_of_guarantee_and_best_case() -> None:
    """Guarantees 0 12 1 of 16: three tricks are open.

    Forehand with none leaves the declarer 12 to 15, the worst of which is the bonus for
    15, -2; with 3 it has 3 - 1. Middlehand declares: 12 - 14, or the bonus for 15. The
    dealer with one leaves 15 at most; with 4 it has 4 - 1.
    """
    hands = "T98743.3.QJT4.KT762 AKQ2.AKQT986.AK52.A J.J7542.9763.QJ9853"
    solution = Solver(16).solve(Position.parse(hands, "H", "M"))
    assert solution.guarantee == (0, 12, 1)
    found = points_of(solution, VARIANTS["laugavatn"], M, great=True)
    assert found == ((-2, 2), (-2, 4), (-2, 3))
