"""Environments, judged by the test suites of PettingZoo and Gymnasium."""

import threading
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import GAMES
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils import aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper

import ludarium
from ludarium.environments import Solo, Table

WITH_CHANCE = [name for name in GAMES if ludarium.game(name).chance != "nowhere"]


@pytest.fixture(autouse=True)
def expected_warnings():
    with warnings.catch_warnings():
        # Observations with a mask are dicts, in PettingZoo's own board games as well.
        warnings.filterwarnings("ignore", message=".*(probably should be|not a NumPy array|more than 3 dim).*")
        yield


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_api(name):
    api_test(ludarium.pettingzoo(name), num_cycles=200)


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_pettingzoo_api_with_chance_as_an_agent(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(player_0|different (observation|action) space sizes).*")
        api_test(ludarium.pettingzoo(name, chance="agent"), num_cycles=200)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seeds(name):
    seed_test(lambda: ludarium.pettingzoo(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_rendering(name, capsys):
    svg = {"svg": lambda text: text.startswith("<svg")}
    render_test(lambda render_mode: ludarium.pettingzoo(name, render_mode=render_mode), custom_tests=svg)
    assert capsys.readouterr().out


class Headstrong(BaseWrapper):
    """Plays the last legal action, whatever it is told: PettingZoo's test of cycles knows no masks, and the last action
    of each game lets the next seat move."""

    def step(self, action):
        legal = np.flatnonzero(self.env.observe(self.agent_selection)["action_mask"])
        super().step(None if action is None else legal[-1])


# The opening roll of backgammon chooses who begins, and a rosette of Ur gives another turn.
IN_TURN = [name for name in GAMES if name not in ("backgammon", "ur")]


@pytest.mark.parametrize("name", IN_TURN)
def test_pettingzoo_cycles(name):
    class Module:
        """What the test expects of a module with an environment. A cycle is one move of each seat."""

        @staticmethod
        def env(max_cycles):
            game = ludarium.game(name)
            return Headstrong(Table(game, max_cycles=max_cycles * game.seats))

        @staticmethod
        def parallel_env(max_cycles):
            env = Module.env(max_cycles)
            # The seats of the first cycles move in turn, which is all that the test needs.
            env.unwrapped.metadata["is_parallelizable"] = True
            return aec_to_parallel(env)

    max_cycles_test(Module)


def play(env, seed):
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return totals


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_the_scores(name):
    env = ludarium.pettingzoo(name)
    totals = play(env, seed=1)
    assert list(totals.values()) == pytest.approx(env.unwrapped.position.scores())


def same(one, other):
    """Whether an observation of an environment is what a position shows."""
    arrays = one if isinstance(one, dict) else {next(iter(other)): one}
    return arrays.keys() == other.keys() and all(np.array_equal(arrays[name], other[name]) for name in other)


def test_environments_show_what_positions_show(game):
    env = Table(game)
    env.reset(seed=6)
    for seat, agent in enumerate(env.agents):
        assert same(env.observe(agent)["observation"], env.position.observe(seat))
    solo = Solo(game, "random", seat=game.seats - 1)
    seen, _ = solo.reset(seed=6)
    assert same(seen["observation"], solo.position.observe(game.seats - 1))
    assert np.array_equal(seen["action_mask"], solo.position.mask())
    envs = ludarium.vector(game, 3)
    seen, infos = envs.reset(seed=6)
    assert seen.shape == (3, sum(int(np.prod(shape)) for _, shape, _ in game.arrays()))
    assert np.isfinite(seen).all() and (seen != 0).any(axis=1).all()
    named = envs.named(seen)
    assert {name: array.shape for name, array in named.items()} == {
        name: (3, *shape) for name, shape, _ in game.arrays()
    }
    assert np.array_equal(np.concatenate([array[0].ravel() for array in named.values()]), seen[0])


def test_chance_as_an_agent_has_probabilities():
    env = ludarium.pettingzoo("dice-chess", chance="agent")
    env.reset(seed=1)
    assert env.agent_selection == "chance"
    _, _, _, _, info = env.last()
    outcomes = info["outcomes"]
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    env.step(0)
    assert env.agent_selection == "player_0"
    # Chess begins with a knight or a pawn.
    assert len(outcomes) == 2


def test_a_long_game_is_truncated():
    env = Table(ludarium.game("chexers"), max_cycles=7)
    env.reset(seed=1)
    moves = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            assert truncated and not terminated
            env.step(None)
            continue
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        moves += 1
    assert moves == 7


def test_wrong_options_are_explained():
    game = ludarium.game("chexers")
    with pytest.raises(ValueError, match="'inside' or 'agent'"):
        Table(game, chance="outside")
    with pytest.raises(ValueError, match="human, ansi"):
        Table(game, render_mode="film")
    with pytest.raises(ValueError, match="expected 2"):
        Solo(game, ["greedy"])
    with pytest.raises(ludarium.UnknownName, match="greedy"):
        Solo(game, "gredy")
    with pytest.raises(ValueError, match="a number below 3"):
        Solo(game, seat=3)


def test_what_is_called_too_early_or_too_late_is_said():
    game = ludarium.game("chexers")
    table, solo = ludarium.pettingzoo(game, render_mode="ansi"), ludarium.gym(game, "random")
    early = [
        lambda: table.step(0),
        lambda: table.observe("player_0"),
        lambda: next(table.agent_iter()),
        table.last,
        table.render,
        lambda: solo.step(0),
    ]
    for call in early:
        with pytest.raises(ResetNeeded, match="the game has not begun: call reset first"):
            call()
    table.reset(seed=1)
    with pytest.raises(RuntimeError, match="the turn has not changed"):
        for _ in table.agent_iter(3):
            table.last()
    for wrong in (-1, 0, game.actions):
        solo.reset(seed=1)
        _, reward, terminated, _, _ = solo.step(wrong)
        assert (reward, terminated) == (-1, True)
        with pytest.raises(ResetNeeded, match="the game is over: call reset"):
            solo.step(solo.position.legal()[0])


def test_an_illegal_action_ends_the_game_and_what_is_no_action_does_not(caplog):
    env = ludarium.pettingzoo("chexers")
    env.reset(seed=1)
    before = env.position.copy()
    for wrong in (-1, 638, 1.5, "a", None):
        with pytest.raises(ValueError, match="is no action, expected a whole number below 638"):
            env.step(wrong)
    assert env.position == before and env.agents == env.possible_agents
    totals = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        totals[agent] = reward
        env.step(None if terminated or truncated else 0)
    assert totals == {"player_0": -1, "player_1": 0, "player_2": 0} and env.agents == []
    # As before the first game.
    env.reset(seed=1)
    env.step(env.position.legal()[0])
    assert env.agent_selection == "player_1" and not any(env.rewards.values())


def test_chance_draws_what_is_there():
    env = ludarium.pettingzoo("dice-chess", chance="agent")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="outcome 2, expected a number below 2"):
        env.step(2)
    env.step(1)
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_checker(name):
    env = ludarium.gym(name, opponents="random", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(infinity|not within the observation).*")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("seat", [1, "random"])
def test_one_seat_against_agents(seat):
    env = ludarium.gym("chexers", opponents=["greedy", "random"], seat=seat)
    seen, info = env.reset(seed=4)
    rewards, done = [], False
    while not done:
        action = env.action_space.sample(info["action_mask"])
        seen, reward, done, _, info = env.step(action)
        rewards.append(reward)
    assert rewards[-1] == pytest.approx(env.position.scores()[env.seat]) and not any(rewards[:-1])
    env.reset(seed=4)
    _, reward, done, _, _ = env.step(0 if not env.position.mask()[0] else 1)
    assert reward == -1 and done


def test_vectors_are_the_games_of_the_rules(game):
    envs = ludarium.vector(game, 6, threads=2)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    seen, infos = envs.reset(seed=3)
    assert seen in envs.observation_space
    games = 0
    for _ in range(150):
        assert infos["action_mask"].shape == (6, game.actions) and infos["action_mask"].any(axis=1).all()
        actions, movers = envs.sample(), infos["seat"].copy()
        assert infos["action_mask"][np.arange(6), actions].all()
        seen, rewards, ended, truncated, infos = envs.step(actions)
        assert np.array_equal(rewards, infos["scores"][np.arange(6), movers])
        assert not truncated.any() and (infos["scores"].sum(axis=1)[~ended] == 0).all()
        assert (infos["scores"].sum(axis=1)[ended] > 0).all() and (rewards[~ended] == 0).all()
        games += ended.sum()
    if game.name in ("tuc-chess", "dice-chess"):
        assert games > 0


def test_vectors_do_not_depend_on_threads():
    def walk(threads):
        envs = ludarium.vector("dicewars", 5, threads=threads, copy=True)
        seen = [envs.reset(seed=8)[0]]
        for _ in range(40):
            seen.append(envs.step(envs.sample())[0])
        return seen

    assert all(map(np.array_equal, walk(1), walk(3)))


def test_dice_of_a_vector_can_be_rolled_outside():
    game = ludarium.game("dice-chess")
    envs = ludarium.vector(game, 4, chance="outside")
    seen, infos = envs.reset(seed=3)
    assert (infos["seat"] == -1).all() and (seen == 0).all()
    position = game.start(seed=0)
    rolled = 0
    for _ in range(60):
        actions = envs.sample()
        for number in range(4):
            outcomes = envs.outcomes(number)
            assert bool(outcomes) == (infos["seat"][number] == -1)
            if outcomes:
                assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
                assert infos["action_mask"][number].sum() == len(outcomes)
                # Always the first, which nobody would draw.
                actions[number] = 0
        first = envs.outcomes(0)
        if not position.is_over:
            assert first == position.chances()
            position.play(first[0][0] if first else int(actions[0]))
            rolled += bool(first)
        seen, _, ended, _, infos = envs.step(actions)
        if ended[0]:
            break
        assert position.is_chance or np.array_equal(seen[0], position.flat_observation())
    assert rolled > 3
    with pytest.raises(ValueError, match="inside"):
        ludarium.vector(game, 1, chance="both")


def test_an_illegal_action_changes_no_game():
    envs = ludarium.vector("chexers", 2, observations=False)
    _, infos = envs.reset(seed=1)
    legal = envs.sample()
    with pytest.raises(ludarium.IllegalMove, match="the mask of game 1"):
        envs.step(np.array([legal[0], 637]))
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        envs.step(legal[:1])
    assert (infos["seat"] == 0).all()
    envs.step(legal)
    assert (infos["seat"] == 1).all()


def test_what_no_vector_can_step_is_an_error():
    envs = ludarium.vector("chexers", 2, observations=False)
    for work in (envs.sample, lambda: envs.step(np.zeros(2, int))):
        with pytest.raises(ValueError, match="call reset first"):
            work()
    envs.reset(seed=1)
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        envs.step([1.5, 1.5])
    with pytest.raises(ValueError, match=r"the shape \(2, 1\), expected \(2,\)"):
        envs.step(envs.sample()[:, None])


def test_numbers_that_no_machine_has_are_errors():
    game = ludarium.game("chexers")
    for count in (0, 10**12, 2**63):
        with pytest.raises(ValueError, match="expected 1 to 1000000"):
            ludarium.vector(game, count)
    for count, expected in ((-1, "expected 0 or more"), (2**64, "the number is too large")):
        with pytest.raises(ValueError, match=f"^{count}: {expected}"):
            ludarium.vector(game, count)
        with pytest.raises(ValueError, match=f"^{count}: {expected}"):
            ludarium.vector(game, 2, threads=count)
        with pytest.raises(ValueError, match=f"^{count}: {expected}"):
            game.start().playouts(count)
        with pytest.raises(ValueError, match=f"^{count}: {expected}"):
            game.start(seed=count)
        with pytest.raises(ValueError, match=f"^{count}: {expected}"):
            ludarium.agent("random").choose(game.start(), nodes=count)
        with pytest.raises(ValueError, match=f"^{count}: {expected}"):
            ludarium.contest(game, ["greedy", "random"], games=6).play_block(count)
    for threads in (0, 10**6):
        with pytest.raises(ValueError, match="threads: expected 1 to 1024"):
            ludarium.vector(game, 2, threads=threads)
        with pytest.raises(ValueError, match="threads: expected 1 to 1024"):
            game.start().playouts(10, threads=threads)
    assert game.start().playouts(2000, seed=3, threads=1024) == game.start().playouts(2000, seed=3, threads=1024)


def test_arrays_in_the_order_of_fortran_are_refused():
    game = ludarium.game("chexers")
    vector = game.vector(3, 1)
    shapes = [(3, 0), (3, game.actions), (3,), (3, game.seats), (3,)]
    kinds = [np.float32, np.int8, np.int32, np.float32, np.bool_]
    for order, place in (("C", None), ("F", 1), ("F", 3)):
        arrays = [np.zeros(shape, kind) for shape, kind in zip(shapes, kinds)]
        if place is None:
            vector.reset(1, tuple(arrays))
            assert arrays[1].any(axis=1).all()
            continue
        arrays[place] = np.asfortranarray(arrays[place])
        with pytest.raises(ValueError, match="is not in C order"):
            vector.reset(1, tuple(arrays))


def test_threads_of_python_share_a_vector():
    envs = ludarium.vector("chexers", 300, observations=False)
    envs.reset(seed=1)
    faults = []

    def work():
        try:
            for _ in range(50):
                envs.reset(seed=1)
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
