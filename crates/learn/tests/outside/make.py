"""Makes the files of this folder with PyTorch: two networks, and what PyTorch says they answer.

    pip install torch safetensors
    python crates/learn/tests/outside/make.py
"""

import json
import pathlib

import torch
from safetensors.torch import save_file
from torch import nn

folder = pathlib.Path(__file__).parent


class Planes(nn.Module):
    """Convolutions, a norm, a residual layer, and both answers."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 6, 3, padding=1)
        self.norm = nn.BatchNorm2d(6)
        self.inner = nn.Conv2d(6, 6, 3, padding=1, bias=False)
        self.inner_norm = nn.BatchNorm2d(6)
        self.narrow = nn.Conv2d(6, 4, (2, 3))
        self.value = nn.Linear(4 * 3 * 3, 3)
        self.policy = nn.Linear(4 * 3 * 3, 21)

    def forward(self, board):
        x = torch.relu(self.norm(self.stem(board)))
        x = torch.relu(x + torch.tanh(self.inner_norm(self.inner(x))))
        x = self.narrow(x).flatten(1)
        return torch.softmax(self.value(x), 1), self.policy(x)


class Row(nn.Module):
    """Dense layers over one row, values from -1 to 1."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(17, 70)
        self.second = nn.Linear(70, 9, bias=False)
        self.value = nn.Linear(9, 2)

    def forward(self, observation):
        x = torch.sigmoid(self.second(torch.relu(self.first(observation))))
        return torch.tanh(self.value(x))


def linear(name, bias=True):
    layer = {"kind": "linear", "weight": f"{name}.weight"}
    return layer | ({"bias": f"{name}.bias"} if bias else {})


def conv(name, padding=0, bias=True):
    layer = {"kind": "conv", "weight": f"{name}.weight", "padding": padding}
    return layer | ({"bias": f"{name}.bias"} if bias else {})


def norm(name):
    return {
        "kind": "norm",
        "mean": f"{name}.running_mean",
        "variance": f"{name}.running_var",
        "weight": f"{name}.weight",
        "bias": f"{name}.bias",
    }


def plain(kind):
    return {"kind": kind}


def write(name, network, card, question):
    """The network with its card; the question and PyTorch's answers are matrices of the same file."""
    network.eval()
    with torch.no_grad():
        answer = network(question)
    matrices = {
        key: value.contiguous()
        for key, value in network.state_dict().items()
        if value.dtype == torch.float32
    }
    matrices["the question"] = question.flatten(1).contiguous()
    for key, value in zip(["the values", "the policy"], answer if isinstance(answer, tuple) else [answer]):
        matrices[key] = value.contiguous()
    save_file(matrices, folder / f"{name}.safetensors", {"ludarium": json.dumps(card)})


def train_a_little(network, question):
    """Gives the norms means and variances of their own."""
    network.train()
    for _ in range(5):
        network(question + torch.randn_like(question))
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.uniform_(module.bias, -0.5, 0.5)


if __name__ == "__main__":
    torch.manual_seed(7)
    board = torch.randint(0, 2, (5, 3, 4, 5)).float() * torch.rand(5, 3, 4, 5)
    planes = Planes()
    train_a_little(planes, board)
    card = {
        "format": 1,
        "game": "testing",
        "what": "a test",
        "input": {"name": "board", "shape": [3, 4, 5]},
        "body": [
            conv("stem", 1),
            norm("norm"),
            plain("relu"),
            {"kind": "residual", "layers": [conv("inner", 1, bias=False), norm("inner_norm"), plain("tanh")]},
            plain("relu"),
            conv("narrow"),
            plain("flatten"),
        ],
        "value": [linear("value"), plain("softmax")],
        "policy": [linear("policy")],
    }
    write("planes", planes, card, board)

    observation = torch.randn(4, 17)
    card = {
        "format": 1,
        "game": "testing",
        "value_range": [-1, 1],
        "input": {"shape": [17]},
        "body": [linear("first"), plain("relu"), linear("second", bias=False), plain("sigmoid")],
        "value": [linear("value"), plain("tanh")],
    }
    write("row", Row(), card, observation)
