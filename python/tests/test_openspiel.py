"""OpenSpiel's own tests and algorithms on our games."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, mcts, minimax
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

import ludarium
from ludarium import openspiel


def test_the_module_is_there_when_it_is_asked_for():
    assert ludarium.openspiel is openspiel
    with pytest.raises(AttributeError, match="no attribute 'openspeil'"):
        ludarium.openspeil


@pytest.mark.parametrize("name", ludarium.games())
def test_the_random_simulation_of_openspiel(name):
    game = openspiel.load(name, seed=2)
    # Every state of it is written, read and cloned.
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_are_written_and_read():
    game = openspiel.load("chexers")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game))
    assert str(again.new_initial_state()) == str(game.new_initial_state())


def test_a_state_says_what_the_position_says():
    game = openspiel.load("dicewars", "flat:players=3", seed=5)
    assert game.num_players() == 3 and game.max_utility() == 1
    assert openspiel.load("dicewars", "flat:players=3", seed=5).start == game.start
    state, source = game.new_initial_state(), np.random.default_rng(1)
    seen = make_observation(game)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(chances) - 1) < 1e-9
            state.apply_action(int(source.choice(actions, p=chances)))
            continue
        position = state.position
        assert state.legal_actions() == position.legal() and state.current_player() == position.turn
        assert state.action_to_string(state.legal_actions()[0]) == position.move_of(position.legal()[0])
        seen.set_from(state, 1)
        assert np.array_equal(seen.tensor, position.flat_observation(1))
        copy = state.clone()
        action = int(source.choice(state.legal_actions()))
        child = state.child(action)
        assert str(state) == str(copy) == position.text and state.history() == copy.history()
        state.apply_action(action)
        assert str(state) == str(child)
    assert state.returns() == state.position.scores() and max(state.returns()) == 1


@pytest.mark.parametrize("name", ["tuc-chess", "chexers", "dice-chess"])
def test_the_search_of_openspiel_plays(name):
    game = openspiel.load(name)
    source = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, source, max_length=30)
    bot = mcts.MCTSBot(game, 2.0, 8, evaluator, random_state=source)
    state = game.new_initial_state()
    for _ in range(6):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_games_of_its_bots_and_its_minimax():
    game = openspiel.load("tuc-chess")
    bots = [uniform_random.UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(2)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(3))
    assert abs(sum(returns)) < 1e-6
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM and game.utility_sum() == 0
    value, best = minimax.expectiminimax(
        game.new_initial_state(), 1, lambda state: 2 * state.position.evaluate()[0] - 1, maximizing_player_id=0
    )
    assert -1 <= value <= 1 and best in game.new_initial_state().legal_actions()
