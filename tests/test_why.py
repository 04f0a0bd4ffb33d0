"""What guarantees rest on: every statement is held against deals drawn from the set it is about.

The checks here have their own words for places and sets of deals, and count by enumeration
wherever a deal is small enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from pathlib import Path
from random import Random

import pytest
from commands import error, json_of, manni, output
from positions import random_position

from manni.solver import reference
from manni.solver.analysis.places import (
    Places,
    known_from,
    nothing_known,
    numbers,
    order_of,
    pair_numbers,
)
from manni.solver.analysis.why import SAYS, Why, why
from manni.solver.cards import (
    RANK_LETTERS,
    SEATS,
    SUITS,
    Contract,
    Seat,
    card_of,
    cards_in,
    hand_of,
    suit_of,
)
from manni.solver.engine import Engine
from manni.solver.errors import ArgumentError, RuleError, StoppedError
from manni.solver.files.reading import read_deals
from manni.solver.position import Position
from manni.solver.report.why import large, named_cards, suit_pattern, whys_text
from manni.solver.review import reasons, review
from manni.solver.rules.games.manille import MANILLE
from manni.solver.run import Run

CONTRACTS = (Contract.S, Contract.D, Contract.NT, Contract.NULLO)
POSITION = Position.parse("AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ", contract="NT")


@cache
def engine() -> Engine:
    return Engine(64)


def height(position: Position, card: int) -> int:
    """Return a number that is larger for higher cards of a suit."""
    return (card % 13 + 1) % 13 if position.ace_low else card % 13


def held(position: Position, seat: int, suit: int) -> list[int]:
    """Return a seat's cards of a suit from the top, one on the table among them."""
    cards = [card for card in cards_in(position.dealt[seat]) if suit_of(card) == suit]
    return sorted(cards, key=lambda card: -height(position, card))


def place(position: Position, card: int) -> tuple[int, int, int]:
    """Return suit, seat and how many cards of the suit the seat has above a card."""
    suit = suit_of(card)
    for seat in Seat:
        if position.dealt[seat] >> card & 1:
            return suit, seat, held(position, seat, suit).index(card)
    raise AssertionError(card)


def at(position: Position, suit: int, seat: int, number: int) -> int:
    return held(position, seat, suit)[number]


def redealt(position: Position, owners: dict[int, int]) -> Position | None:
    """Return a position in which cards have these owners, None where lengths differ.

    On the table are the cards in the same places.
    """
    hands = [hand_of(card for card, own in owners.items() if own == seat) for seat in Seat]
    bare = Position(hands, position.contract, position.leader, rules=position.rules)
    for seat, suit in product(range(SEATS), range(SUITS)):
        if len(held(bare, seat, suit)) != len(held(position, seat, suit)):
            return None
    table = [at(bare, *place(position, card)) for card in position.table]
    left = ~hand_of(table)
    return Position(
        [hand & left for hand in hands],
        position.contract,
        position.leader,
        table,
        rules=position.rules,
    )


def owners_of(position: Position) -> dict[int, int]:
    return {card: seat for seat in Seat for card in cards_in(position.dealt[seat])}


def all_alike(position: Position) -> Iterator[Position]:
    """Yield every deal of the same cards with the same lengths."""

    def of_suit(suit: int) -> list[dict[int, int]]:
        cards = [card for card in owners_of(position) if suit_of(card) == suit]
        dealt = [owners_of(position)[card] for card in cards]
        return [dict(zip(cards, each, strict=True)) for each in set(permutations(dealt))]

    for parts in product(*map(of_suit, range(SUITS))):
        other = redealt(position, {card: own for part in parts for card, own in part.items()})
        assert other is not None
        yield other


def agrees(found: Why, other: Position, without: int = -1) -> bool:
    """Return whether the comparisons come out alike in another deal, one of them left out."""
    position = found.position
    return all(
        height(other, at(other, *place(position, each.above)))
        > height(other, at(other, *place(position, each.below)))
        for number, each in enumerate(found.comparisons)
        if number != without
    )


