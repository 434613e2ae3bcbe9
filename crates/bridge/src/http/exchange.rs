//! The two halves of an exchange, watched: while a request comes in its connection is silent, and again after its answer.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use hyper::body::{Frame, Incoming, SizeHint};

use super::Place;

/// The body of a request. Its connection has spoken when it is there, or when nobody waits for it any more.
pub(super) struct Arriving {
    body: Incoming,
    place: Place,
}

impl Arriving {
    pub(super) fn new(body: Incoming, place: Place) -> Arriving {
        if body.is_end_stream() {
            place.spoke();
        }
        Arriving { body, place }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.place.spoke();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.place.spoke();
    }
}

/// The body of an answer. When it is said, its connection is silent again.
pub(super) struct Answering {
    body: Body,
    /// None where the connection is no longer ours: a WebSocket.
    place: Option<Place>,
}

impl Answering {
    pub(super) fn new(status: StatusCode, body: Body, place: Place) -> Answering {
        let ours = status != StatusCode::SWITCHING_PROTOCOLS;
        let place = ours.then_some(place);
        Answering { body, place }
    }
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if let Some(place) = &self.place {
            place.fell_silent();
        }
    }
}
