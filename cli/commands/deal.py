"""``manni deal``: deals at random."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from random import SystemRandom
from typing import Any

from ... import Deal, RuleError
from ...solver.dealing import random_deals, random_endings
from ...solver.files.dealfile import format_deal
from ...solver.files.jsonfile import json_lines
from ...solver.files.parquet import is_parquet
from .. import options, output
from ..outfile import check_target, out_file


@options.command
def command(
    *,
    variant: options.GameOption,
    tricks: int | None = options.option(
        "Deal endings, hands of N cards out of the pack, with their contract and leader.",
        type=options.COUNT,
    ),
    seed: options.OptionalSeed,
    count: options.CountOption,
    target: options.OutOption,
    contract: options.ContractOption,
    declarer: options.DeclarerOption,
    as_parquet: bool = options.flag(
        "--parquet", "Write Parquet, on stdout too and whatever OUT is called."
    ),
    as_json: options.JsonOption,
) -> None:
    """Deal cards for a game and print them as a .manni file.

    The games are those of Manni and of the French Manille; `manni variants` lists them. Seed
    and variant determine the deals for ever. OUT is a .manni, .json or .parquet file; with --json
    they are a .json file. The contract is recorded unless somebody has to
    declare it. The tags Seed and Board say where a deal came from. Parquet has a row per
    deal, in the columns that `manni batch` reads; id is the Board. --contract is that of every
    row, by default what the game has, and --declarer who declares it. Of endings it is that of
    every one; what is not given is drawn, as is who leads.
    """
    options.refuse_if(as_parquet and as_json, "either --parquet or --json, not both.")
    as_parquet |= is_parquet(target)
    options.refuse_if(
        contract is not None and tricks is None and not as_parquet,
        "--contract goes with --tricks, --parquet or an OUT that ends in .parquet.",
    )
    if tricks is None:
        if declarer is None:
            options.refuse_if(
                contract is not None and variant.rules_of(contract).partners,
                f"--contract goes with --declarer SEAT in {variant.code}.",
            )
        options.refuse_if(
            declarer is not None and contract is None, "--declarer goes with --contract."
        )
        if declarer is not None and not variant.declared:
            raise RuleError(f"nobody declares in {variant.code}")
    options.refuse_if(
        as_parquet and target == "-" and sys.stdout.isatty(),
        "Parquet is nothing to read on a terminal: say -o OUT.",
    )
    form = check_target(target, *() if as_parquet else ("manni", "json", "parquet"))
    if seed is None:
        seed = SystemRandom().randrange(1 << 32)
    if tricks is None:
        deals = random_deals(variant, seed)
    else:
        deals = random_endings(variant, tricks, seed, contract=contract, declarer=declarer)
    deals = islice(deals, count)
    if as_parquet:
        from ...solver.files.parquet import write_tables
        from ...solver.frames.forms import deal_tables

        def dealt() -> Iterator[Any]:
            for table in deal_tables(deals, variant, contract, declarer):
                advance(len(table))
                yield table

        with (
            output.progress("dealing", count, writes=target == "-") as advance,
            out_file(target, keep=False) as write,
        ):
            write_tables(write, dealt())
    elif target == "-" and not as_json:
        for text in _texts(deals):
            output.result(text.rstrip("\n"), fold=False)
    else:
        with out_file(target, keep=False) as write:
            as_json |= form == "json"
            for text in json_lines(deals) if as_json else _texts(deals):
                write(text.encode())


def _texts(deals: Iterable[Deal]) -> Iterator[str]:
    """Yield deals as they stand in a file one after the other."""
    for index, deal in enumerate(deals):
        yield "\n" * bool(index) + format_deal(deal)
