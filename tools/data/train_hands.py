"""Make solver/data/hand_model.npz: about how many tricks a hand takes (``hand_model``).

    python tools/data/train_hands.py

Deals are exchanged by the model of the round before, one seat putting down several discards near
the best in the same deal, and the policy plays them all. Tables are found by least squares in which
what differs within a deal counts most. They add up, of each suit, a worth for every card and for
the number of them, for the five high cards (in NULLO the low ones) with so many others, and for
every holding; the rarer one is, the nearer to 0. It is printed what they explain in deals left out
of the fit: of the tricks, and of their differences within a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import run
from provenance import DATA, line, made

from manni.solver.advice.hand_model import COUNTS, FILE, HOLDINGS, PARTS, UNIT, HandModel, Tables
from manni.solver.cards import CARDS, RANKS, SEATS, SUITS, Contract, Seat
from manni.solver.rollouts import game_of, rollouts
from manni.solver.rules.games import get_variant

Array = np.ndarray[Any, Any]

CONTRACTS = {"trump": Contract.S, "NT": Contract.NT, "NULLO": Contract.NULLO}
GAMES = {"12": "hornafjordur", "16": "trjamann", "whole": "basic"}
NAMES = (*(f"{kind}-{size}" for size in ("12", "16") for kind in CONTRACTS), "trump-whole")

# By the number of trumps: those that are told apart, and a declarer of sixteen cards has more.
FEW, MANY = [0, 1, 1, 2, 3, 4, *[5] * 8], [0, 0, 0, 0, 1, 2, 3, 4, *[5] * 6]

WITHIN = 0.85  # of a deal's mean that is taken off
CARDS_RIDGE, PATTERNS_RIDGE, HOLDINGS_RIDGE = 1.0, 10.0, 200.0
SCALE = 0.25  # in tricks, of the odds of discards; of a whole hand or none more
CHUNK = 6000
LEFT_OUT = 10  # a deal of so many
STEPS = 60
DRAWN = 17  # numbers of cards that can be drawn

BITS = HOLDINGS[:, None] >> np.arange(RANKS) & 1


class Rows(NamedTuple):
    """The cards kept, how many were drawn, the seat, and its tricks: by deal and discard."""

    kept: Array
    drawn: Array
    seat: Array
    tricks: Array


def joined(rows: Sequence[Rows]) -> Rows:
    """Return all rows of several."""
    return Rows(*map(np.concatenate, zip(*rows, strict=True)))


def runs(cards: Array) -> Array:
    """Return the first cards of each row, none, one, two …, as hands."""
    found = np.zeros((len(cards), cards.shape[1] + 1), np.uint64)
    np.bitwise_or.accumulate(np.uint64(1) << cards.astype(np.uint64), axis=1, out=found[:, 1:])
    return found


class Deals:
    """Deals of a game in a contract, exchanged by a model and played by the policy."""

    def __init__(self, code: str, contract: Contract) -> None:
        self.variant, self.contract = get_variant(code), contract
        rule, tricks, pile = self.variant.exchange, self.variant.tricks, self.variant.manni
        self.order = rule.order(Seat.FOREHAND if self.variant.declared else None)
        self.scale = SCALE * (4 if rule.all_or_nothing else 1)
        # By seat and the number of cards drawn before it how many may go.
        self.limits = np.zeros((SEATS, pile + 1), np.int64)
        for seat in self.order:
            for drawn in range(pile + 1):
                self.limits[seat, drawn] = rule.sizes(seat, drawn, tricks, pile)[-1]

    def model(self, tables: Tables) -> HandModel:
        """Return the model of hands by tables."""
        return HandModel(self.variant, self.contract, tables, tables)

    def dealt(self, model: HandModel, number: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Return the cards of the seats, and of the pile.

        Where somebody declares, forehand has the seat and the trump that promise most in every
        other deal.
        """
        pack = [card for card in range(CARDS) if self.variant.pack >> card & 1]
        cards = rng.permuted(np.tile(pack, (number, 1)), axis=1)
        tricks, order = self.variant.tricks, np.arange(cards.shape[1])
        hands = order[: SEATS * tricks].reshape(SEATS, tricks)
        if self.variant.declared:
            trumps = 1 if self.contract.trump is None else SUITS
            turned = [
                (cards[:, [*np.roll(hands, -seat, axis=0).ravel(), *order[hands.size :]]] + shift)
                % CARDS
                for seat in Seat
                for shift in RANKS * np.arange(trumps)
            ]
            most = self.limits[0, 0] + np.zeros(number, np.int64)
            tricks_of = [model.best(runs(own[:, :tricks])[:, -1], most)[1] for own in turned]
            chosen = np.argmax(self.contract.sign * np.array(tricks_of), axis=0)
            cards = np.stack(turned)[chosen * (order[:1] + np.arange(number) % 2), range(number)]
        return cards[:, hands], cards[:, hands.size :]

    def down(
        self, model: HandModel, hands: Array, most: Array, rng: np.random.Generator | None = None
    ) -> Array:
        """Return the best discards, or with ``rng`` some that are nearly as good."""
        if rng is None:
            return model.best(hands, most)[0]
        logs = model.log_chances(hands, self.scale, int(most.max()))
        number, most = np.arange(logs.shape[1]), most[:, None]
        whole = self.variant.exchange.all_or_nothing
        allowed = (number == 0) | (number == most) if whole else number <= most
        luck = np.where(allowed, logs + rng.gumbel(size=logs.shape), -np.inf)
        return model.sample(hands, luck.argmax(axis=1), self.scale, rng)

    def rows(self, model: HandModel, seed: list[int], number: int, ways: int) -> tuple[Rows, Rows]:
        """Return rows of a seat that tries several ways, and of those that may not exchange."""
        rng = np.random.default_rng(seed)
        tries = self.order[seed[-1] % len(self.order)]
        cards, pile = self.dealt(model, number, rng)
        hands = np.stack([runs(cards[:, seat])[:, -1] for seat in Seat], axis=1)
        after = np.repeat(hands[None], ways, axis=0)
        gone, drawn = np.zeros_like(after), np.zeros((ways, number, SEATS), np.int64)
        # Seats after the one that tries draw from below, so that they get the same cards each way.
        piles = runs(pile), runs(pile[:, ::-1])
        for seat in self.order:
            late, row = seat > tries, np.arange(number)
            drew = range(tries + 1, seat) if late else range(seat)
            usual = self.down(model, hands[:, seat], self.limits[seat, :1].repeat(number))
            for way in range(ways):
                most = self.limits[seat, drawn[way].sum(axis=1)]
                down = usual.copy()
                over = np.flatnonzero(np.bitwise_count(down) > most)
                down[over] = self.down(model, hands[over, seat], most[over])
                if seat == tries and way:
                    down = self.down(model, hands[:, seat], most, rng)
                many = np.bitwise_count(down).astype(np.int64)
                first = drawn[way][:, drew].sum(axis=1)
                new = piles[late][row, first + many] & ~piles[late][row, first]
                gone[way, :, seat], drawn[way, :, seat] = down, many
                after[way, :, seat] = hands[:, seat] & ~down | new
        taken = np.zeros((ways * number, 1, SEATS), np.int16)
        variant, flat = self.variant, (each.reshape(-1, SEATS) for each in (after, gone))
        game = game_of(variant.rules_of(self.contract), self.contract, None, variant.pack)
        rollouts().play(game, *flat, Seat.FOREHAND, (), (), taken)
        tricks = taken.reshape(ways, number, SEATS)

        def of(seat: int, ways: int) -> Rows:
            own = (each[:ways, :, seat].T for each in (hands & ~gone, drawn, tricks))
            kept, many, took = own
            return Rows(kept, many, np.full(kept.shape, seat), took)

        others = [of(seat, 1) for seat in Seat if seat not in self.order]
        return of(tries, ways), joined(others or [of(tries, 1)])


