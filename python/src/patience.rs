//! Long work that Ctrl-C can end.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How long Ctrl-C may wait to be heard.
const MOMENT: Duration = Duration::from_millis(40);

/// Does something in a thread of its own, without the interpreter. When Python wants to interrupt it, `stop` is called
/// and the exception is raised once the work has ended.
pub fn patiently<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || {
            // Nobody listens any more only when this thread is given up, too.
            let _ = sender.send(work());
        });
        let receiver = Mutex::new(receiver);
        let wait = |moment: Option<Duration>| {
            let receiver = receiver.lock().map_err(|_| RecvTimeoutError::Disconnected)?;
            match moment {
                Some(moment) => receiver.recv_timeout(moment),
                None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            }
        };
        let mut interrupted = None;
        loop {
            let moment = interrupted.is_none().then_some(MOMENT);
            match py.detach(|| wait(moment)) {
                Ok(result) => return interrupted.map_or(Ok(result), Err),
                Err(RecvTimeoutError::Disconnected) => {
                    let reason = "an error in this program ended the work";
                    return Err(crate::errors::AgentFailed::new_err(reason));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop();
                        interrupted = Some(signal);
                    }
                }
            }
        }
    })
}
