//! A search that does not like to come back to a position that it has made before, nor to wait.
//!
//! In a quiet position all moves are worth about the same, and to and fro is as good as any plan: then a game against
//! players who wait, too, is drawn with nearly all pieces on the board. So when nothing has been captured for a while, it
//! begins to like exchanges and pawns that advance, which open the position.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use ludarium_agents::Parameters;
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Scores, Seat, Turn, Value};
use ludarium_search::{Sense, Sensed};

use crate::rules::{Move, ThreeChess};

/// Keys of positions, which are evenly spread already.
type Keys = HashSet<u64, BuildHasherDefault<ByItself>>;

/// Takes a key for its own hash.
#[derive(Default)]
struct ByItself(u64);

impl Hasher for ByItself {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// How many of its moves without a capture it looks at calmly, and after how many more it is as impatient as it gets.
const PATIENCE: (u32, u32) = (8, 8);

/// What a search does not like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unrest {
    /// What a position that it made before in this game is worth to everybody; with 1 it does not mind.
    pub again: f32,
    /// What [progress](ThreeChess::progress) by one piece is worth to it when it is as impatient as it gets.
    pub urge: f32,
}

impl Unrest {
    /// Reads what the search does not like.
    pub fn read(p: &mut Parameters<'_>) -> Unrest {
        let again = p.real(
            "again",
            0.0..=1.0,
            0.3,
            "what a position is worth that it made before in this game, so that it tries something else; 1: it does not mind",
        );
        let urge = p.real(
            "urge",
            0.0..=0.1,
            0.01,
            "what a piece less on the board, or five rows for a pawn, is worth to it when nothing has been captured for a while; 0: it waits",
        );
        Unrest { again: again as f32, urge: urge as f32 }
    }
}

/// Plays with unrest.
pub(super) struct Restless<A> {
    agent: A,
    sense: Arc<dyn Sense<ThreeChess>>,
    unrest: Unrest,
    seat: Seat,
    /// Its moves since the last capture.
    quiet: u32,
    /// The keys of the positions after its moves.
    made: Arc<Keys>,
}

impl<A> Restless<A> {
    pub fn new(agent: A, sense: Arc<dyn Sense<ThreeChess>>, unrest: Unrest) -> Restless<A> {
        Restless { agent, sense, unrest, seat: Seat(0), quiet: 0, made: Arc::default() }
    }

    /// What progress by one piece is worth to it now.
    fn urge(&self) -> f32 {
        let (calm, more) = PATIENCE;
        let impatience = self.quiet.saturating_sub(calm).min(more);
        self.unrest.urge * impatience as f32 / more as f32
    }
}

impl<A: Agent<Sensed<ThreeChess>>> Agent<ThreeChess> for Restless<A> {
    fn choose(&mut self, position: &ThreeChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let searcher = position.seat_to_move();
        let sense = Remembering {
            sense: self.sense.clone(),
            again: self.unrest.again,
            made: self.made.clone(),
            searcher,
            urge: self.urge(),
            progress: position.progress(searcher),
        };
        let view = Sensed::new(position.clone(), Arc::new(sense));
        self.agent.choose(&view, budget, rng)
    }

    fn begin(&mut self, _: &ThreeChess, seat: Seat) {
        self.seat = seat;
        self.quiet = 0;
        self.made = Arc::default();
    }

    fn observe(&mut self, position: &ThreeChess, mv: Move) {
        let own = position.turn() == Turn::Seat(self.seat);
        if position.piece(mv.end).is_some() {
            self.quiet = 0;
        } else if own {
            self.quiet += 1;
        }
        if self.unrest.again < 1.0 && own {
            let mut after = position.clone();
            after.play(mv);
            Arc::make_mut(&mut self.made).insert(after.key());
        }
    }
}

/// A sense that also knows which positions came before, and how far the game has come.
struct Remembering {
    sense: Arc<dyn Sense<ThreeChess>>,
    again: f32,
    made: Arc<Keys>,
    searcher: Seat,
    /// What progress is worth to the searching seat.
    urge: f32,
    /// The progress where the search begins.
    progress: f32,
}

