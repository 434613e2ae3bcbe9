"""Matches and tournaments, with agents of the laboratory and agents written in Python."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ._native import Contest as _Contest
from ._native import Game, Laboratory, Position, Run, laboratory

Player = str | Callable[[Position], Any] | Any
"""An agent's text, a function that answers a position with a move, or an object with a method `choose` that does."""

Errors = Literal["fault", "raise"]
"""What an exception of an agent from Python is: a fault of that agent, or an exception of the whole call."""


class Contest:
    """A match or tournament that is ready to be played, all of it here or block by block anywhere."""

    def __init__(self, settings: str, agents: dict[str, tuple[Any, str]], module: str):
        self._settings = settings
        self._agents = agents
        # Games of one's own are in another module; a copy in another process finds it by its name.
        self._module = module
        self._native: _Contest = importlib.import_module(module).laboratory.contest(settings)

    @property
    def blocks(self) -> int:
        """The number of blocks: games that share their start and luck."""
        return self._native.blocks

    @property
    def games(self) -> int:
        """The number of games in all blocks."""
        return self._native.total

    @property
    def fingerprint(self) -> str:
        """A name that equal contests share."""
        return self._native.fingerprint

    def play(
        self,
        path: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        errors: Errors = "fault",
    ) -> Results:
        """Plays everything that is not in the file yet; without a path, in a file that is deleted with the results.

        An exception of an agent from Python is a fault of that agent, and afterwards a warning tells the first. With
        `errors="raise"` it ends the games and is raised here; what is over by then stays in the file, perhaps with the
        game of the exception and its fault."""
        threads = (os.cpu_count() or 1) if threads is None else threads
        raising = _raising(errors)
        folder, path = _place(path)
        results = Results(self._native.play(path, threads, self._agents, raising), folder)
        if self._agents:
            _warn_of_faults(results, self._agents)
        return results

    def play_block(self, number: int, errors: Errors = "fault") -> str:
        """Plays one block. The result is a text for `add`, from this or any other machine; `errors` as in `play`."""
        return self._native.play_block(number, self._agents, _raising(errors))

    def add(self, results: Iterable[str], path: str | os.PathLike[str] | None = None) -> Results:
        """Puts blocks that were played anywhere into a file, as if they had been played here."""
        folder, path = _place(path)
        return Results(self._native.add(path, list(results), self._agents), folder)

    def __reduce__(self):
        return Contest, (self._settings, self._agents, self._module)

    def __repr__(self) -> str:
        return repr(self._native)


