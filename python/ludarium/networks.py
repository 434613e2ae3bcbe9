"""Networks that were trained in Python, as files that play in the laboratory.

    networks.save("my.safetensors", game, body=net.body, value=net.value, policy=net.policy)
    ludarium.agent("generic-mcts:net=file:my.safetensors")

The file holds the weights in the safetensors format, and a card that says how they belong together; `docs/python.md`
describes both, for those who write such files themselves.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ._native import Game

Layer = Any
"""A module of PyTorch (`Linear`, `Conv2d`, `BatchNorm1d` or `2d`, `ReLU`, `Tanh`, `Sigmoid`, `Softmax`, `Flatten`,
`Unflatten`, `Identity`, `Dropout`, `Sequential`), the word for a layer without numbers (`"relu"`), or a tuple:
`("linear", weight, bias)`, `("conv", weight, bias, padding)`, `("residual", layers)`, `("reshape", shape)`."""

_WORDS = ("relu", "tanh", "sigmoid", "softmax", "flatten")


def save(
    path: str | os.PathLike[str],
    game: Game,
    *,
    value: Layer | Iterable[Layer],
    policy: Layer | Iterable[Layer] | None = None,
    body: Layer | Iterable[Layer] = (),
    input: str | None = None,
    value_range: tuple[float, float] = (0.0, 1.0),
    what: str = "",
) -> None:
    """Writes a network for a game.

    It reads the array `input` of the observation, or without that the whole observation as one row. `body` leads to
    `value`, one score for each seat from the mover on (or the mover's alone where there are two), and to `policy`, one
    number for each action before the softmax. Scores are numbers from the first to the second of `value_range`.
    """
    file = _File()
    card = _card(game, input, value_range, what) | {"body": file.layers(body), "value": file.layers(value)}
    if policy is not None:
        card["policy"] = file.layers(policy)
    file.write(Path(path), {"ludarium": json.dumps(card)})


def _card(game: Game, input: str | None, value_range: tuple[float, float], what: str) -> dict[str, Any]:
    shapes = {name: list(shape) for name, shape, _ in game.arrays()}
    if input is not None and input not in shapes:
        raise ValueError(f"input is {input!r}, expected one of {', '.join(shapes)}")
    whole = [sum(int(np.prod(shape)) for shape in shapes.values())]
    return {
        "format": 1,
        "game": game.name,
        "what": what,
        "value_range": list(value_range),
        "input": {"name": input, "shape": whole if input is None else shapes[input]},
    }


class _File:
    def __init__(self) -> None:
        self.matrices: list[np.ndarray] = []

    def matrix(self, numbers: Any) -> str | None:
        """Adds a matrix and gives its name."""
        if numbers is None:
            return None
        # Tensors of PyTorch may live on another device and know their history.
        for step in ("detach", "cpu", "numpy"):
            numbers = getattr(numbers, step, lambda kept=numbers: kept)()
        self.matrices.append(np.ascontiguousarray(numbers, dtype="<f4"))
        return f"m{len(self.matrices)}"

    def layers(self, given: Layer | Iterable[Layer]) -> list[dict[str, Any]]:
        if isinstance(given, (str, tuple)) and given and isinstance(given[0], str):
            return [self.named(given)]
        kind = type(given).__name__
        if kind == "Sequential" or not hasattr(given, "state_dict"):
            return [layer for part in given for layer in self.layers(part)]
        return self.module(kind, given)

    def named(self, given: str | tuple) -> dict[str, Any]:
        kind, *parts = (given,) if isinstance(given, str) else given
        if kind in _WORDS and not parts:
            return {"kind": kind}
        if kind == "linear" and len(parts) in (1, 2):
            return {"kind": kind} | self.weights(*parts)
        if kind == "conv" and len(parts) in (2, 3):
            padding = parts[2] if len(parts) == 3 else 0
            return {"kind": kind, "padding": padding} | self.weights(parts[0], parts[1])
        if kind == "residual" and len(parts) == 1:
            return {"kind": kind, "layers": self.layers(parts[0])}
        if kind == "reshape" and len(parts) == 1:
            return {"kind": kind, "shape": [int(length) for length in parts[0]]}
        raise ValueError(f"{kind!r} with {len(parts)} parts is no layer: see `ludarium.networks.Layer`")

    def weights(self, weight: Any, bias: Any = None) -> dict[str, Any]:
        names = {"weight": self.matrix(weight), "bias": self.matrix(bias)}
        return {key: name for key, name in names.items() if name is not None}

    def module(self, kind: str, module: Any) -> list[dict[str, Any]]:
        if kind == "Linear":
            return [{"kind": "linear"} | self.weights(module.weight, module.bias)]
        if kind == "Conv2d":
            if (module.stride, module.dilation, module.groups) != ((1, 1), (1, 1), 1):
                raise ValueError(f"{module}: only steps, dilations and groups of 1 are possible")
            up, side = module.padding if isinstance(module.padding, tuple) else (None, None)
            if up is None or up != side or module.padding_mode != "zeros":
                raise ValueError(f"{module}: the padding must be one number of zeros on all sides")
            return [{"kind": "conv", "padding": up} | self.weights(module.weight, module.bias)]
        if kind in ("BatchNorm1d", "BatchNorm2d") and module.running_mean is not None:
            layer = {"kind": "norm", "epsilon": module.eps} | self.weights(module.weight, module.bias)
            layer["mean"] = self.matrix(module.running_mean)
            layer["variance"] = self.matrix(module.running_var)
            return [layer]
        if kind in ("ReLU", "Tanh", "Sigmoid", "Softmax", "Flatten"):
            return [{"kind": kind.lower()}]
        if kind == "Unflatten":
            return [{"kind": "reshape", "shape": list(module.unflattened_size)}]
        if kind in ("Identity", "Dropout", "Dropout2d"):
            return []
        raise ValueError(f"{module} is no layer that can be written: see `ludarium.networks.Layer`")

    def write(self, path: Path, metadata: dict[str, str]) -> None:
        header: dict[str, Any] = {"__metadata__": metadata}
        end = 0
        for number, matrix in enumerate(self.matrices, start=1):
            start, end = end, end + matrix.nbytes
            header[f"m{number}"] = {"dtype": "F32", "shape": matrix.shape, "data_offsets": [start, end]}
        text = json.dumps(header).encode()
        # The numbers begin at a multiple of eight.
        text += b" " * (-len(text) % 8)
        draft = path.with_name(path.name + ".new")
        draft.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(one.tobytes() for one in self.matrices))
        # Whoever reads the file finds the old network or the new one.
        draft.replace(path)
