"""A bot for Ludarium: one JSON message a line comes in, one answer a line goes out."""
import json
import random
import sys

import board


def choose(here):
    """Your thinking goes here. board.py says what you know: your moves, the pieces, the facts of the game, the map."""
    return random.choice(here.legal)


for line in sys.stdin:
    ask = json.loads(line)
    reply = {"id": ask.get("id")}
    if ask["type"] == "hello":  # does your thinking know few games? List them: games=["@GAME@"]
        reply.update(type="hello", name="my-python-bot", games=None)
    elif ask["type"] == "new_game":
        random.seed(ask["seed"])
        reply.update(type="ready")
    elif ask["type"] == "turn":
        reply.update(type="move", move=choose(board.Board(ask)).text)
    elif ask["type"] == "ping":
        reply.update(type="pong")
    elif ask["type"] == "quit":
        break
    if "type" in reply:  # there may be messages that you need not know
        print(json.dumps(reply), flush=True)
