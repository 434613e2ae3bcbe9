//! Agents that fit every game of their kind: [`any`] game, games with [`two_seats`], with [`any_seats`] or
//! [`many_seats`].
//!
//! Each has a name that is the same in every game: `generic-mcts` is this Monte Carlo tree search, whatever the game
//! calls `mcts`. Where no agent of the game's own has the plain name, that is its name, too.

mod mcts;
mod tree;

use std::fmt::Write;
use std::sync::Arc;

use ludarium_game::{Error, Reseat, nearest};
use ludarium_search::{Chance, Greedy, OnePly, Random, Sense};

use crate::solved;
use crate::values::Outside;
use crate::{Entry, EvaluationInfo, Judge, NamedEvaluation, Parameters, Playable};

pub use mcts::read_mcts;
pub use tree::{read_added_threads, read_alpha_beta, read_reduce, read_selective, read_threads};

/// The parameter that chooses an evaluation.
pub(crate) const EVALUATION: &str = "eval";

/// The word before the file of a network that another program has trained.
const FILE: &str = "file";

/// The agents of a game: its own first, then the generic ones. A generic one whose plain name is taken keeps the
/// name that begins with `generic-`.
pub fn complete<G: Playable>(mut own: Vec<Entry<G>>, generic: Vec<Entry<G>>) -> Vec<Entry<G>> {
    for mut entry in generic {
        let taken = own.iter().any(|known| known.is_called(entry.name));
        if taken {
            let free = entry.aliases.iter().position(|alias| {
                let mut known = own.iter();
                !known.any(|known| known.is_called(alias))
            });
            let Some(free) = free else { continue };
            entry.name = entry.aliases.remove(free);
        }
        own.push(entry);
    }
    own
}

/// Gives an entry the name that it has in every game.
fn everywhere<G: Playable>(name: &'static str, mut entry: Entry<G>) -> Entry<G> {
    entry.aliases.push(name);
    entry
}

/// Agents for any game.
pub fn any<G: Playable>() -> Vec<Entry<G>> {
    let random = Entry::plain("random", "plays any legal move, each equally likely", || Random);
    let greedy =
        Entry::plain("greedy", "takes what wins most at once, otherwise plays at random", || {
            Greedy { gain: G::Gain::default() }
        });
    let one_ply = Entry::new("one-ply", "plays the move after which the evaluation is best", |p| {
        let evaluation = evaluation::<G>(p);
        move || OnePly { evaluation: evaluation.clone(), chance: Chance::Expect }
    });
    vec![
        everywhere("generic-random", random),
        everywhere("generic-greedy", greedy),
        everywhere("generic-one-ply", one_ply),
        everywhere("generic-mcts", mcts::entry()),
        everywhere("generic-perfect", solved::entry()),
    ]
}

/// Agents for games with two seats.
pub fn two_seats<G: Playable>() -> Vec<Entry<G>> {
    let mut entries = vec![
        everywhere("generic-minimax", tree::minimax()),
        everywhere("generic-alphabeta", tree::alpha_beta()),
    ];
    entries.extend(any());
    entries
}

/// The generic agent for the other number of seats that does what this one does: with two seats, everybody else is one
/// opponent.
pub(crate) fn counterpart(name: &str) -> Option<&'static str> {
    match name.strip_prefix("generic-")? {
        "maxn" => Some("generic-minimax"),
        "paranoid" | "brs" | "brs-plus" | "selective" | "mpmix" | "offensive" => {
            Some("generic-alphabeta")
        }
        "minimax" => Some("generic-maxn"),
        "alphabeta" => Some("generic-paranoid"),
        _ => None,
    }
}

/// Agents for games with any number of seats.
pub fn any_seats<G: Playable>() -> Vec<Entry<G>> {
    let mut entries = vec![
        everywhere("generic-maxn", tree::max_n()),
        everywhere("generic-paranoid", tree::paranoid()),
        everywhere("generic-brs-plus", tree::best_reply_plus()),
    ];
    entries.extend(without_sense());
    entries
}

