"""The games of Manille: auctions of numbers, surprises, score sheets, and what is refused.

Sentences in French are those of the rules.
"""

from dataclasses import replace

import manille_plain as plain
import numpy as np
import pytest
from games import after, random_deal, record

from manni.solver.cards import Contract, Seat
from manni.solver.errors import RuleError
from manni.solver.files.dealfile import format_deals
from manni.solver.files.reading import entries_of
from manni.solver.notation import format_cards, parse_cards, parse_hands
from manni.solver.report.sheet import ended_text
from manni.solver.rules.auction import Bidding
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import FAMILIES, VARIANTS, get_variant
from manni.solver.rules.scoring import Deals, Endless
from manni.solver.rules.shuffle import generator
from manni.solver.scoresheet import Game, play_entries

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
SANS, PETITE, GRANDE = (VARIANTS[f"encheres-{size}"] for size in ("sans", "petite", "grande"))
OPTIONS = [
    "manille-3+44",
    "manille-3+no-tourne",
    "manille-3+match",
    "encheres-sans+miseres+nt+realised",
    "encheres-petite+miseres",
    "encheres-petite+talon-declarer+nt",
    "encheres-grande+miseres+nt+talon-declarer+realised",
    "manille-4+muette+match",
    "manille-4+no-tourne",
    "encheres-5+miseres+nt",
    "dix-sept-4+150",
]
THREE = [variant.code for variant in FAMILIES["manille"]]
MANILLE = [*THREE, *(variant.code for variant in FAMILIES["manille_seats"])]

# The auction of numbers ----------------------------------------------------------------


def test_who_has_passed_does_not_come_back() -> None:
    assert Bidding.of(SANS.bids, ["10", "pass", "20"]).to_call is F
    bidding = Bidding.of(SANS.bids, ["10", "pass", "20", "21"])
    assert bidding.to_call is D
    assert (bidding.legal()[0], bidding.legal()[-1]) == (SANS.bids[21], None)  # 22


def test_nothing_is_above_the_top_of_the_ladder() -> None:
    assert Bidding.of(SANS.bids, ["general"]).legal() == (None,)
    above = Bidding.of(get_variant("encheres-sans+miseres").bids, ["general"]).legal()
    assert [bid and bid.name for bid in above] == ["misere-supreme", None]


# The surprise --------------------------------------------------------------------------


def test_the_declarer_takes_up_the_surprise_and_puts_away_as_many() -> None:
    dealing = PETITE.deal(generator(7))  # middlehand KJ.KJT9.T9.J9, surprise CT DJ
    state = Exchange(PETITE.exchange, dealing.hands, dealing.manni, M)
    assert state.to_exchange is M
    assert list(state.sizes()) == [0, 2]
    after_one = state.discard(parse_cards("DJ SJ"))
    assert after_one.hands[M] == parse_hands("... K.KJT9.T9.TJ9 ...")[M]
    assert after_one.to_exchange is None
    assert state.discard(parse_cards("CT DJ")).hands == state.hands
    assert state.discard(()).hands == state.hands
    with pytest.raises(RuleError, match="middlehand discards SJ twice"):
        state.discard(parse_cards("SJ SJ"))


def test_nothing_is_exchanged_for_a_misere() -> None:
    variant = get_variant("encheres-grande+miseres")
    assert variant.exchange_in(NULLO).order(M) == ()
    assert variant.exchange_in(H).order(M) == (M,)


def test_two_cards_of_the_great_surprise_lie_face_up() -> None:
    """« Cinq sont abandonnées sur la table, trois dos en dessus, deux faces visibles. »"""
    dealing = GRANDE.deal(generator(3))
    assert format_cards(GRANDE.face_up(dealing.manni)) == format_cards(dealing.manni[3:])
    assert PETITE.face_up(PETITE.deal(generator(3)).manni) == ()


# Marks, checked by hand ----------------------------------------------------------------


def test_points_add_up_to_those_of_the_cards_played() -> None:
    assert [VARIANTS[code].value_range((), S) for code in MANILLE] == [
        (60, 70), (70, 70), (60, 70), (45, 69), (70, 70), (70, 70),
        (68, 68), (76, 76), (68, 68), (56, 66), (55, 65), (44, 64), (68, 68), (56, 66), (68, 68),
    ]  # fmt: skip
    assert get_variant("encheres-grande+talon-declarer").value_range((), S) == (69, 69)
    assert get_variant("encheres-grande+miseres").value_range((), NULLO) == (9, 9)


# Whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize("games", [2, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", [*MANILLE, *OPTIONS, "dix-sept-3+au-coup", "dix-sept-4+au-coup"])
def test_random_games_are_what_their_records_say(code: str, games: int) -> None:
    """Each card is one that may be played, and the sheet is that of the cards alone."""
    variant, rng = get_variant(code), np.random.default_rng(sum(map(ord, code)))
    for _ in range(games):
        game, written = Game(variant), []
        while not game.over and len(written) < 100:
            deal = random_deal(game, rng)
            written.append(record(game, deal).but(result=deal.taken))
            game = after(game, deal)
        text = format_deals(written)
        assert plain.score(text) == ([*game.totals], [*game.winners])
        assert play_entries(entries_of(text)) == game
        assert game.over is ("au-coup" not in code)


# The ends of games ---------------------------------------------------------------------


def test_a_game_ended_early_may_have_no_winner() -> None:
    class Nobody(Endless):
        def winners(self, deals: Deals) -> tuple[int, ...]:
            return ()

    game = Game(get_variant("envers-3")).record(S, (10, 10, 50))
    without = replace(game, variant=replace(game.variant, ending=Nobody()))
    assert ended_text(game, game.sides).startswith(ended_text(without, game.sides))
