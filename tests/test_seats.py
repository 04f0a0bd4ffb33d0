"""Games of two to seven seats: what their packets say of them, auctions, sides and score sheets."""

import pickle
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import manille_plain as plain
import numpy as np
import pytest
from games import SeatTargets, random_bids, random_contract, random_result

from manni import Solver, read_deals, review
from manni.solver import reference
from manni.solver.advice.card_policy import plain_card
from manni.solver.advice.choices import Strength
from manni.solver.advice.observation import observation_of
from manni.solver.cards import TABLES, Contract, Seat, card_name, cards_in, hand_of, seats_of
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.errors import DealError, NotationError, SolverError
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.jsonfile import deal_from_json, deal_to_json
from manni.solver.i18n import seat_word
from manni.solver.notation import format_cards
from manni.solver.piles import PilePosition
from manni.solver.position import Position
from manni.solver.puzzles.find import Wish, find
from manni.solver.reference import guarantee
from manni.solver.report.plots import plot_review
from manni.solver.report.review import played_table, review_text
from manni.solver.report.sheet import sheet_text
from manni.solver.rules.auction import Bidding, numbers, slot_per_contract
from manni.solver.rules.declaring import Named, TurnedCard
from manni.solver.rules.exchange import NO_EXCHANGE
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.scoring import Above, FirstTo, Scoring, Targets
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import MANNI, Variant, check_taken, marks, points
from manni.solver.scoresheet import Game
from manni.solver.table.advice import card_to_play

S, H = Contract.S, Contract.H
FOUR = seats_of(4)

WHIST = Variant(
    code="whist",
    name="Whist",
    packets=13 * tuple((seat, 1) for seat in FOUR),
    partners=((0, 2), (1, 3)),
    contracts=(Contract.S, Contract.H, Contract.D, Contract.C),
    declaring=TurnedCard(),
    leads=Seat.FOREHAND,
    exchange=NO_EXCHANGE,
    scoring=Above(6, turned=False),
    ending=FirstTo(5, sign=""),
)
"""A game that is not among those here, as one file of rules would have it."""


# Seats and sides -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "seats", "declarer", "sides", "declaring"),
    [
        ("manille-4", "F23D", None, "F3 2D", "F3"),
        ("manille-4", "F23D", "2", "F3 2D", "F3"),
        ("decouverte", "FD", None, "F D", ""),
        ("encheres-4", "F23D", "2", "2 F3D", "2"),
        ("encheres-7", "F23456D", "D", "D F23456", "D"),
        ("envers-5", "F234D", None, "F 2 3 4 D", ""),
        ("dix-sept-4", "F23D", "3", "3 F2D", "3"),  # who has claimed
        ("trjamann", "FMD", "F", "F M D", ""),
        ("encheres-sans", "FMD", "M", "M FD", "M"),
    ],
)
def test_seats_and_sides(
    code: str, seats: str, declarer: str | None, sides: str, declaring: str
) -> None:
    variant = get_variant(code)
    by_letter = {str(seat): seat for seat in variant.seats}
    assert "".join(by_letter) == seats
    own = None if declarer is None else by_letter[declarer]
    found = variant.sides(own)
    assert " ".join("".join(map(str, side)) for side in found) == sides
    assert variant.side_declaring(own) == {by_letter[letter] for letter in declaring}
    assert {type(seat) for side in found for seat in side} == {variant.seats}
    assert type(variant.leader(own)) is variant.seats
    assert pickle.loads(pickle.dumps(variant)) == variant


def test_a_pile_is_a_packet_and_its_last_card_lies_on_top() -> None:
    """« La trente-deuxième ou dernière carte du dernier paquet » is the trump."""
    variant = VARIANTS["decouverte"]
    dealing = variant.deal_pack([*cards_in(variant.pack)])
    assert [[*map(format_cards, own)] for own in dealing.piles] == [
        ["SJ SQ SK SA", "HJ HQ HK HA", "DJ DQ DK DA", "CJ CQ CK CA"],
        ["S7 S8 S9 ST", "H7 H8 H9 HT", "D7 D8 D9 DT", "C7 C8 C9 CT"],
    ]
    assert dealing.cut == dealing.piles[1][3][0]
    for hand, piles in zip(dealing.hands, dealing.piles, strict=True):
        assert hand == hand_of(card for pile in piles for card in pile)


