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


# Whole games between two looks at the clock, so that looking costs nothing.


def one_by_one(name: str, choices: Callable[[ludarium.Position], list]) -> Iterator[int]:
    """Steps drawn from the list that `choices` gives: texts or numbers of actions."""
    game, choice, seed = ludarium.game(name), random.Random(1).choice, 0
    while True:
        position, made = game.start(seed := seed + 1), 0
        turn = position.settle()
        while turn != "over":
            turn = position.step(choice(choices(position)))
            made += 1
        yield made


def again(name: str) -> Iterator[int]:
    """The same without choosing, from starts that are there: each step lists the actions and plays one that is known."""
    game, choice, games = ludarium.game(name), random.Random(1).choice, []
    for seed in range(20):
        start, actions = game.start(seed), []
        start.settle()
        position, turn = start.copy(), start.turn
        while turn != "over":
            actions.append(choice(position.legal()))
            turn = position.step(actions[-1])
        games.append((start, actions))
    while True:
        for start, actions in games:
            position = start.copy()
            for action in actions:
                position.legal()
                position.step(action)
            yield len(actions)


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
    choice, choices = source.choice, source.choices
    while True:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices(actions, chances)[0])
            else:
                state.apply_action(choice(state.legal_actions()))
                made += 1
        yield made


def open_spiel_again(name: str) -> Iterator[int]:
    """As `again`; what chance does is known, too, so it is only applied."""
    import pyspiel

    game, source, games = pyspiel.load_game(name), random.Random(1), []
    for _ in range(20):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            chance = state.is_chance_node()
            legal = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
            actions.append((chance, source.choice(legal)))
            state.apply_action(actions[-1][1])
        games.append(actions)
    while True:
        for actions in games:
            state, made = game.new_initial_state(), 0
            for chance, action in actions:
                if not chance:
                    state.legal_actions()
                    made += 1
                state.apply_action(action)
            yield made


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


def classic(name: str) -> Iterator[int]:
    import importlib

    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env())


def lines() -> Iterator[tuple[str, str, Callable[[], Iterator[int]]]]:
    """What is measured: whose game it is, in which way it is played, and how."""
    for name in ludarium.games():
        yield name, "one game, texts", lambda name=name: one_by_one(name, ludarium.Position.moves)
        yield name, "one game, actions", lambda name=name: one_by_one(name, ludarium.Position.legal)
        yield name, "the same actions again", lambda name=name: again(name)
        yield name, "PettingZoo", lambda name=name: aec(ludarium.pettingzoo(name))
        yield name, "vector, masks", lambda name=name: in_vector(name, False)
        yield name, "vector, masks and observations", lambda name=name: in_vector(name, True)
        yield name, "playouts(1000)", lambda name=name: in_playouts(name)
    for name in ("chess", "backgammon"):
        yield f"OpenSpiel's {name}", "one game, actions", lambda name=name: open_spiel(name)
        yield f"OpenSpiel's {name}", "the same actions again", lambda name=name: open_spiel_again(name)
    for name in ("chess_v6", "connect_four_v3"):
        yield f"PettingZoo's {name}", "PettingZoo", lambda name=name: classic(name)


# Games that are alike: ours and theirs.
PAIRS = (("dice-chess", "OpenSpiel's chess"), ("dicewars", "OpenSpiel's backgammon"), ("dice-chess", "PettingZoo's chess_v6"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    print("| game | way | steps a second |\n|---|---|---:|", flush=True)
    rates: dict[tuple[str, str], float] = {}
    for game, way, start in lines():
        try:
            rates[game, way] = rate(start(), seconds)
            print(f"| {game} | {way} | {rates[game, way]:,.0f} |", flush=True)
        except ImportError as error:
            print(f"| {game} | {way} | not installed ({error.name}) |", flush=True)
    print("\n| ours | way | times as fast as | way |\n|---|---|---:|---|")
    for (theirs, their_way), their_rate in rates.items():
        for ours in (ours for ours, other in PAIRS if other == theirs):
            for (game, way), our_rate in rates.items():
                alike = way == their_way or (way.startswith("vector") and their_way != "the same actions again")
                if game == ours and alike:
                    print(f"| {ours} | {way} | {our_rate / their_rate:,.1f} | {theirs}, {their_way} |")


if __name__ == "__main__":
    main()
