//! Results cannot go stale: a run is continued only by the agents that began it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludarium_agents::Entry;
use ludarium_arena::protocol::{BotEvent, BotMove, BotTurn, ChosenMove, NewGame};
use ludarium_arena::testing::{games, sprint};
use ludarium_arena::{
    BotPlayer, BotProgram, BotSource, Completion, Contest, Control, Failure, Games, Identity,
    Interrupt, Plan, RunError, Store, StoreError, Subscription, TurnTerms, identities, merge, run,
};
use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng};

use super::common::{Folder, contest, plan, rows};

/// Plays the first or the last legal move.
struct Edge {
    last: bool,
}

impl Agent<Sprint> for Edge {
    fn choose(&mut self, position: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let place = if self.last { moves.len() - 1 } else { 0 };
        Decision::plain(moves[place])
    }
}

/// Sprint with an agent `edge` that plays so, by that model if there is one.
fn edge(last: bool, model: Option<&'static [u8]>) -> Games {
    let entry = Entry::new("edge", "the first or the last move", move |p| {
        if let Some(model) = model {
            p.model(model);
        }
        move || Edge { last }
    });
    Games::new([sprint().agent(entry)])
}

fn edges() -> Contest {
    let agents = ["edge", "random"].map(str::to_owned).to_vec();
    let contest = Contest { lineups: vec![vec![0, 1]], ..Contest::new("sprint", None, agents, 3) };
    contest.resolve(&edge(false, None)).unwrap()
}

fn play(
    games: &Games,
    contest: &Contest,
    plan: &Plan,
    store: &mut Store,
) -> Result<Completion, RunError> {
    let mut watch = |_: ludarium_arena::Progress<'_>| Control::Continue;
    run(games, contest, plan, store, &Interrupt::new(), &mut watch)
}

/// What refuses a run that was begun with one list of games and is continued with another.
fn refused(first: &Games, second: &Games, blocks: u64) -> String {
    let folder = Folder::new();
    let path = folder.file("run");
    let contest = edges();
    let mut store = Store::create(&path, &contest).unwrap();
    play(first, &contest, &plan(2, 1), &mut store).unwrap();
    // The agents of before are welcome.
    play(first, &contest, &plan(2, 1), &mut store).unwrap();
    let before = rows(&store);
    let error = play(second, &contest, &plan(blocks, 1), &mut store).unwrap_err();
    assert!(matches!(error, RunError::Store(StoreError::Changed { .. })), "{error}");
    assert_eq!(rows(&store), before);
    assert_eq!(store.target().blocks, 2, "a refused run is not made longer");
    error.to_string()
}

#[test]
fn an_agent_that_plays_otherwise_is_another() {
    for blocks in [2, 5] {
        let error = refused(&edge(false, None), &edge(true, None), blocks);
        let line = error.lines().last().unwrap();
        assert!(line.starts_with("  `edge`: behaviour was "), "{error}");
        assert_eq!(error.lines().count(), 2, "`random` has not changed: {error}");
        assert!(error.contains("--fresh"), "{error}");
    }
}

#[test]
fn a_run_without_games_is_open_to_all() {
    let folder = Folder::new();
    let contest = edges();
    let mut store = Store::create(&folder.file("run"), &contest).unwrap();
    play(&edge(false, None), &contest, &plan(0, 1), &mut store).unwrap();
    let first = store.identities().map(<[Identity]>::to_vec);
    play(&edge(true, None), &contest, &plan(1, 1), &mut store).unwrap();
    assert_ne!(store.identities(), first.as_deref());
}

#[test]
fn a_retrained_model_is_another_agent_even_if_it_plays_the_same() {
    let error = refused(&edge(false, Some(b"one")), &edge(false, Some(b"two")), 2);
    let line = error.lines().last().unwrap();
    assert_eq!(line, "  `edge`: model was 7692c3ad3540, is 3fc4ccfe7458");
}

