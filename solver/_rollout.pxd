"""Structures of the compiled rollouts; what they are for is told in ``_rollout.pyx``."""

from libc.stdint cimport uint64_t

# A set of cards has a lane of 16 bits a suit, the lowest card of the suit in the lane's bit 0;
# a card is the number of its bit.

# What the seat to play goes by. The two other seats are told apart by their turn after it.
cdef struct Seen:
    uint64_t hand
    uint64_t unseen         # what others may hold, as far as the seat knows
    int kind                # 0 a trump suit, 1 NT, 2 NULLO
    int trump               # its suit, -1 where there is none
    int on_table            # cards of the trick so far
    int led                 # suit led, if any
    int winning             # the card winning so far, if any
    int void_next           # suits, a bit each, that the next seat has shown not to have
    int void_after          # and the seat after it

cdef struct Play:
    uint64_t hands[3]
    uint64_t gone[3]        # what each seat knows to be in no hand besides the cards played
    uint64_t played
    int voids[3]            # suits, a bit each, that a seat has shown not to have
    int won[3]              # tricks taken since this was loaded
    int kind
    int trump
    int leader
    int on_table
    int led
    int winning
    int winner              # the seat whose card is winning so far
