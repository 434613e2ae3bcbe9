//! Bots: what they are told about a game, and what becomes of their answers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludarium_arena::protocol::{BotEvent, BotMove, BotTurn, ChosenMove, EventSource, NewGame};
use ludarium_arena::testing::games;
use ludarium_arena::{
    BotPlayer, BotProgram, BotSource, Contest, Control, Failure, FaultNote, GameContext,
    GameRecord, Identity, Interrupt, Plan, RunError, Seating, Store, StoreError, Subscription,
    TurnTerms, play, run, seeded_start,
};
use ludarium_game::{Fault, Seat, Seed};

use super::common::{Folder, plan};

/// What a bot was told, in order.
#[derive(Clone, Debug)]
enum Told {
    Begin(NewGame),
    Turn {
        ply: u32,
        legal: Option<Vec<String>>,
        events: Vec<BotEvent>,
        board: usize,
        allowed: Option<Duration>,
    },
    Event(BotEvent),
    Over(Vec<f32>, String),
}

type Log = Arc<Mutex<Vec<Told>>>;
type Answer = fn(&BotTurn) -> Result<BotMove, Failure>;

/// A bot made of a function.
#[derive(Clone, Debug)]
struct Puppet {
    log: Log,
    subscription: Subscription,
    answer: Answer,
    spent: Duration,
}

