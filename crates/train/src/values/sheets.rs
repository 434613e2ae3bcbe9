//! The generations of a training as a table.

use ludarium_arena::statistics::Estimate;
use ludarium_report::sheet::{Cell, Column, Form, Sheet};

use super::generation::Made;
use super::plan::{Plan, line_ups_text};

/// Each generation: what it learnt from, how well, and whether it is better than the one before.
pub(super) fn generations(plan: &Plan, made: &[Made]) -> Sheet {
    let row = |(number, one): (usize, &Made)| {
        let record = &one.record;
        let losses = &record.validation_losses;
        let best = losses.get(record.best_epoch.max(1) as usize - 1);
        let points = record.gate.map(|gate| Estimate {
            value: gate.points,
            low: gate.low,
            high: gate.high,
        });
        vec![
            Cell::text((number + 1).to_string()),
            Cell::text(line_ups_text(&plan.generations[number].line_ups, ", ")),
            Cell::count(record.games),
            Cell::count(record.training),
            Cell::text(format!("{} of {}", record.best_epoch, losses.len())),
            Cell::number(best.copied(), Form::Measured),
            record
                .gate
                .map_or(Cell::text(""), |gate| Cell::count(gate.games)),
            Cell::estimate(points, Form::Percent),
            Cell::text(match record.gate {
                None => "taken without a test",
                Some(gate) if gate.accepted && gate.decided => "taken",
                Some(gate) if gate.accepted => "taken, not decided",
                Some(gate) if gate.decided => "refused",
                Some(_) => "refused, not decided",
            }),
        ]
    };
    Sheet {
        title: "Generations".to_owned(),
        columns: vec![
            Column::text("generation"),
            Column::text("played by"),
            Column::number("games"),
            Column::number("examples"),
            Column::text("epoch"),
            Column::number("validation loss"),
            Column::number("games at the gate"),
            Column::number("points"),
            Column::text("verdict"),
        ],
        rows: made.iter().enumerate().map(row).collect(),
        notes: vec![
            "points are the shares of first places of the new network against the one before it, which has all \
             other seats; 95 % intervals from the spread between blocks"
                .to_owned(),
            "a test that is not decided when its games are used up is settled by its likelihood ratio".to_owned(),
        ],
    }
}
