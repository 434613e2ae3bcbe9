//! Dicewars: two to eight players fight with dice for the areas of a map.
//!
//! A turn is any number of attacks, each followed by the chance event that decides it, and then
//! [`Move::EndTurn`]. The player then receives as many dice as his largest connected region has
//! areas, and what he could not place before; where they fall is one chance event. Who owns every
//! area has won. Nobody wins after eight rounds without an attack or at the 10 000th battle.
//!
//! # Order of moves
//! [`Game::moves`] lists the attacks by ascending source area, for each source by the map's own
//! order of its neighbours, and [`Move::EndTurn`] last.
//!
//! # Scores
//! The winner has 1, everybody else 0. A draw is shared equally by the players that still own an
//! area. Only the 10 000th battle can draw with one such player left; then all seats share, for
//! nobody has won.

mod battle;
mod board;
mod compat;
mod generator;
mod key;
mod luck;
mod mersenne;
mod notation;
mod outline;
mod planes;
mod reinforcement;
mod rules;
mod scene;
mod setup;

use std::sync::Arc;

use ludarium_game::{
    ChancePlace, Game, Listing, MAX_SEATS, MoveList, Rng, Scores, Seat, Turn, Value,
};

pub use battle::{certain, probability, rolls, wins};
pub use board::{Area, MAX_AREAS, Map, areas_in};
pub use compat::{Placement, Rolls, SeededGame, Seeds};
pub use generator::Hex;
pub use luck::Luck;
pub use mersenne::Mersenne;
pub use planes::Planes;
pub use reinforcement::scatter;
pub use rules::{LastBattle, Rules};
pub use setup::{Order, OrderOfPlay, StartDice, assign, order_of_play, start_dice};

/// The most dice an area can hold.
pub const MAX_DICE: u8 = 8;
/// The most dice a player can have in hand when his turn ends.
pub const MAX_RESERVE: u8 = 64;
/// The battle that ends the game.
pub const LAST_BATTLE: u16 = 10_000;
/// So many rounds without an attack end the game.
pub const QUIET_ROUNDS: u8 = 8;

/// A player's move or a chance outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// An own area with two or more dice attacks a neighbour of another player.
    Attack {
        /// The own area.
        from: Area,
        /// The area attacked.
        to: Area,
    },
    /// No further attack in this turn.
    EndTurn,
    /// Chance: the attacker rolled the larger sum.
    Won,
    /// Chance: he did not.
    Lost,
    /// Chance: so many new dice fell on each area.
    Reinforced(Planes),
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The player attacks or ends his turn.
    Choosing,
    /// Dice decide an attack.
    Battle { from: Area, to: Area },
    /// So many dice fall on the player's areas.
    Reinforcement { dice: u8 },
    /// Nothing.
    Over(Ending),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Conquest,
    QuietRounds,
    LastBattle,
}

/// A position of Dicewars.
#[derive(Clone, Debug, PartialEq)]
pub struct Dicewars {
    map: Arc<Map>,
    /// The seat that owns each area.
    owners: Planes,
    /// The dice on each area, less one.
    dice: Planes,
    order: Order,
    reserves: [u8; MAX_SEATS],
    phase: Phase,
    battles: u16,
    /// Turns ended since the last battle.
    passes: u8,
    players: u8,
    /// The place of the player to move in `order`.
    place: u8,
    /// Bit `s` is set while seat `s` owns an area.
    alive: u8,
    last_battle: LastBattle,
}

impl Dicewars {
    /// A position with empty reserves and the first of `order` to move.
    fn new(map: Arc<Map>, owners: Planes, dice: Planes, players: usize, order: Order) -> Dicewars {
        let mut position = Dicewars {
            map,
            owners,
            dice,
            order,
            reserves: [0; MAX_SEATS],
            phase: Phase::Choosing,
            battles: 0,
            passes: 0,
            players: players as u8,
            place: 0,
            alive: 0,
            last_battle: LastBattle::Draw,
        };
        for seat in Seat::all(players) {
            let alive = position.areas_of(seat) != 0;
            position.alive |= u8::from(alive) << seat.0;
        }
        position
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// Who owns an area.
    #[inline]
    pub fn owner(&self, area: Area) -> Seat {
        Seat(self.owners.get(area))
    }

    /// The dice on an area, 1 to 8.
    #[inline]
    pub fn dice(&self, area: Area) -> u8 {
        self.dice.get(area) + 1
    }

    /// The areas of a player.
    #[inline]
    pub fn areas_of(&self, seat: Seat) -> u32 {
        self.owners.equal_to(seat.0) & self.map.all()
    }

    /// The areas with at least two dice, which can attack.
    #[inline]
    pub fn armed(&self) -> u32 {
        self.dice.positive()
    }

    /// The size of a player's largest connected region.
    #[inline]
    pub fn largest_region(&self, seat: Seat) -> u32 {
        self.map.largest_region(self.areas_of(seat))
    }

    /// The dice that a player could not place yet.
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.reserves[seat.index()]
    }

