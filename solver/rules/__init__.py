"""The rules of the games, each a part of its own."""

from __future__ import annotations

from typing import Any, dataclass_transform


@dataclass_transform()
class Rule:
    """A part of the rules of a game, equal to another of its kind that was made of the same.

    Its fields are annotated as those of a dataclass, which would cost ``manni solve`` half a
    millisecond; all else of its class is not.
    """

    def __init__(self, *values: Any, **named: Any) -> None:
        kinds = reversed(type(self).__mro__[:-1])
        names = (name for kind in kinds for name in kind.__annotations__)
        vars(self).update(zip(names, values, strict=False), **named)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self).__name__)
