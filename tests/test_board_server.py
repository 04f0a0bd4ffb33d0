"""The board on the wire: who may come in, what is served, what hostile bytes do, how it ends."""

import asyncio
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
from board_pages import DEEP
from boards import PATIENCE, RunningBoard, Talk
from commands import error, run
from websockets.exceptions import ConnectionClosed, InvalidStatus

import manni
from manni.cli.board.running import hand_over, why_no_browser
from manni.cli.board.server import CONTENT_TYPES, MOST, Outbox, listener
from manni.cli.board.worker import BoardLimits


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


def test_the_board_answers_to_its_own_name(board: RunningBoard) -> None:
    assert asked(board) == 200
    assert asked(board, Origin=f"http://{board.host}") == 200


WRONG_HOSTS = (
    "evil.example", "evil.example:{port}", "127.0.0.1", "localhost", "127.0.0.1:1",
    "[::1]:{port}", "127.0.0.1:{port}.evil.example", "evil.example@127.0.0.1:{port}",
    "127.0.0.1:{port}/", "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}",
    "LOCALHOST:{port}", "localhost.:{port}", "localhost:{port}", "",
)  # fmt: skip
WRONG_ORIGINS = (
    "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1",
    "http://127.0.0.1:1", "http://127.0.0.1:{port}/", "http://127.0.0.1:{port}.evil.example",
    "file://", "ws://127.0.0.1:{port}", "",
)  # fmt: skip


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_another_host_is_refused(board: RunningBoard, host: str) -> None:
    assert asked(board, Host=host) == 403
    named = f"Host: {host.format(port=board.port)}"
    sent = begun(board, "{talk}{token}").decode().replace(f"Host: {board.host}", named)
    with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
        connection.sendall(sent.encode())
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 403")


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


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("GET / HTTP/1.1", "400"),
        ("GET / HTTP/1.1|{host}|{host}", "400"),
        ("GET / HTTP/1.1|{host}|Host: evil.example", "400"),
        ("GET / HTTP/1.1|{host}|{origin}", "200"),
        ("GET / HTTP/1.1|{host}|{origin}|{origin}", "403"),
        ("GET / HTTP/1.1|{host}|{origin}|Origin: http://evil.example", "403"),
        ("{talk}{token}", "101"),
        ("{talk}\xff\xfe", "403"),
        ("{talk}a b", "403"),
        ('{talk}"', "403"),
        ("{talk},", "403"),
        ("{talk}" + "x" * 5000, "403"),
    ],
)
def test_headers_given_twice_or_not_at_all_and_tokens_of_any_bytes_are_refused(
    board: RunningBoard, sent: str, status: str
) -> None:
    assert raw(board, sent).split()[1].decode() in (status, status.replace("403", "400"))


def begun(board: RunningBoard, sent: str) -> bytes:
    """Return the bytes of a request of these lines."""
    talk = (
        "GET /talk HTTP/1.1|{host}|{origin}|Connection: Upgrade|Upgrade: websocket"
        "|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        "|Sec-WebSocket-Protocol: manni, "
    )
    named = {"host": f"Host: {board.host}", "origin": f"Origin: {board.origin}"}
    lines = sent.replace("{talk}", talk).format(**named, token=board.token).split("|")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def raw(board: RunningBoard, sent: str) -> bytes:
    """Return what comes back for it."""
    with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
        connection.sendall(begun(board, sent))
        return connection.recv(1 << 16)


def refused(board: RunningBoard, **options: Any) -> int:
    """Return the status by which a tab is refused."""
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
    folder = Path(manni.__path__[0], "cli", "board") / "static"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 5
    for path in files:
        name = path.relative_to(folder).as_posix()
        response, content = board.request("GET", f"/{name}")
        assert (response.status, content) == (200, path.read_bytes()), name
        assert response.headers["content-type"] == CONTENT_TYPES[path.suffix]
        check_headers(board, response.headers)
    assert board.request("GET", "/")[0].headers["content-type"] == "text/html; charset=utf-8"
    for method, wanted, host in (
        ("GET", "/", board.host),
        ("GET", "/nothing", board.host),
        ("POST", "/", board.host),
        ("GET", "/", "evil.example"),
    ):
        check_headers(board, board.request(method, wanted, {"Host": host})[0].headers)


