//! Guests: what they are told about a game, and what becomes of their answers.

mod common;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Folder, plan};
use ludarium_arena::{
    Beginning, Contender, Contest, Control, Failure, GameRecord, Guest, Guests, Interrupt, Invited,
    Named, News, Occasion, Plan, Question, Reply, RunError, Seating, Store, StoreError,
    TimeControl, Wishes, play, run,
};
use ludarium_game::{Fault, Rng, Seat, Seed, Spec, Tabletop};
use ludarium_games::dicewars::Dicewars;

/// What a guest was told, in order.
#[derive(Clone, Debug)]
enum Told {
    Begin(Beginning),
    Turn {
        ply: u32,
        legal: Option<Vec<String>>,
        events: Vec<News>,
        board: usize,
        allowed: Option<Duration>,
    },
    Event(News),
    Over(Vec<f32>, String),
}

type Log = Arc<Mutex<Vec<Told>>>;
type Answer = fn(&Question<'_>) -> Result<Reply, Failure>;

/// A guest made of a function.
#[derive(Clone, Debug)]
struct Puppet {
    log: Log,
    wishes: Wishes,
    answer: Answer,
    spent: Duration,
}

impl Puppet {
    fn new(answer: Answer) -> Puppet {
        Puppet {
            log: Log::default(),
            wishes: Wishes::default(),
            answer,
            spent: Duration::from_millis(3),
        }
    }

    fn told(&self) -> Vec<Told> {
        self.log.lock().unwrap().clone()
    }

    fn hear(&self, told: Told) {
        self.log.lock().unwrap().push(told);
    }
}

impl Guests for Puppet {
    fn invite(&self, text: &str, game: &str) -> Result<Arc<dyn Invited>, String> {
        match text {
            "bot:absent" => Err(format!("it does not like {game}")),
            _ => Ok(Arc::new(self.clone())),
        }
    }
}

impl Invited for Puppet {
    fn sit_down(self: Arc<Self>) -> Box<dyn Guest> {
        Box::new((*self).clone())
    }
}

impl Guest for Puppet {
    fn begin(&mut self, game: &Beginning) -> Result<Wishes, Failure> {
        self.hear(Told::Begin(game.clone()));
        Ok(self.wishes)
    }

    fn choose(&mut self, question: Question<'_>) -> Result<Reply, Failure> {
        let answer = (self.answer)(&question);
        self.hear(Told::Turn {
            ply: question.ply,
            legal: question.legal,
            events: question.events,
            board: question.board.len(),
            allowed: question.allowed,
        });
        answer
    }

    fn observe(&mut self, news: &News) -> Result<(), Failure> {
        self.hear(Told::Event(news.clone()));
        Ok(())
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        self.hear(Told::Over(scores.to_vec(), ending.to_owned()));
    }

    fn spent(&self) -> Duration {
        self.spent
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

fn first(_: &Question<'_>) -> Result<Reply, Failure> {
    Ok(reply(Named::Index(0)))
}

fn contest(game: &str, variant: Option<&str>, others: &[&str]) -> Contest {
    let texts = [&["bot:puppet"], others].concat();
    let seats = texts.len();
    let texts = texts.into_iter().map(str::to_owned).collect();
    let mut contest = Contest::new(game, variant, texts, 7);
    contest.lineups = vec![(0..seats).collect()];
    contest.seating = Seating::Fixed;
    contest.longest = 40;
    contest.resolve().unwrap()
}

/// Plays one game with the puppet in the first seat.
fn game(contest: &Contest, puppet: &Puppet) -> GameRecord {
    play(contest, 0, Some(puppet), &Interrupt::new())
        .unwrap()
        .unwrap()
}

#[test]
fn a_guest_is_told_everything_and_its_answers_are_played() {
    let contest = contest("tuc-chess", None, &["random"]);
    let puppet = Puppet::new(first);
    let record = game(&contest, &puppet);
    let told = puppet.told();
    let Told::Begin(beginning) = &told[0] else {
        panic!("{:?}", told[0])
    };
    assert_eq!((beginning.game, beginning.seat), ("tuc-chess", 0));
    assert_eq!(beginning.names, ["bot:puppet", "random"]);
    assert_eq!(beginning.start, record.start);
    assert!(beginning.seed > 0 && beginning.seed < 1 << 53);
    let mut heard = Vec::new();
    for told in &told[1..told.len() - 1] {
        let Told::Turn {
            ply,
            legal,
            events,
            board,
            allowed,
        } = told
        else {
            panic!("{told:?}");
        };
        let legal = legal.as_ref().unwrap();
        assert!(legal.is_sorted() && *board > 0 && allowed.is_none());
        heard.extend(events.iter().cloned());
        assert_eq!(*ply as usize, heard.len(), "every event comes once");
        let moves: Vec<&str> = record.moves.split(' ').collect();
        assert_eq!(moves[heard.len()], legal[0]);
    }
    for (event, mv) in heard.iter().zip(record.moves.split(' ')) {
        assert_eq!(event.event, mv);
        assert!(event.by.is_some() || event.probability.is_some_and(|p| p > 0.0 && p <= 1.0));
    }
    let Some(Told::Over(scores, ending)) = told.last() else {
        panic!("not told of the end")
    };
    assert_eq!((scores, ending), (&record.scores, &record.ending));
    assert!(record.faults.is_empty());
    // What the guest says it took is what is charged.
    let own = record
        .movers
        .iter()
        .zip(&record.times)
        .filter(|(seat, _)| **seat == 0);
    assert!(own.into_iter().all(|(_, time)| *time == 3_000_000));
}

#[test]
fn the_same_game_gives_the_same_seed_and_seats_differ() {
    let contest = contest("chexers", None, &["bot:puppet", "random"]);
    let seeds = || {
        let puppet = Puppet::new(first);
        game(&contest, &puppet);
        let told = puppet.told();
        let seeds: Vec<u64> = told
            .iter()
            .filter_map(|told| match told {
                Told::Begin(beginning) => Some(beginning.seed),
                _ => None,
            })
            .collect();
        seeds
    };
    let once = seeds();
    assert_eq!(once, seeds());
    assert!(once.len() == 2 && once[0] != once[1]);
}

/// At a door nobody knows the others' names, nor how many they are before the game begins.
#[test]
fn the_position_says_how_many_play() {
    let rules = Dicewars::rules(&Spec::parse("flat:players=3").unwrap()).unwrap();
    let position = Dicewars::start(&rules, &mut Rng::new(Seed(1)));
    let begin = |variant: &str, seat: Seat| {
        let puppet = Puppet::new(first);
        let contender = Contender::<Dicewars>::new("bot:puppet", Some(&puppet)).unwrap();
        let mut player = contender.player(&Occasion {
            variant,
            names: &[],
            control: TimeControl::None,
            margin: Duration::ZERO,
            seed: Seed(5),
        });
        player.begin(&position, seat).unwrap();
        match puppet.told().swap_remove(0) {
            Told::Begin(beginning) => beginning,
            told => panic!("{told:?}"),
        }
    };
    let beginning = begin("flat", Seat(2));
    assert_eq!(beginning.names, ["", "", ""]);
    assert_eq!(beginning.variant, "flat:players=3");
    assert!(beginning.seed > 0 && beginning.seed != begin("flat", Seat(1)).seed);
    let more = begin("flat:last-battle=win", Seat(0));
    assert_eq!(more.variant, "flat:last-battle=win,players=3");
    let whole = "flat:players=3,last-battle=win";
    assert_eq!(begin(whole, Seat(0)).variant, whole);
}

#[test]
fn wishes_are_granted() {
    let mut puppet = Puppet::new(first);
    puppet.wishes = Wishes {
        no_legal: true,
        each_event: true,
    };
    let record = game(&contest("chexers", None, &["random", "random"]), &puppet);
    let told = puppet.told();
    let events = told.iter().filter_map(|told| match told {
        Told::Event(news) => Some(&*news.event),
        _ => None,
    });
    assert!(events.eq(record.moves.split(' ')));
    let listed = |told: &Told| matches!(told, Told::Turn { legal: Some(_), .. });
    assert!(!told.iter().any(listed));
}

#[test]
fn thoughts_are_kept_and_nonsense_in_them_is_not() {
    fn thinks(_: &Question<'_>) -> Result<Reply, Failure> {
        Ok(Reply {
            value: Some(vec![0.25, 0.5, 0.25]),
            nodes: 12,
            depth: 3,
            ..reply(Named::Index(0))
        })
    }
    fn boasts(_: &Question<'_>) -> Result<Reply, Failure> {
        Ok(Reply {
            value: Some(vec![f64::NAN, 1e300, -4.0]),
            line: vec!["nonsense".to_owned()],
            ..reply(Named::Index(0))
        })
    }
    let contest = contest("chexers", None, &["random", "random"]);
    let record = game(&contest, &Puppet::new(thinks));
    let thought = record.thoughts().next().unwrap();
    assert_eq!(
        (thought.value, thought.nodes, thought.depth),
        (Some(0.25), 12, 3)
    );
    let record = game(&contest, &Puppet::new(boasts));
    assert_eq!(record.thoughts().next().unwrap().value, None);
    assert!(record.faults.is_empty());
}

/// In Dicewars one turn has many moves: a guest may give them together.
#[test]
fn moves_given_in_advance_are_played_until_one_is_not_legal() {
    fn batch(question: &Question<'_>) -> Result<Reply, Failure> {
        let legal = question.legal.clone().unwrap_or_default();
        Ok(Reply {
            more: vec![legal[0].clone(), "nonsense".to_owned(), legal[0].clone()],
            ..reply(Named::Index(0))
        })
    }
    let contest = contest("dicewars", Some("orig:players=2"), &["random"]);
    let puppet = Puppet::new(batch);
    let record = game(&contest, &puppet);
    assert!(record.faults.is_empty(), "{:?}", record.faults);
    let own = record.movers.iter().filter(|seat| **seat == 0).count();
    let asked = puppet
        .told()
        .iter()
        .filter(|told| matches!(told, Told::Turn { .. }))
        .count();
    assert!(asked <= own, "{asked} questions for {own} moves");
    assert!(
        asked > 1,
        "nonsense in advance is no fault, and the guest is asked again"
    );
}

#[test]
fn wrong_answers_are_faults_with_their_reason() {
    fn unknown(_: &Question<'_>) -> Result<Reply, Failure> {
        Ok(reply(Named::Text("teleport".to_owned())))
    }
    fn beyond(_: &Question<'_>) -> Result<Reply, Failure> {
        Ok(reply(Named::Index(u64::MAX)))
    }
    fn crashes(_: &Question<'_>) -> Result<Reply, Failure> {
        Err(Failure {
            last_words: "segmentation fault".to_owned(),
            ..Failure::new(Fault::Failed, "ended")
        })
    }
    let contest = contest("chexers", None, &["random", "random"]);
    let answers: [(Answer, &str, &str, &str); 3] = [
        (unknown, "illegal", "teleport", ""),
        (
            beyond,
            "illegal",
            "there is no move 18446744073709551615 among",
            "",
        ),
        (crashes, "failed", "ended", "segmentation fault"),
    ];
    for (answer, kind, reason, last_words) in answers {
        let record = game(&contest, &Puppet::new(answer));
        let fault = &record.faults[0];
        assert_eq!((fault.seat, &*fault.kind), (0, kind));
        assert!(fault.reason.contains(reason), "{}", fault.reason);
        assert_eq!(fault.last_words, last_words);
    }
}

#[test]
fn clocks_are_charged_with_what_the_guest_took() {
    let mut contest = contest("chexers", None, &["random", "random"]);
    contest.clock = "move=100ms".to_owned();
    let mut puppet = Puppet::new(first);
    puppet.spent = Duration::from_millis(151);
    let record = game(&contest, &puppet);
    assert_eq!(
        (record.faults[0].seat, &*record.faults[0].kind),
        (0, "overtime")
    );
    let Some(Told::Turn { allowed, .. }) = puppet.told().get(1).cloned() else {
        panic!("not asked");
    };
    assert_eq!(allowed, Some(Duration::from_millis(100)));
}

#[test]
fn whoever_cannot_play_is_refused_before_the_first_game() {
    let folder = Folder::new();
    let mut contest = contest("chexers", None, &["random", "random"]);
    let mut refused = |text: &str, guests: Option<Arc<dyn Guests>>, name: &str| {
        contest.agents[0] = text.to_owned();
        let mut store = Store::create(&folder.file(name), &contest).unwrap();
        let plan = Plan {
            guests,
            ..plan(1, 1)
        };
        let ended = run(&contest, &plan, &mut store, &Interrupt::new(), &mut |_| {
            Control::Continue
        });
        let mut games = 0;
        let read = store.each_game(|_| {
            games += 1;
            Ok::<(), StoreError>(())
        });
        read.unwrap();
        assert_eq!(games, 0);
        match ended {
            Err(error @ RunError::Invite(_)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let puppet = || -> Option<Arc<dyn Guests>> { Some(Arc::new(Puppet::new(first))) };
    let error = refused("bot:absent", puppet(), "absent.db");
    assert_eq!(error, "`bot:absent` cannot play: it does not like chexers");
    let error = refused("bot:puppet", None, "nobody.db");
    assert_eq!(error, "`bot:puppet` cannot play: bots are not let in here");
}
