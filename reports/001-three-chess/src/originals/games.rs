//! Recorded games: every position, every legal list, every flag, the clocks and the end.

use ludarium_game::{Game, Purpose, Seed, Tabletop, Turn};
use ludarium_three_chess::rules::{Kind, Move, Piece, Rules, ThreeChess};
use serde::Deserialize;

use super::{Clocks, letter_of, moves_text, position, scores};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A game.
#[derive(Deserialize)]
pub(super) struct ClockedGame {
    id: Option<String>,
    timed: bool,
    clock_ms: i64,
    plies: Vec<ClockedPly>,
    end: ClockedEnd,
}

/// A position, its legal moves, the move made, its time and its flags.
#[derive(Deserialize)]
struct ClockedPly {
    s: String,
    l: String,
    m: String,
    ms: Option<i64>,
    #[serde(default)]
    f: String,
}

#[derive(Deserialize)]
struct ClockedEnd {
    s: String,
    reason: String,
    winner: String,
    loser: String,
    result: [i8; 3],
    score: [i64; 3],
    time_left: Option<[i64; 3]>,
}

/// Replays one game.
pub(super) fn verify(
    record: &ClockedGame,
    index: usize,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let name = match &record.id {
        Some(id) => format!("game {id}"),
        None => format!("game {index}"),
    };
    check.place = name.clone();
    let mut clocks = Clocks([record.clock_ms; 3]);
    let mut chance = Seed(0).stream(Purpose::Start, 0);
    let mut game = ThreeChess::start(&Rules::default(), &mut chance);
    let mut late = None;
    for (ply, entry) in record.plies.iter().enumerate() {
        check.place = format!("{name}, ply {ply}");
        if late.is_some() {
            return Err(check.differ("end of the game", "another move", "a clock has run out"));
        }
        let mv = verify_ply(entry, &game, check)?;
        let Turn::Seat(seat) = game.turn() else {
            return Err(check.differ("turn", "a seat to move", game.ending()));
        };
        let in_time = match (record.timed, entry.ms) {
            (true, Some(spent)) => clocks.spend(seat, spent),
            (true, None) => return Err(unrecognised("missing field `ms` in a timed game")),
            (false, _) => true,
        };
        // A move that comes too late is recorded without its other flags and not made.
        let flags = if in_time { flags(&game, mv) } else { "flag".to_owned() };
        check.equal("flags of the move", &entry.f, &flags)?;
        if in_time {
            game.play(mv);
            check.tally.plies += 1;
        } else {
            late = Some(seat);
        }
    }
    check.place = format!("{name}, end");
    let end = &record.end;
    check.position.clone_from(&end.s);
    check.equal("last position", &end.s, &game.describe())?;
    let read = position(&end.s, check)?;
    check.equal("position read from the text", &read, &game)?;
    let (reason, results) = match (late, game.results()) {
        (Some(loser), _) => ("time", game.timeout_results(loser)),
        (None, Some(results)) => ("king", results),
        (None, None) => return Err(check.differ("end of the game", "over", "the game goes on")),
    };
    check.equal("reason", &end.reason[..], reason)?;
    check.equal("winner", &end.winner[..], letter_of(results, 1))?;
    check.equal("loser", &end.loser[..], letter_of(results, -1))?;
    check.equal("results", end.result, results)?;
    check.equal("scores", end.score, scores(&game))?;
    if record.timed {
        check.equal("time left", end.time_left, Some(clocks.0))?;
    }
    check.tally.games += 1;
    Ok(())
}

/// Compares position and legal moves before a ply, and reads the move that was made.
fn verify_ply(
    entry: &ClockedPly,
    game: &ThreeChess,
    check: &mut RecordCheck,
) -> Result<Move, VerifyError> {
    check.position.clone_from(&entry.s);
    check.equal("position", &entry.s, &game.describe())?;
    let read = position(&entry.s, check)?;
    check.equal("position read from the text", &read, game)?;
    check.equal("legal moves", &entry.l, &moves_text(game))?;
    check.tally.positions += 1;
    check.accept("move", &entry.m, game.parse_move(&entry.m))
}

/// The flags of a move, in the order of the records.
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
