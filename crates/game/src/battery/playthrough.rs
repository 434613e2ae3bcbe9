//! Golden playthroughs: one recorded random game for each variant, with everything that a position says, so that a
//! change of rules, order, keys or notation is a readable difference.

use std::fmt::Write as _;
use std::path::Path;

use super::rules;
use crate::{Listing, MoveList, Purpose, Seed, Tabletop, Turn};

/// The number of positions that are written in full; after them only the moves and the end.
const IN_FULL: usize = 24;
const LONGEST: usize = 2000;

/// Each variant of a game plays as recorded in `<variant>.txt` of a folder. With `LUDARIUM_RECORD` in the
/// environment the files are written first.
pub fn check_playthroughs<G: Tabletop>(folder: &Path) {
    for variant in G::VARIANTS {
        let played = playthrough::<G>(&rules::<G>(variant.name));
        let file = folder.join(format!("{}.txt", variant.name));
        if std::env::var_os("LUDARIUM_RECORD").is_some() {
            std::fs::create_dir_all(folder).expect("a folder that can be made");
            std::fs::write(&file, &played).expect("a file that can be written");
        }
        let recorded = std::fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!("{}: {error}; LUDARIUM_RECORD=1 writes it", file.display())
        });
        for (line, (was, is)) in recorded.lines().zip(played.lines()).enumerate() {
            assert_eq!(was, is, "{} line {}", file.display(), line + 1);
        }
        assert_eq!(recorded.len(), played.len(), "{}", file.display());
    }
}

fn playthrough<G: Tabletop>(rules: &G::Rules) -> String {
    let mut rng = Seed(2026).stream(Purpose::Test, 0);
    let mut position = G::start(rules, &mut rng);
    let mut moves = MoveList::new();
    let mut text = String::new();
    for ply in 0..LONGEST {
        let turn = position.turn();
        let mv = match turn {
            Turn::Seat(_) => position.pick(&mut rng, &mut moves),
            Turn::Chance => position.roll(&mut rng),
            Turn::Over => break,
        };
        if ply < IN_FULL {
            write_position(&position, &mut text);
        }
        let who = match turn {
            Turn::Seat(seat) => format!("seat {}", seat.0),
            _ => "chance".to_owned(),
        };
        let _ = writeln!(text, "{ply} {who}: {}", position.describe_move(mv));
        position.play(mv);
    }
    write_position(&position, &mut text);
    let _ = writeln!(text, "ending   {}", position.ending());
    let _ = writeln!(text, "scores   {:?}", position.scores().as_slice(position.seats()));
    text
}

fn write_position<G: Tabletop>(position: &G, text: &mut String) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let listed: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    let _ = writeln!(text, "\nposition {}", position.describe());
    let _ = writeln!(text, "key      {:016x}", position.key());
    if !listed.is_empty() {
        let _ = writeln!(text, "moves    {}", listed.join(" "));
    }
    let mut chances = Vec::new();
    match position.chances(&mut chances) {
        Listing::TooMany => text.push_str("chances  too many to list\n"),
        Listing::Complete if chances.is_empty() => {}
        Listing::Complete => {
            let listed: Vec<String> = chances
                .iter()
                .map(|&(outcome, p)| format!("{} {p:.6}", position.describe_move(outcome)))
                .collect();
            let _ = writeln!(text, "chances  {}", listed.join(", "));
        }
    }
}
