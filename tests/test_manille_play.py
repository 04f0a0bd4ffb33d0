"""The play of Manille: duties, points, partners. The examples are worked out by hand.

Sentences in French are those of the rules; what other tests hold is not repeated here.
"""

import re
from dataclasses import replace
from typing import Any

import pytest

from manni.solver import reference
from manni.solver.cards import Contract, Seat, cards_in
from manni.solver.errors import ArgumentError, DealError, IllegalPlayError
from manni.solver.notation import format_cards, parse_card, parse_cards, parse_hand, parse_hands
from manni.solver.position import Position
from manni.solver.rules.games import FAMILIES, get_variant
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE
from manni.solver.rules.trick import (
    ACE_LOW,
    PLAIN,
    Duty,
    TrickRules,
    arranged,
    legal_cards,
    trick_winner,
    trick_worth,
)

F, M, D = Seat
EACH_FOR_HIMSELF = ("manille-3", "dix-sept-3", "envers-3")
AUCTIONED = ("encheres-sans", "encheres-petite", "encheres-grande")

RISE = "A..Q7. .J7.K. 8..A9."
RUFF = "K.K.J. ..TA7. T.98.."
EXEMPTION = "A..7.A .K.Q8. T.A7.."
LOW = "Q.J.7. 97.T.. .Q.TJ."


def lacking(duty: Duty) -> TrickRules:
    return replace(MANILLE, duties=MANILLE.duties & ~duty)


# Values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "rules", "declarer", "expected"),
    [
        (RISE, MANILLE, None, (9, 0, 8)),
        (RISE, lacking(Duty.RISE), None, (5, 0, 8)),
        (RUFF, MANILLE, None, (12, 0, 9)),
        (RUFF, lacking(Duty.RUFF), None, (4, 0, 9)),
        (LOW, ENVERS, None, (8, 15, 0)),
        (RUFF, ENCHERES, F, (4, 20, 20)),
        (RUFF, ENCHERES, D, (17, 17, 7)),
        (EXEMPTION, ENCHERES, F, (5, 20, 20)),
    ],
)
def test_guarantees(
    hands: str, rules: TrickRules, declarer: Seat | None, expected: tuple[int, int, int]
) -> None:
    position = Position.parse(hands, "S", rules=rules, declarer=declarer)
    assert reference.guarantees(position) == expected


# What may be played ------------------------------------------------------------------


def legal(code: str, hand: str, table: str, declarer: Seat | None = None, trump: str = "S") -> str:
    """Return what a hand may play to a table that forehand led to."""
    cards, contract = parse_cards(table), Contract[trump]
    rules = get_variant(code).rules_of(contract)
    found = legal_cards(parse_hand(hand), cards, contract, rules, len(cards), (declarer,))
    return format_cards(arranged(cards_in(found), rules))


@pytest.mark.parametrize("code", [*EACH_FOR_HIMSELF, *AUCTIONED])
@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("KQ.A8.9.", "HJ", "HA"),
        ("KQ.98.9.", "HJ", "H9 H8"),
        ("K8.A7..", "HJ SQ", "HA H7"),
        ("K8..A9.", "HJ", "SK S8"),
        ("K8..A9.", "HJ SQ", "SK"),
        ("98..A9.", "HJ SQ", "S9 S8 DA D9"),
        # Trumps led are risen over too; who has none is free, and so is the leader.
        ("K8..A9.", "SQ", "SK"),
        ("..A9.K", "SQ", "DA D9 CK"),
        ("K8..A9.", "", "SK S8 DA D9"),
    ],
)
def test_who_plays_for_himself_owes_every_duty(
    code: str, hand: str, table: str, expected: str
) -> None:
    """« Il doit toujours monter, couper, ou surcouper »: the declarer too."""
    declarer = Seat(len(parse_cards(table))) if code in AUCTIONED else None
    assert legal(code, hand, table, declarer) == expected


@pytest.mark.parametrize(
    ("hand", "table", "declarer", "expected"),
    [
        # « L'acquéreur joue trèfle; le second n'en a pas. Il est obligé de couper. Si le
        # troisième a du trèfle, il est forcé d'en mettre. Si, au contraire, le troisième n'a
        # pas de trèfle, il n'est nullement obligé de couper. »
        ("98.A7.K.", "CJ", F, "S9 S8"),
        ("TA.A7.K.A7", "CJ S9", F, "CA C7"),
        ("TA.A7.K.", "CJ S9", F, "ST SA HA H7 DK"),
        # « Dès qu'un des associés est maître »: whose card is winning binds no partner.
        ("K8.A7..", "HJ HK", F, "HA H7"),
        ("K8.A7..", "HJ HK", M, "HA"),
        ("K8..A9.", "HJ", D, "SK S8 DA D9"),
        ("K8.A7..", "HJ", D, "HA H7"),
    ],
)
def test_partners_owe_each_other_no_duty(
    hand: str, table: str, declarer: Seat, expected: str
) -> None:
    for code in AUCTIONED:
        assert legal(code, hand, table, declarer) == expected


