//! What agents are called in tables: a bot by its name, never by its command line.

use super::is_bot;
use super::words::{split_bot, split_quoted};

/// The longest name of a bot, in letters.
pub const LONGEST_NAME: usize = 40;

/// A stranger's text on one line, safe to print: blanks for everything between words, no signs that cannot be seen or
/// that change how others are shown, and at most `LONGEST_NAME` letters.
pub fn printable(text: &str, longest: usize) -> String {
    // No text needs more signs that are dropped than this.
    let bounded = text.chars().take(longest.saturating_mul(8));
    let visible: String = bounded
        .filter_map(|letter| match letter {
            letter if letter.is_whitespace() || letter.is_control() => Some(' '),
            letter if is_invisible(letter) => None,
            letter => Some(letter),
        })
        .collect();
    let words: Vec<&str> = visible.split_ascii_whitespace().collect();
    let line: String = words.join(" ").chars().take(longest).collect();
    line.trim_end().to_owned()
}

/// Signs of no width, and those that turn the direction of writing around.
pub fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A name as it may stand in tables; `None` if nothing of it is left.
pub fn tidy_name(name: &str) -> Option<String> {
    Some(printable(name, LONGEST_NAME)).filter(|name| !name.is_empty())
}

/// Programs that run another: the name of what they run says more.
const INTERPRETERS: &[&str] = &[
    "bash", "bun", "deno", "dotnet", "env", "guile", "java", "julia", "lua", "luajit", "mono",
    "node", "nodejs", "perl", "php", "pypy", "python", "racket", "rscript", "ruby", "sh", "uv",
    "wine",
];

/// What a bot is called where nobody knows its name: the name in its text, or the file that is run.
fn short_form(text: &str) -> String {
    let Ok((options, line)) = split_bot(text) else {
        return printable(text, LONGEST_NAME);
    };
    let given = split_quoted(options, |c| c == ',').unwrap_or_default();
    let mut given = given.iter().filter_map(|(option, _)| option.trim().strip_prefix("name="));
    if let Some(name) = given.next_back().and_then(tidy_name) {
        return name;
    }
    let words = split_quoted(line, char::is_whitespace).unwrap_or_default();
    let words: Vec<&str> =
        words.iter().map(|(word, _)| word.as_str()).filter(|word| !word.is_empty()).collect();
    // Of `env python3 -u bot.py` the name is `bot.py`.
    let is_named = |word: &&str| !word.starts_with('-') && !word.contains('=') && *word != "run";
    let named: Vec<&str> = words.into_iter().filter(is_named).map(file_name).collect();
    let told = named.iter().find(|name| !is_interpreter(name));
    let name = told.or(named.last()).copied();
    name.and_then(tidy_name).unwrap_or_else(|| "bot".to_owned())
}

fn is_interpreter(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let stem = name.strip_suffix(".exe").unwrap_or(&name);
    let stem = stem.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    INTERPRETERS.contains(&stem)
}

/// Scripts by the endings of their files, each with the program that runs it.
const SCRIPTS: &[(&str, &str)] = &[(".py", "python3"), (".js", "node")];

/// The bot that was meant by a text that names no agent: a command line, a path or a script without `bot:` before it.
pub(super) fn forgotten_bot(text: &str) -> Option<String> {
    let text = text.trim();
    // What follows a colon may be the file of an agent's model.
    let name = text.split(':').next().unwrap_or(text);
    let mut words = name.split_whitespace();
    let first = words.next()?;
    if let Some((_, program)) = SCRIPTS.iter().find(|(ending, _)| first.ends_with(ending)) {
        return Some(format!("bot:{program} {text}"));
    }
    let command = words.next().is_some() && is_interpreter(file_name(first));
    (command || first.contains(['/', '\\'])).then(|| format!("bot:{text}"))
}

fn file_name(word: &str) -> &str {
    let word = word.trim_end_matches(['/', '\\']);
    word.rsplit(['/', '\\']).next().unwrap_or(word)
}

