//! The session and the full screen without a terminal, with bots that misbehave on purpose.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludarium_arena::protocol::{BotEvent, BotMove, BotTurn, ChosenMove, NewGame};
use ludarium_arena::{
    BotPlayer, BotProgram, BotSource, Contender, Failure, Identity, Subscription, TurnTerms,
    testing,
};
use ludarium_game::{Budget, Fault, Seat, Seed, Turn};

use super::board::FittedBoard;
use super::canvas::{ScreenArea, ScreenCanvas};
use super::game::PlaySetup;
use super::session::PlaySession;
use super::view::{self, ScreenView};

/// How a bot behaves when it is its turn.
#[derive(Clone, Copy)]
enum Behaviour {
    /// It answers only when nobody wants the answer any more.
    Slow,
    /// It names a move that nobody has.
    Wrong,
}

/// A bot, and the flag that it sets at its end.
struct Rude(Behaviour, Arc<AtomicBool>);

impl BotProgram for Rude {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        Box::new(Rude(self.0, self.1.clone()))
    }

    fn identity(&self) -> Result<Identity, String> {
        Ok(Identity::default())
    }
}

impl BotPlayer for Rude {
    fn begin(&mut self, _: &NewGame) -> Result<Subscription, Failure> {
        Ok(Subscription::default())
    }

    fn choose(&mut self, _: BotTurn, terms: TurnTerms<'_>) -> Result<BotMove, Failure> {
        let called_off = || terms.abandon.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let patience = Instant::now() + Duration::from_secs(60);
        if matches!(self.0, Behaviour::Slow) {
            while !called_off() && Instant::now() < patience {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.1.store(called_off(), Ordering::Relaxed);
            return Err(Failure::new(Fault::Failed, "called off"));
        }
        Ok(reply(ChosenMove::Text("nonsense".to_owned())))
    }

    fn observe(&mut self, _: &BotEvent) -> Result<(), Failure> {
        Ok(())
    }

    fn finish(&mut self, _: &[f32], ending: &str) {
        self.1.store(ending == "fault: illegal", Ordering::Relaxed);
    }

    fn spent(&self) -> Duration {
        Duration::ZERO
    }
}

/// A bot that plays the first legal move and writes down what it is told, on a new page each time it joins.
struct Witness(Arc<Mutex<Vec<Vec<String>>>>, usize);

impl BotProgram for Witness {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        let mut pages = self.0.lock().unwrap();
        pages.push(Vec::new());
        Box::new(Witness(self.0.clone(), pages.len() - 1))
    }

    fn identity(&self) -> Result<Identity, String> {
        Ok(Identity::default())
    }
}

impl BotPlayer for Witness {
    fn begin(&mut self, _: &NewGame) -> Result<Subscription, Failure> {
        Ok(Subscription { each_event: true, ..Subscription::default() })
    }

    fn choose(&mut self, _: BotTurn, _: TurnTerms<'_>) -> Result<BotMove, Failure> {
        Ok(reply(ChosenMove::Index(0)))
    }

    fn observe(&mut self, news: &BotEvent) -> Result<(), Failure> {
        self.0.lock().unwrap()[self.1].push(news.event.clone());
        Ok(())
    }

    fn finish(&mut self, _: &[f32], _: &str) {}

    fn spent(&self) -> Duration {
        Duration::ZERO
    }
}

fn reply(choice: ChosenMove) -> BotMove {
    BotMove { pick: Some(choice), ..BotMove::default() }
}

/// Everybody who asks gets this bot.
struct Always<P>(Arc<P>);

impl<P> std::fmt::Debug for Always<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Always")
    }
}

impl<P: BotProgram + 'static> BotSource for Always<P> {
    fn find(&self, _: &str, _: &str) -> Result<Arc<dyn BotProgram>, String> {
        Ok(self.0.clone())
    }
}

/// A program as a contender of Sprint.
fn bot<P: BotProgram + 'static>(program: P) -> Contender {
    let rules = testing::games().rules("sprint", None).unwrap();
    let source = Always(Arc::new(program));
    rules.contender("bot:test", Some(&source)).unwrap()
}

fn agent(text: &str) -> Contender {
    let rules = testing::games().rules("sprint", None).unwrap();
    rules.contender(text, None).unwrap()
}

/// A session in the first seat of three; the flag is set when a slow bot is called off, or a wrong one sent home.
fn session(variant: &str, behaviour: Option<Behaviour>) -> (PlaySession, Arc<AtomicBool>) {
    let ended = Arc::new(AtomicBool::new(false));
    let other = || match behaviour {
        Some(behaviour) => bot(Rude(behaviour, ended.clone())),
        None => agent("random"),
    };
    let session = session_with(variant, other, agent("random"));
    (session, ended)
}

