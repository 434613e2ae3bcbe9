//! How a reading did against everything that the report says.

use super::{ClaimVerdict, Verdict, judge_claim, verdicts};
use crate::experiment::{Claim, Experiment, Statement};
use crate::measure::MeasuredReading;

/// How a reading did against everything that the report says: numbers of printed figures and of claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingScore {
    /// Figures that agree.
    pub agree: usize,
    /// Figures that are not contradicted.
    pub open: usize,
    /// Figures with too few games.
    pub few: usize,
    /// Figures that differ.
    pub differ: usize,
    /// Times, which are compared and not judged.
    pub times: usize,
    /// Figures that this reading does not have.
    pub absent: usize,
    /// Claims that hold.
    pub hold: usize,
    /// Claims whose opposite holds.
    pub fail: usize,
    /// Claims that are not decided.
    pub undecided: usize,
    /// Claims with too few games.
    pub few_claims: usize,
    /// Claims that this reading does not have.
    pub absent_claims: usize,
}

/// The result of a reading, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conclusion {
    /// A figure differs or a claim does not hold.
    Disagrees,
    /// Nothing disagrees, but not everything is decided or covered.
    Open,
    /// Every figure agrees and every claim holds.
    Agrees,
    /// Nothing could be judged.
    NotJudged,
}

impl Conclusion {
    /// All, the worst first.
    pub const ALL: [Conclusion; 4] =
        [Conclusion::Disagrees, Conclusion::Open, Conclusion::Agrees, Conclusion::NotJudged];

    /// Its word.
    pub fn text(self) -> &'static str {
        match self {
            Conclusion::Disagrees => "disagrees",
            Conclusion::Open => "open",
            Conclusion::Agrees => "agrees",
            Conclusion::NotJudged => "not judged",
        }
    }

    /// What it means for the experiments that are listed under it.
    pub fn heading(self) -> &'static str {
        match self {
            Conclusion::Disagrees => {
                "Disagree with the report: a figure differs or a claim does not hold"
            }
            Conclusion::Open => "Open: nothing disagrees, but not everything is decided or covered",
            Conclusion::Agrees => {
                "Agree with the report: every figure agrees and every claim holds"
            }
            Conclusion::NotJudged => "Not judged: times, or nothing to compare with",
        }
    }
}

/// The claims of an experiment, each once: what is said of several points at which the same agents play is one claim. Where
/// the report says there both of two players that each is the better one, it cannot be told by nature, and is none.
pub fn distinct_claims<'a>(
    experiment: &'a Experiment,
    measured: &MeasuredReading,
) -> Vec<&'a Claim> {
    let here = |claim: &Claim| claim.statement.moved(|place| measured.first_alike(place));
    let all: Vec<Statement> = experiment.claims.iter().map(here).collect();
    let is_new = |index: &usize| {
        let same = &all[*index];
        let opposite = same.reversed().filter(|opposite| opposite != same);
        !all[..*index].contains(same) && opposite.is_none_or(|opposite| !all.contains(&opposite))
    };
    let new = (0..all.len()).filter(is_new);
    new.map(|index| &experiment.claims[index]).collect()
}

impl ReadingScore {
    /// The score of a reading.
    pub fn of(experiment: &Experiment, measured: &MeasuredReading) -> ReadingScore {
        let mut score = ReadingScore::default();
        for (_, verdict) in verdicts(experiment, measured) {
            match verdict {
                Verdict::Agrees => score.agree += 1,
                Verdict::NotContradicted(_) => score.open += 1,
                Verdict::TooFew(_) => score.few += 1,
                Verdict::Differs => score.differ += 1,
                Verdict::Times(_) | Verdict::OtherWork => score.times += 1,
                Verdict::NoFigure => score.absent += 1,
            }
        }
        let missing = experiment.printed.iter().filter(|row| row.missing.is_some());
        score.absent += missing.map(|row| row.values.len().max(1)).sum::<usize>();
        for claim in distinct_claims(experiment, measured) {
            match judge_claim(claim, measured).0 {
                ClaimVerdict::Holds => score.hold += 1,
                ClaimVerdict::Fails => score.fail += 1,
                ClaimVerdict::Undecided(_) => score.undecided += 1,
                ClaimVerdict::TooFew(_) => score.few_claims += 1,
                ClaimVerdict::Unknown => score.absent_claims += 1,
            }
        }
        score
    }

