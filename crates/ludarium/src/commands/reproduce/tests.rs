//! The summary is short whatever there is to tell, and the worst comes first.

use std::path::Path;
use std::time::Duration;

use clap::Parser;
use ludarium_arena::testing::games;
use ludarium_lab::experiment::{Experiment, Mode, Unit};
use ludarium_lab::measure::{Figure, MeasuredReading};
use ludarium_lab::{Finding, Reproduction};
use ludarium_report::Passage;

use super::summary::{SummaryFacts, document, finished};
use crate::context::Context;
use crate::screen::Screen;
use crate::sheets;

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
        MeasuredReading {
            figures: [(place, figure)].into(),
            done: count,
            planned: count,
            ..MeasuredReading::default()
        }
    };
    Finding { readings: vec![measured(0.5, 4000), measured(won, games_played)], experiment }
}

fn summary(findings: Vec<Finding>, width: usize) -> Vec<String> {
    let reproduction = Reproduction { findings, mode: Mode::Quick, seed: 1, answered: Vec::new() };
    let facts = SummaryFacts {
        took: Duration::from_secs(150),
        page: Path::new("out/report.html"),
        folder: Path::new("out"),
    };
    let document = document(&reproduction, &facts);
    let sheets = document.readable().filter_map(|block| match block {
        Passage::Sheet(sheet) => Some(sheets::text(&sheet, width)),
        Passage::Remark(text) => Some(text),
        _ => None,
    });
    let text = sheets.collect::<Vec<_>>().join("\n");
    let title = format!("{}: {}", document.title, document.lead);
    [title].into_iter().chain(text.lines().map(str::to_owned)).collect()
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
    assert!(at("001/differs") < at("001/few") && at("001/few") < at("001/agrees"));
    let row = &lines[at("001/differs")];
    let counts: Vec<&str> = row.split_whitespace().collect();
    assert!(
        counts.windows(7).any(|seven| seven == ["disagrees", "0", "0", "1", "–", "–", "–"]),
        "{row}"
    );
}

#[test]
fn a_summary_has_at_most_sixty_lines_and_no_row_is_too_wide() {
    for (count, width) in [(25, 140), (40, 100), (200, 70)] {
        let one =
            |index: usize| finding(&format!("001/a-{index}"), 0.5 + 0.1 * (index % 2) as f64, 4000);
        let lines = summary((0..count).map(one).collect(), width);
        assert!(lines.len() <= 60, "{count}: {}", lines.len());
        let rows: Vec<_> = lines.iter().filter(|line| line.starts_with("001/")).collect();
        assert_eq!(rows.len(), count.min(40), "{}", lines.join("\n"));
        let wide = rows.iter().find(|line| line.chars().count() > width);
        assert_eq!(wide, None);
        assert_eq!(lines.iter().any(|line| line.contains("more, none worse")), rows.len() < count);
    }
}

#[test]
fn experiments_that_were_not_begun_are_counted_and_not_listed_as_open() {
    let mut waiting = finding("001/waiting", 0.5, 4000);
    for measured in &mut waiting.readings {
        measured.figures.clear();
        measured.done = 0;
    }
    let lines = summary(vec![finding("001/differs", 0.9, 4000), waiting], 140);
    assert!(lines[0].starts_with("What was found (interrupted): 1 of 2 experiments of 1 report,"));
    assert!(lines.iter().all(|line| !line.starts_with("001/waiting")));
    assert!(lines.contains(&"1 not begun: the same command goes on with them".to_owned()));
}

#[test]
fn an_experiment_that_is_through_is_one_line() {
    let line = finished(3, 25, &finding("001/x", 0.9, 4000), Duration::from_secs(12));
    assert_eq!(line, " 3/25 001/x: disagrees (1 of 1 figure differ), 12 s");
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: super::ReproduceCommand,
}

#[test]
fn a_program_without_experiments_says_so() {
    let context = Context::new([]);
    let mut screen = Screen::new(clap::ColorChoice::Never);
    for line in [&["reproduce"][..], &["reproduce", "--list"]] {
        let args = Line::parse_from(line).args;
        let refused = super::run(&args, &context, &mut screen).unwrap_err();
        let said = refused.to_string();
        assert!(said.contains("no game of this program has experiments"), "{said}");
    }
}

#[test]
fn no_line_of_the_answers_is_too_long_and_no_word_is_lost() {
    let text = format!("✗ {}: open, 58 % v 44 % of 60", "a statement with many words ".repeat(9));
    let pieces = super::summary::folded(&text);
    assert!(pieces.len() > 2 && pieces.iter().all(|piece| piece.chars().count() <= 100));
    assert!(pieces[1..].iter().all(|piece| piece.starts_with("  ") && !piece.starts_with("   ")));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&pieces.join(" ")), words(&text));
    assert_eq!(super::summary::folded("000  Dice"), ["000  Dice"]);
}
