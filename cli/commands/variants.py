"""``manni variants``: the games and their rules."""

from __future__ import annotations

from typing import Annotated

from ...solver.report.variants import GAME, GAMES, variant_text, variants_table
from ...solver.rules.games import VARIANTS
from ...solver.rules.variant import Variant
from .. import options, output


@options.command
def command(
    variant: Annotated[
        Variant | None, options.argument(metavar="[CODE]", required=False, type=options.VARIANT)
    ],
    as_json: options.JsonOption,
) -> None:
    """List the games; with a CODE, the rules of one.

    The code is what --variant and the tag [Variant "…"] take. An option is added to it:
    hornafjordur+ace-low.
    """
    if variant is not None:
        if as_json:
            output.result_json(GAME.json(variant))
        else:
            output.result(variant_text(variant))
    elif as_json:
        output.result_json(GAMES.json(VARIANTS.values()))
    else:
        output.result(variants_table(VARIANTS.values()).text())
