"""Positions: what may be played, who wins, and the mistakes a position can have."""

from collections.abc import Callable
from random import Random

import pytest
from positions import manille_position, random_position

from manni.solver.cards import MAX_CARDS, SEATS, Contract, Seat, suit_of
from manni.solver.errors import IllegalPlayError
from manni.solver.notation import format_cards, parse_card, parse_cards
from manni.solver.position import Position, won_in
from manni.solver.rules.trick import plain_rules, trick_winner

F, M, D = Seat


@pytest.mark.parametrize(
    ("trick", "contract", "ace_low", "winner"),
    [
        ("SA SK SQ", "NT", False, 0),
        ("S2 S3 S4", "NT", False, 2),
        ("S2 HA DA", "NT", False, 0),
        ("SA H2 DA", "H", False, 1),
        ("SA H2 H3", "H", False, 2),
        ("HA S2 H3", "H", False, 0),
        ("SA SK SQ", "NULLO", True, 1),
        ("SA S2 HK", "NULLO", True, 1),
        ("SA HK DK", "NULLO", True, 0),
    ],
)
def test_who_wins_a_trick(trick: str, contract: str, ace_low: bool, winner: int) -> None:
    assert trick_winner(parse_cards(trick), Contract[contract], plain_rules(ace_low)) == winner


def test_the_winner_leads_to_the_next_trick() -> None:
    position = Position.parse("A2... K3... 4.2..", "H", leader="M")
    position = position.play(parse_card("SK"))
    assert (position.to_play, position.leader, position.tricks) == (D, M, 2)
    position = position.play(parse_card("S4")).play(parse_card("SA"))
    assert (position.to_play, position.leader, position.tricks) == (F, F, 1)
    assert position.table == ()


def test_legal_cards_come_in_the_order_of_notation() -> None:
    position = Position.parse("2A.3K.4Q.5J ..KT98765.T .AQJT987..9", "NT")
    assert format_cards(position.legal()) == "SA S2 HK H3 DQ D4 CJ C5"


@pytest.mark.parametrize("make", [random_position, manille_position])
@pytest.mark.parametrize("seed", range(30))
def test_a_random_play_to_its_end(make: Callable[..., Position], seed: int) -> None:
    rng = Random(seed)
    root = make(rng, rng.randrange(10), on_table=0)
    position, won, played = root, [0, 0, 0], []
    while position.legal():
        card = rng.choice(position.legal())
        mover = position.to_play
        led = position.table[0] if position.table else card
        holds_led = any(suit_of(c) == suit_of(led) for c in position.legal())
        assert suit_of(card) == suit_of(led) or not holds_led
        position = position.play(card)
        played.append(card)
        assert not position.hands[mover] >> card & 1
        assert position.taken_by == (None if position.table else position.leader)
        for seat in Seat:
            won[seat] += position.gain(seat)
        assert position.worth + sum(won) == root.worth
        # It is not checked on the way, so it has to be one that would stand the checks.
        fields = position.hands, position.contract, position.leader, position.table
        assert position == Position(*fields, rules=root.rules, declarer=root.declarer)
    assert (position.worth, len(played)) == (0, SEATS * root.tricks)
    way = root.follow(played)
    assert (way[-1], list(won_in(way))) == (position, won)


def test_cards_on_the_table_stand_apart_from_the_hands() -> None:
    position = Position.parse("2... K3... Q4...", "NT", leader="F", played="SA")
    assert (position.tricks, position.to_play) == (2, M)
    assert position == Position.parse("A2... K3... Q4...", "NT").play(parse_card("SA"))


def test_an_empty_position_and_the_largest() -> None:
    assert Position((0, 0, 0), Contract.NT).tricks == 0
    assert random_position(Random(1), MAX_CARDS, on_table=0).tricks == 17


@pytest.mark.parametrize(
    ("hands", "played", "kind", "message"),
    [
        ("A2... K.3.. Q4...", "SA H3", "revoke", "middlehand's H3 revokes: it holds SK"),
        ("A2... K3... Q4...", "SK", "not held", "forehand does not hold SK"),
        ("... ... ...", "S2", "no card to play", "does not hold S2"),
    ],
)
def test_cards_that_may_not_be_played(hands: str, played: str, kind: str, message: str) -> None:
    position = Position.parse(hands, "NT")
    *before, card = parse_cards(played)
    for each in before:
        position = position.play(each)
    with pytest.raises(IllegalPlayError, match=message) as caught:
        position.play(card)
    assert (caught.value.kind, caught.value.seat) == (kind, len(before))
