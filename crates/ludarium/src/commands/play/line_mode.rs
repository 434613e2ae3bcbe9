//! Playing line by line, for pipes, scripts and screen readers.

use std::io::{BufRead, Read};
use std::time::Duration;

use super::session::PlaySession;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};

/// Longest line that is read.
const LONGEST: u64 = 4096;
/// An agent is looked after this often.
const LOOK: Duration = Duration::from_millis(200);

/// Plays until the person leaves or the input ends.
pub fn run(
    session: &mut PlaySession,
    input: &mut impl BufRead,
    screen: &mut Screen,
) -> Result<(), CliError> {
    screen.line(format!("{STRONG}{}{STRONG:#}", session.title()))?;
    let (mut told, mut shown) = (0, None);
    while !session.left() {
        while !session.waits() {
            session.step(LOOK);
        }
        let revision = session.game().revision();
        if shown != Some(revision) {
            let made = session.game().table().events().len();
            for line in session.log(told) {
                screen.line(line)?;
            }
            told = made;
            shown = Some(revision);
            show_board(session, screen)?;
        }
        for line in session.reading().iter().chain(session.said()) {
            screen.line(line)?;
        }
        screen.line(format!("{FAINT}{}{FAINT:#}", prompt(session)))?;
        screen.finish()?;
        match next_line(input)? {
            Some(line) => session.obey(&line),
            None => break,
        }
        // What was taken back may happen again, and then is told again.
        told = told.min(session.game().table().events().len());
    }
    if session.result().is_empty() {
        screen.line("the game is left unfinished")?;
    }
    session.leave();
    Ok(())
}

fn show_board(session: &PlaySession, screen: &mut Screen) -> Result<(), CliError> {
    let style = screen.board_style();
    let scene = session.game().table().position().scene();
    let board = ludarium_draw::terminal(&scene, &style);
    screen.line(format!("\n{}\n", board.trim_end()))?;
    for line in session.result() {
        screen.line(line)?;
    }
    Ok(())
}

fn prompt(session: &PlaySession) -> String {
    match session.game().my_moves().len() {
        0 => "write again, new, undo or quit".to_owned(),
        1 => "your turn: 1 legal move; write it, or help".to_owned(),
        count => format!("your turn: {count} legal moves; write one, or help"),
    }
}

/// The next line; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, CliError> {
    let mut line = Vec::new();
    let mut limited = input.take(LONGEST);
    let read = limited
        .read_until(b'\n', &mut line)
        .map_err(|error| CliError::Failed(format!("cannot read the next line: {error}")))?;
    if read as u64 == LONGEST && line.last() != Some(&b'\n') {
        let reason = format!("a line is longer than {LONGEST} bytes; moves are much shorter");
        return Err(CliError::Usage(reason));
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_the_input_and_may_not_be_endless() {
        let mut input = &b"e2e4\nlast"[..];
        assert_eq!(next_line(&mut input).unwrap().as_deref(), Some("e2e4\n"));
        assert_eq!(next_line(&mut input).unwrap().as_deref(), Some("last"));
        assert_eq!(next_line(&mut input).unwrap(), None);
        let endless = vec![b'x'; 10_000];
        let error = next_line(&mut &endless[..]).unwrap_err();
        assert_eq!(error.exit_code(), 2);
    }
}
