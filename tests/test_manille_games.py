"""The games of Manille: auctions of numbers, surprises, score sheets, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from commands import error, output
from games import RandomDeal, after, random_deal, random_game, record

from solver.cards import Seat, hand_of
from solver.deal import Deal, hands_played
from solver.errors import DealError, NotationError, RuleError
from solver.files.dealfile import format_deals, parse_deals
from solver.files.jsonfile import deal_to_json, format_json
from solver.files.reading import entries_of
from solver.notation import parse_card, parse_cards, parse_hands
from solver.rules.bidding import Aim, Bidding, bid_name, rungs_text
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange
from solver.rules.game import Game
from solver.rules.points import marks
from solver.rules.registry import FAMILIES, VARIANTS, get_variant
from solver.rules.scoring import FirstTo, LastLoses, Match
from solver.rules.shuffle import generator
from solver.rules.variant import Variant
from solver.scoresheet import play_entries, record_deal

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
SANS, PETITE, GRANDE = (VARIANTS[f"encheres-{size}"] for size in ("sans", "petite", "grande"))
A_TROIS, DIX_SEPT, ENVERS = (VARIANTS[code] for code in ("manille-3", "dix-sept-3", "envers-3"))
OPTIONS = [
    "manille-3+44",
    "manille-3+no-tourne",
    "manille-3+match",
    "encheres-sans+miseres+nt+realised",
    "encheres-petite+miseres",
    "encheres-petite+talon-declarer+nt",
    "encheres-grande+miseres+nt+talon-declarer+realised",
]
MANILLE = [variant.code for variant in FAMILIES["manille"]]
ENDED = [*MANILLE, *OPTIONS]

# The auction of numbers ----------------------------------------------------------------


def test_the_ladders() -> None:
    assert rungs_text(SANS.bids) == "1 to 70, general"
    assert rungs_text(GRANDE.bids) == "1 to 69, general"
    assert rungs_text(get_variant("encheres-petite+miseres").bids) == (
        "1 to 32, petite-misere, 33 to 42, misere-sur-table, 43 to 52, grande-misere, "
        "53 to 70, general, misere-supreme"
    )
    assert rungs_text(ENVERS.bids) == "general"
    worth = {bid.name: bid.worth for bid in get_variant("encheres-grande+miseres").bids}
    named = {name: own for name, own in worth.items() if not name.isdigit()}
    assert named == {
        "petite-misere": 32,
        "misere-sur-table": 42,
        "grande-misere": 52,
        "general": 69,
        "misere-supreme": 69,
    }


@pytest.mark.parametrize(
    ("said", "declarer", "stands"),
    [
        ("35 36 37 pass pass", D, "37"),
        ("pass pass 1", D, "1"),
        ("20 pass pass", F, "20"),
        ("20 25 pass 30 pass", F, "30"),
        ("20 pass 25 pass", D, "25"),
        ("20 pass 25 26 27 pass", D, "27"),
        ("général passe -", F, "general"),
        ("pass pass pass", None, None),
    ],
)
def test_auctions(said: str, declarer: Seat | None, stands: str | None) -> None:
    bidding = Bidding.of(SANS.bids, said.split())
    assert bidding.over
    assert bidding.legal() == ()
    assert bidding.declarer is declarer
    assert (bidding.standing and bidding.standing.name) == stands


def test_who_has_passed_does_not_come_back() -> None:
    bidding = Bidding.of(SANS.bids, ["10", "pass", "20"])
    assert bidding.to_call is F
    bidding = Bidding.of(SANS.bids, ["10", "pass", "20", "21"])
    assert bidding.to_call is D
    assert bidding.legal()[0] == SANS.bids[21]  # 22
    assert bidding.legal()[-1] is None


def test_nothing_is_above_the_top_of_the_ladder() -> None:
    assert Bidding.of(SANS.bids, ["general"]).legal() == (None,)
    above = Bidding.of(get_variant("encheres-sans+miseres").bids, ["general"]).legal()
    assert [bid and bid.name for bid in above] == ["misere-supreme", None]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("20 20", "middlehand may not bid 20: 20 stands, it must bid higher or pass"),
        ("20 pass 19", "dealer may not bid 19: 20 stands"),
        ("petite-misere", "nobody can bid petite-misere here: there is 1 to 70, general"),
        ("71", "nobody can bid 71 here"),
        ("0", "'0' is no bid: expected 1 to 70, general"),
        ("200", "'200' is no bid: expected 1 to 70, general"),
        ("20 pass pass pass", "the auction is over: 20 stands"),
        ("pass pass pass 3", "the auction is over: all have passed"),
    ],
)
def test_calls_against_the_rules(said: str, message: str) -> None:
    with pytest.raises((RuleError, NotationError)) as caught:
        Bidding.of(SANS.bids, said.split())
    assert str(caught.value).startswith(message)


def test_a_misere_overcalls_its_number() -> None:
    bids = get_variant("encheres-sans+miseres").bids
    names = [bid.name for bid in bids]
    assert names[names.index("32") : names.index("33") + 1] == ["32", "petite-misere", "33"]
    assert Bidding.of(bids, ["32", "misere", "33", "pass", "pass"]).declarer is D


@pytest.mark.parametrize(
    ("text", "name"),
    [("007", "7"), (" Général", "general"), ("Petite misère", "petite-misere"), ("35", "35")],
)
def test_how_a_bid_is_spelt(text: str, name: str) -> None:
    assert bid_name(text) == name


# The surprise --------------------------------------------------------------------------


def petite(seed: int = 7) -> Exchange:
    dealing = PETITE.deal(generator(seed))
    return Exchange(PETITE.exchange, dealing.hands, dealing.manni, M)


def test_the_declarer_takes_up_the_surprise_and_puts_away_as_many() -> None:
    state = petite()  # middlehand KJ.KJT9.T9.J9, surprise CT DJ
    assert state.to_exchange is M
    assert list(state.sizes()) == [0, 2]
    after_one = state.discard(parse_cards("DJ SJ"))
    assert after_one.hands[M] == parse_hands("... K.KJT9.T9.TJ9 ...")[M]
    assert after_one.to_exchange is None
    assert state.discard(parse_cards("CT DJ")).hands == state.hands
    assert state.discard(()).hands == state.hands


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("SJ", "middlehand exchanges 1 card: it may exchange 0 or 2"),
        ("SJ SA", "middlehand discards SA, which is neither in its hand nor in the surprise"),
        ("SJ SJ", "middlehand discards SJ twice"),
    ],
)
def test_cards_that_cannot_be_put_away(cards: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        petite().discard(parse_cards(cards))
    assert str(caught.value) == message


def test_nothing_is_exchanged_for_a_misere() -> None:
    variant = get_variant("encheres-grande+miseres")
    assert variant.exchange_in(NULLO).order(M) == ()
    assert variant.exchange_in(H).order(M) == (M,)


# What there is in a deal ---------------------------------------------------------------


def test_points_add_up_to_those_of_the_cards_played() -> None:
    nothing = (0, 0, 0)
    assert [VARIANTS[code].worth(nothing, S) for code in MANILLE] == [
        (60, 70), (70, 70), (60, 70), (45, 69), (70, 70), (70, 70)
    ]  # fmt: skip
    assert get_variant("encheres-grande+talon-declarer").worth(nothing, S) == (69, 69)
    assert get_variant("encheres-grande+miseres").worth(nothing, NULLO) == (9, 9)
    assert get_variant("encheres-sans+miseres").worth(nothing, NULLO) == (10, 10)


# Marks, checked by hand ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "taken", "declarer", "bid", "expected"),
    [
        ("encheres-sans", (35, 20, 15), F, "35", (35, 0, 0)),
        ("encheres-sans", (34, 20, 16), F, "35", (0, 35, 35)),
        ("encheres-sans", (20, 40, 10), M, "35", (0, 35, 0)),
        ("encheres-sans+realised", (20, 40, 10), M, "35", (0, 40, 0)),
        ("encheres-sans+realised", (20, 30, 20), M, "35", (35, 0, 35)),
        ("encheres-sans", (0, 0, 70), D, "general", (0, 0, 70)),
        ("encheres-sans", (1, 0, 69), D, "general", (70, 70, 0)),
        ("encheres-petite", (0, 65, 0), M, "general", (0, 70, 0)),
        ("encheres-grande", (0, 0, 61), D, "general", (0, 0, 69)),
        ("encheres-sans+realised", (0, 0, 70), D, "general", (0, 0, 70)),
        ("envers-3", (1, 30, 39), None, None, (1, 30, 39)),
        ("envers-3", (0, 70, 0), M, "general", (70, 0, 70)),
        ("envers-3", (3, 67, 0), M, "general", (0, 70, 0)),
        ("dix-sept-3", (1, 30, 39), None, None, (1, 30, 39)),
        ("dix-sept-3+au-coup", (7, 30, 33), None, None,
         (-10, Fraction(130, 29), Fraction(160, 29))),
        ("dix-sept-3+au-coup", (10, 17, 43), None, None, (-7, 0, 7)),
        ("dix-sept-3+au-coup", (0, 0, 70), None, None, (-17, -17, 34)),
        ("dix-sept-3+au-coup", (17, 17, 36), None, None, (0, 0, 0)),
    ],
)  # fmt: skip
def test_marks(
    code: str,
    taken: tuple[int, int, int],
    declarer: Seat | None,
    bid: str | None,
    expected: tuple[int, int, int],
) -> None:
    assert marks(get_variant(code), S, taken, declarer, bid) == expected


@pytest.mark.parametrize(
    ("taken", "bid", "expected"),
    [
        ((10, 0, 0), "petite-misere", (0, 32, 0)),
        ((6, 0, 4), "petite-misere", (0, 32, 0)),
        ((6, 0, 4), "misere-sur-table", (0, 42, 0)),
        ((6, 1, 3), "grande-misere", (52, 0, 52)),
        ((6, 0, 4), "misere-supreme", (0, 70, 0)),
    ],
)
def test_miseres(taken: tuple[int, int, int], bid: str, expected: tuple[int, int, int]) -> None:
    variant = get_variant("encheres-petite+miseres")
    assert marks(variant, NULLO, taken, M, bid) == expected


@pytest.mark.parametrize(
    ("code", "turned", "taken", "expected"),
    [
        ("manille-3", "SA", (30, 20, 15), (13, 3, 4)),
        ("manille-3", "H7", (40, 10, 20), (23, 0, 3)),
        ("manille-3", "DT", (17, 18, 35), (0, 1, 23)),
        ("manille-3+no-tourne", "DT", (17, 18, 35), (0, 1, 18)),
    ],
)
def test_marks_above_17(
    code: str, turned: str, taken: tuple[int, int, int], expected: tuple[int, int, int]
) -> None:
    assert marks(get_variant(code), S, taken, cut=parse_card(turned)) == expected


@pytest.mark.parametrize(
    ("code", "contract", "taken", "declarer", "bid", "message"),
    [
        ("encheres-sans", S, (35, 20, 16), F, "35",
         "points 35 20 16 add up to 71: a deal of encheres-sans has 70"),
        ("encheres-grande", S, (10, 20, 14), F, "35",
         "points 10 20 14 add up to 44: a deal of encheres-grande has 45 to 69"),
        ("encheres-sans+miseres", NULLO, (3, 4, 4), F, "petite-misere",
         "tricks 3 4 4 add up to 11: a deal of encheres-sans+miseres has 10"),
        ("encheres-sans", S, (35, 20, 15), F, None,
         "no bid is recorded: there is 1 to 70, general"),
        ("encheres-sans", S, (35, 20, 15), None, "35",
         "encheres-sans needs a declarer: forehand, middlehand or dealer"),
        ("encheres-sans", NT, (35, 20, 15), F, "35",
         "encheres-sans has no NT: its contracts are S H D C"),
        ("encheres-sans+miseres", S, (35, 20, 15), F, "petite-misere",
         "petite-misere is played in NULLO, not in S"),
        ("encheres-sans+miseres", NULLO, (3, 4, 3), F, "35",
         "35 is played in a trump, not in NULLO"),
        ("envers-3", S, (35, 20, 15), F, None,
         "only who bids general declares in envers-3: no bid of forehand is recorded"),
        ("envers-3", S, (35, 20, 15), None, "general", "nobody is said to declare: who bids"),
        ("dix-sept-3", S, (35, 20, 15), None, "35", "nobody can bid 35 here: there is general"),
        ("dix-sept-3", S, (35, 20, 15), F, None,
         "only who bids general declares in dix-sept-3: no bid of forehand is recorded"),
        ("manille-3", S, (35, 20, 15), None, None,
         "no turned card is recorded: the dealer marks its points"),
        ("basic", S, (4, 4, 4), None, None, "basic counts tricks, not points of cards"),
    ],
)  # fmt: skip
def test_deals_that_cannot_be(
    code: str,
    contract: Contract,
    taken: tuple[int, int, int],
    declarer: Seat | None,
    bid: str | None,
    message: str,
) -> None:
    with pytest.raises(RuleError) as caught:
        marks(get_variant(code), contract, taken, declarer, bid)
    assert str(caught.value).startswith(message)


# Whole games ---------------------------------------------------------------------------


def check_deal(variant: Variant, deal: RandomDeal) -> None:
    """Assert what every deal must be, whatever is played."""
    least, most = variant.worth((0, 0, 0), deal.contract)
    exact, _ = variant.worth(deal.exchange.hands, deal.contract)
    assert least <= sum(deal.taken) <= most
    assert sum(deal.taken) == exact
    played = hand_of(deal.play)
    assert played.bit_count() == len(deal.play) == 3 * variant.tricks
    assert not played & ~variant.pack
    assert (variant.pack & ~played).bit_count() == variant.manni


def check_marks(variant: Variant, deal: RandomDeal, points: tuple[int, ...]) -> None:
    """Assert what a deal's marks must be, reckoned another way than the library does."""
    if variant.code.startswith("encheres"):
        bid = next(bid for bid in variant.bids if bid.name == deal.bid)
        assert deal.declarer is not None
        own = deal.taken[deal.declarer]
        made = {
            Aim.POINTS: own >= bid.worth,
            Aim.ALL: own == sum(deal.taken),
            Aim.NONE: own == 0,
        }[bid.aim]
        worth = own if made and bid.aim is Aim.POINTS and "realised" in variant.code else bid.worth
        assert sorted(points) == ([0, 0, worth] if made else sorted([0, worth, worth]))
    elif deal.bid is not None:
        assert deal.declarer is not None
        made = deal.taken[deal.declarer] == sum(deal.taken)
        worth = 53 if variant.code.startswith("manille-3") else 70
        alone = made is not (variant.code == "envers-3")
        assert sorted(points) == ([0, 0, worth] if alone else [0, worth, worth])
    elif variant.code.startswith("manille-3"):
        assert deal.dealing.cut is not None
        turned = {12: 4, 11: 3, 10: 2, 9: 1, 8: 5}.get(deal.dealing.cut % 13, 0)
        above = sum(max(0, own - 17) for own in deal.taken)
        assert sum(points) == above + turned * ("no-tourne" not in variant.code)
    else:
        assert sorted(points) == sorted(deal.taken)


