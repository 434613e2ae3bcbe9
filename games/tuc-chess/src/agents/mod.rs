//! The agents of TUC-Chess.
//!
//! The generic searches play the full rules, chance included; their names say so, because the plain names belong to
//! the report's agents, which think on a simplified board.

mod best;
mod endings;
mod features;

use std::sync::Arc;

use crate::rules::{PointsEvaluation, PointsGain, ReportEvaluation, ScoreEvaluation, TucChess};
use crate::tensors::TucChessTensors;
use ludarium_search::Random;

use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::tensors::Tensors;

impl Playable for TucChess {
    type Gain = PointsGain;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::weighted(
                "score",
                "the lead in points plus the lead in material",
                read_score,
            ),
            NamedEvaluation::new("points", "the lead in points alone", PointsEvaluation),
            NamedEvaluation::new(
                "report",
                "the report's: captures and 0.9 for each present",
                ReportEvaluation,
            ),
            NamedEvaluation::shipped(
                "value",
                "a value network, trained on games of our own alpha-beta search",
            ),
        ]
    }

    fn tensors(position: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(TucChessTensors::of(position))
    }

    fn entries() -> Vec<Entry<Self>> {
        let own = vec![
            Entry::plain("random", "plays any legal move, each equally likely", || Random),
            best::best(),
        ];
        generic::complete(own, on_full_rules(generic::two_seats()))
    }
}

fn read_score(p: &mut Parameters<'_>) -> ScoreEvaluation {
    let ScoreEvaluation { points, pawn, rook } = ScoreEvaluation::default();
    ScoreEvaluation {
        points: p.weight("points", 0.0..=20.0, points, "a point of the lead"),
        pawn: p.weight("pawn", 0.0..=20.0, pawn, "a pawn on the board"),
        rook: p.weight("rook", 0.0..=60.0, rook, "a rook on the board"),
    }
}

/// Gives the generic searches names that leave the plain ones to the report.
fn on_full_rules(mut generic: Vec<Entry<TucChess>>) -> Vec<Entry<TucChess>> {
    for entry in &mut generic {
        let full = match entry.name {
            "minimax" => (
                "minimax-full",
                "minimax on the full rules: every line, expectations where chance draws",
            ),
            "alphabeta" => (
                "alphabeta-full",
                "alpha-beta with everything on the full rules, Star2 where chance draws",
            ),
            "mcts" => {
                ("mcts-full", "Monte Carlo tree search on the full rules, new presents included")
            }
            _ => continue,
        };
        (entry.name, entry.summary) = full;
    }
    generic
}
