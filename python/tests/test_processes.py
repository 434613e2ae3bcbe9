"""Other processes: signals, forks, and workers that play blocks of a contest."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import ludarium

CONTEST = dict(rounds=2, seed=5)
AGENTS = ["greedy", "generic-mcts:iterations=8", "random"]


def moves_after(seed):
    position = ludarium.game("tuc-chess").start(seed)
    agent = ludarium.agent("generic-mcts")
    texts = []
    for _ in range(6):
        while position.is_chance:
            position.roll(seed)
        texts.append(agent.choose(position, iterations=30, seed=seed).move)
        position.play(texts[-1])
    return texts


def without_times(part):
    """The games of a block without how long each decision took: nothing else may differ."""
    games = json.loads(part)["games"]
    return json.dumps([{key: value for key, value in game.items() if key != "times"} for game in games])


def same_bytes(parts, contest, folder):
    """Blocks from elsewhere are the run that is played here, game by game and byte by byte."""
    here = [contest.play_block(number) for number in range(contest.blocks)]
    assert list(map(without_times, parts)) == list(map(without_times, here))
    gathered, here = contest.add(parts, folder / "gathered.run"), contest.play(folder / "here.run")
    assert gathered.columns() == here.columns() and gathered.sheets() == here.sheets()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_plays_on():
    # Everything is in use before the fork: games, an agent, threads of Rust.
    wanted = moves_after(3)
    ludarium.game("chexers").start().playouts(10, threads=2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(moves_after, [3, 3]).get(timeout=120) == [wanted, wanted]
    assert moves_after(3) == wanted


def seats_after(envs):
    """Where a vector stands after some steps; its threads help from 512 games on."""
    for _ in range(5):
        infos = envs.step(envs.sample())[4]
    return infos["seat"].tolist(), infos["action_mask"].sum().item()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_vector_goes_on_in_a_forked_process():
    envs, other = (ludarium.vector("tuc-chess", 1024, threads=2, observations=False) for _ in range(2))
    for one in (envs, other):
        one.reset(seed=1)
        one.step(one.sample())
    wanted = seats_after(other)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        # The threads of the parent are not here.
        os.write(writing, json.dumps(seats_after(envs)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        assert json.loads(told.read()) == list(wanted)
    assert os.waitpid(child, 0)[1] == 0
    assert seats_after(envs) == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize(
    "work",
    [
        "ludarium.agent('generic-mcts').choose(position, time=60)",
        "position.playouts(10**9)",
        "ludarium.match('chexers', ['generic-mcts:iterations=100000', 'random'], games=1000)",
    ],
)
def test_the_signal_of_ctrl_c_ends_long_work(work):
    program = f"""
        import ludarium
        position = ludarium.game('chexers').start()
        print('ready', flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print('interrupted', ludarium.agent('greedy').choose(position).move != '')
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert (told, process.returncode) == ("interrupted True\n", 0)


def test_threads_never_wait_for_each_other_for_ever():
    """All look at a position of a new game: what that makes once is made without a lock. In a process of its own, because
    one that waits for ever could not even fail."""
    program = """
        import threading
        import numpy as np
        import ludarium
        for seed in range(20):
            position, barrier, lists = ludarium.game("three-chess").start(seed), threading.Barrier(8), []
            def look():
                barrier.wait()
                lists.extend([position.legal(), np.flatnonzero(position.mask()).tolist()])
            threads = [threading.Thread(target=look) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(lists) == 16 and all(one == lists[0] for one in lists)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=60)


def test_a_position_of_another_game_is_refused():
    chexers, dicewars = ludarium.game("chexers").start(), ludarium.game("dicewars").start()
    assert chexers != dicewars and chexers != "a position"
    with pytest.raises(ludarium.BadPosition):
        ludarium.game("dicewars").parse(chexers.text)
    with pytest.raises(ludarium.IllegalMove):
        dicewars.play(chexers.moves()[0])


def test_a_million_steps_leave_memory_flat():
    resource = pytest.importorskip("resource")
    game, agent = ludarium.game("tuc-chess"), ludarium.agent("random")
    envs = ludarium.vector("tuc-chess", 1000, observations=False)
    envs.reset(seed=1)

    def steps(count):
        """A thousand steps of games in Rust, and some of everything that makes objects of Python."""
        for number in range(count):
            envs.step(envs.sample())
            position = game.start(number)
            while position.is_chance:
                position.roll()
            position.play(agent.choose(position).move)
            position.legal(), position.mask(), position.observe(), position.copy(), position.text
            with pytest.raises(ludarium.IllegalMove):
                position.play("nonsense")
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = steps(100)
    # In kilobytes: a million steps that lost four bytes each would be seen.
    assert steps(1000) - before < 4_000


def test_two_workers_of_joblib_play_the_same_bytes(tmp_path):
    joblib = pytest.importorskip("joblib")
    contest = ludarium.contest("tuc-chess", AGENTS, **CONTEST)
    play = joblib.delayed(ludarium.Contest.play_block)
    parts = joblib.Parallel(n_jobs=2)(play(contest, number) for number in range(contest.blocks))
    same_bytes(parts, contest, tmp_path)


def test_two_workers_of_ray_play_the_same_bytes(tmp_path):
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        contest = ludarium.contest("tuc-chess", AGENTS, **CONTEST)
        play = ray.remote(lambda contest, number: contest.play_block(number))
        parts = ray.get([play.remote(contest, number) for number in range(contest.blocks)])
    finally:
        ray.shutdown()
    same_bytes(parts, contest, tmp_path)
