//! The value networks that come with this program.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use ludarium_game::{Evaluation, Scores, Tabletop};

use super::{Features, ValueNetwork};
use crate::{Judge, NamedEvaluation, Parameters};

/// A game with a value network that comes with this program.
pub trait Shipped: Features + Tabletop {
    /// The file of the network.
    const FILE: &'static [u8];

    /// The network, read when it is first asked for.
    fn network() -> &'static ValueNetwork<Self>;

    /// Reads [`Shipped::FILE`].
    ///
    /// # Panics
    /// If that is no network for this game: a mistake that a test finds.
    fn read() -> ValueNetwork<Self> {
        let network = ValueNetwork::from_bytes(Path::new("models"), Self::FILE);
        network.expect("a network that comes with this program")
    }
}

/// Says which file is the value network of a game, as a path in the folder of the game's crate:
/// `shipped!(MyGame, "models/my-game-value.qnet");`
#[macro_export]
macro_rules! shipped {
    ($game:ty, $file:literal) => {
        impl $crate::values::Shipped for $game {
            const FILE: &'static [u8] =
                include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file));

            fn network() -> &'static $crate::values::ValueNetwork<$game> {
                use std::sync::LazyLock;
                static NETWORK: LazyLock<$crate::values::ValueNetwork<$game>> =
                    LazyLock::new(<$game as $crate::values::Shipped>::read);
                &NETWORK
            }
        }
    };
}

/// Judges by the network that comes with this program.
pub struct ShippedValue<G>(PhantomData<fn(&G)>);

impl<G> Default for ShippedValue<G> {
    fn default() -> Self {
        ShippedValue(PhantomData)
    }
}

impl<G> Clone for ShippedValue<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for ShippedValue<G> {}

impl<G> fmt::Debug for ShippedValue<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShippedValue")
    }
}

impl<G: Shipped> ShippedValue<G> {
    /// For an agent that is read from `parameters`: notes the model there, so that another one makes another agent.
    pub fn noted(parameters: &mut Parameters<'_>) -> ShippedValue<G> {
        parameters.model(G::FILE);
        ShippedValue::default()
    }
}

impl<G: Shipped> NamedEvaluation<G> {
    /// The network that comes with this program, as an evaluation with a name.
    pub fn shipped(name: &'static str, summary: &'static str) -> NamedEvaluation<G> {
        NamedEvaluation {
            model: Some(G::FILE),
            judge: Judge::new(ShippedValue::default()),
            ..NamedEvaluation::from_file(name, summary)
        }
    }
}

impl<G: Features + Tabletop> NamedEvaluation<G> {
    /// A value network that `train` has made, for a game that ships none: `eval=NAME:FILE`. Without a file it cannot be
    /// chosen.
    pub fn from_file(name: &'static str, summary: &'static str) -> NamedEvaluation<G> {
        let even = |position: &G| Scores::shared(position.seats());
        NamedEvaluation {
            read: Some(|path| {
                let (network, bytes) = ValueNetwork::<G>::read(path)?;
                Ok((Judge::new(network), bytes))
            }),
            ..NamedEvaluation::new(name, summary, even)
        }
    }
}

impl<G: Shipped> Evaluation<G> for ShippedValue<G> {
    fn evaluate(&self, position: &G) -> Scores {
        G::network().evaluate(position)
    }
}
