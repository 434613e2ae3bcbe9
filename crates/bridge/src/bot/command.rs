//! `bot[name=…,dir=…,env=K=V,set=name=value]:program arguments`: the text that names a bot.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ludarium_arena::{LONGEST_NAME, split_bot, split_quoted, tidy_name};
use ludarium_game::{Error, Result};
use ludarium_game::{read_duration, write_duration};

/// How a bot is started: the program with its arguments, where, and with what.
///
/// Words are quoted as in a shell: `'…'`, `"…"` and `\`. Nothing is expanded and no shell is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotCommand {
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// What it is called in tables, whatever it says itself.
    pub name: Option<String>,
    /// Its working directory, which it may also write to; ours if there is none.
    pub dir: Option<PathBuf>,
    /// What is added to its environment.
    pub env: Vec<(String, String)>,
    /// The options that are set after its `hello`.
    pub set: Vec<(String, String)>,
    /// The memory it may use with its children, in MiB.
    pub memory: Option<u64>,
    /// How long it may take until its `hello`.
    pub start: Option<Duration>,
    /// How long it may take until it is `ready` for a game.
    pub new_game: Option<Duration>,
}

/// The word before the command.
const BOT: &str = "bot";

impl BotCommand {
    /// Reads a command line: the part after `bot:`.
    pub fn parse(line: &str) -> Result<BotCommand> {
        let words = split_quoted(line, char::is_whitespace)
            .map_err(|reason| Error::Spec { text: shorten(line), reason })?;
        let meant = words.into_iter().filter(|(word, quoted)| !word.is_empty() || *quoted);
        let words: Vec<String> = meant.map(|(word, _)| word).collect();
        if words.first().is_none_or(String::is_empty) {
            return Err(Error::Spec {
                text: shorten(line),
                reason: "there is no program, for instance `python3 my_bot.py`".to_owned(),
            });
        }
        Ok(BotCommand { words, ..BotCommand::default() })
    }

    /// The program.
    pub fn program(&self) -> &str {
        &self.words[0]
    }

    /// The arguments of the program.
    pub fn arguments(&self) -> &[String] {
        &self.words[1..]
    }

    fn option(&mut self, option: &str) -> std::result::Result<(), String> {
        let pair = |value: &str, what: &str| match value.split_once('=') {
            Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
            _ => Err(format!("`{what}={value}` should be {what}=NAME=VALUE")),
        };
        match option.split_once('=') {
            Some(("name", value)) => match tidy_name(value) {
                Some(name) if name == value => self.name = Some(name),
                _ => {
                    return Err(format!(
                        "`name={}` should be 1 to {LONGEST_NAME} letters that can be printed",
                        value.escape_debug()
                    ));
                }
            },
            Some(("dir", value)) if !value.is_empty() => self.dir = Some(value.into()),
            Some(("env", value)) => self.env.push(pair(value, "env")?),
            Some(("set", value)) => self.set.push(pair(value, "set")?),
            Some(("memory", value)) => match value.parse() {
                Ok(size) if size > 0 => self.memory = Some(size),
                _ => return Err(format!("`memory={value}` should be a number of MiB")),
            },
            Some(("start", value)) => self.start = Some(time("start", value)?),
            Some(("new_game", value)) => self.new_game = Some(time("new_game", value)?),
            _ => {
                let known = "name=NAME, dir=FOLDER, env=NAME=VALUE, set=NAME=VALUE, memory=MIB, start=TIME and new_game=TIME";
                return Err(format!("unknown option `{option}`; there are {known}"));
            }
        }
        Ok(())
    }
}

impl FromStr for BotCommand {
    type Err = Error;

    fn from_str(text: &str) -> Result<BotCommand> {
        let wrong = |reason: String| Error::Spec { text: shorten(text), reason };
        let (options, line) = split_bot(text).map_err(wrong)?;
        let mut command = BotCommand::parse(line)?;
        if !options.trim().is_empty() {
            for (option, _) in split_quoted(options, |c| c == ',').map_err(wrong)? {
                command.option(option.trim()).map_err(wrong)?;
            }
        }
        Ok(command)
    }
}

/// The longest time that a bot may be given to begin.
const LONGEST_START: Duration = Duration::from_secs(3600);

