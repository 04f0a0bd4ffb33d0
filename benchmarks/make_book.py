"""Make the book of endings, solver/data/endings.book, anew: some minutes.

It comes out the same, byte for byte, unless `solver/_book_maker.pyx` has changed; if its
patterns have, the node total of benchmarks/signature.py has to be updated after it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from solver import _book_maker

BOOK = Path(__file__).resolve().parent.parent / "solver" / "data" / "endings.book"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare it with the one there is")
    options = parser.parse_args()
    made = _book_maker.make()
    if options.check:
        same = BOOK.read_bytes() == made
        print("the same" if same else "another book")
        return int(not same)
    BOOK.write_bytes(made)
    print(f"{len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