# Auctions --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", TABLES)
def test_everybody_bids_in_turn_until_all_but_one_have_passed(players: int) -> None:
    """Another reckoning of whose turn it is: round and round, who has passed left out."""
    rng, ladder = Random(players), numbers(1, 40)
    for _ in range(40):
        state, seat, left, stands = Bidding(ladder, players=players), 0, {*range(players)}, None
        while len(left) > (stands is not None):
            while seat not in left:
                seat = (seat + 1) % players
            assert state.to_call is seats_of(players)(seat)
            lowest = 0 if stands is None else stands.worth
            assert state.legal() == (*ladder[lowest:], None)
            bid = rng.choice((*ladder[lowest : lowest + 4], None))
            state = state.call(bid)
            if bid is None:
                left.remove(seat)
            else:
                stands, declarer = bid, seat
            seat = (seat + 1) % players
        assert (state.to_call, state.standing) == (None, stands)
        assert state.declarer == (None if stands is None else declarer)
        assert Bidding.of(ladder, state.bid_names, players) == state


# Score sheets ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        *("manille-3+match", "manille-4", "manille-4+match", "manille-4+muette+match"),
        *("decouverte", "encheres-4", "encheres-5+miseres", "encheres-6", "encheres-7+nt+realised"),
        *("envers-4", "envers-5", "dix-sept-4", "dix-sept-4+150"),
    ],
)
def test_score_sheets(code: str) -> None:
    variant, rng = get_variant(code), np.random.default_rng(sum(map(ord, code)))
    for _ in range(20):
        game, rows = Game(variant), []
        while not game.over:
            _, bid, declarer = random_bids(variant, rng)
            contract = random_contract(variant, bid, rng)
            cut = variant.deal(rng).cut
            contract = variant.fixed_contract(game.number, cut) or contract
            taken = random_result(variant, contract, rng)
            name, turned = bid and bid.name, None if cut is None else card_name(cut)
            by_seat = plain.marks(code, taken, declarer, name, turned)
            rows.append([by_seat[game.seat(player)] for player in range(game.players)])
            game = game.record(contract, taken, declarer, cut=cut, bid=name)
        assert ([*game.totals], [*game.winners]) == plain.sheet(code, rows)
        assert [deal.dealer for deal in game.deals] == [
            (number - 1) % variant.players for number in range(len(rows))
        ]


def test_partners_have_a_score_together() -> None:
    game = Game(VARIANTS["manille-4"], names=("Ann", "Bob", "Cy", "Dee"))
    game = game.record(S, (40, 10, 5, 13), cut=0)  # the two of spades is worth nothing
    assert (game.totals, game.sides) == ((11, 0, 11, 0), ((0, 2), (1, 3)))
    game = game.record(S, (0, 34, 4, 30), cut=8)  # the ten is, to the dealer and his partner
    assert game.totals == (11 + 30 + 5, 0, 11 + 30 + 5, 0)
    text = str(sheet_text(game))
    assert "Ann and Cy" in text
    assert text.endswith("Ann and Cy have won with 46.")


