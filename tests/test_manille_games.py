"""The games of Manille: auctions of numbers, surprises, score sheets, and what is refused.

Sentences in French are those of the rules.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import manille_plain as plain
import numpy as np
import pytest
from commands import error, json_of, output
from games import after, random_deal, record

from manni.solver.advice.observation import ExchangeObservation
from manni.solver.cards import Contract, Seat
from manni.solver.deal import Deal
from manni.solver.errors import DealError, NotationError, RuleError
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.reading import entries_of
from manni.solver.notation import format_cards, parse_card, parse_cards, parse_hands
from manni.solver.position import won_in
from manni.solver.report.sheet import ended_text
from manni.solver.rules.auction import Bidding, bid_name, rungs_text
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import FAMILIES, VARIANTS, get_variant
from manni.solver.rules.scoring import Deals, Endless, FirstTo, Match
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import marks
from manni.solver.scoresheet import Game, play_entries, record_deal

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


def test_the_ladders() -> None:
    assert rungs_text(SANS.bids) == "1 to 70, general"
    assert rungs_text(GRANDE.bids) == "1 to 69, general"
    assert rungs_text(get_variant("encheres-petite+miseres").bids) == (
        "1 to 32, petite misère, 33 to 42, misère sur table, 43 to 52, grande misère, "
        "53 to 70, general, misère suprême"
    )
    assert rungs_text(VARIANTS["envers-3"].bids) == "general"
    bids = get_variant("encheres-grande+miseres").bids
    assert {bid.name: bid.worth for bid in bids if not bid.name.isdigit()} == {
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
        ("20 pass 25 26 27 pass", D, "27"),
        ("32 misere 33 pass pass", D, "33"),
        ("général passe -", F, "general"),
        ("pass pass pass", None, None),
    ],
)
def test_auctions(said: str, declarer: Seat | None, stands: str | None) -> None:
    bidding = Bidding.of(get_variant("encheres-sans+miseres").bids, said.split())
    assert bidding.over
    assert bidding.legal() == ()
    assert bidding.declarer is declarer
    assert (bidding.standing and bidding.standing.name) == stands


def test_who_has_passed_does_not_come_back() -> None:
    assert Bidding.of(SANS.bids, ["10", "pass", "20"]).to_call is F
    bidding = Bidding.of(SANS.bids, ["10", "pass", "20", "21"])
    assert bidding.to_call is D
    assert (bidding.legal()[0], bidding.legal()[-1]) == (SANS.bids[21], None)  # 22


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
        ("0", "'0' is no bid: expected 1 to 70, general"),
        ("20 pass pass pass", "the auction is over: 20 stands"),
        ("pass pass pass 3", "the auction is over: all have passed"),
    ],
)
def test_calls_against_the_rules(said: str, message: str) -> None:
    with pytest.raises((RuleError, NotationError)) as caught:
        Bidding.of(SANS.bids, said.split())
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "name"),
    [("007", "7"), (" Général", "general"), ("Petite misère", "petite-misere"), ("35", "35")],
)
def test_how_a_bid_is_spelt(text: str, name: str) -> None:
    assert bid_name(text) == name


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
    assert [VARIANTS[code].worth((), S) for code in MANILLE] == [
        (60, 70), (70, 70), (60, 70), (45, 69), (70, 70), (70, 70),
        (68, 68), (76, 76), (68, 68), (56, 66), (55, 65), (44, 64), (68, 68), (56, 66), (68, 68),
    ]  # fmt: skip
    assert get_variant("encheres-grande+talon-declarer").worth((), S) == (69, 69)
    assert get_variant("encheres-grande+miseres").worth((), NULLO) == (9, 9)


@pytest.mark.parametrize(
    ("code", "taken", "declarer", "bid", "expected"),
    [
        ("encheres-sans", (35, 20, 15), F, "35", (35, 0, 0)),
        ("encheres-sans+realised", (20, 40, 10), M, "35", (0, 40, 0)),
        ("encheres-petite", (0, 65, 0), M, "general", (0, 70, 0)),
        ("encheres-grande", (0, 0, 61), D, "general", (0, 0, 69)),
        ("encheres-petite+miseres", (6, 0, 4), M, "misere-sur-table", (0, 42, 0)),
        ("encheres-petite+miseres", (6, 0, 4), M, "misere-supreme", (0, 70, 0)),
        ("envers-3", (0, 70, 0), M, "general", (70, 0, 70)),
        ("dix-sept-3", (0, 70, 0), M, "general", (0, 70, 0)),
        ("dix-sept-3+au-coup", (0, 70, 0), M, "general", (-17, 34, -17)),
        # « Au prorata de leur excédent de points », of 17 with three players too.
        ("dix-sept-3+au-coup", (5, 25, 40), None, None,
         (-12, Fraction(12 * 8, 31), Fraction(12 * 23, 31))),
        ("dix-sept-3+au-coup", (10, 17, 43), None, None, (-7, 0, 7)),
        ("manille-3", (62, 0, 0), F, "general", (53, 0, 0)),
        ("manille-3", (17, 18, 35), None, None, (0, 1, 18)),
        # « Un total de 53, puisque celui qu'on peut compter est 70 », whatever lies in the talon.
        ("manille-3", (61, 0, 0), None, None, (53, 0, 0)),
        ("manille-3", (0, 1, 60), None, None, (0, 0, 43)),
    ],
)  # fmt: skip
def test_marks(
    code: str,
    taken: tuple[int, int, int],
    declarer: Seat | None,
    bid: str | None,
    expected: tuple[int, int, int],
) -> None:
    """What play at random hardly comes to; else the marks are those of ``manille_plain``."""
    contract = NULLO if bid is not None and "misere" in bid else S
    turned = parse_card("S7") if get_variant(code).cuts else None
    assert marks(get_variant(code), contract, taken, declarer, bid, turned) == expected


@pytest.mark.parametrize(
    ("code", "contract", "taken", "declarer", "bid", "message"),
    [
        ("encheres-grande", S, (10, 20, 14), F, "35",
         "points 10 20 14 add up to 44: a deal of encheres-grande has 45 to 69"),
        ("encheres-sans+miseres", NULLO, (3, 4, 4), F, "petite-misere",
         "tricks 3 4 4 add up to 11: a deal of encheres-sans+miseres has 10"),
        ("encheres-sans", S, (35, 20, 15), F, None,
         "no bid is recorded: there is 1 to 70, general"),
        ("encheres-sans+miseres", S, (35, 20, 15), F, "petite-misere",
         "petite misère is played in NULLO, not in S"),
        ("encheres-sans+miseres", NULLO, (3, 4, 3), F, "35",
         "35 is played in a trump, not in NULLO"),
        ("envers-3", S, (35, 20, 15), F, None,
         "only who bids general declares in envers-3: no bid of forehand is recorded"),
        ("envers-3", S, (35, 20, 15), None, "general", "nobody is said to declare: who bids"),
        ("dix-sept-3", S, (35, 20, 15), None, "35", "nobody can bid 35 here: there is general"),
        ("manille-3", S, (35, 20, 15), None, None,
         "no turned card is recorded: the dealer marks its points"),
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


@pytest.mark.parametrize("games", [2, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", [*MANILLE, *OPTIONS, "dix-sept-3+au-coup", "dix-sept-4+au-coup"])
def test_random_games_are_what_their_records_say(code: str, games: int) -> None:
    """Each card is one that may be played, and the sheet is that of the cards alone."""
    variant, rng = get_variant(code), np.random.default_rng(sum(map(ord, code)))
    for _ in range(games):
        game, written = Game(variant), list[Deal]()
        while not game.over and len(written) < 100:
            deal = random_deal(game, rng)
            written.append(record(game, deal).but(result=deal.taken))
            game = after(game, deal)
        text = format_deals(written)
        assert plain.score(text) == ([*game.totals], [*game.winners])
        assert play_entries(entries_of(text)) == game
        assert game.over is ("au-coup" not in code)


# The ends of games ---------------------------------------------------------------------

Three = tuple[int, int, int]


def game_of(code: str, *results: Three, claimer: int | None = None) -> Game:
    """Return a game of deals in spades whose points are given by player.

    In the last of them a player may have claimed every trick.
    """
    game = Game(get_variant(code))
    for taken in results:
        by_seat = [taken[game.player(seat)] for seat in Seat]
        cut = parse_card("S7") if game.variant.cuts else None
        if claimer is None or taken is not results[-1]:
            game = game.record(S, by_seat, cut=cut)
        else:
            game = game.record(S, by_seat, game.seat(claimer), cut=cut, bid="general")
    return game


TENTH = (10, 30, 30)
FORTY = ((27, 27, 16),) * 4  # 40 for each of two
ENDS = [
    ("dix-sept-3", [(40, 20, 10), (40, 20, 10)], (80, 40, 20), ()),
    # The first marks nothing for the 10 of the last deal.
    ("dix-sept-3", [(40, 20, 10), (40, 20, 10), (30, 30, 10), TENTH], (110, 100, 60), (0, 1)),
    # If the last two get there together the lower total loses; the first was there before them.
    ("dix-sept-3", [(50, 10, 10), (50, 10, 10), (0, 40, 30), (0, 36, 34), (0, 30, 40)],
     (100, 126, 124), (0, 1)),
    ("dix-sept-3", [(50, 10, 10), (50, 10, 10), *[(0, 35, 35)] * 3], (100, 125, 125), (0,)),
    ("dix-sept-3+au-coup", [(70, 0, 0)] * 9, (306, -153, -153), ()),
    ("envers-3", [(50, 10, 10), (40, 20, 10)], (90, 30, 20), ()),
    ("envers-3", [(50, 10, 10), (40, 20, 10), (60, 5, 5)], (150, 35, 25), (1, 2)),
    # « Celui qui arrive à 100 le premier, ou dépasse 100 du plus grand nombre de points ».
    ("envers-3", [(45, 25, 0), (45, 25, 0), (12, 58, 0)], (102, 108, 0), (0, 2)),
    ("envers-3", [(45, 25, 0), (45, 25, 0), (15, 55, 0)], (105, 105, 0), (2,)),
    ("manille-3", FORTY[:3], (30, 30, 0), ()),
    ("manille-3", FORTY, (40, 40, 0), (0, 1)),
    ("manille-3+44", FORTY, (40, 40, 0), ()),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rows", "totals", "winners"), ENDS)
def test_how_games_end(
    code: str, rows: list[Three], totals: Three, winners: tuple[int, ...]
) -> None:
    game = game_of(code, *rows)
    assert (game.totals, game.over, game.winners) == (totals, bool(winners), winners)


def test_the_example_of_general_a_lenvers() -> None:
    """« Si Jean réussit, Pierre seul perd », else Jean has marked, and nobody has lost yet.

    With four it is 68 points, with three 70. The players are Pierre, Paul and Jean.
    """
    made = game_of("envers-3", (40, 20, 10), (0, 0, 70), claimer=2)
    assert (made.totals, made.winners) == ((110, 90, 10), (1, 2))
    failed = game_of("envers-3", (40, 20, 10), (0, 3, 67), claimer=2)
    assert (failed.totals, failed.over) == ((40, 20, 80), False)


def test_another_total_may_be_agreed_in_dix_sept() -> None:
    game = game_of("dix-sept-3+70", (40, 20, 10), (40, 20, 10), (30, 30, 10))
    assert (game.totals, game.over) == ((80, 70, 30), True)
    assert str(game.variant.ending) == "until all but one have 70; the one left loses"
    assert get_variant("dix-sept-3+100").ending == VARIANTS["dix-sept-3"].ending
    for code in ("dix-sept-3+0", "dix-sept-3+070", "dix-sept-3+99999", "manille-3+50"):
        with pytest.raises(NotationError, match="has no option"):
            get_variant(code)
    for pair in ("70+80", "70+au-coup", "au-coup+70"):
        with pytest.raises(NotationError, match="exclude each other"):
            get_variant(f"dix-sept-3+{pair}")


A, B, C_ = ((60, 5, 5), (5, 60, 5), (5, 5, 60))  # 43 for one, nothing for the others
MATCHES = [
    # the deals, the winners of each round, the winners of the match
    ((A,), [(0,)], ()),
    ((A, A), [(0,), (0,)], (0,)),
    ((A, B), [(0,), (1,)], ()),
    ((A, B, C_), [(0,), (1,), ()], ()),  # 43 are not enough for a decider
    # « La belle » is between those who have won a round: the third marks nothing in it.
    ((A, B, C_, C_), [(0,), (1,), ()], ()),
    ((A, B, C_, A, C_, A), [(0,), (1,), (0,)], (0,)),
    # Who shares a round has won it.
    ((*FORTY, B), [(0, 1), (1,)], (1,)),
    ((*FORTY, *FORTY), [(0, 1), (0, 1)], (0, 1)),
    ((*FORTY, C_), [(0, 1), (2,)], ()),
    ((*FORTY, C_, C_, C_), [(0, 1), (2,), (2,)], (2,)),
]


@pytest.mark.parametrize(("deals", "rounds", "winners"), MATCHES)
def test_a_match_is_two_rounds_and_a_decider(
    deals: tuple[Three, ...], rounds: list[tuple[int, ...]], winners: tuple[int, ...]
) -> None:
    game = game_of("manille-3+match+no-tourne", *deals)
    assert [own.winners for own in game.rounds] == rounds
    assert (game.winners, game.over) == (winners, bool(winners))
    if winners:
        with pytest.raises(RuleError, match="the game was over after deal"):
            game.record(S, A, cut=parse_card("S7"))


def test_totals_begin_anew_with_every_round_of_a_match() -> None:
    game = game_of("manille-3+match", A, (27, 27, 16), B, (17, 36, 17))
    assert [game.totals_after(deals) for deals in range(5)] == [
        (0, 0, 0), (43, 0, 0), (10, 10, 0), (10, 53, 0), (0, 19, 0)
    ]  # fmt: skip
    assert game.totals == (0, 19, 0)
    assert [own.ending.points for own in game.rounds] == [34, 34, 54]


@pytest.mark.parametrize("code", ["manille-3+44+match", "manille-3+match+44"])
def test_rounds_to_44_have_the_same_decider(code: str) -> None:
    ending = get_variant(code).ending
    assert ending == Match(FirstTo(44, sign=""), FirstTo(54, sign=""))
    assert str(ending) == "two rounds to 44, and a decider to 54 unless one player has won both"
    assert [own.winners for own in game_of(code, A, (19, 17, 34)).rounds] == [(0,)]


def test_both_others_can_reach_150_together() -> None:
    game = Game(SANS)
    for bid in ("70", "70", "10", "11"):
        declarer = game.seat(2)
        taken = [10 if seat is declarer else 30 for seat in Seat]
        game = game.record(H, taken, declarer, bid=bid)
    assert (game.totals, game.winners) == ((151, 151, 10), (0, 1))


def test_a_game_ended_early_may_have_no_winner() -> None:
    class Nobody(Endless):
        def winners(self, deals: Deals) -> tuple[int, ...]:
            return ()

    game = game_of("envers-3", (10, 10, 50))
    without = replace(game, variant=replace(game.variant, ending=Nobody()))
    assert ended_text(game, game.sides).startswith(ended_text(without, game.sides))


# Files and sheets ----------------------------------------------------------------------

NO_CARDS = '[Deal "F:... ... ..."]'


def three(code: str, *deals: tuple[str, str]) -> str:
    """Return a file of deals without cards: further tags and results."""
    return "\n".join(
        f'[Variant "{code}"]\n{NO_CARDS}\n{tags}\n[Result "{result}"]\n' for tags, result in deals
    )


def test_the_sheet_of_a_match_names_the_winners_of_its_rounds() -> None:
    turned = '[Turned "S7"]'
    rows = ["F:60 M:5 D:5", "F:60 M:5 D:5", "F:60 M:5 D:5", "F:60 M:5 D:5", "F:5 M:5 D:60"]
    text = three("manille-3+match", *((turned, row) for row in rows))
    assert output("score", "-", text=text).endswith(
        """

