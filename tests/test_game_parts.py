"""The parts of games that no game here has, in one that strains them: targets by seat, a leader
who is not the declarer, a list that is never used up, cards given between the players."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import ClassVar

import numpy as np
import pytest
from commands import error, manni, output
from games import SMALL, after, random_deal, random_game, record

from solver import reference
from solver.advice.bids import advise_bids
from solver.advice.contract import advise_contract
from solver.advice.contracts_left import set_value
from solver.advice.view import view
from solver.cards import FULL_PACK, SEATS, Seat, card_name, card_of, cards_in, hand_of, triple
from solver.deal import Deal, hands_played
from solver.dealing import random_deals
from solver.errors import DealError, NotationError, RuleError
from solver.exchange.before import check_declarer
from solver.exchange.surprise import TakenUp, best_put_away
from solver.files.dealfile import format_deals, iter_entries
from solver.frames.columns import HANDS as HAND_COLUMNS
from solver.frames.columns import question_in
from solver.notation import format_hand, parse_hand, parse_hands
from solver.report.sheet import sheet_text
from solver.report.variants import GAME, variant_text
from solver.rules import registry
from solver.rules.auction import (
    PASS,
    Call,
    Left,
    Legal,
    Slot,
    Steps,
    any_contract,
    each_once,
)
from solver.rules.bidding import Bid
from solver.rules.contract import Contract
from solver.rules.declaring import (
    Agreed,
    Auctioned,
    CutCard,
    DeclarerLeads,
    Declaring,
    Leading,
    Named,
    NamedOrClaimed,
    Rotation,
    SeatLeads,
    TurnedCard,
)
from solver.rules.exchange import DeclarerOnly, ExchangeRule, InTurn, NoExchange, PickUp
from solver.rules.game import Game
from solver.rules.marking import Marking, Marks, Taken
from solver.rules.points import targets
from solver.rules.registry import FAMILIES, VARIANTS, get_variant
from solver.rules.score import Score
from solver.rules.scoring import AfterDeals, AllMark, Scoring, SeatTargets, Targets
from solver.rules.shuffle import generator
from solver.rules.variant import MANNI, Option, Variant
from solver.scoresheet import play_entries, record_deal
from solver.table.game import check_table
from solver.values.batch import question_of

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
TRUMPS = (S, H, DI, C)
HANDS = "F:AK.Q.7. QJ.A.8. T9.K..3"
OURS = {variant.code for variant in (*FAMILIES["manni"], *FAMILIES["manille"])}


@dataclass(frozen=True)
class UntilTaken(AllMark):
    """Over when a player has taken so many tricks in one deal."""

    names_loser: ClassVar[bool] = False
    tricks: int

    def over(self, score: Score) -> bool:
        return bool(self.winners(score))

    def winners(self, score: Score) -> tuple[int, ...]:
        return tuple(player for player, own in enumerate(score.taken[-1]) if own >= self.tricks)

    def __str__(self) -> str:
        return f"until a player takes {self.tricks} tricks in a deal"


STRAINED = Variant(
    code="strained",
    name="8-5-3",
    packets=4 * tuple((seat, 4) for seat in Seat) + ((MANNI, 4),),
    pile="kitty",
    contracts=TRUMPS,
    declaring=Named(each_once(TRUMPS), once=False, opens=D),
    leads=SeatLeads(F),
    exchange=PickUp(),
    scoring=Scoring(SeatTargets(forehand=5, middlehand=3, dealer=8)),
    ending=UntilTaken(12),
)
DRAWN = replace(STRAINED, exchange=DeclarerOnly(4))


@dataclass(frozen=True)
class EachTrick(Marking):
    """A trick costs a point."""

    signed: ClassVar[bool] = True

    def marks(self, taken: Taken) -> Marks:
        return triple(-own for own in taken.points)

    def __str__(self) -> str:
        return "each trick -1"


COURTS = hand_of(card_of(suit, rank) for suit in range(4) for rank in (10, 11, 12))
TRICKS = Variant(
    code="tricks",
    name="Tricks",
    pack=COURTS,
    packets=tuple((seat, 4) for seat in Seat),
    contracts=(NULLO,),
    declaring=Rotation((NULLO,)),
    exchange=NoExchange(),
    scoring=EachTrick(),
    ending=AfterDeals(2),
)
"""Tricks without targets, and nothing on the table."""


def higher(left: Left, standing: Call | None) -> Legal:
    assert standing is not None
    return (*(Call(each) for each in TRUMPS if each in left and each > standing.contract), PASS)


OVERCALLS: Steps = {(): (0, any_contract), (True,): (1, higher)}
HAND = parse_hand("QJ983.QJ9.AK753.A74")


@dataclass(frozen=True)
class OthersFirst:
    """Those after the declarer exchange before him: none or two cards, then what he likes."""

    all_or_nothing: ClassVar[bool] = False
    picks_up: ClassVar[bool] = False

    def order(self, declarer: Seat | None) -> tuple[Seat, ...]:
        return () if declarer is None else tuple(Seat((declarer + n) % SEATS) for n in (1, 2, 3))

    def sizes(self, seat: Seat, taken: int, hand: int, manni: int) -> Sequence[int]:
        return [size for size in (0, 2) if taken + size <= manni]

    def words(self, pile: str) -> str:
        return f"those after the declarer first, two cards from the {pile}"


NEIGHBOURS = replace(
    DRAWN,
    code="neighbours",
    packets=(*((seat, 14) for seat in Seat), (MANNI, 10)),
    declaring=Named(each_once(TRUMPS), OVERCALLS),
    exchange=OthersFirst(),
    scoring=Scoring(SeatTargets(forehand=5, middlehand=5, dealer=4)),
)
"""Who draws first depends on who declares."""


def test_it_says_what_it_is() -> None:
    lines = str(variant_text(STRAINED)).splitlines()
    assert "contract  named by the dealer, who declares: S H D C" in lines
    assert "exchange  the declarer takes up the kitty and puts as many cards away, unseen" in lines
    assert "leads     forehand" in lines
    assert "targets   forehand 5, middlehand 3, dealer 8" in lines
    data = GAME.json(STRAINED)
    assert (data["targets"], data["lists"]) == ({"plain": {"F": 5, "M": 3, "D": 8}}, {})
    assert pickle.loads(pickle.dumps(STRAINED)) == STRAINED


def test_the_dealer_declares_the_same_again_and_again() -> None:
    game = Game(STRAINED)
    for seat in Seat:  # the targets are the seats', whoever declares
        assert targets(STRAINED, S, declarer=seat) == (5, 3, 8)
    for _ in range(7):
        auction = game.auction()
        assert auction.to_call is D
        assert auction.call(Call(S)).declarer is D
        game = game.record(S, (6, 3, 7), D)
        assert game.left(0) == frozenset(TRUMPS)
    assert game.deals[0].points == (1, 0, -1)
    with pytest.raises(RuleError, match="forehand may not declare in strained: only dealer may"):
        check_declarer(STRAINED, F)
    assert "declared" not in str(sheet_text(game))


def test_lines_are_named_as_the_game_names_them(registered: Callable[..., str]) -> None:
    slots = (Slot("Suits", (S, H)), Slot("minor", (DI, C)))
    code = registered(replace(DRAWN, declaring=Named(slots, opens=D)))
    asked = ["advise", "call", "--variant", code, "--hand", format_hand(HAND), "--deal-only"]
    asked += ["--worlds", "2", "--json", "--left"]
    calls = json.loads(output(*asked, "SUITS"))["calls"]
    assert {each["call"] for each in calls} == {"S", "H"}
    assert error(*asked, "spades").startswith("dealer cannot have spades left: ")
    assert error(*asked, "suits,Suits") == "dealer: Suits is given twice"


def test_a_list_that_is_used_up_passes_on_to_nobody_else() -> None:
    once = replace(DRAWN, declaring=Named(each_once((S, H)), opens=D))
    game = Game(once)
    for contract in (S, S, S, H, H, H):
        game = game.record(contract, (5, 3, 8), D)
    with pytest.raises(RuleError, match="every player has declared every contract"):
        game.auction()


def test_a_game_of_it_ends() -> None:
    game, deals = random_game(STRAINED, np.random.default_rng(1))
    assert len(deals) == len(game.deals)
    taken = game.deals[-1].taken
    assert max(taken) >= 12
    assert game.winners == (taken.index(max(taken)),)


ONCE = replace(DRAWN, declaring=Named(each_once(TRUMPS), opens=D))
NOBODY = replace(STRAINED, exchange=NoExchange())
PETITE = replace(VARIANTS["encheres-petite"], options={})
BIDDER = parse_hand("AJ.TA.Q87.AQ9")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: advise_contract(HAND, STRAINED, worlds=2),
         "the kitty is seen before a card is put away in strained"),
        (lambda: set_value(ONCE, frozenset("SH")),
         r"left are stored for strained: leave them out \(--deal"),
        (lambda: advise_bids(BIDDER, replace(PETITE, exchange=DeclarerOnly(2)), worlds=2),
         "only where the declarer takes up what lies on the table"),
        (lambda: advise_bids(BIDDER, replace(PETITE, leads=SeatLeads(M)), worlds=2),
         "only where who leads goes by who declares, not in encheres-petite"),
        (lambda: view(HAND, NOBODY, S), "nobody exchanges cards with the table in strained"),
        (lambda: check_table(replace(STRAINED, declaring=Agreed())),
         "nobody names a contract in strained"),
        (lambda: check_table(replace(STRAINED, declaring=Auctioned((Bid("5", 5),)))),
         "the computer bids numbers only where cards have points, not in strained"),
        (lambda: check_table(replace(STRAINED, rules=VARIANTS["envers-3"].rules)),
         "the computer calls contracts only where tricks are counted"),
    ],
)  # fmt: skip
def test_what_advice_and_table_do_not_know_is_said(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        ask()


def test_there_is_advice_where_the_cards_are_drawn() -> None:
    assert advise_contract(HAND, DRAWN, worlds=2).seat is D
    assert advise_contract(HAND, ONCE, worlds=2, deal_only=True).seat is D


@pytest.mark.parametrize("seed", range(4))
def test_what_is_best_put_away_where_tricks_are_counted(seed: int) -> None:
    """Against every choice there is, by the plain search."""
    small = replace(STRAINED, pack=COURTS, packets=(*((seat, 3) for seat in Seat), (MANNI, 3)))
    dealing = small.deal(generator(seed))
    taken = TakenUp(small, dealing.hands, dealing.manni, D, None)
    for put in best_put_away(taken).best:
        worth = {
            hand_of(away): reference.guarantees(taken.position(put.contract, hand_of(away)))[D]
            for away in combinations(cards_in(taken.held), 3)
        }
        assert put.points == worth[hand_of(put.cards)] == max(worth.values())


def test_the_search_for_points_refuses_cards_it_does_not_know() -> None:
    from solver.rules.manille import MANILLE

    wide = replace(STRAINED, rules=MANILLE)
    dealing = wide.deal(generator(1))
    taken = TakenUp(wide, dealing.hands, dealing.manni, D, None)
    with pytest.raises(RuleError, match="knows the 8 highest cards of a suit"):
        best_put_away(taken)


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (Agreed(), "as the players agree: S NT"),
        (Rotation((H, S)), "in turn H S"),
        (Rotation((NT,)), "always NT"),
        (CutCard((("23", NULLO), ("45", None))), "by the card cut: 2 to 3 NULLO, 4 to 5 its suit"),
        (TurnedCard(), "the suit of the dealer's last card, turned up, is trump"),
        (Named(each_once((S,))), "named by forehand, who declares"),
        (Named(each_once((S,)), opens=M, once=False), "named by middlehand, who declares: S NT"),
        (Auctioned(()), "the last to bid declares and names it: S NT"),
        (NamedOrClaimed(()), "named by forehand"),
    ],
)  # fmt: skip
def test_where_a_contract_comes_from(way: Declaring, words: str) -> None:
    assert way.words((S, NT)) == words
    assert pickle.loads(pickle.dumps(way)) == way
    assert way != Named(each_once((H,)))


def test_targets_in_words() -> None:
    scoring = Scoring(Targets(8, 4), nullo=Targets(4, 6))
    words = scoring.words(True, True)["targets"]
    assert words == "declarer 8, others 4; in NULLO declarer 4, others 6"
    assert Scoring(Targets(4, 4)).words(False, False)["targets"] == "4 each"


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Add a game to those that the command line knows, and return its code."""

    def add(variant: Variant) -> str:
        monkeypatch.setitem(registry.VARIANTS, variant.code, variant)
        registry._variant.cache_clear()
        return variant.code

    yield add
    registry._variant.cache_clear()


