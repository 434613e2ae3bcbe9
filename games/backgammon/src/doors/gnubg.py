"""GNU Backgammon's library as a bot: python3 gnubg.py [PLIES], 0 to 2 plies of look-ahead."""
import collections
import json
import sys

import gnubg_nn

PLIES = int(sys.argv[1]) if len(sys.argv) > 1 else 0
NAMES = {"bar": "25", "off": "0"}


def effect(ways):
    """What a play changes: checkers that leave and reach places, and the points where it hits."""
    change, hits = collections.Counter(), set()
    for start, *stops in ways:
        change[start] -= 1
        change[abs(stops[-1])] += 1
        hits |= {stop for stop in stops if stop < 0}
    return {place: count for place, count in change.items() if count}, hits


def read(play):
    """The ways of a play as Ludarium writes it, such as 24/18*(2),13/7*/5: lists of places, below 0 where it hits."""
    for part in play.split(",") if play != "pass" else []:
        way, _, count = part.rstrip(")").partition("(")
        places = [NAMES.get(place, place) for place in way.split("/")]
        yield from [[-int(p[:-1]) if p.endswith("*") else int(p) for p in places]] * int(count or 1)


def choose(turn):
    """The legal play that does what the library wants."""
    facts, seat = turn["facts"], turn["seat"]
    boards = [facts["checkers"][side] + [facts["bar"][side]] for side in (1 - seat, seat)]
    blots = {25 - point for point, count in enumerate(boards[0][:24], 1) if count == 1}
    steps = gnubg_nn.best_move(boards, *facts["roll"], n=PLIES)
    wanted = effect((start, -end if end in blots else end) for start, end in steps)
    return next(play for play in turn["legal"] if effect(read(play)) == wanted)


answers = {"hello": "hello", "new_game": "ready", "turn": "move", "ping": "pong"}
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "quit":
        break
    if ask["type"] in answers:
        answer = {"type": answers[ask["type"]], "id": ask["id"]}
        if ask["type"] == "hello":
            answer.update(name=f"GNU Backgammon {PLIES}-ply", games=["backgammon"])
        if ask["type"] == "turn":
            answer["move"] = choose(ask)
        print(json.dumps(answer), flush=True)
