"""manni convert: formats there and back, what is left out, hands one deal a line."""

import json
from pathlib import Path

import pytest
from commands import error, manni
from deals import deals
from hypothesis import given, settings

from manni.solver.cards import Contract
from manni.solver.deal import Deal
from manni.solver.files.jsonfile import left_out, line_entries, record_of
from manni.solver.files.reading import read_deals

SMALL = "AQ.3.. K2.A.. 43..5."


@pytest.fixture
def samples(root: Path) -> Path:
    return root / "data" / "sample_deals"


# There and back -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["basic", "laugavatn", "mid-trick", "puzzles", "played"])
def test_deal_files_and_json_say_the_same(samples: Path, tmp_path: Path, name: str) -> None:
    source = samples / f"{name}.manni"
    there, back = tmp_path / "x.json", tmp_path / "x.manni"
    for first, second in ((source, there), (there, back)):
        result = manni("convert", first, "-o", second)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert read_deals(there) == read_deals(back) == read_deals(source)


@settings(max_examples=60)
@given(deals())
def test_a_line_is_the_position_a_deal_has_come_to(deal: Deal) -> None:
    try:
        recorded = deal.contract_played
        found = deal.standing(contract=Contract.NT if recorded is None else recorded)
    except ValueError:
        return
    record = record_of(deal, Contract.NT)
    (line,) = line_entries(json.dumps(record))
    assert line.deal.position() == found.position
    whole = Deal(
        found.position.dealt,
        contract=found.position.contract,
        leader=found.position.leader,
        play=found.position.table,
        ace_low=found.position.ace_low or None,
    )
    assert left_out(whole, record) == []


# What is left out ---------------------------------------------------------------------


def test_nothing_is_written_over_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.manni"
    path.write_text(f'[Deal "F:{SMALL}"]\n', encoding="utf-8")
    assert "a file that is read" in error("convert", path, "-o", path, code=2)
    assert "Give --to" in error("convert", path, code=2)
    other = error("convert", path, "-o", tmp_path / "x.txt", code=2)
    assert "ends in .manni, .json or .jsonl" in other
