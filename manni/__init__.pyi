# What the library offers, for type checkers.
from solver import *  # noqa: F403
from solver.review.search import review as review

__version__: str
