"""manni exchange with open cards, and advice on one: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from commands import manni, output
from deals import EXCHANGED as BASIC

from manni.solver.run import Run

HORNAFJORDUR = """\
[Variant "hornafjordur"]
[Deal "F:AJT2.K2.K65.T85 76.QT87.AJ74.73 K83.J.Q98.AQJ94"]
[Manni "H4 HA DT D3 SQ S9 C2 S5 C6 D2 CK H5 S4 H3 H6 H9"]
[Cut "DQ"]
[Discard "F: S2 H2 D6 D5 CT C8 C5"]
[Discard "M: S7 S6 D4 C7 C3"]
[Discard "D: S8 S3 HJ D8"]
"""


def called_off_at(monkeypatch: pytest.MonkeyPatch, at: tuple[int, int | None]) -> None:
    """Call runs off, as Ctrl-C does, at so many steps; of so many if that is said."""
    report = Run.report

    def cancel(run: Run, done: int, total: int | None = None) -> None:
        if (done, at[1] and total) == at:
            run.cancel()
        report(run, done, total)

    monkeypatch.setattr(Run, "report", cancel)


def test_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    called_off_at(monkeypatch, (250, None))
    ran = manni("exchange", "-", "--exchanger", "D", text=HORNAFJORDUR)
    assert (ran.exit_code, ran.stderr) == (130, "stopped\n")
    assert "Stopped before the end: 90 discards that differ have not been tested" in ran.stdout
    ran = manni("exchange", "-", "--exchanger", "D", "--json", text=HORNAFJORDUR)
    data = json.loads(ran.stdout)
    assert (data["exact"], data["untested"]) == (False, 90)
    assert data["best"][0]["share"] is data["recorded"]["share_lost"] is None
    assert data["best"][0]["bounds"]
    two = HORNAFJORDUR + "\n" + HORNAFJORDUR
    ran = manni("exchange", "-", "--exchanger", "D", "--jobs", "1", text=two)
    assert "Deal 2" not in ran.stdout
    assert ran.stderr == "stopped at deal 1\n"


def test_deals_are_looked_at_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = BASIC.replace('[Manni "', '[Other "')
    text = "\n".join([BASIC, bad, BASIC.replace('"D"', '"C"')])
    for more in (["--json"], ["--format", "csv"], ["--top", "2"]):
        args = ["exchange", "-", "--keep-going", *more]
        one, two = (manni(*args, "--jobs", jobs, text=text) for jobs in ("1", "2"))
        assert (two.exit_code, two.stdout, two.stderr) == (1, one.stdout, one.stderr)
        assert one.stderr.startswith("Error: stdin: deal 2: no Manni is recorded")
    alone = output("exchange", "-", text=BASIC)
    called_off_at(monkeypatch, (1, 3))  # of the three deals
    ran = manni("exchange", "-", "--jobs", "2", text="\n".join([BASIC] * 3))
    assert (ran.exit_code, ran.stderr, ran.stdout) == (130, "stopped at deal 1\n", alone)


# Blind -------------------------------------------------------------------------------

NINE_SPADES = "AKQJT9876.A.A.A"  # so good that nothing takes long
BLIND = ("advise", "exchange", "--hand", NINE_SPADES, "--variant", "hornafjordur", "--seat", "D")
DEALER = (*BLIND, "--cut", "S8", "--taken", "7,5", "--worlds", "3")
SIXTEEN = ("--hand", "AKQJT9876.AKQ.AKQ.A", "--variant", "trjamann")


def test_ctrl_c_ends_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    called_off_at(monkeypatch, (50, None))
    blind = manni(*DEALER[:-1], "99", "--jobs", "1")
    calls = manni("advise", "call", *SIXTEEN, "--worlds", "99", "--jobs", "1")
    for each in (blind, calls):
        assert (each.exit_code, each.stderr.splitlines()[-1]) == (130, "stopped")
    assert "Over 50 sampled deals" in blind.stdout
    assert "Declare " in calls.stdout


def test_pictures_of_advice(tmp_path: Path) -> None:
    for name, begins in (("advice.png", b"\x89PNG"), ("advice.svg", b"<?xml")):
        path = tmp_path / name
        output(*DEALER, "--jobs", "3", "--picture", path)
        assert path.read_bytes().startswith(begins)
