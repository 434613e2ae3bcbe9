use std::collections::BTreeMap;

use ludarium_arena::testing::games;
use ludarium_game::{Rng, Seed};

use super::*;
use crate::experiment::tests::SMALL;
use crate::measure::{RatioSample, figure};

fn share_of(won: u64, games: u64) -> Figure {
    let sample = |game| RatioSample { deal: game, above: f64::from(game < won), below: 1.0 };
    figure(&(0..games).map(sample).collect::<Vec<_>>(), Unit::Share).unwrap()
}

fn fixed(value: f64, interval: Option<(f64, f64)>, unit: Unit) -> Figure {
    Figure { value, interval, count: 10, unit }
}

fn ours(count: u64) -> Basis {
    Basis { count, of_report: false }
}

fn theirs(count: u64) -> Basis {
    Basis { count, of_report: true }
}

#[test]
fn a_printed_share_counts_with_its_own_games() {
    let found = share_of(50, 100);
    let open = Verdict::NotContradicted(ours(100));
    assert_eq!(judge(Some(&found), 0.5, Some(100)), open);
    // 0.62 lies outside our interval (0.40 to 0.60), but with 100 games of its own it may be chance.
    assert_eq!(judge(Some(&found), 0.62, None), Verdict::Differs);
    assert_eq!(judge(Some(&found), 0.62, Some(100)), open);
    assert_eq!(judge(Some(&found), 0.80, Some(100)), Verdict::Differs);
}

/// The words say no more than the games do.
#[test]
fn agreement_needs_enough_games_on_both_sides() {
    let half = |games: u64| share_of(games / 2, games);
    let few = judge(Some(&half(4)), 0.5, Some(1000));
    assert_eq!(few, Verdict::TooFew(ours(4)));
    let some = judge(Some(&half(40)), 0.5, Some(1000));
    assert_eq!(some, Verdict::NotContradicted(ours(40)));
    let report = judge(Some(&half(4000)), 0.5, Some(50));
    assert_eq!(report, Verdict::NotContradicted(theirs(50)));
    assert_eq!(judge(Some(&half(1000)), 0.5, Some(1000)), Verdict::Agrees);
    // Far enough from zero a few games are enough to contradict.
    assert_eq!(judge(Some(&share_of(0, 8)), 1.0, Some(100)), Verdict::Differs);
    assert_eq!(few.text("games"), "too few games (4)");
    assert_eq!(some.text("games"), "not contradicted (40 games)");
    assert_eq!(some.text("positions"), "not contradicted (40 positions)");
    assert_eq!(report.text("games"), "not contradicted (the report's 50 games)");
    let one = Verdict::NotContradicted(ours(1));
    assert_eq!(one.text("positions"), "not contradicted (1 position)");
}

#[test]
fn nothing_and_everything_are_judged_too() {
    assert_eq!(judge(None, 0.5, Some(100)), Verdict::NoFigure);
    assert_eq!(judge(Some(&share_of(0, 50)), 0.0, Some(50)), Verdict::Agrees);
    assert_eq!(judge(Some(&share_of(50, 50)), 1.0, None), Verdict::Agrees);
    assert_eq!(judge(Some(&share_of(0, 50)), 1.0, Some(50)), Verdict::Differs);
    assert_eq!(judge(Some(&share_of(0, 50)), 0.02, Some(0)), Verdict::Agrees);
    let alone = fixed(7.0, None, Unit::Count);
    assert_eq!(judge(Some(&alone), 7.0, None), Verdict::NoFigure);
}

#[test]
fn printed_means_spread_like_ours() {
    // Ours rests on 10 games. As many games make a difference of 14 possible, many more hardly more than 10.
    let found = fixed(100.0, Some((90.0, 110.0)), Unit::Count);
    let open = Verdict::NotContradicted(ours(10));
    assert_eq!(judge(Some(&found), 114.0, Some(10)), open);
    assert_eq!(judge(Some(&found), 114.5, Some(10)), Verdict::Differs);
    assert_eq!(judge(Some(&found), 111.0, Some(1000)), Verdict::Differs);
    assert_eq!(judge(Some(&found), 109.0, None), open);
    assert_eq!(judge(Some(&found), 111.0, None), Verdict::Differs);
    let narrow = fixed(100.0, Some((96.0, 104.0)), Unit::Count);
    assert_eq!(judge(Some(&narrow), 102.0, None), Verdict::Agrees);
    let wide = fixed(100.0, Some((70.0, 130.0)), Unit::Count);
    let few = Verdict::TooFew(ours(10));
    assert_eq!(judge(Some(&wide), 100.0, None), few);
}

