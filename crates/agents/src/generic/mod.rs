//! Agents that fit every game of their kind: [`any`] game, games with [`two_seats`], with [`any_seats`] or
//! [`many_seats`].
//!
//! Each has a name that is the same in every game: `generic-mcts` is this Monte Carlo tree search, whatever the game
//! calls `mcts`. Where no agent of the game's own has the plain name, that is its name, too.

mod mcts;
mod tree;

use std::borrow::Cow;
use std::sync::Arc;

use ludarium_game::Reseat;
use ludarium_search::{Chance, Greedy, OnePly, Random, Sense};

use crate::values::Outside;
use crate::{Entry, Judge, Parameters, Playable};

pub use mcts::read_mcts;
pub use tree::{read_alpha_beta, read_reduce, read_selective, read_threads};

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
    let random = Entry::plain(
        "random",
        "plays any legal move, each equally likely",
        || Random,
    );
    let greedy = Entry::plain(
        "greedy",
        "takes what wins most at once, otherwise plays at random",
        || Greedy {
            gain: G::Gain::default(),
        },
    );
    let one_ply = Entry::new(
        "one-ply",
        "plays the move after which the evaluation is best",
        |p| {
            let evaluation = evaluation::<G>(p);
            move || OnePly {
                evaluation: evaluation.clone(),
                chance: Chance::Expect,
            }
        },
    );
    vec![
        everywhere("generic-random", random),
        everywhere("generic-greedy", greedy),
        everywhere("generic-one-ply", one_ply),
        everywhere("generic-mcts", mcts::entry()),
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
pub fn evaluation<G: Playable>(p: &mut Parameters<'_>) -> Judge<G> {
    let evaluations = G::evaluations();
    let takes_file = evaluations.iter().any(|one| one.read.is_some());
    let summary = match takes_file {
        true => {
            "the evaluation; value:FILE asks another network of ours, file:FILE one from outside"
        }
        false => "the evaluation; file:FILE asks a network from outside",
    };
    let named = evaluations.iter().map(|one| {
        (
            one.name,
            (one.judge.clone(), one.model.map(Cow::Borrowed), None),
        )
    });
    let (judge, model, outside) = p.choice_or_file("eval", named, summary, |name, path| {
        if name == FILE {
            let found = Outside::<G>::read(path).map_err(|error| error.to_string());
            return Some(found.map(|(outside, model)| {
                let judge = Judge::new(outside.clone());
                (judge, Some(Cow::Owned(model)), Some(outside))
            }));
        }
        let read = evaluations.iter().find(|one| one.name == name)?.read?;
        let found = read(path).map_err(|error| error.to_string());
        Some(found.map(|(judge, model)| (judge, Some(Cow::Owned(model)), None)))
    });
    if let Some(model) = model {
        p.model(model);
    }
    if let Some(outside) = outside {
        p.demand(move |start: &G| outside.check(start));
    }
    judge
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Roster;
    use ludarium_game::sprint::Sprint;

    #[test]
    fn generic_agents_have_the_same_names_everywhere() {
        let roster = Roster::<Sprint>::default();
        let canonical = |text: &str| roster.recipe(text).unwrap().canonical().to_owned();
        assert_eq!(canonical("generic-mcts"), "mcts");
        assert_eq!(canonical("generic-mcts:iterations=7"), "mcts:iterations=7");
        let own = vec![Entry::plain("mcts", "another one", || Random)];
        let all = complete::<Sprint>(own, any());
        let names: Vec<&str> = all.iter().map(|entry| entry.name).collect();
        assert_eq!(
            names,
            ["mcts", "random", "greedy", "one-ply", "generic-mcts"]
        );
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
}
