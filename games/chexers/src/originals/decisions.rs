//! Recorded decisions: our copies of the original agents must choose the same.

use crate::agents::{BetaCome, GreedyPlayer, Mode, Version};
use crate::rules::evaluation::Weights;
use crate::rules::{Chexers, Colour, Move};
use ludarium_game::{Agent, Budget, Rng, Seed, Tabletop};

use super::games::Ply;
use ludarium_originals::{Check, Failure};

/// The agents of a game of which we have copies.
pub(super) struct Players {
    players: Vec<Player>,
}

enum Player {
    BetaCome(BetaCome),
    Greedy(GreedyPlayer),
    /// A random player, or one that we do not know.
    Unknown,
}

impl Players {
    /// The players with these recorded names, at the beginning of a game.
    pub(super) fn new(names: &[String], start: &Chexers) -> Players {
        let named = |(colour, name): (Colour, &String)| {
            let mut player = match name.as_str() {
                "beta_come" => Player::BetaCome(BetaCome::new(Version::AsFound, Weights::LEARNED)),
                "greedy" => Player::Greedy(GreedyPlayer::default()),
                _ => Player::Unknown,
            };
            if let Some(agent) = player.agent() {
                agent.begin(start, colour.seat());
            }
            player
        };
        Players {
            players: Colour::ALL.into_iter().zip(names).map(named).collect(),
        }
    }

    /// Compares a recorded ply with what our copy of the player would have done, and tells all players.
    pub(super) fn compare(
        &mut self,
        ply: &Ply,
        position: &Chexers,
        mv: Move,
        check: &mut Check,
    ) -> Result<(), Failure> {
        let colour = position.side();
        if let Some(player) = self.players.get_mut(colour as usize) {
            check.position = position.describe();
            if let (Player::BetaCome(agent), Some(recorded)) = (&mut *player, &ply.mode) {
                let mode = match agent.mode(colour) {
                    Mode::Greedy => "greedy",
                    Mode::MaxN => "maxn",
                };
                check.equal("mode", &recorded[..], mode)?;
            }
            if let Some(agent) = player.agent() {
                let mut rng = Rng::new(Seed(0));
                let decision = agent.choose(position, &Budget::default(), &mut rng);
                let found = position.describe_move(decision.chosen);
                check.equal("decision", position.describe_move(mv), found)?;
            }
        }
        for agent in self.players.iter_mut().filter_map(Player::agent) {
            agent.observe(position, mv);
        }
        Ok(())
    }
}

impl Player {
    fn agent(&mut self) -> Option<&mut dyn Agent<Chexers>> {
        match self {
            Player::BetaCome(agent) => Some(agent),
            Player::Greedy(agent) => Some(agent),
            Player::Unknown => None,
        }
    }
}