def sample_of_games(variant: Variant, number: int) -> None:
    rng = np.random.default_rng(sum(map(ord, variant.code)))
    for _ in range(number):
        game, deals = random_game(variant, rng)
        assert game.over
        assert 0 < len(game.winners) <= 3
        assert not Game(variant, deals=game.deals[:-1]).over
        for number, (played, deal) in enumerate(zip(game.deals, deals, strict=True)):
            check_deal(variant, deal)
            had = game.totals_after(number)
            out = [isinstance(variant.ending, LastLoses) and own >= 100 for own in had]
            if any(out):
                assert all(own == 0 for own, gone in zip(played.points, out, strict=True) if gone)
            else:
                check_marks(variant, deal, played.points)
        if not variant.ending.names_loser:
            assert max(game.totals) == game.totals[game.winners[0]]


@pytest.mark.parametrize("code", ENDED)
def test_random_games(code: str) -> None:
    sample_of_games(get_variant(code), 4)


@pytest.mark.slow
@pytest.mark.parametrize("code", ENDED)
def test_a_thousand_random_games(code: str) -> None:
    sample_of_games(get_variant(code), 1000)


@pytest.mark.parametrize("code", OPTIONS)
def test_a_game_with_options_written_down_scores_the_same(code: str) -> None:
    game, rng, records = Game(get_variant(code)), np.random.default_rng(8), []
    for _ in range(12):
        if not game.over:
            deal = random_deal(game, rng)
            records.append(record(game, deal))
            game = after(game, deal)
    for text in (format_deals(records), format_json(records)):
        assert play_entries(entries_of(text)) == game


