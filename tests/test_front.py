"""Where people enter: what is left out is said, and a question is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import error, json_of, manni, output

BEFORE = "no exchange is recorded: the values are those before the exchange"


def test_several_deals_before_an_exchange_are_one_note(tmp_path: Path) -> None:
    line = '[Variant "laugavatn"]\n[Contract "NT"]\n[Declarer "F"]\n'
    deals = output("deal", "--variant", "laugavatn", "--seed", "3", "-n", "2")
    path = tmp_path / "deals.manni"
    path.write_text(deals.replace('[Variant "laugavatn"]\n', line), encoding="utf-8")
    ran = manni("solve", path, "--seats", "F", "--time", "0.01")
    assert ran.stderr.splitlines()[0] == f"{path}: 2 deals: {BEFORE}"


@pytest.mark.parametrize(
    ("args", "ends"),
    [
        (("show", "DEAL", "--picture", "p.png"), ".svg or .pdf"),
        (("deal", "--variant", "basic", "-o", "x.csv"), ".manni, .json or .parquet"),
        (("convert", "DEAL", "--to", "json", "-o", "x.jsonx"), None),
        (("puzzle", "check", "DEAL", "--page", "x.svg"), ".html or .htm"),
        (("review", "DEAL", "--picture", "x.pdf"), ".svg or .png"),
        (("batch", "DEAL", "-o", "x.manni"), ".jsonl, .ndjson, .json, .csv or .tsv"),
        (("play", "--seed", "1", "--variant", "basic", "-o", "x.pgn"), ".manni or .json"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_name_that_belies_what_is_written_is_refused(
    args: tuple[str, ...], ends: str | None, root: Path, tmp_path: Path
) -> None:
    deal = root / "data" / "sample_deals" / "endings.manni"
    target = tmp_path / args[-1]
    given: list[str | Path] = [deal if each == "DEAL" else each for each in args[:-1]]
    if args[0] in ("show", "review"):
        given[2:2] = ["--deal", "1"]
    if ends is None:
        assert manni(*given, target).exit_code == 0
        assert target.exists()
        return
    message = error(*given, target, code=2)
    assert message == f"{target}: what is written has a name that ends in {ends}."
    assert not target.exists()


def test_a_review_has_the_formats_of_every_table(root: Path) -> None:
    played = ("review", root / "data" / "sample_deals" / "played.manni", "--deal", "1")
    found = json_of(*played)
    head, *rows = output(*played, "--format", "tsv").splitlines()
    assert head.split("\t")[:2] == ["deal", "number"]
    assert len(rows) == len(found["cards"])
    assert output(*played, "--format", "markdown").startswith("| deal |")


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("laugavatn", "Your call"),
        ("encheres-sans --dealer left", "Your bid"),
        ("hornafjordur", "Put down"),
    ],
)
def test_a_question_mark_is_answered_everywhere(
    monkeypatch: pytest.MonkeyPatch, code: str, question: str
) -> None:
    """With advice, as the question says; never as a wrong card."""
    monkeypatch.setattr("manni.cli.terminal._SECONDS", 10.0)  # a busy machine has time for it
    ran = manni(
        *("play", "--game", "--seed", "1", "--strength", "thumb", "--variant", *code.split()),
        text="?\nquit\n",
    )
    assert question in ran.stderr
    asked, answered = ran.stderr.split(question, 1)[1].split("\n")[0].split("): ", 1)
    assert asked.endswith("? for advice")
    assert re.match("Declare|Bid|By rule of thumb: put down|Put down", answered)
    assert "no card" not in ran.stderr.replace("no cards", "")
    assert ran.stderr.count(f"{question} (") == 2
