"""Bad input: always one line that names the place, exit code 1 or 2, nothing on stdout."""

import json
import os
import subprocess
import tracemalloc
from pathlib import Path

import pytest
from commands import commands, error, installed, manni
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.solver.files.dealfile import read_text

FILE_COMMANDS = ["solve", "table", "show", "score", "review", "puzzle check"]
HANDS = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"


@pytest.mark.parametrize("command", [*FILE_COMMANDS, "batch"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there is no"),
        (b"\x7fELF\0\0\1\2" * 1000, "holds binary data, not"),
        (b"[" * (10 << 20), "line 1"),
    ],
)
def test_files_that_hold_no_deal(
    tmp_path: Path, command: str, content: bytes, message: str
) -> None:
    path = tmp_path / "bad.manni"
    path.write_bytes(content)
    result = manni(*command.split(), path)
    assert result.exit_code == 1
    # What verify says of a deal, bad or not, is its result.
    said = result.stdout if command == "puzzle check" and result.stdout else result.stderr
    assert message in said
    assert said.count("\n") == 1
    assert str(path) in said
    assert len(said) < 1000


@pytest.mark.parametrize("command", [*FILE_COMMANDS, "batch"])
def test_files_that_cannot_be_read(tmp_path: Path, command: str) -> None:
    for path, reason in [
        (tmp_path, "is a directory"),
        (tmp_path / "none.manni", "no such file or directory"),
        (tmp_path / "none" / "none.manni", "no such file or directory"),
    ]:
        result = manni(*command.split(), path)
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert f"{path}: cannot be read: {reason}" in result.stderr


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file"
)
@pytest.mark.parametrize("command", ["solve", "batch"])
def test_a_file_that_may_not_be_read(tmp_path: Path, command: str) -> None:
    path = tmp_path / "secret.manni"
    path.touch(mode=0)
    assert "ermission denied" in error(*command.split(), path)


# Anything at all ---------------------------------------------------------------------

NEAR_HANDS = st.text(st.sampled_from("AKQJT98765432.. :-FMDshdc♠♥1x\t\n"), max_size=40)


@settings(max_examples=60)
@given(st.text(max_size=30) | NEAR_HANDS, st.text(max_size=8), st.text(max_size=8) | NEAR_HANDS)
def test_no_option_is_answered_by_a_traceback(hands: str, contract: str, played: str) -> None:
    for kind in ("NT", contract):
        result = manni("solve", f"--hands={hands}", f"--contract={kind}", f"--played={played}")
        assert result.exit_code in (0, 1, 2)
        assert result.exit_code == 0 or result.stderr.splitlines()[-1].startswith("Error: ")


