//! `AnyPlayer`: a player of a game that is known only while the program runs, and the two bridges to typed players.

use std::time::Duration;

use ludarium_game::{Budget, Candidate, Decision, Fault, MoveList, Position, Rng, Seat, Tabletop};

use crate::game::player::{Failure, Player, Remarks};

/// Somebody who plays one seat of one game after another, whatever the game is; moves are texts.
pub trait AnyPlayer: Send {
    /// Chooses a legal move for the seat to move, or fails.
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Decision<String>, Failure>;

    /// A game begins at `position`; the player has the seat `seat` in it.
    fn begin(&mut self, position: &Position, seat: Seat) -> Result<(), Failure>;

    /// Somebody or chance has just made the move `text` at `before`.
    fn observe(&mut self, before: &Position, text: &str) -> Result<(), Failure>;

    /// The game is over, with these scores and for this reason.
    fn finish(&mut self, scores: &[f32], ending: &str);

    /// How long the last choice took, for players that know better than who asks what is theirs.
    fn spent(&self) -> Option<Duration>;

    /// What it says with its last choice.
    fn remarks(&mut self) -> Remarks;
}

/// A player of one game for everybody who does not know the game.
pub(crate) struct HiddenPlayer<G: Tabletop>(pub Box<dyn Player<G>>);

fn typed<G: Tabletop>(position: &Position) -> Result<&G, Failure> {
    let failed = |error: ludarium_game::Error| Failure::new(Fault::Failed, error.to_string());
    position.typed().map_err(failed)
}

impl<G: Tabletop> AnyPlayer for HiddenPlayer<G> {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Decision<String>, Failure> {
        let position: &G = typed(position)?;
        let decision = self.0.choose(position, budget, rng)?;
        // Only here the move itself is known: the text of an illegal move may read like a legal one.
        check_legal(position, decision.chosen, &mut MoveList::new())
            .map_err(|reason| Failure::new(Fault::Illegal, reason))?;
        Ok(decision.told(position))
    }

    fn begin(&mut self, position: &Position, seat: Seat) -> Result<(), Failure> {
        self.0.begin(typed(position)?, seat)
    }

    fn observe(&mut self, before: &Position, text: &str) -> Result<(), Failure> {
        let before: &G = typed(before)?;
        let mv = before.parse_move(text);
        let mv = mv.map_err(|error| Failure::new(Fault::Failed, error.to_string()))?;
        self.0.observe(before, mv)
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        self.0.finish(scores, ending);
    }

    fn spent(&self) -> Option<Duration> {
        self.0.spent()
    }

    fn remarks(&mut self) -> Remarks {
        self.0.remarks()
    }
}

/// Says what is wrong with a move that is not legal.
#[inline]
pub(crate) fn check_legal<G: Tabletop>(
    position: &G,
    mv: G::Move,
    buffer: &mut MoveList<G::Move>,
) -> Result<(), String> {
    if position.is_legal(mv, buffer) {
        return Ok(());
    }
    let place = position.describe();
    Err(format!("{mv:?} is not legal at {place}"))
}

/// A player of any game as a player of one game.
pub(crate) struct KnownPlayer(pub Box<dyn AnyPlayer>);

impl<G: Tabletop> Player<G> for KnownPlayer {
    fn choose(
        &mut self,
        position: &G,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Decision<G::Move>, Failure> {
        let hidden = Position::new(position.clone());
        let decision = self.0.choose(&hidden, budget, rng)?;
        let read = |text: &str| position.parse_move(text);
        let chosen = read(&decision.chosen)
            .map_err(|error| Failure::new(Fault::Illegal, error.to_string()))?;
        let candidates = decision.candidates.into_iter().filter_map(|candidate| {
            Some(Candidate {
                mv: read(&candidate.mv).ok()?,
                scores: candidate.scores,
                visits: candidate.visits,
                bound: candidate.bound,
                line: read_line(position, &candidate.line),
            })
        });
        Ok(Decision {
            chosen,
            candidates: candidates.collect(),
            nodes: decision.nodes,
            iterations: decision.iterations,
            depth: decision.depth,
            time: decision.time,
        })
    }

    fn begin(&mut self, position: &G, seat: Seat) -> Result<(), Failure> {
        self.0.begin(&Position::new(position.clone()), seat)
    }

    fn observe(&mut self, before: &G, mv: G::Move) -> Result<(), Failure> {
        let text = before.describe_move(mv);
        self.0.observe(&Position::new(before.clone()), &text)
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        self.0.finish(scores, ending);
    }

    fn spent(&self) -> Option<Duration> {
        self.0.spent()
    }

    fn remarks(&mut self) -> Remarks {
        self.0.remarks()
    }
}

/// A line as far as it can be played.
fn read_line<G: Tabletop>(position: &G, texts: &[String]) -> Vec<G::Move> {
    let mut at = position.clone();
    let mut line = Vec::with_capacity(texts.len());
    for text in texts {
        let Ok(mv) = at.parse_move(text) else { break };
        at.play(mv);
        line.push(mv);
    }
    line
}
