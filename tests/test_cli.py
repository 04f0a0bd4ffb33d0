"""The command itself: what it loads, how it fails, colours, pipes, completion."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from commands import error, installed, manni, on_a_terminal, output, run

from manni.cli.main import COMMANDS, main
from manni.cli.output import working
from manni.solver.run import Run

HANDS = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"
XTERM = {"TERM": "xterm"}
SOLVE = ("solve", "--hands", HANDS, "--contract", "NT")


@pytest.mark.parametrize("names", [[], ["rummy"], ["puzzle"]])
def test_a_list_of_commands_says_what_each_says_of_itself(names: list[str]) -> None:
    group = main
    for name in names:
        group = group.get_command(click.Context(group), name)
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert " ".join(command.help.split("\n\n")[0].split()) == group.summary(name)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_has_json(name: str) -> None:
    text = output(name, "--help")
    assert text.startswith(f"Usage: main {name}")
    _, _, parts = text.partition("\nCommands:\n")
    if parts:
        found = re.findall(r"^  (\w+)  ", parts, re.M)
        text = "".join(output(name, part, "--help") for part in found)
    assert "--json" in text


def test_quiet_leaves_nothing_on_stderr_but_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("manni.cli.output.PATIENCE", 0)
    samples = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
    bad, page = tmp_path / "bad.manni", tmp_path / "page.html"
    bad.write_text('[Deal "F:A... A... K..."]\n\n[Deal "F:A... Q... K..."]\n[Contract "S"]\n')
    advise = "advise card --hand A.K.. --seat F --contract S --variant basic --worlds 9"
    for asked, lines in (
        (advise.split(), 1),
        (("puzzle", "check", samples / "misere.manni", "--page", page), 3),
        (("puzzle", "find", "--length", "4"), 2),
        (("show", samples / "misere.manni", "--deal", "1", "--picture", tmp_path / "x.svg"), 1),
        (("solve", bad, "--keep-going"), 1),
    ):
        told, quiet = manni(*asked), manni(*asked, "--quiet")
        errors = [line for line in told.stderr.splitlines(True) if line.startswith("Error: ")]
        assert len(told.stderr.splitlines()) >= lines, told.stderr
        assert (quiet.exit_code, quiet.stdout) == (told.exit_code, told.stdout)
        assert quiet.stderr == "".join(errors)


def test_version() -> None:
    assert run("--version").stdout.startswith("manni, version ")


LOADED = """
import sys
from manni.cli.main import main
print(*sys.modules, file=sys.stderr)
main(sys.argv[1:], standalone_mode=False)
print(*sys.modules, file=sys.stderr)
"""

ADVISE = ("bid", "call", "card", "claim", "exchange")
SLOW = {
    "numpy",
    "pyarrow",
    "pandas",
    "dask",
    "distributed",
    "matplotlib",
    "lzma",
    "multiprocessing",
    "concurrent.futures",
    "subprocess",
    "tempfile",
    "pathlib",
    "textwrap",
    "importlib.metadata",
    "click.shell_completion",
}
GAMES = {
    "manni.solver.deal",
    "manni.solver.files.dealfile",
    "manni.solver.rules.games",
    "manni.solver.rules.scoring",
}


def loaded(*args: str | Path) -> tuple[set[str], set[str]]:
    """Return the modules that are there once the program has started, and at its end."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *map(str, args)], capture_output=True, text=True, check=True
    )
    at_start, at_end = ran.stderr.splitlines()
    return set(at_start.split()), set(at_end.split())