# The ends of games ---------------------------------------------------------------------


def game_of(code: str, *results: tuple[int, int, int]) -> Game:
    """Return a game of deals in spades whose points are given by player."""
    game = Game(get_variant(code))
    for taken in results:
        by_seat = [taken[game.player(seat)] for seat in Seat]
        game = game.record(S, by_seat, cut=parse_card("S7") if game.variant.cuts else None)
    return game


def test_the_last_one_left_loses() -> None:
    game = game_of("dix-sept-3", (40, 20, 10), (40, 20, 10))
    assert not game.over
    game = game_of("dix-sept-3", (40, 20, 10), (40, 20, 10), (30, 30, 10), (10, 30, 30))
    assert game.totals == (110, 100, 60)  # the first marks nothing for the 10 of the last deal
    assert game.over
    assert game.winners == (0, 1)


def test_if_the_last_two_get_there_together_the_lower_total_loses() -> None:
    rows = [(50, 10, 10), (50, 10, 10), (0, 40, 30), (0, 36, 34), (0, 30, 40)]
    game = game_of("dix-sept-3", *rows)
    assert game.totals == (100, 126, 124)
    assert game.over
    assert game.winners == (0, 1)  # the first was there before them
    rows[2:] = [(0, 35, 35)] * 3
    assert game_of("dix-sept-3", *rows).winners == (0,)  # the two others lose together


