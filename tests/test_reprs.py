"""What reprs say, what ``print`` and notebooks show: cards, not numbers."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from commands import output
from deals import deals
from hypothesis import given
from positions import game_position, random_position

from manni import (
    Deal,
    Position,
    parse_deals,
    read_deals,
    solve,
    solve_selfish,
)
from manni.solver import i18n
from manni.solver.report.diagram import View
from manni.solver.report.svg import picture
from manni.solver.reprs import Printable
from manni.solver.rules.games import VARIANTS
from manni.solver.rules.trick import Duty, TrickRules

HANDS = "AQ.3.. K2.A.. 43..5."
NAMES = {"Position": Position, "Deal": Deal, "TrickRules": TrickRules, "Duty": Duty}


@pytest.fixture(scope="module")
def samples(root: Path) -> Path:
    return root / "data" / "sample_deals"


@pytest.mark.parametrize("seed", range(20))
def test_the_repr_of_a_position_makes_it_again(seed: int) -> None:
    rng = Random(seed)
    codes = [code for code, game in VARIANTS.items() if game.rules.unit == "points"]
    for position in (random_position(rng, 5), game_position(rng, rng.choice(codes), 5)):
        written = re.sub(r"<Duty\S* (\d+)>", r"Duty(\1)", repr(position))  # as enums are
        assert eval(written, dict(NAMES)) == position
        assert "\n" not in written


@given(deals())
def test_the_repr_of_a_deal_makes_it_again(deal: Deal) -> None:
    assert eval(repr(deal), dict(NAMES)) == deal
    assert parse_deals(str(deal)) == [deal]


def test_reprs_say_cards_and_values() -> None:
    position = Position(HANDS, "NT")
    assert repr(position) == f"Position('{HANDS}', 'NT', 'F')"
    assert repr(position.play("SA")) == "Position('Q.3.. K2.A.. 43..5.', 'NT', 'F', 'SA')"
    low = Position(HANDS, "NULLO", "D", ace_low=True)
    assert repr(low) == f"Position('{HANDS}', 'NULLO', 'D', ace_low=True)"
    found = solve(position, cards=True, line="F")
    assert repr(found) == (
        "<WholeSolution guarantee (2, 1, 0), best case (2, 1, 0), share (2, 1, 0), 3 cards, "
        f"line H3 HA S3 S2 S4 SQ SA SK D5, {position!r}>"
    )
    assert repr(found.cards[0]) == (
        "<WholeCardValue SA, guarantee (1, 2, 0), share (1, 2, 0), loss 1>"
    )
    one = solve(position, seats=["M"])
    assert repr(one) == f"<Solution guarantee (?, 1, ?), {position!r}>"
    assert repr(replace(one, bounds=((1, 2), (1, 1), None))).startswith(
        "<Solution guarantee (1..2, 1, ?),"
    )
    selfish = solve_selfish(position)
    assert repr(selfish) == (
        f"<SelfishSolution 1 outcome, least (2, 1, 0), most (2, 1, 0), {position!r}>"
    )
    assert repr(selfish.cards[0]) == (
        "<SelfishCard SA, least (1, 2, 0), most (1, 2, 0), sure loss 1>"
    )


def check_page(value: Printable) -> list[ElementTree.Element]:
    """Check that what a notebook is given is whole, and return its parts."""
    html = value._repr_html_()
    assert "<script" not in html
    assert " id=" not in html
    parts = list(ElementTree.fromstring(f"<div>{html}</div>"))
    assert parts[0].tag.endswith("svg")
    return parts


def test_what_is_printed_is_what_commands_print(samples: Path) -> None:
    position = Position(HANDS, "NT")
    assert f"{position}\n" == output("show", "--hands", HANDS, "--contract", "NT")
    solution = solve(position, cards=True)
    told = output("solve", "--hands", HANDS, "--contract", "NT", "--cards")
    for table in str(solution).split("\n\n"):
        assert table in told
    deal = read_deals(samples / "hornafjordur.manni")[2]
    assert output("convert", "-", "--to", "manni", text=str(deal)) == f"{deal}\n"
    assert f"{solution}" == str(solution)


def test_notebooks_are_shown_pictures_and_tables(samples: Path) -> None:
    position = Position(HANDS, "NT")
    (svg,) = check_page(position)
    assert position._repr_html_() == picture(View.of(position))
    solution = solve(position, cards=True, line="F")
    svg, seats, cards, line = check_page(solution)
    assert "guarantee 2" in "".join(svg.itertext())
    cells = [[cell.text or "" for cell in row] for row in seats]
    assert cells[0] == ["", "guarantee", "best case", "share"]
    assert cells[1] == ["F forehand", "2", "2", "2.00"]
    assert [*cards[1].itertext()] == ["♥3", "2", "1", "0", "2.00", "1.00", "0.00", "0"]
    assert "M ♥A" in "".join(line.itertext())
    deal = read_deals(samples / "hornafjordur.manni")[2]
    (svg,) = check_page(deal)
    assert "A cut heart" in "".join(svg.itertext())
    _, told = check_page(solve_selfish(position))
    assert "Selfish play: one outcome" in "".join(told.itertext())


def test_what_is_shown_is_in_the_language_and_what_is_a_repr_is_not() -> None:
    solution = solve(Position(HANDS, "NT"))
    before = repr(solution)
    with i18n.speaking("is"):
        assert repr(solution) == before
        assert "guarantee" not in str(solution)
        assert "guarantee" not in solution._repr_html_()


def test_what_draws_is_loaded_when_something_is_drawn() -> None:
    program = (
        "import sys, manni; position = manni.Position('A... K... Q...', 'NT'); repr(position);"
        "before = {name for name in sys.modules if name.startswith('manni.solver.report')};"
        "position._repr_html_(); print(before, 'manni.solver.report.svg' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "set() True"
