//! The two halves of an exchange, watched: while a request comes in its connection is silent, and again after its answer.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use axum::http::StatusCode;
use hyper::body::{Frame, Incoming, SizeHint};

use super::Place;

/// A body that tells the place of its connection when it is over, or when nobody wants it any more.
pub(super) struct Watched<B> {
    body: B,
    /// None where the connection is no longer ours: a WebSocket.
    place: Option<Place>,
    over: fn(&Place),
}

impl Watched<Incoming> {
    /// The body of a request: when it is there, its connection has spoken.
    pub(super) fn request(body: Incoming, place: Place) -> Watched<Incoming> {
        if body.is_end_stream() {
            place.spoke();
        }
        Watched { body, place: Some(place), over: Place::spoke }
    }
}

impl Watched<Body> {
    /// The body of an answer: when it is said, its connection is silent again.
    pub(super) fn answer(status: StatusCode, body: Body, place: Place) -> Watched<Body> {
        let ours = status != StatusCode::SWITCHING_PROTOCOLS;
        Watched { body, place: ours.then_some(place), over: Place::fell_silent }
    }
}

impl<B: HttpBody + Unpin> HttpBody for Watched<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for Watched<B> {
    fn drop(&mut self) {
        if let Some(place) = &self.place {
            (self.over)(place);
        }
    }
}