# What cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_game_deals_its_pack_in_hands_alike(variant: Variant) -> None:
    dealt = Counter()
    for receiver, number in variant.packets:
        dealt[receiver] += number
    lies = dealt.pop(MANNI, 0)
    assert sorted(dealt) == list(variant.seats)
    assert {*dealt.values()} == {(variant.pack.bit_count() - lies) // variant.players}
    assert variant.partners in ((), ((0, 2), (1, 3)))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_numbers_of_every_game_add_up(variant: Variant) -> None:
    scoring, sides = variant.scoring, variant.sides()
    least = min(variant.value_range((), contract)[0] for contract in variant.contracts)
    if isinstance(scoring, Scoring):
        for targets in filter(None, (scoring.plain, scoring.nullo, scoring.great)):
            tricks = targets.by_seat(sides[0] if variant.declared else (), variant.seats)
            assert sum(tricks[side[0]] for side in sides) == least
        for bonus in scoring.bonuses:
            assert bonus.declarer + (variant.players - 1) * bonus.others == 0
    elif scoring.signed:  # else nobody would pay nothing
        assert len(sides) * (scoring.points_wanted or 0) <= least


def test_what_belongs_to_another_table_is_refused() -> None:
    four, three = VARIANTS["encheres-4"], VARIANTS["encheres-sans"]
    taken, leads = (20, 20, 20, 8), replace(WHIST, leads=Seat.MIDDLEHAND)
    for ask, message in (
        (lambda: marks(four, S, taken, Seat.MIDDLEHAND, "20"), "middlehand is no seat of encheres"),
        (lambda: marks(three, S, taken[1:], FOUR.SEAT_2, "20"), "seat 2 is no seat of encheres-sa"),
        (lambda: marks(four, S, taken, None, "20"), "a declarer: forehand, seat 2, seat 3 or deal"),
        (lambda: check_taken(four, S, taken[1:]), "points of 3 seats: encheres-4 is for 4"),
        (lambda: Deal((1, 2, 4)).check_dealt(four), "3 hands: encheres-4 is dealt to 4"),
        (lambda: Game(four, names=("Ann", "Bob", "Cy")), "3 names: expected 4, in playing order"),
        (lambda: leads.leader(None), "middlehand is no seat of whist"),
    ):
        with pytest.raises(SolverError, match=message):
            ask()


def test_hands_in_piles_have_no_position_without_them() -> None:
    deal = Deal("7... 8...", "decouverte", contract="S", leader="F")
    with pytest.raises(DealError, match="the hands of decouverte lie in piles: none are recorded"):
        deal.position()
    whole = replace(deal, piles="S7,,, / S8,,,")
    assert whole.position() == PilePosition("S7,,, / S8,,,", "S")
    as_json = deal_to_json(whole)
    assert as_json["piles"] == {"F": [["S7"], [], [], []], "D": [["S8"], [], [], []]}
    assert deal_from_json(as_json) == whole == deal_from_json(as_json | {"piles": "S7,,, / S8,,,"})
    assert repr(whole).endswith("piles='F:S7, -, -, - / D:S8, -, -, -')")


def test_a_deal_of_four_is_read_as_it_is_written() -> None:
    text = (
        '[Variant "encheres-4+miseres"]\n[Deal "F:A...7 K..T. .A.K. .T.A."]\n'
        '[Auction "10 pass 11 pass pass"]\n[Bid "11"]\n[Contract "S"]\n[Declarer "3"]\n'
        '[Leader "3"]\n[Play "3"]\nDK DA C7 DT\n[Goal "3 5+"]\n'
    )
    (deal,) = parse_deals(text)
    assert format_deals([deal]) == text
    assert deal_from_json(deal_to_json(deal)) == deal
    assert (deal.declarer, deal.goal and deal.goal.seat) == (FOUR.SEAT_3, FOUR.SEAT_3)
    assert deal.standing().won == (0, 13, 0, 0)
    assert (deal.position().to_play, deal.position().declarers) == (FOUR.SEAT_2, {FOUR.SEAT_3})
    with pytest.raises(NotationError, match="'M' is no seat"):
        deal.position(leader="M")
    assert deal.position(leader="2", after=0).leader is FOUR.SEAT_2


# Another game ----------------------------------------------------------------------------


def test_a_game_that_is_not_here_is_dealt_solved_and_scored() -> None:
    dealing = WHIST.deal(generator(1))
    assert {hand.bit_count() for hand in dealing.hands} == {13}
    trump = WHIST.fixed_contract(1, dealing.cut)
    rules = WHIST.rules_of(trump)
    assert (rules.unit, rules.partners) == ("tricks", True)
    engine = Engine(1)
    for size in (2, 3):
        hands = [hand_of([*cards_in(hand)][::4][:size]) for hand in dealing.hands]
        position = Position(hands, trump, "F", rules=rules, declarers=WHIST.side_declaring())
        for seat in position.seats:
            assert engine.value(position, seat) == guarantee(position, seat)
        assert engine.value(position, 0) == engine.value(position, 2)
    game = Game(WHIST).record(S, (4, 3, 4, 2), cut=0)
    assert (game.totals, game.over) == ((2, 0, 2, 0), False)
    game = game.record(H, (1, 5, 2, 5), cut=13)  # by seat: players 0 and 2 are now 2 and D
    assert (game.totals, game.winners) == ((6, 0, 6, 0), (0, 2))


def test_targets_and_lists_of_four() -> None:
    scoring = Scoring(Targets(8, 5))
    named = Named(slot_per_contract(WHIST.contracts))
    named = replace(WHIST, declaring=named, scoring=scoring)
    assert named.opener is FOUR.FOREHAND
    assert points(named, S, False, FOUR.DEALER, (3, 4, 1, 5)) == (-1, 1, -1, 1)
    each = replace(WHIST, partners=(), scoring=Scoring(SeatTargets((4, 3, 3, 3))))
    assert points(each, S, False, None, (3, 4, 1, 5)) == (-1, 1, -2, 2)


@pytest.mark.parametrize("code", ["manille-4", "encheres-5", "envers-4", "dix-sept-4"])
def test_a_game_of_more_has_puzzles(code: str) -> None:
    wish = Wish((H,), (3,), variant=get_variant(code), strict=False)
    found = next(filter(None, find(wish, 3, Solver(16))))
    puzzle, plain = found.puzzle, Plain()
    assert found.deal().position() == puzzle.position
    kept, lost_cards = puzzle.goal.partition(plain, puzzle.position)
    assert (kept[0][:1], len(kept), len(lost_cards) > 0) == (puzzle.keys, 1, True)


@pytest.mark.parametrize(
    ("code", "declarer", "said"),
    [
        (
            "manille-4",
            "D",
            "general is claimed: it could not be made|Anna and Dóra get|2:8 D:8"
            "|with ♦7, Anna and Dóra against the others:|by both partners",
        ),
        ("encheres-5", "4", "24 is bid:|loses it|Einar against the others:|by all partners"),
        ("decouverte", None, "Anna against the other:|guarantee − lost + got"),
        ("envers-4", None, "guarantee + lost − got"),
        ("dix-sept-4", None, "with ♣T, Dóra against the others:"),
    ],
)
def test_a_review_is_of_those_who_play_together(
    code: str, declarer: str | None, said: str, root: Path
) -> None:
    deal = played_at_random(root, code)
    if code == "manille-4":
        deal = deal.but(bid="general", declarer=FOUR.DEALER)
    found = review(deal)
    assert found.goal is None if declarer is None else str(found.goal.seat) == declarer
    assert found.bid_makes(found.sure) is (None if declarer is None else False)
    start, won = found.start, deal.standing(after=len(deal.play)).won
    for seat in start.seats:
        side = start.side(seat)
        change = start.sign * (found.got(seat) - sum(map(found.lost, side)))
        taken = sum(won[each] for each in side)
        assert found.sure[seat] == taken == found.guarantee[seat] + change
        assert found.targets is None or len({found.targets[each] for each in side}) == 1
        assert found.guarantee[seat] == Engine(16).value(start, seat)
    text = " ".join(str(review_text(found)).split())
    for each in said.split("|"):
        assert each in text
    table = played_table(found)
    names = [column.name for column in table.columns]
    assert {len(row) for row in table.rows} == {len(names)}
    assert [name for name in names if "gave" in (name or "")] == [f"gave_{s}" for s in start.seats]
    picture = plot_review(found, "svg", "").decode()
    assert all(picture.count(str(seat_word(seat))) for seat in found.start.seats)


def played_at_random(root: Path, code: str) -> Deal:
    """Return a sample deal of a game with any cards played."""
    (deal, *_), rng = read_deals(root / f"data/sample_games/{code}.manni"), Random(3)
    position, play = deal.but(play=()).position(after=0), []
    while position.tricks:
        play.append(rng.choice(position.legal()))
        position = position.play(play[-1])
    return deal.but(play=tuple(play), result=None)


def test_where_all_hands_are_told_a_card_is_as_far_behind_as_it_costs(root: Path) -> None:
    found = review(played_at_random(root, "manille-4"), seen=2)
    assert len(found.costly) > 5
    for played in found.costly:
        assert (played.seen.worlds, played.seen.behind) == (1, played.loss)
        assert played.seen.best in played.kept
    assert "exact (a mistake from 1.7 on):" in " ".join(str(review_text(found)).split())


def test_where_all_hands_are_told_the_weaker_play_by_their_rule(root: Path) -> None:
    deal, better = played_at_random(root, "manille-4"), 0
    for number in range(len(deal.play)):
        before = deal.but(play=deal.play[:number])
        seen = observation_of(before, before.position().to_play)
        card = card_to_play(seen, Strength.THUMB)
        assert card == plain_card(seen)
        better += card_to_play(seen, Strength.FAIR) != card
    assert better


class Plain:
    """The plain search, asked about a goal."""

    def reaches(self, position: Position, seat: int, tricks: int, *, run: object = None) -> bool:
        return reference.guarantee(position, seat) >= tricks
