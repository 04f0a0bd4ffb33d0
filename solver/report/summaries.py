"""What ``batch``, ``convert`` and ``bench`` print as JSON, described."""

from __future__ import annotations

from solver.described import (
    ANY,
    CARD,
    CONTRACT,
    COUNT,
    FLAG,
    HAND,
    SEAT,
    TEXT,
    by_name,
    field,
    integer,
    list_of,
    nullable,
    number,
    record,
    within,
)
from solver.report.values import SOLUTION
from solver.values.batch import OUTPUT

_POSITION = {
    "hands": (list_of(HAND, least=3, most=3), "The hands F, M and D, before the cards played."),
    "contract": (CONTRACT, "The contract."),
    "leader": (SEAT, "Who leads, or led to the trick in progress."),
    "variant": (TEXT, "The code of the game, where it has rules of its own."),
    "ace_low": (FLAG, "Whether the ace is the lowest card of its suit."),
    "declarer": (SEAT, "Who declares, where two are partners."),
    "bid": (TEXT, "What the declarer has bid, or that every trick is claimed."),
    "played": (list_of(CARD), "The cards on the table."),
    "id": (ANY, "What the line is known by."),
}
_ALWAYS = ("hands", "contract", "leader")

BATCH_LINE = record(
    *(
        field(key, kind, doc, None, optional=key not in _ALWAYS)
        for key, (kind, doc) in _POSITION.items()
    ),
    name="convert-jsonl",
    title="manni convert --to jsonl",
    doc="A position as a line for manni batch.",
)

_BATCH = record(
    *(
        field(key, ANY, f"As it was asked: {doc[0].lower()}{doc[1:]}", None, optional=True)
        for key, (_, doc) in _POSITION.items()
    ),
    field("seats", ANY, "As it was asked: whose guarantees.", None, optional=True),
    *(each._replace(optional=True) for each in SOLUTION.fields if each.key in OUTPUT),
    field("error", TEXT, "Why there is no answer.", None, optional=True),
    name="batch",
    title="manni batch IN -o OUT.jsonl",
    doc="A line of answers: what was asked, then the values or an error. Beside an error stands "
    "whatever the line has.",
)
BATCH = _BATCH._replace(schema={**_BATCH.schema, "additionalProperties": True})

TALLY = record(
    field("lines", COUNT, "Lines, or rows, in all."),
    field("errors", COUNT, "Those that are wrong."),
    name="batch-summary",
    title="manni batch IN -o OUT --json",
    doc="What a batch came to.",
)

CONVERTED = record(
    field("deals", COUNT, "Deals written.", None),
    field(
        "left_out",
        by_name(COUNT),
        "By the name of a field, of how many deals it was left out.",
        None,
    ),
    name="convert",
    title="manni convert IN -o OUT --json",
    doc="What was written.",
)

_MS = number(0, unit="ms")
_NODES = integer(0, unit="nodes")
_TIMES = (
    field("count", integer(1), "Values timed."),
    field("mean", _MS, "Their mean CPU time."),
    field("median", _MS, "Their median."),
    field("p95", _MS, "What 95 of 100 do not exceed."),
    field("max", _MS, "The longest."),
)

BENCH_ROW = record(
    field("row", TEXT, "The name of the row.", "row.name"),
    field("work", TEXT, "What it times.", "row.work"),
    *within("measured.times", record(*_TIMES)),
    field(
        "nodes",
        nullable(_NODES),
        "Nodes searched, null where they are not counted.",
        "measured.nodes",
    ),
    field("yardstick", nullable(TEXT), "What it is compared with.", "row.yardstick"),
    field("yardstick_ms", nullable(record(*_TIMES)), "The times of that.", "measured.yardstick"),
    field(
        "ratio",
        nullable(number(0)),
        "The mean as a multiple of the yardstick's.",
        "measured.ratio",
    ),
    field("bar", TEXT, "What it has to keep.", lambda own: str(own.row.bar)),
    field(
        "kept",
        nullable(FLAG),
        "Whether it does, null where nothing was compared.",
        lambda own: own.row.bar.kept_by(own.measured),
    ),
)

BENCH = record(
    field("machine", TEXT, "The processor.", None),
    field("python", TEXT, "The Python.", None),
    field("seed", integer(), "What the positions follow from.", None),
    field("nodes", _NODES, "Nodes searched over fixed positions.", None),
    field("nodes_stored", _NODES, "The number stored for them.", None),
    field("points_nodes", _NODES, "The same of the search for points.", None),
    field("points_nodes_stored", _NODES, "The number stored for that.", None),
    field("rows", list_of(BENCH_ROW), "What was measured.", None),
    field("stopped", FLAG, "Whether Ctrl-C ended it.", None),
    name="bench",
    title="manni bench --json",
    doc="The speed of the search on a machine; times are CPU milliseconds per value.",
)