class Results:
    """The games of a contest in a file, and what they say."""

    def __init__(self, run: Run, folder: tempfile.TemporaryDirectory[str] | None = None):
        self._run = run
        # Deleted with this object.
        self._folder = folder

    @property
    def path(self) -> str:
        """The file."""
        return os.fspath(self._run.path)

    @property
    def labels(self) -> list[str]:
        """What the agents are called."""
        return self._run.labels

    @property
    def settings(self) -> dict[str, Any]:
        """What was played."""
        return json.loads(self._run.settings)

    def sheets(self) -> list[dict[str, Any]]:
        """The tables of results, the most important first: title, rows and notes of each."""
        return json.loads(self._run.sheets_json())

    def headline(self) -> str:
        """What `ludarium match` prints first, a sentence on each line: who is stronger, who lost by faults, who took more
        than its budget."""
        return self._run.headline()

    def faults(self) -> list[dict[str, Any]]:
        """What agents did wrong: game, ply, seat, agent, kind (`illegal`, `overtime`, `failed`), reason, and as
        `last_words` the traceback of an exception or what a program wrote to its standard error."""
        return self._run.faults()

    def charts(self) -> dict[str, str]:
        """The charts as SVG documents."""
        return dict(self._run.charts())

    def columns(self) -> dict[str, list[Any]]:
        """The games as columns, one entry for each game: what `pandas.DataFrame` and `polars.DataFrame` take."""
        return self._run.columns()

    def frame(self):
        """The games as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self.columns())

    def __repr__(self) -> str:
        return repr(self._run)

    def _repr_svg_(self) -> str | None:
        return next(iter(self.charts().values()), None)


def contest(game: str | Game, agents: Sequence[Player], **settings: Any) -> Contest:
    """A contest with the settings of a tournament file: `variant`, `games` or `rounds`, `seed`, `format`
    (`round-robin` or `gauntlet`), `lineups`, `clock`, `limits`, `random_plies`, …"""
    if isinstance(game, str):
        name, module = game, laboratory.module
    else:
        name, module = game.name, game.module
        settings.setdefault("variant", game.variant)
    expected = "a text, a function or an object with a method `choose`"
    if not agents:
        raise ValueError(f"there are no agents: each is {expected}")
    named, texts = {}, []
    for player in agents:
        if isinstance(player, str):
            texts.append(player)
            continue
        if not callable(getattr(player, "choose", player)):
            raise TypeError(f"{player!r} is no agent, expected {expected}")
        label = _name(player)
        while label in named and named[label][0] is not player:
            label += "'"
        named[label] = (player, _digest(player))
        texts.append(f"bot:python {label}")
    settings = {"game": name, "agents": texts, **settings}
    return Contest(_toml({key.replace("_", "-"): value for key, value in settings.items()}), named, module)


def match(
    game: str | Game,
    agents: Sequence[Player],
    games: int = 100,
    path: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    errors: Errors = "fault",
    **settings: Any,
) -> Results:
    """Lets agents play each other, one for each seat; of fewer agents the last takes the seats that are left."""
    seats = (laboratory.game(game, settings.get("variant")) if isinstance(game, str) else game).seats
    if "lineups" not in settings and 0 < len(agents) <= seats:
        # The places of all agents, the last one as often as seats are left.
        places = [min(seat, len(agents) - 1) + 1 for seat in range(seats)]
        settings["lineups"] = [places]
    return contest(game, agents, games=games, **settings).play(path, threads, errors)


def tournament(
    game: str | Game,
    agents: Sequence[Player],
    path: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    errors: Errors = "fault",
    **settings: Any,
) -> Results:
    """Lets every group of agents that fits the seats play each other."""
    return contest(game, agents, **settings).play(path, threads, errors)


def open_run(path: str | os.PathLike[str], laboratory: Laboratory = laboratory) -> Results:
    """A run from the disk, whoever played it; runs of games of one's own with the laboratory of their module."""
    return Results(laboratory.open(os.fspath(path)))


def _raising(errors: str) -> bool:
    if errors not in ("fault", "raise"):
        raise ValueError(f"errors is {errors!r}, expected 'fault' or 'raise'")
    return errors == "raise"


def _warn_of_faults(results: Results, agents: dict[str, tuple[Any, str]]) -> None:
    """Who writes an agent wants to know at once that it fails, and where."""
    faults = [fault for fault in results.faults() if fault["agent"] in agents]
    if not faults:
        return
    first = faults[0]
    times = "once" if len(faults) == 1 else f"{len(faults)} times"
    text = f"agents from Python failed {times}, first `{first['agent']}` in game {first['game']}: {first['reason']}"
    text += "; `Results.faults()` has all, and with `errors=\"raise\"` an exception is raised"
    if first["last_words"]:
        text += f"\n{first['last_words']}"
    # At the line of the user: above are `play` and, for most, `match` or `tournament`.
    warnings.warn(text, RuntimeWarning, stacklevel=4)


def _place(path: str | os.PathLike[str] | None) -> tuple[tempfile.TemporaryDirectory[str] | None, str]:
    if path is not None:
        return None, os.fspath(path)
    folder = tempfile.TemporaryDirectory(prefix="ludarium-")
    return folder, os.path.join(folder.name, "games.run")


def _name(player: Any) -> str:
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return str(name).replace("<lambda>", "lambda")


def _digest(player: Any) -> str:
    """What the agent is, so that games of another one are not taken for its own."""
    code = player if inspect.isroutine(player) else type(player)
    try:
        source = inspect.getsource(code)
    except (OSError, TypeError):
        # Typed at a prompt or built in: there is no source.
        source = f"{getattr(code, '__module__', '')}.{getattr(code, '__qualname__', repr(code))}"
    return hashlib.sha256(source.encode()).hexdigest()


def _toml(settings: dict[str, Any]) -> str:
    # JSON's texts, numbers and lists are also TOML's.
    lines = []
    for key, value in settings.items():
        if value is None:
            continue
        if isinstance(value, dict):
            inner = ", ".join(f"{name.replace('_', '-')} = {json.dumps(one)}" for name, one in value.items())
            lines.append(f"{key} = {{ {inner} }}")
        else:
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)