#[test]
fn times_are_compared_but_not_judged() {
    let shown = |ours: f64, printed: f64, unit| {
        let ours = fixed(ours, None, unit);
        judge(Some(&ours), printed, None).text("games")
    };
    assert_eq!(shown(0.5, 1200.0, Unit::Milliseconds), "2\u{202f}400 times faster");
    assert_eq!(shown(30.0, 10.0, Unit::Milliseconds), "3.0 times slower");
    assert_eq!(shown(1.0, 1.0, Unit::Milliseconds), "as fast");
    assert_eq!(shown(5000.0, 1000.0, Unit::Rate), "5.0 times faster");
    assert_eq!(shown(0.0, 1.0, Unit::Milliseconds), "no figure");
    assert_eq!(shown(1.0, 0.0, Unit::Rate), "no figure");
}

/// The small experiment with these figures of `won` at its four points.
fn measured(figures: &[Option<Figure>]) -> MeasuredReading {
    let mut all = BTreeMap::new();
    for (point, figure) in figures.iter().enumerate() {
        if let Some(figure) = figure {
            let place = FigurePlace { point, subject: 0, metric: 0 };
            all.insert(place, *figure);
        }
    }
    MeasuredReading { figures: all, ..MeasuredReading::default() }
}

fn small() -> Experiment {
    Experiment::parse(&games(), "001/small", SMALL).unwrap()
}

#[test]
fn claims_hold_fail_or_stay_open() {
    let experiment = small();
    let verdict = |figures: &[Option<Figure>], claim: usize| {
        judge_claim(&experiment.claims[claim], &measured(figures)).0
    };
    let (low, high) = (Some(share_of(20, 100)), Some(share_of(80, 100)));
    assert_eq!(verdict(&[low, high, None, None], 0), ClaimVerdict::Holds);
    assert_eq!(verdict(&[high, low, None, None], 0), ClaimVerdict::Fails);
    let open = verdict(&[high, high, None, None], 0);
    assert_eq!(open.text("games"), "undecided (100 games)");
    assert_eq!(verdict(&[high, None, None, None], 0), ClaimVerdict::Unknown);
    assert_eq!(verdict(&[None, None, None, high], 1), ClaimVerdict::Holds);
    assert_eq!(verdict(&[None, None, None, low], 1), ClaimVerdict::Fails);
    let few = verdict(&[None, None, None, Some(share_of(3, 5))], 1);
    assert_eq!(few.text("games"), "too few games (5)");
}

#[test]
fn multiples_hold_inside_their_range_and_fail_outside() {
    let file = SMALL.replace("metric = \"won\"\nmore", "metric = \"won\"\ntimes = [2, 4]\nmore");
    let experiment = Experiment::parse(&games(), "001/small", &file).unwrap();
    let verdict = |second: f64, first: f64, spread: f64| {
        let of = |value: f64| {
            let interval = (value / spread, value * spread);
            Some(fixed(value, Some(interval), Unit::Milliseconds))
        };
        judge_claim(&experiment.claims[0], &measured(&[of(second), of(first), None, None])).0
    };
    assert_eq!(verdict(10.0, 30.0, 1.1), ClaimVerdict::Holds);
    assert_eq!(verdict(10.0, 50.0, 1.1), ClaimVerdict::Fails);
    assert_eq!(verdict(30.0, 10.0, 1.1), ClaimVerdict::Fails);
    let edge = verdict(10.0, 40.0, 1.1).text("games");
    assert_eq!(edge, "undecided (10 games)");
    let vague = verdict(10.0, 30.0, 2.0).text("games");
    assert_eq!(vague, "too few games (10)");
    assert!(matches!(verdict(0.0, 30.0, 1.1), ClaimVerdict::Fails), "no multiple of nothing");
    let many = SMALL.replace("metric = \"won\"\nmore", "metric = \"won\"\ntimes = [2, inf]\nmore");
    let experiment = Experiment::parse(&games(), "001/small", &many).unwrap();
    let of = |won: u64| Some(share_of(won, 100));
    let verdict = |second: u64, first: u64| {
        judge_claim(&experiment.claims[0], &measured(&[of(second), of(first), None, None])).0
    };
    assert_eq!([verdict(0, 50), verdict(10, 50)], [ClaimVerdict::Holds; 2]);
    assert_eq!(verdict(40, 50), ClaimVerdict::Fails);
    assert!(verdict(0, 5).is_open());
}

