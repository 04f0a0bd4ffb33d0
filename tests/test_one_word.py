"""One word for each meaning on the command line: old words go on, and name the new one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from commands import error, manni, output

from cli.lazy import LazyGroup
from cli.main import main
from cli.renamed import MOVED, Renamed

NOTE = re.compile(r"(.*) is now (.*); the old word goes in the next version\n")


def commands(group: LazyGroup = main, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command that is no group, with its name."""
    for name in group.parts:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, LazyGroup):
            yield from commands(command, f"{name} ")
        else:
            yield path + name, command


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
    for _, option in OPTIONS:
        if option.opts == ["--language"]:
            continue  # shown by manni alone
        said = re.sub(r"  \[default.*", "", option.help or "")
        takes = (option.type.name, option.metavar, option.multiple, option.is_flag)
        for word in (*option.opts, *option.secondary_opts):
            meanings[word].add((said, takes))
    assert len(meanings) > 80
    assert {word: told for word, told in meanings.items() if len(told) > 1} == {}


def test_no_two_options_of_a_command_share_a_word_that_was() -> None:
    for name, command in COMMANDS.items():
        words = [word for param in command.params for word in param.opts + param.secondary_opts]
        words += [
            was for param in command.params if isinstance(param, Renamed) for was in param.was
        ]
        assert len(words) == len(set(words)), name


SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
HANDS = "--hands A2...|K3...|Q4... --contract NT"
TRICK = "--hands A2...|3...|Q4... --contract NT --leader M"
BLIND = "--hand AQ8.Q74.J975.T6 --variant basic"
STRONG = "--hand AK93.AJT.AJ82.K7642 --variant trjamann --deal-only --worlds 2 --jobs 1"
ENVERS = "--hand AQ9.98.KQ7.K8 --variant envers-3 --worlds 2 --jobs 1"
TO_PLAY = "--hand AQ5.K84.J962.T7 --seat D --variant hornafjordur --contract NT"
CALLS = [
    (f"solve {TRICK} --played SK --seat M", f"solve {TRICK} --trick SK --seats M"),
    (
        f"table {HANDS} --leader F --leader M --seat M",
        "table --hands A2...|K3...|Q4... --contracts NT --leaders F,M --seats M",
    ),
    (
        f"show {TRICK} --played SK --svg - --values --seat D",
        f"show {TRICK} --trick SK --picture - --values --values-of D",
    ),
    ("exchange HORNA --deal 3 --seat M -n 3", "exchange HORNA --deal 3 --exchanger M --top 3"),
    (
        "exchange open HORNA --deal 3 --seat M",
        "exchange HORNA --deal 3 --exchanger M",
    ),
    ("review PLAYED --deal 1 --from 7 --csv", "review PLAYED --deal 1 --from 7 --format csv"),
    ("review PLAYED --deal 1 --plot x.gif", "review PLAYED --deal 1 --picture x.gif"),
    ("review PLAYED --deal 9999 --time 60", "review PLAYED --deal 9999 --total-time 60"),
    ("verify PUZZLES --deal 25", "puzzle check PUZZLES --deal 25"),
    (
        "puzzle check PUZZLES --deal 25 --html - --time 60",
        "puzzle check PUZZLES --deal 25 --page - --total-time 60",
    ),
    (
        "puzzle find --contract NULLO --contract NT --cards 4 --seat M --time 60",
        "puzzle find --contracts NULLO,NT --length 4 --to-play M --total-time 60",
    ),
    ("bench --rows none -n 1 --seconds 1", "bench --rows none --per-row 1 --row-time 1"),
    ("board none.manni --seconds 1", "board none.manni --ask-after 1"),
    (f"advise exchange {BLIND} --plot x.gif", f"advise exchange {BLIND} --picture x.gif"),
    (f"exchange --worlds 2 {BLIND}", f"advise exchange --worlds 2 {BLIND}"),
    (f"exchange blind --worlds 2 {BLIND}", f"advise exchange --worlds 2 {BLIND}"),
    (f"contract {STRONG}", f"advise call {STRONG}"),
    (f"contract {STRONG} --plot x.gif", f"advise call {STRONG} --picture x.gif"),
    (
        "contract --hand KJT.QJ9.AK8.K --variant=encheres-sans --worlds 4 --jobs 1",
        "advise bid --hand KJT.QJ9.AK8.K --variant=encheres-sans --worlds 4 --jobs 1",
    ),
    (
        f"contract {ENVERS}",
        f"advise call {ENVERS}",
    ),
    (
        f"contract {ENVERS} --contract=S --seat F",
        f"advise claim {ENVERS} --contract=S --seat F",
    ),
    (
        "contract --hand TAK98.TA9.TA.- --variant manille-3 --worlds 2",
        "advise claim --hand TAK98.TA9.TA.- --variant manille-3 --worlds 2",
    ),
    ("contract --hand AK --variant none", "advise call --hand AK --variant none"),
    (
        f"play {TO_PLAY} --worlds 4",
        f"advise card {TO_PLAY} --worlds 4",
    ),
    (f"play card {BLIND} --seat F --worlds 4", f"advise card {BLIND} --seat F --worlds 4"),
    ("play table --seed 7 --variant basic", "play --seed 7 --variant basic"),
    ("play --deal 7 --variant basic", "play --seed 7 --variant basic"),
    ("play --variant basic --deal=0", "play --variant basic --seed 0"),
    ("play --deal 7 --number 3 --variant basic", "play --seed 7 --deal 3 --variant basic"),
    ("play --number=2 --deal HORNA --seat M", "play HORNA --deal 2 --seat M"),
    ("play --game 5 --variant basic", "play --game --seed 5 --variant basic"),
    ("play --deal --seed 4 --variant basic", "play --seed 4 --variant basic"),
]  # fmt: skip
FILES = {"HORNA": "hornafjordur", "PLAYED": "played", "PUZZLES": "puzzles"}


