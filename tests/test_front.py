"""Where people enter: what is left out is said, and a question is answered."""

from __future__ import annotations

import re

import pytest
from commands import manni


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
