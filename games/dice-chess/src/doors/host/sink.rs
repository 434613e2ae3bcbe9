//! Where events go: to a connection, or to a player in this process.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::mpsc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc as wire;
use tokio::time::{Interval, interval};

/// Events that may wait for a slow reader; after that it gets no more events.
const MOST_WAITING: usize = 256;
/// How often a quiet stream sends an empty line, to show that it is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// A receiver of events.
#[derive(Debug)]
pub(super) enum Sink<E> {
    /// At the other end of a connection.
    Wire(wire::Sender<Bytes>),
    /// In this process.
    Local(mpsc::Sender<E>),
}

impl<E: Serialize + Clone> Sink<E> {
    /// Sends an event; `false` if the receiver is gone or too slow.
    pub(super) fn tell(&self, event: &E) -> bool {
        match self {
            Sink::Local(player) => player.send(event.clone()).is_ok(),
            Sink::Wire(connection) => serde_json::to_string(event)
                .is_ok_and(|line| connection.try_send((line + "\n").into()).is_ok()),
        }
    }

    /// Whether the receiver is gone.
    pub(super) fn is_gone(&self) -> bool {
        match self {
            Sink::Local(_) => false,
            Sink::Wire(connection) => connection.is_closed(),
        }
    }

    /// A sink and the answer that carries its events, one JSON object a line.
    pub(super) fn streamed() -> (Sink<E>, Response) {
        let (sender, events) = wire::channel(MOST_WAITING);
        let mut silence = interval(KEEP_ALIVE);
        silence.reset();
        let body = Body::from_stream(Lines { events, silence });
        let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
        (Sink::Wire(sender), (kind, body).into_response())
    }
}

/// Lines as they come, and a blank one when none comes for long.
struct Lines {
    events: wire::Receiver<Bytes>,
    silence: Interval,
}

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            self.silence.reset();
            return Poll::Ready(event.map(Ok));
        }
        let blank = Bytes::from_static(b"\n");
        self.silence.poll_tick(context).map(|_| Some(Ok(blank)))
    }
}
