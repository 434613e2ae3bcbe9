//! Batches that several workers learn from, one after the other.

use std::panic::resume_unwind;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use super::ownership::Ownership;
use super::part::ParameterPart;
use super::piece::BatchPiece;
use super::rendezvous::Rendezvous;
use crate::dense::Loss;
use crate::network::{FeatureRows, NetworkKind};
use crate::optimiser::ParameterStep;

/// What the workers of a training share. A lock is never waited for: the rendezvous keeps those who write apart from those
/// who read.
pub(super) struct BatchCourse<'a, S: NetworkKind> {
    shape: &'a S,
    loss: Loss,
    examples: &'a S::Examples,
    batches: &'a [(&'a [u32], ParameterStep)],
    ownership: &'a Ownership,
    /// One of each for every worker, who alone writes to it.
    parts: Vec<RwLock<ParameterPart<'a>>>,
    pieces: Vec<RwLock<BatchPiece>>,
    meeting: Rendezvous,
}

impl<'a, S: NetworkKind> BatchCourse<'a, S> {
    /// Batches of these examples, each with its step, for as many workers as there are parts.
    pub fn new(
        shape: &'a S,
        loss: Loss,
        examples: &'a S::Examples,
        batches: &'a [(&'a [u32], ParameterStep)],
        ownership: &'a Ownership,
        parts: Vec<ParameterPart<'a>>,
    ) -> BatchCourse<'a, S> {
        let workers = parts.len();
        BatchCourse {
            shape,
            loss,
            examples,
            batches,
            ownership,
            pieces: (0..workers).map(|_| RwLock::default()).collect(),
            parts: parts.into_iter().map(RwLock::new).collect(),
            meeting: Rendezvous::new(workers),
        }
    }

    /// Learns from all batches; the summed loss of all examples, each before its step.
    pub fn run(&self) -> f64 {
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.parts.len())
                .map(|worker| scope.spawn(move || self.work(worker)))
                .collect();
            let totals = self.work(0);
            for other in others {
                other.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            totals.iter().sum()
        })
    }

    /// The work of one worker; the summed loss of each batch.
    fn work(&self, worker: usize) -> Vec<f64> {
        let participant = self.meeting.join();
        let (_, dense) = self.shape.dense_part();
        let table = self.shape.table().map_or(0, FeatureRows::len);
        let mut after_table = vec![0.0; dense.end - table];
        let mut totals = Vec::with_capacity(self.batches.len());
        for &(batch, step) in self.batches {
            // In fours, as products of matrices take them.
            let most = batch.len().div_ceil(4 * self.parts.len()) * 4;
            let rows = batch.chunks(most).nth(worker).unwrap_or_default();
            self.slopes(worker, batch.len(), rows, table, &mut after_table);
            participant.wait();
            totals.push(self.step(worker, step));
            participant.wait();
        }
        totals
    }

    /// Sends the worker's examples of a batch through the network and back.
    fn slopes(
        &self,
        worker: usize,
        count: usize,
        rows: &[u32],
        table: usize,
        after_table: &mut [f32],
    ) {
        let parts: Vec<_> = self.parts.iter().map(read).collect();
        for part in &parts {
            part.copy_after_table(table, after_table);
        }
        let tables: Vec<&[f32]> = parts.iter().map(|part| part.rows()).collect();
        let width = self.shape.table().map_or(0, |table| table.width);
        let find = |row| {
            // A worker without others, whose network may be small, need not look for the owner.
            let (table, row) = match *tables {
                [only] => (only, row),
                _ => {
                    let (owner, row) = self.ownership.place(row);
                    (tables[owner as usize], row)
                }
            };
            &table[row as usize * width..][..width]
        };
        let mut piece = write(&self.pieces[worker]);
        let (shape, examples, loss) = (self.shape, self.examples, self.loss);
        piece.forward(shape, after_table, examples, rows, loss, find);
        piece.backward(shape, after_table, examples, rows, loss, count);
    }

    /// Changes the worker's parameters; the summed loss of the batch.
    fn step(&self, worker: usize, step: ParameterStep) -> f64 {
        let pieces: Vec<_> = self.pieces.iter().map(read).collect();
        let pieces: Vec<&BatchPiece> =
            pieces.iter().map(|piece| &**piece).filter(|piece| !piece.is_empty()).collect();
        write(&self.parts[worker]).step(self.shape, &pieces, step);
        pieces.iter().flat_map(|piece| &piece.losses).sum()
    }
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
