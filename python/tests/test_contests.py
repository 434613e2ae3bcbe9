"""Matches and tournaments with agents from Python, results, and blocks that are played anywhere."""

import pickle

import pytest

import ludarium


def first(position):
    """Plays the first move of the list."""
    return position.moves()[0]


class Careful:
    """Answers with actions, and knows when games begin and end."""

    name = "careful"

    def __init__(self):
        self.begun, self.finished = 0, []

    def begin(self, position, seat):
        assert seat in (0, 1) and not position.is_over
        self.begun += 1

    def choose(self, position):
        return position.legal()[-1]

    def finish(self, scores, ending):
        self.finished.append((tuple(scores), ending))


def test_a_match_of_functions_and_agents():
    careful = Careful()
    variant = "2021:plies=40"
    results = ludarium.match("tuc-chess", [first, careful], games=8, seed=2, threads=2, variant=variant)
    assert results.labels == ["first", "careful"]
    columns = results.columns()
    assert len(columns["game"]) == 8 == careful.begun == len(careful.finished)
    assert set(columns["agent_0"]) == {"first", "careful"} and sum(columns["faults"]) == 0
    assert all(one + other == 1 for one, other in zip(columns["score_0"], columns["score_1"], strict=True))
    sheet = results.sheets()[0]
    assert sheet["title"] and len(sheet["rows"]) == 2
    assert all(svg.startswith("<svg") for svg in results.charts().values())
    # The same again, game by game.
    again = ludarium.match("tuc-chess", [first, Careful()], games=8, seed=2, threads=1, variant=variant)
    assert again.columns()["moves"] == columns["moves"]


def test_an_agent_may_answer_with_a_decision():
    greedy = ludarium.agent("greedy")

    def cautious(position):
        return greedy.choose(position)

    results = ludarium.match("chexers", [cautious, "random"], games=6)
    assert sum(results.columns()["faults"]) == 0
    assert results.labels == ["cautious", "random"]


def broken(position):
    raise RuntimeError("no idea")


def test_faults_stay_with_who_commits_them():
    def illegal(position):
        return "a9a9"

    with pytest.warns(RuntimeWarning, match="first `broken` in game 0: raised RuntimeError: no idea") as told:
        results = ludarium.match("dice-chess", [broken, "random"], games=2)
    # Where it happened, and the line of the user who called.
    assert "in broken" in str(told[0].message) and told[0].filename == __file__
    assert sum(results.columns()["faults"]) >= 2
    assert "no idea" in str(results.sheets())
    assert "`broken` lost 2 of 2 games by faults: raised RuntimeError: no idea" in results.headline()
    fault = results.faults()[0]
    assert (fault["game"], fault["agent"], fault["kind"]) == (0, "broken", "failed")
    assert fault["last_words"].startswith("Traceback") and "test_contests.py" in fault["last_words"]
    with pytest.warns(RuntimeWarning, match="failed .* first `illegal`"):
        results = ludarium.match("dice-chess", [illegal, "random"], games=2)
    assert {fault["kind"] for fault in results.faults()} == {"illegal"} and sum(results.columns()["faults"]) >= 2


def test_an_exception_is_raised_on_request(tmp_path):
    moves = []

    def late(position):
        moves.append(position.moves()[0])
        return broken(position) if len(moves) > 20 else moves[-1]

    path = tmp_path / "late.run"
    contest = ludarium.contest("tuc-chess", [late, "random"], games=40, seed=1)
    for work in (lambda: contest.play(path, 1, errors="raise"), lambda: contest.play_block(1, errors="raise")):
        with pytest.raises(RuntimeError, match="no idea") as raised:
            work()
        assert raised.traceback[-1].name == "broken"
    # The games are given up, not played on with an agent that fails.
    assert len(ludarium.open_run(path).columns()["game"]) < 40 and len(moves) < 30
    with pytest.raises(ValueError, match="expected 'fault' or 'raise'"):
        ludarium.match("tuc-chess", [late, "random"], games=2, errors="ignore")


def test_a_run_is_continued_and_opened_from_the_disk(tmp_path):
    path = tmp_path / "race.run"
    few = ludarium.match("tuc-chess", ["greedy", "random"], games=4, path=path)
    more = ludarium.match("tuc-chess", ["greedy", "random"], games=8, path=path)
    assert len(few.columns()["game"]) == len(more.columns()["game"]) == 8
    opened = ludarium.open_run(path)
    assert opened.columns() == more.columns() and opened.settings["game"] == "tuc-chess"
    with pytest.raises(ludarium.RunFailed):
        ludarium.open_run(tmp_path / "nothing.run")
    with pytest.raises(ludarium.RunFailed):
        ludarium.match("tuc-chess", ["random", "greedy"], games=4, path=path)


def test_blocks_played_anywhere_are_the_run(tmp_path):
    contest = ludarium.contest("tuc-chess", ["greedy", first, "random"], rounds=2, seed=5)
    assert contest.games == 2 * contest.blocks
    # Another process has a copy.
    elsewhere = pickle.loads(pickle.dumps(contest))
    assert elsewhere.fingerprint == contest.fingerprint
    played = [elsewhere.play_block(number) for number in reversed(range(contest.blocks))]
    gathered = contest.add(played, tmp_path / "gathered.run")
    here = contest.play(tmp_path / "here.run")
    assert gathered.columns() == here.columns() and gathered.sheets() == here.sheets()
    with pytest.raises(ludarium.RunFailed):
        contest.add(played[:1], tmp_path / "gathered.run")
    with pytest.raises(ludarium.Error, match="games of the contest"):
        ludarium.contest("tuc-chess", ["greedy", "random"], games=2).add(played[:1])
    with pytest.raises(ValueError, match="the blocks 0 to"):
        contest.play_block(contest.blocks)


def test_a_tournament_with_settings():
    results = ludarium.tournament(
        "chexers", ["greedy", "random", first], games=6, limits={"nodes": 50}, random_plies=2, format="gauntlet"
    )
    assert len(results.columns()["game"]) >= 6


def test_games_as_a_data_frame():
    pytest.importorskip("pandas")
    results = ludarium.match("tuc-chess", ["random", "random"], games=4, variant="2021:plies=40")
    assert results.frame()["plies"].max() <= 40


def test_wrong_settings_are_explained():
    with pytest.raises(ludarium.Error, match="gmes"):
        ludarium.contest("chexers", ["random"] * 3, gmes=4)
    with pytest.raises(ludarium.UnknownName, match="did you mean `random`"):
        ludarium.contest("chexers", ["randm", "random", "greedy"])


def test_what_is_no_agent_is_an_error():
    with pytest.raises(ValueError, match="there are no agents"):
        ludarium.match("chexers", [], games=2)
    for player in (1, None, object()):
        with pytest.raises(TypeError, match="is no agent, expected a text, a function or an object"):
            ludarium.match("chexers", [player, "random"], games=2)
