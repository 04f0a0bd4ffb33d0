"""The score sheet of a game as text and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from solver.cards import Seat
from solver.rules.auction import Call
from solver.rules.game import PLAYERS, Game

_GAP = "  "


def signed(points: int) -> str:
    """Return points with their sign, zero without."""
    return f"{points:+d}" if points else "0"


def sheet_text(game: Game) -> str:
    """Return the sheet: a line a deal, what has been declared, who has won or what is next."""
    paragraphs = [_heading(game), "\n".join(_table(game))]
    if game.variant.tallies:
        paragraphs.append("\n".join(_tallies(game)))
    if game.variant.declared:
        paragraphs.append("\n".join(_lists(game)))
    paragraphs.append(_outcome(game))
    return "\n\n".join(paragraphs)


def _heading(game: Game) -> str:
    played = len(game.deals)
    return f"{game.variant.name}, {game.variant.ending}: {played} deal{'s'[: played - 1]} played"


def _table(game: Game) -> Iterator[str]:
    rows = [["deal", "dealer", "contract"]]
    if game.variant.declared:
        rows[0].append("declarer")
    left = len(rows[0])
    rows[0] += ["tricks", "points", "total"] * PLAYERS
    for number, deal in enumerate(game.deals, 1):
        row = [str(number), game.names[deal.dealer], str(Call(deal.contract, deal.great))]
        if game.variant.declared:
            row.append("" if deal.declarer is None else game.names[deal.declarer])
        totals = replace(game, deals=game.deals[:number]).totals
        for player in range(PLAYERS):
            row += [str(deal.tricks[player]), signed(deal.points[player]), signed(totals[player])]
        rows.append(row)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        _GAP.join(
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    # The names stand over the three columns of each player.
    above = len(_GAP.join(" " * width for width in widths[:left]) + _GAP)
    heads = ""
    for player in range(PLAYERS):
        first = left + 3 * player
        width = sum(widths[first : first + 3]) + 2 * len(_GAP)
        heads += game.names[player][:width].center(width) + _GAP
    yield (" " * above + heads).rstrip()
    yield from (line.rstrip() for line in lines)


def _tallies(game: Game) -> Iterator[str]:
    width = max(map(len, game.names))
    for player, name in enumerate(game.names):
        yield (
            f"{name.ljust(width)}  plus {game.plus[player]}, minus {game.minus[player]}: "
            f"{signed(game.totals[player])}"
        )


def _lists(game: Game) -> Iterator[str]:
    width = max(map(len, game.names))
    for player, name in enumerate(game.names):
        used = " ".join(declared(game, player)) or "nothing"
        left = " ".join(slots_left(game, player)) or "nothing"
        yield f"{name.ljust(width)}  declared {used}; left {left}"


def declared(game: Game, player: int) -> list[str]:
    """Return what a player has declared, in order."""
    calls = []
    for deal in game.deals:
        if deal.declarer == player:
            call = str(Call(deal.contract, deal.great))
            calls.append(call if deal.slot == deal.contract.name else f"{deal.slot} ({call})")
    return calls


def slots_left(game: Game, player: int) -> list[str]:
    """Return the lines of his list that a player has still to declare."""
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
            "totals": by_player(replace(game, deals=game.deals[:number]).totals),
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
        "next": None if game.over else {
            "deal": game.number,
            "dealer": game.names[game.dealer],
            "forehand": game.names[game.player(Seat.FOREHAND)],
        },
    }
