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


class Layout:
    """Where the arrays of an observation stand among its flat numbers."""

    def __init__(self, arrays: Arrays):
        ends = np.cumsum([int(np.prod(shape)) for _, shape, _ in arrays]).tolist()
        begins = [0, *ends[:-1]]
        self.size: int = ends[-1]
        self._parts = [
            (name, begin, end, tuple(shape))
            for (name, shape, _), begin, end in zip(arrays, begins, ends, strict=True)
        ]

    def split(self, flat: np.ndarray):
        """The arrays of one observation, as views: one array, or a dict of them by name."""
        if len(self._parts) == 1:
            return flat.reshape(self._parts[0][3])
        return {name: flat[begin:end].reshape(shape) for name, begin, end, shape in self._parts}

    def split_rows(self, flat: np.ndarray) -> dict[str, np.ndarray]:
        """The same for many observations, one in each row, always by name."""
        return {name: flat[:, begin:end].reshape(len(flat), *shape) for name, begin, end, shape in self._parts}
