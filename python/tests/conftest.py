"""What all tests share."""

import random
import signal

import pytest

import ludarium

# Who is started in the background is told to ignore Ctrl-C, and tells its children so.
signal.signal(signal.SIGINT, signal.default_int_handler)

GAMES = ludarium.games()


@pytest.fixture(params=GAMES)
def game(request):
    return ludarium.game(request.param)


def random_game(position, seed=1, longest=4000):
    """Plays on at random, by texts and by actions in turn; every position before a move or a roll."""
    source = random.Random(seed)
    for ply in range(longest):
        yield position
        if position.is_over:
            return
        if position.is_chance:
            position.roll(source)
        elif ply % 2:
            position.play(source.choice(position.moves()))
        else:
            position.play(source.choice(position.legal()))
