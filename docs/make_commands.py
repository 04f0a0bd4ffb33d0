"""The page of the commands and the man page, made from their own help; make_docs.py writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from manni.cli.main import main as manni

WIDTH = 96

HEAD = """\
# The commands

What `--help` says of every command. An option means the same wherever it is.
"""

TOP = """\
.\\" Written by docs/make_docs.py.
.TH MANNI 1 "" "manni" "User Commands"
.SH NAME
manni \\- exact values of deals of the three\\-hand Manni games
.SH SYNOPSIS
.B manni
.I COMMAND
[\\fIOPTION\\fR]... [\\fIFILE\\fR]...
.SH DESCRIPTION
"""

END = """\
.SH EXIT STATUS
.TP
.B 0
All went well.
.TP
.B 1
The input was wrong, or a claim does not hold.
.TP
.B 2
The command was not used as it is meant.
.TP
.B 130
Ctrl\\-C was pressed; what had been proved is shown and says that it is not all.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Where it is set, nothing is printed in colours.
.TP
.B COLUMNS
How wide a line may be, in place of the width of the terminal; 80 where there is none.
.TP
.B TERM
Where it is dumb, nothing is printed in colours, and no progress is shown.
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
    return "\n".join(parts)


def man_page() -> str:
    """Return the man page."""
    top = click.Context(manni, info_name="manni", **manni.context_settings)
    parts = [TOP, paragraphs(manni), ".SH OPTIONS\n", *options(top), ".SH COMMANDS\n"]
    for context in contexts(top):
        parts += [
            f".SS {roff(context.command_path)}\n",
            f".B {roff(context.command_path)}\n",
            f"{roff(' '.join(context.command.collect_usage_pieces(context)))}\n.PP\n",
            paragraphs(context.command),
            *options(context),
        ]
    return "".join([*parts, END])


def paragraphs(command: click.Command) -> str:
    """Return a command's help, a paragraph each."""
    texts = [" ".join(part.split()) for part in (command.help or "").split("\n\n")]
    return "".join(f"{roff(text)}\n.PP\n" for text in texts)


def options(context: click.Context) -> Iterator[str]:
    """Yield each option of a command with its help."""
    for param in context.command.get_params(context):
        record = param.get_help_record(context)
        if record is not None and record[1]:  # an argument explains itself in the text above
            names, text = record
            yield f".TP\n.B {roff(names)}\n{roff(' '.join(text.split()))}\n"


def roff(text: str) -> str:
    """Return a text as roff prints it: no sign of its own, no line a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return re.sub(r"^([.'])", r"\\&\1", text)
