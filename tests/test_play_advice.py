"""Advice on the play of the cards: what a seat knows, worlds that agree with it, the cards."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any, NamedTuple

import numpy as np
import pytest
from positions import observed, played_by_rule, played_on, shared

from manni.solver import reference
from manni.solver.advice.card_policy import plain_card, rule_of_thumb
from manni.solver.advice.choices import Belief
from manni.solver.advice.hand_model import HandModel
from manni.solver.advice.observation import Observation
from manni.solver.advice.opponent_model import declarer_log_likelihoods, log_likelihoods
from manni.solver.advice.play import advise_play, open_card_totals, points_wanted, roll_out_cards
from manni.solver.advice.worlds import DealSample, Worlds
from manni.solver.cards import (
    SEATS,
    Contract,
    Seat,
    card_name,
    cards_in,
    hand_of,
)
from manni.solver.checks import derived
from manni.solver.engine import Engine
from manni.solver.errors import IllegalPlayError
from manni.solver.notation import format_cards, parse_card, parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.report.advice import answer_text
from manni.solver.rollouts import PlayHistory, rollouts
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant, marks
from manni.solver.run import Run
from manni.solver.values.solution import share

HORNAFJORDUR = get_variant("hornafjordur")
HAND = parse_hand("AQ5.K84.J962.T7")


GAMES = (
    "manille-3",
    "encheres-sans",
    "encheres-petite",
    "encheres-grande",
    "encheres-grande+miseres",
    "dix-sept-3",
    "envers-3",
    "manille-4+muette",
    "encheres-4",
    "encheres-5",
    "encheres-6",
    "encheres-7",
    "envers-5",
    "dix-sept-4",
)


class Begun(NamedTuple):
    """A deal after some cards, what the seat to play sees of it, and where it stands."""

    known: Observation
    hands: tuple[int, ...]
    position: Position


def begun(
    code: str,
    seed: int,
    cards: int,
    bid: str | None = None,
    contract: Contract | None = None,
    put_down: tuple[int, ...] = (),
) -> Begun:
    """Return a random deal after so many random cards, before which seats have put some down."""
    rng = generator(seed)
    variant = get_variant(code)
    dealing = variant.deal(rng)
    seats = variant.seats
    declarer = seats(int(rng.integers(len(seats)))) if variant.declared else None
    cut = contract is None  # else it may not go with the card
    if contract is None:
        contract = variant.fixed_contract(1, dealing.cut)
    if contract is None:
        contract = variant.contracts[int(rng.integers(4))]
    if "miseres" in code:
        contract = Contract.NULLO
    hands, down, manni = list(dealing.hands), [0] * len(seats), iter(dealing.manni)
    if declarer is not None and variant.exchange_in(contract).picks_up:
        held = list(cards_in(hands[declarer] | hand_of(dealing.manni)))
        down[declarer] = hand_of(held[int(k)] for k in rng.permutation(len(held))[: variant.manni])
        hands[declarer] = hand_of(held) & ~down[declarer]
    for seat, count in enumerate(put_down):
        down[seat] = hand_of([*cards_in(hands[seat])][:count])
        hands[seat] = hands[seat] & ~down[seat] | hand_of(islice(manni, count))
    position = Position(
        hands,
        contract,
        variant.leader(declarer),
        rules=variant.rules_of(contract),
        declarers=variant.side_declaring(declarer),
    )
    played, position = played_on(rng, position, cards)
    seat = position.to_play
    laid = variant.laid_open(bid, declarer, hands)
    known = observed(
        "card",
        hands[seat],
        variant,
        contract,
        seat,
        played=played,
        declarer=declarer,
        cut=dealing.cut if cut else None,
        taken=put_down,
        discarded=down[seat],
        bid=bid,
        shown=variant.face_up(dealing.manni),
        laid=[(each, own) for each in variant.seats if (own := laid[each])],
    )
    return Begun(known, tuple(hands), position)


def seen_of(
    variant: Variant, start: Position, play: tuple[tuple[int, ...], Position]
) -> Observation:
    """Return what the seat to play has seen of a deal after some cards."""
    played, position = play
    seat = position.to_play
    return observed("card", start.hands[seat], variant, start.contract, seat, played=played)


def position_of(known: Observation, hands: Any) -> Position | None:
    """Return where the play stands if the hands at the first lead were these, None if not so."""
    position = Position(
        hands, known.contract, known.leader, rules=known.rules, declarers=known.declarers
    )
    try:
        for card in known.played:
            position = position.play(card)
    except IllegalPlayError:
        return None
    return position if position.to_play is known.seat else None


SEEN = [(code, cards, (), Belief.NONE) for code in GAMES for cards in (0, 4, 13, 20)]
SEEN += [("hornafjordur", cards, (7, 3, 4), each) for cards in (0, 7, 20, 31) for each in Belief]


@pytest.mark.parametrize(("code", "cards", "put_down", "belief"), SEEN)
def test_worlds_agree_with_what_was_seen(
    code: str, cards: int, put_down: tuple[int, ...], belief: Belief
) -> None:
    known, _, _ = begun(code, 10 * cards + 1, cards, put_down=put_down)
    pack, size, seats = known.variant.pack, known.variant.tricks, known.variant.seats
    worlds = Worlds(known, belief, 1).block(0, 60)
    for hands, gone in zip(worlds.hands.tolist(), worlds.gone.tolist(), strict=True):
        assert (hands[known.seat], gone[known.seat]) == (known.hand, known.discarded)
        assert [each.bit_count() for each in hands] == [size] * len(seats)
        assert not put_down or tuple(each.bit_count() for each in gone) == put_down
        together = [card for each in (*hands, *gone) for card in cards_in(each)]
        assert len(together) == len({*together}) == (hand_of(together) & pack).bit_count()
        assert position_of(known, hands)
        if known.cut is not None:
            assert (hands[seats.DEALER] | gone[seats.DEALER]) >> known.cut & 1
        for card in known.shown:  # it is the declarer's or was put away
            others = [own for seat, own in enumerate(hands) if seat != known.declarer]
            assert not any(own >> card & 1 for own in others)


def every_world(known: Observation) -> Iterator[tuple[int, ...]]:
    """Yield all hands that agree with what was seen, by trying every one."""
    seats = known.variant.seats
    up = hand_of(known.shown) & known.unseen
    takes = known.exchange.order(known.declarer, seats)
    own = {seat: known.hand if seat is known.seat else known.record.played[seat] for seat in seats}
    for left in shared(known.unseen, [*map(known.holds, known.others)]):
        held = dict(zip(known.others, left, strict=True))
        hands = tuple(own[seat] | held.get(seat, 0) for seat in seats)
        if any(up & hands[seat] for seat in seats if seat not in takes):
            continue
        if known.cut is not None and not hands[seats.DEALER] >> known.cut & 1:
            continue
        if position_of(known, hands):
            yield hands


LATE = {
    **{code: 18 if "grande" in code else 21 for code in GAMES},
    **{"basic": 33, "manille-4+muette": 22, "encheres-4": 23, "dix-sept-4": 24},
    **{"encheres-5": 25, "envers-5": 24, "encheres-6": 26, "encheres-7": 25},
}
"""After so many cards all ways can be tried."""


@pytest.mark.parametrize(("code", "seed"), [(code, seed) for seed, code in enumerate(LATE, 3)])
def test_all_ways_that_the_duties_leave_are_equally_likely(code: str, seed: int) -> None:
    known, hands, _ = begun(code, seed, LATE[code])
    ways = set(every_world(known))
    assert hands in ways
    number = 40 * len(ways)
    drawn = Counter(map(tuple, Worlds(known, Belief.NONE, 2).block(0, number).hands.tolist()))
    assert drawn.keys() == ways
    every = Worlds(known, Belief.NONE, 0).enumerate_all(number)
    assert every is not None or known.variant.manni
    assert every is None or {tuple(each) for each in every.hands.tolist()} == ways
    chi_square = sum((count - 40) ** 2 / 40 for count in drawn.values())
    assert chi_square < len(ways) + 5 * (2 * len(ways)) ** 0.5


def test_a_duty_not_kept_says_what_is_not_held() -> None:
    known = observed(
        "card",
        "KQ8.A8.98.KJ9",
        "manille-3",
        Contract.H,
        Seat.MIDDLEHAND,
        played="DJ D8 DA SA SJ S8 CT D7",
        cut=parse_card("H9"),
    )
    lacks = [format_cards(cards_in(own)) for own in known.record.lacks]
    # Forehand did not rise above the ace of spades, and neither followed a club nor ruffed it.
    assert lacks[Seat.FOREHAND] == "ST HA HK HQ HJ HT H9 H8 H7 CA CK CQ CJ CT C9 C8 C7"
    assert not lacks[Seat.DEALER]  # which rose
    with pytest.raises(IllegalPlayError, match="forehand plays ST, which card 5 showed that it"):
        known.but(deal=derived(known.deal, play=(*known.played, *parse_cards("C9 C7 ST"))))


@pytest.mark.parametrize("code", GAMES)
def test_open_cards_are_worth_what_the_plain_search_says(code: str) -> None:
    for seed in range(6):
        known, hands, position = begun(code, seed, 17 + seed % 3)
        world = DealSample.unfilled(known, 1)._replace(hands=np.array([hands], np.uint64))
        taken = open_card_totals(known, world, known.legal, Engine(4), Run())
        for card, own in zip(known.legal, taken, strict=True):
            after = position.play(card)
            sure = reference.guarantees(after)
            won = sum(known.record.won[seat] + after.gain(seat) for seat in known.side)
            if after.rules.partners:
                assert own == won + sure[known.seat]
            else:
                fair = share(sure, after.worth, after.contract, after.rules)[known.seat]
                assert own == pytest.approx(float(won + fair))


def test_where_partners_tell_all_advice_is_exact() -> None:
    for seed in range(12):
        known, _, position = begun("manille-4", seed, 15 + seed)
        found = advise_play(known, worlds=60)
        assert (found.is_every, found.worlds, found.belief) == (True, 1, None)
        before = sum(known.record.won[seat] for seat in known.side)
        for own in found.cards:
            after = position.play(own.card)
            sure = reference.guarantee(after, known.seat) + after.side_gain(known.seat)
            assert own.points == before + sure
            assert own.interval == pytest.approx((own.points, own.points), abs=0.01)
        hidden = (1, 2)[known.seat == 1]
        others = (own if at != hidden else None for at, own in enumerate(known.deal.hands))
        told = known.but(deal=derived(known.deal, hands=tuple(others)))
        assert told.knows_all
        assert advise_play(told, worlds=60).cards == found.cards


@pytest.mark.parametrize("code", ["manille-4+muette", "encheres-5", "dix-sept-4"])
def test_an_ending_comes_to_the_mean_over_all_deals(code: str) -> None:
    """Each seat plays on by the rule of thumb, asked card by card what it does by what it sees."""
    known, _, _ = begun(code, 4, 24)
    ways = list(every_world(known))
    found = advise_play(known, worlds=len(ways) + 2, belief=Belief.NONE)
    assert found.is_every
    assert found.worlds == len(ways) > 1
    for own in found.cards:
        total = len(ways) * sum(known.record.won[seat] for seat in known.side)
        for hands in ways:
            position, played, card = position_of(known, hands), known.played, own.card
            while position:
                position, played = position.play(card), (*played, card)
                total += position.side_gain(known.seat)
                seat = position.to_play
                if not position.hands[seat]:
                    break
                alone = tuple(hand if at == seat else None for at, hand in enumerate(hands))
                now = derived(known.deal, hands=alone, play=played, cut=None)
                seen = known.but(seat=seat, deal=now)
                card = rule_of_thumb(seen)
        assert own.points == pytest.approx(total / len(ways))


@pytest.mark.parametrize(
    ("code", "bid"),
    [
        ("encheres-sans", "30"),
        ("encheres-petite", "general"),
        ("encheres-petite+talon-declarer", "24"),
        ("encheres-grande+miseres", "petite-misere"),
    ],
)
def test_a_bid_is_made_or_beaten_as_the_score_sheet_says(code: str, bid: str) -> None:
    outcomes = set()
    for seed in range(12):
        variant = get_variant(code)
        # One card each is left, and nothing is hidden but what was put away.
        known, hands, position = begun(code, seed, 3 * (variant.tricks - 1), bid)
        (own,) = advise_play(known, worlds=60, seed=seed, belief=Belief.NONE).cards
        made = []
        for world in every_world(known):
            won = list(known.record.won)
            after = position_of(known, world)
            while after.tricks:
                after = after.play(after.legal()[0])
                won = [each + after.gain(seat) for seat, each in enumerate(won)]
            if variant.pile_counts:
                away = variant.pack & ~sum(world)
                won[known.declarer] += sum(
                    known.rules.card_points[card % 13] for card in cards_in(away)
                )
            found = marks(variant, known.contract, won, known.declarer, bid)
            made.append((found[known.declarer] > 0) == (known.seat is known.declarer))
        assert own.reached == pytest.approx(np.mean(made), abs=0.25)
        if len(set(made)) == 1:
            assert own.reached == made[0]
            outcomes.add(made[0])
        assert position_of(known, hands) == position
        assert position.tricks == 1
    assert outcomes == {True, False}


def test_the_chance_of_the_bid_goes_before_points() -> None:
    found = [
        advise_play(begun("encheres-sans", seed, 15, "28").known, worlds=20) for seed in range(12)
    ]
    assert any(each.by_chance for each in found)
    for each in found:
        chances = [own.reached for own in each.cards if own.reached is not None]
        if each.by_chance:
            assert chances == sorted(chances, reverse=True)
            assert [own.behind for own in each.cards] == pytest.approx(
                [chances[0] - chance for chance in chances]
            )
        else:
            assert len(set(chances)) == 1


def test_what_the_chance_is_given_of() -> None:
    assert points_wanted(begun("manille-3", 1, 3).known) == 18
    assert points_wanted(begun("dix-sept-3", 1, 3).known) is None
    assert points_wanted(begun("dix-sept-3+au-coup", 1, 3).known) == 17
    assert points_wanted(begun("encheres-sans", 1, 3, "31").known) == 31
    assert points_wanted(begun("encheres-sans", 1, 3, "general").known) is None
    assert points_wanted(begun("encheres-grande+miseres", 1, 3).known) == 0


def rule(hand: str, played: str, variant: str = "encheres-sans", **more: Any) -> str:
    """Return what the rule of thumb plays, hearts being trump and forehand the declarer."""
    game = get_variant(variant)
    declarer = game.seats.FOREHAND if game.declared else None
    seat = game.seats(len(parse_cards(played)) % game.players)
    known = observed(
        "card",
        parse_hand(hand),
        game,
        Contract.H,
        seat,
        played=parse_cards(played),
        declarer=declarer,
        **more,
    )
    return card_name(plain_card(known))


def test_the_rule_in_plain_words() -> None:
    # It draws trumps with one that no other can beat, and leads its longest suit without.
    assert rule("TA.T98.KJ9.98", "") == "HT"
    assert rule("KQ.K98.KJ97.9", "") == "D7"
    # The partner has the trick for sure: points for the side; a foe gets none.
    assert rule("AK98.98.KJ97.", "SJ ST") == "SA"
    assert rule("K98.98.KJ97.8", "SA SJ") == "S8"
    # Last, it wins with the card worth most, with few wanted with the cheapest.
    assert rule("TA98.98.KJ9.8", "SK SQ") == "ST"
    assert rule("TA98.98.KJ9.8", "SK SQ", "envers-3") == "SA"
    # So too if only partners come: the declarer has played.
    assert rule("TA98.98.K.8", "SK SQ", "encheres-4") == "ST"


# What the declarer's choices say -------------------------------------------------------


def held_by(known: Observation, hands: Any) -> tuple[int, int]:
    """Return the declarer's cards with those put away, and the latter."""
    away = known.variant.pack & ~sum(hands) if known.variant.taken_up else 0
    return hands[known.declarer] | away, away