impl Sense<ThreeChess> for Remembering {
    fn consider(&self, position: &ThreeChess, moves: &mut MoveList<Move>) {
        self.sense.consider(position, moves);
    }

    fn known_worth(&self, position: &ThreeChess) -> Option<Scores> {
        let again = !self.made.is_empty() && self.made.contains(&position.key());
        again.then(|| Scores::new(&[self.again; 3]))
    }

    fn worth(&self, finished: &ThreeChess) -> Scores {
        self.sense.worth(finished)
    }

    fn estimate(&self, position: &ThreeChess, estimate: Scores) -> Scores {
        let mut estimate = self.sense.estimate(position, estimate);
        if self.urge > 0.0 {
            let progress = position.progress(self.searcher) - self.progress;
            let Value(own) = estimate.of(self.searcher);
            let own = (own + self.urge * progress).clamp(0.0, 1.0);
            estimate.set(self.searcher, Value(own));
        }
        estimate
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Purpose, Seed, Tabletop};
    use ludarium_search::Random;

    use super::super::ambition::Ambition;
    use super::*;
    use crate::rules::Rules;

    const WISH: Ambition = Ambition { third: 0.2, draw: 0.4 };

    fn start() -> ThreeChess {
        ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Test, 0))
    }

    fn after(position: &ThreeChess, text: &str) -> (ThreeChess, Move) {
        let mv = position.parse_move(text).expect("a legal move");
        let mut after = position.clone();
        after.play(mv);
        (after, mv)
    }

    #[test]
    fn it_becomes_impatient_until_something_is_captured() {
        let unrest = Unrest { again: 1.0, urge: 0.01 };
        let mut restless = Restless::new(Random, Arc::new(WISH), unrest);
        let mut position = start();
        restless.begin(&position, Seat(0));
        let rounds = ["BB1-BC3", "GB1-GC3", "RB1-RC3", "BC3-BB1", "GC3-GB1", "RC3-RB1"];
        let mut urges = vec![restless.urge()];
        for text in rounds.iter().cycle().take(3 * 20) {
            let (next, mv) = after(&position, text);
            restless.observe(&position, mv);
            if position.seat_to_move() == Seat(0) {
                urges.push(restless.urge());
            }
            position = next;
        }
        assert!(urges[..=8].iter().all(|&urge| urge == 0.0), "{urges:?}");
        assert!(urges[8..=16].is_sorted_by(|a, b| a < b), "{urges:?}");
        assert!(urges[16..].iter().all(|&urge| urge == 0.01), "{urges:?}");

        // Green's queen goes out and is taken: not by the impatient seat itself, but something happens.
        for text in ["BE2-BE4", "GE2-GE4", "RE2-RE4", "BD2-BD3", "GD1-GG4"] {
            let (next, mv) = after(&position, text);
            restless.observe(&position, mv);
            position = next;
        }
        assert_eq!(restless.urge(), 0.01);
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let capture = moves.iter().find(|mv| position.piece(mv.end).is_some());
        restless.observe(&position, *capture.expect("Red can take something"));
        assert_eq!(restless.urge(), 0.0);
        restless.quiet = 16;
        restless.begin(&position, Seat(0));
        assert_eq!(restless.urge(), 0.0);
    }

    #[test]
    fn impatience_likes_progress_of_the_game_for_itself_alone() {
        let (before, searcher) = (start(), Seat(0));
        let sense = |urge| Remembering {
            sense: Arc::new(WISH),
            again: 1.0,
            made: Arc::default(),
            searcher,
            urge,
            progress: before.progress(searcher),
        };
        let (position, _) = after(&before, "BE2-BE4");
        let estimate = Scores::new(&[0.5; 3]);
        let (calm, eager) = (sense(0.0), sense(0.01));
        let [calm, eager] = [calm, eager].map(|sense| sense.estimate(&position, estimate));
        let gained = eager.of(searcher).0 - calm.of(searcher).0;
        assert!((gained - 0.004).abs() < 1e-5, "{gained}");
        assert_eq!(eager.of(Seat(1)), calm.of(Seat(1)));
        assert_eq!(eager.of(Seat(2)), calm.of(Seat(2)));
    }
}
