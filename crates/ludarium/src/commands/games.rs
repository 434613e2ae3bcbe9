//! `ludarium games`: what can be played.

use ludarium_arena::GameEntry;
use ludarium_report::sheet::Sheet;
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};
use crate::sheets::{print, print_here};

/// List the games, their variants and options
#[derive(Debug, clap::Args)]
pub struct GamesCommand {
    /// Only this game, with the options of its variants
    game: Option<String>,

    /// Print JSON, one object a game
    #[arg(long)]
    json: bool,
}

/// Lists all games, or one of them in detail.
pub fn run(args: &GamesCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let games: Vec<&GameEntry> = match &args.game {
        Some(name) => vec![context.games.find(name)?],
        None => context.games.iter().collect(),
    };
    if args.json {
        for game in games {
            screen.json(&as_json(game))?;
        }
        return Ok(());
    }
    match args.game {
        Some(_) => games.into_iter().try_for_each(|game| detail(game, screen)),
        None => overview(&games, screen),
    }
}

/// Prints a list of games.
pub fn overview(games: &[&GameEntry], screen: &mut Screen) -> Result<(), CliError> {
    let row = |game: &&GameEntry| {
        let variants: Vec<&str> = game.variants().map(|variant| variant.name).collect();
        let (name, chance, summary) = (game.info.name, game.info.chance, game.info.summary);
        let (seats, variants) = (game.info.seats_text(), variants.join(", "));
        [name.to_owned(), seats, chance.to_owned(), variants, summary.to_owned()]
    };
    let headings = ["game", "seats", "chance", "variants", "what it is"];
    print_here(&Sheet::new("", headings).texts(games.iter().map(row)), screen)?;
    screen.line("")?;
    screen.line(format!(
        "{FAINT}The first variant is the default. Options: ludarium games GAME{FAINT:#}"
    ))
}

fn detail(game: &GameEntry, screen: &mut Screen) -> Result<(), CliError> {
    screen.line(format!("{STRONG}{}{STRONG:#}: {}", game.info.title, game.info.summary))?;
    let seats = game.info.seats_text();
    screen.line(format!("seats {seats}, chance: {}", game.info.chance))?;
    for (variants, options) in game.forms() {
        let rows = variants.iter().map(|one| [one.name, one.summary]);
        print(&Sheet::new("", ["variant", "what it is"]).texts(rows), screen)?;
        let rows = options.iter().map(|one| [one.key, one.values, one.default, one.summary]);
        let headings = ["option", "values", "default", "what it does"];
        if let Some(sheet) = Sheet::new("", headings).texts(rows).if_any() {
            print(&sheet, screen)?;
        }
    }
    Ok(())
}

fn as_json(game: &GameEntry) -> serde_json::Value {
    let forms = game.forms().map(|(variants, options)| {
        let variants: Vec<_> = variants
            .iter()
            .map(|variant| json!({"name": variant.name, "summary": variant.summary}))
            .collect();
        let options: Vec<_> = options
            .iter()
            .map(|option| {
                json!({
                    "key": option.key,
                    "values": option.values,
                    "default": option.default,
                    "summary": option.summary,
                })
            })
            .collect();
        json!({"variants": variants, "options": options})
    });
    json!({
        "name": game.info.name,
        "title": game.info.title,
        "summary": game.info.summary,
        "seats": game.info.seats_text(),
        "chance": game.info.chance,
        "forms": forms.collect::<Vec<_>>(),
    })
}
