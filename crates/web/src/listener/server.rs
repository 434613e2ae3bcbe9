//! The server: listens, takes connections while there is room, and closes without cutting anybody short.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::ARRIVAL;
use super::exchange::Watched;
use super::place::{Place, Places};
use crate::ServeError;

/// How long unfinished answers may take when the server closes.
const CLOSING: Duration = Duration::from_secs(2);
/// Work that does not end in so long after that is left behind.
const LAST_MOMENT: Duration = Duration::from_millis(500);
/// A pause after the system refused a connection, for instance for want of file descriptors.
const AFTER_REFUSAL: Duration = Duration::from_millis(100);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 1 << 16;

/// How many connections may be open at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// In all. For further ones those go that say nothing, the longest silent first; if all are being answered they wait.
    pub connections: usize,
    /// From one address, so that nobody takes all the room. For further ones its own silent ones go; if there are none they
    /// are closed at once.
    pub from_one_client: usize,
}

/// An address that is ours already, before anything is answered there.
#[derive(Debug)]
pub struct Listener {
    address: SocketAddr,
    listener: TcpListener,
    runtime: Runtime,
}

impl Listener {
    /// Takes an address; port 0 lets the system choose.
    pub fn bind(address: SocketAddr) -> Result<Listener, ServeError> {
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let runtime = Builder::new_multi_thread()
            .worker_threads(cores.clamp(2, 4))
            .thread_name("http")
            .enable_all()
            .build()
            .map_err(ServeError::Threads)?;
        let refused = |error| ServeError::Listen(address, error);
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(refused)?;
        Ok(Listener { address: listener.local_addr().map_err(refused)?, listener, runtime })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Begins to answer.
    pub fn serve(self, room: Room, router: Router) -> Server {
        let (closing, closed) = watch::channel(());
        self.runtime.spawn(accept(self.listener, room, router, closed));
        Server { address: self.address, runtime: Some(self.runtime), closing }
    }
}

/// A server that answers until it is closed or dropped. It must not be dropped by one of its own answers.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    runtime: Option<Runtime>,
    /// Tells that it closes. Every connection holds a receiver, so it is known when the last one has ended.
    closing: watch::Sender<()>,
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more requests and waits until those under way are answered, but not for long.
    ///
    /// WebSockets are left alone: they end when what they carry ends, or when the server is dropped.
    pub fn close(&self) {
        self.closing.send_replace(());
        if let Some(runtime) = &self.runtime {
            // A connection that is not done by then is cut off.
            let _ = runtime
                .block_on(async { tokio::time::timeout(CLOSING, self.closing.closed()).await });
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(LAST_MOMENT);
        }
    }
}

async fn accept(
    listener: TcpListener,
    room: Room,
    router: Router,
    mut closing: watch::Receiver<()>,
) {
    let places = Places::new(room);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.changed() => return,
        };
        let Ok((stream, from)) = accepted else {
            tokio::time::sleep(AFTER_REFUSAL).await;
            continue;
        };
        let entered = tokio::select! {
            entered = places.enter(from.ip()) => entered,
            _ = closing.changed() => return,
        };
        if let Some(place) = entered {
            tokio::spawn(attend(stream, router.clone(), place, closing.clone()));
        }
    }
}

/// Answers the requests of one connection.
async fn attend(stream: TcpStream, router: Router, place: Place, mut closing: watch::Receiver<()>) {
    // Without it small answers may wait for each other; a failure costs speed only.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let host = place.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let place = host.clone();
        let mut request = request.map(|body| Body::new(Watched::request(body, place.clone())));
        request.extensions_mut().insert(place.clone());
        let answer = router.call(request);
        async move {
            let answer = answer.await?;
            let status = answer.status();
            Ok::<_, Infallible>(answer.map(|body| Watched::answer(status, body, place)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(ARRIVAL)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // A connection that breaks is the client's affair.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = place.taken_away() => {}
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    // A WebSocket keeps its place, whatever it says.
    place.spoke();
}

#[cfg(test)]
mod tests;
