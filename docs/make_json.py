"""What each key of the commands' JSON means; make_docs.py writes it."""

from __future__ import annotations

from manni.solver.files.jsonfile import DEAL
from manni.solver.report.schemas import answers
from manni.solver.schema import Schema, field_paths, subschemas

HEAD = """\
# The JSON

What the commands print with `--json`; `manni schema NAME` prints each as a JSON Schema. A `?`
marks a key that is not always there, `a[].b` the key `b` of each item of the list `a`. *In CSV*
are the columns that a key has with `--format csv`, `tsv` or `markdown`; without the letter of a
seat it is the value of the seat in the column `seat`. `rank` is 1 for the best, 2 and so on, or a
word: `stand` for standing pat, `thumb` for the rule of thumb, `made` for what is recorded,
`asked` for what was asked about.

The schemas (JSON Schema, draft 2020-12) say of every key its unit, and whose tricks or points it
counts. A schema is for each line and knows every key; later versions may add keys. `exchange` has
five, one for each way of asking. `manni schema` lists them, and in Python
`solver.report.schemas.schema("review")` returns one.

```console
$ manni schema review > review.schema.json
```
"""


_DEAL = """\
A deal of a JSON file of deals. What is unknown is left out; what lies on the table, and a card
turned up, have the name that the game has for it."""


def page() -> str:
    """Return the whole page."""
    described = answers()
    fields = (own for each in described.values() for own in each.fields)
    every = (kind for own in fields for kind in subschemas(own.schema))
    named = {kind.name: kind for kind in every if kind.name and kind.doc and not kind.fields}
    index = "\n".join(f"* [`{name}`](#{name}): `{kind.title}`" for name, kind in described.items())
    kinds = "\n".join(
        f"| {name} | {_form(kind)} | {kind.doc} |" for name, kind in sorted(named.items())
    )
    parts = [HEAD, index + "\n", f"| kind | | |\n|---|---|---|\n{kinds}\n"]
    parts += (f"## {name}\n\n{kind.doc}\n\n{_table(kind)}\n" for name, kind in described.items())
    parts.append(f"## deal\n\n{_DEAL}\n\n{_table(DEAL)}\n")
    return "\n".join(parts)


def _table(kind: Schema) -> str:
    if kind.item is not None:
        return f"An array of [`{kind.item.name}`](#{kind.item.name})."
    described = list(field_paths(kind))
    in_csv = any(own.column for _, own in described)
    head, rule = " in CSV |" * in_csv, "---|" * in_csv
    lines = [f"| key | kind | unit |{head} |", f"|---|---|---|{rule}---|"]
    for key, own in described:
        columns = f" {', '.join(f'`{name}`' for name in own.columns)} |" * in_csv
        lines.append(f"| `{key}` | {_words(own.schema)} | {own.schema.unit} |{columns} {own.doc} |")
    return "\n".join(lines)


def _words(kind: Schema) -> str:
    """Return what a value of a kind is, by its name if it has one with a documentation."""
    if kind.name and kind.doc and not kind.fields:
        return f"*{kind.name}*"
    return _form(kind)


def _form(kind: Schema) -> str:
    if kind.nullable and kind.item is not None:
        return f"{_words(kind.item)} or null"
    if kind.fields:
        return "object"
    if "oneOf" in kind.keywords:
        return " or ".join(map(_form, kind.keywords["oneOf"]))
    if "const" in kind.keywords or "enum" in kind.keywords:
        values = kind.keywords.get("enum") or [kind.keywords["const"]]
        return ", ".join("null" if each is None else f'`"{each}"`' for each in values)
    if kind.item is None:
        return str(kind.keywords.get("type", "any")) + _range(kind)
    item = _words(kind.item)
    if kind.keywords["type"] == "array":
        sizes = kind.keywords.get("minItems"), kind.keywords.get("maxItems")
        number = "" if sizes[0] is None or sizes[0] != sizes[1] else f" of {sizes[0]}"
        return f"list{number}: {item}"
    key = "card" if "propertyNames" in kind.keywords else "seat"
    return f"by {key if key == 'card' or 'properties' in kind.keywords else 'name'}: {item}"


def _range(kind: Schema) -> str:
    least, most = kind.keywords.get("minimum"), kind.keywords.get("maximum")
    if least is None and most is None:
        return ""
    return f" from {least}" if most is None else f" {least} to {most}"
