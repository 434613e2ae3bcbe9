//! What can go wrong with a bot.

use thiserror::Error;

/// What went wrong with a bot.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BotTrouble {
    /// It could not be started.
    #[error("{0}")]
    Start(String),
    /// Its process ended.
    #[error("{0}")]
    Exited(String),
    /// Somebody ended its process from outside: neither the bot nor we, nor one of its limits.
    #[error("{0} from outside")]
    Killed(String),
    /// It closed its standard input or output and went on living.
    #[error("closed its standard {0}")]
    Closed(&'static str),
    /// It took more of something than it may.
    #[error("{0}")]
    Excess(String),
    /// It wrote a line without an end.
    #[error("wrote a line longer than 1 MiB")]
    LongLine,
    /// It wrote and wrote, and no answer was among it.
    #[error("wrote more than {} MiB without an answer", .0 >> 20)]
    Flood(usize),
    /// It does not read what it is told.
    #[error("does not read its standard input")]
    Deaf,
    /// No line came in time.
    #[error("said nothing in time")]
    Silent,
    /// No answer came in time.
    #[error("gave no answer to `{request}` within {seconds:.3} s{}{}", if *.processor { " of processor time" } else { "" }, remark(.stray))]
    Overdue {
        /// What was asked.
        request: &'static str,
        /// How long it was waited.
        seconds: f64,
        /// Whether these are seconds of the processor.
        processor: bool,
        /// The first line that it wrote instead, and why that was no answer.
        stray: Option<String>,
    },
    /// It answered, but not in a form that can be understood.
    #[error("gave an unreadable answer to `{request}`: {reason}: {line}")]
    Unreadable {
        /// What was asked.
        request: &'static str,
        /// What is wrong with the answer.
        reason: String,
        /// The answer, shortened.
        line: String,
    },
    /// It said that it cannot go on.
    #[error("gave up: {0}")]
    Refused(String),
    /// It does not fit: another protocol, another game.
    #[error("{0}")]
    Unfit(String),
    /// Nobody waits for the answer any more.
    #[error("was not waited for")]
    Abandoned,
}

fn remark(stray: &Option<String>) -> String {
    match stray {
        Some(stray) => format!("; {stray}"),
        None => String::new(),
    }
}
