"""Deal files and JSON: read back what was written, and name the place of every mistake."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from commands import error, manni
from deals import deals
from hypothesis import example, given
from hypothesis import strategies as st

from manni.solver.cards import Contract, Seat
from manni.solver.deal import Deal, FieldError, meant_tag
from manni.solver.errors import DealError, IllegalPlayError, NotationError, SolverError
from manni.solver.fields import FIELDS, KNOWN_TAGS
from manni.solver.files.dealfile import Entry, all_deals, format_deals, iter_entries, parse_deals
from manni.solver.files.jsonfile import deal_from_json, deal_to_json, format_json, json_entries
from manni.solver.files.reading import entries_of, hand_line_entries, read_deals, read_entries
from manni.solver.goal import Goal
from manni.solver.notation import parse_card, parse_cards, parse_hands

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


def test_every_tag_is_understood() -> None:
    [deal] = parse_deals(FULL)
    assert deal == Deal(
        hands=parse_hands("AK42.T.2. QJ3.A2.K. T98.K8.A."),
        variant="laugavatn",
        manni=parse_cards("C2 C3 C4"),
        cut=parse_card("H8"),
        contract=Contract.H,
        great=True,
        declarer=Seat.MIDDLEHAND,
        leader=Seat.FOREHAND,
        ace_low=False,
        discards=(parse_cards("S2 D2"), None, ()),
        play=parse_cards("SA SQ S8 C2 DK DA"),
        result=(4, 1, 2),
        goal=Goal(Seat.FOREHAND, 4, at_least=True),
        keys=parse_card("SA"),
        tags=(("Event", 'Sunday "late" \\ home'), ("Room", "3")),
    )


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


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('[Deal "F:A76.T9.. QJ.A2.K. A9.K8.A."]', "line 10: forehand and dealer both hold SA"),
        ('[Deal "F:A76.T9.. QJ.A2.K. T9.K8.AX."]', "line 10, column 35: dealer: 'X' is no rank"),
        ('[Deal "F:A76.T9..', """line 10, column 1: '[Deal "F:A76.T9..' is no tag"""),
        ("[Variant]", "line 10, column 1: '[Variant]' is no tag: expected [Name \"value\"]"),
        ("{", "line 10, column 1: this comment is never closed"),
        ("SA", "line 10, column 1: 'SA' stands outside a tag and a play"),
        ('[Contract "5H"]', "line 10: '5H' is no contract: expected one of S H D C NT NULLO"),
        ('[AceLow "perhaps"]', "line 10: 'perhaps': expected yes or no"),
        ('[Goal "F 4"]', "line 10: 'F 4' is no goal"),
        ('[Result "F:4 M:3"]', "line 10: 'F:4 M:3': expected tricks a seat"),
        ('[Discard "SA"]', "line 10: 'SA': expected a seat and its cards"),
        ('[Discard "F: SA SX"]', "line 10, column 17: 'SX' is no card"),
        ('[Leader "F"]', "line 10: a second [Leader]: the first is on line 9"),
        (f'[Deal "{HANDS}"]\n[Manni "S2 HK"]', "line 11: dealer and the Manni both hold HK"),
        (f'[Deal "{HANDS}"]\n[Variant "bridge"]', "line 11: no variant 'bridge': there are basic"),
        (
            '[Deal "A6.T.. QJ.A.. T9.2.."]\n[Variant "basic"]',
            "line 10: dealer holds H2, which basic's pack does not have",
        ),
        (
            '[Variant "basic"]\n[Deal "A6.T.. QJ.A.. T9.3.."]\n[Manni "C2"]',
            "line 12: the Manni holds C2, which basic's pack does not have",
        ),
        (
            f'[Deal "{HANDS}"]\n[Discard "F: SA SA"]',
            "line 11: forehand discards SA twice",
        ),
        (
            f'[Deal "{HANDS}"]\n[Discard "M: SQ SA"]',
            "line 11: middlehand discards SA, which it does not hold",
        ),
        (
            f'[Deal "{HANDS}"]\n[Play "D"]',
            "line 11: [Play] says that dealer leads, [Leader] that middlehand does",
        ),
        (
            f'[Deal "{HANDS}"]\n[Discard "M: SQ"]\n[Contract "NT"]\n[Play "M"]\nSJ',
            "line 11: middlehand draws 1 from the Manni: none is recorded",
        ),
        (f'[Größe "x"]\n[Deal "{HANDS}"]', "line 10, column 1: '[Größe \"x\"]' is no tag"),
        ("", "line 8: no [Deal] before the blank line that ends the deal"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(lines: str, message: str) -> None:
    text = BAD + lines + ("" if lines == "{" else f'\n\n[Deal "{HANDS}"]\n')
    entries = list(iter_entries(text, "x.manni"))
    outcomes = [(entry.number, entry.error is None) for entry in entries]
    expected = [(1, True), (2, True), (3, False), (4, True)]
    assert outcomes == expected[: 3 if lines == "{" else 4]
    assert str(entries[2].error).startswith(f"x.manni: deal 3, {message}")
    with pytest.raises(NotationError, match=r"^deal 3") as caught:
        parse_deals(text)
    assert caught.value.deal == 3
    assert caught.value.line is not None


# Play records

PLAYED = f'[Deal "{HANDS}"]\n[Contract "H"]\n[Play "F"]\n'


@pytest.mark.parametrize(
    ("cards", "message", "kind", "index", "seat"),
    [
        ("SA SQ\nHK", "line 5: trick 1, card 3: dealer's HK revokes: it holds ST S9",
         "revoke", 3, 2),
        ("SK", "line 4: trick 1, card 1: forehand plays SK, which it does not", "not held", 1, 0),
        ("SA SQ S9\nS7 SJ SA", "line 5: trick 2, card 6: dealer plays SA, which has been played",
         "played twice", 6, 2),
        ("SA S9", "line 4: trick 1, card 2: dealer's S9 is out of turn: middlehand is to play",
         "out of turn", 2, 1),
        ("SA SQ S9\nST", "line 5: trick 2, card 4: dealer's ST is out of turn: forehand is to play",
         "out of turn", 4, 0),
    ],
)  # fmt: skip
def test_an_illegal_card_is_named_with_trick_seat_and_line(
    cards: str, message: str, kind: str, index: int, seat: int
) -> None:
    with pytest.raises(IllegalPlayError) as caught:
        parse_deals(PLAYED + cards, "x.manni")
    assert str(caught.value).startswith(f"x.manni: deal 1, {message}")
    assert (caught.value.kind, caught.value.index, caught.value.seat) == (kind, index, seat)


def test_the_contract_of_the_cut_and_the_low_ace_bear_on_the_play() -> None:
    # Hearts by the cut: the ruff wins, and middlehand leads to the second trick.
    head = '[Variant "hornafjordur"]\n[Deal "A2... .32.. K3..."]\n[Cut "H7"]\n[Play "F"]\n'
    assert parse_deals(head + "SA H2 S3\nH3")
    with pytest.raises(IllegalPlayError, match="out of turn: middlehand"):
        parse_deals(head + "SA H2 S3\nS2")
    # NULLO by the cut: the ace loses to the king in one variant, not in the other.
    low = head.replace("H7", "H5")
    assert parse_deals(low + "SA H2 SK\nS2")
    low = low.replace("hornafjordur", "hornafjordur-io")
    assert parse_deals(low + "SA H2 SK\nS3")
    with pytest.raises(IllegalPlayError, match="out of turn: dealer"):
        parse_deals(low + "SA H2 SK\nS2")


# The exchange


def test_the_manni_is_drawn_in_the_order_of_seats() -> None:
    deal = Deal(
        hands=parse_hands("AK.Q.. QJ.J.. T9.T.."),
        manni=parse_cards("C2 D3 C4 D5 C6"),
        discards=(parse_cards("SA SK"), None, parse_cards("ST S9 HT")),
    )
    assert deal.hands_played() == parse_hands(".Q.3.2 QJ.J.. ..5.64")
    short = replace(deal, discards=(parse_cards("SA SK"), parse_cards("SQ SJ"), deal.discards[2]))
    with pytest.raises(DealError, match="dealer draws 3 from the Manni: only 1 of its cards"):
        short.hands_played()


# Deals that cannot be


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"play": (0,)}, "cards are played but nobody is said to lead"),
        ({"play": (0,) * 52, "leader": Seat.FOREHAND}, "more cards played than 3 hands can hold"),
        ({"great": True}, "great, but no contract is named"),
        ({"result": (1, 2, -1)}, "result: -1, expected 0 to 70"),
        ({"goal": Goal(Seat.DEALER, 18, at_least=True)}, "tricks: 18, expected 0 to 17"),
        ({"tags": (("a b", ""),)}, "'a b' is no name for a tag"),
        ({"tags": (("deal", ""),)}, "deal has a field of its own"),
        ({"tags": (("A", "x\ny"),)}, "A: '\\n' cannot stand in a tag's value"),
        ({"tags": (("A", "x\x9b2J"),)}, "A: '\\x9b' cannot stand in a tag's value"),
        ({"hands": (1 << 52, 0, 0)}, "forehand holds a card outside the pack"),
    ],
)
def test_a_deal_that_cannot_be(change: dict[str, object], message: str) -> None:
    fields: dict[str, object] = {"hands": (0, 0, 0), **change}
    with pytest.raises(FieldError, match=re.escape(message)):
        Deal(**fields)  # type: ignore[arg-type]


# JSON


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("[1]", "deal 1: 1 is no deal: expected an object"),
        ("{}", 'deal 1: the field "hands" is missing'),
        ('{"hands": ["...", "..."]}', 'field "hands": 2 hands: expected 3'),
        ('{"hands": [1, 2, 3]}', 'field "hands": an array: expected an array of 3 hands'),
        ('{"hands": ["A...", "A...", "K..."]}', 'field "hands": forehand and middlehand both hold'),
        ('{"hands": "... ... ...", "leader": 1}', 'field "leader": 1: expected a string'),
        ('{"hands": "... ... ...", "great": 1}', 'field "great": 1: expected true or false'),
        ('{"hands": "... ... ...", "handz": 1}', "no field is called 'handz': there are variant"),
        ('{"hands": "... ... ...", "manni": 4}', 'field "manni": 4: expected an array of'),
        ('{"hands": {"F": "A...", "M": "K..."}}', 'field "hands": expected one each of F M D'),
        ('{"hands": {"F": 1, "M": 2, "D": 3}}', 'field "hands": an array: expected an array of 3'),
        ('{"hands": "... ... ...", "won": 3, "name": {"a": 1}}', 'field "tags": expected pairs of'),
        ('{"hands": "A... K... Q...", "contract": "S", "table": 5}', 'field "played": 5: expected'),
        ('{"hands": "A... K... .2..", "contract": "S", "table": ["HK"]}', "the hands differ"),
        ('{"hands": "A... K... Q...", "contract": "S", "bid": {}, "won": 0}', 'field "bid"'),
        ('{"hands": "A... K... Q...", "contract": "S", "unit": "points"}', "not say of which game"),
        ('{"verdict": "sound"}', "tags; manni deal, convert, show, solve, batch and puzzle"),
        ('{"hands": "... ... ...", "discard": {"F": ["SA"]}}', 'field "discard.F": forehand disca'),
        ('{"hands": "... ... ...", "discard": {"F": [], "f": []}}', "forehand comes twice"),
        ('{"hands": "... ... ...", "result": {"F": 1}}', 'field "result": expected the tricks of'),
        ('{"hands": "... ... ...", "tags": {"A": "b"}}', 'field "tags": expected pairs of strings'),
        ('{"hands": "A... K... Q...", "contract": "NT", "leader": "F", "play": "SK"}',
         "deal 1: trick 1, card 1: middlehand's SK is out of turn"),
        ('{"hands": "... ... ...", "contract": "S", "contract": "H"}', "'contract' is given twice"),
        ("", "line 1, column 1: no JSON: Expecting value"),
        ("[]", "there is no deal in it"),
        ("[" * 100_000, "no JSON that can be a deal"),
    ],
)  # fmt: skip
def test_bad_json_names_deal_and_field(data: str, message: str) -> None:
    [entry] = json_entries(data, "x.json")
    assert str(entry.error).startswith("x.json: ")
    assert message in str(entry.error)


# Files


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: no such file or directory"),
        (b"", "there is no deal in it"),
        (b"\x7fELF\x00\x01", "holds binary data, not text"),
        (b"; \n\n[Deal \"\xff\"]", "line 3: byte 0xff is not UTF-8"),
        ("[Deal]".encode("utf-16-le"), "holds binary data, not text"),
        (b"; \r\r[Deal \"\xf6\"]", "line 3: byte 0xf6 is not UTF-8"),
        ("; \n".encode("utf-16") + b"\n", "line 2: byte 0x0a is not UTF-16"),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_deals(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "x.manni"
    if content is not None:
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


def test_a_directory_and_an_impossible_name(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read: is a directory"):
        read_deals(tmp_path)
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
        return entry._replace(error=entry.error and (type(entry.error), str(entry.error)))  # type: ignore[arg-type]

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
            list(entries_of(text, only=wrong))  # type: ignore[arg-type]


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


@pytest.mark.parametrize(
    ("fields", "doubt"),
    [
        ('[Result "F:9 M:0 D:0"]', "tricks 9 0 0 add up to 9: this deal has 3"),
        ('[Contract "NT"]\n[Result "F:1 M:1 D:2"]', "tricks 1 1 2 add up to 4: this deal has 3"),
        ('[Contract "NT"]\n[Play "F"]\nSA SQ S9\n[Result "F:0 M:2 D:1"]',
         "the result gives forehand 0 tricks, the play 1"),
        ('[Contract "NT"]\n[Play "F"]\nSA SQ S9\n[Result "F:1 M:1 D:1"]', None),
        ('[Play "F"]\nSA SQ S9\n[Result "F:0 M:2 D:1"]', None),
        ('[Variant "basic"]\n[Contract "NT"]\n[Result "F:4 M:4 D:4"]',
         "tricks 4 4 4 add up to 12: this deal has 3"),
    ],
)  # fmt: skip
def test_a_result_that_cannot_be_is_told(fields: str, doubt: str | None) -> None:
    text = f'[Deal "A76... QJ... T9..."]\n{fields}\n'.replace("QJ", "QJ8").replace("T9", "T95")
    for told in (text, format_json(parse_deals(text))):
        (entry,) = entries_of(told)
        assert list(entry.doubts()) == ([] if doubt is None else [doubt])
        warning = "" if doubt is None else f"Warning: stdin: deal 1: {doubt}\n"
        for command in ("convert --to json", "show --contract NT", "solve --contract NT"):
            result = manni(*command.split(), "-", text=told)
            assert (result.exit_code, result.stderr) == (0, warning)
        if doubt and '"NT"' in text and '"F"' in text:
            assert error("review", "-", text=told) == f"stdin: deal 1: {doubt}"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Contrct", "Contract"),
        ("Ace_Low", "AceLow"),
        ("Dealt", "Deal"),
        ("Player", "Players"),
        ("Dealers", "Dealer"),
        ("Dealer", None),
        ("players", None),
        ("EventDate", None),
        ("Game", None),
        ("Contract" * 100, None),
    ],
)
def test_a_tag_that_is_nearly_known_gets_a_warning(name: str, meant: str | None) -> None:
    assert meant_tag(name) == meant
    text = f'[Deal "{HANDS}"]\n[Event "x"]\n\n[Deal "{HANDS}"]\n[{name} "x"]\n'
    first, second = iter_entries(text, "u.manni")
    expected = f"the tag {name} has no meaning: is {meant} meant?"
    assert first.warnings == ()
    assert second.deal is not None
    assert second.warnings == (() if meant is None else (f"u.manni: deal 2, line 5: {expected}",))
    data = json.dumps([deal_to_json(second.deal)])
    (entry,) = json_entries(data, "u.json")
    assert entry.warnings == (() if meant is None else (f"u.json: deal 1: {expected}",))


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
    entered = {each.name: each.nothing for each in FIELDS}
    assert entered.pop("hands") == ()
    assert entered == defaults
    assert len({each.key for each in FIELDS}) == len(FIELDS)


TURNED = """\
[Variant "manille-3"]
[Turned "{turned}"]
[Contract "{contract}"]
[Deal "F:AKQ.K98.Q9.J9 T98.AQJ.87.TQ J7.T7.TKJ.AK8"]
"""
CUT = """\
[Variant "hornafjordur"]
[Cut "{turned}"]
[Contract "{contract}"]
[Deal "F:AKQ... JT9... 876..."]
"""


@pytest.mark.parametrize(
    ("text", "turned", "contract", "message"),
    [
        (TURNED, "SA", "S", "turned card SA is the dealer's, who does not hold it: forehand holds"),
        (TURNED, "DA", "D", "turned card DA is the dealer's, who does not hold it"),
        (TURNED, "HT", "S", "turned card HT makes the contract H, not S"),
        (CUT, "SJ", "NT", "cut card SJ is the dealer's, who does not hold it: middlehand holds it"),
        (CUT, "S8", "NULLO", "cut card S8 makes the contract S, not NULLO"),
    ],
)
def test_the_card_that_makes_the_contract_is_the_dealers(
    text: str, turned: str, contract: str, message: str
) -> None:
    with pytest.raises(NotationError, match=r"deal 1, line 2: the ") as caught:
        parse_deals(text.format(turned=turned, contract=contract))
    assert message in str(caught.value)
    # One that has been played makes it still.
    for played, card in ((TURNED, "HT"), (CUT, "H9")):
        (deal,) = parse_deals(played.format(turned=card, contract="H"))
        assert deal.contract_played is Contract.H


def test_nobody_declares_where_there_is_no_declarer() -> None:
    with pytest.raises(NotationError, match=r"line 2: nobody declares in basic: dealer cannot"):
        parse_deals('[Variant "basic"]\n[Declarer "D"]\n[Deal "F:A... K... Q..."]\n')
