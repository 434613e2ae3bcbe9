//! One game as the host keeps it: rules, dice, clocks and the events about them. It has no network code.

use std::time::{Duration, Instant};

use crate::rules::{self, Dice, Kind, Move, ThreeDice};
use ludarium_game::{Game, Rng, Seed, Tabletop, Turn};

use crate::doors::commitment::{Roll, ServerSeed};
use crate::doors::message::{
    Clocks, Face, GameEvent, GameOver, GameResult, GameState, GameStatus, LegalMoves, MoveTree,
    PlayedTurn, Side, Sides, Termination, TimeControl,
};
use crate::doors::session::rules;

/// More legal turns than this are sent only when asked for.
const MOST_INLINE: usize = 1000;
/// The longest turn without clocks.
const UNLIMITED_TURN: Duration = Duration::from_secs(120);
/// How long a player's seed may be, in characters.
const SEED_LENGTHS: std::ops::RangeInclusive<usize> = 16..=256;

/// Why a turn is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    NotYourTurn,
    IllegalTurn,
    GameIsOver,
}

impl Refused {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Refused::NotYourTurn => "not your turn",
            Refused::IllegalTurn => "illegal turn",
            Refused::GameIsOver => "game is over",
        }
    }
}

/// A pending roll, and what it allows.
struct Pending {
    roll: Roll,
    tree: MoveTree,
    turns: usize,
    since: Instant,
}

/// One game.
pub(super) struct RunningGame {
    /// Each player's public name.
    names: Sides<String>,
    control: TimeControl,
    seed: ServerSeed,
    /// What the players add to the dice: at first their names.
    seeds: Sides<String>,
    seeded: [bool; 2],
    /// When the first roll comes at the latest.
    opens: Instant,
    initial: String,
    position: ThreeDice,
    rolls: u64,
    pending: Option<Pending>,
    version: u64,
    clocks: [Duration; 2],
    history: Vec<PlayedTurn>,
    over: Option<GameOver>,
    events: Vec<GameEvent>,
}

impl RunningGame {
    /// A game between two players, known publicly by `names` and to the dice by `ids`. The first roll comes when
    /// both have added a seed, or at `opens`.
    pub(super) fn new(
        names: Sides<String>,
        ids: Sides<String>,
        control: TimeControl,
        seed: ServerSeed,
        opens: Instant,
    ) -> Result<RunningGame, ludarium_game::Error> {
        // The start position of this game is always the same.
        let position = ThreeDice::start(&rules()?, &mut Rng::new(Seed(0)));
        let bank = bank(&control);
        Ok(RunningGame {
            names,
            control,
            seed,
            seeds: ids,
            seeded: [false; 2],
            opens,
            initial: position.describe(),
            position,
            rolls: 0,
            pending: None,
            version: 0,
            clocks: [bank; 2],
            history: Vec::new(),
            over: None,
            events: Vec::new(),
        })
    }

    /// Adds a player's seed, if it may be added; returns whether it was.
    pub(super) fn add_seed(&mut self, side: Side, seed: String, now: Instant) -> bool {
        let open = self.rolls == 0 && self.over.is_none() && !self.seeded[side.index()];
        if !open || !SEED_LENGTHS.contains(&seed.chars().count()) {
            return false;
        }
        match side {
            Side::White => self.seeds.white = seed,
            Side::Black => self.seeds.black = seed,
        }
        self.seeded[side.index()] = true;
        if self.seeded == [true; 2] {
            self.roll(now);
        }
        true
    }

    /// Does what is due by now: the first roll, and the end of a player's time.
    pub(super) fn tick(&mut self, now: Instant) {
        if self.over.is_some() {
            return;
        }
        if self.rolls == 0 {
            if now >= self.opens {
                self.roll(now);
            }
            return;
        }
        let mover = self.mover();
        if self.left(mover, now).is_zero() && self.pending.is_some() {
            self.clocks[mover.index()] = Duration::ZERO;
            self.end(
                GameResult::Win {
                    side: mover.other(),
                },
                Termination::Timeout,
            );
        }
    }

