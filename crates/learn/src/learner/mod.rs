//! A network of any kind that learns, on as many threads as it is given.
//!
//! A batch is learned from in two phases. First each worker sends its examples, a `BatchPiece` of the batch, through the
//! network and back, with parameters that nobody changes. Then each changes its own parameters, a `ParameterPart` of all, for which
//! it sums up the gradients over all examples in their order. So every number comes from the same operations in the same
//! order, however the work is divided, and there are no gradients to be added up afterwards.

mod course;
mod ownership;
mod part;
mod piece;
mod rendezvous;
#[cfg(test)]
mod tests;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ludarium_game::{Purpose, Seed};

use crate::Result;
use crate::data::Examples;
use crate::dense::Loss;
use crate::metrics::accuracy;
use crate::network::{FeatureRows, Network, NetworkKind};
use crate::optimiser::{Optimiser, ParameterStep, Rule};
use crate::training::Learner;
use course::BatchCourse;
use ownership::Ownership;
use piece::BatchPiece;

/// How many examples are judged at a time.
const JUDGED_AT_ONCE: usize = 1024;

/// A thread that has fewer operations than this to do for a batch costs more than it saves: some twenty microseconds.
const WORTH_A_THREAD: usize = 1 << 18;

/// A network with the loss that it minimises and its optimiser.
#[derive(Clone, Debug)]
pub struct NetworkLearner<S: NetworkKind> {
    network: Network<S>,
    loss: Loss,
    rule: Rule,
    optimiser: Optimiser,
    threads: usize,
}

impl<S: NetworkKind> NetworkLearner<S> {
    /// A learner whose first weights come from the seed.
    pub fn new(architecture: S, loss: Loss, rule: Rule, seed: Seed) -> Result<NetworkLearner<S>> {
        let parameters = architecture.initial_parameters(&mut seed.stream(Purpose::Training, 0));
        NetworkLearner::of(Network::new(architecture, parameters)?, loss, rule)
    }

    /// A learner that starts from a given network.
    pub(crate) fn of(network: Network<S>, loss: Loss, rule: Rule) -> Result<NetworkLearner<S>> {
        let (dense, _) = network.architecture().dense_part();
        loss.check(dense.output().activation)?;
        let count = network.parameters().len();
        Ok(NetworkLearner {
            network,
            loss,
            rule,
            optimiser: Optimiser::new(rule, count),
            threads: 1,
        })
    }

    /// The same learner on at most this many threads. What it learns does not depend on their number.
    pub fn with_threads(self, threads: usize) -> NetworkLearner<S> {
        NetworkLearner { threads: threads.max(1), ..self }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network<S> {
        &self.network
    }

    /// The outputs for all examples, one after the other.
    pub fn predict(&self, examples: &S::Examples) -> Vec<f32> {
        let rows: Vec<u32> = (0..examples.count() as u32).collect();
        let outputs = self.judge(examples, &rows, |outputs, _| outputs.to_vec());
        outputs.concat()
    }

    /// What `read` makes of the outputs and losses of the examples in `rows`, [`JUDGED_AT_ONCE`] at a time and in order.
    fn judge<T: Send>(
        &self,
        examples: &S::Examples,
        rows: &[u32],
        read: impl Fn(&[f32], &[f64]) -> T + Sync,
    ) -> Vec<T> {
        let shape = self.network.architecture();
        let width = shape.table().map_or(0, |table| table.width);
        let (table, after_table) =
            self.network.parameters().split_at(shape.table().map_or(0, FeatureRows::len));
        let find = |row: u32| &table[row as usize * width..][..width];
        let portions: Vec<&[u32]> = rows.chunks(JUDGED_AT_ONCE).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut piece = BatchPiece::default();
            let mut results = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(rows) = portions.get(number) else {
                    return results;
                };
                piece.forward(shape, after_table, examples, rows, self.loss, find);
                results.push((number, read(piece.workspace.outputs(), &piece.losses)));
            }
        };
        let threads = self.useful_threads(rows.len()).min(portions.len()).max(1);
        let mut results = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut results = work();
            for other in others {
                results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            results
        });
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// How many threads are worth their while where this many examples go through the network at a time.
    fn useful_threads(&self, examples: usize) -> usize {
        let operations = self.network.architecture().operations();
        let most = operations.saturating_mul(examples) / WORTH_A_THREAD;
        self.threads.min(most).max(1)
    }

    /// Learns from the examples in `rows`, batch after batch, on this many threads.
    fn learn_on(
        &mut self,
        threads: usize,
        examples: &S::Examples,
        rows: &[u32],
        batch: usize,
        rate: f32,
    ) -> f64 {
        let batches: Vec<&[u32]> = rows.chunks(batch).collect();
        let ahead = 1..=batches.len() as u32;
        let steps = ahead.map(|ahead| self.optimiser.step_ahead(rate, ahead));
        let batches: Vec<(&[u32], ParameterStep)> = batches.into_iter().zip(steps).collect();
        let (shape, parameters) = self.network.parts_mut();
        let ownership = Ownership::new(shape, threads, examples, rows, batch);
        let parts = part::cut(&ownership, parameters, self.optimiser.memory_mut());
        let course = BatchCourse::new(shape, self.loss, examples, &batches, &ownership, parts);
        let total = course.run();
        self.optimiser.count_steps(batches.len() as u32);
        total
    }
}

impl<S: NetworkKind> Learner for NetworkLearner<S> {
    type Examples = S::Examples;

    fn check(&self, examples: &S::Examples) -> Result<()> {
        self.network.architecture().check(examples)
    }

    fn learn(&mut self, examples: &S::Examples, rows: &[u32], batch: usize, rate: f32) -> f64 {
        let threads = self.useful_threads(batch.min(rows.len()));
        self.learn_on(threads, examples, rows, batch, rate)
    }

    fn loss(&self, examples: &S::Examples, rows: &[u32]) -> f64 {
        let totals = self.judge(examples, rows, |_, losses| losses.iter().sum::<f64>());
        totals.iter().sum()
    }

    fn accuracy(&self, examples: &S::Examples) -> Option<f64> {
        let classes = S::CLASSIFIES && self.loss != Loss::MeanSquare;
        let (targets, width) = S::targets(examples);
        classes.then(|| accuracy(&self.predict(examples), targets, width))?
    }

    fn parameters(&self) -> &[f32] {
        self.network.parameters()
    }

    fn set_parameters(&mut self, parameters: &[f32]) {
        self.network.parts_mut().1.copy_from_slice(parameters);
    }

    fn optimiser(&self) -> &Optimiser {
        &self.optimiser
    }

    fn optimiser_mut(&mut self) -> &mut Optimiser {
        &mut self.optimiser
    }

    fn describe(&self) -> String {
        let architecture = self.network.architecture();
        format!("{architecture}, {:?}, {:?}", self.loss, self.rule)
    }
}
