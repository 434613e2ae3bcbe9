"""The way back: networks that were made in Python play in the laboratory."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium import networks

EXAMPLE = Path(__file__).parents[2] / "examples" / "python" / "train_chexers.py"


def numbers(game):
    return sum(int(np.prod(shape)) for _, shape, _ in game.arrays())


def matrix(source, rows, columns):
    return source.normal(0, 1 / np.sqrt(columns), (rows, columns)).astype(np.float32)


class Dense:
    """A small network in NumPy: the definition that files are compared with."""

    def __init__(self, game, seed=1):
        source = np.random.default_rng(seed)
        self.game = game
        self.first, self.bias = matrix(source, 24, numbers(game)), source.normal(size=24).astype(np.float32)
        self.value, self.policy = matrix(source, game.seats, 24), matrix(source, game.actions, 24)

    def save(self, path):
        body = [("linear", self.first, self.bias), "relu"]
        value = [("linear", self.value, None), "softmax"]
        networks.save(path, self.game, body=body, value=value, policy=("linear", self.policy, None))

    def scores(self, position):
        """What each seat may expect where a seat is to move."""
        inner = np.maximum(self.first @ position.flat_observation() + self.bias, 0)
        told = np.exp(self.value @ inner)
        return np.roll(told / told.sum(), position.turn)


@pytest.fixture
def network(game, tmp_path):
    dense = Dense(game)
    dense.path = tmp_path / "my.safetensors"
    dense.save(dense.path)
    return dense


def outcomes(position):
    """The positions after a chance event, where they can be listed."""
    for text, _ in position.chances():
        after = position.copy()
        after.play(text)
        yield after


def expected(network, position):
    """The definition, with the mean over outcomes where chance is next."""
    if position.is_over:
        return np.array(position.scores())
    if not position.is_chance:
        return network.scores(position)
    total = np.zeros(position.seats)
    for text, probability in position.chances():
        after = position.copy()
        after.play(text)
        total += probability * expected(network, after)
    return total


def test_an_evaluation_is_what_numpy_computes(game, network):
    check_evaluation(game, network, atol=1e-5)


def check_evaluation(game, network, atol):
    position = game.start(seed=5)
    while position.is_chance:
        position.roll()
    agent = ludarium.agent(f"generic-one-ply:eval=file:{network.path}")
    decision = agent.choose(position)
    assert decision.candidates
    for candidate in decision.candidates[:5]:
        after = position.copy()
        after.play(candidate.move)
        following = list(outcomes(after)) if after.is_chance else [after]
        if not following or any(one.is_chance for one in following):
            # Dice that cannot be listed, or that are followed by others, are sampled.
            continue
        np.testing.assert_allclose(candidate.scores, expected(network, after), atol=atol)


def test_a_search_follows_the_network(game, network):
    position = game.start(seed=5)
    while position.is_chance:
        position.roll()
    agent = ludarium.agent(f"generic-mcts:net=file:{network.path},batch=8")
    decision = agent.choose(position, iterations=40, seed=1)
    again = agent.choose(position, iterations=40, seed=1)
    assert decision.move in position.moves() and decision.move == again.move
    assert decision.iterations <= 40
    assert sum(one.visits for one in decision.candidates) == decision.iterations


def test_a_network_plays_in_matches_and_its_file_is_its_identity(tmp_path):
    game = ludarium.game("tuc-chess")
    path, run = tmp_path / "net", tmp_path / "games.run"
    Dense(game).save(path)
    agents = [f"generic-mcts:net=file:{path},iterations=8", "random"]
    results = ludarium.match("tuc-chess", agents, games=4, path=run, seed=1, random_plies=2)
    assert len(results.columns()["game"]) == 4
    assert sum(results.columns()["faults"]) == 0
    Dense(game, seed=2).save(path)
    with pytest.raises(ludarium.RunFailed, match="model"):
        ludarium.match("tuc-chess", agents, games=8, path=run, seed=1, random_plies=2)


def test_what_does_not_fit_is_an_error(tmp_path):
    chexers, dicewars = ludarium.game("chexers"), ludarium.game("dicewars")
    path = tmp_path / "net"
    Dense(chexers).save(path)
    text = f"generic-mcts:net=file:{path}"
    with pytest.raises(ludarium.Error, match="a network for chexers, not for dicewars"):
        ludarium.agent(text).choose(dicewars.start())
    with pytest.raises(ludarium.Error, match="a network for chexers, not for dicewars"):
        ludarium.match("dicewars", [text, "random"], games=2)
    with pytest.raises(ValueError, match="expected one of board"):
        networks.save(path, chexers, value=["relu"], input="bord")
    with pytest.raises(ValueError, match="'dense' with 1 parts is no layer"):
        networks.save(path, chexers, value=[("dense", np.zeros((3, 3)))])
    networks.save(path, chexers, value=[("linear", np.zeros((3, 5)))])
    with pytest.raises(ludarium.Error, match=r"layer 1 of `value` \(linear\): `m1` has the shape \[3, 5\]"):
        ludarium.agent(text).choose(chexers.start())
    with pytest.raises(ludarium.Error, match="cannot use no-such-file"):
        ludarium.agent("generic-mcts:net=file:no-such-file").choose(chexers.start())


def test_the_file_is_one_that_other_programs_read(tmp_path):
    """The layout of the safetensors format, read as its definition says."""
    path = tmp_path / "net"
    Dense(ludarium.game("chexers")).save(path)
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    card = json.loads(header["__metadata__"]["ludarium"])
    assert length % 8 == 0 and card["game"] == "chexers" and card["input"]["shape"] == [numbers(ludarium.game("chexers"))]
    ends = [one["data_offsets"][1] for name, one in header.items() if name != "__metadata__"]
    assert max(ends) == len(data) - 8 - length


def test_modules_of_pytorch_become_layers(tmp_path):
    torch = pytest.importorskip("torch")
    nn, game = torch.nn, ludarium.game("tuc-chess")
    planes, *board = dict((name, shape) for name, shape, _ in game.arrays())["board"]
    torch.manual_seed(3)
    body = nn.Sequential(nn.Conv2d(planes, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten())
    value = nn.Sequential(nn.Linear(8 * board[0] * board[1], 1), nn.Tanh())
    body(torch.rand(16, planes, *board))
    body.eval()
    path = tmp_path / "net"
    networks.save(path, game, input="board", body=body, value=value, value_range=(-1, 1))
    position = game.start(seed=2)
    decision = ludarium.agent(f"generic-one-ply:eval=file:{path}").choose(position)
    for candidate in decision.candidates:
        after = position.copy()
        after.play(candidate.move)
        if not isinstance(after.turn, int):
            continue
        with torch.no_grad():
            told = value(body(torch.from_numpy(after.observe()["board"])[None])).item()
        assert abs(candidate.scores[after.turn] - (told + 1) / 2) < 1e-5
        assert abs(sum(candidate.scores) - 1) < 1e-6


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="the example needs PyTorch")
def test_the_example_trains(tmp_path):
    options = ["--minutes", "0", "--games", "2", "--iterations", "4", "--match", "3"]
    command = [sys.executable, str(EXAMPLE), *options, "--file", str(tmp_path / "net.safetensors")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=os.environ)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and lines[0].startswith("generation") and lines[2].startswith("2,")


def test_the_example_is_short():
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 150
