"""Deal files and JSON: read back what was written, and name the place of every mistake."""

import dataclasses
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from deals import deals
from hypothesis import example, given
from hypothesis import strategies as st

from manni.solver.cards import card_name, hand_of
from manni.solver.deal import Deal, meant_tag
from manni.solver.errors import NotationError, SolverError
from manni.solver.fields import FIELDS, KNOWN_TAGS
from manni.solver.files.dealfile import Entry, all_deals, format_deals, iter_entries, parse_deals
from manni.solver.files.jsonfile import deal_from_json, deal_to_json, format_json, json_entries
from manni.solver.files.reading import entries_of, hand_line_entries, read_deals, read_entries
from manni.solver.notation import parse_hands

FULL = r"""% PBN-like
[Event "Sunday \"late\" \\ home"]
[Variant "laugavatn"]       ; sixteen cards each
[Deal "F:AK42.T.2. QJ3.A2.K. T98.K8.A."]
{a comment that goes on

over a blank line [Deal "nothing"] ; } [Manni "C2 C3 C4"]
[Cut "H8"]
[Contract "great h"]
[Declarer "Middlehand"]
[Leader "f"]
[AceLow "no"]
[Discard "F: S2 D2"]
[Discard "D: -"]
[Play "F"]
SA SQ {why?} S8 ; taken
C2 DK
   DA *
[Result "M:1, F:4 D:2"]
[Goal "f 4+"]
[Key "♠A"]
[Room "3"]
"""


@given(st.lists(deals(), min_size=1, max_size=3))
def test_what_is_written_is_read_back(written: list[Deal]) -> None:
    text = format_deals(written)
    read = parse_deals(text)
    assert read == written
    assert format_deals(read) == text


@given(st.lists(deals(), min_size=1, max_size=3))
def test_json_is_read_back(written: list[Deal]) -> None:
    text = format_json(written)
    assert [*json_entries(text)] == [Entry(n, None, deal=deal) for n, deal in enumerate(written, 1)]
    assert all(deal_from_json(json.loads(json.dumps(deal_to_json(d)))) == d for d in written)


def test_line_ends_bom_tabs_and_case() -> None:
    plain = parse_deals(FULL)
    assert parse_deals("\ufeff" + FULL.replace("\n", "\r\n")) == plain
    assert parse_deals(FULL.replace("\n", "\r")) == plain
    assert parse_deals(FULL.replace("[Declarer ", "\t [\tdeclarer\t\t") + " \t\n \n") == plain
    assert parse_deals(format_deals(plain)) == plain


def test_deals_are_parted_by_a_blank_line_or_the_next_deal() -> None:
    deal = '[Deal "... ... ..."]\n'
    text = f'{deal}[A "1"]\n{deal} \t\n\n[B "2"]\n{deal}'
    assert [deal.tags for deal in parse_deals(text)] == [(("A", "1"),), (), (("B", "2"),)]


HANDS = "A76.T9.. QJ.A2.K. T9.K8.A."
BAD = f"""[Deal "F:{HANDS}"]

; deal 2 comes after some comments
% and this
[Deal "F:{HANDS}"]
[Contract "H"]

[Event "three"]
[Leader "M"]
"""


