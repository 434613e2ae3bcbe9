//! Recorded decisions: our copies of the original agents must choose the same.

use crate::agents::{BetaCome, GreedyPlayer, ThinkingMode, Version};
use ludarium_chexers::rules::evaluation::Weights;
use ludarium_chexers::rules::{Chexers, Colour, Move};
use ludarium_game::{Agent, Budget, Rng, Seed, Tabletop};

use super::games::StatePly;
use ludarium_bundle::originals::{RecordCheck, VerifyError};

/// The agents of a game of which we have copies.
pub(super) struct Twins {
    players: Vec<Twin>,
}

enum Twin {
    BetaCome(BetaCome),
    Greedy(GreedyPlayer),
    /// A random player, or one that we do not know.
    Unknown,
}

impl Twins {
    /// The players with these recorded names, at the beginning of a game.
    pub(super) fn new(names: &[String], start: &Chexers) -> Twins {
        let named = |(colour, name): (Colour, &String)| {
            let mut player = match name.as_str() {
                "beta_come" => Twin::BetaCome(BetaCome::new(Version::AsFound, Weights::LEARNED)),
                "greedy" => Twin::Greedy(GreedyPlayer::default()),
                _ => Twin::Unknown,
            };
            if let Some(agent) = player.agent() {
                agent.begin(start, colour.seat());
            }
            player
        };
        Twins { players: Colour::ALL.into_iter().zip(names).map(named).collect() }
    }

    /// Compares a recorded ply with what our copy of the player would have done, and tells all players.
    pub(super) fn compare(
        &mut self,
        ply: &StatePly,
        position: &Chexers,
        mv: Move,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let colour = position.side();
        if let Some(player) = self.players.get_mut(colour as usize) {
            check.position = position.describe();
            if let (Twin::BetaCome(agent), Some(recorded)) = (&mut *player, &ply.mode) {
                let mode = match agent.mode(colour) {
                    ThinkingMode::Greedy => "greedy",
                    ThinkingMode::MaxN => "maxn",
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
        for agent in self.players.iter_mut().filter_map(Twin::agent) {
            agent.observe(position, mv);
        }
        Ok(())
    }
}

impl Twin {
    fn agent(&mut self) -> Option<&mut dyn Agent<Chexers>> {
        match self {
            Twin::BetaCome(agent) => Some(agent),
            Twin::Greedy(agent) => Some(agent),
            Twin::Unknown => None,
        }
    }
}
