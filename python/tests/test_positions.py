"""Games and positions: by texts, by numbers, in pictures, and what is said when something is wrong."""

import copy
import gc
import pickle
import random
import threading

import numpy as np
import pytest
from conftest import GAMES, random_game

import ludarium


def test_all_games_are_there():
    assert GAMES == ["dice-chess", "three-chess", "tuc-chess", "dicewars", "chexers", "backgammon", "ur"]


def test_a_game_to_its_end(game):
    for position in random_game(game.start(seed=3)):
        if position.is_over:
            assert position.ending and position.moves() == [] and position.legal() == []
            scores = position.scores()
            assert len(scores) == game.seats and all(0 <= score <= 1 for score in scores)
        elif position.is_chance:
            assert position.turn == "chance" and position.moves() == []
            outcomes = position.chances()
            assert not outcomes or abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
        else:
            assert position.turn in range(game.seats) and position.scores() is None
            assert len(position.moves()) == len(position.legal())
    assert position.is_over and position.turn == "over"


def test_actions_and_texts_are_the_same_moves(game):
    for count, position in enumerate(random_game(game.start(seed=5))):
        if count % 7 or position.is_chance or position.is_over:
            continue
        mask = position.mask()
        assert mask.dtype == np.int8 and mask.shape == (game.actions,)
        assert np.flatnonzero(mask).tolist() == position.legal()
        assert sorted(map(position.move_of, position.legal())) == position.moves()
        text = position.moves()[0]
        by_text, by_action = position.copy(), position.copy()
        by_text.play(text)
        by_action.play(np.int64(position.action(text)))
        assert by_text == by_action


def test_observations_have_the_documented_shapes(game):
    shapes = {name: shape for name, shape, meaning in game.arrays() if meaning}
    for count, position in enumerate(random_game(game.start(seed=7), longest=60)):
        for seat in range(game.seats):
            seen = position.observe(seat)
            assert {name: array.shape for name, array in seen.items()} == shapes
            flat = position.flat_observation(seat)
            assert flat.dtype == np.float32 and np.isfinite(flat).all()
            assert np.array_equal(np.concatenate([array.ravel() for array in seen.values()]), flat)


def test_symmetries_are_permutations():
    (mirror,) = ludarium.game("tuc-chess").symmetries()
    name, actions, numbers = mirror
    assert name == "mirror"
    for way in (actions, numbers):
        assert np.array_equal(way[way], np.arange(len(way)))
    # The start is its own mirror image.
    start = ludarium.game("tuc-chess").start()
    assert np.array_equal(start.flat_observation()[numbers], start.flat_observation())
    assert np.array_equal(start.mask()[actions], start.mask())


def test_the_same_seed_is_the_same_luck():
    game = ludarium.game("dicewars")

    def texts(seed):
        return [position.text for position in random_game(game.start(seed), longest=1)]

    assert texts(4) == texts(4) != texts(5)
    one, other = game.start(9), game.start(9)
    one.play(one.moves()[0])
    other.play(other.moves()[0])
    assert one.is_chance and one.roll() == other.roll() and one == other


def test_a_step_is_a_move_and_the_luck_after_it(game):
    source, one, other = random.Random(3), game.start(4), game.start(4)
    turn = one.settle()
    while turn != "over":
        while other.is_chance:
            other.roll()
        assert one == other and turn == one.turn == other.turn
        action = source.choice(one.legal())
        turn = one.step(action)
        other.play(action)
    while other.is_chance:
        other.roll()
    assert one == other and one.settle() == "over"
    with pytest.raises(ludarium.IllegalMove, match="the game is over"):
        one.step(0)


def test_the_list_of_actions_is_that_of_the_position(game):
    """It is kept until the position changes, in whatever way."""
    source, position = random.Random(5), game.start(6)
    ways = [
        lambda: position.play(source.choice(position.legal())),
        lambda: position.play(source.choice(position.moves())),
        lambda: position.step(source.choice(position.legal())),
    ]
    for ply in range(120):
        # A copy has no list yet.
        assert position.legal() == position.copy().legal()
        # What is done to the answer is nothing to the position.
        position.legal().append(-1)
        assert position.mask().sum() == len(position.legal()) == len(position.moves())
        if position.is_over:
            break
        position.roll() if position.is_chance else ways[ply % 3]()


def test_luck_from_elsewhere():
    position = ludarium.game("dice-chess").start()
    for source in (7, random.Random(7), np.random.default_rng(7)):
        assert position.copy().roll(source)
    with pytest.raises(TypeError, match="numpy.random.Generator"):
        position.roll("seven")


