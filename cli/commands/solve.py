"""``manni solve``: the values of a position, of every card, and a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from manni.cli import inputs, options, output
from manni.cli.formats import Rows, format_option
from manni.solver.cards import Seat
from manni.solver.errors import RuleError, StoppedError
from manni.solver.i18n import _, seat_word
from manni.solver.position import Position
from manni.solver.report.about import About
from manni.solver.report.bid import bid_text
from manni.solver.report.cards import contract_name
from manni.solver.report.columns import leading
from manni.solver.report.diagram import Scene, deal_head, draw_scene
from manni.solver.report.tables import (
    card_values_table,
    legend,
    line_text,
    values_table,
)
from manni.solver.report.text import AnyText, Text, join
from manni.solver.report.values import SOLUTION
from manni.solver.rules.rule_options import leader_for, rules_said
from manni.solver.values.solution import Solution
from manni.solver.values.solve import ALL_SEATS, Solver

# What only deals of a game need is imported where it is used: --hands starts at once.
if TYPE_CHECKING:
    from manni.solver.analysis.why import Why
    from manni.solver.deal import Deal
    from manni.solver.report.columns import Shown
    from manni.solver.rules.contract import Contract
    from manni.solver.run import Run
    from manni.solver.values.bid import BidMade
    from manni.solver.values.points import Points
    from manni.solver.values.selfish import SelfishSolution


@click.command
@options.source_options
@options.seats_option
@options.cards_option
@options.line_option
@click.option(
    "--selfish",
    is_flag=True,
    help="Also what may come of it if each plays for his own tricks alone: hands of up to 8 cards, "
    "up to 12 with --time and --memory.",
)
@options.why_option
@options.certificates_option
@options.search_options
@format_option
def command(
    source: options.Source,
    seats: tuple[Seat, ...],
    cards: bool,
    line: Seat | None,
    selfish: bool,
    whys: bool,
    certificates: str | None,
    search: options.Search,
    form: str,
) -> None:
    """Guarantee, best case and share of each seat.

    FILE holds deals (- is stdin); options override what is recorded. Points are shown for
    a whole deal of a variant. With a FILE, --json prints one line per deal. In csv, tsv and
    markdown a row is a seat, with --cards a group of equal cards. Ctrl-C shows what is
    proved of the deal it stops at.
    """
    source.check()
    if line is not None and form not in ("text", "json"):
        raise click.UsageError(f"--line goes with text and json, not with {form}.")
    if whys and form not in ("text", "json"):
        raise click.UsageError(f"--why goes with text and json, not with {form}.")
    rows = Rows(form)
    proofs = None if certificates is None else _Proofs(certificates, source.file)
    tables = 1 + selfish + whys
    alone = _Selfish(search.memory / tables) if selfish else None
    reasons = _Reasons(search.memory / tables) if whys else None
    bad = inputs.BadDeals(source.keep_going)
    from_file = source.hands is None
    tasks = list(_of_file(source, alone, bad)) if from_file else [_of_hands(source, alone)]
    if proofs is not None:
        proofs.check(tasks)
    if reasons is not None:
        reasons.check(tasks, source.file)
    # Without the cards there are but three searches to do side by side.
    solver = Solver(search.memory / tables, search.jobs)
    for index, task in enumerate(tasks):
        with output.working("", seconds=search.seconds) as run:
            solution = solver.solve(
                task.position,
                cards=cards,
                line=line,
                seats=seats or ALL_SEATS,
                run=run if tables == 1 else run.part(1 / tables),
            )
            if alone is not None:
                alone.work_out(task.position, run if reasons is None else run.part(0.5))
            if reasons is not None:
                reasons.work_out(task.position, seats or ALL_SEATS, run)
            if proofs is not None:
                proofs.add(task, solution, solver, run)
        worth = _points(task, solution)
        named = {} if task.number is None else {"deal": task.number}
        if form == "json":
            own: dict[str, Any] = {} if alone is None else {"selfish": alone.solution}
            if reasons is not None:
                own["why"] = reasons.by_seat()
            bid = _bid(task, solution)
            data = SOLUTION.json(solution, **named, points=worth, won=task.won, bid=bid, **own)
            output.result_json(data)
        elif form != "text":
            more = [] if alone is None else alone.columns(cards)
            table = (
                card_values_table(solution, *more)
                if cards
                else values_table(solution, worth, *more)
            )
            asked = leading(SOLUTION, ("contract", "leader", "ace_low"), solution)
            rows.add(table, {**named, **asked})
        else:
            if task.number is not None:
                output.result("\n" * bool(index) + _title(task))
            output.result(_text(task, solution, worth, line, run))
            if alone is not None:
                output.result("\n" + alone.text())
            if reasons is not None:
                output.result("\n" + reasons.text())
        if run.is_cancelled():
            output.stopped(task.number, len(tasks))
    if proofs is not None:
        proofs.write()
    bad.finish()


class _Proofs:
    """Certificates of guarantees; what only they need is imported here."""

    def __init__(self, path: str, source: str | None) -> None:
        from manni.cli.outfile import check_target

        check_target(path, (source,))
        self.path = path
        self.certificates: list[dict[str, Any]] = []
        self.missing = 0

    def check(self, tasks: Iterable[_Task]) -> None:
        """Raise DealError, before any work is done, where hands are too long."""
        from manni.solver.puzzles.certify import check_length

        for task in tasks:
            check_length(task.position)

    def add(self, task: _Task, solution: Solution, solver: Solver, run: Run) -> None:
        """Prove the guarantees of a deal that were found exactly, in the time there is."""
        from manni.solver.puzzles.certify import certify_guarantee

        position = solution.position
        for seat, tricks, asked in zip(Seat, solution.guarantee, solution.bounds, strict=True):
            # What a declarer is sure of says what the two partners are sure of.
            if asked is None or position.declarer not in (None, seat):
                continue
            try:
                if tricks is None:
                    raise StoppedError("the guarantee was not found")
                name = f"{task.name}, the guarantee of {seat.word}"
                proof = certify_guarantee(position, seat, tricks, solver.engine, name=name, run=run)
            except StoppedError:
                self.missing += 1
                continue
            if proof.proved:
                self.certificates.append(proof.data)
            else:
                self.missing += 1

    def write(self) -> None:
        """Write the file and say what is in it."""
        from manni.cli.outfile import write_file
        from manni.solver.puzzles.certify import as_file

        write_file(self.path, as_file(self.certificates))
        missing = f", {self.missing} too long or not found in time" if self.missing else ""
        output.note(f"wrote {self.path}: proofs of {len(self.certificates)} guarantees{missing}")


class _Selfish:
    """Selfish play, which half the memory is for; what only it needs is imported here."""

    def __init__(self, memory: float) -> None:
        from manni.solver.engine import Engine

        self.limited = options.is_given("seconds") and options.is_given("memory")
        self.engine = Engine(memory)
        self.solution: SelfishSolution | None = None

    def check(self, position: Position, deal: Deal | None) -> None:
        """Raise SolverError where selfish play is not worked out."""
        from manni.solver.values.selfish import check_selfish

        great = deal is not None and deal.great and position.contract is deal.contract
        check_selfish(position, limited=self.limited, great=great)

    def work_out(self, position: Position, run: Run) -> None:
        """Find the selfish play of a position, if it is not stopped."""
        from manni.solver.values.selfish import selfish_on

        self.solution = None
        with suppress(StoppedError):
            self.solution = selfish_on(self.engine, position, run=run)

    def text(self) -> Text:
        from manni.solver.report.selfish import selfish_text

        return selfish_text(self.solution)

    def columns(self, cards: bool) -> list[Shown]:
        """Return the columns of it in a table of the seats, or of the cards."""
        from manni.solver.report.selfish import beside_cards, beside_seats

        return beside_cards(self.solution) if cards else beside_seats(self.solution)


class _Reasons:
    """What guarantees rest on; what only this needs is imported here."""

    def __init__(self, memory: float) -> None:
        from manni.solver.engine import Engine

        self.engine = Engine(memory)
        self.found: dict[Seat, Why | None] = {}

    def check(self, tasks: Iterable[_Task], file: str | None) -> None:
        """Raise RuleError, before any work is done, where it is not worked out."""
        from manni.solver.analysis.why import check_why

        for task in tasks:
            if file and task.deal and task.deal.rules and not task.position.rules.is_plain:
                raise RuleError(
                    f"{file}: {task.name}: --why is only for games counted in tricks; this is "
                    f"{task.deal.rules.name}"
                )
            check_why(task.position)

    def work_out(self, position: Position, seats: tuple[Seat, ...], run: Run) -> None:
        """Find the reasons of each seat's guarantee, if it is not stopped."""
        from manni.solver.analysis.why import why

        self.found = dict.fromkeys(seats)
        for done, seat in enumerate(seats):
            self.engine.clear()  # so that they do not depend on what was asked before
            with suppress(StoppedError):
                part = run.part(1 / (len(seats) - done))
                self.found[seat] = why(position, seat, engine=self.engine, run=part)

    def by_seat(self) -> tuple[Why | None, ...]:
        """Return them for every seat, None where not asked for or not found."""
        return tuple(map(self.found.get, ALL_SEATS))

    def text(self) -> Text:
        from manni.solver.report.why import whys_text

        return whys_text(self.found)


