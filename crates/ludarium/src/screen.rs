//! The terminal: styled text that becomes plain in a pipe, errors, and progress of long work.

use std::borrow::Cow;
use std::fmt;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use ludarium_arena::is_invisible;
use ludarium_bridge::door::Console;
use ludarium_draw::TerminalStyle;
use ludarium_report::sheet::groups;

use crate::error::CliError;

/// Words that matter.
pub const STRONG: Style = Style::new().bold();
/// Words that matter less.
pub const FAINT: Style = Style::new().dimmed();
/// Good news.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Bad news.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// The name of this program, if it is not `ludarium`: a stranger's with games of its own.
pub fn program() -> Option<&'static str> {
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let name = NAME.get_or_init(|| {
        let path = std::env::current_exe().ok()?;
        let name = path.file_stem()?.to_str()?;
        (!name.starts_with("ludarium")).then(|| name.to_owned())
    });
    name.as_deref()
}

/// A text whose commands have the name of this program.
fn own_name(text: &str) -> Cow<'_, str> {
    match program() {
        Some(name) => Cow::Owned(renamed(text, name)),
        None => Cow::Borrowed(text),
    }
}

/// `ludarium` as the first word of a command gets another name; `/ludarium ` is the end of a path.
fn renamed(text: &str, name: &str) -> String {
    const OURS: &str = "ludarium ";
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(OURS) {
        let (before, after) = rest.split_at(at);
        whole.push_str(before);
        let is_command = !before.ends_with(|c: char| c.is_alphanumeric() || "/-._".contains(c));
        whole.push_str(if is_command { name } else { OURS.trim_end() });
        rest = &after[OURS.len() - 1..];
    }
    whole + rest
}

/// Where commands print.
pub struct Screen {
    out: AutoStream<std::io::StdoutLock<'static>>,
    colour: bool,
    /// Whether a person looks at the output while it is made.
    live: bool,
    /// Lines that `redraw` printed last.
    drawn: usize,
}

impl Screen {
    /// The screen with the user's choice of colours.
    pub fn new(choice: clap::ColorChoice) -> Screen {
        match choice {
            clap::ColorChoice::Auto => {}
            clap::ColorChoice::Always => ColorChoice::Always.write_global(),
            clap::ColorChoice::Never => ColorChoice::Never.write_global(),
        }
        let out = AutoStream::auto(std::io::stdout().lock());
        let colour = out.current_choice() != ColorChoice::Never;
        let live = std::io::stdout().is_terminal();
        Screen { out, colour, live, drawn: 0 }
    }

    /// Whether colours are shown.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Whether somebody looks at a terminal, on which a page takes the place of the one before.
    pub fn live(&self) -> bool {
        self.live
    }

    /// How boards are drawn: in the terminal's width, or 100 columns wide in a pipe.
    pub fn board_style(&self) -> TerminalStyle {
        let size = terminal_size::terminal_size();
        TerminalStyle { colour: self.colour, width: size.map_or(100, |(width, _)| width.0.into()) }
    }

    /// The rows that a page may have: the terminal's but one for the cursor; in a pipe there is no end.
    pub fn page_rows(&self) -> usize {
        let size = terminal_size::terminal_size().filter(|_| self.live);
        size.map_or(usize::MAX, |(_, height)| usize::from(height.0).saturating_sub(1))
    }

