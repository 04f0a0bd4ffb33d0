"""What the service says to the page, described: its types there, and what the tests hold it to."""

from __future__ import annotations

import json
from functools import partial

from manni.cli.board.deals import REMARKED
from manni.cli.board.figures import FIGURES
from manni.cli.board.game import ADVISED, RULE
from manni.cli.board.kept import LISTED
from manni.cli.board.place import GOAL, MOVE, PLAYED, POSITION, STATE
from manni.cli.board.puzzles import PUZZLE_ENTRY, REASON
from manni.cli.board.requests import PROBLEM
from manni.cli.board.review import CONTRACT_ROW
from manni.cli.board.seen import ASKED, CHOICE, SCORE, SEEN, SHEET
from manni.cli.board.service import VARIANT
from manni.solver.files.jsonfile import DEAL
from manni.solver.report.review import REVIEWED, REVIEWED_CARD
from manni.solver.report.values import LEGAL, SOLUTION
from manni.solver.schema import (
    CARD,
    COUNT,
    FLAG,
    GUARANTEES,
    SEAT,
    SURE,
    TEXT,
    Field,
    Schema,
    by_name,
    by_seat,
    either,
    field,
    list_of,
    nullable,
    number,
    one_of,
    pair_of,
    record,
)

said = partial(field, of=None)
maybe = partial(field, of=None, optional=True)

_TYPES = {"seat": "Seat", "card": "Card", "contract": "string", "hand": "string", "any": "any"}


def _type(schema: Schema) -> str:
    """Return the type that the values of a schema have on the page."""
    keywords, item = schema.keywords, schema.item
    if schema.name in _TYPES or schema.name[:1].isupper():
        return _TYPES.get(schema.name, schema.name)
    if schema.fields:
        return "{" + ", ".join(f"{_key(own)}: {_type(own.schema)}" for own in schema.fields) + "}"
    if item is None:
        several = keywords.get("oneOf") or keywords.get("anyOf") or ()
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


_CARDS = list_of(CARD)
_SEATS = list_of(SEAT)
_TEXTS = list_of(TEXT)
_BOUNDS = pair_of(SURE)._replace(name="Bounds")
_ANY_BOUNDS = Schema({}, name="any")

_DRAFTED = {"hands": list_of(either(TEXT, _CARDS)), "manni": either(_CARDS, TEXT)}


def _drafted(own: Field) -> Field:
    """Return a field of a deal as the page may write it too."""
    return own._replace(schema=_DRAFTED.get(own.key, own.schema))


_DEAL = record(*map(_drafted, DEAL.fields), name="Deal", doc="as in a JSON file of deals")

PUT_AWAY = record(
    said("cards", COUNT, "how many are put away"),
    said("trumps", _TEXTS, "that may be named"),
    said("held", by_seat(_CARDS, every=False), "hand and surprise of who may declare"),
    name="PutAway",
)

ADOPTED = record(
    said("deal", _DEAL),
    said("title", TEXT),
    said("warnings", _TEXTS),
    said("moves", list_of(MOVE), "of the recorded play"),
    said("variations", list_of(list_of(MOVE)), "other ways to play"),
    said("remarks", list_of(REMARKED)),
    said("can_exchange", _SEATS),
    said("no_exchange", nullable(TEXT), "why there is no exchange to look at in its game"),
    said(
        "put_away",
        nullable(PUT_AWAY),
        "what is put away of hand and surprise, if there is one",
    ),
    maybe("problem", PROBLEM, "why the record cannot be followed"),
    maybe("own", SEAT, "the player's, where the page had it from the table"),
    name="Adopted",
    doc="a deal as the service took it",
)

_FILES = list_of(record(said("id", TEXT), said("name", TEXT), said("deals", COUNT)))

