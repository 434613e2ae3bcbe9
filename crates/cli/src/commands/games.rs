//! `ludarium games`: what can be played.

use ludarium_games::registry::{self, GameInfo};
use serde_json::json;

use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};
use crate::table;

/// List the games, their variants and options
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this game, with the options of its variants
    game: Option<String>,

    /// Print JSON, one object a game
    #[arg(long)]
    json: bool,
}

/// Lists all games, or one of them in detail.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let games: Vec<&GameInfo> = match &args.game {
        Some(name) => vec![registry::find(name)?],
        None => registry::GAMES.iter().collect(),
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

fn overview(games: &[&GameInfo], screen: &mut Screen) -> Result<(), CliError> {
    let mut rows = table::table(
        &["game", "seats", "chance", "variants", "what it is"],
        screen.table_width(),
    );
    for game in games {
        let variants: Vec<&str> = game.variants().map(|variant| variant.name).collect();
        rows.add_row([
            game.name,
            game.seats,
            game.chance,
            &variants.join(", "),
            game.summary,
        ]);
    }
    screen.line(table::trimmed(&rows))?;
    screen.line("")?;
    screen.line(format!(
        "{FAINT}The first variant is the default. Options: ludarium games GAME{FAINT:#}"
    ))
}

fn detail(game: &GameInfo, screen: &mut Screen) -> Result<(), CliError> {
    screen.line(format!(
        "{STRONG}{}{STRONG:#}: {}",
        game.title, game.summary
    ))?;
    screen.line(format!("seats {}, chance: {}", game.seats, game.chance))?;
    for form in game.forms {
        screen.line("")?;
        let mut variants = table::table(&["variant", "what it is"], screen.table_width());
        for variant in form.variants {
            variants.add_row([variant.name, variant.summary]);
        }
        screen.line(table::trimmed(&variants))?;
        if form.options.is_empty() {
            continue;
        }
        screen.line("")?;
        let mut options = table::table(
            &["option", "values", "default", "what it does"],
            screen.table_width(),
        );
        for option in form.options {
            options.add_row([option.key, option.values, option.default, option.summary]);
        }
        screen.line(table::trimmed(&options))?;
    }
    Ok(())
}

fn as_json(game: &GameInfo) -> serde_json::Value {
    let forms = game.forms.iter().map(|form| {
        let variants: Vec<_> = form
            .variants
            .iter()
            .map(|variant| json!({"name": variant.name, "summary": variant.summary}))
            .collect();
        let options: Vec<_> = form
            .options
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
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": game.seats,
        "chance": game.chance,
        "forms": forms.collect::<Vec<_>>(),
    })
}