/// A session in the first seat of three, with these at the others.
fn session_with(variant: &str, other: impl Fn() -> Contender, adviser: Contender) -> PlaySession {
    let variant = format!("{variant}:players=3,track=40");
    let rules = testing::games().rules("sprint", Some(&variant)).unwrap();
    let setup = PlaySetup {
        variant: rules.variant().to_owned(),
        rules,
        me: Seat(0),
        contenders: vec![None, Some(other()), Some(other())],
        names: ["you", "random", "random"].map(str::to_owned).to_vec(),
        adviser,
        budget: Budget::default(),
        lesson: vec!["Run".to_owned(), "Walk or run. ".repeat(60).trim().to_owned()],
    };
    PlaySession::new(setup, Seed(1)).unwrap()
}

/// Goes on until the person has to write something.
fn settle(session: &mut PlaySession) {
    let until = Instant::now() + Duration::from_secs(60);
    while !session.waits() {
        assert!(Instant::now() < until, "nothing happens any more");
        session.step(Duration::from_millis(10));
    }
}

fn walk(session: &mut PlaySession) {
    session.obey("walk");
}

fn eventually(flag: &AtomicBool) -> bool {
    let until = Instant::now() + Duration::from_secs(60);
    while !flag.load(Ordering::Relaxed) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(1));
    }
    flag.load(Ordering::Relaxed)
}

#[test]
fn undo_calls_off_whoever_thinks() {
    let (mut session, called_off) = session("strict", Some(Behaviour::Slow));
    let start = session.game().table().position().describe();
    walk(&mut session);
    session.step(Duration::ZERO);
    assert!(session.thinker().unwrap().contains("thinks"));
    session.obey("run");
    assert_eq!(session.said(), ["it is not your turn yet"]);
    session.obey("undo");
    assert!(session.waits() && session.game().my_turn());
    assert_eq!(session.game().table().position().describe(), start);
    assert!(eventually(&called_off));
}

#[test]
fn leaving_does_not_wait_for_a_slow_agent() {
    let (mut session, called_off) = session("strict", Some(Behaviour::Slow));
    walk(&mut session);
    session.step(Duration::ZERO);
    session.obey("quit");
    assert!(session.left());
    assert!(eventually(&called_off));
}

#[test]
fn a_fault_ends_the_game_by_its_rules_and_can_be_taken_back() {
    let (mut session, sent_home) = session("strict", Some(Behaviour::Wrong));
    walk(&mut session);
    settle(&mut session);
    assert_eq!(session.game().table().turn(), Turn::Over);
    assert!(session.said()[0].contains("illegal"), "{:?}", session.said());
    assert_eq!(session.result()[0], "over: fault: illegal");
    assert!(eventually(&sent_home));
    session.obey("undo");
    assert!(session.game().my_turn() && session.result().is_empty());
}

#[test]
fn a_fault_that_the_rules_forgive_is_told_and_the_game_goes_on() {
    let (mut session, _) = session("lenient", Some(Behaviour::Wrong));
    settle(&mut session);
    session.obey("walk");
    settle(&mut session);
    assert!(session.game().my_turn());
    let others = session.game().setup().names.len() - 1;
    assert_eq!(session.said().len(), others, "each once: {:?}", session.said());
    assert!(session.said().iter().all(|line| line.contains("illegal")));
    session.obey("walk");
    settle(&mut session);
    assert_eq!(session.said(), [""; 0], "nobody is asked or blamed again");
}

#[test]
fn agents_hear_everything_and_after_an_undo_only_what_remains() {
    let pages = Arc::new(Mutex::new(Vec::new()));
    let witness = || bot(Witness(pages.clone(), 0));
    let mut session = session_with("strict", witness, agent("random"));
    for _ in 0..2 {
        walk(&mut session);
        settle(&mut session);
    }
    session.obey("undo");
    walk(&mut session);
    settle(&mut session);
    let made = session.game().table().events().iter();
    let made: Vec<String> = made.map(|event| event.text.clone()).collect();
    let pages = pages.lock().unwrap();
    assert_eq!(pages.len(), 4, "both agents sat down again: {pages:?}");
    // Each has heard what came before its own last turn.
    assert_eq!(pages[2..], [&made[..6], &made[..8]]);
}

#[test]
fn a_move_calls_off_the_hint_that_it_did_not_wait_for() {
    let called_off = Arc::new(AtomicBool::new(false));
    let slow = bot(Rude(Behaviour::Slow, called_off.clone()));
    let mut session = session_with("strict", || agent("random"), slow);
    session.obey("hint");
    walk(&mut session);
    assert_eq!(session.thinker(), None);
    assert!(eventually(&called_off));
}

