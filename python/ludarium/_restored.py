"""How a position that was pickled comes back, in the laboratory of the module that it came from."""

from __future__ import annotations

import importlib


def restored(module: str, game: str, variant: str, seed: int, start: str, steps: list):
    """The position that began like this after these steps."""
    position = importlib.import_module(module).laboratory.game(game, variant).parse(start, seed)
    position._repeat(steps)
    return position
