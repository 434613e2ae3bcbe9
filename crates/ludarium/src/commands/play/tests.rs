//! The desk and the full screen without a terminal, with guests that misbehave on purpose.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludarium_agents::Kit;
use ludarium_arena::{
    Beginning, Contender, Failure, Guest, Invited, Named, News, Question, Reply, Wishes,
};
use ludarium_game::{Budget, Fault, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_games::chexers::Chexers;
use ludarium_games::dicewars::Dicewars;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use super::board::Board;
use super::desk::Desk;
use super::session::Setup;
use super::view::{self, View};

/// How a guest behaves when it is its turn.
#[derive(Clone, Copy)]
enum Manner {
    /// It answers only when nobody wants the answer any more.
    Slow,
    /// It names a move that nobody has.
    Wrong,
}

/// A guest, and the flag that it sets at its end.
struct Rude(Manner, Arc<AtomicBool>);

impl Invited for Rude {
    fn sit_down(self: Arc<Self>) -> Box<dyn Guest> {
        Box::new(Rude(self.0, self.1.clone()))
    }
}

impl Guest for Rude {
    fn begin(&mut self, _: &Beginning) -> Result<Wishes, Failure> {
        Ok(Wishes::default())
    }

    fn choose(&mut self, question: Question<'_>) -> Result<Reply, Failure> {
        let called_off = || {
            question
                .abandon
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
        };
        let patience = Instant::now() + Duration::from_secs(30);
        if matches!(self.0, Manner::Slow) {
            while !called_off() && Instant::now() < patience {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.1.store(called_off(), Ordering::Relaxed);
            return Err(Failure::new(Fault::Failed, "called off"));
        }
        Ok(reply(Named::Text("nonsense".to_owned())))
    }

    fn observe(&mut self, _: &News) -> Result<(), Failure> {
        Ok(())
    }

    fn finish(&mut self, _: &[f32], ending: &str) {
        self.1.store(ending == "fault: illegal", Ordering::Relaxed);
    }

    fn spent(&self) -> Duration {
        Duration::ZERO
    }
}

/// A guest that plays the first legal move and writes down what it is told, on a new page each time it sits down.
struct Witness(Arc<Mutex<Vec<Vec<String>>>>, usize);

impl Invited for Witness {
    fn sit_down(self: Arc<Self>) -> Box<dyn Guest> {
        let mut pages = self.0.lock().unwrap();
        pages.push(Vec::new());
        Box::new(Witness(self.0.clone(), pages.len() - 1))
    }
}

impl Guest for Witness {
    fn begin(&mut self, _: &Beginning) -> Result<Wishes, Failure> {
        Ok(Wishes {
            each_event: true,
            ..Wishes::default()
        })
    }

    fn choose(&mut self, _: Question<'_>) -> Result<Reply, Failure> {
        Ok(reply(Named::Index(0)))
    }

    fn observe(&mut self, news: &News) -> Result<(), Failure> {
        self.0.lock().unwrap()[self.1].push(news.event.clone());
        Ok(())
    }

    fn finish(&mut self, _: &[f32], _: &str) {}

    fn spent(&self) -> Duration {
        Duration::ZERO
    }
}

fn reply(choice: Named) -> Reply {
    Reply {
        choice,
        more: Vec::new(),
        value: None,
        nodes: 0,
        depth: 0,
        line: Vec::new(),
    }
}

/// A desk in the first seat; the flag is set when a slow guest is called off, or a wrong one sent home.
fn desk<G: Kit>(manner: Option<Manner>) -> (Desk<G>, Arc<AtomicBool>) {
    let ended = Arc::new(AtomicBool::new(false));
    let desk = desk_with(|seat| match manner {
        Some(manner) if seat.0 > 0 => Contender::Guest(Arc::new(Rude(manner, ended.clone()))),
        _ => Contender::new("random", None).unwrap(),
    });
    (desk, ended)
}

/// A desk in the first seat, with these at the others; the one at the first gives hints.
fn desk_with<G: Kit>(contender: impl Fn(Seat) -> Contender<G>) -> Desk<G> {
    let rules = G::rules(&Spec::named(G::VARIANTS[0].name)).unwrap();
    let seats = Setup::<G>::start(&rules, Seed(1)).seats();
    let mut names = vec!["random".to_owned(); seats];
    names[0] = "you".to_owned();
    let setup = Setup {
        rules,
        variant: G::VARIANTS[0].name.to_owned(),
        me: Seat(0),
        contenders: Seat::all(seats).map(contender).collect(),
        names,
        adviser: "random".to_owned(),
        budget: Budget::default(),
    };
    Desk::new(setup, Seed(1))
}

/// Goes on until the person has to write something.
fn settle<G: Kit>(desk: &mut Desk<G>) {
    let until = Instant::now() + Duration::from_secs(30);
    while !desk.waits() {
        assert!(Instant::now() < until, "nothing happens any more");
        desk.step(Duration::from_millis(10));
    }
}

fn play_first_move<G: Kit>(desk: &mut Desk<G>) {
    let mv = desk.session().my_moves().remove(0);
    desk.obey(&mv);
}

fn eventually(flag: &AtomicBool) -> bool {
    let until = Instant::now() + Duration::from_secs(10);
    while !flag.load(Ordering::Relaxed) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(1));
    }
    flag.load(Ordering::Relaxed)
}