    /// The dice that a player receives when he ends his turn now.
    #[inline]
    pub fn dice_in_hand(&self, seat: Seat) -> u8 {
        MAX_RESERVE.min(self.reserve(seat) + self.largest_region(seat) as u8)
    }

    /// Whether a player still owns an area.
    #[inline]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.alive >> seat.0 & 1 == 1
    }

    /// The player whose turn it is, also while chance decides for him and after the end.
    #[inline]
    pub fn player(&self) -> Seat {
        Seat(self.order[self.place as usize % MAX_SEATS])
    }

    /// The seats in the order of play, eliminated players included.
    pub fn order(&self) -> impl Iterator<Item = Seat> {
        self.order[..self.players as usize]
            .iter()
            .map(|&seat| Seat(seat))
    }

    /// The number of turns ended since the last battle.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The number of battles fought.
    pub fn battles(&self) -> u16 {
        self.battles
    }

    /// The attack whose battle is pending.
    pub fn pending_battle(&self) -> Option<(Area, Area)> {
        match self.phase {
            Phase::Battle { from, to } => Some((from, to)),
            _ => None,
        }
    }

    /// The same position with both counters at 0, for counts that know no limits.
    pub fn without_counters(&self) -> Dicewars {
        let mut position = self.clone();
        (position.passes, position.battles) = (0, 0);
        if let Phase::Over(_) = position.phase {
            position.phase = position.judged();
        }
        position
    }

    /// Who has won, if somebody has.
    pub fn winner(&self) -> Option<Seat> {
        (self.phase == Phase::Over(Ending::Conquest)).then(|| self.player())
    }

    fn fight(&mut self, from: Area, to: Area, won: bool) {
        if won {
            let loser = self.owner(to);
            let winner = self.player();
            self.dice.set(to, self.dice.get(from).wrapping_sub(1));
            self.owners.set(to, winner.0);
            let lives = self.areas_of(loser) != 0;
            self.alive = self.alive & !(1 << loser.0) | u8::from(lives) << loser.0;
        }
        self.dice.clear(from);
        self.passes = 0;
        self.battles += 1;
        self.phase = self.judged();
    }

    fn end_turn(&mut self) {
        self.passes += 1;
        let player = self.player();
        let own = self.areas_of(player);
        let dice = self.dice_in_hand(player);
        if own & !self.dice.sevens() == 0 {
            self.reserves[player.index()] = dice;
            self.pass_on();
        } else {
            self.phase = Phase::Reinforcement { dice };
        }
    }

    fn reinforce(&mut self, dice: u8, received: Planes) {
        let player = self.player();
        let own = self.areas_of(player);
        self.dice = self.dice.plus(received);
        // Dice are left over only when every area is full.
        let full = own & !self.dice.sevens() == 0;
        let left = if full {
            dice - received.sum(own) as u8
        } else {
            0
        };
        self.reserves[player.index()] = left;
        self.pass_on();
    }

    /// Gives the turn to the next player who owns an area.
    fn pass_on(&mut self) {
        loop {
            self.place += 1;
            if self.place >= self.players {
                self.place = 0;
            }
            if self.is_alive(self.player()) {
                break;
            }
        }
        self.phase = self.judged();
    }

    /// Whether the game is over, by the checks in the original's order.
    #[inline]
    fn judged(&self) -> Phase {
        if self.passes >= QUIET_ROUNDS && self.passes >= QUIET_ROUNDS * self.players_alive() {
            return Phase::Over(Ending::QuietRounds);
        }
        let conquered = self.alive.is_power_of_two();
        if self.battles >= LAST_BATTLE && !(conquered && self.last_battle == LastBattle::Win) {
            return Phase::Over(Ending::LastBattle);
        }
        if conquered {
            return Phase::Over(Ending::Conquest);
        }
        Phase::Choosing
    }

    #[inline]
    fn players_alive(&self) -> u8 {
        self.alive.count_ones() as u8
    }

    /// Everything the key depends on besides the map, in words.
    fn words(&self) -> [u64; 6] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [o0, o1, o2] = self.owners.words();
        let [d0, d1, d2] = self.dice.words();
        let phase = match self.phase {
            Phase::Choosing => [1, 0, 0],
            Phase::Battle { from, to } => [2, from.0, to.0],
            Phase::Reinforcement { dice } => [3, dice, 0],
            Phase::Over(_) => [4, 0, 0],
        };
        let [kind, first, second] = phase;
        [
            pair(o0, o1),
            pair(o2, d0),
            pair(d1, d2),
            u64::from_le_bytes(self.reserves),
            u64::from_le_bytes(self.order),
            u64::from_le_bytes([kind, first, second, self.player().0, self.players, 0, 0, 0]),
        ]
    }
}