class Fit:
    """Tables that explain rows, by least squares.

    Laid out in one row are the tables of plain suits, of trumps, of cards drawn and of the seats.
    """

    def __init__(self, kind: str, buckets: Array, deals: Deals, rows: Rows) -> None:
        ends = BITS[:, :5] if kind == "NULLO" else BITS[:, -5:]
        pattern = ends @ (1 << np.arange(5)) * 9 + COUNTS - ends.sum(axis=1)
        self.features = np.hstack([BITS, np.eye(RANKS + 1)[COUNTS], np.eye(32 * 9)[pattern]])
        self.buckets, self.each, many = buckets, int(buckets[-1]) + 1, len(HOLDINGS)
        self.ends = np.cumsum([0, self.each * many, many, self.each * DRAWN, SEATS])
        plain, trump = deals.model(begun(kind, buckets)).holdings(rows.kept.ravel())
        bucket = buckets[COUNTS[trump]].astype(np.int64)
        parts = (*(bucket * many + own for own in plain), trump)
        parts = (*parts[:-1], self.ends[1] + trump, self.ends[2] + bucket * DRAWN)
        drawn, seat = rows.drawn.ravel(), self.ends[3] + rows.seat.ravel()
        self.places = np.stack([*parts[:-1], parts[-1] + drawn, seat])
        self.rows = rows
        wide = self.features.shape[1]
        ridge = np.where(np.arange(wide) < wide - 32 * 9, CARDS_RIDGE, PATTERNS_RIDGE)
        rest = np.ones(self.each * DRAWN + SEATS)
        self.ridge = np.concatenate(
            [
                *[ridge] * (self.each + 1),
                np.full(2 * many, HOLDINGS_RIDGE),
                CARDS_RIDGE * rest,
            ]
        )

    def laid_out(self, weights: Array) -> Array:
        """Return the tables that weights make."""
        wide, many = self.features.shape[1], len(HOLDINGS)
        of_features = weights[: (self.each + 1) * wide].reshape(-1, wide) @ self.features.T
        plain, trump, rest = np.split(weights[(self.each + 1) * wide :], [many, 2 * many])
        return np.concatenate([(of_features[:-1] + plain).ravel(), of_features[-1] + trump, rest])

    def gathered(self, tables: Array) -> Array:
        """Return what comes to each weight of what comes to places of the tables."""
        plain = tables[: self.ends[1]].reshape(self.each, -1)
        trump, rest = tables[self.ends[1] : self.ends[2]], tables[self.ends[2] :]
        of_features = self.features.T @ np.vstack([plain, trump]).T
        return np.concatenate([of_features.T.ravel(), plain.sum(axis=0), trump, rest])

    def told(self, tables: Array) -> Array:
        """Return the tricks of rows by tables."""
        return tables[self.places].sum(axis=0).reshape(self.rows.kept.shape)

    def solved(self, fitted: Array) -> Array:
        """Return the tables that explain the deals ``fitted`` best, by conjugate gradients."""

        def centred(tricks: Array) -> Array:
            part = WITHIN if tricks.shape[1] > 1 else 0.0
            return (tricks - part * tricks.mean(axis=1, keepdims=True)) * fitted[:, None]

        def back(tricks: Array) -> Array:
            own = centred(tricks).ravel()
            sums = [np.bincount(place, own, self.ends[-1]) for place in self.places]
            return self.gathered(np.sum(sums, axis=0))

        rows = [np.bincount(place, minlength=self.ends[-1]) for place in self.places]
        scale = 1 / (self.gathered(np.sum(rows, axis=0)) / 2 + self.ridge)
        weights = np.zeros(len(scale))
        left = back(centred(self.rows.tricks.astype(float)))
        towards, step = 0 * left, 1.0
        for _ in range(STEPS):
            scaled = scale * left
            before, step = step, left @ scaled
            towards = scaled + step / before * towards
            turned = back(centred(self.told(self.laid_out(towards)))) + self.ridge * towards
            far = step / (towards @ turned)
            weights += far * towards
            left -= far * turned
        return self.laid_out(weights)

    def tables(self) -> tuple[Tables, dict[str, Any]]:
        """Return the tables, and what they explain of deals left out."""
        out = np.arange(len(self.rows.kept)) % LEFT_OUT == 0
        tables = self.solved(~out)
        tricks, told = self.rows.tricks[:, 0], self.told(tables)[:, 0]
        seats = self.rows.seat[:, 0]
        # On average each seat takes what the best discards took.
        off = {seat: (tricks - told)[seats == seat].mean() for seat in np.unique(seats)}
        some = float(np.mean([tables[self.ends[3] + seat] + off[seat] for seat in off]))
        role = [tables[self.ends[3] + seat] + off[seat] if seat in off else some for seat in Seat]
        error = (tricks - told - np.array([off.get(seat, 0.0) for seat in Seat])[seats])[out]
        apart = [
            each - each.mean(axis=1, keepdims=True)
            for each in (self.rows.tricks[out], self.told(tables)[out])
        ]
        fit = {
            "deals": len(out),
            "r2": round(1 - float(error.var() / tricks[out].var()), 3),
            "spread": round(float(error.std()), 3),
            "within": round(
                1 - float(((apart[0] - apart[1]) ** 2).sum() / max(1, (apart[0] ** 2).sum())), 3
            ),
        }
        plain, trump, drawn, _ = np.split(tables, self.ends[1:-1])
        shaped = (plain.reshape(self.each, -1), trump, drawn.reshape(self.each, -1), [*role, *role])
        stored = [np.rint(UNIT * np.array(part)).astype(np.int16) for part in shaped]
        return Tables(*stored, self.buckets, np.int16(UNIT * fit["spread"])), fit


