//! One game between players: the referee asks, checks, keeps the clocks and applies the game's rule for faults.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludarium_game::{
    Budget, Decision, Fault, MoveList, Rng, Sanction, Scores, Seat, Seed, Tabletop, Turn,
};

use crate::clock::{Clock, TimeControl};
use crate::luck::{Luck, private};
use crate::player::{Failure, Player};
use crate::record::FaultNote;

/// Something that happened in a game: a seat's move or a chance outcome.
#[derive(Debug)]
pub struct Event<'a, G: Tabletop> {
    /// The position it happened in.
    pub before: &'a G,
    /// The move or outcome.
    pub mv: G::Move,
    /// What the player thought; `None` for chance and for moves that the referee made.
    pub decision: Option<&'a Decision<G::Move>>,
    /// How long the player took, also where it failed in the end.
    pub time: Duration,
}

impl<G: Tabletop> Event<'_, G> {
    /// The position after it.
    pub fn after(&self) -> G {
        let mut after = self.before.clone();
        after.play(self.mv);
        after
    }
}

/// What a game is played under.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What a decision may cost.
    pub budget: Budget,
    /// The clocks.
    pub control: TimeControl,
    /// How late a decision may be without being late.
    pub margin: Duration,
    /// A game of so many moves is stopped; everybody gets an equal share.
    pub longest: u64,
    /// Set by somebody else to give the game up.
    pub abandon: Option<Arc<AtomicBool>>,
}

impl Default for Terms {
    /// No limits but a very long game's.
    fn default() -> Terms {
        Terms {
            budget: Budget::default(),
            control: TimeControl::None,
            margin: Duration::from_millis(50),
            longest: LONGEST,
            abandon: None,
        }
    }
}

/// A game that is not over after so many moves is stopped, unless told otherwise.
pub const LONGEST: u64 = 20_000;

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Finished<G> {
    /// The last position.
    pub end: G,
    /// The score of each seat.
    pub scores: Scores,
    /// Why the game ended.
    pub ending: String,
    /// Moves made by the seats.
    pub plies: u64,
    /// What players did wrong.
    pub faults: Vec<FaultNote>,
}

/// Plays a game from `start` to its end, with one player for each seat. `watch` sees every event and may
/// stop the game with an error; `None` means that the game was given up.
///
/// Chance and every seat draw from streams of their own, derived from `seed`, so that no player can change
/// another's luck.
///
/// # Panics
/// If there are fewer players than seats.
pub fn referee<G: Tabletop, E>(
    rules: &G::Rules,
    start: &G,
    players: &mut [Box<dyn Player<G>>],
    terms: &Terms,
    seed: Seed,
    mut watch: impl FnMut(Event<'_, G>) -> Result<(), E>,
) -> Result<Option<Finished<G>>, E> {
    let mut table = Table::new(rules, start, players, terms, seed);
    let mut position = start.clone();
    loop {
        let (mv, mover, decision, time) = match position.turn() {
            Turn::Over => return Ok(Some(table.finish(position, None))),
            Turn::Chance => (table.luck.roll(&position), None, None, Duration::ZERO),
            Turn::Seat(_) if table.abandoned() => return Ok(None),
            Turn::Seat(_) if table.plies == terms.longest => {
                let reason = format!("stopped after {} moves", terms.longest);
                let scores = Scores::shared(position.seats());
                return Ok(Some(table.finish(position, Some((scores, reason)))));
            }
            Turn::Seat(seat) => {
                let (answer, time) = table.ask(&position, seat);
                if table.abandoned() {
                    return Ok(None);
                }
                match answer {
                    Ok(decision) => (decision.chosen, Some(seat), Some(decision), time),
                    Err(failure) => match table.sanction(&position, seat, failure) {
                        Ok(mv) => (mv, Some(seat), None, time),
                        Err(end) => return Ok(Some(table.finish(position, Some(end)))),
                    },
                }
            }
        };
        // Everybody is told before the move is made, so that nobody needs a copy of the position.
        table.announce(&position, mv, mover);
        watch(Event {
            before: &position,
            mv,
            decision: decision.as_ref(),
            time,
        })?;
        position.play(mv);
    }
}

/// A game in progress, but for its position.
struct Table<'a, G: Tabletop> {
    players: &'a mut [Box<dyn Player<G>>],
    terms: &'a Terms,
    /// What the next decision may cost.
    budget: Budget,
    luck: Luck<G>,
    streams: Vec<Rng>,
    clocks: Vec<Clock>,
    /// The reason why a seat is not asked any more.
    benched: Vec<Option<Failure>>,
    buffer: MoveList<G::Move>,
    plies: u64,
    faults: Vec<FaultNote>,
}

