"""A Player for the Chexers referee, behind which Ludarium thinks.

The board is kept here from the referee's updates; each turn goes to `ludarium engine` as a line of JSON.
No threads: the referee counts their stacks as memory of the players.
"""
import atexit
import json
import os
import re
import select
import subprocess
import time

LUDARIUM = os.environ.get("LUDARIUM", @LUDARIUM@)
AGENT = @AGENT@
# What the engine may use in a whole game. The referee's own clock does not see another process.
SECONDS = @SECONDS@

COLOURS = ("red", "green", "blue")
HEXES = sorted((q, r) for q in range(-3, 4) for r in range(-3, 4) if -3 <= q + r <= 3)
START = "rrrr...........g.....bg....bg...bg..b"
# Never thinks longer than this part of the time that is left: a player has up to 256 turns.
SHARE = 40
# How long the engine may be silent beyond its time before it is started again.
PATIENCE = 10.0


class Player:
    """What the referee talks to."""

    def __init__(self, colour):
        self.seat = COLOURS.index(colour)
        self.board = dict(zip(HEXES, START))
        self.exits = [0, 0, 0]
        self.ply = 0
        self.left = float(SECONDS)
        self.begin()

    def begin(self):
        """Starts an engine and tells it of the game, which need not be at its start."""
        self.engine = Engine()
        self.events = []
        self.engine.ask("hello", protocol=1, lab="chexers-referee")
        self.engine.ask("new_game", game="chexers", variant="referee", players=3, seat=self.seat,
                        names=COLOURS, seed=int.from_bytes(os.urandom(6), "big"), state=self.state())

    def action(self):
        """The referee asks for our action."""
        began = time.monotonic()
        try:
            text = self.think()
        except EngineTrouble as trouble:
            print("ludarium: %s; it is started once more" % trouble)
            self.engine.close()
            self.begin()
            text = self.think()
        self.left = max(0.0, self.left - (time.monotonic() - began))
        return read_action(text)

    def think(self):
        share = max(0.005, self.left / SHARE)
        clock = {"move_ms": int(share * 1000), "bank_ms": int(self.left * 1000)}
        reply = self.engine.ask("turn", wait=max(share, self.left) + PATIENCE, ply=self.ply, seat=self.seat,
                                state=self.state(), board=[], events=self.events, clock=clock)
        self.events = []
        return reply["move"]

    def update(self, colour, action):
        """The referee tells of an action, ours included."""
        seat = COLOURS.index(colour)
        letter = colour[0]
        kind, where = action
        if kind == "EXIT":
            self.board[whole(where)] = "."
            self.exits[seat] += 1
        elif kind != "PASS":
            here, there = map(whole, where)
            self.board[here] = "."
            self.board[there] = letter
            if kind == "JUMP":
                self.board[(here[0] + there[0]) // 2, (here[1] + there[1]) // 2] = letter
        self.ply += 1
        self.events.append({"by": seat, "event": write_action(action)})

    def state(self):
        """The position in Ludarium's notation."""
        cells = "".join(self.board[hex] for hex in HEXES)
        return "%s %s %d,%d,%d %d" % ((cells, COLOURS[self.ply % 3][0]) + tuple(self.exits) + (self.ply,))


def whole(hex):
    """A hex with whole coordinates: some players send -3.0."""
    return int(hex[0]), int(hex[1])


def write_action(action):
    kind, where = action
    if kind == "PASS":
        return "pass"
    if kind == "EXIT":
        return "%d,%d!" % whole(where)
    return "%d,%d%s%d,%d" % (whole(where[0]) + (">" if kind == "MOVE" else "^",) + whole(where[1]))


def read_action(text):
    numbers = [int(number) for number in re.findall(r"-?\d+", text)]
    if text == "pass":
        return ("PASS", None)
    if text.endswith("!"):
        return ("EXIT", tuple(numbers))
    return ("JUMP" if "^" in text else "MOVE", (tuple(numbers[:2]), tuple(numbers[2:])))


class EngineTrouble(Exception):
    """The engine is gone or does not answer."""


class Engine:
    """`ludarium engine` as a child process: a line in, a line out."""

    def __init__(self):
        command = [LUDARIUM, "engine", "chexers", AGENT]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.unread = b""
        atexit.register(self.close)

    def ask(self, kind, wait=PATIENCE, **fields):
        """Sends a request and returns its answer."""
        self.number += 1
        message = dict(fields, type=kind, id=self.number)
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise EngineTrouble("the engine is gone: %s" % error)
        deadline = time.monotonic() + wait
        while True:
            reply = json.loads(self.line(deadline).decode())
            if reply.get("type") == "error":
                raise EngineTrouble("the engine says: %s" % reply.get("message"))
            if reply.get("id") == self.number and reply.get("type") != "info":
                return reply

    def line(self, deadline):
        """The next line of the engine."""
        pipe = self.process.stdout.fileno()
        while b"\n" not in self.unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise EngineTrouble("the engine did not answer in time")
            more = os.read(pipe, 65536)
            if not more:
                raise EngineTrouble("the engine has ended")
            self.unread += more
        line, self.unread = self.unread.split(b"\n", 1)
        return line

    def close(self):
        """Ends the child process."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        atexit.unregister(self.close)

    def __del__(self):
        if self.process.poll() is None:
            self.process.kill()
