"""CSV, TSV and Markdown: one head, the values of the JSON, cards and seats in ASCII."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from commands import output, run

from manni.cli.options import FORMATS
from manni.cli.output import Printer
from manni.solver.report.schemas import answers
from manni.solver.report.text import Cell, Column, Table, columns
from manni.solver.schema import rows as fields_of

HANDS = ("--hands", "AK2.3.. QJT.4.. 987.5..", "--contract", "NT")


def rows(*args: str | Path, form: str = "csv") -> list[dict[str, str]]:
    """Return the rows that a command prints, by their heads."""
    text = output(*args, "--format", form)
    found = list(
        csv.DictReader(io.StringIO(text), dialect="excel-tab" if form == "tsv" else "excel")
    )
    assert len(text.splitlines()) == len(found) + 1
    return found


def data(*args: str | Path) -> list[dict[str, Any]]:
    """Return what a command prints as JSON, one line per deal."""
    return [json.loads(line) for line in output(*args, "--json").splitlines()]


# solve ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_solve_has_the_values_of_the_json(root: Path, form: str) -> None:
    path = root / "data" / "sample_deals" / "mid-trick.manni"
    found = rows("solve", path, form=form)
    lines = data("solve", path)
    assert len(found) == 3 * len(lines)
    for index, row in enumerate(found):
        truth, seat = lines[index // 3], "FMD"[index % 3]
        assert (row["deal"], row["seat"]) == (str(truth["deal"]), seat)
        assert (row["contract"], row["leader"]) == (truth["contract"], truth["leader"])
        assert row["ace"] == ("low" if truth["ace_low"] else "high")
        assert int(row["guarantee"]) == truth["guarantee"][seat]
        assert int(row["best_case"]) == truth["best_case"][seat]
        assert float(row["share"]) == truth["share"][seat]
        points = truth.get("points")
        assert row["points"] == ("" if points is None else str(points[seat]))
    assert {row["ace"] for row in found} == {"low", "high"}


# table, score, exchange -----------------------------------------------------------------


EVERY = {"deal", "rank", "seat", "best"}
"""Columns that stand for no key of the answer."""


@pytest.mark.parametrize(
    ("name", "extra", "asked"),
    [
        ("solve", set(), ("solve", *HANDS, "--selfish")),
        ("solve", set(), ("solve", *HANDS, "--selfish", "--cards")),
        ("table", set(), ("table", *HANDS[:2], "--contracts", "H")),
        ("exchange", set(), ("exchange", "basic.manni", "--deal", "1", "--time", "0.1")),
        (
            "exchange-surprise",
            set(),
            ("exchange", "encheres-grande.manni", "--deal", "1", "--time", "0.05"),
        ),
        (
            "play",
            {"beaten"},
            (
                *(
                    "advise",
                    "card",
                    "--hand",
                    "KQ.A8.98.KJ97",
                    "--variant",
                    "encheres-petite",
                    "--seat",
                    "M",
                ),
                *("--contract", "H", "--declarer", "F", "--played", "DA", "--worlds", "3"),
            ),
        ),
        ("review", set(), ("review", "played.manni", "--deal", "2")),
    ],
)
def test_columns_are_those_of_the_reference(
    name: str, extra: set[str], asked: tuple[str, ...], root: Path
) -> None:
    files = root / "data" / "sample_deals"
    call = [str(files / part) if part.endswith(".manni") else part for part in asked]
    form = ["--format", "csv"]
    head = output(*call, *form).splitlines()[0].split(",")
    fields = [each for _, each in fields_of(answers()[name]) if each.column]
    described = {column for each in fields for column in (each.column, *each.columns)}
    assert set(head) <= described | EVERY | extra
    assert len(set(head)) == len(head)


def test_every_format_is_one_word_away_from_the_text() -> None:
    texts = {form: output("solve", *HANDS, "--format", form) for form in FORMATS}
    assert len(set(texts.values())) == len(FORMATS)
    assert texts["text"] == output("solve", *HANDS)
    assert texts["json"] == output("solve", *HANDS, "--json")
    assert texts["json"] == output("solve", *HANDS, "--json", "--format", "json")


def test_names_go_out_in_utf_8(root: Path) -> None:
    path = root / "data" / "sample_games" / "basic.manni"
    ran = run("score", path, "--format", "csv", env={"PYTHONIOENCODING": "ascii"})
    assert "Björn tricks" in ran.stdout


# The rows -------------------------------------------------------------------------------


def test_what_stands_in_a_cell_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(columns("a", "b"), [['x,"y"\tz', Cell("1.50", 1.5)], ["–", "♥9"]])
    for form, expected in [
        ("csv", 'n,a,b\n1,"x,""y""\tz",1.5\n1,,H9\n'),
        ("tsv", 'n\ta\tb\n1\t"x,""y""\tz"\t1.5\n1\t\tH9\n'),
        (
            "markdown",
            '| n | a | b |\n| --- | --- | ---: |\n| 1 | x,"y"\tz | 1.50 |\n| 1 | – | ♥9 |\n',
        ),
    ]:
        Printer(form).show(dict, lambda: table, str, {"n": 1})
        assert capsys.readouterr().out == expected
    names = ["=1+1", "@SUM(A1)", "-2+A1", "+A1", "\tA", "-3..5", "-3", "a=b"]
    Printer("csv").show(dict, lambda: Table(columns(*names), [names]), str)
    head, row = csv.reader(io.StringIO(capsys.readouterr().out))
    assert head == row == [f"'{name}" for name in names[:5]] + names[5:]


def test_there_is_one_head(capsys: pytest.CaptureFixture[str]) -> None:
    printed = Printer("csv")
    # What the text calls a column may change from deal to deal, its name does not.
    first, second = (Table([Column(f"{n} plays", "cards")], [["♠A"]]) for n in (1, 2))
    printed.show(dict, lambda: first, str, {"deal": 1})
    printed.show(dict, lambda: second, str, {"deal": 2})
    assert capsys.readouterr().out == "deal,cards\n1,SA\n2,SA\n"
