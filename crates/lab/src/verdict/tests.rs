use std::collections::BTreeMap;

use ludarium_arena::testing::games;

use super::*;
use crate::experiment::tests::SMALL;
use crate::measure::{Sample, figure};

fn share_of(won: u64, games: u64) -> Figure {
    let sample = |game| Sample {
        deal: game,
        above: f64::from(game < won),
        below: 1.0,
    };
    figure(&(0..games).map(sample).collect::<Vec<_>>(), Unit::Share).unwrap()
}

fn fixed(value: f64, interval: Option<(f64, f64)>, unit: Unit) -> Figure {
    Figure {
        value,
        interval,
        count: 10,
        unit,
    }
}

#[test]
fn a_printed_share_counts_with_its_own_games() {
    let ours = share_of(50, 100);
    assert_eq!(judge(Some(&ours), 0.5, Some(100)), Verdict::Agrees);
    // 0.62 lies outside our interval (0.40 to 0.60), but with 100 games of its own it may be chance.
    assert_eq!(judge(Some(&ours), 0.62, None), Verdict::Differs);
    assert_eq!(judge(Some(&ours), 0.62, Some(100)), Verdict::Agrees);
    assert_eq!(judge(Some(&ours), 0.80, Some(100)), Verdict::Differs);
}

#[test]
fn nothing_and_everything_are_judged_too() {
    assert_eq!(judge(None, 0.5, Some(100)), Verdict::TooLittle);
    assert_eq!(
        judge(Some(&share_of(0, 50)), 0.0, Some(50)),
        Verdict::Agrees
    );
    assert_eq!(judge(Some(&share_of(50, 50)), 1.0, None), Verdict::Agrees);
    assert_eq!(
        judge(Some(&share_of(0, 50)), 1.0, Some(50)),
        Verdict::Differs
    );
    assert_eq!(
        judge(Some(&share_of(0, 50)), 0.02, Some(0)),
        Verdict::Agrees
    );
    let alone = fixed(7.0, None, Unit::Count);
    assert_eq!(judge(Some(&alone), 7.0, None), Verdict::TooLittle);
}

#[test]
fn printed_means_spread_like_ours() {
    // Ours rests on 10 games. As many games make a difference of 14 possible, many more hardly more than 10.
    let ours = fixed(100.0, Some((90.0, 110.0)), Unit::Count);
    assert_eq!(judge(Some(&ours), 114.0, Some(10)), Verdict::Agrees);
    assert_eq!(judge(Some(&ours), 114.5, Some(10)), Verdict::Differs);
    assert_eq!(judge(Some(&ours), 111.0, Some(1000)), Verdict::Differs);
    assert_eq!(judge(Some(&ours), 109.0, None), Verdict::Agrees);
    assert_eq!(judge(Some(&ours), 111.0, None), Verdict::Differs);
}

#[test]
fn times_are_compared_but_not_judged() {
    let shown = |ours: f64, printed: f64, unit| {
        let ours = fixed(ours, None, unit);
        judge(Some(&ours), printed, None).to_string()
    };
    assert_eq!(
        shown(0.5, 1200.0, Unit::Milliseconds),
        "2\u{202f}400 times faster"
    );
    assert_eq!(shown(30.0, 10.0, Unit::Milliseconds), "3.0 times slower");
    assert_eq!(shown(1.0, 1.0, Unit::Milliseconds), "as fast");
    assert_eq!(shown(5000.0, 1000.0, Unit::Rate), "5.0 times faster");
    assert_eq!(shown(0.0, 1.0, Unit::Milliseconds), "too little to tell");
    assert_eq!(shown(1.0, 0.0, Unit::Rate), "too little to tell");
}

/// The small experiment with these figures of `won` at its four points.
fn measured(figures: &[Option<Figure>]) -> Measured {
    let mut all = BTreeMap::new();
    for (point, figure) in figures.iter().enumerate() {
        if let Some(figure) = figure {
            let place = Place {
                point,
                subject: 0,
                metric: 0,
            };
            all.insert(place, *figure);
        }
    }
    Measured {
        figures: all,
        ..Measured::default()
    }
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
    assert_eq!(
        verdict(&[high, high, None, None], 0),
        ClaimVerdict::Undecided
    );
    assert_eq!(verdict(&[high, None, None, None], 0), ClaimVerdict::Unknown);
    assert_eq!(verdict(&[None, None, None, high], 1), ClaimVerdict::Holds);
    assert_eq!(verdict(&[None, None, None, low], 1), ClaimVerdict::Fails);
    let few = Some(share_of(3, 5));
    assert_eq!(
        verdict(&[None, None, None, few], 1),
        ClaimVerdict::Undecided
    );
}

#[test]
fn errors_of_one_games_players_add_up() {
    let (a, b) = ((0.6, (0.5, 0.7)), (0.45, (0.35, 0.55)));
    let (apart, together) = (
        difference(a, b, Relation::Independent),
        difference(a, b, Relation::SameGames),
    );
    assert!(apart.0 > 0.0 && together.0 < 0.0, "{apart:?} {together:?}");
}

#[test]
fn the_conclusion_names_the_reading_that_agrees_best() {
    let experiment = small();
    let say = |scores: &[Score]| conclusion(&experiment, scores);
    let score = |agree, differ, hold, fail, undecided| Score {
        agree,
        differ,
        hold,
        fail,
        undecided,
    };
    assert_eq!(
        say(&[score(1, 2, 0, 0, 0), score(3, 0, 0, 0, 0)]),
        "All 3 printed figures agree under the reading “other”. The other reading agrees less."
    );
    assert_eq!(
        say(&[score(2, 1, 2, 0, 0), score(0, 1, 0, 0, 0)]),
        "2 of 3 printed figures agree, and both claims hold under the reading “literal”. The other reading agrees less."
    );
    assert_eq!(
        say(&[score(0, 2, 0, 0, 0), score(0, 1, 0, 1, 0)]),
        "Does not reproduce: no printed figure agrees and no claim holds. Readings tried: “literal”, “other”."
    );
    assert_eq!(
        say(&[score(0, 0, 0, 0, 2), score(0, 0, 0, 1, 1)]),
        "Nothing agrees so far, but 2 claims cannot be decided with so few games."
    );
    assert_eq!(
        say(&[score(0, 0, 0, 0, 1)]),
        "Too few games to decide the claims."
    );
    assert_eq!(
        say(&[score(4, 0, 0, 0, 1)]),
        "All 4 printed figures agree, and the claim is undecided."
    );
    assert_eq!(
        say(&[score(1, 1, 0, 1, 0)]),
        "1 of 2 printed figures agree, and the claim does not hold."
    );
    assert_eq!(say(&[]), "Nothing was measured.");
    // One figure that agrees is less than 23 of 24.
    assert!(say(&[score(1, 0, 0, 0, 0), score(23, 1, 0, 0, 0)]).contains("“other”"));
    assert!(say(&[score(1, 0, 0, 0, 0)]).starts_with("The printed figure agrees."));
}
