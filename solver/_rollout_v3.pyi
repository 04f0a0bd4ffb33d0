from ._rollout import Game as Game
from ._rollout import Past as Past
from ._rollout import Rollouts as Rollouts
from ._rollout import Ways as Ways
