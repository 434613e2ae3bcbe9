//! `BotSeat`: a bot in a seat of a game, its answers turned into moves.

use std::collections::VecDeque;
use std::time::Duration;

use ludarium_game::{
    Bound, Budget, Candidate, Decision, Fault, Position, Purpose, Rng, Scores, Seat, Seed, Spec,
    Turn, Value,
};

use super::name::printable;
use super::protocol::{
    BotClock, BotEvent, BotMove, BotTurn, ChanceWord, ChosenMove, EventSource, NewGame,
};
use super::{BotPlayer, GameContext, Lookahead, Subscription, TurnTerms};
use crate::game::any_player::AnyPlayer;
use crate::game::clock::TimeControl;
use crate::game::player::{Failure, Remarks};

/// The largest seed that every language can hold in its usual number.
const SEED_BITS: u32 = 53;
/// Moves of an expected line that are read at most.
const LONGEST_LINE: usize = 64;
/// Letters of a comment that are kept at most.
const LONGEST_COMMENT: usize = 4096;
/// Answers that a bot corrected: how many are noted of a game, and how many letters of each.
const MOST_CORRECTED: usize = 1000;
const LONGEST_CORRECTED: usize = 80;

/// A bot in a seat.
pub(super) struct BotSeat {
    bot: Box<dyn BotPlayer>,
    /// How the game began.
    start: NewGame,
    control: TimeControl,
    /// The seed of the game.
    seed: Seed,
    margin: Duration,
    subscription: Subscription,
    ply: u32,
    /// What happened since the bot was asked last.
    events: Vec<BotEvent>,
    /// Moves that the bot gave in advance.
    more: VecDeque<String>,
    /// Whether the last move was asked for and not given in advance.
    asked: bool,
    /// What it said about its last move.
    comment: String,
    /// What it corrected before its last move, and how often it did so in this game.
    corrected: Vec<String>,
    corrections: usize,
}

impl BotSeat {
    pub fn new(bot: Box<dyn BotPlayer>, game: &'static str, context: &GameContext<'_>) -> BotSeat {
        BotSeat {
            bot,
            start: NewGame {
                game: game.to_owned(),
                variant: context.variant.to_owned(),
                names: context.names.to_vec(),
                clock: BotClock::whole(context.control),
                ..NewGame::default()
            },
            control: context.control,
            seed: context.seed,
            margin: context.margin,
            subscription: Subscription::default(),
            ply: 0,
            events: Vec::new(),
            more: VecDeque::new(),
            asked: true,
            comment: String::new(),
            corrected: Vec::new(),
            corrections: 0,
        }
    }

    /// The next move that was given in advance, if it is legal; if not, none of them counts.
    fn given(&mut self, position: &Position) -> Option<String> {
        let text = self.more.pop_front()?;
        let read = position.read_move(&text).ok();
        if read.is_none() {
            self.more.clear();
        }
        read
    }

    fn decide(
        &self,
        position: &Position,
        legal: &[String],
        reply: &BotMove,
    ) -> Result<Decision<String>, Failure> {
        let illegal = |problem: String| {
            let place = position.describe();
            Failure::new(Fault::Illegal, format!("{problem}, at {place}"))
        };
        let chosen = match &reply.pick {
            None => return Err(illegal("gave no move".to_owned())),
            Some(ChosenMove::Text(text)) => match legal.binary_search(text) {
                Ok(place) => legal[place].clone(),
                Err(_) => position.read_move(text).map_err(|error| illegal(error.to_string()))?,
            },
            Some(ChosenMove::Index(index)) => {
                let place = usize::try_from(*index).ok();
                let found = place.and_then(|place| legal.get(place));
                let count = legal.len();
                let problem = || illegal(format!("there is no move {index} among {count}"));
                found.ok_or_else(problem)?.clone()
            }
        };
        let mut decision = Decision::plain(chosen);
        decision.nodes = reply.nodes.unwrap_or(0);
        decision.depth = reply.depth.unwrap_or(0);
        decision.time = self.bot.spent();
        if let Some(scores) = scores(reply, position.seats()) {
            decision.candidates.push(Candidate {
                mv: decision.chosen.clone(),
                scores,
                visits: 0,
                bound: Bound::Exact,
                line: line(position, &decision.chosen, &reply.pv),
            });
        }
        Ok(decision)
    }
}

