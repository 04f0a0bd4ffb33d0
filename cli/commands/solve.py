"""``manni solve``: the values of a position, of every card, and a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ... import Position, RuleError, Seat, Solution, Solver, StoppedError
from ...solver.cards import BySeat
from ...solver.engine import Engine
from ...solver.i18n import _, text_if
from ...solver.report.diagram import DealInfo, View, deal_head, draw_view
from ...solver.report.text import AnyText, Table, Text, Value, contract_name, join, leading_cells
from ...solver.report.values import (
    SOLUTION,
    bid_text,
    card_values_table,
    legend,
    line_text,
    values_table,
)
from ...solver.values.solution import bid_made, points_of
from .. import inputs, options, output

# What only deals of a game need is imported where it is used: --hands starts at once.
if TYPE_CHECKING:
    from ... import Contract, Deal, Run


@options.command
def command(
    *,
    source: options.Source,
    seats: options.SeatsOption,
    cards: options.CardsOption,
    line: options.LineOption,
    selfish: bool = options.flag(
        "Also what may come of it if each plays for his own tricks alone: hands of up to 8 cards."
    ),
    whys: options.WhyOption,
    certificates: options.CertificatesOption,
    search: options.SearchOptions,
    form: options.FormatOption,
) -> None:
    """Guarantee, best case and share of each seat.

    FILE holds deals (- is stdin); options override what is recorded. Points are shown for
    a whole deal of a variant. With a FILE, --json prints one line per deal. In csv, tsv and
    markdown a row is a seat, with --cards a group of equal cards. Ctrl-C shows what is
    proved of the deal it stops at.
    """
    source.check()
    options.refuse_in_table(form, line=line is not None, why=whys)
    loop = inputs.DealLoop(source.keep_going, form)
    if certificates is not None:
        from ...solver.puzzles.check import as_file, check_length
        from ..outfile import check_target, write_and_report

        check_target(certificates, reads=(source.file,))
    from_hands = source.file is None
    tasks = _of_hands(source, selfish) if from_hands else _of_file(source, selfish, loop)
    if certificates is not None:
        for *_place, task in tasks:
            check_length(task.position)
    if whys:
        from ...solver.analysis.why import check_why, explain

        for _number, place, task in tasks:  # before any work is done
            if place and task.deal and task.deal.rules and not task.position.is_plain:
                raise RuleError(
                    f"{place}: --why is only for games counted in tricks; this is "
                    f"{task.deal.rules.name}"
                )
            check_why(task.position)
        search.memory -= search.memory // 2  # what is left is for the reasons
    proofs: list[dict[str, Any] | None] = []

    def look(number: int | None, task: _Task, solver: Solver, run: Run) -> output.Report:
        extras: dict[str, Any] = {}
        wanted = seats or tuple(task.position.seats)
        part = run.part(1 / (1 + selfish + whys))
        solution = solver.solve(task.position, cards=cards, line=line, seats=wanted, run=part)
        if selfish:
            from ... import solve_selfish

            extras["selfish"] = None
            with suppress(StoppedError):
                part = run.part(1 / (1 + whys))
                extras["selfish"] = solve_selfish(task.position, run=part)
        if whys:
            guarantees = ((task.position, seat) for seat in wanted)
            reasons = explain(guarantees, "exactly", run, Engine(search.memory))
            extras["why"] = dict(zip(wanted, reasons, strict=True))
        if certificates is not None:
            name = "hands" if number is None else f"deal {number}"
            proofs.extend(_proofs(name, solution, solver, run))

        deal, points, bid = task.deal, None, None
        if deal is not None and deal.rules is not None:
            great = deal.great and solution.position.contract is deal.contract
            points = points_of(solution, deal.rules, deal.declarer, great, task.won)
            bid = bid_made(deal, solution, task.won)

        def data(**named: Value) -> Any:
            values = extras | {"bid": bid, "points": points, "won": task.won}
            if deal is not None and not task.position.rules.is_plain:
                values["variant"] = deal.variant
            if "why" in values:
                values["why"] = tuple(map(values["why"].get, solution.position.seats))
            from ...solver.report.selfish import SOLVED

            return SOLVED.json(solution, **named, **values)

        def table() -> Table:
            more = []
            if "selfish" in extras:
                from ...solver.report.selfish import card_columns, seat_columns

                more = (card_columns if cards else seat_columns)(extras["selfish"])
            rows = (
                card_values_table(solution, *more)
                if cards
                else values_table(solution, points, *more)
            )
            return rows.after(leading_cells(SOLUTION, ("contract", "leader", "ace_low"), solution))

        def text() -> Text:
            parts: list[AnyText] = [] if number is None else [_title(number, task)]
            parts.append(draw_view(View.of(task.position, won=task.won)))
            parts.append(values_table(solution, points).text())
            parts.append(legend(task.position, points))
            if bid is not None:
                parts.append(bid_text(bid, task.position))
            if not solution.exact:
                parts.append(output.partial_note(run))
            if solution.cards:
                parts.append(card_values_table(solution).text())
            if line is not None:
                head = _("Line in which {seat} gets its guarantee:", seat=line)
                found_line: AnyText = _("not found in time")
                if solution.line is not None:
                    found_line = line_text(task.position, solution.line) or _("no card is left")
                parts.append(f"{head}\n" + found_line)
            if "selfish" in extras:
                from ...solver.report.selfish import selfish_text

                parts.append(selfish_text(extras["selfish"]))
            if "why" in extras:
                from ...solver.report.why import whys_text

                parts.append(whys_text(extras["why"]))
            return join("\n\n", parts)

        return data, table, text

    loop.run(tasks, look, search)
    if certificates is not None:
        proved = [proof for proof in proofs if proof is not None]
        missing = len(proofs) - len(proved)
        left = f", {missing} too long or not found in time" if missing else ""
        counts = f": proofs of {len(proved)} guarantees{left}"
        write_and_report(certificates, as_file(proved), counts)
    loop.finish()


class _Task(NamedTuple):
    """A position to solve, the deal it is of where that is known."""

    position: Position
    won: BySeat[int]
    deal: Deal | None = None


def _of_hands(source: options.Source, selfish: bool) -> Sequence[inputs.Numbered[_Task]]:
    if source.contract is None:
        raise click.UsageError(f"--{'piles' if source.piles else 'hands'} needs --contract.")
    position = source.position(source.contract)
    if selfish:
        _check_selfish(position, None)
    deal = None
    if source.variant is not None:
        from ...solver.deal import Deal

        deal = Deal.checked(
            hands=position.dealt,
            variant=source.variant.code,
            declarer=source.declarer_at(position.seats),
            bid=source.bid,
        )
    return [(None, "", _Task(position, (0,) * len(position.hands), deal))]


def _of_file(
    source: options.Source, selfish: bool, loop: inputs.DealLoop
) -> Sequence[inputs.Numbered[_Task]]:
    assert source.file is not None
    before: list[str] = []

    def task(number: int, place: str, deal: Deal) -> _Task:
        if source.variant is not None:
            deal = deal.but(variant=source.variant.code)
        if source.bid is not None:
            deal = deal.but(bid=source.bid, auction=())
        declares = source.declarer_at(deal.seats)
        standing = deal.standing(
            contract=source.contract,
            leader=source.leader,
            ace_low=source.ace_low,
            declarer=declares,
            after=source.after,
        )
        contract = standing.position.contract
        if source.bid is not None:  # refuse one that cannot be
            from ...solver.position import rules_if_legal

            declarer = deal.declarer if declares is None else declares
            rules_if_legal(contract, source.ace_low, deal.rules, declarer, source.bid)
        if declares not in (None, deal.declarer):
            # Who has claimed may be asked anew; a bid is the bidder's.
            claims = deal.rules is not None and deal.rules.claims
            bid = deal.bid if claims else source.bid
            deal = deal.but(declarer=declares, auction=(), bid=bid)
        if standing.note is not None:
            output.note(f"{place}: {standing.note}")
        if selfish:
            _check_selfish(standing.position, deal)
        if _is_before_exchange(deal, contract):
            before.append(place)
        return _Task(standing.position, standing.won, deal)

    tasks = loop.map(inputs.deals_of(source.file, source.number, loop), task)
    if before:
        where = (
            before[0] if len(before) == 1 else f"{inputs.name_of(source.file)}: {len(before)} deals"
        )
        output.note(f"{where}: no exchange is recorded: the values are those before the exchange")
    return tasks


def _is_before_exchange(deal: Deal, contract: Contract) -> bool:
    """Return whether cards may still be exchanged in a whole deal."""
    rules = deal.rules
    if rules is None or not deal.manni or deal.play or deal.discards != (None, None, None):
        return False
    # Whoever declares: the order is of nobody only where nobody exchanges.
    somebody = Seat.FOREHAND if deal.declarer is None else deal.declarer
    return len(rules.exchange_in(contract).order(somebody)) > 0


# What only one option needs is imported where it is used.


def _check_selfish(position: Position, deal: Deal | None) -> None:
    """Raise SolverError where selfish play is not worked out."""
    great = deal is not None and deal.great and position.contract is deal.contract
    from ...solver.values.selfish import check_selfish

    check_selfish(position, great=great)


def _proofs(
    name: str, solution: Solution, solver: Solver, run: Run
) -> Iterator[dict[str, Any] | None]:
    """Yield the proofs of the guarantees of a deal, None for what is not proved in time."""
    from ...solver.puzzles.check import certify_guarantee

    position = solution.position
    for seat, tricks, asked in zip(
        position.seats, solution.guarantee, solution.bounds, strict=True
    ):
        # What one of two sides is sure of says what the other is.
        if asked is None or seat is not min(position.declarers, default=seat):
            continue
        data = None
        if tricks is not None:
            named = f"{name}, the guarantee of {seat.word}"
            with suppress(StoppedError):
                proof = certify_guarantee(
                    position, seat, tricks, solver.engine, name=named, run=run
                )
                data = proof.data if proof.proved else None
        yield data


def _title(number: int, task: _Task) -> str:
    deal = task.deal
    assert deal is not None
    lines = [deal_head(number, deal.name), *DealInfo.of(deal).lines]
    if deal.declarer is not None and deal.contract is not None:
        solved = task.position.contract
        call = contract_name(solved, deal.great and solved is deal.contract, False)
        lines.append(
            text_if(
                deal.bid is not None and deal.rules is not None and deal.rules.claims,
                "{seat:The} claims {bid} in {contract}",
                "{seat:The} declares {contract}",
                seat=deal.declarer,
                bid=deal.bid,
                contract=call,
            )
        )
    return "\n".join(lines)
