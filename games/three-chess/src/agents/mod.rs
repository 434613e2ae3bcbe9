//! The agents of Three-Chess. The generic `greedy` and `mcts` are called `generic-greedy` and `generic-mcts`: the plain
//! names belong to the report's agents.

mod ambition;
mod features;
mod learned;
mod restless;
mod weights;

use std::sync::Arc;

use crate::rules::{CaptureGain, MaterialShare, ScoreShare, Stage, ThreeChess};
use crate::tensors::ThreeChessTensors;
use ludarium_search::{Each, Felt, Random, SelectiveMaxN, Sense};

use ambition::Ambition;
use learned::{Learned, Watchful};
use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::tensors::Tensors;
use restless::{Restless, Unrest};

pub(crate) use features::place;
pub use learned::LinearOutlook;

impl Playable for ThreeChess {
    type Gain = CaptureGain;

    /// A king capture and a draw give 3/2 in all, and so do the evaluations at most; but where a seat
    /// without a move loses, both others win.
    const LARGEST_SUM: f32 = 2.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::weighted(
                "score",
                "the own score, captured pieces included, against the mean of the others'",
                read_score,
            ),
            NamedEvaluation::weighted(
                "material",
                "the own pieces on the board against the mean of the others'",
                read_material,
            ),
            NamedEvaluation::new(
                "learned",
                "learned from own games: pieces, attack and defence, and where the pieces stand",
                Learned(Stage::Placement),
            ),
            NamedEvaluation::weighted(
                "learned-attack",
                "the stage before: pieces, attack and defence",
                |p| learned::read_weights(p, Stage::Attack),
            ),
            NamedEvaluation::weighted("learned-material", "the first stage: pieces alone", |p| {
                learned::read_weights(p, Stage::Material)
            }),
            NamedEvaluation::shipped(
                "value",
                "a value network, trained on games of our own max^n search",
            ),
        ]
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(ThreeChessTensors)
    }

    fn entries() -> Vec<Entry<Self>> {
        let mut generic = generic::many_seats_with(read_sense);
        for entry in &mut generic {
            entry.name = match entry.name {
                "greedy" => "generic-greedy",
                "mcts" => "generic-mcts",
                name => name,
            };
        }
        let random = Entry::plain("random", "plays any legal move, each equally likely", || Random);
        generic::complete(vec![random, selective(), best()], generic)
    }
}

fn read_score(p: &mut Parameters<'_>) -> ScoreShare {
    let ScoreShare { king, captured } = ScoreShare::default();
    ScoreShare {
        king: p.weight("king", 0.0..=400.0, king, "the king, in pawns"),
        captured: p.weight(
            "captured",
            0.0..=10.0,
            captured,
            "a point of what it has captured, where one on the board counts 1",
        ),
    }
}

fn read_material(p: &mut Parameters<'_>) -> MaterialShare {
    let usual = MaterialShare::default();
    let mut read = |name, default, summary| p.weight(name, 0.0..=100.0, default, summary);
    let [pawns, knights, bishops, rooks, queens] = usual.values;
    MaterialShare {
        values: [
            read("pawns", pawns, "each of its pawns"),
            read("knights", knights, "each of its knights"),
            read("bishops", bishops, "each of its bishops"),
            read("rooks", rooks, "each of its rooks"),
            read("queens", queens, "each of its queens"),
        ],
        base: read("base", usual.base, "what every seat has; with more of it, pieces tell less"),
    }
}

/// What the seats of the generic tree searches want.
fn read_sense(p: &mut Parameters<'_>) -> Option<Arc<dyn Sense<ThreeChess>>> {
    let on = p.switch(
        "sense",
        true,
        "whether places have a worth of their own and kings are not given away; off: the bare scores of the rules",
    );
    let ambition = Ambition::read(p);
    on.then_some(ambition)
}

fn selective() -> Entry<ThreeChess> {
    Entry::new(
        "selective",
        "max^n that follows moves the further the better they look, and is not sure of the others",
        |p| {
            let (options, unrest) = (generic::read_selective(p), Unrest::read(p));
            let evaluation = generic::evaluation::<ThreeChess>(p);
            let sense = Ambition::read(p);
            move || {
                let search = SelectiveMaxN::new(Felt(Each(evaluation.clone())), options);
                Restless::new(search, sense.clone(), unrest)
            }
        },
    )
}

/// The strongest of what was tried: docs/strength.md.
fn best() -> Entry<ThreeChess> {
    Entry::new(
        "best",
        "the strongest so far: selective max^n with what was learned about pieces, attack and defence",
        |p| {
            let (options, unrest) = (generic::read_selective(p), Unrest::read(p));
            let sense = Ambition::read(p);
            let watchful = Watchful::read(p);
            move || {
                let search = SelectiveMaxN::new(Felt(watchful.clone()), options);
                Restless::new(search, sense.clone(), unrest)
            }
        },
    )
}

#[cfg(test)]
mod tests;
