"""Solve many random deals for the statistics of docs/statistics.md, into Parquet files.

    python benchmarks/deal_statistics.py FOLDER --deals 100000 --jobs 2

Hornafjarðarmanni is dealt once for each kind of contract, with a cut card that makes it;
Trjámann once, to be played in NT and in every trump. A row is a position at the first lead:

* what **forehand**, who leads, is sure of as dealt, nobody exchanging, and after the exchange
  by the rule of thumb;
* of every tenth deal, in Trjámann in NT and the trump forehand would name, also what the two
  others are sure of; what forehand is sure of after the exchange if another leads; and what it
  is sure of if it exchanges no card, one, and so on to the most it may, the worst by the rule of
  thumb, and those after it as the rule says.

Every deal has a seed of its own, so the rows do not depend on the order of work. A file holds
some hundred deals and gets its name when it is whole: the program can be stopped at any time,
and a folder is taken up again where it was left.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import pyarrow as pa

from solver.advice.seen import Seen
from solver.advice.thumb_hand import thumb_discards, thumb_score
from solver.advice.view import view
from solver.advice.worlds import Opponents, World, after_exchange
from solver.cards import FULL_PACK, Seat, cards_in
from solver.engine import Engine
from solver.errors import SolverError, StoppedError
from solver.files.parquet import parquet_bytes, read_part, write_beside
from solver.pool import Pool
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import shuffled
from solver.rules.variant import Dealing, Variant
from solver.run import Run

TRUMPS = (Contract.S, Contract.H, Contract.D, Contract.C)
CLOSER = 10
"""One deal in so many is looked at more closely."""

SCHEMA = pa.schema(
    [
        ("number", pa.int32()),
        ("contract", pa.string()),
        ("named", pa.bool_()),  # no other trump is better by the rule of thumb
        ("exchanged", pa.int8()),  # cards by forehand; null if nobody exchanges
        ("by_rule", pa.bool_()),  # whether the rule of thumb says so many
        ("leader", pa.string()),
        *((f"hand_{seat.letter}", pa.uint64()) for seat in Seat),
        *((f"guarantee_{seat.letter}", pa.int8()) for seat in Seat),  # null if not asked for
    ]
)

Row = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """Deals of one game, and how many are in a file."""

    name: str
    variant: Variant
    contract: str | None
    """The kind of contract that the cut card makes, None where forehand declares."""
    in_file: int
    number: int
    """Keeps the seeds of the kinds apart."""

    def deal(self, seed: int, number: int) -> Dealing:
        """Return a deal by its number."""
        rng = np.random.Generator(np.random.PCG64([seed, self.number, number]))
        if self.contract is None:
            return self.variant.deal(rng)
        cut = shuffled(self.cuts, rng)[0]
        rest = shuffled(cards_in(FULL_PACK & ~(1 << cut)), rng)
        return self.variant.deal_pack((*rest, cut))

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """The cut cards that make the contract."""
        made_by = self.variant.fixed_contract
        contracts = ((card, made_by(1, card)) for card in cards_in(FULL_PACK))
        return tuple(
            card for card, each in contracts if each is not None and each.kind == self.contract
        )

    def contracts(self, dealing: Dealing) -> tuple[Contract, ...]:
        """Return the contracts in which a deal is solved."""
        contract = self.variant.fixed_contract(1, dealing.cut)
        return (Contract.NT, *TRUMPS) if contract is None else (contract,)


def kinds() -> dict[str, Kind]:
    """Return the kinds of deals by name. A round of files takes about as long for each game."""
    cut, declared = get_variant("hornafjordur"), get_variant("trjamann")
    every = [
        Kind(f"hornafjordur-{contract}", cut, contract, 1000, number)
        for number, contract in enumerate(("NT", "trump", "NULLO"))
    ]
    every.append(Kind("trjamann", declared, None, 200, len(every)))
    return {kind.name: kind for kind in every}


class Solved:
    """The rows of one deal in one contract."""

    def __init__(self, engine: Engine, run: Run, seen: Seen, dealing: Dealing) -> None:
        self.engine, self.run, self.known, self.dealing = engine, run, seen, dealing
        gone = thumb_discards(seen.contract, seen.hand, seen.sizes(), seen.ace_low)
        self.by_rule = gone.bit_count()
        """How many cards the rule of thumb exchanges."""
        self.rows: list[Row] = []

    def hands(self, exchanged: int) -> tuple[int, int, int]:
        """Return the hands once forehand has exchanged so many cards, the others by the rule."""
        seen, dealing = self.known, self.dealing
        gone = thumb_discards(seen.contract, seen.hand, (exchanged,), seen.ace_low)
        world = World(dealing.hands, dealing.manni)
        (_, middlehand, dealer), drawn = after_exchange(seen, world, exchanged, Opponents.THUMB)
        return seen.hand & ~gone | drawn, middlehand, dealer

    def add(
        self, exchanged: int | None, seats: Sequence[Seat], leader: Seat = Seat.FOREHAND
    ) -> None:
        """Add a row with what these seats are sure of; no number means nobody exchanges."""
        hands = self.dealing.hands if exchanged is None else self.hands(exchanged)
        self.rows.append(
            {"exchanged": exchanged, "by_rule": exchanged == self.by_rule, "leader": leader.letter}
            | {f"hand_{seat.letter}": hands[seat] for seat in Seat}
            | {f"guarantee_{seat.letter}": self.guarantee(hands, leader, seat) for seat in seats}
        )

    def guarantee(self, hands: tuple[int, int, int], leader: Seat, seat: Seat) -> int:
        """Return what a seat is sure of. Raises StoppedError."""
        seen = self.known
        lower, upper = self.engine.lead_bounds(
            hands, seen.contract, leader, seat, ace_low=seen.ace_low, run=self.run
        )
        if lower < upper:
            raise StoppedError(f"stopped between {lower} and {upper} tricks")
        return lower


def solved(
    dealing: Dealing, kind: Kind, contract: Contract, closer: bool, engine: Engine, run: Run
) -> list[Row]:
    """Return the rows of a deal in one contract."""
    declarer = Seat.FOREHAND if kind.variant.declared else None
    hand = dealing.hands[Seat.FOREHAND]
    seen = view(hand, kind.variant, contract, Seat.FOREHAND, cut=dealing.cut, declarer=declarer)
    after = Solved(engine, run, seen, dealing)
    seats = tuple(Seat) if closer else (Seat.FOREHAND,)
    after.add(None, seats)
    after.add(after.by_rule, seats)
    if closer:
        for leader in (Seat.MIDDLEHAND, Seat.DEALER):
            after.add(after.by_rule, (Seat.FOREHAND,), leader)
        for exchanged in seen.sizes():
            if exchanged != after.by_rule:
                after.add(exchanged, (Seat.FOREHAND,))
    return after.rows


def deal_rows(kind: Kind, seed: int, number: int, engine: Engine, run: Run) -> list[Row]:
    """Return the rows of a deal."""
    dealing = kind.deal(seed, number)
    contracts = kind.contracts(dealing)
    hand = dealing.hands[Seat.FOREHAND]
    most = kind.variant.exchange.sizes(Seat.FOREHAND, 0, hand.bit_count(), len(dealing.manni))
    trumps = [contract for contract in contracts if contract.trump is not None]
    best = max(trumps, key=lambda each: thumb_score(each, hand, most), default=None)
    # From an unrelated deal little can be learnt, and a table that is nearly empty is fast.
    engine.clear()
    rows = []
    for contract in contracts:
        named = contract.trump is None or contract is best
        closer = named and number % CLOSER == 0
        common = {"number": number, "contract": contract.name, "named": named}
        rows += [common | row for row in solved(dealing, kind, contract, closer, engine, run)]
    return rows


@dataclass(frozen=True)
class Part:
    """The deals of one file."""

    kind: Kind
    first: int
    end: int

    def path(self, folder: Path) -> Path:
        """Return its file."""
        return folder / f"{self.kind.name}-{self.first:07}.parquet"


def parts(chosen: Sequence[Kind], deals: int) -> Iterator[Part]:
    """Yield the files in the order in which they are made, the kinds in turn."""
    for index in range(max(-(-deals // kind.in_file) for kind in chosen)):
        for kind in chosen:
            first = index * kind.in_file
            if first < deals:
                yield Part(kind, first, min(first + kind.in_file, deals))


def is_made(part: Part, folder: Path, seed: int) -> bool:
    """Return whether a file is there and has all its deals.

    Raises NotationError for a torn one, SolverError for one of another seed.
    """
    path = part.path(folder)
    if not path.exists():
        return False
    said = read_part(str(path)).schema.metadata or {}
    other = said.get(b"seed", b"none").decode()
    if other != str(seed):
        raise SolverError(f"{path}: made with seed {other}, not {seed}: take another folder")
    return int(said[b"end"]) >= part.end


def make(
    engine: Engine, part: Part, run: Run, *, folder: Path, seed: int, done: Callable[[], None]
) -> None:
    """Solve the deals of a file and write it."""
    rows = []
    for number in range(part.first, part.end):
        rows += deal_rows(part.kind, seed, number, engine, run)
        done()
    said = {"seed": str(seed), "end": str(part.end)}
    table = pa.Table.from_pylist(rows, SCHEMA.with_metadata(said))
    write_beside(part.path(folder), parquet_bytes(table))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kinds", nargs="+", choices=list(kinds()), default=list(kinds()))
    parser.add_argument("--deals", type=int, default=100_000, help="deals of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--memory", type=int, default=64, help="MB for each job")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = list(parts([kinds()[name] for name in options.kinds], options.deals))
    missing = [part for part in wanted if not is_made(part, options.folder, options.seed)]
    total = sum(part.end - part.first for part in missing)
    with click.progressbar(length=total, label="deals", show_pos=True, file=sys.stderr) as bar:
        work = partial(make, folder=options.folder, seed=options.seed, done=partial(bar.update, 1))
        pool = Pool(options.memory * options.jobs, options.jobs)
        for _ in pool.imap(work, missing, Run()):
            pass


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except (SolverError, OSError) as error:  # such as a full disk: what is done stays
        sys.exit(str(error))
