//! What was learned, in play: each stage against the one before and against the hand-made evaluation.

use ludarium_arena::statistics::{ScoredGame, Tally};
use ludarium_game::Seed;
use ludarium_report::sheet::{Cell, Column, Sheet};
use ludarium_report::standings::{RESULTS, results};
use ludarium_search::MaxN;
use ludarium_three_chess::agents::LinearOutlook;
use ludarium_three_chess::rules::{Rules, ScoreShare, Stage, ThreeChess};

use super::LearnedStages;
use super::self_play::{DEPTH, rules};
use ludarium_train::{Comparison, Entrant, Progress, TrainError, TrainOptions};

/// Plays one of each learned evaluation against two of another, all with the same search.
pub(super) fn compare(
    options: &TrainOptions,
    deals: u64,
    courses: &[LearnedStages],
    tell: &mut dyn FnMut(Progress),
) -> Result<Sheet, TrainError> {
    let score = 0;
    let mut entrants: Vec<Entrant<'_, ThreeChess>> =
        vec![Entrant::new("score", || MaxN { depth: DEPTH, ..MaxN::new(ScoreShare::default()) })];
    let mut lineups = Vec::new();
    for course in courses {
        for stage in Stage::ALL {
            let evaluation = LinearOutlook::new(stage, *course.after(stage));
            let name = format!("{}, {}", course.method.name(), stage.name());
            let place = entrants.len();
            entrants.push(Entrant::new(name, move || MaxN {
                depth: DEPTH,
                ..MaxN::new(evaluation.clone())
            }));
            lineups.push(vec![place, score, score]);
            if stage != Stage::ALL[0] {
                lineups.push(vec![place, place - 1, place - 1]);
            }
        }
    }
    let comparison = Comparison {
        rules: Rules { repetition: 3, ..rules() },
        lineups,
        entrants,
        random_plies: 6,
        deals,
        seed: Seed(options.seed),
    };
    tell(Progress::Part("games in play"));
    let outcomes = comparison.play(options, tell)?;
    Ok(sheet(&comparison, &outcomes))
}

/// A row for each line-up.
fn sheet(comparison: &Comparison<'_, ThreeChess>, outcomes: &[ScoredGame]) -> Sheet {
    let count = comparison.lineups.len();
    let row = |(place, lineup): (usize, &Vec<usize>)| {
        let of_lineup = |outcome: &&ScoredGame| outcome.block as usize % count == place;
        let games: Vec<ScoredGame> = outcomes.iter().filter(of_lineup).cloned().collect();
        let tally = Tally::of(&games, comparison.entrants.len());
        let [first, second] = [0, 1].map(|seat| &comparison.entrants[lineup[seat]].name);
        let mut row = vec![Cell::text(first), Cell::text(second)];
        row.extend(results(&games, &tally, lineup[0]));
        row
    };
    let mut columns = vec![Column::text("evaluation"), Column::text("against two of")];
    columns.extend(RESULTS.map(Column::from));
    Sheet::new(format!("In play: {DEPTH} plies of max^n, one against two"), columns).rows(comparison.lineups.iter().enumerate().map(row)).notes([format!(
            "among equals each gets 33.3 %; every order of seats from the same start, after {} random moves; drawn at \
             the third repetition or after {} plies; 95 % intervals from the spread between blocks",
            comparison.random_plies, comparison.rules.plies
        )])
}
