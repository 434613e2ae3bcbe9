use ludarium_arena::testing::games;

use super::*;
use crate::experiment::tests::SMALL;

fn plans(text: &str, reading: usize) -> Vec<PlannedContest> {
    let experiment = Experiment::parse(&games(), "001/small", text).unwrap();
    contests(&games(), &experiment, reading, Mode::Full, 7).unwrap()
}

#[test]
fn every_point_is_a_lineup_of_one_contest() {
    let plans = plans(SMALL, 0);
    assert_eq!(plans.len(), 1);
    let contest = &plans[0].contest;
    assert_eq!(contest.lineups.len(), 4);
    assert_eq!(plans[0].blocks, 8, "two rounds");
    assert_eq!(contest.seating, Seating::Permutations);
    assert_eq!(contest.seed, 7);
    // The two opponents of all points are one entry.
    let greedy = contest.agents.iter().filter(|text| *text == "greedy").count();
    assert_eq!((greedy, contest.agents.len()), (1, 5));
    for (index, point) in plans[0].points.iter().enumerate() {
        assert_eq!((point.point, &point.lineups), (index, &vec![index]));
    }
}

#[test]
fn points_that_a_reading_does_not_have_are_not_played() {
    let plans = plans(SMALL, 1);
    assert_eq!(plans[0].points.len(), 1);
    assert_eq!(plans[0].points[0].point, 2);
    // The opponent with the text of the subject is the subject once more: three orders, not six with each game twice.
    assert_eq!(plans[0].contest.agents, ["greedy", "random"]);
    assert_eq!(plans[0].contest.lineups, [[0, 0, 1]]);
    assert_eq!(plans[0].points[0].subjects, [0]);
    let schedule = ludarium_arena::Schedule::new(&plans[0].contest);
    assert_eq!(schedule.games(plans[0].blocks), 2 * 3);
}

#[test]
fn dear_points_have_rounds_of_their_own() {
    let budget = "[[reading.budget]]\nat = { n = 10 }\nquick = 0\nfull = 1\nreason = \"slow\"\n";
    let text = SMALL.replacen(
        "[[reading]]\nname = \"other\"",
        &format!("{budget}\n[[reading]]\nname = \"other\""),
        1,
    );
    let full = plans(&text, 0);
    let played = |plans: &[PlannedContest]| -> Vec<(u64, Vec<usize>)> {
        let points = |plan: &PlannedContest| plan.points.iter().map(|point| point.point).collect();
        plans.iter().map(|plan| (plan.blocks, points(plan))).collect()
    };
    assert_eq!(played(&full), [(4, vec![0, 2]), (2, vec![1, 3])]);
    let experiment = Experiment::parse(&games(), "001/small", &text).unwrap();
    let quick = contests(&games(), &experiment, 0, Mode::Quick, 7).unwrap();
    assert_eq!(played(&quick), [(2, vec![0, 2])]);
    let wrong = text.replace("at = { n = 10 }\nquick", "at = { n = 11 }\nquick");
    let error = Experiment::parse(&games(), "001/small", &wrong).unwrap_err();
    assert!(error.to_string().contains("budget: `n` has no value `11`"), "{error}");
}

#[test]
fn subjects_can_be_told_apart() {
    let text = SMALL.replace("[sweep]", "subjects = { a = 1, b = 2 }\n[sweep]");
    let plans = plans(&text, 0);
    let point = &plans[0].points[0];
    let lineup = &plans[0].contest.lineups[0];
    assert_eq!(point.subjects, [lineup[1], lineup[2]]);
    assert_ne!(lineup[1], lineup[2]);
    assert_eq!(plans[0].contest.agents[lineup[1]], "greedy");
    assert_eq!(plans[0].contest.agents[lineup[2]], "greedy");
}

#[test]
fn a_pool_fills_the_seats_with_all_groups() {
    let text = SMALL.replace(
        "seats = [\"mcts:iterations={n},rollout={rollout}\", \"greedy\", \"greedy\"]",
        "seats = [\"mcts:iterations={n},rollout={rollout}\"]\nopponents = { pool = [\"greedy\", \"random\", \"mcts:iterations=3\"], seats = 2 }",
    );
    let plans = plans(&text, 0);
    assert_eq!(plans[0].contest.lineups.len(), 4 * 3);
    assert_eq!(plans[0].blocks, 2 * 12);
    assert_eq!(plans[0].points[1].lineups, [3, 4, 5]);
    assert_eq!(plans[0].points_of(4).map(|point| point.point).collect::<Vec<_>>(), [1]);
    for lineup in &plans[0].points[1].lineups {
        assert_eq!(plans[0].contest.lineups[*lineup][0], plans[0].points[1].subjects[0]);
    }
}

#[test]
fn who_sits_already_is_not_drawn_from_the_pool() {
    let text = SMALL.replace(
        "seats = [\"mcts:iterations={n},rollout={rollout}\", \"greedy\", \"greedy\"]",
        "seats = [\"{rollout}\"]\nopponents = { pool = [\"greedy\", \"random\", \"mcts:iterations=3\"], seats = 2 }",
    );
    let plans = plans(&text, 0);
    let contest = &plans[0].contest;
    assert!(!contest.lineups.is_empty());
    for lineup in &contest.lineups {
        let names: Vec<&str> = lineup.iter().map(|&agent| contest.agents[agent].as_str()).collect();
        assert!(!names[1..].contains(&names[0]), "{names:?}");
    }
}

#[test]
fn points_with_other_limits_are_other_contests_with_the_same_luck() {
    let text =
        SMALL.replace("text = \"As it stands.\"", "text = \"x\"\nlimits = { nodes = \"{n}\" }");
    let plans = plans(&text, 0);
    assert_eq!(plans.len(), 2);
    assert_eq!(plans[0].contest.limits.nodes, Some(5));
    assert_eq!(plans[1].contest.limits.nodes, Some(10));
    assert_eq!(plans[1].points.iter().map(|point| point.point).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(plans[0].contest.deal_seed(3), plans[1].contest.deal_seed(3));
}

#[test]
fn equal_lineups_are_played_once() {
    let text = SMALL.replace(
        "seats = [\"mcts:iterations={n},rollout={rollout}\"",
        "seats = [\"mcts:iterations=5,rollout={rollout}\"",
    );
    let plans = plans(&text, 0);
    assert_eq!(plans[0].contest.lineups.len(), 2);
    assert_eq!(plans[0].points.len(), 4);
    assert_eq!(plans[0].points_of(0).count(), 2);
}
