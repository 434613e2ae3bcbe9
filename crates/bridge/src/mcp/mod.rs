//! The Model Context Protocol, through which assistants use programs: a server with tools, on lines of JSON-RPC 2.0.

mod base64;
mod message;
mod server;

use serde_json::{Map, Value};

pub use server::{LONGEST_REQUEST, serve};

/// What an assistant can do here.
pub trait Toolbox {
    /// What an assistant is told before anything else.
    fn instructions(&self) -> String;

    /// The tools, in the order in which they are shown.
    fn tools(&self) -> Vec<Tool>;

    /// Uses a tool of the list. An error is a sentence for the assistant, which may try again.
    fn call(&mut self, tool: &str, arguments: Map<String, Value>) -> Result<Vec<Content>, String>;
}

/// A tool as it is announced.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it does, for the assistant.
    pub description: &'static str,
    /// The JSON schema of its arguments.
    pub arguments: Value,
}

/// A part of what a tool answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Words.
    Text(String),
    /// A picture, as the bytes of a PNG file.
    Picture(Vec<u8>),
}
