//! What the report's predictors said and what its later versions (`xk.happ`, `xk.final…`) decided, with the
//! weights that its author published.

use std::sync::LazyLock;
use std::time::Duration;

use crate::agents::learned::{
    ExpectimaxN, FairAttack, Happ, HappOnly, Predictors, Territory, Wording, Wpp, area_features,
    player_features,
};
use ludarium_dicewars::rules::{Dicewars, Move};
use ludarium_game::{Agent, Budget, Game, Rng, Seat, Seed};
use serde::{Deserialize, Deserializer};

use ludarium_bundle::originals::{RecordCheck, VerifyError};

/// Source, target and worth of an attack.
#[derive(Deserialize)]
pub(super) struct ValuedAttack(pub(super) u64, pub(super) u64, f64);

/// Source and target of an attack, its probability, the predictions that either is held, and their features.
#[derive(Deserialize)]
pub(super) struct WrittenAttack(
    pub(super) u64,
    pub(super) u64,
    pub(super) f64,
    f32,
    f32,
    Vec<f32>,
    Vec<f32>,
);

/// A player, the features, and the prediction that it wins.
#[derive(Deserialize)]
pub(super) struct PlayerRow(pub(super) u64, f32, f32, f32, f32, f32, f32, f32);

/// What the searches with two and four own levels expected for each seat in the order of play: `null` says that there
/// was nothing to choose and the deeper search did not begin.
#[derive(Deserialize)]
pub(super) struct Searches {
    #[serde(rename = "xk.final8_value", default, deserialize_with = "known")]
    final8: Option<Expected>,
    #[serde(rename = "xk.final10_value", default, deserialize_with = "known")]
    final10: Option<Expected>,
}

type Expected = Option<Vec<f64>>;

/// A field that is there, even if it is `null`.
fn known<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Expected>, D::Error> {
    Expected::deserialize(field).map(Some)
}

/// What an attack is worth was recorded with more digits than the program itself used; what a search expects
/// depends on hundreds of exponentials, and the original's were not always rounded to the nearest number.
const SINGLE: f64 = f32::EPSILON as f64;

static HAPP: LazyLock<Happ> = LazyLock::new(|| Predictors::Published.happ());

static WPP: LazyLock<Wpp> = LazyLock::new(|| Predictors::Published.wpp());

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
    let budget = Budget { left: Some(left), ..Budget::default() };
    let mut agent = ExpectimaxN::new(HAPP.clone(), WPP.clone());
    let decision = agent.choose(position, &budget, &mut Rng::new(Seed(0)));
    Some(decision.chosen)
}

/// Compares one attack that is written out: both predictions and both rows of features.
pub(super) fn compare_written_out(
    entry: &WrittenAttack,
    position: &Dicewars,
    attack: &FairAttack,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let territory = Territory::of(position);
    let after = territory.after_success(attack);
    let (source, target) = HAPP.held_after(&territory, attack);
    let WrittenAttack(.., source_held, target_held, source_features, target_features) = entry;
    for (area, recorded, held, features) in [
        (attack.from, *source_held, source, source_features),
        (attack.to, *target_held, target, target_features),
    ] {
        let what = format!("of area {area} after {}>{}", attack.from, attack.to);
        let found = area_features(&after, area, Wording::CourseProgram);
        check.equal(&format!("the features {what}"), &features[..], &found[..])?;
        check.equal(&format!("the prediction {what}"), recorded, held)?;
    }
    Ok(())
}

/// Compares what an attack is worth.
pub(super) fn compare_value(
    entry: &ValuedAttack,
    position: &Dicewars,
    attack: &FairAttack,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let found = HAPP.value(&Territory::of(position), attack);
    let what = format!("the value of {}>{}", attack.from, attack.to);
    compare(&what, entry.2, found, check)
}

/// Compares the features of a player and the prediction that it wins.
pub(super) fn compare_player(
    row: &PlayerRow,
    position: &Dicewars,
    seat: Seat,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let &PlayerRow(_, a, b, c, d, e, f, wins) = row;
    let player = seat.0 + 1;
    let found = player_features(&Territory::of(position), seat, Wording::CourseProgram);
    let what = format!("the features of player {player}");
    check.equal(&what, [a, b, c, d, e, f], found)?;
    let what = format!("the prediction for player {player}");
    check.equal(&what, wins, WPP.wins(&found))
}

impl Searches {
    /// Compares what the searches expected, where it is recorded.
    pub(super) fn compare(
        &self,
        position: &Dicewars,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let agent = ExpectimaxN::new(HAPP.clone(), WPP.clone());
        for (key, own, recorded) in
            [("xk.final8_value", 2, &self.final8), ("xk.final10_value", 4, &self.final10)]
        {
            match recorded {
                None => {}
                Some(None) => {
                    let begins = own == 4 && agent.has_choice(position);
                    check.equal(&format!("whether {key} is null"), false, begins || own != 4)?;
                }
                Some(Some(recorded)) => {
                    let found = agent.expectation(position, own, &Budget::default());
                    let found = found.unwrap_or_default();
                    let what = format!("the length of {key}");
                    check.equal(&what, recorded.len(), position.seats())?;
                    for (&recorded, seat) in recorded.iter().zip(position.order()) {
                        compare(key, recorded, found[seat.index()], check)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Compares numbers up to single precision.
fn compare(
    what: &str,
    recorded: f64,
    found: f64,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    if (recorded - found).abs() <= SINGLE * found {
        check.tally.checks += 1;
        return Ok(());
    }
    Err(check.differ(what, recorded.to_string(), found.to_string()))
}