def called(call: str) -> tuple[int, str, str]:
    """Return the exit code, stdout and stderr of a call; whoever sits at a table gets up."""
    words = [word.replace("|", " ") for word in call.split()]
    files = [f"{SAMPLES / FILES[word]}.manni" if word in FILES else word for word in words]
    ran = manni(*files, text="quit\n")
    return ran.exit_code, ran.stdout, ran.stderr


@pytest.mark.parametrize(("old", "new"), CALLS, ids=[old for old, _ in CALLS])
def test_an_old_word_goes_on_and_names_the_new(old: str, new: str) -> None:
    code, stdout, stderr = called(old)
    told = NOTE.findall(stderr)
    assert told
    assert (code, stdout, NOTE.sub("", stderr)) == called(new)
    for word, now in told:
        word = word.removeprefix("manni ").replace(" SEED", "").replace(" FILE", "")
        assert set(word.split()) <= {each.partition("=")[0] for each in old.split()}
        assert now.removeprefix("manni ").split()[0] in [*new.split(), "FILE", "what"]


def test_every_old_word_is_tried() -> None:
    tried = {
        (
            " ".join(new.split()[:2]) if new.split()[0] in ("advise", "puzzle") else new.split()[0],
            word,
        )
        for old, new in CALLS
        for word in re.findall(r"(?:^|(?<=\s))--?[a-z-]+", old)
    }
    for name, option in OPTIONS:
        if isinstance(option, Renamed):
            assert {(name, word) for word in option.was} <= tried
    for name, command in COMMANDS.items():
        for was in getattr(command, "was", {}):
            assert (name, was.split()[0]) in tried
    for was in MOVED:
        first, *rest = was.split()
        assert any(old.split()[0] == first and set(rest) <= set(old.split()) for old, _ in CALLS)


def test_both_words_for_one_thing_are_refused() -> None:
    assert "--time and --total-time are the same" in error(
        "review", SAMPLES / "played.manni", "--time", "1", "--total-time", "2", code=2
    )


def test_help_has_no_old_word() -> None:
    for name, option in OPTIONS:
        text = output(*name.split(), "--help")
        for word in option.was if isinstance(option, Renamed) else ():
            assert not re.search(rf"^  {word}\b", text, re.M), (name, word)


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        ("sovle x.manni", "No such command 'sovle'. (Did you mean one of: 'solve', 'score'?)"),
        ("advise crad", "No such command 'crad'. Did you mean 'card'?"),
        ("puzzle fnd", "No such command 'fnd'. Did you mean 'find'?"),
        ("xyzzy", "No such command 'xyzzy'."),
        ("deal --parket", "No such option '--parket'. Did you mean '--parquet'?"),
        ("show --svgg -", "No such option '--svgg'."),  # not --svg, which is an old word
    ],
)
def test_a_slip_is_answered_with_what_may_be_meant(call: str, meant: str) -> None:
    assert error(*call.split(), code=2) == meant
