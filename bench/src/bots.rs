//! What a bot process costs: time for each move beyond the bot's own, memory, files and processes over many games, and
//! time for each answer to `after`.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludarium_arena::protocol::FromBot;
use ludarium_arena::{
    AnyPlayer, BotSource, Failure, GameContext, Lookahead, Openings, Remarks, Ruleset, Terms,
};
use ludarium_bridge::bot::{Bots, HeardLine, Launch, hear};
use ludarium_bridge::sandbox::Policy;
use ludarium_game::{Budget, Decision, Position, Purpose, Rng, Seat, Seed, Turn};

use crate::arena::memory;
use crate::games::games;

/// The games, the smallest messages first.
const GAMES: &[&str] = &["chexers", "dice-chess", "tuc-chess", "dicewars", "three-chess"];

/// Long games say no more than short ones.
const LONGEST: u64 = 60;

/// Measures and prints.
pub fn run(count: u64) -> Result<(), Box<dyn Error>> {
    let bots = Bots::new(Launch::new(Policy::Try)?);
    let own = std::env::current_exe()?;
    let bot = format!("bot:'{}' echo-bot", own.display());
    println!(
        "each move of a bot, beyond its own time; then this process after 10 % of the games and after all of them"
    );
    println!("game          moves  median µs   99 % µs     memory KiB        files    processes");
    let games = games();
    for game in GAMES {
        let found = measure(&*games.rules(game, None)?, count, &bot, &bots)?;
        println!(
            "{game:<12} {:>6}  {:>9.1}  {:>8.1}  {:>6} {:>6}  {:>5} {:>5}  {:>5} {:>5}",
            found.costs.len(),
            micros(&found.costs, 50),
            micros(&found.costs, 99),
            found.early.memory,
            found.late.memory,
            found.early.files,
            found.late.files,
            found.early.processes,
            found.late.processes,
        );
    }
    println!();
    println!("each `after`, from the line of the bot to the line of the answer, without the pipe");
    println!("game        requests  median µs   99 % µs   with board: median µs   99 % µs");
    for game in GAMES {
        let rules = games.rules(game, None)?;
        let [plain, board] = [false, true].map(|board| lookahead(&*rules, count, board));
        println!(
            "{game:<12} {:>7}  {:>9.1}  {:>8.1}  {:>22.1}  {:>8.1}",
            plain.len(),
            micros(&plain, 50),
            micros(&plain, 99),
            micros(&board, 50),
            micros(&board, 99),
        );
    }
    Ok(())
}

/// Requests in each position that random moves reach.
const LINES: usize = 4;

/// What answers to `after` cost in positions of random games.
fn lookahead(rules: &dyn Ruleset, games: u64, board: bool) -> Vec<Duration> {
    let mut costs = Vec::new();
    for number in 0..games.min(100) {
        let mut rng = Seed(1).stream(Purpose::Game, number);
        let mut position = rules.start(&mut rng);
        for _ in 0..LONGEST {
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    position.roll(&mut rng);
                }
                Turn::Seat(_) => {
                    let mut moves = position.moves();
                    for step in 0..LINES.min(moves.len()) {
                        let mv = &moves[step * moves.len() / LINES.min(moves.len())];
                        costs.extend(time_line(&position, mv, board));
                    }
                    let place = rng.below(moves.len() as u32) as usize;
                    if position.play(&moves.swap_remove(place)).is_err() {
                        break;
                    }
                }
            }
        }
    }
    costs.sort();
    costs
}

/// The cost of one request.
fn time_line(position: &Position, mv: &str, board: bool) -> Option<Duration> {
    let request = FromBot::After { id: 7, moves: vec![mv.to_owned()], board };
    let line = serde_json::to_vec(&request).ok()?;
    let began = Instant::now();
    let HeardLine::Message(FromBot::After { id, moves, board }) = hear(&line) else {
        return None;
    };
    let answer = serde_json::to_vec(&Lookahead::new(position).after(id, &moves, board)).ok()?;
    let took = began.elapsed();
    (!answer.is_empty()).then_some(took)
}