def test_another_total_may_be_agreed_in_dix_sept() -> None:
    rows = [(40, 20, 10), (40, 20, 10), (30, 30, 10)]
    assert not game_of("dix-sept-3+70", *rows[:2]).over
    game = game_of("dix-sept-3+70", *rows)
    assert game.over
    assert game.totals == (80, 70, 30)
    assert str(game.variant.ending) == "until all but one have 70; the one left loses"
    assert get_variant("dix-sept-3+100").ending == DIX_SEPT.ending
    for code in ("dix-sept-3+0", "dix-sept-3+070", "dix-sept-3+99999", "manille-3+50"):
        with pytest.raises(NotationError, match="has no option"):
            get_variant(code)
    for pair in ("70+80", "70+au-coup", "au-coup+70"):
        with pytest.raises(NotationError, match="exclude each other"):
            get_variant(f"dix-sept-3+{pair}")


def test_who_has_100_first_loses_a_game_a_lenvers() -> None:
    game = game_of("envers-3", (50, 10, 10), (40, 20, 10))
    assert not game.over
    game = game_of("envers-3", (50, 10, 10), (40, 20, 10), (60, 5, 5))
    assert game.winners == (1, 2)
    both = game_of("envers-3", (35, 35, 0), (35, 35, 0), (35, 35, 0))
    assert both.winners == (2,)


