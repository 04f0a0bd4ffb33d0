"""Words of the command line that have changed: the old ones go on for one version.

Each is understood, is hidden from the help, and says the new one on stderr.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from cli.output import note


def is_now(old: str, new: str) -> None:
    """Say on stderr what an old word is now."""
    note(f"{old} is now {new}; the old word goes in the next version")


class Renamed(click.Option):
    """An option that has had other names, ``was``.

    An old name may stand for one value of the option, where it is a mapping to them: ``--csv`` for
    ``--format csv``.
    """

    def __init__(
        self, *args: Any, was: Sequence[str] | Mapping[str, str] = (), **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.was = dict(was) if isinstance(was, Mapping) else dict.fromkeys(was)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Have the old names read too, each kept apart."""
        super().add_to_parser(parser, ctx)
        for old, stands_for in self.was.items():
            has_value = stands_for is None and not self.is_flag
            action = "append" if has_value else "append_const"
            parser.add_option(self, [old], old, action, const=stands_for or True)

    def consume_value(self, ctx: click.Context, opts: Any) -> Any:
        """Return the value given under whatever name. Raises UsageError for two of one thing."""
        for old, stands_for in self.was.items():
            given = opts.pop(old, None)
            if given is None:
                continue
            if self.name in opts and not self.multiple:
                raise click.UsageError(f"{old} and {self.opts[0]} are the same: one of them.", ctx)
            if not ctx.resilient_parsing:
                is_now(old, self.opts[0] if stands_for is None else f"{self.opts[0]} {stands_for}")
            if self.multiple:
                opts.setdefault(self.name, []).extend(given)
            else:
                opts[self.name] = given[-1]
        return super().consume_value(ctx, opts)


def has_option(args: Sequence[str], *names: str) -> bool:
    """Return whether one of the options is among arguments."""
    return any(arg.partition("=")[0] in names for arg in args)


def _value_of(args: Sequence[str], name: str) -> str:
    """Return the value that arguments give an option, empty if none."""
    for index, arg in enumerate(args):
        option, equals, value = arg.partition("=")
        if option == name:
            return value if equals else "".join(args[index + 1 : index + 2])
    return ""


def _contract(args: Sequence[str]) -> str:
    """Return which advice ``manni contract`` gave: its game says."""
    from solver.errors import SolverError
    from solver.rules.registry import get_variant

    try:
        variant = get_variant(_value_of(args, "--variant"))
    except SolverError:
        return "advise call"  # which says what is wrong
    of_claims = has_option(args, "--seat", "--contract", "--cut")
    if variant.claims and (of_claims or not variant.names_trump):
        return "advise claim"
    return "advise bid" if variant.bids and not variant.names_trump else "advise call"


_SUBCOMMANDS = {
    ("exchange", "open"): "exchange",
    ("exchange", "blind"): "advise exchange",
    ("play", "card"): "advise card",
    ("play", "table"): "play",
}
_WITH_HAND = {"exchange": "advise exchange", "play": "advise card"}
_COMMANDS: dict[str, Callable[[Sequence[str]], str]] = {
    "contract": _contract,
    "verify": lambda args: "puzzle check",
}
MOVED = {
    **{" ".join(part): new for part, new in _SUBCOMMANDS.items()},
    **{f"{name} --hand": new for name, new in _WITH_HAND.items()},
    "contract": "advise call, advise bid or advise claim",
    "verify": "puzzle check",
}
"""What has become of the commands that have moved."""


def moved(args: Sequence[str]) -> list[str] | None:
    """Return the arguments of ``manni`` with a command that has moved where it is now.

    That is said on stderr. None if there is no such command.
    """
    name, *rest = args
    if (part := (name, *rest[:1])) in _SUBCOMMANDS:
        old, new, rest = " ".join(part), _SUBCOMMANDS[part], rest[1:]
    elif name in _WITH_HAND and has_option(rest, "--hand"):
        old, new = f"{name} --hand", _WITH_HAND[name]
    elif name in _COMMANDS:
        old, new = name, _COMMANDS[name](rest)
    else:
        return None
    is_now(f"manni {old}", f"manni {new}")
    return [*new.split(), *rest]
