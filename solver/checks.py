"""The arguments that public functions, methods and classes take.

With the exceptions below, each first checks what it is given and turns it into one form:

* a **number** (a count, a card, a hand) is an int or anything Python can use as an index,
  such as numpy's integers, and becomes an int; bools, floats and members of another enum
  are not taken;
* an **amount** (seconds, megabytes) is any real number above 0 and becomes a float;
* a **seat** or **contract** is its enum or its number and becomes the enum; the text of one, of
  a card or of a hand is taken too by everything that may import ``notation``, whose ``as_card``
  and others do what those of this module do;
* **several** values are a list, a tuple or anything else with an order, but not a text, and
  become a tuple;
* a **flag** is a bool, Python's or numpy's.

Anything else raises ArgumentError, or DealError if the cards are wrong, and the message
names the value. Not checked are inner steps (``cards``, ``rules.trick``), what follows from
checked values (``Position.play`` checks the card, not the position), what is inside an answer
given back (to ``left_out``), what is ``checked`` because it has been read (``Read``), streams, and
the definitions of games with the helpers they
are written in (``rules.auction``), and the states of an auction or exchange.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields
from enum import Enum, IntEnum
from itertools import islice
from math import inf, nan
from numbers import Real
from operator import index
from typing import Any, Self, TypeVar

from .cards import CARDS, FULL_PACK
from .errors import ArgumentError, DealError

T = TypeVar("T")
E = TypeVar("E", bound=IntEnum)

ECHO = 40
"""The most characters of an offending value that an error repeats."""

_LONGEST_NUMBER = 128  # bits; Python refuses to write out the longest at all


def quote(value: object) -> str:
    """Return a value as an error repeats it: on one line, cut to ``ECHO`` characters."""
    if isinstance(value, str):
        return repr(value if len(value) <= ECHO else value[: ECHO - 1] + "…")
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return f"a number of {value.bit_length()} bits"
    try:
        echoed = " ".join(repr(value).split())
    except Exception:  # whatever a stranger's repr does, the error is about the value
        return f"a {type(value).__name__}"
    return echoed if len(echoed) <= ECHO else echoed[: ECHO - 1] + "…"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def number(value: object, name: str, low: int = 0, high: int | None = None) -> int:
    """Return a whole number from ``low`` to ``high`` (None: no bound) as an int."""
    if type(value) is not int:
        if _is_bool(value) or isinstance(value, Enum):
            raise ArgumentError(f"{name}: {quote(value)} is no whole number")
        try:
            value = int(index(value))  # type: ignore[arg-type]  # what has no index raises
        except TypeError:
            raise ArgumentError(f"{name}: {quote(value)} is no whole number") from None
    if value < low or (high is not None and value > high):
        wanted = f"at least {low}" if high is None else f"{low} to {high}"
        raise ArgumentError(f"{name}: {quote(value)}, expected {wanted}")
    return value


def amount(value: object, name: str, most: float = inf) -> float:
    """Return a number above 0, of any type, as a float, infinite if it is too large."""
    real = nan
    if isinstance(value, Real) and not _is_bool(value):
        try:
            real = float(value)
        except OverflowError:
            real = inf if value > 0 else -inf  # type: ignore[operator]  # real numbers have an order
    if not 0 < real <= most:
        limit = "" if most == inf else f", at most {most:.0f}"
        raise ArgumentError(f"{name}: {quote(value)}, expected a number above 0{limit}")
    return real


def card(value: object, name: str = "card") -> int:
    """Return a card as an int."""
    if type(value) is int and 0 <= value < CARDS:
        return value
    return number(value, f"{name} (13 times the suit and the rank)", 0, CARDS - 1)


def hand(value: object, name: str = "hand") -> int:
    """Return a hand as an int. Raises DealError for cards outside the pack of 52."""
    if type(value) is int and 0 <= value <= FULL_PACK:
        return value
    cards = number(value, f"{name} (a bit per card)")
    if cards & ~FULL_PACK:
        raise DealError(f"{name} holds a card outside the pack of {CARDS}")
    return cards


def several(values: object, name: str, most: int | None = None) -> tuple[Any, ...]:
    """Return values that have an order, at most so many, as a tuple."""
    if isinstance(values, tuple | list):
        items = tuple(values)
    else:
        if isinstance(values, str | bytes | Mapping | Set):
            raise ArgumentError(f"{name}: {quote(values)}, expected several in a list or tuple")
        try:
            iterator = iter(values)  # type: ignore[call-overload]  # what has no items raises
        except TypeError:
            raise ArgumentError(f"{name}: {quote(values)}, expected several values") from None
        # No further than needed: an iterator may have no end.
        items = tuple(iterator if most is None else islice(iterator, most + 1))
    if most is not None and len(items) > most:
        raise ArgumentError(f"{name}: more than {most}")
    return items


def pair(value: object, name: str, expected: str) -> tuple[Any, Any]:
    """Return two values, the ``expected`` ones."""
    values = several(value, name, 2)
    if len(values) != 2:
        raise ArgumentError(f"{name}: {quote(value)}, expected {expected}")
    return values


def bounds(value: object, name: str, most: int = CARDS) -> tuple[int, int]:
    """Return a lowest and a highest number of tricks or points as two ints."""
    low, high = pair(value, name, "a lowest and a highest")
    return number(low, name, -most, most), number(high, name, -most, most)


def member(kind: type[E], value: object, name: str) -> E:
    """Return the member of an enum that ``value`` is or that has this number."""
    if isinstance(value, kind):
        return value
    if not (_is_bool(value) or isinstance(value, Enum)):
        try:
            return kind(index(value))  # type: ignore[arg-type]  # what has no index raises
        except (TypeError, ValueError):
            pass
    names = " ".join(known.name for known in kind)
    raise ArgumentError(f"{name}: {quote(value)}, expected one of {names}")


def array(value: object, name: str, kind: str, *shape: int | None) -> Any:
    """Return an array of a type and a shape, of any length where that is None, in C's order."""
    import numpy as np  # here: most of what is checked is none

    if (
        isinstance(value, np.ndarray)
        and (value.dtype, value.ndim) == (kind, len(shape))
        and all(want in (None, has) for want, has in zip(shape, value.shape, strict=True))
    ):
        return np.ascontiguousarray(value)
    sizes = ", ".join("n" if want is None else str(want) for want in shape)
    raise ArgumentError(f"{name}: {quote(value)}, expected an array, {kind}[{sizes}]")


