//! The float master of an efficiently updatable network.

use super::Architecture;
use crate::{dense, network};

/// An efficiently updatable network in f32: what is trained and kept.
pub type Network = network::Network<Architecture>;

impl Network {
    /// The outputs for a position, given the features that are present in each perspective.
    ///
    /// # Panics
    /// If there are not as many lists as perspectives, or a feature that there is not.
    pub fn evaluate(&self, perspectives: &[&[u32]]) -> Vec<f32> {
        let shape = self.architecture();
        assert_eq!(perspectives.len(), shape.perspectives(), "perspectives");
        let mut inputs = Vec::new();
        for present in perspectives {
            let rows = present.iter();
            let rows = rows.map(|&feature| &self.parameters()[shape.row(feature as usize)]);
            let biases = &self.parameters()[shape.biases()];
            network::add_up(biases, &rows.collect::<Vec<_>>(), &mut inputs);
        }
        let mut workspace = dense::Workspace::default();
        let tail = &self.parameters()[shape.tail_range()];
        let outputs = workspace.forward(shape.tail(), tail, &inputs);
        outputs.to_vec()
    }
}
