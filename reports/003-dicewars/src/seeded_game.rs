//! Games with the dice of the original, one by one, from its four seeds.

use ludarium_dicewars::rules::{
    Area, Dicewars, Mersenne, Move, OriginalDice, Placement, Rolls, Rules, areas_in, assign,
};
use ludarium_game::{Dice, Error, Game, Result, Rng, Seed, Spec, Tabletop, Turn};
use serde::Deserialize;

/// The seeds of an original game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Seeds {
    /// The map.
    pub board: u64,
    /// The areas of each player.
    pub ownership: u64,
    /// How many dice are on them.
    pub strength: u64,
    /// The order of play, then all dice of the game.
    pub fixed: u64,
}

/// A game whose chance events are the original's.
#[derive(Clone, Debug, PartialEq)]
pub struct SeededGame {
    rules: Rules,
    position: Dicewars,
    dice: OriginalDice,
}

impl SeededGame {
    /// The start of the original's game with these seeds. The variant and the order of play are named as in `flat:order=given`.
    pub fn new(seeds: Seeds, players: usize, variant: &str, order: &str) -> Result<SeededGame> {
        let Seeds { board, ownership, strength, fixed } = seeds;
        let text = format!(
            "{variant}:players={players},order={order},board={board},ownership={ownership},strength={strength},fixed={fixed}"
        );
        let rules = Dicewars::rules(&Spec::parse(&text)?)?;
        // Everything is drawn from the seeds.
        let position = Dicewars::start(&rules, &mut Rng::new(Seed(0)));
        let assigned = assign(position.map().areas(), players, &mut Mersenne::new(ownership));
        let drawn = assigned.into_iter().map(|(area, _)| area);
        let dice = OriginalDice::new(fixed, &position, drawn);
        Ok(SeededGame { rules, position, dice })
    }

    /// The position before the next decision.
    pub fn position(&self) -> &Dicewars {
        &self.position
    }

    /// Attacks and rolls the dice.
    pub fn attack(&mut self, from: Area, to: Area) -> Result<Rolls> {
        self.check(from, to)?;
        self.make(Move::Attack { from, to });
        let rolls = self.dice.battle(&self.position, from, to);
        self.make(rolls.outcome);
        Ok(rolls)
    }

    /// Attacks from an own area and rolls the dice, even if the rules forbid the target or a single die: the
    /// original's server does not check that.
    pub fn attack_unchecked(&mut self, from: Area, to: Area) -> Result<Rolls> {
        let before = self.position.clone();
        match self.check(from, to) {
            Ok(()) => return self.attack(from, to),
            Err(error) if before.turn() == Turn::Over => return Err(error),
            Err(_) => {}
        }
        let areas = before.map().areas();
        let known = from.index() < areas && to.index() < areas && from != to;
        if !known || before.owner(from) != before.player() {
            let reason = format!("an own area attacks another of the areas 1 to {areas}");
            let text = before.describe_move(Move::Attack { from, to });
            return Err(Error::illegal(&text, reason));
        }
        let rolls = self.dice.battle(&before, from, to);
        let won = rolls.outcome == Move::Won;
        if won {
            self.dice.conquer(&before, to);
        }
        let owner = |area| {
            if won && area == to { before.player() } else { before.owner(area) }
        };
        let dice = |area| match area {
            _ if area == from => 1,
            // A single die cannot move on; the original leaves the target's dice as they are.
            _ if won && area == to && before.dice(from) > 1 => before.dice(from) - 1,
            _ => before.dice(area),
        };
        let all = areas_in(before.map().all());
        let owners = all.clone().map(|area| (owner(area).0 + 1).to_string());
        let mut fields: Vec<String> = before.describe().split(';').map(str::to_owned).collect();
        fields[0] = owners.collect();
        fields[1] = all.map(|area| dice(area).to_string()).collect();
        fields[4] = "0".to_owned();
        fields[5] = (before.battles() + 1).to_string();
        self.position = Dicewars::parse(&self.rules, &fields.join(";"))?;
        Ok(rolls)
    }

    /// Ends the turn and places the new dice.
    pub fn end_turn(&mut self) -> Result<Placement> {
        self.position.parse_move("E")?;
        self.make(Move::EndTurn);
        if self.position.turn() != Turn::Chance {
            return Ok(Placement { areas: Vec::new(), outcome: None });
        }
        let placement = self.dice.place(&self.position);
        placement.outcome.into_iter().for_each(|mv| self.make(mv));
        Ok(placement)
    }

    fn check(&self, from: Area, to: Area) -> Result<()> {
        let reason = match self.position.turn() {
            Turn::Over => Err("the game is over".to_owned()),
            _ => self.position.check_attack(from, to),
        };
        let text = self.position.describe_move(Move::Attack { from, to });
        reason.map_err(|reason| Error::illegal(&text, reason))
    }

    fn make(&mut self, mv: Move) {
        self.dice.observe(&self.position, mv);
        self.position.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{MoveList, Purpose};

    use super::*;

    fn make(position: &mut Dicewars, dice: &mut dyn Dice<Dicewars>, mv: Move) {
        let before = position.clone();
        position.play(mv);
        dice.observe(&before, mv);
    }

    /// Attacks `boldness` times in a hundred, otherwise ends the turn.
    fn choose(position: &Dicewars, boldness: u32, rng: &mut Rng) -> Move {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        match moves.len() as u32 - 1 {
            0 => Move::EndTurn,
            attacks if rng.below(100) < boldness => moves[rng.below(attacks) as usize],
            _ => Move::EndTurn,
        }
    }

    /// Plays a game twice, with the original's own game and with the dice that the rules bring; counts the turns
    /// that ended with every own area full.
    fn same_game(players: usize, variant: &str, order: &str, boldness: u32) -> u64 {
        let seeds = Seeds {
            board: 100 + players as u64,
            ownership: 200,
            strength: 300,
            fixed: 400 + u64::from(boldness),
        };
        let mut original = SeededGame::new(seeds, players, variant, order).unwrap();
        let rules = original.rules.clone();
        let mut position = Dicewars::start(&rules, &mut Rng::new(Seed(0)));
        let mut dice = Dicewars::own_dice(&rules, &position).unwrap();
        let mut rng = Seed(boldness.into()).stream(Purpose::Test, players as u64);
        let mut full = 0;
        for _ in 0..3000 {
            assert_eq!(position, *original.position());
            if position.turn() == Turn::Over {
                break;
            }
            let mv = choose(&position, boldness, &mut rng);
            make(&mut position, &mut *dice, mv);
            let rolled = (position.turn() == Turn::Chance).then(|| dice.roll(&position));
            if let Some(outcome) = rolled {
                make(&mut position, &mut *dice, outcome);
            }
            let expected = match mv {
                Move::Attack { from, to } => Some(original.attack(from, to).unwrap().outcome),
                _ => original.end_turn().unwrap().outcome,
            };
            assert_eq!(rolled, expected, "{}", position.describe());
            full += u64::from(mv == Move::EndTurn && rolled.is_none());
        }
        full
    }

    #[test]
    fn a_game_through_own_dice_is_the_originals_step_by_step() {
        let mut full = 0;
        for players in 2..=8 {
            for boldness in [5, 40, 95] {
                full += same_game(players, "flat", "given", boldness);
                full += same_game(players, "orig", "shuffled", boldness);
            }
        }
        assert!(full > 0, "turns without room for a die use up numbers too");
    }
}