def promises(variant: Variant, hand: int, trump: Contract) -> float:
    """Return the points that a declarer may expect of a hand."""
    return float(HandModel.of(variant, trump).tricks(np.array([hand], np.uint64), 0)[0])


@pytest.mark.parametrize("code", ["encheres-sans", "encheres-petite", "encheres-5"])
def test_a_declarers_choice_is_as_likely_as_it_is_good(code: str) -> None:
    known = next(
        found
        for found in (begun(code, seed, 1).known for seed in range(9))
        if found.seat is not found.declarer
    )
    worlds = Worlds(known, Belief.NONE, 1).block(0, 5).hands
    logs = declarer_log_likelihoods(known, worlds)
    for row, log in zip(worlds.tolist(), logs, strict=True):
        held, away = held_by(known, row)
        every = [
            promises(known.variant, held & ~hand_of(gone), trump) / 3
            for trump in (Contract.S, Contract.H, Contract.D, Contract.C)
            for gone in combinations(cards_in(held), away.bit_count())
        ]
        own = promises(known.variant, held & ~away, known.contract) / 3
        assert log == pytest.approx(own - np.logaddexp.reduce(every))


@pytest.mark.parametrize("code", ["encheres-sans", "encheres-6"])
def test_a_high_bid_says_that_the_hand_is_strong(code: str) -> None:
    low, high = (
        next(
            found
            for found in (begun(code, seed, 1, bid).known for seed in range(9))
            if found.seat is not found.declarer
        )
        for bid in ("1", "60")
    )
    assert low.hand == high.hand
    means = []
    for known in (low, high):
        worlds = Worlds(known, Belief.NONE, 1).block(0, 4000)
        logs = log_likelihoods(known, Belief.SOFT, worlds.hands, worlds.gone)[0]
        chosen, _ = worlds._replace(log_weights=logs).resample(400)
        own = chosen.hands[:, known.declarer].tolist()
        means.append(np.mean([promises(known.variant, hand, known.contract) for hand in own]))
    assert means[1] > means[0] + 5


