"""The games: packs, dealing, the cut card, exchanges, and whole games at random."""

import pickle
from itertools import islice

import numpy as np
import pytest
from games import random_game, record

from manni.solver.cards import CARDS, RANKS, Contract, Seat, cards_in, hand_of
from manni.solver.dealing import random_deals
from manni.solver.files.dealfile import format_deals
from manni.solver.files.jsonfile import format_json
from manni.solver.files.reading import entries_of
from manni.solver.notation import format_cards, format_hands
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import FAMILIES, VARIANTS, get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant
from manni.solver.scoresheet import Game, play_entries

F, M, D = Seat
MANNI = [variant.code for variant in FAMILIES["manni"]]
MANILLE = [each.code for name in ("manille", "manille_seats") for each in FAMILIES[name]]
NOT_MANILLE = [code for code in VARIANTS if code not in MANILLE]  # those: test_manille_games.py
SIXTEEN = ["trjamann", "hornafjordur-old", "laugavatn"]
HORNAFJORDUR = ["hornafjordur", "hornafjordur-io"]
TURNED = ["manille-3", "dix-sept-3", "manille-4", "decouverte"]
AUCTIONED = [code for code in VARIANTS if code.startswith("encheres")]
THIRTY = ["encheres-sans", "dix-sept-3", "envers-3"]
WITH_OPTIONS = ["trjamann+spades-other", "laugavatn+no-skip"]
MANILLE_WITH_OPTIONS = ["manille-3+match", "encheres-grande+miseres+nt+talon-declarer+realised"]


