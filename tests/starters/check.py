"""What the board helper of the Python starter makes of turns, as check.c writes it."""
import json
import sys

from board import Board

for line in sys.stdin:
    board = Board(json.loads(line[len("turn ") :]))
    out = f"seat {board.seat};"
    for move in board.legal:
        takes = " takes" if board.takes(move) else ""
        out += f" {move.text}={move.start or ''}|{move.end or ''}|{move.how}{takes};"
    for number, area in board.areas.items():
        beside = "".join(f" ~{neighbour}" for neighbour in area.neighbours)
        out += f" area {number}: {area.seat} {area.dice}{beside};"
    print(out + f" ply {board.facts.get('ply', 0)}")
