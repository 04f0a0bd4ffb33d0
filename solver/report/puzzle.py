"""Verdicts on puzzles and their solutions, as text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

from solver.cards import card_name
from solver.goal import format_goal
from solver.notation import format_hand
from solver.position import Position
from solver.puzzles.certify import Certificate
from solver.puzzles.find import Find
from solver.puzzles.thumb_card import thumb_card
from solver.puzzles.tree import Group, Node, Tree
from solver.puzzles.verify import Puzzle, Try, Verdict, Verification
from solver.report.tables import card_text

TREE_LINES = 200
"""The most lines printed of one solution tree."""

TREE_LEGEND = (
    "! only card (up to equals)   · new trick   where a line stops the rest is plain\n"
    "defences that are not shown let the solver do better than the goal"
)


def verdict_text(found: Verification, colour: bool = False) -> str:
    """Return the verdict and why, one line, then a refutation where there is one."""
    lines = [f"{found.verdict}: {_why(found, colour)}"]
    if found.refutation is not None:
        lines.append("  " + play_text(found.puzzle, found.refutation.line, colour))
    if found.tree is not None:
        lines.append("  " + strict_text(found.tree, colour))
    return "\n".join(lines)


def _why(found: Verification, colour: bool) -> str:
    puzzle = found.puzzle
    goal = f"{format_goal(puzzle.goal)} in {puzzle.position.contract.name}"
    works = _or(found.works, colour)
    if found.verdict is Verdict.BUSTED:
        assert found.refutation is not None
        tried = found.refutation.cards[:1]
        after = f" after {card_text(tried[0], colour)}" if tried else ""
        mended = f"; {works} would do" if works else ""
        return f"{goal} is not reached{after}: {_takes(puzzle, found.refutation.tricks)}{mended}"
    if found.verdict is Verdict.MODEST:
        more = abs(found.tricks - puzzle.goal.tricks)
        return f"{goal}: {_takes(puzzle, found.tricks)}, {more} better than the goal"
    if found.verdict is Verdict.COOKED:
        return f"{goal} is reached by {_or(found.others, colour)} too"
    if puzzle.key is not None:
        return f"{goal} is reached by {works} only"
    return f"{goal} is reached" + (f" by {works}; no key is claimed" if works else "")


def _takes(puzzle: Puzzle, tricks: int) -> str:
    most = "no more than " if puzzle.position.contract.avoids else ""
    return f"{puzzle.goal.seat.word} takes {most}{tricks}"


def strict_text(tree: Tree, colour: bool = False) -> str:
    """Return how strict a sound puzzle is, and its first dual."""
    dual = tree.first_dual
    if dual is None:
        longest = tree.most_only_moves()[id(tree.root)]
        return f"strictly sound: {tree.only_moves} only-moves, {longest} in one line"
    cards = _or(dual.good, colour)
    line = line_text(tree.root.position, dual.line, colour)
    return (
        f"not strictly sound: {cards} {'after ' + line if line else 'at once'}; "
        f"only-moves before: {tree.only_moves}"
    )


def certificate_text(certificate: Certificate) -> str:
    """Return what was certified, or what was not."""
    if certificate.proved:
        return (
            f"certified: {len(certificate.claims)} claims walked through, "
            f"{certificate.positions:,} positions"
        )
    return "NOT certified: " + "; ".join(certificate.failed)


def tries_text(puzzle: Puzzle, attempts: Sequence[Try], colour: bool = False) -> str:
    """Return each wrong first card and the play that beats it, down to where it does."""
    lines = []
    for attempt in attempts:
        cards = " ".join(card_text(card, colour) for card in attempt.cards)
        thumb = " (rule of thumb)" if thumb_card(puzzle.position) in attempt.cards else ""
        line = play_text(puzzle, attempt.line, colour)
        lines.append(f"{cards}{thumb}: {_takes(puzzle, attempt.tricks)}\n  {line}")
    return "\n".join(lines)


def play_text(puzzle: Puzzle, line: Sequence[int], colour: bool = False) -> str:
    """Return a line of play, cut off where the count says that the goal is missed."""
    position, aim = puzzle.position, puzzle.aim
    shown = 0
    for card in line:
        if aim.missed(position):
            break
        position = position.play(card)
        aim = aim.after(position)
        shown += 1
    return line_text(puzzle.position, line[:shown], colour)


def line_text(position: Position, line: Sequence[int], colour: bool = False) -> str:
    """Return a line of play on one line, each card after its seat's letter."""
    words = []
    for card in line:
        words.append(f"{position.to_play.letter} {card_text(card, colour)}")
        position = position.play(card)
        if not position.table and position.tricks:
            words.append("·")
    return " ".join(words).removesuffix(" ·")


def tree_text(tree: Tree, colour: bool = False) -> str:
    """Return the solution, a line for each defence worth telling apart."""
    drawing = _Drawing(tree, colour)
    lines = list(islice(drawing.lines(tree.root), TREE_LINES + 1))
    if len(lines) > TREE_LINES:
        lines[TREE_LINES:] = [f"… cut off after {TREE_LINES} lines; --json has every position"]
    return "\n".join(lines)


