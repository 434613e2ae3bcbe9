//! The messages: requests as they come, and what is answered.

use serde_json::{Map, Value, json};

use super::base64::encode;
use super::{Content, Tool, Toolbox};

/// The versions of the protocol that begin with `initialize`, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Errors by their numbers in JSON-RPC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RpcFault {
    NoJson = -32700,
    NoRequest = -32600,
    NoMethod = -32601,
    BadParameters = -32602,
}

/// The answer to a line; none to a notification and to an answer.
pub(super) fn answer(line: &[u8], toolbox: &mut dyn Toolbox) -> Option<Value> {
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return Some(refuse(Value::Null, RpcFault::NoJson, &error.to_string())),
    };
    let id = request.get("id").cloned();
    let Some(method) = request.get("method").and_then(Value::as_str) else {
        let is_answer = request.get("result").is_some() || request.get("error").is_some();
        let refused =
            || refuse(Value::Null, RpcFault::NoRequest, "expected one object with a `method`");
        return (!is_answer).then(refused);
    };
    // Without an id nobody waits.
    let id = id?;
    if !(id.is_string() || id.is_number()) {
        return Some(refuse(
            Value::Null,
            RpcFault::NoRequest,
            "the `id` should be a text or a number",
        ));
    }
    let parameters = request.get("params").unwrap_or(&Value::Null);
    let result = match method {
        "initialize" => Ok(greeting(parameters, toolbox)),
        "ping" => Ok(json!({})),
        "tools/list" => {
            let tools: Vec<Value> = toolbox.tools().iter().map(announced).collect();
            Ok(json!({ "tools": tools }))
        }
        "tools/call" => call(parameters, toolbox),
        _ => Err((RpcFault::NoMethod, format!("there is no method `{method}` here"))),
    };
    Some(match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err((fault, reason)) => refuse(id, fault, &reason),
    })
}

/// An answer that refuses.
pub(super) fn refuse(id: Value, fault: RpcFault, reason: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": fault as i32, "message": reason}})
}

/// Who we are. The version is the one that was asked for if we know it, or else our newest.
fn greeting(parameters: &Value, toolbox: &dyn Toolbox) -> Value {
    let asked = parameters.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|known| Some(*known) == asked);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[0]),
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "ludarium", "version": env!("CARGO_PKG_VERSION")},
        "instructions": toolbox.instructions(),
    })
}

fn announced(tool: &Tool) -> Value {
    json!({"name": tool.name, "description": tool.description, "inputSchema": tool.arguments})
}

/// Uses a tool. What a tool refuses is a result, which the assistant reads; a call that names no tool is an error.
fn call(parameters: &Value, toolbox: &mut dyn Toolbox) -> Result<Value, (RpcFault, String)> {
    let bad = |reason: String| (RpcFault::BadParameters, reason);
    let name = parameters.get("name").and_then(Value::as_str);
    let name = name.ok_or_else(|| bad("the `name` of the tool is missing".to_owned()))?;
    let tools = toolbox.tools();
    if !tools.iter().any(|tool| tool.name == name) {
        let known = tools.iter().map(|tool| tool.name);
        return Err(bad(ludarium_game::Error::unknown("tool", name, known).to_string()));
    }
    let arguments = match parameters.get("arguments") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(_) => return Err(bad("`arguments` should be an object".to_owned())),
    };
    let (content, is_error) = match toolbox.call(name, arguments) {
        Ok(content) => (content, false),
        Err(reason) => (vec![Content::Text(reason)], true),
    };
    let content: Vec<Value> = content.iter().map(written).collect();
    Ok(json!({"content": content, "isError": is_error}))
}

fn written(content: &Content) -> Value {
    match content {
        Content::Text(text) => json!({"type": "text", "text": text}),
        Content::Picture(png) => {
            json!({"type": "image", "data": encode(png), "mimeType": "image/png"})
        }
    }
}