#[test]
fn errors_of_one_games_players_add_up() {
    let (a, b) = ((0.6, (0.5, 0.7)), (0.45, (0.35, 0.55)));
    let (apart, together) =
        (difference(a, b, Relation::Independent), difference(a, b, Relation::SameGames));
    assert!(apart.0 > 0.0 && together.0 < 0.0, "{apart:?} {together:?}");
}

#[test]
fn a_reading_agrees_only_if_it_covers_everything() {
    let experiment = small();
    let half = Some(share_of(2000, 4000));
    let high = Some(share_of(3600, 4000));
    let score = |figures: &[Option<Figure>]| ReadingScore::of(&experiment, &measured(figures));
    // The second printed figure has no agent here.
    let covered = score(&[half, high, None, high]);
    assert_eq!((covered.agree, covered.absent, covered.hold), (1, 1, 2));
    assert_eq!(covered.standing(), Conclusion::Open);
    let nothing = score(&[None, None, None, high]);
    assert_eq!((nothing.absent, nothing.absent_claims, nothing.hold), (2, 1, 1));
    assert_eq!(nothing.standing(), Conclusion::Open);
    assert_eq!(score(&[high, half, None, None]).standing(), Conclusion::Disagrees);
    let all = ReadingScore { agree: 2, hold: 1, ..ReadingScore::default() };
    assert_eq!(all.standing(), Conclusion::Agrees);
    let times = ReadingScore { times: 3, ..ReadingScore::default() };
    assert_eq!(times.standing(), Conclusion::NotJudged);
}

#[test]
fn the_conclusion_tells_the_main_reading_and_the_others_beside_it() {
    let mut experiment = small();
    let bad =
        ReadingScore { agree: 1, open: 1, differ: 2, hold: 1, fail: 1, ..ReadingScore::default() };
    let good = ReadingScore { agree: 3, absent: 1, hold: 2, ..ReadingScore::default() };
    assert_eq!(
        conclusion(&experiment, &[bad, good]),
        "Main reading “literal”: of 4 printed figures 2 differ, 1 is not contradicted and 1 agrees; of 2 claims \
         1 does not hold and 1 holds. Other readings: “other”: 0 of 3 figures differ, 0 of 2 claims fail."
    );
    experiment.main = 1;
    assert_eq!(
        conclusion(&experiment, &[bad, good]),
        "Main reading “other”: of 4 printed figures 3 agree and 1 is not in this reading; both claims hold. \
         Other readings: “literal”: 2 of 4 figures differ, 1 of 2 claims fail."
    );
    experiment.equal = Some(0);
    let both = conclusion(&experiment, &[bad, good]);
    let end = "With equal weight “literal”: of 4 printed figures 2 differ, 1 is not contradicted and 1 agrees; \
               of 2 claims 1 does not hold and 1 holds.";
    assert!(both.ends_with(end), "{both}");
    (experiment.main, experiment.equal) = (0, None);
    experiment.readings.truncate(1);
    let one = ReadingScore { agree: 1, few_claims: 3, ..ReadingScore::default() };
    assert_eq!(
        conclusion(&experiment, &[one]),
        "The printed figure agrees; all 3 claims have too few games."
    );
    assert_eq!(
        conclusion(&experiment, &[ReadingScore::default()]),
        "The report gives nothing to compare with."
    );
    assert_eq!(conclusion(&experiment, &[]), "Nothing was measured.");
}

/// The small experiment with a claim about a curve over four numbers.
fn along(curve: &str) -> Experiment {
    let claim = format!("curve = \"{curve}\"\nover = \"n\"");
    let file = SMALL
        .replace("n = [5, 10]", "n = [1, 3, 5, 7, 9, 11]")
        .replace("more = { rollout = \"random\", n = 10 }", "at = { rollout = \"random\" }")
        .replace("less = { rollout = \"random\", n = 5 }", &claim)
        .replace("n = 10 }\nabove", "n = 11 }\nabove")
        .replace("replace.n.10 = \"\"\n", "");
    Experiment::parse(&games(), "001/small", &file).unwrap()
}

