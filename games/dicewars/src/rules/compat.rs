//! Seed-compatible play: the original's dice, one by one, from the original's four seeds.

use ludarium_game::{Dice, Error, Game, Result, Tabletop, Turn};

use super::mersenne::Mersenne;
use super::original_dice::{OriginalDice, Placement, Rolls};
use super::setup::{self, OrderOfPlay, StartDice, assign, order_of_play, start_dice};
use super::variants::AREAS;
use super::{Area, Dicewars, Map, Move};

/// The seeds of an original game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The map.
    pub board: u64,
    /// Who gets which areas.
    pub ownership: u64,
    /// How many dice are on them.
    pub strength: u64,
    /// The order of play, then all dice of the game.
    pub fixed: u64,
}

/// A game whose chance events are the original's.
#[derive(Clone, Debug, PartialEq)]
pub struct SeededGame {
    position: Dicewars,
    dice: OriginalDice,
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
        let order = order_of_play(order, players, &mut Mersenne::new(seeds.fixed));
        let areas = setup::areas_of_seats(&assigned);
        let position = Dicewars::new(map, areas, dice, players, order);
        let drawn = assigned.into_iter().map(|(area, _)| area);
        let dice = OriginalDice::new(seeds.fixed, &position, drawn);
        Ok(SeededGame { position, dice })
    }

    /// The position before the next decision.
    pub fn position(&self) -> &Dicewars {
        &self.position
    }

    /// Attacks and rolls the dice.
    pub fn attack(&mut self, from: Area, to: Area) -> Result<Rolls> {
        let mv = Move::Attack { from, to };
        let text = self.position.describe_move(mv);
        self.expect_decision(&text)?;
        self.position
            .check_attack(from, to)
            .map_err(|reason| Error::illegal(&text, reason))?;
        self.make(mv);
        let rolls = self.dice.battle(&self.position, from, to);
        self.make(rolls.outcome);
        Ok(rolls)
    }

    /// Attacks from an own area and rolls the dice, even if the rules forbid the target or a single die: the
    /// original's server does not check that.
    pub fn attack_unchecked(&mut self, from: Area, to: Area) -> Result<Rolls> {
        if self.position.check_attack(from, to).is_ok() {
            return self.attack(from, to);
        }
        let text = self.position.describe_move(Move::Attack { from, to });
        self.expect_decision(&text)?;
        let areas = self.position.map.areas();
        let known = from.index() < areas && to.index() < areas && from != to;
        if !known || self.position.owner(from) != self.position.player() {
            let reason = format!("an own area attacks another of the areas 1 to {areas}");
            return Err(Error::illegal(&text, reason));
        }
        let rolls = self.dice.battle(&self.position, from, to);
        let before = self.position.clone();
        if rolls.outcome == Move::Won {
            self.dice.conquer(&before, to);
        }
        self.position = before.after_unchecked(from, to, rolls.outcome == Move::Won);
        Ok(rolls)
    }

    /// Ends the turn and places the new dice.
    pub fn end_turn(&mut self) -> Result<Placement> {
        self.expect_decision("E")?;
        self.make(Move::EndTurn);
        if self.position.turn() != Turn::Chance {
            return Ok(Placement {
                areas: Vec::new(),
                outcome: None,
            });
        }
        let placement = self.dice.place(&self.position);
        placement.outcome.into_iter().for_each(|mv| self.make(mv));
        Ok(placement)
    }

    fn make(&mut self, mv: Move) {
        self.dice.observe(&self.position, mv);
        self.position.play(mv);
    }

    fn expect_decision(&self, text: &str) -> Result<()> {
        match self.position.turn() {
            Turn::Seat(_) => Ok(()),
            _ => Err(Error::illegal(text, "the game is over")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::areas_in;
    use super::*;
    use ludarium_game::Seat;

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
    fn unchecked_attacks_reach_any_area_from_an_own_one() {
        let mut game = game(3);
        let own = game.position().areas_of(Seat(0));
        let from = areas_in(own).next().unwrap();
        let far = game.position().map().all() & !own & !game.position().map().neighbour_set(from);
        let to = areas_in(far).next().unwrap();
        assert!(game.attack(from, to).is_err());
        let before = game.position().clone();
        let rolls = game.attack_unchecked(from, to).unwrap();
        assert_eq!(rolls.outcome, Move::Lost, "the first throw of seed 42");
        assert_eq!(game.position().dice(from), 1);
        assert_eq!(game.position().battles(), before.battles() + 1);
        let foreign = areas_in(before.areas_of(Seat(1))).next().unwrap();
        assert!(game.attack_unchecked(foreign, from).is_err());
        assert!(game.attack_unchecked(from, from).is_err());
        assert!(game.attack_unchecked(from, Area(200)).is_err());
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
