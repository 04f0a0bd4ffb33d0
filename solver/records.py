"""Frozen dataclasses that share their methods, all but ``__init__``.

The library compiles six for each class, which was a seventh of a command's start.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """Return a class as a frozen dataclass; a method that it has, of a base too, stays."""
    made: Any = dataclass(repr=False, eq=False)(kind)
    compared = [attribute.name for attribute in fields(made) if attribute.compare]
    made._compared = attrgetter(*compared or ["__class__"])  # some value is needed
    for method in (__setattr__, __delattr__, __eq__, __hash__, __repr__):
        if getattr(made, name := method.__name__) is getattr(object, name):
            setattr(made, name, method)
    return kind


def __setattr__(self: Any, name: str, value: object) -> None:
    # ``__init__`` sets each field for the first time.
    if name in vars(self) or name not in self.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    vars(self)[name] = value


def __delattr__(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def __eq__(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return self._compared(self) == self._compared(other)


def __hash__(self: Any) -> int:
    return hash(self._compared(self))


def __repr__(self: Any) -> str:
    parts = [
        f"{attribute.name}={getattr(self, attribute.name)!r}"
        for attribute in fields(self)
        if attribute.repr
    ]
    return f"{type(self).__qualname__}({', '.join(parts)})"
