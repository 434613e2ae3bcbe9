"""GNU Backgammon's library as a bot: python3 gnubg.py [LEVEL], 0 to 2 plies of look-ahead, or pubeval."""
import collections
import json
import sys

import gnubg_nn

LEVEL = sys.argv[1] if len(sys.argv) > 1 else "0"
NAME = LEVEL if LEVEL == "pubeval" else f"GNU Backgammon {LEVEL}-ply"
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


def best_steps(boards, roll):
    """What the library plays: places where each step begins and ends."""
    if LEVEL != "pubeval":
        return gnubg_nn.best_move(boards, *roll, n=int(LEVEL))
    # Tesauro's linear function in the library counts places from 0.
    places = [place + 1 for place in gnubg_nn.pub_best_move(boards, *roll)]
    return list(zip(places[::2], places[1::2]))


def choose(turn):
    """The legal play that does what the library wants."""
    facts, seat = turn["facts"], turn["seat"]
    boards = [facts["checkers"][side] + [facts["bar"][side]] for side in (1 - seat, seat)]
    blots = {25 - point for point, count in enumerate(boards[0][:24], 1) if count == 1}
    steps = best_steps(boards, facts["roll"])
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
            answer.update(name=NAME, games=["backgammon"])
        if ask["type"] == "turn":
            answer["move"] = choose(ask)
        print(json.dumps(answer), flush=True)
