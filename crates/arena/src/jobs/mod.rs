//! Numbered work on several threads: games of a contest, blocks of a tuning, questions of an experiment.
//!
//! Threads take one item after another; the calling thread takes what comes of them. What is made of the results must not
//! depend on the order in which they come: [`numbered`] gives them in the order of their numbers, a run sorts blocks.
//! Memory is bounded: threads wait when too many results wait for the calling thread.

mod mailbox;

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::run::Interrupt;
use mailbox::{Mailbox, MailboxContent};

/// Results that wait for the calling thread at most.
const WAITING: usize = 512;

/// How long a result waits for others to be taken with it: many small ones cost one look.
const MOMENT: Duration = Duration::from_millis(20);

/// How long it may take until somebody who asks for an end is heard.
const PATIENCE: Duration = Duration::from_millis(50);

/// Gives the items to workers, one on each thread, until there are no more. A worker that answers `None` has given up, and its
/// thread ends.
///
/// `take` gets the results in the calling thread, in the order in which they come, and nothing now and then, so that it can
/// look around. Once it breaks off, no item begins, and what it breaks off with is returned when all threads have ended. A
/// system that gives fewer threads makes the work slower.
pub fn scatter<I, T, W, B>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(Vec<T>) -> ControlFlow<B>,
) -> Option<B>
where
    I: Send,
    T: Send,
    W: FnMut(I) -> Option<T>,
{
    let items = Mutex::new(items);
    let next = || {
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        items.next()
    };
    let mailbox = Mailbox::new(WAITING);
    let work = |writer: mailbox::MailboxWriter<'_, T>| {
        let mut work = worker();
        while let Some(result) = next().and_then(&mut work) {
            if !writer.send(result) {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let mut reader = mailbox.reader();
        let (work, mut running) = (&work, 0);
        for _ in 0..threads.max(1) {
            let writer = mailbox.writer();
            let thread = thread::Builder::new().spawn_scoped(scope, move || work(writer));
            running += usize::from(thread.is_ok());
        }
        if running == 0 {
            let mut work = worker();
            while let Some(result) = next().and_then(&mut work) {
                if let ControlFlow::Break(end) = take(vec![result]) {
                    return Some(end);
                }
            }
        }
        loop {
            let flow = match reader.take(PATIENCE, MOMENT) {
                MailboxContent::Letters(results) => take(results),
                MailboxContent::Nothing => take(Vec::new()),
                MailboxContent::Closed => return None,
            };
            if let ControlFlow::Break(end) = flow {
                return Some(end);
            }
        }
    })
}

/// Does `work` for every number below `count`; the results stand in the order of the numbers, whatever the number of threads.
/// After an interruption some are missing; the first error ends the work. `tell` hears how many are done.
///
/// # Example
/// ```
/// use ludarium_arena::{Interrupt, numbered};
///
/// let square = |number: u64| Ok::<u64, ()>(number * number);
/// let squares = numbered(3, &Interrupt::new(), 5, &mut |_| (), square);
/// assert_eq!(squares, Ok(vec![0, 1, 4, 9, 16]));
/// ```
pub fn numbered<T: Send, E: Send>(
    threads: usize,
    interrupt: &Interrupt,
    count: u64,
    tell: &mut dyn FnMut(u64),
    work: impl Fn(u64) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let mut results = Vec::new();
    let threads = threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let failed = scatter(
        threads,
        (0..count).take_while(|_| !interrupt.is_finishing()),
        || |number| Some((number, work(number))),
        |found| {
            for (number, result) in found {
                match result {
                    Ok(result) => results.push((number, result)),
                    Err(error) => return ControlFlow::Break(error),
                }
                tell(results.len() as u64);
            }
            ControlFlow::Continue(())
        },
    );
    if let Some(error) = failed {
        return Err(error);
    }
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_each_is_told() {
        for threads in [1, 3, 100] {
            let mut heard = 0;
            let mut tell = |done| {
                heard += 1;
                assert_eq!(done, heard);
            };
            let work = |number: u64| Ok::<u64, ()>(number * number);
            let squares = numbered(threads, &Interrupt::new(), 50, &mut tell, work);
            assert_eq!(squares, Ok((0..50).map(|n| n * n).collect()));
            assert_eq!(heard, 50);
        }
    }

    #[test]
    fn an_interruption_and_an_error_end_the_work() {
        let interrupt = Interrupt::new();
        let stop = |number: u64| {
            if number == 5 {
                interrupt.finish();
            }
            Ok::<u64, ()>(number)
        };
        let found = numbered(2, &interrupt, 100_000, &mut |_| (), stop).unwrap();
        assert!((6..100_000).contains(&found.len()));
        let fail = |number: u64| if number == 5 { Err(number) } else { Ok(()) };
        let failed = numbered(2, &Interrupt::new(), 100_000, &mut |_| (), fail);
        assert_eq!(failed, Err(5));
    }

    #[test]
    fn a_worker_that_gives_up_leaves_the_rest_to_the_others() {
        let given_up = Mutex::new(false);
        let worker = || {
            |item: u64| {
                let mut given_up = given_up.lock().unwrap();
                if !*given_up {
                    *given_up = true;
                    return None;
                }
                Some(item)
            }
        };
        let mut found = 0;
        let end = scatter(2, 0..1000u64, worker, |items| {
            found += items.len();
            ControlFlow::<()>::Continue(())
        });
        assert_eq!((end, found), (None, 999));
    }
}