impl Puppet {
    fn new(answer: Answer) -> Puppet {
        Puppet {
            log: Log::default(),
            subscription: Subscription::default(),
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

impl BotSource for Puppet {
    fn find(&self, text: &str, game: &str) -> Result<Arc<dyn BotProgram>, String> {
        match text {
            "bot:absent" => Err(format!("it does not like {game}")),
            _ => Ok(Arc::new(self.clone())),
        }
    }
}

impl BotProgram for Puppet {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        Box::new((*self).clone())
    }

    fn identity(&self) -> Result<Identity, String> {
        Ok(Identity::default())
    }

    fn name(&self) -> Option<String> {
        Some("  The\u{1b}[31m Puppet\n".to_owned())
    }
}

impl BotPlayer for Puppet {
    fn begin(&mut self, game: &NewGame) -> Result<Subscription, Failure> {
        self.hear(Told::Begin(game.clone()));
        Ok(self.subscription)
    }

    fn choose(&mut self, turn: BotTurn, terms: TurnTerms<'_>) -> Result<BotMove, Failure> {
        let answer = (self.answer)(&turn);
        self.hear(Told::Turn {
            ply: turn.ply,
            legal: turn.legal,
            events: turn.events,
            board: turn.board.len(),
            allowed: terms.allowed,
        });
        answer
    }

    fn observe(&mut self, news: &BotEvent) -> Result<(), Failure> {
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

fn reply(choice: ChosenMove) -> BotMove {
    BotMove { pick: Some(choice), ..BotMove::default() }
}

fn first(_: &BotTurn) -> Result<BotMove, Failure> {
    Ok(reply(ChosenMove::Index(0)))
}

/// A contest of the puppet against others on a long track.
fn contest(others: &[&str]) -> Contest {
    let texts = [&["bot:puppet"], others].concat();
    let variant = format!("strict:track=100,players={}", texts.len());
    let seats = texts.len();
    let texts = texts.into_iter().map(str::to_owned).collect();
    let mut contest = Contest::new("sprint", Some(&variant), texts, 7);
    contest.lineups = vec![(0..seats).collect()];
    contest.seating = Seating::Fixed;
    contest.longest = 40;
    contest.resolve(&games()).unwrap()
}

/// Plays one game with the puppet in the first seat.
fn game(contest: &Contest, puppet: &Puppet) -> GameRecord {
    play(&games(), contest, 0, Some(puppet), &Interrupt::new()).unwrap().unwrap()
}

#[test]
fn a_bot_is_told_everything_and_its_answers_are_played() {
    let contest = contest(&["random"]);
    let puppet = Puppet::new(first);
    let record = game(&contest, &puppet);
    let told = puppet.told();
    let Told::Begin(start) = &told[0] else { panic!("{:?}", told[0]) };
    assert_eq!((&*start.game, start.seat), ("sprint", 0));
    assert_eq!(start.names, ["The [31m Puppet", "random"]);
    assert_eq!(start.state, record.start);
    assert!(start.seed > 0 && start.seed < 1 << 53);
    let (mut heard, mut boards) = (Vec::new(), Vec::new());
    for told in &told[1..told.len() - 1] {
        let Told::Turn { ply, legal, events, board, allowed } = told else {
            panic!("{told:?}");
        };
        let legal = legal.as_ref().unwrap();
        assert!(legal.is_sorted() && allowed.is_none());
        boards.push(*board);
        heard.extend(events.iter().cloned());
        assert_eq!(*ply as usize, heard.len(), "every event comes once");
        let moves: Vec<&str> = record.moves.split(' ').collect();
        assert_eq!(moves[heard.len()], legal[0]);
    }
    // A piece that waits at the start is not on the board.
    assert!(boards[0] == 0 && boards.contains(&2), "{boards:?}");
    for (event, mv) in heard.iter().zip(record.moves.split(' ')) {
        assert_eq!(event.event, mv);
        assert!(
            matches!(event.by, EventSource::Seat(_))
                || event.p.is_some_and(|p| p > 0.0 && p <= 1.0)
        );
    }
    let Some(Told::Over(scores, ending)) = told.last() else { panic!("not told of the end") };
    assert_eq!((scores, ending), (&record.scores, &record.ending));
    assert!(record.faults.is_empty());
    // What the bot says it took is what is charged.
    let own = record.movers.iter().zip(&record.times).filter(|(seat, _)| **seat == 0);
    assert!(own.into_iter().all(|(_, time)| *time == 3_000_000));
}

#[test]
fn the_same_game_gives_the_same_seed_and_seats_differ() {
    let contest = contest(&["bot:puppet", "random"]);
    let seeds = || {
        let puppet = Puppet::new(first);
        game(&contest, &puppet);
        let told = puppet.told();
        let seeds: Vec<u64> = told
            .iter()
            .filter_map(|told| match told {
                Told::Begin(start) => Some(start.seed),
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
    let rules = games().rules("sprint", Some("strict:players=3")).unwrap();
    let position = seeded_start(&*rules, Seed(1));
    let begin = |variant: &str, seat: Seat| {
        let puppet = Puppet::new(first);
        let contender = rules.contender("bot:puppet", Some(&puppet)).unwrap();
        let mut player = contender.player(&GameContext::plain(variant, Seed(5)));
        player.begin(&position, seat).unwrap();
        match puppet.told().swap_remove(0) {
            Told::Begin(start) => start,
            told => panic!("{told:?}"),
        }
    };
    let start = begin("strict", Seat(2));
    assert_eq!(start.names, ["", "", ""]);
    assert_eq!(start.variant, "strict:players=3");
    assert!(start.seed > 0 && start.seed != begin("strict", Seat(1)).seed);
    let more = begin("strict:track=12", Seat(0));
    assert_eq!(more.variant, "strict:track=12,players=3");
    let whole = "strict:players=3,track=12";
    assert_eq!(begin(whole, Seat(0)).variant, whole);
}

#[test]
fn what_a_bot_asks_for_is_granted() {
    let mut puppet = Puppet::new(first);
    puppet.subscription = Subscription { no_legal: true, each_event: true };
    let record = game(&contest(&["random", "random"]), &puppet);
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
    fn thinks(_: &BotTurn) -> Result<BotMove, Failure> {
        Ok(BotMove {
            value: Some(vec![0.25, 0.5, 0.25]),
            nodes: Some(12),
            depth: Some(3),
            ..reply(ChosenMove::Index(0))
        })
    }
    fn boasts(_: &BotTurn) -> Result<BotMove, Failure> {
        Ok(BotMove {
            value: Some(vec![f64::NAN, 1e300, -4.0]),
            pv: vec!["nonsense".to_owned()],
            ..reply(ChosenMove::Index(0))
        })
    }
    let contest = contest(&["random", "random"]);
    let record = game(&contest, &Puppet::new(thinks));
    let thought = record.thoughts().next().unwrap();
    assert_eq!((thought.value, thought.nodes, thought.depth), (Some(0.25), 12, 3));
    let record = game(&contest, &Puppet::new(boasts));
    assert_eq!(record.thoughts().next().unwrap().value, None);
    assert!(record.faults.is_empty());
}

/// What a bot says about its moves is kept with the game, on one line and not without end.
#[test]
fn comments_are_kept_within_bounds() {
    fn talks(request: &BotTurn) -> Result<BotMove, Failure> {
        let comment = match request.ply {
            0 => "a fine\nday\tfor a \u{1b}[31mrun".to_owned(),
            _ => "x".repeat(5000),
        };
        Ok(BotMove { comment: Some(comment), ..reply(ChosenMove::Index(0)) })
    }
    let record = game(&contest(&["random", "random"]), &Puppet::new(talks));
    let own: Vec<&str> = record
        .comments()
        .zip(&record.movers)
        .filter(|(_, seat)| **seat == 0)
        .map(|(comment, _)| comment)
        .collect();
    assert_eq!(own[0], "a fine day for a [31mrun");
    assert!(own[1..].iter().all(|comment| comment.len() <= 4096), "{own:?}");
    assert!(own.iter().map(|comment| comment.len()).sum::<usize>() <= 256 << 10);
    let others = record.comments().zip(&record.movers);
    assert!(others.filter(|(_, seat)| **seat != 0).all(|(comment, _)| comment.is_empty()));
    assert_eq!(record.thoughts().count(), record.movers.len());
}

/// Who speaks for a language model says how often its answers were not legal. They are counted, and are no faults.
#[test]
fn what_a_bot_corrected_is_noted() {
    fn stumbles(request: &BotTurn) -> Result<BotMove, Failure> {
        let corrected = match request.ply {
            0 => vec!["fly\naway".to_owned(), "x".repeat(500)],
            _ => vec!["no".to_owned(); 400],
        };
        Ok(BotMove { corrected, ..reply(ChosenMove::Index(0)) })
    }
    let record = game(&contest(&["random", "random"]), &Puppet::new(stumbles));
    assert_eq!((&*record.faults[0].kind, &*record.faults[0].reason), ("corrected", "fly away"));
    assert_eq!(record.faults[1].reason.len(), 80);
    assert!(record.faults.iter().all(|note| !FaultNote::is_fault(&note.kind)));
    // Not without end.
    assert_eq!(record.faults.len(), 1000);
    assert!(!record.ending.contains("fault"), "{}", record.ending);
}

/// A bot may give the moves of its next turns together.
#[test]
fn moves_given_in_advance_are_played_until_one_is_not_legal() {
    fn batch(_: &BotTurn) -> Result<BotMove, Failure> {
        Ok(BotMove {
            moves: ["run", "nonsense", "run"].map(str::to_owned).to_vec(),
            ..reply(ChosenMove::Text("walk".to_owned()))
        })
    }
    let puppet = Puppet::new(batch);
    let record = game(&contest(&["random"]), &puppet);
    assert!(record.faults.is_empty(), "{:?}", record.faults);
    let choices = record.moves.split(' ').filter(|text| text.len() > 1);
    let choices = choices.zip(&record.movers);
    let own: Vec<&str> = choices.filter(|(_, seat)| **seat == 0).map(|(text, _)| text).collect();
    assert!(own.len() > 10, "{own:?}");
    // Nonsense in advance is no fault: the bot is asked again, and forgets what came after.
    assert!(own.iter().eq(["walk", "run"].iter().cycle().take(own.len())));
    let asked = |told: &&Told| matches!(told, Told::Turn { .. });
    let asked = puppet.told().iter().filter(asked).count();
    assert_eq!(asked, own.len().div_ceil(2));
}

#[test]
fn wrong_answers_are_faults_with_their_reason() {
    fn unknown(_: &BotTurn) -> Result<BotMove, Failure> {
        Ok(reply(ChosenMove::Text("teleport".to_owned())))
    }
    fn beyond(_: &BotTurn) -> Result<BotMove, Failure> {
        Ok(reply(ChosenMove::Index(u64::MAX)))
    }
    fn crashes(_: &BotTurn) -> Result<BotMove, Failure> {
        Err(Failure {
            last_words: "segmentation fault".to_owned(),
            ..Failure::new(Fault::Failed, "ended")
        })
    }
    let contest = contest(&["random", "random"]);
    let answers: [(Answer, &str, &str, &str); 3] = [
        (unknown, "illegal", "teleport", ""),
        (beyond, "illegal", "there is no move 18446744073709551615 among", ""),
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
fn clocks_are_charged_with_what_the_bot_took() {
    let mut contest = contest(&["random", "random"]);
    contest.clock = "move=100ms".to_owned();
    let mut puppet = Puppet::new(first);
    puppet.spent = Duration::from_millis(151);
    let record = game(&contest, &puppet);
    assert_eq!((record.faults[0].seat, &*record.faults[0].kind), (0, "overtime"));
    let Some(Told::Turn { allowed, .. }) = puppet.told().get(1).cloned() else {
        panic!("not asked");
    };
    assert_eq!(allowed, Some(Duration::from_millis(100)));
}

#[test]
fn whoever_cannot_play_is_refused_before_the_first_game() {
    let folder = Folder::new();
    let mut contest = contest(&["random", "random"]);
    let mut refused = |text: &str, bots: Option<Arc<dyn BotSource>>, name: &str| {
        contest.agents[0] = text.to_owned();
        let mut store = Store::create(&folder.file(name), &contest).unwrap();
        let plan = Plan { bots, ..plan(1, 1) };
        let ended = run(&games(), &contest, &plan, &mut store, &Interrupt::new(), &mut |_| {
            Control::Continue
        });
        let mut played = 0;
        let read = store.each_game(|_| {
            played += 1;
            Ok::<(), StoreError>(())
        });
        read.unwrap();
        assert_eq!(played, 0);
        match ended {
            Err(error @ RunError::Contender(_)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let puppet = || -> Option<Arc<dyn BotSource>> { Some(Arc::new(Puppet::new(first))) };
    let error = refused("bot:absent", puppet(), "absent.db");
    assert_eq!(error, "`bot:absent` cannot play: it does not like sprint");
    let error = refused("bot:puppet", None, "nobody.db");
    assert_eq!(error, "`bot:puppet` cannot play: bots are not let in here");
}
