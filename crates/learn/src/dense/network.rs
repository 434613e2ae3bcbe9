//! Forward and backward through a dense network, one example or a batch at a time.

use super::{Architecture, Loss};
use crate::kernels::{Left, Panels, add_product, add_scaled};
use crate::network;

/// A dense network: a shape and its parameters.
pub type Network = network::Network<Architecture>;

/// Buffers for a batch that goes through a network.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The outputs of each layer, one row for each example.
    outputs: Vec<Vec<f32>>,
    /// The sums of the last layer, before its activation.
    last_sums: Vec<f32>,
    /// The gradient with respect to the sums of the current layer, and to its inputs.
    slopes: Vec<f32>,
    input_slopes: Vec<f32>,
    panels: Panels,
}

impl Network {
    /// The outputs for one example, exactly those of [`Network::forward`] for a batch that holds it.
    ///
    /// # Panics
    /// If the number of inputs is not that of the network.
    pub fn evaluate(&self, inputs: &[f32]) -> Vec<f32> {
        assert_eq!(inputs.len(), self.architecture().inputs(), "inputs");
        let mut cells = inputs.to_vec();
        for place in self.architecture().places() {
            let mut sums = self.parameters()[place.biases].to_vec();
            let rows = self.parameters()[place.weights].chunks_exact(place.layer.size);
            for (cell, row) in cells.iter().zip(rows) {
                add_scaled(&mut sums, *cell, row);
            }
            place.layer.activation.apply(&mut sums);
            cells = sums;
        }
        cells
    }

    /// The outputs for a batch: `inputs` holds the examples one after the other, and so does the answer.
    ///
    /// # Panics
    /// If `inputs` does not hold whole examples.
    pub fn forward<'a>(&self, inputs: &[f32], workspace: &'a mut Workspace) -> &'a [f32] {
        workspace.forward(self.architecture(), self.parameters(), inputs)
    }
}

impl Workspace {
    pub(crate) fn forward(
        &mut self,
        architecture: &Architecture,
        parameters: &[f32],
        inputs: &[f32],
    ) -> &[f32] {
        let rows = inputs.len() / architecture.inputs();
        assert_eq!(inputs.len(), rows * architecture.inputs(), "whole examples");
        self.outputs.resize(architecture.layers().len(), Vec::new());
        for (index, place) in architecture.places().enumerate() {
            let (before, after) = self.outputs.split_at_mut(index);
            let cells = before.last().map_or(inputs, Vec::as_slice);
            let sums = &mut after[0];
            sums.clear();
            for _ in 0..rows {
                sums.extend_from_slice(&parameters[place.biases.clone()]);
            }
            self.panels
                .pack(&parameters[place.weights], place.layer.size);
            let left = Left {
                cells,
                rows,
                depth: place.inputs,
                transposed: false,
            };
            add_product(left, &mut self.panels, sums);
            if index + 1 == architecture.layers().len() {
                self.last_sums.clone_from(sums);
            }
            let activation = place.layer.activation;
            if activation.is_by_cell() {
                activation.apply(sums);
            } else {
                sums.chunks_exact_mut(place.layer.size)
                    .for_each(|row| activation.apply(row));
            }
        }
        self.outputs.last().map_or(&[], Vec::as_slice)
    }

    /// The summed loss of the batch that went forward last.
    pub(crate) fn loss(&self, architecture: &Architecture, loss: Loss, targets: &[f32]) -> f64 {
        let size = architecture.output().size;
        let outputs = self.outputs.last().map_or(&[][..], Vec::as_slice);
        assert_eq!(targets.len(), outputs.len(), "one target for each output");
        let rows = outputs
            .chunks_exact(size)
            .zip(self.last_sums.chunks_exact(size));
        rows.zip(targets.chunks_exact(size))
            .map(|((outputs, sums), targets)| loss.value(sums, outputs, targets))
            .sum()
    }

    /// Sets the gradient of the mean loss with respect to the last layer's sums, for the batch that went forward last.
    pub(crate) fn start_backward(
        &mut self,
        architecture: &Architecture,
        loss: Loss,
        targets: &[f32],
    ) {
        let last = architecture.output();
        let outputs = self.outputs.last().map_or(&[][..], Vec::as_slice);
        self.slopes.clear();
        self.slopes.resize(outputs.len(), 0.0);
        let share = last.size as f32 / outputs.len().max(1) as f32;
        let rows = outputs
            .chunks_exact(last.size)
            .zip(targets.chunks_exact(last.size));
        for (slopes, (outputs, targets)) in self.slopes.chunks_exact_mut(last.size).zip(rows) {
            loss.slopes(last.activation, outputs, targets, slopes);
            slopes.iter_mut().for_each(|slope| *slope *= share);
        }
    }

    /// Propagates the gradient back to all parameters and, if asked for, to the inputs; then it returns the latter.
    pub(crate) fn backward(
        &mut self,
        architecture: &Architecture,
        parameters: &[f32],
        inputs: &[f32],
        gradient: &mut [f32],
        to_inputs: bool,
    ) -> &mut [f32] {
        assert_eq!(
            gradient.len(),
            architecture.parameters(),
            "one slope for each parameter"
        );
        gradient.fill(0.0);
        let rows = inputs.len() / architecture.inputs();
        let places: Vec<_> = architecture.places().collect();
        for (index, place) in places.iter().enumerate().rev().filter(|_| rows > 0) {
            let size = place.layer.size;
            let biases = &mut gradient[place.biases.clone()];
            for row in self.slopes.chunks_exact(size) {
                add_scaled(biases, 1.0, row);
            }
            let cells = match index {
                0 => inputs,
                _ => self.outputs[index - 1].as_slice(),
            };
            self.panels.pack(&self.slopes, size);
            let left = Left {
                cells,
                rows: place.inputs,
                depth: rows,
                transposed: true,
            };
            let weights = &mut gradient[place.weights.clone()];
            add_product(left, &mut self.panels, weights);
            if index == 0 && !to_inputs {
                break;
            }
            self.input_slopes.clear();
            self.input_slopes.resize(rows * place.inputs, 0.0);
            self.panels
                .pack_transposed(&parameters[place.weights.clone()], size);
            let left = Left {
                cells: &self.slopes,
                rows,
                depth: size,
                transposed: false,
            };
            add_product(left, &mut self.panels, &mut self.input_slopes);
            std::mem::swap(&mut self.slopes, &mut self.input_slopes);
            if index > 0 {
                let activation = places[index - 1].layer.activation;
                let cells = &self.outputs[index - 1];
                let width = if activation.is_by_cell() {
                    cells.len()
                } else {
                    place.inputs
                };
                let rows = cells.chunks_exact(width);
                for (slopes, row) in self.slopes.chunks_exact_mut(width).zip(rows) {
                    activation.pull_back(row, slopes);
                }
            }
        }
        &mut self.slopes
    }
}
