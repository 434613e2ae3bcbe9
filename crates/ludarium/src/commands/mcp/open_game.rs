//! `OpenGame`: a game that the assistant has begun, with agents in some seats.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_arena::{Contender, Ruleset, Settled, Table, seat_names, seeded_start};
use ludarium_draw::{Style, TerminalStyle};
use ludarium_game::{Budget, ChancePlace, Event, Position, Seat, Seed, Turn};
use ludarium_lab::review::{FinishedGame, JudgingAgent, Review, Reviewer};
use serde_json::Value;

use super::arguments::StartArguments;
use super::wait_limit::WaitLimit;
use super::{COLUMNS, found, meant, thinking_time};

/// Who plays a seat that no agent has.
const YOU: &str = "you";
/// The longest that agents play on in one answer, and the most events.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const MOST_EVENTS: usize = 2000;
/// Events and moves that one answer lists.
const LISTED_EVENTS: usize = 60;
const LISTED_MOVES: usize = 400;
/// The width of a picture, in pixels.
const PIXELS: u32 = 640;
/// Mistakes that a review lists.
const MISTAKES: usize = 8;

/// A game in progress.
pub(super) struct OpenGame {
    table: Table,
    /// What the seats are called.
    seats: Vec<String>,
    roll_yourself: bool,
    thinking: Duration,
    /// How many events the assistant has been told.
    told: usize,
    /// What agents did wrong since then.
    faults: Vec<String>,
}

impl OpenGame {
    pub fn new(rules: Arc<dyn Ruleset>, asked: &StartArguments) -> Result<OpenGame, String> {
        let seed = Seed(asked.seed.unwrap_or(1));
        let start = match &asked.position {
            Some(text) => found(rules.parse(text))?,
            None => seeded_start(&*rules, seed),
        };
        let seats = seat_names(&*rules);
        if asked.players.len() > seats.len() {
            let (given, there) = (asked.players.len(), seats.len());
            return Err(format!("{given} players for {there} seats"));
        }
        let mut table = found(Table::new(rules.clone(), start, seed))?;
        let mut names = vec![YOU.to_owned(); seats.len()];
        for (seat, player) in Seat::all(seats.len()).zip(&asked.players) {
            if player == YOU {
                continue;
            }
            let contender = found(rules.contender(meant(&rules, Some(player)), None))?;
            names[seat.index()] = contender.text().to_owned();
            table.seat(seat, contender);
        }
        table.set_names(names);
        Ok(OpenGame {
            table,
            seats,
            roll_yourself: asked.roll_yourself,
            thinking: thinking_time(asked.seconds)?,
            told: 0,
            faults: Vec::new(),
        })
    }

    pub fn rules(&self) -> &Arc<dyn Ruleset> {
        self.table.rules()
    }

    pub fn position(&self) -> &Position {
        self.table.position()
    }

