//! All games of a run before one judge.

use ludarium_lab::review::{RunReviewOptions, review_run};
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use super::Args;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::{STRONG, Screen};
use crate::sheets;

pub(super) fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
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
        screen.line(format!(
            "{STRONG}{game} {variant}{STRONG:#}: judged by {}",
            judge.name()
        ))?;
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
    if args.json {
        let sheets: Vec<Value> = review.sheets().iter().map(Sheet::json).collect();
        screen.json(&json!({
            "judge": judge.name(), "complete": games == planned, "games": games, "blocks": review.blocks(), "sheets": sheets,
        }))?;
    } else if games > 0 {
        for sheet in review.sheets() {
            sheets::print(&sheet, screen)?;
        }
    }
    match games == planned {
        true => Ok(()),
        false => Err(CliError::Interrupted(format!(
            "{games} of {planned} games were reviewed"
        ))),
    }
}