fn time(option: &str, value: &str) -> std::result::Result<Duration, String> {
    let time = read_duration(value).filter(|&time| time > Duration::ZERO && time <= LONGEST_START);
    time.ok_or_else(|| format!("`{option}={value}` should be a time up to an hour, such as 60s"))
}

/// The shortest text that reads back equal.
impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = Vec::new();
        if let Some(name) = &self.name {
            options.push(quote(&format!("name={name}"), ",]"));
        }
        if let Some(dir) = &self.dir {
            options.push(quote(&format!("dir={}", dir.display()), ",]"));
        }
        for (word, pairs) in [("env", &self.env), ("set", &self.set)] {
            let text =
                |(key, value): &(String, String)| quote(&format!("{word}={key}={value}"), ",]");
            options.extend(pairs.iter().map(text));
        }
        options.extend(self.memory.map(|size| format!("memory={size}")));
        for (word, time) in [("start", self.start), ("new_game", self.new_game)] {
            options.extend(time.map(|time| format!("{word}={}", write_duration(time))));
        }
        f.write_str(BOT)?;
        if !options.is_empty() {
            write!(f, "[{}]", options.join(","))?;
        }
        let words: Vec<String> = self.words.iter().map(|word| quote(word, "")).collect();
        write!(f, ":{}", words.join(" "))
    }
}

/// A word with quotes where it needs them.
fn quote(word: &str, special: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !"'\"\\".contains(c) && !special.contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.contains('\'') {
        return format!("'{word}'");
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

fn shorten(text: &str) -> String {
    text.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_command_has_words_a_folder_and_an_environment() {
        let text = "bot[dir=my bots,name=Ada the first,env=LEVEL=3,set=name='a, b',start=1m,new_game=1.5s]:python3 'my bot.py' --x \"it's\" a\\ b";
        let command: BotCommand = text.parse().unwrap();
        assert_eq!(command.program(), "python3");
        assert_eq!(command.arguments(), ["my bot.py", "--x", "it's", "a b"]);
        assert_eq!(command.name.as_deref(), Some("Ada the first"));
        assert_eq!(command.dir.as_deref(), Some("my bots".as_ref()));
        assert_eq!(command.env, [("LEVEL".to_owned(), "3".to_owned())]);
        assert_eq!(command.set, [("name".to_owned(), "a, b".to_owned())]);
        assert_eq!(command.start, Some(Duration::from_secs(60)));
        assert_eq!(command.new_game, Some(Duration::from_millis(1500)));
        let short = command.to_string();
        assert_eq!(
            short,
            "bot['name=Ada the first','dir=my bots',env=LEVEL=3,'set=name=a, b',start=60s,new_game=1500ms]:python3 'my bot.py' --x \"it's\" 'a b'"
        );
        assert_eq!(short.parse(), Ok(command));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let answers = [
            ("bot:", "there is no program"),
            ("bot: ''", "there is no program"),
            ("bot:a 'b", "not closed"),
            ("bot:a b\\", "after the last"),
            ("bot[dir=x:a", "`]`"),
            ("bot[dir=x]a", "`:`"),
            ("bot[env=A]:a", "env=NAME=VALUE"),
            ("bot[folder=x]:a", "dir=FOLDER"),
            ("bot[memory=many]:a", "MiB"),
            ("bot[name=]:a", "1 to 40 letters"),
            ("bot[name=a\u{1b}b]:a", "`name=a\\u{1b}b` should be"),
            ("bot[start=soon]:a", "such as 60s"),
            ("bot[new_game=2h]:a", "up to an hour"),
            ("bot[start=0s]:a", "such as 60s"),
            ("robot:a", "begin with `bot:`"),
        ];
        for (text, hint) in answers {
            let error = text.parse::<BotCommand>().unwrap_err().to_string();
            assert!(error.contains(hint), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_command_reads_back(words in prop::collection::vec(".{1,12}", 1..3), value in ".{0,12}", dir in "[^\0]{1,12}") {
            let mut words = words;
            words.push(String::new());
            let command = BotCommand {
                words,
                dir: Some(dir.trim().into()).filter(|dir: &PathBuf| !dir.as_os_str().is_empty()),
                env: vec![("A".to_owned(), value.trim_end().to_owned())],
                ..BotCommand::default()
            };
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = format!("bot{text}").parse::<BotCommand>();
            if let Ok(command) = format!("bot:{text}").parse::<BotCommand>() {
                prop_assert!(!command.words.is_empty());
            }
        }
    }
}
