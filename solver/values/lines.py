"""Deals as the lines of a batch, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from manni.solver import checks
from manni.solver.cards import Seat, card_name
from manni.solver.deal import Deal
from manni.solver.errors import NotationError, SolverError
from manni.solver.fields import FIELDS, read_bid
from manni.solver.files.entry import Entry
from manni.solver.notation import format_hand
from manni.solver.rules.contract import Contract
from manni.solver.values.batch import parse_line, solve_request


def line_entries(text: str, file: str | None = None) -> Iterator[Entry]:
    """Yield the lines of a text as deals, numbered by their lines, and the errors of bad ones.

    An ``id`` becomes the tag Id; ``seats`` are told of in a warning.
    """
    file = None if file is None else checks.text(file, "file")
    data = checks.text(text, "text").encode("utf-8", "backslashreplace")
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = parse_line(line)
            deal = _deal_of(record)
        except NotationError as error:
            problem = NotationError(error.message, line=number, column=error.column, file=file)
            yield Entry(number, number, error=problem)
        except SolverError as error:
            yield Entry(number, number, error=NotationError(str(error), line=number, file=file))
        else:
            warnings = []
            if "seats" in record:
                message = "a deal has no seats asked for: they are left out"
                warnings.append(str(NotationError(message, line=number, file=file)))
            yield Entry(number, number, deal, warnings=tuple(warnings))


def _deal_of(record: dict[str, Any]) -> Deal:
    """Return the position of a record as a deal whose play has come to it."""
    position, _ = solve_request(record)
    name = record.get("id", "")
    return Deal(
        position.dealt,
        variant=record.get("variant"),
        bid=read_bid(record["bid"]) if "bid" in record else None,
        contract=position.contract,
        ace_low=True if record.get("ace_low") else None,
        declarer=position.declarer,
        leader=position.leader,
        play=position.table,
        tags=(("Id", name if isinstance(name, str) else json.dumps(name)),) * bool(name != ""),
    )


def record_of(
    deal: Deal,
    contract: Contract | str | None = None,
    declarer: Seat | str | None = None,
) -> dict[str, Any]:
    """Return the record of the position a deal has come to.

    ``contract`` and ``declarer`` are for a deal that records none. Raises SolverError.
    """
    position = deal.position(
        contract=contract if deal.contract_played is None else None,
        declarer=declarer if deal.declarer is None else None,
    )
    record: dict[str, Any] = {
        "hands": [format_hand(hand, position.rules.written) for hand in position.hands],
        "contract": position.contract.name,
        "leader": position.leader.letter,
    }
    if not position.rules.is_plain:
        record["variant"] = deal.variant
    elif position.ace_low:
        record["ace_low"] = True
    if position.declarer is not None:
        record["declarer"] = position.declarer.letter
        if deal.bid is not None:
            record["bid"] = deal.bid
    if position.table:
        record["played"] = list(map(card_name, position.table))
    for name, value in deal.tags:
        if name.lower() == "id":
            record["id"] = value
    return record


def left_out(deal: Deal, record: Mapping[str, Any]) -> list[str]:
    """Return the fields of a deal that its record says nothing of."""
    names = {"variant", "manni", "cut", "great", "declarer", "result", "goal", "key"}
    names |= {"auction", "bid"}
    unsaid = [
        each.key
        for each in FIELDS
        if each.key in names - record.keys() and each.known(deal) is not None
    ]
    if any(deal.discards):
        unsaid.append("discards")
    if list(map(card_name, deal.play)) != record.get("played", []):
        unsaid.append("play")
    return unsaid + ["tags"] * any(name.lower() != "id" for name, _ in deal.tags)
