//! What every agent of a game must satisfy. A new entry gets all of it for nothing.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_game::battery::rules;
use ludarium_game::{Agent, Budget, Decision, MoveList, Purpose, Rng, Seat, Seed, Turn};

use crate::{Kit, agent, canonical};

/// The rules of the first variant.
fn first_rules<G: Kit>() -> G::Rules {
    rules::<G>(G::VARIANTS[0].name)
}

/// A budget that keeps every agent quick.
fn small() -> Budget {
    Budget {
        iterations: Some(12),
        nodes: Some(300),
        depth: Some(3),
        ..Budget::default()
    }
}

/// The positions of a random game in which a seat is to move, a few of them.
fn decisions<G: Kit>(rules: &G::Rules, seed: u64, every: usize) -> Vec<G> {
    let mut rng = Seed(seed).stream(Purpose::Test, 0);
    let mut position = G::start(rules, &mut rng);
    let mut found = Vec::new();
    let mut buffer = MoveList::new();
    for ply in 0..200 {
        let mv = match position.turn() {
            Turn::Seat(_) => {
                if ply % every == 0 {
                    found.push(position.clone());
                }
                position.pick(&mut rng, &mut buffer)
            }
            Turn::Chance => position.roll(&mut rng),
            Turn::Over => break,
        };
        position.play(mv);
    }
    found
}

fn assert_legal<G: Kit>(position: &G, decision: &Decision<G::Move>, who: &str) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    assert!(
        moves.contains(&decision.chosen),
        "{who} in {}",
        position.describe()
    );
    for candidate in &decision.candidates {
        assert!(
            moves.contains(&candidate.mv),
            "{who} in {}",
            position.describe()
        );
        assert_eq!(candidate.line.first(), Some(&candidate.mv), "{who}");
    }
}

/// Names differ, defaults can be written out, and wrong texts are refused with a hint.
pub fn check_texts<G: Kit>() {
    let entries = G::entries();
    let names: HashSet<_> = entries.iter().map(|entry| entry.name).collect();
    assert_eq!(
        names.len(),
        entries.len(),
        "two agents of {} share a name",
        G::NAME
    );
    assert!(names.contains("random"), "{}", G::NAME);
    for entry in entries {
        assert!(!entry.summary.is_empty(), "{}", entry.name);
        assert_eq!(canonical::<G>(entry.name).as_deref(), Ok(entry.name));
        // Every default, written out, is allowed and disappears again.
        let all: Vec<String> = entry
            .parameters()
            .iter()
            .map(|parameter| format!("{}={}", parameter.key, parameter.default))
            .collect();
        if !all.is_empty() {
            let text = format!("{}:{}", entry.name, all.join(","));
            assert_eq!(canonical::<G>(&text).as_deref(), Ok(entry.name), "{text}");
        }
        let wrong = format!("{}:no-such-key=1", entry.name);
        assert!(agent::<G>(&wrong).is_err(), "{wrong}");
    }
    let error = canonical::<G>("randm").unwrap_err().to_string();
    assert!(error.contains("did you mean `random`?"), "{error}");
}

/// Asked out of the blue about any position, every agent answers legally, and the same again.
pub fn check_answers<G: Kit>() {
    let rules = first_rules::<G>();
    let positions = decisions::<G>(&rules, 5, 9);
    for entry in G::entries() {
        for (index, position) in positions.iter().enumerate() {
            let ask = || {
                let mut agent: Box<dyn Agent<G>> = agent(entry.name).expect("a listed name");
                let mut rng = Rng::new(Seed(index as u64));
                agent.choose(position, &small(), &mut rng)
            };
            let decision = ask();
            assert_legal(position, &decision, entry.name);
            assert_eq!(
                ask().chosen,
                decision.chosen,
                "{} is not repeatable",
                entry.name
            );
        }
    }
}

/// An agent that may not think at all still has an answer.
pub fn check_hurried<G: Kit>() {
    let rules = first_rules::<G>();
    let positions = decisions::<G>(&rules, 8, 40);
    let stopped = Budget {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Budget::default()
    };
    let none = Budget {
        iterations: Some(0),
        nodes: Some(0),
        time: Some(std::time::Duration::ZERO),
        ..Budget::default()
    };
    for entry in G::entries() {
        for position in &positions {
            for budget in [&stopped, &none] {
                let mut agent = agent::<G>(entry.name).expect("a listed name");
                let decision = agent.choose(position, budget, &mut Rng::new(Seed(1)));
                assert_legal(position, &decision, entry.name);
            }
        }
    }
}

/// Told of every move, every agent plays on legally.
pub fn check_whole_games<G: Kit>() {
    let rules = first_rules::<G>();
    for entry in G::entries() {
        let mut rng = Seed(3).stream(Purpose::Test, 0);
        let mut position = G::start(&rules, &mut rng);
        let seats = position.seats();
        let mut agents: Vec<_> = (0..seats)
            .map(|seat| {
                agent::<G>(if seat == 0 { entry.name } else { "random" }).expect("a listed name")
            })
            .collect();
        for seat in Seat::all(seats) {
            agents[seat.index()].begin(&position, seat);
        }
        for _ in 0..150 {
            let before = position.clone();
            let mv = match position.turn() {
                Turn::Seat(seat) => {
                    let decision = agents[seat.index()].choose(&position, &small(), &mut rng);
                    assert_legal(&position, &decision, entry.name);
                    decision.chosen
                }
                Turn::Chance => position.roll(&mut rng),
                Turn::Over => break,
            };
            position.play(mv);
            agents
                .iter_mut()
                .for_each(|agent| agent.observe(&before, mv));
        }
    }
}
