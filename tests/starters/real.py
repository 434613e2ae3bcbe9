"""A bot that checks what the board helper says of real positions; where it is wrong, it fails."""
import json
import random
import sys

from board import Board


def choose(turn):
    board = Board(turn)
    for move in board.legal:
        places = [place for place in (move.start, move.end) if place]
        assert move.text in ("E", "pass", "-") or places, move.text
        assert all(place in move.text for place in places)
        if move.start:
            assert board.owners[move.start] == board.seat, move.text
    for number, area in board.areas.items():
        assert board.owners[str(number)] == area.seat and board.pieces[str(number)] == f"dice {area.dice}"
        assert all(number in board.areas[beside].neighbours for beside in area.neighbours)
        for beside in area.neighbours:
            attack = area.seat == board.seat and area.dice > 1 and board.areas[beside].seat != board.seat
            assert (f"{number}>{beside}" in turn["legal"]) == attack
    assert board.facts and set(board.cells_of(board.seat)) <= set(board.pieces)
    return random.choice(board.legal).text


for line in sys.stdin:
    ask = json.loads(line)
    answers = {"hello": "hello", "new_game": "ready", "turn": "move", "ping": "pong"}
    if ask["type"] in answers:
        move = choose(ask) if ask["type"] == "turn" else None
        print(json.dumps({"type": answers[ask["type"]], "id": ask["id"], "move": move}), flush=True)