    /// The width of tables: the terminal's; in a pipe a row is always one line.
    pub fn table_width(&self) -> usize {
        terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| width.0.into())
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl std::fmt::Display) -> Result<(), CliError> {
        Ok(writeln!(self.out, "{}", own_name(&text.to_string()))?)
    }

    /// The output itself, for what is not made of lines.
    pub fn raw(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Prints a JSON value on one line.
    pub fn json(&mut self, value: &serde_json::Value) -> Result<(), CliError> {
        self.line(value)
    }

    /// Prints text over what the last call of this kind printed; below it where the output is no terminal.
    pub fn redraw(&mut self, text: &str) -> Result<(), CliError> {
        if self.live {
            for _ in 0..self.drawn {
                // One line up, and clear it.
                write!(self.out, "\x1b[1A\x1b[2K")?;
            }
        }
        self.drawn = text.lines().count();
        writeln!(self.out, "{text}")?;
        self.finish()
    }

    /// Prints text as a page of its own: on a terminal in place of the page before.
    pub fn page(&mut self, text: &str) -> Result<(), CliError> {
        if self.live {
            // Home, then clear what is left of the old page line by line: no flicker.
            write!(self.out, "\x1b[H{}\x1b[J", text.replace('\n', "\x1b[K\n"))?;
            writeln!(self.out)?;
        } else {
            writeln!(self.out, "{text}\n")?;
        }
        self.finish()
    }

    /// Writes out what is still in buffers.
    pub fn finish(&mut self) -> Result<(), CliError> {
        Ok(self.out.flush()?)
    }

    /// Prints an error on standard error.
    pub fn complain(&mut self, error: &CliError) {
        let _ = self.out.flush();
        let mut err = anstream::stderr();
        // Nothing is left to be done when even standard error is gone.
        let text = error.to_string();
        let text: Vec<String> = text.lines().map(clean).collect();
        let _ = writeln!(err, "{BAD}error{BAD:#}: {}", own_name(&text.join("\n")));
    }

    /// Prints a remark on standard error, at once.
    pub fn remark(text: &str) {
        let mut err = anstream::stderr();
        // Nothing is left to be done when even standard error is gone.
        let _ = writeln!(err, "{FAINT}{}{FAINT:#}", own_name(text));
    }

    /// A progress bar with rate and time left, on standard error and only on a terminal.
    pub fn progress(&self, total: u64, what: &str) -> ProgressBar {
        if !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(total);
        style(&bar, what, "");
        bar
    }
}

fn style(bar: &ProgressBar, what: &str, rest: &str) {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}  {{rate}}  {{eta}} left{rest}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let told = |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A bar that cannot be drawn disturbs nobody.
            let _ = out.write_str(&rate(state.per_sec()));
        };
        bar.set_style(style.with_key("rate", told));
    }
}

/// `2.5/s`, `20816/s`: as exact as people want to know it.
fn rate(each_second: f64) -> String {
    let digits = usize::from(each_second < 10.0);
    format!("{each_second:.digits$}/s")
}

impl Screen {
    /// A progress bar for games with room for a table below it; `done` of them are done already.
    pub fn progress_with_table(&self, total: u64, done: u64) -> ProgressBar {
        let bar = self.progress(total, "games");
        style(&bar, "games", "\n{msg}");
        // What was done before says nothing about the speed now.
        bar.set_position(done);
        bar.reset_eta();
        bar
    }
}

impl Console for Screen {
    fn line(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn json(&mut self, value: &serde_json::Value) -> std::io::Result<()> {
        writeln!(self.out, "{value}")
    }

    fn finish(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    fn remark(&mut self, text: &str) {
        Screen::remark(text);
    }
}

/// Text from outside without anything that would steer the terminal or turn writing around.
pub fn clean(text: &str) -> String {
    let unsafe_here = |letter: char| letter.is_control() || is_invisible(letter);
    text.replace('\t', "    ").replace(unsafe_here, "\u{fffd}")
}

/// A number with thin groups of three: `1 185 610`.
pub fn grouped(number: u64) -> String {
    groups(&number.to_string(), ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_the_name_of_the_program_and_paths_keep_theirs() {
        let text = "`ludarium games` and ludarium agents x, in /opt/ludarium or /opt/ludarium too";
        let pig = "`pig games` and pig agents x, in /opt/ludarium or /opt/ludarium too";
        assert_eq!(renamed(text, "pig"), pig);
        assert_eq!(program(), None);
    }

    #[test]
    fn a_rate_has_no_more_digits_than_it_needs() {
        assert_eq!(rate(20_815.164_8), "20815/s");
        assert_eq!(rate(2.54), "2.5/s");
    }
}
