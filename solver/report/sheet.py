"""The score sheet of a game as text and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..cards import Seat
from ..checks import derived
from ..i18n import (
    N_,
    NP_,
    _,
    contract_code,
    filled,
    format_list,
    gettext,
    ngettext,
    pgettext,
)
from ..rules.auction import Call, bid_text
from ..rules.declaring import slot_name
from ..rules.scoring import Mark, Match
from ..rules.variant import Variant
from ..schema import (
    COUNT,
    TEXT,
    UNIT,
    Field,
    Reader,
    Schema,
    by_name,
    field,
    fields_if,
    integer,
    list_of,
    nullable,
    record,
)
from ..scoresheet import Game
from .text import (
    AnyCell,
    Cell,
    Column,
    Table,
    Text,
    call_text,
    columns,
    paragraphs,
)

GUEST = "You"
"""What the table calls the player who sits down at it."""


def signed_text(points: Mark) -> str:
    """Return points with a sign, zero without."""
    return f"{to_number(points):+}" if points else "0"


def to_number(points: Mark) -> int | float:
    """Return points as a number of two decimals at the most."""
    return points if isinstance(points, int) else round(float(points), 2)


def _exact_number(points: Mark) -> int | float:
    """Return points as a number for programs, which is not rounded."""
    return points if isinstance(points, int) else float(points)


def marks_text(points: Mark, variant: Variant) -> str:
    """Return points as the score sheet writes them: with a sign if they can be negative."""
    return signed_text(points) if variant.scoring.signed else str(to_number(points))


def sheet_text(game: Game, is_over: bool = False) -> Text:
    """Return the sheet: one row per deal, what has been declared, who has won or deals next.

    ``is_over`` says that a game of an agreed number of deals has ended, although nobody has won.
    """
    played = len(game.deals)
    is_ended = is_over and not game.over
    return paragraphs(
        ngettext(
            "{game}, {ending}: {number} deal played",
            "{game}, {ending}: {number} deals played",
            played,
            game=gettext(game.variant.name),
            ending=game.variant.ending,
            number=played,
        ),
        deals_table(game).text(),
        _tallies(game).text() if game.variant.ending.plus else "",
        _lists(game).text() if game.variant.slots else "",
        ended_text(game, game.sides) if is_ended else outcome_text(game),
    )


def standing_text(game: Game) -> str:
    """Return what each side has after the deal played last, in a line."""
    totals = _totals_text(game, game.sides)
    return _("After deal {number}: {totals}.", number=len(game.deals), totals=totals)


def _totals_text(game: Game, sides: Sequence[Sequence[int]]) -> str:
    totals = (marks_text(game.totals[side[0]], game.variant) for side in sides)
    names = (_side_name(game, side) for side in sides)
    return ", ".join(map(" ".join, zip(names, totals, strict=True)))


def deals_table(game: Game) -> Table:
    """Return the sheet's table: one row per deal, three columns per player, or per side."""
    variant, heads = game.variant, ["deal", "dealer", "contract"]
    if game.rounds:
        heads.insert(1, "round")
    if variant.declared or variant.bids:
        heads.append("declarer")
    if variant.bids:
        heads.append("bid")

    def cells(row: Game) -> Iterator[AnyCell]:
        deal, names = row.last, [*map(player_name, game.names), ""]
        texts: dict[str, AnyCell] = {
            "deal": str(len(row.deals)),
            "round": f"{len(row.rounds)}",
            "dealer": names[deal.dealer],
            "contract": call_text(Call(deal.contract, deal.great)),
            "declarer": names[-1 if deal.declarer is None else deal.declarer],
            "bid": Cell(bid_text(deal.bid or ""), deal.bid or ""),
        }
        yield from map(texts.__getitem__, heads)
        for side in game.sides:
            yield str(sum(deal.taken[player] for player in side))
            for marks in deal.points, row.totals:
                yield Cell(marks_text(marks[side[0]], variant), _exact_number(marks[side[0]]))

    of_sides = (
        Column(head, f"{head_of(game, side)} {head}", over=_side_name(game, side))
        for side in game.sides
        for head in (variant.rules.unit, variant.scoring.worth, "total")
    )
    return Table(
        [*columns(*heads, left=len(heads)), *of_sides],
        [[*cells(row)] for row in _as_it_stood(game)],
    )


def head_of(game: Game, side: Sequence[int]) -> str:
    """Return what a side is called in the heads of the table for programs."""
    return " + ".join(game.names[player] for player in side)


def _side_name(game: Game, side: Sequence[int]) -> str:
    return format_list(player_name(game.names[player]) for player in side)


