"""Positions: random ones, from a seed, one that takes long, and their values by plain search."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from manni.solver import reference
from manni.solver.advice.card_policy import rule_of_thumb
from manni.solver.advice.choices import Belief
from manni.solver.advice.observation import Observation, observation_from
from manni.solver.advice.play import roll_out_cards
from manni.solver.advice.worlds import DealSample, Worlds
from manni.solver.cards import (
    CARDS,
    RANKS,
    SEATS,
    SUITS,
    Contract,
    Seat,
    card_of,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from manni.solver.engine import Engine
from manni.solver.exchange.open_cards import ExchangeTurn
from manni.solver.notation import as_card, as_cards, as_hand, parse_contract
from manni.solver.piles import as_seen_piles
from manni.solver.position import Position, won_in
from manni.solver.rules.games import get_variant, variant_of
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE
from manni.solver.rules.trick import EVERY_DUTY, Duty, TrickRules
from manni.solver.rules.variant import Variant
from manni.solver.values.solution import Solution, best_case, share

ENDLESS = Position.parse(
    "A983.QJ65.KT74.A983 KT74.A983.QJ65.KT74 QJ65.KT74.A983.QJ65", contract="NULLO", leader="F"
)
"""Takes ten seconds and more for each seat: no test waits for its end."""


SHORT_PACK = tuple(card_of(suit, rank) for suit in range(SUITS) for rank in range(5, RANKS))
"""The 32 cards of Manille, seven and higher."""

GAMES = (MANILLE, ENCHERES, ENVERS, MISERE)
TABLES = ((2, 4), (3, 3), (4, 2), (4, 3), (5, 2), (6, 2), (7, 2))
"""Hands and cards of which the plain search knows the values at once."""

OTHER_RULES = tuple(
    replace(rules, duties=Duty(duties), avoids=avoids)
    for rules in (MANILLE, ENCHERES)
    for duties in range(EVERY_DUTY + 1)
    for avoids in (False, True)
)
"""What no game has but the search for points can do: any duties, either aim."""


def begun(rng: Random, position: Position, cards: int) -> Position:
    """Return a position after so many random cards more, as far as there are any."""
    for _ in range(cards if position.tricks else 0):
        position = position.play(rng.choice(position.legal()))
    return position


def dealt_out(cards: Sequence[int], hands: int = SEATS) -> list[int]:
    """Return cards dealt one by one to so many hands."""
    return [hand_of(cards[seat::hands]) for seat in range(hands)]


def random_position(
    rng: Random,
    cards: int,
    contract: Contract | None = None,
    ace_low: bool | None = None,
    on_table: int | None = None,
) -> Position:
    """Return a position of ``cards`` a hand out of 52, with 0 to 2 of them on the table.

    What is None is drawn too.
    """
    position = Position(
        dealt_out(rng.sample(range(CARDS), SEATS * cards)),
        Contract(rng.randrange(len(Contract))) if contract is None else contract,
        Seat(rng.randrange(SEATS)),
        ace_low=rng.random() < 0.3 if ace_low is None else ace_low,
    )
    return begun(rng, position, rng.randrange(SEATS) if on_table is None else on_table)


def played_on(
    rng: np.random.Generator, position: Position, cards: int
) -> tuple[tuple[int, ...], Position]:
    """Return so many random legal cards played in turn, and the position after them."""
    played = []
    for _ in range(cards):
        legal = position.legal()
        played.append(legal[int(rng.integers(len(legal)))])
        position = position.play(played[-1])
    return tuple(played), position


def observed(
    question: str, hand: Any, variant: Any, contract: Any = None, seat: Any = None, **said: Any
) -> Observation:
    """Return what a seat has seen, said in words or as the library has it."""
    for name in said.keys() & {"discarded", "surprise", "shown", "played"}:
        own = said[name]
        said[name] = tuple(cards_in(own)) if isinstance(own, int) else as_cards(own, name)
    said["laid"] = [(one, as_hand(own)) for one, own in said.get("laid", ())]
    said["piles"] = as_seen_piles(said.get("piles", ()))
    said["cut"] = None if said.get("cut") is None else as_card(said["cut"], "cut")
    contract = None if contract is None else parse_contract(contract)
    return observation_from(question, as_hand(hand), variant_of(variant), contract, seat, **said)


def played_by_rule(
    variant: Variant,
    position: Position,
    cards: int,
    declarer: Seat | None = None,
    down: Sequence[int] = (0,) * SEATS,
) -> tuple[tuple[int, ...], Position]:
    """Return so many cards played in turn by the rule of thumb, and the position after them.

    ``down`` is what each seat has put down.
    """
    dealt = position.hands
    played = ()
    for _ in range(cards):
        seat = position.to_play
        seen = observed(
            "card",
            dealt[seat],
            variant,
            position.contract,
            seat,
            played=played,
            declarer=declarer,
            discarded=down[seat],
        )
        played += (rule_of_thumb(seen),)
        position = position.play(played[-1])
    return played, position


def manille_position(
    rng: Random,
    cards: int,
    rules: Sequence[TrickRules] = (MANILLE, ENCHERES, ENCHERES, ENVERS, MISERE),
    suits: int = SUITS,
    on_table: int | None = None,
) -> Position:
    """Return a position of a Manille game: ``cards`` a hand, out of so many suits."""
    chosen = rng.sample(range(SUITS), suits)
    dealt = rng.sample([card for card in SHORT_PACK if suit_of(card) in chosen], SEATS * cards)
    game = rng.choice(rules)
    contract = Contract.NULLO if game == MISERE else rng.choice(tuple(Contract)[:5])
    return _begun(rng, dealt, contract, game, on_table)


def any_table(rng: Random, hands: int, cards: int, plain: Sequence[TrickRules] = ()) -> Position:
    """Return a position of so many hands, of any sides and duties, maybe with a trick begun.

    By one of the ``plain`` rules, if there are any, it is of the whole pack.
    """
    dealt = rng.sample(range(CARDS) if plain else SHORT_PACK, hands * cards)
    sides = rng.random() < 0.75
    position = Position(
        dealt_out(dealt, hands),
        Contract(rng.randrange(6 if plain else 5)),
        rng.randrange(hands),
        rules=rng.choice(plain)
        if plain
        else replace(
            MANILLE,
            duties=rng.choice((EVERY_DUTY, Duty(rng.randrange(2 * max(Duty))))),
            partners=sides,
            claimed=sides and rng.random() < 0.4,  # then partners are bound too
            avoids=rng.random() < 0.3,
        ),
        declarers=rng.sample(range(hands), rng.randrange(1, hands)),
    )
    return begun(rng, position, rng.choice((0, 0, rng.randrange(hands))))


def game_position(rng: Random, code: str, cards: int) -> Position:
    """Return a position of a game: ``cards`` a hand of its pack, in one of its contracts."""
    variant = get_variant(code)
    dealt = rng.sample([*cards_in(variant.pack)], SEATS * cards)
    contract = rng.choice(variant.contracts)
    return _begun(rng, dealt, contract, variant.rules_of(contract), None)


def _begun(
    rng: Random, dealt: list[int], contract: Contract, rules: TrickRules, on_table: int | None
) -> Position:
    leader, declarer = Seat(rng.randrange(SEATS)), Seat(rng.randrange(SEATS))
    position = Position(dealt_out(dealt), contract, leader, rules=rules, declarer=declarer)
    return begun(rng, position, rng.randrange(SEATS) if on_table is None else on_table)


def check_values(engine: Engine, position: Position) -> None:
    """Compare every seat's guarantee, and that after every card, with the plain search."""
    after = reference.card_values(position)
    for seat in position.seats:
        # Whoever plays picks the card, for the seat or against it.
        picks_most = (position.to_play in position.side(seat)) != position.avoids
        best = (max if picks_most else min)(values[seat] for values in after.values())
        assert engine.value(position, seat) == best, (position, seat)
    for card, expected in after.items():
        child = position.play(card)
        for seat in position.seats:
            gained = sum(map(child.gain, position.side(seat)))
            assert gained + engine.value(child, seat) == expected[seat], (position, card, seat)


