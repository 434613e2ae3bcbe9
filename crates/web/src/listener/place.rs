//! Places: how many connections are open, in all and from each address, and which of them say nothing.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::Room;
use crate::lock::locked;
use crate::quota::{Quota, QuotaShare};

/// A connection's place at the server, which is free again when the last copy is dropped.
///
/// Every request carries its own among its extensions. Who outlives the request, as a WebSocket does, keeps a copy.
#[derive(Clone, Debug)]
pub struct Place(Arc<Holder>);

#[derive(Debug)]
struct Holder {
    address: IpAddr,
    /// None after it was taken away.
    taken: Mutex<Option<(QuotaShare<IpAddr>, OwnedSemaphorePermit)>>,
    /// When the connection fell silent, as a number that grows; none while it is answered.
    silent: Mutex<Option<u64>>,
    taken_away: Notify,
    places: Places,
}

impl Place {
    /// The address at the other end.
    pub fn client(&self) -> IpAddr {
        self.0.address
    }

    /// A request, or the rest of one, is awaited from now on: another connection that needs the place may have it.
    pub(super) fn fell_silent(&self) {
        let number = self.0.places.silent.add(&self.0);
        let before = locked(&self.0.silent).replace(number);
        self.0.places.silent.remove(before);
        self.0.places.silent.changed.notify_one();
    }

    /// A request has come: the place is kept until it is answered.
    pub(super) fn spoke(&self) {
        let before = locked(&self.0.silent).take();
        self.0.places.silent.remove(before);
    }

    /// Waits until the place is taken away.
    pub(super) async fn taken_away(&self) {
        self.0.taken_away.notified().await;
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        let before = locked(&self.silent).take();
        self.places.silent.remove(before);
    }
}

/// All places of a server.
#[derive(Clone, Debug)]
pub(super) struct Places {
    clients: Quota<IpAddr>,
    free: Arc<Semaphore>,
    silent: Arc<Silent>,
}

impl Places {
    pub(super) fn new(room: Room) -> Places {
        Places {
            clients: Quota::new(room.from_one_client),
            free: Arc::new(Semaphore::new(room.connections)),
            silent: Arc::default(),
        }
    }

    /// A place for a new connection: a free one, or that of the connection that has been silent longest. Waits while all are
    /// being answered; `None` where that are connections of this address alone.
    pub(super) async fn enter(&self, address: IpAddr) -> Option<Place> {
        let client = match self.clients.take(address) {
            Some(client) => client,
            None => {
                self.silent.send_away(Some(address));
                self.clients.take(address)?
            }
        };
        let permit = loop {
            if let Ok(permit) = self.free.clone().try_acquire_owned() {
                break permit;
            }
            if self.silent.send_away(None) {
                continue;
            }
            tokio::select! {
                permit = self.free.clone().acquire_owned() => break permit.ok()?,
                () = self.silent.changed.notified() => {}
            }
        };
        let place = Place(Arc::new(Holder {
            address,
            taken: Mutex::new(Some((client, permit))),
            silent: Mutex::default(),
            taken_away: Notify::new(),
            places: self.clone(),
        }));
        place.fell_silent();
        Some(place)
    }
}

/// The last number that was given, and who has which.
type Numbered = (u64, BTreeMap<u64, (IpAddr, Weak<Holder>)>);

/// The connections that say nothing, in the order in which they fell silent.
#[derive(Debug, Default)]
struct Silent {
    connections: Mutex<Numbered>,
    /// Somebody fell silent.
    changed: Notify,
}

impl Silent {
    fn add(&self, holder: &Arc<Holder>) -> u64 {
        let (last, connections) = &mut *locked(&self.connections);
        *last += 1;
        connections.insert(*last, (holder.address, Arc::downgrade(holder)));
        *last
    }

    fn remove(&self, number: Option<u64>) {
        if let Some(number) = number {
            locked(&self.connections).1.remove(&number);
        }
    }

    /// Takes the place of the one that has been silent longest, of this address or of any; whether there was one.
    fn send_away(&self, address: Option<IpAddr>) -> bool {
        let found = {
            let connections = &mut locked(&self.connections).1;
            let wanted = |(_, (other, _)): &(&u64, &(IpAddr, Weak<Holder>))| {
                address.is_none_or(|address| address == *other)
            };
            let number = connections.iter().find(wanted).map(|(&number, _)| number);
            number.and_then(|number| connections.remove(&number))
        };
        // Not under the lock: who drops the last copy of a place takes it.
        if let Some(holder) = found.as_ref().and_then(|(_, holder)| holder.upgrade()) {
            drop(locked(&holder.taken).take());
            holder.taken_away.notify_one();
        }
        found.is_some()
    }
}
