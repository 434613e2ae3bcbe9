//! What the report's predictors said and what its later versions (`xk.happ`, `xk.final…`) decided, with the
//! weights that its author published.

use std::sync::LazyLock;
use std::time::Duration;

use ludarium_agents::dicewars::report::{
    ExpectimaxN, FairAttack, Ground, Happ, HappOnly, Wpp, area_features, player_features,
};
use ludarium_game::{Agent, Budget, Rng, Seat, Seed, Tabletop};
use ludarium_games::dicewars::{Dicewars, Move};
use serde_json::Value;

use super::fields::decimal;
use crate::Failure;
use crate::fields::{list, unrecognised};
use crate::tally::Check;

/// Predictions come from chains of single precision, in another order than the original's.
const SINGLE: f64 = 2e-6;
/// Features are computed in double precision and then rounded.
const ROUNDED: f64 = 1.2e-7;

static WEIGHTS: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../tests/data/dicewars/published-weights.json");
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
pub(super) fn happ_only(position: &Dicewars) -> Move {
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
        compare_row(
            &format!("the features {what}"),
            features,
            &found,
            ROUNDED,
            check,
        )?;
        let held_recorded = decimal(entry.get(3 + place), "a prediction")?;
        let what = format!("the prediction {what}");
        compare(&what, held_recorded, f64::from(held), SINGLE, check)?;
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
    compare(&what, recorded, found, SINGLE, check)
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
    compare_row(
        &format!("the features of player {player}"),
        features,
        &found,
        ROUNDED,
        check,
    )?;
    let what = format!("the prediction for player {player}");
    let recorded = decimal(Some(wins), "a prediction")?;
    compare(&what, recorded, f64::from(WPP.wins(&found)), SINGLE, check)
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
                let order = position.order();
                let found: Vec<f32> = order.map(|seat| found[seat.index()] as f32).collect();
                compare_row(key, list(record, key)?, &found, SINGLE, check)?;
            }
        }
    }
    Ok(())
}

fn compare_row(
    what: &str,
    recorded: &[Value],
    found: &[f32],
    tolerance: f64,
    check: &mut Check,
) -> Result<(), Failure> {
    check.equal(
        &format!("the length of {what}"),
        recorded.len(),
        found.len(),
    )?;
    for (recorded, found) in recorded.iter().zip(found) {
        let recorded = decimal(Some(recorded), what)?;
        compare(what, recorded, f64::from(*found), tolerance, check)?;
    }
    Ok(())
}

/// Compares numbers of single precision, up to a share of the larger one.
fn compare(
    what: &str,
    recorded: f64,
    found: f64,
    tolerance: f64,
    check: &mut Check,
) -> Result<(), Failure> {
    if (recorded - found).abs() <= tolerance * recorded.abs().max(found.abs()) {
        check.tally.checks += 1;
        return Ok(());
    }
    Err(check.differ(what, recorded.to_string(), found.to_string()))
}
