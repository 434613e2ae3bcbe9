//! Networks from outside: trained by another program on what [`ludarium_game::tensors`] tells of a game.
//!
//! A safetensors file with a [`NetworkCard`] holds dense layers and convolutions, which are computed here. The card is
//! inside the file: whoever has the file has the whole network, and one digest tells it from every other.

mod card;
mod layers;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use ludarium_game::tensors::{Array, offsets};

pub use card::{FORMAT, InputCard, LayerCard, NetworkCard};
use layers::{Layers, Matrices, size};

use crate::model::safetensors::Safetensors;
use crate::{LearnError, Result, files};

/// What the error about another file says was expected.
const EXPECTED: &str = "a network in the safetensors format";

/// A network from outside.
#[derive(Debug)]
pub struct OutsideNetwork {
    /// The game that it was trained for.
    game: String,
    input: InputCard,
    range: [f32; 2],
    body: Layers,
    value: Layers,
    policy: Option<Layers>,
}

/// Where the input of a network stands among the numbers of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    range: Range<usize>,
    /// How many numbers an observation has.
    width: usize,
}

/// What a network says of a batch, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The expected scores, from 0 to 1, the mover's first.
    pub values: Vec<f32>,
    /// One number for each action, before the softmax; empty if the network does not judge moves.
    pub policy: Vec<f32>,
}

/// A file that was read, and its network.
type KnownNetwork = (Vec<u8>, Arc<OutsideNetwork>);

/// What was read last: the text of one agent is read several times.
static KNOWN: Mutex<Vec<KnownNetwork>> = Mutex::new(Vec::new());

/// The number of networks that are remembered; a training makes ever new ones.
const REMEMBERED: usize = 8;

impl OutsideNetwork {
    /// Reads a file: the network, and the bytes of the file.
    pub fn read(path: &Path) -> Result<(Arc<OutsideNetwork>, Vec<u8>)> {
        let bytes = files::read(path)?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, network)) = known.iter().find(|(file, _)| *file == bytes) {
            return Ok((network.clone(), bytes));
        }
        let network = Arc::new(OutsideNetwork::from_bytes(path, &bytes)?);
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push((bytes.clone(), network.clone()));
        Ok((network, bytes))
    }

    /// The network in the bytes of the file at `path`, which is only named in errors.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<OutsideNetwork> {
        let file = Safetensors::open(path, bytes, EXPECTED)?;
        let metadata = file.metadata()?.unwrap_or_default();
        let card = metadata.get("ludarium").ok_or_else(|| {
            let reason = "its metadata have no card under the key `ludarium`";
            LearnError::foreign(path, EXPECTED, reason)
        })?;
        let wrong = |reason: String| LearnError::different(path, reason, "a card that fits");
        let card = NetworkCard::read(path, card)?;
        let matrices = file.matrices()?.into_iter();
        let matrices: Matrices = matrices.map(|matrix| (matrix.name.clone(), matrix)).collect();
        if let Some(name) =
            matrices.values().find(|matrix| matrix.cells.iter().any(|cell| !cell.is_finite()))
        {
            let reason = format!("numbers in `{}` that are not finite", name.name);
            return Err(LearnError::different(path, reason, "finite numbers"));
        }
        OutsideNetwork::from_card(card, &matrices)
            .map_err(|reason| wrong(format!("a network whose card does not fit: {reason}")))
    }

    fn from_card(card: NetworkCard, matrices: &Matrices) -> std::result::Result<Self, String> {
        if card.value.is_empty() {
            return Err("`value` has no layers".to_owned());
        }
        let body = Layers::new("`body`", &card.body, &card.input.shape, matrices)?;
        let head =
            |part: &str, cards: &[LayerCard]| Layers::new(part, cards, &body.shape, matrices);
        let value = head("`value`", &card.value)?;
        let policy = card.policy.map(|cards| head("`policy`", &cards)).transpose()?;
        Ok(OutsideNetwork {
            game: card.game,
            input: card.input,
            range: checked_range(card.value_range)?,
            body,
            value,
            policy,
        })
    }

    /// How it fits a game with this name, these arrays, actions and seats; what is wrong where it does not.
    pub fn fit(
        &self,
        game: &str,
        arrays: &[Array],
        actions: usize,
        seats: usize,
    ) -> std::result::Result<Fit, String> {
        if self.game != game {
            let own = &self.game;
            return Err(format!("it is a network for {own}, not for {game}"));
        }
        let values = size(&self.value.shape).unwrap_or_default();
        if values != seats && (values, seats) != (1, 2) {
            return Err(format!("it gives {values} scores, expected {seats}: one for each seat"));
        }
        if let Some(policy) = &self.policy
            && let Some(found) = size(&policy.shape)
            && found != actions
        {
            return Err(format!("it weighs {found} actions, the game has {actions}"));
        }
        let width = arrays.iter().map(Array::size).sum();
        let shape = &self.input.shape;
        let Some(name) = self.input.name.as_deref() else {
            if size(shape) != Some(width) {
                return Err(format!(
                    "it reads {shape:?}, the whole observation has {width} numbers"
                ));
            }
            return Ok(Fit { range: 0..width, width });
        };
        let mut named = arrays.iter().zip(offsets(arrays));
        let found = named.find(|(array, _)| array.name == name);
        let Some((array, start)) = found else {
            let known: Vec<&str> = arrays.iter().map(|array| array.name).collect();
            let known = known.join(", ");
            return Err(format!("its input `{name}` is no array of the game: {known}"));
        };
        if array.shape != *shape {
            return Err(format!(
                "its input `{name}` has the shape {shape:?}, expected {:?}",
                array.shape
            ));
        }
        Ok(Fit { range: start..start + array.size(), width })
    }

    /// Answers for some observations, one after the other in `observations`.
    pub fn evaluate(&self, fit: &Fit, observations: &[f32]) -> Answers {
        let mut answers = Answers::default();
        for observation in observations.chunks_exact(fit.width) {
            let mut row = observation[fit.range.clone()].to_vec();
            self.body.apply(&mut row);
            if let Some(policy) = &self.policy {
                let mut row = row.clone();
                policy.apply(&mut row);
                answers.policy.extend(row);
            }
            self.value.apply(&mut row);
            answers.values.extend(row);
        }
        let [low, high] = self.range;
        for value in &mut answers.values {
            let share = (*value - low) / (high - low);
            // What is no number says nothing.
            *value = if share.is_nan() { 0.5 } else { share.clamp(0.0, 1.0) };
        }
        answers
    }
}

/// A range of scores that makes sense.
fn checked_range([low, high]: [f32; 2]) -> std::result::Result<[f32; 2], String> {
    if low.is_finite() && high.is_finite() && low < high {
        return Ok([low, high]);
    }
    Err(format!("`value_range` is [{low}, {high}], expected the smaller number first"))
}
