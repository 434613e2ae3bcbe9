"""Games of Ludarium as games of OpenSpiel, so that its algorithms run on them.

    from ludarium import openspiel

    game = openspiel.load("tuc-chess")
    state = game.new_initial_state()

Returns are the scores; with two seats they are stretched to 2 × score − 1, so that they sum to zero. An outcome of chance is an
action: its place among `chances()`. An event whose outcomes cannot be listed is drawn from `DRAWS` equally likely seeds.
"""

from __future__ import annotations

import re

import numpy as np
import pyspiel

from . import _found
from ._native import Game as Rules

#: How many outcomes stand for an event that has too many to list.
DRAWS = 256
#: More plies than a game has.
LONGEST = 100_000


def load(game: str | Rules, variant: str | None = None, seed: int = 0) -> Game:
    """A game under the rules of a variant; `seed` decides what its start leaves to chance.

    After this `pyspiel.load_game` knows it in this process, by its short name.
    """
    rules = _found(game, variant)
    name = re.sub(r"\W+", "_", f"ludarium_{rules.name}_{rules.variant}")
    if name not in pyspiel.registered_names():
        pyspiel.register_game(_type(rules, name), _maker(rules, name))
    return pyspiel.load_game(name, {"seed": seed})


def _maker(rules: Rules, name: str) -> type[Game]:
    """A class, because OpenSpiel lets go of what it registered after Python has ended, and a function would be freed there."""

    class Registered(Game):
        def __init__(self, params=None):
            super().__init__(rules, name, params)

    return Registered


def _type(rules: Rules, name: str) -> pyspiel.GameType:
    chance = rules.chance != "nowhere"
    modes, utilities = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{rules.title} ({rules.variant})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if rules.seats == 2 else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats,
        min_num_players=rules.seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seed": 0},
    )


class Game(pyspiel.Game):
    """A game of Ludarium: see `load`."""

    def __init__(self, rules: Rules, name: str, params=None):
        params = params or {}
        two = rules.seats == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=DRAWS if rules.chance != "nowhere" else 0,
            num_players=rules.seats,
            min_utility=-1.0 if two else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if two else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(rules, name), info, params)
        self.rules = rules
        self.start = rules.start(seed=params.get("seed", 0))

    def new_initial_state(self):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self, params)


class State(pyspiel.State):
    """A position of Ludarium; `position` is its own object."""

    def __init__(self, game: Game):
        super().__init__(game)
        self.position = game.start.copy()

    def current_player(self):
        turn = self.position.turn
        players = pyspiel.PlayerId
        return {"chance": players.CHANCE, "over": players.TERMINAL}.get(turn, turn)

    def _legal_actions(self, player):
        return self.position.legal() if player == self.position.turn else []

    def chance_outcomes(self):
        listed = self.position.chances()
        if not listed:
            return [(number, 1 / DRAWS) for number in range(DRAWS)]
        return [(number, chance) for number, (_, chance) in enumerate(listed)]

    def _apply_action(self, action):
        if not self.position.is_chance:
            self.position.play(action)
        elif listed := self.position.chances():
            self.position.play(listed[action][0])
        else:
            self.position.roll(action)

    def _action_to_string(self, player, action):
        if player != pyspiel.PlayerId.CHANCE:
            return self.position.move_of(action)
        listed = self.position.chances()
        return listed[action][0] if listed else f"draw {action}"

    def is_terminal(self):
        return self.position.is_over

    def returns(self):
        scores = self.position.scores()
        if scores is None:
            return [0.0] * self.position.seats
        return [2 * score - 1 for score in scores] if len(scores) == 2 else scores

    def __str__(self):
        return self.position.text


class Observer:
    """What a seat sees, as OpenSpiel's `make_observation` wants it: the arrays of Ludarium by their names."""

    def __init__(self, game: Game, params):
        if params:
            raise ValueError(f"an observation takes no parameters: {params}")
        arrays = game.rules.arrays()
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape, _ in arrays), np.float32)
        self.dict, begin = {}, 0
        for name, shape, _ in arrays:
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: State, player: int):
        self.tensor[:] = state.position.flat_observation(player)

    def string_from(self, state: State, player: int):
        return state.position.text
