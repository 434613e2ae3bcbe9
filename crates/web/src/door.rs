//! The door: takes connections, as many as there is room for, and closes in time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower_service::Service;

/// Connections at the same time, in all and from one address.
const MOST: usize = 1024;
const MOST_A_CLIENT: usize = 512;
/// A client must have sent the head of its request within so long.
const HEAD: Duration = Duration::from_secs(10);
/// What is open when the server stops has so long to finish.
const GOODBYE: Duration = Duration::from_secs(2);
/// After an error of the system, for instance too many open files, the door waits a little.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until `stop` says so, then lets open connections finish, but not for long.
pub async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(MOST));
    let guests = Guests::default();
    let mut open = JoinSet::new();
    loop {
        while open.try_join_next().is_some() {}
        tokio::select! {
            _ = stop.changed() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    // Where all places are taken, the connection is closed at once.
                    let permit = places.clone().try_acquire_owned();
                    if let (Ok(permit), Some(guest)) = (permit, guests.enter(from.ip())) {
                        let place = Place {
                            guest: Arc::new(guest),
                            _permit: Arc::new(permit),
                        };
                        open.spawn(attend(stream, router.clone(), place, stop.clone()));
                    }
                }
                Err(_) => tokio::time::sleep(BREATH).await,
            },
        }
    }
    drop(listener);
    let finished = async { while open.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(GOODBYE, finished).await;
}

/// Serves one connection.
async fn attend(stream: TcpStream, router: Router, place: Place, mut stop: watch::Receiver<bool>) {
    // Moves are small and should not wait for more to come.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(place.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // A client that breaks off is nobody's error.
    let _ = tokio::select! {
        result = connection.as_mut() => result,
        _ = stop.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
}

/// A place at the server. Connections that outlive their request, as WebSockets do, keep a copy.
#[derive(Clone)]
pub struct Place {
    guest: Arc<Guest>,
    _permit: Arc<OwnedSemaphorePermit>,
}

impl Place {
    /// Whose it is.
    pub fn client(&self) -> IpAddr {
        self.guest.address
    }
}

/// How many connections each address has.
#[derive(Clone, Default)]
struct Guests(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Guests {
    /// One more connection of an address, if it may have one.
    fn enter(&self, address: IpAddr) -> Option<Guest> {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = guests.entry(address).or_insert(0);
        (*count < MOST_A_CLIENT).then(|| {
            *count += 1;
            Guest {
                address,
                guests: self.clone(),
            }
        })
    }
}

/// One connection; leaves by itself.
struct Guest {
    address: IpAddr,
    guests: Guests,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut guests = self.guests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = guests.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                guests.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let guests = Guests::default();
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let mut inside: Vec<_> = (0..MOST_A_CLIENT).map(|_| guests.enter(one)).collect();
        assert!(inside.iter().all(Option::is_some));
        assert!(guests.enter(one).is_none());
        assert!(
            guests.enter(other).is_some(),
            "others are not kept out by it"
        );
        inside.pop();
        assert!(guests.enter(one).is_some());
        inside.clear();
        assert!(guests.0.lock().unwrap().is_empty());
    }
}
