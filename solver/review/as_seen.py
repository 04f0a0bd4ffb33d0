"""How a card did in the worlds that its player could not tell from the deal.

With open cards many a card is a mistake that its player could not have recognised. So the
player's view is taken as advice takes it: his own hand and discards, how many cards each seat
exchanged, the cut card and the cards played so far, from which the voids follow. Worlds that
agree with it are sampled, and every card he might have played meets all of them
(``advice.play``). The best card there is the best of several averages, and some of its lead is
luck. So the card played and the best one meet as many other worlds, which did not choose either.
"""

from __future__ import annotations

from dataclasses import replace

from manni.solver.advice.choices import SEEN_POINTS_WORLDS, SEEN_WORLDS
from manni.solver.advice.observation import Observation
from manni.solver.advice.play import advise_play, card_behind
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.review.results import SeenCard
from manni.solver.run import Run


def seen_worlds(deal: Deal) -> int:
    """Return how many worlds the cards of a deal meet by default."""
    return SEEN_WORLDS if deal.rules_played.rolls_out else SEEN_POINTS_WORLDS


def seen_card(
    engine: Engine, observation: Observation, card: int, *, worlds: int, seed: int, run: Run
) -> SeenCard:
    """Return how a card did over sampled worlds; number and seed determine it.

    Cards are judged by points even if a number was bid, in a misère or where every trick is
    claimed by the chance of making it. Raises StoppedError if the run is over first.
    """
    claimed = observation.rules.claimed
    if not claimed:
        observation = replace(observation, bid=None)
    advice = advise_play(observation, worlds=worlds, seed=seed, engine=engine, run=run)
    if advice.partial or run.is_over():
        raise StoppedError("the run was over before all worlds were met")
    least = least_mistake(observation)
    if claimed and not advice.by_chance:
        return SeenCard(card, 0.0, (0.0, 0.0), advice.worlds, least)  # for it all are alike
    best = advice.best
    if card in best.equals:
        return SeenCard(card, 0.0, (0.0, 0.0), advice.worlds, least)
    behind, interval = card_behind(
        observation, card, best.card, worlds=worlds, seed=seed, engine=engine, run=run
    )
    return SeenCard(best.card, behind, interval, worlds, least)


def least_mistake(observation: Observation) -> float:
    """Return how far behind a card has to be to be called a mistake.

    That is a fifth of a trick, where cards have points of a trick's mean worth, or a chance of
    a twentieth. Nobody at a table sees less.
    """
    if observation.rules.claimed:
        return 0.05
    if observation.rules.is_plain:
        return 0.2
    return (
        0.2
        * observation.variant.worth((0, 0, 0), observation.contract)[1]
        / observation.variant.tricks
    )