def check_headers(board: RunningBoard, headers: Any) -> None:
    policy = headers["content-security-policy"].split("; ")
    assert {*policy} == {
        f"connect-src 'self' ws://{board.host}",
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    }
    others = {
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }
    assert {name: headers[name] for name in others} == others


WRONG_PATHS = (
    "/nothing", "/static/index.html", "/../server.py", "/..%2fserver.py", "/%2e%2e/server.py",
    "//etc/passwd", "/index.html/", "/views", "/views/", "/index.html%00", "/\\..\\server.py",
    "/favicon.ico", "/docs", "/openapi.json",
)  # fmt: skip
WRONG_METHODS = ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "NONSENSE")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", path, 404) for path in WRONG_PATHS] + [(method, "/", 405) for method in WRONG_METHODS],
)
def test_nothing_else_is_served(board: RunningBoard, method: str, path: str, status: int) -> None:
    assert board.request(method, path)[0].status == status


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
        most = tab.hear()["hello"]["most_bytes"]
        text = '{"number": 1, "ask": "open", "text": "; %s"}'
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


def test_too_many_tabs_are_told_so(board: RunningBoard) -> None:
    with ExitStack() as stack:
        tabs = [stack.enter_context(board.talk()) for _ in range(BoardLimits().tabs)]
        assert all("hello" in tab.hear() for tab in tabs)
        with board.talk() as one_more:
            code, reason = closed(one_more)
        assert code == 1013
        assert str(len(tabs)) in reason
        tabs[0].connection.close()
        end = time.monotonic() + PATIENCE
        while not may_come_in(board):  # the board has yet to see that it is gone
            assert time.monotonic() < end


def may_come_in(board: RunningBoard) -> bool:
    with board.talk() as tab:
        try:
            return "hello" in tab.hear()
        except ConnectionClosed:
            return False


def frame(first: int, data: bytes, mask: bytes = bytes(4), length: int | None = None) -> bytes:
    """Return a frame that begins with a byte, of data that are masked with nothing but zeros."""
    size = struct.pack("!Q", len(data) if length is None else length)
    return bytes([first, 0x80 * bool(mask) | 127]) + size + mask + data


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
    for _ in range(150):
        with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
            connection.sendall(begun(board, "{talk}{token}"))
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
    for _ in range(200):
        sent = bytearray(begun(board, "GET / HTTP/1.1|{host}|Authorization: manni a b"))
        for _ in range(rng.randrange(1, 6)):
            byte = rng.choice([0, 10, 13, 32, 58, 127, 200, 255, rng.randrange(256)])
            sent[rng.randrange(len(sent))] = byte
        with socket.create_connection(("127.0.0.1", board.port), PATIENCE) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                assert not connection.recv(1 << 16).startswith(b"HTTP/1.1 5"), bytes(sent)
    assert "deals" in tab.answer("open", sample="basic")


# Tabs beside one another


def test_answers_that_wait_give_way_to_newer_ones_unless_they_are_the_last() -> None:
    def answer(number: int, ask: str = "position", done: bool = False, **rest: Any) -> Any:
        return {"number": number, "ask": ask, "done": done, **rest}

    gone = [answer(1, position=1), answer(1, values=1), answer(2, "review", part=0.1)]
    staying = [
        answer(3, "open", done=True, deals=1),
        answer(4, "open", done=True, deals=2),
        answer(5, position=2),
        answer(5, values=3, paused=True),
        answer(2, "review", part=0.2),
        answer(5, values=4),
        {"number": 6, "ask": "open", "error": {}},
    ]

    async def exercise() -> list[Any]:
        outbox = Outbox()
        for sent in gone + staying:
            outbox.put(sent)
        await asyncio.sleep(0)
        await outbox.wait_for_room()
        taken = [await outbox.take() for _ in staying]
        for number in range(MOST):
            outbox.put(answer(number, "open", done=True))
        await asyncio.sleep(0)
        room = asyncio.ensure_future(outbox.wait_for_room())
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


