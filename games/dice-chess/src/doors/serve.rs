//! A small HTTP server with limits: connections, waiting times, sizes.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};

use super::error::PlatformError;

/// How long a request's head, and then its body, may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);
/// How long unfinished answers may take when the server closes.
const CLOSING: Duration = Duration::from_secs(2);
/// A pause after the system refused a connection, for instance for want of file descriptors.
const AFTER_REFUSAL: Duration = Duration::from_millis(100);

/// A server that listens until it is closed or dropped.
#[derive(Debug)]
pub(super) struct Server {
    address: SocketAddr,
    runtime: Option<Runtime>,
    /// Tells that it closes. Every connection holds a receiver, so it is known when the last one has ended.
    closing: watch::Sender<()>,
}

impl Server {
    /// Answers requests at an address, so many connections at a time; others wait.
    pub(super) fn open(
        address: SocketAddr,
        connections: usize,
        router: Router,
    ) -> Result<Server, PlatformError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("http")
            .enable_all()
            .build()
            .map_err(PlatformError::system("cannot start the server's threads"))?;
        let listening = format!("cannot listen at {address}");
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .map_err(PlatformError::system(listening.clone()))?;
        let address = listener
            .local_addr()
            .map_err(PlatformError::system(listening))?;
        let (closing, closed) = watch::channel(());
        runtime.spawn(accept(listener, connections, router, closed));
        Ok(Server {
            address,
            runtime: Some(runtime),
            closing,
        })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Does something beside the answers.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }
}

impl Drop for Server {
    /// Takes no more requests, and finishes the answers that are under way.
    fn drop(&mut self) {
        self.closing.send_replace(());
        if let Some(runtime) = self.runtime.take() {
            // Whoever is not done by then is cut off.
            let _ = runtime
                .block_on(async { tokio::time::timeout(CLOSING, self.closing.closed()).await });
            runtime.shutdown_background();
        }
    }
}

async fn accept(
    listener: TcpListener,
    connections: usize,
    router: Router,
    mut closing: watch::Receiver<()>,
) {
    let seats = Arc::new(Semaphore::new(connections));
    loop {
        let connection = async {
            let seat = seats.clone().acquire_owned().await;
            (seat, listener.accept().await)
        };
        let (seat, accepted) = tokio::select! {
            connection = connection => connection,
            _ = closing.changed() => return,
        };
        // The semaphore is never closed.
        let Ok(seat) = seat else { return };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(AFTER_REFUSAL).await;
            continue;
        };
        // Without it small answers may wait for each other; a failure costs speed only.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let mut closing = closing.clone();
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(ARRIVAL)
                .max_buf_size(1 << 16)
                .serve_connection(TokioIo::new(stream), service);
            let mut connection = pin!(connection);
            // A connection that breaks is the client's affair.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = closing.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(seat);
        });
    }
}

/// The body of a request, if it is not too large and arrives in time.
pub(super) async fn read_body(body: Body, largest: usize) -> Result<Bytes, StatusCode> {
    match tokio::time::timeout(ARRIVAL, axum::body::to_bytes(body, largest)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
    }
}

/// An answer in JSON.
pub(super) fn json(status: u16, answer: &impl Serialize) -> Response {
    match (StatusCode::from_u16(status), serde_json::to_string(answer)) {
        (Ok(status), Ok(text)) => {
            (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// An answer that says what was wrong.
pub(super) fn refusal(status: u16, error: &str) -> Response {
    json(status, &serde_json::json!({ "error": error }))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpStream};
    use std::sync::mpsc::sync_channel;

    use axum::routing::get;
    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn an_answer_under_way_is_finished_before_the_server_closes() {
        let (began, begun) = sync_channel(1);
        let (release, released) = oneshot::channel::<()>();
        let waiting = Arc::new(std::sync::Mutex::new(Some(released)));
        let answer = move || {
            let released = waiting.lock().unwrap().take().unwrap();
            began.send(()).unwrap();
            async {
                released.await.unwrap();
                "last words"
            }
        };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let router = Router::new().route("/", get(answer));
        let server = Server::open(address, 4, router).unwrap();
        let mut client = TcpStream::connect(server.address()).unwrap();
        client
            .write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
            .unwrap();
        begun.recv().unwrap();
        let mut closing = server.closing.subscribe();
        server.spawn(async move {
            closing.changed().await.unwrap();
            release.send(()).unwrap();
        });
        drop(server);
        let mut heard = String::new();
        client.read_to_string(&mut heard).unwrap();
        assert!(heard.ends_with("last words"), "{heard}");
    }
}
