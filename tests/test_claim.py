"""Whether to claim every trick: worlds against another reckoning, and what the advice says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from commands import error, json_of, output
from test_general import takes_every

from manni.solver import reference
from manni.solver.advice.choices import Belief
from manni.solver.advice.hand_policy import takes_all
from manni.solver.advice.observation import ClaimObservation
from manni.solver.advice.without_auction import advise_claim
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, Seat, card_name, cards_in, hand_of
from manni.solver.errors import DealError, RuleError
from manni.solver.notation import parse_card, parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.scoring import Above, Shared
from manni.solver.rules.variant import MANNI, Variant
from manni.solver.values.solution import share

F, M, D = Seat
Hands = tuple[int, int, int]
ENVERS = get_variant("envers-3")
STRONG = "TAKQ9.TA.TAK."
THREES = tuple((seat, 3) for seat in Seat)


PAR = 8


def small(code: str, cards: str, talon: int = 0) -> Variant:
    """Return a game with three cards in each hand, in which 17 points are fewer."""
    game = get_variant(code)
    scoring = game.scoring
    if isinstance(scoring, Above | Shared):
        scoring = replace(scoring, par=PAR)
    return replace(
        game,
        scoring=scoring,
        code=f"small {code}",
        pack=hand_of(parse_cards(cards)),
        packets=(*THREES, (MANNI, talon)) if talon else THREES,
    )


def knows(
    variant: Variant,
    hand: str,
    seat: Seat,
    trump: str | None = None,
    cut: str | None = None,
    score: tuple[int, ...] = (),
) -> ClaimObservation:
    own, card = hand_of(parse_cards(hand)), None if cut is None else parse_card(cut)
    return ClaimObservation.of(own, variant, trump, seat, cut=card, score=score)


NINE = "ST SA S9 HK HJ DQ D8 CA CT"
CASES = {
    "trois, forehand": knows(small("manille-3", f"{NINE} HT DK", 2), "SA HT DK", F, cut="ST"),
    "trois, middlehand": knows(small("manille-3", f"{NINE} HT DK", 2), "ST SA CT", M, cut="S9"),
    "trois, the dealer": knows(small("manille-3", f"{NINE} HT DK", 2), "ST CA CT", D, cut="ST"),
    "dix-sept": knows(small("dix-sept-3", NINE), "ST SA CT", M, cut="S9"),
    "au coup": knows(small("dix-sept-3+au-coup", NINE), "SA CA CT", D, cut="SA"),
    "envers": knows(small("envers-3", NINE), "ST SA CT", D, trump="S"),
    "helped": knows(small("envers-3", NINE), "ST SA HJ", D, trump="S", score=(40, 10, 0)),
}


def deals(known: ClaimObservation) -> Iterator[Hands]:
    """Yield every deal of the others' cards, in which the dealer has the card turned up."""
    pack = known.variant.pack & ~known.hand
    others = [seat for seat in Seat if seat is not known.seat]
    for one in combinations(cards_in(pack), 3):
        rest = [card for card in cards_in(pack) if card not in one]
        for other in combinations(rest, 3):
            hands = [known.hand] * 3
            hands[others[0]], hands[others[1]] = hand_of(one), hand_of(other)
            if known.cut is None or hands[D] >> known.cut & 1:
                yield hands[0], hands[1], hands[2]


def worth(known: ClaimObservation, hands: Hands) -> tuple[bool, float, float]:
    """Return whether a claim is made, and how much the seat is ahead with it and without."""
    names = [{card_name(card) for card in cards_in(hand)} for hand in hands]
    made = takes_every(names, 0, [], known.contract.name, known.seat, known.helpers)
    start = Position(hands, known.contract, F, rules=known.variant.rules)
    sure = reference.guarantees(start)
    took = share(sure, start.worth, known.contract, start.rules)
    code = known.variant.code.removeprefix("small ")
    if code == "manille-3":
        assert known.cut is not None
        talon = known.variant.pack & ~sum(hands)
        rest = sum("JQKAT".find(card_name(card)[1]) + 1 for card in cards_in(talon))
        took = tuple(own + rest * (own == start.worth) for own in took)  # all there is
        marks = [max(Fraction(0), points - PAR) for points in took]
        marks[D] += "JQKAT".find(card_name(known.cut)[1]) + 1
        stake = 53.0
    elif code == "dix-sept-3+au-coup":
        lacks = sum(PAR - points for points in took if points < PAR)
        spare = sum(points - PAR for points in took if points > PAR)
        marks = [each - PAR if each < PAR else lacks * (each - PAR) / spare for each in took]
        stake = 3.0 * PAR  # twice that from the others together, once from each
    else:
        sign = -1 if code == "envers-3" else 1
        marks = [sign * points for points in took]
        stake = 70.0
    own = marks[known.seat]
    return made, stake if made else -stake, float(own - (sum(marks) - own) / 2)


