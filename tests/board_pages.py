"""A page without a browser: a tab of a board in this process."""

import json
from collections.abc import Callable
from functools import cache
from threading import Condition
from time import monotonic
from typing import Any

from jsonschema import Draft202012Validator

from manni.cli.board.messages import ANSWER, ANSWERS
from manni.cli.board.service import HELLO, Board
from manni.solver.schema import json_schema

PATIENCE = 60.0
"""Seconds after which a test gives up: far more than anything takes."""

Answer = dict[str, Any]

ENDING = {"hands": ["A2.K..", "K3.A..", "Q4.Q.."], "contract": "NT", "leader": "F"}

DEEP = {
    "hands": ["T9863.K52.Q7643.J854", "AQ52.A9763.T982.K732", "KJ74.QJT84.AKJ5.AT96"],
    "contract": "NULLO",
}
"""A position that is searched for long."""


def bounds_of(value: Answer) -> dict[str, list[int]]:
    """Return what each seat is sure of in an answer, at least and at most."""
    found = value.get("bounds") or {seat: [sure] * 2 for seat, sure in value["guarantee"].items()}
    proved = {seat: low if low == high else None for seat, (low, high) in found.items()}
    assert proved == value["guarantee"]
    assert all(isinstance(each, int) for pair in found.values() for each in pair)
    return dict(found)


@cache
def _described(kind: str | None) -> Draft202012Validator:
    return Draft202012Validator(json_schema(ANSWERS.get(kind or "", ANSWER)))


_HELLO = Draft202012Validator(json_schema(HELLO))


def misfits(answer: Answer) -> list[str]:
    """Return what of an answer is not as it is described to the page."""
    if "hello" in answer:
        return [str(error) for error in _HELLO.iter_errors(answer["hello"])]
    if answer["number"] is None or answer["ask"] is None:
        answer = {**answer, "number": 0, "ask": answer["ask"] or ""}  # to what is no request
    return [str(error) for error in _described(answer["ask"]).iter_errors(answer)]


class Page:
    """Talks to a tab as a page does, and keeps all that it is told."""

    def __init__(self, board: Board) -> None:
        self.answers = []
        self.misfits = []
        self._changed = Condition()
        self._number = 0
        self.tab = board.tab(self._take)

    def _take(self, answer: Answer) -> None:
        with self._changed:
            # Whatever is sent can be sent: JSON, and nothing that is changed later.
            self.answers.append(json.loads(json.dumps(answer, allow_nan=False)))
            self.misfits += misfits(self.answers[-1])
            self._changed.notify_all()

    def say(self, message: Any) -> list[Answer]:
        """Send a message, as JSON unless it is a text; return what came back by now."""
        before = len(self.answers)
        self.tab.receive(message if isinstance(message, str) else json.dumps(message))
        return self.answers[before:]

    def ask(self, kind: str, **fields: Any) -> int:
        """Send a request; return its number."""
        self._number += 1
        self.say({"number": self._number, "ask": kind, **fields})
        return self._number

    def of(self, number: int) -> list[Answer]:
        """Return the answers to a request by now."""
        return [answer for answer in self.answers if answer.get("number") == number]

    def until(self, holds: Callable[[], Any]) -> None:
        """Wait until something holds, looked at after each answer."""
        end = monotonic() + PATIENCE
        with self._changed:
            while not holds():
                assert self._changed.wait(end - monotonic()), "nothing more is answered"

    def last(self, number: int) -> Answer:
        """Wait for the last answer to a request, or for the one that says it is paused."""

        def ended() -> bool:
            found = self.of(number)
            return bool(found) and (
                "error" in found[-1] or bool(found[-1].get("done") or found[-1].get("paused"))
            )

        self.until(ended)
        return self.of(number)[-1]

    def answer(self, kind: str, **fields: Any) -> Answer:
        """Ask; return the last answer, which is no error."""
        found = self.last(self.ask(kind, **fields))
        assert "error" not in found, found
        return found

    def error(self, kind: str, **fields: Any) -> Answer:
        """Ask what cannot be answered; return the error."""
        found = self.last(self.ask(kind, **fields))
        assert "error" in found, found
        return found["error"]

    def deal(self, sample: str, number: int = 1) -> Answer:
        """Return a deal of a sample file, as the page has it."""
        return self.answer("open", sample=sample)["deals"][number - 1]
