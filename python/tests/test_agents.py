"""Agents of the laboratory: decisions, limits, and Ctrl-C in a long search."""

import _thread
import threading
import time

import pytest

import ludarium


def first_turn(game):
    position = game.start(1)
    while position.is_chance:
        position.roll()
    return position


def test_agents_choose_legal_moves(game):
    position = first_turn(game)
    for text in ("random", "greedy", "generic-mcts"):
        decision = ludarium.agent(text).choose(position, iterations=20, seed=3)
        assert decision.move in position.moves()
        assert ludarium.agent(text).choose(position, iterations=20, seed=3).move == decision.move
    assert "random" in [name for name, summary in game.agents() if summary]


def test_the_whole_decision():
    position = first_turn(ludarium.game("chexers"))
    decision = ludarium.agent("generic-mcts").choose(position, iterations=200)
    assert decision.iterations == 200 and decision.nodes > 0 and decision.time > 0
    best = decision.candidates[0]
    assert best.visits > 0 and len(best.scores) == 3 and best.line[0] == best.move
    assert {candidate.move for candidate in decision.candidates} <= set(position.moves())
    assert decision.move in repr(decision)


def test_time_is_a_limit():
    position = first_turn(ludarium.game("chexers"))
    started = time.monotonic()
    ludarium.agent("generic-mcts").choose(position, time=0.05)
    assert time.monotonic() - started < 5
    with pytest.raises(ValueError, match="expected seconds"):
        ludarium.agent("generic-mcts").choose(position, time=-1)


def test_what_is_wrong_is_said():
    position = first_turn(ludarium.game("chexers"))
    with pytest.raises(ludarium.UnknownName, match="did you mean `greedy`"):
        ludarium.agent("gredy").choose(position)
    with pytest.raises(ludarium.Error, match="iterations"):
        ludarium.agent("generic-mcts:iterations=many").choose(position)
    with pytest.raises(ludarium.IllegalMove, match="nobody is to move"):
        ludarium.agent("random").choose(ludarium.game("dice-chess").start())
    with pytest.raises(TypeError):
        ludarium.agent("random").choose("a position")


def test_ctrl_c_ends_a_long_search():
    position = first_turn(ludarium.game("chexers"))
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ludarium.agent("generic-mcts").choose(position, time=60)
    assert time.monotonic() - started < 20
    # Everything works afterwards.
    assert ludarium.agent("random").choose(position).move in position.moves()
