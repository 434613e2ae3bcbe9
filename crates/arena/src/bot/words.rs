//! Words in quotes, as a shell reads them: `'…'`, `"…"` and `\`. Nothing is expanded.

/// Splits at separators outside quotes and takes the quotes off; says of each word whether it had any.
pub fn split_quoted(
    text: &str,
    separator: impl Fn(char) -> bool,
) -> Result<Vec<(String, bool)>, String> {
    let mut words = vec![(String::new(), false)];
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if quote.is_none() && separator(c) {
            words.push((String::new(), false));
            continue;
        }
        let last = words.len() - 1;
        match (quote, c) {
            (None, '\'' | '"') => {
                quote = Some(c);
                words[last].1 = true;
            }
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => match chars.next() {
                Some(escaped) => words[last].0.push(escaped),
                None => return Err("there is nothing after the last `\\`".to_owned()),
            },
            (_, c) => words[last].0.push(c),
        }
    }
    match quote {
        Some(open) => Err(format!("a quote ({open}) is not closed")),
        None => Ok(words),
    }
}

/// Where the first such character stands outside quotes.
pub fn find_unquoted(text: &str, wanted: impl Fn(char) -> bool) -> Option<usize> {
    let mut quote = None;
    let mut chars = text.char_indices();
    while let Some((place, c)) = chars.next() {
        match (quote, c) {
            (None, c) if wanted(c) => return Some(place),
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => {
                chars.next();
            }
            _ => {}
        }
    }
    None
}

/// The options and the command line of a bot's text; an error says what is missing.
pub fn split_bot(text: &str) -> Result<(&str, &str), String> {
    let rest = text.trim().strip_prefix("bot");
    let rest = rest.ok_or_else(|| "it should begin with `bot:`".to_owned())?;
    let (options, line) = match rest.strip_prefix('[') {
        None => ("", rest),
        Some(inner) => {
            let end = find_unquoted(inner, |c| c == ']')
                .ok_or_else(|| "the `]` after `bot[` is missing".to_owned())?;
            (&inner[..end], &inner[end + 1..])
        }
    };
    let line = line.strip_prefix(':');
    let line = line.ok_or_else(|| "the `:` before the command is missing".to_owned())?;
    Ok((options, line))
}
