//! `ludarium verify`: replay recorded files against the rules.

use std::path::{Path, PathBuf};

use ludarium_bundle::originals::{Document, ReplayTally, VerifyError, verify};
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;
use crate::screen::{BAD, GOOD, STRONG, Screen, grouped};

/// Replay games, counts and tables recorded from the original programs
///
/// Takes every kind of file that the originals' records come in, gzip or plain, and tells the kind
/// from the content. Exits with 0 only if everything agreed and something was checked.
#[derive(Debug, clap::Args)]
pub struct VerifyCommand {
    /// The game: see `ludarium games`
    game: String,

    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print JSON, one object a file and one for the total
    #[arg(long)]
    json: bool,
}

/// Replays all files and says what agreed.
pub fn run(args: &VerifyCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let bundle = ludarium_bundle::find(&context.bundles, &args.game)?;
    let game = bundle.game.info.name;
    let Some(replay) = bundle.originals else {
        let problem = format!("{game} has no original whose records could be replayed");
        return Err(CliError::Usage(problem));
    };
    let bar = screen.progress(args.files.len() as u64, "files");
    let mut total = ReplayTally::default();
    let mut failed = 0;
    for path in &args.files {
        let result = Document::read(path).and_then(|document| verify(game, replay, &document));
        bar.inc(1);
        match &result {
            Ok(tally) => total += *tally,
            Err(_) => failed += 1,
        }
        bar.suspend(|| report(args.json, path, &result, screen))?;
    }
    bar.finish_and_clear();
    if args.json {
        screen.json(&tally_json(None, &total, failed))?;
    } else {
        let verdict = if failed == 0 {
            format!("{GOOD}all agree{GOOD:#}")
        } else {
            format!("{BAD}{failed} of {} files do not agree{BAD:#}", args.files.len())
        };
        screen.line(format!("{STRONG}{game}{STRONG:#}: {verdict}; {}", sentence(&total)))?;
    }
    if failed > 0 {
        let files = args.files.len();
        return Err(CliError::Failed(format!("{failed} of {files} files were not confirmed")));
    }
    Ok(())
}

fn report(
    as_json: bool,
    path: &Path,
    result: &Result<ReplayTally, VerifyError>,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let name = path.display();
    match (as_json, result) {
        (true, Ok(tally)) => screen.json(&tally_json(Some(path), tally, 0)),
        (true, Err(failure)) => screen.json(&failure_json(path, failure)),
        (false, Ok(tally)) => {
            screen.line(format!("{GOOD}agrees{GOOD:#}  {name}: {}", sentence(tally)))
        }
        (false, Err(failure)) => screen.line(format!("{BAD}fails{BAD:#}   {name}: {failure}")),
    }
}

fn sentence(tally: &ReplayTally) -> String {
    let files = match tally.files {
        1 => "file",
        _ => "files",
    };
    format!(
        "{} {files}, {} games, {} plies, {} positions, {} checks",
        grouped(tally.files),
        grouped(tally.games),
        grouped(tally.plies),
        grouped(tally.positions),
        grouped(tally.checks),
    )
}

fn tally_json(path: Option<&Path>, tally: &ReplayTally, failed: usize) -> serde_json::Value {
    json!({
        "file": path.map(|path| path.display().to_string()),
        "agrees": failed == 0 && tally.checks > 0,
        "failed_files": failed,
        "files": tally.files,
        "games": tally.games,
        "plies": tally.plies,
        "positions": tally.positions,
        "checks": tally.checks,
    })
}

fn failure_json(path: &Path, failure: &VerifyError) -> serde_json::Value {
    let mut object = json!({
        "file": path.display().to_string(),
        "agrees": false,
        "error": failure.to_string(),
    });
    if let VerifyError::Disagreement(at) = failure {
        object["disagreement"] = json!(at);
    }
    object
}
