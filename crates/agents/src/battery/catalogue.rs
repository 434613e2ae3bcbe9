//! What every agent of a game must satisfy. A new entry gets all of it for nothing.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_game::battery::rules;
use ludarium_game::{Agent, Budget, Decision, MoveList, Purpose, Rng, Seat, Seed, Turn};

use crate::generic::EVALUATION;
use crate::{Entry, Playable, Roster, Values, agent};

/// The rules of the first variant.
fn first_rules<G: Playable>() -> G::Rules {
    rules::<G>(G::VARIANTS[0].name)
}

/// A budget that keeps every agent quick.
fn small() -> Budget {
    Budget { iterations: Some(12), nodes: Some(300), depth: Some(3), ..Budget::default() }
}

/// The positions of a random game in which a seat is to move, a few of them.
fn decisions<G: Playable>(rules: &G::Rules, seed: u64, every: usize) -> Vec<G> {
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

fn assert_legal<G: Playable>(position: &G, decision: &Decision<G::Move>, who: &str) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    assert!(moves.contains(&decision.chosen), "{who} in {}", position.describe());
    for candidate in &decision.candidates {
        assert!(moves.contains(&candidate.mv), "{who} in {}", position.describe());
        assert_eq!(candidate.line.first(), Some(&candidate.mv), "{who}");
    }
}

/// Names differ, defaults can be written out, and wrong texts are refused with a hint.
pub fn check_texts<G: Playable>(roster: &Roster<G>) {
    let entries = &roster.entries;
    let canonical = |text: &str| roster.recipe(text).map(|recipe| recipe.canonical().to_owned());
    let names: HashSet<_> = entries.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), entries.len(), "two agents of {} share a name", G::NAME);
    for entry in entries {
        assert!(!entry.summary.is_empty(), "{}", entry.name);
        assert_eq!(canonical(entry.name).as_deref(), Ok(entry.name));
        // Every default, written out, is allowed and disappears again.
        let all: Vec<String> = entry
            .parameters()
            .iter()
            .map(|parameter| format!("{}={}", parameter.key, parameter.default))
            .collect();
        if !all.is_empty() {
            let text = format!("{}:{}", entry.name, all.join(","));
            assert_eq!(canonical(&text).as_deref(), Ok(entry.name), "{text}");
        }
        check_weights(roster, entry);
        let wrong = format!("{}:no-such-key=1", entry.name);
        assert!(roster.recipe(&wrong).is_err(), "{wrong}");
    }
    let first = entries[0].name;
    let error = canonical(&format!("{first}z")).unwrap_err().to_string();
    assert!(error.contains(&format!("did you mean `{first}`?")), "{error}");
}

/// The default weights of each evaluation that an agent can choose, written out, are allowed and disappear again.
fn check_weights<G: Playable>(roster: &Roster<G>, entry: &Entry<G>) {
    let choices = entry.parameters().into_iter();
    let choices = choices.filter(|parameter| parameter.key == EVALUATION);
    let words = choices.flat_map(|parameter| match parameter.values {
        Values::Words(words) => words,
        _ => Vec::new(),
    });
    let evaluations = G::evaluations();
    for word in words {
        let Some(one) = evaluations.iter().find(|one| one.name == word) else {
            continue;
        };
        let plain = format!("{}:{EVALUATION}={word}", entry.name);
        let mut text = plain.clone();
        // An agent may have evaluations of its own under the same name.
        let plain_recipe = roster.recipe(&plain).expect("a word of the list");
        let known = |key: &str| plain_recipe.values().iter().any(|(known, _)| known.key == key);
        for weight in one.info().weights {
            assert!(
                weight.key.chars().all(|sign| sign.is_ascii_alphanumeric() || "-.".contains(sign)),
                "{}",
                weight.key
            );
            if known(&weight.key) {
                text += &format!(",{}={}", weight.key, weight.default);
            }
        }
        let written_out = roster.recipe(&text).map(|recipe| recipe.canonical().to_owned());
        assert_eq!(written_out.as_deref(), Ok(plain_recipe.canonical()), "{text}");
    }
}

/// Asked out of the blue about any position, every agent answers legally, and the same again.
pub fn check_answers<G: Playable>(roster: &Roster<G>) {
    for entry in &roster.entries {
        answers(entry.name, &listed(roster, entry.name));
    }
}

/// An agent that may not think at all still has an answer.
pub fn check_hurried<G: Playable>(roster: &Roster<G>) {
    for entry in &roster.entries {
        hurried(entry.name, &listed(roster, entry.name));
    }
}

/// Told of every move, every agent plays on legally.
pub fn check_whole_games<G: Playable>(roster: &Roster<G>) {
    for entry in &roster.entries {
        whole_game(entry.name, &listed(roster, entry.name));
    }
}