    /// Makes a move of the assistant. The error about a move that is not legal lists those that are.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        self.own_seat()?;
        let played = self.table.play(text.trim()).map(|_| ());
        played.map_err(|error| format!("{error}\n{}", self.legal_moves()))
    }

    /// Rolls the dice, or lets chance decide what else is pending.
    pub fn roll(&mut self) -> Result<(), String> {
        let rolled = self.table.roll().map(|_| ());
        rolled.ok_or_else(|| format!("chance is not next: {}", self.whose_turn()))
    }

    /// Lets an agent make the move of the assistant.
    pub fn let_agent_move(&mut self, agent: &str, time: Duration) -> Result<(), String> {
        let seat = self.own_seat()?;
        let adviser: Contender = found(self.rules().contender(agent, None))?;
        let (_limit, stop) = WaitLimit::flag(2 * time);
        let budget = Budget { time: Some(time), stop: Some(stop), ..Budget::default() };
        let answer = self.table.ask_adviser(&adviser, seat, budget).answer();
        let decision = answer.decision.map_err(|failure| format!("{agent}: {}", failure.reason))?;
        found(self.table.play(&decision.chosen).map(|_| ()))
    }

    /// The seat to move, if it is the assistant's.
    fn own_seat(&self) -> Result<Seat, String> {
        match self.table.turn() {
            Turn::Seat(seat) if self.table.contender(seat).is_none() => Ok(seat),
            _ => Err(format!("no move of yours is expected: {}", self.whose_turn())),
        }
    }

    /// Lets agents move and chance act until the assistant is to do something, or until that takes too long.
    pub fn go_on(&mut self) -> Result<(), String> {
        let began = Instant::now();
        let (_limit, stop) = WaitLimit::flag(LONGEST_WAIT);
        let budget = Budget { time: Some(self.thinking), stop: Some(stop), ..Budget::default() };
        for _ in 0..MOST_EVENTS {
            match self.table.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance if self.roll_yourself => return Ok(()),
                Turn::Chance => {
                    self.table.roll();
                }
                Turn::Seat(seat) => {
                    let Some(question) = self.table.ask(seat, &budget) else { return Ok(()) };
                    let settled = found(self.table.settle(question.answer(), None))?;
                    if let Settled::Failed { failure, news: true } = settled {
                        let fault = format!("{}: {}", self.who(seat), failure.reason);
                        self.faults.push(fault);
                    }
                }
            }
            if began.elapsed() > LONGEST_WAIT {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What happened since the assistant was told last, and where the game stands.
    pub fn told(&mut self) -> String {
        let rules = self.table.rules();
        let mut lines = vec![format!("{} {}", rules.game(), rules.variant())];
        let events = &self.table.events()[self.told..];
        if !events.is_empty() {
            let listed = events.iter().skip(events.len().saturating_sub(LISTED_EVENTS));
            let listed: Vec<String> = listed.map(|event| self.event(event)).collect();
            let more = events.len() - listed.len();
            let before = if more > 0 { format!("({more} events before) ") } else { String::new() };
            lines.push(format!("Since then: {before}{}", listed.join("; ")));
        }
        self.told = self.table.events().len();
        lines.append(&mut self.faults);
        let position = self.table.position();
        let plain = TerminalStyle { colour: false, width: COLUMNS };
        lines.push(ludarium_draw::terminal(&position.scene(), &plain));
        lines.push(format!("Position: {}", position.describe()));
        lines.push(format!("Now: {}", self.whose_turn()));
        if self.own_seat().is_ok() {
            lines.push(self.legal_moves());
        }
        lines.join("\n")
    }

    /// The board as a PNG file, with the last move marked.
    pub fn picture(&self) -> Result<Vec<u8>, String> {
        let game = self.table.game();
        let style = Style { last: game.marked(game.count()).to_vec(), ..Style::default() };
        found(ludarium_draw::png(&self.position().scene(), &style, PIXELS))
    }

    /// What a judge says about the game, which must be over.
    pub fn review(&self, judge: &str) -> Result<String, String> {
        let end = self.table.result();
        let end = end.ok_or_else(|| format!("the game is not over: {}", self.whose_turn()))?;
        let judge = found(JudgingAgent::new(self.rules().clone(), judge))?.hurried();
        let game = FinishedGame { played: self.table.game().clone(), scores: Some(end.scores) };
        let mut reviewer = Reviewer::new(judge, game);
        let began = Instant::now();
        while began.elapsed() < LONGEST_WAIT && reviewer.step() {}
        let (looked_at, all) = reviewer.progress();
        let mut said = self.review_lines(&reviewer.finish());
        if looked_at < all {
            said.push(format!("There was time for the first {looked_at} of {all} events."));
        }
        Ok(said.join("\n"))
    }

    fn review_lines(&self, review: &Review) -> Vec<String> {
        let dice = self.rules().chance() != ChancePlace::Nowhere;
        let who: Vec<String> = Seat::all(self.seats.len()).map(|seat| self.who(seat)).collect();
        let mut lines = vec![format!("By {}.", review.engine)];
        let balances = who.iter().zip(&review.players);
        lines.extend(
            balances.map(|(who, player)| format!("{who}: {}", review.balance(player, dice))),
        );
        let turns = review.turning_points.iter();
        lines.extend(
            turns.map(|turn| format!("Turning point: {}", review.turning_point(turn, &who))),
        );
        let mistakes = review.mistakes.iter().take(MISTAKES);
        lines.extend(mistakes.map(|one| format!("Mistake: {}", review.mistake(one, &who))));
        lines
    }

    fn event(&self, event: &Event) -> String {
        let by = event.by.map_or_else(|| "chance".to_owned(), |seat| self.who(seat));
        format!("{by}: {}", event.text)
    }

    /// A seat with its name and its player.
    fn who(&self, seat: Seat) -> String {
        let name = self.seats.get(seat.index()).map_or("", String::as_str);
        let player = self.table.contender(seat).map_or(YOU, Contender::text);
        format!("seat {} ({name}, {player})", seat.0)
    }

    fn whose_turn(&self) -> String {
        match (self.table.turn(), self.table.result()) {
            (Turn::Seat(seat), _) => format!("{} is to move", self.who(seat)),
            (Turn::Chance, _) => "chance is next: use `roll`".to_owned(),
            (Turn::Over, end) => {
                let count = self.seats.len();
                let (scores, why) = end.map_or_else(Default::default, |end| {
                    (end.scores.as_slice(count).to_vec(), end.ending)
                });
                format!("the game is over ({why}); scores by seat: {}", Value::from(scores))
            }
        }
    }

    fn legal_moves(&self) -> String {
        let choices = self.table.choices();
        let listed = choices.iter().take(LISTED_MOVES);
        let listed: Vec<&str> = listed.map(|choice| choice.text.as_str()).collect();
        let more = choices.len() - listed.len();
        let rest = if more > 0 { format!(" … and {more} more") } else { String::new() };
        format!("Legal moves ({}): {}{rest}", choices.len(), listed.join(" "))
    }
}
