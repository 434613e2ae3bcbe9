"""A tournament whose blocks are played by workers of Ray: `python ray_tournament.py gathered.run`."""

import sys

import ray

import ludarium


@ray.remote
def play(contest: ludarium.Contest, number: int) -> str:
    return contest.play_block(number)


def main(path: str) -> None:
    ray.init(num_cpus=2)
    contest = ludarium.contest("chexers", ["maxn", "greedy", "random"], games=60, seed=1)
    parts = ray.get([play.remote(contest, number) for number in range(contest.blocks)])
    results = contest.add(parts, path)
    print(results.headline())
    for row in results.sheets()[0]["rows"]:
        print(row)


if __name__ == "__main__":
    main(sys.argv[1])
