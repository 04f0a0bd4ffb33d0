"""``_rollout`` once more, built for x86-64-v3; ``rollouts`` picks one of the two."""

include "_rollout.pyx"