@pytest.mark.parametrize(
    ("leads", "declarer", "leader"),
    [
        (SeatLeads(F), D, F),
        (SeatLeads(M), None, M),
        (DeclarerLeads(), D, D),
        (DeclarerLeads(1), D, F),
        (DeclarerLeads(1), None, F),
    ],
)
def test_who_leads_hands_without_a_record_is_said_by_the_game(
    registered: Callable[..., str], leads: Leading, declarer: Seat | None, leader: Seat
) -> None:
    code = registered(replace(STRAINED, leads=leads))
    assert VARIANTS[code].leader(declarer) is leader
    named = None if declarer is None else declarer.letter
    given = () if named is None else ("--declarer", named)
    shown = output("show", "--hands", HANDS, "--variant", code, "--contract", "S", *given)
    assert f"{leader.word.capitalize()} to lead" in shown
    record = {"hands": HANDS, "contract": "S", "variant": code}
    record |= {} if named is None else {"declarer": named}
    assert question_of(record).position.leader is leader
    assert question_of({**record, "leader": "D"}).position.leader is D
    hands = dict(zip(HAND_COLUMNS, parse_hands(HANDS), strict=True))
    row = {**hands, "contract": "S", "variant": code, "declarer": named, "leader": None}
    rows = [row, {**row, "variant": None}, {**row, "leader": "D"}]
    leaders = [question_in(row).position.leader for row in rows]
    assert leaders == [leader, F if declarer is None else declarer, D]


