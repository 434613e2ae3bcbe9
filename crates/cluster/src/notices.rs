//! What people are told while a cluster works.

use std::fmt;
use std::sync::Arc;

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
        (self.0)(sentence);
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
}
