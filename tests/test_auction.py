"""Who may call what: the machine against the rules told once more, case by case."""

from collections.abc import Iterator
from itertools import product

import pytest

from manni.solver.cards import Contract, Seat
from manni.solver.rules.auction import Auction, Call
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.games.manni import STEPS
from manni.solver.scoresheet import Game, PlayedDeal

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
ALL = frozenset(Contract)
NOTHING = frozenset()
GREAT = tuple(Call(contract, great=True) for contract in (C, DI, S, H, NT))
LAUGAVATN = VARIANTS["laugavatn"]

Lists = tuple[frozenset[Contract], frozenset[Contract], frozenset[Contract]]


def great(contract: Contract) -> Call:
    return Call(contract, great=True)


def auction(*calls: Call | None, left: Lists = (ALL, ALL, ALL), opener: Seat = F) -> Auction:
    state = Auction(left, STEPS, opener)
    for call in calls:
        state = state.call(call)
    return state


def by_the_rules(
    left: Lists, calls: tuple[Call | None, ...]
) -> tuple[int, set[Call | None]] | None:
    """Return who may call what in Laugavatnsmanni, in the words of its rules; A is 0."""
    ladder = [C, DI, S, H, NT]  # lowest first
    greats = [{great(c) for c in own if c is not NULLO} | {None} for own in left]
    if not calls:
        return 0, {Call(c) for c in left[0]}
    if len(calls) == 1:
        return 1, set(greats[1])
    _, of_b, *rest = calls
    if of_b is not None:
        if not rest:
            return 0, set(greats[0])  # A may take it back
        if rest[0] is not None or len(rest) == 2:
            return None  # A has taken it back, so C has no say; or C has had his
        above = ladder[ladder.index(of_b.contract) + 1 :]
        return 2, {call for call in greats[2] if call is None or call.contract in above}
    if not rest:
        return 2, set(greats[2])
    if rest[0] is None or len(rest) == 2:
        return None
    return 0, set(greats[0])


def every_state(start: Auction) -> Iterator[Auction]:
    yield start
    for call in start.legal():
        yield from every_state(start.call(call))


SETS = [
    ALL,
    frozenset({NULLO}),
    frozenset({C}),
    frozenset({NT, NULLO}),
    frozenset({C, S, NT}),
    frozenset({DI, H, NULLO}),
]


@pytest.mark.parametrize("of_a", SETS)
def test_every_state_of_every_auction(of_a: frozenset[Contract]) -> None:
    for of_b, of_c in product([*SETS, NOTHING], repeat=2):
        lists = (of_a, of_b, of_c)
        start = Auction(lists, STEPS)
        ends = set()
        for state in every_state(start):
            expected = by_the_rules(lists, state.calls)
            assert state.over == (expected is None)
            if expected is None:
                assert state.to_call is None
                assert state.legal() == ()
                made = [call for call in state.calls if call is not None]
                assert state.standing == made[-1]
                assert state.standing.contract in lists[state.declarer]
                assert state.standing.great == (len(made) > 1)
                ends.add((state.declarer, state.standing))
            else:
                seat, calls = expected
                assert state.to_call == seat
                assert set(state.legal()) == calls
                assert len(state.legal()) == len(calls) > 0
        assert start.outcomes() == ends


def test_calls_are_offered_in_order() -> None:
    assert auction(Call(NT)).legal() == (*GREAT, None)
    assert auction(Call(C), great(S), None).legal() == (great(H), great(NT), None)


# In a game ---------------------------------------------------------------------------

ANY_TRICKS = (6, 5, 5)


def test_what_has_been_declared_cannot_be_called() -> None:
    game = Game(LAUGAVATN).record(NT, ANY_TRICKS, F)
    assert game.left(0) == ALL - {NT}
    game = game.record(H, ANY_TRICKS, D, great=True)  # player 1 sits in the third seat now
    assert game.left(0) == ALL - {NT, H}
    assert game.left(1) == ALL
    assert game.auction().left == (ALL, ALL - {NT, H}, ALL)


def declared(player: int, contracts: frozenset[Contract], dealer: int) -> list[PlayedDeal]:
    return [
        PlayedDeal(dealer, contract, True, player, contract.name, (5, 5, 6), (0, 0, 0))
        for contract in contracts
    ]


def test_a_forehand_with_nothing_left_is_passed_over() -> None:
    # Player 2 has declared all six, and player 1 has just dealt: player 2 would be
    # dealer, player 3 forehand; then player 3 deals and player 1 is forehand.
    deals = tuple(declared(0, ALL, dealer=1))
    game = Game(LAUGAVATN, deals=deals)
    assert game.dealer == 0  # not 2, whose forehand is player 1
    assert game.player(F) == 1
    everyone = Game(get_variant("laugavatn+no-skip"), deals=deals)
    assert everyone.dealer == 2
    assert everyone.player(F) == 0
    assert everyone.auction().opener is M
    assert everyone.auction().to_call is M


def test_two_forehands_with_nothing_left_are_passed_over() -> None:
    deals = tuple(declared(0, ALL, dealer=1) + declared(1, ALL, dealer=1))
    game = Game(LAUGAVATN, deals=deals)
    assert game.player(F) == 2
    assert game.dealer == 1
    assert game.auction().outcomes() == {(F, Call(contract)) for contract in Contract}
