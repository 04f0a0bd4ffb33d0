"""What may be chosen where advice is asked for: what help names without the advice being loaded.

How strong a seat plays that the computer has.
"""

from __future__ import annotations

from enum import Enum

WORLDS = 1000
"""How many worlds choices meet by default, where these are played out."""

SEEN_WORLDS = 400
"""How many worlds a card is looked at in by default: enough to tell cards 0.2 points apart."""

SEEN_POINTS_WORLDS = 50
"""How many by default where each of them is solved: in a misère, or with every trick claimed."""


class Belief(Enum):
    """What is concluded from what the other seats have exchanged, called and played.

    ``NONE``: nothing, all deals that the rules allow are alike. ``SOFT``: they did much as
    the rule of thumb does, the more exactly the more it matters.
    """

    NONE = "none"
    SOFT = "soft"


class Strength(Enum):
    """How a seat plays: by what it looks at.

    A novice takes what tricks he can with the highest card, ``THUMB`` goes by the rule of thumb,
    ``FAIR`` plays every card in worlds, but for six and more players.
    """

    NOVICE = "novice"
    THUMB = "thumb"
    FAIR = "fair"
