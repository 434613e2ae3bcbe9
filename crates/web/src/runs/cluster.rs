//! A cluster that visitors may look at.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lock::locked;

/// Somebody who knows how a cluster is.
pub trait ClusterView: Debug + Send + Sync {
    /// Its workers and runs, as JSON; an error says why they are not known.
    fn status(&self) -> Result<Value, String>;
}

/// However many look, the cluster is asked no more often than this.
const FRESH: Duration = Duration::from_secs(1);

/// A cluster as the page shows it.
#[derive(Debug, Default)]
pub struct ClusterWindow {
    view: Option<Arc<dyn ClusterView>>,
    last: Mutex<Option<(Instant, Value)>>,
}

impl ClusterWindow {
    /// A window to a cluster, if there is one.
    pub fn new(view: Option<Arc<dyn ClusterView>>) -> ClusterWindow {
        ClusterWindow { view, last: Mutex::default() }
    }

    /// What is to be seen: `null` without a cluster.
    pub fn look(&self) -> Value {
        let Some(view) = &self.view else {
            return Value::Null;
        };
        // A visitor that comes during a request waits for the same answer.
        let mut last = locked(&self.last);
        if let Some((when, seen)) = &*last
            && when.elapsed() < FRESH
        {
            return seen.clone();
        }
        let seen = view.status().unwrap_or_else(|reason| json!({"error": reason}));
        *last = Some((Instant::now(), seen.clone()));
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[derive(Debug, Default)]
    struct Counting(AtomicU32);

    impl ClusterView for Counting {
        fn status(&self) -> Result<Value, String> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0 => Ok(json!({"workers": []})),
                _ => Err("nobody answers".to_owned()),
            }
        }
    }

    #[test]
    fn a_cluster_is_asked_once_for_many_who_look() {
        assert_eq!(ClusterWindow::new(None).look(), Value::Null);
        let window = ClusterWindow::new(Some(Arc::new(Counting::default())));
        for _ in 0..3 {
            assert_eq!(window.look(), json!({"workers": []}));
        }
        let long_ago = Instant::now().checked_sub(2 * FRESH).unwrap();
        *window.last.lock().unwrap() = Some((long_ago, Value::Null));
        assert_eq!(window.look(), json!({"error": "nobody answers"}));
    }
}
