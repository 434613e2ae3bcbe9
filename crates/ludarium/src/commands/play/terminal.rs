//! Playing on the full screen: keys in, frames out, and the terminal left as it was found.

use std::io::stdout;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ludarium_game::{Scene, Turn};

use super::board::{FittedBoard, last_move};
use super::canvas::{ScreenArea, ScreenCanvas};
use super::entry::TypedLine;
use super::session::PlaySession;
use super::view::{self, ScreenView};
use crate::error::CliError;
use crate::interrupts::INTERRUPTED;

/// Time to look at an agent's move or an event of chance.
const PAUSE: Duration = Duration::from_millis(350);
/// Time between two frames while somebody thinks.
const FRAME: Duration = Duration::from_millis(80);
/// Time between two looks at the clock while nobody does.
const REST: Duration = Duration::from_millis(250);
/// How long a game may take to end when it is asked to.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// Pictures of somebody who thinks.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Plays until the person leaves.
pub fn run(session: &mut PlaySession, fast: bool, colour: bool) -> Result<(), CliError> {
    let asked_to_end = Arc::new(AtomicBool::new(false));
    let heard = asked_to_end.clone();
    ctrlc::set_handler(move || {
        heard.store(true, Ordering::Relaxed);
        // A terminal that is gone can keep the reader of keys busy forever; a process that still lives then is stuck.
        // Nothing is written any more: the one who is stuck holds the output.
        thread::sleep(LAST_WORDS);
        let _ = disable_raw_mode();
        std::process::exit(INTERRUPTED.into());
    })
    .map_err(|error| CliError::Failed(format!("cannot listen for signals: {error}")))?;
    restore_on_panic();
    let _restored = FullScreen::enter()?;
    let mut show = Show::new(session, colour);
    let result = show.go_on(session, fast, &asked_to_end);
    session.leave();
    if asked_to_end.load(Ordering::Relaxed) {
        Err(CliError::Interrupted("the game was left".to_owned()))
    } else {
        result
    }
}

/// Whether the terminal is ours. It is left once only: a second time would move the cursor over what was
/// printed since.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The full screen, until it is dropped.
struct FullScreen;

impl FullScreen {
    fn enter() -> Result<FullScreen, CliError> {
        enable_raw_mode()?;
        ENTERED.store(true, Ordering::Relaxed);
        let full = FullScreen;
        execute!(stdout(), EnterAlternateScreen)?;
        Ok(full)
    }

    fn leave() {
        if !ENTERED.swap(false, Ordering::Relaxed) {
            return;
        }
        // Nothing is left to be done when the terminal is gone.
        let _ = execute!(stdout(), LeaveAlternateScreen, crossterm::cursor::Show);
        let _ = disable_raw_mode();
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        FullScreen::leave();
    }
}

/// A panic of ours is read on a normal screen; one of an agent is its failure and told as such.
fn restore_on_panic() {
    let ours = thread::current().id();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == ours {
            FullScreen::leave();
            usual(info);
        }
    }));
}

/// What the screen remembers between two frames.
struct Show {
    entry: TypedLine,
    scene: Scene,
    moves: Vec<String>,
    revision: (u64, u64),
    /// The board as drawn last, and for which pane.
    board: Option<(ScreenArea, FittedBoard)>,
    /// Whether the position has changed since.
    stale: bool,
    changed: Instant,
    frames: usize,
    colour: bool,
    /// The open page of what is read.
    page: usize,
}

impl Show {
    fn new(session: &PlaySession, colour: bool) -> Show {
        Show {
            entry: TypedLine::default(),
            scene: session.game().table().position().scene(),
            moves: session.game().my_moves(),
            revision: session.game().revision(),
            board: None,
            stale: false,
            changed: Instant::now(),
            frames: 0,
            colour,
            page: 0,
        }
    }