def flag(value: object, name: str) -> bool:
    """Return a bool, Python's or numpy's, as Python's."""
    if _is_bool(value):
        return bool(value)
    raise ArgumentError(f"{name}: {quote(value)}, expected True or False")


def _is_bool(value: object) -> bool:
    # By its name: numpy need not be loaded, and another thread may just be loading it.
    kind = type(value)
    return kind is bool or (kind.__module__, kind.__name__) == ("numpy", "bool")


def text(value: object, name: str) -> str:
    """Return a text as it is."""
    return instance(value, str, name)


def instance(value: object, kind: type[T], name: str) -> T:
    """Return a value of a type as it is."""
    if isinstance(value, kind):
        return value
    raise ArgumentError(f"{name}: {quote(value)}, expected a {kind.__name__}")


class Read:
    """A frozen dataclass that takes in what it is given, texts too, and is checked then."""

    def __post_init__(self) -> None:
        self._take_in()
        self._check()

    def _take_in(self) -> None:
        """Turn what was given as text or number into what it stands for."""

    def _check(self) -> None:
        """Raise SolverError for what cannot be."""

    @classmethod
    def checked(cls, **values: Any) -> Self:
        """Return one of values of the fields' own kinds: they are checked, not read again."""
        made: Self = object.__new__(cls)
        unsaid = {field.name: field.default for field in fields(cls)}  # type: ignore[arg-type]
        vars(made).update(unsaid, **values)
        made._check()
        return made

    def but(self, **changes: Any) -> Self:
        """Return this with other values, of the fields' own kinds, for some of its fields."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return self.checked(**values | changes)


def derived(value: T, **changes: object) -> T:
    """Return a frozen dataclass's value with changes that need no check.

    ``dataclasses.replace`` would check every field again.
    """
    new: T = object.__new__(type(value))
    vars(new).update(vars(value), **changes)
    return new
