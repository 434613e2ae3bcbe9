//! What the report's predictors said and what its later versions (`xk.happ`, `xk.final…`) decided, with the
//! weights that its author published.

use std::sync::LazyLock;
use std::time::Duration;

use crate::agents::report::{
    ExpectimaxN, FairAttack, Ground, Happ, HappOnly, Wpp, area_features, player_features,
};
use crate::rules::{Dicewars, Move};
use ludarium_game::{Agent, Budget, Game, Rng, Seat, Seed};
use serde_json::Value;

use super::fields::decimal;
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{list, unrecognised};

/// What an attack is worth was recorded with more digits than the program itself used; what a search expects
/// depends on hundreds of exponentials, and the original's were not always rounded to the nearest number.
const SINGLE: f64 = f32::EPSILON as f64;

static WEIGHTS: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../tests/data/published-weights.json");
    serde_json::from_str(text).unwrap_or_default()
});

static HAPP: LazyLock<Happ> = LazyLock::new(|| {
    let rows = numbers("/happ/hidden");
    // The file has a row for each hidden cell, the predictor one for each input.
    let by_input = (0..6).flat_map(|input| rows.iter().skip(input).step_by(6));
    let mut all: Vec<f32> = by_input.copied().collect();
    for path in ["/happ/hidden_biases", "/happ/output", "/happ/output_bias"] {
        all.extend(numbers(path));
    }
    Happ::new(&fixed(&all))
});

static WPP: LazyLock<Wpp> = LazyLock::new(|| {
    let mut all = numbers("/wpp/weights");
    all.extend(numbers("/wpp/bias"));
    Wpp::new(&fixed(&all))
});

/// All numbers at a place of the published weights.
fn numbers(path: &str) -> Vec<f32> {
    fn collect(value: &Value, into: &mut Vec<f32>) {
        into.extend(value.as_f64().map(|number| number as f32));
        let inner = value.as_array().into_iter().flatten();
        inner.for_each(|value| collect(value, into));
    }
    let mut found = Vec::new();
    if let Some(value) = WEIGHTS.pointer(path) {
        collect(value, &mut found);
    }
    found
}

/// As many numbers as a predictor has; a missing one is no number, and nothing will agree.
fn fixed<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or(f32::NAN))
}

/// The decision of the report's second version.
fn happ_only(position: &Dicewars) -> Move {
    HappOnly::new(HAPP.clone()).decide(position)
}

/// The decision of the version with this recorded name, if it is one of the later ones.
pub(super) fn decision(name: &str, position: &Dicewars) -> Option<Move> {
    let left = match name {
        "xk.happ" => return Some(happ_only(position)),
        // The levels of the recorded search, by what is left on the clock.
        "xk.final10" => Duration::from_secs(10),
        "xk.final8" => Duration::from_secs(4),
        _ => return None,
    };
    let budget = Budget {
        left: Some(left),
        ..Budget::default()
    };
    let mut agent = ExpectimaxN::new(HAPP.clone(), WPP.clone());
    let decision = agent.choose(position, &budget, &mut Rng::new(Seed(0)));
    Some(decision.chosen)
}

/// Compares one attack that is written out: both predictions and both rows of features.
pub(super) fn compare_written_out(
    entry: &Value,
    position: &Dicewars,
    attack: &FairAttack,
    check: &mut Check,
) -> Result<(), Failure> {
    let ground = Ground::of(position);
    let after = ground.after_success(attack);
    let (source, target) = HAPP.held_after(&ground, attack);
    for (place, area, held) in [(0, attack.from, source), (1, attack.to, target)] {
        let features = entry.get(5 + place).and_then(Value::as_array);
        let features = features.ok_or_else(|| unrecognised("an attack without features"))?;
        let what = format!("of area {area} after {}>{}", attack.from, attack.to);
        let found = area_features(&after, area);
        compare_row(&format!("the features {what}"), features, &found, check)?;
        let held_recorded = decimal(entry.get(3 + place), "a prediction")?;
        let what = format!("the prediction {what}");
        check.equal(&what, held_recorded as f32, held)?;
    }
    Ok(())
}

/// Compares what an attack is worth.
pub(super) fn compare_value(
    entry: &Value,
    position: &Dicewars,
    attack: &FairAttack,
    check: &mut Check,
) -> Result<(), Failure> {
    let recorded = decimal(entry.get(2), "a value")?;
    let found = HAPP.value(&Ground::of(position), attack);
    let what = format!("the value of {}>{}", attack.from, attack.to);
    compare(&what, recorded, found, check)
}

/// Compares the features of a player and the prediction that he wins.
pub(super) fn compare_player(
    row: &Value,
    position: &Dicewars,
    seat: Seat,
    check: &mut Check,
) -> Result<(), Failure> {
    let cells = row.as_array().map(Vec::as_slice);
    let Some([_, features @ .., wins]) = cells else {
        return Err(unrecognised("features of no player"));
    };
    let player = seat.0 + 1;
    let found = player_features(&Ground::of(position), seat);
    let what = format!("the features of player {player}");
    compare_row(&what, features, &found, check)?;
    let what = format!("the prediction for player {player}");
    let recorded = decimal(Some(wins), "a prediction")?;
    check.equal(&what, recorded as f32, WPP.wins(&found))
}

/// Compares what the searches with two and four own levels expected, where they are recorded: `null` says that
/// there was nothing to choose and the deeper search did not begin.
pub(super) fn compare_searches(
    record: &Value,
    position: &Dicewars,
    check: &mut Check,
) -> Result<(), Failure> {
    let agent = ExpectimaxN::new(HAPP.clone(), WPP.clone());
    for (key, own) in [("xk.final8_value", 2), ("xk.final10_value", 4)] {
        match record.get(key) {
            None => {}
            Some(Value::Null) => {
                let begins = own == 4 && agent.has_choice(position);
                check.equal(&format!("whether {key} is null"), false, begins || own != 4)?;
            }
            Some(_) => {
                let found = agent.expectation(position, own, &Budget::default());
                let found = found.unwrap_or_default();
                let recorded = list(record, key)?;
                check.equal(
                    &format!("the length of {key}"),
                    recorded.len(),
                    position.seats(),
                )?;
                for (cell, seat) in recorded.iter().zip(position.order()) {
                    let recorded = decimal(Some(cell), key)?;
                    compare(key, recorded, found[seat.index()], check)?;
                }
            }
        }
    }
    Ok(())
}

/// Compares features, to the last bit.
fn compare_row(
    what: &str,
    recorded: &[Value],
    found: &[f32],
    check: &mut Check,
) -> Result<(), Failure> {
    let recorded: Result<Vec<f32>, Failure> = recorded
        .iter()
        .map(|cell| Ok(decimal(Some(cell), what)? as f32))
        .collect();
    check.equal(what, recorded?, found)
}

/// Compares numbers up to single precision.
fn compare(what: &str, recorded: f64, found: f64, check: &mut Check) -> Result<(), Failure> {
    if (recorded - found).abs() <= SINGLE * found {
        check.tally.checks += 1;
        return Ok(());
    }
    Err(check.differ(what, recorded.to_string(), found.to_string()))
}
