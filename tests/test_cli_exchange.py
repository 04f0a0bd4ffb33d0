"""manni exchange with open cards: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import error, manni, output
from deals import EXCHANGED as BASIC

from solver.run import Run

HORNAFJORDUR = """\
[Variant "hornafjordur"]
[Deal "F:AJT2.K2.K65.T85 76.QT87.AJ74.73 K83.J.Q98.AQJ94"]
[Manni "H4 HA DT D3 SQ S9 C2 S5 C6 D2 CK H5 S4 H3 H6 H9"]
[Cut "DQ"]
[Discard "F: S2 H2 D6 D5 CT C8 C5"]
[Discard "M: S7 S6 D4 C7 C3"]
[Discard "D: S8 S3 HJ D8"]
"""


def test_keep_or_swap() -> None:
    lines = output("exchange", "-", "--exchanger", "M", text=BASIC).splitlines()
    assert lines[:3] == [
        "Deal 1",
        "basic Manni, D: middlehand exchanges all or nothing",
        "2 discards, 2 that differ; ♠5/4 means that either may go.",
    ]
    assert lines[5].split()[:3] == ["1", "–", "–"]
    assert lines[-1] == (
        "The exchange made cost 0 guaranteed tricks and 1.00 of share against the best."
    )


@pytest.mark.parametrize(
    ("made", "said"),
    [("S3 CQ C9 C4", "the best one"), ("S8 CQ CJ C9", "as good as the best one")],
)
def test_what_costs_nothing_is_called_the_best(made: str, said: str) -> None:
    text = HORNAFJORDUR.replace("S8 S3 HJ D8", made)
    assert f"\n\nThe exchange made was {said}.\n" in output(
        "exchange", "-", "--exchanger", "D", text=text
    )


def test_the_dealers_four_as_json() -> None:
    data = json.loads(output("exchange", "-", "--exchanger", "D", "--json", text=HORNAFJORDUR))
    assert (data["seat"], data["contract"], data["candidates"]) == ("D", "NT", 794)
    assert len(data["best"]) == 10
    best, made = data["best"][0], data["recorded"]
    assert made["guarantee_lost"] == best["guarantee"]["D"] - made["guarantee"]["D"] >= 0
    assert made["discards"] == ["S8", "S3", "HJ", "D8"]
    assert [sorted(made["discards"])] == [
        sorted(cards) for cards in made["alike"] if sorted(cards) == sorted(made["discards"])
    ]
    assert made["drawn"] == ["S4", "H3", "H6", "H9"]
    assert data["stand"]["discards"] == data["stand"]["drawn"] == []
    assert {card["card"] for card in data["kept"]} == set(best["discards"])
    replies = json.loads(
        output(
            "exchange", "-", "--exchanger", "D", "--replies", "best", "--json", text=HORNAFJORDUR
        )
    )
    assert replies["guarantee"] == best["guarantee"]["D"]
    assert replies["reply"] == []


def test_replies_in_no_time() -> None:
    text = output("exchange", "-", "--replies", "best", "--time", "1e-6", text=HORNAFJORDUR)
    assert "Against the later seats' worst exchange: guarantee 0..12" in text
    assert "Stopped before the end" in text
    # The best so far, and what the recorded exchange may have given up.
    lines = text.splitlines()
    assert lines[4].split()[:2] == ["discard", "guarantee"]
    assert lines[5].split()[0] == "1"
    assert lines[5].split("0..12")[0].split()[1:]
    assert "cost 0..12 guaranteed tricks" in text


def test_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    # Called off after some steps, as by Ctrl-C in the midst of the search.
    def cancel_at_250(run: Run, done: int, total: int | None = None) -> None:
        if done == 250:
            run.cancel()

    monkeypatch.setattr(Run, "report", cancel_at_250)
    ran = manni("exchange", "-", "--exchanger", "D", text=HORNAFJORDUR)
    assert (ran.exit_code, ran.stderr) == (130, "stopped\n")
    text = ran.stdout
    assert "Stopped before the end: 90 discards that differ have not been tested" in text
    data = json.loads(
        manni("exchange", "-", "--exchanger", "D", "--json", text=HORNAFJORDUR).stdout
    )
    assert (data["exact"], data["untested"]) == (False, 90)
    assert data["best"][0]["share"] is None
    assert data["best"][0]["bounds"]
    assert data["recorded"]["share_lost"] is None
    two = HORNAFJORDUR + "\n" + HORNAFJORDUR
    ran = manni("exchange", "-", "--exchanger", "D", "--jobs", "1", text=two)
    assert "Deal 2" not in ran.stdout
    assert ran.stderr == "stopped at deal 1\n"


def test_deals_are_looked_at_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = BASIC.replace('[Manni "', '[Other "')
    text = "\n".join([BASIC, bad, BASIC.replace('"D"', '"C"')])
    for more in (["--json"], ["--format", "csv"], ["--replies", "best"], ["--top", "2"]):
        args = ["exchange", "-", "--keep-going", *more]
        one, two = (manni(*args, "--jobs", jobs, text=text) for jobs in ("1", "2"))
        assert (two.exit_code, two.stdout, two.stderr) == (1, one.stdout, one.stderr)
        assert one.stderr.startswith("Error: stdin: deal 2: no Manni is recorded")
    alone = output("exchange", "-", text=BASIC)
    report = Run.report

    def cancel_after_one(run: Run, done: int, total: int | None = None) -> None:
        if (done, total) == (1, 3):  # of the three deals
            run.cancel()
        report(run, done, total)

    monkeypatch.setattr(Run, "report", cancel_after_one)
    ran = manni("exchange", "-", "--jobs", "2", text="\n".join([BASIC] * 3))
    assert (ran.exit_code, ran.stderr) == (130, "stopped at deal 1\n")
    assert ran.stdout == alone


def test_both_ways_explain_themselves() -> None:
    text = output("exchange", "--help")
    assert "advise" in text
    assert "--replies" in text
    assert "--taken" in output("advise", "exchange", "--hand", NINE_SPADES, "--help")
    assert output("exchange", "-", "--exchanger", "M", text=BASIC) == output(
        "exchange", "--exchanger", "M", "-", text=BASIC
    )


@pytest.mark.parametrize(
    ("args", "old", "new", "message"),
    [
        ([], '[Manni "', '[Other "', "stdin: deal 1: no Manni is recorded"),
        ([], '[Cut "DQ"]', '[Cut "SA"]', "line 4: the cut card SA is the dealer's, who"),
        ([], '[Cut "DQ"]', '[Cut "DQ"]\n[Contract "H"]', "the cut card DQ makes the contract NT"),
        (["--contract", "S"], "", "", "the cut card DQ makes the contract NT, not S"),
        (["--exchanger", "M"], "C7 C3", "C7 C3 HQ", "middlehand exchanges 6 cards: it may"),
        ([], "F: S2 H2", "F: SA SJ S2 H2", "forehand exchanges 9 cards"),
        ([], "F: S2", "F: S4", "forehand discards S4, which it does not hold"),
        (["--declarer", "F"], "", "", "nobody declares in hornafjordur"),
        (["--variant", "basic"], "", "", "which is not in basic's pack"),
        ([], '[Variant "', '[Other "', "no variant is recorded: give one (--variant)"),
        ([], '[Cut "', '[Other "', "no contract is recorded: give one (--contract)"),
    ],
)
def test_what_is_refused(args: list[str], old: str, new: str, message: str) -> None:
    assert message in error("exchange", "-", *args, text=HORNAFJORDUR.replace(old, new, 1))


@pytest.mark.parametrize("replies", ["stand", "best"])
def test_keep_going_does_the_deals_that_are_fine(replies: str) -> None:
    no_variant = "\n".join(BASIC.splitlines()[1:])
    args = ("exchange", "-", "--exchanger", "M", "--replies", replies)
    text = f'{no_variant}\n\n[Deal "F:AA... ... ..."]\n\n{BASIC}'
    message = "stdin: deal 2, line"
    assert message in error(*args, text=text)
    ran = manni(*args, "--keep-going", text=text)
    first, second = sorted(ran.stderr.splitlines())
    assert first == "Error: stdin: deal 1: no variant is recorded: give one (--variant)"
    assert message in second
    assert ran.exit_code == 1
    assert ran.stdout.strip() == output(*args, text=BASIC).replace("Deal 1", "Deal 3").strip()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--time", "0", "--replies", "best"], "0.0 is not in the range x>0"),
        (["--all", "--replies", "best"], "--all goes with --replies stand"),
        (["--top", "3", "--replies", "best"], "--top goes with --replies stand"),
        (["--exchanger", "X"], "'X' is no seat"),
        (["--top", "0"], "0 is not in the range x>=1"),
    ],
)
def test_wrong_usage(args: list[str], message: str) -> None:
    assert message in error("exchange", "-", *args, text=BASIC, code=2)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "none.manni" in error("exchange", str(tmp_path / "none.manni"))


# Blind -------------------------------------------------------------------------------

NINE_SPADES = "AKQJT9876.A.A.A"  # so good that nothing takes long
BLIND = ("advise", "exchange", "--hand", NINE_SPADES, "--variant", "hornafjordur", "--seat", "D")
DEALER = (*BLIND, "--cut", "S8", "--taken", "7,5", "--worlds", "3")


@pytest.mark.parametrize("worlds", [1, 2])
def test_ctrl_c_ends_advice(monkeypatch: pytest.MonkeyPatch, worlds: int) -> None:
    def cancel(run: Run, done: int, total: int | None = None) -> None:
        if done == worlds:
            run.cancel()

    monkeypatch.setattr(Run, "report", cancel)
    sixteen = ("--variant", "trjamann", "--hand", "AKQJT9876.AKQ.AKQ.A", "--worlds", "9")
    blind, calls = manni(*DEALER, "--jobs", "1"), manni("advise", "call", *sixteen, "--jobs", "1")
    assert (blind.exit_code, blind.stderr) == (calls.exit_code, calls.stderr) == (130, "stopped\n")
    # Of one world alone nothing can be said, but a rule has looked at all calls.
    assert ("Over 2 sampled deals" in blind.stdout) == (worlds == 2)
    assert "Declare " in calls.stdout


def test_a_hand_that_takes_everything() -> None:
    lines = output(*DEALER, "--jobs", "1").splitlines()
    assert lines[0].startswith("Keep all cards.")
    assert lines[2] == (
        "Hornafjarðarmanni, S: dealer holds ♠AKQJT9876 ♥A ♦A ♣A, ♠8 is cut, "
        "forehand exchanged 7, middlehand exchanged 5"
    )
    rank, discard, points, interval = lines[6].split()[:4]
    assert (rank, discard) == ("1", "–")
    # The rule knows of no hand that takes everything.
    assert float(points) > 7.9
    assert interval.endswith("..+8.00")
    assert "Over 3 sampled deals" in "\n".join(lines)
    assert output(*DEALER, "--jobs", "3").splitlines() == lines


def test_advice_as_json_and_as_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for ending, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        picture = tmp_path / f"advice.{ending}"
        data = json.loads(output(*DEALER, "--json", "--picture", str(picture)))
        assert picture.read_bytes().startswith(start)
    assert (data["worlds"], data["marks"], data["taken"]) == (3, [4], [7, 5])
    assert data["best"][0]["points"] == data["stand"]["points"] == pytest.approx(8, abs=0.1)
    assert data["stand"]["reached"] == [1]
    assert len(data["best"]) == 10


def blind(*changes: str) -> list[str]:
    args = list(DEALER)
    for option, value in zip(changes[::2], changes[1::2], strict=True):
        if option in args:
            args[args.index(option) + 1] = value
        else:
            args += [option, value]
    return args


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (blind("--cut", "C9"), "the cut card C9 is the dealer's, who does not hold it"),
        (blind("--contract", "NT"), "the cut card S8 makes the contract S, not NT"),
        (
            blind("--taken", "3"),
            "taken: 1 number, expected 2: how many cards forehand and middlehand exchanged before",
        ),
        (blind("--taken", "8,0"), "forehand cannot have exchanged 8 cards: 0 to 7"),
        (blind("--hand", "AK..."), "a hand of 2 cards: hornafjordur deals 12"),
        (blind("--declarer", "F"), "nobody declares in hornafjordur"),
        (list(BLIND), "no contract: give one (--contract) or the cut card (--cut)"),
        (
            ["advise", "exchange", "--hand", "AKQJT9876.AKQ.AKQ.A", "--variant", "trjamann"],
            "no contract: give one (--contract)",
        ),
        (
            [
                "advise",
                "exchange",
                "--variant",
                "trjamann",
                "--hand",
                "AKQJT9876.AKQ.AKQ.A",
                "--contract",
                "NT",
                "--seat",
                "D",
            ],
            "dealer may not declare in trjamann: only forehand may",
        ),
    ],
)
def test_what_a_hand_cannot_be(args: list[str], message: str) -> None:
    assert message in error(*args)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (blind("--time", "0"), "0.0 is not in the range x>0"),
        (blind("--worlds", "1"), "1 is not in the range x>=2"),
        (blind("--taken", "x"), "'x': expected numbers of cards"),
        (blind("--replies", "best"), "No such option"),
        (["advise", "exchange", "--hand", NINE_SPADES], "Missing option '--variant'"),
        ([*DEALER, "a.manni"], "unexpected extra argument (a.manni)"),
        (["exchange", "-", "--cut", "S8"], "No such option"),
        (["exchange"], "Missing argument 'FILE'"),
    ],
)
def test_wrong_usage_of_a_hand(args: list[str], message: str) -> None:
    assert message in error(*args, code=2)
