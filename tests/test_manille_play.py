"""The play of Manille: duties, points, partners. The examples are worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver import reference
from solver.cards import SEATS, Seat, card_name, cards_in, hand_of
from solver.notation import parse_cards, parse_hand
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.manille import ENCHERES, ENVERS, MANILLE, MISERE
from solver.rules.trick import (
    NO_DUTY,
    PLAIN,
    Duty,
    TrickRules,
    cards_worth,
    legal_cards,
    trick_winner,
    trick_worth,
)

F, M, D = Seat

RISE = "A..Q7. .J7.K. 8..A9."
RUFF = "K.K.J. ..TA7. T.98.."
OVERRUFF = "..K98. Q8.8.. A.AK.."
UNDERTRUMP = ".J.J.A K..T.8 J..K8."
RUFFED = "8..J7. .TKJ.. 7.Q.T."
EXEMPTION = "A..7.A .K.Q8. T.A7.."
FOUR = "KJ..K7. Q.98.Q. A8.AK.."
LOW = "Q.J.7. 97.T.. .Q.TJ."

POINTS_ONLY = replace(MANILLE, duties=NO_DUTY)
"""What Manille would be if nothing but following suit bound."""


def lacking(rules: TrickRules, duty: Duty) -> TrickRules:
    return replace(rules, duties=rules.duties & ~duty)


def values(hands: str, rules: TrickRules, declarer: str | None = None) -> tuple[int, int, int]:
    """Return the guarantees with spades for trumps, forehand leading."""
    return reference.guarantees(Position.parse(hands, "S", rules=rules, declarer=declarer))


# Values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "rules", "expected"),
    [
        (RISE, MANILLE, (9, 0, 8)),
        (RISE, lacking(MANILLE, Duty.RISE), (5, 0, 8)),
        (RUFF, MANILLE, (12, 0, 9)),
        (RUFF, lacking(MANILLE, Duty.RUFF), (4, 0, 9)),
        (OVERRUFF, MANILLE, (0, 6, 10)),
        (OVERRUFF, lacking(MANILLE, Duty.OVERRUFF), (0, 4, 13)),
        (UNDERTRUMP, MANILLE, (0, 13, 0)),
        (RUFFED, MANILLE, (4, 0, 7)),
        (FOUR, MANILLE, (13, 0, 13)),
        (LOW, ENVERS, (8, 15, 0)),
        (LOW, MANILLE, (4, 11, 0)),
    ],
)
def test_guarantees_each_for_himself(
    hands: str, rules: TrickRules, expected: tuple[int, int, int]
) -> None:
    assert values(hands, rules) == expected


@pytest.mark.parametrize(
    ("hands", "declarer", "rules", "value"),
    [
        (RUFF, "F", ENCHERES, 4),
        (RUFF, "D", ENCHERES, 7),
        (EXEMPTION, "F", ENCHERES, 5),
        (EXEMPTION, "F", MANILLE, 17),
        (FOUR, "F", ENCHERES, 7),
        (FOUR, "D", ENCHERES, 11),
        (FOUR, "F", MANILLE, 13),
    ],
)
def test_the_declarer_against_partners(
    hands: str, declarer: str, rules: TrickRules, value: int
) -> None:
    """Under MANILLE the two others play together too, but owe all duties to one another."""
    position = Position.parse(hands, "S", rules=rules, declarer=declarer)
    found = reference.guarantees(position)
    seat = "FMD".index(declarer)
    assert found[seat] == value
    if rules.partners:
        assert [v for s, v in enumerate(found) if s != seat] == [position.worth - value] * 2


def test_the_value_of_each_card() -> None:
    after = reference.card_values(Position.parse(RISE, "S", rules=MANILLE))
    own = {card_name(card): guarantees[F] for card, guarantees in after.items()}
    assert own == {"D7": 9, "SA": 8, "DQ": 5}


def test_a_deal_played_out_by_hand() -> None:
    """Middlehand must rise and the dealer ruff; middlehand throws what it likes best."""
    position = Position.parse(RUFF, "S", rules=MANILLE)
    won = [0, 0, 0]
    for card in parse_cards("DJ DT ST H9 HK DA SK D7 H8"):
        position = position.play(card)
        for seat in Seat:
            won[seat] += position.gain(seat)
    # T+J+T+1, K+A+1, K+1
    assert (won, position.worth) == ([12, 0, 12], 0)


# What may be played ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "table", "declarer", "legal"),
    [
        ("KQ.A8.9.", "HJ", None, "HA"),
        ("KQ.98.9.", "HJ", None, "H9 H8"),
        ("K8..A9.", "HJ", None, "SK S8"),
        ("K8..A9.", "HJ SQ", None, "SK"),
        ("K8..A9.", "HJ SQ", "F", "SK S8 DA D9"),
        ("98..A9.", "HJ SQ", None, "S9 S8 DA D9"),
        ("K8.A7..", "HJ SQ", None, "HA H7"),
        ("K8.A7..", "HJ HK", "F", "HA H7"),
        ("K8.A7..", "HJ HK", "M", "HA"),
        ("K8..A9.", "HJ", "D", "SK S8 DA D9"),
        # Trumps led are risen over too; who has none is free, and so is the leader.
        ("K8..A9.", "SQ", None, "SK"),
        ("..A9.K", "SQ", None, "DA D9 CK"),
        ("K8..A9.", "", None, "SK S8 DA D9"),
        # The declarer himself owes everything, whoever is winning.
        ("K8..A9.", "HJ SQ", "D", "SK"),
        ("KQ.A8.9.", "HJ", "M", "HA"),
    ],
)
def test_legal_cards(hand: str, table: str, declarer: str | None, legal: str) -> None:
    cards = parse_cards(table)
    rules = MANILLE if declarer is None else ENCHERES
    seat = None if declarer is None else "FMD".index(declarer)
    found = legal_cards(parse_hand(hand), cards, Contract.S, rules, len(cards), seat)
    assert " ".join(map(card_name, cards_in(found))) == legal


def test_without_a_trump_suit_nobody_ruffs() -> None:
    found = legal_cards(parse_hand("K8..A9."), parse_cards("HJ"), Contract.NT, MANILLE, seat=1)
    assert found == parse_hand("K8..A9.")


def test_the_ten_is_highest_and_the_seven_lowest() -> None:
    assert trick_winner(parse_cards("SA ST SK"), Contract.NT, MANILLE) == 1
    assert trick_winner(parse_cards("S9 SJ S7"), Contract.NT, MANILLE) == 1
    assert trick_winner(parse_cards("ST D7 HA"), Contract.D, MANILLE) == 1
    assert trick_worth(parse_cards("ST SA S7"), MANILLE) == 10
    assert trick_worth(parse_cards("SK DQ HJ"), MANILLE) == 7
    assert trick_worth(parse_cards("ST SA S7"), MISERE) == 1


def test_a_whole_pack_is_worth_70() -> None:
    pack = [card for card in range(52) if card_name(card)[1] in "TAKQJ987"]
    pack = [card for card in pack if card_name(card) not in ("S7", "C7")]
    hands = tuple(hand_of(pack[seat::SEATS]) for seat in Seat)
    assert cards_worth(hands, MANILLE) == Position(hands, "S", rules=MANILLE).worth == 70


def sequences(position: Position) -> int:
    """Count the ways to play a position to its end."""
    cards = position.legal()
    return sum(sequences(position.play(card)) for card in cards) if cards else 1


@pytest.mark.parametrize(
    ("hands", "rules", "count"),
    [
        # To the ace nobody can rise: four ways. To the eight middlehand plays the king, and the
        # dealer what it likes, or the nine, and the dealer has to play the queen.
        ("A... K... Q...", MANILLE, 1),
        ("A8... K9... Q7...", PLAIN, 8),
        ("A8... K9... Q7...", MANILLE, 4 + 2 + 1),
    ],
)
def test_the_number_of_ways_to_play(hands: str, rules: TrickRules, count: int) -> None:
    assert sequences(Position.parse(hands, "NT", rules=rules)) == count
