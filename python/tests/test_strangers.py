"""A game of somebody else, as a module of its own: examples/pig/python, which `cargo xtask python` builds."""

import pickle

import numpy as np
import pig_python
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import ludarium
from ludarium import networks

PIG = pig_python.laboratory.game("pig")


def test_positions_and_numbers():
    position = PIG.start(seed=1)
    assert position.turn == 0 and position.moves() == ["roll"]
    for action in position.legal():
        assert position.move_of(action) in position.moves()
    position.play("roll")
    assert position.is_chance and len(position.chances()) == 6
    position.roll()
    assert PIG.parse(position.text) == position and position.svg().startswith("<svg")
    assert position.mask().sum() == len(position.legal()) and position.flat_observation().size > 0


@pytest.mark.filterwarnings("ignore")
def test_environments():
    api_test(ludarium.pettingzoo(PIG), num_cycles=200)
    seed_test(lambda: ludarium.pettingzoo(PIG), num_cycles=60)
    check_env(ludarium.gym(PIG, opponents="hold-at"), skip_render_check=True)
    envs = ludarium.vector(PIG, 600, threads=2)
    envs.reset(seed=1)
    ended = sum(envs.step(envs.sample())[2].sum() for _ in range(300))
    assert ended > 0


def test_agents_and_matches(tmp_path):
    path = tmp_path / "games.run"
    results = ludarium.match(PIG, ["hold-at", "random"], games=40, seed=1, path=path)
    assert len(results.columns()["game"]) == 40 and "hold-at" in results.headline()
    again = ludarium.open_run(path, pig_python.laboratory)
    assert again.columns() == results.columns()


def test_a_network_plays_it(tmp_path):
    size = PIG.start().flat_observation().size
    value = [("linear", np.full((PIG.seats, size), 0.01)), "softmax"]
    networks.save(tmp_path / "pig.safetensors", PIG, value=value)
    agent = pig_python.laboratory.agent(f"generic-mcts:net=file:{tmp_path / 'pig.safetensors'}")
    assert agent.choose(PIG.start(seed=1), iterations=20).move == "roll"


def test_a_position_comes_back_from_a_pickle():
    position = PIG.start(seed=1)
    position.step("roll")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.history() == position.history()


def test_the_games_of_two_modules_stay_apart():
    with pytest.raises(ludarium.UnknownName):
        ludarium.game("pig")
    with pytest.raises(Exception, match="chexers|dicewars|Position"):
        pig_python.laboratory.agent("random").choose(ludarium.game("chexers").start())