def test_first_to_34_and_to_44() -> None:
    rows = [(27, 27, 16), (27, 27, 16), (27, 27, 16)]
    assert not game_of("manille-3", *rows).over
    game = game_of("manille-3", *rows, (27, 27, 16))
    assert game.totals == (40, 40, 0)
    assert game.winners == (0, 1)
    assert not game_of("manille-3+44", *rows, (27, 27, 16)).over


A, B, C_ = ((60, 5, 5), (5, 60, 5), (5, 5, 60))  # 43 for one, nothing for the others
MATCHES = [
    # the deals, the winners of each round, the winners of the match
    ((A,), [(0,)], ()),
    ((A, A), [(0,), (0,)], (0,)),
    ((A, B), [(0,), (1,)], ()),
    ((A, B, C_), [(0,), (1,), ()], ()),  # 43 are not enough for a decider
    ((A, B, C_, A, C_), [(0,), (1,), (2,)], (2,)),
    ((A, B, C_, A, A), [(0,), (1,), (0,)], (0,)),
]


@pytest.mark.parametrize(("deals", "rounds", "winners"), MATCHES)
def test_a_match_is_two_rounds_and_a_decider(
    deals: tuple[tuple[int, int, int], ...],
    rounds: list[tuple[int, ...]],
    winners: tuple[int, ...],
) -> None:
    game = game_of("manille-3+match+no-tourne", *deals)
    assert [own.winners for own in game.rounds] == rounds
    assert game.winners == winners
    assert game.over is bool(winners)
    if winners:
        with pytest.raises(RuleError, match="the game was over after deal"):
            game.record(S, A, cut=parse_card("S7"))


def test_totals_begin_anew_with_every_round_of_a_match() -> None:
    game = game_of("manille-3+match", A, (27, 27, 16), B, (17, 36, 17))
    assert [game.totals_after(deals) for deals in range(5)] == [
        (0, 0, 0),
        (43, 0, 0),
        (10, 10, 0),
        (10, 53, 0),
        (0, 19, 0),
    ]
    assert game.totals == (0, 19, 0)
    assert [own.ending.points for own in game.rounds] == [34, 34, 54]


def test_who_shares_a_round_of_a_match_has_won_it() -> None:
    both = ((27, 27, 16),) * 4  # 40 for each of two
    assert game_of("manille-3+match", *both, B).winners == (1,)
    assert game_of("manille-3+match", *both, *both).winners == (0, 1)
    assert not game_of("manille-3+match", *both, C_).over


@pytest.mark.parametrize("code", ["manille-3+44+match", "manille-3+match+44"])
def test_rounds_to_44_have_the_same_decider(code: str) -> None:
    ending = get_variant(code).ending
    assert ending == Match(FirstTo(44, sign=""), FirstTo(54, sign=""))
    assert str(ending) == "two rounds to 44, and a decider to 54 unless one player has won both"
    rows = [(60, 5, 5), (19, 17, 34)]
    assert [own.winners for own in game_of(code, *rows).rounds] == [(0,)]
    assert [own.winners for own in game_of("manille-3+match", *rows).rounds] == [(0,), ()]


