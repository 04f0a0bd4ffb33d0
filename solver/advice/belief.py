"""How strictly the others are taken to go by the rule of thumb."""

from __future__ import annotations

from enum import Enum


class Belief(Enum):
    """What is concluded from what the other seats have exchanged, called and played.

    ``NONE``: nothing, all deals that the rules allow are alike. ``SOFT``: they did much as
    the rule of thumb does, the more exactly the more it matters. ``STRICT``: they did just
    what the rule of thumb does. What each seat does is a model of ``solver.advice.behaviour``.
    """

    NONE = "none"
    SOFT = "soft"
    STRICT = "strict"
