//! Games played on the server: every state, move list, datagram and event.

use crate::doors::ServerText;
use ludarium_game::{Game, MoveList, Tabletop, Turn};
use ludarium_tuc_chess::rules::{BLACK, Effect, Kind, Move, TucChess, WHITE};
use serde::Deserialize;
use serde_json::Value;

use super::{server, sorted, written};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A game.
#[derive(Deserialize)]
pub(super) struct ServerGame {
    game: Option<Value>,
    plies: Vec<ServerPly>,
    end: ServerEnd,
}

/// A state with its moves, the move made, and what followed.
#[derive(Deserialize)]
struct ServerPly {
    s: String,
    /// The moves of the written rules.
    l: Vec<String>,
    /// Moves that only the server allows.
    #[serde(default)]
    x: Vec<String>,
    m: String,
    /// The value of the present that was taken.
    #[serde(deserialize_with = "Option::deserialize")]
    g: Option<u64>,
    /// Where a present appeared: `99` for nowhere, nothing where the move ended the game.
    #[serde(deserialize_with = "Option::deserialize")]
    b: Option<String>,
    /// The datagram.
    w: String,
    /// Events.
    #[serde(default)]
    e: Vec<String>,
}

#[derive(Deserialize)]
struct ServerEnd {
    reason: String,
    plies: usize,
    state: String,
    score: [u64; 2],
    leader: String,
    #[serde(deserialize_with = "Option::deserialize")]
    wire: Option<String>,
    written_score: [u64; 2],
}

/// Replays one game.
pub(super) fn verify(
    game: &ServerGame,
    index: usize,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let name = game.game.as_ref();
    let name = name.map_or(index.to_string(), Value::to_string);
    check.place = format!("game {name}");
    let [first, ..] = &game.plies[..] else {
        return Err(unrecognised(format!("{}: no plies", check.place)));
    };
    let start = TucChess::parse(&server()?, &first.s);
    let mut position = check.accept("first state", &first.s, start)?;
    let mut last_datagram = "";
    let mut points_to_white = 0;
    for (ply, record) in game.plies.iter().enumerate() {
        check.place = format!("game {name}, ply {ply}");
        check.position = position.describe();
        check.equal("state", &record.s, &position.describe())?;
        last_datagram = &record.w;
        points_to_white += verify_ply(record, &mut position, check)?;
    }
    check.place = format!("game {name}, end");
    check.position = position.describe();
    check.equal("number of plies", game.end.plies, game.plies.len())?;
    verify_end(&game.end, &position, last_datagram, points_to_white, check)?;
    check.tally.games += 1;
    Ok(())
}

/// Replays one move with its chance event. Gives the number of last-row points that went to White
/// by the server's mistake.
fn verify_ply(
    record: &ServerPly,
    position: &mut TucChess,
    check: &mut RecordCheck,
) -> Result<u64, VerifyError> {
    verify_lists(record, position, check)?;
    let step = check.accept("move", &record.m, position.parse_move(&record.m))?;
    let before = *position;
    let effect = before.effect(step);
    position.play(step);
    check.tally.plies += 1;

    let (value, appeared) = (record.g, record.b.as_deref());
    // The record has no new present (not even `99`) exactly when the move ended the game.
    let ended = appeared.is_none();
    let mut drawn = None;
    if position.turn() == Turn::Chance {
        let place = appeared.unwrap_or("99");
        let outcome = match value {
            Some(value) => format!("{value}@{place}"),
            None => place.to_owned(),
        };
        let outcome = check.accept("chance outcome", &outcome, position.parse_move(&outcome))?;
        position.play(outcome);
        drawn = Some(outcome);
        check.tally.plies += 1;
    } else {
        check.equal("value of a present", value, None)?;
    }
    let over = position.turn() == Turn::Over && position.ending() != "stalemate";
    check.equal("end after the move", ended, over)?;

    let datagram = ServerText::after(position, step, drawn).to_string();
    check.equal("datagram", &record.w, &datagram)?;
    let misplaced = before.side_to_move() == BLACK && effect.last_row_point == Some(WHITE);
    let events = events(&effect, value, misplaced);
    check.equal("events", &record.e[..], events)?;
    Ok(u64::from(misplaced))
}

/// The record lists the moves of the written rules, and apart from them what the server adds.
fn verify_lists(
    record: &ServerPly,
    position: &TucChess,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let (extra, ordinary): (Vec<Move>, Vec<Move>) =
        moves.iter().partition(|&&mv| position.effect(mv).teleport);
    check.equal("legal moves", &record.l[..], sorted(position, &ordinary))?;
    let what = "moves that only the server allows";
    check.equal(what, &record.x[..], sorted(position, &extra))?;
    // Where the written rules end the game, the server may go on.
    let state = position.describe();
    let as_written = check.accept("state", &state, TucChess::parse(&written()?, &state))?;
    if as_written.turn() != Turn::Over {
        as_written.moves(&mut moves);
        let found = sorted(&as_written, &moves);
        check.equal("legal moves as written", &record.l[..], found)?;
    }
    check.tally.positions += 1;
    Ok(())
}

/// The names of what a move did, in the order of the records.
fn events(effect: &Effect, value: Option<u64>, misplaced: bool) -> Vec<String> {
    let mut events = Vec::new();
    events.extend(effect.captured.map(|kind| match kind {
        Kind::Pawn => "capP",
        Kind::Rook => "capR",
        Kind::King => "capK",
    }));
    if effect.last_row_point.is_some() {
        events.push(match (effect.captured, effect.teleport) {
            (Some(_), _) => "capromo",
            (None, true) => "teleport",
            (None, false) => "promo",
        });
    }
    if misplaced {
        events.push("point-to-white");
    }
    events.extend(value.map(|value| if value == 0 { "present0" } else { "present1" }));
    events.into_iter().map(str::to_owned).collect()
}

fn verify_end(
    end: &ServerEnd,
    position: &TucChess,
    last_datagram: &str,
    points_to_white: u64,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let reason = match position.ending() {
        "king captured" => "king",
        "two kings" => "two-kings",
        "stalemate" => "stalemate",
        // The recorder stopped such games; the server would have gone on.
        _ => "ply-limit",
    };
    check.equal("reason of the end", &end.reason[..], reason)?;
    check.equal("final state", &end.state, &position.describe())?;
    let white = u64::from(position.points(WHITE));
    let black = u64::from(position.points(BLACK));
    check.equal("final score", end.score, [white, black])?;
    // What White got by mistake belongs to Black.
    let white_as_written = white.saturating_sub(points_to_white);
    let as_written = [white_as_written, black + points_to_white];
    check.equal("final score as written", end.written_score, as_written)?;
    let leader = match white.cmp(&black) {
        std::cmp::Ordering::Greater => "white",
        std::cmp::Ordering::Less => "black",
        std::cmp::Ordering::Equal => "draw",
    };
    check.equal("leader", &end.leader[..], leader)?;
    let by_score = matches!(reason, "king" | "two-kings");
    if by_score {
        let share = match leader {
            "white" => 1.0,
            "black" => 0.0,
            _ => 0.5,
        };
        check.equal("White's result", share, position.scores().of(WHITE).0)?;
    }
    let announced = by_score.then_some(last_datagram);
    check.equal("last datagram", end.wire.as_deref(), announced)
}
