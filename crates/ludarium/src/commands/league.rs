//! `ludarium league`: a rating list of many agents at several budgets.

use std::fs;
use std::path::PathBuf;

use ludarium_bridge::bot::BotArgs;
use ludarium_bundle::find;
use ludarium_lab::{LeagueRequest, league};
use ludarium_report::Passage;
use serde_json::json;

use crate::commands::ThreadArgs;
use crate::commands::measuring::folder_for;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;
use crate::sheets::OutputArgs;
use crate::{bots, interrupts};

/// Keep a rating list of many agents at several budgets, by playing the games that tell most
///
/// docs/leagues.md describes the file. Every line-up is a separate run: an agent that joins later, or that has changed,
/// plays its games and the others keep theirs. The same command continues where it was interrupted.
#[derive(Debug, clap::Args)]
pub struct LeagueCommand {
    /// The file of the league (TOML)
    #[arg(required_unless_present = "styles")]
    file: Option<PathBuf>,

    /// Show whom the strongest agent of a game beats, and who beats whom: a league of the game's players with habits,
    /// written to runs/league/GAME-styles/league.toml
    #[arg(long, value_name = "GAME", conflicts_with = "file")]
    styles: Option<String>,

    /// The variant for --styles
    #[arg(long, requires = "styles")]
    variant: Option<String>,

    /// Play nothing: show what is there
    #[arg(long)]
    show: bool,

    /// Where games, page, tables and plots go [default: runs/league/NAME, by the file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    bots: BotArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Games of each agent against copies of each other in a league of styles.
const STYLE_GAMES: u64 = 60;

/// The file of a league of a game's players with habits.
fn style_league(context: &Context, game: &str, variant: Option<&str>) -> Result<String, CliError> {
    let bundle = find(&context.bundles, game)?;
    if bundle.styles.is_empty() {
        return Err(CliError::Usage(format!(
            "nobody has written down players with habits for {game}; write a league with `map = {STYLE_GAMES}`: docs/leagues.md"
        )));
    }
    context.games.rules(game, variant)?;
    let mut text = format!(
        "title = \"{}: styles\"\nbudgets = [\"10ms,cpu\", \"100ms,cpu\"]\nmap = {STYLE_GAMES}\nmost-games = 0\n\
         random-plies = 6\n\n[[game]]\nname = \"{game}\"\n",
        bundle.game.info.title
    );
    if let Some(variant) = variant {
        text += &format!("variant = \"{variant}\"\n");
    }
    text += "agents = [\n";
    for (agent, habit) in &bundle.styles {
        text += &format!("    \"{agent}\", # {habit}\n");
    }
    Ok(text + "]\n")
}

/// Plays and prints.
pub fn run(args: &LeagueCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let admitted = args.bots.bots()?;
    let (file, folder) = match (&args.styles, &args.file) {
        (Some(game), _) => {
            let name = PathBuf::from(format!("{game}-styles"));
            let folder = folder_for(args.out.as_deref(), "runs/league", &name);
            let file = folder.join("league.toml");
            if !file.exists() {
                let text = style_league(context, game, args.variant.as_deref())?;
                fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text)).map_err(
                    |source| CliError::Failed(format!("cannot write {}: {source}", file.display())),
                )?;
            }
            (file, folder)
        }
        (None, Some(file)) => (file.clone(), folder_for(args.out.as_deref(), "runs/league", file)),
        // The parser of the command line does not let this happen.
        (None, None) => return Ok(()),
    };
    let request = LeagueRequest {
        file,
        folder: folder.clone(),
        threads: args.threads.count(),
        play: !args.show,
        bots: Some(admitted.clone()),
    };
    let interrupt = interrupts::listen()?;
    let bar = screen.progress(0, "games at most");
    let found = league(&context.games, &request, &interrupt, &mut |played, left| {
        bar.set_length(played + left);
        bar.set_position(played);
    })?;
    bar.finish_and_clear();
    bots::remark(&admitted);
    let page = folder.join("report.html");
    let mut document = found.document();
    document.push(Passage::Remark(format!(
        "page: {}; tables in {} and {}, plots in {}",
        page.display(),
        folder.join("tables.md").display(),
        folder.join("csv").display(),
        folder.join("plots").display()
    )));
    let facts = json!({"complete": found.is_complete(), "left": found.left(), "page": page});
    args.output.print(&document, facts, screen)?;
    if args.show || found.is_complete() {
        return Ok(());
    }
    Err(CliError::Interrupted(format!(
        "at most {} games are left; everything played is stored in {}: run the same command again to go on",
        found.left(),
        folder.display()
    )))
}
