//! Backgammon: the position and its rules.
//!
//! A turn is a roll and a play of up to four steps. The list of plays has one for each position that can be reached.
//!
//! # Where to look
//!
//! `men.rs` holds the checkers of a player, `moves.rs` a turn, `generate.rs` finds the plays. `notation.rs` reads and
//! writes plays as players do, `ids.rs` positions as other programs do. `index.rs` numbers positions with few checkers.
//! `variants.rs` has starts and scores.

mod generate;
mod ids;
mod index;
mod men;
mod moves;
mod notation;
mod scene;
mod tabletop;
#[cfg(test)]
mod tests;
mod variants;

use ludarium_game::{ChancePlace, Game, Listing, MoveList, Rng, Scores, Seat, Turn};

use generate::Sight;
pub use index::CheckerIndex;
pub use men::{BAR, HOME, MOST_MEN, Men, MenSets, OFF};
pub use moves::Move;
pub use variants::{Rules, Stakes};

/// The names of the players; White begins to count where Black's last checkers start.
pub const NAMES: [&str; 2] = ["White", "Black"];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// The checkers of both seats, each as its owner counts.
    men: [Men; 2],
    /// What the dice show, the larger one first; 0 while they are not rolled.
    dice: [u8; 2],
    mover: u8,
    /// The first roll decides who begins.
    opening: bool,
    stakes: Stakes,
}

impl Backgammon {
    /// The position before the first roll.
    pub fn new(rules: Rules) -> Backgammon {
        Backgammon {
            men: [rules.start; 2],
            dice: [0; 2],
            mover: 0,
            opening: true,
            stakes: rules.stakes,
        }
    }

    /// The checkers of a seat, as it counts.
    #[inline]
    pub fn men(&self, seat: Seat) -> Men {
        self.men[seat.index() & 1]
    }

    /// Who rolls or plays; at the start, while nobody does, the first seat.
    #[inline]
    pub fn mover(&self) -> Seat {
        Seat(self.mover)
    }

    /// The dice that are to be played, the larger one first.
    pub fn dice(&self) -> Option<[u8; 2]> {
        (self.dice[0] > 0).then_some(self.dice)
    }

    /// The same position with a roll, `31`, in place of whatever was rolled; an error where none is possible.
    pub fn with_dice(mut self, roll: &str) -> ludarium_game::Result<Backgammon> {
        self.dice = [0; 2];
        let roll = ludarium_game::Tabletop::parse_move(&self, roll)?;
        self.play(roll);
        Ok(self)
    }

    /// Whether the first roll is still to come.
    pub fn is_opening(&self) -> bool {
        self.opening
    }

    /// The winner and the points, 1 to 3, that a game for points is won by.
    pub fn won(&self) -> Option<(Seat, u8)> {
        let winner = self.men.iter().position(|men| men.is_home())?;
        let lost = self.men[1 - winner];
        let behind = lost.0 >> (4 * (BAR - HOME)) != 0;
        let points = match (lost.on(OFF), behind) {
            (0, true) => 3,
            (0, false) => 2,
            _ => 1,
        };
        Some((Seat(winner as u8), points))
    }

    /// What a game of these stakes that is won by so many points is worth.
    pub fn shares(&self, winner: Seat, points: u8) -> Scores {
        let share = match self.stakes {
            Stakes::Money => 0.5 + f32::from(points) / 6.0,
            Stakes::Win => 1.0,
        };
        let mut shares = [1.0 - share; 2];
        shares[winner.index() & 1] = share;
        Scores::new(&shares)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.men[0].is_home() || self.men[1].is_home()
    }

    #[inline]
    fn sight(&self) -> Sight {
        let mover = usize::from(self.mover);
        Sight::new(self.men[mover], self.men[1 - mover])
    }

    /// Moves a checker of the player to move, and says where it ends and whether it hits.
    #[inline]
    fn step(&mut self, from: u8, die: u8) -> Landing {
        let mover = usize::from(self.mover);
        let to = from.saturating_sub(die);
        self.men[mover] = self.men[mover].moved(from, to);
        let hits = to != OFF && self.men[1 - mover].on(BAR - to) == 1;
        if hits {
            self.men[1 - mover] = self.men[1 - mover].moved(BAR - to, BAR);
        }
        Landing { to, hits }
    }

