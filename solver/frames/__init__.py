"""Positions by the million: as columns, in partitions, here or on a cluster."""