def test_the_declarer_learns_nothing_from_his_own_choice() -> None:
    for code in ("encheres-petite", "manille-3", "encheres-grande+miseres"):
        found = advise_play(begun(code, 5, 0).known, worlds=4)
        assert found.belief is None
        assert found.effective == 4


def test_where_all_worlds_are_met_figures_are_exact() -> None:
    variant, rng = get_variant("envers-3"), generator(2)
    hands = variant.deal(rng).hands
    start = Position(hands, Contract.D, Seat.FOREHAND, rules=variant.rules_of(Contract.D))
    known = seen_of(variant, start, played_by_rule(variant, start, 18))
    seat = known.seat
    found = [advise_play(known, worlds=70, seed=seed) for seed in (1, 2)]
    assert [each.worlds for each in found] == [70, 70]
    assert found[0].cards == found[1].cards
    assert found[0].is_every
    assert not found[0].partial
    every = Worlds(known, Belief.SOFT, 0).enumerate_all(70)
    weights = np.exp(every.log_weights)
    for card in found[0].cards:
        taken = roll_out_cards(known, every, [card.card])[:, 0, seat]
        assert card.points == pytest.approx(float(taken @ weights / weights.sum()))
        assert card.interval == pytest.approx((card.points, card.points), abs=0.05)
    assert "Over all 70 deals" in str(answer_text(found[0]))
    assert not advise_play(known, worlds=69).is_every


