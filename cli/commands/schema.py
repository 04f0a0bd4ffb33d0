"""``manni schema``: what the JSON of the other commands means."""

from __future__ import annotations

import json
from typing import Annotated, Any

from ...solver.report.schemas import answers, schema
from .. import options, output


@options.command
def command(
    name: Annotated[
        Any,
        options.argument(
            required=False,
            type=options.TextParam("name", schema, lambda: [*answers()]),
            metavar="[NAME]",
        ),
    ],
    as_json: options.JsonOption,
) -> None:
    """List the JSON Schemas; with a NAME, print one.

    It says what each key of the command's --json means, and holds for each line of it. A
    schema (draft 2020-12) is always JSON; --json is for the list.
    """
    if name is not None:
        output.result_utf8(json.dumps(name, ensure_ascii=False, indent=2) + "\n")
    elif as_json:
        output.result_json([*answers()])
    else:
        width = max(map(len, answers()))
        lines = [f"{key.ljust(width)}  {answer.title}" for key, answer in answers().items()]
        output.result("\n".join(lines))
