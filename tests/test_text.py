"""Styled text and tables: what they look like, what programs read of them."""

from __future__ import annotations

import pytest

from manni.cli.output import coloured
from manni.solver.report.text import (
    Cell,
    Column,
    Span,
    Style,
    Table,
    Text,
    card_text,
    cards_text,
    columns,
    heading,
    indent,
    join,
    pad,
)

RED = Text(Span("♥A", Style.RED_SUIT))


def test_a_text_is_its_spans() -> None:
    text = "by " + RED + " only"
    assert str(text) == "by ♥A only"
    assert len(text) == 10
    assert text.spans == (Span("by "), Span("♥A", Style.RED_SUIT), Span(" only"))
    assert coloured(text) == "by \x1b[31m♥A\x1b[0m only"


def test_texts_that_look_the_same_are_equal() -> None:
    assert Text("a", "", Text("b"), Span("c")) == Text("abc")
    assert hash(Text("a", "b")) == hash(Text("ab"))
    assert Text("♥A") != RED
    assert not Text("", Text(), heading(""))


def test_lines_keep_their_styles() -> None:
    text = Text("a\n", RED, "\n\nb")
    assert text.lines() == [Text("a"), RED, Text(), Text("b")]
    assert join("\n", text.lines()) == text
    assert indent(text).lines() == [Text("  a"), "  " + RED, Text("  "), Text("  b")]


def test_blanks_at_the_end() -> None:
    assert Text("a ", Span(" \n", Style.HEADING), "  ").rstrip() == Text("a")
    assert Text("  ").rstrip() == Text()
    assert pad(RED, 4) == RED + "  "
    assert pad(RED, 4, left=False) == "  " + RED
    assert pad(RED, 1) == RED


@pytest.mark.parametrize(
    ("text", "found"), [(Text("a ·"), Text("a")), (RED + " ·", RED), (Text(), Text())]
)
def test_a_suffix_goes(text: Text, found: Text) -> None:
    assert text.removesuffix(" ·") == found
    assert found.removesuffix(" ·") == found


def test_styles_do_not_move_columns() -> None:
    rows = [[card_text(card), "1"] for card in (12, 25)]
    table = Table(columns("card", "loss"), rows)
    assert str(table) == "card  loss\n♠A       1\n♥A       1"
    assert coloured(table.text()).splitlines()[1:] == [
        "♠A       1",
        "\x1b[31m♥A\x1b[0m       1",
    ]


TABLE = Table(
    (
        Column("", "seat", left=True),
        Column(None, "deal"),
        Column("plus", "Anna plus", over="Anna"),
        Column("minus", None),
    ),
    [[Cell("F forehand", "F"), "3", Cell("1.33", 4 / 3), "x"], ["–", "", cards_text([25]), "y|"]],
)


def test_heads_stand_over_columns_and_columns_are_for_people_or_programs() -> None:
    assert str(TABLE).splitlines() == [
        "            Anna",
        "            plus  minus",
        "F forehand  1.33      x",
        "–             ♥A     y|",
    ]
    assert TABLE.names() == ["seat", "deal", "Anna plus"]
    assert list(TABLE.values()) == [["F", "3", 4 / 3], [None, None, "HA"]]


def test_a_word_stands_over_the_middle_of_columns_that_belong_together() -> None:
    own = [Column("card", "card", left=True)]
    own += [Column(each, each, over="guarantee") for each in "FMD"]
    own += [Column("loss", "loss")]
    table = Table(own, [["♠A", "5", "0", "4", "1"]])
    assert str(table).splitlines() == [
        "      guarantee",
        "card    F  M  D  loss",
        "♠A      5  0  4     1",
    ]
    assert table.html("").splitlines()[1] == (
        '<tr><th colspan="1"></th><th colspan="3">guarantee</th><th colspan="1"></th></tr>'
    )


def test_a_table_as_markdown() -> None:
    assert TABLE.markdown() == [
        "| seat | deal | Anna plus |",
        "| --- | ---: | ---: |",
        "| F forehand | 3 | 1.33 |",
        "| – |  | ♥A |",
    ]
    table = Table([Column(None, "best_case")], [["x|y"]])
    told = "| deal | best case |", "| --- | ---: |", "| 7 | x\\|y |"
    assert table.after({"deal": 7}).markdown() == [*told]
