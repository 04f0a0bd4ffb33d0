"""The checker of certificates: apart from the solver, exact about the rules, not to be deceived."""

import ast
import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import error, manni
from puzzles_plain import (
    PROVED,
    PUZZLES,
    any_position,
    any_puzzle,
    any_seat,
    expected,
    guarantee,
    puzzles_in,
    walk,
)

from manni.solver.cards import (
    RANK_LETTERS,
    SUITS,
    Seat,
    card_name,
    card_of,
    hand_of,
    rank_of,
    seats_of,
    suit_of,
)
from manni.solver.errors import DealError
from manni.solver.goal import Goal, parse_goal
from manni.solver.notation import parse_card
from manni.solver.position import Position
from manni.solver.puzzles import check_certificate
from manni.solver.puzzles.check import (
    MAX_CARDS,
    Certificate,
    PuzzleCheck,
    as_file,
    certify,
    certify_guarantee,
)
from manni.solver.puzzles.check_certificate import (
    DIGITS,
    HOLDERS,
    LONGEST,
    MOST_REFUSED,
    TABLE,
    Proof,
    Refused,
    check,
    digest,
)
from manni.solver.puzzles.verify import Puzzle, verify
from manni.solver.report.puzzle import VERIFICATION
from manni.solver.rules.trick import Duty, TrickRules
from manni.solver.run import Run
from manni.solver.values.solve import Solver

Data = dict[str, Any]


def read(path: str) -> list[Data]:
    return [*map(json.loads, check_certificate.read(path))]


CHECKER = Path(check_certificate.__file__)


def test_it_imports_nothing_of_the_solver() -> None:
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    modules = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else [each.name for each in node.names]
        )
    }
    assert modules <= sys.stdlib_module_names


