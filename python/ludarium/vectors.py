"""Many games at once: Gymnasium's vector API on arrays that Rust threads fill without the interpreter."""

from __future__ import annotations

from threading import Lock
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._native import Game
from .spaces import Layout


class Games(VectorEnv):
    """Many games, each stepped by one action of the seat that is to move.

    The learner plays all seats. `infos["seat"]` says who is to move in each game, `infos["action_mask"]` what is legal,
    and `infos["scores"]` has the scores of all seats of a game that has just ended, otherwise zeros. The reward of a step
    is the score of the seat that has just moved, if its move ended the game. A game that ends begins anew in the same
    step.

    The arrays are the same in every step: copy what you keep, or pass `copy=True`.

    Observations have one shape in every game: a row for each game, the numbers of `flat_observation` of the seat to move.
    `envs.named(seen)` has the same numbers as arrays by their names. `observations=False` leaves them out, for those who
    need masks alone.

    Dice roll inside. With `chance="outside"` a game whose dice are next says so by the seat -1; `envs.outcomes(game)` lists
    what can come, and the action is the place of an outcome in this list. `sample` draws it by its probability.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: Game,
        count: int,
        threads: int | None = None,
        observations: bool = True,
        copy: bool = False,
        chance: Literal["inside", "outside"] = "inside",
    ):
        if chance not in ("inside", "outside"):
            raise ValueError(f'chance is "inside" or "outside", not {chance!r}')
        self.game = game
        self.num_envs = count
        self._native = game.vector(count, threads, chance == "outside")
        # Two threads of Python must not write the arrays at once.
        self._writing = Lock()
        self._copy = copy
        arrays = game.arrays()
        self._layout = Layout(arrays)
        size = self._layout.size if observations else 0
        self._seen = np.zeros((count, size), np.float32)
        self._masks = np.zeros((count, game.actions), np.int8)
        self._seats = np.zeros(count, np.int32)
        self._scores = np.zeros((count, game.seats), np.float32)
        self._ended = np.zeros(count, np.bool_)
        self._arrays = (self._seen, self._masks, self._seats, self._scores, self._ended)
        self.single_action_space = gymnasium.spaces.Discrete(game.actions)
        self.action_space = batch_space(self.single_action_space, count)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.observation_space = batch_space(self.single_observation_space, count)
        self._never = np.zeros(count, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        """Begins all games anew. The same seed gives the same starts and luck; without one they are new each time."""
        if seed is None:
            seed = int(self.np_random.integers(0, 2**63))
        else:
            super().reset(seed=seed)
        with self._writing:
            self._native.reset(seed, self._arrays)
        return self._kept(self._seen), self._infos()

    def step(self, actions):
        """Plays one action in each game. An action that is not legal is an error, and then nothing is played."""
        actions = np.asarray(actions)
        if not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(f"actions are whole numbers, not {actions.dtype}")
        if actions.ndim != 1:
            raise ValueError(f"actions has the shape {actions.shape}, expected ({self.num_envs},)")
        rewards = np.empty(self.num_envs, np.float32)
        with self._writing:
            self._native.step(np.ascontiguousarray(actions, np.int64), self._arrays, rewards)
        ended = self._kept(self._ended)
        return self._kept(self._seen), rewards, ended, self._never, self._infos()

    def sample(self) -> np.ndarray:
        """A random legal action for each game."""
        actions = np.empty(self.num_envs, np.int64)
        self._native.sample(actions)
        return actions

    def named(self, seen: np.ndarray) -> dict[str, np.ndarray]:
        """Observations as arrays by their names, as views: `game.arrays()` says what they mean."""
        return self._layout.split_rows(seen)

    def outcomes(self, game: int) -> list[tuple[str, float]]:
        """What can come of the dice that are next in a game, with the probabilities; empty where no dice are."""
        return self._native.outcomes(game)

    def _infos(self) -> dict[str, np.ndarray]:
        named = {"action_mask": self._masks, "seat": self._seats, "scores": self._scores}
        return {name: self._kept(array) for name, array in named.items()}

    def _kept(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array
