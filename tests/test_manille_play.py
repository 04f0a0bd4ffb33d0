"""The play of Manille: duties, points, partners. The examples are worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from manille import GAMES, random_manille

from solver import reference
from solver.cards import (
    SEATS,
    SUITS,
    Seat,
    card_name,
    card_of,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from solver.errors import ArgumentError, DealError, IllegalPlayError
from solver.notation import parse_cards, parse_hand, parse_hands
from solver.position import Position, won_in
from solver.rules.contract import Contract
from solver.rules.manille import ENCHERES, ENVERS, MANILLE, MISERE
from solver.rules.trick import (
    ACE_LOW,
    NO_DUTY,
    PLAIN,
    Duty,
    TrickRules,
    cards_worth,
    legal_cards,
    trick_winner,
    trick_worth,
)
from solver.values.equals import equal_groups

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


# Plays that break a duty ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "played", "declarer", "kind", "mistake"),
    [
        (RISE, "D7 DK S8", None, "revoke", "card 3: dealer's S8 revokes: it holds DA"),
        (RISE, "DQ DK D9", None, "rise", "card 3: dealer's D9 does not rise: it holds DA"),
        (RUFF, "DJ D7", None, "rise", "card 2: middlehand's D7 does not rise: it holds DT DA"),
        (RUFF, "DJ DT H9", None, "ruff", "card 3: dealer's H9 does not ruff: it holds ST"),
        (RUFF, "DJ DT H9", "M", "ruff", "card 3: dealer's H9 does not ruff: it holds ST"),
        (RUFF, "DJ D7", "F", "rise", "card 2: middlehand's D7 does not rise: it holds DT DA"),
        (
            "..K98. Q8.8.. A7.K..",
            "D9 S8 S7",
            None,
            "overruff",
            "S7 does not overruff: it holds SA",
        ),
        (
            "..K98. Q8.8.. A7.K..",
            "D9 S8 HK",
            None,
            "overruff",
            "HK does not overruff: it holds SA",
        ),
    ],
)
def test_a_play_that_breaks_a_duty_names_it(
    hands: str, played: str, declarer: str | None, kind: str, mistake: str
) -> None:
    """Of the position with the card on the table, of playing it, and of a recorded play."""
    cards = parse_cards(played)
    rules = MANILLE if declarer is None else ENCHERES
    start = Position.parse(hands, "S", rules=rules, declarer=declarer)
    for card in cards[:-1]:
        start = start.play(card)
    with pytest.raises(IllegalPlayError) as caught:
        start.play(cards[-1])
    error = caught.value
    assert mistake in str(error)
    assert (error.kind, error.seat, error.card) == (kind, len(cards) - 1, cards[-1])
    with pytest.raises(IllegalPlayError) as caught:
        Position(parse_hands(hands), "S", rules=rules, declarer=declarer).follow(cards)
    assert str(caught.value).startswith(f"trick 1, card {len(cards)}: ")
    assert mistake in str(caught.value)
    assert caught.value.kind == kind


def test_the_cards_on_a_table_given_are_looked_at_too() -> None:
    with pytest.raises(IllegalPlayError, match="card 2: middlehand's D7 does not rise"):
        Position.parse("K.K.. ..TA. T.98..", "S", played="DJ D7", rules=MANILLE)


def test_partners_need_a_declarer() -> None:
    with pytest.raises(DealError, match="nobody is said to declare"):
        Position.parse(RUFF, "S", rules=ENCHERES)
    # Where each plays for himself it makes no difference who declares.
    assert Position.parse(RUFF, "S", rules=MANILLE, declarer="M") == Position.parse(
        RUFF, "S", rules=MANILLE
    )


def test_a_low_ace_and_another_order_exclude_each_other() -> None:
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


# Laws --------------------------------------------------------------------------------


def some(rules: TrickRules, contract: Contract, cards: int, number: int) -> Iterator[Position]:
    rng = Random(f"{rules} {contract:d}")
    for _ in range(number):
        yield random_manille(rng, cards, rules, contract)


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_a_random_play_to_its_end(rules: TrickRules, contract: Contract) -> None:
    for root in some(rules, contract, 10, 20):
        rng = Random(str(root))
        position, won, cards = root, [0, 0, 0], list(root.table)
        while position.legal():
            card = rng.choice(position.legal())
            cards.append(card)
            position = position.play(card)
            for seat in Seat:
                won[seat] += position.gain(seat)
            fields = position.hands, position.contract, position.leader, position.table
            assert position == Position(*fields, rules=rules, declarer=position.declarer)
            assert sum(won) + position.worth == root.worth
        assert position.worth == 0
        start = Position(root.dealt, contract, root.leader, rules=rules, declarer=root.declarer)
        way = start.follow(cards)
        assert way[-1] == position
        assert list(won_in(way)) == won


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_each_duty_only_ever_narrows(rules: TrickRules, contract: Contract) -> None:
    """What is legal is legal without a duty too, and partners are bound less."""
    for position in some(rules, contract, 5, 100):
        loose = Position(
            position.hands, contract, position.leader, position.table,
            rules=replace(rules, duties=NO_DUTY), declarer=position.declarer,
        )  # fmt: skip
        assert set(position.legal()) <= set(loose.legal())
        alone = replace(rules, partners=False)
        mover = position.to_play
        bound = legal_cards(position.hands[mover], position.table, contract, alone, mover)
        assert {*cards_in(bound)} <= {*position.legal()}


def plainest(position: Position, seats: tuple[Seat, ...]) -> int:
    """Return what these seats get together by playing out everything, nothing remembered."""
    found = []
    for card in position.legal():
        after = position.play(card)
        found.append(sum(map(after.gain, seats)) + plainest(after, seats))
    if not found:
        return 0
    own = position.to_play in seats
    return max(found) if own is not position.avoids else min(found)


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_the_reference_is_what_playing_everything_out_gives(
    rules: TrickRules, contract: Contract
) -> None:
    """With partners also for the pair: its value and the declarer's come to all there is."""
    for position in some(rules, contract, 3, 25):
        pair = tuple(seat for seat in Seat if seat is not position.declarer)
        for seat in Seat:
            side = pair if position.declarer is not None and seat in pair else (seat,)
            assert reference.guarantee(position, seat) == plainest(position, side), position


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_suits_that_are_not_trump_may_change_names(rules: TrickRules, contract: Contract) -> None:
    plain = [suit for suit in range(SUITS) if suit != contract.trump]
    for position in some(rules, contract, 4, 3):
        for order in list(permutations(plain))[1::5]:
            new = dict(zip(plain, order, strict=True)) | {contract.trump: contract.trump}

            def renamed(card: int, new: dict[Any, Any] = new) -> int:
                return card_of(new[suit_of(card)], rank_of(card))

            other = Position(
                tuple(hand_of(map(renamed, cards_in(hand))) for hand in position.hands),
                contract, position.leader, tuple(map(renamed, position.table)),
                rules=rules, declarer=position.declarer,
            )  # fmt: skip
            assert reference.guarantees(other) == reference.guarantees(position)
            values = reference.card_values(position)
            assert reference.card_values(other) == {
                card: values[next(c for c in values if renamed(c) == card)]
                for card in other.legal()
            }


