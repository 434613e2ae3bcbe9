//! Dicewars: two to eight players fight with dice for the areas of a map.
//!
//! A turn is any number of attacks, each followed by the chance event that decides it, and then
//! [`Move::EndTurn`]. The player then receives as many dice as the largest connected region has
//! areas, and those that could not be placed before; where they fall is one chance event. The owner of all
//! areas has won. Nobody wins after eight rounds without an attack or at the 10 000th battle.
//!
//! # Order of moves
//! [`Game::moves`] lists the attacks by ascending source area, for each source by the map's own
//! order of its neighbours, and [`Move::EndTurn`] last.
//!
//! # Scores
//! The winner has 1, everybody else 0. A draw is shared equally by the players that still own an
//! area. Only the 10 000th battle can draw with one such player left; then all seats share, because
//! nobody has won.

mod battle;
mod board;
mod evaluation;
mod facts;
mod generator;
mod key;
mod mersenne;
mod notation;
mod original_dice;
mod outline;
mod planes;
mod random_source;
mod reinforcement;
mod reseat;
mod scene;
mod setup;
mod turns;
mod variants;

use std::sync::Arc;

use ludarium_game::{
    ChancePlace, Game, Listing, MAX_SEATS, MoveList, Rng, Scores, Seat, Turn, Value,
};

pub use battle::{certain, probability, rolls, wins};
pub use board::{Area, MAX_AREAS, Map, areas_in};
pub use evaluation::{AreaShare, DiceShare, Exchange, PlayerHoldings, RegionShare, Strength};
pub use generator::MapHex;
pub use mersenne::Mersenne;
pub use original_dice::{OriginalDice, Placement, Rolls};
pub use planes::Planes;
pub use random_source::RandomSource;
pub use reinforcement::scatter;
pub use setup::{OrderOfPlay, SeatOrder, StartDice, assign, order_of_play, start_dice};
pub use variants::{LastBattle, Rules};