    /// What it comes to.
    pub fn standing(&self) -> Conclusion {
        let open = self.open + self.few + self.absent;
        let open = open + self.undecided + self.few_claims + self.absent_claims;
        match (self.disagree(), open, self.agree + self.hold) {
            (0, 0, 0) => Conclusion::NotJudged,
            (0, 0, _) => Conclusion::Agrees,
            (0, _, _) => Conclusion::Open,
            _ => Conclusion::Disagrees,
        }
    }

    /// Figures that differ and claims that do not hold.
    pub fn disagree(&self) -> usize {
        self.differ + self.fail
    }

    /// All figures that the report printed.
    pub fn figures(&self) -> usize {
        self.agree + self.open + self.few + self.differ + self.times + self.absent
    }

    /// All claims of the report.
    pub fn claims(&self) -> usize {
        self.hold + self.fail + self.undecided + self.few_claims + self.absent_claims
    }

    /// Everything that is counted, in words: `of 10 printed figures 4 differ and 6 agree; the claim holds`. Empty where
    /// the report gives nothing to compare with.
    pub fn text(&self) -> String {
        let figures = [
            (self.differ, "differs", "differ"),
            (self.few, "has too few games", "have too few games"),
            (self.open, "is not contradicted", "are not contradicted"),
            (self.agree, "agrees", "agree"),
            (self.times, "is a time, not judged", "are times, not judged"),
            (self.absent, "is not in this reading", "are not in this reading"),
        ];
        let claims = [
            (self.fail, "does not hold", "do not hold"),
            (self.few_claims, "has too few games", "have too few games"),
            (self.undecided, "is undecided", "are undecided"),
            (self.hold, "holds", "hold"),
            (self.absent_claims, "is not in this reading", "are not in this reading"),
        ];
        let parts = [
            sentence(self.figures(), "printed figure", &figures),
            sentence(self.claims(), "claim", &claims),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// What disagrees, in a few words, for readings besides the main one: `3 of 10 figures differ`. Only what this reading
    /// has is counted.
    pub fn short(&self) -> String {
        let figures = self.agree + self.open + self.few + self.differ;
        let claims = self.claims() - self.absent_claims;
        let one = |part: usize, all: usize, what: &str, verb: &str| {
            let plural = if all == 1 { "" } else { "s" };
            (all > 0).then(|| format!("{part} of {all} {what}{plural} {verb}"))
        };
        let parts = [
            one(self.differ, figures, "figure", "differ"),
            one(self.fail, claims, "claim", "fail"),
        ];
        match parts.into_iter().flatten().collect::<Vec<_>>() {
            none if none.is_empty() => "nothing to judge".to_owned(),
            some => some.join(", "),
        }
    }
}

/// `of 3 claims 1 fails and 2 hold`; `the claim holds`; nothing where there is none.
fn sentence(all: usize, what: &str, parts: &[(usize, &str, &str)]) -> Option<String> {
    let parts: Vec<&(usize, &str, &str)> = parts.iter().filter(|part| part.0 > 0).collect();
    match (all, parts.as_slice()) {
        (0, _) => None,
        (1, [(_, one, _)]) => Some(format!("the {what} {one}")),
        (2, [(_, _, many)]) => Some(format!("both {what}s {many}")),
        (_, [(_, _, many)]) => Some(format!("all {all} {what}s {many}")),
        (_, parts) => {
            let words = parts.iter().map(|(count, one, many)| match count {
                1 => format!("1 {one}"),
                count => format!("{count} {many}"),
            });
            let mut words: Vec<String> = words.collect();
            let last = words.pop().unwrap_or_default();
            Some(format!("of {all} {what}s {} and {last}", words.join(", ")))
        }
    }
}
