"""Solutions to read: the main line to the end of the goal, branches that leave nothing out."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import takewhile
from pathlib import Path

import pytest
from browser import headless
from commands import error, manni, output
from puzzles_plain import MISERES, PUZZLES, check_try, puzzles_in

from manni.solver.files.reading import read_deals
from manni.solver.goal import Goal
from manni.solver.position import Position
from manni.solver.puzzles.puzzle_solution import PuzzleSolution, Turn, solution_of
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.verify import Puzzle
from manni.solver.report.puzzle import PagePuzzle, solution_text, solutions_page
from manni.solver.run import Run
from manni.solver.values.solve import Solver


@pytest.fixture(scope="module")
def solutions(solver: Solver) -> list[PuzzleSolution]:
    return [solved(puzzle, solver) for file in (PUZZLES, MISERES) for puzzle in puzzles_in(file)]


def solved(puzzle: Puzzle, solver: Solver) -> PuzzleSolution:
    return solution_of(puzzle, Tree(solver.engine, puzzle.position, puzzle.goal), solver, run=Run())


def test_the_main_line_ends_with_the_goal(solutions: list[PuzzleSolution]) -> None:
    for solution in solutions:
        position, taken = solution.puzzle.position, 0
        seat, wanted, at_least = solution.puzzle.goal
        for step in solution.main:
            assert step.position == position
            position = position.play(step.card)
            assert step.winner is position.taken_by
            taken += position.taken_by is seat
        assert not position.table
        # Nothing that is played later can change it.
        assert taken >= wanted if at_least else taken + position.tricks <= wanted


def test_the_main_line_has_the_most_only_moves(solutions: list[PuzzleSolution]) -> None:
    for solution in solutions:
        only = [step.position for step in solution.main if step.is_only]
        tree = solution.tree
        assert len(only) == tree.most_only_moves()[tree.root]
        assert set(only) <= {node.position for node in tree.nodes if node.is_only}


def cards(turn: Turn, position: Position) -> list[int]:
    """Return the cards of a turn that lead to different positions, as the tree follows them."""
    if turn.is_any:
        return [group[0] for group in position.equivalent_cards()]
    return list(turn.cards[:1] if turn.is_solver else turn.cards)


def expanded(solution: PuzzleSolution) -> Iterator[tuple[Position, Turn]]:
    """Yield each turn of a solution in each position in which its lines come to it."""
    branchings = {each.number: each for each in solution.branchings}
    done = set()

    def follow(positions: set[Position], turns: tuple[Turn, ...]) -> Iterator[object]:
        for turn in turns:
            yield from ((position, turn) for position in positions)
            positions = {
                position.play(card) for position in positions for card in cards(turn, position)
            }
        yield positions

    def visit(positions: set[Position], to: int | None) -> Iterator[tuple[Position, Turn]]:
        new = {position for position in positions if (position, to) not in done}
        done.update((position, to) for position in new)
        if to is None or not new:
            return
        for branch in branchings[to].branches:
            *reached, end = follow(new, branch.turns)
            yield from reached
            yield from visit(end, branch.to)

    before = tuple(takewhile(lambda step: step.good and step.branching is None, solution.main))
    # Where every card of the defence leads to the same play, another position has other equals.
    turns = (
        Turn(
            step.seat,
            step.groups,
            step.is_solver,
            step.is_only,
            is_any=not step.is_solver and not step.bad,
            ends_trick=False,
        )
        for step in before
    )
    *reached, end = follow({solution.puzzle.position}, tuple(turns))
    yield from reached
    if solution.branchings:
        yield from visit(end, 1)


def test_the_branches_lead_through_the_whole_tree(solutions: list[PuzzleSolution]) -> None:
    """The only-moves met by following every line and reference are those of the tree."""
    for solution in solutions:
        only = {node.position for node in solution.tree.nodes if node.is_only}
        duals = {node.position for node in solution.tree.nodes if node.is_dual}
        met = list(expanded(solution))
        assert {position for position, turn in met if turn.is_only} == only
        if not duals:
            assert all(len(turn.cards) == 1 for _, turn in met if turn.is_solver)
        for position, turn in met:
            assert turn.seat is position.to_play
            assert set(turn.cards) <= set(position.legal())


def test_branchings_stand_breadth_first_and_differ(solutions: list[PuzzleSolution]) -> None:
    for solution in solutions:
        assert [each.number for each in solution.branchings] == list(
            range(1, len(solution.branchings) + 1)
        )
        levels = [each.level for each in solution.branchings]
        assert levels == sorted(levels)
        drawn = [each.branches for each in solution.branchings]
        assert len(set(drawn)) == len(drawn), "what is equal is named once"
        for each in solution.branchings:
            assert len(each.branches) > 1
            position = solution.puzzle.position
            for card in each.line:
                position = position.play(card)
            assert position == each.position
            assert all(branch.to is None or branch.to > 0 for branch in each.branches)


def test_gifts_are_all_replies_with_which_the_solver_does_better(solver: Solver) -> None:
    """Every reply of the main line either still fights or is a gift, and comes to that much."""
    turns = 0
    for puzzle in puzzles_in(PUZZLES)[:40]:
        seat, wanted, at_least = puzzle.goal
        won = 0
        for step in solved(puzzle, solver).main:
            gifts = {card for gift in step.gifts for card in gift.cards}
            if step.is_solver or not (step.good or step.bad):
                assert not gifts
            else:
                turns += bool(gifts)
                for group in step.position.equivalent_cards():
                    child = step.position.play(group[0])
                    taken = won + child.gain(seat) + solver.engine.value(child, seat)
                    better = taken > wanted if at_least else taken < wanted
                    assert gifts.issuperset(group) if better else gifts.isdisjoint(group)
                for gift in step.gifts:
                    left = Goal(seat, wanted - won, at_least).one_better()
                    assert gift.is_met
                    if step.position.tricks <= 4:
                        check_try(step.position, left, gift, won)
            won += step.position.play(step.card).gain(seat)
    assert turns > 50


def test_with_all_defences_branches_name_the_rest(solver: Solver) -> None:
    """Each card of the defence in the tree is played there or named as not played."""
    for puzzle in puzzles_in(PUZZLES)[:20]:
        tree = Tree(solver.engine, puzzle.position, puzzle.goal)
        whole = solution_of(puzzle, tree, solver, all_defences=True, run=Run())
        for each in whole.branchings:
            node = next(node for node in tree.nodes if node.line == each.line)
            assert each.gifts == node.bad
        text = str(solution_text(whole))
        assert "left out" not in text
        named = sum(len(group) for each in whole.branchings for group in each.gifts)
        assert text.count("(not ") >= bool(named)


def test_reasons_that_were_stopped_are_told() -> None:
    result = manni("puzzle", "check", MISERES, "--deal", "1", "--why", "--total-time", "1e-3")
    assert result.exit_code == 1
    assert "undecided" in result.stdout or "stopped before the reasons were" in result.stdout


# The page.


class Page(HTMLParser):
    """Reads a page: its text, its tags, whether they are closed in order."""

    VOID = ("meta", "br", "hr")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open = []
        self.tags = []
        self.ids = []
        self.links = []
        self.text = ""
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = manni("puzzle", "check", PUZZLES, "--page", path)
    assert result.exit_code == 0
    assert result.stderr == f"wrote {path}\n"
    source = path.read_text(encoding="utf-8")
    page = Page(source)
    assert "script" not in page.tags
    assert page.tags.count("svg") == page.tags.count("article") == len(read_deals(PUZZLES))
    assert len(set(page.ids)) == len(page.ids)
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert "url(" not in source
    assert "default-src &#x27;none&#x27;" in source or "default-src 'none'" in source
    assert "@media print" in source


def test_a_sheet_has_the_problems_first_and_the_solutions_at_the_back(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    output("puzzle", "check", MISERES, "--page", path, "--sheet")
    source = path.read_text(encoding="utf-8")
    page = Page(source)
    problems, _, solutions = source.partition("<h1>Solutions</h1>")
    assert page.tags.count("svg") == problems.count("<svg") == len(read_deals(MISERES))
    assert "A high diamond" not in problems
    assert "A high diamond" in solutions
    assert problems.count("<h2>") == solutions.count("<h2>") == len(read_deals(MISERES))
    # In brief, unless a depth is asked for; what the signs mean is said once.
    output("puzzle", "check", MISERES, "--page", path, "--sheet", "--depth", "1")
    whole = path.read_text(encoding="utf-8")
    assert "Main line" not in source
    assert whole.count("Main line") == len(read_deals(MISERES))
    assert solutions.count("! only card") == whole.count("! only card") == 1
    assert re.search("<p>D [^·]*!", solutions)
    message = error("puzzle", "check", MISERES, "--sheet", code=2)
    assert message == "--sheet goes with --page."


def test_a_sheet_fits_its_paper(tmp_path: Path) -> None:
    path, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    output("puzzle", "check", PUZZLES, "--grade", "1", "--page", path, "--sheet")
    headless(tmp_path, f"--print-to-pdf={paper}", path.as_uri())
    pages = len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes()))
    assert 34 / 4 <= pages <= 12


@pytest.mark.parametrize("language", ["en", "fr", "is"])
def test_a_ten_is_written_in_one_way_on_a_page(language: str) -> None:
    asked = ("puzzle", "check", PUZZLES, "--grade", "1", "--page", "-", "--language", language)
    ten, other = ("T", "10") if language == "en" else ("10", "T")
    for more in ((), ("--sheet",), ("--sheet", "--depth", "2")):
        source = output(*asked, *more)
        for ranks in re.findall(r"[♠♥♦♣]([\dA-ZÁ]+)|>(T|10)<", source):
            assert other not in "".join(ranks).replace(ten, "")
        assert f">{ten}<" in source
        assert re.search(f"[♠♥♦♣]{ten}", source)


def test_hostile_names_are_shown_as_text() -> None:
    hostile = "<script>alert(1)</script>&amp;\"'"
    text = (
        f'[Name "{hostile.replace(chr(34), chr(92) + chr(34))}"]\n[Deal "F:AK.2.. .AQ3.. JT.K.."]\n'
        '[Contract "NT"]\n[Leader "F"]\n[Goal "F 2+"]\n[Key "SK"]\n'
    )
    page = Page(output("puzzle", "check", "-", "--page", "-", text=text))
    assert "script" not in page.tags
    assert hostile in page.text


def test_a_page_of_nothing_but_a_note() -> None:
    page = Page(solutions_page("<t>", [PagePuzzle("a & b", "invalid: <no>")], note="5 < 6"))
    for shown in ("<t>", "a & b", "invalid: <no>", "5 < 6"):
        assert shown in page.text


def test_the_page_says_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = manni(
        "puzzle", "check", PUZZLES, tmp_path / "none.manni", "--total-time", "1e-9", "--page", path
    )
    assert result.exit_code == 1
    text = Page(path.read_text(encoding="utf-8")).text
    assert "undecided: no answer in the time given" in text
    assert "none.manni: " in text


def test_depth_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    output("puzzle", "check", PUZZLES, "--deal", "36", "--page", path, "--depth", "2")
    text = Page(path.read_text(encoding="utf-8")).text
    assert "left out: " in text
    assert text.count("Branches at the") == 2
