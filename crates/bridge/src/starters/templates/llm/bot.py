"""A language model as a bot: any server that speaks OpenAI's chat completions, with prompts from the folder `rules`."""
import json
import os
import random
import sys
import urllib.request
from pathlib import Path

SERVER = os.environ.get("LLM_SERVER", "http://127.0.0.1:8080/v1")
MODEL = os.environ.get("LLM_MODEL", "default")
HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ.get("LLM_KEY", "none")}
RULES = Path(__file__).parent / "rules"


def chat(said):
    body = json.dumps({"model": MODEL, "temperature": 0, "messages": said}).encode()
    try:
        request = urllib.request.Request(SERVER + "/chat/completions", body, HEADERS)
        return json.load(urllib.request.urlopen(request, timeout=50))["choices"][0]["message"]["content"] or ""
    except OSError as error:
        sys.exit(f"no answer from {SERVER} (set by LLM_SERVER; needs --sandbox off): {error}")


def prompt(turn):  # your words go here: what the model is told at each move
    board = [f"{one['cell']} {one['piece']}" + (f" of seat {one['seat']}" if "seat" in one else "") for one in turn["board"]]
    events = [f"{one['by']}: {one['event']}" for one in turn["events"]]
    return f"""You are seat {turn["seat"]}. Since your last move (seat: move): {", ".join(events) or "nothing"}.
Board: {", ".join(board)}. Facts: {json.dumps(turn.get("facts", {}))}
Position: {turn["state"]}
Legal moves: {" ".join(turn["legal"])}
Think briefly. The last word of your answer is your move, written as in the list."""


def choose(turn, rules):
    said, wrong = [{"role": "system", "content": rules}, {"role": "user", "content": prompt(turn)}], []
    while len(wrong) < 3:  # tries; then a legal move is drawn by lot
        answer = chat(said)
        move = (answer.split() or [""])[-1].strip("`*\"'.:,")
        if move in turn["legal"]:
            return {"move": move, "corrected": wrong, "comment": f"ANSWER: {answer} PROMPT: {prompt(turn)}"}
        wrong.append(move)
        said += [{"role": "assistant", "content": answer}, {"role": "user", "content": f"`{move}` is not a legal move."}]
    return {"move": random.choice(turn["legal"]), "corrected": wrong, "comment": f"BY LOT PROMPT: {prompt(turn)}"}


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":  # the prompts belong to the bot: when they change, old results are not mixed with new ones
        files = sorted(os.path.relpath(file) for file in RULES.glob("*.md"))
        print(json.dumps({"type": "hello", "id": ask["id"], "name": f"llm {MODEL}", "files": files}), flush=True)
    elif ask["type"] == "new_game":
        random.seed(ask["seed"])
        rules = (RULES / f"{ask['game']}.md").read_text(encoding="utf-8")
        print(json.dumps({"type": "ready", "id": ask["id"]}), flush=True)
    elif ask["type"] == "turn":
        print(json.dumps({"type": "move", "id": ask["id"], **choose(ask, rules)}), flush=True)
    elif ask["type"] == "ping":
        print(json.dumps({"type": "pong", "id": ask["id"]}), flush=True)
    elif ask["type"] == "quit":
        break
