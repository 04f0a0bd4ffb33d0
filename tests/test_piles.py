"""Open piles: what may be played of them, and their value against a plain search."""

import json
import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, permutations
from math import factorial
from random import Random

import pytest
from commands import output
from positions import SHORT_PACK, observed

from manni.solver import reference
from manni.solver._piles import PileSearch
from manni.solver.advice.bids import advise_claim
from manni.solver.advice.card_policy import rule_of_thumb
from manni.solver.advice.choices import Belief, Strength
from manni.solver.advice.hand_model import takes_all
from manni.solver.advice.observation import observation_of
from manni.solver.advice.play import advise_play
from manni.solver.advice.worlds import Worlds, position_maker
from manni.solver.cards import Contract, Seat, card_name, cards_in, hand_of, seats_of
from manni.solver.deal import Deal
from manni.solver.dealing import random_deals
from manni.solver.engine import Engine
from manni.solver.errors import IllegalPlayError, SolverError
from manni.solver.notation import format_cards, parse_cards
from manni.solver.piles import (
    PilePosition,
    format_piles,
    known_in,
    parse_piles,
    parse_seen_piles,
    piles_left,
    seen_piles,
)
from manni.solver.position import Position, won_in
from manni.solver.rules.games.manille import ENVERS, MANILLE
from manni.solver.rules.games.manille_seats import DECOUVERTE
from manni.solver.rules.trick import NO_DUTY
from manni.solver.table.commentary import (
    deal_lines,
    describe_event,
    describe_question,
    open_lines,
)
from manni.solver.table.deal import DealTable
from manni.solver.table.game import deal_course
from manni.solver.table.settings import Settings
from manni.solver.table.sight import GameView
from manni.solver.table.steps import Asks, AsksCard, ComputerTurn
from manni.solver.values.solve import solve

FOREHAND, DEALER = seats_of(2)
WHOLE = (
    (
        "DQ HJ SQ DT, H7 CQ H8 S8, SK SA C8 D8, S9 CK C9 CA /"
        "DA HA HK S7, SJ C7 CT D9, H9 HQ CJ DJ, HT DK ST D7",
        "H",
        18,
    ),
    (
        "CQ C9 ST CT, S8 S9 HA SA, CK D9 DK C7, DT HK CJ H9 /"
        "H8 H7 CA HT, C8 DA SJ DQ, S7 SQ HQ SK, DJ HJ D7 D8",
        "D",
        54,
    ),
    (
        "HA C9 HJ D7, C8 H8 ST DT, C7 CQ D9 D8, HQ DQ S8 DJ /"
        "SQ CT DK HT, SK CK H9 S9, CA CJ H7 DA, S7 HK SA SJ",
        "S",
        19,
    ),
)
"""Deals, their trumps and what forehand, who leads, is sure of, by another program."""


def plain_values(position: PilePosition, known: dict[Position, int]) -> int:
    """Return what forehand gets, by playing out everything that may come of a position."""
    if position not in known:
        values = []
        for card in position.legal():
            after = position.play(card)
            values.append(after.gain(FOREHAND) + plain_values(after, known))
        best = max if (position.to_play is FOREHAND) is not position.avoids else min
        known[position] = best(values, default=0)
    return known[position]


def random_piles(rng: Random, cards: int, **more: object) -> PilePosition:
    """Return a position of so many cards a seat, in piles of any height."""
    dealt = rng.sample(SHORT_PACK, 2 * cards)
    seats = []
    for seat in range(2):
        piles = [[], [], [], []]
        for card in dealt[seat::2]:
            rng.choice([pile for pile in piles if len(pile) < 4]).append(card)
        seats.append(tuple(map(tuple, piles)))
    trump = rng.choice([Contract.NT, Contract(rng.randrange(4))])
    return PilePosition(tuple(seats), trump, rng.randrange(2), **more)


