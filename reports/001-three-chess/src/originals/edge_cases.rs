//! Single situations of the board and of the referee.

use std::collections::BTreeMap;

use ludarium_game::{Game, Purpose, Seat, Seed, Tabletop, Turn};
use ludarium_three_chess::rules::{Kind, Rules, ThreeChess, forfeit_results};
use serde::Deserialize;
use serde_json::Value;

use super::{Clocks, SEAT_LETTERS, letter_of, moves_of, moves_text, position, scores};
use ludarium_bundle::originals::{RecordCheck, VerifyError, read, unrecognised};

/// The names of the seats in the sentences of the referee's cases.
const SEAT_NAMES: [&str; 3] = ["Blue", "Green", "Red"];

#[derive(Deserialize)]
pub(super) struct Cases {
    #[serde(default)]
    referee: Vec<RefereeCase>,
    #[serde(default)]
    board: Vec<BoardCase>,
}

/// What the referee did when a seat gave an illegal answer or was late at its first move.
#[derive(Deserialize)]
struct RefereeCase {
    case: String,
    /// Three results, or a sentence.
    result: Value,
    time_left: Option<[i64; 3]>,
}

/// Everything that is claimed about one position or a few moves.
#[derive(Deserialize)]
struct BoardCase {
    state: Option<String>,
    #[serde(rename = "move")]
    mv: Option<String>,
    clock_ms: Option<i64>,
    ms: Option<i64>,
    /// Where timed moves begin, in words that hold the clock.
    from: Option<String>,
    #[serde(default)]
    moves: Vec<(String, i64)>,
    after_first: Option<Claims>,
    after_second: Option<Claims>,
    legal_count: Option<usize>,
    #[serde(flatten)]
    claims: Claims,
    /// `king_moves…`, `pawn_moves…` and `after_MOVE`.
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// What is claimed about the current state of a game.
#[derive(Deserialize)]
struct Claims {
    winner: Option<String>,
    loser: Option<String>,
    turn: Option<String>,
    turn_after: Option<String>,
    over: Option<bool>,
    executed: Option<bool>,
    time_left_blue: Option<i64>,
    time_left_green: Option<i64>,
    time_left_red: Option<i64>,
    plies: Option<i64>,
    legal_moves_left_for_turn: Option<i64>,
    score: Option<[i64; 3]>,
}

/// Checks all cases of a record.
pub(super) fn verify(record: &Cases, check: &mut RecordCheck) -> Result<(), VerifyError> {
    for (index, case) in record.referee.iter().enumerate() {
        check.place = format!("referee case {index}");
        referee_case(case, check)?;
    }
    for (index, case) in record.board.iter().enumerate() {
        check.place = format!("board case {index}");
        check.position.clear();
        board_case(case, check)?;
    }
    Ok(())
}

fn start() -> ThreeChess {
    ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Start, 0))
}

fn referee_case(case: &RefereeCase, check: &mut RecordCheck) -> Result<(), VerifyError> {
    if case.result.is_string() {
        // How the original program behaves as a process does not concern the rules.
        return Ok(());
    }
    let recorded: [i8; 3] = read(&case.result)?;
    let unknown = || unrecognised(format!("{}: `{}`", check.place, case.case));
    let mut words = case.case.split_whitespace();
    let name = words.next().unwrap_or_default();
    let seat = SEAT_NAMES.iter().position(|known| *known == name);
    let seat = Seat(seat.ok_or_else(unknown)? as u8);
    let verb = words.next().unwrap_or_default();
    let numbers: Vec<i64> = words.filter_map(|word| word.parse().ok()).collect();
    match (verb, &*numbers) {
        ("answers", _) => check.equal("results", recorded, forfeit_results(seat)),
        ("needs", &[needed, clock, ..]) => {
            let mut clocks = Clocks([clock; 3]);
            check.equal("move in time", false, clocks.spend(seat, needed))?;
            if let Some(left) = case.time_left {
                check.equal("time left", left, clocks.0)?;
            }
            check.equal("results", recorded, start().timeout_results(seat))
        }
        _ => Err(unknown()),
    }
}

