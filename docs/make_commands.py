"""The page of the commands, made from their own help; make_docs.py writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click

from manni.cli.main import main as manni

WIDTH = 96

HEAD = """\
# The commands

What `--help` says of every command, and at the end what [every option](#every-option) means.
"""

OPTIONS = """\
## Every option

An option means the same wherever it is.

| option | meaning | commands |
|---|---|---|
"""


def contexts(context: click.Context) -> Iterator[click.Context]:
    """Yield a context for each command under that of a group, subcommands after their group."""
    group = context.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        own = click.Context(command, parent=context, info_name=name, **command.context_settings)
        yield own
        if isinstance(command, click.Group):
            yield from contexts(own)


def page() -> str:
    """Return the whole page."""
    top = click.Context(manni, info_name="manni", terminal_width=WIDTH, **manni.context_settings)
    own = {context.command_path: context for context in contexts(top)}
    index = (
        f"* [`{name}`](#{name.replace(' ', '-')}): {context.command.get_short_help_str(WIDTH)}\n"
        for name, context in own.items()
    )
    parts = [HEAD, "".join(index), f"```text\n{top.get_help()}\n```\n"]
    parts += (f"## {name}\n\n```text\n{context.get_help()}\n```\n" for name, context in own.items())
    return "\n".join([*parts, OPTIONS + every_option(own.values())])


def every_option(own: Iterable[click.Context]) -> str:
    """Return the rows of a table of all options."""
    rows: dict[str, tuple[str, list[str]]] = {}
    for context in own:
        command = context.command_path.removeprefix("manni ")
        for option in context.command.params:
            if isinstance(option, click.Option) and not option.hidden:
                names = option.get_help_record(context)
                assert names is not None
                meaning = re.sub(r"  \[.*", "", option.help or "")
                rows.setdefault(names[0], (meaning, []))[1].append(command)
    table = ""
    for names, (meaning, commands) in sorted(rows.items(), key=lambda row: row[0].lstrip("-")):
        shown = names.replace("|", "\\|")  # else the table had a column more
        table += f"| `{shown}` | {meaning} | {', '.join(commands)} |\n"
    return table
