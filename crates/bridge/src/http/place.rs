//! Places: how many connections are open, in all and from each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

/// A connection's place at the server, which is free again when the last copy is dropped.
///
/// Every request carries its own among its extensions. Who outlives the request, as a WebSocket does, keeps a copy.
#[derive(Clone, Debug)]
pub struct Place(Arc<Taken>);

#[derive(Debug)]
struct Taken {
    client: ClientPlace,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    pub(super) fn new(client: ClientPlace, permit: OwnedSemaphorePermit) -> Place {
        Place(Arc::new(Taken {
            client,
            _permit: permit,
        }))
    }

    /// The address at the other end.
    pub fn client(&self) -> IpAddr {
        self.0.client.address
    }
}

/// How many connections each address has.
#[derive(Clone, Debug)]
pub(super) struct Clients {
    most: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Clients {
    /// So many for each address.
    pub(super) fn new(most: usize) -> Clients {
        Clients {
            most,
            counts: Arc::default(),
        }
    }

    /// One more connection of an address, if it may have one.
    pub(super) fn enter(&self, address: IpAddr) -> Option<ClientPlace> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&address).copied().unwrap_or(0);
        (count < self.most).then(|| {
            counts.insert(address, count + 1);
            ClientPlace {
                address,
                clients: self.clone(),
            }
        })
    }
}

/// One connection of an address; counts until it is dropped.
#[derive(Debug)]
pub(super) struct ClientPlace {
    address: IpAddr,
    clients: Clients,
}

impl Drop for ClientPlace {
    fn drop(&mut self) {
        let counts = &self.clients.counts;
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let clients = Clients::new(3);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let mut inside: Vec<_> = (0..3).map(|_| clients.enter(one)).collect();
        assert!(inside.iter().all(Option::is_some));
        assert!(clients.enter(one).is_none());
        assert!(
            clients.enter(other).is_some(),
            "others are not kept out by it"
        );
        inside.pop();
        assert!(clients.enter(one).is_some());
        inside.clear();
        assert!(clients.counts.lock().unwrap().is_empty());
    }
}