def test_where_nobody_exchanges_that_is_what_is_said(registered: Callable[..., str]) -> None:
    code = registered(TRICKS)
    deal = next(random_deals(TRICKS, 1))
    says = f"nobody exchanges cards with the table in {code}"
    asked = ("--variant", code, "--seat", "F", "--contract", "NULLO")
    assert error("advise", "exchange", "--hand", format_hand(deal.hands[F]), *asked) == says
    told = error("exchange", "-", "--contract", "NULLO", text=format_deals([deal]))
    assert told.endswith(f": {says}")
    assert "Your card" in manni("play", "--seed", "3", "--variant", code, text="quit\n").stderr


def test_seats_draw_in_the_order_of_the_exchange(registered: Callable[..., str]) -> None:
    registered(NEIGHBOURS)
    rng = np.random.default_rng(3)
    game, records, in_another_order = Game(NEIGHBOURS), [], 0
    for _ in range(8):
        deal = random_deal(game, rng)
        records.append(record(game, deal))
        assert hands_played(records[-1]) == deal.exchange.hands
        nobody = replace(records[-1], declarer=None, play=())
        assert deal.declarer is not None
        assert hands_played(nobody, deal.declarer) == deal.exchange.hands
        in_another_order += hands_played(replace(nobody, variant=None)) != deal.exchange.hands
        game = after(game, deal)
    assert in_another_order
    assert play_entries(iter_entries(format_deals(records))) == game


