"""``_search`` once more, built for x86-64-v3; ``engine`` picks one of the two."""

include "_search.pyx"
