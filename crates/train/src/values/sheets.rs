//! The generations of a training as a table.

use ludarium_report::sheet::{Cell, Form, Sheet};

use super::gate::GateResult;
use super::generation::MadeGeneration;
use super::plan::{LineUp, Plan, line_ups_text};

/// Line-ups that are longer than this are shown in short.
const WIDEST: usize = 40;

/// Each generation: what it learned from, how well, and whether it is better than the one before.
pub(super) fn generations(plan: &Plan, made: &[MadeGeneration]) -> Sheet {
    let row = |(number, one): (usize, &MadeGeneration)| {
        let record = &one.record;
        let losses = &record.validation_losses;
        let best = losses.get(record.best_epoch.max(1) as usize - 1);
        let points = record.gate.map(|gate| gate.points());
        vec![
            Cell::text((number + 1).to_string()),
            played_by(&plan.generations[number].line_ups),
            Cell::count(record.games),
            Cell::count(record.training),
            Cell::text(format!("{} of {}", record.best_epoch, losses.len())),
            Cell::number(best.copied(), Form::Measured),
            record.gate.map_or(Cell::text(""), |gate| Cell::count(gate.games)),
            Cell::estimate(points, Form::Percent),
            Cell::text(match record.gate {
                _ if !record.accepted() && record.gate.is_none_or(|gate| gate.accepted) => {
                    "refused: loses to a style"
                }
                None => "taken without a test",
                Some(gate) if gate.accepted && gate.decided => "taken",
                Some(gate) if gate.accepted => "taken, not decided",
                Some(gate) if gate.decided => "refused",
                Some(_) => "refused, not decided",
            }),
        ]
    };
    Sheet::new("Generations", ["generation", "played by", ">games", ">examples", "epoch", ">validation loss", ">games at the gate", ">points", "verdict"]).rows(made.iter().enumerate().map(row)).notes(["points are the shares of first places of the new network against the one before it, which has all \
             other seats; 95 % intervals from the spread between blocks", "a test that is not decided when its games are used up is settled by its likelihood ratio"])
}

/// Each generation against each style; nothing where no style was met.
pub(super) fn styles(made: &[MadeGeneration]) -> Option<Sheet> {
    let rows = made.iter().zip(1..).flat_map(|(made, number): (&MadeGeneration, u32)| {
        made.record.styles.iter().map(move |one| {
            vec![
                Cell::text(number.to_string()),
                Cell::text(&one.style),
                Cell::count(one.result.games),
                Cell::estimate(Some(one.result.points()), Form::Percent),
                Cell::text(if one.result.accepted { "passed" } else { "lost" }),
            ]
        })
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let columns = ["generation", "style", ">games", ">points", "verdict"];
    (!rows.is_empty()).then(|| {
        Sheet::new("Against styles", columns).rows(rows).notes([
            "points are the shares of first places of the new network, alone against players of one style".to_owned(),
        ])
    })
}

/// Whether the new network is better than the evaluation that agents have without it.
pub(super) fn closing_match(usual: &str, result: &GateResult) -> Sheet {
    let verdict = match (result.decided, result.accepted) {
        (true, true) => format!("better than `{usual}`"),
        (true, false) => format!("worse than `{usual}`: keep that one, or train with more games"),
        (false, _) => format!("no clear difference from `{usual}`"),
    };
    let row = vec![
        Cell::text("value"),
        Cell::text(usual),
        Cell::count(result.games),
        Cell::estimate(Some(result.points()), Form::Percent),
        Cell::text(verdict),
    ];
    let columns = ["new network", "all others", ">games", ">points", "verdict"];
    Sheet::new("The new network in play", columns).rows([row]).notes([
        "one-ply search with each; points are the shares of first places of the new network, which has one seat",
        "the match ends as soon as a sequential test is decided; then the interval may still hold 50 %",
    ])
}

/// The agents that played a generation: in short the name of the first agent and the number of line-ups after its own.
fn played_by(line_ups: &[LineUp]) -> Cell {
    let whole = line_ups_text(line_ups, ", ");
    let Some(first) = line_ups.first().and_then(|line_up| line_up.first()) else {
        return Cell::Empty;
    };
    if whole.chars().count() <= WIDEST {
        return Cell::text(whole);
    }
    let name = first.split([':', '@']).next().unwrap_or(first);
    let others = match line_ups.len() - 1 {
        0 => String::new(),
        1 => " and 1 more line-up".to_owned(),
        others => format!(" and {others} more line-ups"),
    };
    Cell::Short(format!("{name}…{others}"), whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_played_is_short_for_people_and_whole_for_programs() {
        let line_up = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let few: Vec<LineUp> = vec![line_up(&["greedy"]), line_up(&["one-ply", "random"])];
        assert_eq!(played_by(&few), Cell::text("greedy, one-ply + random"));
        let network = "mcts:iterations=400,eval=value:{network}";
        let many: Vec<LineUp> = vec![line_up(&[network]), line_up(&[network, "greedy"])];
        let cell = played_by(&many);
        assert_eq!(cell.shown(), "mcts… and 1 more line-up");
        let sheet = Sheet::new("", ["played by"]).rows(vec![vec![cell]]);
        let whole = format!("{network}, {network} + greedy");
        assert_eq!(sheet.json()["rows"][0]["played by"], whole.as_str());
        assert_eq!(sheet.csv(), format!("played by\n\"{whole}\"\n"));
        let one: Vec<LineUp> = vec![line_up(&[network, network])];
        assert_eq!(played_by(&one).shown(), "mcts…");
    }
}
