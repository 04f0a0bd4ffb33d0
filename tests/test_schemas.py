"""The JSON Schemas: whatever the commands print fits, and nothing printed is left undescribed."""

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from commands import error, json_lines, json_of, manni, output
from jsonschema import Draft202012Validator
from test_golden import FOLDER, TOLD, calls_of

from manni.solver.report.schemas import answers, schema
from manni.solver.report.text import fields as columns_of
from manni.solver.rules.games import VARIANTS
from manni.solver.schema import TEXT, field, integer, record
from manni.solver.schema import field_paths as fields_of

DATA = Path(__file__).resolve().parent.parent / "data"
DEALS, GAMES = DATA / "sample_deals", DATA / "sample_games"
RUMMY = DATA / "sample_rummy"


def parts(data: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a schema that is a schema of objects."""
    if isinstance(data, dict):
        if "properties" in data and "type" in data:
            yield data
        for value in data.values():
            yield from parts(value)
    elif isinstance(data, list):
        for value in data:
            yield from parts(value)


def strict(name: str) -> Draft202012Validator:
    """Return what finds fault with keys that a schema does not describe, too."""
    found = schema(name)
    for part in parts(found):
        part["additionalProperties"] = False
    return Draft202012Validator(found)


@pytest.mark.parametrize("name", answers())
def test_a_schema_is_one_and_describes_every_key(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$id"] == f"urn:manni:{name}"
    assert found["description"]
    for part in parts(found):
        assert set(part.get("required", ())) <= set(part["properties"])
    for key, value in found.get("properties", {}).items():
        described = value.get("description") or found["$defs"][value["$ref"][8:]]["description"]
        assert described.endswith("."), key


def test_a_column_that_is_forgotten_is_named() -> None:
    fields = field("card", TEXT), field("loss", integer())
    made = record(*fields, columns="card", name="row")
    assert [column.name for each in columns_of(made, "card") for column in each.columns] == ["card"]
    with pytest.raises(ValueError, match="the field loss of 'row' is not named in its columns"):
        columns_of(made, "card loss:.2f")
    with pytest.raises(ValueError, match="columns of no field: losses"):
        record(*fields, columns="losses")


def test_schemas_are_printed_and_listed() -> None:
    for name in answers():
        assert json.loads(output("schema", name)) == schema(name)
        assert f"\n{name} " in "\n" + output("schema")
    assert json_of("schema") == [*answers()]
    told = "no schema 'tables': there are solve, exchange"
    assert told in error("schema", "tables", code=2)


HAND = ("advise", "exchange", "--variant", "basic", "--hand", "AQ8.Q74.J975.T6", "--contract", "H")
SURPRISE = DEALS / "encheres-petite.manni"
STRONG = ("--hand", "AKQJT9.AKQ.AK.A7652", "--worlds", "2", "--left", "S,NT")
TURN = ("--game", "machiavelli", "--table", "S7 S8 S9", "--hand", "ST D9")
CALL = ("advise", "call", "--variant", "laugavatn", *STRONG, "--calls", "NT", "--deal-only")
# Of other calls it is what tests/golden has.
PRINTED = [
    # Bounds, very likely.
    ("solve", ("solve", DEALS / "trjamann.manni", "--time", "0.001", "--cards")),
    ("exchange-hand", (*HAND, "--seat", "F", "--worlds", "3")),
    ("contract", CALL),
    ("verify", ("puzzle", "check", DEALS / "misere.manni", "--tree", "--strict", "--deal", "1")),
    ("verify", ("puzzle", "check", DEALS / "puzzles.manni", "--total-time", "0.001")),
    ("table", ("table", DEALS / "encheres-petite.manni", "--deal", "1", "--contracts", "S")),
    ("show", ("show", DEALS / "endings.manni")),
    ("show", ("show", DEALS / "encheres-grande.manni")),
    ("show", ("show", "--hands", "A2... K3... Q4...")),
    *(("variant", ("variants", code)) for code in VARIANTS),
    *(("score", ("score", path)) for path in sorted(GAMES.iterdir())),
    *(("rummy-best", ("rummy", "best", path)) for path in sorted(RUMMY.iterdir())),
    ("rummy-best", ("rummy", "best", *TURN, "--steps", "--alternatives", "2")),
    ("rummy-check", ("rummy", "check", *TURN[:4], "--loose", "C2")),
    ("rummy-draw", ("rummy", "draw", *TURN, "--draws", "1")),
]
LONGER = [
    ("review", ("review", DEALS / "played.manni", "--deal", "4", "--why")),
    ("review", ("review", SURPRISE, "--deal", "1", "--exchange", "--seen", "--worlds", "2")),
    ("solve", ("solve", DEALS / "mid-trick.manni", "--cards", "--why")),
]


HAVE_DEALS = {"solve", "show", "puzzle-find", "batch", "convert-jsonl"}
READERS = (
    "show",
    "solve --contract NT --time 0.05",
    "convert --to manni",
    "puzzle check",
    "review",
)
BATCH_READS = {"batch", "convert-jsonl"}


def check_reading(name: str, text: str, path: Path) -> None:
    """Check that whatever reads deals reads an answer of this name, or says in a line what has."""
    path.write_text(text, encoding="utf-8")
    if name in HAVE_DEALS:
        shown = json_lines("show", path)
        asked = [json.loads(line) for line in text.splitlines()]
        for deal, found in zip(asked, shown, strict=True):
            hands = deal["hands"]
            assert found["hands"] == hands or [*found["hands"].values()] == hands
            assert found["table"] == deal.get("table", deal.get("played", []))
            for key in ("variant", "contract", "declarer", "leader", "ace_low", "goal", "name"):
                assert key not in deal or found.get(key) == deal[key], key
    told = "manni deal, convert, show, solve, batch and puzzle find write deals as JSON"
    for call in READERS:
        result = manni(*call.split(), path)
        assert (told in result.output) is (name not in HAVE_DEALS), (call, result.output)
    result = manni("batch", path, "--time", "0.05")
    assert ("manni convert" in result.output) is (name not in BATCH_READS), result.output


@pytest.mark.parametrize(
    ("name", "arguments"),
    [*PRINTED, *(pytest.param(*each, marks=pytest.mark.slow) for each in LONGER)],
    ids=str,
)
def test_what_is_printed_fits_and_is_read(
    name: str, arguments: tuple[str | Path, ...], tmp_path: Path
) -> None:
    result = manni(*arguments, "--json")
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    assert printed, result.stderr
    for data in printed:
        strict(name).validate(data)
    check_reading(name, result.stdout, tmp_path / "printed.json")


GOLDENS = [
    *(file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("[0-9]*.txt"))),
    *chain.from_iterable(map(calls_of, TOLD.values())),
]
AS_JSON = re.compile(
    r"\$ manni (?!deal|play).* --json\b.*\n(?:< .*\n)*\[[01]\]\n((?:\[?[\x22{].*\n)+)"
)


PRINTED_THEN = [
    found[1] for text in GOLDENS if (found := AS_JSON.match(text)) and "--piles" not in text
]


REFUSED = set()


@pytest.mark.parametrize("printed", PRINTED_THEN, ids=lambda text: text[:40])
def test_what_is_kept_fits_one_schema_and_is_read(printed: str, tmp_path: Path) -> None:
    for line in printed.replace("…", "0").splitlines():
        (name,) = [name for name in answers() if strict(name).is_valid(json.loads(line))]
        if name not in REFUSED:
            check_reading(name, line, tmp_path / "printed.json")
        REFUSED.update({name} - HAVE_DEALS)  # each of such a name in the same words


AS_CSV = re.compile(r"\$ manni .*--format csv.*\n(?:< .*\n)*\[0\]\n(.*)\n")
HEADS = sorted({found[1] for text in GOLDENS if (found := AS_CSV.match(text))})
EVERY = {"at_least", "beaten", "best", "chance", "deal", "dealer", "rank", "seat", "tricks"}
"""Columns that stand for no key of the answer."""


@pytest.mark.parametrize("head", HEADS)
def test_columns_are_those_of_the_reference(head: str) -> None:
    names = head.split(",")
    assert len({*names}) == len(names)
    names = [re.sub(r"_\d+$", "", name) for name in names if " " not in name]  # or a player's
    for answer in answers().values():
        fields = [each for _, each in fields_of(answer) if each.column]
        if {*names} <= EVERY.union(*([each.column, *each.columns] for each in fields)):
            return
    raise AssertionError(head)


def test_lines_of_a_batch_fit(tmp_path: Path) -> None:
    given, answers = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    for name in ("endings.manni", "mid-trick.manni", "misere.manni", "manille-4.manni"):
        summary = json_of("convert", DEALS / name, "-o", given)
        strict("convert").validate(summary)
        asked = lines(given)
        for line in asked:
            strict("convert-jsonl").validate(line)
        without = {key: value for key, value in asked[0].items() if key != "hands"}
        assert not strict("convert-jsonl").is_valid(without)
        options = ("--share", "--cards", "--line", "F", "--time", "0.05")
        call = ("batch", given, "-o", answers, "--json", *options)
        strict("batch-summary").validate(json.loads(output(*call)))
        for line, answer in zip(asked, lines(answers), strict=True):
            strict("batch").validate(answer)
            assert answer.items() >= line.items()
        check_reading("convert-jsonl", given.read_text(), given)
        check_reading("batch", answers.read_text(), given)
        answers.unlink()


def test_lines_that_are_wrong_fit(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    hands = '{"hands": ["A...", "K...", "Q..."], "contract": "NT"'
    wrong = (
        '{"hands": 3}',
        "[]",
        f'{hands}, "colour": "red"}}',
        f'{hands}, "seats": "F", "id": [1]}}',
    )
    path.write_text("\n".join(wrong), encoding="utf-8")
    printed = [json.loads(line) for line in manni("batch", path).stdout.splitlines()]
    assert [*map(len, printed)] == [2, 1, 4, 5]
    for answer in printed:
        Draft202012Validator(schema("batch")).validate(answer)


def lines(path: Path) -> list[Any]:
    """Return what the lines of a file hold."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