#[test]
fn a_budget_and_a_parameter_belong_to_the_behaviour() {
    let of = |agent: &str| {
        let contest = contest("strict", &[agent, "random"], 2);
        identities(&games(), &contest, None).unwrap()[0].clone()
    };
    assert_eq!(of("mcts:iterations=50"), of("mcts:iterations=50"));
    assert_ne!(of("mcts:iterations=50"), of("mcts:iterations=51"));
    // Threads race, so the probe leaves them out.
    assert_eq!(of("mcts:iterations=50,threads=2"), of("mcts:iterations=50"));
    assert_ne!(of("faulty"), of("walker"), "an agent that panics has an identity, too");
}

/// A bot with a file that somebody else may change.
#[derive(Clone, Debug, Default)]
struct Scripted {
    script: Arc<Mutex<String>>,
    /// After this many questions about its identity the script changes by itself.
    changes_after: Option<u64>,
    asked: Arc<AtomicU64>,
    name: &'static str,
    /// Whether its processor time is known.
    counts: bool,
}

impl BotSource for Scripted {
    fn find(&self, _: &str, _: &str) -> Result<Arc<dyn BotProgram>, String> {
        Ok(Arc::new(self.clone()))
    }
}

impl BotProgram for Scripted {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        Box::new((*self).clone())
    }

    fn identity(&self) -> Result<Identity, String> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if self.changes_after.is_some_and(|after| asked >= after) {
            *self.script.lock().unwrap() = "changed".to_owned();
        }
        let digest = ludarium_arena::sha256(self.script.lock().unwrap().as_bytes());
        Ok(Identity::default().with("bot.py", digest))
    }

    fn counts_processor_time(&self) -> bool {
        self.counts
    }

    fn name(&self) -> Option<String> {
        Some(self.name.to_owned())
    }
}

impl BotPlayer for Scripted {
    fn begin(&mut self, _: &NewGame) -> Result<Subscription, Failure> {
        Ok(Subscription::default())
    }

    fn choose(&mut self, _: BotTurn, _: TurnTerms<'_>) -> Result<BotMove, Failure> {
        Ok(BotMove { pick: Some(ChosenMove::Index(0)), ..BotMove::default() })
    }

    fn observe(&mut self, _: &BotEvent) -> Result<(), Failure> {
        Ok(())
    }

    fn finish(&mut self, _: &[f32], _: &str) {}

    fn spent(&self) -> Duration {
        Duration::ZERO
    }
}

fn with_bot(bot: &Scripted, blocks: u64) -> Plan {
    Plan { bots: Some(Arc::new(bot.clone())), ..plan(blocks, 1) }
}

#[test]
fn a_bot_whose_script_changed_does_not_inherit_its_games() {
    let folder = Folder::new();
    let contest = contest("strict", &["bot:python3 bot.py", "random"], 2);
    let mut store = Store::create(&folder.file("run"), &contest).unwrap();
    let bot = Scripted::default();
    play(&games(), &contest, &with_bot(&bot, 2), &mut store).unwrap();
    let before = rows(&store);
    *bot.script.lock().unwrap() = "better".to_owned();
    for blocks in [2, 4] {
        let error = play(&games(), &contest, &with_bot(&bot, blocks), &mut store).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("`bot:python3 bot.py`: bot.py was "), "{text}");
        assert_eq!(rows(&store), before);
    }
    bot.script.lock().unwrap().clear();
    play(&games(), &contest, &with_bot(&bot, 4), &mut store).unwrap();
    assert!(rows(&store).len() > before.len());
}