def wait_until_quiet(board: RunningBoard) -> None:
    """Wait until nothing is searched or answered, as far as can be seen here."""
    end, used = time.monotonic() + PATIENCE, 1.0
    while sys.platform == "linux" and used > 0.03:
        assert time.monotonic() < end, "a search goes on that nobody waits for"
        before = board.seconds_of_cpu()
        time.sleep(0.5)
        used = board.seconds_of_cpu() - before


# The end


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send here")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_the_midst_of_searches(number: signal.Signals) -> None:
    with RunningBoard("--ask-after", "3600") as board, board.talk() as one, board.talk() as two:
        for tab in (one, two):
            assert "position" in next(tab.answers(tab.ask("position", deal=DEEP)))
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


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[Deal "F:A... K... Q..."]\n\n[Deal "F:A... A... Q..."]\n',
            "deal 2, line 3: forehand and middlehand both hold SA",
        ),
        ("; " + "x" * (1 << 20), "is longer than 1,048,576 bytes"),
        ("A... K... Q...\n" * 1001, "holds 1,001 deals, of which the board takes 1,000"),
    ],
)
def test_a_file_is_checked_before_the_board_starts(tmp_path: Path, text: str, says: str) -> None:
    bad = tmp_path / "bad.manni"
    bad.write_text(text, encoding="utf-8")
    assert error("board", bad) == f"{bad}: {says}"