def test_who_draws_first_is_asked_where_it_depends_on_the_declarer(
    registered: Callable[..., str],
) -> None:
    registered(NEIGHBOURS)
    dealt = next(random_deals(NEIGHBOURS, 1))
    first = [tuple(cards_in(hand))[:2] for hand in dealt.hands]
    deal = replace(dealt, contract=S, discards=(first[F], first[M], None))
    # Middlehand draws before forehand, who declares, and after him where it declares itself.
    assert hands_played(deal, F)[M] >> deal.manni[0] & 1
    assert hands_played(deal, M)[F] >> deal.manni[0] & 1
    assert hands_played(replace(deal, declarer=F), M) == hands_played(deal, F)
    message = "who draws first depends on the declarer: none is recorded"
    with pytest.raises(DealError, match=message):
        hands_played(deal)
    assert error("table", "-", text=format_deals([deal])).endswith(f": {message}")
    only = replace(NEIGHBOURS, code="only", declaring=Named(each_once(TRUMPS)))
    registered(only)  # forehand alone may declare in it
    assert hands_played(replace(deal, variant="only")) == hands_played(deal, F)


def test_what_is_drawn_is_called_as_in_the_game(registered: Callable[..., str]) -> None:
    registered(DRAWN)
    dealt = next(random_deals(DRAWN, 1))
    deal = replace(dealt, declarer=D, discards=(None, None, tuple(cards_in(dealt.hands[D]))[:5]))
    with pytest.raises(DealError, match="dealer draws 5 from the kitty: only 4 of its cards"):
        hands_played(deal)


