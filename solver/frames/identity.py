"""What a process solves with: the version, and what the compiled search does."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from random import Random

from solver.cards import CARDS, SEATS, Seat, by_seat, hand_of
from solver.engine import Engine
from solver.position import Position
from solver.rules.contract import Contract

_CARDS = 6


def identity() -> str:
    """Return the version and a fingerprint of the search, as errors show them.

    The fingerprint is of values and node counts of fixed positions. It is the same on every
    kind of machine and changes with whatever changes the search.
    """
    try:
        number = version("manni")
    except PackageNotFoundError:
        number = "not installed"
    return f"{number} (search {_fingerprint()})"


def _fingerprint() -> str:
    engine, rng = Engine(1), Random(1)
    digest = hashlib.blake2b(digest_size=4)
    for contract in Contract:
        dealt = rng.sample(range(CARDS), SEATS * _CARDS)
        hands = by_seat(lambda seat, dealt=dealt: hand_of(dealt[seat::SEATS]))  # type: ignore[misc]
        values = [engine.value(Position(hands, contract), seat) for seat in Seat]
        digest.update(f"{contract.name} {values} {engine.nodes};".encode())
    return digest.hexdigest()