impl AnyPlayer for BotSeat {
    fn begin(&mut self, position: &Position, seat: Seat) -> Result<(), Failure> {
        self.start.seat = seat.0;
        let seed = self.seed.derive(Purpose::Seat, seat.0.into());
        self.start.seed = seed.0 >> (u64::BITS - SEED_BITS);
        // A host or a visitor may learn late how many play, and never their names.
        self.start.names.resize(position.seats(), String::new());
        self.start.variant = with_players(&self.start.variant, position);
        self.start.players = position.seats() as u8;
        self.start.state = position.describe();
        self.corrections = 0;
        self.subscription = self.bot.begin(&self.start)?;
        Ok(())
    }

    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        _rng: &mut Rng,
    ) -> Result<Decision<String>, Failure> {
        self.comment.clear();
        if let Some(text) = self.given(position) {
            self.asked = false;
            return Ok(Decision::plain(text));
        }
        self.asked = true;
        let legal = position.moves();
        let mut turn = BotTurn::at(position, self.start.seat, self.ply);
        turn.legal = (!self.subscription.no_legal).then(|| legal.clone());
        turn.events = std::mem::take(&mut self.events);
        turn.clock = BotClock::left(self.control, budget);
        let terms = TurnTerms {
            allowed: budget.left.or(budget.time),
            margin: self.margin,
            ahead: Lookahead::new(position),
            abandon: budget.stop.as_deref(),
        };
        let mut reply = self.bot.choose(turn, terms)?;
        self.more = std::mem::take(&mut reply.moves).into();
        self.comment = printable(reply.comment.as_deref().unwrap_or(""), LONGEST_COMMENT);
        let room = MOST_CORRECTED - self.corrections;
        let corrected = reply.corrected.iter().take(room);
        self.corrected = corrected.map(|text| printable(text, LONGEST_CORRECTED)).collect();
        self.corrections += self.corrected.len();
        self.decide(position, &legal, &reply)
    }

    fn observe(&mut self, before: &Position, text: &str) -> Result<(), Failure> {
        self.ply += 1;
        let (by, p) = match before.turn() {
            Turn::Seat(seat) => (EventSource::Seat(seat.0), None),
            _ => {
                let chance = EventSource::Chance(ChanceWord::Chance);
                (chance, before.probability(text))
            }
        };
        let event = text.to_owned();
        let event = BotEvent { by, event, p };
        let told = if self.subscription.each_event { self.bot.observe(&event) } else { Ok(()) };
        self.events.push(event);
        told
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        self.bot.finish(scores, ending);
    }

    fn spent(&self) -> Option<Duration> {
        Some(if self.asked { self.bot.spent() } else { Duration::ZERO })
    }

    fn remarks(&mut self) -> Remarks {
        Remarks {
            comment: std::mem::take(&mut self.comment),
            stderr: self.bot.stderr(),
            restarts: self.bot.restarts(),
            corrected: std::mem::take(&mut self.corrected),
        }
    }
}

/// The variant with the number of players, where the game has such an option and the variant does not say it: without
/// it a position of another number of players cannot be read.
fn with_players(variant: &str, position: &Position) -> String {
    const PLAYERS: &str = "players";
    let known = position.options().iter().any(|option| option.key == PLAYERS);
    match Spec::parse(variant) {
        Ok(spec) if known && spec.get(PLAYERS).is_none() => {
            let separator = if variant.contains(':') { ',' } else { ':' };
            let seats = position.seats();
            format!("{variant}{separator}{PLAYERS}={seats}")
        }
        _ => variant.to_owned(),
    }
}

/// What the bot expects, if it is one share for each seat.
fn scores(reply: &BotMove, seats: usize) -> Option<Scores> {
    let values = reply.value.as_ref().filter(|values| values.len() == seats)?;
    if !values.iter().all(|value| (0.0..=1.0).contains(value)) {
        return None;
    }
    let mut scores = Scores::ZERO;
    for (seat, value) in Seat::all(seats).zip(values) {
        scores.set(seat, Value(*value as f32));
    }
    Some(scores)
}

/// The expected line as far as it can be played, if it begins with the chosen move.
fn line(position: &Position, chosen: &str, texts: &[String]) -> Vec<String> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for text in texts.iter().take(LONGEST_LINE) {
        let Ok(text) = position.read_move(text) else {
            break;
        };
        if line.is_empty() && text != chosen || position.play(&text).is_err() {
            break;
        }
        line.push(text);
    }
    line
}
