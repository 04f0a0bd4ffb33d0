"""The board: a page on which deals are looked at, played and exchanged, and what answers it."""
