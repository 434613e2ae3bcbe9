//! The agents of Dice Chess, with one die and with three.

mod features;
mod network;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::rules::{
    Capture, DiceChess, Material, OnBoard, Pawns, PieceWeights, Positional, Threats, ThreeDice,
};
use crate::tensors::DiceChessTensors;
use ludarium_search::mcts::{GameScores, Parameters, Selection, Timing};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, Mcts};

use ludarium_agents::values::ShippedValue;
use ludarium_agents::{Entry, NamedEvaluation, Playable, generic};
use ludarium_game::tensors::Tensors;

pub use self::network::{
    INPUTS, NetworkJudge, ReportNetwork, ShippedNetwork, inputs, squares, turned_inputs,
};

impl Playable for DiceChess {
    type Gain = Capture;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        let mut all = evaluations();
        all.push(NamedEvaluation::weighted(
            "threats",
            "variant 1, and the chance that the next roll captures the king",
            read_threats,
        ));
        all.push(NamedEvaluation::new(
            "network",
            "the report's value network, trained on games of our Expecti-MCTS",
            ShippedNetwork,
        ));
        all.push(NamedEvaluation::new(
            "network-report",
            "the same network, trained on as few positions as in the report, of White alone",
            ReportNetwork,
        ));
        all.push(NamedEvaluation::shipped(
            "value",
            "a value network, trained on games of our own Star2 search",
        ));
        all
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(DiceChessTensors::default())
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(vec![best()], beside_the_report(generic::two_seats()))
    }
}

impl Playable for ThreeDice {
    type Gain = Capture;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        evaluations()
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(DiceChessTensors::default())
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(vec![best_with_three_dice()], generic::two_seats())
    }
}

fn evaluations<G: OnBoard>() -> Vec<NamedEvaluation<G>> {
    vec![
        NamedEvaluation::weighted(
            "positional",
            "pieces by the report's weights and their places: variant 1",
            read_positional,
        ),
        NamedEvaluation::weighted(
            "pawns",
            "the same, less half a pawn for each blocked or isolated pawn: variant 2",
            |p| {
                let usual = Pawns::default().weak;
                let summary = "what a weak pawn costs, in hundredths of a pawn";
                Pawns { weak: p.weight("weak", 0.0..=1000.0, usual, summary) }
            },
        ),
        NamedEvaluation::new(
            "material",
            "pieces by the report's weights",
            Material(PieceWeights::REPORT),
        ),
        NamedEvaluation::new(
            "material-program",
            "pieces by the weights in the report's program",
            Material(PieceWeights::PROGRAM),
        ),
    ]
}

fn read_positional(p: &mut ludarium_agents::Parameters<'_>) -> Positional {
    let usual = Positional::default();
    // The kings of both sides are always there.
    let [pawn, knight, bishop, rook, queen, king] = usual.pieces;
    let mut read = |name, default, summary| p.weight(name, 0.0..=5000.0, default, summary);
    Positional {
        pieces: [
            read("pawn", pawn, "a pawn, in hundredths of the report's"),
            read("knight", knight, "a knight"),
            read("bishop", bishop, "a bishop"),
            read("rook", rook, "a rook"),
            read("queen", queen, "a queen"),
            king,
        ],
        places: p.weight("places", 0.0..=20.0, usual.places, "a hundredth of the tables of places"),
        scale: p.weight("scale", 10.0..=50_000.0, usual.scale, "the lead that means odds of e : 1"),
    }
}

fn read_threats(p: &mut ludarium_agents::Parameters<'_>) -> Threats {
    Threats {
        positional: read_positional(p),
        capture: p.weight(
            "capture",
            0.0..=1.0,
            Threats::default().capture,
            "the part of the chance to capture the king that counts",
        ),
    }
}

/// How strongly late moves are reduced: docs/strength.md.
const REDUCE: f64 = 0.6;

/// Beats every Monte Carlo search we have at equal time, and the same search with another evaluation.
fn best() -> Entry<DiceChess> {
    Entry::new(
        "best",
        "our strongest: Star2 search with deepening, judged by the value network",
        |p| {
            let value = ShippedValue::<DiceChess>::noted(p);
            let options = AlphaBetaOptions {
                reduce: generic::read_reduce(p, REDUCE),
                threads: generic::read_threads(p),
                ..AlphaBetaOptions::default()
            };
            move || {
                let mut search = AlphaBeta::new(value, Capture);
                search.options = options;
                search
            }
        },
    )
}

/// As strong as Star2 search at equal time, and stronger than every search that plays games to the end.
fn best_with_three_dice() -> Entry<ThreeDice> {
    Entry::plain(
        "best",
        "our strongest: Monte Carlo tree search that evaluates instead of playing to the end",
        || {
            Mcts::new(Positional::default(), Capture, GameScores).with(Parameters {
                selection: Selection::Uct { c: 0.8 },
                timing: Timing::AtOnce,
                truncate: Some(0),
                solver: true,
                win_at_once: true,
                ..Parameters::default()
            })
        },
    )
}

/// Leaves the plain names to the searches of the report.
fn beside_the_report(mut generic: Vec<Entry<DiceChess>>) -> Vec<Entry<DiceChess>> {
    for entry in &mut generic {
        entry.name = match entry.name {
            "minimax" => "generic-minimax",
            "mcts" => "generic-mcts",
            _ => continue,
        };
        entry.aliases.clear();
    }
    generic
}
