//! The mailbox between workers and the thread that takes their results.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Letters wait here until somebody takes them all. The reader is woken by time, not by every letter: a wake-up
/// costs as much as a good part of a fast game.
pub(super) struct Mailbox<T> {
    room: usize,
    state: Mutex<MailboxState<T>>,
    /// The first letter has come, the box is half full, or the last writer has gone.
    worth_a_look: Condvar,
    /// Letters were taken, or the reader has gone.
    emptied: Condvar,
}

struct MailboxState<T> {
    letters: Vec<T>,
    writers: usize,
    reader: bool,
}

/// The right to put letters into a box; given back when dropped.
pub(super) struct MailboxWriter<'a, T>(&'a Mailbox<T>);

/// The right to take letters out of a box; given back when dropped.
pub(super) struct MailboxReader<'a, T>(&'a Mailbox<T>);

/// What a reader finds.
#[derive(Debug, PartialEq)]
pub(super) enum MailboxContent<T> {
    /// Letters, in the order in which they came.
    Letters(Vec<T>),
    /// Nothing yet.
    Nothing,
    /// Nothing, and nobody is left to write.
    Closed,
}

impl<T> Mailbox<T> {
    /// A box with room for `room` letters.
    pub(super) fn new(room: usize) -> Mailbox<T> {
        Mailbox {
            room,
            state: Mutex::new(MailboxState { letters: Vec::new(), writers: 0, reader: true }),
            worth_a_look: Condvar::new(),
            emptied: Condvar::new(),
        }
    }

    /// One more writer.
    pub(super) fn writer(&self) -> MailboxWriter<'_, T> {
        self.state().writers += 1;
        MailboxWriter(self)
    }

    /// The reader; there is one.
    pub(super) fn reader(&self) -> MailboxReader<'_, T> {
        MailboxReader(self)
    }

    fn state(&self) -> MutexGuard<'_, MailboxState<T>> {
        // Nothing inside can be left half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> MailboxWriter<'_, T> {
    /// Puts a letter into the box, once there is room; says whether anybody will read it.
    pub(super) fn send(&self, letter: T) -> bool {
        let mailbox = self.0;
        let full =
            |state: &mut MailboxState<T>| state.reader && state.letters.len() >= mailbox.room;
        let mut state = mailbox
            .emptied
            .wait_while(mailbox.state(), full)
            .unwrap_or_else(PoisonError::into_inner);
        if state.reader {
            state.letters.push(letter);
            let count = state.letters.len();
            if count == 1 || count == mailbox.room.div_ceil(2) {
                mailbox.worth_a_look.notify_one();
            }
        }
        state.reader
    }
}

impl<T> Drop for MailboxWriter<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.writers -= 1;
        if state.writers == 0 {
            self.0.worth_a_look.notify_one();
        }
    }
}

impl<T> MailboxReader<'_, T> {
    /// Waits up to `patience` for a letter, then up to a `moment` for others to come with it, and takes them all.
    pub(super) fn take(&mut self, patience: Duration, moment: Duration) -> MailboxContent<T> {
        let mailbox = self.0;
        let wait = |state, time, want: usize| {
            let more =
                |state: &mut MailboxState<T>| state.letters.len() < want && state.writers > 0;
            let waited = mailbox.worth_a_look.wait_timeout_while(state, time, more);
            waited.unwrap_or_else(PoisonError::into_inner).0
        };
        let mut state = wait(mailbox.state(), patience, 1);
        if !state.letters.is_empty() {
            state = wait(state, moment, mailbox.room.div_ceil(2));
        }
        if state.letters.is_empty() {
            return if state.writers == 0 {
                MailboxContent::Closed
            } else {
                MailboxContent::Nothing
            };
        }
        let usual = state.letters.len();
        let letters = std::mem::replace(&mut state.letters, Vec::with_capacity(usual));
        mailbox.emptied.notify_all();
        MailboxContent::Letters(letters)
    }
}

impl<T> Drop for MailboxReader<'_, T> {
    fn drop(&mut self) {
        self.0.state().reader = false;
        self.0.emptied.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn letters_come_together_and_the_end_is_told() {
        let mailbox = Mailbox::new(8);
        let mut reader = mailbox.reader();
        let (one, other) = (mailbox.writer(), mailbox.writer());
        assert_eq!(reader.take(Duration::ZERO, LONG), MailboxContent::Nothing);
        assert!(one.send(1) && other.send(2));
        drop(one);
        assert_eq!(reader.take(LONG, Duration::ZERO), MailboxContent::Letters(vec![1, 2]));
        assert!(other.send(3));
        drop(other);
        // Nobody is left to write, so no moment is waited for.
        assert_eq!(reader.take(LONG, LONG), MailboxContent::Letters(vec![3]));
        assert_eq!(reader.take(LONG, LONG), MailboxContent::Closed);
    }

    #[test]
    fn a_full_box_makes_writers_wait_and_loses_nothing() {
        let mailbox = Mailbox::new(3);
        let mut reader = mailbox.reader();
        let writers = [mailbox.writer(), mailbox.writer()];
        thread::scope(|scope| {
            for writer in writers {
                scope.spawn(move || (0..500).for_each(|letter| assert!(writer.send(letter))));
            }
            let mut read = Vec::new();
            // The moment is longer than the test may take: a box that fills up must not wait for it.
            while let MailboxContent::Letters(letters) = reader.take(LONG, LONG) {
                assert!(letters.len() <= 3);
                read.extend(letters);
            }
            read.sort_unstable();
            assert!(read.chunks(2).enumerate().all(|(n, pair)| pair == [n, n]));
            assert_eq!(read.len(), 1000);
        });
    }

    #[test]
    fn a_writer_who_waits_is_told_when_the_reader_goes() {
        let mailbox = Mailbox::new(1);
        let reader = mailbox.reader();
        let writer = mailbox.writer();
        assert!(writer.send('a'));
        let began = Instant::now();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| writer.send('b'));
            drop(reader);
            assert!(!waiting.join().unwrap());
        });
        assert!(began.elapsed() < LONG);
    }
}
