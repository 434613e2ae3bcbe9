//! The original's dice: every throw and every new die as its generator gives them.

use ludarium_game::{Dice, Game, Seat};

use super::mersenne::Mersenne;
use super::random_source::RandomSource;
use super::setup::{OrderOfPlay, order_of_play};
use super::{Area, Dicewars, MAX_DICE, Move, Phase, Planes, areas_in};

/// The dice of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolls {
    /// The attacker's dice, in order.
    pub attacker: Vec<u8>,
    /// The defender's dice, in order.
    pub defender: Vec<u8>,
    /// [`Move::Won`] or [`Move::Lost`].
    pub outcome: Move,
}

/// Where the dice of a reinforcement fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// One area for each die, in order.
    pub areas: Vec<Area>,
    /// The chance outcome; `None` when no own area had room and there was no chance event.
    pub outcome: Option<Move>,
}

/// The chance events of one game, drawn as the original draws them.
///
/// The original picks areas from lists whose order depends on the whole game, so the dice hold these lists
/// and the generator.
#[derive(Clone, Debug, PartialEq)]
pub struct OriginalDice {
    random: Mersenne,
    /// The areas of each player, in the original's order.
    lists: Vec<Vec<Area>>,
}

impl OriginalDice {
    /// The dice of a game that begins at `start`, from the seed that the original calls fixed. `drawn` holds
    /// the areas in the order in which they were assigned; areas that it does not name follow by number.
    pub fn new(seed: u64, start: &Dicewars, drawn: impl IntoIterator<Item = Area>) -> OriginalDice {
        let mut random = Mersenne::new(seed);
        // The original shuffles first, even when it does not use the result.
        order_of_play(OrderOfPlay::Shuffled, start.seats(), &mut random);
        let mut lists = vec![Vec::new(); start.seats()];
        let mut left = start.map.all();
        for area in drawn.into_iter().chain(areas_in(left)) {
            if left & area.bit() != 0 {
                left &= !area.bit();
                lists[start.owner(area).index()].push(area);
            }
        }
        let mut dice = OriginalDice { random, lists };
        Seat::all(start.seats()).for_each(|seat| dice.regroup(start, seat));
        dice
    }

    /// Rolls for an attack.
    pub fn battle(&mut self, position: &Dicewars, from: Area, to: Area) -> Rolls {
        let attacker = self.throw(position.dice(from));
        let defender = self.throw(position.dice(to));
        let won = attacker.iter().sum::<u8>() > defender.iter().sum::<u8>();
        let outcome = if won { Move::Won } else { Move::Lost };
        Rolls { attacker, defender, outcome }
    }

    /// Places the dice that the player has in hand when the turn ends.
    pub fn place(&mut self, position: &Dicewars) -> Placement {
        let player = position.player();
        let mut left = position.dice_in_hand(player);
        let mut open = self.lists[player.index()].clone();
        let mut areas = Vec::new();
        let mut received = Planes::default();
        while left > 0 && !open.is_empty() {
            let chosen = self.random.below(open.len() as u32) as usize;
            let area = open[chosen];
            if position.dice(area) + received.get(area) == MAX_DICE {
                open.remove(chosen);
            } else {
                areas.push(area);
                received.increment(area.bit());
                left -= 1;
            }
        }
        let outcome = (!areas.is_empty()).then_some(Move::Reinforced(received));
        Placement { areas, outcome }
    }

    fn throw(&mut self, dice: u8) -> Vec<u8> {
        (0..dice).map(|_| self.random.die()).collect()
    }

    /// The player to move conquers `area` at `before`.
    pub fn conquer(&mut self, before: &Dicewars, area: Area) {
        let (winner, loser) = (before.player(), before.owner(area));
        if winner == loser {
            return;
        }
        self.lists[loser.index()].retain(|&other| other != area);
        self.lists[winner.index()].push(area);
        self.regroup(before, loser);
        self.regroup(before, winner);
    }

    /// Puts a player's list into the original's canonical order: region by region, each breadth
    /// first from the area that was first in the old list.
    fn regroup(&mut self, position: &Dicewars, seat: Seat) {
        let old = &self.lists[seat.index()];
        let mut waiting: u32 = old.iter().fold(0, |set, area| set | area.bit());
        let mut list: Vec<Area> = Vec::with_capacity(old.len());
        for &start in old {
            if waiting & start.bit() == 0 {
                continue;
            }
            let mut next = list.len();
            list.push(start);
            waiting &= !start.bit();
            while let Some(&area) = list.get(next) {
                next += 1;
                for &near in position.map.neighbours(area) {
                    if waiting & near.bit() != 0 {
                        waiting &= !near.bit();
                        list.push(near);
                    }
                }
            }
        }
        self.lists[seat.index()] = list;
    }
}

impl Dice<Dicewars> for OriginalDice {
    fn roll(&mut self, position: &Dicewars) -> Move {
        let outcome = match position.phase {
            Phase::Battle { from, to } => Some(self.battle(position, from, to).outcome),
            Phase::Reinforcement { .. } => self.place(position).outcome,
            Phase::Choosing | Phase::Over(_) => None,
        };
        debug_assert!(outcome.is_some(), "no chance event is pending");
        outcome.unwrap_or(Move::EndTurn)
    }

    fn observe(&mut self, before: &Dicewars, mv: Move) {
        match (mv, before.phase) {
            (Move::Won, Phase::Battle { to, .. }) => self.conquer(before, to),
            // The original looks for room even where there is none, and uses up numbers.
            (Move::EndTurn, _) if before.own() & !before.dice.sevens() == 0 => {
                self.place(before);
            }
            _ => {}
        }
    }
}
