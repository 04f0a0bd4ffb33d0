"""The claim of every trick, *le général*, in the games in which each plays for himself."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from commands import manni, output
from manille_plain import RANKS, ahead, allowed
from positions import SHORT_PACK

from manni.solver.advice.hand_model import takes_all as claims_all
from manni.solver.cards import Contract, Seat, card_name, cards_in, hand_of
from manni.solver.claim import takes_all
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.notation import parse_cards, parse_hand, parse_hands
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.searches import Points

F, M, D = Seat
CODES = ("manille-3", "dix-sept-3", "envers-3")


def takes_every(
    hands: list[set[str]],
    leader: int,
    table: list[str],
    trump: str,
    claimer: int,
    helpers: tuple[int, ...] = (),
) -> bool:
    """Return whether the claimer can take all tricks, with helpers, whatever the others do."""
    if len(table) == len(hands):
        if (leader + ahead(table, trump)) % len(hands) != claimer:
            return False
        leader, table = claimer, []
    if not any(hands):
        return True
    seat = (leader + len(table)) % len(hands)
    ways = (
        takes_every(
            [own - {card} for own in hands], leader, [*table, card], trump, claimer, helpers
        )
        for card in allowed(sorted(hands[seat]), table, trump)
    )
    return any(ways) if seat in (claimer, *helpers) else all(ways)


def strong_deal(rng: Random, cards: int, claimer: int, players: int = 3) -> list[int]:
    """Return hands of which the claimer's is often enough to take all tricks."""
    high = sorted(SHORT_PACK, key=lambda card: -RANKS.index(card_name(card)[1]) - rng.random() * 4)
    own = high[:cards]
    rest = rng.sample([card for card in SHORT_PACK if card not in own], (players - 1) * cards)
    others = [hand_of(rest[seat * cards : (seat + 1) * cards]) for seat in range(players - 1)]
    return [*others[:claimer], hand_of(own), *others[claimer:]]


@pytest.mark.parametrize(("players", "most"), [(3, 4), (4, 3), (5, 2)])
def test_a_claim_that_others_help_is_as_by_brute_force(players: int, most: int) -> None:
    """Who helps wants the claimer to take every trick, and takes none for him."""
    rng, engine, found = Random(f"helpers {players}"), Engine(4), []
    rules = get_variant("envers-3").rules_of(Contract.S, claimed=True)
    for _ in range(120):
        claimer, trump = rng.randrange(players), rng.choice(list("SHDC"))
        hands = strong_deal(rng, rng.randrange(2, most + 1), claimer, players)
        start = Position(hands, trump, rng.randrange(players), rules=rules, declarers=(claimer,))
        others = [seat for seat in start.seats if seat != claimer]
        helpers = tuple(rng.sample(others, rng.randrange(players - 1)))
        plain = [{card_name(card) for card in cards_in(hand)} for hand in hands]
        expected = takes_every(plain, start.leader, [], trump, claimer, helpers)
        seat = start.seats(claimer)
        assert engine.takes_all(start, seat, helpers) is expected, start
        assert helpers or (engine.value(start, seat) == start.worth) is expected, start
        found.append(expected and bool(helpers))
    assert 10 < sum(found) < len(found) - 10


@pytest.mark.parametrize(("players", "cards"), [(3, 7), (4, 6), (5, 5)])
def test_a_claim_of_more_cards_is_as_by_the_search_for_points(players: int, cards: int) -> None:
    """In a trick begun too, and where all or none help."""
    rng, points, found = Random(f"claims {players}"), Points(4, 0xFFFFFFFF), Counter()
    for _ in range(60):
        claimer, contract = rng.randrange(players), Contract[rng.choice("SHDC")]
        rules = get_variant("envers-3").rules_of(contract, claimed=True)
        hands = strong_deal(rng, cards, claimer, players)
        leader = rng.choice([claimer, rng.randrange(players)])
        start = Position(hands, contract, leader, rules=rules, declarers=(claimer,))
        for _ in range(rng.randrange(players)):
            start = start.play(rng.choice(start.legal()))
        seat = start.seats(claimer)
        others = [other for other in start.seats if other != seat]
        helpers = rng.sample(others, rng.randrange(players))
        worth = start.worth
        expected = points.bounds(start, seat, worth - 1, worth, None, None, helpers) == (worth,) * 2
        assert takes_all(start, seat, helpers) is expected, (start, seat, helpers)
        found[expected] += 1
    assert min(found.values()) > 8


