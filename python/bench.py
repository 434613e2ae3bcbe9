"""How fast the package is, beside OpenSpiel and PettingZoo's own board games in the same run.

`cargo xtask bench python` builds the module as released and runs this; `--seconds S` says how long each line is measured.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator

import ludarium


def rate(steps: Iterator[int], seconds: float) -> float:
    """Steps in a second; each item of the iterator is a number of steps that were made."""
    for _ in range(3):
        next(steps)
    made, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        made += next(steps)
    return made / spent


def by_texts(name: str) -> Iterator[int]:
    game, source, seed = ludarium.game(name), random.Random(1), 0
    while True:
        position = game.start(seed := seed + 1)
        while not position.is_over:
            if position.is_chance:
                position.roll()
            else:
                position.play(source.choice(position.moves()))
                yield 1


def by_actions(name: str) -> Iterator[int]:
    game, source, seed = ludarium.game(name), random.Random(1), 0
    while True:
        position = game.start(seed := seed + 1)
        while not position.is_over:
            if position.is_chance:
                position.roll()
            else:
                position.play(source.choice(position.legal()))
                yield 1


def in_vector(name: str, observations: bool) -> Iterator[int]:
    envs = ludarium.vector(name, 4096, observations=observations)
    envs.reset(seed=1)
    while True:
        envs.step(envs.sample())
        yield 4096


def in_playouts(name: str) -> Iterator[int]:
    position, seed = ludarium.game(name).start(), 0
    while True:
        yield position.playouts(1000, seed=(seed := seed + 1))[1]


def open_spiel(name: str) -> Iterator[int]:
    import pyspiel

    game, source = pyspiel.load_game(name), random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(actions, chances)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
                yield 1


def aec(env) -> Iterator[int]:
    seed = 0
    while True:
        env.reset(seed=(seed := seed + 1))
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(mask))
            yield 1


def lines() -> Iterator[tuple[str, Callable[[], Iterator[int]]]]:
    for name in ludarium.games():
        yield f"{name}: one game, moves as texts", lambda name=name: by_texts(name)
        yield f"{name}: one game, actions", lambda name=name: by_actions(name)
        yield f"{name}: 4096 games, masks", lambda name=name: in_vector(name, False)
        yield f"{name}: 4096 games, masks and observations", lambda name=name: in_vector(name, True)
        yield f"{name}: playouts, plies", lambda name=name: in_playouts(name)
    for name in ("chexers", "dice-chess"):
        yield f"{name}: PettingZoo (AEC)", lambda name=name: aec(ludarium.pettingzoo(name))
    for name in ("chess", "backgammon"):
        yield f"OpenSpiel {name}: one game, actions", lambda name=name: open_spiel(name)
    yield "PettingZoo's own chess (AEC)", classic_chess


def classic_chess() -> Iterator[int]:
    from pettingzoo.classic import chess_v6

    return aec(chess_v6.env())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    for title, start in lines():
        try:
            print(f"{title:50} {rate(start(), seconds):>14,.0f} steps/s", flush=True)
        except ImportError as error:
            print(f"{title:50} {'not installed':>14} ({error.name})", flush=True)


if __name__ == "__main__":
    main()
