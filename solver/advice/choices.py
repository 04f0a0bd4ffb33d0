"""Values that a user chooses from when asking for advice: numbers of deals, models, strengths.

They have a module of their own so that ``--help`` can list them without loading the advice.
"""

from __future__ import annotations

from enum import Enum

WORLDS = 1000
"""The default number of sampled deals where deals are rolled out."""

SEEN_WORLDS = 400
"""The default number of deals to judge a played card in a review: enough to see 0.2 points."""

SEEN_POINTS_WORLDS = 50
"""The same where each deal is solved: in a misère, or if every trick is claimed."""


class Belief(Enum):
    """What is concluded from what the other seats have exchanged, called and played.

    ``NONE``: nothing; all deals that the rules allow are equally likely. ``SOFT``: the others
    follow the rule of thumb roughly, and the more closely the more is at stake.
    """

    NONE = "none"
    SOFT = "soft"


class Strength(Enum):
    """How well a seat of the computer plays.

    ``NOVICE`` plays the highest card if it takes the trick, else the lowest. ``THUMB`` follows the
    rule of thumb. ``FAIR`` evaluates every card on sampled deals; at tables of six and more it
    follows the rule of thumb too.
    """

    NOVICE = "novice"
    THUMB = "thumb"
    FAIR = "fair"
