"""Sentences of the French rules, and what was decided where they are silent.

Each test quotes what it holds. What other tests of Manille hold is not repeated here.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver.cards import Seat, card_name, cards_in
from solver.notation import format_cards, parse_card, parse_cards, parse_hand
from solver.rules.contract import Contract
from solver.rules.game import Game
from solver.rules.points import marks
from solver.rules.registry import FAMILIES, VARIANTS, get_variant
from solver.rules.shuffle import generator
from solver.rules.trick import arranged, legal_cards, trick_winner
from solver.rules.variant import Variant

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
MANILLE = [variant.code for variant in FAMILIES["manille"]]
EACH_FOR_HIMSELF = ("manille-3", "dix-sept-3", "envers-3")
AUCTIONED = ("encheres-sans", "encheres-petite", "encheres-grande")


def legal(code: str, hand: str, table: str, declarer: Seat | None = None, trump: str = "S") -> str:
    """Return what a hand may play to a table that forehand led to."""
    cards = parse_cards(table)
    rules = get_variant(code).rules_of(Contract[trump])
    found = legal_cards(parse_hand(hand), cards, Contract[trump], rules, len(cards), declarer)
    return " ".join(map(card_name, arranged(cards_in(found), rules)))


# The cards -----------------------------------------------------------------------------


@pytest.mark.parametrize("code", MANILLE)
def test_each_card_beats_the_next(code: str) -> None:
    """« La manille l'emporte sur un manillon, le manillon sur un roi. Le roi sur la dame, … »."""
    rules = get_variant(code).rules_of(H)
    for higher, lower in zip("TAKQJ98", "AKQJ987", strict=True):
        assert trick_winner(parse_cards(f"D{lower} D{higher}"), H, rules) == 1
    # "Un sept d'atout coupe une manille."
    assert trick_winner(parse_cards("DT H7 DA"), H, rules) == 1


@pytest.mark.parametrize("code", MANILLE)
def test_the_sevens_of_the_black_suits_are_out_where_30_cards_are_played(code: str) -> None:
    """« Toutes les cartes, moins deux (le sept de pique et le sept de trèfle) »."""
    names = {card_name(card) for card in cards_in(get_variant(code).pack)}
    whole = {f"{suit}{rank}" for suit in "SHDC" for rank in "TAKQJ987"}
    assert names == whole - ({"S7", "C7"} if len(names) == 30 else set())


def test_two_cards_of_the_great_surprise_lie_face_up() -> None:
    """« Cinq sont abandonnées sur la table, trois dos en dessus, deux faces visibles. »"""
    grande, petite = VARIANTS["encheres-grande"], VARIANTS["encheres-petite"]
    dealing = grande.deal(generator(3))
    assert format_cards(grande.face_up(dealing.manni)) == format_cards(dealing.manni[3:])
    assert petite.face_up(petite.deal(generator(3)).manni) == ()


# The play ------------------------------------------------------------------------------


def test_the_example_of_the_source() -> None:
    """« L'acquéreur joue trèfle; le second n'en a pas. Il est obligé de couper. »

    « Si le troisième a du trèfle, il est forcé d'en mettre. Si, au contraire, le troisième n'a
    pas de trèfle, il n'est nullement obligé de couper. »
    """
    for code in AUCTIONED:
        assert legal(code, "98.A7.K.", "CJ", F) == "S9 S8"
        assert legal(code, "TA.A7.K.A7", "CJ S9", F) == "CA C7"
        assert legal(code, "TA.A7.K.", "CJ S9", F) == "ST SA HA H7 DK"


@pytest.mark.parametrize("code", AUCTIONED)
@pytest.mark.parametrize("declarer", [M, D])
def test_the_declarer_always_owes_every_duty(code: str, declarer: Seat) -> None:
    """« Il doit toujours monter, couper, ou surcouper. »"""
    before = ["HQ", "HQ H8"][declarer - 1]
    assert legal(code, "K9.A9.8.", before, declarer) == "HA"
    assert legal(code, "K9.98.8.", before, declarer) == "H9 H8"
    assert legal(code, "K9..A8.", before, declarer) == "SK S9"
    if declarer is D:
        assert legal(code, "K9..A8.", "HQ SJ", D) == "SK"
        assert legal(code, "98..A8.", "HQ SJ", D) == "S9 S8 DA D8"


def test_a_partner_is_master_while_his_card_is_winning() -> None:
    """« Dès qu'un des associés est maître »: the jack that is winning will do."""
    assert legal("encheres-petite", "98.A7.8.", "HJ", D) == "HA H7"  # the declarer is to come
    assert legal("encheres-petite", "TA..A8.", "HJ", D) == "ST SA DA D8"


