"""Other ways to play a deal, and remarks on its cards, as tags that a file keeps with it.

::

    [Variation "SA SQ S7"]              the cards from the first lead on
    [Remark "SA SQ: ? wait for the king"]   on the last of these cards: a mark, a comment, or both

Who only solves, reviews or scores a deal passes them by, as all tags without a meaning to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from ..checks import quote
from ..deal import Deal
from ..errors import NotationError
from ..notation import format_cards, parse_cards
from ..schema import Cards

VARIATION = "Variation"
REMARK = "Remark"
MARKS = ("!", "?", "!!", "??", "!?", "?!")

_REMARK = re.compile(r"([^:]*):\s*(?:([!?]{1,2})(?=\s|$))?\s*(.*)", re.DOTALL)

T = TypeVar("T")


class Remark(NamedTuple):
    """What is said of the last of some cards: a mark such as ``!``, a comment, or both.

    Attributes:
        played: the last is meant
    """

    played: Cards
    mark: str = ""
    comment: str = ""

    def __str__(self) -> str:
        remark = " ".join(filter(None, (self.mark, self.comment)))
        return f"{format_cards(self.played)}: {remark}"


def variations_of(deal: Deal) -> tuple[tuple[int, ...], ...]:
    """Return the other ways to play that a deal has, as cards. Raises NotationError."""
    return tuple(_read(deal, VARIATION, parse_cards))


def remarks_of(deal: Deal) -> tuple[Remark, ...]:
    """Return the remarks on cards that a deal has. Raises NotationError."""
    return tuple(_read(deal, REMARK, parse_remark))


def parse_remark(text: str) -> Remark:
    """Return the remark that a text says. Raises NotationError."""
    match = _REMARK.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        raise NotationError(f'{quote(text)}: expected cards and what is said, such as "SA S3: !"')
    if match[2] not in (None, *MARKS):
        raise NotationError(f"{quote(match[2])} is no mark: there are {' '.join(MARKS)}")
    return Remark(parse_cards(match[1]), match[2] or "", match[3].strip())


def _read(deal: Deal, name: str, parse: Callable[[str], T]) -> Iterator[T]:
    values = (value for tag, value in deal.tags if tag.lower() == name.lower())
    for number, value in enumerate(values, 1):
        try:
            parsed = parse(value)
        except NotationError as error:
            raise NotationError(f"{name} {number}: {error.message}") from None
        yield parsed