    /// Plays a whole turn; the number of its event.
    pub(super) fn play(
        &mut self,
        side: Side,
        moves: &[String],
        now: Instant,
    ) -> Result<u64, Refused> {
        self.tick(now);
        if self.over.is_some() {
            return Err(Refused::GameIsOver);
        }
        let Some(pending) = self.pending.as_ref().filter(|_| self.mover() == side) else {
            return Err(Refused::NotYourTurn);
        };
        let (roll, spent) = (pending.roll, now.saturating_duration_since(pending.since));
        let mut position = self.position;
        for text in moves {
            if position.turn() != Turn::Seat(side.seat()) {
                return Err(Refused::IllegalTurn);
            }
            let mv = position
                .parse_move(text)
                .map_err(|_| Refused::IllegalTurn)?;
            position.play(mv);
        }
        if position.turn() == Turn::Seat(side.seat()) {
            return Err(Refused::IllegalTurn);
        }
        let clock = &mut self.clocks[side.index()];
        match self.control {
            TimeControl::SuddenDeath { .. } => *clock = clock.saturating_sub(spent),
            TimeControl::Fischer {
                increment_seconds, ..
            } => {
                *clock = clock.saturating_sub(spent);
                *clock += Duration::from_secs(increment_seconds.into());
            }
            _ => {}
        }
        self.position = position;
        let version = self.tell_turn(side, roll, moves.to_vec());
        self.end_by_the_rules();
        self.roll(now);
        Ok(version)
    }

    /// A player gives up; returns whether the game was still going on.
    pub(super) fn resign(&mut self, side: Side) -> bool {
        let open = self.over.is_none();
        if open {
            self.end(GameResult::Win { side: side.other() }, Termination::Resign);
        }
        open
    }

    /// The host closes.
    pub(super) fn abort(&mut self) {
        if self.over.is_none() {
            self.end(GameResult::Draw {}, Termination::Aborted);
        }
    }

    /// Takes what happened since the last time.
    pub(super) fn take_events(&mut self) -> Vec<GameEvent> {
        std::mem::take(&mut self.events)
    }

