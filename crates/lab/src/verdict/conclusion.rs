//! The sentence under an experiment: which reading agrees best with what was printed.

use super::{ClaimVerdict, Verdict, judge_claim, verdicts};
use crate::experiment::Experiment;
use crate::measure::Measured;

/// How a reading did against everything that the report says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Printed figures that agree.
    pub agree: usize,
    /// Printed figures that differ.
    pub differ: usize,
    /// Claims that hold.
    pub hold: usize,
    /// Claims whose opposite holds.
    pub fail: usize,
    /// Claims that are not decided.
    pub undecided: usize,
}

impl Score {
    /// The score of a reading.
    pub fn of(experiment: &Experiment, measured: &Measured) -> Score {
        let mut score = Score::default();
        for (_, verdict) in verdicts(experiment, measured) {
            match verdict {
                Verdict::Agrees => score.agree += 1,
                Verdict::Differs => score.differ += 1,
                Verdict::Times(_) | Verdict::TooLittle => {}
            }
        }
        for claim in &experiment.claims {
            match judge_claim(claim, measured).0 {
                ClaimVerdict::Holds => score.hold += 1,
                ClaimVerdict::Fails => score.fail += 1,
                ClaimVerdict::Undecided => score.undecided += 1,
                ClaimVerdict::Unknown => {}
            }
        }
        score
    }

    /// Figures that could be judged.
    pub fn judged(&self) -> usize {
        self.agree + self.differ
    }

    /// What was decided either way.
    fn decided(&self) -> usize {
        self.judged() + self.hold + self.fail
    }

    /// The share of everything decided that speaks for the reading. One success and one failure are added, so that a
    /// reading with few results is not the best by chance.
    fn merit(&self) -> f64 {
        if self.decided() == 0 {
            return 0.0;
        }
        (self.agree + self.hold + 1) as f64 / (self.decided() + 2) as f64
    }
}

/// The reading that agrees best; the first of equals, because readings stand in the order of how likely they
/// were meant.
pub fn best(scores: &[Score]) -> Option<usize> {
    (0..scores.len()).reduce(|best, next| {
        if scores[next].merit() > scores[best].merit() {
            next
        } else {
            best
        }
    })
}

/// What the readings of an experiment say together. "Does not reproduce" is said only if nothing agrees under
/// any reading and nothing is undecided.
pub fn conclusion(experiment: &Experiment, scores: &[Score]) -> String {
    let Some(best) = best(scores) else {
        return "Nothing was measured.".to_owned();
    };
    let score = scores[best];
    let several = scores.len() > 1;
    let under = if several {
        format!(" under the reading “{}”", experiment.readings[best].name)
    } else {
        String::new()
    };
    if scores.iter().all(|score| score.decided() == 0) {
        return undecided(experiment, scores);
    }
    if scores.iter().all(|score| score.agree + score.hold == 0) {
        return nothing_agrees(experiment, scores);
    }
    let mut parts = Vec::new();
    if score.judged() > 0 {
        parts.push(match (score.agree, score.differ) {
            (1, 0) => "the printed figure agrees".to_owned(),
            (2, 0) => "both printed figures agree".to_owned(),
            (agree, 0) => format!("all {agree} printed figures agree"),
            (agree, _) => format!("{agree} of {} printed figures agree", score.judged()),
        });
    }
    if score.hold + score.fail + score.undecided > 0 {
        parts.push(claims(&score));
    }
    let text = format!("{}{under}.", parts.join(", and "));
    let mut text = capital(&text);
    if several {
        text.push_str(&others(scores, best));
    }
    text
}

fn nothing_agrees(experiment: &Experiment, scores: &[Score]) -> String {
    let undecided = scores
        .iter()
        .map(|score| score.undecided)
        .max()
        .unwrap_or(0);
    if undecided > 0 {
        let claims = if undecided == 1 { "claim" } else { "claims" };
        return format!(
            "Nothing agrees so far, but {undecided} {claims} cannot be decided with so few games."
        );
    }
    let nothing = match (
        scores.iter().any(|score| score.differ > 0),
        scores.iter().any(|score| score.fail > 0),
    ) {
        (true, true) => "no printed figure agrees and no claim holds",
        (true, false) => "no printed figure agrees",
        (false, _) => "no claim holds",
    };
    let names = experiment
        .readings
        .iter()
        .map(|reading| format!("“{}”", reading.name));
    let names: Vec<String> = names.collect();
    let readings = if names.len() > 1 {
        "Readings"
    } else {
        "Reading"
    };
    format!(
        "Does not reproduce: {nothing}. {readings} tried: {}.",
        names.join(", ")
    )
}

fn claims(score: &Score) -> String {
    let all = score.hold + score.fail + score.undecided;
    if score.undecided == all {
        return match all {
            1 => "the claim is undecided".to_owned(),
            _ => format!("all {all} claims are undecided"),
        };
    }
    let mut text = match (score.hold, all) {
        (1, 1) => "the claim holds".to_owned(),
        (0, 1) => return "the claim does not hold".to_owned(),
        (2, 2) => "both claims hold".to_owned(),
        (hold, all) if hold == all => format!("all {all} claims hold"),
        (hold, all) => format!("{hold} of {all} claims hold"),
    };
    match (score.fail, score.undecided) {
        (0, 0) => {}
        (fail, 0) => text.push_str(&format!(" ({fail} not)")),
        (0, undecided) => text.push_str(&format!(" ({undecided} undecided)")),
        (fail, undecided) => text.push_str(&format!(" ({fail} not, {undecided} undecided)")),
    }
    text
}

/// How the other readings did.
fn others(scores: &[Score], best: usize) -> String {
    let equal = |other: &usize| *other != best && scores[*other].merit() == scores[best].merit();
    let count = (0..scores.len()).filter(equal).count();
    match (count, scores.len()) {
        (0, 2) => " The other reading agrees less.".to_owned(),
        (0, _) => " The other readings agree less.".to_owned(),
        (1, 2) => " The other reading agrees as well.".to_owned(),
        (1, _) => " One of the other readings agrees as well.".to_owned(),
        (_, _) => format!(" {count} of the other readings agree as well."),
    }
}

fn undecided(experiment: &Experiment, scores: &[Score]) -> String {
    let claims = scores.iter().any(|score| score.undecided > 0);
    let printed = experiment.printed.iter().any(|row| row.missing.is_none());
    match (claims, printed) {
        (true, _) => "Too few games to decide the claims.".to_owned(),
        (false, true) => "Times and figures are shown, but none of them can be judged.".to_owned(),
        (false, false) => "The report gives nothing to compare with.".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
