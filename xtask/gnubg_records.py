"""Records for `ludarium verify backgammon`, made with the move generator of GNU Backgammon's library: for positions of
random play the number of plays of every roll, and all positions after one of them. POSITIONS, SEED."""

import json
import random
import sys

import gnubg_nn

ROLLS = [(one, other) for one in range(1, 7) for other in range(one, 7)]
START = {24: 2, 13: 5, 8: 3, 6: 5}


def after(board, roll):
    """The boards after a roll: what the other player has, what the mover has. None where nothing can be played."""
    return [[list(side) for side in gnubg_nn.board_from_position_key(key)] for key in gnubg_nn.moves(board, *roll)]


def random_boards(source):
    while True:
        board = [[START.get(point, 0) for point in range(1, 26)] for _ in range(2)]
        while all(any(side) for side in board):
            yield board
            boards = after(board, (source.randint(1, 6), source.randint(1, 6))) or [board]
            # The turn passes.
            board = source.choice(boards)[::-1]


positions, source = int(sys.argv[1]), random.Random(int(sys.argv[2]))
for board, _ in zip(random_boards(source), range(positions)):
    plays = [after(board, roll) for roll in ROLLS]
    position = {"opp": board[0], "me": board[1]}
    print(json.dumps(position | {"plays_per_roll_11_12_to_66": [len(boards) for boards in plays]}))
    shown = source.randrange(len(ROLLS))
    if plays[shown]:
        print(json.dumps(position | {"dice": ROLLS[shown], "after": plays[shown]}))