/// What agents are called in tables, different from each other: agents of the catalogue by their texts, bots by their
/// names. A bot cannot take the name of another agent: who comes second gets a number.
pub fn labels(agents: &[String], names: &[Option<String>]) -> Vec<String> {
    let mut labels = vec![String::new(); agents.len()];
    let own = |bots: bool| (0..agents.len()).filter(move |&index| is_bot(&agents[index]) == bots);
    for index in own(false).chain(own(true)) {
        let text = &agents[index];
        let label = if is_bot(text) {
            match names.get(index).and_then(Option::as_deref).and_then(tidy_name) {
                Some(name) => name,
                None => short_form(text),
            }
        } else {
            text.clone()
        };
        let mut unique = label.clone();
        let mut number = 1;
        while labels.contains(&unique) {
            number += 1;
            unique = format!("{label} #{number}");
        }
        labels[index] = unique;
    }
    labels
}

/// What the names of bots stand for: a line for each, for the foot of a table.
pub fn legend(agents: &[String], labels: &[String]) -> Vec<String> {
    let bots = agents.iter().zip(labels).filter(|(text, _)| is_bot(text));
    bots.map(|(text, label)| format!("{label}: `{}`", printable(text, LONGEST_TEXT))).collect()
}

/// More of a command line helps nobody.
pub(super) const LONGEST_TEXT: usize = 400;

#[cfg(test)]
mod tests {
    use super::*;

    fn own<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    #[test]
    fn bots_without_a_name_are_called_by_what_is_run() {
        let names = [
            ("bot:python3 my_bot.py --level 3", "my_bot.py"),
            ("bot:./bots/my_bot --fast", "my_bot"),
            ("bot:java -Xmx1g -jar dir/bot.jar", "bot.jar"),
            ("bot:/usr/bin/env python3.12 -u 'my bot.py'", "my bot.py"),
            ("bot[dir=a b,env=X=1]:node bot.js", "bot.js"),
            ("bot[name=Ada]:python3 bot.py", "Ada"),
            ("bot['name=Ada, the first']:python3 bot.py", "Ada, the first"),
            ("bot:python3", "python3"),
            ("bot:'unclosed", "bot"),
            ("bot[unclosed", "bot[unclosed"),
        ];
        for (text, name) in names {
            assert_eq!(short_form(text), name, "{text}");
        }
    }

    #[test]
    fn a_forgotten_bot_is_recognised_and_an_agent_is_none() {
        for (text, meant) in [
            ("python3 v1/bot.py", "bot:python3 v1/bot.py"),
            ("/usr/bin/node bot.js --fast", "bot:/usr/bin/node bot.js --fast"),
            ("./my_bot", "bot:./my_bot"),
            (" java -jar bot.jar", "bot:java -jar bot.jar"),
            ("v1/bot.py --level 3", "bot:python3 v1/bot.py --level 3"),
            (r"bots\mine.exe", r"bot:bots\mine.exe"),
        ] {
            assert_eq!(forgotten_bot(text).as_deref(), Some(meant));
        }
        for text in
            ["", " ", "greedy", "greedy random", "maxn:eval=file:a/b.safetensors", "python3"]
        {
            assert_eq!(forgotten_bot(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(
            tidy_name(" Ada\n\u{1b}[31m the\tfirst "),
            Some("Ada [31m the first".to_owned())
        );
        assert_eq!(tidy_name("a\u{202e}b\u{200b}c"), Some("abc".to_owned()));
        assert_eq!(tidy_name("\u{7}\u{feff} \u{2066}"), None);
        assert_eq!(tidy_name(&"x".repeat(9999)), Some("x".repeat(LONGEST_NAME)));
    }

    #[test]
    fn nobody_takes_the_name_of_another() {
        let agents = own(["bot:./a", "greedy", "bot:./b", "bot:./c", "greedy"]);
        let names = ["greedy", "", "x", "greedy #2", ""].map(|name| Some(name.to_owned()));
        let labels = labels(&agents, &names);
        assert_eq!(labels, ["greedy #3", "greedy", "x", "greedy #2 #2", "greedy #2"]);
        assert_eq!(
            legend(&agents, &labels),
            ["greedy #3: `bot:./a`", "x: `bot:./b`", "greedy #2 #2: `bot:./c`"]
        );
    }
}
