"""Who made a deal and what is said of it, by the tags Name, Author, Source and Comment."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from manni.solver.schema import TEXT, field, record

if TYPE_CHECKING:
    from manni.solver.deal import Deal


class DealInfo(NamedTuple):
    """What a file says of a deal besides its cards; texts are empty where it says nothing."""

    name: str = ""
    author: str = ""
    source: str = ""
    comment: str = ""

    @classmethod
    def of(cls, deal: Deal) -> DealInfo:
        """Return what the tags of a deal say."""
        return cls(deal.name, deal.tag("Author"), deal.tag("Source"), deal.tag("Comment"))

    @property
    def credit(self) -> str:
        """Who made it, and where it is from."""
        return ", ".join(filter(None, (self.author, self.source)))

    @property
    def lines(self) -> list[str]:
        """What stands below the name."""
        return list(filter(None, (self.credit, self.comment)))


NO_INFO = DealInfo()


def _text_of(key: str, info: DealInfo) -> str | None:
    return getattr(info, key) or None


DEAL_INFO = record(
    *(
        field(key, TEXT, doc, partial(_text_of, key), optional=True)
        for key, doc in (
            ("name", "The name of the deal, if it has one."),
            ("author", "Who made it, by its tag Author."),
            ("source", "Where it is from, by its tag Source."),
            ("comment", "What is said of it, by its tag Comment."),
        )
    )
)
"""A ``DealInfo``; what is not said is left out."""
