"""The score sheet of a game as text and as data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.cards import Seat
from solver.report.text import AnyCell, AnyText, Cell, Column, Table, Text, columns, join
from solver.rules.auction import Call
from solver.rules.game import PLAYERS, Game


def signed(points: int) -> str:
    """Return points with a sign, zero without."""
    return f"{points:+d}" if points else "0"


def sheet_text(game: Game) -> Text:
    """Return the sheet: a row a deal, what has been declared, who has won or deals next."""
    played = len(game.deals)
    paragraphs: list[AnyText] = [
        f"{game.variant.name}, {game.variant.ending}: {played} deal{'s'[: played - 1]} played",
        deals_table(game).text(),
    ]
    if game.variant.tallies:
        paragraphs.append(_tallies(game).text())
    if game.variant.declared:
        paragraphs.append(_lists(game).text())
    paragraphs.append(_outcome(game))
    return join("\n\n", paragraphs)


def deals_table(game: Game) -> Table:
    """Return the sheet's table: a row a deal, three columns a player."""
    with_declarer = game.variant.declared
    heads = columns("deal", "dealer", "contract", *["declarer"] * with_declarer, left=4)
    for name in game.names:
        heads += (
            Column(head, f"{name} {head}", over=name * (head == "tricks"))
            for head in ("tricks", "points", "total")
        )
    rows = []
    for number, deal in enumerate(game.deals, 1):
        row: list[AnyCell] = [
            str(number),
            game.names[deal.dealer],
            str(Call(deal.contract, deal.great)),
        ]
        if with_declarer:
            row.append("" if deal.declarer is None else game.names[deal.declarer])
        totals = game.totals_after(number)
        for player in range(PLAYERS):
            row.append(str(deal.tricks[player]))
            row += (Cell(signed(own[player]), own[player]) for own in (deal.points, totals))
        rows.append(row)
    return Table(heads, rows)


def _tallies(game: Game) -> Table:
    rows = []
    for player, name in enumerate(game.names):
        figures = game.plus[player], game.minus[player], game.totals[player]
        rows.append([name, *map(str, figures[:2]), signed(figures[2])])
    return Table(columns("", "plus", "minus", "total"), rows)


def _lists(game: Game) -> Table:
    rows = []
    for player, name in enumerate(game.names):
        used = ", ".join(declared(game, player)) or "nothing"
        left = ", ".join(slots_left(game, player)) or "nothing"
        rows.append([name, used, left])
    return Table(columns("", "declared", "left", left=3), rows)


def declared(game: Game, player: int) -> list[str]:
    """Return what a player has declared, in order."""
    calls = []
    for deal in game.deals:
        if deal.declarer == player:
            call = str(Call(deal.contract, deal.great))
            calls.append(call if deal.slot == deal.contract.name else f"{deal.slot} ({call})")
    return calls


def slots_left(game: Game, player: int) -> list[str]:
    """Return what a player has still to declare."""
    used = game.used(player)
    return [slot.name for slot in game.variant.slots if slot.name not in used]


def _outcome(game: Game) -> str:
    if not game.over:
        return _next(game)
    best = signed(max(game.totals))
    names = [game.names[player] for player in game.winners]
    if len(names) == 1:
        return f"{names[0]} has won with {best}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {best} each."


def _next(game: Game) -> str:
    forehand = game.names[game.player(Seat.FOREHAND)]
    text = f"Deal {game.number}: {game.names[game.dealer]} deals, {forehand} is forehand"
    contract = game.variant.fixed_contract(game.number, None)
    return f"{text}, the contract is {contract.name}." if contract is not None else f"{text}."


def sheet_data(game: Game) -> dict[str, Any]:
    """Return the sheet for JSON, figures by the players' names."""

    def by_player(values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(game.names, values, strict=True))

    deals = [
        {
            "deal": number,
            "dealer": game.names[deal.dealer],
            "contract": deal.contract.name,
            "great": deal.great,
            "declarer": None if deal.declarer is None else game.names[deal.declarer],
            "tricks": by_player(deal.tricks),
            "points": by_player(deal.points),
            "totals": by_player(game.totals_after(number)),
        }
        for number, deal in enumerate(game.deals, 1)
    ]
    players = range(PLAYERS)
    return {
        "variant": game.variant.code,
        "players": list(game.names),
        "deals": deals,
        "totals": by_player(game.totals),
        "plus": by_player(game.plus),
        "minus": by_player(game.minus),
        "declared": by_player([declared(game, player) for player in players]),
        "left": by_player([slots_left(game, player) for player in players]),
        "over": game.over,
        "winners": [game.names[player] for player in game.winners],
        "next": None
        if game.over
        else {
            "deal": game.number,
            "dealer": game.names[game.dealer],
            "forehand": game.names[game.player(Seat.FOREHAND)],
        },
    }