class _Task(NamedTuple):
    """A position to solve, its number in a file, the deal it is of where that is known."""

    position: Position
    number: int | None = None
    deal: Deal | None = None
    won: tuple[int, int, int] = (0, 0, 0)

    @property
    def name(self) -> str:
        """What a proof of it is called."""
        return "hands" if self.number is None else f"deal {self.number}"


def _of_hands(source: options.Source, alone: _Selfish | None) -> _Task:
    contract, leader, variant, declarer = (
        source.contract,
        source.leader,
        source.variant,
        source.declarer,
    )
    assert source.hands is not None
    if contract is None:
        raise click.UsageError("--hands needs --contract.")
    rules = rules_said(contract, source.ace_low, variant, declarer, source.bid)
    if leader is None:
        leader = leader_for(declarer, variant)
    position = Position(
        source.hands, contract, leader, source.played or (), rules=rules, declarer=declarer
    )
    if alone is not None:
        alone.check(position, None)
    if variant is None:
        return _Task(position)
    from manni.solver.deal import Deal

    return _Task(
        position, deal=Deal(position.dealt, variant.code, declarer=declarer, bid=source.bid)
    )


def _of_file(
    source: options.Source, alone: _Selfish | None, bad: inputs.BadDeals
) -> Iterator[_Task]:
    assert source.file is not None
    before: list[str] = []
    for number, place, deal in inputs.deals_of(source.file, source.number, bad):
        with bad.caught(place):
            if source.variant is not None:
                deal = replace(deal, variant=source.variant.code)
            if source.bid is not None:
                deal = replace(deal, bid=source.bid, auction=())
            standing = deal.standing(
                contract=source.contract,
                leader=source.leader,
                ace_low=source.ace_low,
                declarer=source.declarer,
                after=source.after,
            )
            if source.bid is not None:  # refuse one that cannot be
                asked = standing.position.contract
                declarer = deal.declarer if source.declarer is None else source.declarer
                rules_said(asked, source.ace_low, deal.rules, declarer, source.bid)
            if source.declarer not in (None, deal.declarer):
                # Who has claimed may be asked anew; a bid is the bidder's.
                claims = deal.rules is not None and deal.rules.claims
                bid = deal.bid if claims else source.bid
                deal = replace(deal, declarer=source.declarer, auction=(), bid=bid)
            if standing.note is not None:
                output.note(f"{place}: {standing.note}")
            if alone is not None:
                alone.check(standing.position, deal)
            if _is_before_exchange(deal, standing.position.contract):
                before.append(place)
            yield _Task(standing.position, number, deal, standing.won)
    if before:
        where = (
            before[0] if len(before) == 1 else f"{inputs.name_of(source.file)}: {len(before)} deals"
        )
        output.note(f"{where}: no exchange is recorded: the values are those before the exchange")