@pytest.mark.parametrize(("piles", "trump", "value"), WHOLE)
def test_a_whole_deal_is_worth_what_another_program_finds(
    piles: str, trump: str, value: int
) -> None:
    engine, position = Engine(1), PilePosition(piles, trump)
    assert [engine.value(position, seat) for seat in position.seats] == [value, 76 - value]
    assert engine.nodes < 76_330
    searched = engine.nodes
    assert engine.reaches(position.play(position.legal()[0]), DEALER, 1)
    assert engine.nodes - searched < 10_000  # what follows from a deal is known for the most part


@pytest.mark.parametrize("rules", [MANILLE, ENVERS, replace(MANILLE, duties=NO_DUTY)])
@pytest.mark.parametrize("cards", [1, 4, 7, 10])
def test_endings_are_worth_what_playing_everything_out_gives(cards: int, rules: object) -> None:
    rng, engine = Random(cards), Engine(1)
    for _ in range(12 if cards < 7 else 2):
        position, known = random_piles(rng, cards, rules=rules), {}
        values = {FOREHAND: plain_values(position, known)}
        values[DEALER] = position.worth - values[FOREHAND]
        assert {seat: engine.value(position, seat) for seat in values} == values
        for card in position.legal():  # in the midst of a trick, of this deal and of a new one
            after = position.play(card)
            for each in (engine, Engine(1)):
                assert each.value(after, FOREHAND) == known[after]


def test_a_random_play_to_its_end_gives_all_points_out() -> None:
    rng = Random(5)
    for _ in range(20):
        way = [random_piles(rng, 16)]
        played = []
        while way[-1].tricks:
            played.append(rng.choice(way[-1].legal()))
            assert any(pile[:1] == (played[-1],) for pile in way[-1].piles[way[-1].to_play])
            way.append(way[-1].play(played[-1]))
        assert sum(won_in(way)) == way[0].worth == 76
        assert way[0].follow(played) == tuple(way)


@pytest.mark.parametrize(
    ("forehand", "dealer", "led", "legal"),
    [
        # The ace lies under the nine: nothing open rises above the king.
        ("HK DQ, SJ, -, -", "H9 HA, S7, -, -", "HK", "H9"),
        # It lies open: he must rise.
        ("HK DQ, SJ, -, -", "HA H9, S7, -, -", "HK", "HA"),
        ("HK, SJ SK, -, -", "HA, H9, S7, -", "HK", "HA"),
        # Void among the open cards, he must ruff, though a heart lies under one.
        ("HK, DK, SJ, -", "S7 H9, DA, -, -", "HK", "S7"),
        ("HK, DK, CK, -", "S7, S9, DA, -", "HK", "S9 S7"),
        # No trump lies open: any card.
        ("HK, DK, SJ, -", "D7 ST, CA, -, -", "HK", "D7 CA"),
        # Trumps led, and none open: any card.
        ("SK, DK, SJ, -", "D7 ST, CA, -, -", "SK", "D7 CA"),
        # The leader may play whatever lies open.
        ("HK HT, DK, SJ, -", "S7 H9, DA, C8, -", "", "SJ HK DK"),
    ],
)
def test_the_duties_bind_on_the_open_cards(
    forehand: str, dealer: str, led: str, legal: str
) -> None:
    position = PilePosition.parse(f"{forehand} / {dealer}", "S")
    for card in parse_cards(led):
        position = position.play(card)
    assert format_cards(position.legal()) == legal
    assert [*map(card_name, sum(position.equivalent_cards(), ()))] == sorted(
        legal.split(), key=lambda name: (MANILLE.order.index(name[1]), "SHDC".index(name[0]))
    )


def test_a_card_that_may_not_be_played_is_named_with_its_reason() -> None:
    position = PilePosition("HK D8, SJ D9, -, - / HA H9, H7 S7, -, -", "S", "F").play("HK")
    for card, kind, told in (
        ("H7", "rise", "dealer's H7 does not rise: it holds HA"),
        ("H9", "covered", "dealer's H9 lies under another card"),
        ("SJ", "not held", "dealer does not hold SJ"),
    ):
        with pytest.raises(IllegalPlayError, match=told) as error:
            position.play(card)
        assert (error.value.kind, error.value.index, error.value.seat) == (kind, 2, DEALER)
        with pytest.raises(IllegalPlayError):
            position.follow(card)