#[test]
fn undo_calls_off_whoever_thinks() {
    let (mut desk, called_off) = desk::<Chexers>(Some(Manner::Slow));
    let start = desk.session().table().position().describe();
    play_first_move(&mut desk);
    desk.step(Duration::ZERO);
    assert!(desk.thinker().unwrap().contains("thinks"));
    desk.obey("0,0!");
    assert_eq!(desk.said(), ["it is not your turn yet"]);
    desk.obey("undo");
    assert!(desk.waits() && desk.session().my_turn());
    assert_eq!(desk.session().table().position().describe(), start);
    assert!(eventually(&called_off));
}

#[test]
fn leaving_does_not_wait_for_a_slow_agent() {
    let (mut desk, called_off) = desk::<Chexers>(Some(Manner::Slow));
    play_first_move(&mut desk);
    desk.step(Duration::ZERO);
    let began = Instant::now();
    desk.obey("quit");
    assert!(desk.left() && began.elapsed() < Duration::from_secs(5));
    assert!(eventually(&called_off));
}

#[test]
fn a_fault_ends_the_game_by_its_rules_and_can_be_taken_back() {
    let (mut desk, sent_home) = desk::<Chexers>(Some(Manner::Wrong));
    play_first_move(&mut desk);
    settle(&mut desk);
    assert_eq!(desk.session().turn(), Turn::Over);
    assert!(desk.said()[0].contains("illegal"), "{:?}", desk.said());
    assert_eq!(desk.result()[0], "over: fault: illegal");
    assert!(eventually(&sent_home));
    desk.obey("undo");
    assert!(desk.session().my_turn() && desk.result().is_empty());
}

#[test]
fn a_fault_that_the_rules_forgive_is_told_and_the_game_goes_on() {
    let (mut desk, _) = desk::<Dicewars>(Some(Manner::Wrong));
    settle(&mut desk);
    desk.obey("E");
    settle(&mut desk);
    assert!(desk.session().my_turn());
    let others = desk.session().setup().names.len() - 1;
    assert_eq!(desk.said().len(), others, "each once: {:?}", desk.said());
    assert!(desk.said().iter().all(|line| line.contains("illegal")));
    desk.obey("E");
    settle(&mut desk);
    assert_eq!(desk.said(), [""; 0], "nobody is asked or blamed again");
}

#[test]
fn agents_hear_everything_and_after_an_undo_only_what_remains() {
    let pages = Arc::new(Mutex::new(Vec::new()));
    let mut desk = desk_with::<Chexers>(|_| Contender::Guest(Arc::new(Witness(pages.clone(), 0))));
    for _ in 0..2 {
        play_first_move(&mut desk);
        settle(&mut desk);
    }
    desk.obey("undo");
    let mv = desk.session().my_moves().remove(1);
    desk.obey(&mv);
    settle(&mut desk);
    let made = desk.session().table().happenings().iter();
    let made: Vec<String> = made.map(|happening| happening.text.clone()).collect();
    let pages = pages.lock().unwrap();
    assert_eq!(pages.len(), 4, "both agents sat down again: {pages:?}");
    // Each has heard what came before its own last turn.
    assert_eq!(pages[2..], [&made[..4], &made[..5]]);
}

