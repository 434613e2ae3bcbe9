"""Observations as spaces of Gymnasium, and flat numbers as the arrays that they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces

Arrays = Sequence[tuple[str, tuple[int, ...], str]]


def observation_space(arrays: Arrays) -> spaces.Space:
    """One box for a game with one array, otherwise a dict of boxes by the names of the arrays."""
    boxes = {name: spaces.Box(-np.inf, np.inf, shape, np.float32) for name, shape, _ in arrays}
    return next(iter(boxes.values())) if len(boxes) == 1 else spaces.Dict(boxes)


def split(flat: np.ndarray, arrays: Arrays, before: tuple[int, ...] = ()):
    """The arrays of flat observations, as views: one array, or a dict of them by name."""
    views, begin = {}, 0
    for name, shape, _ in arrays:
        end = begin + int(np.prod(shape))
        views[name] = flat[..., begin:end].reshape(before + tuple(shape))
        begin = end
    return next(iter(views.values())) if len(views) == 1 else views