fn board_case(case: &BoardCase, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let before = check.tally.checks;
    let game = match &case.state {
        Some(state) => position(state, check)?,
        None => start(),
    };
    if let Some(mv) = &case.mv {
        let (Some(clock), Some(spent)) = (case.clock_ms, case.ms) else {
            return Err(unrecognised("a move without `clock_ms` and `ms`"));
        };
        let mut timed = TimedGame::new(game.clone(), clock);
        timed.play(mv, spent, check)?;
        timed.verify(&case.claims, check)?;
    }
    if !case.moves.is_empty() {
        timed_moves(case, &game, check)?;
    }
    if let Some(recorded) = case.legal_count {
        let count = moves_text(&game).split_whitespace().count();
        check.equal("legal_count", recorded, count)?;
    }
    for (key, claim) in &case.others {
        let moves = if key.starts_with("king_moves") {
            moves_of(&game, Kind::King)
        } else if key.starts_with("pawn_moves") {
            moves_of(&game, Kind::Pawn)
        } else if let Some(mv) = key.strip_prefix("after_").filter(|mv| mv.contains('-')) {
            let mut after = game.clone();
            after.play(check.accept("move", mv, game.parse_move(mv))?);
            let text = after.describe();
            text.split(' ').next().unwrap_or_default().to_owned()
        } else {
            continue;
        };
        check.equal(key, claim.as_str(), Some(&moves[..]))?;
    }
    if check.tally.checks == before {
        return Err(unrecognised(format!("{} claims nothing that is known here", check.place)));
    }
    check.tally.positions += 1;
    Ok(())
}

/// Moves with their times from the start, and what holds after the first and the second.
fn timed_moves(
    case: &BoardCase,
    game: &ThreeChess,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let described = case.from.as_deref().unwrap_or_default();
    let mut words = described.split_whitespace();
    let clock = words.find_map(|word| word.parse().ok());
    let clock = clock.ok_or_else(|| unrecognised(format!("no clock in `{described}`")))?;
    let mut timed = TimedGame::new(game.clone(), clock);
    let claims = [&case.after_first, &case.after_second];
    for (claims, (mv, milliseconds)) in claims.into_iter().zip(&case.moves) {
        check.position = timed.game.describe();
        timed.play(mv, *milliseconds, check)?;
        if let Some(claims) = claims {
            timed.verify(claims, check)?;
        }
    }
    Ok(())
}

/// A game with clocks.
struct TimedGame {
    game: ThreeChess,
    clocks: Clocks,
    late: Option<Seat>,
}

impl TimedGame {
    fn new(game: ThreeChess, clock: i64) -> TimedGame {
        TimedGame { game, clocks: Clocks([clock; 3]), late: None }
    }

    fn play(
        &mut self,
        text: &str,
        milliseconds: i64,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let mv = check.accept("move", text, self.game.parse_move(text))?;
        let Turn::Seat(seat) = self.game.turn() else {
            return Err(check.differ("turn", "a seat to move", self.game.ending()));
        };
        if self.clocks.spend(seat, milliseconds) {
            self.game.play(mv);
        } else {
            self.late = Some(seat);
        }
        Ok(())
    }

    /// Compares everything that is claimed about the current state of the game.
    fn verify(&self, claims: &Claims, check: &mut RecordCheck) -> Result<(), VerifyError> {
        let results = match self.late {
            Some(loser) => Some(self.game.timeout_results(loser)),
            None => self.game.results(),
        };
        let letter = |wanted| results.map_or("-", |results| letter_of(results, wanted));
        let turn = SEAT_LETTERS[self.game.seat_to_move().index()];
        for (key, claim, found) in [
            ("winner", &claims.winner, letter(1)),
            ("loser", &claims.loser, letter(-1)),
            ("turn", &claims.turn, turn),
            ("turn_after", &claims.turn_after, turn),
        ] {
            if let Some(claim) = claim {
                check.equal(key, &claim[..], found)?;
            }
        }
        for (key, claim, found) in [
            ("over", claims.over, results.is_some()),
            ("executed", claims.executed, self.late.is_none()),
        ] {
            if let Some(claim) = claim {
                check.equal(key, claim, found)?;
            }
        }
        let [blue, green, red] = self.clocks.0;
        let moves = moves_text(&self.game).split_whitespace().count() as i64;
        for (key, claim, found) in [
            ("time_left_blue", claims.time_left_blue, blue),
            ("time_left_green", claims.time_left_green, green),
            ("time_left_red", claims.time_left_red, red),
            ("plies", claims.plies, self.game.plies().into()),
            ("legal_moves_left_for_turn", claims.legal_moves_left_for_turn, moves),
        ] {
            if let Some(claim) = claim {
                check.equal(key, claim, found)?;
            }
        }
        if let Some(score) = claims.score {
            check.equal("score", score, scores(&self.game))?;
        }
        Ok(())
    }
}
