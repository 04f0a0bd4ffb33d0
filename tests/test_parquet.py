"""Parquet in and out of ``manni batch`` and ``manni deal``: files, folders and their columns."""

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import error, manni, output
from hypothesis import given
from hypothesis import strategies as st
from rows import written

from manni.solver.files.dealfile import parse_deals
from manni.solver.files.jsonfile import deal_to_json
from manni.solver.files.parquet import ParquetSource, write_tables
from manni.solver.files.questions import columns_of
from manni.solver.notation import format_cards, parse_hands

HANDS, GUARANTEES = columns_of("hand", 3), columns_of("guarantee", 3)
GOOD = parse_hands("AQ.3.. K2.A.. 43..5.")


def table(rows: int = 3, **columns: Any) -> pa.Table:
    """Return rows of a good position, with columns changed, added or (None) left out."""
    given = {
        name: pa.array([hand] * rows, pa.uint64()) for name, hand in zip(HANDS, GOOD, strict=True)
    }
    given |= {"contract": ["NT"] * rows} | columns
    return pa.table({name: column for name, column in given.items() if column is not None})


def test_answers_are_columns_and_errors_name_the_row(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(3, contract=["NT", "XX", "NT"]), source)
    message = f"{source}: row 2: field \"contract\": 'XX' is no contract"
    assert error("batch", source, "-o", target, "--share").startswith(message)
    kinds = [pa.int8()] * 6 + [pa.float64()] * 3 + [pa.string()]
    assert pq.read_schema(target).types[-10:] == kinds


def test_a_strange_column(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(hand_D=[[1, 2]] * 3), source)
    message = "column hand_D is of type list<element: int64>: whole numbers or texts are wanted"
    assert error("batch", source, "-o", target).startswith(f"{source}: {message}")
    assert list(tmp_path.iterdir()) == [source]


def test_files_that_are_none(tmp_path: Path) -> None:
    torn, empty, away = (tmp_path / f"{name}.parquet" for name in ("torn", "empty", "away"))
    folder = tmp_path / "folder"
    folder.mkdir()
    pq.write_table(table(1000), torn)
    torn.write_bytes(torn.read_bytes()[:-20])
    pq.write_table(table(0), empty)
    before = sorted(tmp_path.iterdir())
    for out in (tmp_path / "out.parquet", tmp_path / "out.jsonl"):
        for source, message in (
            (torn, "no Parquet file, or torn: "),
            (away, "cannot be read: no such file or directory"),
            (empty, "there is no row in it"),
            (f"{folder}/", "there is no Parquet file in it"),
        ):
            assert error("batch", source, "-o", out).startswith(f"{source}: {message}")
    assert sorted(tmp_path.iterdir()) == before


def test_files_of_a_folder_have_the_same_columns(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    pq.write_table(table(2, ace_low=[False] * 2), folder / "a.parquet")
    assert "is there already" in error("batch", folder, "-o", f"{folder}/")
    of_number = table(1, contract=[1], ace_low=[False])
    for other, told in ((table(), "only one of them has 'ace_low'"), (of_number, "contract")):
        pq.write_table(other, folder / "z.parquet")
        refused = error("batch", folder, "-o", tmp_path / "d.parquet")
        assert "z.parquet: other columns than" in refused
        assert told in refused


@pytest.mark.parametrize(
    ("name", "kind"),
    [("contract", kind) for kind in (pa.large_string(), pa.dictionary(pa.int32(), pa.string()))]
    + [(HANDS[0], kind) for kind in (pa.int64(), pa.int32(), pa.float64())],
)  # fmt: skip
def test_files_of_a_folder_may_differ_in_order_and_kinds(
    tmp_path: Path, name: str, kind: pa.DataType
) -> None:
    first = table()
    place = first.column_names.index(name)
    field = pa.field(name, kind, nullable=False)
    second = first.set_column(place, field, first[name].cast(kind))
    second = second.select(first.column_names[::-1])
    for names in ((first, second), (second, first)):
        for number, each in enumerate(names):
            pq.write_table(each, tmp_path / f"{number}.parquet")
        read = ParquetSource(str(tmp_path)).read(0, 6).select(first.column_names).to_pydict()
        assert read == pa.concat_tables([first, first]).to_pydict()


def test_a_wrong_line_keeps_what_it_says(tmp_path: Path) -> None:
    wrong = {"hands": ["A...", "?...", "Q..."], "contract": "XX", "ace_low": True, "id": [7]}
    strange = {"hands": ["A...", "K...", "Q..."], "contract": "NT", "strange": "no column"}
    source = written(tmp_path / "in.jsonl", [wrong, strange])
    first, again, back = (tmp_path / name for name in ("a.parquet", "b.parquet", "c.jsonl"))
    for asked, target in ((source, first), (first, again), (first, back)):
        assert "2 of 2 " in error("batch", asked, "-o", target)
    assert pq.read_table(again) == pq.read_table(first)
    row, told = pq.read_table(first).to_pylist()
    assert json.loads(back.read_text().splitlines()[1])["error"] == told["error"]
    assert row.pop("error").startswith('line 1: field "hands"')
    assert {key: value for key, value in row.items() if value is not None} == {
        "hand_F": 1 << 12, "hand_D": 1 << 10, "contract": "XX", "ace_low": True, "id": "[7]",
    }  # fmt: skip


@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=4),
    st.integers(1, 9),
    st.integers(0, 80),
    st.integers(1, 80),
)
def test_rows_are_read_from_anywhere(
    tmp_path_factory: pytest.TempPathFactory, files: list[int], group: int, first: int, rows: int
) -> None:
    folder, whole, start = tmp_path_factory.mktemp("rows"), table(200, id=[*range(200)]), 0
    for name, count in enumerate(files):
        pq.write_table(whole[start : start + count], folder / f"{name}.pq", row_group_size=group)
        start += count
    source = ParquetSource(str(folder))
    assert source.rows == start
    if first < start:
        assert source.read(first, rows) == whole[first : min(first + rows, start)]


