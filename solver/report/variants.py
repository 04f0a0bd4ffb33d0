"""The games in a few lines each, from the data they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from ..cards import RANK_LETTERS, SEATS
from ..i18n import (
    N_,
    NP_,
    _,
    filled,
    format_list,
    gettext,
    pgettext,
    rank_letter,
    seat_word,
    text_if,
)
from ..rules.auction import rungs_text
from ..rules.scoring import Scoring
from ..rules.trick import Duty, TrickRules
from ..rules.variant import MANNI, Variant
from ..schema import (
    CONTRACT,
    FLAG,
    TEXT,
    by_name,
    either,
    field,
    fields_if,
    integer,
    list_of,
    one_of,
    record,
)
from .deal_view import pile_fields
from .text import Table, Text, columns, heading, join

_SEATS = N_("to the right: forehand is the dealer's right neighbour")
"""Where forehand sits, said of the games that are not dealt and played clockwise."""


_FEW = {"tricks": N_("few tricks"), "points": N_("few points")}
_DUTY_WORDS = {Duty.RISE: N_("rise"), Duty.RUFF: N_("ruff"), Duty.OVERRUFF: N_("overruff")}
# What stands before the lines of a game's rules.
NP_(
    "rule",
    "cards|dealt|seats|sides|contract|bids|lists|exchange|leads|ranks|counts|duties|aim|targets|"
    "points|bonuses|marks|claim|ace|played",
)


def variants_table(variants: Iterable[Variant]) -> Table:
    """Return the games, one row each."""
    rows = [
        [
            variant.code,
            gettext(variant.name),
            str(variant.players),
            str(variant.pack.bit_count()),
            str(variant.tricks),
            str(variant.manni),
            f"{variant.ending}",
            " ".join(f"+{option}" for option in variant.options),
        ]
        for variant in variants
    ]
    numbers = columns("code", "game", "players", "cards", "hand", "table", left=2)
    return Table([*numbers, *columns("played", "options", left=2)], rows)


def rule_lines(variant: Variant) -> dict[str, str]:
    """Return the rules of a game, each with its heading, such as "cards" or "bids"."""
    lines = {
        "cards": _cards(variant),
        "dealt": _dealing(variant),
        "seats": "" if variant.rules.clockwise else gettext(_SEATS),
        "sides": _sides(variant),
        "contract": variant.declaring.words(variant.contracts),
        "bids": rungs_text(variant.bids) if variant.bids else "",
        "lists": variant.declaring.list_text(),
        "exchange": variant.exchange.words(variant.pile),
        "leads": _leads(variant),
        **_play(variant),
        **variant.scoring.words(variant.declared, _has_nullo(variant)),
        "claim": _claim(variant) or "",
        "ace": _ace(variant),
        "played": f"{variant.ending}",
    }
    return {pgettext("rule", name): text for name, text in lines.items() if text}


def variant_text(variant: Variant) -> Text:
    """Return the rules of a game, one line each."""
    lines = rule_lines(variant)
    for name, option in variant.options.items():
        lines[f"+{name}"] = gettext(option.meaning)
    width = max(map(len, lines))
    rows = [f"{name.ljust(width)}  {text}" for name, text in lines.items()]
    return join("\n", [heading(f"{variant.code}{_(': ')}{gettext(variant.name)}"), *rows])


def _cards(variant: Variant) -> str:
    text = _("{cards}: {number} in each hand")
    if variant.manni and variant.shown:
        text = _("{cards}: {number} in each hand, {manni} in the {pile}, {shown} of them face up")
    elif variant.manni:
        text = _("{cards}: {number} in each hand, {manni} in the {pile}")
    return filled(
        text,
        cards=variant.pack.bit_count(),
        number=variant.tricks,
        manni=variant.manni,
        pile=gettext(variant.pile),
        shown=variant.shown,
    )


def _play(variant: Variant) -> dict[str, str]:
    """Return what is said of ranks, points for cards and duties, where there are any."""
    rules = variant.rules
    counts = ""
    if rules.unit == "points":
        sentence = [
            f"{rank_letter(rank)} {points}" for rank, points in _card_points(variant) if points
        ]
        sentence.append(_("a trick {number}", number=rules.trick_points))
        if variant.pile_counts:
            sentence.append(_("the cards put away count for the declarer"))
        counts = ", ".join(sentence)
    ranks = " ".join(map(rank_letter, variant.ranks))
    first = _("{ranks}, the highest first", ranks=ranks)
    return {
        "ranks": "" if rules.in_order else first,
        "counts": counts,
        "duties": _duties(rules),
        "aim": gettext(_FEW[rules.unit]) if rules.avoids else "",
    }


def _card_points(variant: Variant) -> list[tuple[str, int]]:
    """Return what a card of each rank counts, the highest rank first."""
    points = variant.rules.card_points
    return [(rank, points[RANK_LETTERS.index(rank)]) for rank in variant.ranks]


def _has_nullo(variant: Variant) -> bool:
    return any(contract.avoids for contract in variant.contracts)


def _ace(variant: Variant) -> str:
    rules = variant.rules
    if not rules.in_order:
        return ""
    if _has_nullo(variant) and _low_in_nullo(variant) != rules.ace_low:
        return text_if(rules.ace_low, "high in NULLO", "low in NULLO")
    return pgettext("ace", "low") if rules.ace_low else pgettext("ace", "high")


def _low_in_nullo(variant: Variant) -> bool:
    return (variant.nullo_rules or variant.rules).ace_low


def _duties(rules: TrickRules) -> str:
    names = [gettext(_DUTY_WORDS[duty]) for duty in rules.duties]
    if not names:
        return ""
    return text_if(
        rules.partners,
        "follow suit; {duties}, unless a partner is winning",
        "follow suit; {duties}",
        duties=", ".join(names),
    )


def _sides(variant: Variant) -> str:
    """Return who plays with whom, where that is the same in every deal."""
    if not variant.partners:
        return ""
    sides = map(format_list, variant.sides())
    parts = {"side": next(sides), "others": next(sides)}
    return text_if(
        variant.spoken,
        "{side} against {others}; partners may say what they hold",
        "{side} against {others}",
        **parts,
    )


def _dealing(variant: Variant) -> str:
    """Return how the cards are dealt: who gets how many in turn. Equal rounds are stated once."""
    packets = variant.packets
    start, rounds = len(packets), 1
    for period in range(1, len(packets)):
        count = 1
        while packets[count * period : (count + 1) * period] == packets[:period]:
            count += 1
        if count > 1:
            start, rounds = period, count
            break
    text = _round(packets[:start], variant)
    if rounds > 1:
        text = _("{number} times {packets}", number=rounds, packets=text)
    rest = packets[start * rounds :]
    if rest:
        text = _("{packets}; then {rest}", packets=text, rest=_round(rest, variant))
    if variant.in_piles:
        text = _("{packets}; each packet is a pile on the table, its top card open", packets=text)
    return text


def _round(packets: Sequence[tuple[int, int]], variant: Variant) -> str:
    sentence = []
    for number, group in groupby(packets, key=lambda packet: (packet[0] == MANNI, packet[1])):
        to = [receiver for receiver, _ in group]
        if number[0]:
            text = _("{number} to the {pile}")
        elif sorted(to) == list(variant.seats):
            text = _("{number} to each player")
        else:
            text = _("{number} to {seats}")
        seats = format_list((variant.seats(receiver) for receiver in to if receiver != MANNI), "to")
        sentence.append(filled(text, number=number[1], pile=gettext(variant.pile), seats=seats))
    return ", ".join(sentence)


def _leads(variant: Variant) -> str:
    if variant.declared and variant.leads is None:
        return _("the declarer")
    return seat_word(variant.leader(None))


def _claim(variant: Variant) -> str | None:
    """Return what a claim brings, None where none can be made."""
    return variant.scoring.claim(variant.bids[0]) if variant.claims else None


def _targets(variant: Variant) -> Any:
    """Return the targets of each kind of contract, of each seat alike where nobody declares."""
    scoring = variant.scoring
    if not isinstance(scoring, Scoring):
        return None
    kinds = {"plain": scoring.plain, "nullo": scoring.nullo, "great": scoring.great}
    return [
        (kind, pair._asdict() if variant.declared else pair.others)
        for kind, pair in kinds.items()
        if pair is not None
    ]


_CARDS = integer(0, unit="cards")
_TRICKS = integer(0, unit="tricks")
_POINTS = integer(unit="points")
_TARGET = either(
    _TRICKS,
    record(field("declarer", _TRICKS), field("others: Of each other seat.", _TRICKS)),
)
_BONUS = record(
    field("tricks: The declarer's tricks, exactly.", _TRICKS),
    field("declarer: What it brings him.", _POINTS),
    field("others: What it brings each other.", _POINTS),
)
_DUTY = one_of(*(str(duty.name).lower() for duty in Duty))._replace(
    write=lambda duty: duty.name.lower()
)

_option = partial(field, optional=True)

GAME = record(
    "code: What --variant takes.",
    "name: The name of the game.",
    field("cards: Cards of the pack.", _CARDS, lambda variant: variant.pack.bit_count()),
    field("hand=tricks: Cards of a hand.", _CARDS),
    *pile_fields(
        _CARDS, "Cards that are dealt to the table, by the name that the game has for them."
    ),
    *fields_if(
        lambda variant: variant.players != SEATS,
        field(
            "seats: The letters of the seats, in playing order, where there are not three.",
            list_of(TEXT),
            lambda variant: [seat.letter for seat in variant.seats],
        ),
    ),
    *fields_if(
        lambda variant: bool(variant.partners),
        field(
            "sides: Who plays with whom, where that is the same in every deal.",
            list_of(list_of(TEXT)),
            lambda variant: [[seat.letter for seat in side] for side in variant.sides()],
        ),
        "spoken: Whether partners may tell each other what they hold.",
    ),
    *fields_if(
        lambda variant: variant.in_piles,
        "in_piles: Whether hands lie on the table, each packet a pile, the top cards alone open.",
    ),
    "clockwise=rules.clockwise: Whether play goes round clockwise.",
    "contracts: The contracts.",
    field(
        "contract: How the contract is found.",
        TEXT,
        lambda variant: variant.declaring.words(variant.contracts),
    ),
    field(
        "lists: The lines of the list that each player uses up; empty where there is none.",
        by_name(list_of(CONTRACT)),
        lambda variant: [(slot.name, slot.contracts) for slot in variant.slots],
    ),
    field(
        "exchange: How cards are exchanged.",
        TEXT,
        lambda variant: variant.exchange.words(variant.pile),
    ),
    field("leads: Who leads.", TEXT, _leads),
    # Of the Manni games none of this is said: it is the same in all of them.
    *fields_if(
        lambda variant: not variant.rules.is_plain,
        "unit=rules.unit: What is counted. Like the keys up to avoids left out in the Manni games.",
        field("shown: Cards on the table that lie face up.", _CARDS),
        field(
            "bids: What may be bid, lowest first.",
            list_of(TEXT),
            lambda variant: map(str, variant.bids),
        ),
        "ranks: The ranks, highest first.",
        field("card_points: What a card of each rank counts.", by_name(_POINTS), _card_points),
        field("trick_points=rules.trick_points: What a trick counts besides.", _POINTS),
        field("duties=rules.duties: Duties besides following suit.", list_of(_DUTY)),
        "partners=rules.partners: Whether all others play together against the declarer, or two "
        "sides each other.",
        "avoids=rules.avoids: Whether few are wanted.",
    ),
    _option(
        "targets: The tricks at which a seat breaks even, in a plain contract, in nullo and in a "
        "great one.",
        by_name(_TARGET),
        _targets,
    ),
    _option(
        "bonuses: The points of great contracts.",
        list_of(_BONUS),
        lambda variant: getattr(variant.scoring, "bonuses", None),
    ),
    _option(
        "marks: How a deal is marked, where points are.",
        TEXT,
        lambda variant: None if variant.has_targets else f"{variant.scoring}",
    ),
    _option("claim: What a claim of every trick brings, where one can be made.", TEXT, _claim),
    _option(
        "ace_low_nullo: Whether the ace is low in NULLO; left out where ranks have an order of "
        "their own.",
        FLAG,
        lambda variant: _low_in_nullo(variant) if variant.rules.in_order else None,
    ),
    field("played: When a game is over.", TEXT, lambda variant: str(variant.ending)),
    field(
        "options: What each option changes.",
        by_name(TEXT),
        lambda variant: [(name, option.meaning) for name, option in variant.options.items()],
    ),
    of=Variant,
    name="variant",
    title="manni variants CODE --json",
    doc="The rules of a game.",
)

GAMES = list_of(GAME)._replace(
    name="variants", title="manni variants --json", doc="All games, an array on one line."
)
