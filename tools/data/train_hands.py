"""Make solver/data/hand_model.npz: about how many tricks a hand takes (``hand_model``).

    python tools/data/train_hands.py

Deals are exchanged by the model of the round before, one seat putting down several discards near
the best in the same deal, and the policy plays them all. Tables are found by least squares in which
what differs within a deal counts most. They add up, of each suit, a worth for every card and for
the number of them, for the five high cards (in NULLO the low ones) with so many others, and for
every holding; the rarer one is, the nearer to 0. In what is kept of them a higher card is never
worth less. It is printed, and kept in the file, what they explain in deals left out of the fit: of
the tricks, and of their differences within a deal.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring import run
from provenance import DATA, line, made

from manni.solver.advice.hand_model import COUNTS, FILE, HOLDINGS, UNIT, Array, HandModel, Tables
from manni.solver.advice.play import played_through
from manni.solver.advice.worlds import held
from manni.solver.cards import CARDS, RANKS, SEATS, SUITS, Contract, Seat
from manni.solver.rollouts import FILE as POLICY
from manni.solver.rules.games import get_variant

CONTRACTS = {"trump": Contract.S, "NT": Contract.NT, "NULLO": Contract.NULLO}
GAMES = {"12": "hornafjordur", "16": "trjamann", "whole": "basic"}
NAMES = (*(f"{kind}-{size}" for size in ("12", "16") for kind in CONTRACTS), "trump-whole")

# By the number of trumps which are told apart; a declarer of sixteen cards has more.
FEW, MANY = [0, 1, 1, 2, 3, 4, *[5] * 8], [0, 0, 0, 0, 1, 2, 3, 4, *[5] * 6]
PATTERNS, DRAWN = 32 * 9, 17

WITHIN = 0.85  # of a deal's mean that is taken off
RIDGE, PATTERNS_RIDGE, HOLDINGS_RIDGE = 1.0, 10.0, 200.0
SCALE = 0.25  # in tricks, of the odds of discards; of a whole hand or none more
CHUNK = 6000
LEFT_OUT = 10  # a deal of so many
STEPS = 60

BITS = HOLDINGS[:, None] >> np.arange(RANKS) & 1


class Rows(NamedTuple):
    """The cards kept, how many were drawn, the seat, and its tricks: by deal and discard."""

    kept: Array
    drawn: Array
    seat: Array
    tricks: Array


def runs(cards: Array) -> Array:
    """Return the first cards of each row, none, one, two …, as hands."""
    return np.insert(held(cards[..., None]).cumsum(axis=1), 0, 0, axis=1)


class Deals:
    """Deals of a game in a contract, exchanged by a model and played by the policy."""

    def __init__(self, code: str, contract: Contract) -> None:
        self.variant, self.contract = get_variant(code), contract
        self.declarer = Seat.FOREHAND if self.variant.declared else None
        self.order = self.variant.exchange.order(self.declarer)

    def most(self, seat: Seat, drawn: Array) -> Array:
        """Return how many cards a seat may put down after so many have been drawn."""
        rule, tricks, pile = self.variant.exchange, self.variant.tricks, self.variant.manni
        sizes = [rule.sizes(seat, before, tricks, pile)[-1] for before in range(pile + 1)]
        return np.array(sizes)[drawn]

    def dealt(self, model: HandModel, number: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Return the cards of the seats, and of the pile.

        Where somebody declares, forehand has the seat and the trump that promise most in every
        other deal.
        """
        pack = [card for card in range(CARDS) if self.variant.pack >> card & 1]
        cards = rng.permuted(np.tile(pack, (number, 1)), axis=1)
        hands, pile = np.split(cards, [SEATS * self.variant.tricks], axis=1)
        hands, row = hands.reshape(number, SEATS, -1), np.arange(number)
        if self.declarer is None:
            return hands, pile
        turns = 1 if self.contract.trump is None else SUITS
        most = self.most(self.declarer, 0 * row)
        worths = [
            model.best(held((hands[:, seat] + RANKS * turn) % CARDS), most)[1]
            for seat in Seat
            for turn in range(turns)
        ]
        best = np.argmax(self.contract.sign * np.array(worths), axis=0)
        seat, turn = divmod((best * (row % 2))[:, None], turns)
        hands = hands[row[:, None], (seat + np.arange(SEATS)) % SEATS]
        return (hands + RANKS * turn[..., None]) % CARDS, (pile + RANKS * turn) % CARDS

    def tried(
        self,
        model: HandModel,
        hands: Array,
        most: Array,
        rng: np.random.Generator,
        any_number: bool,
    ) -> Array:
        """Return discards that are nearly as good as the best, or of any number of cards."""
        whole = self.variant.exchange.all_or_nothing
        scale = SCALE * (4 if whole else 1)
        limit = int(most.max())
        logs = model.log_chances(hands, scale, limit) * (not any_number)
        number, most = np.arange(limit + 1), most[:, None]
        allowed = (number == 0) | (number == most) if whole else number <= most
        luck = np.where(allowed, logs + rng.gumbel(size=logs.shape), -np.inf)
        return model.sample(hands, luck.argmax(axis=1), scale, rng, limit)[0]

    def rows(self, model: HandModel, seed: list[int], number: int, ways: int) -> list[Rows]:
        """Return rows of a seat that tries several ways, and of those that may not exchange."""
        rng = np.random.default_rng(seed)
        tries = self.order[seed[-1] % len(self.order)]
        cards, pile = self.dealt(model, number, rng)
        own = held(cards)
        hands, row = np.repeat(own[None], ways, axis=0), np.arange(number)
        gone = np.zeros_like(hands)
        drawn = np.bitwise_count(gone)
        # Seats after the one that tries draw from below, so that they get the same cards each way.
        above, below = runs(pile), runs(pile[:, ::-1])
        for seat in self.order:
            there, first = (below, tries + 1) if seat > tries else (above, 0)
            most = self.most(seat, drawn.sum(axis=2))
            down = model.best(hands[:, :, seat].ravel(), most.ravel())[0].reshape(most.shape)
            for way in range(1, ways if seat == tries else 1):
                down[way] = self.tried(model, own[:, seat], most[way], rng, way == 1)
            gone[:, :, seat] = down
            drawn = np.bitwise_count(gone)
            begin, end = (drawn[:, :, first:last].sum(axis=2) for last in (seat, seat + 1))
            hands[:, :, seat] &= ~down
            hands[:, :, seat] |= there[row, end] & ~there[row, begin]
        flat = (each.reshape(-1, SEATS) for each in (hands, gone))
        tricks = played_through(self.variant, self.contract, self.declarer, *flat)
        parts = own & ~gone, drawn, 0 * drawn + range(SEATS), tricks.reshape(drawn.shape)
        idle = [seat for seat in Seat if seat not in self.order]
        return [
            Rows(*(part[:, :, tries].T for part in parts)),
            Rows(*(part[0][:, idle].T.reshape(-1, 1) for part in parts)),
        ]