@pytest.mark.parametrize("code", AUCTIONED)
def test_a_misere_is_played_as_the_auction_is_but_without_trump(code: str) -> None:
    """« Exactement la manille aux enchères, mais avec complication. »"""
    code += "+miseres"
    assert get_variant(code).leader(M) is M
    assert legal(code, "KQ.A8.9.", "HJ", M, "NULLO") == "HA"
    assert legal(code, "KQ.A8.9.", "HJ HQ", F, "NULLO") == "HA H8"
    assert legal(code, "KQ..9.", "HJ", M, "NULLO") == "SK SQ D9"


@pytest.mark.parametrize("variant", FAMILIES["manille"], ids=lambda variant: variant.code)
def test_the_cards(variant: Any) -> None:
    """« La manille l'emporte sur un manillon, le manillon sur un roi. Le roi sur la dame, … »."""
    rules = variant.rules_of(Contract.H)
    for higher, lower in zip("TAKQJ98", "AKQJ987", strict=True):
        assert trick_winner(parse_cards(f"D{lower} D{higher}"), Contract.H, rules) == 1
    # "Un sept d'atout coupe une manille."
    assert trick_winner(parse_cards("DT H7 DA"), Contract.H, rules) == 1
    # « Toutes les cartes, moins deux (le sept de pique et le sept de trèfle) ».
    whole = {f"{suit}{rank}" for suit in "SHDC" for rank in "TAKQJ987"}
    out = {"S7", "C7"} if variant.pack.bit_count() == 30 else set()
    assert variant.pack == sum(1 << parse_card(name) for name in whole - out)


def test_what_a_trick_is_worth() -> None:
    assert trick_worth(parse_cards("ST SA S7"), MANILLE) == 10
    assert trick_worth(parse_cards("SK DQ HJ"), MANILLE) == 7
    assert trick_worth(parse_cards("ST SA S7"), MISERE) == 1


def test_legal_cards_come_as_a_hand_shows_them() -> None:
    position = Position.parse("7AT8.QT.. ..AKQJT9. ...TKQJ98", "S", rules=MANILLE)
    assert format_cards(position.legal()) == "ST SA S8 S7 HT HQ"


# Plays that break a duty ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "played", "declarer", "kind", "mistake"),
    [
        (RISE, "D7 DK S8", None, "revoke", "card 3: dealer's S8 revokes: it holds DA"),
        (RISE, "DQ DK D9", None, "rise", "card 3: dealer's D9 does not rise: it holds DA"),
        (RUFF, "DJ DT H9", None, "ruff", "card 3: dealer's H9 does not ruff: it holds ST"),
        (RUFF, "DJ DT H9", "M", "ruff", "card 3: dealer's H9 does not ruff: it holds ST"),
        (RUFF, "DJ D7", "F", "rise", "card 2: middlehand's D7 does not rise: it holds DT DA"),
        (
            "..K98. Q8.8.. A7.K..", "D9 S8 HK", None, "overruff",
            "HK does not overruff: it holds SA",
        ),
    ],
)  # fmt: skip
def test_a_play_that_breaks_a_duty_names_it(
    hands: str, played: str, declarer: str | None, kind: str, mistake: str
) -> None:
    """Of the position with the card on the table, of playing it, and of a recorded play."""
    cards = parse_cards(played)
    rules = MANILLE if declarer is None else ENCHERES
    start = Position(parse_hands(hands), "S", rules=rules, declarer=declarer)
    with pytest.raises(IllegalPlayError, match=f"trick 1, card {len(cards)}: .*") as followed:
        start.follow(cards)
    for card in cards[:-1]:
        start = start.play(card)
    with pytest.raises(IllegalPlayError) as caught:
        start.play(cards[-1])
    error = caught.value
    assert (error.kind, error.seat, error.card) == (kind, len(cards) - 1, cards[-1])
    assert followed.value.kind == kind
    assert mistake in str(error)
    assert mistake in str(followed.value)


def test_the_cards_on_a_table_given_are_looked_at_too() -> None:
    with pytest.raises(IllegalPlayError, match="card 2: middlehand's D7 does not rise"):
        Position.parse("K.K.. ..TA. T.98..", "S", played="DJ D7", rules=MANILLE)


def test_partners_need_a_declarer() -> None:
    with pytest.raises(DealError, match="no declarer is named"):
        Position.parse(RUFF, "S", rules=ENCHERES)
    # Where each plays for himself it makes no difference who declares.
    alone = Position.parse(RUFF, "S", rules=MANILLE)
    assert Position.parse(RUFF, "S", rules=MANILLE, declarer="M") == alone


def test_a_low_ace_is_an_order_of_the_ranks() -> None:
    assert "".join(ACE_LOW.order) == "A23456789TJQK"
    assert (PLAIN.ace_low, ACE_LOW.ace_low, MANILLE.ace_low) == (False, True, False)
    assert Position.parse(RUFF, "S", ace_low=True).rules is ACE_LOW
    with pytest.raises(ArgumentError, match="the order of the ranks is that of the rules"):
        Position.parse(RUFF, "S", ace_low=True, rules=MANILLE)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"order": "789JQKAT"}, "order: '789JQKAT', expected each of 23456789TJQKA"),
        ({"card_points": (1,) * 12}, "card points: 12 numbers, expected one a rank"),
        ({"card_points": (-1,) * 13}, "card points: -1"),
        ({"duties": 7}, "duties: 7, expected a Duty"),
        ({"trick_points": 1.5}, "trick points: 1.5"),
    ],
)
def test_rules_that_cannot_be(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(message)):
        TrickRules(**wrong)
