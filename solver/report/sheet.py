"""The score sheet of a game as text and as data for JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from solver.cards import Seat
from solver.report.text import AnyCell, AnyText, Cell, Column, Table, Text, amount, columns, join
from solver.rules.auction import Call
from solver.rules.game import PLAYERS, Game
from solver.rules.marking import Mark


def signed(points: Mark) -> str:
    """Return points with a sign, zero without."""
    return f"{plain(points):+}" if points else "0"


def plain(points: Mark) -> int | float:
    """Return points as a number of two decimals at the most."""
    return points if isinstance(points, int) else round(float(points), 2)


def _exact(points: Mark) -> int | float:
    """Return points as a number for programs, which is not rounded."""
    return points if isinstance(points, int) else float(points)


def _writer(game: Game) -> Callable[[Mark], str]:
    """Return how points are written: with a sign, unless there are none below zero."""
    return signed if game.variant.scoring.signed else lambda points: str(plain(points))


def sheet_text(game: Game) -> Text:
    """Return the sheet: a row a deal, what has been declared, who has won or deals next."""
    played = len(game.deals)
    paragraphs: list[AnyText] = [
        f"{game.variant.name}, {game.variant.ending}: {played} deal{'s'[: played - 1]} played",
        deals_table(game).text(),
    ]
    if game.variant.tallies:
        paragraphs.append(_tallies(game).text())
    if game.variant.slots and game.variant.declaring.once:
        paragraphs.append(_lists(game).text())
    paragraphs.append(_outcome(game))
    return join("\n\n", paragraphs)


def deals_table(game: Game) -> Table:
    """Return the sheet's table: a row a deal, three columns a player."""
    variant = game.variant
    with_declarer, with_bid = bool(variant.declared or variant.bids), bool(variant.bids)
    named = [*["declarer"] * with_declarer, *["bid"] * with_bid]
    heads = columns("deal", "dealer", "contract", *named, left=3 + len(named))
    taken, worth = variant.rules.unit, variant.scoring.worth
    for name in game.names:
        heads += (
            Column(head, f"{name} {head}", over=name * (head == taken))
            for head in (taken, worth, "total")
        )
    written = _writer(game)
    rows = []
    for number, deal in enumerate(game.deals, 1):
        row: list[AnyCell] = [
            str(number),
            game.names[deal.dealer],
            str(Call(deal.contract, deal.great)),
        ]
        if with_declarer:
            row.append("" if deal.declarer is None else game.names[deal.declarer])
        if with_bid:
            row.append(deal.bid or "")
        totals = game.totals_after(number)
        for player in range(PLAYERS):
            row.append(str(deal.taken[player]))
            row += (
                Cell(written(own[player]), _exact(own[player])) for own in (deal.points, totals)
            )
        rows.append(row)
    return Table(heads, rows)


def _tallies(game: Game) -> Table:
    rows = []
    for player, name in enumerate(game.names):
        figures = game.plus[player], game.minus[player], game.totals[player]
        rows.append([name, *map(str, map(plain, figures[:2])), signed(figures[2])])
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
    lost = game.variant.ending.names_loser
    told = [player for player in range(PLAYERS) if (player in game.winners) != lost]
    total = _writer(game)(game.totals[told[0]])
    names = [game.names[player] for player in told]
    if len(names) == 1:
        has = "have" if names[0] == "You" else "has"  # as the table names its guest
        return f"{names[0]} {has} {'lost' if lost else 'won'} with {total}."
    both = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{both} {'have lost' if lost else 'share the win'} with {total} each."


def _next(game: Game) -> str:
    forehand = game.names[game.player(Seat.FOREHAND)]
    text = f"Deal {game.number}: {game.names[game.dealer]} deals, {forehand} is forehand"
    contract = game.variant.fixed_contract(game.number, None)
    if contract is not None:
        text += f", the contract is {contract.name}"
    given = (
        f" {game.names[giver]} gives {game.names[receiver]} {amount(cards, 'cards')}."
        for giver, receiver, cards in game.gifts
    )
    return f"{text}.{''.join(given)}"


def sheet_data(game: Game) -> dict[str, Any]:
    """Return the sheet for JSON, figures by the players' names."""

    def by_player(values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(game.names, values, strict=True))

    counts_points = game.variant.rules.unit == "points"
    deals = [
        {
            "deal": number,
            "dealer": game.names[deal.dealer],
            "contract": deal.contract.name,
            "great": deal.great,
            "declarer": None if deal.declarer is None else game.names[deal.declarer],
            **({"bid": deal.bid} if game.variant.bids else {}),
            "taken" if counts_points else "tricks": by_player(deal.taken),
            "points": by_player(list(map(_exact, deal.points))),
            "totals": by_player(list(map(_exact, game.totals_after(number)))),
        }
        for number, deal in enumerate(game.deals, 1)
    ]
    players = range(PLAYERS)
    return {
        "variant": game.variant.code,
        **({"unit": "points"} if counts_points else {}),
        "players": list(game.names),
        "deals": deals,
        "totals": by_player(list(map(_exact, game.totals))),
        "plus": by_player(list(map(_exact, game.plus))),
        "minus": by_player(list(map(_exact, game.minus))),
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
            **_gifts(game),
        },
    }


def _gifts(game: Game) -> dict[str, Any]:
    """Return what the players owe each other before the next deal, where they ever do."""
    if game.variant.giving is None:
        return {}
    return {
        "gives": [
            {"from": game.names[giver], "to": game.names[receiver], "cards": cards}
            for giver, receiver, cards in game.gifts
        ]
    }
