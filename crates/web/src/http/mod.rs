//! How requests come in: the server, the guard, the routes, WebSockets.

pub mod app;
pub mod compression;
pub mod guard;
pub mod live;
pub mod query;
pub mod routes;
pub mod server;
