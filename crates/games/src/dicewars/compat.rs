//! Seed-compatible play: the original's dice, one by one, from the original's four seeds.

use ludarium_game::{Error, Game, Result, Seat, Turn};

use super::luck::Luck;
use super::mersenne::Mersenne;
use super::rules::AREAS;
use super::setup::{self, OrderOfPlay, StartDice, assign, order_of_play, start_dice};
use super::{Area, Dicewars, MAX_DICE, Map, Move, Planes};

/// The seeds of an original game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The map.
    pub board: u64,
    /// Who gets which areas.
    pub ownership: u64,
    /// How many dice stand on them.
    pub strength: u64,
    /// The order of play, then all dice of the game.
    pub fixed: u64,
}

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

/// A game whose chance events are the original's.
///
/// The original picks areas from lists whose order depends on the whole game, so the lists
/// belong to the game beside the position and the generator.
#[derive(Clone, Debug, PartialEq)]
pub struct SeededGame {
    position: Dicewars,
    luck: Mersenne,
    /// The areas of each player, in the original's order.
    lists: Vec<Vec<Area>>,
}

impl SeededGame {
    /// The start of the original's game with these seeds.
    pub fn new(
        seeds: Seeds,
        players: usize,
        dice: StartDice,
        order: OrderOfPlay,
    ) -> Result<SeededGame> {
        if !(2..=8).contains(&players) {
            return Err(Error::Value {
                key: "players".into(),
                value: players.to_string(),
                expected: "a whole number from 2 to 8".into(),
            });
        }
        let map = Map::generate(seeds.board, AREAS)?;
        let assigned = assign(AREAS, players, &mut Mersenne::new(seeds.ownership));
        let strength = &mut Mersenne::new(seeds.strength);
        let dice = start_dice(dice, &assigned, players, strength);
        let mut luck = Mersenne::new(seeds.fixed);
        // The original shuffles even when it does not use the result.
        let shuffled = order_of_play(OrderOfPlay::Shuffled, players, &mut luck);
        let order = match order {
            OrderOfPlay::Given => setup::given_order(players),
            OrderOfPlay::Shuffled => shuffled,
        };
        let mut lists = vec![Vec::new(); players];
        for &(area, seat) in &assigned {
            lists[seat.index()].push(area);
        }
        let areas = setup::areas_of_seats(&assigned);
        let mut game = SeededGame {
            position: Dicewars::new(map, areas, dice, players, order),
            luck,
            lists,
        };
        Seat::all(players).for_each(|seat| game.regroup(seat));
        Ok(game)
    }

    /// The position before the next decision.
    pub fn position(&self) -> &Dicewars {
        &self.position
    }

    /// Attacks and rolls the dice.
    pub fn attack(&mut self, from: Area, to: Area) -> Result<Rolls> {
        let mv = Move::Attack { from, to };
        let text = Dicewars::write_move(mv);
        self.expect_decision(&text)?;
        self.position
            .check_attack(from, to)
            .map_err(|reason| Error::illegal(&text, reason))?;
        let loser = self.position.owner(to);
        let winner = self.position.player();
        let attacker = self.throw(self.position.dice(from));
        let defender = self.throw(self.position.dice(to));
        let won = attacker.iter().sum::<u8>() > defender.iter().sum::<u8>();
        let outcome = if won { Move::Won } else { Move::Lost };
        self.position.play(mv);
        self.position.play(outcome);
        if won {
            self.lists[loser.index()].retain(|&area| area != to);
            self.lists[winner.index()].push(to);
            self.regroup(loser);
            self.regroup(winner);
        }
        Ok(Rolls {
            attacker,
            defender,
            outcome,
        })
    }

    /// Ends the turn and places the new dice.
    pub fn end_turn(&mut self) -> Result<Placement> {
        self.expect_decision("E")?;
        let player = self.position.player();
        let mut left = self.position.dice_in_hand(player);
        let mut open = self.lists[player.index()].clone();
        let mut areas = Vec::new();
        let mut received = Planes::default();
        while left > 0 && !open.is_empty() {
            let chosen = self.luck.below(open.len() as u32) as usize;
            let area = open[chosen];
            if self.position.dice(area) + received.get(area) == MAX_DICE {
                open.remove(chosen);
            } else {
                areas.push(area);
                received.increment(area.bit());
                left -= 1;
            }
        }
        self.position.play(Move::EndTurn);
        let outcome = (!areas.is_empty()).then_some(Move::Reinforced(received));
        if let Some(outcome) = outcome {
            self.position.play(outcome);
        }
        Ok(Placement { areas, outcome })
    }

    fn expect_decision(&self, text: &str) -> Result<()> {
        match self.position.turn() {
            Turn::Seat(_) => Ok(()),
            _ => Err(Error::illegal(text, "the game is over")),
        }
    }

    fn throw(&mut self, dice: u8) -> Vec<u8> {
        (0..dice).map(|_| self.luck.die()).collect()
    }

    /// Puts a player's list into the original's canonical order: region by region, each breadth
    /// first from the area that was first in the old list.
    fn regroup(&mut self, seat: Seat) {
        let map = self.position.map();
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
                for &near in map.neighbours(area) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u64) -> SeededGame {
        let seeds = Seeds {
            board: seed,
            ownership: 42,
            strength: 42,
            fixed: 42,
        };
        SeededGame::new(seeds, 4, StartDice::Flat, OrderOfPlay::Given).unwrap()
    }

    /// The dice of seed 42 after the order of four players was shuffled: 6 against 13, 12 against 10.
    #[test]
    fn seed_42_always_loses_the_first_battle_and_wins_the_second() {
        let mut game = game(1);
        let attack = |game: &SeededGame| {
            let mut moves = ludarium_game::MoveList::new();
            game.position().moves(&mut moves);
            match moves[0] {
                Move::Attack { from, to } => (from, to),
                other => panic!("{other:?}"),
            }
        };
        let (from, to) = attack(&game);
        let first = game.attack(from, to).unwrap();
        assert_eq!(first.attacker, [2, 2, 2]);
        assert_eq!(first.defender, [6, 1, 6]);
        assert_eq!(first.outcome, Move::Lost);
        let (from, to) = attack(&game);
        let second = game.attack(from, to).unwrap();
        assert_eq!(second.attacker.iter().sum::<u8>(), 12);
        assert_eq!(second.defender.iter().sum::<u8>(), 10);
        assert_eq!(second.outcome, Move::Won);
        assert_eq!(game.position().owner(to), Seat(0));
    }

    #[test]
    fn dice_are_placed_on_own_areas_until_the_hand_is_empty() {
        let mut game = game(2);
        for seat in [0, 1, 2, 3, 0].map(Seat) {
            let before = game.position().clone();
            let placed = game.end_turn().unwrap();
            assert_eq!(placed.areas.len(), before.dice_in_hand(seat) as usize);
            assert!(placed.areas.iter().all(|&area| before.owner(area) == seat));
            assert!(placed.outcome.is_some());
        }
    }

    #[test]
    fn impossible_requests_are_refused() {
        let mut game = game(3);
        let error = game.attack(Area(0), Area(0)).unwrap_err();
        assert!(error.to_string().contains("illegal move"), "{error}");
        let seeds = Seeds {
            board: 0,
            ownership: 0,
            strength: 0,
            fixed: 0,
        };
        assert!(SeededGame::new(seeds, 9, StartDice::Flat, OrderOfPlay::Given).is_err());
    }
}