def positions(seed: int, count: int, most: int, least: int = 1) -> Iterator[Position]:
    """Yield positions in all kinds of contracts, some in the middle of a trick."""
    rng = Random(seed)
    for number in range(count):
        contract = CONTRACTS[number % len(CONTRACTS)]
        yield random_position(rng, rng.randint(least, most), contract)


# Enumerated ------------------------------------------------------------------------------


def close_positions(seed: int, count: int) -> Iterator[Position]:
    """Yield positions of three cards a hand out of two suits: many comparisons, few deals."""
    rng = Random(seed)
    for number in range(count):
        cards = rng.sample(range(26), 9)
        position = Position(
            [hand_of(cards[seat::SEATS]) for seat in Seat],
            CONTRACTS[number % len(CONTRACTS)],
            Seat(rng.randrange(SEATS)),
            ace_low=rng.random() < 0.3,
        )
        for _ in range(rng.randrange(SEATS)):
            position = position.play(rng.choice(position.legal()))
        yield position


def check_by_enumeration(position: Position, seat: Seat, says: str) -> None:
    found = why(position, seat, says, engine=engine())
    true = {
        "exactly": found.value.__eq__,
        "at least": found.value.__le__,
        "at most": found.value.__ge__,
    }[says]
    assert found.value == reference.guarantee(position, seat)
    alike = list(all_alike(position))
    values = [reference.guarantee(other, seat) for other in alike]
    assert found.deals_alike == len(alike)
    covered = [agrees(found, other) for other in alike]
    assert covered == [found.covers(other) for other in alike]
    assert found.deals == sum(covered)
    assert all(true(v) for v, yes in zip(values, covered, strict=True) if yes)
    in_diagram = [found.diagram.covers(other) for other in alike]
    assert in_diagram[alike.index(position)]
    assert all(true(v) for v, yes in zip(values, in_diagram, strict=True) if yes)
    # So small a deal is gone through to the end.
    assert found.minimal
    assert not found.diagram.not_known
    by_deal = dict(zip((other.dealt for other in alike), values, strict=True))
    for number, each in enumerate(found.comparisons):
        assert each.otherwise is not None
        other = next(other for other in alike if other.dealt == each.otherwise)
        assert by_deal[each.otherwise] == each.value
        assert not true(by_deal[each.otherwise])
        assert not agrees(found, other)
        # It agrees in all that the others say, and in what followed from this one with them.
        assert agrees(found, other, number)
    check_changes(found, says)


def check_changes(found: Why, says: str) -> None:
    """Compare the smallest exchanges with those found by solving them all."""
    position, table = found.position, found.position.table
    owner = owners_of(position)
    sizes: dict[int, dict[frozenset[int], int]] = {}
    for one, other in combinations(sorted(owner, key=lambda c: height(position, c)), 2):
        if suit_of(one) != suit_of(other) or owner[one] == owner[other]:
            continue
        if one in table or other in table:
            continue
        low, high = height(position, one), height(position, other)
        steps = 1 + sum(
            suit_of(c) == suit_of(one) and low < height(position, c) < high for c in owner
        )
        swapped = {**owner, one: owner[other], other: owner[one]}
        hands = [hand_of(c for c in swapped if swapped[c] == s and c not in table) for s in Seat]
        after = Position(hands, position.contract, position.leader, table, rules=position.rules)
        value = reference.guarantee(after, found.seat)
        sizes.setdefault(steps, {})[frozenset((one, other))] = value
    for exchanges, sign, asked in (
        (found.changes.more, 1, says != "at least"),
        (found.changes.fewer, -1, says != "at most"),
    ):
        changing = {
            size: {pair: v for pair, v in each.items() if (v - found.value) * sign > 0}
            for size, each in sizes.items()
        }
        wanted = next((changing[size] for size in sorted(changing) if changing[size]), {})
        told = {frozenset((e.high, e.low)): e.value for e in exchanges}
        assert told == (wanted if asked else {})
        for each in exchanges:
            assert height(position, each.high) > height(position, each.low)
            assert (owner[each.high], owner[each.low]) == (each.high_seat, each.low_seat)
    assert found.changes.complete
    if found.same is not None:
        value = sizes[found.same.steps][frozenset((found.same.high, found.same.low))]
        assert found.claim.holds(value)