def run_checker(*files: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker as a program, without this project or any package beside it."""
    return subprocess.run(
        [sys.executable, "-I", "-S", CHECKER, *files], capture_output=True, text=True, check=False
    )


def test_a_file_of_certificates_is_checked_by_a_program_of_its_own(tmp_path: Path) -> None:
    out = tmp_path / "out.json.gz"
    told = manni("puzzle", "check", PUZZLES, "--deal", "9", "--strict", "--certificates", out)
    assert told.exit_code == 0
    assert f"wrote {out}: proofs of 1 of 1 verdicts" in told.stderr
    result = run_checker(out)
    assert result.returncode == 0
    assert result.stdout.startswith(f"{out}: 1: proved: ")
    assert '"Puzzle 9": D 1+ in H is sound: {' in result.stdout
    (line,) = result.stdout.splitlines()
    said = json.loads(line[line.index("{") : line.rindex("}") + 1])
    (whole,) = read(str(out))
    assert said == {key: whole[key] for key in whole if key not in ("proof", "sha256")}
    assert (said["strict"], said["value"], said["keys"], said["works"]) == (True, 1, ["D8"], ["D8"])
    out.write_bytes(out.read_bytes()[:-20])
    result = run_checker(out, tmp_path / "none")
    assert (result.returncode, result.stderr) == (1, "")
    assert [line.split("REFUSED: ")[1][:21] for line in result.stdout.splitlines()] == [
        "the file is not whole",
        "[Errno 2] No such fil",
    ]


def test_guarantees_are_certified(tmp_path: Path) -> None:
    out = tmp_path / "out.json.gz"
    hands = "AK.32..4 QJ.5.A.2 T9.A..K3"
    told = manni("solve", "--hands", hands, "--contract", "NT", "--certificates", out, "--json")
    guarantee = json.loads(told.stdout)["guarantee"]
    said = read(str(out))
    assert [each["goal"] for each in said] == [f"{seat} {guarantee[seat]}+" for seat in "FMD"]
    assert [check(each).claim["value"] for each in said] == list(guarantee.values())
    asked = ("solve", "--hands", hands, "--contract", "NT", "--certificates")
    assert "is a directory" in error(*asked, tmp_path, code=2)
    long = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432."
    told = manni("solve", "--hands", long, "--contract", "NT", "--certificates", out)
    assert told.exit_code == 1
    assert told.stderr == "Error: 13 cards a hand: certified are up to 12\n"


class Saying:
    """An oracle that says something of its own to whatever it is asked."""

    def __init__(self, says: Callable[[Position, int, int], bool]) -> None:
        self.says = says

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        return self.says(position, seat, tricks)


NEVER = Saying(lambda *asked: False)
HOPEFUL = Saying(lambda position, seat, tricks: tricks <= position.worth)


def test_its_rules_are_those_of_the_games(solver: Solver) -> None:
    """Legal cards, equal ones, who wins and what it counts, along thousands of random plays."""
    rng = Random(1)
    for _ in range(500):
        position = any_position(rng, rng.randrange(2, 9))
        seat = any_seat(rng, position)
        proof = Proof(certify_guarantee(position, seat, 0, NEVER, run=Run()).data)
        state, won = proof.start, 0
        while position.tricks:
            cards, heights = proof.cards(state), position.rules.heights
            groups = sorted(
                position.equivalent_cards(),
                key=lambda group: (suit_of(group[0]), heights[rank_of(group[0])]),
            )
            assert [suit for suit, _ in cards] == [suit_of(group[0]) for group in groups]
            assert proof.left(state) == position.worth
            assert proof.mover(state) == position.to_play
            chosen = rng.randrange(len(groups))
            position = position.play(groups[chosen][0])
            state = proof.after(state, cards[chosen])
            won += sum(map(position.gain, position.side(seat)))
            assert state[3] == -won  # of the seat and its partners
            assert state[0] == rows_of(position, proof.worths)


def rows_of(position: Position, worths: list[int]) -> tuple[bytes, ...]:
    """Return what the cards in play are worth and who holds them, suit by suit from the lowest."""
    rules = position.rules
    rows = [[], [], [], []]
    for suit, rank in product(range(SUITS), map(RANK_LETTERS.index, rules.order)):
        table = (0,) * (TABLE - len(position.hands)) + (hand_of(position.table),)
        for holder, hand in enumerate((*position.hands, *table)):
            if hand >> card_of(suit, rank) & 1:
                rows[suit].append(HOLDERS * worths.index(rules.card_points[rank]) + holder)
    return tuple(map(bytes, rows))


def certificates(seed: int, count: int, cards: int, solver: Solver) -> list[Data]:
    """Return the certificates of random puzzles of all verdicts, strictly tested."""
    rng = Random(seed)
    found = []
    for _ in range(count):
        puzzle = any_puzzle(rng, cards)
        certificate = certify(verify(puzzle, solver, strict=True), solver.engine, run=Run())
        assert certificate.proved, (puzzle, certificate.failed)
        assert check(certificate.data).claim is certificate.data
        found.append(certificate.data)
    return found


def test_every_verdict_is_certified_and_checked(solver: Solver) -> None:
    found = certificates(2, 150, 4, solver)
    assert {each["verdict"] for each in found} == {"sound", "cooked", "busted", "modest"}
    assert {each["strict"] for each in found} == {True, False, None}


@pytest.mark.parametrize("oracle", ["search", "liar", "hopeful", "never"])
def test_no_other_verdict_is_certified(solver: Solver, oracle: str) -> None:
    """A strategy can be bad, but then the walk fails: no wrong verdict is ever proved."""
    rng, tried, failed = Random(3), Counter(), 0
    engine = solver.engine
    liar = Saying(lambda *asked: not engine.reaches(*asked))
    asked = {"search": engine, "liar": liar, "hopeful": HOPEFUL, "never": NEVER}[oracle]
    for _ in range(120 if oracle == "search" else 30):
        found = verify(any_puzzle(rng, 4), solver)
        wrong = [{"verdict": each} for each in PROVED if each is not found.verdict]
        tried.update(each["verdict"] for each in wrong)
        for works in ((), ((found.puzzle.position.legal()[0],),), found.works[1:]):
            if {*map(frozenset, works)} != {*map(frozenset, found.works)}:
                wrong.append({"works": works})
        wrong += [{"tricks": found.tricks + off} for off in (-1, 1)]
        for each in wrong:
            assert not certify(replace(found, **each), asked, run=Run()).proved, (found, each)
        failed += not certify(found, asked, run=Run()).proved
    assert min(tried.values()) > (20 if oracle == "search" else 5)
    assert (failed > 5) is (oracle != "search")


def test_a_tree_that_hides_a_dual_is_found_out(solver: Solver) -> None:
    rng, hidden = Random(4), 0
    for _ in range(60):
        found = verify(any_puzzle(rng, 4, off=(0,)), solver, strict=True)
        dual = None if found.tree is None else found.tree.first_dual
        if dual is not None:
            dual.good = dual.good[:1]
            hidden += 1
            assert not certify(found, solver.engine, run=Run()).proved
    assert hidden > 5


SHORT = 5  # cards: the certificates of longer puzzles are for the slow run


@pytest.mark.parametrize(
    ("least", "most"), [(0, SHORT), pytest.param(SHORT + 1, 99, marks=pytest.mark.slow)]
)
def test_every_shipped_puzzle_is_certified(solver: Solver, least: int, most: int) -> None:
    puzzles = [each for each in puzzles_in(PUZZLES) if least <= each.position.tricks <= most]
    assert len(puzzles) > 10
    for puzzle in puzzles:
        certificate = certify(verify(puzzle, solver, strict=True), solver.engine, run=Run())
        assert certificate.proved, (puzzle, certificate.failed)
        check(certificate.data)


def test_json_says_that_a_claim_without_its_proof_does_not_hold(solver: Solver) -> None:
    found = verify(puzzles_in(PUZZLES)[0], solver)
    for failed in ((), ("not proved",)):
        told = PuzzleCheck(found, Certificate({}, 1, failed))
        assert VERIFICATION.json(told, file="", deal=1)["holds"] is told.holds is (not failed)


def test_long_hands_are_not_certified(solver: Solver) -> None:
    cards = MAX_CARDS + 1
    hands = [hand_of(range(13 * suit, 13 * suit + cards)) for suit in range(3)]
    found = verify(Puzzle(Position(hands, "NT"), Goal(Seat.FOREHAND, cards, True)), solver)
    with pytest.raises(DealError, match="13 cards a hand: certified are up to 12"):
        certify(found, solver.engine, run=Run())


def to_play(said: Data) -> int:
    letters = [seat.letter for seat in seats_of(len(said["hands"]))]
    return (letters.index(said["leader"]) + len(said["table"])) % len(letters)


def is_true(said: Data) -> bool:
    """Return whether the plain search and the definitions say what a certificate says."""
    position = position_of(said)
    goal = parse_goal(said["goal"], position.seats)
    puzzle = Puzzle(position, goal, tuple(map(parse_card, said["keys"])))
    verdict, working = expected(puzzle)
    works = {*map(card_name, working)}
    return (
        said["value"] == guarantee(position, goal.seat)
        and said["verdict"] == verdict
        and {*(said["works"] or works)} == works
        and (said["strict"] is None or said["strict"] is not any(walk(position, goal)[1]))
    )


def position_of(said: Data) -> Position:
    rules = said["rules"]
    return Position(
        [hand_of(map(parse_card, hand)) for hand in said["hands"]],
        said["contract"],
        said["leader"],
        tuple(map(parse_card, said["table"])),
        rules=TrickRules(
            rules["order"],
            Duty(sum(Duty[each.upper()] for each in rules["duties"])),
            rules["partners"],
            rules["claimed"],
            tuple(rules["card_points"].get(rank, 0) for rank in RANK_LETTERS),
            rules["trick_points"],
            rules["avoids"],
        ),
        declarers=(said["declarer"] or "").split(),
    )


def test_files_that_are_not_whole_are_refused(solver: Solver, tmp_path: Path) -> None:
    rng, path = Random(9), tmp_path / "file"
    said, refused = certificates(10, 5, 4, solver), 0
    whole = as_file(said)
    path.write_bytes(whole)
    assert read(str(path)) == said
    for _ in range(300):
        place, kind = rng.randrange(10, len(whole)), rng.randrange(3)
        if kind == 0:
            changed = whole[:place]
        elif kind == 1:
            changed = whole[:place] + whole[place + 1 :]
        else:
            changed = (
                whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :]
            )
        path.write_bytes(changed)
        try:
            several = read(str(path))
        except ValueError:
            refused += 1
        else:  # the last bits of a compressed file are padding
            assert several == said
    assert refused > 290
    head, *lines = gzip.decompress(whole).splitlines(keepends=True)
    for wrong in (lines[:-1], [*lines, b"\n"]):
        path.write_bytes(gzip.compress(b"".join((head, *wrong))))
        with pytest.raises(Refused, match="its certificates are not 5"):
            read(str(path))
    for strange in (b"5", b"[]", head.replace(b" 2", b" 2.0"), head.replace(b" 5", b" true")):
        path.write_bytes(gzip.compress(b"".join((strange.strip() + b"\n", *lines))))
        with pytest.raises(Refused, match="its first line begins no file"):
            read(str(path))


ANYTHING = (None, True, 0, 1.0, float("nan"), "", "X", "SA", [], ["X"], [7], [["SA"]], {}, 10**400)
"""What may stand where something else is wanted."""

STRANGE = {
    "hands": ([["SA"]], [["SA"], ["SA"]], [[], []], [["SX"], ["SK"]], 8 * [["SA"]]),
    "leader": ("", "f", "5", "FM"),
    "table": (["SA", "SK", "SQ", "SJ", "ST", "S9", "S8"],),
    "contract": ("s", "N", "S\n"),
    "declarer": ("", "F F", "D F", "F M", "FM", "F ", "6"),
    "goal": ("N 3+", "F 3", "FM 2+", "F \uff12+", "F 0_2+", "F 002+", "F 2+\n", "F 999999999+"),
    "verdict": ("Sound", "invalid"),
    "proof": ("\u0661", "A"),
    "sha256": (64 * "0",),
    "order": ("23456789TJQK", "23456789TJQKK", "A23456789TJQKA"),
    "duties": ("never overruff", ["RUFF"], ["ruff", "ruff"]),
    "card_points": ({"X": 1}, {"A": "1"}, {"A": 101}, {"A": -1}, {"A": True}, {"10": 1}),
    "trick_points": (-1, 101),
}
"""What is in none of these forms, though it is of their type."""

OR_NULL = {"name": str, "declarer": str, "works": list, "strict": bool}


def forged(rng: Random, said: Data) -> dict[str, list[Any]]:
    """Return by field what may stand in it as well, as far as its form goes."""
    proof, hands, (seat, number) = said["proof"], said["hands"], said["goal"].split()
    one, other = rng.sample([place for place, hand in enumerate(hands) if hand], 2)
    swapped = deepcopy(hands)
    swapped[one][0], swapped[other][-1] = hands[other][-1], hands[one][0]
    own = hands[to_play(said)]
    cuts = [
        (proof[:at], proof[at + 1 :]) for at in rng.choices(range(len(proof)), k=9 * bool(proof))
    ]
    goals = (f"{seat} {max(int(number[:-1]) + off, 0)}{number[-1]}" for off in (-1, 1))
    return {
        "proof": [before + digit + after for before, after in cuts for digit in ("", *DIGITS[:4])],
        "hands": [swapped],
        "goal": [*goals],
        "verdict": ["sound", "cooked", "busted", "modest"],
        "value": [said["value"] - 1],
        "strict": [True, False],
        "keys": [[], *([card] for card in own)],
        "works": [[*(said["works"] or ()), card] for card in own],
    }


def misshapen(rng: Random, said: Data) -> Iterator[tuple[bool, str]]:
    """Yield a certificate with each field wrong in many ways, signed: if it can be true, a line.

    A verdict and a value follow from the rest: no other is true.
    """
    others = forged(rng, said)
    for key in (*said, *said["rules"]):
        inside = key not in said
        value = (said["rules"] if inside else said)[key]
        wrong = [(True, each) for each in STRANGE.get(key, ())]
        types = {type(None), OR_NULL[key]} if key in OR_NULL else {type(value)}
        wrong += [(type(each) not in types, each) for each in ANYTHING]
        wrong += [(False, each) for each in others.get(key, ())]
        if isinstance(value, str | list):
            wrong += [(False, each) for each in (value[:-1], value[1:], value[::-1])]
            wrong += [(False, value + value[:1])]
        if type(value) is int:
            wrong += [(True, float(value)), (False, value + 1), (False, -value)]
        for must_fail, each in wrong:
            if json.dumps(each) != json.dumps(value):
                changed = deepcopy(said)
                (changed["rules"] if inside else changed)[key] = each
                yield must_fail or key in ("verdict", "value"), signed(changed, key)
        changed = deepcopy(said)
        del (changed["rules"] if inside else changed)[key]
        yield True, signed(changed, key)
        (changed["rules"] if inside else changed)["more"] = value
        yield True, signed(changed, key)
        whole, named = json.dumps(said), f'"{key}": '
        yield True, whole.replace(named, f"{named}{json.dumps(value)}, {named}", 1)


def signed(said: Data, key: str) -> str:
    """Return the line of a certificate with its check sum, unless that was changed."""
    return json.dumps(said if key == "sha256" else said | {"sha256": digest(said)})


def test_whatever_is_wrong_in_any_field_is_refused_in_a_line(
    solver: Solver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Signed anew: no traceback, and what is still accepted is true."""
    path, accepted, rng = tmp_path / "file", 0, Random(6)
    for said in certificates(12, 8, 3, solver):
        wrong = [*misshapen(rng, said)]
        assert len(wrong) > 400
        for start in range(0, len(wrong), 90):
            some = wrong[start : start + 90]
            head = {"format": "manni certificates", "version": 2, "certificates": len(some) + 1}
            lines = [json.dumps(head), *(line for _, line in some), json.dumps(said)]
            path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
            assert check_certificate.main([str(path)]) == 1
            *told, last = capsys.readouterr().out.splitlines()
            assert last.startswith(f"{path}: {len(some) + 1}: proved: ")
            for (must_fail, line), verdict in zip(some, told, strict=True):
                if ": REFUSED: " not in verdict:
                    accepted += 1
                    assert not must_fail, (line, verdict)
                    assert is_true(json.loads(line)), (line, verdict)
    assert accepted > 40


def test_what_a_file_can_cost_is_bounded(tmp_path: Path, solver: Solver) -> None:
    """Millions of empty lines in two kilobytes; a large tree in which nothing is chosen."""
    path = tmp_path / "file"
    head = '{"format": "manni certificates", "version": 2, "certificates": 2000000}\n'
    path.write_bytes(gzip.compress(head.encode() + 2_000_000 * b"\n"))
    told = run_checker(path)
    assert (told.returncode, told.stderr) == (1, "")
    *most, last = told.stdout.splitlines()
    assert len(most) == MOST_REFUSED
    assert last == f"{path}: REFUSED: {MOST_REFUSED} of it are refused: it is not read on"
    one_suit = Position.parse(
        "AKQJT9876543... .AQT86.KJ975.32 .KJ975.AQT86.54", contract="NT", leader="F"
    )
    certificate = certify_guarantee(one_suit, Seat.FOREHAND, 12, solver.engine, run=Run())
    assert certificate.failed == ("not proved: more than 100,000 steps, and 32 for each answer",)
    with pytest.raises(Refused, match="more than 100,000 steps"):
        check(certificate.data)


def test_a_line_forges_no_other_and_ends_no_run(solver: Solver, tmp_path: Path) -> None:
    (whole,) = certificates(11, 1, 3, solver)
    named = [whole | {"name": name} for name in ("\x1b[2K\nx: 2: proved", "\ud800")]
    written = as_file(each | {"sha256": digest(each)} for each in named)
    head, *lines = gzip.decompress(written).decode().splitlines(keepends=True)
    lines.insert(0, "[" * 100_000 + "\n")
    path = tmp_path / "out"
    path.write_bytes(gzip.compress("".join((head.replace(": 2", ": 3", 1), *lines)).encode()))
    told = run_checker(path)
    assert (told.returncode, told.stderr) == (1, "")
    words = [line.split(": ")[1:3] for line in told.stdout.split("\n")]
    assert words == [["1", "REFUSED"], ["2", "proved"], ["3", "proved"], []]
    with gzip.open(path, "wt") as file:
        file.writelines([head, " " * LONGEST])
    assert f"a line of more than {LONGEST:,} characters" in run_checker(path).stdout


def test_a_card_on_the_table_that_was_no_play_is_refused(solver: Solver) -> None:
    (whole,) = certificates(11, 1, 3, solver)
    revoked = whole | {
        "hands": [["SK"], ["S3"], ["S4", "S5"]],
        "leader": "F",
        "table": ["SA", "H2"],
        "goal": "F 1+",
    }
    with pytest.raises(Refused, match="a card on the table might not be played"):
        check(revoked | {"sha256": digest(revoked)})
