"""What is still needed at the table of a game for points, as the player can tell."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from manni.solver.advice.choices import Strength
from manni.solver.cards import BySeat, Contract
from manni.solver.dealing import random_deals
from manni.solver.position import won_in
from manni.solver.rules.auction import Aim, find_bid
from manni.solver.rules.declaring import Rotation
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.games.manni import BASIC
from manni.solver.rules.shuffle import generator
from manni.solver.table.commentary import describe_event
from manni.solver.table.deal import DealTable, Outlook
from manni.solver.table.game import new_game, table_in
from manni.solver.table.settings import Settings
from manni.solver.table.steps import (
    AsksAway,
    AsksBid,
    AsksCard,
    AsksClaim,
    AsksTrump,
    ComputerTurn,
    ContractMade,
)

GAMES = [code for code, game in VARIANTS.items() if game.rules.unit == "points"]
COUNTED = [f"encheres-{size}+talon-declarer" for size in ("petite", "grande")]

Observation = list[tuple[Outlook, BySeat[int]]]


def played(table: DealTable, random: Random) -> Observation:
    """Play a deal at random; return what was told before each card, and what was taken then."""
    course, answer, seen = table.course(), None, []
    while True:
        try:
            step = course.send(answer)
        except StopIteration:
            return seen
        answer = None
        match step.asks if isinstance(step, ComputerTurn) else step:
            case AsksCard():
                answer = random.choice(table.position.legal())
                if (outlook := table.outlook()) is not None:
                    seen.append((outlook, table.with_partners(table.won)))
            case AsksBid() as asks:
                rungs = asks.auction.legal()
                answer = asks.apply(random.choice([*rungs[:3], rungs[-1]]))
            case AsksAway() as asks:
                answer = asks.apply(tuple(asks.state.manni))
            case AsksTrump() as asks:
                answer = random.choice(asks.trumps)
            case AsksClaim():
                answer = random.random() < 0.2


@pytest.mark.parametrize("code", [*GAMES, *COUNTED])
def test_what_is_still_needed_holds_and_is_exact_where_all_is_seen(code: str) -> None:
    variant, random = get_variant(code), Random(27)
    wanted = variant.scoring.points_wanted
    told = exact = 0
    for deal in islice(random_deals(variant, 27), 12):
        table = DealTable(deal, random.choice([*variant.seats]), Strength.THUMB, 1)
        seen = played(table, random)
        for outlook, won in seen:
            if table.deal.bid is not None:
                wanted = find_bid(variant.bids, table.deal.bid).worth
            low, high = outlook.points_open
            bare = won_in(table.deal.position(after=0).way(table.deal.play))
            assert low <= sum(bare) - sum(won) // len(variant.sides()[0]) <= high
            away = table.won[outlook.seat] - bare[outlook.seat]
            least, most = outlook.points_needed
            assert least <= wanted - won[outlook.seat] - away <= most
            told += 1
            took = variant.exchange.picks_up and table.own is outlook.seat is table.deal.declarer
            if took or not variant.manni:
                assert low == high
                assert least == most
                exact += 1
    points = any(bid.aim is Aim.POINTS for bid in variant.bids)
    assert (told > 30) == (points or wanted is not None)
    seen_all = variant.exchange.picks_up or not variant.manni
    assert (exact > 9) == (seen_all and (points or wanted is not None))


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        # Spades are 0, and a contract all the same.
        ((Contract.S, Contract.H), "The contract changes from deal to deal: now it is spades."),
        ((Contract.NT, Contract.S), "The contract changes from deal to deal: now it is no trump."),
        ((Contract.NT,), "The contract is no trump."),
    ],
)
def test_contracts_in_turn(turns: tuple[Contract, ...], said: str) -> None:
    game = new_game(replace(BASIC, declaring=Rotation(turns)))
    dealing = game.variant.deal(generator(1))
    table = table_in(game, dealing, Settings(True, 1, Strength.THUMB))
    table.variant = game.variant
    assert table.deal.contract is turns[0]
    assert str(describe_event(ContractMade(), table)) == said