HELLO = record(
    said("version", TEXT),
    said(
        "language",
        record(
            said("code", TEXT),
            said(
                "words",
                by_name(TEXT),
                "the catalogue: before a text the context and U+0004, after one of several U+0000 "
                "and the number of the form",
            ),
            said("plurals", list_of(COUNT), "the form for 0 things, 1 thing, up to 199"),
        ),
        "what the board speaks with the page; nothing is looked up in English",
    ),
    said("languages", _TEXTS, "that it speaks as well: the page sends which in `speak`"),
    said("asked_for", FLAG, "whether the language was asked for where the board was started"),
    said("variants", list_of(VARIANT)),
    said("contracts", list_of(record(said("code", TEXT), said("name", TEXT)))),
    said("samples", _FILES),
    said("files", _FILES, "given on the command line"),
    said(
        "limits",
        record(said("message", COUNT), said("deals", COUNT), said("seconds", number(0))),
    ),
    name="Hello",
    doc="what the service says first",
)

_SURE_OF = record(
    maybe("guarantee", GUARANTEES),
    maybe("bounds", _ANY_BOUNDS, "by seat, there only where one is not proved"),
    name="Guarantees",
)

CARD_VALUE = record(
    *LEGAL.fields,
    said("loss_bounds", _BOUNDS, "in the unit of the game; 0 keeps the guarantee"),
    name="CardValue",
)

VALUES = record(
    *(own for own in SOLUTION.fields if own.key not in ("cards", "deal", "line", "bid", "selfish")),
    said("cards", list_of(CARD_VALUE)),
    said(
        "columns",
        list_of(one_of("best_case", "share", "points")),
        "what there is besides a guarantee",
    ),
    said("caption", TEXT),
    said("exact", FLAG),
    said("legend", TEXT),
    name="Values",
    doc="as manni solve has them, with words",
)


EXCHANGE_ROW = record(
    said("cards", _CARDS, "put down, or away"),
    said("contract", nullable(TEXT), "the trump named with them"),
    said("cells", _TEXTS),
    name="ExchangeRow",
)

EXCHANGE_FOUND = record(
    said("heads", _TEXTS, "of the table of choices"),
    said("rows", list_of(EXCHANGE_ROW)),
    said("trial", nullable(EXCHANGE_ROW)),
    said("exact", FLAG),
    said("text", TEXT),
    said("verdict", TEXT, "of the trial, where it is known"),
    maybe("problem", PROBLEM, "why the cards put down cannot be tried"),
    name="ExchangeFound",
)

_REVIEWED_CARD = REVIEWED_CARD._replace(name="ReviewedCard", doc="in the unit of the game")


REVIEW_FOUND = record(
    *(
        own._replace(schema=list_of(_REVIEWED_CARD)) if own.key == "cards" else own
        for own in REVIEWED.fields
    ),
    said("table", FIGURES, "the start and each card"),
    said("totals", FIGURES),
    said("caption", TEXT),
    said("text", TEXT),
    said("exchanges", _TEXTS),
    name="ReviewFound",
)

ANSWER = record(
    said("number", COUNT),
    said("ask", TEXT),
    maybe("done", FLAG),
    maybe("paused", FLAG, "the seconds are used up; `go_on` continues"),
    maybe("error", PROBLEM),
    name="Answer",
    doc="what it holds depends on its kind",
)

_PART = maybe("part", number(0, 1), "searched of all")


def _answer(name: str, *fields: Field) -> Schema:
    return record(*ANSWER.fields, *fields, name=name)


_POSITION = _answer("PositionAnswer", maybe("position", POSITION), maybe("values", VALUES))
_DEALS = _answer(
    "DealsAnswer",
    maybe("name", TEXT),
    maybe("deals", list_of(ADOPTED)),
    maybe("errors", list_of(PROBLEM)),
    maybe("place", _CARDS),
    maybe("seed", COUNT),
)

