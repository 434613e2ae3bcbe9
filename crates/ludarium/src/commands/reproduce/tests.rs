//! The summary is short whatever there is to tell, and the worst comes first.

use std::path::Path;
use std::time::Duration;

use clap::Parser;
use ludarium_arena::testing::games;
use ludarium_lab::experiment::{Experiment, Mode, Unit};
use ludarium_lab::measure::{Figure, Measured};
use ludarium_lab::{Finding, Reproduction};

use super::summary::{Facts, finished, lines};
use crate::context::Context;
use crate::screen::Screen;

const TEXT: &str = r#"
report = "001"
source = "table 1"
title = "A race of two, with a title that is longer than any terminal has room for in a column of its own"
text = "Nothing much."
game = "sprint"
measure = "games"
metrics = ["won"]
main = "literal"
[[reading]]
name = "as it was found"
text = "As found."
seats = ["one-ply", "random"]
[[reading]]
name = "literal"
text = "As it stands."
seats = ["random", "random"]
[quick]
rounds = 1
[full]
rounds = 2
[[printed]]
games = 4000
values = { won = 0.5 }
"#;

/// A finding whose main reading has this share of wins; the other reading always agrees.
fn finding(name: &str, won: f64, games_played: u64) -> Finding {
    let experiment = Experiment::parse(&games(), name, TEXT).unwrap();
    let place = experiment.places().next().unwrap();
    let measured = |won: f64, count: u64| {
        let half = 1.0 / (count as f64).sqrt();
        let figure = Figure {
            value: won,
            interval: Some((won - half, won + half)),
            count,
            unit: Unit::Share,
        };
        Measured {
            figures: [(place, figure)].into(),
            done: count,
            planned: count,
            ..Measured::default()
        }
    };
    Finding {
        readings: vec![measured(0.5, 4000), measured(won, games_played)],
        experiment,
    }
}

fn summary(findings: Vec<Finding>, width: usize) -> Vec<String> {
    let reproduction = Reproduction {
        findings,
        mode: Mode::Quick,
        seed: 1,
    };
    let facts = Facts {
        took: Duration::from_secs(150),
        page: Path::new("out/report.html"),
        folder: Path::new("out"),
    };
    let plain = |line: String| anstream::adapter::strip_str(&line).to_string();
    let lines = lines(&reproduction, &facts, width).into_iter();
    lines.map(plain).collect()
}

#[test]
fn those_that_disagree_come_first_under_the_main_reading() {
    let findings = vec![
        finding("001/agrees", 0.5, 4000),
        finding("001/few", 0.5, 4),
        finding("001/differs", 0.9, 4000),
    ];
    let lines = summary(findings, 140);
    let at = |begin: &str| {
        let found = lines.iter().position(|line| line.starts_with(begin));
        found.unwrap_or_else(|| panic!("{begin}\n{}", lines.join("\n")))
    };
    assert!(lines[at("Disagree with")].ends_with("does not hold (1)"));
    assert!(at("Disagree with") < at("001/differs"));
    assert!(at("001/differs") < at("Open:") && at("Open:") < at("001/few"));
    assert!(at("001/few") < at("Agree with") && at("Agree with") < at("001/agrees"));
    let row = &lines[at("001/differs")];
    let counts: Vec<&str> = row.split_whitespace().collect();
    assert!(row.ends_with("literal; as it was found 0"), "{row}");
    assert!(
        counts
            .windows(6)
            .any(|six| six == ["0", "0", "1", "–", "–", "–"]),
        "{row}"
    );
}

#[test]
fn a_summary_has_at_most_sixty_lines_and_none_is_too_wide() {
    for (count, width) in [(25, 140), (41, 100), (200, 60)] {
        let one = |index: usize| {
            finding(
                &format!("001/a-{index}"),
                0.5 + 0.1 * (index % 2) as f64,
                4000,
            )
        };
        let lines = summary((0..count).map(one).collect(), width);
        assert!(lines.len() <= 60, "{count}: {}", lines.len());
        let wide = lines.iter().find(|line| line.chars().count() > width);
        assert_eq!(wide, None);
        let rows = lines.iter().filter(|line| line.starts_with("001/")).count();
        assert!(rows == count.min(41), "{count}: {rows}");
        assert_eq!(
            lines.iter().any(|line| line.contains("more, none worse")),
            rows < count
        );
    }
}

#[test]
fn readings_are_numbers_where_their_names_have_no_room() {
    let lines = summary(vec![finding("001/differs", 0.9, 4000)], 75);
    let row = lines.iter().find(|line| line.starts_with("001/")).unwrap();
    assert!(row.ends_with("literal; others 0"), "{row}");
}

#[test]
fn readings_that_all_come_to_the_same_are_told_once() {
    let mut finding = finding("001/differs", 0.9, 4000);
    let other = finding.experiment.readings[0].clone();
    finding.experiment.readings.push(other);
    finding.readings.push(finding.readings[0].clone());
    let lines = summary(vec![finding], 75);
    let row = lines.iter().find(|line| line.starts_with("001/")).unwrap();
    assert!(row.ends_with("literal; 0 in 2 others"), "{row}");
}

#[test]
fn experiments_that_were_not_begun_are_counted_and_not_listed_as_open() {
    let mut waiting = finding("001/waiting", 0.5, 4000);
    for measured in &mut waiting.readings {
        measured.figures.clear();
        measured.done = 0;
    }
    let lines = summary(vec![finding("001/differs", 0.9, 4000), waiting], 140);
    assert!(lines[1].starts_with("What was found (interrupted): 1 of 2 experiments of 1 report,"));
    assert!(lines.iter().all(|line| !line.starts_with("001/waiting")));
    assert!(lines.contains(&"1 not begun: the same command goes on with them".to_owned()));
}

#[test]
fn an_experiment_that_is_through_is_one_line() {
    let line = finished(3, 25, &finding("001/x", 0.9, 4000), Duration::from_secs(12));
    assert!(line.starts_with(" 3/25 001/x  A race of two"), "{line}");
    assert!(
        line.ends_with(": disagrees (1 of 1 figure differ), 12 s"),
        "{line}"
    );
    assert!(!line.contains('\n'));
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: super::Args,
}

#[test]
fn a_program_without_experiments_says_so() {
    let context = Context::new([]);
    let mut screen = Screen::new(clap::ColorChoice::Never);
    for line in [&["reproduce"][..], &["reproduce", "--list"]] {
        let args = Line::parse_from(line).args;
        let refused = super::run(&args, &context, &mut screen).unwrap_err();
        let said = refused.to_string();
        assert!(
            said.contains("no game of this program has experiments"),
            "{said}"
        );
    }
}
