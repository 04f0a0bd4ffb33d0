from ._rollout import DiscardChooser as DiscardChooser
from ._rollout import Game as Game
from ._rollout import PlayHistory as PlayHistory
from ._rollout import Rollouts as Rollouts
