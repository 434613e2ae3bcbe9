"""An engine that speaks UBGI, the protocol of backgammon programs, as a bot: python3 ubgi.py ENGINE [ARGUMENTS]"""
import json
import subprocess
import sys

import plays

HYPER = {"hyper": "hypergammon"}
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "errors": "replace", "bufsize": 1}
engine = subprocess.Popen(sys.argv[1:], **PIPES)
keys = {}


def ask(line, word):
    """What the engine answers to a line after this word, and the lines before it."""
    heard, last = [], line.splitlines()[-1]
    try:
        engine.stdin.write(line + "\n")
    except OSError:
        pass  # It has ended, and its output, too.
    for said in engine.stdout:
        first, _, rest = said.strip().partition(" ")
        if first == word:
            return rest.strip(), heard
        if first == "error":
            raise ValueError("the engine answered `%s` with `%s`" % (last, said.strip()))
        heard.append(said.split())
    sys.exit("the engine ended with code %s after `%s`" % (engine.wait(), last))


def put(options):
    """Sets keys, which are options in the older version of the protocol."""
    for key, value in options.items():
        line = "set %s %s" if keys.get(key) else "setoption name %s value %s"
        ask(line % (key, value) + "\nisready", "readyok")


def answer(message):
    """The fields of the answer to a message; `None` where none is due."""
    kind = message["type"]
    if kind == "hello":
        lines = ask("ubgi", "ubgiok")[1]
        if ["proto", "0.2"] in lines:
            lines += ask("keys\nisready", "readyok")[1]
        keys.update({line[1]: True for line in lines if line[:1] == ["key"]})
        keys.update({line[2]: False for line in lines if line[:2] == ["option", "name"]})
        name = [" ".join(line[2:]) for line in lines if line[:2] == ["id", "name"]] or ["UBGI"]
        options = [{"name": key, "type": "text"} for key in keys]
        return {"type": "hello", "name": name[0][:40], "games": ["backgammon"], "options": options}
    if kind == "set":
        put(message["options"])
        return {"type": "ok"}
    if kind == "new_game":
        start = message["variant"].partition("start=")[2].split(",")[0]
        if start:
            put({"game.variant" if "game.variant" in keys else "Variant": HYPER.get(start, start)})
        ask("newgame\nisready", "readyok")
        return {"type": "ready"}
    if kind == "turn":
        legal, facts = message["legal"], message["facts"]
        if len(legal) == 1:
            return {"type": "move", "move": legal[0]}
        time = (message.get("clock") or {}).get("move_ms")
        limit = " movetime %d" % time if time else ""
        lines = "position gnubgid %s\ndice %d %d\ngo role chequer%s"
        play = ask(lines % (facts["position_id"], *facts["roll"], limit), "bestmove")[0]
        try:
            return {"type": "move", "move": plays.find(message, plays.read(play)) or play}
        except (ValueError, IndexError):
            return {"type": "move", "move": play}
    if kind == "ping":
        ask("isready", "readyok")
        return {"type": "pong"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    try:
        fields = answer(message)
    except ValueError as error:
        fields = {"type": "error", "message": str(error)}
    if fields:
        print(json.dumps({"id": message["id"], **fields}), flush=True)
engine.kill()