def test_what_is_turned_can_be_played_in_the_next_trick() -> None:
    position = PilePosition("HK DT, SJ, -, - / HA H9, S7, -, -", "S", "F")
    after = position.follow("HK HA")[-1]
    assert (after.to_play, after.gain(DEALER), after.piles) == (
        DEALER, 8, parse_piles("DT, SJ, -, - / H9, S7, -, -"),
    )  # fmt: skip
    assert PilePosition("DT, SJ, -, - / HA H9, S7, -, -", "S", "F", "HK") == position.play("HK")


def test_positions_are_values() -> None:
    position = random_piles(Random(3), 6)
    again = PilePosition(format_piles(position.piles), position.contract, position.leader)
    assert again == position == pickle.loads(pickle.dumps(position)) == eval(repr(position))
    assert hash(again) == hash(position)
    turned = tuple(tuple(pile[::-1] for pile in own) for own in position.piles)
    assert PilePosition(turned, position.contract, position.leader) != position


# What is said of them -------------------------------------------------------------------

PILES = "DQ HJ, H7, SK, - / DA HA, SJ, H9, -"


def test_values_cards_and_line_are_those_of_the_plain_search() -> None:
    rng = Random(8)
    for way in range(10):
        known = {}
        position = random_piles(rng, 6)
        if way % 2:
            position = position.play(rng.choice(position.legal()))
        solution = solve(position, cards=True, line=rng.choice("FD"))
        value = plain_values(position, known)
        rest = position.worth - value
        assert solution.guarantee == solution.best_case == solution.share == (value, rest)
        losses = []
        for card in solution.cards:
            after = position.play(card.card)
            values = after.gain(FOREHAND) + known[after], after.gain(DEALER)
            assert card.guarantee == (values[0], position.worth - values[0])
            losses.append(solution.guarantee[position.to_play] - card.guarantee[position.to_play])
        assert [card.loss for card in solution.cards] == losses
        assert won_in(position.follow(solution.line)) == solution.guarantee
        seat = rng.choice("FD")
        assert solve(position, seats=seat).guarantee[seat == "D"] == solution.guarantee[seat == "D"]


def test_of_good_cards_a_line_has_the_lowest_then_the_first_suit() -> None:
    position = PilePosition("H9, D8, S8, - / HJ, DJ, SJ, -", "NT", "F")
    assert format_cards(solve(position, line="F").line) == "S8 SJ HJ H9 DJ D8"


def test_two_hands_need_not_lie_in_piles() -> None:
    position = Position(("A7.K..", "T.J..7"), "H", rules=MANILLE)
    assert solve(position).guarantee == reference.guarantees(position)
    assert "F forehand" in str(solve(position, cards=True))
    assert "♠ A 7" in str(position)


def test_a_position_shows_its_piles() -> None:
    position = PilePosition("DQ HJ, H7, -, - / DA HA, SJ, H9, -", "S", "F", "SK")
    assert format_piles(position.piles) in repr(position)
    assert "♦Q  ♥J" in str(position)
    assert "<svg" in solve(position)._repr_html_()


def test_a_picture_shows_the_cards_on_top_whole() -> None:
    drawn = output("show", "--piles", PILES, "--contract", "S", "--picture", "-", "--values")
    assert drawn.count("<title>") == 8
    assert drawn.count("translate(34 52)") == 6  # the large signs
    assert drawn.count('y="71.5"') == 3  # the values of those that may be led


# As they are seen -----------------------------------------------------------------------


