"""Verdicts on puzzles and their solutions, as text and as JSON data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..analysis.why import Why
from ..goal import Goal, Group, format_goal
from ..i18n import (
    N_,
    _,
    amount,
    contract_code,
    format_list,
    gettext,
    ngettext,
    seat_letter,
    seat_word,
    text_if,
)
from ..position import Position
from ..puzzles.check import Certificate, PuzzleCheck
from ..puzzles.features import Features
from ..puzzles.find import Find
from ..puzzles.plain_player import thumb_card
from ..puzzles.puzzle_solution import Branch, Branching, PuzzleSolution, Step, Turn
from ..puzzles.tree import Node, Tree
from ..puzzles.verify import Puzzle, Try, Verdict, Verification
from ..schema import (
    CARDS,
    COUNT,
    FLAG,
    HAND,
    LEFT_OUT,
    TEXT,
    ace_low,
    counted,
    field,
    given,
    held,
    integer,
    list_of,
    maybe,
    nullable,
    record,
    within,
)
from .diagram import DEAL_INFO
from .text import (
    AnyText,
    Text,
    card_text,
    equals_text,
    fill,
    indent,
    join,
    played_text,
)
from .why import WHY, hands_text, why_text, with_legend

TRICK_MARK = " ·"
"""Separates the tricks of a line of play."""

ONLY_MARK, DECIDED_MARK = "!", "×"

TRIES_LEGEND = N_("! no other card would have done (up to equals)   × from there on any would")
"""The marks of a line in which one side gets its way."""


_VERDICTS = {
    Verdict.SOUND: N_("sound"),
    Verdict.COOKED: N_("cooked"),
    Verdict.BUSTED: N_("busted"),
    Verdict.MODEST: N_("modest"),
    Verdict.INVALID: N_("invalid"),
    Verdict.UNDECIDED: N_("undecided"),
}


def verdict_word(verdict: Verdict) -> str:
    """Return a verdict in the language spoken."""
    return gettext(_VERDICTS[verdict])


def verdict_text(verification: Verification) -> Text:
    """Return the verdict and its reason on one line, then a refutation if there is one."""
    told = N_("{verdict}: {why}")
    verdict = verdict_word(verification.verdict)
    lines = [fill(told, verdict=verdict, why=_why(verification))]
    position = verification.puzzle.position
    if verification.refutation is not None:
        lines.append("  " + line_text(position, verification.refutation.line))
    lines += ("  " + line_text(position, cook.line) for cook in verification.cooks)
    if verification.tree is not None:
        lines.append("  " + strict_text(verification.tree))
    return join("\n", lines)


def _why(verification: Verification) -> Text:
    puzzle = verification.puzzle
    goal = text_if(
        puzzle.position.ace_low,
        "{goal} in {contract}, ace low,",
        "{goal} in {contract}",
        goal=goal_text(puzzle.goal),
        contract=contract_code(puzzle.position.contract.name),
    )
    works = _or(verification.works)
    if verification.verdict is Verdict.BUSTED:
        assert verification.refutation is not None
        tried = verification.refutation.cards[:1]
        taken = takes_text(puzzle, verification.refutation.tricks)
        if tried:
            text = fill(
                "{goal} is not reached after {card}: {taken}",
                goal=goal,
                card=card_text(tried[0]),
                taken=taken,
            )
        else:
            text = fill("{goal} is not reached: {taken}", goal=goal, taken=taken)
        return text + fill("; {cards} would do", cards=works) if works else text
    if verification.verdict is Verdict.MODEST:
        more = abs(verification.tricks - puzzle.goal.tricks)
        taken = takes_text(puzzle, verification.tricks)
        return fill(
            "{goal}: {taken}, {number} better than the goal", goal=goal, taken=taken, number=more
        )
    if verification.verdict is Verdict.COOKED:
        told, works = _("{goal} is reached by {cards} too"), _or(verification.others)
    elif puzzle.keys:
        told = _("{goal} is reached by {cards} only")
    elif works:
        told = _("{goal} is reached by {cards}; no key is claimed")
    else:
        told = _("{goal} is reached")
    return fill(told, goal=goal, cards=works)


def goal_text(goal: Goal) -> str:
    """Return a goal as it is written, its seat in the letter of the language: ``F 4+``."""
    return seat_letter(goal.seat) + format_goal(goal)[1:]


def takes_text(puzzle: Puzzle, tricks: int) -> str:
    """Return what comes of best play by both sides."""
    seat, wanted, at_least = puzzle.goal
    unit = puzzle.position.rules.unit
    return text_if(
        not at_least and tricks <= wanted,
        "{seat} takes no more than {number}",
        "{seat} takes {number}",
        seat=seat_word(seat),
        number=tricks if unit == "tricks" else amount(tricks, unit),
    )


def strict_text(tree: Tree) -> Text:
    """Return how strict a sound puzzle is: its only-moves, or its first dual.

    A dual is a move of the solver for which more than one card works.
    """
    dual = tree.first_dual
    if dual is None:
        longest = tree.only_moves_in_a_line
        return Text(
            _(
                "strictly sound: {number} only-moves, {longest} in one line",
                number=tree.only_moves,
                longest=longest,
            )
        )
    line = line_text(tree.root.position, dual.line)
    return fill(
        text_if(
            line,
            "not strictly sound: {cards} after {line}; only-moves before: {number}",
            "not strictly sound: {cards} at once; only-moves before: {number}",
        ),
        cards=_or(dual.good),
        line=line,
        number=tree.only_moves,
    )


def certificate_text(certificate: Certificate) -> str:
    """Return how much was walked through for a proof, or what is not proved."""
    if certificate.proved:
        return _(
            "certified by a walk through {number} beginnings of a trick",
            number=f"{certificate.positions:,}",
        )
    return _("NOT certified: {why}", why="; ".join(certificate.failed))


_STOPPED = {
    "certificate": N_("stopped before the certificate was complete"),
    "tree": N_("stopped before the tree was complete"),
    "reasons": N_("stopped before the reasons were complete"),
}
"""By what a check is ``missing``."""


def check_head(check: PuzzleCheck) -> Text:
    """Return the verdict, whether it is proved, and what there was no time to complete."""
    parts: list[AnyText] = [verdict_text(check.verification)]
    if check.certificate is not None:
        parts.append(indent(certificate_text(check.certificate)))
    if check.missing is not None:
        parts.append(Text(f"  {gettext(_STOPPED[check.missing])}"))
    return join("\n", parts)


def tries_text(puzzle: Puzzle, attempts: Sequence[Try]) -> Text:
    """Return each wrong first card, what refutes it, and the play that shows it."""
    lines: list[AnyText] = [
        Text(failing_text(puzzle, attempt), "\n  ", try_text(puzzle.position, attempt))
        for attempt in attempts
    ]
    return join("\n", [*lines, *tries_legend(attempts)])


def failing_text(puzzle: Puzzle, attempt: Try) -> Text:
    """Return a wrong first card, what comes of it and what refutes it."""
    return fill(
        text_if(
            thumb_card(puzzle.position) in attempt.cards,
            "{cards} (rule of thumb): {taken}; {refuted}",
            "{cards}: {taken}; {refuted}",
        ),
        cards=equals_text(attempt.cards),
        taken=takes_text(puzzle, attempt.tricks),
        refuted=refuted_text(attempt),
    )


def tries_legend(attempts: Sequence[Try]) -> list[str]:
    """Return what the signs in the play of wrong first cards mean, if there are any."""
    is_marked = any(attempt.decided is not None for attempt in attempts)
    return [gettext(TRIES_LEGEND)] * is_marked


def refuted_text(attempt: Try) -> Text:
    """Return which answers refute a card: ``only ♥J refutes it``."""
    if attempt.is_any:
        return Text(_("any answer refutes it"))
    return fill(
        text_if(len(attempt.answers) == 1, "only {cards} refutes it", "{cards} refute it"),
        cards=_or(attempt.answers),
    )


def failures_text(
    position: Position, attempts: Sequence[Try], failures: Mapping[Group, Why | None]
) -> Text:
    """Return why first cards of a puzzle fail: what its seat is held to, or made to take."""
    blocks: list[AnyText] = [hands_text(position)]
    for each in attempts:
        if each.cards in failures:
            why = failures[each.cards]
            told = N_("{number}. {card} fails to {answer}")
            answer = _or(each.answers)
            if each.is_any:
                answer = Text(_("any answer"))
            elif len(each.answers) == 1:
                answer = Text(answer, ONLY_MARK)
            head = fill(told, number=len(blocks), card=equals_text(each.cards), answer=answer)
            blocks.append(why_text(head, why, each.tricks - why.value if why else 0))
    return with_legend(blocks)


def try_text(position: Position, attempt: Try) -> Text:
    """Return the play that shows what comes of a card, its marks at the cards that decide."""
    marks = {card: ONLY_MARK for card in attempt.only}
    if attempt.decided is not None:
        marks[attempt.decided] = marks.get(attempt.decided, "") + DECIDED_MARK
    return line_text(position, attempt.line, marks)


def failure_text(position: Position, need: Goal, card: int, tricks: int) -> Text:
    """Return that a card misses what is needed, with the tricks that come of it."""
    side = position.side(need.seat)
    if len(side) > 1 and position.declarer is None:
        told = text_if(
            need.at_least,
            "{card} fails: {seats} take no more than {number} of the {unit} left, with {needed} "
            "needed",
            "{card} fails: {seats} take {number} of the {unit} left, with {needed} allowed",
        )
    elif need.at_least:
        told = ngettext(
            "{card} fails: {seat} takes no more than {number} of the {unit} left and {needed} is "
            "needed",
            "{card} fails: {seat} takes no more than {number} of the {unit} left and {needed} are "
            "needed",
            need.tricks,
        )
    else:
        told = ngettext(
            "{card} fails: {seat} takes {number} of the {unit} left and {needed} is allowed",
            "{card} fails: {seat} takes {number} of the {unit} left and {needed} are allowed",
            need.tricks,
        )
    return fill(
        told,
        card=card_text(card),
        seat=seat_word(need.seat),
        seats=format_list([f"{seat_word(each):the}" for each in side]),
        number=tricks,
        unit=gettext(position.rules.unit),
        needed=need.tricks,
    )


def line_text(
    position: Position, line: Sequence[int], marks: Mapping[int, str] | None = None
) -> Text:
    """Return play on one line, each card after the letter of its seat, marks after cards."""
    text = Text()
    for card in line:
        label = played_text(position.to_play, card) + (marks or {}).get(card, "")
        position = position.play(card)
        text = Text(text, " " if text else "", label, "" if position.table else TRICK_MARK)
    return text.removesuffix(TRICK_MARK)


_TRY = record(
    "cards",
    "tricks",
    "line",
    "answers",
    "any_answer=is_any",
    "only",
    "decided",
    of=Try,
    name="try",
)
_NODE = record(
    "line",
    "to_play=position.to_play:",
    field("needs", integer(unit="tricks or points"), "Tricks still needed.", "need.tricks"),
    "good",
    "bad",
    of=Node,
)
record(
    "seat:",
    "card:",
    field("equals", CARDS, "Cards equal to it.", lambda step: step.groups[0][1:]),
    field("alike", CARDS, "Cards that would do as well.", lambda step: step.cards[1:]),
    "good",
    "bad",
    "only=is_only",
    "branching",
    "winner",
    "gifts",
    of=Step,
)
record("seat", "cards", "groups", "only=is_only", "any=is_any", "gifts", of=Turn)
record(of=Branch)
record(
    "number",
    "level",
    "trick",
    "line",
    "to_play=position.to_play:",
    "branches",
    "gifts",
    of=Branching,
)


class Printed(NamedTuple):
    """A solution down to a depth of its branchings, None for all."""

    solution: PuzzleSolution
    depth: int | None = None

    @property
    def shown(self) -> tuple[Branching, ...]:
        """Where the defence has a choice, breadth first."""
        return self.solution.down_to(self.depth)


PUZZLE_SOLUTION = record(
    "main_line=solution.main",
    "only_moves=solution.tree.only_moves: Only moves in all.",
    "choices=solution.forks",
    "levels=solution.levels",
    "branchings=shown",
    field(
        "left_out",
        COUNT,
        "Branchings that --depth leaves out.",
        lambda own: len(own.solution.branchings) - len(own.shown),
    ),
    of=Printed,
)


_GOAL = field(
    "goal",
    TEXT,
    "The goal: F 4+ for at least, F 2- for at most so many tricks of a seat.",
    lambda own: format_goal(own.puzzle.goal),
)

_VERIFIED = record(
    _GOAL,
    "solver=puzzle.side",
    "contract=puzzle.position.contract",
    ace_low("puzzle.position.ace_low"),
    *counted(
        "puzzle.position",
        unit=", in games for the points of cards: goal, tricks and needs are points",
    ),
    field("cards", COUNT, "Cards a hand.", "puzzle.position.tricks"),
    "key=puzzle.key",
    "keys=puzzle.keys",
    "works",
    "tricks",
    "refutation",
    "cooks",
    "strict?=is_strict",
    "only_moves?=tree.only_moves: Positions of the solver in which one card works and another "
    "does not.",
    field(
        "only_moves_in_a_line",
        COUNT,
        "The most of them in one line.",
        lambda own: own.tree.only_moves_in_a_line if own.is_strict else None,
    ),
    field(
        "dual",
        nullable(
            record("line: The line to it.", "works=good: The cards that work there.", of=Node)
        ),
        "The first position with a choice.",
        lambda own: LEFT_OUT if own.tree is None else own.tree.first_dual,
    ),
    of=Verification,
)

_FAILURE = record(
    field("cards", CARDS, "A first card, with those equal to it.", lambda own: own[0]),
    field("why", WHY, "What its seat is held to, or made to take, after it.", lambda own: own[1]),
)

VERIFICATION = record(
    given("file", TEXT, "The file."),
    given("deal", COUNT, "The number of the deal in it, from 1."),
    maybe("about", DEAL_INFO, "What the file says of it besides."),
    "verdict=verification.verdict",
    field(
        "holds",
        FLAG,
        "Whether all that was claimed and asked for is true.",
        lambda check: check.verification.holds and check.missing is None,
    ),
    field(
        "why",
        TEXT,
        "Why there is no verdict: the keys below are then left out.",
        lambda check: None,
        optional=True,
    ),
    *(each._replace(optional=True) for each in within("verification", _VERIFIED)),
    "certified?=certificate.proved: With --certify: whether a plain walk has proved all of it "
    "again.",
    "positions_walked?=certificate.positions: Positions of that walk in which a trick begins.",
    field(
        "not_proved",
        list_of(TEXT),
        "What it has not proved.",
        lambda check: check.certificate and (check.certificate.failed or None),
        optional=True,
    ),
    maybe("tree", list_of(_NODE), "With --tree: every position of the solution."),
    maybe("solution", PUZZLE_SOLUTION, "With --tree: the solution as a book prints it."),
    maybe("wrong", list_of(_TRY), "With --tree: the wrong first cards and what beats them."),
    field(
        "failures",
        list_of(_FAILURE),
        "With --why: what the wrong first cards fail by.",
        lambda check: (
            check.failures and [(group, why) for group, why in check.failures.items() if why]
        ),
        optional=True,
    ),
    "missing?: What there was no time to complete.",
    of=PuzzleCheck,
    name="verify",
    title="manni puzzle check --json",
    doc="The verdict on a puzzle, one line per deal of the FILEs.",
)


def check_json(check: PuzzleCheck, tree: bool, depth: int | None, **given: Any) -> Any:
    """Return all that is told of a puzzle, with its ``tree`` down to a depth of its branchings."""
    if tree:
        given["wrong"] = check.tries
        if check.solution is not None:
            given["tree"] = check.solution.tree.nodes
            given["solution"] = Printed(check.solution, depth)
    return VERIFICATION.json(check, **given)


record("choices", "only_moves", "lures", "branchings", "effort", of=Features)


FIND = record(
    "variant?",
    held(
        "hands",
        "The hands F, M and D.",
        "puzzle.position.hands",
        "puzzle.position.rules",
        list_of(HAND),
    ),
    "contract=puzzle.position.contract",
    *counted("puzzle.position"),
    "leader=puzzle.position.leader: Who leads, or led to the trick in progress.",
    "played=puzzle.position.table: The cards on the table.",
    ace_low("puzzle.position.ace_low"),
    _GOAL,
    "key=puzzle.key: The first card that reaches it.",
    "grade=features.grade",
    "features",
    "themes",
    of=Find,
    name="puzzle-find",
    title="manni puzzle find --json",
    doc="A puzzle that was found, one per line.",
)


def _or(groups: Sequence[Group]) -> Text:
    """Return a choice of cards in words, equal ones as one."""
    return join(_(" or "), map(equals_text, groups))