def test_a_point_a_trick_and_no_duties_is_the_plain_game() -> None:
    """Also with the ranks renamed by their order: the ten of Manille is the plain ace."""
    tens = TrickRules(order=MANILLE.order)
    rng = Random(4)
    for _ in range(40):
        position = random_manille(rng, 4, tens, Contract.NT)

        def renamed(card: int) -> int:
            return card_of(suit_of(card), tens.heights[rank_of(card)])

        plain = Position(
            tuple(hand_of(map(renamed, cards_in(hand))) for hand in position.hands),
            Contract.NT, position.leader, tuple(map(renamed, position.table)),
        )  # fmt: skip
        assert reference.guarantees(position) == reference.guarantees(plain)


def test_a_low_ace_is_an_order_of_the_ranks() -> None:
    assert "".join(ACE_LOW.order) == "A23456789TJQK"
    assert (PLAIN.ace_low, ACE_LOW.ace_low, MANILLE.ace_low) == (False, True, False)
    assert trick_winner(parse_cards("SA S2"), Contract.NT, ACE_LOW) == 1


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_equal_cards_have_equal_values(rules: TrickRules, contract: Contract) -> None:
    found = 0
    for position in some(rules, contract, 4, 25):
        values = reference.card_values(position)
        for group in equal_groups(position):
            found += len(group) - 1
            assert len({values[card] for card in group}) == 1, position
            assert len({rules.card_points[rank_of(card)] for card in group}) == 1
    assert found


def value_if_exempt(position: Position, seat: Seat, exempt: Seat | None, bound: TrickRules) -> int:
    """Return what a seat's side gets if one seat need only follow suit; all rules are loose."""
    mover, found = position.to_play, []
    own = position.rules if mover is exempt else bound
    hand, table, declarer = position.hands[mover], position.table, position.declarer
    side = position.side(seat)
    for card in cards_in(legal_cards(hand, table, position.contract, own, mover, declarer)):
        after = position.play(card)
        later = value_if_exempt(after, seat, exempt, bound)
        found.append(sum(map(after.gain, side)) + later)
    if not found:
        return 0
    return max(found) if (mover in side) is not position.avoids else min(found)


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_a_duty_never_helps_the_hand_it_binds(rules: TrickRules, contract: Contract) -> None:
    """Less choice makes nobody surer of anything; the duties of the others do."""
    loose = replace(rules, duties=NO_DUTY)
    helped = 0
    rng = Random(f"duties {rules.duties} {rules.partners} {contract:d}")
    for _ in range(40):
        position = random_manille(rng, 3, loose, contract, on_table=0)
        for seat in Seat:
            bound = value_if_exempt(position, seat, None, rules)
            foe = next(each for each in Seat if each not in position.side(seat))
            own_free = value_if_exempt(position, seat, seat, rules)
            foe_free = value_if_exempt(position, seat, foe, rules)
            sign = position.sign
            assert sign * own_free >= sign * bound >= sign * foe_free, position
            helped += bound != foe_free
    assert helped or contract.trump is None