def dealt_under(deal: Deal, order: Callable[[list[int]], Sequence[int]]) -> Deal:
    """Return a deal of which what lies covered by the end of its play is in another order."""
    seen = seen_piles(deal.piles, deal.play)
    cards = iter(order([*cards_in(DECOUVERTE.pack & ~known_in(chain(*seen)))]))
    piles = [[[next(cards) if c is None else c for c in pile] for pile in own] for own in seen]
    return deal.but(
        piles=tuple(tuple(map(tuple, own)) for own in piles), hands=tuple(map(known_in, piles))
    )


def refused(asks: Asks, answer: object) -> str:
    """Return why an answer is not taken, nothing where it is."""
    try:
        asks.apply(answer)
    except SolverError as error:
        return str(error)
    return ""


def at_the_table(deal: Deal, own: Seat) -> tuple[DealTable, list[str]]:
    """Return a table at which a deal is taken up, and all that its player is told there."""
    sight, told, settings = GameView("key"), [], Settings(False, 1, Strength.FAIR, own)
    for step in deal_course("the deal", deal, settings, None, begun=deal):
        if isinstance(step, ComputerTurn | Asks):
            asks = step.asks if isinstance(step, ComputerTurn) else step
            told += map(str, [describe_question(asks, sight.table), *open_lines(sight.table)])
            sight.asked = asks if asks is step else None
            if isinstance(asks, AsksCard):
                told += [refused(asks, card) for card in cards_in(DECOUVERTE.pack)]
            break
        sight.take_note(step)
        told += map(str, [describe_event(step, sight.table), *deal_lines(sight.table)])
    return sight.table, [*told, json.dumps(sight.look())]


def test_nobody_is_told_what_lies_covered() -> None:
    """Whatever lies there: neither who advises, nor the page, nor the terminal."""
    rng, deals = Random(7), random_deals("decouverte", 7)
    for number in (0, 1, 6, 13, 20, 25):
        deal = next(deals)
        for _ in range(number):
            deal = deal.but(play=(*deal.play, rng.choice(deal.position().legal())))
        other = dealt_under(deal, lambda cards: cards[::-1])
        seat = deal.position().to_play
        assert other.piles != deal.piles
        known = observation_of(deal, seat)
        assert known == observation_of(other, seat)
        assert known.legal == deal.position().legal()
        if not known.record.table:  # else his next card is yet to be turned
            assert known.beyond == deal.position().open_cards(known.others[0])
        said = observed("card", 0, "decouverte", seat=seat, played=deal.play, piles=known.piles)
        assert said.piles == known.piles == parse_seen_piles(format_piles(known.piles))
        assert (said.legal, said.record) == (known.legal, known.record)
        for own in (FOREHAND, DEALER):
            (table, told), (again, as_told) = at_the_table(deal, own), at_the_table(other, own)
            assert told == as_told
            assert table.piles == again.piles == piles_left(known.piles, deal.play)


def test_what_is_turned_is_seen_once_the_trick_is_over() -> None:
    piles = parse_piles("DQ HJ SQ, H7 CQ, -, - / DA HA HK, SJ C7, -, -")
    for played, told in (
        ("DQ", "F:DQ??, H7?, -, - / D:DA??, SJ?, -, -"),
        ("DQ DA", "F:DQ HJ?, H7?, -, - / D:DA HA?, SJ?, -, -"),
        ("DQ DA HA HJ", "F:DQ HJ SQ, H7?, -, - / D:DA HA HK, SJ?, -, -"),
    ):
        seen = seen_piles(piles, parse_cards(played))
        assert format_piles(seen) == told
        assert parse_seen_piles(told) == seen


def begun(cards: int, seed: int) -> Deal:
    """Return a deal that the rule of thumb has played, up to so many cards."""
    deal = next(random_deals("decouverte", seed))
    for _ in range(cards):
        card = rule_of_thumb(observation_of(deal, deal.position().to_play))
        deal = deal.but(play=(*deal.play, card))
    return deal