/// What is said of six figures with errors of a part of them.
fn verdict_of_curve(curve: &str, values: [f64; 6], error: f64) -> ClaimVerdict {
    let figure = |value: f64| {
        let half = 1.96 * error * value;
        let interval = Some((value - half, value + half));
        Some(fixed(value, interval, Unit::Milliseconds))
    };
    judge_claim(&along(curve).claims[0], &measured(&values.map(figure))).0
}

#[test]
fn curves_are_told_apart() {
    let line = [2.0, 4.0, 6.0, 8.0, 10.0, 12.0];
    let steep = [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0];
    let level = [5.0, 5.01, 4.99, 5.0, 5.02, 4.98];
    let judged = |values: [f64; 6]| {
        ["constant", "linear", "exponential"].map(|curve| verdict_of_curve(curve, values, 0.01))
    };
    let (yes, no) = (ClaimVerdict::Holds, ClaimVerdict::Fails);
    assert_eq!(judged(line), [no, yes, no]);
    assert_eq!(judged(steep), [no, no, yes]);
    assert_eq!(judged(level), [yes, no, no]);
    let open = ClaimVerdict::Undecided(ours(10));
    assert_eq!(verdict_of_curve("linear", line, 0.5), open);
    assert_eq!(verdict_of_curve("exponential", line, 0.5), open);
    assert_eq!(verdict_of_curve("constant", level, 0.5), open);
    let zero = verdict_of_curve("linear", [0.0; 6], 0.1);
    assert_eq!(zero, ClaimVerdict::TooFew(ours(10)));
}

/// A curve that is wrong is preferred in fewer than one of 20 runs.
#[test]
fn chance_seldom_bends_a_line() {
    let mut noise = Rng::new(Seed(7));
    let mut normal = || (0..12).map(|_| noise.unit()).sum::<f64>() - 6.0;
    let mut wrong = 0;
    for run in 0..200 {
        // From hardly any growth to twelve times.
        let slope = 0.02 * f64::from(run % 50 + 1);
        let line = [1.0, 3.0, 5.0, 7.0, 9.0, 11.0].map(|n| 1.0 + slope * n);
        let seen = line.map(|value| value * (0.1 * normal()).exp());
        let found = verdict_of_curve("exponential", seen, 0.1);
        wrong += usize::from(found == ClaimVerdict::Holds);
    }
    assert!(wrong <= 10, "{wrong}");
}

#[test]
fn what_is_said_of_one_player_counts_once() {
    let file = SMALL.replace("iterations={n},rollout={rollout}", "iterations=5,rollout={rollout}");
    let claim = "[[claim]]\ntext = \"It is good.\"";
    let more = "[[claim]]\ntext = \"It is good too.\"\nmetric = \"won\"\nat = { rollout = \"greedy\", n = 5 }\nabove = 0.5\n\n";
    let file = file.replace(claim, &format!("{more}{claim}"));
    let experiment = Experiment::parse(&games(), "001/small", &file).unwrap();
    let same_players = experiment.readings[0].same_players();
    assert_eq!(same_players, [0, 0, 2, 2]);
    let high = Some(share_of(3600, 4000));
    let measured = MeasuredReading { same_players, ..measured(&[high; 4]) };
    // More is more: a player is compared with itself. It is good: said of two points at which the same player sits.
    let score = ReadingScore::of(&experiment, &measured);
    assert_eq!((score.absent_claims, score.hold, score.claims()), (1, 1, 2));
    // Either is the better one, at another of the points that are the same to both: then none is claimed to be.
    let better = |more: &str, less: &str, n: u32| {
        format!(
            "[[claim]]\ntext = \"{more} {n}\"\nmetric = \"won\"\nmore = {{ rollout = \"{more}\", n = {n} }}\nless = {{ rollout = \"{less}\", n = {n} }}\n\n"
        )
    };
    let both = better("greedy", "random", 5) + &better("random", "greedy", 10);
    let one = Experiment::parse(
        &games(),
        "001/small",
        &(file.clone() + "\n" + &better("greedy", "random", 5)),
    );
    let both = Experiment::parse(&games(), "001/small", &(file + "\n" + &both));
    let claims = |experiment: Experiment| ReadingScore::of(&experiment, &measured).claims();
    assert_eq!([one, both].map(|experiment| claims(experiment.unwrap())), [3, 2]);
}