def test_the_sheet_of_a_match_names_the_winners_of_its_rounds() -> None:
    turned = '[Turned "S7"]'
    rows = ["F:60 M:5 D:5", "F:60 M:5 D:5", "F:60 M:5 D:5", "F:5 M:5 D:60"]
    text = three("manille-3+match", *((turned, row) for row in rows))
    assert output("score", "-", text=text).endswith(
        """
3     3      player 2  S                             5      0      0       5      0      0      60     43     43
4     3      player 3  S                             5      0      0       5      0      0      60     43     86

Round 1: player 1 has won with 43.
Round 2: player 2 has won with 43.
The decider: player 3 has won with 86.
player 3 has won the match.
"""  # noqa: E501
    )
    sheet = json.loads(output("score", "-", "--json", text=text))
    assert [(own["deals"], own["to"], own["winners"]) for own in sheet["rounds"]] == [
        (1, 34, ["player 1"]),
        (1, 34, ["player 2"]),
        (2, 54, ["player 3"]),
    ]
    assert [deal["round"] for deal in sheet["deals"]] == [1, 2, 3, 3]
    assert sheet["totals"] == {"player 1": 0, "player 2": 0, "player 3": 86}
    assert sheet["winners"] == ["player 3"]
    begun = three("manille-3+match", (turned, rows[0]))
    assert output("score", "-", text=begun).endswith(
        "\nRound 1: player 1 has won with 43.\n"
        "Deal 2 (round 2): player 1 deals, player 2 is forehand.\n"
    )
    shared = [(turned, row) for row in ("F:35 M:35 D:0", "F:35 M:0 D:35")]
    assert output("score", "-", text=three("manille-3+match", *shared)).endswith(
        "Round 1: player 1 and player 2 share the win with 36 each.\n"
        "Deal 3 (round 2): player 2 deals, player 3 is forehand.\n"
    )


def test_both_others_can_reach_150_together() -> None:
    game = Game(SANS)
    for _ in range(2):
        declarer = game.seat(2)
        taken = [10 if seat is declarer else 30 for seat in Seat]
        game = game.record(H, taken, declarer, bid="70")
    taken = [10 if seat is game.seat(2) else 30 for seat in Seat]
    game = game.record(H, taken, game.seat(2), bid="10")
    assert game.totals == (140, 140, 10)
    game = game.record(H, [10 if s is game.seat(2) else 30 for s in Seat], game.seat(2), bid="11")
    assert game.totals == (151, 151, 10)
    assert game.over
    assert game.winners == (0, 1)


def test_every_deal_is_settled_by_itself() -> None:
    game = game_of("dix-sept-3+au-coup", *[(70, 0, 0)] * 9)
    assert not game.over
    assert game.totals == (306, -153, -153)


# Files and sheets ----------------------------------------------------------------------

NO_CARDS = '[Deal "F:... ... ..."]'
PETITE_FILE = f"""\
[Players "Anna Björn Dóra"]
[Variant "encheres-petite+miseres"]
{NO_CARDS}
[Auction "20 25 pass 30 pass"]
[Contract "H"]
[Result "F:33 M:20 D:10"]

{NO_CARDS}
[Bid "35"]
[Declarer "D"]
[Contract "C"]
[Result "F:30 M:2 D:34"]

{NO_CARDS}
[Bid "petite misère"]
[Declarer "M"]
[Result "F:4 M:0 D:6"]
"""


def test_a_sheet_of_bids() -> None:
    assert output("score", "-", text=PETITE_FILE) == (
        """\
manille aux enchères, small surprise, until a player has 150: 3 deals played

                                                         Anna                  Björn                 Dóra
deal  dealer  contract  declarer  bid            points  marks  total  points  marks  total  points  marks  total
1     Dóra    H         Anna      30                 33     30     30      20      0      0      10      0      0
2     Anna    C         Anna      35                 34      0     30      30     35     35       2     35     35
3     Björn   NULLO     Anna      petite-misere       0     32     62       6      0     35       4      0     35

Deal 4: Dóra deals, Anna is forehand.
"""  # noqa: E501
    )


