"""Players as they were before the policy was trained, kept to play against.

For tricks the score of a card was the sum of six weights (``before.npz``), which are the first
rows of the policy's cards: the same compiled code plays by them, its hidden layer at 0. The advice
played worlds out by them, and what was played was believed by them. For points the rule was in
plain words, as it still is where no policy plays, and the advice solved worlds with open cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np

from solver.advice.behaviour import Belief
from solver.advice.play import advise_play, answered, equal_cards
from solver.advice.play_open import OpenSearch
from solver.advice.question import Question
from solver.advice.seen import Moment, Seen
from solver.advice.thumb_play import rule_of_thumb
from solver.engine import Engine
from solver.searches.rollouts import Rollouts, Weights, rollouts_of

WEIGHTS = Path(__file__).with_name("before.npz")
_USERS = ("solver.advice.play", "solver.advice.evidence", "solver.advice.thumb_play")


def weights() -> Weights:
    """Return the rule as it was, which plays for tricks alone, as weights of the policy."""
    found = Weights.zeros()
    with np.load(WEIGHTS) as stored:
        found.own[:3, : stored["own"].shape[1]] = stored["own"]
    return found


@cache
def rollouts() -> Rollouts:
    """Return rollouts by the rule as it was."""
    return rollouts_of(weights())


@contextmanager
def as_before() -> Iterator[None]:
    """Play, roll out and believe by the rule as it was."""
    with (
        patch(f"{_USERS[0]}.rollouts", rollouts),
        patch(f"{_USERS[1]}.rollouts", rollouts),
        patch(f"{_USERS[2]}.rollouts", rollouts),
        patch(f"{_USERS[0]}.POLICY_WORLDS", 0.0),
        patch.object(Seen, "rolls_out", property(lambda seen: seen.rules.is_plain)),
    ):
        yield


def thumb(seen: Seen) -> int:
    """Return the card that the rule of thumb played."""
    with as_before():
        return rule_of_thumb(seen)


def advice(seen: Seen, worlds: int, seed: int, belief: Belief, engine: Engine) -> int:
    """Return the card that the advice played over so many worlds."""
    with as_before():
        if seen.rules.is_plain:
            return advise_play(
                seen, worlds=worlds, seed=seed, belief=belief, reason=False
            ).best.card
        question = Question.asked(
            Moment.PLAY, seen, worlds=worlds, seconds=None, seed=seed, run=None, belief=belief
        )
        groups = equal_cards(seen)
        search = OpenSearch(question, groups, engine)
        search.meet(worlds, question.run)
        return answered(question, groups, search).best.card
