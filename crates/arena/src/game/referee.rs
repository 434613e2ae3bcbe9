//! One game between players: the referee asks, checks, keeps the clocks and applies the game's rule for faults.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludarium_game::{Budget, Decision, Fault, MoveList, Position, Rng, Seat, Seed, Tabletop, Turn};

use crate::game::any_player::check_legal;
use crate::game::chair::{Chair, Consequence, Given};
use crate::game::clock::TimeControl;
use crate::game::end::GameEnd;
use crate::game::luck::{Luck, private};
use crate::game::player::{Failure, Player, Remarks};
use crate::game::spending::Overspending;
use crate::store::record::{FaultNote, Spent};

/// Something that happened in a game: a seat's move or a chance outcome.
#[derive(Debug)]
pub struct TypedEvent<'a, G: Tabletop> {
    /// The position it happened in.
    pub before: &'a G,
    /// The move or outcome.
    pub mv: G::Move,
    /// What the player thought; `None` for chance and for moves that the referee made.
    pub decision: Option<&'a Decision<G::Move>>,
    /// How long the player took, also where it failed in the end.
    pub time: Duration,
    /// What the player said with its move, also where the referee made another one; nothing for chance.
    pub remarks: Remarks,
}

/// The same in a game that is known only while the program runs.
#[derive(Debug)]
pub struct Made<'a> {
    /// The position it happened in.
    pub before: &'a Position,
    /// The move or outcome in the game's notation.
    pub text: &'a str,
    /// The position after it.
    pub after: &'a Position,
    /// What the player thought; `None` for chance and for moves that the referee made.
    pub decision: Option<&'a Decision<String>>,
    /// What the player said with its move.
    pub remarks: &'a Remarks,
}

impl<G: Tabletop> TypedEvent<'_, G> {
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
    /// What a decision of each seat may cost by the player's own budget and by these terms; empty where nobody looks.
    pub budgets: Vec<Budget>,
    /// Whether a decision that costs more than 1.5 times that is a fault; one that is late by no more than `margin` is none.
    pub strict_budgets: bool,
    /// The clocks.
    pub control: TimeControl,
    /// How late a decision may be without being late.
    pub margin: Duration,
    /// The most moves of a game; a longer one is stopped, and everybody gets an equal share.
    pub longest: u64,
    /// Set by somebody else to give the game up.
    pub abandon: Option<Arc<AtomicBool>>,
}

impl Default for Terms {
    /// No limits but a very long game's.
    fn default() -> Terms {
        Terms {
            budget: Budget::default(),
            budgets: Vec::new(),
            strict_budgets: false,
            control: TimeControl::None,
            margin: Duration::from_millis(50),
            longest: LONGEST,
            abandon: None,
        }
    }
}

/// A game that is not over after this many moves is stopped, unless told otherwise.
pub const LONGEST: u64 = 20_000;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished<G> {
    /// The last position.
    pub position: G,
    /// How it ended.
    pub end: GameEnd,
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
    mut watch: impl FnMut(TypedEvent<'_, G>) -> Result<(), E>,
) -> Result<Option<Finished<G>>, E> {
    let mut game = Progress::new(rules, start, players, terms, seed);
    let mut position = start.clone();
    loop {
        let (mv, mover, decision, time, remarks) = match position.turn() {
            Turn::Over => {
                let end = GameEnd::by_rules(&position);
                return Ok(Some(game.finish(position, end)));
            }
            Turn::Chance => {
                let outcome = game.luck.roll(&position);
                (outcome, None, None, Duration::ZERO, Remarks::default())
            }
            Turn::Seat(_) if game.abandoned() => return Ok(None),
            Turn::Seat(_) if game.plies == terms.longest => {
                let end = GameEnd::stopped(position.seats(), terms.longest);
                return Ok(Some(game.finish(position, end)));
            }
            Turn::Seat(seat) => {
                let (answer, time) = game.ask(&position, seat);
                if game.abandoned() {
                    return Ok(None);
                }
                let remarks = game.remarks(seat);
                match answer {
                    Ok(decision) => (decision.chosen, Some(seat), Some(decision), time, remarks),
                    Err(failure) => match game.fail(&position, seat, &failure) {
                        Consequence::Plays(mv) => (mv, Some(seat), None, time, remarks),
                        Consequence::Ends(end) => return Ok(Some(game.finish(position, end))),
                    },
                }
            }
        };
        // Everybody is told before the move is made, so that nobody needs a copy of the position.
        game.announce(&position, mv, mover);
        watch(TypedEvent { before: &position, mv, remarks, decision: decision.as_ref(), time })?;
        position.play(mv);
    }
}

/// A game in progress, but for its position.
struct Progress<'a, G: Tabletop> {
    players: &'a mut [Box<dyn Player<G>>],
    terms: &'a Terms,
    /// What the next decision may cost.
    budget: Budget,
    luck: Luck<G>,
    streams: Vec<Rng>,
    chairs: Vec<Chair>,
    buffer: MoveList<G::Move>,
    plies: u64,
    faults: Vec<FaultNote>,
}

