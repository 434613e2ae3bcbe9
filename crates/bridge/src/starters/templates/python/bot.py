"""A bot for Ludarium: one JSON message a line comes in, one answer a line goes out."""
import json
import random
import sys


def choose(turn):
    """Your thinking goes here. turn["legal"] lists your moves, turn["state"] and turn["board"] are
    the position, turn["clock"] is your time; the message new_game said which game it is."""
    return random.choice(turn["legal"])


for line in sys.stdin:
    ask = json.loads(line)
    reply = {"id": ask.get("id")}
    if ask["type"] == "hello":
        reply.update(type="hello", name="my-python-bot")
    elif ask["type"] == "new_game":
        random.seed(ask["seed"])
        reply.update(type="ready")
    elif ask["type"] == "turn":
        reply.update(type="move", move=choose(ask))
    elif ask["type"] == "ping":
        reply.update(type="pong")
    elif ask["type"] == "quit":
        break
    if "type" in reply:  # there may be messages that you need not know
        print(json.dumps(reply), flush=True)