    fn go_on(
        &mut self,
        session: &mut PlaySession,
        fast: bool,
        asked_to_end: &AtomicBool,
    ) -> Result<(), CliError> {
        let (frame, pause) = if fast { (FRAME / 8, Duration::ZERO) } else { (FRAME, PAUSE) };
        let mut shown: Option<ScreenCanvas> = None;
        while !session.left() && !asked_to_end.load(Ordering::Relaxed) {
            let (width, height) = crossterm::terminal::size()?;
            let canvas = self.draw(session, ScreenCanvas::new(width, height));
            canvas.show(shown.as_ref(), &mut stdout().lock())?;
            shown = Some(canvas);
            let wait = if session.waits() { REST } else { frame };
            if event::poll(wait)?
                && let Event::Key(key) = event::read()?
            {
                self.press(session, key);
            }
            if self.changed.elapsed() >= pause {
                session.step(Duration::ZERO);
            }
            self.look(session);
        }
        Ok(())
    }

    /// Notices what has changed in the game.
    fn look(&mut self, session: &PlaySession) {
        let game = session.game();
        if game.revision() != self.revision {
            self.revision = game.revision();
            self.scene = game.table().position().scene();
            self.entry.settle(&self.moves);
            self.moves = game.my_moves();
            self.stale = true;
            if game.table().events().is_empty() {
                // A new game may have another map.
                self.board = None;
            }
            self.changed = Instant::now();
        }
    }

    fn press(&mut self, session: &mut PlaySession, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => session.leave(),
            KeyCode::Char('u') if control => self.entry.clear(),
            KeyCode::Char(_) if control => {}
            KeyCode::Char(character) => self.entry.push(character, &self.moves),
            KeyCode::Backspace => self.entry.pop(&self.moves),
            KeyCode::Esc => {
                session.close();
                self.entry.clear();
            }
            KeyCode::PageDown => self.page += 1,
            KeyCode::PageUp => self.page = self.page.saturating_sub(1),
            KeyCode::Tab | KeyCode::Down => self.entry.complete(&self.moves, 1),
            KeyCode::BackTab | KeyCode::Up => self.entry.complete(&self.moves, -1),
            KeyCode::Enter => {
                self.page = 0;
                session.obey(&self.entry.take(&self.moves));
            }
            _ => {}
        }
    }

    fn draw(&mut self, session: &PlaySession, mut canvas: ScreenCanvas) -> ScreenCanvas {
        self.frames = self.frames.wrapping_add(1);
        let pane = view::board_pane(canvas.area());
        let (scene, colour) = (&self.scene, self.colour);
        let kept = self.board.take().filter(|&(drawn_for, _)| drawn_for == pane);
        let board = match kept {
            Some((_, board)) if !self.stale => board,
            other => {
                let last = last_move(session.game().table());
                let before = other.as_ref().map(|(_, board)| board);
                FittedBoard::fit(scene, last, colour, pane, before)
            }
        };
        self.stale = false;
        // Nobody turns beyond the last page.
        let last = view::pages(session.reading(), pane).map_or(0, |pages| pages.len() - 1);
        self.page = self.page.min(last);
        let (_, board) = self.board.insert((pane, board));
        let view = ScreenView {
            title: session.title(),
            scene,
            log: session.log(0),
            said: [session.said(), &session.result()].concat(),
            reading: session.reading(),
            page: self.page,
            status: status(session, self.frames),
            entry: self.entry.shown(&self.moves),
            candidates: self.entry.candidates(&self.moves),
            reached: self.entry.reached(),
            colour,
        };
        view::draw(&mut canvas, &view, board);
        canvas
    }
}

/// What is going on, in a line.
fn status(session: &PlaySession, frames: usize) -> String {
    if let Some(thinker) = session.thinker() {
        return format!(" {} {thinker}", SPINNER[frames % SPINNER.len()]);
    }
    let game = session.game();
    match game.table().turn() {
        Turn::Over => {
            let ending = game.table().result().map_or(String::new(), |end| end.ending);
            format!(" over: {ending} | again: same seed, new: next seed, undo, quit")
        }
        Turn::Seat(seat) if seat == game.setup().me => {
            let moves = match game.my_moves().len() {
                1 => "1 legal move".to_owned(),
                count => format!("{count} legal moves"),
            };
            format!(" your turn: {moves} | Tab completes, Enter plays, help")
        }
        Turn::Seat(_) | Turn::Chance => String::new(),
    }
}