def test_worlds_are_sampled_where_others_have_put_down_cards() -> None:
    variant, rng = get_variant("hornafjordur"), generator(5)
    start = Position(variant.deal(rng).hands, Contract.NT)
    known = seen_of(variant, start, played_on(rng, start, 33))
    assert Worlds(known, Belief.NONE, 0).enumerate_all(10**6) is not None
    down = tuple((None,) * (each != known.seat) for each in Seat)
    known = known.but(deal=derived(known.deal, discards=down))
    assert Worlds(known, Belief.NONE, 0).enumerate_all(10**6) is None


# In Hornafjarðarmanni -----------------------------------------------------------------


@pytest.mark.parametrize(("taken", "part"), [((0, 5, 4), 8 / 12), ((), 6 / 12), ((0, 5, 0), 1)])
def test_the_cut_card_is_the_dealers_or_put_down(taken: tuple[int, ...], part: float) -> None:
    """Where it is not known how many the dealer put down, six of twelve on average."""
    cut = parse_card("SK")
    known = observed("card", HAND, HORNAFJORDUR, Contract.NT, Seat.FOREHAND, cut=cut, taken=taken)
    worlds = Worlds(known, Belief.NONE, 1).block(0, 4000)
    held, down = (
        (own[:, Seat.DEALER] >> np.uint64(cut) & np.uint64(1)).mean()
        for own in (worlds.hands, worlds.gone)
    )
    assert held + down == pytest.approx(1)
    assert held == pytest.approx(part, abs=0.03 * (part < 1))