@pytest.mark.parametrize("locale", ["", "C.UTF-8", "en_GB.UTF-8", "de_DE.UTF-8"])
def test_solve_loads_nothing_it_does_not_need(locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANNI_LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", locale)
    # On one engine: a busy machine would share the work out, which loads threads.
    at_start, at_end = loaded(*SOLVE, "--jobs", "1")
    assert not {
        name for name in at_start if name.startswith(("manni.solver.", "manni.cli.commands."))
    } - {
        "manni.solver.errors",
        "manni.solver.reprs",
        "manni.solver.i18n",
    }
    assert "manni.solver.engine" in at_end
    assert not at_end & (SLOW | GAMES | {"json"})


COMPUTES = {"numpy", "pyarrow", "pandas", "dask", "distributed", "matplotlib", "starlette"}


def test_the_list_of_commands_imports_none_of_them() -> None:
    _, at_end = loaded("--help")
    assert not {name for name in at_end if name.startswith("manni.cli.commands.")}
    assert {name for name in at_end if name.startswith("manni.solver.")} <= {
        "manni.solver.errors",
        "manni.solver.reprs",
        "manni.solver.i18n",
    }


HELPED = """
import sys
from manni.cli.main import main
for name in sys.argv[1:]:
    main([*name.split(), "--help"], standalone_mode=False)
    print(name, *sys.modules, sep="|", file=sys.stderr)
"""


def test_help_does_not_import_what_runs() -> None:
    names = [*sorted(COMMANDS), *(f"advise {what}" for what in ADVISE), "puzzle find"]
    told = [sys.executable, "-c", HELPED, *names]
    ran = subprocess.run(told, capture_output=True, text=True, check=True)
    for line in ran.stderr.splitlines():
        assert not {*line.split("|")} & (COMPUTES | {"manni.solver.advice.hand_model"}), line[:20]
    assert ran.stderr.count("\n") == len(names)


def test_solving_a_file_loads_the_games_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "deal.manni"
    for variant in ("", '[Variant "hornafjordur"]'):
        path.write_text(f'{variant} [Deal "F:A... K... Q..."] [Contract "NT"]', encoding="utf-8")
        _, at_end = loaded("solve", path, "--jobs", "1")  # on one engine, as above
        assert not at_end & (SLOW | {"json"})
        assert ("manni.solver.rules.games" in at_end) is bool(variant)


def test_an_exchange_without_a_surprise_loads_no_numpy() -> None:
    deal = "data/sample_deals/hornafjordur.manni"
    _, at_end = loaded("exchange", deal, "--deal", "3", "--top", "1", "--jobs", "1")
    assert "numpy" not in at_end


def test_a_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("manni.cli.commands.solve.Solver.solve", broken)
    assert isinstance(CliRunner().invoke(main, SOLVE).exception, ZeroDivisionError)


@pytest.mark.parametrize("said", [": no room", ""])
def test_too_much_memory_is_one_line(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    def none_left(*args: object, **kwargs: object) -> None:
        raise MemoryError(said.removeprefix(": "))

    monkeypatch.setattr("manni.cli.commands.solve.Solver.solve", none_left)
    assert error(*SOLVE) == f"not enough memory{said}"


def test_ctrl_c_once_calls_off_and_twice_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with working("solving") as run:
        assert not run.is_over()
        signal.raise_signal(signal.SIGINT)
        assert run.is_cancelled()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_long_work_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for patience, said in (0, "worlds: 50.0%\n"), (1000, ""):
        monkeypatch.setattr("manni.cli.output.PATIENCE", patience)
        with working("worlds", 2000) as run:
            run.report(1000, 2000)
        assert capsys.readouterr().err == said


def test_work_within_a_run_ends_with_it() -> None:
    whole = Run(1000)
    with working("solving", seconds=2000, within=whole) as run:
        assert run.deadline == whole.deadline
        whole.cancel()
        assert run.is_cancelled()


# Colours and pipes -------------------------------------------------------------------


def test_colours_on_a_terminal_only() -> None:
    assert "\x1b[" in on_a_terminal(*SOLVE, env=XTERM)
    assert "\x1b[" not in on_a_terminal(*SOLVE, env=XTERM | {"NO_COLOR": "1"})
    assert "\x1b[" not in on_a_terminal(*SOLVE, env={"TERM": "dumb"})
    assert "\x1b[" not in run(*SOLVE).stdout


def test_a_bar_on_a_terminal_that_shows_no_results(tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    deals.write_text('{"hands": "A... K... Q...", "contract": "NT"}\n' * 5, encoding="utf-8")
    assert "solving" in on_a_terminal("batch", str(deals), "-o", str(tmp_path / "out"), env=XTERM)
    assert "solving" not in on_a_terminal("batch", str(deals), env=XTERM)
    assert run("batch", deals).stderr == ""


def test_json_is_utf_8_whatever_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "named.manni"
    path.write_text('[Name "Þóra \U0001f0a1"] [Deal "F:A... K... Q..."]', encoding="utf-8")
    for encoding in ("ascii", "latin-1", "utf-16"):
        ran = subprocess.run(
            [installed(), "show", str(path), "--json"],
            env=os.environ | {"PYTHONIOENCODING": encoding},
            capture_output=True,
            check=True,
        )
        assert json.loads(ran.stdout.decode())["name"] == "Þóra \U0001f0a1"


STARTED = """
import signal
from manni.cli import interrupt, start

leaves = interrupt.exit_on_interrupt
def first_moment():
    leaves()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

interrupt.exit_on_interrupt = first_moment
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
print(flush=True)
start.start()
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send here")
@pytest.mark.parametrize(
    "command", [SOLVE, ("advise", "call", "--help"), ("table", "--hands", HANDS)]
)
def test_ctrl_c_leaves_quietly_from_the_first_moment_on(command: tuple[str, ...]) -> None:
    codes = set()
    for number in range(7):
        with subprocess.Popen(
            [sys.executable, "-c", STARTED, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            process.stdout.readline()
            time.sleep(0.018 * number)  # at first before anything is loaded
            process.send_signal(signal.SIGINT)
            _, noise = process.communicate(timeout=60)
        assert noise in (b"", b"stopped\n")  # the latter in the midst of a search
        codes.add(process.returncode)
    # In its very last moment Python has put its handlers away; shells call that 130 too.
    assert codes <= {0, 130, -signal.SIGINT}
    assert 130 in codes


DEALS = ("deal", "--variant", "basic", "-n", "1000000000", "--json")


@pytest.mark.parametrize("command", [("batch", "-", "--jobs", "2"), ("--help",), SOLVE, DEALS])
def test_a_closed_pipe_is_no_error(command: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [installed(), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        line = b'{"hands": ["A...", "K...", "Q..."], "contract": "NT"}\n'
        _, noise = process.communicate(line * 3000)
    assert (process.returncode, noise) == (141, b"")


# Completion --------------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """Return what bash is offered for the last word."""
    ran = run(
        env={
            "_MANNI_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["manni", *words]),
            "COMP_CWORD": str(len(words)),
        }
    )
    return [line.partition(",")[2] for line in ran.stdout.splitlines()]


def test_completion_offers_commands_and_values() -> None:
    assert completed("so") == ["solve"]
    assert completed("solve", "--contract", "n") == ["NT", "NULLO"]
    assert "laugavatn" in completed("deal", "--variant", "l")
    assert completed("advise", "exchange", "--tak") == ["--taken"]
    assert "_manni_completion" in run(env={"_MANNI_COMPLETE": "bash_source"}).stdout