def test_a_file_without_its_end_is_torn() -> None:
    rows, stream = table(3), BytesIO()
    with pytest.raises(ValueError, match="schema"):
        write_tables(stream.write, [rows, pa.table({"id": [1]})])
    with pytest.raises(pa.ArrowInvalid):
        pq.read_table(BytesIO(stream.getvalue()))


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("hornafjordur", ()),
        ("dix-sept-3", ()),
        ("envers-3", ("--contract", "H")),
        ("trjamann", ("--contract", "NT", "--declarer", "D")),
        ("encheres-grande", ("--contract", "S", "--declarer", "M")),
        ("encheres-sans --tricks 4", ()),
    ],
)
def test_deals_of_a_table_are_those_of_the_text(
    tmp_path: Path, code: str, more: tuple[str, ...]
) -> None:
    asked = ("deal", "--variant", *code.split(), "--seed", "3", "-n", "4")
    deals, target, bare = (tmp_path / name for name in ("deals.manni", "rows.parquet", "rows"))
    output(*asked, "-o", deals)
    output(*asked, *more, "-o", target)
    output(*asked, *more, "--parquet", "-o", bare)
    written = output(*asked)
    assert deals.read_text(encoding="utf-8") == written
    assert target.read_bytes() == bare.read_bytes()
    assert target.read_bytes() == manni(*asked, *more, "--parquet").stdout_bytes
    given = {name[2:]: value for name, value in zip(more[::2], more[1::2], strict=True)}
    rows = pq.read_table(target).to_pylist()
    for number, (deal, row) in enumerate(zip(parse_deals(written), rows, strict=True), 1):
        assert tuple(row[name] for name in HANDS) == deal.hands
        told = {"contract": None, "declarer": None, "manni": None} | deal_to_json(deal) | given
        told |= {"id": number, "manni": format_cards(deal.manni) or None}
        for name in ("id", "variant", "manni", "contract", "declarer"):
            assert row[name] == told[name]


def test_without_pyarrow_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    source = written(tmp_path / "in.jsonl", [{"contract": "NT"}])
    wanted = "Parquet needs pyarrow: pip install 'manni[cluster]'"
    table_in = ("batch", tmp_path / "in.parquet")
    for call in (("batch", source), table_in, ("deal", "--variant", "basic")):
        assert error(*call, "-o", tmp_path / "out.parquet") == wanted
    assert list(tmp_path.iterdir()) == [source]


def test_what_reads_no_parquet_says_what_does(tmp_path: Path) -> None:
    path, misnamed = tmp_path / "a.parquet", tmp_path / "a"
    pq.write_table(table(1), path)
    misnamed.write_bytes(path.read_bytes())
    for call in (("show", path), ("solve", path), ("batch", misnamed)):
        assert "is Parquet, which manni batch reads, by a name that ends in" in error(*call)


def test_parquet_need_not_be_utf_8(tmp_path: Path) -> None:
    path, out = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(table(1, mine=["x"]), path)
    path.write_bytes(path.read_bytes().replace(b"mine", b"\xff\xfe\xfd\xfc"))
    assert "no Parquet file, or torn" in error("batch", path, "-o", out)
    assert not out.exists()


def test_a_folder_is_called_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(table(), "a.parquet")
    for target in (".", "./", ".."):
        if target == "..":
            pq.write_table(table(), tmp_path.parent / "a.parquet")
        message = error("batch", "a.parquet", "-o", target)
        assert message == f"{target}: a file or folder to write is called by its own name"
