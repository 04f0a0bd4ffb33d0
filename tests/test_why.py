"""What guarantees rest on: a diagram, read as it is printed, is held against deals it stands for.

Where a deal is small enough that is all of them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, count, product
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest
from commands import error, json_of, manni, output
from positions import begun, dealt_out, random_position

from manni.solver import reference
from manni.solver.analysis.why import SAYS, Why, why
from manni.solver.cards import (
    RANK_LETTERS,
    RANKS,
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
from manni.solver.errors import ArgumentError, StoppedError
from manni.solver.files.reading import read_deals
from manni.solver.position import Position
from manni.solver.report.why import whys_text
from manni.solver.review import reasons, review
from manni.solver.rules.trick import arranged
from manni.solver.run import Run

CONTRACTS = (Contract.S, Contract.D, Contract.NT, Contract.NULLO)
guarantee = cache(reference.guarantee)
POSITION = Position.parse("AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ", contract="NT")

Rows = dict[tuple[int, int], list[int | None]]
"""By seat and suit the cards of a hand from the top, None for an x."""

_HAND = re.compile(r"^  (Forehand|Middlehand|Dealer) +♠ (.*?) +♥ (.*?) +♦ (.*?) +♣ (.*)$", re.M)
_NOT_MORE = r"(?:not sure of|cannot be made to take) (?:a|more than (\d+)) trick"
_AT_LEAST = r"(?:sure of|can be made to take) (\d+) tricks?(, and (?:of )?no more)?\."


def printed(found: Why) -> tuple[range, Rows]:
    """Return what guarantees are claimed to be possible, and the diagram."""
    text = str(whys_text({found.seat: found}))
    if claim := re.search(_NOT_MORE, text):
        claimed = range(int(claim[1] or 0) + 1)
    else:
        claim = re.search(_AT_LEAST, text)
        assert claim is not None, text
        claimed = range(int(claim[1]), int(claim[1]) + 1 if claim[2] else 99)
    rows = {}
    for name, *suits in _HAND.findall(text):
        for suit, ranks in enumerate(suits):
            rows[Seat[name.upper()], suit] = [
                None if rank == "x" else card_of(suit, RANK_LETTERS.index(rank.strip("()")))
                for rank in ranks.replace("–", "").split()
            ]
    assert len(re.findall(r"\(.\)", text)) == len(found.position.table)
    return claimed, rows


@cache
def layouts(lengths: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways in which hands of these lengths lie in a suit, from the top down."""
    return [
        (seat, *rest)
        for seat, length in enumerate(lengths)
        if length
        for rest in layouts((*lengths[:seat], length - 1, *lengths[seat + 1 :]))
    ] or [()]


def all_of(position: Position, named: set[int]) -> Iterator[Position]:
    """Yield every deal of the same cards in which those named keep their order, as all hands do."""
    dealt = [arranged(cards_in(hand), position.rules) for hand in position.dealt]

    def of_suit(suit: int) -> Iterator[dict[int, int]]:
        """Yield for each card the one that lies in its place."""
        hands = [[card for card in hand if suit_of(card) == suit] for hand in dealt]
        cards = arranged(chain(*hands), position.rules)
        for seats in layouts(tuple(map(len, hands))):
            held = (card for _, card in sorted(zip(seats, cards, strict=True), key=itemgetter(0)))
            now = dict(zip(chain(*hands), held, strict=True))
            order = [now[card] for card in cards if card in named]
            if order == list(arranged(order, position.rules)):
                yield now

    for one, two, three, four in product(*map(of_suit, range(SUITS))):
        now = one | two | three | four
        yield with_hands(position, [[now[card] for card in hand] for hand in dealt], now)


def with_hands(
    position: Position, hands: Sequence[Iterable[int]], now: dict[int, int] | None = None
) -> Position:
    """Return a position with these hands, on the table what lies ``now`` in place of its cards."""
    table = [card if now is None else now[card] for card in position.table]
    return Position(
        [hand_of(hand) & ~hand_of(table) for hand in hands],
        position.contract,
        position.leader,
        table,
        rules=position.rules,
    )


def one_of(position: Position, rows: Rows, rng: Random) -> Position | None:
    """Return a deal of a diagram with x out of the whole pack, None where none was drawn."""
    hands = [[] for _ in Seat]
    taken = {card for row in rows.values() for card in row}
    for (seat, suit), row in rows.items():
        free = {*range(RANKS * suit, RANKS * suit + RANKS)} - taken
        named = [card for card in row if card is not None]
        for _ in range(200):
            held = arranged(named + rng.sample(sorted(free), row.count(None)), position.rules)
            if all(shown in (None, card) for shown, card in zip(row, held, strict=True)):
                break
        else:
            return None
        hands[seat] += held
        taken |= {*held}
    return with_hands(position, hands)


def close_positions(seed: int, number: int) -> Iterator[Position]:
    """Yield positions of three cards a hand out of two suits: many comparisons, few deals."""
    rng = Random(seed)
    for k in range(number):
        cards = rng.sample(range(2 * RANKS), 3 * SEATS)
        position = Position(
            dealt_out(cards),
            CONTRACTS[k % len(CONTRACTS)],
            Seat(rng.randrange(SEATS)),
            ace_low=rng.random() < 0.3,
        )
        yield begun(rng, position, rng.randrange(SEATS))


