"""Frozen dataclasses whose methods are shared, all but ``__init__``.

The library compiles six methods for each class, which was a seventh of a command's start.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen, repr=True, eq=True, **options):
        """Return the decorator that the library's is with ``frozen``, which has to be said."""
        assert frozen
        shared = [__setattr__, __delattr__, *[__repr__] * repr, *[__eq__, __hash__] * eq]

        def record(kind):
            own = {each for each, method in vars(kind).items() if method is not None}
            dataclasses.dataclass(repr=False, eq=False, **options)(kind)
            for method in shared:
                if method.__name__ not in own:
                    setattr(kind, method.__name__, method)
            compared = [each for each in dataclasses.fields(kind) if each.compare]
            kind._compared = _values(compared)
            kind._hashed = _values(each for each in compared if each.hash is not False)
            return kind

        return record

    def _values(fields):
        # Of no field the class itself, as a value is needed.
        return attrgetter(*[each.name for each in fields] or ["__class__"])

    def __setattr__(self, name, value):
        # ``__init__`` sets each field for the first time.
        if name in vars(self) or name not in self.__dataclass_fields__:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        vars(self)[name] = value

    def __delattr__(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self._compared(self) == self._compared(other)

    def __hash__(self):
        return hash(self._hashed(self))

    def __repr__(self):
        told = [
            f"{each.name}={getattr(self, each.name)!r}"
            for each in dataclasses.fields(self)
            if each.repr
        ]
        return f"{type(self).__qualname__}({', '.join(told)})"
