"""What a process solves with: the version, and what the compiled search does."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from random import Random

from solver.cards import FULL_PACK, SEATS, Seat, cards_in, hand_of
from solver.engine import Engine
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import POINT_GAMES
from solver.rules.trick import PLAIN, TrickRules

_CARDS = 6


def identity() -> str:
    """Return the version and a fingerprint of the search, as errors show them.

    The fingerprint is of values and node counts of fixed positions, in tricks and in points.
    It is the same on every kind of machine and changes with whatever changes a search.
    """
    try:
        number = version("manni")
    except PackageNotFoundError:
        number = "not installed"
    return f"{number} (search {_fingerprint()})"


def _fingerprint() -> str:
    rng = Random(1)
    digest = hashlib.blake2b(digest_size=4)
    tricks, points = Engine(1), Engine(1)
    asked: list[tuple[Engine, int, Contract, TrickRules]] = [
        (tricks, FULL_PACK, contract, PLAIN) for contract in Contract
    ]
    asked += [
        (points, variant.pack, contract, variant.rules)
        for variant in POINT_GAMES.values()
        for contract in variant.contracts[-1:]
    ]
    for engine, pack, contract, rules in asked:
        dealt = rng.sample([*cards_in(pack)], SEATS * _CARDS)
        hands = [hand_of(dealt[seat::SEATS]) for seat in Seat]
        position = Position(hands, contract, rules=rules, declarer=Seat.FOREHAND)
        values = [engine.value(position, seat) for seat in Seat]
        digest.update(f"{contract.name} {values} {engine.nodes};".encode())
    return digest.hexdigest()
