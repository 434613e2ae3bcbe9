"""Ludarium: board games with dice and more than two players, for people who live in Python.

    import ludarium

    game = ludarium.game("chexers")
    position = game.start(seed=1)
    while not position.is_over:
        position.play(ludarium.agent("greedy").choose(position).move)

`game` gives exact rules by texts and by numbers, `agent` every agent of the laboratory, `pettingzoo`, `gym` and
`vector` environments, `match` and `tournament` results with honest statistics, `open_run` a run from the disk, `lines` a
chart.
"""

from __future__ import annotations

import importlib

from . import _native
from ._contests import Contest, Results, contest, match, open_run, tournament
from ._native import (
    Agent,
    AgentFailed,
    BadPosition,
    Candidate,
    Decision,
    Error,
    Game,
    IllegalMove,
    Laboratory,
    Position,
    RunFailed,
    UnknownName,
    laboratory,
    lines,
)

__all__ = [
    "Agent",
    "AgentFailed",
    "BadPosition",
    "Candidate",
    "Contest",
    "Decision",
    "Error",
    "Game",
    "IllegalMove",
    "Laboratory",
    "Position",
    "Results",
    "RunFailed",
    "UnknownName",
    "agent",
    "contest",
    "game",
    "games",
    "gym",
    "laboratory",
    "lines",
    "match",
    "open_run",
    "pettingzoo",
    "tournament",
    "vector",
]


def __getattr__(name: str) -> object:
    """Modules that are imported when they are used: not everybody has what they need."""
    if name in ("networks", "openspiel"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def games() -> list[str]:
    """The names of the games."""
    return laboratory.games()


def game(name: str, variant: str | None = None) -> Game:
    """A game under the rules of a variant, the usual one without."""
    return laboratory.game(name, variant)


def agent(text: str) -> Agent:
    """An agent by its text, for instance `best` or `mcts:iterations=500`."""
    return laboratory.agent(text)


def _found(game: str | Game, variant: str | None) -> Game:
    return laboratory.game(game, variant) if isinstance(game, str) else game


def pettingzoo(game: str | Game, variant: str | None = None, **options):
    """A PettingZoo environment (AEC): see `ludarium.environments.Table` for the options."""
    from . import environments

    return environments.Table(_found(game, variant), **options)


def gym(game: str | Game, opponents: list[str] | str = "greedy", variant: str | None = None, **options):
    """A Gymnasium environment for one seat; agents of the laboratory play the others."""
    from . import environments

    return environments.Solo(_found(game, variant), opponents, **options)


def vector(game: str | Game, count: int, variant: str | None = None, **options):
    """Many games at once, stepped in threads: see `ludarium.vectors.Games` for the options."""
    from . import vectors

    return vectors.Games(_found(game, variant), count, **options)
