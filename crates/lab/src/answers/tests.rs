use ludarium_arena::testing::games;

use super::*;
use crate::experiment::tests::SMALL;
use crate::experiment::{ExperimentText, FigurePlace, Unit};
use crate::measure::Figure;

const SENTENCES: &str = r#"
report = "001"
title = "a small one"
about = "Nothing much."

[[sentence]]
part = "Questions"
says = "How good is it?"
lines = [7]
ours = "It wins {001/small | won | rollout greedy, n 10}, {value 001/small | won | rollout greedy, n 10} of {count 001/small | won | rollout greedy, n 10}."

[[sentence]]
says = "It is good."
evidence = [{ experiment = "001/small", claims = ["It is"] }]
ours = "From {range 001/small | won | rollout greedy}."
short = "It is good"
figures = ["001/small | won | rollout greedy, n 10", "001/small | won | rollout random, n 10"]

[[sentence]]
says = "It wins half of its games."
evidence = [{ experiment = "001/small", printed = "won", at = { rollout = "random", n = 5 } }]
because = "there are too few"
ours = "So it is."

[[sentence]]
says = "It is fun."
verdict = "untold"
because = "nobody measures fun"
ours = ""
"#;

fn catalogue() -> Catalogue {
    Catalogue::new(games(), [ExperimentText { name: "001/small", text: SMALL }])
}

fn parse(text: &'static str) -> Result<ReportAnswers, CatalogueError> {
    let text = AnswersText { report: "001", text, published: "[]" };
    ReportAnswers::parse(&catalogue(), &text)
}

/// Every figure of the main reading is this share of a number of games, and of the other reading `other`.
fn findings(text: &'static str, main: f64, other: f64, count: u64) -> Findings {
    let experiment = Experiment::parse(&games(), "001/small", text).unwrap();
    let measured = |value: f64| {
        let half = 1.0 / (count as f64).sqrt();
        let interval = Some((value - half, value + half));
        let figure = Figure { value, interval, count, unit: Unit::Share };
        MeasuredReading {
            figures: experiment.places().map(|place| (place, figure)).collect(),
            ..MeasuredReading::default()
        }
    };
    let readings = vec![measured(main), measured(other)];
    [("001/small".to_owned(), Finding { experiment, readings })].into()
}

fn verdicts(findings: &Findings) -> Vec<String> {
    let answers = parse(SENTENCES).unwrap().answers(findings);
    answers.iter().map(SentenceAnswer::verdict_text).collect()
}

#[test]
fn verdicts_follow_from_claims_and_printed_figures() {
    let many = verdicts(&findings(SMALL, 0.8, 0.8, 400));
    assert_eq!(many, ["", "confirmed", "refuted", "cannot be told, because nobody measures fun"]);
    let same = verdicts(&findings(SMALL, 0.5, 0.5, 10_000));
    assert_eq!(same[1], "cannot be told, because 10\u{202f}000 games do not decide it");
    let few = verdicts(&findings(SMALL, 0.5, 0.5, 10));
    assert_eq!(few[2], "cannot be told, because there are too few");
    let none = verdicts(&Findings::new());
    assert_eq!(none[1], "cannot be told, because it waits for a full run");
}

#[test]
fn two_readings_that_count_alike_may_disagree() {
    const TWO: &str = "main = \"literal\"\nequal = \"other\"";
    let text: &'static str = SMALL.replace("main = \"literal\"", TWO).leak();
    let catalogue = Catalogue::new(games(), [ExperimentText { name: "001/small", text }]);
    let sentences = AnswersText { report: "001", text: SENTENCES, published: "[]" };
    let answers = ReportAnswers::parse(&catalogue, &sentences).unwrap();
    let found = answers.answers(&findings(text, 0.8, 0.2, 400));
    assert_eq!(found[1].verdict_text(), "confirmed literal, refuted other");
    let found = answers.answers(&findings(text, 0.8, 0.8, 400));
    assert_eq!(found[1].verdict_text(), "confirmed");
}

#[test]
fn figures_stand_in_the_sentences() {
    let mut found = findings(SMALL, 0.5, 0.5, 400);
    let finding = found.get_mut("001/small").unwrap();
    let place = FigurePlace { point: 3, subject: 0, metric: 0 };
    finding.readings[0].figures.get_mut(&place).unwrap().value = 0.53;
    let answers = parse(SENTENCES).unwrap().answers(&found);
    assert_eq!(answers[0].ours, "It wins 53.0 % (45.0 to 55.0), 53.0 % of 400.");
    assert_eq!(answers[1].ours, "From 50.0 to 53.0 %.");
    assert_eq!(answers[1].figures, "53 % v 50 % of 400");
    assert_eq!(answers[1].basis, "400 games");
}

#[test]
fn what_is_open_now_is_told_with_the_full_run() {
    let answers = parse(SENTENCES).unwrap();
    let published = answers.answers(&findings(SMALL, 0.8, 0.8, 400));
    let line = |count| {
        let now = answers.answers(&findings(SMALL, 0.6, 0.6, count));
        let answers = answers.clone();
        AnsweredReport { answers, now, published: published.clone() }.brief().join("\n")
    };
    assert_eq!(
        line(10),
        "~ It is good: open, 60 % v 60 % of 10; full run: confirmed, 80 % v 80 % of 400"
    );
    assert_eq!(line(400), "✓ It is good: confirmed, 60 % v 60 % of 400");
}

#[test]
fn what_is_published_reads_back() {
    let answers = parse(SENTENCES).unwrap().answers(&findings(SMALL, 0.8, 0.8, 400));
    let text: &'static str = serde_json::to_string(&answers).unwrap().leak();
    let again = published(&AnswersText { report: "001", text: SENTENCES, published: text });
    assert_eq!(again, answers);
}

#[test]
fn wrong_sentences_say_what_is_wrong() {
    for (from, to, said) in [
        (
            "claims = [\"It is\"]",
            "claims = [\"It was\"]",
            "no claim of 001/small begins with `It was`",
        ),
        ("claims = [\"It is\"]", "claims = []", "has neither `claims` nor `printed`"),
        ("{value 001/small | won", "{value 001/big | won", "there is no experiment `001/big`"),
        ("{value 001/small | won", "{value 001/small | one", "001/small has no metric `one`"),
        (
            "| rollout greedy, n 10}, ",
            "| rollout greedy}, ",
            "fits 2 points of 001/small; give one",
        ),
        ("n 10}.", "n 10.", "has a `{` without its `}`"),
        ("n = 5 } }", "n = 10 } }", "001/small has no such printed `won`"),
        ("because = \"nobody measures fun\"\n", "", "a verdict of its own needs a reason"),
    ] {
        assert!(SENTENCES.contains(from), "{from}");
        let error = parse(SENTENCES.replacen(from, to, 1).leak()).unwrap_err().to_string();
        assert!(error.contains(said) && error.contains("sentence "), "{said}\n{error}");
    }
}
