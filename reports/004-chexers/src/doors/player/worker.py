"""Seats a Player class of the Chexers referee at Ludarium's table.

    python3 worker.py PACKAGE[:CLASS]

PACKAGE is written as for the referee: a package or module, or its path. It is looked for in the current
folder. What the player prints goes to standard error.
"""
import importlib
import json
import os
import re
import socket
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


class Game:
    """A game in a process of its own, as the referee's are: some players keep what they know in their modules."""

    def __init__(self, player_class, inherited):
        ours, theirs = socket.socketpair()
        self.process = os.fork()
        if self.process == 0:
            for file in (ours, *inherited):
                file.close()
            play(player_class, theirs.makefile("rw", encoding="utf-8"))
        theirs.close()
        self.pipe = ours.makefile("rw", encoding="utf-8")
        ours.close()

    def ask(self, line):
        self.pipe.write(line)
        self.pipe.flush()
        reply = self.pipe.readline()
        if not reply:
            raise EOFError("the player's process has ended")
        return json.loads(reply)

    def close(self):
        self.pipe.close()
        os.waitpid(self.process, 0)


def play(player_class, pipe):
    """Answers the questions of one game, and ends the process with it."""
    seat = None
    try:
        for line in pipe:
            ask = json.loads(line)
            try:
                if ask["type"] == "new_game":
                    seat = Seat(ask, player_class)
                    reply = {"type": "ready"}
                else:
                    reply = {"type": "move", "move": seat.turn(ask)}
            # Also a player that wants to exit.
            except BaseException as error:
                reply = complaint(error)
            pipe.write(json.dumps(reply) + "\n")
            pipe.flush()
    finally:
        os._exit(0)


def complaint(error):
    traceback.print_exception(type(error), error, error.__traceback__)
    return {"type": "error", "message": "%s: %s" % (type(error).__name__, error)}


def main():
    # The protocol keeps the pipes for itself: whatever the player prints or reads goes elsewhere.
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    location = sys.argv[1]
    player_class = game = None
    for line in requests:
        ask = json.loads(line)
        try:
            if ask["type"] == "hello":
                player_class = load(location)
                reply = {"type": "hello", "name": location, "games": ["chexers"]}
            elif ask["type"] == "new_game":
                if game:
                    game.close()
                game = Game(player_class, (requests, replies))
                reply = game.ask(line)
            elif ask["type"] == "turn":
                reply = game.ask(line)
            elif ask["type"] == "ping":
                reply = {"type": "pong"}
            elif ask["type"] == "quit":
                break
            else:
                continue
        except Exception as error:
            reply = complaint(error)
        replies.write(json.dumps(dict(reply, id=ask.get("id"))) + "\n")
        replies.flush()
    if game:
        game.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
