"""Random deals as rows, which ``manni batch`` can solve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from manni.solver.cards import Contract, Seat, card_name
from manni.solver.deal import Deal
from manni.solver.files.parquet import arrow
from manni.solver.frames.columns import HANDS
from manni.solver.notation import format_cards
from manni.solver.rules.variant import Variant

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS = 1 << 14
"""Rows made at a time."""


def deal_schema() -> pa.Schema:
    """Return the columns of dealt rows: a question, the deal's number, what was not dealt out."""
    pa = arrow()
    texts = dict.fromkeys(("contract", "leader", "declarer", "variant"), pa.string())
    others = {"ace_low": pa.bool_(), "manni": pa.string(), "cut": pa.string()}
    return pa.schema({"id": pa.int64(), **dict.fromkeys(HANDS, pa.uint64()), **texts, **others})


def deal_tables(
    deals: Iterable[Deal],
    variant: Variant,
    contract: Contract | None = None,
    declarer: Seat | None = None,
) -> Iterator[pa.Table]:
    """Yield deals of a game as rows, numbered from 1.

    ``contract`` and ``declarer`` are those of every row; without a contract a row has the
    deal's own, none where one of the players calls it.
    """
    numbered = enumerate(deals, 1)
    while rows := [_row(*each, variant, contract, declarer) for each in islice(numbered, _ROWS)]:
        yield arrow().Table.from_pylist(rows, schema=deal_schema())


def _row(
    number: int, deal: Deal, variant: Variant, asked: Contract | None, declarer: Seat | None
) -> dict[str, Any]:
    contract = deal.contract if asked is None else asked
    return {
        "id": number,
        **dict(zip(HANDS, deal.hands, strict=True)),
        "contract": None if contract is None else contract.name,
        "leader": None if contract is None else variant.leader(declarer).letter,
        "declarer": None if declarer is None else declarer.letter,
        "variant": variant.code,
        "ace_low": contract is not None and variant.ace_low(contract),
        "manni": format_cards(deal.manni) or None,
        "cut": None if deal.cut is None else card_name(deal.cut),
    }