#[test]
fn a_move_calls_off_the_hint_that_it_did_not_wait_for() {
    let called_off = Arc::new(AtomicBool::new(false));
    let mut desk = desk_with::<Chexers>(|seat| match seat.0 {
        0 => Contender::Guest(Arc::new(Rude(Manner::Slow, called_off.clone()))),
        _ => Contender::new("random", None).unwrap(),
    });
    desk.obey("hint");
    play_first_move(&mut desk);
    assert_eq!(desk.thinker(), None);
    assert!(eventually(&called_off));
}

#[test]
fn a_hint_comes_while_the_person_may_go_on_writing() {
    let (mut desk, _) = desk::<Chexers>(None);
    desk.obey("hint");
    assert!(desk.thinker().unwrap().contains("looks for a hint"));
    settle(&mut desk);
    assert!(desk.said()[0].starts_with("hint of random: "));
    desk.obey("hint");
    play_first_move(&mut desk);
    assert_eq!(desk.session().table().happenings().len(), 1);
    settle(&mut desk);
    desk.obey("");
    assert!(desk.said().is_empty());
}

/// The characters of a screen of this size.
fn screen<G: Kit>(desk: &Desk<G>, width: u16, height: u16) -> Vec<String> {
    let scene = desk.session().table().position().scene();
    let moves = desk.session().my_moves();
    let view = View {
        title: desk.title(),
        scene: &scene,
        log: desk.log(0),
        said: desk.said().to_vec(),
        status: "your turn".to_owned(),
        entry: "-3,0".to_owned(),
        candidates: moves.iter().map(String::as_str).collect(),
        reached: None,
        colour: false,
    };
    let pane = view::board_pane(Rect::new(0, 0, width, height));
    let board = Board::fit(&scene, false, pane, None);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| view::draw(frame, &view, &board))
        .unwrap();
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(usize::from(width.max(1)));
    rows.map(|row| {
        let row: String = row.iter().map(|cell| cell.symbol()).collect();
        row.trim_end().to_owned()
    })
    .collect()
}

#[test]
fn the_screen_shows_board_captions_moves_and_entry() {
    let (mut desk, _) = desk::<Chexers>(None);
    play_first_move(&mut desk);
    settle(&mut desk);
    desk.obey("nonsense");
    let rows = screen(&desk, 100, 32);
    assert_eq!(
        rows[0],
        "chexers (referee): Red you, Green random, Blue random; seed 1"
    );
    let has = |text: &str| rows.iter().any(|row| row.contains(text));
    assert!(
        has("Red: 0 of 4 exits") && has("bad move `nonsense`"),
        "{rows:#?}"
    );
    assert!(
        has("   1 Red    -3,0>-2,-1") && has("   2 Green  "),
        "{rows:#?}"
    );
    assert_eq!(rows[28..30], ["your turn", "> -3,0"]);
    assert!(rows[30].contains('>'), "candidates: {rows:#?}");
    // The middle row of the board, with a goal edge and a piece at its right.
    assert!(
        rows.iter()
            .any(|row| row.starts_with('b') && row.contains(" B ")),
        "{rows:#?}"
    );
}

#[test]
fn a_board_that_fills_the_screen_leaves_a_line_for_captions_and_news() {
    let (mut desk, _) = desk::<Chexers>(None);
    desk.obey("nonsense");
    let rows = screen(&desk, 60, 28);
    assert!(rows[0].starts_with("Red: 0 of 4 exits"), "{rows:#?}");
    assert!(rows[24].starts_with("bad move `nonsense`"), "{rows:#?}");
    assert_eq!(rows[25], "> -3,0");
}

#[test]
fn small_screens_say_what_they_lack_and_never_fail() {
    let (desk, _) = desk::<Chexers>(None);
    let rows = screen(&desk, 60, 18);
    let text = rows.join(" ");
    assert!(
        text.contains("The board does not fit: it needs"),
        "{rows:#?}"
    );
    assert!(text.contains("this terminal has 60 and 18"), "{rows:#?}");
    for width in [1, 2, 5, 29, 31, 80, 300] {
        for height in [1, 2, 4, 6, 10, 60] {
            assert_eq!(screen(&desk, width, height).len(), usize::from(height));
        }
    }
    let (dicewars, _) = self::desk::<Dicewars>(None);
    assert_eq!(screen(&dicewars, 3, 7).len(), 7);
}
