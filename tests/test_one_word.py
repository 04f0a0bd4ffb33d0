"""One word for each meaning on the command line, and what is said of a slip."""

import re
from collections import defaultdict

import click
import pytest
from commands import commands, error

COMMANDS = dict(commands())
OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
]


def test_an_option_means_the_same_in_every_command() -> None:
    """Its words, but for the default, what it takes, and whether it may be repeated."""
    meanings = defaultdict(set)
    for name, option in OPTIONS:
        if option.opts == ["--language"]:
            continue  # shown by manni alone
        if name.startswith("rummy ") and option.opts == ["--game"]:
            continue  # which game, as its JSON says: there are no variants
        said = re.sub(r"  \[default.*", "", option.help or "")
        takes = (option.type.name, option.metavar, option.multiple, option.is_flag)
        for word in (*option.opts, *option.secondary_opts):
            meanings[word].add((said, takes))
    assert len(meanings) > 80
    assert {word: told for word, told in meanings.items() if len(told) > 1} == {}


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        ("sovle x.manni", "No such command 'sovle'. (Did you mean one of: 'score', 'solve'?)"),
        ("rummy bset", "No such command 'bset'. Did you mean 'best'?"),
        ("puzzle fnd", "No such command 'fnd'. Did you mean 'find'?"),
        ("xyzzy", "No such command 'xyzzy'."),
        ("deal --parket", "No such option '--parket'. Did you mean '--parquet'?"),
    ],
)
def test_a_slip_is_answered_with_what_may_be_meant(call: str, meant: str) -> None:
    assert error(*call.split(), code=2) == meant
