"""The types of what the board's service and its page say; make_docs.py writes them."""

from __future__ import annotations

import json
from dataclasses import MISSING

from manni.cli.board.messages import ANSWER, ANSWERS
from manni.cli.board.requests import Request
from manni.cli.board.service import HELLO, KINDS, kind_asked
from manni.solver.schema import SEAT, Field, Schema, subschemas
from manni.solver.table.view import VIEW

_TYPES = {"seat": "Seat", "card": "Card", "contract": "string", "hand": "string", "any": "any"}


def _type(schema: Schema) -> str:
    """Return the type that the values of a schema have on the page."""
    keywords, item = schema.keywords, schema.item
    if schema.name in _TYPES or schema.name[:1].isupper():
        return _TYPES.get(schema.name, schema.name)
    if schema.fields:
        return "{" + ", ".join(f"{_key(own)}: {_type(own.schema)}" for own in schema.fields) + "}"
    if item is None:
        several = keywords.get("oneOf") or ()
        words = keywords.get("enum") or [keywords[key] for key in keywords if key == "const"]
        parts = " | ".join((*map(_type, several), *map(json.dumps, words))).split(" | ")
        simple = str(keywords.get("type", "unknown")).replace("integer", "number")
        return " | ".join(dict.fromkeys(parts)) if parts[0] else simple
    own = _type(item)
    if schema.nullable:
        return f"{own} | null"
    if keywords["type"] == "array":
        if keywords.get("maxItems") == 2:
            return f"[{own}, {own}]"
        return f"({own})[]" if " " in own and own[0] != "{" else f"{own}[]"
    if "properties" in keywords:
        return f"BySeat<{own}>" if "required" in keywords else f"Partial<BySeat<{own}>>"
    return f"Record<{'Card' if 'propertyNames' in keywords else 'string'}, {own}>"


def _key(own: Field) -> str:
    return f"{own.key}?" if own.optional else own.key


_HEAD = f"""\
/** What the service says to the page; written by docs/make_docs.py. Types only. */

/** @typedef {{{" | ".join(map(json.dumps, SEAT.keywords["enum"]))}}} Seat */
/** @typedef {{string}} Card suit, then rank: "S7", "HT" */
/** @template T @typedef {{Record<Seat, T>}} BySeat */
/** @typedef {{[number, number]}} Bounds the least and the most it can be; the same when proved */
/** @typedef {{number | {{guarantee: number, best_case: number}}}} Points of a seat */
"""


def _typedef(schema: Schema) -> str:
    """Return a record as a JSDoc typedef."""
    lines = [f" * @typedef {{object}} {schema.name} {schema.doc}".rstrip()]
    for own in schema.fields:
        key = f"[{own.key}]" if own.optional else own.key
        doc = "" if own.doc == own.schema.doc else own.doc
        lines.append(f" * @property {{{_type(own.schema)}}} {key} {doc}".rstrip())
    return "\n".join(["/**", *lines, " */", ""])


_SENT = {
    "whole_of": "number",
    "flag_of": "boolean",
    "cards_of": "Card[]",
    "_deal": "Deal",
    "deal_from_json": "Deal",
    "_object": "Deal",
    "_list": "Deal[]",
}
"""What is sent to those who read a field, if not a text."""


def _sent(kind: type[Request]) -> str:
    """Return the type of what a request is sent with."""
    fields = (
        f"{name}: {type_}" if default is MISSING else f"{name}?: {type_} | null"
        for name, (reader, default) in kind.wanted().items()
        for type_ in [_SENT.get(reader.__name__, "string")]
    )
    return "{" + ", ".join(fields) + "}"


def types() -> str:
    """Return the types of all messages as a module of the page."""
    told = {
        each.name: each
        for schema in (VIEW, HELLO, ANSWER, *ANSWERS.values())
        for each in subschemas(schema)
        if each.fields and each.name
    }
    requests = [
        f" * @property {{[{_sent(kind_asked(ask))}, {ANSWERS[ask].name}]}} {ask}" for ask in KINDS
    ]
    asked = ["/**", " * @typedef {object} Requests with what each is sent and answered"]
    return "\n".join(
        [_HEAD, *map(_typedef, told.values()), *asked, *requests, " */", "", "export {};", ""]
    )