class Fit:
    """Tables that explain rows, by least squares.

    Laid out in one row are the tables of plain suits, of trumps, of cards drawn and of the seats.
    """

    def __init__(self, kind: str, buckets: Array, model: HandModel, rows: Rows) -> None:
        ends = BITS[:, :5] if kind == "NULLO" else BITS[:, -5:]
        pattern = ends @ (1 << np.arange(5)) * 9 + COUNTS - ends.sum(axis=1)
        self.features = np.hstack([BITS, np.eye(RANKS + 1)[COUNTS], np.eye(PATTERNS)[pattern]])
        self.rows, self.buckets, self.each = rows, buckets, int(buckets[-1]) + 1
        many, wide = self.features.shape
        self.ends = np.cumsum([0, self.each * many, many, self.each * DRAWN, SEATS])
        plain, trump = model.holdings(rows.kept.ravel())
        bucket = buckets[COUNTS[trump]].astype(np.int64)
        drawn = bucket * DRAWN + rows.drawn.ravel()
        parts = [*(bucket * many + plain), *(trump, drawn, rows.seat.ravel())]
        self.places = np.stack(parts) + np.repeat(self.ends[:4], [len(plain), 1, 1, 1])[:, None]
        ridge = np.where(np.arange(wide) < wide - PATTERNS, RIDGE, PATTERNS_RIDGE)
        self.parts = np.cumsum([(self.each + 1) * wide, 2 * many])
        rest = self.ends[-1] - self.ends[2]
        of_rest = np.repeat([HOLDINGS_RIDGE, RIDGE], [2 * many, rest])
        self.ridge = np.concatenate([np.tile(ridge, self.each + 1), of_rest])

    def laid_out(self, weights: Array) -> Array:
        """Return the tables that weights make."""
        of_features, own, rest = np.split(weights, self.parts)
        tables = of_features.reshape(self.each + 1, -1) @ self.features.T
        tables += np.repeat(own.reshape(2, -1), [self.each, 1], axis=0)
        return np.concatenate([tables.ravel(), rest])

    def gathered(self, sums: Array) -> Array:
        """Return by weight what has been added up by place of the tables."""
        tables, rest = np.split(sums, self.ends[2:3])
        tables = tables.reshape(self.each + 1, -1)
        of_features = (self.features.T @ tables.T).T
        return np.concatenate([of_features.ravel(), tables[:-1].sum(axis=0), tables[-1], rest])

    def told(self, tables: Array) -> Array:
        """Return the tricks of rows by tables."""
        return tables[self.places].sum(axis=0).reshape(self.rows.kept.shape)

    def solved(self, fitted: Array) -> Array:
        """Return the tables that explain the deals ``fitted`` best, by conjugate gradients."""
        part = WITHIN if self.rows.kept.shape[1] > 1 else 0.0

        def summed(worths: Array | None) -> Array:
            sums = [np.bincount(place, worths, self.ends[-1]) for place in self.places]
            return self.gathered(np.sum(sums, axis=0))

        def back(tricks: Array) -> Array:
            for _ in range(2):
                tricks = (tricks - part * tricks.mean(axis=1, keepdims=True)) * fitted[:, None]
            return summed(tricks.ravel())

        scale = 1 / (summed(None) / 2 + self.ridge)
        left = back(self.rows.tricks.astype(float))
        weights, towards, step = 0 * left, 0 * left, 1.0
        for _ in range(STEPS):
            before, step = step, left @ (scale * left)
            towards = scale * left + step / before * towards
            turned = back(self.told(self.laid_out(towards))) + self.ridge * towards
            far = step / (towards @ turned)
            weights += far * towards
            left -= far * turned
        return self.laid_out(weights)

    def tables(self) -> tuple[Tables, dict[str, float]]:
        """Return the tables, and what they explain of deals left out."""
        out = np.arange(len(self.rows.kept)) % LEFT_OUT == 0
        tables, tricks, seats = self.solved(~out), self.rows.tricks, self.rows.seat[:, 0]
        # Within a deal less is at stake than among deals: what is expected is spread as it should.
        tables *= np.polyfit(self.told(tables)[~out, 0], tricks[~out, 0], 1)[0]
        plain, trump, drawn, place = np.split(tables, self.ends[1:-1])
        told = self.told(tables)
        # On average each seat takes what its best discards took; of others nothing is known.
        there = np.unique(seats).tolist()
        for seat in there:
            place[seat] += (tricks - told)[seats == seat, 0].mean()
        place[np.setdiff1d(range(SEATS), there)] = place[there].mean()
        error = (tricks - self.told(np.concatenate([plain, trump, drawn, place])))[out]
        within, whole = (each - each.mean(axis=1, keepdims=True) for each in (error, tricks[out]))
        fit = {
            "deals": len(out),
            "r2": 1 - error[:, 0].var() / tricks[out, 0].var(),
            "spread": error[:, 0].std(),
            "within": 1 - (within**2).sum() / max(1, (whole**2).sum()),
        }
        plain, drawn = (part.reshape(self.each, -1) for part in (plain, drawn))
        parts = plain, trump, drawn, [*place, *place], fit["spread"]
        *stored, spread = (np.rint(UNIT * np.array(part)).astype(np.int16) for part in parts)
        told_of = {name: round(float(each), 3) for name, each in fit.items()}
        return Tables(*stored, self.buckets, spread), told_of