/// All of this for one agent, which need not be in the list of the game: an agent from another crate.
pub fn check_agent<G: Playable>(name: &str, make: impl Fn() -> Box<dyn Agent<G>>) {
    answers(name, &make);
    hurried(name, &make);
    whole_game(name, &make);
}

fn listed<G: Playable>(roster: &Roster<G>, name: &str) -> impl Fn() -> Box<dyn Agent<G>> {
    move || roster.recipe(name).expect("a listed name").agent()
}

fn answers<G: Playable>(name: &str, make: &dyn Fn() -> Box<dyn Agent<G>>) {
    for (index, position) in decisions::<G>(&first_rules::<G>(), 5, 9).iter().enumerate() {
        let ask = || make().choose(position, &small(), &mut Rng::new(Seed(index as u64)));
        let decision = ask();
        assert_legal(position, &decision, name);
        assert_eq!(ask().chosen, decision.chosen, "{name} is not repeatable");
    }
}

fn hurried<G: Playable>(name: &str, make: &dyn Fn() -> Box<dyn Agent<G>>) {
    let stopped = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    let none = Budget {
        iterations: Some(0),
        nodes: Some(0),
        time: Some(std::time::Duration::ZERO),
        ..Budget::default()
    };
    for position in &decisions::<G>(&first_rules::<G>(), 8, 40) {
        for budget in [&stopped, &none] {
            let decision = make().choose(position, budget, &mut Rng::new(Seed(1)));
            assert_legal(position, &decision, name);
        }
    }
}

fn whole_game<G: Playable>(name: &str, make: &dyn Fn() -> Box<dyn Agent<G>>) {
    let mut rng = Seed(3).stream(Purpose::Test, 0);
    let mut position = G::start(&first_rules::<G>(), &mut rng);
    let seats = position.seats();
    let mut agents = vec![make()];
    agents.resize_with(seats, || agent("random").expect("every game has it"));
    for seat in Seat::all(seats) {
        agents[seat.index()].begin(&position, seat);
    }
    for _ in 0..150 {
        let before = position.clone();
        let mv = match position.turn() {
            Turn::Seat(seat) => {
                let decision = agents[seat.index()].choose(&position, &small(), &mut rng);
                assert_legal(&position, &decision, name);
                decision.chosen
            }
            Turn::Chance => position.roll(&mut rng),
            Turn::Over => break,
        };
        position.play(mv);
        agents.iter_mut().for_each(|agent| agent.observe(&before, mv));
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::sprint::{Sprint, SprintMove};

    use super::*;

    /// An agent made of a function, which is told whether its game has begun.
    struct Puppet<F>(F, bool);

    type Answer = fn(&Budget, bool) -> Decision<SprintMove>;

    impl Agent<Sprint> for Puppet<Answer> {
        fn choose(&mut self, _: &Sprint, budget: &Budget, _: &mut Rng) -> Decision<SprintMove> {
            (self.0)(budget, self.1)
        }

        fn begin(&mut self, _: &Sprint, _: Seat) {
            self.1 = true;
        }
    }

    fn check(answer: Answer) {
        check_agent::<Sprint>("puppet", move || Box::new(Puppet(answer, false)));
    }

    fn walk() -> Decision<SprintMove> {
        Decision::plain(SprintMove::Walk)
    }

    fn cheat() -> Decision<SprintMove> {
        Decision::plain(SprintMove::Fields(3))
    }

    #[test]
    fn an_agent_that_keeps_the_rules_passes() {
        check(|_, _| walk());
    }

    #[test]
    #[should_panic(expected = "puppet in ")]
    fn an_illegal_answer_is_found() {
        check(|budget, begun| if begun || budget.stop.is_some() { walk() } else { cheat() });
    }

    #[test]
    #[should_panic(expected = "puppet in ")]
    fn an_illegal_answer_in_a_hurry_is_found() {
        check(|budget, _| if budget.iterations == Some(0) { cheat() } else { walk() });
    }

    #[test]
    #[should_panic(expected = "puppet in ")]
    fn an_illegal_answer_in_a_game_is_found() {
        check(|_, begun| if begun { cheat() } else { walk() });
    }

    #[test]
    #[should_panic(expected = "puppet is not repeatable")]
    fn another_answer_to_the_same_question_is_found() {
        use std::sync::atomic::{AtomicU32, Ordering};
        static ASKED: AtomicU32 = AtomicU32::new(0);
        check(|_, _| match ASKED.fetch_add(1, Ordering::Relaxed) % 2 {
            0 => walk(),
            _ => Decision::plain(SprintMove::Run),
        });
    }
}
