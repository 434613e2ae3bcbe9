//! The agents of Three-Chess.

mod ambition;
mod features;
mod learned;
mod mcts;
mod payment;
mod reference;
mod restless;

use std::sync::Arc;

use crate::rules::{CaptureGain, MaterialShare, ScoreGain, ScoreShare, Stage, ThreeChess};
use crate::tensors::ThreeChessTensors;
use ludarium_search::{Felt, Greedy, Random, SelectiveMaxN, Sense};

use ambition::Ambition;
use learned::Learned;
use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::Evaluation;
use ludarium_game::tensors::Tensors;
use reference::{ReferenceGreedy, ReferenceRandom};
use restless::Restless;

pub use learned::LinearOutlook;

impl Playable for ThreeChess {
    type Gain = CaptureGain;

    /// A king capture and a draw give 3/2 in all, and so do the evaluations at most; but where a seat
    /// without a move loses, both others win.
    const LARGEST_SUM: f32 = 2.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::new(
                "score",
                "the own score, captured pieces included, against the mean of the others'",
                ScoreShare,
            ),
            NamedEvaluation::new(
                "material",
                "the own pieces on the board against the mean of the others'",
                MaterialShare,
            ),
            NamedEvaluation::new(
                "learned",
                "learnt from own games: pieces, attack and defence, and where the pieces stand",
                Learned(Stage::Placement),
            ),
            NamedEvaluation::new(
                "learned-attack",
                "the stage before: pieces, attack and defence",
                Learned(Stage::Attack),
            ),
            NamedEvaluation::new(
                "learned-material",
                "the first stage: pieces alone",
                Learned(Stage::Material),
            ),
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
        let own = vec![
            Entry::plain(
                "random",
                "plays any legal move, each equally likely",
                || Random,
            ),
            Entry::plain(
                "reference-random",
                "the reference's Random: draws a piece, a step and a distance; never castles",
                || ReferenceRandom,
            ),
            Entry::plain(
                "greedy",
                "the report's Greedy: the largest own score after the move, otherwise at random",
                || Greedy { gain: ScoreGain },
            ),
            Entry::plain(
                "greedy-reference",
                "the reference's Greedy: the largest capture, otherwise at random; never castles",
                || ReferenceGreedy,
            ),
            mcts::entry(),
            selective(),
            best(),
        ];
        generic::complete(own, generic::many_seats_with(read_sense))
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

/// How far selective max^n looks, and how sure it is of the others.
#[derive(Clone, Copy)]
struct Selection {
    depth: u32,
    reduce: f32,
    margin: f32,
    doubt: f32,
    threads: usize,
    again: f32,
}

impl Selection {
    fn read(p: &mut Parameters<'_>) -> Selection {
        let depth = p.whole(
            "depth",
            1..=64,
            4,
            "plies to look ahead without another budget",
        );
        let reduce = p.real(
            "reduce",
            0.0..=4.0,
            0.5,
            "by how many plies later moves are cut short: times the logarithm of their place",
        );
        let margin = p.real(
            "margin",
            0.001..=1000.0,
            0.1,
            "how much worse than the first a move looks that is cut short by one more ply",
        );
        let doubt = p.real(
            "doubt",
            0.0..=1.0,
            0.005,
            "how much worse an opponent's move is that is expected 1/e times as often; 0: the best is expected",
        );
        let again = p.real(
            "again",
            0.0..=1.0,
            0.3,
            "what a position is worth that it made before in this game, so that it tries something else; 1: it does not mind",
        );
        Selection {
            again: again as f32,
            depth: depth as u32,
            reduce: reduce as f32,
            margin: margin as f32,
            doubt: doubt as f32,
            threads: generic::read_threads(p),
        }
    }

    fn agent<E: Evaluation<ThreeChess>>(
        self,
        evaluation: E,
        sense: Arc<dyn Sense<ThreeChess>>,
    ) -> Restless<SelectiveMaxN<Felt<E>>> {
        let mut search = SelectiveMaxN::new(Felt(evaluation));
        search.depth = self.depth;
        search.reduce = self.reduce;
        search.margin = self.margin;
        search.doubt = self.doubt;
        search.threads = self.threads;
        Restless::new(search, sense, self.again)
    }
}

fn selective() -> Entry<ThreeChess> {
    Entry::new(
        "selective",
        "max^n that follows moves the further the better they look, and is not sure of the others",
        |p| {
            let selection = Selection::read(p);
            let evaluation = generic::evaluation::<ThreeChess>(p);
            let sense = Ambition::read(p);
            move || selection.agent(evaluation.clone(), sense.clone())
        },
    )
}

/// The strongest of what was tried: docs/strength.md.
fn best() -> Entry<ThreeChess> {
    Entry::new(
        "best",
        "the strongest so far: selective max^n with what was learnt about pieces, attack and defence",
        |p| {
            let selection = Selection::read(p);
            let sense = Ambition::read(p);
            move || selection.agent(Learned(Stage::Attack), sense.clone())
        },
    )
}

#[cfg(test)]
mod tests;