impl Game for Dicewars {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::AfterMove;

    fn seats(&self) -> usize {
        self.players as usize
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Choosing => Turn::Seat(self.player()),
            Phase::Battle { .. } | Phase::Reinforcement { .. } => Turn::Chance,
            Phase::Over(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.phase != Phase::Choosing {
            return;
        }
        let own = self.areas_of(self.player());
        for from in areas_in(own & self.armed()) {
            if self.map.neighbour_set(from) & !own == 0 {
                continue;
            }
            for &to in self.map.neighbours(from) {
                if own & to.bit() == 0 {
                    out.push(Move::Attack { from, to });
                }
            }
        }
        out.push(Move::EndTurn);
    }

    fn pick(&self, rng: &mut Rng, _: &mut MoveList<Move>) -> Move {
        let own = self.areas_of(self.player());
        let armed = own & self.armed();
        let targets = |from| (self.map.neighbour_set(from) & !own).count_ones();
        let attacks: u32 = areas_in(armed).map(targets).sum();
        let mut skip = rng.below(attacks + 1);
        for from in areas_in(armed) {
            let here = targets(from);
            if skip < here {
                let foreign = |to: &&Area| own & to.bit() == 0;
                let mut neighbours = self.map.neighbours(from).iter().filter(foreign);
                return match neighbours.nth(skip as usize) {
                    Some(&to) => Move::Attack { from, to },
                    None => Move::EndTurn,
                };
            }
            skip -= here;
        }
        Move::EndTurn
    }

    fn play(&mut self, mv: Move) {
        match (self.phase, mv) {
            (Phase::Choosing, Move::Attack { from, to }) => {
                debug_assert_eq!(self.check_attack(from, to), Ok(()));
                self.phase = Phase::Battle { from, to };
            }
            (Phase::Choosing, Move::EndTurn) => self.end_turn(),
            (Phase::Battle { from, to }, Move::Won) => self.fight(from, to, true),
            (Phase::Battle { from, to }, Move::Lost) => self.fight(from, to, false),
            (Phase::Reinforcement { dice }, Move::Reinforced(received)) => {
                debug_assert_eq!(self.check_reinforcement(received), Ok(()));
                self.reinforce(dice, received);
            }
            (phase, mv) => debug_assert!(false, "{mv:?} while {phase:?}"),
        }
    }

    /// A battle lists [`Move::Won`] and, unless the win is certain, [`Move::Lost`]; a
    /// reinforcement can only be sampled.
    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        match self.phase {
            Phase::Battle { from, to } => {
                let (attacker, defender) = (self.dice(from), self.dice(to));
                out.push((Move::Won, probability(attacker, defender)));
                if !certain(attacker, defender) {
                    let (wins, rolls) = (wins(attacker, defender), rolls(attacker, defender));
                    out.push((Move::Lost, (rolls - wins) as f64 / rolls as f64));
                }
                Listing::Complete
            }
            Phase::Reinforcement { .. } => Listing::TooMany,
            Phase::Choosing | Phase::Over(_) => Listing::Complete,
        }
    }

    #[inline]
    fn roll(&self, rng: &mut Rng) -> Move {
        match self.phase {
            Phase::Battle { from, to } => {
                if battle::attacker_wins(self.dice(from), self.dice(to), || rng.bits()) {
                    Move::Won
                } else {
                    Move::Lost
                }
            }
            Phase::Reinforcement { dice } => {
                let own = self.areas_of(self.player());
                Move::Reinforced(scatter(self.dice, own, dice, rng))
            }
            Phase::Choosing | Phase::Over(_) => {
                debug_assert!(false, "no chance event is pending");
                Move::EndTurn
            }
        }
    }

    fn scores(&self) -> Scores {
        if let Some(winner) = self.winner() {
            return Scores::win(winner);
        }
        let sharing = self.players_alive();
        if sharing == 1 {
            return Scores::shared(self.seats());
        }
        let mut scores = Scores::ZERO;
        for seat in Seat::all(self.seats()).filter(|&seat| self.is_alive(seat)) {
            scores.set(seat, Value(1.0 / f32::from(sharing)));
        }
        scores
    }

    /// A position is a few words, so hashing them when asked costs less than keeping a key
    /// up to date with every die.
    fn key(&self) -> u64 {
        self.words().into_iter().fold(self.map.key(), key::mix)
    }
}
