"""Trains a network for Chexers by self-play: `python train_chexers.py --minutes 5`.

The laboratory's Monte Carlo tree search plays itself in all cores, with roll-outs. The network learns the visits of the
search and how games ended, on the GPU where there is one. Then it takes the place of the roll-outs (PUCT). It is
written to a file that every command understands, and its way to a chart:

    ludarium match chexers "mcts:net=file:chexers.safetensors,batch=1,iterations=400" maxn --random-plies 6
"""

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import nn

import ludarium
from ludarium import networks

GAME = ludarium.game("chexers")
SEATS, ACTIONS = GAME.seats, GAME.actions
NUMBERS = sum(int(np.prod(shape)) for _, shape, _ in GAME.arrays())
LONGEST = 300


class Network(nn.Module):
    """Dense layers: the observation is mostly zeros, which cost nothing in play."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(NUMBERS, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.value = nn.Linear(128, SEATS)
        self.policy = nn.Linear(128, ACTIONS)

    def forward(self, seen):
        inner = self.body(seen)
        return self.value(inner), self.policy(inner)

    def save(self, path: str):
        value = nn.Sequential(self.value, nn.Softmax(1))
        networks.save(path, GAME, body=self.body, value=value, policy=self.policy)


def self_play(job: tuple[str, int, int]) -> tuple[np.ndarray, ...]:
    """One game: what the movers saw, the shares of the visits, and the scores, the mover's first."""
    text, iterations, seed = job
    agent, position, source = ludarium.agent(text), GAME.start(seed), random.Random(seed)
    movers, seen, policy, expected = [], [], [], []
    while not position.is_over and len(movers) < LONGEST:
        mover = position.turn
        decision = agent.choose(position, iterations=iterations, seed=source.getrandbits(60))
        best, weights = decision.candidates[0], np.zeros(ACTIONS, np.float32)
        # A move that is sure to win ends the search before its visits say so.
        tried = [best] if best.scores[mover] == 1 else [one for one in decision.candidates if one.visits] or [best]
        visits = [max(one.visits, 1) for one in tried]
        for one, count in zip(tried, visits, strict=True):
            weights[position.action(one.move)] = count / sum(visits)
        movers.append(mover)
        seen.append(position.flat_observation())
        policy.append(weights)
        expected.append(best.scores)
        # Early moves are drawn by their visits, and a few later ones: games must differ.
        drawn = len(movers) <= 20 or source.random() < 0.05
        position.play(source.choices(tried, visits)[0].move if drawn else best.move)
    ended = np.array(position.scores() or [1 / SEATS] * SEATS)
    # How the game ended is true, what the search expected varies less.
    scores = [np.roll((ended + told) / 2, -mover) for mover, told in zip(movers, expected, strict=True)]
    return np.array(seen, np.float16), np.array(policy, np.float16), np.array(scores, np.float32)


def learn(network: Network, optimiser, rows: list[torch.Tensor], steps: int, size: int) -> float:
    """Some steps on random positions; the mean loss."""
    seen, policy, scores = rows
    device, total = next(network.parameters()).device, 0.0
    for _ in range(steps):
        drawn = torch.randint(len(seen), (size,), device=seen.device)
        value, moves = network(seen[drawn].to(device, torch.float32))
        loss = nn.functional.cross_entropy(value, scores[drawn].to(device))
        loss = loss + nn.functional.cross_entropy(moves, policy[drawn].to(device, torch.float32))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += loss.detach()
    return float(total) / steps


def share(results: ludarium.Results) -> tuple[float, float, float]:
    """The points of the first agent and their 95 % interval; 1/3 is as strong as the two others."""
    standings = {row["agent"]: row["points"] for row in results.sheets()[0]["rows"]}
    points = standings[results.labels[0]]
    return points["value"], points["low"], points["high"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--file", default="chexers.safetensors")
    parser.add_argument("--games", type=int, default=20 * os.cpu_count(), help="games of a generation")
    parser.add_argument("--iterations", type=int, default=100, help="simulations for a move of self-play")
    parser.add_argument("--match", type=int, default=90, help="games against two maxn after a generation")
    parser.add_argument("--strong", type=int, default=400, help="simulations for a move of a match")
    options = parser.parse_args()
    torch.manual_seed(1)
    guided = f"mcts:net=file:{options.file},batch=1"
    rows, curve, games, started = [], [], 0, time.time()
    with ProcessPoolExecutor() as pool:
        device, network, spent = "cpu", None, 0.0
        print("generation,minutes,games,positions,loss,points against maxn,low,high", flush=True)
        while spent < options.minutes or len(curve) < 2:
            # Roll-outs that the usual evaluation cuts short. A network that learns from its own games alone needs many
            # more of them: it teaches itself its mistakes first.
            jobs = [("mcts:plies=2", options.iterations, games + number) for number in range(options.games)]
            played = list(pool.map(self_play, jobs))
            games += options.games
            if network is None:
                # Not before: processes that are forked later could not use the GPU.
                device = "cuda" if torch.cuda.is_available() else "cpu"
                network = Network().to(device)
                optimiser = torch.optim.Adam(network.parameters(), 1e-3, weight_decay=1e-5)
            fresh = [torch.from_numpy(np.concatenate(part)).to(device) for part in zip(*played, strict=True)]
            rows = [torch.cat([old, new])[-500_000:] for old, new in zip(rows, fresh, strict=True)] if rows else fresh
            size = min(1024, len(rows[0]))
            loss = learn(network, optimiser, rows, max(50, 4 * len(rows[0]) // size), size)
            network.save(options.file)
            spent = (time.time() - started) / 60
            strong = [f"{guided},iterations={options.strong}", "maxn"]
            points, low, high = share(ludarium.match("chexers", strong, games=options.match, random_plies=6))
            curve.append((spent, points, low, high))
            line = f"{len(curve)},{spent:.2f},{games},{len(rows[0])},{loss:.3f},{points:.3f},{low:.3f},{high:.3f}"
            print(line, flush=True)
    level = {"as strong as maxn": 1 / SEATS}
    chart = ludarium.lines({"trained": curve}, across="minutes", value="points against two maxn", guides=level)
    Path(options.file).with_suffix(".svg").write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main()