def begun(kind: str, buckets: Array) -> Tables:
    """Return tables to begin with, in which high cards are worth most, or in NULLO cost most."""
    worths = (np.arange(RANKS) / RANKS) ** (1 if kind == "NULLO" else 4)
    plain = (UNIT * (BITS @ (worths - 1 / 3))).astype(np.int16)
    trump = plain + (UNIT // 3 * COUNTS).astype(np.int16)
    drawn = np.zeros((int(buckets[-1]) + 1, DRAWN), np.int16)
    return Tables(np.tile(plain, (len(drawn), 1)), trump, drawn, drawn[0, :6], buckets, drawn[0, 0])


def ordered(worths: Array) -> Array:
    """Return worths of holdings in which no higher card, in place of the next, takes fewer tricks.

    Holdings that say so, rare ones by chance, meet half way.
    """
    found = worths.astype(float)
    for _ in range(40):
        for rank in range(RANKS - 1):
            low = HOLDINGS[(HOLDINGS >> rank & 3) == 1]
            high = low + (1 << rank)
            off = np.maximum(found[..., low] - found[..., high], 0) / 2
            found[..., high] += off
            found[..., low] -= off
    return np.rint(found).astype(np.int16)


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
    arrays: dict[str, Array] = {}
    fits: dict[str, dict[str, float]] = {}
    for name in names:
        kind, size = name.split("-")
        deal = Deals(GAMES[size], CONTRACTS[kind])
        few, own = (
            np.array(each if kind == "trump" else [0] * 14, np.int16)
            for each in (FEW, MANY if size == "16" else FEW)
        )
        found, before = {name: begun(kind, own)}, list[list[Rows]]()
        for turn in range(rounds):
            model = HandModel(deal.variant, deal.contract, found[name], found[name])
            key = seed, NAMES.index(name), turn
            chunks = [
                deal.rows(model, [*key, first // CHUNK], min(CHUNK, deals - first), ways)
                for first in range(0, deals, CHUNK)
            ]
            mine, others = (
                Rows(*map(np.concatenate, zip(*each, strict=True)))
                for each in zip(*before, *chunks, strict=True)
            )
            found[name], fits[name] = Fit(kind, own, model, mine).tables()
            before = chunks
            print(f"round {turn + 1}, {name}: {fits[name]}", flush=True)
        if deal.declarer is not None:
            against = f"{name}-against"
            found[against], fits[against] = Fit(kind, few, model, others).tables()
        for each, tables in found.items():
            for part, stored in vars(tables).items():
                is_of_cards = part in ("plain", "trump")
                arrays[f"{each}/{part}"] = ordered(stored) if is_of_cards else stored
    provenance = made([DATA / POLICY], seed) | {"fits": fits}
    np.savez_compressed(output, **arrays, made=np.array(line(provenance)))


if __name__ == "__main__":
    run(main)
