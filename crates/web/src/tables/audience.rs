//! Those who look at a table: everybody gets what happens, and a listener who cannot keep up is let go.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::Sender;

/// Messages that may wait for a slow listener; one more and it is dropped. Listeners share most of them.
pub const BACKLOG: usize = 512;

/// Somebody who is connected to a table.
pub struct TableListener {
    /// Different for each connection.
    pub id: u64,
    /// The seats whose keys they hold.
    pub seats: Vec<u8>,
    /// Where messages go.
    pub to: Sender<Utf8Bytes>,
}

/// Everybody who is connected to a table.
#[derive(Default)]
pub struct Audience(Vec<TableListener>);

impl Audience {
    /// Somebody comes.
    pub fn join(&mut self, listener: TableListener) {
        self.0.push(listener);
    }

    /// Somebody leaves.
    pub fn leave(&mut self, id: u64) {
        self.0.retain(|listener| listener.id != id);
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The seats of a listener.
    pub fn seats_of(&self, id: u64) -> &[u8] {
        let found = self.0.iter().find(|listener| listener.id == id);
        found.map_or(&[], |listener| &listener.seats)
    }

    /// Whether somebody with the key of a seat is there.
    pub fn holds(&self, seat: u8) -> bool {
        self.0.iter().any(|listener| listener.seats.contains(&seat))
    }

    /// Tells one listener.
    pub fn tell(&mut self, id: u64, text: String) {
        self.send(text.into(), |listener| listener.id == id);
    }

    /// Tells everybody.
    pub fn tell_all(&mut self, text: String) {
        self.send(text.into(), |_| true);
    }

    /// Tells everybody; those who hold `seat` get another text.
    pub fn tell_apart(&mut self, seat: u8, holders: String, others: String) {
        self.send(holders.into(), |listener| listener.seats.contains(&seat));
        self.send(others.into(), |listener| !listener.seats.contains(&seat));
    }

    /// Tells each listener what `text` says to the holder of these seats.
    pub fn tell_each(&mut self, mut text: impl FnMut(&[u8]) -> String) {
        self.0.retain(|listener| listener.to.try_send(text(&listener.seats).into()).is_ok());
    }

    fn send(&mut self, text: Utf8Bytes, whom: impl Fn(&TableListener) -> bool) {
        self.0.retain(|listener| {
            // A client that lets too many messages wait, or is gone, is dropped.
            !whom(listener) || listener.to.try_send(text.clone()).is_ok()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::channel;

    #[test]
    fn who_does_not_keep_up_is_dropped_and_the_others_stay() {
        let mut audience = Audience::default();
        let (slow, _kept) = channel(2);
        let (quick, mut read) = channel(2);
        for (id, to) in [(1, slow), (2, quick)] {
            audience.join(TableListener { id, seats: vec![id as u8], to });
        }
        for _ in 0..5 {
            audience.tell_all("news".to_owned());
            assert_eq!(read.try_recv().unwrap().as_str(), "news");
        }
        assert!(!audience.holds(1) && audience.holds(2));
    }
}
