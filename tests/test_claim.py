"""Whether to claim every trick: worlds against another reckoning, and what the advice says."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from games import few
from positions import observed
from test_general import takes_every

from manni.solver import reference
from manni.solver.advice.bids import advise_claim
from manni.solver.advice.choices import Belief
from manni.solver.advice.hand_model import takes_all
from manni.solver.advice.observation import Observation
from manni.solver.advice.play import advise_play
from manni.solver.advice.race import BLOCK
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, card_name, cards_in, hand_of, seats_from
from manni.solver.errors import DealError, RuleError, StoppedError
from manni.solver.notation import parse_card, parse_cards, parse_hand, parse_seat
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.scoring import Above, Shared
from manni.solver.rules.variant import Variant
from manni.solver.values.solution import share

ENVERS = get_variant("envers-3")
STRONG = "TAKQ9.TA.TAK."

PAR = 8


def small(code: str, cards: str) -> Variant:
    """Return a game with three cards in each hand, in which 17 points are fewer."""
    scoring = get_variant(code).scoring
    if isinstance(scoring, Above | Shared):
        scoring = replace(scoring, par=PAR)
    return few(code, hand_of(parse_cards(cards)), 3, scoring=scoring)


def knows(
    variant: Variant,
    hand: str,
    seat: str,
    trump: str | None = None,
    cut: str | None = None,
    score: tuple[int, ...] = (),
    laid: str = "",
) -> Observation:
    """Return what a seat knows; ``laid`` are the others' hands in turn, if they are told."""
    own, card = hand_of(parse_cards(hand)), None if cut is None else parse_card(cut)
    others = seats_from(parse_seat(seat, variant.seats))[1:]
    lies = zip(others, laid.split(",") if laid else (), strict=False)
    return observed(
        "claim",
        own,
        variant,
        trump,
        seat,
        cut=card,
        score=score,
        laid=[(each, hand_of(parse_cards(cards))) for each, cards in lies],
    )


NINE = "ST SA S9 HK HJ DQ D8 CA CT"
TWELVE = f"{NINE} SK HT DT"
SPOKEN = small("manille-4", TWELVE)
CASES = {
    "trois, forehand": knows(small("manille-3", f"{NINE} HT DK"), "SA HT DK", "F", cut="ST"),
    "trois, middlehand": knows(small("manille-3", f"{NINE} HT DK"), "ST SA CT", "M", cut="S9"),
    "trois, the dealer": knows(small("manille-3", f"{NINE} HT DK"), "ST CA CT", "D", cut="ST"),
    "dix-sept": knows(small("dix-sept-3", NINE), "ST SA CT", "M", cut="S9"),
    "au coup": knows(small("dix-sept-3+au-coup", NINE), "SA CA CT", "D", cut="SA"),
    "envers": knows(small("envers-3", NINE), "ST SA CT", "D", trump="S"),
    "helped": knows(small("envers-3", NINE), "ST SA HJ", "D", trump="S", score=(40, 10, 0)),
    "muette": knows(small("manille-4+muette", TWELVE), "ST SA CT", "2", cut="S9"),
    "told": knows(SPOKEN, "ST CA D8", "F", None, "SK", laid="S9 HK DQ,HT CT DT,SA SK HJ"),
    "told, made": knows(SPOKEN, "ST CA HT", "3", None, "S9", laid="S9 HK DQ,SK SA CT,HJ D8 DT"),
    "told, the dealer": knows(SPOKEN, "S9 HK DQ", "D", None, "S9", laid="SA CT DT,SK ST HT"),
    "envers for four": knows(small("envers-4", TWELVE), "ST SA CT", "3", trump="S"),
    "helped by two": knows(
        small("envers-4", TWELVE), "ST SA HJ", "D", trump="S", score=(40, 10, 9, 0)
    ),
    "dix-sept for four": knows(small("dix-sept-4", TWELVE), "ST SA SK", "2", cut="S9"),
}


def worth(known: Observation, hands: list[int]) -> tuple[bool, float, float]:
    """Return whether a claim is made, and how much the seat is ahead with it and without."""
    variant, seat = known.variant, known.seat
    sides = variant.side_declaring()
    start = Position(hands, known.contract, "F", rules=variant.rules, declarers=sides)
    sure = reference.guarantees(start)
    names = [{card_name(card) for card in cards_in(hand)} for hand in hands]
    foes = [each for each in known.others if not sides or (each in sides) != (seat in sides)]
    if sides:
        made = sure[seat] == start.worth
    else:
        made = takes_every(names, 0, [], known.contract.name, seat, known.helpers)
    took = sure if sides else share(sure, start.worth, known.contract, start.rules)
    code = variant.code.rpartition("+")[0]
    if "manille" in code:
        talon = variant.pack & ~sum(hands)
        rest = sum("JQKAT".find(card_name(card)[1]) + 1 for card in cards_in(talon))
        took = tuple(own + rest * (own == start.worth) for own in took)  # all there is
        marks = [max(Fraction(0), points - PAR) for points in took]
        for dealer in (-1, 1)[: 1 + bool(sides)]:
            marks[dealer] += "JQKAT".find(card_name(known.cut)[1]) + 1
        stake = 34.0 if sides else 53.0
    elif code == "dix-sept-3+au-coup":
        lacks = sum(PAR - points for points in took if points < PAR)
        spare = sum(points - PAR for points in took if points > PAR)
        marks = [each - PAR if each < PAR else lacks * (each - PAR) / spare for each in took]
        stake = 3.0 * PAR  # twice that from the others together, once from each
    else:
        sign = -1 if "envers" in code else 1
        marks = [sign * points for points in took]
        stake = 70.0 if "-3" in code else 68.0
    ahead = marks[seat] - Fraction(sum(marks[each] for each in foes), len(foes))
    return made, stake if made else -stake, float(ahead)