Round 1: player 1 has won with 43.
Round 2: player 2 has won with 43.
The decider: player 1 has won with 86.
player 1 has won the match.
"""
    )
    sheet = json_of("score", "-", text=text)
    assert [(own["deals"], own["to"], own["winners"]) for own in sheet["rounds"]] == [
        (1, 34, ["player 1"]),
        (1, 34, ["player 2"]),
        (3, 54, ["player 1"]),
    ]
    assert [deal["round"] for deal in sheet["deals"]] == [1, 2, 3, 3, 3]
    assert sheet["totals"] == {"player 1": 86, "player 2": 0, "player 3": 0}
    shared = [(turned, row) for row in ("F:35 M:35 D:0", "F:35 M:0 D:35")]
    assert output("score", "-", text=three("manille-3+match", *shared)).endswith(
        "Round 1: player 1 and player 2 share the win with 36 each.\n"
        "Deal 3 (round 2): player 2 deals, player 3 is forehand.\n"
    )


def test_a_sheet_of_shares() -> None:
    text = three("dix-sept-3+au-coup", ('[Turned "SA"]', "F:7 M:30 D:33"))
    assert "-10    -10      30  +4.48  +4.48      33  +5.52  +5.52" in output(
        "score", "-", text=text
    )
    points = json_of("score", "-", text=text)["deals"][0]["points"]
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


def test_what_follows_from_a_record() -> None:
    (deal,) = parse_deals(WHOLE)
    assert (deal.declarer, deal.bid) == (M, "30")
    assert deal.hands_played()[M] == parse_hands("... K.KJT9.JT9.JT ...")[M]
    row = json_of("score", "-", text=WHOLE)["deals"][0]
    assert (row["bid"], row["taken"]["player 2"], row["points"]["player 2"]) == ("30", 35, 30)
    assert "Surprise  ♣T ♦J" in output("show", "-", text=whole(Discard=None, Contract=None))


def test_what_is_put_away_counts_for_the_declarer_of_a_play() -> None:
    code = "encheres-petite+talon-declarer"
    (deal,) = parse_deals(whole(Variant=f'"{code}"', Result=None))
    way, play = [deal.position()], list[int]()
    while way[-1].tricks:
        play.append(way[-1].legal()[0])
        way.append(way[-1].play(play[-1]))
    game = record_deal(Game(get_variant(code)), replace(deal, leader=M, play=play))
    won = won_in(way)
    assert game.deals[0].taken == (won[F], won[M] + 1, won[D])  # the jack


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"Auction": '"20 20"'}, "line 4: middlehand may not bid 20: 20 stands, it must bid"),
        ({"Auction": '"20 x"'}, "line 4, column 14: 'x' is no bid"),
        ({"Auction": '"20"', "Declarer": '"F"'}, "the auction does not come to a declarer"),
        ({"Auction": '"20"'}, "no bid stands after the auction recorded: it is not over"),
        ({"Bid": '"35"'}, "the auction ends with 30"),
        ({"Declarer": '"F"'}, "the auction makes middlehand declare"),
        ({"Auction": None}, "encheres-petite needs a declarer"),
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


@pytest.mark.parametrize(
    "code",
    [
        code
        for code, game in VARIANTS.items()
        if game.players == 3 and not game.exchange.order(Seat.FOREHAND)
    ],
)
def test_where_nobody_exchanges_that_is_the_reason(code: str, root: Path) -> None:
    reason = f"nobody exchanges cards with the table in {code}"
    path = root / "data" / "sample_deals" / f"{code}.manni"
    assert error("exchange", path, "--deal", "1").endswith(f": deal 1: {reason}")
    with pytest.raises(RuleError, match=reason):
        ExchangeObservation.of("...", code, "S", "F")


def test_errors_are_of_the_library() -> None:
    with pytest.raises(DealError, match="nobody bids in basic"):
        Deal(parse_hands("... ... ..."), variant="basic", bid="20")
    with pytest.raises(RuleError, match="no numbers are bid in envers-3"):
        Game(VARIANTS["envers-3"]).bidding()
    with pytest.raises(RuleError, match="numbers are bid in encheres-sans"):
        Game(SANS).auction()
