"""What is claimed, named, put away, exchanged and called by the game's score."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from commands import error, output
from test_final_result import OVER_18, stands

from solver.advice.answer import ClaimAdvice, ExchangeAdvice
from solver.advice.asked_for import Value
from solver.advice.claim import advise_claim
from solver.advice.contract import advise_contract
from solver.advice.deal_worth import Evaluator, GameWorth, Worth
from solver.advice.exchange import advise_exchange
from solver.advice.final_result import final_result, line_of, score_of
from solver.advice.name_trump import advise_trump
from solver.advice.put_away import advise_put_away
from solver.advice.seen import Moment, Seen
from solver.advice.strength import Strength
from solver.advice.view import holding, naming, view
from solver.cards import Seat, cards_in, hand_of, triple
from solver.errors import DealError, RuleError
from solver.notation import parse_card, parse_hand
from solver.report.advice import advice_sentence, advice_text
from solver.report.call_choice import contract_sentence
from solver.report.claim import claim_text
from solver.report.name_trump import trump_text
from solver.report.put_away import put_away_text
from solver.rules.auction import Call
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange
from solver.rules.game import Game
from solver.rules.registry import get_variant
from solver.rules.score import Score
from solver.rules.shuffle import generator
from solver.rules.variant import Dealing
from solver.table.advice import advise_at, decided
from solver.table.deal import Table
from solver.table.game import table_in
from solver.table.points import PointsTable
from solver.table.settings import Settings
from solver.table.steps import (
    AsksAway,
    AsksBid,
    AsksCall,
    AsksCard,
    AsksClaim,
    AsksExchange,
    AsksTrump,
    Turn,
)
from solver.values.share import share

ENVERS, HORN = get_variant("envers-3"), get_variant("hornafjordur")


def claimed(hand: str, *totals: int) -> ClaimAdvice:
    score = Score((), (triple(totals),))
    known = view(hand, ENVERS, "S", Seat.FOREHAND, moment=Moment.CLAIM, score=score)
    return advise_claim(known, worlds=40)


def test_who_loses_by_playing_on_claims_whatever_the_odds() -> None:
    # One deal in seven is won whole, and on average a claim costs points.
    lost = claimed("TAQJ9.TAJ.TA.", 95, 60, 50)
    assert lost.by_score
    assert lost.best.claims
    assert not lost.alone
    assert [choice.result for choice in lost.choices] == [lost.claim.chance, 0]
    assert "For this deal alone it would be playing on." in str(claim_text(lost))
    assert not claimed("TAKQJ.TA9.TA.", 0, 0, 0).best.claims


def test_who_cannot_lose_by_playing_on_does_not_claim() -> None:
    safe = claimed("TAKQJ.TAQ.TA.", 20, 99, 98)
    assert not safe.best.claims
    assert safe.alone
    assert safe.best.result == 1
    assert claimed("TAKQJ.TAQ.TA.", 20, 20, 20).best.claims


def test_trump_is_named_for_the_game() -> None:
    hand = ENVERS.deal(generator(18)).hands[0]
    near = advise_trump(naming(hand, ENVERS, score=Score((), ((95, 60, 20),))), worlds=40)
    assert near.by_score
    assert near.best.contract is Contract.D
    assert near.alone is Contract.H
    assert near.best.points > near.trumps[1].points  # more, of what is to be avoided
    assert "not losing the game" in str(trump_text(near))
    even = advise_trump(naming(hand, ENVERS, score=Score((), ((10, 10, 10),))), worlds=40)
    assert even.best.contract is Contract.H
    plain = advise_trump(naming(hand, ENVERS), worlds=40)
    assert (plain.best.contract, plain.alone, plain.by_score) == (Contract.H, Contract.H, False)
    assert plain.best.result is None


def test_points_realised_are_put_away_for_by_the_game() -> None:
    # Forehand needs 42 points: what makes the most on average reaches them less often.
    game = get_variant("encheres-petite+realised")
    dealing = game.deal(generator(2))

    def best(*totals: int) -> tuple[str, str, str]:
        score = Score((), (triple(totals),))
        held = holding(dealing.hands[0], game, dealing.manni, seat="F", bid="20", score=score)
        found = advise_put_away(held, worlds=12)
        assert found.by_score
        return found.best[0].contract.name, found.alone.contract.name, str(put_away_text(found))

    trump, alone, said = best(108, 149, 60)
    assert (trump, alone) == ("H", "C")
    assert "For this deal alone it would be" in said
    assert "go by result" in said
    assert best(0, 0, 0)[:2] == ("C", "C")
    held = holding(dealing.hands[0], game, dealing.manni, seat="F", score=Score((), ()))
    with pytest.raises(DealError, match="depends on the bid"):
        advise_put_away(held, worlds=2)


def test_a_match_counts_its_round() -> None:
    game, hand = get_variant("manille-3"), "KJ.A98.Q97.J8"
    match = get_variant("manille-3+match")
    begun, new = (20, 33, 10), Score((), ((40, 3, 9), (20, 33, 10)))

    def results(variant: object, score: Score) -> list[float | None]:
        known = view(hand, variant, None, "F", moment=Moment.CLAIM, cut="S8", score=score)  # type: ignore[arg-type]
        return [choice.result for choice in advise_claim(known, worlds=10).choices]

    assert results(match, new) == results(game, Score((), (begun,)))
    assert results(match, new) != results(game, Score((), ()))


# The exchange and the call ---------------------------------------------------------------


def last(seed: int, contract: Contract, *totals: int, deals: int = 17) -> ExchangeAdvice:
    hand = OVER_18.deal(generator(seed)).hands[0]
    score = stands(*totals, deals=deals) if totals else None
    known = Seen(OVER_18, contract, Seat.FOREHAND, hand, moment=Moment.EXCHANGE, score=score)
    return advise_exchange(known, worlds=40, raced=12)


def test_who_leads_in_the_last_deal_exchanges_for_safety() -> None:
    near = last(4, Contract.NT, 5, -2, -3)
    assert near.by_score
    assert near.alone.alike != near.best[0].alike
    assert near.alone.told_apart
    assert near.best[0].points < near.alone.points
    assert "For this deal alone it would be" in str(advice_sentence(near))
    assert "result: by the score" in str(advice_text(near))
    plain, early = last(4, Contract.NT), last(4, Contract.NT, 5, -2, -3, deals=2)
    assert plain.best[0].alike == early.best[0].alike == near.alone.alike
    even = last(4, Contract.NT, 0, 0, 0, deals=1)
    assert even.best[0].alike == plain.best[0].alike
    assert not plain.by_score


def test_a_lost_game_is_exchanged_for_points() -> None:
    lost = last(4, Contract.NT, -40, 20, 20)
    assert not lost.by_score
    assert lost.best[0].result == 0
    assert lost.best[0].alike == last(4, Contract.NT).best[0].alike


def test_only_a_great_contract_can_still_win() -> None:
    game = get_variant("laugavatn")

    def called(*totals: int) -> tuple[Call | None, Call | None, str]:
        net = [(max(own, 0), max(-own, 0)) for own in totals]
        found = advise_contract(
            "AKQJT98.AK.QJ9.A432", game, score=score_of(game, net, 0), worlds=6, deal_only=True,
            calls=(Call(Contract.H),), left=((None, ("S",)),),
        )  # fmt: skip
        return found.calls[0].call, found.alone, str(contract_sentence(found))

    great = Call(Contract.S, great=True)
    best, alone, said = called(7, -5, -2)
    assert (best, alone) == (great, None)
    assert "For this deal alone it would be pass." in said
    assert called(0, 0, 0)[:2] == (None, None)


def test_guarantees_are_worth_what_their_shares_are() -> None:
    score = stands(1, 0, -1, deals=2)
    for contract in Contract:
        known = Seen(OVER_18, contract, Seat.FOREHAND, OVER_18.deal(generator(1)).hands[0],
                     moment=Moment.EXCHANGE, score=score)  # fmt: skip
        game, worth = GameWorth(known, 0.0), Worth(known, Value.SHARE)
        avoids = contract.avoids
        for sure in [(2, 3, 4), (5, 3, 4)] if not avoids else [(5, 6, 4), (4, 4, 4)]:
            own = share(sure, 12, contract)[0]
            at = contract.sign * (float(own) - worth.target)
            near = game.of(sure)
            assert abs(near - at) < 0.7, (contract, sure)
        if avoids:
            assert game.of((2, 6, 4)) > game.of((3, 6, 4)) > game.of((6, 6, 4))


def test_bounds_hold_what_is_between_them() -> None:
    known = Seen(HORN, Contract.NT, Seat.FOREHAND, HORN.deal(generator(1)).hands[0],
                 moment=Moment.EXCHANGE, score=Score((), ((6, -2, -4),)))  # fmt: skip
    game = GameWorth(known, 0.0)
    low, high = game.between((2, 2, 3), (4, 3, 4))
    for own in (2, 3, 4):
        assert low <= game.of((own, 3, 3)) <= high
    assert game.between((0, 0, 0), (12, 12, 12)) == game.possible
    assert game.between((3, 3, 3), (3, 3, 3)) == (game.of((3, 3, 3)),) * 2


def test_what_is_left_to_declare_counts_while_deals_are_to_come() -> None:
    game = get_variant("laugavatn")
    for left, counts in ((5, True), (0, False)):
        result = final_result(game, score_of(game, [(1, 0), (0, 1), (0, 0)], left))
        parts = [result.parts_of((2, -1, -1), (by, -by / 2, -by / 2))[0] for by in (0, 1, 2)]
        assert all((more > less) == counts for less, more in pairwise(parts))


def test_line_bends_near_the_end() -> None:
    far, near = (
        line_of(OVER_18, stands(0, 0, 0, deals=deals), Seat.MIDDLEHAND) for deals in (1, 17)
    )
    assert far.bend < 0.3 < 1 < near.bend
    assert far.part(far.points(np.array(0.5)).item()) == pytest.approx(0.5)


def test_guarantee_has_no_score() -> None:
    known = Seen(OVER_18, Contract.NT, Seat.FOREHAND, OVER_18.deal(generator(1)).hands[0],
                 moment=Moment.EXCHANGE, score=stands(1, 0, -1))  # fmt: skip
    with pytest.raises(RuleError, match="shares of all seats"):
        Evaluator(known, Value.GUARANTEE)


# At the command line and the table -------------------------------------------------------

HAND = ("--hand", "AQ5.K84.J962.T7", "--variant", "hornafjordur", "--contract", "NT", "--seat", "F")
CLAIM = ("--hand", "TAQJ9.TAJ.TA.", "--variant", "envers-3", "--contract", "S", "--seat", "F")


def test_the_commands_take_a_score() -> None:
    said = json.loads(
        output("advise", "exchange", *HAND, "--worlds", "4", "--score", "-3 8 -5", "--json")
    )
    assert said["by_score"]
    assert 0 < said["best"][0]["result"] < 1
    assert said["alone"]["discards"]
    plain = json.loads(output("advise", "exchange", *HAND, "--worlds", "4", "--json"))
    assert not plain["by_score"]
    assert plain["best"][0]["result"] is None
    said = json.loads(
        output("advise", "claim", *CLAIM, "--worlds", "4", "--score", "95 60 50", "--json")
    )
    assert said["choices"][0]["choice"] == "claim" or not said["by_score"]
    assert "adds up to 1" in error("advise", "exchange", *HAND, "--score", "1 0 0")
    assert "--deals-left goes with" in error("advise", "claim", *CLAIM, "--deals-left", "2", code=2)
    assert "game is over" in error("advise", "claim", *CLAIM, "--score", "100 60 50")
    call = ("advise", "call", "--variant", "laugavatn", "--hand", "AKQJT98.AK.QJ9.A432")
    assert "how many deals are left" in error(*call, "--score", "1 -1 0")


def test_advice_at_the_table_goes_by_the_score_unless_it_is_told_not_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def few(known: Seen, **limits: object) -> ExchangeAdvice:
        return advise_exchange(known, worlds=2, raced=4)

    monkeypatch.setattr("solver.table.advice.advise_exchange", few)
    game = Game(HORN).record(Contract.NT, (6, 4, 2), cut=parse_card("SA"))
    dealing = HORN.deal(generator(1))
    for by_points in (False, True):
        settings = Settings(True, 1, Strength.FAIR, by_points=by_points)
        table = table_in(game, dealing, settings, settings.tag())
        course = table.course()
        step = next(course)
        while not isinstance(step, AsksExchange):
            done = decided(table, step) if isinstance(step, Turn) else None
            step = course.send(done)
        found = advise_at(table, step, seconds=1.0)
        assert isinstance(found, ExchangeAdvice)
        assert (found.view.score is None) == by_points
        assert (found.best[0].result is None) == by_points


def test_the_strong_computer_names_a_trump_for_the_game_by_its_own_cards() -> None:
    dealing = ENVERS.deal(generator(18))
    own, left, right = dealing.hands
    swapped = dealing._replace(hands=(own, right, left))

    def named(strength: Strength, dealt: Dealing, before: Score | None) -> Contract:
        table = PointsTable(ENVERS, dealt, Seat.DEALER, strength, 0, before=before)
        turn = next(step for step in table.course() if isinstance(step, Turn))
        assert isinstance(turn.asks, AsksTrump)
        found: Contract = decided(table, turn)
        return found

    near = Score((), ((95, 60, 20),))
    for dealt in (dealing, swapped):
        assert named(Strength.STRONG, dealt, near) is Contract.D
        assert named(Strength.STRONG, dealt, None) is Contract.H
    assert named(Strength.THUMB, dealing, near) is named(Strength.THUMB, dealing, None)


def test_the_strong_computer_exchanges_by_its_own_cards_alone() -> None:
    dealing = HORN.deal(generator(3))
    own, left, right = dealing.hands
    found = set()
    for hands in (dealing.hands, (own, right, left)):
        table = Table(HORN, dealing._replace(hands=hands), None, Strength.STRONG, 1, Contract.NULLO)
        turn = next(step for step in table.course() if isinstance(step, Turn))
        assert isinstance(turn.asks, AsksExchange)
        found.add(decided(table, turn).discards)
    assert len(found) == 1


class Strong:
    """A table of strong computers at which only what they decide before the play is asked."""

    def __init__(self, code: str, seed: int, contract: Contract | None = None) -> None:
        variant = get_variant(code)
        dealing = variant.deal(generator(seed))
        if variant.rules.is_plain:
            auction = None if contract is not None else Game(variant).auction()
            self.table = Table(
                variant, dealing, None, Strength.STRONG, seed, contract, auction=auction
            )
        else:
            self.table = PointsTable(variant, dealing, None, Strength.STRONG, seed)

    def decisions(self) -> Iterator[Turn]:
        """Yield the turns before the play, each of which is then decided."""
        course = self.table.course()
        step = next(course)
        while True:
            answer = None
            if isinstance(step, Turn):
                if isinstance(step.asks, AsksCard):
                    return
                yield step
                answer = decided(self.table, step)
            try:
                step = course.send(answer)
            except StopIteration:
                return


@pytest.mark.parametrize(
    ("code", "contract", "asked"),
    [
        pytest.param("laugavatn", None, {AsksCall, AsksExchange}, marks=pytest.mark.slow),
        ("trjamann", None, {AsksCall, AsksExchange}),
        ("hornafjordur", Contract.NULLO, {AsksExchange}),
        ("encheres-petite", None, {AsksBid, AsksTrump, AsksAway}),
        ("envers-3", None, {AsksTrump, AsksClaim}),
    ],
)
def test_what_the_strong_computer_decides_owes_nothing_to_cards_it_has_not_seen(
    code: str, contract: Contract | None, asked: set[type], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("_PLAYED", 8), ("_WORLDS", 4), ("_PUT_AWAY", 2), ("_RACED", 4)):
        monkeypatch.setattr(f"solver.table.advice.{name}", few)
    met = set()
    for seed in range(1 if code == "laugavatn" else 2):  # its calls take longest
        strong = Strong(code, seed, contract)
        table = strong.table
        for turn in strong.decisions():
            met.add(type(turn.asks))
            as_dealt, hands = table.dealing, list(table.dealing.hands)
            left, right = (seat for seat in Seat if seat is not turn.asks.seat)
            hands[left], hands[right] = hands[right], hands[left]
            found = decided(table, turn)
            table.dealing = as_dealt._replace(hands=triple(hands))
            assert decided(table, turn) == found, turn
            table.dealing = as_dealt
    assert met >= asked


def test_the_strong_computer_claims_for_the_game() -> None:
    dealing = ENVERS.deal(generator(1))

    def claims(hand: str, strength: Strength, *totals: int) -> bool:
        own = parse_hand(hand)
        rest = list(cards_in(ENVERS.pack & ~own))
        dealt = dealing._replace(hands=(own, hand_of(rest[:10]), hand_of(rest[10:20])))
        before = Score((), (triple(totals),))
        table = PointsTable(ENVERS, dealt, None, strength, 0, before=before)
        asks = AsksClaim(Seat.FOREHAND, Contract.S, "general")
        return bool(decided(table, Turn(asks, strength, 0)))

    assert claims("TAQJ9.TAJ.TA.", Strength.STRONG, 95, 60, 50)
    assert not claims("TAQJ9.TAJ.TA.", Strength.FAIR, 95, 60, 50)
    assert claims("TAKQJ.TAQ.TA.", Strength.STRONG, 20, 20, 20)
    assert not claims("TAKQJ.TAQ.TA.", Strength.STRONG, 20, 99, 98)


def test_the_strong_computer_calls_a_great_contract_where_only_that_can_win() -> None:
    game = get_variant("laugavatn")
    own = parse_hand("AKQJ986.AK.QJ9.9432")
    rest = list(cards_in(game.pack & ~own))
    hands = (hand_of(rest[:16]), own, hand_of(rest[16:32]))
    dealing = game.deal(generator(1))._replace(hands=hands, manni=tuple(rest[32:]))
    six = frozenset(Contract)

    def called(*totals: int) -> Call | None:
        net = [(max(own, 0), max(-own, 0)) for own in totals]
        lists = six, frozenset({Contract.S}), six
        left = tuple(frozenset(contract.name for contract in each) for each in lists)
        before = score_of(game, net, 0)
        table = Table(game, dealing, None, Strength.STRONG, 0, left=left, before=before)
        auction = game.auction(lists).call(Call(Contract.H))
        turn = Turn(AsksCall(Seat.MIDDLEHAND, auction), Strength.STRONG, 0)
        made: Call | None = decided(table, turn).calls[-1]
        return made

    assert called(7, -5, -2) == Call(Contract.S, great=True)
    assert called(0, 0, 0) is None


def test_the_strong_computer_puts_away_for_the_game() -> None:
    game = get_variant("encheres-petite+realised")
    dealing = game.deal(generator(5))
    away = []
    for totals in ((120, 60, 149), (0, 0, 0)):
        table = PointsTable(
            game, dealing, None, Strength.STRONG, 0, before=Score((), (triple(totals),))
        )
        table.bid = "20"
        state = Exchange(game.exchange, dealing.hands, dealing.manni, declarer=Seat.FOREHAND)
        turn = Turn(AsksAway(Seat.FOREHAND, state), Strength.STRONG, 0)
        away.append(decided(table, turn).discards[-1])
    assert away[0] != away[1]
