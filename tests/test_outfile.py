"""Files that commands write: nothing that was there before is lost, nothing is there by half."""

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from commands import SMALL_DISK, error, output, small_disk, without_progress

from manni.cli.outfile import check_target, out_file, write_file

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and permissions of Unix")

DEAL = '[Deal "F:A... K... Q..."]\n[Contract "NT"]\n'
LINE = '{"hands": ["A...", "K...", "Q..."], "contract": "NT"}\n'


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    """Return a file with a deal."""
    path = tmp_path / "u.manni"
    path.write_text(DEAL, encoding="utf-8")
    return path


# What is read is not written ------------------------------------------------------------


def test_a_picture_does_not_replace_the_deal(deal: Path, tmp_path: Path) -> None:
    symbolic, hard = tmp_path / "symbolic.svg", tmp_path / "hard.svg"
    symbolic.symlink_to(deal)
    hard.hardlink_to(deal)
    for target in (deal, symbolic, hard, tmp_path / "." / "u.manni"):
        message = error("show", deal, "--picture", target, code=2)
        assert message == f"{target} is a file that is read: give another one to write to."
    assert deal.read_text(encoding="utf-8") == DEAL
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hard.svg",
        "symbolic.svg",
        deal.name,
    ]


def run(*args: str | Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process with streams of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from manni.cli.start import start; start()", *map(str, args)],
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
        **options,
    )


def test_a_redirected_stdin_is_read_too(deal: Path) -> None:
    with deal.open("rb") as stream:
        ran = run("show", "-", "--picture", deal, stdin=stream)
    assert ran.returncode == 2
    assert b"is a file that is read" in ran.stderr
    assert deal.read_text(encoding="utf-8") == DEAL


def test_lines_do_not_replace_or_follow_what_is_read(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(LINE, encoding="utf-8")
    assert "is a file that is read" in error("batch", source, "-o", source, code=2)
    with source.open("ab") as stream:
        ran = run("batch", source, stdout=stream)
    assert ran.returncode == 2
    assert b"stdout is a file that is read" in ran.stderr
    assert source.read_text(encoding="utf-8") == LINE


# Whole or not at all --------------------------------------------------------------------


def test_a_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with out_file(str(path)) as write:
        write(b"new ")
        assert path.read_bytes() == b"old"
        write(b"lines")
    assert path.read_bytes() == b"new lines"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "out"), b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    link = tmp_path / "link"
    link.symlink_to(folder / "file")  # which is not there yet
    for data in (b"one", b"two"):
        write_file(str(link), data)
        assert link.is_symlink()
        assert (folder / "file").read_bytes() == data


def stopped(path: Path, data: bytes, error: type[BaseException], keep: bool = True) -> None:
    """Write this and stop with the error."""
    with out_file(str(path), keep) as write:
        write(data)
        raise error


def test_what_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError):
        stopped(path, b"new", ZeroDivisionError, keep=False)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_done_stays_beside_the_old_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    for count in (1, 2):  # the second does not touch what the first left
        with pytest.raises(KeyboardInterrupt):
            stopped(path, b"line\n" * count, KeyboardInterrupt)
    assert path.read_bytes() == b"old"
    assert (tmp_path / "out.part").read_bytes() == b"line\n"
    assert (tmp_path / "out.part2").read_bytes() == b"line\nline\n"
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"{path}.part holds what was done; {path} is as it was"
    assert second.startswith(f"{path}.part2 holds")
    with pytest.raises(KeyboardInterrupt):
        stopped(path, b"", KeyboardInterrupt)  # before anything was done
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("keep", [True, False])
def test_an_interrupt_after_a_file_took_its_place_says_so(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    keep: bool,
) -> None:
    path, replace = tmp_path / "out", os.replace
    path.write_bytes(b"old")

    def interrupted(*names: str) -> None:
        replace(*names)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt), out_file(str(path), keep) as write:
        write(b"new")
    assert capsys.readouterr().err == f"wrote {path}\n"
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"new"]


def test_what_a_killed_command_left_goes_but_nothing_else_does(tmp_path: Path) -> None:
    stays = {"out.part", "out.tmp", ".out", "out"}
    for name in (*stays, ".out.tmp", ".out.tmp2"):
        (tmp_path / name).write_bytes(b"left")
    with out_file(str(tmp_path / "out"), keep=False) as write:
        write(b"outer")
        with out_file(str(tmp_path / "out"), keep=False) as other:  # what is being written stays
            other(b"inner")
    assert {path.name for path in tmp_path.iterdir()} == stays
    assert (tmp_path / "out").read_bytes() == b"outer"


def test_what_was_done_is_named_as_the_file_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
    monkeypatch.chdir(tmp_path)
    for name, part in (("new", "new.part"), ("link", f"{tmp_path.resolve()}/folder/file.part")):
        with pytest.raises(KeyboardInterrupt):
            stopped(Path(name), b"line\n", KeyboardInterrupt)
        assert capsys.readouterr().err == f"{part} holds what was done\n"
        assert Path(part).read_bytes() == b"line\n"


def test_nothing_to_solve_leaves_the_old_results(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old\n", encoding="utf-8")
    assert "there is no line in it" in error("batch", "-", "-o", target, text="\n")
    assert target.read_text(encoding="utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_leaves_whole_lines(tmp_path: Path, jobs: str) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(LINE * 200, encoding="utf-8")
    target.write_text("old\n", encoding="utf-8")
    ran = run("batch", source, "-o", target, "--jobs", jobs, preexec_fn=small_disk)
    assert ran.returncode == 1
    told, last = without_progress(ran.stderr.decode()).splitlines()
    assert told == f"{target}.part holds what was done; {target} is as it was"
    assert last == f"Error: {target}: file too large"
    assert target.read_text(encoding="utf-8") == "old\n"
    done = (tmp_path / "out.jsonl.part").read_text(encoding="utf-8")
    assert done.endswith("\n")
    assert SMALL_DISK - 200 < len(done) <= SMALL_DISK
    assert all("guarantee" in json.loads(line) for line in done.splitlines())


# What cannot be replaced ----------------------------------------------------------------


def test_a_device_and_a_pipe_are_written_to(deal: Path, tmp_path: Path) -> None:
    output("show", deal, "--picture", "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert error("show", deal, "--picture", "/dev/full") == "/dev/full: no space left on device"
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE) as reader:
        write_file(str(fifo), b"picture")
        assert reader.communicate(timeout=60)[0] == b"picture"
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_stdout_keeps_what_is_behind_it(deal: Path, tmp_path: Path) -> None:
    path = tmp_path / "pictures"
    path.write_bytes(b"before\n")
    with path.open("ab") as stream:
        assert run("show", deal, "--picture", "/dev/stdout", stdout=stream).returncode == 0
    assert path.read_bytes().startswith(b"before\n<svg")


@pytest.mark.parametrize("name", ["no folder/x.svg", "u.manni/x.svg"])
def test_where_nothing_can_be_written(deal: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    assert error("show", deal, "--picture", target) == f"{target}: no such file or directory"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that every user can reach."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


def test_what_is_protected_stays(folder: Path) -> None:
    protected, closed = folder / "x.svg", folder / "closed"
    protected.write_bytes(b"old")
    protected.chmod(0o444)
    closed.mkdir(mode=0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)  # no permission binds root
    try:
        for path in (protected, closed / "new.svg"):
            with pytest.raises(PermissionError, match=re.escape(str(path))):
                check_target(str(path))
        check_target(str(folder / "new.svg"))
    finally:
        os.seteuid(user)
