"""The board on the wire: who may come in, what is served, what hostile bytes do, how it ends."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from boards import PATIENCE, RunningBoard, Talk
from commands import error, run
from websockets.exceptions import ConnectionClosed, InvalidStatus

import cli.board
from cli.board.browser import why_not
from cli.board.limits import Limits
from cli.board.outbox import MOST, Outbox
from cli.board.running import find
from cli.board.server import listener
from cli.board.site import CONTENT_TYPES

DEEP = {
    "hands": ["T9863.K52.Q7643.J854", "AQ52.A9763.T982.K732", "KJ74.QJT84.AKJ5.AT96"],
    "contract": "NULLO",
}
"""A position that is searched for long."""


@pytest.fixture
def tab(board: RunningBoard) -> Iterator[Talk]:
    """A tab that has been greeted."""
    with board.talk() as tab:
        assert "hello" in tab.hear()
        yield tab


def asked(board: RunningBoard, **headers: str) -> int:
    """Return the status of a request for the page with these headers beside the usual ones."""
    named = {
        name.replace("_", "-"): value.format(port=board.port) for name, value in headers.items()
    }
    return board.request("GET", "/", {"Host": board.host} | named)[0].status


# Who may come in


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}"])
def test_the_board_answers_to_its_own_names(board: RunningBoard, host: str) -> None:
    assert asked(board, Host=host) == 200
    assert asked(board, Host=host, Origin=f"http://{host}") == 200


WRONG_HOSTS = (
    "evil.example", "evil.example:{port}", "127.0.0.1", "localhost", "127.0.0.1:1",
    "[::1]:{port}", "127.0.0.1:{port}.evil.example", "evil.example@127.0.0.1:{port}",
    "127.0.0.1:{port}/", "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}",
    "LOCALHOST:{port}", "localhost.:{port}", "",
)  # fmt: skip
WRONG_ORIGINS = (
    "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1",
    "http://127.0.0.1:1", "http://127.0.0.1:{port}/", "http://127.0.0.1:{port}.evil.example",
    "file://", "ws://127.0.0.1:{port}", "",
)  # fmt: skip


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_another_host_is_refused(board: RunningBoard, host: str) -> None:
    assert asked(board, Host=host) == 403
    host = host.format(port=board.port)
    assert refused(board, additional_headers={"Host": host}) == 403


@pytest.mark.parametrize("origin", WRONG_ORIGINS)
def test_another_origin_is_refused(board: RunningBoard, origin: str) -> None:
    assert asked(board, Origin=origin) == 403
    assert refused(board, origin=origin.format(port=board.port)) == 403


@pytest.mark.parametrize("path", ["/", "/open", "/talk", "/nothing"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_a_stranger_is_refused_whatever_he_asks(
    board: RunningBoard, method: str, path: str
) -> None:
    response, _ = board.request(method, path, {"Host": "evil.example"}, b"{}")
    assert response.status == 403
    assert not any(name.lower().startswith("access-control") for name in response.headers)


def test_requests_without_a_host_or_with_two_are_no_requests(board: RunningBoard) -> None:
    host = f"Host: {board.host}\r\n".encode()
    for headers in (b"", host + host, host + b"Host: evil.example\r\n"):
        answer = raw(board, b"GET / HTTP/1.1\r\n" + headers + b"\r\n")
        assert answer.split()[1] in (b"400", b"403")


def test_two_origins_are_refused(board: RunningBoard) -> None:
    origin = f"Origin: {board.origin}\r\n".encode()
    head = f"GET / HTTP/1.1\r\nHost: {board.host}\r\n".encode()
    assert raw(board, head + origin + b"\r\n").startswith(b"HTTP/1.1 200")
    for second in (origin, b"Origin: http://evil.example\r\n"):
        assert raw(board, head + origin + second + b"\r\n").startswith(b"HTTP/1.1 403")


def raw(board: RunningBoard, sent: bytes) -> bytes:
    """Return what comes back for some bytes."""
    with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
        connection.sendall(sent)
        return connection.recv(1 << 16)


def refused(board: RunningBoard, **options: Any) -> int:
    """Return the status by which a tab is refused."""
    headers = options.get("additional_headers", {})
    if "Host" in headers:  # the client sets its own
        handshake = {
            "Host": headers["Host"],
            "Origin": board.origin,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Protocol": ", ".join(board.subprotocols()),
        }
        return board.request("GET", "/talk", handshake)[0].status
    with pytest.raises(InvalidStatus) as caught, board.talk(**options):
        pass
    return caught.value.response.status_code


def test_a_tab_needs_its_origin_and_the_token(board: RunningBoard) -> None:
    assert refused(board, origin=None) == 403
    token = board.token
    for protocols in (
        None, ["manni"], [token], [token, "manni"], ["manni", token, token], ["manni", "manni"],
        ["manni", token[:-1]], ["manni", token + "0"], ["other", token], ["Manni", token],
        ["manni", token.swapcase()],
    ):  # fmt: skip
        assert refused(board, subprotocols=protocols) == 403, protocols


def handshake_of(board: RunningBoard, token: bytes) -> bytes:
    """Return the bytes by which a tab asks to come in."""
    head = (
        f"GET /talk HTTP/1.1\r\nHost: {board.host}\r\nOrigin: {board.origin}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: manni, "
    )
    return head.encode() + token + b"\r\n\r\n"


def test_a_token_of_any_bytes_is_refused(board: RunningBoard) -> None:
    for token in (b"\xff\xfe", "ś".encode(), b"a b", b'"', b",", b"x" * 5000):
        status = raw(board, handshake_of(board, token)).split(b" ", 2)[1]
        assert status in (b"400", b"403"), token


def test_the_token_is_in_no_answer(board: RunningBoard, tab: Talk) -> None:
    assert tab.connection.subprotocol == "manni"
    response, page = board.request("GET", "/")
    assert board.token not in page.decode()
    assert board.token not in str(response.headers)
    assert "set-cookie" not in response.headers


def test_a_file_is_taken_from_who_has_the_token(board: RunningBoard) -> None:
    host, right = {"Host": board.host}, f"manni {board.token}"
    for wrong in (
        "", board.token, f"Bearer {board.token}", right + "0", right[:-1], f"Manni {board.token}",
        "manni", "manni  ", "é",
    ):  # fmt: skip
        headers = host | {"Authorization": wrong, "Manni-File": "x"}
        assert board.request("POST", "/open", headers, b"x")[0].status == 403, wrong
    assert board.request("POST", "/open", host, b"x" * 100)[0].status == 403
    assert board.request("POST", "/open", host | {"Authorization": right})[0].status == 200


# What is served


def test_every_file_of_the_page_has_its_type_and_headers(board: RunningBoard) -> None:
    folder = Path(cli.board.__path__[0]) / "static"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 5
    for path in files:
        name = path.relative_to(folder).as_posix()
        response, content = board.request("GET", f"/{name}")
        assert (response.status, content) == (200, path.read_bytes()), name
        assert response.headers["content-type"] == CONTENT_TYPES[path.suffix]
        check_headers(board, response.headers)
    response, _ = board.request("GET", "/")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    check_headers(board, response.headers)
    check_headers(board, board.request("GET", "/nothing")[0].headers)
    check_headers(board, board.request("POST", "/")[0].headers)
    check_headers(board, board.request("GET", "/", {"Host": "evil.example"})[0].headers)


def check_headers(board: RunningBoard, headers: Any) -> None:
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy.pop("connect-src") == f"'self' ws://{board.host} ws://localhost:{board.port}"
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob: data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
    }
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing", "/static/index.html", "/../server.py", "/..%2fserver.py", "/%2e%2e/server.py",
        "//etc/passwd", "/index.html/", "/views", "/views/", "/index.html%00", "/\\..\\server.py",
        "/favicon.ico", "/docs", "/openapi.json",
    ],
)  # fmt: skip
def test_nothing_else_is_served(board: RunningBoard, path: str) -> None:
    assert board.request("GET", path)[0].status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "NONSENSE"])
def test_files_are_only_got(board: RunningBoard, method: str) -> None:
    assert board.request(method, "/")[0].status == 405


# Messages


def test_a_tab_that_sends_bytes_is_closed(board: RunningBoard, tab: Talk) -> None:
    tab.connection.send(b"{}")
    with pytest.raises(ConnectionClosed):
        tab.hear()
    assert closed(tab)[0] == 1003


def closed(tab: Talk) -> tuple[int, str]:
    """Return how the board has closed a tab."""
    try:
        while True:
            tab.hear()
    except ConnectionClosed as error:
        return (1006, "") if error.rcvd is None else (error.rcvd.code, error.rcvd.reason)


def test_messages_up_to_the_limit_are_read(board: RunningBoard) -> None:
    with board.talk() as tab:
        most = tab.hear()["hello"]["limits"]["message"]
        text = '{"number": 1, "ask": "paste", "text": "; %s"}'
        room = most - len(text % "")
        tab.connection.send(text % ("x" * room))
        assert tab.hear()["number"] == 1
        for pieces in (1, 7):
            long = text % ("x" * (room + 1))
            tab.connection.send(long[i::pieces] for i in range(pieces))
            answer = tab.hear()
            assert answer["number"] is None
            assert "more than 1,048,576 bytes" in answer["error"]["message"]


def test_a_message_beyond_all_bounds_ends_its_tab(board: RunningBoard) -> None:
    with board.talk() as tab:
        tab.hear()
        with suppress(ConnectionClosed):
            tab.connection.send("x" * (9 << 20))
        # The reason is lost where it comes before all has been sent.
        assert closed(tab)[0] in (1009, 1006)


def test_too_many_tabs_are_told_so() -> None:
    with RunningBoard() as board:
        most = Limits().tabs
        with ExitStack() as stack:
            tabs = [stack.enter_context(board.talk()) for _ in range(most)]
            assert all("hello" in tab.hear() for tab in tabs)
            with board.talk() as one_more:
                code, reason = closed(one_more)
            assert code == 1013
            assert str(most) in reason
            tabs[0].connection.close()
            end = time.monotonic() + PATIENCE
            while not may_come_in(board):  # the board has yet to see that it is gone
                assert time.monotonic() < end
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


def may_come_in(board: RunningBoard) -> bool:
    with board.talk() as tab:
        try:
            return "hello" in tab.hear()
        except ConnectionClosed:
            return False


def frame(first: int, data: bytes, mask: bytes = bytes(4), length: int | None = None) -> bytes:
    """Return a frame that begins with a byte, of data that are masked with nothing but zeros."""
    length = len(data) if length is None else length
    short = length if length < 126 else 126 if length < 1 << 16 else 127
    rest = {126: struct.pack("!H", length & 0xFFFF), 127: struct.pack("!Q", length)}.get(short, b"")
    return bytes([first, 0x80 * bool(mask) | short]) + rest + mask + data


def hostile(rng: random.Random) -> bytes:
    """Return bytes that a tab may send, or should not."""
    data = rng.randbytes(rng.choice([0, 1, 2, 125, 126, 200, 70_000]))
    texts = (b"{}", b"1" * 5000, b'"\\ud800"', b"[" * 9999, b'{"ask": "\\ud800"}', b"\xff", data)
    first = rng.choice([0x81, 0x01, 0x80, 0x00, 0x82, 0x88, 0x89, 0x8A, rng.randrange(256)])
    return rng.choice(
        [
            data,
            frame(first, data),
            frame(0x81, rng.choice(texts)),
            frame(0x81, b"{}", mask=b""),
            frame(0x81, b"{}", length=rng.choice([2**63, 2**64 - 1, 2**31, 9 << 20])),
        ]
    )


def test_hostile_frames_close_their_tab_and_nothing_else(board: RunningBoard, tab: Talk) -> None:
    rng = random.Random(11)
    handshake = handshake_of(board, board.token.encode())
    for _ in range(150):
        with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
            connection.sendall(handshake)
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 101")
            with suppress(ConnectionError):
                for _ in range(rng.randrange(1, 5)):
                    connection.sendall(hostile(rng))
    assert "deals" in tab.answer("open", sample="basic")
    assert board.process.poll() is None


def test_hostile_requests_are_refused_and_nothing_else_happens(
    board: RunningBoard, tab: Talk
) -> None:
    rng = random.Random(12)
    good = f"GET / HTTP/1.1\r\nHost: {board.host}\r\nAuthorization: manni a b\r\n\r\n".encode()
    for _ in range(200):
        sent = bytearray(good)
        for _ in range(rng.randrange(1, 6)):
            sent[rng.randrange(len(sent))] = rng.choice(
                [0, 10, 13, 32, 58, 127, 200, 255, rng.randrange(256)]
            )
        with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                answer = connection.recv(1 << 16)
                assert not answer.startswith(b"HTTP/1.1 5"), bytes(sent)
    assert "deals" in tab.answer("open", sample="basic")


# Tabs beside one another


def test_answers_that_wait_give_way_to_newer_ones_unless_they_are_the_last() -> None:
    def answer(number: int, ask: str = "position", done: bool = False, **rest: Any) -> Any:
        return {"number": number, "ask": ask, "done": done, **rest}

    answers = (
        (answer(1, position=1), False),
        (answer(1, values=1), False),
        (answer(1, values=2), False),
        (answer(2, "review", part=0.1), False),
        (answer(3, "open", done=True, deals=1), True),
        (answer(4, "open", done=True, deals=2), True),
        (answer(5, position=2), True),
        (answer(5, values=3, paused=True), True),
        (answer(2, "review", part=0.2), True),
        (answer(5, values=4), True),
        ({"number": 6, "ask": "open", "error": {}}, True),
    )
    staying = [sent for sent, stays in answers if stays]

    async def exercise() -> list[Any]:
        outbox = Outbox()
        for sent, _ in answers:
            outbox.put(sent)
        await asyncio.sleep(0)
        await outbox.room()
        taken = [await outbox.take() for _ in staying]
        for number in range(MOST):
            outbox.put(answer(number, "open", done=True))
        await asyncio.sleep(0)
        room = asyncio.ensure_future(outbox.room())
        await asyncio.sleep(0)
        assert not room.done()
        await outbox.take()
        await room
        return taken

    with ThreadPoolExecutor(1) as other:  # whose loop no browser uses
        assert other.submit(asyncio.run, exercise()).result() == staying


@pytest.fixture
def long_deal(tmp_path: Path) -> Path:
    """A file with a deal of nearly a megabyte, so that few answers are much to read."""
    path = tmp_path / "long.manni"
    path.write_text(f'[Name "{"x" * 900_000}"] [Deal "F:A... K... Q..."]', encoding="utf-8")
    return path


def test_a_tab_that_does_not_read_is_not_read_and_holds_nobody_up(long_deal: Path) -> None:
    with (
        RunningBoard(long_deal) as board,
        board.talk(max_queue=1) as deaf,
        board.talk() as tab,
    ):
        numbers = [deaf.ask("open", file="1") for _ in range(100)]
        assert "hello" in tab.hear()
        wait_until_quiet(board)
        assert "deals" in tab.answer("open", sample="basic")
        memory = Path(f"/proc/{board.process.pid}/statm")
        if memory.exists():  # in pages; all answers together would be 90 MB
            assert int(memory.read_text().split()[1]) * 4096 < 130 << 20
        deaf.hear()
        assert [deaf.hear()["number"] for _ in numbers] == numbers  # late, but all of them
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


def used(board: RunningBoard) -> float:
    """Return the processor time that a board uses in half a second."""
    before = board.seconds_of_cpu()
    time.sleep(0.5)
    return board.seconds_of_cpu() - before


def wait_until_quiet(board: RunningBoard) -> None:
    """Wait until nothing is searched or answered, as far as can be seen here."""
    if sys.platform == "linux":
        end = time.monotonic() + PATIENCE
        while used(board) > 0.03:
            assert time.monotonic() < end, "a search goes on that nobody waits for"


def begin_deep_search(tab: Talk) -> int:
    number = tab.ask("position", deal=DEEP, played=[], values=True)
    assert "position" in next(tab.answers(number))
    return number


@pytest.mark.skipif(sys.platform != "linux", reason="the processor's time is read as on Linux")
def test_the_search_of_a_closed_tab_ends() -> None:
    with RunningBoard("--ask-after", "3600") as board:
        with board.talk() as tab:
            tab.hear()
            begin_deep_search(tab)
            end = time.monotonic() + PATIENCE
            while used(board) <= 0.03:
                assert time.monotonic() < end, "nothing is searched"
        wait_until_quiet(board)


# The end


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send here")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_before_anybody_has_come(number: signal.Signals) -> None:
    with RunningBoard() as board:
        assert (board.stop(number), board.errors()) == (0, "Ctrl-C ends it\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send here")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_the_midst_of_searches(number: signal.Signals) -> None:
    with RunningBoard("--ask-after", "3600") as board, board.talk() as one, board.talk() as two:
        for tab in (one, two):
            tab.hear()
            begin_deep_search(tab)
        assert (board.stop(number), board.errors()) == (0, "Ctrl-C ends it\n")
        assert closed(one)[0] in (1012, 1006)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send here")
def test_whoever_neither_reads_nor_writes_does_not_hold_up_the_end(long_deal: Path) -> None:
    with (
        RunningBoard(long_deal) as board,
        socket.create_connection(("127.0.0.1", board.port)) as half,
        board.talk(max_queue=1) as deaf,
    ):
        half.sendall(b"GET / HTTP/1.1\r\nHost:")
        for _ in range(100):
            deaf.ask("open", file="1")
        wait_until_quiet(board)
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


# Files, and two boards


def test_a_file_is_checked_before_the_board_starts(tmp_path: Path) -> None:
    bad = tmp_path / "bad.manni"
    bad.write_text('[Deal "F:A... K... Q..."]\n\n[Deal "F:A... A... Q..."]\n', encoding="utf-8")
    assert error("board", bad) == f"{bad}: deal 2, line 3: forehand and middlehand both hold SA"
    assert "cannot be read" in error("board", tmp_path / "none.manni")
    bad.write_text("; " + "x" * (1 << 20), encoding="utf-8")
    assert error("board", bad) == f"{bad}: is longer than 1,048,576 bytes"
    bad.write_text("A... K... Q...\n" * 1001, encoding="utf-8")
    assert error("board", bad) == f"{bad}: holds 1,001 deals, of which the board takes 1,000"
    assert "--port" in error("board", "--port", "65536", code=2)


@pytest.mark.parametrize("name", ["starlette", "uvicorn", "websockets"])
def test_without_the_extra_one_line_says_what_to_install(name: str) -> None:
    program = f"import sys; sys.modules['{name}'] = None; from cli.start import start; start()"
    ran = subprocess.run([sys.executable, "-c", program, "board"], capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr == (
        f"Error: the board needs {name}, which is not installed: pip install 'manni[board]'\n"
    )


def test_what_is_sent_to_a_page_goes_out_at_once() -> None:
    """Nagle's algorithm is off: values would wait 40 ms for the page to acknowledge a position."""
    found: list[int] = []

    async def served() -> None:
        def come(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own = writer.get_extra_info("socket")
            found.append(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listener(0) as sock:
            async with await asyncio.start_server(come, sock=sock):
                reader, writer = await asyncio.open_connection(*sock.getsockname())
                await reader.read()
                writer.close()

    with ThreadPoolExecutor(1) as other:  # whose loop no browser uses
        other.submit(asyncio.run, served()).result()
    assert found == [1]


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="Linux tells what is loaded")
def test_a_page_that_is_opened_loads_nothing_heavy(root: Path, tmp_path: Path) -> None:
    env, file = {"XDG_STATE_HOME": str(tmp_path)}, root / "data/sample_deals/hornafjordur.manni"
    with RunningBoard(env=env) as board, board.talk() as tab:
        game = tab.answer("sit", variant="basic")["id"]
    with RunningBoard(file, env=env) as board, board.talk() as tab:
        [deal, *_] = tab.answer("open", file="1")["deals"]
        values = tab.answer("position", deal=deal["deal"], played=[])["values"]
        assert values["exact"]
        assert [each["id"] for each in tab.answer("games")["games"]] == [game]
        loaded = Path(f"/proc/{board.process.pid}/maps").read_text()
        assert "solver/_search" in loaded
        assert not re.findall("numpy|solver/_(?:rollout|beliefs)", loaded)


def test_a_file_of_the_command_line_is_opened_by_its_number(root: Path) -> None:
    path = root / "data" / "sample_deals" / "basic.manni"
    with RunningBoard(path) as board:
        assert board.address.endswith("&file=1")
        with board.talk() as tab:
            tab.hear()
            opened = tab.answer("open", file="1")
            assert (opened["name"], opened["errors"]) == ("basic.manni", [])


def again(board: RunningBoard, *arguments: str | Path, **options: Any) -> Any:
    """Run ``manni board`` once more on the port of one that runs."""
    env = {"XDG_RUNTIME_DIR": str(board.folder)} | options.pop("env", {})
    port = ("--port", str(board.port), "--no-browser")
    return run("board", *port, *arguments, env=env, **options)


def test_a_second_board_hands_its_file_to_the_first(tmp_path: Path) -> None:
    path = tmp_path / "žluťoučký.manni"
    path.write_text('[Name "♠"] [Deal "F:A... K... Q..."]', encoding="utf-8")
    with RunningBoard() as board:
        ran = again(board)
        assert (ran.returncode, ran.stdout) == (0, f"{board.origin}/#token={board.token}\n")
        assert ran.stderr == f"a board runs already on port {board.port}: it is shown there\n"
        ran = again(board, path)
        assert ran.stdout == f"{board.origin}/#token={board.token}&file=1\n"
        assert ran.stderr == f"a board runs already on port {board.port}: the file is shown there\n"
        with board.talk() as tab:
            tab.hear()
            opened = tab.answer("open", file="1")
            assert opened["name"] == path.name
            assert opened["deals"][0]["title"]
        assert again(board, "--memory", "1", tmp_path / "none").returncode == 1
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


def test_of_boards_that_start_at_once_one_runs(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {"XDG_RUNTIME_DIR": str(tmp_path)}
    with ExitStack() as stack:
        with ThreadPoolExecutor(3) as threads:
            begun = [threads.submit(RunningBoard, port=port, env=env) for _ in range(3)]
            boards = [stack.enter_context(board.result()) for board in begun]
        assert len({board.token for board in boards}) == 1
        [one] = [board for board in boards if "Ctrl-C ends it" in board.errors()]
        assert [board.process.wait(PATIENCE) for board in boards if board is not one] == [0, 0]
        assert (one.stop(), one.errors()) == (0, "Ctrl-C ends it\n")


def test_whatever_else_has_the_port_is_told_nothing(
    board: RunningBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = again(board, env={"XDG_RUNTIME_DIR": str(tmp_path)})
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"Error: port {board.port} is taken by another program: choose another with --port\n"
    )
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("cli.board.running.sleep", lambda seconds: None)
    assert find(board.port) is None
    state = tmp_path / "manni" / f"board-{board.port}.json"
    state.parent.mkdir()
    state.touch(0o600)
    right = f'{{"port": {board.port}, "token": "{board.token}"}}'
    for text, opens in (
        (right, True), (right.replace(board.token, "A" * 43), False),
        (right.replace(f"{board.port}", "1"), False), (right[:-1], False),
        (f'{{"port": {board.port}, "token": 1}}', False), ("", False), ("{}", False),
        ("[1]", False), ("null", False), ("\ud800", False),
    ):  # fmt: skip
        state.write_bytes(text.encode("utf-8", "surrogatepass"))
        found = find(board.port)
        assert bool(found and found.open(None)) is opens, text


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes", b"", b"?\n"]
)
def test_a_program_that_only_says_it_is_the_board_is_none(tmp_path: Path, answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as impostor, ThreadPoolExecutor(1) as threads:

        def say() -> None:
            connection, _ = impostor.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(answer)

        port = impostor.getsockname()[1]
        state = tmp_path / "manni" / f"board-{port}.json"
        state.parent.mkdir()
        state.touch(0o600)
        state.write_text(f'{{"port": {port}, "token": "old"}}', encoding="utf-8")
        done = threads.submit(say)
        env = {"XDG_RUNTIME_DIR": str(tmp_path)}
        ran = run("board", "--port", str(port), "--no-browser", env=env)
        done.result(PATIENCE)
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"Error: port {port} is taken by another program")


@pytest.mark.skipif(sys.platform == "win32", reason="no permissions of this kind here")
def test_only_the_user_can_read_the_token() -> None:
    with RunningBoard() as board:
        state = board.folder / "manni" / f"board-{board.port}.json"
        assert stat.S_IMODE(state.stat().st_mode) == 0o600
        assert stat.S_IMODE(state.parent.stat().st_mode) == 0o700
        state.chmod(0o644)  # whoever else could have written it
        assert "is taken" in again(board).stderr
        state.chmod(0o600)
        assert again(board).returncode == 0
        assert board.stop() == 0
        assert not state.exists()


def test_a_board_that_was_killed_does_not_keep_the_next_from_starting() -> None:
    with RunningBoard() as board:
        board.process.kill()
        board.process.wait()
        env = {"XDG_RUNTIME_DIR": str(board.folder)}
        with RunningBoard(port=board.port, env=env) as next_one:
            assert next_one.port == board.port
            assert next_one.token != board.token
            assert again(board).returncode == 0


def test_a_board_runs_where_no_state_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with RunningBoard(env={"XDG_RUNTIME_DIR": str(tmp_path / "file")}) as board:
        assert board.request("GET", "/")[0].status == 200
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


@pytest.mark.parametrize(
    ("env", "reason"),
    [
        ({"WSL_DISTRO_NAME": "Debian", "DISPLAY": ":0"}, "WSL"),
        ({"SSH_CONNECTION": "1 2 3 4", "DISPLAY": ":0"}, "ssh"),
        ({"SSH_TTY": "/dev/pts/0", "DISPLAY": ":0"}, "ssh"),
        ({}, "display"),
        ({"DISPLAY": ":0"}, None),
        ({"WAYLAND_DISPLAY": "wayland-0"}, None),
    ],
)
def test_where_no_browser_is_opened(
    env: dict[str, str], reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.release", lambda: "6.1.0-amd64")
    found = why_not(env)
    assert found is None if reason is None else reason in str(found)
    monkeypatch.setattr("platform.release", lambda: "5.15.90.1-microsoft-standard-WSL2")
    assert "WSL" in str(why_not(env))


@pytest.mark.skipif(sys.platform == "win32", reason="no permissions of this kind here")
def test_the_browser_is_led_to_the_page_by_a_file_that_others_cannot_read() -> None:
    with RunningBoard() as board:
        board.folder.chmod(0o755)  # the file alone is to keep others out
        opened = board.folder / "opened"
        browser = board.folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$*" > {opened}\n', encoding="utf-8")
        browser.chmod(0o755)
        env = {"XDG_RUNTIME_DIR": str(board.folder), "BROWSER": str(browser), "DISPLAY": ":0"}
        env |= {"SSH_CONNECTION": "", "SSH_TTY": ""}
        ran = run("board", "--port", str(board.port), env=env)
        assert ran.returncode == 0
        end = time.monotonic() + PATIENCE
        while not opened.exists() or not opened.read_text().endswith("\n"):
            assert time.monotonic() < end, "no browser is opened"
            time.sleep(0.02)
        # What another user can read in /proc: it names the board nowhere, only a file.
        arguments = opened.read_text().strip()
        path = Path(arguments.removeprefix("file://"))
        assert arguments == f"file://{board.folder}/manni/open-{board.port}.html"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        if os.geteuid() == 0:
            path.parent.chmod(0o755)
            other = ["cat", str(browser), str(path)]
            ran = subprocess.run(other, user="nobody", capture_output=True, text=True)
            assert (ran.returncode, ran.stdout) == (1, browser.read_text(encoding="utf-8"))
            assert f"{path}: Permission denied" in ran.stderr
        page = path.read_text(encoding="utf-8")
        assert f'content="0; url={board.origin}/#token={board.token}"' in page
        assert board.stop() == 0
        assert not path.exists()
