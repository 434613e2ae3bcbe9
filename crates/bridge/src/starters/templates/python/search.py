"""A bot that looks two plies ahead. It knows no rules: Ludarium says what follows from moves, by `after`."""
import json
import sys
import time


class OutOfTime(Exception):
    pass


def say(message):
    print(json.dumps(message), flush=True)


def after(turn, line):
    """Where a line of moves and outcomes of chance leads, from the position of this turn on."""
    if time.monotonic() > turn["deadline"]:
        raise OutOfTime
    say({"type": "after", "id": turn["id"], "moves": line, "board": True})
    while True:
        answer = json.loads(sys.stdin.readline())
        if answer["type"] == "after":
            return answer


def worth(here, players):
    """What each seat may hope for: its share of all pieces. Your own judgement goes here."""
    count = [1e-6] * players
    for piece in here["board"]:
        if "seat" in piece:
            word = piece["piece"].split()
            count[piece["seat"]] += int(word[1]) if word[0] == "dice" else 1
    return [own / sum(count) for own in count]


def value(turn, line, depth, players):
    """What each seat gets in the end if everybody plays for the best after this line."""
    here = after(turn, line)
    if here["turn"] == "over":
        return here["scores"]
    if here["turn"] == "chance" and "chance" in here:
        total = [0] * players
        for outcome in here["chance"]:
            values = value(turn, line + [outcome["event"]], depth, players)
            total = [sum + outcome["p"] * one for sum, one in zip(total, values)]
        return total
    if depth == 0 or here["turn"] == "chance":
        return worth(here, players)
    replies = (value(turn, line + [move], depth - 1, players) for move in here["legal"])
    return max(replies, key=lambda values: values[here["turn"]])


def choose(turn, players):
    """The best move: first by one ply, then as many of the best as time allows by two."""
    seat, known = turn["seat"], {}
    try:
        for depth in (0, 1):
            for move in sorted(turn["legal"], key=lambda move: known.get(move, 0), reverse=True):
                # A worth is at most 1, so moves that were looked at more deeply come before the others.
                known[move] = depth + value(turn, [move], depth, players)[seat]
    except OutOfTime:
        pass
    return max(known, key=known.get, default=turn["legal"][0])


players = 2
for line in sys.stdin:
    ask = json.loads(line)
    reply = {"id": ask.get("id")}
    if ask["type"] == "hello":
        reply.update(type="hello", name="my-python-search", games=None)
    elif ask["type"] == "new_game":
        players = ask["players"]
        reply.update(type="ready")
    elif ask["type"] == "turn":
        clock = ask.get("clock", {})
        seconds = clock.get("move_ms", clock.get("bank_ms", 20000) / 20) / 1000
        ask["deadline"] = time.monotonic() + min(1, seconds / 2)
        reply.update(type="move", move=choose(ask, players))
    elif ask["type"] == "ping":
        reply.update(type="pong")
    elif ask["type"] == "quit":
        break
    if "type" in reply:  # there may be messages that you need not know
        say(reply)
