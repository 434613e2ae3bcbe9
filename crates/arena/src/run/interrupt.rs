//! `Interrupt`: how a run is told to end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to end a run early, shared by all who may ask for it. Either way every finished game is stored
/// and the run can be continued.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    finish: Arc<AtomicBool>,
    now: Arc<AtomicBool>,
}

impl Interrupt {
    /// Nobody has asked yet.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Asks that no new game begins; those that are being played go on to their end.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::Relaxed);
    }

    /// Asks that games that are being played are given up.
    pub fn now(&self) {
        self.finish();
        self.now.store(true, Ordering::Relaxed);
    }

    /// Whether anything was asked for.
    pub fn is_finishing(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }

    /// Whether games are to be given up.
    pub fn is_now(&self) -> bool {
        self.now.load(Ordering::Relaxed)
    }

    /// The flag behind [`Interrupt::now`].
    pub fn now_flag(&self) -> Arc<AtomicBool> {
        self.now.clone()
    }
}