/// The most dice an area can hold.
pub const MAX_DICE: u8 = 8;
/// The most dice a player can have in hand when the turn ends.
pub const MAX_RESERVE: u8 = 64;
/// The battle that ends the game.
pub const LAST_BATTLE: u16 = 10_000;
/// How many rounds without an attack end the game.
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
    /// Chance: the attacker did not.
    Lost,
    /// Chance: how many new dice fell on each area.
    Reinforced(Planes),
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The player attacks or ends the turn.
    Choosing,
    /// Dice decide an attack.
    Battle { from: Area, to: Area },
    /// How many dice fall on the player's areas.
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
    /// The areas of each seat.
    areas: [u32; MAX_SEATS],
    /// The dice on each area, less one.
    dice: Planes,
    /// How many neighbours of each area belong to another player than the area does.
    foes: [u8; MAX_AREAS],
    /// The areas with at least one such neighbour.
    border: u32,
    order: SeatOrder,
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
    fn new(
        map: Arc<Map>,
        areas: [u32; MAX_SEATS],
        dice: Planes,
        players: usize,
        order: SeatOrder,
    ) -> Dicewars {
        let (mut alive, mut border) = (0, 0);
        let mut foes = [0; MAX_AREAS];
        for (seat, &own) in areas.iter().enumerate() {
            alive |= u8::from(own != 0) << seat;
            for area in areas_in(own) {
                let foreign = map.neighbour_set(area) & !own;
                foes[area.index()] = foreign.count_ones() as u8;
                border |= if foreign == 0 { 0 } else { area.bit() };
            }
        }
        Dicewars {
            map,
            areas,
            dice,
            foes,
            border,
            order,
            reserves: [0; MAX_SEATS],
            phase: Phase::Choosing,
            battles: 0,
            passes: 0,
            players: players as u8,
            place: 0,
            alive,
            last_battle: LastBattle::Draw,
        }
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The owner of an area.
    #[inline]
    pub fn owner(&self, area: Area) -> Seat {
        let mut owner = 0;
        while owner + 1 < MAX_SEATS && self.areas[owner] & area.bit() == 0 {
            owner += 1;
        }
        Seat(owner as u8)
    }

    /// The dice on an area, 1 to 8.
    #[inline]
    pub fn dice(&self, area: Area) -> u8 {
        self.dice.get(area) + 1
    }

    /// The areas of a player.
    #[inline]
    pub fn areas_of(&self, seat: Seat) -> u32 {
        self.areas[seat.index() % MAX_SEATS]
    }

    /// The areas with at least two dice, which can attack.
    #[inline]
    pub fn armed(&self) -> u32 {
        self.dice.positive()
    }

    /// The areas, of whatever player, that have a neighbour of another player.
    #[inline]
    pub fn border(&self) -> u32 {
        self.border
    }

    /// How many neighbours of an area belong to another player than the area does.
    #[inline]
    pub fn foes(&self, area: Area) -> u8 {
        self.foes[area.index() % MAX_AREAS]
    }

    /// The size of a player's largest connected region.
    #[inline]
    pub fn largest_region(&self, seat: Seat) -> u32 {
        self.map.largest_region(self.areas_of(seat))
    }

    /// The dice that a player could not place yet.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.reserves[seat.index() % MAX_SEATS]
    }

    /// The dice that a player receives for ending the turn now.
    #[inline]
    pub fn dice_in_hand(&self, seat: Seat) -> u8 {
        MAX_RESERVE.min(self.reserve(seat) + self.largest_region(seat) as u8)
    }

    /// Whether a player still owns an area.
    #[inline]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.alive >> seat.0 & 1 == 1
    }

    /// The player whose turn it is, also while chance decides and after the end.
    #[inline]
    pub fn player(&self) -> Seat {
        Seat(self.order[self.place as usize % MAX_SEATS])
    }

    /// The areas of the player whose turn it is.
    #[inline]
    fn own(&self) -> u32 {
        self.areas_of(self.player())
    }

    /// The seats in the order of play, eliminated players included.
    pub fn order(&self) -> impl Iterator<Item = Seat> {
        self.order[..self.players as usize].iter().map(|&seat| Seat(seat))
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

    /// The same position with both counters at 0, for counts without limits.
    pub fn without_counters(&self) -> Dicewars {
        let mut position = self.clone();
        (position.passes, position.battles) = (0, 0);
        if let Phase::Over(_) = position.phase {
            position.phase = position.judged();
        }
        position
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        (self.phase == Phase::Over(Ending::Conquest)).then(|| self.player())
    }

    #[inline]
    fn players_alive(&self) -> u8 {
        self.alive.count_ones() as u8
    }

    /// Everything the key depends on besides the map, in words.
    fn words(&self) -> [u64; 9] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [a, b, c, d, e, f, g, h] = self.areas;
        let [ones, twos, fours] = self.dice.words();
        let (kind, first, second) = match self.phase {
            Phase::Choosing => (1, 0, 0),
            Phase::Battle { from, to } => (2, from.0, to.0),
            Phase::Reinforcement { dice } => (3, dice, 0),
            Phase::Over(_) => (4, 0, 0),
        };
        let turn = u32::from_le_bytes([kind, first, second, self.player().0]);
        [
            pair(a, b),
            pair(c, d),
            pair(e, f),
            pair(g, h),
            pair(ones, twos),
            pair(fours, turn),
            u64::from(self.players),
            u64::from_le_bytes(self.reserves),
            u64::from_le_bytes(self.order),
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
        let own = self.own();
        for from in areas_in(own & self.border & self.armed()) {
            for &to in self.map.neighbours(from) {
                if own & to.bit() == 0 {
                    out.push(Move::Attack { from, to });
                }
            }
        }
        out.push(Move::EndTurn);
    }

    #[inline(always)] // Called on its own it costs a tenth of a playout.
    fn pick(&self, rng: &mut Rng, _: &mut MoveList<Move>) -> Move {
        let own = self.own();
        let sources = own & self.border & self.armed();
        let mut attacks = 0;
        for from in areas_in(sources) {
            attacks += u32::from(self.foes(from));
        }
        let mut skip = rng.below(attacks + 1);
        for from in areas_in(sources) {
            let here = u32::from(self.foes(from));
            if skip < here {
                for &to in self.map.neighbours(from) {
                    if own & to.bit() == 0 {
                        if skip == 0 {
                            return Move::Attack { from, to };
                        }
                        skip -= 1;
                    }
                }
            }
            skip -= here;
        }
        Move::EndTurn
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match mv {
            Move::Attack { from, to } => {
                debug_assert_eq!(self.check_attack(from, to), Ok(()));
                self.phase = Phase::Battle { from, to };
            }
            Move::EndTurn => self.end_turn(),
            Move::Won => self.fight(true),
            Move::Lost => self.fight(false),
            Move::Reinforced(received) => self.reinforce(received),
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

    #[inline(always)] // Called on its own it costs a tenth of a playout.
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
                Move::Reinforced(scatter(self.dice, self.own(), dice, rng))
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

    /// Computed when asked, not kept incrementally: the position is nine words, and hashing them
    /// costs less than keeping a key up to date with every die.
    fn key(&self) -> u64 {
        self.words().into_iter().fold(self.map.key(), key::mix)
    }

    fn detach(&self) -> Self {
        Dicewars { map: Arc::new(Map::clone(&self.map)), ..self.clone() }
    }
}
