"""``_points`` once more, built for x86-64-v3; ``searches`` picks one of the two."""

include "_points.pyx"
