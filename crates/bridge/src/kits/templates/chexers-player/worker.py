"""Seats a Player class of the Chexers referee at Ludarium's table.

    python3 worker.py PACKAGE[:CLASS]

PACKAGE is written as for the referee: a package or module, or its path. It is looked for in the current
folder. What the player prints goes to standard error.
"""
import importlib
import json
import os
import re
import sys
import traceback

COLOURS = ("red", "green", "blue")
START = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0"


def load(location):
    """The class that a location names."""
    package, _, name = location.partition(":")
    if package.endswith(".py"):
        package = package[:-3]
    package = package.strip("/").replace("/", ".")
    sys.path.insert(0, os.getcwd())
    return getattr(importlib.import_module(package), name or "Player")


def write_action(action):
    """An action in Ludarium's notation; what is no action is written as it is, and will not be legal."""
    try:
        kind, where = action
        if kind == "PASS":
            return "pass"
        if kind == "EXIT":
            return "%d,%d!" % hex_of(where)
        mark = {"MOVE": ">", "JUMP": "^"}[kind]
        return "%d,%d%s%d,%d" % (hex_of(where[0]) + (mark,) + hex_of(where[1]))
    except Exception:
        return repr(action)[:200]


def hex_of(pair):
    """A hex with whole coordinates: some players send -3.0."""
    q, r = pair
    if int(q) != q or int(r) != r:
        raise ValueError(pair)
    return int(q), int(r)


def read_action(text):
    numbers = [int(number) for number in re.findall(r"-?\d+", text)]
    if text == "pass":
        return ("PASS", None)
    if text.endswith("!"):
        return ("EXIT", tuple(numbers))
    return ("JUMP" if "^" in text else "MOVE", (tuple(numbers[:2]), tuple(numbers[2:])))


class Seat:
    """A player in a game, and how many actions it has been told of."""

    def __init__(self, new_game, player_class):
        if new_game["state"] != START:
            raise ValueError("a Player class can only play from the start of the game")
        self.player = player_class(COLOURS[new_game["seat"]])
        self.told = 0
        self.own = []

    def turn(self, turn):
        # Our own last move may or may not be among the events; the number of plies decides.
        missing = turn["ply"] - self.told
        news = (self.own + turn["events"])[-missing:] if missing else []
        if len(news) != missing:
            raise ValueError("%d actions are unknown: a Player class cannot join in mid-game" % (missing - len(news)))
        for event in news:
            self.player.update(COLOURS[event["by"]], read_action(event["event"]))
        self.told += missing
        text = write_action(self.player.action())
        self.own = [{"by": turn["seat"], "event": text}]
        return text


def main():
    # The protocol keeps the pipes for itself: whatever the player prints or reads goes elsewhere.
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    location = sys.argv[1]
    player_class = seat = None
    for line in requests:
        ask = json.loads(line)
        reply = {"id": ask.get("id")}
        try:
            if ask["type"] == "hello":
                player_class = load(location)
                reply.update(type="hello", name=location, games=["chexers"])
            elif ask["type"] == "new_game":
                seat = Seat(ask, player_class)
                reply.update(type="ready")
            elif ask["type"] == "turn":
                reply.update(type="move", move=seat.turn(ask))
            elif ask["type"] == "ping":
                reply.update(type="pong")
            elif ask["type"] == "quit":
                break
            else:
                continue
        except Exception as error:
            traceback.print_exc()
            reply.update(type="error", message="%s: %s" % (type(error).__name__, error))
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