ANSWERS = {
    "open": _DEALS,
    "paste": _DEALS,
    "reread": _DEALS,
    "random": _DEALS,
    "puzzle": _DEALS,
    "position": _POSITION,
    "move": _answer("MoveAnswer", maybe("card", CARD), maybe("exact", FLAG)),
    "exchange": _answer("ExchangeAnswer", _PART, maybe("exchange", EXCHANGE_FOUND)),
    "review": _answer("ReviewAnswer", _PART, maybe("review", REVIEW_FOUND)),
    "contracts": _answer("ContractsAnswer", _PART, maybe("contracts", list_of(CONTRACT_ROW))),
    "puzzles": _answer("PuzzlesAnswer", maybe("puzzles", list_of(PUZZLE_ENTRY))),
    "adopt": _answer(
        "AdoptAnswer",
        maybe("deal", nullable(ADOPTED)),
        maybe("problems", list_of(PROBLEM)),
        maybe("sizes", by_seat(COUNT)),
        maybe("wanted", nullable(COUNT)),
    ),
    "save": _answer("SaveAnswer", maybe("text", TEXT), maybe("name", TEXT)),
    "picture": _answer("PictureAnswer", maybe("svg", TEXT)),
    "train": _answer(
        "TrainAnswer",
        maybe("keeps", FLAG),
        maybe("replies", _CARDS),
        maybe("state", STATE),
        maybe("refutation", list_of(MOVE)),
        maybe("tricks", COUNT),
        maybe("text", TEXT),
    ),
    "reasons": _answer("ReasonsAnswer", maybe("reason", REASON)),
    "games": _answer("GamesAnswer", maybe("games", list_of(LISTED))),
    "forget": _answer("GamesAnswer", maybe("games", list_of(LISTED))),
    "rules": _answer("RulesAnswer", maybe("rules", list_of(RULE))),
    "sit": _answer("SitAnswer", maybe("id", TEXT)),
    "game": _answer("GameAnswer", maybe("game", SEEN)),
    "advise": _answer("AdviseAnswer", _PART, maybe("advice", ADVISED)),
    "played": _DEALS,
}
"""What may be answered, by the kind of request; to others nothing but ``ANSWER``."""

_HEAD = """\
/** What the service says to the page; written by docs/make_docs.py. Types only. */

/** @typedef {"F" | "M" | "D"} Seat */
/** @typedef {string} Card suit, then rank: "S7", "HT" */
/** @template T @typedef {Record<Seat, T>} BySeat */
/** @typedef {[number, number]} Bounds the least and the most it can be; the same when proved */
/** @typedef {number | {guarantee: number, best_case: number}} Points of a seat */
"""


def _typedef(schema: Schema) -> str:
    """Return a record as a JSDoc typedef."""
    lines = [f" * @typedef {{object}} {schema.name} {schema.doc}".rstrip()]
    for own in schema.fields:
        key = f"[{own.key}]" if own.optional else own.key
        doc = "" if own.doc == own.schema.doc else own.doc
        lines.append(f" * @property {{{_type(own.schema)}}} {key} {doc}".rstrip())
    return "\n".join(["/**", *lines, " */", ""])


def types() -> str:
    """Return the types of all messages as a module of the page."""
    inner = (
        *(
            PLAYED,
            MOVE,
            PROBLEM,
            _DEAL,
            PUT_AWAY,
            REMARKED,
            ADOPTED,
            VARIANT,
            HELLO,
            GOAL,
            POSITION,
        ),
        *(
            _SURE_OF,
            CARD_VALUE,
            VALUES,
            FIGURES,
            EXCHANGE_ROW,
            EXCHANGE_FOUND,
            _REVIEWED_CARD,
            REVIEW_FOUND,
        ),
        *(PUZZLE_ENTRY, REASON, LISTED, RULE, CHOICE, ASKED, SCORE, SHEET, SEEN, ADVISED, ANSWER),
    )
    kinds = {kind.name: kind for kind in (*inner, CONTRACT_ROW, *ANSWERS.values())}
    return "\n".join([_HEAD, *map(_typedef, kinds.values()), "export {};\n"])