class _Drawing:
    """The tree with replies that lead to the same further play drawn as one."""

    def __init__(self, tree: Tree, colour: bool) -> None:
        self._colour = colour
        # What is drawn below a node, as a number: equal numbers, equal drawings.
        self._shape: dict[int, int] = {}
        self._branches: dict[int, list[tuple[str, Node]]] = {}
        shapes: dict[tuple[tuple[str, int], ...], int] = {}
        for node in reversed(tree.nodes):
            branches = self._merged(node)
            self._branches[id(node)] = branches
            drawn = tuple((label, self._shape[id(child)]) for label, child in branches)
            self._shape[id(node)] = shapes.setdefault(drawn, len(shapes))

    def lines(self, node: Node, start: str = "", depth: int = 0) -> Iterator[str]:
        """Yield the lines from a node on; ``start`` has been drawn on the first already."""
        while len(branches := self._branches[id(node)]) == 1:
            label, node = branches[0]
            start = _join(start, label, node.position)
        if not branches:
            yield "  " * depth + start.removesuffix(" ·")
            return
        if start:
            yield "  " * depth + start
            depth += 1
        for label, child in branches:
            yield from self.lines(child, _join("", label, child.position), depth)

    def _merged(self, node: Node) -> list[tuple[str, Node]]:
        """Return what is drawn after a node: the cards and the node that follows."""
        letter = node.position.to_play.letter
        if node.is_solver:
            if not node.children:
                return []
            mark = "!" if node.is_only else ""
            text = " or ".join(card_text(group[0], self._colour) for group in node.good)
            return [(f"{letter} {text}{mark}", node.children[0])]
        merged: dict[int, tuple[list[Group], Node]] = {}
        for group, child in zip(node.good, node.children, strict=True):
            merged.setdefault(self._shape[id(child)], ([], child))[0].append(group)
        if len(merged) == 1 and not node.bad and len(node.good) > 1:
            return [(f"{letter} any", node.children[0])]
        return [
            (f"{letter} " + "/".join(card_text(g[0], self._colour) for g in groups), child)
            for groups, child in merged.values()
        ]


def _join(start: str, label: str, after: Position) -> str:
    text = f"{start} {label}" if start else label
    return text if after.table else f"{text} ·"


def verification_json(
    found: Verification, certificate: Certificate | None = None, tree: Tree | None = None
) -> dict[str, Any]:
    """Return a verdict as ``manni verify --json`` prints it."""
    puzzle = found.puzzle
    data: dict[str, Any] = {
        "verdict": str(found.verdict),
        "holds": found.holds,
        "goal": format_goal(puzzle.goal),
        "contract": puzzle.position.contract.name,
        "cards": puzzle.position.tricks,
        "key": None if puzzle.key is None else card_name(puzzle.key),
        "works": _names(found.works),
        "tricks": found.tricks,
        "refutation": None if found.refutation is None else _try_json(found.refutation),
    }
    if found.tree is not None:
        dual = found.tree.first_dual
        data["strict"] = dual is None
        data["only_moves"] = found.tree.only_moves
        if dual is None:
            data["only_moves_in_a_line"] = found.tree.most_only_moves()[id(found.tree.root)]
        data["dual"] = (
            None
            if dual is None
            else {"line": [card_name(card) for card in dual.line], "works": _names(dual.good)}
        )
    if certificate is not None:
        data["certified"] = certificate.proved
        data["positions_walked"] = certificate.positions
        if certificate.failed:
            data["not_proved"] = list(certificate.failed)
    if tree is not None:
        data["tree"] = [_node_json(node) for node in tree.nodes]
    return data


def tries_json(attempts: Sequence[Try]) -> list[dict[str, Any]]:
    """Return the wrong first cards as JSON data."""
    return [_try_json(attempt) for attempt in attempts]


def find_json(found: Find) -> dict[str, Any]:
    """Return a puzzle that was found as ``manni puzzle find --json`` prints it."""
    puzzle, features = found.puzzle, found.features
    position = puzzle.position
    return {
        "hands": [format_hand(hand) for hand in position.hands],
        "contract": position.contract.name,
        "leader": position.leader.letter,
        "played": [card_name(card) for card in position.table],
        "ace_low": position.ace_low,
        "goal": format_goal(puzzle.goal),
        "key": None if puzzle.key is None else card_name(puzzle.key),
        "grade": features.grade,
        "features": asdict(features),
        "themes": list(found.themes),
    }


def _try_json(attempt: Try) -> dict[str, Any]:
    return {
        "cards": [card_name(card) for card in attempt.cards],
        "tricks": attempt.tricks,
        "line": [card_name(card) for card in attempt.line],
    }


def _node_json(node: Node) -> dict[str, Any]:
    return {
        "line": [card_name(card) for card in node.line],
        "to_play": node.position.to_play.letter,
        "needs": node.aim.tricks,
        "good": _names(node.good),
        "bad": _names(node.bad),
    }


def _names(groups: Sequence[Group]) -> list[list[str]]:
    return [[card_name(card) for card in group] for group in groups]


def _or(groups: Sequence[Group], colour: bool) -> str:
    """Return groups of cards in words; equal cards stand together with a stroke."""
    return " or ".join("/".join(card_text(card, colour) for card in group) for group in groups)
