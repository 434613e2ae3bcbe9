//! The answers in a few lines, for the end of a run.

use super::{AnsweredReport, SentenceAnswer, SentenceVerdict, Truth};

impl AnsweredReport {
    /// The answers that have a short form, each with its figures now; where they do not decide it, or decide otherwise, with
    /// those of full runs.
    pub fn brief(&self) -> Vec<String> {
        let sentences = self.answers.sentences.iter().zip(&self.now);
        let line = |(sentence, now): (&super::Sentence, &SentenceAnswer)| {
            let short = sentence.short.as_ref()?;
            let verdict = now.verdict.as_ref()?;
            let full = self.published.iter().find(|full| full.says == now.says);
            // Where this run does not tell, and where the full one says something else.
            let differs = |full: &&SentenceAnswer| {
                let full = full.verdict.as_ref();
                verdict.is_open() || full.is_some_and(|full| !full.is_open() && full != verdict)
            };
            let full = full.filter(differs).and_then(|full| {
                Some(format!("; full run: {}", with_figures(full.verdict.as_ref()?, full)))
            });
            Some(format!(
                "{} {short}: {}{}",
                mark(verdict),
                with_figures(verdict, now),
                full.unwrap_or_default()
            ))
        };
        sentences.filter_map(line).collect()
    }
}

/// `open, 58 % v 44 % of 60`
fn with_figures(verdict: &SentenceVerdict, answer: &SentenceAnswer) -> String {
    let words = verdict.to_string().replace(Truth::Untold.word(), "open");
    match answer.figures.as_str() {
        "" => words,
        figures => format!("{words}, {figures}"),
    }
}

fn mark(verdict: &SentenceVerdict) -> &'static str {
    match verdict {
        SentenceVerdict { main: Truth::Confirmed, otherwise: None } => "✓",
        SentenceVerdict { main: Truth::Refuted, otherwise: None } => "✗",
        SentenceVerdict { main: Truth::Untold, otherwise: None } => "~",
        SentenceVerdict { otherwise: Some(_), .. } => "±",
    }
}
