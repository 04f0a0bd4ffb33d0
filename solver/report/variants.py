"""The games in a few lines each, from the data they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from solver.cards import RANK_LETTERS, SEATS, Seat, cards_in, rank_of
from solver.report.text import Table, Text, columns, heading, join
from solver.rules.bidding import rungs_text
from solver.rules.trick import Duty, TrickRules
from solver.rules.variant import MANNI, Variant

_SEATS = "to the right: forehand is the dealer's right neighbour"
"""Where forehand sits, said of the games that are not dealt and played clockwise."""


def variants_table(variants: Iterable[Variant]) -> Table:
    """Return the games, a row each."""
    rows = [
        [
            variant.code,
            variant.name,
            str(variant.pack.bit_count()),
            str(variant.tricks),
            str(variant.manni),
            f"{variant.ending}",
            " ".join(f"+{option}" for option in variant.options),
        ]
        for variant in variants
    ]
    heads = columns("code", "game", "cards", "hand", "table", "played", "options", left=2)
    return Table([*heads[:5], *(head._replace(left=True) for head in heads[5:])], rows)


def variant_text(variant: Variant) -> Text:
    """Return the rules of a game, a line each."""
    lines = {
        "cards": _cards(variant),
        "dealt": _dealing(variant.packets, variant.pile),
        "seats": "" if variant.rules.clockwise else _SEATS,
        "contract": variant.declaring.words(variant.contracts),
        "bids": rungs_text(variant.bids) if variant.bids else "",
        "lists": variant.declaring.lists(),
        "exchange": variant.exchange.words(variant.pile),
        "given": "" if variant.giving is None else str(variant.giving),
        "leads": variant.leads.words(variant.declared),
        **_play(variant),
        **variant.scoring.words(variant.declared, _has_nullo(variant)),
        "ace": _ace(variant),
        "played": f"{variant.ending}",
    }
    lines = {name: text for name, text in lines.items() if text}
    for name, option in variant.options.items():
        lines[f"+{name}"] = option.meaning
    width = max(map(len, lines))
    rows = [f"{name.ljust(width)}  {text}" for name, text in lines.items()]
    return join("\n", [heading(f"{variant.code}: {variant.name}"), *rows])


def _cards(variant: Variant) -> str:
    text = f"{variant.pack.bit_count()}: {variant.tricks} in each hand"
    if variant.manni:
        up = f", {variant.shown} of them face up" * bool(variant.shown)
        text += f", {variant.manni} in the {variant.pile}{up}"
    return text


def _play(variant: Variant) -> dict[str, str]:
    """Return what is said of ranks, points for cards and duties, where there are any."""
    rules = variant.rules
    counts = ""
    if rules.unit == "points":
        points = {rank: rules.card_points[RANK_LETTERS.index(rank)] for rank in rules.order}
        held = [f"{rank} {points[rank]}" for rank in _down(rules, variant) if points[rank]]
        rest = "the cards put away count for the declarer" * variant.pile_counts
        counts = ", ".join(filter(None, [*held, f"a trick {rules.trick_points}", rest]))
    return {
        "ranks": "" if rules.in_order else f"{' '.join(_down(rules, variant))}, the highest first",
        "counts": counts,
        "duties": _duties(rules),
        "aim": f"few {rules.unit}" if rules.avoids else "",
    }


def _has_nullo(variant: Variant) -> bool:
    return any(contract.avoids for contract in variant.contracts)


def _ace(variant: Variant) -> str:
    rules = variant.rules
    if not rules.in_order:
        return ""
    if _has_nullo(variant) and _low_in_nullo(variant) != rules.ace_low:
        return f"{'high' if rules.ace_low else 'low'} in NULLO"
    return "low" if rules.ace_low else "high"


def _low_in_nullo(variant: Variant) -> bool:
    return (variant.nullo_rules or variant.rules).ace_low


def _down(rules: TrickRules, variant: Variant) -> str:
    """Return the ranks in the pack from the highest down."""
    ranks = {RANK_LETTERS[rank_of(card)] for card in cards_in(variant.pack)}
    return "".join(rank for rank in reversed(rules.order) if rank in ranks)


def _duties(rules: TrickRules) -> str:
    names = [str(duty.name).lower() for duty in Duty if duty in rules.duties]
    if not names:
        return ""
    free = ", unless a partner is winning" * rules.partners
    return f"follow suit; {', '.join(names)}{free}"


def variant_json(variant: Variant) -> dict[str, Any]:
    """Return the rules of a game as data."""
    return {
        "code": variant.code,
        "name": variant.name,
        "cards": variant.pack.bit_count(),
        "hand": variant.tricks,
        variant.pile.lower(): variant.manni,
        "clockwise": variant.rules.clockwise,
        "contracts": [contract.name for contract in variant.contracts],
        "contract": variant.declaring.words(variant.contracts),
        "lists": {
            slot.name: [c.name for c in slot.contracts]
            for slot in variant.slots
            if variant.declaring.once
        },
        "exchange": variant.exchange.words(variant.pile),
        **({} if variant.giving is None else {"given": str(variant.giving)}),
        "leads": variant.leads.words(variant.declared),
        **_play_json(variant),
        **variant.scoring.data(variant.declared),
        **({"ace_low_nullo": _low_in_nullo(variant)} if variant.rules.in_order else {}),
        "played": f"{variant.ending}",
        "options": {name: option.meaning for name, option in variant.options.items()},
    }


def _play_json(variant: Variant) -> dict[str, Any]:
    """Return how tricks are played, where it is not as in the Manni games, and what is bid."""
    rules = variant.rules
    bids = {"bids": [str(bid) for bid in variant.bids]}
    if rules.is_plain:
        return bids if variant.bids else {}
    return {
        "unit": rules.unit,
        "shown": variant.shown,
        **bids,
        "ranks": _down(rules, variant),
        "card_points": {
            rank: rules.card_points[RANK_LETTERS.index(rank)] for rank in _down(rules, variant)
        },
        "trick_points": rules.trick_points,
        "duties": [str(duty.name).lower() for duty in Duty if duty in rules.duties],
        "partners": rules.partners,
        "avoids": rules.avoids,
    }


def _dealing(packets: Sequence[tuple[int, int]], pile: str) -> str:
    """Return who gets how many cards in turn, rounds that are alike told once."""
    start, rounds = len(packets), 1
    for period in range(1, len(packets)):
        count = 1
        while packets[count * period : (count + 1) * period] == packets[:period]:
            count += 1
        if count > 1:
            start, rounds = period, count
            break
    text = _round(packets[:start], pile)
    if rounds > 1:
        text = f"{rounds} times {text}"
    rest = packets[start * rounds :]
    return f"{text}; then {_round(rest, pile)}" if rest else text


def _round(packets: Sequence[tuple[int, int]], pile: str) -> str:
    told = []
    for number, group in groupby(packets, key=lambda packet: (packet[0] == MANNI, packet[1])):
        to = [receiver for receiver, _ in group]
        if number[0]:
            whom = f"the {pile}"
        elif sorted(to) == list(range(SEATS)):
            whom = "each player"
        else:
            whom = " and ".join(Seat(receiver).word for receiver in to)
        told.append(f"{number[1]} to {whom}")
    return ", ".join(told)
