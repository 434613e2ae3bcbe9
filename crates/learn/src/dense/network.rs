//! Forward and backward through a dense network, one example or a batch at a time.

use std::ops::Range;

use super::architecture::Place;
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
    /// The gradient with respect to the inputs, and to the sums of each layer.
    slopes: Vec<Vec<f32>>,
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
            self.panels.pack(&parameters[place.weights], place.layer.size);
            let left =
                Left { cells, rows, depth: place.inputs, transposed: false, stride: place.inputs };
            add_product(left, &mut self.panels, sums);
            if index + 1 == architecture.layers().len() {
                self.last_sums.clone_from(sums);
            }
            let activation = place.layer.activation;
            if activation.is_by_cell() {
                activation.apply(sums);
            } else {
                sums.chunks_exact_mut(place.layer.size).for_each(|row| activation.apply(row));
            }
        }
        self.outputs()
    }

    /// The outputs of the batch that went forward last.
    pub(crate) fn outputs(&self) -> &[f32] {
        self.outputs.last().map_or(&[], Vec::as_slice)
    }

    /// The loss of each example of the batch that went forward last.
    pub(crate) fn losses(
        &self,
        architecture: &Architecture,
        loss: Loss,
        targets: &[f32],
    ) -> impl Iterator<Item = f64> {
        let size = architecture.output().size;
        let outputs = self.outputs();
        assert_eq!(targets.len(), outputs.len(), "one target for each output");
        let rows = outputs.chunks_exact(size).zip(self.last_sums.chunks_exact(size));
        rows.zip(targets.chunks_exact(size))
            .map(move |((outputs, sums), targets)| loss.value(sums, outputs, targets))
    }

    /// Propagates the gradient of the mean loss of a batch of `count` examples back to the sums of all layers and, if
    /// asked for, to the inputs, for those of the examples that went forward last; then it returns the latter.
    pub(crate) fn backward(
        &mut self,
        architecture: &Architecture,
        parameters: &[f32],
        loss: Loss,
        targets: &[f32],
        count: usize,
        to_inputs: bool,
    ) -> &mut [f32] {
        let places: Vec<_> = architecture.places().collect();
        self.slopes.resize(places.len() + 1, Vec::new());
        self.start_backward(architecture, loss, targets, count);
        for (index, place) in places.iter().enumerate().rev() {
            if index == 0 && !to_inputs {
                break;
            }
            let size = place.layer.size;
            let [before, slopes] = &mut self.slopes[index..index + 2] else {
                unreachable!("a layer has sums and inputs");
            };
            let rows = slopes.len() / size;
            before.clear();
            before.resize(rows * place.inputs, 0.0);
            self.panels.pack_transposed(&parameters[place.weights.clone()], size);
            let left = Left { cells: slopes, rows, depth: size, transposed: false, stride: size };
            add_product(left, &mut self.panels, before);
            if index > 0 {
                let activation = places[index - 1].layer.activation;
                let cells = &self.outputs[index - 1];
                let width = if activation.is_by_cell() { cells.len() } else { place.inputs };
                let rows = cells.chunks_exact(width.max(1));
                for (slopes, row) in before.chunks_exact_mut(width.max(1)).zip(rows) {
                    activation.pull_back(row, slopes);
                }
            }
        }
        &mut self.slopes[0]
    }

    /// Sets the gradient with respect to the last layer's sums.
    fn start_backward(
        &mut self,
        architecture: &Architecture,
        loss: Loss,
        targets: &[f32],
        count: usize,
    ) {
        let last = architecture.output();
        let outputs = self.outputs.last().map_or(&[][..], Vec::as_slice);
        let slopes = &mut self.slopes[architecture.layers().len()];
        slopes.clear();
        slopes.resize(outputs.len(), 0.0);
        let share = last.size as f32 / (last.size * count).max(1) as f32;
        let rows = outputs.chunks_exact(last.size).zip(targets.chunks_exact(last.size));
        for (slopes, (outputs, targets)) in slopes.chunks_exact_mut(last.size).zip(rows) {
            loss.slopes(last.activation, outputs, targets, slopes);
            slopes.iter_mut().for_each(|slope| *slope *= share);
        }
    }

    /// The gradient with respect to the inputs, as the backward pass left it.
    pub(crate) fn input_slopes(&self) -> &[f32] {
        &self.slopes[0]
    }

    /// Adds to `gradient` what the examples that went backward last give for the weights of some inputs of a layer.
    pub(crate) fn add_weight_gradient(
        &self,
        index: usize,
        place: &Place,
        network_inputs: &[f32],
        inputs: Range<usize>,
        panels: &mut Panels,
        gradient: &mut [f32],
    ) {
        let slopes = &self.slopes[index + 1];
        let cells = match index {
            0 => network_inputs,
            _ => &self.outputs[index - 1],
        };
        panels.pack(slopes, place.layer.size);
        let left = Left {
            cells: &cells[inputs.start..],
            rows: inputs.len(),
            depth: slopes.len() / place.layer.size,
            transposed: true,
            stride: place.inputs,
        };
        add_product(left, panels, gradient);
    }

    /// Adds to `gradient` what the examples that went backward last give for some biases of a layer.
    pub(crate) fn add_bias_gradient(
        &self,
        index: usize,
        place: &Place,
        biases: Range<usize>,
        gradient: &mut [f32],
    ) {
        for slopes in self.slopes[index + 1].chunks_exact(place.layer.size) {
            add_scaled(gradient, 1.0, &slopes[biases.clone()]);
        }
    }
}