/// A clock of processor time that cannot count a bot's says so in the run.
#[test]
fn a_bot_whose_processor_time_is_not_known_is_noted() {
    let folder = Folder::new();
    let noted = |clock: &str, counts: bool| {
        let mut contest = contest("strict", &["bot:python3 bot.py", "random"], 2);
        contest.clock = clock.to_owned();
        let contest = contest.resolve(&games()).unwrap();
        let mut store =
            Store::create(&folder.file(&format!("{counts}-{clock}")), &contest).unwrap();
        let bot = Scripted { counts, ..Scripted::default() };
        play(&games(), &contest, &with_bot(&bot, 1), &mut store).unwrap();
        store.confinements().unwrap()
    };
    let nothing = vec![Vec::<String>::new(); 2];
    assert_eq!(noted("move=60s", false), nothing);
    assert_eq!(noted("move=60s,cpu", true), nothing);
    let told = "clock by wall time: its processor time is not known".to_owned();
    assert_eq!(noted("move=60s,cpu", false), [vec![told], Vec::new()]);
}

/// The run knows what its bots are called: nobody needs to start them for a table.
#[test]
fn the_names_of_bots_are_kept_with_the_run() {
    let folder = Folder::new();
    let contest = contest("strict", &["bot:python3 bot.py", "bot:other"], 2);
    let file = folder.file("run");
    let mut store = Store::create(&file, &contest).unwrap();
    assert_eq!(store.labels(), ["bot.py", "other"], "nobody has played yet");
    let bot = Scripted { name: "Ada\u{1b}[0m", ..Scripted::default() };
    play(&games(), &contest, &with_bot(&bot, 2), &mut store).unwrap();
    let expected = ["Ada [0m", "Ada [0m #2"];
    assert_eq!(store.labels(), expected);
    drop(store);
    // Another name alone makes no other bot, and the run keeps the first.
    let renamed = Scripted { name: "Eve", ..bot.clone() };
    let mut store = Store::create(&file, &contest).unwrap();
    play(&games(), &contest, &with_bot(&renamed, 3), &mut store).unwrap();
    drop(store);
    assert_eq!(Store::open(&file).unwrap().labels(), expected);
    let merged = merge(&folder.file("merged"), std::slice::from_ref(&file)).unwrap();
    assert_eq!(merged.labels(), expected);
}

#[test]
fn a_bot_that_changes_in_the_middle_of_a_run_ends_it() {
    let folder = Folder::new();
    let contest = contest("strict", &["bot:python3 bot.py", "random"], 2);
    let mut store = Store::create(&folder.file("run"), &contest).unwrap();
    let bot = Scripted { changes_after: Some(1), ..Scripted::default() };
    let error = play(&games(), &contest, &with_bot(&bot, 2), &mut store).unwrap_err();
    assert!(matches!(error, RunError::Store(StoreError::ChangedMeanwhile { .. })), "{error}");
    assert!(rows(&store).is_empty(), "games of the changed bot are not stored");
}

#[test]
fn parts_that_other_agents_played_are_not_joined() {
    let folder = Folder::new();
    let contest = edges();
    let part = |name: &str, games: &Games, blocks: u64| {
        let mut store = Store::create(&folder.file(name), &contest).unwrap();
        play(games, &contest, &plan(blocks, 1), &mut store).unwrap();
        folder.file(name)
    };
    let one = part("one", &edge(false, None), 2);
    let same = part("same", &edge(false, None), 3);
    let other = part("other", &edge(true, None), 2);
    let merged = merge(&folder.file("out"), &[one.clone(), same]).unwrap();
    assert_eq!(merged.identities(), Store::open(&one).unwrap().identities());
    assert!(merged.identities().is_some());
    drop(merged);
    let error = merge(&folder.file("mixed"), &[one, other.clone()]).unwrap_err();
    assert!(matches!(error, StoreError::OtherAgents { .. }), "{error}");
    assert!(error.to_string().contains("`edge`: behaviour was "), "{error}");
    assert!(!folder.file("mixed").exists());
    let error = merge(&folder.file("out"), &[other]).unwrap_err();
    assert!(matches!(error, StoreError::Changed { .. }), "{error}");
}