@pytest.mark.parametrize(
    ("code", "claimer", "totals", "helpers"),
    [
        # « Pierre 40 points, Paul 10, Jacques 18, Jean n'a rien de marqué et demande le général. »
        ("envers-4", 3, (40, 10, 18, 0), (1, 2)),
        ("envers-3", 0, (0, 40, 10), (2,)),
        ("envers-3", 0, (0, 40, 40), ()),
        ("envers-3", 1, (0, 40, 10), ()),
        ("envers-3", 1, (40, 40, 10), (2,)),
        ("envers-3", 1, (29, 29, 10), ()),
        ("envers-3", 1, None, ()),
        ("dix-sept-4", 1, (0, 40, 10, 90), ()),
        ("manille-4", 1, (0, 5, 0, 5), (3,)),
    ],
)
def test_who_gains_by_a_claim_plays_for_it(
    code: str, claimer: int, totals: tuple[int, ...] | None, helpers: tuple[int, ...]
) -> None:
    own, against = get_variant(code).claim_sides(get_variant(code).seats(claimer), totals)
    assert {*own} == {claimer, *helpers}
    assert sorted((*own, *against)) == [*get_variant(code).seats]


@pytest.mark.parametrize("code", CODES)
def test_the_two_others_owe_each_other_the_duties(code: str) -> None:
    """Middlehand's ace is winning: aux enchères the dealer would be free, here it must ruff."""
    hands = parse_hands("..9.8 ..A.9 8.8..")
    position = Deal(hands, code, bid="general", declarer=F, contract=Contract.S).position()
    for card in parse_cards("D9 DA"):
        position = position.play(card)
    assert [card_name(card) for card in position.legal()] == ["S8"]


@pytest.mark.parametrize(
    ("hand", "trump", "claims"),
    [
        ("TAKQ.TAK.TA.T", "S", True),
        ("TAKQ.TAK.TA.A", "S", False),
        ("TAK.TAK.TA.TA", "S", False),  # five trumps may be in one hand
        ("TAKQ.TAK7.TA.", "S", False),  # four hearts may be in one hand
        ("TAKQ.TAKQ7.T.", "S", True),
        ("TA.TAKQ.TAKQ.", "C", False),
    ],
)
def test_the_computer_claims_what_it_would_take_by_leading(
    hand: str, trump: str, claims: bool
) -> None:
    assert claims_all(get_variant("manille-3"), Contract[trump], parse_hand(hand)) is claims


# What the commands say -------------------------------------------------------------------


def test_a_claim_is_made_at_the_table_and_scored(tmp_path: Path) -> None:
    file = tmp_path / "claimed.manni"
    # Forehand has nine hearts of eight: it is dealt the highest cards of every suit.
    hands = parse_hands("TAKQ.TAK.TA.T J98.QJ9.KQ.AK -.87.J987.QJ98")
    file.write_text(format_deals([Deal(hands, "envers-3")]), encoding="utf-8")
    typed = "S general SA ST SK SQ HT HA HK DT DA CT "
    ran = manni("play", file, "--strength", "thumb", text=typed.replace(" ", "\n"))
    assert "You claim general, every trick." in ran.stderr
    assert "Penalty points: You 0, Left 70, Right 70." in ran.stderr
    (played,) = parse_deals(ran.stdout)
    assert (played.bid, played.declarer) == ("general", F)
    solved = output("solve", "-", "--after", "0", text=ran.stdout)
    assert solved.endswith("general is claimed: forehand is sure of every trick\n")
    assert "Forehand claims every trick" in output("show", "-", text=ran.stdout)
    assert "general" in output("score", "-", text=ran.stdout)
