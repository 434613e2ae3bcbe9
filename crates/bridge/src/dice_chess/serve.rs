//! A small HTTP server with limits: connections, waiting times, sizes.

use std::net::SocketAddr;
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
use tokio::sync::Semaphore;

use super::error::PlatformError;

/// How long a request's head, and then its body, may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);
/// How long an unfinished answer may take when the server closes.
const CLOSING: Duration = Duration::from_millis(500);
/// A pause after the system refused a connection, for instance for want of file descriptors.
const AFTER_REFUSAL: Duration = Duration::from_millis(100);

/// A server that listens until it is closed or dropped.
#[derive(Debug)]
pub(super) struct Server {
    address: SocketAddr,
    runtime: Option<Runtime>,
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
        runtime.spawn(accept(listener, connections, router));
        Ok(Server {
            address,
            runtime: Some(runtime),
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
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(CLOSING);
        }
    }
}

async fn accept(listener: TcpListener, connections: usize, router: Router) {
    let seats = Arc::new(Semaphore::new(connections));
    // The semaphore is never closed.
    while let Ok(seat) = seats.clone().acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(AFTER_REFUSAL).await;
            continue;
        };
        // Without it small answers may wait for each other; a failure costs speed only.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(ARRIVAL)
                .max_buf_size(1 << 16)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks is the client's affair.
            let _ = connection.await;
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
