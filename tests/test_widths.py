"""Nothing printed for people is wider than the terminal, and nothing for programs is folded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import on_a_terminal, output
from test_docs import BLOCKS

from manni.solver.report.text import (
    Column,
    Style,
    Table,
    Text,
    choose_width,
    columns,
    heading,
    wrap,
)

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    choose_width(None)


def test_no_example_of_the_pages_is_wider_than_80_columns() -> None:
    """The pages have what is printed, which their own test compares."""
    for_people = [
        (example.command, line)
        for block in BLOCKS
        for example in block
        if not any(word in example.command for word in ("--json", "batch", "--language", ">", "|"))
        for line in example.expected
        if not line.startswith("Error: ")  # which is one line, for whoever looks for it
    ]
    assert len(for_people) > 100
    assert [(command, line) for command, line in for_people if len(line) > 80] == []


def test_lines_are_folded_under_what_they_say() -> None:
    assert str(wrap("one two three four", 9)) == "one two\nthree\nfour"
    assert str(wrap("  one two three", 9)) == "  one two\n  three"
    assert str(wrap("key   one two three four", 15)) == "key   one two\n      three\n      four"
    assert str(wrap("a long label of many words  one two", 20)) == (
        "a long label of many\nwords  one two"
    )
    assert str(wrap("F SA · M S2 · D S3", 12)) == "F SA ·\nM S2 · D S3"
    assert str(wrap("alongwordwithoutablank and more", 10)) == "alongwordwithoutablank\nand more"
    assert str(wrap("no blank\n\nis lost", 80)) == "no blank\n\nis lost"


def test_what_is_folded_keeps_its_styles() -> None:
    parts = wrap(Text(heading("one two three"), " four"), 9)
    assert str(parts) == "one two\nthree\nfour"
    styles = [span.style for span in parts.spans if span.text.strip()]
    assert styles == [Style.HEADING, Style.HEADING, Style.PLAIN]


WIDE = Table(
    columns("name", "first", "second", "third"), [["a", "1", "2", "3"], ["b", "4", "", ""]]
)


def test_a_wide_table_is_folded() -> None:
    plain = "name  first  second  third\na         1       2      3\nb         4"
    assert str(WIDE.text()) == plain
    choose_width(26)
    assert str(WIDE.text()) == plain
    choose_width(25)
    assert str(WIDE.text()) == (
        "name  first  second\na         1       2\nb         4\n\nname  third\na         3\nb"
    )
    choose_width(5)  # a column at least, however narrow
    assert str(WIDE.text()).count("name") == 3


def test_an_interval_stays_with_its_number() -> None:
    table = Table(columns("name", "points", "95 %", "made", ""), [["a", "10.0", "9..11", "1", "≈"]])
    choose_width(20)
    assert str(table.text()).split("\n\n") == [
        "name  points   95 %\na       10.0  9..11",
        "name  made\na        1  ≈",
    ]


def test_columns_under_one_head_stay_together() -> None:
    own = [Column("deal", "deal", left=True)]
    own += [Column(each, each, over="Anna") for each in "xy"]
    own += [Column(each, each, over="Dóra") for each in "uv"]
    choose_width(15)
    assert str(Table(own, [["1", "1", "2", "3", "4"]]).text()).split("\n\n") == [
        "      Anna\ndeal  x  y\n1     1  2",
        "      Dóra\ndeal  u  v\n1     3  4",
    ]


def test_texts_in_the_last_column_are_folded_first() -> None:
    last = [Column("card", "card", left=True), Column("loss", "loss"), Column("kept by", "k", True)]
    table = Table(last, [["SA", "1", "S2 S3 S4 S5 S6"], ["S2", "2", "S3"]])
    choose_width(25)
    assert str(table.text()) == (
        "card  loss  kept by\nSA       1  S2 S3 S4 S5\n            S6\nS2       2  S3"
    )
    assert list(table.values()) == [["SA", "1", "S2 S3 S4 S5 S6"], ["S2", "2", "S3"]]


@pytest.mark.parametrize("more", [("--format", "csv"), ("--format", "markdown"), ("--json",)])
def test_what_is_for_programs_is_not_folded(more: tuple[str, ...]) -> None:
    played = output("review", SAMPLES / "played.manni", "--deal", "3", *more, columns=None)
    assert any(len(line) > 80 for line in played.splitlines())


@pytest.mark.parametrize("width", [60, 120])
def test_a_terminal_is_as_wide_as_it_is(width: int) -> None:
    pytest.importorskip("fcntl", reason="no terminals here")
    call = ("solve", SAMPLES / "hornafjordur.manni", "--deal", "3")
    env = {"TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    lines = on_a_terminal(*call, env=env, width=width).splitlines()
    assert max(map(len, lines)) <= width
    (first,) = (line for line in lines if line.startswith("guarantee: at least this"))
    assert (len(first) > 80) == (width == 120)  # a line as long as there is room