impl<'a, G: Tabletop> Table<'a, G> {
    fn new(
        rules: &G::Rules,
        start: &G,
        players: &'a mut [Box<dyn Player<G>>],
        terms: &'a Terms,
        seed: Seed,
    ) -> Table<'a, G> {
        let seats = start.seats();
        let mut table = Table {
            players,
            terms,
            budget: terms.budget.clone(),
            luck: Luck::new(rules, start, seed),
            streams: Seat::all(seats).map(|seat| private(seed, seat)).collect(),
            clocks: vec![Clock::new(terms.control, terms.margin); seats],
            benched: vec![None; seats],
            buffer: MoveList::default(),
            plies: 0,
            faults: Vec::new(),
        };
        table.tell(|player, seat| player.begin(start, seat));
        table
    }

    fn abandoned(&self) -> bool {
        let flag = self.terms.abandon.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Asks the player of a seat for a legal move within its time, and says how long it took.
    fn ask(&mut self, position: &G, seat: Seat) -> (Result<Decision<G::Move>, Failure>, Duration) {
        let index = seat.index();
        if let Some(failure) = &self.benched[index] {
            return (Err(failure.clone()), Duration::ZERO);
        }
        let clock = &mut self.clocks[index];
        self.budget.left = clock.left();
        self.budget.time = match (self.terms.budget.time, clock.allowance()) {
            (Some(own), Some(allowed)) => Some(own.min(allowed)),
            (own, allowed) => own.or(allowed),
        };
        let began = Instant::now();
        let stream = &mut self.streams[index];
        let player = &mut self.players[index];
        let answer = player.choose(position, &self.budget, stream);
        let time = player.spent().unwrap_or_else(|| began.elapsed());
        let in_time = clock.charge(time);
        let answer = answer.and_then(|decision| self.check(position, decision, in_time, time));
        (answer, time)
    }

    /// Looks whether a decision came in time and is legal.
    fn check(
        &mut self,
        position: &G,
        decision: Decision<G::Move>,
        in_time: bool,
        time: Duration,
    ) -> Result<Decision<G::Move>, Failure> {
        if !in_time {
            let reason = format!("took {:.3} s", time.as_secs_f64());
            return Err(Failure::new(Fault::Overtime, reason));
        }
        if !position.is_legal(decision.chosen, &mut self.buffer) {
            let (mv, place) = (decision.chosen, position.describe());
            let reason = format!("{mv:?} is not legal at {place}");
            return Err(Failure::new(Fault::Illegal, reason));
        }
        Ok(decision)
    }

    /// Applies the game's rule for a fault: a move that is made instead, or the end of the game.
    fn sanction(
        &mut self,
        position: &G,
        seat: Seat,
        failure: Failure,
    ) -> Result<G::Move, (Scores, String)> {
        // Why a seat is benched has been noted when it happened.
        if self.benched[seat.index()].is_none() {
            self.note(seat, &failure);
        }
        let fault = failure.fault;
        match position.sanction(seat, fault) {
            Sanction::Ends(scores) => Err((scores, format!("fault: {fault}"))),
            Sanction::Plays { mv, benched } => {
                if benched {
                    self.benched[seat.index()] = Some(failure);
                }
                Ok(mv)
            }
        }
    }

    /// Counts a move that is being made and tells everybody.
    fn announce(&mut self, before: &G, mv: G::Move, mover: Option<Seat>) {
        self.plies += u64::from(mover.is_some());
        self.luck.observe(before, mv, mover);
        self.tell(|player, _| player.observe(before, mv));
    }

    /// Tells every player that is still asked; whoever fails to listen is not asked any more.
    fn tell(&mut self, mut news: impl FnMut(&mut dyn Player<G>, Seat) -> Result<(), Failure>) {
        for seat in Seat::all(self.benched.len()) {
            let index = seat.index();
            if self.benched[index].is_some() {
                continue;
            }
            if let Err(failure) = news(&mut *self.players[index], seat) {
                self.note(seat, &failure);
                self.benched[index] = Some(failure);
            }
        }
    }

    fn note(&mut self, seat: Seat, failure: &Failure) {
        let mut note = FaultNote::new(seat.0, self.plies, failure.fault, failure.reason.clone());
        note.last_words.clone_from(&failure.last_words);
        self.faults.push(note);
    }

    fn finish(self, end: G, verdict: Option<(Scores, String)>) -> Finished<G> {
        let (scores, ending) = verdict.unwrap_or_else(|| (end.scores(), end.ending().to_owned()));
        for player in self.players.iter_mut() {
            player.finish(scores.as_slice(end.seats()), &ending);
        }
        Finished {
            end,
            scores,
            ending,
            plies: self.plies,
            faults: self.faults,
        }
    }
}
