"""Start the board that is installed, open a sample deal and play a card, as its page does.

With tests/ on the path, and no network but this machine's own.
"""

import fcntl
import re
import socket
import struct
from contextlib import suppress

from boards import RunningBoard

import manni.cli.board

SIOCSIFFLAGS, IFF_UP = 0x8914, 1


def put_up_loopback() -> None:
    """Let this machine talk to itself: in a network of its own nothing is up at first."""
    with suppress(OSError), socket.socket() as sock:
        fcntl.ioctl(sock, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def test_page(board: RunningBoard) -> None:
    """Check that the page and what it names are there."""
    response, page = board.request("GET", "/")
    assert response.status == 200
    for name in re.findall(r'(?:src|href)="([\w./-]+)"', page.decode()):
        assert board.request("GET", f"/{name}")[0].status == 200, name


def test_play(board: RunningBoard) -> None:
    """Check that a card of a sample deal can be played and is worth something."""
    with board.talk() as tab:
        hello = tab.hear()["hello"]
        assert hello["samples"]
        assert tab.answer("puzzles")["puzzles"]
        [deal] = tab.answer("open", sample="endings")["deals"][:1]
        before = tab.answer("position", deal=deal["deal"], played=[], values=True)
        assert before["values"]["exact"], before
        card = next(row["card"] for row in before["values"]["cards"] if row["loss"] == 0)
        number = tab.ask("position", deal=deal["deal"], played=[card], values=True)
        after = list(tab.answers(number))
        assert after[0]["position"]["trick"][-1]["card"] == card
        assert after[-1]["values"]["exact"], after


put_up_loopback()
assert "site-packages" in manni.__path__[0]
with RunningBoard() as board:
    test_page(board)
    test_play(board)
    assert board.stop() == 0
    assert "Traceback" not in board.errors()
