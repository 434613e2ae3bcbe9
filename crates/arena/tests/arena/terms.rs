//! The terms of a game: what a decision may cost, how long a game may be, and who may stop it.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use ludarium_arena::{Terms, referee};
use ludarium_game::sprint::Sprint;
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seed, Tabletop};

use super::played::{named, play, rules, seated};

/// Three runners on a track that nobody finishes in a short game.
const LONG: &str = "strict:players=3,track=100";

/// What it was given for each decision.
#[derive(Clone, Default)]
struct Clerk(Arc<Mutex<Vec<Budget>>>);

impl<G: Tabletop> Agent<G> for Clerk {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        self.0.lock().unwrap().push(budget.clone());
        sleep(Duration::from_millis(1));
        Decision::plain(position.pick(rng, &mut MoveList::new()))
    }
}

/// The budgets that a player was given in a short game.
fn budgets(clock: &str, own: Option<Duration>) -> Vec<Budget> {
    let rules = rules::<Sprint>(LONG);
    let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
    let clerk = Clerk::default();
    let terms = Terms {
        budget: Budget { time: own, nodes: Some(9), ..Budget::default() },
        longest: 60,
        control: clock.parse().unwrap(),
        ..Terms::default()
    };
    let players = vec![seated(clerk.clone()), named("random"), named("random")];
    let played = play(&rules, &start, players, &terms, Seed(3));
    assert_eq!(played.finished.faults, []);
    let given = clerk.0.lock().unwrap().clone();
    assert!(given.len() > 10 && given.iter().all(|budget| budget.nodes == Some(9)));
    given
}

#[test]
fn nobody_is_given_more_time_than_is_left() {
    let given = budgets("game=30s", None);
    assert_eq!(given[0].left, Some(Duration::from_secs(30)));
    let mut before = Duration::MAX;
    for budget in &given {
        let (time, left) = (budget.time.unwrap(), budget.left.unwrap());
        assert!(time < left, "{budget:?}");
        assert!(left < before, "a decision costs time");
        before = left;
    }
}

#[test]
fn a_limit_for_moves_stays_and_the_smaller_limit_counts() {
    let (limit, with_bank) = (Duration::from_secs(20), Duration::from_secs(25));
    for budget in budgets("move=20s+5s", None) {
        assert_eq!((budget.time, budget.left), (Some(limit), Some(with_bank)));
    }
    let own = Duration::from_millis(30);
    for clock in ["none", "move=20s", "game=300s"] {
        for budget in budgets(clock, Some(own)) {
            assert_eq!(budget.time, Some(own));
        }
    }
    let open = budgets("none", None);
    assert!(open.iter().all(|b| (b.time, b.left) == (None, None)));
}

#[test]
fn a_very_long_game_is_stopped_and_shared() {
    let rules = rules::<Sprint>("strict:players=4");
    let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
    let terms = Terms { longest: 7, ..Terms::default() };
    let players = (0..4).map(|_| named("random")).collect();
    let played = play(&rules, &start, players, &terms, Seed(2));
    assert_eq!(played.finished.plies, 7);
    assert_eq!(played.finished.end.ending, "stopped after 7 moves");
    assert_eq!(played.scores(), [0.25; 4]);
}

#[test]
fn a_game_can_be_given_up_and_a_watcher_can_stop_it() {
    let rules = rules::<Sprint>(LONG);
    let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
    let players = || -> Vec<_> { (0..3).map(|_| named("random")).collect() };
    let flag = Arc::new(AtomicBool::new(false));
    let terms = Terms { abandon: Some(flag.clone()), ..Terms::default() };
    let mut seen = 0;
    let given_up: Result<_, Infallible> =
        referee(&rules, &start, &mut players(), &terms, Seed(1), |_| {
            seen += 1;
            flag.store(seen >= 5, Ordering::Relaxed);
            Ok(())
        });
    // The die may fall once more before somebody is asked.
    assert!(given_up.unwrap().is_none() && (5..=6).contains(&seen));
    let terms = Terms::default();
    let stopped = referee(&rules, &start, &mut players(), &terms, Seed(1), |event| {
        Err(format!("{:?}", event.before.turn()))
    });
    assert_eq!(stopped.unwrap_err(), format!("{:?}", start.turn()));
}