@pytest.mark.parametrize("name", CASES)
def test_each_world_is_solved_as_by_brute_force(name: str) -> None:
    known = CASES[name]
    worlds = Worlds(known, Belief.NONE, 7)
    rows = [*worlds.block(0, 8).hands.tolist(), *worlds.block(1, 1).hands.tolist()]
    drawn = [(first, second, third) for first, second, third in rows]
    assert set(drawn) <= set(deals(known))
    every = [worth(known, hands) for hands in drawn]
    found = advise_claim(known, worlds=9, seed=7)
    assert found.claim.chance == pytest.approx(sum(made for made, _, _ in every) / 9)
    for choice in found.choices:
        points = sum(with_it if choice.claims else without for _, with_it, without in every)
        assert choice.points == pytest.approx(points / 9)
        off = choice.own - choice.others
        assert choice.points == pytest.approx(-off if known.avoids else off)


def test_a_claim_in_dix_sept_brings_nothing_that_playing_on_does_not() -> None:
    """Who is sure of every trick marks as much without; of equal choices it is to play on."""
    for code in ("dix-sept-3", "dix-sept-3+au-coup"):
        known = ClaimObservation.of(
            parse_hand("TAKQJ9.TA.TA."), get_variant(code), None, "F",
            cut=parse_card("S8"),
        )  # fmt: skip
        found = advise_claim(known, worlds=8)
        assert found.claim.chance == 1
        assert not found.best.claims
        assert found.claim.behind == 0
        assert not found.claim.told_apart
        assert takes_all(known.variant, Contract.S, known.hand) is found.thumb is True


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("manille-3 TAKQ9.TA.TAK. F", "a claim waits until the trump is known: give the turned"),
        ("manille-3 TAKQ9.TA.TAK. F S", "the turned card lies face up: it has to be known (--cut)"),
        ("envers-3 TAKQ9.TA.TAK. F", "a claim waits until the trump is known: give it (--contr"),
        ("envers-3 TAKQ9.TA.TAK. F NT", "envers-3 has no NT: its contracts are S H D C"),
        ("envers-3 TAKQ9.TA.TAK. F S S8", "no card is cut in envers-3: S8 is given"),
        ("manille-3 TAKQ9.TA.TAK. F S SA", "SA is the dealer's, but forehand holds it"),
        ("manille-3 TAKQ9.TA.TAK. D S S8", "S8 is the dealer's, who does not hold it"),
    ],
)
def test_what_cannot_be(asked: str, message: str) -> None:
    code, hand, seat, *rest = asked.split()
    trump, cut = (*rest, None, None)[:2]
    with pytest.raises((DealError, RuleError)) as wrong:
        ClaimObservation.of(
            parse_hand(hand), get_variant(code), trump, None if seat == "-" else seat,
            cut=None if cut is None else parse_card(cut),
        )  # fmt: skip
    assert message in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_nobody_has_claimed_yet() -> None:
    hand = parse_hand(STRONG)
    with pytest.raises(DealError, match="nobody has claimed yet"):
        ClaimObservation(ENVERS, Contract.S, D, hand, declarer=F, bid="general")
    with pytest.raises(RuleError, match="dealer may not exchange and has put down 1 card"):
        ClaimObservation(ENVERS, Contract.S, D, hand, discarded=1 << parse_card("H8"))
    with pytest.raises(DealError, match="taken: 1 number, expected 0: nobody exchanges"):
        ClaimObservation(ENVERS, Contract.S, D, hand, taken=(1,))
    with pytest.raises(DealError, match="nobody calls in envers-3"):
        ClaimObservation(ENVERS, Contract.S, D, hand, calls=(None,))
    with pytest.raises(DealError, match="a score of 2 seats: 3 play"):
        ClaimObservation(ENVERS, Contract.S, D, hand, score=(1, 2))
    with pytest.raises(DealError, match="with this score the game is over: it is played until"):
        ClaimObservation(ENVERS, Contract.S, D, hand, score=(1, 2, 100))


def test_the_score_says_who_plays_for_a_claim() -> None:
    claim = ["--hand", "TAK9.TA.TA.QJ", "--seat", "D", "--contract", "S", "--worlds", "60"]
    asked = ["advise", "claim", "--variant", "envers-3", *claim]
    helped, alone = (json_of(*asked, *score) for score in (["--score", "40,10,0"], []))
    assert (helped["score"], helped["helpers"]) == ({"F": 40, "M": 10, "D": 0}, ["M"])
    assert (alone.get("score"), alone["helpers"]) == (None, [])
    chances = [
        next(row["chance"] for row in found["choices"] if row["choice"] == "claim")
        for found in (helped, alone)
    ]
    assert chances[0] > chances[1]
    text = " ".join(output(*asked, "--score", "40 10 0").split())
    assert "the claim against forehand alone: with this score middlehand gains by it" in text
    other = ["--cut", "CQ", "--score", "1,2,3"]
    said = error("advise", "claim", "--variant", "dix-sept-3", *claim[:4], *other)
    assert "the score says nothing of a claim in dix-sept-3: marks are good" in said
    assert "expected what each seat has marked" in error(*asked, "--score", "1,x,3", code=2)