@pytest.mark.parametrize("strength", ["thumb", "fair"])
def test_a_game_of_tricks_that_are_marked_is_played_to_its_end(
    registered: Callable[..., str], strength: str
) -> None:
    code = registered(TRICKS)
    cards = "\n".join(map(card_name, cards_in(FULL_PACK)))
    asking = f"?\n{cards}\n" * 2 * TRICKS.tricks
    played = manni(
        "play", "--game", "--seed", "4", "--variant", code, "--strength", strength, text=asking
    )
    assert (played.exit_code, played.stdout.count("[Result ")) == (0, 2)
    none = f"there is no advice on the play in {code}: tricks are not counted against targets"
    begin = f"The computer plays by the rule of thumb: {none}."
    assert played.stderr.count(begin) == 1
    assert "? for advice): By rule of thumb: " in played.stderr
    for taken in re.findall(r'Result "F:(.) M:(.) D:(.)"', played.stdout):
        marked = ", ".join(
            f"{seat.word} {-int(tricks)}" for seat, tricks in zip(Seat, taken, strict=True)
        )
        assert f"Marked: {marked}." in played.stderr
    hand = format_hand(next(random_deals(TRICKS, 1)).hands[F])
    asked = ("--variant", code, "--hand", hand, "--seat", "F", "--contract", "NULLO")
    assert error("advise", "card", *asked) == none


def test_who_declared_is_taken_as_read_where_nobody_else_can_have(
    registered: Callable[..., str],
) -> None:
    registered(STRAINED)
    deal = Deal((0, 0, 0), contract=S, result=(5, 3, 8))
    assert record_deal(Game(STRAINED), deal).deals[0].declarer == D
    called = replace(STRAINED, code="called", declaring=Named(each_once(TRUMPS), OVERCALLS))
    registered(called)
    lowest, highest = min(TRUMPS), max(TRUMPS)
    named = record_deal(Game(called), replace(deal, contract=lowest))
    assert named.deals[0].declarer == F
    with pytest.raises(RuleError, match=f"forehand or middlehand can have declared {highest.name}"):
        record_deal(Game(called), replace(deal, contract=highest))
    overcalled = record_deal(Game(called), replace(deal, contract=highest, declarer=M))
    assert overcalled.deals[0].declarer == M


def test_of_two_options_one_must_not_undo_the_other(registered: Callable[..., str]) -> None:
    options = {
        "four": Option("up to four", lambda game: replace(game, exchange=DeclarerOnly(4))),
        "none": Option("no exchange", lambda game: replace(game, exchange=NoExchange())),
        "long": Option("a long game", lambda game: replace(game, ending=UntilTaken(16))),
    }
    code = registered(replace(STRAINED, options=options))
    for pair in permutations(("four", "none")):
        with pytest.raises(NotationError, match=f"{' and '.join(pair)} exclude each other"):
            get_variant(f"{code}+{'+'.join(pair)}")
    both = get_variant(f"{code}+long+four")
    assert (both.exchange, both.ending) == (DeclarerOnly(4), UntilTaken(16))
    for ours in OURS:
        for pair in permutations(VARIANTS[ours].options, 2):
            if {*pair} == {"100", "au-coup"}:  # a total, and a game that has none
                with pytest.raises(NotationError, match="exclude each other"):
                    get_variant("+".join((ours, *pair)))
                continue
            assert get_variant("+".join((ours, *pair))).pack


def test_what_is_taken_up_is_called_as_in_the_game(registered: Callable[..., str]) -> None:
    registered(STRAINED)
    dealt = next(random_deals(STRAINED, 1))
    others = tuple(cards_in(dealt.hands[F]))[:4]
    held = "which is neither in its hand nor in the kitty"
    with pytest.raises(DealError, match=held):
        replace(dealt, declarer=D, discards=(None, None, others))
    taken = TakenUp(STRAINED, dealt.hands, dealt.manni, D, None)
    with pytest.raises(RuleError, match=held):
        best_put_away(taken, recorded=(S, others))


@pytest.mark.parametrize(("exchange", "follow"), [(DeclarerOnly(1), False), (InTurn(1, 1), True)])
def test_a_review_speaks_of_later_exchanges_where_there_are_some(
    registered: Callable[..., str], exchange: ExchangeRule, follow: bool
) -> None:
    game = Game(VARIANTS[registered(replace(SMALL, exchange=exchange))])
    rng = np.random.default_rng(5)
    records = (record(game, random_deal(game, rng)) for _ in range(99))
    deal = next(each for each in records if each.discards[F] and not each.great)
    said = output("review", "-", "--exchange", text=format_deals([deal]))
    assert "Forehand put down" in said
    assert ("The best exchange is that before the later seats exchange." in said) == follow
