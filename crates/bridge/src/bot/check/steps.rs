//! The steps of the check.

use std::time::Duration;

use ludarium_game::Seed;
use serde_json::json;

use super::exam::{Checked, Exam};

/// The clock that a bot has to obey.
const CLOCK: Duration = Duration::from_millis(100);

/// How late an answer may be: the margin of the arena, which is the machine's and not the bot's.
const MARGIN: Duration = Duration::from_millis(50);

/// Moves under the clock, how many of them may be late, and how often that is tried: a busy machine delays
/// some, but hardly each time.
const CLOCKED_MOVES: usize = 10;
const LATE_MOVES: usize = 2;
const CLOCK_TRIES: usize = 5;

/// How many turns of each game show whether a bot knows the game.
const BEGUN_TURNS: usize = 2;

/// Positions in which a bot has to choose a listed move, for each game.
const POSITIONS: usize = 50;

/// A whole game is given up after this number of moves of the bot.
const LONGEST_GAME: usize = 3000;

/// Moves that are compared to see whether the same seed gives the same moves.
const COMPARED_MOVES: usize = 10;

/// Tries everything, in order.
pub(super) fn all(exam: &mut Exam<'_>) {
    let mut greeted = false;
    exam.step("says hello in time", |exam| {
        exam.hello()?;
        if exam.games.is_empty() {
            return Err(
                "none of the games it lists is one of ours: see `ludarium games`".to_owned()
            );
        }
        greeted = true;
        Ok(())
    });
    if !greeted {
        exam.give_up();
    }
    exam.step("sends each answer at once", flushes);
    if exam.unflushed {
        exam.give_up();
    }
    exam.step("answers ping", |exam| exam.ping(None));
    exam.step("repeats the id of each request", ids);
    exam.step("begins each game that it plays", |exam| exam.begin_each_game(BEGUN_TURNS));
    exam.game_step("ignores fields it does not know", unknown_fields);
    exam.step("ignores messages it does not know", unknown_messages);
    exam.game_step("plays two games in a row", two_games);
    exam.game_step("obeys a clock of 100 ms a move", obeys_the_clock);
    exam.game_step("chooses only listed moves, in 50 positions of each game", listed_moves);
    exam.game_step("asks `after` only for moves that can be made", |exam| {
        match (&exam.ahead.first, exam.ahead.wrong) {
            (Some(first), wrong) => Err(format!(
                "{wrong} of {} requests could not be followed; the first: {first}",
                exam.ahead.asked
            )),
            (None, _) => Ok(()),
        }
    });
    exam.game_step("survives a game that ends early", early_end);
    exam.deterministic = if exam.games.is_empty() { None } else { exam.aside(determinism) };
    exam.step("exits after quit", |exam| {
        let departure = exam.quit()?;
        if departure.by_itself {
            return Ok(());
        }
        Err(format!("it was still there a second after `quit`, and {}", departure.how))
    });
    exam.step("leaves no process behind", |exam| {
        match exam.departure.as_ref().map_or(0, |departure| departure.leftovers) {
            0 => Ok(()),
            1 => Err("a process that it started was still there".to_owned()),
            more => Err(format!("{more} processes that it started were still there")),
        }
    });
}

fn flushes(exam: &mut Exam<'_>) -> Checked {
    if exam.unflushed {
        return Err(
            "its hello came only when its input was closed: read one line at a time, and flush the output after every line"
                .to_owned(),
        );
    }
    Ok(())
}

fn ids(exam: &mut Exam<'_>) -> Checked {
    // Neither in order nor small: a bot must not count by itself.
    [900_719_925_474_099, 1_000_000, 999_999].into_iter().try_for_each(|id| exam.ping(Some(id)))
}

fn first_game(exam: &Exam<'_>) -> String {
    exam.games[0].clone()
}

fn unknown_fields(exam: &mut Exam<'_>) -> Checked {
    let game = first_game(exam);
    exam.bot()?.extra = vec![
        ("from_the_future", json!({"id": 0, "list": [1, "two", null], "type": "quit"})),
        ("weather", json!("snow")),
    ];
    let mut table = exam.new_game(&game, Seed(1), 0)?;
    exam.turn(&mut table, None)?;
    exam.bot()?.extra.clear();
    exam.game_over(&table, "that was a test")
}

fn unknown_messages(exam: &mut Exam<'_>) -> Checked {
    for kind in ["weather", "turn_back"] {
        let message = json!({"type": kind, "id": 1_000_000_007, "wind": 3});
        let told = exam.bot()?.tell(&message);
        told.map_err(|trouble| trouble.to_string())?;
        exam.ping(None)?;
    }
    Ok(())
}

fn two_games(exam: &mut Exam<'_>) -> Checked {
    let game = first_game(exam);
    for number in 0..2 {
        let mut table = exam.new_game(&game, Seed(10 + number), number as u8)?;
        let mut moves = 0;
        while moves < LONGEST_GAME && exam.turn(&mut table, None)?.is_some() {
            moves += 1;
        }
        exam.game_over(&table, "the end")?;
    }
    Ok(())
}

/// Plays a number of moves of a game, in as many games as that takes.
fn moves(
    exam: &mut Exam<'_>,
    game: &str,
    count: usize,
    clock: Option<Duration>,
) -> Checked<Vec<Duration>> {
    let mut times = Vec::with_capacity(count);
    // Some games are over before a bot has moved once.
    for number in 0..=count as u64 {
        let mut table = exam.new_game(game, Seed(100 + number), number as u8)?;
        while times.len() < count {
            match exam.turn(&mut table, clock)? {
                Some(time) => times.push(time),
                None => break,
            }
        }
        exam.game_over(&table, "enough")?;
        if times.len() == count {
            break;
        }
    }
    Ok(times)
}

fn obeys_the_clock(exam: &mut Exam<'_>) -> Checked {
    let game = first_game(exam);
    let mut outcome = Ok(());
    for _ in 0..CLOCK_TRIES {
        let times = moves(exam, &game, CLOCKED_MOVES, Some(CLOCK))?;
        let late = times.iter().filter(|&&time| time > CLOCK + MARGIN).count();
        if late <= LATE_MOVES {
            return Ok(());
        }
        let longest = times.iter().max().map_or(0, Duration::as_millis);
        outcome = Err(format!(
            "{late} of {} moves took longer than {} ms with the margin of {} ms, one of them {longest} ms",
            times.len(),
            CLOCK.as_millis(),
            MARGIN.as_millis()
        ));
    }
    outcome
}

fn listed_moves(exam: &mut Exam<'_>) -> Checked {
    for game in exam.games.clone() {
        moves(exam, &game, POSITIONS, None).map_err(|reason| format!("{game}: {reason}"))?;
    }
    Ok(())
}

fn early_end(exam: &mut Exam<'_>) -> Checked {
    let game = first_game(exam);
    for number in 0..2 {
        let mut table = exam.new_game(&game, Seed(30 + number), 0)?;
        exam.turn(&mut table, None)?;
        exam.game_over(&table, "another player gave up")?;
    }
    exam.ping(None)
}

/// Whether the same seed gives the same moves.
fn determinism(exam: &mut Exam<'_>) -> Checked<bool> {
    let game = first_game(exam);
    let mut histories = Vec::new();
    for _ in 0..2 {
        let mut table = exam.new_game(&game, Seed(77), 0)?;
        for _ in 0..COMPARED_MOVES {
            if exam.turn(&mut table, None)?.is_none() {
                break;
            }
        }
        histories.push(table.history().to_vec());
        exam.game_over(&table, "enough")?;
    }
    Ok(histories[0] == histories[1])
}
