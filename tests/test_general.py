"""The claim of every trick, *le général*, in the games in which each plays for himself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from commands import error, manni, output
from manille_plain import RANKS, ahead, allowed
from positions import SHORT_PACK

from manni.solver.advice.hand_policy import takes_all
from manni.solver.cards import Contract, Seat, card_name, cards_in, hand_of
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.notation import parse_cards, parse_hand, parse_hands
from manni.solver.position import Position
from manni.solver.rules.games import get_variant

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


@pytest.mark.parametrize("code", CODES)
def test_whether_every_trick_can_be_taken_is_as_by_brute_force(code: str) -> None:
    rng, engine, found = Random(f"general {code}"), Engine(4), []
    variant = get_variant(code)
    trumps = [contract for contract in variant.contracts if contract.trump is not None]
    for _ in range(150):
        claimer = rng.randrange(3)
        hands = strong_deal(rng, rng.randrange(2, 5), claimer)
        if any(hand & ~variant.pack for hand in hands):
            continue
        trump, seat = rng.choice(trumps), Seat(claimer)
        deal = Deal(tuple(hands), code, bid="general", declarer=seat, contract=trump)
        position = deal.position()
        assert position.leader is F
        assert not position.avoids
        plain = [{card_name(card) for card in cards_in(hand)} for hand in hands]
        expected = takes_every(plain, 0, [], trump.name, claimer)
        assert (engine.value(position, seat) == position.worth) is expected, deal
        found.append(expected)
    assert 20 < sum(found) < len(found) - 20


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
        assert engine.takes_all(start, start.seats(claimer), helpers) is expected, start
        found.append(expected and bool(helpers))
    assert 10 < sum(found) < len(found) - 10


@pytest.mark.parametrize(
    ("code", "claimer", "totals", "helpers"),
    [
        # « Pierre 40 points, Paul 10, Jacques 18, Jean n'a rien de marqué et demande le général. »
        ("envers-4", 3, (40, 10, 18, 0), (1, 2)),
        ("envers-3", 0, (0, 40, 10), (2,)),
        ("envers-3", 0, (0, 40, 40), ()),
        ("envers-3", 1, (0, 40, 10), ()),
        ("envers-3", 1, (40, 40, 10), ()),
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
    assert takes_all(get_variant("manille-3"), Contract[trump], parse_hand(hand)) is claims


# What a puzzle says of a claim -----------------------------------------------------------

CLAIM = """\
[Variant "envers-3"]
[Deal "F:AT.T..T 8..A8.A .K9.9.J"]
[Bid "general"]
[Contract "C"]
[Declarer "F"]
[Leader "F"]
[Goal "F 35+"]
[Key "CT"]
"""
"""Forehand draws the trumps, then takes all with the tens; what else it leads is ruffed."""

STOPPED = """\
[Variant "envers-3"]
[Deal "F:.9.87.8 QJ..J.J AT..T.T"]
[Bid "general"]
[Contract "C"]
[Declarer "D"]
[Leader "F"]
[Goal "D 27-"]
[Key "H9"]
"""
"""Of 28 points the two others need one trick; that they get more by it does not matter."""


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        (CLAIM, ("", ""), "sound: F 35+ in C is reached by ♣T only"),
        (CLAIM, ('"CT"', '"ST"'), "busted: F 35+ in C is not reached after ♠T"),
        (CLAIM, ("35+", "34+"), "modest: F 34+ in C: forehand takes 35 points, 1 better"),
        (CLAIM, ("F 35+", "M 0-"), "invalid: the goal is middlehand's, who has a partner"),
        (STOPPED, ("", ""), "sound: D 27- in C is reached by ♥9 only"),
        (STOPPED, ('"H9"', '"C8"'), "busted: D 27- in C is not reached after ♣8: "),
        (STOPPED, ("27-", "28-"), "modest: D 28- in C: "),
    ],
)
def test_a_claim_is_a_puzzle(text: str, change: tuple[str, str], expected: str) -> None:
    ran = manni("puzzle", "check", "-", "--strict", "--certify", text=text.replace(*change))
    sound = expected.startswith("sound")
    assert ran.exit_code == (0 if sound else 1)
    assert f"deal 1: {expected}" in ran.stdout
    assert ("\n  strictly sound" in ran.stdout and "\n  certified" in ran.stdout) is sound


# What the commands say -------------------------------------------------------------------

HANDS = ("--hands", "AT.T..T 8..A8.A .K9.9.J", "--contract", "C", "--variant")
SCANT = Deal(
    parse_hands("TAKQJ9.A.A.TA .TKQJ9.TKQ.K9 8.87.J987.QJ8"), "envers-3", bid="general",
    declarer=F, contract=Contract.S, leader=F, play=parse_cards("ST H9 S8 CA CK C8 DA DT D7"),
)  # fmt: skip
"""Middlehand holds the tens of hearts and diamonds: forehand can never make it."""


@pytest.mark.parametrize("code", CODES)
def test_a_claim_is_said_of_hands(code: str) -> None:
    solved = output("solve", *HANDS, code, "--declarer", "F", "--bid", "Général")
    assert "Forehand claims every trick" in solved
    assert "F forehand           35\n" in solved


def test_who_declares_without_a_claim_is_refused() -> None:
    alone = "only who bids general declares in envers-3: no bid of middlehand is recorded"
    recorded = format_deals([replace(SCANT, bid=None, declarer=None)])
    assert alone in error("solve", "-", "--declarer", "M", text=recorded)
    declared = recorded.replace('[Leader "F"]', '[Declarer "M"]\n[Leader "F"]')
    assert f"line 4: {alone}" in error("solve", "-", text=declared)
    claimed = ("--declarer", "M", "--bid", "general", "--after", "0")
    assert "middlehand is not sure of every trick" in output("solve", "-", *claimed, text=recorded)
    for given, problem in [
        (("envers-3", "--declarer", "M"), alone),
        (("envers-3", "--bid", "30", "--declarer", "F"), "nobody can bid 30 here: there is"),
    ]:
        assert problem in error("solve", *HANDS, *given)
    bare = (*HANDS[:-1], "--bid", "general", "--declarer", "F")
    assert "a bid, general, is one of a game: name the variant" in error("solve", *bare)


@pytest.mark.parametrize(
    ("bid", "problem"),
    [("general", ""), (None, "no bid of forehand is recorded"), ("30", "nobody can bid 30 here")],
)
def test_a_claim_is_a_line_of_a_batch(bid: str | None, problem: str) -> None:
    row = json.loads(output("convert", "-", "--to", "jsonl", text=CLAIM)) | {"bid": bid}
    asked = json.dumps({key: value for key, value in row.items() if value is not None})
    line = json.loads(manni("batch", "-", text=asked).stdout)
    assert problem in line.get("error", "")
    assert problem or line["guarantee"]["F"] == 35


def test_the_game_says_what_a_claim_brings() -> None:
    brings = "who makes it gets 17 from each other, otherwise he pays each 17"
    assert f"general: {brings}\n" in output("variants", "dix-sept-3+au-coup")


def test_all_is_said_of_a_claim_that_fails() -> None:
    text = format_deals([SCANT])
    solved = output("solve", "-", "--after", "0", text=text)
    assert solved.startswith("Deal 1\nForehand claims general in S\n")
    assert "general is claimed: forehand is not sure of every trick" in solved
    assert "few points" not in solved
    reviewed = output("review", "-", "--seen", "--worlds", "2", text=text)
    assert "general is claimed: it could not be made against any play" in reviewed
    assert "over 2 worlds (chance of the claim, 95 % intervals; a mistake" in reviewed


def test_a_claim_is_made_at_the_table_and_scored(tmp_path: Path) -> None:
    file = tmp_path / "claimed.manni"
    # Forehand has nine hearts of eight: it is dealt the highest cards of every suit.
    hands = parse_hands("TAKQ.TAK.TA.T J98.QJ9.KQ.AK -.87.J987.QJ98")
    file.write_text(format_deals([Deal(hands, "envers-3")]), encoding="utf-8")
    typed = "S general SA ST SK SQ HT HA HK DT DA CT "
    ran = manni("play", file, "--strength", "thumb", text=typed.replace(" ", "\n"))
    assert "You claim general, every trick." in ran.stderr
    assert "Marked: forehand 0, middlehand 70, dealer 70." in ran.stderr
    (played,) = parse_deals(ran.stdout)
    assert (played.bid, played.declarer) == ("general", F)
    solved = output("solve", "-", "--after", "0", text=ran.stdout)
    assert solved.endswith("general is claimed: forehand is sure of every trick\n")
    assert "Forehand claims every trick" in output("show", "-", text=ran.stdout)
    assert "general" in output("score", "-", text=ran.stdout)