def test_worlds_agree_with_what_was_seen_and_are_all_alike() -> None:
    for deal in (begun(0, 2), begun(15, 3), begun(24, 4)):
        known = observation_of(deal, deal.position().to_play)
        drawn = Worlds(known, Belief.SOFT, 1).block(0, 3000)
        for row, hands in zip(drawn.pile.tolist(), drawn.hands.tolist(), strict=True):
            piles = [[row[at : at + 4] for at in range(one, one + 16, 4)] for one in (0, 16)]
            assert hands == [*map(known_in, piles)]
            assert seen_piles(piles, deal.play) == known.piles
        mean = 3000 / known.covered.bit_count()
        for at, card in enumerate(chain(*chain(*known.piles))):
            counts = Counter(drawn.pile[:, at].tolist())
            assert hand_of(counts) == (known.covered if card is None else 1 << card)
            assert card or all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())
    every = Worlds(known, Belief.SOFT, 1).enumerate_all(120)
    orders = {*map(tuple, every.pile.tolist())}
    assert len(every.pile) == len(orders) == factorial(known.covered.bit_count()) > 1
    assert orders == {*map(tuple, drawn.pile.tolist())}


def test_where_few_cards_lie_covered_advice_is_exact() -> None:
    """It is the mean of what the deals that there can be are worth, each of them met once."""
    met = Counter()
    for seed in range(16):
        deal = begun(26 + seed % 3, seed)
        seat, known = deal.position().to_play, observation_of(deal, deal.position().to_play)
        covered = known.covered.bit_count()
        advice = advise_play(known, worlds=6)
        assert advice.is_every == (covered < 4)
        if advice.is_every:
            met[covered] += 1
            assert advice.worlds == factorial(covered)
            totals = Counter()
            for order in permutations(range(covered)):
                other = dealt_under(deal, lambda cards, order=order: [cards[at] for at in order])
                for card in solve(other.position(), cards=True).cards:
                    totals[card.card] += card.guarantee[seat]
            for own in advice.cards:
                mean = deal.standing().won[seat] + totals[own.card] / factorial(covered)
                assert own.points == pytest.approx(mean)
                assert own.interval == pytest.approx((mean, mean), abs=0.01) or covered > 1
    assert min(met[number] for number in range(4)) > 0


def test_a_claim_is_judged_by_what_may_lie_covered() -> None:
    """Without one each marks what he takes over 38 with open cards, in the mean."""
    piles = seen_piles(next(random_deals("decouverte", 5)).piles, ())
    for seat in DECOUVERTE.seats:
        known = observed("claim", 0, "decouverte", seat=seat, piles=piles)
        advice = advise_claim(known, worlds=8)
        without, claim = sorted(advice.choices, key=lambda choice: choice.claims)
        engine, marks = Engine(1), [0.0, 0.0]
        for row in Worlds(known, Belief.NONE, 0).block(0, 8).rows():
            start = position_maker(known, row)(known.contract, FOREHAND, rules=MANILLE)
            for each in DECOUVERTE.seats:
                marks[each] += max(0, engine.value(start, each) - 38) / 8
        assert [without.own, without.others] == pytest.approx([marks[seat], marks[1 - seat]])
        assert (claim.own, claim.others, advice.thumb) == (0, 38, False)
    aces = hand_of(parse_cards("HT HA HK HQ"))  # enough of a hand of 8, but others lie covered
    assert not takes_all(DECOUVERTE, Contract.H, aces)


@pytest.mark.parametrize(
    "change", [{"piles": [[1, 2, 3, 4, 5], *[[]] * 7]}, {"leader": 2}, {"piles": [[]] * 7}]
)
def test_what_the_search_has_no_room_for_is_refused(change: dict[str, object]) -> None:
    asked = {"piles": [[1], [], [], [], [2], [], [], []], "worth": [0] * 13, "trick": 1}
    asked |= {"trump": -1, "duties": 0, "leader": 0}
    assert PileSearch().value(**asked) == -1
    with pytest.raises((ValueError, IndexError)):
        PileSearch().value(**asked | change)
