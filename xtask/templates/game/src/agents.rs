//! Evaluations and agents of the game's own; the generic agents come by themselves.

use ludarium::NoGain;
use ludarium::agents::{Entry, Playable, generic};

use crate::@TYPE@;

impl Playable for @TYPE@ {
    /// No move wins anything at once.
    type Gain = NoGain;

    /// The generic agents for two seats. Without this function a game has those for any number of seats.
    fn entries() -> Vec<Entry<Self>> {
        generic::two_seats()
    }
}