@pytest.mark.parametrize("belief", Belief)
@pytest.mark.parametrize("taken", [(), (7, 5, 4)])
def test_a_dealer_who_has_not_the_cut_card_has_put_it_down(
    taken: tuple[int, ...], belief: Belief
) -> None:
    cut, played = parse_card("HA"), parse_cards("C8 C9")
    known = observed(
        "card", HAND, HORNAFJORDUR, Contract.NT, Seat.DEALER, played=played, cut=cut, taken=taken
    )
    worlds = Worlds(known, belief, 1).block(0, 50)
    bit = np.uint64(1 << cut)
    assert not (worlds.hands & bit).any()
    assert ((worlds.gone & bit) > 0).tolist() == [[False, False, True]] * 50
    assert advise_play(known, worlds=20, belief=belief).worlds == 20


@pytest.mark.parametrize("contract", [Contract.NT, Contract.H, Contract.NULLO])
def test_who_plays_at_random_is_found_out(contract: Contract) -> None:
    chances = []
    for play in (by_rule, by_chance):
        found = []
        for seed in range(8):
            start = Position(HORNAFJORDUR.deal(generator(seed)).hands, contract)
            known = seen_of(HORNAFJORDUR, start, play(start, 24, seed))
            worlds = Worlds(known, Belief.SOFT, 1).block(0, 200)
            # Who plays at random in a world is drawn; the seat itself is not among them.
            masks = worlds.plays_randomly & np.uint64(7)
            assert not (masks >> np.uint64(known.seat) & np.uint64(1)).any()
            found.append(np.mean([mask.bit_count() / 2 for mask in masks.tolist()]))
        chances.append(np.mean(found))
    assert chances[0] < 0.05
    assert chances[1] > 0.3


