"""What games are made of."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .variant import Dealing as Dealing
    from .variant import Variant as Variant
else:

    def __getattr__(name: str) -> type:
        """Load what type hints name when they are evaluated: most deals do without."""
        if name not in ("Dealing", "Variant"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import variant

        return getattr(variant, name)