def test_small_deals_are_told_exactly() -> None:
    for number, position in enumerate(close_positions(11, 24)):
        check_by_enumeration(position, Seat(number % SEATS), SAYS[number // 3 % 3])


@pytest.mark.exhaustive
def test_more_small_deals_are_told_exactly() -> None:
    for number, position in enumerate(close_positions(12, 400)):
        check_by_enumeration(position, Seat(number % SEATS), SAYS[number // 3 % 3])


# Drawn -----------------------------------------------------------------------------------


def walk(found: Why, rng: Random, steps: int) -> Position:
    """Return where a walk comes to by swaps of neighbours that leave the comparisons alone."""
    position = found.position
    owners = owners_of(position)
    suits = [
        sorted((c for c in owners if suit_of(c) == suit), key=lambda c: height(position, c))
        for suit in range(SUITS)
    ]
    here = position
    for _ in range(steps):
        suit = suits[rng.randrange(SUITS)]
        if len(suit) < 2:
            continue
        k = rng.randrange(len(suit) - 1)
        swapped = {**owners, suit[k]: owners[suit[k + 1]], suit[k + 1]: owners[suit[k]]}
        after = redealt(position, swapped)
        if after is not None and agrees(found, after):
            owners, here = swapped, after
    return here


def check_walks(seed: int, count: int, most: int, walks: int, steps: int) -> int:
    """Walk from random deals; return how many other deals were come to."""
    rng, moved = Random(seed), 0
    for number, position in enumerate(positions(seed, count, most, 4)):
        found = why(position, Seat(number % SEATS), engine=engine(), searches=600)
        for _ in range(walks):
            other = walk(found, rng, steps)
            assert found.covers(other)
            assert engine().value(other, found.seat) == found.value, (position, other)
            moved += other.dealt != position.dealt
    return moved


def test_walks_by_idle_swaps_change_no_value() -> None:
    assert check_walks(21, 24, 9, 4, 60) > 60


@pytest.mark.exhaustive
def test_long_walks_by_idle_swaps_change_no_value() -> None:
    assert check_walks(22, 160, 12, 10, 80) > 1000


_LINE = re.compile(r"^  (Forehand|Middlehand|Dealer) +♠ (.*?) +♥ (.*?) +♦ (.*?) +♣ (.*)$", re.M)


def filled(text: str, position: Position, rng: Random) -> Position | None:
    """Return a deal that a printed diagram stands for, as its words say.

    Each x is a card of its suit that is not named, below the cards to its left and above those to
    its right. Which is drawn by trying; None where a draw came to nothing.
    """
    hands, table = [0, 0, 0], {}
    rows = {name: suits for name, *suits in _LINE.findall(text)}
    shown = [rows[seat.word.capitalize()] for seat in Seat]
    for suit in range(SUITS):
        slots = [(seat, each) for seat in Seat for each in shown[seat][suit].split() if each != "–"]
        cards: list[int | None] = [
            None if each == "x" else card_of(suit, RANK_LETTERS.index(each.strip("()")))
            for _, each in slots
        ]
        open = [k for k, card in enumerate(cards) if card is None]
        rng.shuffle(open)
        for k in open:
            seat = slots[k][0]
            own = [(j, c) for j, c in enumerate(cards) if slots[j][0] == seat and c is not None]
            above = min((height(position, c) for j, c in own if j < k), default=13)
            below = max((height(position, c) for j, c in own if j > k), default=-1)
            free = [
                card
                for card in range(13 * suit, 13 * suit + 13)
                if card not in cards and below < height(position, card) < above
            ]
            if not free:
                return None
            cards[k] = rng.choice(free)
        for (seat, each), card in zip(slots, cards, strict=True):
            assert card is not None
            hands[seat] |= 1 << card
            if each.startswith("("):
                table[seat] = card
    order = [table[Seat((position.leader + k) % SEATS)] for k in range(len(table))]
    left = ~hand_of(order)
    return Position(
        [hand & left for hand in hands],
        position.contract,
        position.leader,
        order,
        rules=position.rules,
    )


def check_printed(seed: int, count: int, most: int, drawn: int) -> int:
    """Draw deals from printed diagrams; return how many others than those printed were drawn."""
    rng, others = Random(seed), 0
    for number, position in enumerate(positions(seed, count, most, 3)):
        seat = Seat(number % SEATS)
        found = why(position, seat, engine=engine(), searches=600)
        text = str(whys_text({seat: found}))
        none = r"(?:is not sure of|cannot be made to take) a trick\.\n"
        said = re.search(rf"(?:{none}|(?:sure of|made to take) (\d+) tricks?, and)", text)
        assert said is not None
        value = int(said[1] or 0)
        for _ in range(drawn):
            other = filled(text, position, rng)
            if other is not None:
                assert engine().value(other, seat) == value, (text, other)
                others += other.dealt != position.dealt
    return others


def test_whatever_a_printed_diagram_stands_for_has_the_value() -> None:
    assert check_printed(31, 24, 9, 12) > 100


def test_where_no_other_card_fits_the_card_is_printed() -> None:
    rng, forced = Random(33), 0
    for number, position in enumerate(positions(33, 24, 9, 5)):
        diagram = why(position, Seat(number % SEATS), engine=engine(), searches=200).diagram
        named = hand_of(card for hand in diagram.named for card in cards_in(hand))
        shown = named_cards(diagram)
        assert shown & named == named
        text = "\n".join(
            f"  {seat.word.capitalize():10}  "
            + "  ".join(
                f"{symbol} {suit_pattern(position, named, seat, suit) or '–'}"
                for suit, symbol in enumerate("♠♥♦♣")
            )
            for seat in Seat
        )
        drawn = [filled(text, position, rng) for _ in range(40)]
        for seat in Seat:
            own = [other.dealt[seat] for other in drawn if other is not None]
            for card in cards_in(position.dealt[seat] & shown & ~named):
                forced += bool(own)
                assert all(hand >> card & 1 for hand in own), (text, card)
    assert forced


@pytest.mark.slow
def test_thousands_of_deals_of_printed_diagrams_have_the_value() -> None:
    assert check_printed(32, 240, 12, 40) > 5000


# The parts -------------------------------------------------------------------------------


def test_the_numbers_of_comparisons_are_those_of_the_search() -> None:
    # One comparison decides: F's ace beats both, M's king D's queen only if F's does not count.
    position = Position.parse("A... K... Q...", contract="NT", leader="F")
    answer, masks = engine().lead_proof(position.hands, position.contract, 0, 0, 1)
    assert answer
    lengths, lies = Places(position).lengths[0], Places(position).layouts[0]
    known = known_from(lengths, lies, 0, masks[0])
    assert known.covers == ((0, 1), (0, 2))
    assert pair_numbers((2, 1, 1), 1) == ((2, 3), (2, 0), (2, 1), (3, 0), (3, 1))


def test_what_is_known_of_a_suit_is_counted_and_drawn_right() -> None:
    rng = Random(3)
    for _ in range(60):
        lengths = (rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 2))
        every = sorted(set(permutations([s for s in range(3) for _ in range(lengths[s])])))
        known = nothing_known(lengths)
        said = []
        lies = rng.choice(every)
        for _ in range(rng.randint(0, 4)):
            order = numbers(lengths, lies)
            if len(order) > 1:
                high, low = sorted(rng.sample(range(len(order)), 2))
                said.append((order[high], order[low]))
                known = known.adding(said[-1])

        fitting = [
            layout
            for layout in every
            if all(
                numbers(lengths, layout).index(high) < numbers(lengths, layout).index(low)
                for high, low in said
            )
        ]
        assert [layout for layout in every if known.agrees(layout)] == fitting
        assert known.layouts == len(fitting)
        for _ in range(5):
            assert known.any(rng) in fitting
            assert known.nearest(rng.choice(every)) in fitting
        again = nothing_known(lengths)
        for pair in known.covers:
            again = again.adding(pair)
        assert again == known
        for pair in known.covers:
            less = known.leaving_out(pair)
            assert less.follows_from(known)
            assert less.layouts > known.layouts
            assert less.adding(pair) == known
        assert order_of(lengths, lies).layouts == 1 or len(lies) < 2
        assert order_of(lengths, lies, 0) == nothing_known(lengths)


def test_a_whole_deal_is_counted() -> None:
    found = why(POSITION, "F")
    assert found.value == 3
    lengths = Places(POSITION).lengths
    assert found.deals_alike == prod(nothing_known(each).layouts for each in lengths)
    assert 0 < found.deals <= found.deals_alike
    assert 0 < found.chance < Fraction(found.deals, found.deals_alike)
    assert found.rests_on < found.used < found.pairs == 108


def test_a_deal_of_a_file_and_a_text_are_taken() -> None:
    text = '[Deal "F:AQ... K2... 43..."] [Contract "NT"]'
    assert why(text, "F").value == 1
    with pytest.raises(ArgumentError, match="says: 'more', expected exactly or at least or"):
        why(text, "F", "more")
    with pytest.raises(RuleError, match="in points also rests on what each card is worth"):
        why(Position.parse("K.K.J. ..TA7. T.98..", "S", rules=MANILLE), "F")


def test_limits_leave_what_is_said_true() -> None:
    none = why(POSITION, "M", searches=1)
    assert none.rests_on == none.used
    assert not none.minimal
    assert none.covers(POSITION)
    assert none.diagram.covers(POSITION)
    assert none.changes.complete
    some = why(POSITION, "M", seconds=0.5)
    assert some.rests_on <= none.rests_on
    over = Run(cancelled=lambda: True)
    with pytest.raises(StoppedError):
        why(POSITION, "M", run=over)


def test_large_numbers() -> None:
    assert [large(n) for n in (1, 999_999, 10**6, 18_825 * 10**8)] == [
        "1", "999,999", "1.0·10⁶", "1.9·10¹²",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_review_tells_why_costly_cards_were(root: Path) -> None:
    deal = read_deals(root / "data" / "sample_deals" / "played.manni")[2]
    reviewed = review(deal)
    found = reasons(reviewed)
    costly = [played for played in reviewed.cards if played.loss]
    assert costly
    assert [each.played for each in found] == costly
    for each in found:
        assert each.why is not None
        # What is claimed is what the card cost: of the tricks to come no more, in NULLO as many.
        taken = [played.taken_by for played in reviewed.cards[: each.played.number]]
        won = taken.count(each.played.seat)
        assert each.why.value == each.played.after[each.played.seat] - won
        assert (each.why.claim.least is None) != each.why.position.avoids
    call = ("review", root / "data" / "sample_deals" / "played.manni", "--deal", "3", "--why")
    text = output(*call)
    assert text.count("It rests on ") == len(costly)
    for each in found:
        after = each.played.after[each.played.seat]
        claim = rf"(?:sure of more than|made to take) {after} tricks" if after > 1 else ""
        head = rf"trick {each.played.trick}: .* costs {each.played.loss}; .* would have kept "
        assert re.search(rf"\n\d\. {head}{each.played.before[each.played.seat]}\n.* {claim}", text)
    told = json_of(*call)["why"]
    assert [each["number"] for each in told] == [played.number for played in costly]
    assert "--why goes with text and json" in error(*call, "--format", "csv", code=2)


def test_a_reason_that_was_stopped_is_told() -> None:
    stopped = manni(
        "solve", "--hands", "AQ... K2... 43...", "--contract", "NT", "--why", "--time", "1e-6"
    )
    assert "stopped before it was worked out" in stopped.stdout
