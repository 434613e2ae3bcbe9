"""Trains a network for Chexers by self-play: `python train_chexers.py --minutes 10`.

Games are played by the laboratory's Monte Carlo tree search, first with roll-outs and then guided by the network (PUCT).
The network learns the visits of the search and how games ended. It is written to a file that every command understands:

    ludarium match chexers "mcts:net=file:chexers.safetensors,iterations=400" maxn --games 300
"""

import argparse
import random
import time

import numpy as np
import torch
from torch import nn

import ludarium
from ludarium import networks

GAME = ludarium.game("chexers")
SEATS, ACTIONS = GAME.seats, GAME.actions
NUMBERS = sum(int(np.prod(shape)) for _, shape, _ in GAME.arrays())
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Network(nn.Module):
    """Dense layers: the observation is mostly zeros, which cost nothing in play."""

    def __init__(self, width: int = 256):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(NUMBERS, width), nn.ReLU(), nn.Linear(width, 128), nn.ReLU())
        self.value = nn.Linear(128, SEATS)
        self.policy = nn.Linear(128, ACTIONS)

    def forward(self, seen):
        inner = self.body(seen)
        return self.value(inner), self.policy(inner)

    def save(self, path: str):
        value = nn.Sequential(self.value, nn.Softmax(1))
        networks.save(path, GAME, body=self.body, value=value, policy=self.policy)


def self_play(agent: ludarium.Agent, iterations: int, seed: int) -> list[tuple]:
    """One game: what the mover saw, the actions with their shares of the visits, and the scores from the mover on."""
    position, source, rows = GAME.start(seed), random.Random(seed), []
    while not position.is_over and len(rows) < 400:
        decision = agent.choose(position, iterations=iterations, seed=source.getrandbits(60))
        tried = [one for one in decision.candidates if one.visits] or decision.candidates
        visits = np.array([max(one.visits, 1) for one in tried], np.float32)
        actions = np.array([position.action(one.move) for one in tried])
        rows.append((position.turn, position.flat_observation(), actions, visits / visits.sum(), tried[0].scores))
        # Early moves are drawn by their visits, a few later ones as well: games must differ.
        if len(rows) <= 24 or source.random() < 0.1:
            position.play(source.choices([one.move for one in tried], visits)[0])
        else:
            position.play(decision.move)
    ended = position.scores() or [1 / SEATS] * SEATS
    games = []
    for seat, seen, actions, shares, expected in rows:
        # What came of the game, and what the search expected: the one is true, the other varies less.
        scores = 0.5 * np.array(ended) + 0.5 * np.array(expected)
        games.append((seen, actions, shares, np.roll(scores, -seat).astype(np.float32)))
    return games


def batch(rows: list[tuple]) -> tuple[torch.Tensor, ...]:
    policy = np.zeros((len(rows), ACTIONS), np.float32)
    for row, (_, actions, shares, _) in zip(policy, rows, strict=True):
        row[actions] = shares
    seen, value = np.stack([row[0] for row in rows]), np.stack([row[3] for row in rows])
    return tuple(torch.from_numpy(one).to(DEVICE) for one in (seen, value, policy))


def learn(network: Network, optimiser, rows: list[tuple], steps: int, size: int = 256) -> float:
    """Some steps on random positions; the mean loss."""
    total = 0.0
    for _ in range(steps):
        seen, value, policy = batch(random.choices(rows, k=size))
        told_value, told_policy = network(seen)
        loss = nn.functional.cross_entropy(told_value, value / value.sum(1, keepdim=True))
        loss = loss + nn.functional.cross_entropy(told_policy, policy)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += loss.item()
    return total / max(steps, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--file", default="chexers.safetensors")
    parser.add_argument("--games", type=int, default=100, help="games of a generation")
    parser.add_argument("--iterations", type=int, default=64, help="simulations for a move of self-play")
    parser.add_argument("--match", type=int, default=60, help="games against maxn after a generation")
    options = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    torch.set_num_threads(1)
    network = Network().to(DEVICE)
    optimiser = torch.optim.Adam(network.parameters(), 1e-3, weight_decay=1e-5)
    guided = f"mcts:net=file:{options.file}"
    rows, started, generation, games = [], time.time(), 0, 0
    print("generation,minutes,games,positions,loss,points against maxn,low,high", flush=True)
    while (spent := (time.time() - started) / 60) < options.minutes or generation < 2:
        # The first games are played without a network, by roll-outs that the usual evaluation cuts short.
        agent = ludarium.agent(guided if generation else "mcts:plies=2")
        for _ in range(options.games):
            games += 1
            rows += self_play(agent, options.iterations, games)
        rows = rows[-40_000:]
        loss = learn(network, optimiser, rows, max(50, len(rows) // 20))
        network.save(options.file)
        generation += 1
        text = f"{guided},iterations=200"
        results = ludarium.match("chexers", [text, "maxn"], games=options.match, threads=1, seed=generation)
        low, points, high = share(results)
        print(f"{generation},{spent:.1f},{games},{len(rows)},{loss:.3f},{points:.3f},{low:.3f},{high:.3f}", flush=True)


def share(results: ludarium.Results) -> tuple[float, float, float]:
    """The mean points of the first agent in a game and their 95 % interval; 1/3 is as strong as the two others."""
    columns, label, mine = results.columns(), results.labels[0], np.zeros(0)
    for seat in range(SEATS):
        own = np.array(columns[f"agent_{seat}"]) == label
        mine = np.append(mine, np.array(columns[f"score_{seat}"])[own])
    mean, spread = np.mean(mine), 1.96 * np.std(mine) / len(mine) ** 0.5
    return mean - spread, mean, mean + spread


if __name__ == "__main__":
    main()