def test_a_sheet_of_bids_as_json() -> None:
    sheet = json.loads(output("score", "-", "--json", text=PETITE_FILE))
    assert sheet["unit"] == "points"
    assert sheet["deals"][0] == {
        "deal": 1,
        "dealer": "Dóra",
        "contract": "H",
        "great": False,
        "declarer": "Anna",
        "bid": "30",
        "taken": {"Anna": 33, "Björn": 20, "Dóra": 10},
        "points": {"Anna": 30, "Björn": 0, "Dóra": 0},
        "totals": {"Anna": 30, "Björn": 0, "Dóra": 0},
    }


def three(code: str, *deals: tuple[str, str]) -> str:
    """Return a file of deals without cards: further tags and results."""
    return "\n".join(
        f'[Variant "{code}"]\n{NO_CARDS}\n{tags}\n[Result "{result}"]\n' for tags, result in deals
    )


def test_a_sheet_of_a_game_a_trois() -> None:
    text = three(
        "manille-3",
        ('[Turned "SA"]', "F:30 M:20 D:15"),
        ('[Turned "H7"]', "F:40 M:10 D:20"),
        ('[Turned "DT"]', "F:17 M:37 D:16"),
    )
    sheet = output("score", "-", text=text)
    assert sheet.endswith("\nplayer 1 has won with 36.\n")
    totals = json.loads(output("score", "-", "--json", text=text))["totals"]
    assert totals == {"player 1": 36, "player 2": 31, "player 3": 4}


def test_a_sheet_that_names_the_loser() -> None:
    text = three("envers-3", *[('[Contract "S"]', "F:70 M:0 D:0")] * 3)
    assert output("score", "-", text=text).endswith(
        "Deal 4: player 3 deals, player 1 is forehand.\n"
    )
    text = three("envers-3", *[('[Contract "S"]', "F:70 M:0 D:0")] * 4)
    assert output("score", "-", text=text).endswith("player 1 has lost with 140.\n")


def test_a_sheet_of_shares() -> None:
    text = three("dix-sept-3+au-coup", ('[Turned "SA"]', "F:7 M:30 D:33"))
    assert "-10    -10      30  +4.48  +4.48      33  +5.52  +5.52" in output(
        "score", "-", text=text
    )
    head, row = output("score", "-", "--format", "csv", text=text).splitlines()
    cells = dict(zip(head.split(","), row.split(","), strict=True))
    assert float(cells["player 2 marks"]) == pytest.approx(130 / 29, abs=1e-12)
    points = json.loads(output("score", "-", "--json", text=text))["deals"][0]["points"]
    assert points["player 3"] == pytest.approx(160 / 29, abs=1e-12)


WHOLE = """\
[Variant "encheres-petite"]
[Deal "F:AQ98.7.KQ7.K7 KJ.KJT9.T9.J9 T7.AQ8.A8.AQ8"]
[Surprise "CT DJ"]
[Auction "pass 20 25 30 pass"]
[Contract "H"]
[Discard "M: SJ C9"]
[Result "F:20 M:35 D:14"]
"""


def whole(**changes: str | None) -> str:
    lines = dict(line[1:-1].split(" ", 1) for line in WHOLE.splitlines())
    lines |= changes  # type: ignore[arg-type]
    return "".join(f"[{name} {value}]\n" for name, value in lines.items() if value)


def test_a_deal_passed_out_is_dealt_again_by_the_same_dealer() -> None:
    passed = '[Variant "encheres-petite"]\n[Deal "F:... ... ..."]\n[Auction "pass pass pass"]\n'
    (deal,) = parse_deals(passed)
    again = replace(deal, tags=(("Dealer", "3"),))
    played = parse_deals(whole())[0]
    alone, after = Game(PETITE), record_deal(Game(PETITE), played)
    assert record_deal(alone, again) == alone
    assert record_deal(record_deal(alone, again), played) == after
    with pytest.raises(RuleError, match="it is player 1's turn"):
        record_deal(after, again)
    assert "0 deals played" in output("score", "-", text=passed)
    for more in ({"result": (70, 0, 0)}, {"contract": S}):
        with pytest.raises(RuleError, match="all have passed: the cards are dealt again"):
            record_deal(alone, replace(deal, **more))