/// Agents for games with more than two seats in which one can ask what another seat could do.
pub fn many_seats<G: Playable + Reseat>() -> Vec<Entry<G>> {
    let mut entries = any_seats();
    entries.insert(2, everywhere("generic-brs", tree::best_reply()));
    entries
}

/// Reads the parameters of what seats want beyond their scores and what they never do; nothing if that is switched off.
pub type ReadSense<G> = fn(&mut Parameters<'_>) -> Option<Arc<dyn Sense<G>>>;

/// The agents of [`many_seats`] for a game whose seats have a sense: the tree searches play with it.
pub fn many_seats_with<G: Playable + Reseat>(sense: ReadSense<G>) -> Vec<Entry<G>> {
    let mut entries = vec![
        everywhere("generic-maxn", tree::max_n_with(sense)),
        everywhere("generic-paranoid", tree::paranoid_with(sense)),
        everywhere("generic-brs", tree::best_reply_with(sense)),
        everywhere("generic-brs-plus", tree::best_reply_plus_with(sense)),
    ];
    entries.extend(without_sense());
    entries
}

/// Agents for games with any number of seats that play by the scores alone.
fn without_sense<G: Playable>() -> Vec<Entry<G>> {
    let mut entries = vec![
        everywhere("generic-selective", tree::selective()),
        everywhere("generic-mpmix", tree::mp_mix()),
        everywhere("generic-offensive", tree::offensive()),
    ];
    entries.extend(any());
    entries
}

/// The evaluation that the parameter `eval` chooses among those of the game. One that asks a model can be followed by
/// a file with another model: `eval=value:my.qnet`. A network that another program has trained is `eval=file:my.safetensors`.
/// The weights of the chosen evaluation are parameters, too: `eval=strength,eval.dice=3`.
pub fn evaluation<G: Playable>(p: &mut Parameters<'_>) -> Judge<G> {
    let evaluations = G::evaluations();
    let takes_file = evaluations.iter().any(|one| one.read.is_some());
    let summary = if takes_file {
        "the evaluation; value:FILE asks another network of ours, file:FILE one from outside"
    } else {
        "the evaluation; file:FILE asks a network from outside"
    };
    let named = evaluations.iter().filter(|one| !one.needs_file());
    let named = named.map(|one| (one.name, ChosenEvaluation::Listed(one)));
    let chosen = p.choice_or_file(EVALUATION, named, summary, |name, path| {
        if name == FILE {
            let found = Outside::<G>::read(path).map_err(|error| error.to_string());
            return Some(found.map(|(outside, model)| ChosenEvaluation::Outside(outside, model)));
        }
        let one = evaluations.iter().find(|one| one.name == name)?;
        let found = (one.read?)(path).map_err(|error| error.to_string());
        Some(found.map(|(judge, model)| ChosenEvaluation::Read(one.name, judge, model)))
    });
    let (name, judge) = match chosen {
        ChosenEvaluation::Listed(one) => {
            if let Some(model) = one.model {
                p.model(model);
            }
            (one.name, one.read_weights(p))
        }
        ChosenEvaluation::Read(name, judge, model) => {
            p.model(model);
            (name, judge)
        }
        ChosenEvaluation::Outside(outside, model) => {
            p.model(model);
            let judge = Judge::new(outside.clone());
            p.demand(move |start: &G| outside.check(start));
            (FILE, judge)
        }
    };
    if let Some((key, value)) = p.unread_weights().into_iter().next() {
        let infos: Vec<EvaluationInfo> = evaluations.iter().map(NamedEvaluation::info).collect();
        p.refuse(unknown_weight(name, &key, &value, &infos));
    }
    judge
}

/// What the parameter `eval` has chosen.
enum ChosenEvaluation<'a, G: Playable> {
    Listed(&'a NamedEvaluation<G>),
    /// The name of the evaluation, and another model for it.
    Read(&'static str, Judge<G>, Vec<u8>),
    Outside(Outside<G>, Vec<u8>),
}

/// Says what is wrong with a weight that the chosen evaluation does not have, and what would be right.
fn unknown_weight(chosen: &str, key: &str, value: &str, all: &[EvaluationInfo]) -> Error {
    let keys = |one: &EvaluationInfo| -> Vec<String> {
        let weights = one.weights.iter();
        weights.map(|weight| weight.key.to_string()).collect()
    };
    let here = all.iter().find(|one| one.name == chosen).map(keys);
    let here = here.unwrap_or_default();
    let owners = all.iter().filter(|one| keys(one).iter().any(|known| known == key));
    let owners: Vec<&str> = owners.map(|one| one.name).collect();
    let mut reason = format!("the evaluation `{chosen}` has no weight `{key}`");
    if !owners.is_empty() {
        let _ = write!(reason, ", it belongs to `{}`", owners.join("` and `"));
    }
    let _ = match nearest(key, here.iter().map(String::as_str)) {
        Some(near) => write!(reason, "; did you mean `{near}`?"),
        None if here.is_empty() => write!(reason, "; `{chosen}` has no weights"),
        None => write!(reason, "; `{chosen}` has {}", here.join(", ")),
    };
    Error::Spec { text: format!("{key}={value}"), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameter, Recipe, Roster};
    use ludarium_game::sprint::{Distance, Sprint, SprintMove};
    use ludarium_game::{Evaluation, Game, Purpose, Seat, Seed, Spec, Tabletop, Turn};

    #[test]
    fn generic_agents_have_the_same_names_everywhere() {
        let roster = Roster::<Sprint>::default();
        let canonical = |text: &str| roster.recipe(text).unwrap().canonical().to_owned();
        assert_eq!(canonical("generic-mcts"), "generic-mcts");
        assert_eq!(canonical("generic-mcts:iterations=07"), "generic-mcts:iterations=7");
        let own = vec![Entry::plain("mcts", "another one", || Random)];
        let all = complete::<Sprint>(own, any());
        let names: Vec<&str> = all.iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["mcts", "random", "greedy", "one-ply", "generic-mcts", "perfect"]);
    }

    #[test]
    fn a_search_for_other_seats_is_answered_with_the_one_for_these() {
        let hint = |entries: Vec<Entry<Sprint>>, name: &str| {
            let entries = entries.into_iter().map(Arc::new).collect();
            let error = Roster { entries }.recipe(name).err().unwrap().to_string();
            error.split_once("; ").unwrap().1.to_owned()
        };
        for (name, meant) in [
            ("generic-maxn", "generic-minimax"),
            ("generic-brs", "generic-alphabeta"),
            ("generic-brs-plus", "generic-alphabeta"),
            ("generic-offensive", "generic-alphabeta"),
        ] {
            let expected = format!("did you mean `{meant}`?");
            assert_eq!(hint(two_seats(), name), expected, "{name}");
        }
        let many = hint(many_seats(), "generic-alphabeta");
        assert_eq!(many, "did you mean `generic-paranoid`?");
    }

    fn recipe(text: &str) -> Result<Recipe<Sprint>, Error> {
        Roster::<Sprint>::default().recipe(text)
    }

    #[test]
    fn the_weights_of_the_chosen_evaluation_are_parameters() {
        let text = "one-ply:eval=lead,eval.turn=0.250,eval.power=1";
        let found = recipe(text).unwrap();
        assert_eq!(found.canonical(), "one-ply:eval=lead,eval.turn=0.25");
        // A weight as it always was makes no other agent.
        assert_eq!(found.settings(), ["eval=lead", "eval.turn=0.25"]);
        let values = found.values().iter();
        let values: Vec<(&str, &str)> =
            values.map(|(parameter, value)| (&*parameter.key, &**value)).collect();
        let expected = [("eval", "lead"), ("eval.power", "1"), ("eval.turn", "0.25")];
        assert_eq!(values, expected);
        assert_eq!(recipe("one-ply").unwrap().values().len(), 1);
    }

    #[test]
    fn threads_that_were_added_make_another_agent_only_where_there_are_several() {
        let settings = |text: &str| {
            let entries: Vec<Entry<Sprint>> = two_seats();
            let entries = entries.into_iter().map(Arc::new).collect();
            let recipe = Roster { entries }.recipe(text).unwrap();
            let threads = recipe.settings().iter();
            threads.filter(|one| one.starts_with("threads")).cloned().collect::<Vec<_>>()
        };
        assert!(settings("minimax:threads=1").is_empty());
        assert_eq!(settings("minimax:threads=2"), ["threads=2"]);
        // Alpha-beta always had them.
        assert_eq!(settings("alphabeta"), ["threads=1"]);
    }

    #[test]
    fn a_parameter_that_is_gone_stays_part_of_who_the_agent_is() {
        let settings = recipe("mcts").unwrap().settings().join(" ");
        for part in [
            "c=0.8 unvisited=first rollout=random",
            "reuse=off final=visits threads=1 parallel=tree memory=512 temperature=0.2 rave=0",
        ] {
            assert!(settings.contains(part), "{settings}");
        }
        assert!(recipe("mcts:rave=0").is_err());
    }

    /// The value of a position is that of the formula with the weights of the text.
    #[test]
    fn a_changed_weight_changes_the_value_as_the_formula_says() {
        let rules = Sprint::rules(&Spec::named("strict")).unwrap();
        let judge = |text: &str| {
            let spec = Spec::parse(text).unwrap();
            let mut parameters = Parameters::given(&spec);
            let judge = evaluation::<Sprint>(&mut parameters);
            parameters.finish().unwrap();
            judge
        };
        let mut position = Sprint::start(&rules, &mut Seed(1).stream(Purpose::Test, 0));
        for walked in 0..4 {
            let share = |seat| Distance.evaluate(&position).of(Seat(seat)).0;
            for (power, turn) in [(1.0, 0.0), (2.5, 0.0), (-1.0, 0.5)] {
                let text = format!("a:eval=lead,eval.power={power},eval.turn={turn}");
                let found = judge(&text).evaluate(&position);
                let worth = |seat: u8| {
                    let to_move = position.turn() == Turn::Seat(Seat(seat));
                    share(seat).powf(power) + if to_move { turn } else { 0.0 }
                };
                let expected = worth(0) / (worth(0) + worth(1));
                assert!((found.of(Seat(0)).0 - expected).abs() < 1e-6, "{walked} {text}");
            }
            position.play(SprintMove::Walk);
        }
    }

    #[test]
    fn a_weight_of_another_evaluation_is_explained() {
        for (text, expected) in [
            (
                "one-ply:eval=curve,eval.power=2",
                "cannot read `eval.power=2`: the evaluation `curve` has no weight `eval.power`, it belongs to `lead`",
            ),
            ("one-ply:eval=lead,eval.powr=2", "did you mean `eval.power`?"),
            ("one-ply:eval=lead,eval.xyzzy=2", "`lead` has eval.power, eval.turn"),
            ("one-ply:eval.power=2", "`distance` has no weights"),
            ("one-ply:eval=lead,eval.power=5", "a number from -4 to 4"),
            (
                "one-ply:eval=lead,evl.power=2",
                "unknown parameter `evl.power`; did you mean `eval.power`?",
            ),
            ("random:eval.power=2", "unknown parameter `eval.power`"),
        ] {
            let error = recipe(text).err().map(|error| error.to_string());
            let error = error.unwrap_or_else(|| panic!("{text} is read"));
            assert!(error.contains(expected), "{error}");
        }
    }

    /// Weights are told once, with their evaluation.
    #[test]
    fn weights_are_listed_with_their_evaluation() {
        let infos = Roster::<Sprint>::default().infos();
        let none = |info: &crate::AgentInfo| {
            info.weights.is_empty() && !info.parameters.iter().any(Parameter::is_weight)
        };
        assert!(infos.iter().all(none));
        let weights = Sprint::evaluations().remove(1).info().weights;
        let told: Vec<(&str, &str)> =
            weights.iter().map(|weight| (&*weight.key, &*weight.default)).collect();
        assert_eq!(told, [("eval.power", "1"), ("eval.turn", "0")]);
        let mut roster = Roster::<Sprint>::default();
        roster.add(Entry::new("own", "has a weight of its own", |p| {
            let _ = p.weight("own", 0.0..=1.0, 0.5, "a weight");
            || Random
        }));
        let own = roster.infos().pop().unwrap();
        assert_eq!((own.parameters.len(), own.weights.len()), (0, 1));
    }
}