@pytest.fixture(params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Variant:
    return VARIANTS[request.param]


def test_manille_alone_goes_to_the_right(variant: Variant) -> None:
    right = variant.code in MANILLE
    rules = [variant.rules_of(contract) for contract in variant.contracts]
    assert {each.clockwise for each in rules} == {not right}
    misere = get_variant("encheres-petite+miseres").rules_of(Contract.NULLO)
    assert not misere.clockwise


# Dealing -----------------------------------------------------------------------------

# A pack in order from S2 (in basic S3) up to CA, dealt as it lies.
IN_ORDER = {
    "basic": (
        "6543.6543.6543. T987.T987.T987. AKQJ.AKQJ.AKQJ.",
        "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA",
    ),
    **dict.fromkeys(
        SIXTEEN,
        ("A5432.AK432.AKQ32.2 9876.8765.7654.6543 KQJT.QJT9.JT98.T987", "CJ CQ CK CA"),
    ),
    **dict.fromkeys(
        HORNAFJORDUR,
        (
            "876.876.876.876 JT9.JT9.JT9.JT9 AKQ.AKQ.AKQ.AKQ",
            "S2 S3 S4 S5 H2 H3 H4 H5 D2 D3 D4 D5 C2 C3 C4 C5",
        ),
    ),
    **dict.fromkeys(THIRTY, ("T98.JT9.QJT.Q KQJ.AKQ.AK.K8 A.87.987.AJT9", "")),
    "manille-3": ("987.T98.JT9.Q QJT.KQJ.AKQ.K AK.A7.87.A987", "CT CJ"),
    "encheres-petite": ("987.T98.JT9.T QJT.KQJ.AKQ.J AK.A7.87.Q987", "CK CA"),
    "encheres-grande": ("987.T98.JT9. QJT.KQJ.AKQ. AK.A7.87.987", "CT CJ CQ CK CA"),
    "manille-4": ("T987..T987. AKQJ..AKQJ. .T987..T987 .AKQJ..AKQJ", ""),
    "decouverte": ("T987.T987.T987.T987 AKQJ.AKQJ.AKQJ.AKQJ", ""),
    "encheres-5": ("987.A.87. QJT..JT9. AK.7.AKQ. .T98..987 .KQJ..QJT", "CK CA"),
    "encheres-6": ("987..T9. QJT..QJ. AK.7.AK. .T98..87 .KQJ..T9 .A.87.QJ", "CK CA"),
    "encheres-7": ("87.AK.. T9..87. QJ..T9. AK..QJ. .87.AK. .T9..87 .QJ..T9", "CJ CQ CK CA"),
}


@pytest.mark.parametrize("code", IN_ORDER)
def test_a_pack_in_order_is_dealt_in_packets(code: str) -> None:
    variant = VARIANTS[code]
    dealing = variant.deal_pack(sorted(cards_in(variant.pack)))
    assert (format_hands(dealing.hands), format_cards(dealing.manni)) == IN_ORDER[code]
    assert (variant.tricks, variant.manni) == (dealing.hands[F].bit_count(), len(dealing.manni))


def test_every_card_is_dealt_once_and_differently(variant: Variant) -> None:
    deals = list(islice(random_deals(variant, 11), 20))
    assert len({deal.hands for deal in deals}) == len(deals)
    for deal in deals:
        piles = [*map(cards_in, deal.hands), deal.manni]
        assert sorted(card for pile in piles for card in pile) == sorted(cards_in(variant.pack))
        deal.check_dealt(variant)


# Contracts ---------------------------------------------------------------------------


def test_the_trump_of_basic_goes_round() -> None:
    deals = islice(random_deals(VARIANTS["basic"], 1), 6)
    assert [deal.contract.name for deal in deals if deal.contract is not None] == list("HSDCHS")


@pytest.mark.parametrize("code", HORNAFJORDUR)
def test_the_cut_card_makes_the_contract(code: str) -> None:
    for card in range(CARDS):
        rank = "23456789TJQKA"[card % RANKS]
        found = VARIANTS[code].fixed_contract(3, card)
        if rank in "6789":
            assert found is Contract(card // RANKS)
        else:
            assert found is (Contract.NULLO if rank in "2345" else Contract.NT)


@pytest.mark.parametrize("code", IN_ORDER)
def test_who_cuts_declares_and_leads(code: str) -> None:
    variant = VARIANTS[code]
    for deal in islice(random_deals(variant, 2), 10):
        if code in (*HORNAFJORDUR, *TURNED):  # the dealer's last card
            assert deal.hands[-1] >> deal.cut & 1
        else:
            assert deal.cut is None
        if code in TURNED:
            assert deal.contract is Contract(deal.cut // RANKS)
        called = code in (*SIXTEEN, *AUCTIONED, "envers-3")
        assert (deal.contract is None) is called
    assert variant.declared is (code in (*SIXTEEN, *AUCTIONED))
    first, *_, last = variant.seats
    assert variant.leader(None) is first
    if variant.declared or code == "envers-3":
        assert variant.leader(last) is (last if variant.declared else first)


def test_where_the_ace_is_low() -> None:
    low = {
        (code, contract)
        for code in (*IN_ORDER, "hornafjordur+ace-low")
        for contract in get_variant(code).contracts
        if get_variant(code).ace_low(contract)
    }
    nullo = Contract.NULLO
    assert low == {("hornafjordur-io", nullo), ("hornafjordur+ace-low", nullo)}


# Names and options -------------------------------------------------------------------


def test_variants_by_code(variant: Variant) -> None:
    assert get_variant(f" {variant.code.upper()} ") is variant
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert hash(variant) == hash(get_variant(variant.code))


# Checking a given deal ---------------------------------------------------------------


# Exchanges ---------------------------------------------------------------------------


def first(exchange: Exchange, number: int) -> tuple[int, ...]:
    """Return so many cards of the seat whose turn it is."""
    return tuple(islice(cards_in(exchange.hands[exchange.to_exchange]), number))


def exchanged(code: str, *taken: int, declarer: Seat | None = None) -> Exchange:
    """Return an exchange of the deal of seed 0 in which so many cards were exchanged in turn."""
    variant = VARIANTS[code]
    dealing = variant.deal(generator(0))
    exchange = Exchange(variant.exchange, dealing.hands, dealing.manni, declarer)
    for number in taken:
        exchange = exchange.discard(first(exchange, number))
    return exchange


@pytest.mark.parametrize(
    ("code", "taken", "declarer", "turn", "sizes"),
    [
        ("basic", [], None, F, [0, 12]),
        ("basic", [12], None, M, [0]),
        ("basic", [0, 0, 12], None, None, []),
        ("hornafjordur", [], None, F, range(8)),
        ("hornafjordur", [7, 5], None, D, range(5)),
        ("hornafjordur", [3, 2], None, D, range(12)),
        ("hornafjordur", [7, 5, 4], None, None, []),
        ("trjamann", [], F, F, range(5)),
        ("laugavatn", [4], D, None, []),
    ],
)
def test_how_many_may_be_exchanged(
    code: str, taken: list[int], declarer: Seat | None, turn: Seat | None, sizes: list[int]
) -> None:
    exchange = exchanged(code, *taken, declarer=declarer)
    assert (exchange.to_exchange, list(exchange.sizes())) == (turn, list(sizes))


def test_cards_come_from_the_top_of_the_manni() -> None:
    before, after = exchanged("hornafjordur"), exchanged("hornafjordur", 7, 5, 4)
    manni = before.manni
    assert after.manni == manni
    drawn = (manni[:7], manni[7:12], manni[12:16])
    for seat in Seat:
        gone = hand_of(after.discards[seat])
        assert after.hands[seat] == before.hands[seat] & ~gone | hand_of(drawn[seat])
    assert after.discards[F] == first(before, 7)


def test_a_swap_takes_the_whole_manni() -> None:
    before, after = exchanged("basic"), exchanged("basic", 0, 12)
    assert after.hands == (before.hands[F], hand_of(before.manni), before.hands[D])


# Whole games -------------------------------------------------------------------------


@pytest.mark.parametrize("number", [10, pytest.param(170, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", [*NOT_MANILLE, *WITH_OPTIONS])
def test_random_games(code: str, number: int) -> None:
    variant = get_variant(code)
    rng = np.random.default_rng(sum(map(ord, code)))
    for _ in range(number):
        game, deals = random_game(variant, rng)
        assert game.over
        assert game.winners
        for played, deal in zip(game.deals, deals, strict=True):
            if variant.has_targets:
                assert (sum(played.points), sum(played.taken)) == (0, variant.tricks)
            assert sorted(deal.play) == sorted(c for h in deal.exchange.hands for c in cards_in(h))
            gone = [card for cards in deal.exchange.discards for card in cards]
            assert not set(gone) & set(deal.play)
        before = Game(variant, deals=game.deals[:-1])
        assert (before.over, before.winners) == (False, ())
        if code.partition("+")[0] not in MANNI:
            continue
        assert sum(game.totals) == 0
        assert max(game.totals) == game.totals[game.winners[0]]
        if variant.declared:
            assert len(deals) == 3 * len(variant.slots)
            for player in range(3):
                assert len(game.used(player)) == len(variant.slots)
                assert not game.left(player)
        else:
            assert max(game.plus if variant.ending.plus else game.totals) >= 10


@pytest.mark.parametrize("code", [*VARIANTS, *WITH_OPTIONS, *MANILLE_WITH_OPTIONS])
def test_a_game_written_down_scores_the_same(code: str) -> None:
    variant = get_variant(code)
    game, deals = random_game(variant, np.random.default_rng(8))
    records = []
    for number, deal in enumerate(deals):
        records.append(record(Game(variant, deals=game.deals[:number]), deal))
    for text in (format_deals(records), format_json(records)):
        assert play_entries(entries_of(text)) == game