def begun(kind: str, buckets: Array) -> Tables:
    """Return tables to begin with, in which high cards are worth most, or in NULLO cost most."""
    worths = np.arange(RANKS) / RANKS if kind == "NULLO" else (np.arange(RANKS) / RANKS) ** 4
    plain = (UNIT * (BITS @ (worths - 1 / 3))).astype(np.int16)
    trump = plain + (UNIT // 3 * COUNTS).astype(np.int16)
    drawn = np.zeros((int(buckets[-1]) + 1, DRAWN), np.int16)
    return Tables(np.tile(plain, (len(drawn), 1)), trump, drawn, drawn[0, :6], buckets, drawn[0, 0])


def trained(
    name: str, deals: int, rounds: int, ways: int, seed: int
) -> dict[str, tuple[Tables, dict[str, Any]]]:
    """Return the tables of a name, and of those that play against a declarer, each with its fit."""
    kind, size = name.split("-")
    few, many = (np.array(each if kind == "trump" else [0] * 14, np.int16) for each in (FEW, MANY))
    dealing = Deals(GAMES[size], CONTRACTS[kind])
    own = few if size != "16" else many
    found = {name: (begun(kind, own), {})}
    rows: list[tuple[Rows, Rows]] = []
    for turn in range(rounds):
        model, before = dealing.model(found[name][0]), rows
        rows = [
            dealing.rows(model, [seed, NAMES.index(name), turn, chunk], CHUNK, ways)
            for chunk in range(deals // CHUNK)
        ]
        together, against = (joined(each) for each in zip(*[*before, *rows], strict=True))
        found[name] = Fit(kind, own, dealing, together).tables()
        if dealing.variant.declared:
            found[f"{name}-against"] = Fit(kind, few, dealing, against).tables()
        for each, (_, fit) in found.items():
            print(f"round {turn + 1}, {each}: {fit}", flush=True)
    return found


def main(
    *,
    names: tuple[str, ...] = NAMES,
    deals: int = 42_000,
    rounds: int = 3,
    ways: int = 6,
    seed: int = 1,
    output: Path = DATA / FILE,
) -> None:
    """Make tables of so many deals a round, of which one seat exchanges in so many ways."""
    arrays, fits = {}, {}
    for name in names:
        for each, (tables, fit) in trained(name, deals, rounds, ways, seed).items():
            arrays |= {f"{each}/{part}": getattr(tables, part) for part in PARTS}
            fits[each] = fit
    provenance = made(seed=seed) | {"fits": fits}
    np.savez_compressed(output, **arrays, made=np.array(line(provenance)))


if __name__ == "__main__":
    run(main)
