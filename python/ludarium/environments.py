"""Environments: PettingZoo's AEC for all seats, Gymnasium's `Env` for one seat against agents of the laboratory."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ._native import Agent, Game, Position
from .spaces import Layout, observation_space

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]


class Table(AECEnv):
    """A game with an agent in each seat: `player_0`, `player_1`, …

    An observation is a dict: `observation` is one array, or a dict of arrays for a game with several, as the seat sees
    the board, and `action_mask` is 1 for each legal action. Rewards come at the end: the scores of the seats, 0 to 1.

    `chance="inside"` settles chance by the seed of the game. With `chance="agent"` the agent `chance` draws: its actions
    are the places of the outcomes in `infos["chance"]["outcomes"]`, which has a text and a probability for each. Where
    there are too many outcomes to list, there is one action, which draws.

    `max_cycles` truncates a game after so many moves of the seats.

    Calls in a wrong order and actions are checked here, as PettingZoo's usual wrappers would: an illegal action ends the
    game with -1 for who played it. Those wrappers would double the time of a step.
    """

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        chance: str = "inside",
        max_cycles: int | None = None,
    ):
        super().__init__()
        if chance not in ("inside", "agent"):
            raise ValueError(f"chance is {chance!r}, expected 'inside' or 'agent'")
        _check_mode(render_mode)
        self.metadata = {"name": game.name.replace("-", "_"), "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.game = game
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        arrays = game.arrays()
        self._layout = Layout(arrays)
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        actions = {agent: game.actions for agent in self.possible_agents}
        if chance == "agent" and game.chance != "nowhere":
            self.possible_agents.append("chance")
            actions["chance"] = _MOST_OUTCOMES
        self._explicit = "chance" in actions
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents[: game.seats])}
        self.agents = self.possible_agents[:]
        self.agent_selection: str | None = None
        self.action_spaces = {agent: spaces.Discrete(count) for agent, count in actions.items()}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(arrays),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent, count in actions.items()
        }
        self.position: Position = game.start(0)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.game.start(secrets.randbits(63) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._moves = 0
        self._waiting = False
        # Left behind by PettingZoo's own steps of agents that are out, if a game is given up among them.
        self._skip_agent_selection = None
        self._settle()

    def observe(self, agent: str) -> dict[str, Any]:
        self._check_begun()
        position, seat = self.position, None if agent == "chance" else self._seats[agent]
        seen = self._layout.split(position.flat_observation(seat or 0))
        if seat is None:
            mask = np.zeros(_MOST_OUTCOMES, np.int8)
            if position.is_chance:
                mask[: max(1, len(position.chances()))] = 1
        elif position.turn == seat:
            mask = position.mask()
        else:
            mask = np.zeros(self.game.actions, np.int8)
        return {"observation": seen, "action_mask": mask}

    def last(self, observe: bool = True):
        self._check_begun()
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Whose turn it is, as long as there are agents; each turn needs a `step` or `reset`."""
        self._check_begun()
        while self.agents and max_iter > 0:
            max_iter, self._waiting = max_iter - 1, True
            yield self.agent_selection
            if self._waiting:
                raise RuntimeError("the turn has not changed: call step or reset in a loop over agent_iter")

    def step(self, action: int | None) -> None:
        self._check_begun()
        self._waiting = False
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if agent == "chance":
            self._draw(action)
        elif action in self.position.legal():
            self.position.play(int(action))
            self._moves += 1
        else:
            self._refuse(agent, action)
            return
        self._settle()
        if self.render_mode == "human":
            self.render()

    def _draw(self, action: int) -> None:
        outcomes = self.infos["chance"]["outcomes"]
        if outcomes and action not in range(len(outcomes)):
            raise ValueError(f"outcome {action!r}, expected a number below {len(outcomes)}")
        self.position.play(outcomes[action][0]) if outcomes else self.position.roll()
        del self.infos["chance"]["outcomes"]

    def _refuse(self, agent: str, action: Any) -> None:
        """Ends the game because of an action that is not legal; one that is no action at all is an error."""
        if not self.action_spaces[agent].contains(action):
            raise ValueError(f"{action!r} is no action, expected a whole number below {self.game.actions}")
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()

    def _check_begun(self) -> None:
        if self.agent_selection is None:
            raise ResetNeeded(_NOT_BEGUN)

    def _settle(self) -> None:
        """Settles chance, finds who is next and whether the game is over."""
        turn = self.position.turn if self._explicit else self.position.settle()
        if turn == "over":
            for agent, score in zip(self.possible_agents, self.position.scores(), strict=False):
                self.rewards[agent] = float(score)
            # Before the end all rewards are 0, so there is nothing to add up.
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif turn == "chance":
            self.agent_selection = "chance"
            self.infos["chance"]["outcomes"] = self.position.chances()
        else:
            self.agent_selection = self.possible_agents[turn]
            if self.max_cycles is not None and self._moves >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)

    def render(self):
        self._check_begun()
        return _render(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


_NOT_BEGUN = "the game has not begun: call reset first"

# Outcomes of a chance event that can be listed: 56 rolls of three dice, squares for a present and its value.
_MOST_OUTCOMES = 256


class Solo(gymnasium.Env):
    """One seat of a game; agents of the laboratory play the others.

    `opponents` is a text for all other seats or a list with one for each, in the order of seats. `seat` is the
    learner's, or `"random"` for another one in each game. Observations and masks are those of `Table`; the mask is also in
    `info["action_mask"]`. The reward is the score of the seat, at the end. An illegal action ends the game with -1.

    `limits` is what opponents may spend, for instance `{"iterations": 200}`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: Game,
        opponents: list[str] | str = "greedy",
        seat: int | str = 0,
        render_mode: str | None = None,
        limits: dict[str, Any] | None = None,
    ):
        _check_mode(render_mode)
        texts = [opponents] * (game.seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(texts) != game.seats - 1:
            raise ValueError(f"{len(texts)} opponents, expected {game.seats - 1} for {game.seats} seats")
        if seat != "random" and seat not in range(game.seats):
            raise ValueError(f"seat is {seat!r}, expected 'random' or a number below {game.seats}")
        self.game = game
        self.render_mode = render_mode
        # Games of one's own are in another module, and so are their agents.
        home = importlib.import_module(game.module).laboratory
        self._opponents: list[Agent] = [home.agent(text) for text in texts]
        self._wanted = seat
        self._limits = dict(limits or {})
        arrays = game.arrays()
        self._layout = Layout(arrays)
        self.seat = 0
        self.position: Position = game.start(0)
        self._idle: str | None = _NOT_BEGUN
        # A misspelt agent is found here and not in the middle of a game.
        for agent in {agent.text: agent for agent in self._opponents}.values():
            agent.check(game)
        self.action_space = spaces.Discrete(game.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": observation_space(arrays),
                "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        self.position = self.game.start(int(self.np_random.integers(2**63)))
        self.seat = int(self.np_random.integers(self.game.seats)) if self._wanted == "random" else self._wanted
        self._go_on()
        if self.position.is_over:
            # The others ended the game before the learner moved.
            return self.reset(options=options)
        self._idle = None
        seen = self._seen()
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action):
        if self._idle is not None:
            raise ResetNeeded(self._idle)
        legal = int(action) in self.position.legal()
        reward = -1.0
        if legal:
            self.position.play(int(action))
            self._go_on()
            reward = float(self.position.scores()[self.seat]) if self.position.is_over else 0.0
        over = not legal or self.position.is_over
        if over:
            self._idle = "the game is over: call reset to begin another one"
        seen = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, reward, over, False, {"action_mask": seen["action_mask"]}

    def _go_on(self) -> None:
        """Chance and the others act until the learner is to move or the game is over."""
        while (mover := self.position.settle()) not in ("over", self.seat):
            opponent = self._opponents[mover if mover < self.seat else mover - 1]
            seed = int(self.np_random.integers(2**63))
            self.position.play(opponent.choose(self.position, seed=seed, **self._limits).move)

    def _seen(self) -> dict[str, Any]:
        mask = self.position.mask() if self.position.turn == self.seat else np.zeros(self.game.actions, np.int8)
        seen = self._layout.split(self.position.flat_observation(self.seat))
        return {"observation": seen, "action_mask": mask}

    def render(self):
        return _render(self.position, self.render_mode)


def _check_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {mode!r}, expected one of {', '.join(RENDER_MODES)}")


def _render(position: Position, mode: str | None):
    if mode == "human":
        print(position.board())
        return None
    if mode == "ansi":
        return position.board()
    if mode == "svg":
        return position.svg()
    if mode == "rgb_array":
        return position.pixels()
    gymnasium.logger.warn("render() needs a render_mode: human, ansi, svg or rgb_array")
    return None