def _is_before_exchange(deal: Deal, contract: Contract) -> bool:
    """Return whether cards may still be exchanged in a whole deal."""
    rules = deal.rules
    if rules is None or not deal.manni or deal.play or deal.discards != (None, None, None):
        return False
    # Whoever declares: the order is of nobody only where nobody exchanges.
    somebody = Seat.FOREHAND if deal.declarer is None else deal.declarer
    return len(rules.exchange_in(contract).order(somebody)) > 0


def _points(task: _Task, solution: Solution) -> tuple[Points, Points, Points] | None:
    deal = task.deal
    if deal is None or deal.rules is None:
        return None
    from manni.solver.values.points import points

    great = deal.great and solution.position.contract is deal.contract
    return points(solution, deal.rules, deal.declarer, great, task.won)


def _bid(task: _Task, solution: Solution) -> BidMade | None:
    if task.deal is None or task.deal.bid is None:
        return None
    from manni.solver.values.bid import bid_made

    return bid_made(task.deal, solution, task.won)


def _title(task: _Task) -> str:
    deal = task.deal
    assert deal is not None
    lines = [deal_head(task.number, deal.name), *About.of(deal).lines]
    if deal.declarer is not None and deal.contract is not None:
        solved = task.position.contract
        call = contract_name(solved, deal.great and solved is deal.contract, False)
        if task.position.rules.claimed:
            does = _("{seat:The} claims {bid} in {contract}")
        else:
            does = _("{seat:The} declares {contract}")
        seat = seat_word(deal.declarer)
        lines.append(does.format(seat=seat, bid=deal.bid, contract=call))
    return "\n".join(lines) + "\n"


def _text(
    task: _Task,
    solution: Solution,
    worth: tuple[Points, Points, Points] | None,
    line: Seat | None,
    run: Run,
) -> Text:
    blocks: list[AnyText] = [
        draw_scene(Scene.of(task.position, won=task.won)),
        values_table(solution, worth).text(),
        legend(solution.position, worth),
    ]
    bid = _bid(task, solution)
    if bid is not None:
        blocks.append(bid_text(bid, solution.position))
    if not solution.exact:
        blocks.append(output.partial(run))
    if solution.cards:
        blocks.append(card_values_table(solution).text())
    if line is not None:
        head = _("Line in which {seat} gets its guarantee:").format(seat=seat_word(line))
        blocks.append(f"{head}\n" + _line(solution))
    return join("\n\n", blocks)


def _line(solution: Solution) -> AnyText:
    if solution.line is None:
        return _("not found in time")
    return line_text(solution.position, solution.line) or _("no card is left")
