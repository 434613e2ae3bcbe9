//! The server: reads a line, answers a line, until the input ends.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

use super::Toolbox;
use super::message::{RpcFault, answer, refuse};

/// The longest line that is read.
pub const LONGEST_REQUEST: usize = 1 << 20;

/// Serves one assistant until its input ends. Requests are answered one after the other.
pub fn serve(
    toolbox: &mut dyn Toolbox,
    mut input: impl BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = LONGEST_REQUEST as u64 + 1;
        if (&mut input).take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let reply = if line.len() > LONGEST_REQUEST && line.last() != Some(&b'\n') {
            skip_line(&mut input)?;
            let reason = format!("a line has at most {LONGEST_REQUEST} bytes");
            Some(refuse(Value::Null, RpcFault::NoRequest, &reason))
        } else if line.trim_ascii().is_empty() {
            None
        } else {
            answer(&line, toolbox)
        };
        if let Some(reply) = reply {
            writeln!(output, "{reply}")?;
            output.flush()?;
        }
    }
}

/// Reads on to the end of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let some = input.fill_buf()?;
        let end = some.iter().position(|byte| *byte == b'\n');
        let (read, over) =
            (end.map_or(some.len(), |end| end + 1), end.is_some() || some.is_empty());
        input.consume(read);
        if over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::mcp::{Content, Tool};

    /// Says a word, or draws.
    struct Echo;

    impl Toolbox for Echo {
        fn instructions(&self) -> String {
            "Say something.".to_owned()
        }

        fn tools(&self) -> Vec<Tool> {
            let arguments = json!({"type": "object", "properties": {"word": {"type": "string"}}});
            vec![Tool { name: "echo", description: "says it again", arguments }]
        }

        fn call(&mut self, _: &str, arguments: Map<String, Value>) -> Result<Vec<Content>, String> {
            let word = arguments.get("word").and_then(Value::as_str);
            let word = word.ok_or_else(|| "a `word` is missing".to_owned())?;
            Ok(vec![Content::Text(word.to_owned()), Content::Picture(b"png".to_vec())])
        }
    }

    /// What is answered to lines.
    fn said(lines: &str) -> Vec<Value> {
        let mut out = Vec::new();
        serve(&mut Echo, lines.as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_conversation_goes_as_the_protocol_says() {
        let lines = [
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            "",
            r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"word":"hé"}}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}}"#,
        ];
        let said = said(&lines.join("\n"));
        assert_eq!(said.len(), 5);
        assert_eq!(said[0]["result"]["protocolVersion"], "2025-06-18");
        assert_eq!(said[0]["result"]["instructions"], "Say something.");
        assert_eq!((&said[1]["id"], &said[1]["result"]), (&json!("a"), &json!({})));
        assert_eq!(said[2]["result"]["tools"][0]["inputSchema"]["type"], "object");
        assert_eq!(
            said[3]["result"],
            json!({"isError": false, "content": [
                {"type": "text", "text": "hé"},
                {"type": "image", "data": "cG5n", "mimeType": "image/png"},
            ]})
        );
        assert_eq!(said[4]["result"]["isError"], true);
        assert_eq!(said[4]["result"]["content"][0]["text"], "a `word` is missing");
    }

    #[test]
    fn an_unknown_version_gets_the_newest() {
        let said =
            said(r#"{"id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#);
        assert_eq!(said[0]["result"]["protocolVersion"], "2025-11-25");
    }

    #[test]
    fn what_is_wrong_is_refused_by_its_number() {
        let long = format!("\"{}\"", "x".repeat(2 * LONGEST_REQUEST));
        for (line, code, id) in [
            ("{", -32700, Value::Null),
            ("[]", -32600, Value::Null),
            ("7", -32600, Value::Null),
            (r#"{"id":1}"#, -32600, Value::Null),
            (r#"{"id":[1],"method":"ping"}"#, -32600, Value::Null),
            (r#"{"id":1,"method":"server/discover"}"#, -32601, json!(1)),
            (r#"{"id":1,"method":"tools/call"}"#, -32602, json!(1)),
            (r#"{"id":1,"method":"tools/call","params":{"name":"ecko"}}"#, -32602, json!(1)),
            (
                r#"{"id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}}"#,
                -32602,
                json!(1),
            ),
            (&long, -32600, Value::Null),
        ] {
            let line = format!("{line}\n{{\"id\":9,\"method\":\"ping\"}}");
            let said = said(&line);
            assert_eq!(said.len(), 2, "{line:.80}");
            assert_eq!(
                (&said[0]["error"]["code"], &said[0]["id"]),
                (&json!(code), &id),
                "{line:.80}"
            );
            // The conversation goes on.
            assert_eq!(said[1]["id"], 9);
        }
        assert!(said(r#"{"id":1,"result":{}}"#).is_empty());
    }
}
