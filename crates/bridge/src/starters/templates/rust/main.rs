//! A bot for Ludarium: one JSON message a line comes in, without blanks; one answer a line goes out.

/// Your thinking goes here. `legal` are your moves; `turn` is the message with the position.
fn choose<'a>(_turn: &str, legal: &[&'a str], dice: &mut u64) -> &'a str {
    *dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    legal[(*dice >> 33) as usize % legal.len()]
}

/// What stands between `open` and the next `close`.
fn between<'a>(message: &'a str, open: &str, close: &[char]) -> &'a str {
    let rest = message.split_once(open).map_or("", |(_, rest)| rest);
    rest.split(close).next().unwrap_or("")
}

fn main() {
    let mut dice = 1;
    for ask in std::io::stdin().lines().map_while(Result::ok) {
        let legal: Vec<&str> = between(&ask, "\"legal\":[\"", &[']']).trim_end_matches('"').split("\",\"").collect();
        dice = between(&ask, "\"seed\":", &[',', '}']).parse().unwrap_or(dice);
        let reply = match between(&ask, "\"type\":\"", &['"']) {
            "hello" => r#""hello","name":"my-rust-bot","games":null"#.to_string(), // knows few games? "games":["@GAME@"]
            "new_game" => "\"ready\"".to_string(),
            "turn" => format!("\"move\",\"move\":\"{}\"", choose(&ask, &legal, &mut dice)),
            "ping" => "\"pong\"".to_string(),
            "quit" => break,
            _ => continue, // there may be messages that you need not know
        };
        println!("{{\"id\":{},\"type\":{reply}}}", between(&ask, "\"id\":", &[',', '}']));
    }
}
