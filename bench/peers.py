"""Random games a second of OpenSpiel, played by its C++ code: its tree search judges by as many games as it is told."""

import json
import sys
import time

import pyspiel

ROLLOUTS, SIMULATIONS = 100, 2

for name in sys.argv[2:]:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    judge = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    bot = pyspiel.MCTSBot(game, judge, 2.0, SIMULATIONS, 100, False, 1, False)
    games, started = 0, time.process_time()
    while (spent := time.process_time() - started) < float(sys.argv[1]):
        bot.step(state)
        games += ROLLOUTS * SIMULATIONS
    print(json.dumps({"game": name, "games_per_second": games / spent}))
