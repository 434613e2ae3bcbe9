//! Recorded games: every position, every legal list, every flag, the clocks and the end.

use crate::rules::{Kind, Move, Piece, Rules, ThreeChess};
use ludarium_game::{Game, Purpose, Seed, Tabletop, Turn};
use serde_json::Value;

use super::{Clocks, letter_of, moves_text, number, position, scores, triple};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, list, text, unrecognised};

/// Replays one game.
pub(super) fn verify(record: &Value, index: usize, check: &mut Check) -> Result<(), Failure> {
    let name = match record.get("id").and_then(Value::as_str) {
        Some(id) => format!("game {id}"),
        None => format!("game {index}"),
    };
    check.place = name.clone();
    let timed = field(record, "timed", "of the right kind", Value::as_bool)?;
    let mut clocks = Clocks([number(record, "clock_ms")?; 3]);
    let mut chance = Seed(0).stream(Purpose::Start, 0);
    let mut game = ThreeChess::start(&Rules::default(), &mut chance);
    let mut late = None;
    for (ply, entry) in list(record, "plies")?.iter().enumerate() {
        check.place = format!("{name}, ply {ply}");
        if late.is_some() {
            return Err(check.differ("end of the game", "another move", "a clock has run out"));
        }
        let mv = verify_ply(entry, &game, check)?;
        let Turn::Seat(seat) = game.turn() else {
            return Err(check.differ("turn", "a seat to move", game.ending()));
        };
        let in_time = !timed || clocks.spend(seat, number(entry, "ms")?);
        let flags = match in_time {
            true => flags(&game, mv),
            // A move that comes too late is recorded without its other flags and not made.
            false => "flag".to_owned(),
        };
        let recorded = entry.get("f").map_or(Some(""), Value::as_str);
        let recorded = recorded.ok_or_else(|| unrecognised("`f` is not a text"))?;
        check.equal("flags of the move", recorded, &flags)?;
        if in_time {
            game.play(mv);
            check.tally.plies += 1;
        } else {
            late = Some(seat);
        }
    }
    check.place = format!("{name}, end");
    let end = field(record, "end", "of the right kind", Some)?;
    let state = text(end, "s")?;
    check.position = state.to_owned();
    check.equal("last position", state, game.describe())?;
    let read = position(state, check)?;
    check.equal("position read from the text", &read, &game)?;
    let (reason, results) = match (late, game.results()) {
        (Some(loser), _) => ("time", game.timeout_results(loser)),
        (None, Some(results)) => ("king", results),
        (None, None) => return Err(check.differ("end of the game", "over", "the game goes on")),
    };
    check.equal("reason", text(end, "reason")?, reason)?;
    check.equal("winner", text(end, "winner")?, letter_of(results, 1))?;
    check.equal("loser", text(end, "loser")?, letter_of(results, -1))?;
    check.equal("results", triple(end, "result")?, results.map(i64::from))?;
    check.equal("scores", triple(end, "score")?, scores(&game))?;
    if timed {
        check.equal("time left", triple(end, "time_left")?, clocks.0)?;
    }
    check.tally.games += 1;
    Ok(())
}

/// Compares position and legal moves before a ply, and reads the move that was made.
fn verify_ply(entry: &Value, game: &ThreeChess, check: &mut Check) -> Result<Move, Failure> {
    let state = text(entry, "s")?;
    check.position = state.to_owned();
    check.equal("position", state, game.describe())?;
    let read = position(state, check)?;
    check.equal("position read from the text", &read, game)?;
    check.equal("legal moves", text(entry, "l")?, moves_text(game))?;
    check.tally.positions += 1;
    let made = text(entry, "m")?;
    check.accept("move", made, game.parse_move(made))
}

/// What is remarkable about a move, in the order of the records.
fn flags(game: &ThreeChess, mv: Move) -> String {
    let mut flags = Vec::new();
    if let Some(victim) = game.piece(mv.end) {
        flags.push(format!("x{}", victim.letter()));
    }
    let kind = game.piece(mv.start).map(Piece::kind);
    let (from, to) = (mv.start.column(), mv.end.column());
    let crosses = mv.start.section() != mv.end.section();
    let mut flag = |name: &str, applies: bool| {
        if applies {
            flags.push(name.to_owned());
        }
    };
    flag("promote", kind == Some(Kind::Pawn) && mv.end.row() == 0);
    let castles = kind == Some(Kind::King) && !crosses && from.abs_diff(to) == 2;
    flag("castle-left", castles && to < from);
    flag("castle-right", castles && to > from);
    flag("seam", crosses);
    let two_rows = mv.start.row() == 1 && mv.end.row() == 3 && from == to;
    flag("double", kind == Some(Kind::Pawn) && !crosses && two_rows);
    flags.join(" ")
}
