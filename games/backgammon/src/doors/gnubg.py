"""GNU Backgammon's library as a bot: python3 gnubg.py [LEVEL], 0 to 2 plies of look-ahead, or pubeval."""
import json
import sys

import gnubg_nn

import plays

LEVEL = sys.argv[1] if len(sys.argv) > 1 else "0"
NAME = LEVEL if LEVEL == "pubeval" else f"GNU Backgammon {LEVEL}-ply"


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
    return plays.find(turn, best_steps(boards, facts["roll"]))


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
