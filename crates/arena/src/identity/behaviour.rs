//! The behaviour of an agent of this program as a digest: nobody can forget to raise a version number.

use ludarium_agents::{Playable, Recipe};
use ludarium_game::{Budget, MoveList, Purpose, Rng, Seed, TimeKind, Turn};
use sha2::{Digest, Sha256};

use super::hexadecimal;
use crate::game::player::Player;
use crate::store::record::Thought;

/// The seed of all probes. Another one would make every agent a stranger to its own runs.
const SEED: Seed = Seed(0x4c75_6461);

/// Random moves before the questions that are answered without a limit.
const USUAL: [u32; 3] = [0, 8, 25];

/// Random moves before the questions that are answered with little effort.
const QUICK: [u32; 12] = [0, 1, 2, 4, 6, 9, 13, 18, 25, 35, 50, 80];

/// What an answer with little effort may cost.
const LITTLE: Budget = Budget {
    iterations: Some(24),
    nodes: Some(2000),
    depth: Some(2),
    time: None,
    time_kind: TimeKind::Wall,
    left: None,
    stop: None,
};

/// A digest of an agent's parameters and of what it decides in fixed positions: the moves, what it expects of each, and
/// what it counted. `spell` says how a setting is written. With `usual` an agent whose effort is no parameter is also asked without a limit.
pub(crate) fn behaviour<G: Playable>(
    rules: &G::Rules,
    recipe: &Recipe<G>,
    spell: &dyn Fn(&str) -> String,
    usual: bool,
) -> String {
    let mut probe = Probe::<G> { rules, recipe, hasher: Sha256::new(), text: String::new() };
    for setting in recipe.settings() {
        let setting = spell(setting);
        probe.hasher.update((setting.len() as u64).to_le_bytes());
        probe.hasher.update(setting);
    }
    // A parameter may ask for hours of work, but then it says how much.
    if usual && !recipe.has_number() {
        for (index, plies) in USUAL.into_iter().enumerate() {
            probe.ask(index as u64, plies, &Budget::default());
        }
    }
    for (index, plies) in QUICK.into_iter().enumerate() {
        probe.ask(100 + index as u64, plies, &LITTLE);
    }
    hexadecimal(&probe.hasher.finalize())
}

struct Probe<'a, G: Playable> {
    rules: &'a G::Rules,
    recipe: &'a Recipe<G>,
    hasher: Sha256,
    text: String,
}

impl<G: Playable> Probe<'_, G> {
    /// Asks a new agent about a position that random moves reach, and adds what it says.
    fn ask(&mut self, index: u64, plies: u32, budget: &Budget) {
        let mut rng = SEED.stream(Purpose::Start, index);
        let Some(position) = self.position(plies, &mut rng) else {
            return;
        };
        let mut agent = self.recipe.agent();
        let decision = Player::choose(&mut agent, &position, budget, &mut rng);
        let Turn::Seat(seat) = position.turn() else {
            return;
        };
        self.text.clear();
        self.text.push_str(&position.describe());
        match decision {
            Ok(decision) => {
                self.text.push('\n');
                position.write_move(decision.chosen, &mut self.text);
                let counted = Thought {
                    value: None,
                    nodes: decision.nodes,
                    iterations: decision.iterations,
                    depth: decision.depth,
                };
                counted.write(&mut self.text);
                for candidate in &decision.candidates {
                    self.text.push('\n');
                    position.write_move(candidate.mv, &mut self.text);
                    let value = Some(candidate.scores.of(seat).0);
                    // Four decimals: the same on every machine.
                    let worth = Thought {
                        value: value.filter(|value| value.is_finite()),
                        ..Thought::default()
                    };
                    worth.write(&mut self.text);
                }
            }
            Err(failure) => self.text.push_str(&failure.reason),
        }
        self.hasher.update((self.text.len() as u64).to_le_bytes());
        self.hasher.update(&self.text);
    }

    /// The position of the last decision within `plies` random moves from the start.
    fn position(&self, plies: u32, rng: &mut Rng) -> Option<G> {
        let mut position = G::start(self.rules, rng);
        let mut buffer = MoveList::new();
        let (mut last, mut left) = (None, plies);
        loop {
            match position.turn() {
                Turn::Over => return last,
                Turn::Chance => position.play(position.roll(rng)),
                Turn::Seat(_) if left == 0 => return Some(position),
                Turn::Seat(_) => {
                    left -= 1;
                    last = Some(position.clone());
                    position.play(position.pick(rng, &mut buffer));
                }
            }
        }
    }
}
