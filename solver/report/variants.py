"""The games in a few lines each, from the data they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from solver.cards import RANK_LETTERS, RANKS, SEATS, SUITS, Seat, card_of, cards_in, rank_of
from solver.report.text import Table, Text, columns, heading, join
from solver.rules.bidding import rungs_text
from solver.rules.contract import Contract
from solver.rules.marking import Marking
from solver.rules.scoring import Scoring, Targets
from solver.rules.trick import Duty, TrickRules
from solver.rules.variant import MANNI, Variant

_KINDS = ("plain", "nullo", "great")
"""The kinds of contracts that have targets, as ``Scoring`` has them."""

_TURNS = 8
"""Deals looked at to see in what turn the contracts come."""


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
        "contract": _contract(variant),
        "bids": _bids(variant),
        "lists": _lists(variant),
        "exchange": str(variant.exchange),
        "leads": _leader(variant),
        **_worth(variant),
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


def _worth(variant: Variant) -> dict[str, str]:
    """Return what is said of ranks, targets and points."""
    scoring, rules = variant.scoring, variant.rules
    if isinstance(scoring, Marking):
        points = {rank: rules.card_points[RANK_LETTERS.index(rank)] for rank in rules.order}
        held = [f"{rank} {points[rank]}" for rank in _down(rules, variant) if points[rank]]
        rest = "the cards put away count for the declarer" * variant.pile_counts
        return {
            "ranks": f"{' '.join(_down(rules, variant))}, the highest first",
            "counts": ", ".join([*held, f"a trick {rules.trick_points}", *[rest] * bool(rest)]),
            "duties": _duties(rules),
            "aim": "few points" if rules.avoids else "",
            "marks": str(scoring),
        }
    nullo = any(contract.avoids for contract in variant.contracts)
    return {
        "targets": _targets(variant, scoring),
        "points": "tricks minus target" + ", in NULLO target minus tricks" * nullo,
        "bonuses": ", ".join(
            f"great with {bonus.tricks} tricks {bonus.declarer:+d}, the others {bonus.others:+d}"
            for bonus in scoring.bonuses
        ),
        "ace": "low in NULLO" if nullo and variant.ace_low(Contract.NULLO) else "high",
    }


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


def _bids(variant: Variant) -> str:
    return rungs_text(variant.bids) if variant.bids else ""


def variant_json(variant: Variant) -> dict[str, Any]:
    """Return the rules of a game as data."""
    return {
        "code": variant.code,
        "name": variant.name,
        "cards": variant.pack.bit_count(),
        "hand": variant.tricks,
        variant.pile.lower(): variant.manni,
        "contracts": [contract.name for contract in variant.contracts],
        "contract": _contract(variant),
        "lists": {slot.name: [c.name for c in slot.contracts] for slot in variant.slots},
        "exchange": str(variant.exchange),
        "leads": _leader(variant),
        **_worth_json(variant),
        "played": f"{variant.ending}",
        "options": {name: option.meaning for name, option in variant.options.items()},
    }


def _worth_json(variant: Variant) -> dict[str, Any]:
    scoring, rules = variant.scoring, variant.rules
    if isinstance(scoring, Marking):
        return {
            "unit": rules.unit,
            "shown": variant.shown,
            "bids": [str(bid) for bid in variant.bids],
            "ranks": _down(rules, variant),
            "card_points": {
                rank: rules.card_points[RANK_LETTERS.index(rank)] for rank in _down(rules, variant)
            },
            "trick_points": rules.trick_points,
            "duties": [str(duty.name).lower() for duty in Duty if duty in rules.duties],
            "partners": rules.partners,
            "avoids": rules.avoids,
            "marks": str(scoring),
        }
    return {
        "targets": {
            kind: targets._asdict() if variant.declared else targets.others
            for kind, targets in zip(_KINDS, scoring[:3], strict=True)
            if targets is not None
        },
        "bonuses": [bonus._asdict() for bonus in scoring.bonuses],
        "ace_low_nullo": variant.ace_low(Contract.NULLO),
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


def _contract(variant: Variant) -> str:
    """Return where the contract of a deal comes from."""
    if variant.claims:
        return "named by forehand"
    if variant.bids:
        named = _names([contract for contract in variant.contracts if not contract.avoids])
        miseres = "; NULLO after a misère" * (Contract.NULLO in variant.contracts)
        return f"the last to bid declares and names it: {named}{miseres}"
    if variant.cut_card == "turned card":
        return "the suit of the dealer's last card, turned up, is trump"
    if variant.cuts:
        return "by the card cut: " + ", ".join(_bands(variant))
    turn = [variant.fixed_contract(number, None) for number in range(1, _TURNS + 1)]
    if None not in turn:
        return "in turn " + " ".join(c.name for c in dict.fromkeys(turn) if c is not None)
    if isinstance(variant.scoring, Scoring) and variant.scoring.great is None:
        return "named by forehand, who declares"
    return "named by forehand; the others may overcall with great ones; the last declares"


def _lists(variant: Variant) -> str:
    """Return what each player has to declare in the course of a game."""
    if not variant.slots:
        return ""
    lists = ", ".join(
        slot.name if len(slot.contracts) == 1 else f"{slot.name} ({_names(slot.contracts)})"
        for slot in variant.slots
    )
    skips = "; a forehand who has none left is skipped" * variant.skips
    return f"once each: {lists}{skips}"


def _bands(variant: Variant) -> Iterable[str]:
    """Yield for each run of ranks of the card cut the contract it makes."""
    made = []
    for rank in range(RANKS):
        by_suit = [variant.fixed_contract(1, card_of(suit, rank)) for suit in range(SUITS)]
        own = by_suit == list(Contract)[:SUITS]
        made.append((RANK_LETTERS[rank], "its suit" if own else getattr(by_suit[0], "name", "")))
    for contract, group in groupby(made, key=lambda pair: pair[1]):
        ranks = [letter for letter, _ in group]
        yield f"{ranks[0]} to {ranks[-1]} {contract}"


def _names(contracts: Sequence[Contract]) -> str:
    return " ".join(contract.name for contract in contracts)


def _leader(variant: Variant) -> str:
    follows = variant.leader(Seat.MIDDLEHAND) is Seat.MIDDLEHAND
    return "the declarer" if variant.declared and follows else "forehand"


def _targets(variant: Variant, scoring: Scoring) -> str:
    def text(targets: Targets) -> str:
        if not variant.declared:
            return f"{targets.others} each"
        return f"declarer {targets.declarer}, others {targets.others}"

    parts = [text(scoring.plain)]
    if scoring.nullo is not None and scoring.nullo != scoring.plain:
        parts.append(f"in NULLO {text(scoring.nullo)}")
    if scoring.great is not None:
        parts.append(f"in great ones {text(scoring.great)}")
    return "; ".join(parts)
