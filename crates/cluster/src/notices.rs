//! What people are told while a cluster works.

use std::fmt;
use std::sync::Arc;

use ludarium_arena::printable;

/// More letters of a sentence are not shown: parts of it come from other machines.
const LONGEST: usize = 2000;

/// Where sentences for people go.
#[derive(Clone)]
pub struct Notices(Arc<dyn Fn(&str) + Send + Sync>);

impl Notices {
    /// Sentences go to this function.
    pub fn new(tell: impl Fn(&str) + Send + Sync + 'static) -> Notices {
        Notices(Arc::new(tell))
    }

    /// Tells a sentence.
    pub fn tell(&self, sentence: &str) {
        (self.0)(&printable(sentence, LONGEST));
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
}