@settings(max_examples=60)
@given(
    st.binary(max_size=60)
    | st.dictionaries(
        st.sampled_from(["hands", "contract", "leader", "ace_low", "played", "seats", "id", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text() | NEAR_HANDS,
            lambda inner: st.lists(inner, max_size=3),
        ),
    ).map(lambda record: json.dumps(record).encode())
)
def test_no_batch_line_is_answered_by_a_traceback(line: bytes) -> None:
    good = json.dumps({"hands": HANDS.split(), "contract": "NT"}).encode()
    result = manni("batch", "-", "--jobs", "1", text=good + b"\n" + line + b"\n")
    assert result.exit_code in (0, 1)
    answers = result.stdout.rstrip("\n").split("\n")
    assert json.loads(answers[0])["guarantee"] == {"F": 3, "M": 5, "D": 4}
    assert all(isinstance(json.loads(answer), dict) for answer in answers)


@pytest.mark.parametrize("command", ["solve", "batch"])
def test_standard_input_that_cannot_be_read(command: str) -> None:
    for redirection, reason in [("<&-", "it is closed"), ("0>/dev/null", "bad file descriptor")]:
        ran = shell(f'"$0" {command} - {redirection}')
        assert ran.stderr == f"Error: stdin: cannot be read: {reason}\n"
        assert ran.returncode == 1


def test_outputs_that_are_closed_or_full() -> None:
    solve = f"solve --hands '{HANDS}' --contract NT"
    ways = [("&-", "it is closed"), ("/dev/full", "no space left on device")]
    for out, why in ways[: 1 + os.path.exists("/dev/full")]:
        for said in solve, "--help", "deal --variant basic --json":
            python = "PYTHONUNBUFFERED=1" * (said == solve)
            ran = shell(f'{python} "$0" {said} >{out}')
            assert ran.stderr == f"Error: the output cannot be written: {why}\n"
            assert ran.returncode == 1
    ran = shell(f'"$0" {solve} 2>&-')
    assert ran.returncode == 0
    assert "guarantee" in ran.stdout
    ran = shell("echo '{}' | \"$0\" batch - -o /dev/null 2>&-")
    assert ran.returncode == 1
    assert ended(["solve", "--time", "-1"], "open", "left") == 2


PUZZLES = str(Path(__file__).parent.parent / "data" / "sample_deals" / "puzzles.manni")
SOLVE = ["solve", "--hands", "AKQ... J98... T76...", "--contract", "NT"]


def ended(arguments: list[str], out: str, err: str) -> int:
    """Return how a command ends whose outputs are open, closed, full, or pipes nobody reads."""
    streams = {"left": os.pipe(), "full": (0, os.open("/dev/full", os.O_WRONLY))}
    os.close(streams["left"][0])
    closing = [f"{fd}>&-" for fd, how in ((1, out), (2, err)) if how == "closed"]
    kinds = [streams[how][1] if how in streams else subprocess.PIPE for how in (out, err)]
    ran = subprocess.run(
        ["sh", "-c", " ".join(('"$0" "$@"', *closing)), installed(), *arguments],
        stdin=subprocess.DEVNULL, stdout=kinds[0], stderr=kinds[1], text=True, check=False,
    )  # fmt: skip
    for _, stream in streams.values():
        os.close(stream)
    noise = (ran.stdout or "") + (ran.stderr or "")
    assert "Traceback" not in noise, noise
    assert "Exception" not in noise, noise
    return ran.returncode


WAYS = [
    ("open", "left"),
    ("left", "open"),
    ("closed", "open"),
    ("open", "closed"),
    ("left", "left"),
    ("closed", "closed"),
    ("full", "open"),
    ("open", "full"),
    ("closed", "left"),
    ("left", "closed"),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize(("out", "err"), WAYS)
def test_outputs_that_nobody_reads(out: str, err: str, tmp_path: Path) -> None:
    """A mistake ends as ever, a result that cannot be written with 1 or 141, a lost note too."""
    names = [name for name, _ in commands()]
    first = WAYS.index((out, err))
    for name in ["advise", "frob", *names[first % 4 :: 4]]:
        assert ended([*name.split(), "--nope"], out, err) in (2, 141), name
    for name in FILE_COMMANDS[first % 3 :: 3]:
        assert ended([*name.split(), str(tmp_path / "none")], out, err) in (1, 141), name
    lost = {"open": 0, "left": 141}.get(out, 1)
    for arguments in (["--help"], ["advise", "--help"], ["variants", "--json"], SOLVE):
        assert ended(arguments, out, err) == lost, arguments
    told = {lost, {"open": lost, "closed": lost, "left": 141}.get(err, 1)}
    checking = ["puzzle", "check", PUZZLES, "--deal", "9", "--certificates", str(tmp_path / "out")]
    for noted in (["puzzle", "find", "--length", "3", "--seed", "1"], checking):
        assert ended(noted, out, err) in told, noted


def shell(script: str) -> subprocess.CompletedProcess[str]:
    """Run a shell script in which $0 is the installed command."""
    return subprocess.run(
        ["sh", "-c", script, installed()], capture_output=True, text=True, check=False
    )


def test_a_short_file_takes_no_more_memory_than_it_is_long(tmp_path: Path) -> None:
    file = tmp_path / "short.manni"
    file.write_text('[Deal "A K Q"]\n')
    tracemalloc.start()
    read_text(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 20
