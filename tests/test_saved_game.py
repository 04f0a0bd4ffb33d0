"""``manni play -o``: a game is saved with every card, and gone on with, whatever ended it."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import error, manni

from manni.cli.terminal import LeftError, _read
from manni.solver.deal import Deal
from manni.solver.errors import SolverError
from manni.solver.files.dealfile import format_deals
from manni.solver.files.reading import read_deals
from manni.solver.table.deal import DealTable
from manni.solver.table.steps import Asks

GAME = ("--game", "--seed", "5", "--strength", "thumb", "--variant")
DEAL = ("play", "--seed", "7", "--variant", "hornafjordur", "--strength", "thumb")
CARDS = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
START = [sys.executable, "-c", "from manni.cli.start import start; start()"]


def begun(path: Path, deals: list[Deal]) -> Path:
    path.write_text(format_deals(deals), encoding="utf-8")
    return path


def cut(deal: Deal, cards: int) -> Deal:
    """Return the record of a deal when so many cards had been played."""
    return replace(deal, play=deal.play[:cards], result=None)


def begins(*args: str | Path, **streams: Any) -> subprocess.Popen[bytes]:
    """Return a process that plays."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([*START, *args], env=environment, **streams)


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGKILL"])
def test_a_signal_after_four_tricks_leaves_the_record(name: str, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.manni", tmp_path / "game.manni"
    answers = ["none", *16 * CARDS]  # what is wrong is asked for again
    manni(*DEAL, "-o", whole, text="\n".join(answers))
    heard, left_to_say, pipe = b"", iter(answers), subprocess.PIPE
    with begins(*DEAL, "-o", path, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as ran:
        while True:  # each answer is awaited, so that nobody is ahead
            heard += read_until(ran.stderr.fileno(), b"for advice): ")
            if heard.count(b" the trick: ") >= 4:
                break
            ran.stdin.write(f"{next(left_to_say)}\n".encode())
        ran.send_signal(getattr(signal, name))
        assert ran.wait(60) == (130 if name == "SIGTERM" else -getattr(signal, name))
    (left,) = read_deals(path)
    (expected,) = read_deals(whole)
    assert 12 <= len(left.play) < 15
    assert left == cut(expected, len(left.play))
    assert manni("play", path, "--resume", text="\n".join(left_to_say)).exit_code == 0
    assert path.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def read_until(number: int, end: bytes) -> bytes:
    """Return what a process says, to a question it asks."""
    heard = b""
    while not heard.endswith(end):
        some = os.read(number, 65536)
        assert some, heard.decode()
        heard += some
    return heard


def test_quitting_at_the_first_prompt_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.manni"
    manni(*DEAL, "-o", path, text="\n".join(["none", *CARDS]))
    before = path.read_bytes()
    message = error(*DEAL, "-o", path, text="quit\n")
    assert message == (
        f"{path}: there is a record in it: name another file, or go on with that game: "
        f"manni play {path} --resume"
    )
    assert path.read_bytes() == before
    assert manni("play", path, "--resume", text="quit\n").exit_code == 0
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.manni"]


def test_an_empty_file_may_be_written(tmp_path: Path) -> None:
    path = tmp_path / "game.manni"
    path.touch()
    manni(*DEAL, "-o", path, text="quit\n")
    assert len(read_deals(path)) == 1


class Player:
    """Somebody who answers with the first of these that is taken, and leaves after so many."""

    def __init__(self, wanted: int) -> None:
        self.left = wanted

    def ask(self, table: DealTable, asks: Asks) -> Any:
        if not self.left:
            raise LeftError
        self.left -= 1
        for answer in ("NT", "none", "S", "pass", "H", "D", "C", "NULLO", *CARDS):
            with suppress(SolverError):
                return asks.apply(_read(table, asks, answer))
        raise AssertionError(asks)


GAMES = [
    "laugavatn",
    "encheres-petite",
    "envers-3",
    "decouverte",
    "manille-4",
    "encheres-5",
    *(
        pytest.param(code, marks=pytest.mark.slow)
        for code in ("basic", "hornafjordur", "manille-3+match")
    ),
]


@pytest.mark.parametrize("code", GAMES)
def test_a_game_goes_on_wherever_it_was_left(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left after any number of answers, and again after as many, it becomes the game it was."""

    monkeypatch.setattr("os.fsync", lambda number: None)  # no machine goes down here

    def play(*args: str | Path, answers: int) -> None:
        player = Player(answers)
        monkeypatch.setattr("manni.cli.terminal._ask", player.ask)
        ran = manni("play", *args)
        assert ran.exit_code == 0, ran.stderr

    start = (*GAME, code, "--dealer", "you", "-o")
    whole = tmp_path / "whole.manni"
    play(*start, whole, answers=40)
    deals = read_deals(whole)
    assert len(deals) >= 2
    assert deals[-2].result is not None
    for answers in (1, 2, 3, 13, 19):
        path = tmp_path / f"{answers}.manni"
        play(*start, path, answers=answers)
        left = read_deals(path)
        assert left[:-1] == deals[: len(left) - 1]
        play("--resume", path, answers=0)
        assert read_deals(path) == left
        play("--resume", path, answers=answers)
        if read_deals(path) != deals:  # else the game is over
            play("--resume", path, answers=40 - 2 * answers)
        assert path.read_bytes() == whole.read_bytes()


def test_a_single_deal_goes_on_in_its_seat_and_as_json(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = root / "data" / "sample_deals" / "laugavatn.manni"
    for number in (1, 2):
        for args in (("-o", tmp_path / f"{number}.json", "--json"), ("-o", tmp_path / f"{number}")):
            player = Player(3)
            monkeypatch.setattr("manni.cli.terminal._ask", player.ask)
            start = (file, "--deal", str(number), "--seat", "M", "--strength", "thumb")
            ran = manni("play", *start, *args)
            assert ran.exit_code == 0, ran.stderr
            player.left = 99
            assert manni("play", args[1], "--resume").exit_code == 0
            (deal,) = read_deals(args[1])
            assert deal.result is not None
            assert args[1].read_text(encoding="utf-8").startswith("[\n") == (len(args) == 3)
        assert read_deals(tmp_path / f"{number}.json") == read_deals(tmp_path / f"{number}")
    message = error("play", args[1], "--resume")
    assert message == f"{args[1]}: the deal has been played to its end"


def test_what_is_no_such_game_is_refused_in_one_line(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = root / "data" / "sample_deals" / "basic.manni"
    message = error("play", sample, "--resume")
    assert message == (f"{sample}: deal 1: not of a game of manni play -o: it has no tag Table")
    assert "cannot be read" in error("play", tmp_path / "none.manni", "--resume")
    path = tmp_path / "game.manni"
    monkeypatch.setattr("manni.cli.terminal._ask", Player(17).ask)
    assert manni("play", *GAME, "basic", "-o", path).exit_code == 0
    kept = path.read_text(encoding="utf-8")
    first, second = read_deals(path)
    wrong = [
        ("seed 5", "seed x", "not what manni play writes as Table"),
        ("seed 5", "seed 6", "deal 1: not the cards that the seed 6 deals"),
        ("strength thumb", "strength huge", "not what manni play writes as Table"),
        ("dealing 2", "dealing 1", "deal 2: not the cards that the seed 5 deals"),
        ("dealing 2", "dealing 2, mine 3", "not what manni play writes as Table"),
        ("dealing 2", "dealing 99999", "not what manni play writes as Table"),
        ('[Table "game', '[Table "deal', "not what manni play writes as Table"),
    ]
    for old, new, expected in wrong:
        assert old in kept
        path.write_text(kept.replace(old, new), encoding="utf-8")
        before = path.read_bytes()
        assert expected in error("play", path, "--resume")
        assert path.read_bytes() == before
    begun(path, [cut(first, 5), second])
    assert "deal 1: no result is recorded and the play stops after 5" in error(
        "play", path, "--resume"
    )


def test_a_game_that_is_over_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.manni"
    monkeypatch.setattr("os.fsync", lambda number: None)
    monkeypatch.setattr("manni.cli.terminal._ask", Player(10**6).ask)
    assert manni("play", *GAME, "trjamann", "-o", path).exit_code == 0
    before = path.read_bytes()
    last = len(read_deals(path))
    assert error("play", path, "--resume") == (
        f"{path}: deal {last}: with it the game is over: there is nothing to go on with"
    )
    assert path.read_bytes() == before