    /// The number of events so far.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn over(&self) -> Option<&GameOver> {
        self.over.as_ref()
    }

    pub(super) fn names(&self) -> &Sides<String> {
        &self.names
    }

    pub(super) fn history(&self) -> &[PlayedTurn] {
        &self.history
    }

    /// Where the game began.
    pub(super) fn initial(&self) -> &str {
        &self.initial
    }

    pub(super) fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The seeds of both players as the dice use them.
    pub(super) fn seeds(&self) -> &Sides<String> {
        &self.seeds
    }

    pub(super) fn commit(&self) -> String {
        self.seed.commit()
    }

    /// The server's seed, once the game is over.
    pub(super) fn revealed(&self) -> Option<String> {
        self.over.as_ref().map(|_| self.seed.reveal())
    }

    /// What everybody may know now.
    pub(super) fn state(&self, now: Instant) -> GameState {
        let face = |name: &String| Face {
            kind: "Bot".to_owned(),
            name: Some(name.clone()),
        };
        GameState {
            version: self.version,
            dfen: self.position.describe(),
            active_seat: self.mover(),
            dice_pending: self.pending.is_some(),
            status: match &self.over {
                None => GameStatus::Active {},
                Some(over) => GameStatus::Ended { over: over.clone() },
            },
            time_control: self.control.clone(),
            clocks: self.told_clocks(now),
            commit: self.seed.commit(),
            seed: self.revealed(),
            client_seeds: self.over.as_ref().map(|_| self.seeds.clone()),
            legal_moves: self.pending.as_ref().and_then(Pending::inline),
            players: Some(Sides {
                white: face(&self.names.white),
                black: face(&self.names.black),
            }),
        }
    }

    /// The first line of a stream.
    pub(super) fn snapshot(&self, now: Instant) -> GameEvent {
        GameEvent::Snapshot {
            v: self.version,
            state: Box::new(self.state(now)),
            history: self.history.clone(),
        }
    }

    /// All legal turns.
    pub(super) fn legal_moves(&self) -> LegalMoves {
        let tree = self.pending.as_ref().map(|pending| pending.tree.clone());
        LegalMoves {
            version: self.version,
            dfen: self.position.describe(),
            dice_pending: self.pending.is_some(),
            legal_moves: tree.unwrap_or_default(),
        }
    }

    /// Rolls for the side to move, unless the game is over; passes as long as the side to move cannot move.
    fn roll(&mut self, now: Instant) {
        let mut turns = Vec::new();
        while self.over.is_none() {
            let side = self.mover();
            let roll = self.seed.roll(&self.seeds, self.rolls);
            self.rolls += 1;
            self.position.play(Move::roll(dice(roll)));
            self.position.turns(&mut turns);
            let mut tree = MoveTree::default();
            for turn in &turns {
                let moves: Vec<String> = turn.moves().iter().map(ToString::to_string).collect();
                tree.insert(moves.iter().map(String::as_str));
            }
            let pending = Pending {
                roll,
                tree,
                turns: turns.len(),
                since: now,
            };
            self.version += 1;
            let legal_moves = pending.inline();
            self.pending = Some(pending);
            self.events.push(GameEvent::DiceRolled {
                v: self.version,
                seat: side,
                dice: roll.to_vec(),
                dfen: self.position.describe(),
                clocks: self.told_clocks(now),
                legal_moves,
            });
            if !turns.is_empty() {
                return;
            }
            self.position.play(Move::PASS);
            self.tell_turn(side, roll, Vec::new());
            self.end_by_the_rules();
        }
    }

    fn end_by_the_rules(&mut self) {
        if self.position.turn() != Turn::Over {
            return;
        }
        let scores = self.position.scores();
        let winner = Side::BOTH
            .into_iter()
            .find(|side| scores.of(side.seat()).0 == 1.0);
        match winner {
            Some(side) => self.end(GameResult::Win { side }, Termination::KingCaptured),
            None => self.end(GameResult::Draw {}, Termination::Draw),
        }
    }

    fn tell_turn(&mut self, seat: Side, roll: Roll, moves: Vec<String>) -> u64 {
        self.pending = None;
        self.version += 1;
        let fen_after = self.position.describe();
        self.history.push(PlayedTurn {
            seat,
            dice: roll.to_vec(),
            moves: moves.clone(),
            fen_after: fen_after.clone(),
        });
        self.events.push(GameEvent::TurnPlayed {
            v: self.version,
            seat,
            moves,
            fen_after,
        });
        self.version
    }

    fn end(&mut self, result: GameResult, termination: Termination) {
        let over = GameOver {
            result,
            termination,
        };
        self.pending = None;
        self.over = Some(over.clone());
        self.version += 1;
        self.events.push(GameEvent::GameEnded {
            v: self.version,
            over,
            seed: Some(self.seed.reveal()),
            client_seeds: Some(self.seeds.clone()),
        });
    }

    /// The side to move; after the end, the side that moved last or would have moved.
    fn mover(&self) -> Side {
        match self.position.side() {
            rules::Side::White => Side::White,
            rules::Side::Black => Side::Black,
        }
    }

    /// The time that a side has left.
    pub(super) fn left(&self, side: Side, now: Instant) -> Duration {
        let thinking = self.pending.as_ref().filter(|_| self.mover() == side);
        let spent = thinking.map_or(Duration::ZERO, |pending| {
            now.saturating_duration_since(pending.since)
        });
        self.clocks[side.index()].saturating_sub(spent)
    }

    fn told_clocks(&self, now: Instant) -> Option<Clocks> {
        let left = |side| self.left(side, now).as_millis() as u64;
        (self.control != TimeControl::Unlimited {}).then(|| Clocks {
            white: left(Side::White),
            black: left(Side::Black),
        })
    }
}

impl Pending {
    fn inline(&self) -> Option<MoveTree> {
        (self.turns <= MOST_INLINE).then(|| self.tree.clone())
    }
}

/// What a side has at the start, or for each turn.
fn bank(control: &TimeControl) -> Duration {
    match *control {
        TimeControl::SuddenDeath { initial_seconds }
        | TimeControl::Fischer {
            initial_seconds, ..
        } => Duration::from_secs(initial_seconds.into()),
        TimeControl::PerMove { seconds_per_move } => Duration::from_secs(seconds_per_move.into()),
        TimeControl::Unlimited {} | TimeControl::Other(_) => UNLIMITED_TURN,
    }
}

fn dice(roll: Roll) -> Dice {
    let kinds = roll
        .into_iter()
        .filter_map(|face| Kind::from_face(face.into()));
    kinds.fold(Dice::NONE, Dice::with)
}

#[cfg(test)]
mod tests;