# Files


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"; \n\n[Deal \"\xff\"]", "line 3: byte 0xff is not UTF-8"),
        ("[Deal]".encode("utf-16-le"), "holds binary data, not text"),
        (b"; \r\r[Deal \"\xf6\"]", "line 3: byte 0xf6 is not UTF-8"),
        ("; \n".encode("utf-16") + b"\n", "line 2: byte 0x0a is not UTF-16"),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_deals(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.manni"
    path.write_bytes(content)
    with pytest.raises(NotationError) as caught:
        read_deals(path)
    assert str(caught.value) == f"{path}: {message}"


THREE = "A... K... Q...\n"
ASKED = '{"hands": ["A...", "K...", "Q..."], "contract": "NT"%s}\n'


@pytest.mark.parametrize(
    ("content", "deals"),
    [
        (f"\ufeff{THREE}\ufeff{THREE}".encode(), 2),
        (('\ufeff[Deal "A... K... Q..."]\n' * 2).encode(), 2),
        (f"# PowerShell 5.1\r\n{THREE}".encode("utf-16"), 1),
        (b"\xfe\xff" + THREE.encode("utf-16-be"), 1),
        (b"# bare CR\rA... K... Q...", 1),
        ((ASKED % "" * 2).encode(), 2),
        ((ASKED % ', "id": 7').encode(), 1),
        (("\ufeff" + ASKED % "" * 2).encode("utf-16"), 2),
        ((ASKED % "" + "\r" + ASKED % ', "play": ["SA", "SK"], "leader": "F"').encode(), 2),
        (f"[{ASKED % ''}]".encode(), 1),
    ],
)
@pytest.mark.parametrize("name", ["x.manni", "x.txt", "x.jsonl", "x.json"])
def test_a_file_is_read_as_what_it_looks_like(
    tmp_path: Path, content: bytes, deals: int, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert [deal.hands[0] for deal in read_deals(path)] == [1 << 12] * deals


def test_an_impossible_name() -> None:
    with pytest.raises(NotationError, match=r"cannot be read: .*null"):
        read_deals("a\0b")


@pytest.mark.parametrize(
    "unit",
    ["A", " ", "{", "{}", ";", "[", "]", '"', "\\", "[X ", '[X "\\', "SA ", '[Deal "A', "%", "*"],
)
def test_ten_megabytes_on_one_line(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "x.manni"
    path.write_text(unit * (10_000_000 // len(unit)), encoding="utf-8")
    with pytest.raises(NotationError) as caught:
        read_deals(path)
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value)) < len(str(path)) + 200


@pytest.mark.parametrize("name", ["Deal", "Manni", "Goal", "Result", "Discard", "Contract", "Key"])
def test_a_value_without_end(name: str) -> None:
    for unit in ("A", ".", " ", ":", "F:1", "SA ", "9"):
        with pytest.raises(NotationError, match=r"^deal 1, line 1, column \d+: .* is too long"):
            parse_deals(f'[{name} "{unit * 400_000}"]')


def test_a_play_without_end() -> None:
    with pytest.raises(NotationError, match="more than 51 cards played"):
        parse_deals('[Deal "... ... ..."][Play "F"]' + "SA " * 3_000_000)


# Anything


def check_harmless(entries: list[Entry]) -> None:
    """Check that each entry is a deal that can be written or a one-line error."""
    for entry in entries:
        if entry.deal is not None:
            assert parse_deals(format_deals([entry.deal])) == [entry.deal]
        else:
            assert isinstance(entry.error, SolverError)
            assert "\n" not in str(entry.error)
            assert len(str(entry.error)) < 700


NEAR_MISSES = st.lists(
    st.sampled_from([
        "[", "]", '"', "\\", "{", "}", ";", "%", "\n", "\n\n", " ", "\t", "\r", "\0", "\ufeff",
        "[Deal ", '[Deal "F:A... K... Q..."]', '[Play "F"]', "SA", "SK SQ", '[Contract "NT"]',
        '[Manni "S2"]', '[Discard "F: SA"]', '[Goal "F 1+"]', '[X "\\""]', "*", "\x85", "\u2028",
    ]),
    max_size=25,
).map("".join)  # fmt: skip


@given(st.text(max_size=80) | NEAR_MISSES)
def test_any_text_is_read_or_refused(text: str) -> None:
    check_harmless(list(iter_entries(text)))
    check_harmless(list(json_entries(text)))


@given(content=st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    for name in ("x.manni", "x.json"):
        path = tmp_path_factory.getbasetemp() / name
        path.write_bytes(content)
        try:
            check_harmless(list(read_entries(path)))
        except NotationError as error:
            message = str(error)
        else:
            continue
        assert message.startswith(str(path))


def check_one_by_one(read: Callable[..., Iterator[Entry]], text: str) -> None:
    """Check that each deal read alone is what it is among all."""

    def said(entry: Entry) -> object:
        return entry._replace(error=entry.error and (type(entry.error), str(entry.error)))

    entries = [said(entry) for entry in read(text, "x")]
    for number in range(1, len(entries) + 3):
        alone = [said(entry) for entry in read(text, "x", only=number)]
        assert alone == [entry for entry in entries if entry[0] in (0, number)], text


@given(st.lists(st.text(max_size=20) | NEAR_MISSES, max_size=3).map("\n\n".join))
@example(f'{FULL}\n{BAD}\n[Deal "{HANDS}"] [Deal "{HANDS}"]\n{{x\n\n}}{BAD}\n{FULL}')
@example(format_json(parse_deals(FULL) * 3))
@example("# x\n\nA... K... Q...\nA... A... Q...\n9... 8... 7...\n")
def test_one_deal_of_any_text_is_what_it_is_among_all(text: str) -> None:
    for read in (iter_entries, json_entries, hand_line_entries, entries_of):
        check_one_by_one(read, text)


def test_nothing_behind_the_deal_wanted_is_read() -> None:
    text = f'[Deal "{HANDS}"]\n\n' * 3
    entries = iter_entries(text, only=2)
    assert next(entries).number == 2
    assert list(entries) == []
    for wrong in (0, -1, True, "1"):
        with pytest.raises(SolverError):
            list(entries_of(text, only=wrong))


def work(text: str, file: str | None = None) -> int:
    """Return how often functions, Python's own included, are called to read a text."""
    calls = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    list(entries_of(text, file))  # what is loaded for it
    sys.setprofile(note)
    try:
        list(entries_of(text, file))
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("", 0), (" \t", 0), ("; x", 0), ("% x", 0), ("{x}", 0), ("; x\n", 0), ("{x} ; y\n ", 0),
        ("x y", 0), ('[Event "x"]', 32), ('[Event "x"] [Room "y"] ', 64), ('[T{n} "x"]', 32),
        ('[Ace_Low "x"]', 80),
    ],
)  # fmt: skip
def test_a_line_and_a_tag_are_little_work(line: str, most: int) -> None:
    for begin in ("", f'[Deal "F:{HANDS}"]\n', f'\n[Deal "{HANDS}"]\n[Contract "X"]\n'):
        few, many = (
            work(begin + "".join(f"{line}\n".replace("{n}", str(n)) for n in range(lines)))
            for lines in (100, 1100)
        )
        assert (many - few) // 1000 <= most, begin


def test_a_line_of_hands_or_json_is_little_work() -> None:
    blank = work("A... K... Q...\n" + "\n" * 1000)
    assert work("A... K... Q...\n" + "\n" * 2000) - blank <= 3000
    record = {"hands": ["A...", "K...", "Q..."], "contract": "NT"}
    tags = [work(json.dumps(record | {"tags": [["T", "x"]] * many})) for many in (100, 1100)]
    assert tags[1] - tags[0] <= 40_000
    lines = [work(json.dumps(record) + "\n" * many, "x.jsonl") for many in (100, 1100)]
    assert lines[1] - lines[0] <= 3000


def test_no_known_tag_is_taken_for_another() -> None:
    assert [meant_tag(name) for name in KNOWN_TAGS] == list(KNOWN_TAGS)


def test_what_is_deals_in_json_is_known_by_its_content() -> None:
    deal = Deal(parse_hands(HANDS.removeprefix("F:")))
    data = json.dumps(deal_to_json(deal))
    for text in (
        f"[{data}]",
        data,
        f"\ufeff {data}",
        "",
        "; of one\n",
        "{ of\none }\n",
        "% of one\n\n",
        "; of one" + "\n" * 300_000,  # looked at once: else it takes minutes
    ):
        lines = data not in text
        for name in ("deals.json", "deals.manni", "deals", None, *["deals.jsonl"] * lines):
            given = text + format_deals([deal]) * lines
            assert all_deals(entries_of(given, name)) == [deal]
    # Neither, or nothing at all: the name decides.
    assert "no JSON" in str(next(entries_of("what?", "deals.json")).error)
    assert "outside a tag" in str(next(entries_of("what?", "deals.manni")).error)
    assert "there is no deal in it" in str(next(entries_of("\n", "deals.json")).error)
    assert "there is no deal in it" in str(next(entries_of("[]", "deals.manni")).error)


def test_every_field_is_entered() -> None:
    defaults = {each.name: each.default for each in dataclasses.fields(Deal)}
    assert defaults.pop("hands") is dataclasses.MISSING
    entered = {each.name: each.default for each in FIELDS}
    assert entered.pop("hands") == ()
    assert entered == defaults
    assert len({each.key for each in FIELDS}) == len(FIELDS)


def test_the_only_one_who_may_declare_draws_first() -> None:
    deal = Deal(
        "K2.52.QJ9653.AKQ854 AQ3.AKQJT64.T874.62 JT87654.9873.AK.T73",
        variant="trjamann",
        manni="C9 S9 CJ D2",
        contract="S",
        discards=("S2", "S3", None),
    )
    drawn = [hand & hand_of(deal.manni[:2]) for hand in deal.hands_played()[:2]]
    assert [card_name(held.bit_length() - 1) for held in drawn] == ["C9", "S9"]