@pytest.mark.parametrize("name", CASES)
def test_each_world_is_solved_as_by_brute_force(name: str) -> None:
    known = CASES[name]
    worlds = Worlds(known, Belief.NONE, 7)
    drawn = [*worlds.block(0, 8).hands.tolist(), *worlds.block(1, 1).hands.tolist()]
    for hands in drawn:
        assert hands[known.seat] == known.hand
        assert {hand.bit_count() for hand in hands} == {3}
        assert sum(hand.bit_count() for hand in hands) == sum(hands).bit_count()
        assert not sum(hands) & ~known.variant.pack
        assert known.cut is None or hands[-1] >> known.cut & 1
    every = [worth(known, hands) for hands in drawn]
    found = advise_claim(known, worlds=9, seed=7)
    assert found.is_every == name.startswith("told")
    assert found.worlds == found.effective == (1 if found.is_every else 9)
    assert not found.partial
    with pytest.raises(StoppedError):
        advise_claim(known, seconds=1e-9)
    if found.is_every:  # nothing is left to chance
        assert all(np.ptp(own.interval) < 1e-3 for own in found.choices)
    assert found.claim.chance == pytest.approx(sum(made for made, _, _ in every) / 9)
    for choice in found.choices:
        points = sum(with_it if choice.claims else without for _, with_it, without in every)
        assert choice.points == pytest.approx(points / 9)
        off = choice.own - choice.others
        assert choice.points == pytest.approx(-off if known.avoids else off)


def test_a_claim_in_dix_sept_brings_nothing_that_playing_on_does_not() -> None:
    """Who is sure of every trick marks as much without; of equal choices it is to play on."""
    for code in ("dix-sept-3", "dix-sept-3+au-coup"):
        known = observed(
            "claim", "TAKQJ9.TA.TA.", get_variant(code), None, "F", cut=parse_card("S8")
        )
        found = advise_claim(known, worlds=8)
        assert found.claim.chance == 1
        assert not found.best.claims
        assert found.claim.behind == 0
        assert not found.claim.told_apart
        assert takes_all(known.variant, Contract.S, known.hand) is found.thumb is True


def test_in_the_play_who_gains_by_a_claim_plays_for_it() -> None:
    """Chances are those of brute force; with the score unknown some are others."""
    said = {"contract": "S", "bid": "general", "declarer": "M"}
    helped = 0
    for seat, played, hand in (
        ("F", "", "DQ HK HJ"),
        ("F", "", "DQ D8 HJ"),
        ("M", "DQ", "SA ST CA"),
        ("D", "HK SA", "HJ D8 CT"),
        ("D", "HK HJ", "S9 D8 CT"),
    ):
        so_far, own = parse_cards(played), hand_of(parse_cards(hand))
        known = observed(
            "card",
            own,
            small("envers-3", NINE),
            seat=seat,
            played=so_far,
            score=(40, 0, 10),
            **said,
        )
        drawn = Worlds(known, Belief.SOFT, 7).block(0, BLOCK).hands[:20].tolist()
        found, alone = (
            {each.card: each.reached for each in advise_play(asked, worlds=20, seed=7).cards}
            for asked in (known, known.but(score=()))
        )
        for card, reached in found.items():
            table = list(map(card_name, (*so_far, card)))
            left = [
                [{*map(card_name, cards_in(cards))} - {*table} for cards in hands]
                for hands in drawn
            ]
            made = sum(takes_every(hands, 0, table, "S", 1, (2,)) for hands in left) / 20
            assert reached == pytest.approx(1 - made if seat == "F" else made)
        helped += found != alone
    assert helped > 1


def test_nobody_has_claimed_yet() -> None:
    hand = parse_hand(STRONG)
    wrong = {
        "dealer exchanges 1 card: it may exchange none": {"discarded": "S8"},
        "taken: 1 number, expected 0: nobody exchanges": {"taken": (1,)},
        "nobody declares in envers-3: there is no auction of contracts": {"calls": (None,)},
        "a score of 2 seats: 3 play": {"score": (1, 2)},
        "with this score the game is over: it is played until": {"score": (1, 2, 100)},
    }
    for message, given in wrong.items():
        with pytest.raises((DealError, RuleError), match=message):
            observed("claim", hand, ENVERS, Contract.S, "D", **given)


def test_a_claim_is_looked_at_until_it_is_told_apart() -> None:
    known = knows(get_variant("envers-5"), "SA SJ HT HA DQ CK", "2", "S")
    one, other = (advise_claim(known, seconds=600) for _ in range(2))
    assert one.choices[1].told_apart
    assert one.worlds < 200
    assert one == other