def by_rule(dealt: Position, cards: int, seed: int) -> tuple[tuple[int, ...], Position]:
    return played_by_rule(HORNAFJORDUR, dealt, cards)


def by_chance(dealt: Position, cards: int, seed: int) -> tuple[tuple[int, ...], Position]:
    return played_on(generator(seed), dealt, cards)


def test_where_one_plays_at_random_no_worlds_are_all() -> None:
    envers = get_variant("envers-3")
    hands = envers.deal(generator(2)).hands
    rules = envers.rules_of(Contract.D)
    dealt = Position(hands, Contract.D, Seat.FOREHAND, rules=rules)
    whole = []
    for play in (played_by_rule(envers, dealt, 21), played_on(generator(1), dealt, 21)):
        known = seen_of(envers, dealt, play)
        assert Worlds(known, Belief.NONE, 1).enumerate_all(2000) is not None
        whole.append(Worlds(known, Belief.SOFT, 1).enumerate_all(2000) is not None)
        assert advise_play(known, worlds=2000).is_every == whole[-1]
    assert whole == [True, False]


def test_styles_count_by_their_parts_and_players_by_themselves() -> None:
    known, _, _ = begun("hornafjordur", 3, 20, contract=Contract.NT)
    drawn = Worlds(known, Belief.NONE, 1).block(0, 40)
    soft, chances_at_random = log_likelihoods(known, Belief.SOFT, drawn.hands, drawn.gone)
    styles = [(0.3, 50.0, 0.05), (0.3, 100.0, 0.05), (0.3, 200.0, 0.05), (0.1, 100.0, 1.0)]
    parts = np.array([part for part, _, _ in styles])
    chances = np.stack([np.exp(-np.arange(4096) / scale) for _, scale, _ in styles], axis=1)
    slips = np.array([slip for _, _, slip in styles])
    found = np.zeros((40, SEATS, len(styles)))
    game = known.rollout_game
    past = PlayHistory(
        rollouts(), game, known.leader, known.played, known.seat, parts, chances, slips
    )
    past.likelihoods(drawn.hands, drawn.gone, found)
    whole = found.sum(axis=2)
    assert soft == pytest.approx(0.85 * np.log(whole).sum(axis=1))
    at_random = found[:, :, 3] / whole
    at_random[:, known.seat] = 0
    assert chances_at_random == pytest.approx(at_random)


