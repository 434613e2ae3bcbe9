//! The parameters that one worker changes.

use super::ownership::{GroupKind, Ownership, ParameterGroup};
use super::piece::BatchPiece;
use crate::dense::Place;
use crate::kernels::{Panels, add_scaled, add_vectors};
use crate::network::NetworkKind;
use crate::optimiser::ParameterStep;

/// The parameters of one worker, and what it needs to sum up their gradients.
pub(super) struct ParameterPart<'p> {
    stretches: Vec<Stretch<'p>>,
    gradient: Vec<f32>,
    panels: Panels,
}

/// Some items of a group with what the optimiser remembers of them.
struct Stretch<'p> {
    group: ParameterGroup,
    items: std::ops::Range<usize>,
    /// Where it begins among all parameters.
    start: usize,
    parameters: &'p mut [f32],
    /// What the optimiser remembers: nothing, or one number for each parameter.
    first: &'p mut [f32],
    second: &'p mut [f32],
}

/// Cuts parameters and what the optimiser remembers of them into the parts of the workers.
pub(super) fn cut<'p>(
    ownership: &Ownership,
    mut parameters: &'p mut [f32],
    [mut first, mut second]: [&'p mut [f32]; 2],
) -> Vec<ParameterPart<'p>> {
    let workers = ownership.groups[0].1.len();
    let mut parts: Vec<ParameterPart<'_>> = (0..workers).map(|_| ParameterPart::new()).collect();
    let mut start = 0;
    for (group, ranges) in &ownership.groups {
        for (part, items) in parts.iter_mut().zip(ranges) {
            let count = items.len() * group.length;
            let take = |cells: &mut &'p mut [f32]| cells.split_off_mut(..count);
            part.stretches.push(Stretch {
                group: *group,
                items: items.clone(),
                start,
                parameters: take(&mut parameters).unwrap_or_default(),
                first: take(&mut first).unwrap_or_default(),
                second: take(&mut second).unwrap_or_default(),
            });
            start += count;
        }
    }
    parts
}

impl ParameterPart<'_> {
    fn new() -> ParameterPart<'static> {
        ParameterPart { stretches: Vec::new(), gradient: Vec::new(), panels: Panels::default() }
    }

    /// Its rows of the table.
    pub fn rows(&self) -> &[f32] {
        let first = self.stretches.first();
        let rows = first.filter(|stretch| stretch.group.kind == GroupKind::Rows);
        rows.map_or(&[], |stretch| stretch.parameters)
    }

    /// Copies its parameters after the table into `cells`, which holds all of them.
    pub fn copy_after_table(&self, table: usize, cells: &mut [f32]) {
        let others = self.stretches.iter();
        for stretch in others.filter(|stretch| stretch.group.kind != GroupKind::Rows) {
            let cells = &mut cells[stretch.start - table..][..stretch.parameters.len()];
            cells.copy_from_slice(stretch.parameters);
        }
    }

    /// Changes its parameters by the gradient of a batch, whose pieces have gone backward. Every number is summed up in
    /// the order of the examples, so it does not matter how they are divided.
    pub fn step<S: NetworkKind>(&mut self, shape: &S, pieces: &[&BatchPiece], step: ParameterStep) {
        let places: Vec<Place> = shape.dense_part().0.places().collect();
        let ParameterPart { stretches, gradient, panels } = self;
        for stretch in stretches {
            let items = stretch.items.clone();
            let length = stretch.group.length;
            gradient.clear();
            match stretch.group.kind {
                GroupKind::Rows => {
                    gradient.resize(length, 0.0);
                    let mut found = Vec::new();
                    for (row, place) in items.zip((0..).step_by(length)) {
                        found.clear();
                        for piece in pieces {
                            let slopes = piece.workspace.input_slopes();
                            let lists = piece.uses.of(row).iter();
                            found.extend(
                                lists.map(|&list| &slopes[list as usize * length..][..length]),
                            );
                        }
                        if !found.is_empty() {
                            gradient.fill(0.0);
                            add_vectors(gradient, &found);
                            stretch.step(place, gradient, step);
                        }
                    }
                    continue;
                }
                GroupKind::TableBiases => {
                    gradient.resize(items.len(), 0.0);
                    for piece in pieces {
                        let slopes = piece.workspace.input_slopes();
                        for slopes in slopes.chunks_exact(stretch.group.items) {
                            add_scaled(gradient, 1.0, &slopes[items.clone()]);
                        }
                    }
                }
                GroupKind::Weights(layer) => {
                    gradient.resize(items.len() * length, 0.0);
                    let place = &places[layer];
                    for piece in pieces.iter().filter(|_| !items.is_empty()) {
                        let (inputs, items) = (&piece.inputs, items.clone());
                        piece
                            .workspace
                            .add_weight_gradient(layer, place, inputs, items, panels, gradient);
                    }
                }
                GroupKind::Biases(layer) => {
                    gradient.resize(items.len(), 0.0);
                    let place = &places[layer];
                    for piece in pieces {
                        let biases = items.clone();
                        piece.workspace.add_bias_gradient(layer, place, biases, gradient);
                    }
                }
            }
            stretch.step(0, gradient, step);
            if let GroupKind::Weights(layer) = stretch.group.kind
                && let Some(reach) = shape.reach(layer)
            {
                for weight in stretch.parameters.iter_mut() {
                    *weight = weight.clamp(-reach, reach);
                }
            }
        }
    }
}

impl Stretch<'_> {
    /// Changes the parameters from `start` on, as many as the gradient has.
    fn step(&mut self, start: usize, gradient: &[f32], step: ParameterStep) {
        let range = start..start + gradient.len();
        let moments = |cells: &mut &mut [f32]| {
            if cells.is_empty() { 0..0 } else { range.clone() }
        };
        let (first, second) = (moments(&mut self.first), moments(&mut self.second));
        step.apply(
            &mut self.parameters[range.clone()],
            gradient,
            &mut self.first[first],
            &mut self.second[second],
        );
    }
}