impl<'a, G: Tabletop> Progress<'a, G> {
    fn new(
        rules: &G::Rules,
        start: &G,
        players: &'a mut [Box<dyn Player<G>>],
        terms: &'a Terms,
        seed: Seed,
    ) -> Progress<'a, G> {
        let seats = || Seat::all(start.seats());
        let chair = |seat: Seat| {
            let chair = Chair::new(seat, terms.control, terms.margin);
            match terms.budgets.get(seat.index()) {
                Some(budget) => chair.counting(budget),
                None => chair,
            }
        };
        let mut game = Progress {
            players,
            terms,
            budget: terms.budget.clone(),
            luck: Luck::new(rules, start, seed),
            streams: seats().map(|seat| private(seed, seat)).collect(),
            chairs: seats().map(chair).collect(),
            buffer: MoveList::default(),
            plies: 0,
            faults: Vec::new(),
        };
        game.tell(|player, seat| player.begin(start, seat));
        game
    }

    fn abandoned(&self) -> bool {
        let flag = self.terms.abandon.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Asks the player of a seat for a legal move within its time, and says how long it took.
    fn ask(&mut self, position: &G, seat: Seat) -> (Result<Decision<G::Move>, Failure>, Duration) {
        let index = seat.index();
        let chair = &mut self.chairs[index];
        chair.limit(self.terms.budget.time, &mut self.budget);
        let (player, stream) = (&mut self.players[index], &mut self.streams[index]);
        let (budget, buffer) = (&self.budget, &mut self.buffer);
        let choose =
            || Given { answer: player.choose(position, budget, stream), spent: player.spent() };
        let legal = |decision: &Decision<G::Move>| check_legal(position, decision.chosen, buffer);
        let (answer, time) = chair.ask(choose, legal);
        (answer.and_then(|decision| self.check_budget(seat, decision, time)), time)
    }

    /// Where budgets are strict, a decision that costs much more than its budget is a fault.
    fn check_budget(
        &self,
        seat: Seat,
        decision: Decision<G::Move>,
        time: Duration,
    ) -> Result<Decision<G::Move>, Failure> {
        let budget = self.terms.budgets.get(seat.index()).filter(|_| self.terms.strict_budgets);
        let spent =
            Spent { moves: 1, time, nodes: decision.nodes, iterations: decision.iterations };
        let beyond = budget.and_then(|budget| Overspending::of(&spent, budget));
        match beyond.filter(|beyond| beyond.is_beyond(self.terms.margin)) {
            Some(beyond) => Err(Failure::new(Fault::Overtime, format!("spent {beyond}"))),
            None => Ok(decision),
        }
    }

    /// Applies the game's rule for a fault: a move that is made instead, or the end of the game.
    fn fail(&mut self, position: &G, seat: Seat, failure: &Failure) -> Consequence<G::Move> {
        let chair = &mut self.chairs[seat.index()];
        let (consequence, news) = chair.fail(failure, |seat, fault| position.sanction(seat, fault));
        if news {
            self.note(seat, failure);
        }
        consequence
    }

    /// Counts a move that is being made and tells everybody.
    fn announce(&mut self, before: &G, mv: G::Move, mover: Option<Seat>) {
        self.plies += u64::from(mover.is_some());
        self.luck.observe(before, mv, mover);
        self.tell(|player, _| player.observe(before, mv));
    }

    /// Tells every player that is still asked; a player that fails to listen is not asked any more.
    fn tell(&mut self, mut news: impl FnMut(&mut dyn Player<G>, Seat) -> Result<(), Failure>) {
        for index in 0..self.chairs.len() {
            let chair = &self.chairs[index];
            let seat = chair.seat();
            if chair.benched().is_some() {
                continue;
            }
            if let Err(failure) = news(&mut *self.players[index], seat) {
                self.note(seat, &failure);
                self.chairs[index].bench(failure);
            }
        }
    }

    /// What a player says with its move. That it was started again or corrected itself is noted: it is no fault, and people
    /// should know.
    fn remarks(&mut self, seat: Seat) -> Remarks {
        let mut remarks = self.players[seat.index()].remarks();
        for (kind, reasons) in [
            (FaultNote::RESTARTED, &mut remarks.restarts),
            (FaultNote::CORRECTED, &mut remarks.corrected),
        ] {
            self.faults.extend(reasons.drain(..).map(|reason| FaultNote {
                seat: seat.0,
                ply: self.plies,
                kind: kind.to_owned(),
                reason,
                last_words: String::new(),
            }));
        }
        remarks
    }

    fn note(&mut self, seat: Seat, failure: &Failure) {
        let mut note = FaultNote::new(seat.0, self.plies, failure.fault, failure.reason.clone());
        note.last_words.clone_from(&failure.last_words);
        self.faults.push(note);
    }

    fn finish(self, position: G, end: GameEnd) -> Finished<G> {
        let scores = end.scores.as_slice(position.seats());
        for player in self.players.iter_mut() {
            player.finish(scores, &end.ending);
        }
        Finished { position, end, plies: self.plies, faults: self.faults }
    }
}