def test_likelier_blocks_count_more() -> None:
    worlds = Worlds(begun("hornafjordur", 3, 3, contract=Contract.NT)[0], Belief.NONE, 1).block(
        0, 100
    )
    rng = np.random.default_rng(1)
    high, low = (
        worlds._replace(log_weights=rng.normal(mean, 1, 100)).resample(50)[0] for mean in (3, 0)
    )
    assert len(high.hands) == len(low.hands) == 50
    ratio = np.exp(high.log_weights - low.log_weights)
    assert ratio == pytest.approx(np.exp(3), rel=0.5)
    assert 0 < high.independence.sum() < 50
    # Of the same worlds again: all count alike, and the error of the first choice stays.
    assert (1 / high.resample(50)[0].independence.sum()) == pytest.approx(
        1 / high.independence.sum() + 1 / 50
    )


def test_intervals_stay_inside_what_the_deal_can_still_bring() -> None:
    for contract, played, possible in (
        (Contract.NT, "", (-4, 8)),
        (Contract.NULLO, "", (-8, 4)),
        (Contract.NT, "DK D4 D2 CK CQ", (-4, 7)),
    ):
        hand = parse_hand("A32.A32.A32.A32")
        seat = Seat.DEALER if played else Seat.FOREHAND
        known = observed("card", hand, HORNAFJORDUR, contract, seat, played=parse_cards(played))
        for own in advise_play(known, worlds=2).cards:
            low, high = own.interval
            assert possible[0] <= low <= own.points <= high <= possible[1]
            most = possible[1] - possible[0]
            assert -most <= own.behind_interval[0] <= own.behind <= own.behind_interval[1] <= most


@pytest.mark.parametrize(
    ("contract", "played", "best"), [("NT", "C8 C9", "CT"), ("NULLO", "SK SJ", "SQ")]
)
def test_the_last_seat_wins_what_is_cheap_and_keeps_an_ace_off(
    contract: str, played: str, best: str
) -> None:
    known = observed("card", HAND, HORNAFJORDUR, contract, Seat.DEALER, played=parse_cards(played))
    found = advise_play(known, worlds=100, belief=Belief.NONE)
    assert card_name(found.best.card) == best
    assert sorted(card for own in found.cards for card in own.equals) == sorted(known.legal)
    assert found.effective == found.worlds == 100
    assert sum(own.best_in for own in found.cards) >= 1


def test_a_target_that_is_just_reached_is_reached() -> None:
    """With a trick to come, whoever has three reaches four as often as he takes it."""
    met = 0.0
    for seed in range(20):
        known, _, _ = begun("hornafjordur", seed, 33, contract=Contract.NT)
        if known.record.won[known.seat] == 3:
            (own,) = advise_play(known, worlds=20).cards
            assert own.reached == pytest.approx(own.points + 1)
            met += own.reached
    assert met


def test_great_contracts_are_worth_their_bonuses() -> None:
    laugavatn = get_variant("laugavatn")
    hand = parse_hand("AKQJT98.AKQ.AKQ.AKQ")
    known = observed(
        "card", hand, laugavatn, Contract.S, Seat.FOREHAND, declarer=Seat(0), great=True
    )
    found = advise_play(known, worlds=30)
    assert found.solved == 0
    assert found.target == 14
    assert 7 < found.best.points <= 8  # as many as the bonus for all tricks
    assert found.best.reached == 1


def test_cards_between_which_nobody_can_have_one_are_equal() -> None:
    hand = parse_hand("AKQ75.K84.J9.T7")
    for seat, played, apart in (
        (Seat.FOREHAND, "SK S2 S3 SA S4 S6", ["S5 S7", "H8"]),  # the six lies on no table any more
        (Seat.MIDDLEHAND, "S6", ["S5", "S7"]),
    ):
        known = observed("card", hand, HORNAFJORDUR, Contract.NT, seat, played=parse_cards(played))
        names = [*map(format_cards, known.equivalent_cards())]
        assert {*apart} <= {*names}


def test_a_thousand_deals_are_met_where_time_does_not_end_it() -> None:
    known, _, _ = begun("hornafjordur", 2, 4, contract=Contract.NT)
    assert advise_play(known) == advise_play(known, worlds=1000, seconds=600)
