"""Train the policy by which rollouts play: solver/data/play_policy.npz (``policy_trainer.pyx``).

    python tools/data/train_policy.py --kinds NT trump NULLO --deals 250000 -o plain.npz

Each kind is trained in turn, a round each; the file is written after every round. What comes out
depends on the seed and on how many deals there are, and is otherwise the same again. How good it
is tells ``benchmarks/play.py --weights``.

Half of the deals of a plain game are as dealt, half after the exchange, which the rule of thumb
makes; in the games of Manille it finds the declarer, and puts away and names.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from measuring import loaded, run
from numpy.typing import NDArray
from play import KINDS, begun, dealt, table_of
from provenance import DATA, ROOT, line, made
from setuptools import Distribution, Extension

from Cython.Build import cythonize  # isort: skip  (Cython wants setuptools imported before it)

from manni.solver.cards import RANKS, TABLES, Contract, hand_of
from manni.solver.rollouts import FILE, KIND_NAMES, Weights
from manni.solver.rollouts import weights as weights_in
from manni.solver.rules.games import get_variant
from manni.solver.rules.trick import PLAIN, TrickRules

TRICKS_HEAT, POINTS_HEAT = 0.1, 0.5
"""What a card has to be worth more to be e times as likely, in tricks and in points."""

GAMES = {
    "alone": ("manille-3", "dix-sept-3"),
    "auction": ("encheres-sans", "encheres-petite", "encheres-grande"),
    "few": ("envers-3",),
    "pairs": ("manille-4",),
    "auction-4+": ("encheres-4", "encheres-5", "encheres-6", "encheres-7"),
    "alone-4+": ("dix-sept-4",),
    "few-4+": ("envers-4", "envers-5"),
}
UNITS = (100, 64, 64, 64)
"""What the parts of the networks are counted in."""


def compiled() -> Any:
    """Return the compiled trainer, made anew where it has changed since.

    It is a module of the package, so that what it includes from there may import its neighbours.
    """
    name = "manni.solver.policy_trainer"
    extension = Extension(
        name,
        [str(Path(__file__).with_name("policy_trainer.pyx"))],
        include_dirs=[str(ROOT / "solver")],
        extra_compile_args=["-O3", "-fno-math-errno"],
    )
    folder = str(ROOT / "build" / name)
    extensions = cythonize(
        [extension], include_path=[str(ROOT), str(ROOT / "solver")], build_dir=folder, quiet=True
    )
    build = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib = build.build_temp = folder
    build.ensure_finalized()
    build.run()
    return loaded(name, build.get_ext_fullpath(name))


def row(kind: str, number: int, seed: int) -> list[int]:
    """Return a deal after its exchange as the trainer has it.

    Those are the hands, and what was put away, of as many as can play; pack, trump, declarers and
    leader. Of Manille it is without trump in one of twelve where there is an auction.
    """
    if kind in KINDS:
        codes = ("hornafjordur",) * 3 + ("trjamann",) + ("basic",) * (kind == "trump")
        plain = get_variant(codes[number % len(codes)])
        table = begun(table_of(kind, number, seed, plain))
    else:
        codes = GAMES[kind]
        table = dealt(codes[number % len(codes)], number, seed)
    variant, deal = table.variant, table.begun
    is_open = "auction" in kind and number // len(codes) % 12 == 7
    trump = None if is_open else deal.contract_played.trump
    missing = [0] * (TABLES[-1] - variant.players)
    return [
        *deal.hands_played(),
        *missing,
        *(hand_of(cards or ()) for cards in deal.discards),
        *missing,
        variant.pack,
        -1 if trump is None else trump,
        hand_of(variant.side_declaring(deal.declarer)) if variant.rules.partners else 0,
        deal.leader_played,
    ]


def in_lanes(cards: NDArray[np.int64], rules: TrickRules) -> NDArray[np.int64]:
    """Return cards as the compiled play has them: 16 bits a suit, the lowest card first."""
    found = np.zeros_like(cards)
    for card in range(4 * RANKS):
        found |= (cards >> card & 1) << 16 * (card // RANKS) + rules.heights[card % RANKS]
    return found


class Training:
    """The networks of a kind, and the deals they are trained on."""

    def __init__(self, kind: str, begun: Weights, many: int, seed: int) -> None:
        is_plain = kind in KINDS
        rules = PLAIN if is_plain else get_variant(GAMES[kind][0]).rules_of(Contract.S)
        self.deals = np.array([row(kind, number, seed) for number in range(many)], np.int64)
        self.deals[:, :-3] = in_lanes(self.deals[:, :-3], rules)
        names = (kind.replace("auction", each) for each in ("declarer", "defender"))
        self.index = [KIND_NAMES.index(name) for name in dict.fromkeys(names)]
        parts = [
            part[self.index].astype(np.float32) / unit
            for part, unit in zip(begun, UNITS, strict=True)
        ]
        _, rows_of_facts, start, out = parts
        if not out.any():
            rng = np.random.default_rng(seed)
            rows_of_facts += rng.uniform(-0.1, 0.1, rows_of_facts.shape).astype(np.float32)
            start += np.float32(0.1)
            out += rng.uniform(-0.3, 0.3, out.shape).astype(np.float32)
        flat = np.concatenate([part.ravel() for part in parts])
        self.whole = np.zeros(flat.shape, np.int16)
        self.trainer = compiled().Trainer(
            flat,
            np.ones_like(flat),
            self.whole,
            len(self.index),
            seed + 1,
            [rules.card_points[rules.heights.index(height)] for height in range(RANKS)],
            int(rules.duties),
            rules.partners,
            rules.trick_points,
            -1 if kind == "NULLO" or rules.avoids else 1,
            is_plain,
            TRICKS_HEAT if is_plain else POINTS_HEAT,
        )

    def put_into(self, weights: Weights) -> None:
        """Put the networks, in whole numbers, in their places."""
        shapes = [part[self.index].shape for part in weights]
        ends = np.cumsum([np.prod(shape) for shape in shapes])[:-1]
        for part, shape, own in zip(weights, shapes, np.split(self.whole, ends), strict=True):
            part[self.index] = own.reshape(shape)


def main(
    *,
    kinds: tuple[str, ...] = (*KINDS, *GAMES),
    deals: int = 250_000,
    rounds: int = 10,
    rate: float = 0.02,
    pool: int = 6000,
    seed: int = 30,
    begin: Path | None = None,
    output: Path = DATA / FILE,
) -> None:
    """Train on so many deals of each kind, with a ``pool`` of them after the exchange."""
    weights, inputs, before = Weights.zeros(), [DATA / "declarer_points.json"], {}
    if begin is not None:
        weights = Weights(*map(np.copy, weights_in(begin)))
        inputs.append(begin)
        with np.load(begin) as stored:
            before["begun"] = json.loads(str(stored["made"]))
    trainings = {
        kind: Training(kind, weights, pool // (1 if kind in KINDS else 3), seed) for kind in kinds
    }
    for turn in range(rounds):
        for kind, training in trainings.items():
            training.trainer.train(training.deals, deals // rounds, rate * (1 - turn / rounds))
            training.put_into(weights)
            print(f"round {turn + 1}, {kind}: {training.trainer.decisions:,} decisions", flush=True)
        parts = {  # in bytes, but for those that a card's rows add by themselves
            name: part if name == "own" else part.astype(np.int8)
            for name, part in zip(Weights._fields, weights, strict=True)
        }
        np.savez_compressed(output, **parts, made=np.array(line(made(inputs, seed) | before)))


if __name__ == "__main__":
    run(main)