@pytest.mark.parametrize("code", EACH_FOR_HIMSELF)
def test_where_each_plays_for_himself_everybody_owes_everything(code: str) -> None:
    """À trois "chacun pour soi"; à l'envers "on doit forcer", of ruffing nothing is said."""
    assert legal(code, "KQ.A8.9.", "HJ") == "HA"
    assert legal(code, "K8..A9.", "HJ") == "SK S8"
    assert legal(code, "K8..A9.", "HJ SQ") == "SK"
    assert legal(code, "98..A9.", "HJ SQ") == "S9 S8 DA D9"
    assert legal(code, "K8.A7..", "HJ SQ") == "HA H7"


@pytest.mark.parametrize("code", AUCTIONED)
def test_a_misere_is_played_as_the_auction_is_but_without_trump(code: str) -> None:
    """« Exactement la manille aux enchères, mais avec complication. »"""
    variant = get_variant(f"{code}+miseres")
    assert NULLO.trump is None
    assert variant.leader(M) is M
    assert legal(f"{code}+miseres", "KQ.A8.9.", "HJ", M, "NULLO") == "HA"
    assert legal(f"{code}+miseres", "KQ.A8.9.", "HJ HQ", M, "NULLO") == "HA"
    assert legal(f"{code}+miseres", "KQ.A8.9.", "HJ HQ", F, "NULLO") == "HA H8"
    assert legal(f"{code}+miseres", "KQ..9.", "HJ", M, "NULLO") == "SK SQ D9"
    assert all(contract is not NT for contract in variant.contracts)


# What is marked ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("talon", "taken", "expected"),
    [("S7 C9", (70, 0, 0), 53), ("ST HA", (61, 0, 0), 44)],
)
def test_who_takes_every_trick_has_what_the_talon_leaves(
    talon: str, taken: tuple[int, int, int], expected: int
) -> None:
    """« Un total de 53, puisque celui qu'on peut compter est 70 »: of the talon nothing counts."""
    rules = VARIANTS["manille-3"].rules_of(S)
    left = sum(rules.card_points[card % 13] for card in parse_cards(talon))
    assert sum(taken) == 70 - left
    turned = parse_card("S8")
    assert marks(VARIANTS["manille-3"], S, taken, cut=turned) == (expected, 0, 0)


@pytest.mark.parametrize("turned", ["S7", "ST"])
def test_the_card_turned_up_brings_nothing_in_dix_sept(turned: str) -> None:
    """« On ne compte pas les points de la retourne »: it counts in its trick, and no more."""
    variant = VARIANTS["dix-sept-3"]
    assert marks(variant, S, (20, 30, 20), cut=parse_card(turned)) == (20, 30, 20)
    assert variant.worth((0, 0, 0), S) == (70, 70)


def test_what_is_paid_au_coup_is_shared_by_what_is_above_17() -> None:
    """« Au prorata de leur excédent de points », of 17 with three players too."""
    variant = get_variant("dix-sept-3+au-coup")
    paid = marks(variant, S, (5, 25, 40))
    assert paid == (-12, Fraction(12 * 8, 31), Fraction(12 * 23, 31))
    assert sum(paid) == 0


def game_of(variant: Variant, *deals: tuple[tuple[int, int, int], int | None]) -> Game:
    """Return a game of deals: what each player took, and who claimed every trick."""
    game = Game(variant)
    for taken, claimer in deals:
        by_seat = [taken[game.player(seat)] for seat in Seat]
        seat = None if claimer is None else game.seat(claimer)
        game = game.record(C, by_seat, seat, bid=None if seat is None else "general")
    return game


def test_the_example_of_general_a_lenvers() -> None:
    """« Si Jean réussit, Pierre seul perd », else Jean has marked, and nobody has lost yet.

    With four it is 68 points, with three 70. The players are Pierre, Paul and Jean.
    """
    before = ((40, 20, 10), None)
    made = game_of(VARIANTS["envers-3"], before, ((0, 0, 70), 2))
    assert made.totals == (110, 90, 10)
    assert made.over
    assert made.winners == (1, 2)
    failed = game_of(VARIANTS["envers-3"], before, ((0, 3, 67), 2))
    assert failed.totals == (40, 20, 80)
    assert not failed.over


def test_who_reaches_the_total_together_with_another() -> None:
    """« Celui qui arrive à 100 le premier, ou dépasse 100 du plus grand nombre de points »."""
    twice = (((45, 25, 0), None),) * 2
    assert game_of(VARIANTS["envers-3"], *twice, ((12, 58, 0), None)).winners == (0, 2)
    assert game_of(VARIANTS["envers-3"], *twice, ((15, 55, 0), None)).winners == (2,)
