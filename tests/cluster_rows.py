"""The hands at which a worker of the tests waits or dies."""

GATE = (1 << 12, 1 << 11, 1 << 10)
POISON = (1 << 25, 1 << 24, 1 << 23)
