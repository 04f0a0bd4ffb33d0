"""CSV, TSV and Markdown: one head, the values of the JSON, cards and seats in ASCII."""

import csv
import io
from pathlib import Path

import pytest
from commands import run

from manni.cli.output import Printer
from manni.solver.report.text import Cell, Column, Table, columns


def test_names_go_out_in_utf_8(root: Path) -> None:
    path = root / "data" / "sample_games" / "basic.manni"
    ran = run("score", path, "--format", "csv", env={"PYTHONIOENCODING": "ascii"})
    assert "Björn tricks" in ran.stdout


# The rows -------------------------------------------------------------------------------


def test_what_stands_in_a_cell_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(columns("a", "b"), [['x,"y"\tz', Cell("1.50", 1.5)], ["–", "♥9"]])
    for form, expected in [
        ("csv", 'deal,a,b\n1,"x,""y""\tz",1.5\n1,,H9\n'),
        ("tsv", 'deal\ta\tb\n1\t"x,""y""\tz"\t1.5\n1\t\tH9\n'),
        (
            "markdown",
            '| deal | a | b |\n| --- | --- | ---: |\n| 1 | x,"y"\tz | 1.50 |\n| 1 | – | ♥9 |\n',
        ),
    ]:
        Printer(form).show(dict, lambda: table, str, 1)
        assert capsys.readouterr().out == expected
    names = ["=1+1", "@SUM(A1)", "-2+A1", "+A1", "\tA", "-3..5", "-3", "a=b"]
    Printer("csv").show(dict, lambda: Table(columns(*names), [names]), str)
    head, row = csv.reader(io.StringIO(capsys.readouterr().out))
    assert head == row == [f"'{name}" for name in names[:5]] + names[5:]


def test_there_is_one_head(capsys: pytest.CaptureFixture[str]) -> None:
    printed = Printer("csv")
    # What the text calls a column may change from deal to deal, its name does not.
    first, second = (Table([Column(f"{n} plays", "cards")], [["♠A"]]) for n in (1, 2))
    printed.show(dict, lambda: first, str, 1)
    printed.show(dict, lambda: second, str, 2)
    assert capsys.readouterr().out == "deal,cards\n1,SA\n2,SA\n"
