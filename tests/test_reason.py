"""Why a card: the facts are counted as they come about when the worlds are played out."""

from collections import Counter

import numpy as np
import pytest
from positions import observed
from test_play_advice import begun

from manni.solver.advice.answer import Fact, Reason
from manni.solver.advice.choices import Belief
from manni.solver.advice.observation import Observation
from manni.solver.advice.play import (
    advise_play,
    better_reason,
    known_discards,
    rollout_reason,
)
from manni.solver.advice.worlds import DealSample, Worlds
from manni.solver.cards import SEATS, Contract, Seat, suit_of
from manni.solver.notation import parse_cards
from manni.solver.position import Position
from manni.solver.report.advice import report_of
from manni.solver.rollouts import rollouts

CODES = ("hornafjordur", "basic", "encheres-sans", "envers-3")


def asked(code: str, seed: int) -> tuple[Observation, DealSample]:
    """Return what a seat sees after some cards of a random deal, and 40 worlds."""
    seen = begun(code, seed, seed % 20, "30" if code == "encheres-sans" else None).known
    return seen, Worlds(seen, Belief.NONE, 1).block(0, 40)


def so(
    seen: Observation, hands: list[int], course: list[int], best: int, other: int
) -> dict[Fact, bool]:
    """Return what is so in a world in which all cards are played in this order, one by one."""
    trump, leader, facts = seen.contract.trump, seen.leader, Counter()
    position = Position(
        hands, seen.contract, leader, rules=seen.rules, declarer=seen.declarer
    )  # fmt: skip
    before = len(seen.played) // SEATS
    for number in range(len(course) // SEATS):
        trick = course[SEATS * number : SEATS * number + SEATS]
        lead = position.leader
        for card in trick:
            assert card in position.legal()
            position = position.play(card)
        taker = position.taken_by
        won = trick[(taker - lead) % SEATS]
        ruff = suit_of(won) == trump != suit_of(trick[0])
        ours = taker in seen.side
        if number < before:
            continue
        facts[Fact.TRICK] += number == before and ours
        facts[Fact.TAKES] += won == best
        facts[Fact.OTHER_TAKES] += won == other
        facts[Fact.RUFFS] += ruff and taker is seen.seat
        facts[Fact.RUFFED] += (
            best in trick and ruff and not ours and suit_of(best) == suit_of(trick[0])
        )
    return {fact: bool(facts[fact]) for fact in Fact}


@pytest.mark.parametrize("code", CODES)
def test_facts_are_those_of_the_worlds_played_out(code: str) -> None:
    told = Counter()
    for seed in range(12):
        seen, drawn = asked(code, seed)
        groups = seen.equivalent_cards()
        if len(groups) < 2:
            continue
        gone, left = known_discards(seen, drawn), SEATS * seen.variant.tricks - len(seen.played)
        best, other = groups[0][0], groups[-1][0]
        parts = []
        taken = np.zeros((len(drawn.hands), 2, SEATS), np.int16)
        playouts = np.zeros((*taken.shape[:2], left), np.int8)
        rollouts().play(
            seen.rollout_game, drawn.hands, gone, seen.leader, seen.played, (best, other), taken,
            drawn.plays_randomly, playouts,
        )  # fmt: skip
        for index in range(2):
            found = []
            for hands, course in zip(
                drawn.hands.tolist(), playouts[:, index].tolist(), strict=True
            ):
                whole = [*seen.played, *course]
                found.append(
                    (so(seen, hands, whole, best, other), so(seen, hands, whole, other, best))
                )
            parts.append(
                [
                    {fact: np.mean([each[fact] for each in own]) for fact in Fact}
                    for own in zip(*found, strict=True)
                ]
            )
        weights = np.ones(len(drawn.hands))
        reason = rollout_reason(seen, drawn._replace(gone=gone), weights, best, other)
        sign = -1 if seen.avoids else 1
        trumps = () if seen.contract.trump is not None else (Fact.RUFFS, Fact.RUFFED)
        after, instead_of = zip(*parts, strict=True)
        gains, back = (
            {
                fact: sign * (-1 if fact is Fact.RUFFED else 1) * (now[fact] - instead[fact])
                for fact in Fact
                if fact not in (Fact.BETTER, *trumps)
                and not (fact is Fact.RUFFED and suit_of(card) == seen.contract.trump)
            }
            for card, (now, instead) in ((best, after), (other, instead_of[::-1]))
        )
        # What speaks as well for the other card, told of that, is no reason.
        gains = {fact: gain for fact, gain in gains.items() if round(back.get(fact, 0), 9) < 0.1}
        most = max((round(gain, 2) for gain in gains.values()), default=0)
        if reason is None:
            assert most < 0.1
            continue
        assert round(gains[reason.fact], 2) == most
        now, instead = (round(each[reason.fact], 9) for each in after)
        assert reason == Reason(reason.fact, other, now, instead)
        told[reason.fact] += 1
    assert told


def test_better_counts_worlds_by_their_weight() -> None:
    best, other = np.array([2.0, 2, 1, 0]), np.array([1.0, 2, 1, 3])
    weights = np.array([2.0, 1, 1, 4])
    assert better_reason(5, other, best, weights) == Reason(Fact.BETTER, 5, 0.5, 0.25)
    assert (
        better_reason(5, best, other, weights) is better_reason(5, best, best, weights) is None
    )  # no reason


def test_the_reason_is_said_last() -> None:
    known = observed(
        "card",
        "AQ5.K84.J962.T7",
        "hornafjordur",
        Contract.NT,
        Seat.DEALER,
        played="C8 C9",
    )
    found = advise_play(known, worlds=100)
    assert found.reason == Reason(Fact.TRICK, parse_cards("C7")[0], 1.0, 0.0)
    said = "This trick is won in 100 of 100 deals with ♣T, in 0 with ♣7."
    assert str(report_of(found).sentence).endswith(said)
