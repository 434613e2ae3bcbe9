//! `ludarium show`: a position as a picture.

use std::path::PathBuf;

use ludarium_draw::{Style, Theme};
use ludarium_game::{Position, Turn};
use serde_json::json;

use super::{GameArgs, PositionArgs};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, Screen};

/// Show a position: in the terminal, as SVG or as PNG
#[derive(Debug, clap::Args)]
pub struct ShowCommand {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    start: PositionArgs,

    /// Write an SVG picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a PNG picture to this file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// The width of the PNG picture in pixels
    #[arg(long, default_value_t = 1200, value_name = "N", value_parser = clap::value_parser!(u32).range(64..=8192))]
    width: u32,

    /// Draw pictures on a dark background
    #[arg(long)]
    dark: bool,

    /// Print JSON: the position, whose turn it is, the legal moves
    #[arg(long)]
    json: bool,
}

/// Draws and prints.
pub fn run(args: &ShowCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rules = args.game.rules(context)?;
    let position = args.start.position(&*rules)?;
    let scene = position.scene();
    let style =
        Style { theme: if args.dark { Theme::Dark } else { Theme::Light }, ..Style::default() };
    if let Some(path) = &args.svg {
        std::fs::write(path, ludarium_draw::svg(&scene, &style)).map_err(CliError::write(path))?;
    }
    if let Some(path) = &args.png {
        let png = ludarium_draw::png(&scene, &style, args.width).map_err(CliError::draw)?;
        std::fs::write(path, &png).map_err(CliError::write(path))?;
    }
    if args.json {
        return screen.json(&as_json(&position));
    }
    let terminal = screen.board_style();
    screen.line(ludarium_draw::terminal(&scene, &terminal).trim_end())?;
    screen.line("")?;
    screen.line(format!("{FAINT}{}{FAINT:#}", position.describe()))?;
    for path in [&args.svg, &args.png].into_iter().flatten() {
        screen.line(format!("{FAINT}wrote {}{FAINT:#}", path.display()))?;
    }
    Ok(())
}

fn as_json(position: &Position) -> serde_json::Value {
    let moves: Vec<String> = match position.turn() {
        // In the game's own order, which lists sorted by text do not keep.
        Turn::Seat(_) => position.divide(1).into_iter().map(|(mv, _)| mv).collect(),
        Turn::Chance | Turn::Over => Vec::new(),
    };
    let turn = match position.turn() {
        Turn::Seat(seat) => {
            json!(position.scene().seats.get(seat.index()).map(|style| &style.name))
        }
        Turn::Chance => json!("chance"),
        Turn::Over => json!("over"),
    };
    let scores = match position.turn() {
        Turn::Over => json!(position.scores().as_slice(position.seats())),
        _ => json!(null),
    };
    json!({
        "game": position.game(),
        "position": position.describe(),
        "turn": turn,
        "moves": moves,
        "ending": position.ending(),
        "scores": scores,
        "key": format!("{:016x}", position.key()),
    })
}