def _tallies(game: Game) -> Table:
    figures = zip(game.names, game.plus, game.minus, game.totals, strict=True)
    rows = [
        [player_name(name), str(to_number(plus)), str(to_number(minus)), signed_text(total)]
        for name, plus, minus, total in figures
    ]
    return Table(columns("", "plus", "minus", "total"), rows)


def _lists(game: Game) -> Table:
    nothing = _("nothing")
    rows = [
        [player_name(name), ", ".join(used) or nothing, ", ".join(map(slot_name, left)) or nothing]
        for name, used, left in zip(game.names, declarations(game), slots_left(game), strict=True)
    ]
    return Table(columns("", "declared", "left", left=3), rows)


def declarations(game: Game) -> list[list[str]]:
    """Return what each player has declared, in order."""
    calls: list[list[str]] = [[] for _ in game.names]
    for deal in game.deals:
        if deal.declarer is not None:
            call = call_text(Call(deal.contract, deal.great))
            known = deal.slot == deal.contract.name
            calls[deal.declarer].append(call if known else f"{slot_name(deal.slot or '')} ({call})")
    return calls


def slots_left(game: Game) -> list[list[str]]:
    """Return what each player has still to declare."""
    names = [slot.name for slot in game.variant.slots]
    used = map(game.used, range(game.players))
    return [[name for name in names if name not in gone] for gone in used]


def player_name(name: str) -> str:
    """Return a player's name; for a name that the table gives, such as "Left", its translation."""
    return pgettext("player", name)


NP_("player", "You|Left|Right|Partner|Opponent|Opposite|Far left|Far right")
NP_("player", "Opposite left|Opposite right")


def outcome_text(game: Game) -> str:
    if game.rounds:
        return _rounds(game)
    return _won(game) if game.over else _next(game)


def _won(game: Game) -> str:
    """Return who has won, or lost, by the totals; nothing where nobody has."""
    ending = game.variant.ending
    winners, lost = ending.winners(game.points), ending.names_loser
    sentence = [player for player in range(game.players) if (player in winners) != lost]
    if not sentence:
        return ""
    total = marks_text(game.totals[sentence[0]], game.variant)
    return _names_text(game, sentence, _LOST if lost else _WON, total)


def ended_text(game: Game, sides: Sequence[Sequence[int]]) -> str:
    """Return the final score of a game of an agreed number of deals, in the order of ``sides``."""
    text = _("The end: {points}.", points=_totals_text(game, sides))
    return text if game.rounds else f"{text} {_won(game)}".rstrip()


_ROUND_NAMES = (N_("round 1"), N_("round 2"), N_("the decider"))


def _rounds(game: Game) -> str:
    """Return who has won each round of a match, and the match, or who deals next."""
    lines = []
    for number, part in enumerate(game.rounds):
        if part.winners:
            name = gettext(_ROUND_NAMES[number])
            sentence = _names_text(
                game, part.winners, _WON, str(to_number(part.totals[part.winners[0]]))
            )
            lines.append(_("{round}: {told}", round=f"{name[:1].upper()}{name[1:]}", told=sentence))
    lines.append(_names_text(game, game.winners, _MATCH_WON) if game.over else _next(game))
    return "\n".join(lines)


_WON = (
    N_("{names} share the win with {total} each."),
    N_("You have won with {total}."),
    N_("{names} has won with {total}."),
    N_("{names} have won with {total}."),
)
_LOST = (
    N_("{names} have lost with {total} each."),
    N_("You have lost with {total}."),
    N_("{names} has lost with {total}."),
    N_("{names} have lost with {total}."),
)
_MATCH_WON = (
    N_("{names} share the win of the match."),
    N_("You have won the match."),
    N_("{names} has won the match."),
    N_("{names} have won the match."),
)
"""The sentences on winners and losers. Each tuple is for several players, the guest, another
player, and partners, in this order."""


def _names_text(
    game: Game, players: Sequence[int], sentences: Sequence[str], total: str = ""
) -> str:
    """Return that these players have won, or lost, each with this total."""
    names = [game.names[player] for player in players]
    which = 0 if len(names) > 1 else 1 if names[0] == GUEST else 2
    if which == 0 and tuple(players) in game.sides:
        which = 3
    return gettext(sentences[which], names=format_list(map(player_name, names)), total=total)