    /// The steps of a play, each with its die.
    #[inline]
    fn steps(&self, mv: Move) -> impl Iterator<Item = (u8, u8)> + use<> {
        let [larger, smaller] = self.dice;
        let first = if mv.begins_with_smaller() { smaller } else { larger };
        let dice = [first, larger + smaller - first, larger, larger];
        mv.sources().zip(dice)
    }

    /// Every order of single steps that makes a play.
    fn step_orders(&self, mv: Move) -> Vec<Vec<(u8, u8)>> {
        let steps: Vec<(u8, u8)> = self.steps(mv).collect();
        let mut dice: Vec<u8> = steps.iter().map(|&(_, die)| die).collect();
        let mut goal = *self;
        steps.iter().for_each(|&(from, die)| _ = goal.step(from, die));
        let mut orders = Vec::new();
        self.add_orders(&dice, &mut Vec::new(), &goal.men, &mut orders);
        if let [one, other] = dice[..]
            && one != other
        {
            dice.reverse();
            self.add_orders(&dice, &mut Vec::new(), &goal.men, &mut orders);
        }
        orders
    }

    /// Adds the ways to make steps with these dice that end at a goal, after those that are made.
    fn add_orders(
        &self,
        dice: &[u8],
        made: &mut Vec<(u8, u8)>,
        goal: &[Men; 2],
        orders: &mut Vec<Vec<(u8, u8)>>,
    ) {
        let Some((&die, rest)) = dice.split_first() else {
            if self.men == *goal {
                orders.push(made.clone());
            }
            return;
        };
        let mover = usize::from(self.mover);
        for from in self.sight().sources(die) {
            let mut after = *self;
            after.step(from, die);
            if after.men[mover].may_become(goal[mover]) {
                made.push((from, die));
                after.add_orders(rest, made, goal, orders);
                made.pop();
            }
        }
    }
}

/// Where a step ends.
#[derive(Clone, Copy)]
struct Landing {
    to: u8,
    hits: bool,
}

impl Game for Backgammon {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() {
            Turn::Over
        } else if self.dice[0] == 0 {
            Turn::Chance
        } else {
            Turn::Seat(Seat(self.mover))
        }
    }

    /// From plays that begin with a checker far from home to others; what needs the smaller die first comes last.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if matches!(self.turn(), Turn::Seat(_)) {
            self.sight().plays(self.dice, out);
        }
    }

    #[inline]
    fn pick(&self, rng: &mut Rng, buffer: &mut MoveList<Move>) -> Move {
        if let Some(play) = self.sight().pick(self.dice, rng) {
            return play;
        }
        self.moves(buffer);
        buffer[rng.below(buffer.len() as u32) as usize]
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if let Some([first, second]) = mv.rolled() {
            if self.opening {
                self.mover = u8::from(first < second);
                self.opening = false;
            }
            self.dice = [first.max(second), first.min(second)];
            return;
        }
        for (from, die) in self.steps(mv) {
            self.step(from, die);
        }
        self.mover = 1 - self.mover;
        self.dice = [0; 2];
    }

    /// The 21 rolls; at the start White's die and Black's, which differ.
    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            for (first, second) in
                (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)))
            {
                let roll = Move::roll([first, second]);
                match (self.opening, first == second) {
                    (true, false) => out.push((roll, 1.0 / 30.0)),
                    (false, true) => out.push((roll, 1.0 / 36.0)),
                    (false, false) if first > second => out.push((roll, 1.0 / 18.0)),
                    _ => {}
                }
            }
        }
        Listing::Complete
    }

    #[inline]
    fn roll(&self, rng: &mut Rng) -> Move {
        loop {
            let both = rng.below(36) as u8;
            let [first, second] = [both / 6 + 1, both % 6 + 1];
            if !self.opening {
                return Move::roll([first.max(second), first.min(second)]);
            }
            if first != second {
                return Move::roll([first, second]);
            }
        }
    }

    fn scores(&self) -> Scores {
        self.won().map_or(Scores::shared(2), |(winner, points)| self.shares(winner, points))
    }

    /// All of the position, well mixed.
    fn key(&self) -> u64 {
        let rest = u64::from(self.dice[0]) | u64::from(self.dice[1]) << 8;
        let rest = rest | u64::from(self.mover) << 16 | u64::from(self.opening) << 17;
        let words = self.men.iter().flat_map(|men| [men.0 as u64, (men.0 >> 64) as u64]);
        words.fold(rest, |key, word| {
            let product =
                u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word ^ 0xd6e8_feb8_6659_fd93);
            (product >> 64) as u64 ^ product as u64
        })
    }
}
