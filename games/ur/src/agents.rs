//! The agents of the Royal Game of Ur. The generic `greedy` is called `greedy-gain`: the plain name belongs to the literature.

use std::sync::Arc;

use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_search::solve::Indexed;
use ludarium_search::{AlphaBeta, AlphaBetaOptions};

use crate::rules::{PositionIndex, StepLead, StepsAndCaptures, Ur};

impl Playable for Ur {
    type Gain = StepsAndCaptures;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![NamedEvaluation::weighted(
            "lead",
            "the lead in steps, as a chance of winning",
            read_lead,
        )]
    }

    fn index(position: &Self) -> Option<Arc<dyn Indexed<Self>>> {
        Some(Arc::new(PositionIndex::new(position.played_by())))
    }

    fn entries() -> Vec<Entry<Self>> {
        let mut generic = generic::two_seats();
        for entry in &mut generic {
            if entry.name == "greedy" {
                entry.name = "greedy-gain";
            }
        }
        generic::complete(vec![best()], generic)
    }
}

fn read_lead(p: &mut Parameters<'_>) -> StepLead {
    let StepLead { home, rosette, tempo, scale } = StepLead::default();
    StepLead {
        home: p.weight(
            "home",
            -20.0..=20.0,
            home,
            "steps that a piece at home is worth beyond its way",
        ),
        rosette: p.weight(
            "rosette",
            -20.0..=20.0,
            rosette,
            "steps that the middle rosette is worth",
        ),
        tempo: p.weight("tempo", -20.0..=20.0, tempo, "steps that being the next to roll is worth"),
        scale: p.weight(
            "scale",
            1.0..=200.0,
            scale,
            "the lead that makes a win e times as likely as a loss",
        ),
    }
}

/// Our strongest agent.
fn best() -> Entry<Ur> {
    Entry::new("best", "our strongest: expectimax with Star2 by the lead in steps", |p| {
        let depth = p.whole("depth", 1..=64, 4, "plies to look ahead without another budget");
        let memory = p.whole("memory", 1..=65_536, 64, "mebibytes for the table at most");
        let options = AlphaBetaOptions {
            depth: depth as u32,
            table_mebibytes: memory as usize,
            threads: generic::read_threads(p),
            ..AlphaBetaOptions::default()
        };
        move || {
            let mut search = AlphaBeta::new(StepLead::default(), StepsAndCaptures);
            search.options = options;
            search
        }
    })
}