def test_a_whole_deal_both_ways() -> None:
    (deal,) = parse_deals(WHOLE)
    assert deal.declarer is M
    assert deal.bid == "30"
    assert deal.auction == ("pass", "20", "25", "30", "pass")
    assert hands_played(deal)[M] == parse_hands("... K.KJT9.JT9.JT ...")[M]
    text = format_deals([deal])
    assert '[Surprise "CT DJ"]' in text
    assert '[Bid "30"]\n' in text
    assert parse_deals(text) == [deal]
    data = deal_to_json(deal)
    assert data["surprise"] == ["CT", "DJ"]
    assert data["bid"] == "30"
    assert "manni" not in data
    assert (
        output(
            "convert", "-", "--to", "manni", text=output("convert", "-", "--to", "json", text=text)
        )
        == text
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"Auction": '"20 20"'}, "line 4: middlehand may not bid 20: 20 stands, it must bid"),
        ({"Auction": '"20 x"'}, "line 4, column 14: 'x' is no bid"),
        ({"Auction": '"20 pass pass pass"'}, "line 4: the auction is over: 20 stands"),
        ({"Auction": '"20"', "Declarer": '"F"'}, "the auction does not come to a declarer"),
        ({"Auction": '"20"'}, "no bid stands after the auction recorded: it is not over"),
        ({"Auction": '"pass pass pass"'}, "all have passed: the cards are dealt again"),
        ({"Bid": '"35"'}, "the auction ends with 30"),
        ({"Declarer": '"F"'}, "the auction makes middlehand declare"),
        ({"Auction": None, "Bid": '"misere"', "Declarer": '"F"'},
         "nobody can bid petite-misere here: there is 1 to 70, general"),
        ({"Auction": None}, "encheres-petite needs a declarer"),
        ({"Auction": None, "Declarer": '"M"'}, "no bid is recorded: there is 1 to 70, general"),
        ({"Discard": '"M: SJ SA"'}, "line 6: middlehand discards SA, which is neither in its hand"),
        ({"Discard": '"M: SJ"'}, "middlehand exchanges 1 card: it may exchange 0 or 2"),
        ({"Discard": '"F: S8 S9"'}, "forehand exchanges 2 cards: it may exchange none"),
        ({"Surprise": '"CT DJ H8"', "Discard": None},
         "line 3: dealer and the surprise both hold H8"),
        ({"Surprise": '"CT"', "Discard": None}, "a surprise of 1 card: encheres-petite's has 2"),
        ({"Surprise": '"CT D2"', "Discard": None},
         "line 3: the surprise holds D2, which encheres-petite's pack does not have"),
        ({"Manni": '"CT DJ"'}, "line 8: a second [Manni]: the first is on line 3"),
        ({"Result": '"F:20 M:35 D:15"'}, "points 20 35 15 add up to 70: this deal has 69"),
        ({"Result": '"F:20 M:35 D:71"'}, "line 7: points: 71, expected 0 to 70"),
        ({"Leader": '"F"'}, "forehand leads: in encheres-petite middlehand does"),
        ({"AceLow": '"yes"'}, "line 8: a low ace: the ranks of encheres-petite have an order"),
        ({"Variant": '"manille-3"', "Auction": None, "Bid": '"30"'},
         "nobody can bid 30 here: there is general"),
        ({"Variant": '"basic"', "Surprise": None, "Discard": None}, "nobody bids in basic"),
        ({"Variant": '"envers-3"', "Surprise": None, "Discard": None,
          "Deal": '"F:... ... ..."'}, "there is no auction in envers-3"),
        ({"Turned": '"H7"'}, "no card is cut in encheres-petite: H7 is given"),
    ],
)  # fmt: skip
def test_records_against_the_rules(changes: dict[str, str | None], message: str) -> None:
    found = error("score", "-", text=whole(**changes))
    assert found.startswith("stdin: deal 1, line")
    assert message in found


def test_a_play_against_the_duties_is_named() -> None:
    text = whole(Leader='"M"', Result=None) + '[Play "M"]\nSK S7\n'
    assert error("score", "-", text=text) == (
        "stdin: deal 1, line 9: trick 1, card 2: dealer's S7 does not rise: it holds ST"
    )


def test_an_exchange_says_that_it_does_not_know_these_games(root: Path) -> None:
    path = root / "data" / "sample_deals" / "encheres-sans.manni"
    assert "not for games with duties to rise and ruff" in error("exchange", path, "--deal", "1")


def test_a_deal_is_drawn_with_its_surprise() -> None:
    assert "Surprise  ♣T ♦J" in output("show", "-", text=whole(Discard=None, Contract=None))


def test_errors_are_of_the_library() -> None:
    with pytest.raises(DealError, match="nobody bids in basic"):
        Deal(parse_hands("... ... ..."), variant="basic", bid="20")
    with pytest.raises(RuleError, match="no numbers are bid in envers-3"):
        Game(ENVERS).bidding()
    with pytest.raises(RuleError, match="numbers are bid in encheres-sans"):
        Game(SANS).auction()