def test_copies_are_equal_and_independent(game):
    position = game.start(2)
    while position.is_chance:
        position.roll()
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        assert other == position and hash(other) == hash(position) and other.key == position.key
        other.play(other.moves()[0])
        assert other != position and position != 7


def test_texts_are_read_back(game):
    position = game.start(2)
    assert game.parse(position.text).text == position.text
    assert game.name in repr(position) and game.name in repr(game)


def test_pictures(game):
    position = game.start(2)
    assert position.svg().startswith("<svg")
    # A cell of a notebook may be narrow.
    assert position._repr_svg_().startswith('<svg style="max-width')
    assert position._repr_svg_().partition("xmlns")[2] == position.svg().partition("xmlns")[2]
    assert len(position.board().splitlines()) > 3
    pixels = position.pixels(width=200)
    assert pixels.dtype == np.uint8 and pixels.shape[1:] == (200, 3) and len(np.unique(pixels)) > 3


def test_playouts_and_evaluation(game):
    position = game.start(2)
    scores, plies = position.playouts(20, seed=1, threads=2)
    assert len(scores) == game.seats and plies > 20
    assert position.playouts(20, seed=1, threads=2) == (scores, plies)
    assert len(position.evaluate()) == game.seats


def test_errors_have_our_words():
    chexers, dicewars = ludarium.game("chexers"), ludarium.game("dicewars")
    position = chexers.start()
    with pytest.raises(ludarium.UnknownName, match="did you mean `chexers`"):
        ludarium.game("chekers")
    with pytest.raises(ludarium.UnknownName, match="referee"):
        ludarium.game("chexers", "refere")
    with pytest.raises(ludarium.IllegalMove, match="bad move `e2e4`"):
        position.play("e2e4")
    with pytest.raises(ludarium.IllegalMove, match="the mask allows"):
        position.play(0)
    with pytest.raises(ludarium.IllegalMove, match="a number below 638"):
        position.play(638)
    with pytest.raises(ludarium.IllegalMove, match="below 0"):
        position.play(-1)
    with pytest.raises(ludarium.IllegalMove, match="no chance event"):
        position.roll()
    with pytest.raises(TypeError, match="a text or an action"):
        position.play(1.5)
    with pytest.raises(TypeError):
        position.play(None)
    with pytest.raises(ludarium.BadPosition):
        dicewars.parse(position.text)
    with pytest.raises(ludarium.Error, match="a number below 3"):
        position.observe(3)
    with pytest.raises(ValueError, match="at least 1"):
        position.playouts(0)
    assert position == chexers.start()


def test_threads_share_games_and_agents():
    game, agent = ludarium.game("chexers"), ludarium.agent("greedy")
    ends = []

    def play(seed):
        position = game.start(seed)
        for _ in range(40):
            position.play(agent.choose(position, seed=seed).move)
        ends.append(position.text)

    threads = [threading.Thread(target=play, args=(1,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ends) == 4 and len(set(ends)) == 1


def test_dropped_objects_leave_what_others_need():
    position = ludarium.game("dicewars").start()
    gc.collect()
    assert position.moves()


def test_a_position_tells_its_history_and_comes_back_from_a_pickle(game):
    start = game.start(seed=4)
    assert start.history() == []
    for count, position in enumerate(random_game(start, longest=40)):
        if count == 20 and position.is_chance:
            position.settle()
        if count % 9:
            continue
        again = pickle.loads(pickle.dumps(position))
        assert again == position and again.history() == position.history()
        # The dice of its seed go on as they would have.
        one, other = position.copy(), again.clone()
        if one.is_chance:
            assert one.roll() == other.roll()
        if not one.is_over and not one.is_chance:
            assert one.step(one.moves()[0]) == other.step(other.moves()[0])
        assert one == other and one.history() == other.history()
    followed = game.start(seed=4)
    for by, text in start.history():
        assert followed.turn == by
        followed.play(text)
    assert followed == start
    assert game.parse(start.text).history() == []


def test_a_child_leaves_its_parent_as_it_was(game):
    position = game.start(seed=2)
    position.settle()
    before, length = position.text, len(position.history())
    text = position.moves()[0]
    by_text, by_action = position.child(text), position.child(position.action(text))
    assert position.text == before and len(position.history()) == length
    assert by_text == by_action and by_text.history()[-1] == (position.turn, text)
    with pytest.raises(ludarium.IllegalMove):
        position.child("no such move")