@pytest.mark.parametrize(
    ("seed", "number"), [(11, 40), pytest.param(12, 400, marks=pytest.mark.slow)]
)
def test_small_deals_are_told_exactly(seed: int, number: int) -> None:
    """Every card shown matters, no x does, in all deals that there are."""
    engine = Engine(8)
    for k, position in enumerate(close_positions(seed, number)):
        seat, says = Seat(k % SEATS), SAYS[k // 3 % 3]
        found = why(position, seat, says, engine=engine, searches=k % 5 or None)
        claimed, rows = printed(found)
        assert found.value == guarantee(position, seat)
        least = 0 if says == "at most" else found.value
        most = 98 if says == "at least" else found.value
        assert claimed == range(least, most + 1)
        named = {card for row in rows.values() for card in row if card is not None}
        assert position in all_of(position, named)
        for other in all_of(position, named):
            assert guarantee(other, seat) in claimed, (position, rows, other)
        assert k % 5 or not found.unsettled
        for card in named & {*cards_in(found.named & ~found.unsettled)} - {*position.table}:
            others = all_of(position, named - {card})
            values = (guarantee(other, seat) for other in others)
            assert any(value not in claimed for value in values), (position, rows, card)


def check_drawn(seed: int, number: int, most: int, drawn: int) -> int:
    """Draw deals from printed diagrams; return how many others than those printed were drawn."""
    rng, engine, others = Random(seed), Engine(64), 0
    for k in range(number):
        position = random_position(rng, rng.randint(3, most), CONTRACTS[k % len(CONTRACTS)])
        seat = Seat(k % SEATS)
        claimed, rows = printed(why(position, seat, engine=engine, searches=100))
        for _ in range(drawn):
            other = one_of(position, rows, rng)
            if other is not None:
                assert engine.value(other, seat) in claimed, (position, rows, other)
                others += other != position
    return others


def test_whatever_the_x_are_the_guarantee_is_as_said() -> None:
    assert check_drawn(31, 24, 9, 12) > 100


@pytest.mark.slow
def test_thousands_of_deals_of_diagrams_have_the_value() -> None:
    assert check_drawn(32, 240, 12, 40) > 5000


def test_a_deal_of_a_file_and_a_text_are_taken() -> None:
    text = '[Deal "F:AQ... K2... 43..."] [Contract "NT"]'
    assert why(text, "F").value == 1
    with pytest.raises(ArgumentError, match="says: 'more', expected exactly or at least or"):
        why(text, "F", "more")


def test_what_there_was_no_time_for_is_shown_as_it_is() -> None:
    every = hand_of(card for hand in POSITION.hands for card in cards_in(hand))
    none = why(POSITION, "M", searches=0)
    assert none.named == none.unsettled == every
    assert "Not settled: whether ♠A ♠K ♠Q" in str(whys_text({none.seat: none}))
    checks = count()
    some = why(POSITION, "M", run=Run(cancelled=lambda: next(checks) > 60))
    assert 0 < some.unsettled < some.named < every
    claimed, rows = printed(some)
    rng = Random(5)
    for _ in range(50):
        other = one_of(POSITION, rows, rng)
        assert other is None or Engine(8).value(other, Seat.MIDDLEHAND) in claimed
    with pytest.raises(StoppedError):
        why(POSITION, "M", run=Run(cancelled=lambda: True))


@pytest.mark.slow
def test_a_review_tells_why_costly_cards_were(root: Path) -> None:
    file = root / "data" / "sample_deals" / "played.manni"
    reviewed = review(read_deals(file)[2])
    found = reasons(reviewed, Run())
    costly = [played for played in reviewed.cards if played.loss]
    assert costly
    assert [each.played for each in found] == costly
    call = ("review", file, "--deal", "3", "--why")
    text = output(*call)
    for each in found:
        played, reason = each.played, each.why
        # What is claimed is what the card cost: of the tricks to come no more, in NULLO as many.
        taken = [one.taken_by for one in reviewed.cards[: played.number]]
        after = played.after[played.seat]
        assert reason.value == after - taken.count(played.seat)
        assert (reason.at_least, reason.at_most)[not reason.position.avoids]
        assert reason.at_least != reason.at_most
        claim = rf"(?:sure of more than|made to take) {after} tricks" if after > 1 else ""
        head = rf"trick {played.trick}: .* costs {played.loss}; .* would have kept "
        assert re.search(rf"\n\d\. {head}{played.before[played.seat]}\n.* {claim}", text)
    told = json_of(*call)["why"]
    assert [each["number"] for each in told] == [played.number for played in costly]
    assert "--why goes with text and json" in error(*call, "--format", "csv", code=2)


def test_a_reason_that_was_stopped_is_told() -> None:
    stopped = manni(
        "solve", "--hands", "AQ... K2... 43...", "--contract", "NT", "--why", "--time", "1e-6"
    )
    assert "stopped before it was worked out" in stopped.stdout