#[test]
fn a_hint_comes_while_the_person_may_go_on_writing() {
    let (mut session, _) = session("strict", None);
    session.obey("hint");
    assert!(session.thinker().unwrap().contains("looks for a hint"));
    settle(&mut session);
    assert!(session.said()[0].starts_with("hint of random: "));
    session.obey("hint");
    walk(&mut session);
    assert_eq!(session.game().table().events().len(), 1);
    settle(&mut session);
    session.obey("");
    assert!(session.said().is_empty());
}

/// The characters of a screen of this size.
fn screen(session: &PlaySession, width: u16, height: u16) -> Vec<String> {
    let scene = session.game().table().position().scene();
    let moves = session.game().my_moves();
    let view = ScreenView {
        title: session.title(),
        scene: &scene,
        log: session.log(0),
        said: session.said().to_vec(),
        reading: session.reading(),
        page: 1,
        status: "your turn".to_owned(),
        entry: "wal".to_owned(),
        candidates: moves.iter().map(String::as_str).collect(),
        reached: None,
        colour: false,
    };
    let pane = view::board_pane(ScreenArea::screen(width, height));
    let board = FittedBoard::fit(&scene, &[], false, pane, None);
    let mut canvas = ScreenCanvas::new(width, height);
    view::draw(&mut canvas, &view, &board);
    let rows = canvas.texts().into_iter();
    rows.map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn the_screen_shows_board_captions_moves_and_entry() {
    let (mut session, _) = session("strict", None);
    walk(&mut session);
    settle(&mut session);
    session.obey("nonsense");
    let rows = screen(&session, 120, 20);
    assert_eq!(
        rows[0],
        "sprint (strict:players=3,track=40): Runner 1 you, Runner 2 random, Runner 3 random; seed 1"
    );
    let has = |text: &str| rows.iter().any(|row| row.contains(text));
    assert!(has("Runner 1 to move") && has("bad move `nonsense`"), "{rows:#?}");
    assert!(has("   1 Runner 1 walk") && has("   2 Runner 2 "), "{rows:#?}");
    assert_eq!(rows[16..18], ["your turn", "> wal"]);
    assert_eq!(rows[18], "run walk", "candidates");
    // The first lane, with its runner on the second field.
    assert!(rows[1].trim_start().starts_with(". A"), "{rows:#?}");
}

/// The rules take the place of the board until they are closed; they have as many pages as they need.
#[test]
fn rules_are_read_page_by_page() {
    let (mut session, _) = session("strict", None);
    session.obey("rules");
    let rows = screen(&session, 60, 10);
    assert_eq!(rows[1], "Walk or run. Walk or run. Walk or run. Walk or run. Walk or");
    assert_eq!(rows[6], " page 2 of 3: PgDn, PgUp | Esc closes");
    let rows = screen(&session, 120, 40);
    assert_eq!((&*rows[1], &*rows[36]), ("Run", " Esc closes"));
    session.close();
    assert!(screen(&session, 120, 40).iter().any(|row| row.contains("Runner 1 to move")));
    session.obey("help");
    assert!(screen(&session, 120, 40).iter().any(|row| row.starts_with("  resign  give up")));
}

/// Outcomes are told by what people see of them.
#[test]
fn chance_is_told_in_words() {
    let (mut session, _) = session("strict", None);
    session.obey("run");
    session.step(Duration::ZERO);
    let outcome = session.log(1);
    assert!(outcome[0].contains(" chance   a disc appears on "), "{outcome:?}");
    let made = session.game().table().events()[1].text.clone();
    assert!(made.chars().all(char::is_numeric), "{made}");
}

#[test]
fn a_board_that_fills_the_screen_leaves_a_line_for_captions_and_news() {
    let (mut session, _) = session("strict", None);
    session.obey("nonsense");
    let rows = screen(&session, 90, 9);
    assert!(rows[0].starts_with("Runner 1 to move"), "{rows:#?}");
    assert!(rows[5].starts_with("bad move `nonsense`"), "{rows:#?}");
    assert_eq!(rows[6], "> wal");
}

#[test]
fn small_screens_say_what_they_lack_and_never_fail() {
    let (session, _) = session("strict", None);
    let rows = screen(&session, 60, 18);
    let text = rows.join(" ");
    assert!(text.contains("The board does not fit: it needs"), "{rows:#?}");
    assert!(text.contains("this terminal has 60 and 18"), "{rows:#?}");
    for width in [1, 2, 5, 29, 31, 80, 300] {
        for height in [1, 2, 4, 6, 10, 60] {
            assert_eq!(screen(&session, width, height).len(), usize::from(height));
        }
    }
}