def check_solution(position: Position, found: Solution) -> None:
    """Compare a solution, with its cards and a line of the mover, with the plain search."""
    sure, after = reference.guarantees(position), reference.card_values(position)
    assert found.exact
    assert found.guarantee == sure, position
    assert tuple(each.card for each in found.cards) == position.legal()
    mover, alone = position.to_play, not position.declarers
    for each in found.cards:
        assert each.guarantee == after[each.card], position
        assert each.loss == position.sign * (sure[mover] - after[each.card][mover]), position
        assert each.loss >= 0
        assert not alone or sum(each.share) == position.worth, position
    assert min(each.loss for each in found.cards) == 0
    won = won_in(position.follow(found.line))
    assert sum(won[each] for each in position.side(mover)) == sure[mover], position
    of_all = sure, position.worth, position.contract, position.rules
    assert found.best_case == (best_case(*of_all) if alone else sure), position
    if alone:
        assert found.share == share(*of_all), position
    else:
        assert found.share in (None, sure)
        assert (found.share is None) == (position.declarer is not None)


def shared(cards: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to give so many of the cards to each."""
    if not sizes:
        yield ()
        return
    for part in map(hand_of, combinations(cards_in(cards), sizes[0])):
        for others in shared(cards & ~part, sizes[1:]):
            yield part, *others


def played_out_by_rule(
    variant: Variant, start: Position, declarer: Seat | None = None, away: int = 0
) -> list[int]:
    """Return what each seat takes if all play by the rule of thumb from the first lead on.

    That is as advice on the first card reckons it; the declarer has put cards ``away``.
    """
    leader = start.leader
    seen = observed(
        "card",
        start.hands[leader],
        variant,
        start.contract,
        leader,
        declarer=declarer,
        discarded=away if leader is declarer else 0,
    )
    world = DealSample.unfilled(seen, 1)._replace(hands=np.array([start.hands], np.uint64))
    return roll_out_cards(seen, world, ())[0, 0].tolist()


def taken_up(known: Observation, number: int, seed: int = 0) -> list[ExchangeTurn]:
    """Return so many worlds of an advice, each as the seat takes up what lies on the table."""
    drawn = Worlds(known, Belief.NONE, seed).block(0, number)
    rows = zip(drawn.hands.tolist(), drawn.pile.tolist(), strict=True)
    variant, size = known.variant, known.variant.taken_up
    seat, take = known.seat, ExchangeTurn.taking_up
    return [take(variant, tuple(own), tuple(pile[:size]), seat) for own, pile in rows]


def declared(taken: ExchangeTurn, contract: Contract, away: int) -> tuple[Position, int]:
    """Return the position at the first lead, and what the declarer takes by the rule of thumb."""
    start, seat, variant = taken.position(contract, away), taken.seat, taken.variant
    points = played_out_by_rule(variant, start, seat, away)[seat]
    counted = sum(variant.rules.card_points[rank_of(card)] for card in cards_in(away))
    return start, points + variant.pile_counts * counted