def _next(game: Game) -> str:
    forehand = game.names[game.player(Seat.FOREHAND)]
    dealer = game.names[game.dealer]
    if dealer == GUEST:
        text = _("Deal {number}{round}: You deal, {forehand} is forehand")
    elif forehand == GUEST:
        text = _("Deal {number}{round}: {dealer} deals, you are forehand")
    else:
        text = _("Deal {number}{round}: {dealer} deals, {forehand} is forehand")
    place = ""
    if rounds := game.rounds:
        place = f" ({gettext(_ROUND_NAMES[len(rounds) - (not rounds[-1].winners)])})"
    text = filled(
        text,
        number=game.number,
        round=place,
        dealer=player_name(dealer),
        forehand=player_name(forehand),
    )
    contract = game.variant.fixed_contract(game.number, None)
    if contract is not None:
        text = _(
            "{told}, the contract is {contract}", told=text, contract=contract_code(contract.name)
        )
    return f"{text}."


def _as_it_stood(game: Game) -> list[Game]:
    """Return a game after each of its deals."""
    return [derived(game, deals=game.deals[:number]) for number in range(1, game.number)]


def _by_player(spec: str, kind: Schema, *read: Reader[Any]) -> Field:
    """Return a field with a value for each player of a game."""
    made = field(spec, by_name(kind), *read)
    get = made.get
    assert get is not None
    return made._replace(get=lambda game: zip(game.names, get(game), strict=True))


def _counts_points(game: Game) -> bool:
    return game.variant.rules.unit == "points"


def _is_match(game: Game) -> bool:
    return isinstance(game.variant.ending, Match)


_MARK = Schema({"type": "number"}, _exact_number, "points")
_TAKEN = integer(0)
_NAME = TEXT._replace(doc="The name of a player.")

_DEAL = record(
    field("deal: The number of the deal, from 1.", COUNT, lambda game: len(game.deals)),
    *fields_if(
        _is_match,
        field("round: The round of a match, from 1.", COUNT, lambda game: len(game.rounds)),
    ),
    field("dealer: Who dealt.", _NAME, lambda game: game.names[game.last.dealer]),
    "contract=last.contract",
    "great=last.great: Whether the contract is a great one.",
    field(
        "declarer: Who declared, null if nobody did.",
        nullable(_NAME),
        lambda game: None if game.last.declarer is None else game.names[game.last.declarer],
    ),
    *fields_if(
        lambda game: bool(game.variant.bids),
        "bid=last.bid: What was bid, in games in which numbers are.",
    ),
    *fields_if(
        lambda game: not _counts_points(game),
        _by_player("tricks=last.taken: The tricks each player took.", _TAKEN),
    ),
    *fields_if(
        _counts_points,
        _by_player("taken=last.taken: The points each took, where cards count.", _TAKEN),
    ),
    _by_player("points=last.points: What that brought each.", _MARK),
    _by_player("totals: What each had after the deal; in a match, in its round.", _MARK),
    of=Game,
)

_ROUND = record(
    field("deals: How many deals were played.", COUNT, lambda pair: len(pair[1].deals)),
    field(
        "to: The total that ends it.", integer(1, unit="points"), lambda pair: pair[1].ending.points
    ),
    field(
        "totals: What each player had in the end.",
        by_name(_MARK),
        lambda pair: zip(pair[0].names, pair[1].totals, strict=True),
    ),
    field(
        "winners: Who has won it; empty until it is over.",
        list_of(_NAME),
        lambda pair: [pair[0].names[player] for player in pair[1].winners],
    ),
)

_NEXT = record(
    "deal=number: Its number.",
    field("dealer: Who deals.", _NAME, lambda game: game.names[game.dealer]),
    field("forehand: Who is forehand.", _NAME, lambda game: game.names[game.player(Seat.FOREHAND)]),
    of=Game,
)

SHEET = record(
    "variant=variant.code: The code of the game.",
    *fields_if(
        _counts_points,
        UNIT._replace(doc="What is counted, where not tricks."),
    ),
    "players=names: The players, in the order of play.",
    field("deals: The deals played.", list_of(_DEAL), _as_it_stood),
    *fields_if(
        _is_match,
        field(
            "rounds: The rounds of a match, in games that are one: two, and a decider where it is "
            "needed.",
            list_of(_ROUND),
            lambda game: [(game, part) for part in game.rounds],
        ),
    ),
    _by_player("totals: What each player has; in a match, in the round last played.", _MARK),
    _by_player("plus: His points above zero alone.", _MARK),
    _by_player("minus: Those below zero, without their sign.", _MARK),
    _by_player("declared: What each has declared, in order.", list_of(TEXT), declarations),
    _by_player("left: What each has still to declare.", list_of(TEXT), slots_left),
    "over",
    field(
        "winners: Who has won it; empty until it is over.",
        list_of(_NAME),
        lambda game: [game.names[player] for player in game.winners],
    ),
    field(
        "next: The next deal, null if the game is over.",
        nullable(_NEXT),
        lambda game: None if game.over else game,
    ),
    of=Game,
    name="score",
    title="manni score --json",
    doc="The score sheet of a game, figures by the names of the players.",
)
