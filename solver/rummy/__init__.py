"""Manipulation rummy: melds on the table may be taken apart and laid anew.

The room shares cards, notation, words, errors and runs with the rest of the library, and knows
nothing of tricks. ``games`` has the rules as data; ``turn`` says what melds are and what a player
sees; ``cover`` searches for the best way to cover cards by melds, jokers among them; ``play`` asks
it for the best play of a turn and for what draws bring; ``score`` is the score.
"""
