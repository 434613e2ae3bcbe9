//! Single situations of the board and of the referee.

use crate::rules::{Kind, Rules, ThreeChess, forfeit_results};
use ludarium_game::{Game, Purpose, Seat, Seed, Tabletop, Turn};
use serde_json::Value;

use super::{Clocks, SEAT_LETTERS, letter_of, moves_of, moves_text, number, position};
use super::{scores, triple};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, list, text, unrecognised};

/// The names of the seats in the sentences of the referee's cases.
const SEAT_NAMES: [&str; 3] = ["Blue", "Green", "Red"];

/// Checks all cases of a record.
pub(super) fn verify(record: &Value, check: &mut Check) -> Result<(), Failure> {
    for (name, verify) in [
        (
            "referee",
            referee_case as fn(&Value, &mut Check) -> Result<(), Failure>,
        ),
        ("board", board_case),
    ] {
        if record.get(name).is_none() {
            continue;
        }
        for (index, case) in list(record, name)?.iter().enumerate() {
            check.place = format!("{name} case {index}");
            check.position.clear();
            verify(case, check)?;
        }
    }
    Ok(())
}

fn start() -> ThreeChess {
    ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Start, 0))
}

/// What the referee did when a seat gave an illegal answer or was late at its first move.
///
/// Cases whose result is a sentence tell how the original program behaves as a process, which is
/// not a matter of rules.
fn referee_case(case: &Value, check: &mut Check) -> Result<(), Failure> {
    if case.get("result").is_some_and(Value::is_string) {
        return Ok(());
    }
    let recorded = triple(case, "result")?;
    let sentence = text(case, "case")?;
    let unknown = || unrecognised(format!("{}: `{sentence}`", check.place));
    let mut words = sentence.split_whitespace();
    let name = words.next().unwrap_or_default();
    let seat = SEAT_NAMES
        .iter()
        .position(|known| *known == name)
        .ok_or_else(unknown)?;
    let seat = Seat(seat as u8);
    let verb = words.next().unwrap_or_default();
    let numbers: Vec<i64> = words.filter_map(|word| word.parse().ok()).collect();
    match (verb, &*numbers) {
        ("answers", _) => check.equal("results", recorded, forfeit_results(seat).map(i64::from)),
        ("needs", &[needed, clock, ..]) => {
            let mut clocks = Clocks([clock; 3]);
            check.equal("move in time", false, clocks.spend(seat, needed))?;
            if case.get("time_left").is_some() {
                check.equal("time left", triple(case, "time_left")?, clocks.0)?;
            }
            check.equal(
                "results",
                recorded,
                start().timeout_results(seat).map(i64::from),
            )
        }
        _ => Err(unknown()),
    }
}

/// Everything that is claimed about one position or a few moves.
fn board_case(case: &Value, check: &mut Check) -> Result<(), Failure> {
    let before = check.tally.checks;
    let game = match case.get("state") {
        Some(_) => position(text(case, "state")?, check)?,
        None => start(),
    };
    if case.get("move").is_some() {
        let clock = number(case, "clock_ms")?;
        let mut table = Table::new(game.clone(), clock);
        table.play(text(case, "move")?, number(case, "ms")?, check)?;
        table.verify(case, check)?;
    }
    if case.get("moves").is_some() {
        timed_moves(case, &game, check)?;
    }
    let claims = case.as_object().into_iter().flatten();
    for (key, claim) in claims {
        let moves = if key.starts_with("king_moves") {
            moves_of(&game, Kind::King)
        } else if key.starts_with("pawn_moves") {
            moves_of(&game, Kind::Pawn)
        } else if key == "legal_count" {
            let count = moves_text(&game).split_whitespace().count() as i64;
            check.equal(key, number(case, key)?, count)?;
            continue;
        } else if let Some(mv) = key.strip_prefix("after_").filter(|mv| mv.contains('-')) {
            let mut after = game.clone();
            after.play(check.accept("move", mv, game.parse_move(mv))?);
            let text = after.describe();
            text.split(' ').next().unwrap_or_default().to_owned()
        } else {
            continue;
        };
        let recorded = claim
            .as_str()
            .ok_or_else(|| unrecognised(format!("`{key}` is no text")))?;
        check.equal(key, recorded, &moves)?;
    }
    if check.tally.checks == before {
        return Err(unrecognised(format!(
            "{} claims nothing that is known here",
            check.place
        )));
    }
    check.tally.positions += 1;
    Ok(())
}

/// Moves with their times from the start, and what holds after the first and the second.
fn timed_moves(case: &Value, game: &ThreeChess, check: &mut Check) -> Result<(), Failure> {
    let described = text(case, "from")?;
    let clock = described
        .split_whitespace()
        .find_map(|word| word.parse().ok());
    let clock = clock.ok_or_else(|| unrecognised(format!("no clock in `{described}`")))?;
    let mut table = Table::new(game.clone(), clock);
    let moves = list(case, "moves")?;
    for (key, entry) in ["after_first", "after_second"].into_iter().zip(moves) {
        check.position = table.game.describe();
        let mv = entry.get(0).and_then(Value::as_str);
        let milliseconds = entry.get(1).and_then(Value::as_i64);
        let (Some(mv), Some(milliseconds)) = (mv, milliseconds) else {
            return Err(unrecognised(format!(
                "a move at {} is malformed",
                check.place
            )));
        };
        table.play(mv, milliseconds, check)?;
        if case.get(key).is_some() {
            table.verify(field(case, key, "a value", Some)?, check)?;
        }
    }
    Ok(())
}

/// A game with clocks.
struct Table {
    game: ThreeChess,
    clocks: Clocks,
    late: Option<Seat>,
}

impl Table {
    fn new(game: ThreeChess, clock: i64) -> Table {
        Table {
            game,
            clocks: Clocks([clock; 3]),
            late: None,
        }
    }

    fn play(&mut self, text: &str, milliseconds: i64, check: &mut Check) -> Result<(), Failure> {
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

    /// Compares everything that is claimed about the table as it stands.
    fn verify(&self, claims: &Value, check: &mut Check) -> Result<(), Failure> {
        let results = match self.late {
            Some(loser) => Some(self.game.timeout_results(loser)),
            None => self.game.results(),
        };
        let letter = |wanted| results.map_or("-", |results| letter_of(results, wanted));
        let turn = SEAT_LETTERS[self.game.seat_to_move().index()];
        for (key, found) in [
            ("winner", letter(1)),
            ("loser", letter(-1)),
            ("turn", turn),
            ("turn_after", turn),
        ] {
            if claims.get(key).is_some() {
                check.equal(key, text(claims, key)?, found)?;
            }
        }
        for (key, found) in [
            ("over", results.is_some()),
            ("executed", self.late.is_none()),
        ] {
            if claims.get(key).is_some() {
                check.equal(
                    key,
                    field(claims, key, "of the right kind", Value::as_bool)?,
                    found,
                )?;
            }
        }
        let [blue, green, red] = self.clocks.0;
        let moves = moves_text(&self.game).split_whitespace().count() as i64;
        for (key, found) in [
            ("time_left_blue", blue),
            ("time_left_green", green),
            ("time_left_red", red),
            ("plies", self.game.plies().into()),
            ("legal_moves_left_for_turn", moves),
        ] {
            if claims.get(key).is_some() {
                check.equal(key, number(claims, key)?, found)?;
            }
        }
        if claims.get("score").is_some() {
            check.equal("score", triple(claims, "score")?, scores(&self.game))?;
        }
        Ok(())
    }
}
