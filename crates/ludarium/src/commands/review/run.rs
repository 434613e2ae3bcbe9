//! All games of a run before one judge.

use ludarium_lab::review::{RunReviewOptions, review_run};
use ludarium_report::Document;
use serde_json::json;

use super::ReviewCommand;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::{STRONG, Screen};
use crate::sheets::{print_document, print_json};

pub(super) fn run(
    args: &ReviewCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let store = args.runs.open(&args.run)?;
    let contest = store.contest();
    let judge = args.judge(context.rules(&contest.game, Some(&contest.variant))?)?;
    let options = RunReviewOptions {
        games: args.games,
        sample: args.sample.map(|sample| sample as usize),
        threads: args.threads.count(),
    };
    let interrupt = interrupts::listen()?;
    if !args.json {
        let (game, variant) = (&contest.game, &contest.variant);
        screen.line(format!("{STRONG}{game} {variant}{STRONG:#}: judged by {}", judge.name()))?;
        screen.finish()?;
    }
    let bar = screen.progress(0, "questions");
    let review = review_run(&store, &judge, &options, &interrupt, &mut |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let review = review?;
    let (games, planned) = (review.games(), review.planned());
    let mut document = Document::default();
    document.sheets(review.sheets());
    if args.json {
        let facts = json!({
            "judge": judge.name(), "complete": games == planned, "games": games, "blocks": review.blocks(),
        });
        print_json(&document, facts, screen)?;
    } else if games > 0 {
        print_document(&document, screen)?;
    }
    if games == planned {
        Ok(())
    } else {
        Err(CliError::Interrupted(format!("{games} of {planned} games were reviewed")))
    }
}