@pytest.mark.parametrize("name", ["starlette", "uvicorn", "websockets"])
def test_without_the_extra_one_line_says_what_to_install(name: str) -> None:
    program = (
        f"import sys; sys.modules['{name}'] = None; from manni.cli.start import start; start()"
    )
    ran = subprocess.run([sys.executable, "-c", program, "board"], capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr == (
        f"Error: the board needs {name}, which is not installed: pip install 'manni[board]'\n"
    )


def test_what_is_sent_to_a_page_goes_out_at_once() -> None:
    """Nagle's algorithm is off: values would wait 40 ms for the page to acknowledge a position."""

    async def served() -> int:
        found = asyncio.get_running_loop().create_future()

        def come(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own = writer.get_extra_info("socket")
            found.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listener(0) as sock:
            async with await asyncio.start_server(come, sock=sock):
                _, writer = await asyncio.open_connection(*sock.getsockname())
                writer.close()
                return await found

    with ThreadPoolExecutor(1) as other:  # whose loop no browser uses
        assert other.submit(asyncio.run, served()).result() == 1


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="Linux tells what is loaded")
def test_a_page_that_is_opened_loads_nothing_heavy(root: Path, tmp_path: Path) -> None:
    env, file = {"XDG_STATE_HOME": str(tmp_path)}, root / "data/sample_deals/hornafjordur.manni"
    with RunningBoard(env=env) as board, board.talk() as tab:
        game = tab.answer("sit", variant="basic")["id"]
    with RunningBoard(file, env=env) as board, board.talk() as tab:
        assert board.address.endswith("&file=1")
        [deal, *_] = tab.answer("open", file="1")["deals"]
        assert tab.answer("position", deal=deal["deal"])["values"]["exact"]
        assert [each["id"] for each in tab.answer("games")["games"]] == [game]
        loaded = Path(f"/proc/{board.process.pid}/maps").read_text()
        assert "solver/_search" in loaded
        assert not re.findall("numpy|solver/_rollout", loaded)


def again(board: RunningBoard, *arguments: str | Path, **options: Any) -> Any:
    """Run ``manni board`` once more on the port of one that runs."""
    env = {"XDG_RUNTIME_DIR": str(board.folder)} | options.pop("env", {})
    port = ("--port", str(board.port), "--no-browser")
    return run("board", *port, *arguments, env=env, **options)


def test_a_second_board_hands_its_file_to_the_first(tmp_path: Path) -> None:
    path = tmp_path / "žluťoučký.manni"
    path.write_text('[Name "♠"] [Deal "F:A... K... Q..."]', encoding="utf-8")
    with RunningBoard() as board:
        address = f"{board.origin}/#token={board.token}"
        for given, end, what in (([], "", "it"), ([path], "&file=1", "the file")):
            ran = again(board, *given)
            assert (ran.returncode, ran.stdout) == (0, f"{address}{end}\n")
            said = f"a board runs already on port {board.port}: {what} is shown there\n"
            assert ran.stderr == said
        with board.talk() as tab:
            assert tab.answer("open", file="1")["name"] == path.name
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


@pytest.fixture
def state(board: RunningBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What another user might have written of a board, in a folder of its own."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("manni.cli.board.running.sleep", lambda seconds: None)
    state = tmp_path / "manni" / f"board-{board.port}.json"
    state.parent.mkdir()
    state.touch(0o600)
    return state


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ('{{"port": {0.port}, "token": "{0.token}"}}', True),
        ('{{"port": {0.port}, "token": "AAAA{0.token}"}}', False),
        ('{{"port": 1, "token": "{0.token}"}}', False),
        ('{{"port": {0.port}, "token": "{0.token}"', False),
        ('{{"port": {0.port}, "token": 1}}', False),
        ("", False),
        ("[1]", False),
        ("\ud800", False),
    ],
)
def test_what_is_no_board_with_its_token_is_told_nothing(
    board: RunningBoard, state: Path, text: str, opens: bool
) -> None:
    state.write_bytes(text.format(board).encode("utf-8", "surrogatepass"))
    assert bool(hand_over(board.port, None)) is opens


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
    assert ran.stderr.startswith(f"Error: port {port} is taken by another program: choose another")


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
    ("env", "release", "reason"),
    [
        ({"WSL_DISTRO_NAME": "Debian", "DISPLAY": ":0"}, "6.1.0-amd64", "WSL"),
        ({"DISPLAY": ":0"}, "5.15.90.1-microsoft-standard-WSL2", "WSL"),
        ({"SSH_CONNECTION": "1 2 3 4", "DISPLAY": ":0"}, "6.1.0-amd64", "ssh"),
        ({"SSH_TTY": "/dev/pts/0", "DISPLAY": ":0"}, "6.1.0-amd64", "ssh"),
        ({}, "6.1.0-amd64", "display"),
        ({"DISPLAY": ":0"}, "6.1.0-amd64", "None"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "6.1.0-amd64", "None"),
    ],
)
def test_where_no_browser_is_opened(
    env: dict[str, str], release: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.release", lambda: release)
    assert reason in str(why_no_browser(env))


@pytest.mark.skipif(sys.platform == "win32", reason="no permissions of this kind here")
def test_the_browser_is_led_to_the_page_by_a_file_that_others_cannot_read() -> None:
    with RunningBoard() as board:
        opened, browser = board.folder / "opened", board.folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$*" > {opened}\n', encoding="utf-8")
        browser.chmod(0o755)
        env = {"XDG_RUNTIME_DIR": str(board.folder), "BROWSER": str(browser), "DISPLAY": ":0"}
        env |= {"SSH_CONNECTION": "", "SSH_TTY": ""}
        assert run("board", "--port", str(board.port), env=env).returncode == 0
        end = time.monotonic() + PATIENCE
        while not opened.exists() or not opened.read_text().endswith("\n"):
            assert time.monotonic() < end, "no browser is opened"
            time.sleep(0.02)
        # What another user can read in /proc: it names the board nowhere, only a file.
        path = board.folder / "manni" / f"open-{board.port}.html"
        assert opened.read_text().strip() == f"file://{path}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        page = path.read_text(encoding="utf-8")
        assert f'content="0; url={board.origin}/#token={board.token}"' in page
        assert board.stop() == 0
        assert not path.exists()