/// The bot: its answers are ready at once, and `nodes` tells the nanoseconds that it took itself.
pub fn echo() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let began = Instant::now();
        let word = |key: &str| line.split_once(key).map(|(_, rest)| rest);
        let id = word("\"id\":").map_or("", |rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            &rest[..end.unwrap_or(rest.len())]
        });
        let kind = word("\"type\":\"").and_then(|rest| rest.split('"').next());
        match kind.unwrap_or_default() {
            "hello" => writeln!(out, "{{\"type\":\"hello\",\"id\":{id},\"name\":\"echo\"}}")?,
            "new_game" => writeln!(out, "{{\"type\":\"ready\",\"id\":{id}}}")?,
            "ping" => writeln!(out, "{{\"type\":\"pong\",\"id\":{id}}}")?,
            "quit" => return Ok(()),
            "turn" => {
                let own = began.elapsed().as_nanos();
                writeln!(out, "{{\"type\":\"move\",\"id\":{id},\"move\":0,\"nodes\":{own}}}")?;
            }
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn micros(costs: &[Duration], percent: usize) -> f64 {
    let place = costs.len() * percent / 100;
    costs.get(place).map_or(0.0, |cost| cost.as_secs_f64() * 1e6)
}

/// What this process holds.
#[derive(Clone, Copy, Default)]
struct Holdings {
    memory: u64,
    files: usize,
    processes: usize,
}

impl Holdings {
    fn now() -> Holdings {
        let entries = |path: &str| std::fs::read_dir(path).map_or(0, Iterator::count);
        let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let children = threads.map(|thread| {
            let text = std::fs::read_to_string(thread.path().join("children"));
            text.unwrap_or_default().split_whitespace().count()
        });
        Holdings { memory: memory(), files: entries("/proc/self/fd"), processes: children.sum() }
    }
}

/// What was found: costs in order, and what the process held.
struct BotFigures {
    costs: Vec<Duration>,
    early: Holdings,
    late: Holdings,
}

fn measure(
    rules: &dyn Ruleset,
    games: u64,
    bot: &str,
    bots: &dyn BotSource,
) -> Result<BotFigures, Box<dyn Error>> {
    let bot = rules.contender(bot, Some(bots))?;
    let other = rules.contender("random", None)?;
    let log = Arc::new(Mutex::new(Vec::new()));
    let terms = Terms { longest: LONGEST, ..Terms::default() };
    let mut early = Holdings::default();
    for number in 0..games {
        let seed = Seed(1).derive(Purpose::Game, number);
        let start = rules.opening(&Openings::default(), number, seed)?;
        let game = GameContext {
            variant: rules.variant(),
            names: &vec!["somebody".to_owned(); start.seats()],
            control: terms.control,
            margin: terms.margin,
            seed,
        };
        let mut players: Vec<Box<dyn AnyPlayer>> =
            vec![Box::new(Timed { player: bot.player(&game), log: log.clone() })];
        players.resize_with(start.seats(), || other.player(&game));
        let go_on = &mut |_: ludarium_arena::Made<'_>| ControlFlow::Continue(());
        let played = rules.referee(&start, players, &terms, seed, go_on)?;
        let faults = played.map(|finished| finished.faults).unwrap_or_default();
        if let Some(fault) = faults.first() {
            return Err(format!("seat {}: {}", fault.seat, fault.reason).into());
        }
        if number == games / 10 {
            early = Holdings::now();
        }
    }
    let late = Holdings::now();
    let mut costs = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
    costs.sort();
    Ok(BotFigures { costs, early, late })
}

/// A player that notes how long each choice took beyond what the bot says it took itself.
struct Timed {
    player: Box<dyn AnyPlayer>,
    log: Arc<Mutex<Vec<Duration>>>,
}

impl AnyPlayer for Timed {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Decision<String>, Failure> {
        let began = Instant::now();
        let decision = self.player.choose(position, budget, rng)?;
        let own = Duration::from_nanos(decision.nodes);
        let cost = began.elapsed().saturating_sub(own);
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(cost);
        Ok(decision)
    }

    fn begin(&mut self, position: &Position, seat: Seat) -> Result<(), Failure> {
        self.player.begin(position, seat)
    }

    fn observe(&mut self, before: &Position, text: &str) -> Result<(), Failure> {
        self.player.observe(before, text)
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        self.player.finish(scores, ending);
    }

    fn spent(&self) -> Option<Duration> {
        self.player.spent()
    }

    fn remarks(&mut self) -> Remarks {
        self.player.remarks()
    }
}
