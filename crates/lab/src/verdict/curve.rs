//! Whether figures follow a curve, such as a time that is said to grow in a straight line with the depth.

use ludarium_arena::statistics::student95;

use super::{Basis, ClaimVerdict};
use crate::experiment::Curve;
use crate::measure::Figure;

/// One curve is preferred to another if it makes the figures 20 times as likely: then the misfits, which are twice the
/// logarithms, differ by this. A wrong curve is preferred so strongly in fewer than one of 20 runs.
const PREFERRED: f64 = 5.99;

/// A growth by a tenth over the whole range still counts as none.
const NO_GROWTH: f64 = 1.1;

/// The growths that are tried, as logarithms: up to the factor of e^15 over the whole range.
const STEPS: i32 = 750;
const STEP: f64 = 0.02;

/// A figure of a curve, on a scale of logarithms, since errors of times are parts of them.
struct CurvePoint {
    /// Where along the range, 0 to 1.
    along: f64,
    log: f64,
    error: f64,
}

/// A curve with the growth that fits best.
struct Fit {
    growth: f64,
    misfit: f64,
}

/// Whether figures follow a curve. A straight line and an exponential curve are both fitted, with the growth over the whole
/// range as their one free number beside the height; the one that fits clearly better holds, the other one fails.
/// Where even the better one misses the figures by more than their errors, all errors count as that much larger.
pub(super) fn follows(curve: Curve, figures: &[(f64, Figure)]) -> ClaimVerdict {
    let counts = figures.iter().map(|(_, figure)| figure.count);
    let basis = Basis::new(counts.min().unwrap_or(0), None);
    let Some(points) = points(figures) else {
        return ClaimVerdict::TooFew(basis);
    };
    let (line, steep) = (fit(&points, Curve::Linear), fit(&points, Curve::Exponential));
    let freedom = points.len() - 2;
    let scale = (line.misfit.min(steep.misfit) / freedom as f64).max(1.0);
    let (better, kind) = if line.misfit < steep.misfit {
        (&line, Curve::Linear)
    } else {
        (&steep, Curve::Exponential)
    };
    let likely = better.misfit + student95(freedom).powi(2) * scale;
    let mut growths = growths().filter(|&growth| misfit(&points, kind, growth) <= likely);
    let low = growths.next().unwrap_or(better.growth);
    let high = growths.last().unwrap_or(low);
    let none = NO_GROWTH.ln();
    let (within, outside) = (-none <= low && high <= none, low > none || high < -none);
    let preferred = (steep.misfit - line.misfit) / scale;
    let (holds, fails) = match curve {
        Curve::Constant => (within, outside),
        Curve::Linear => (preferred > PREFERRED, within || preferred < -PREFERRED),
        Curve::Exponential => (preferred < -PREFERRED, within || preferred > PREFERRED),
    };
    match (holds, fails) {
        (_, true) => ClaimVerdict::Fails,
        (true, false) => ClaimVerdict::Holds,
        (false, false) => ClaimVerdict::Undecided(basis),
    }
}

/// The points of the curve; none where a figure has no interval or cannot be on a curve that grows by factors.
fn points(figures: &[(f64, Figure)]) -> Option<Vec<CurvePoint>> {
    let (first, last) = (figures.first()?.0, figures.last()?.0);
    let point = |(at, figure): &(f64, Figure)| {
        let (_, high) = figure.interval?;
        // The lower end may have been cut off at zero.
        let error = (high - figure.value) / figure.value / 1.96;
        (figure.value > 0.0).then_some(CurvePoint {
            along: (at - first) / (last - first),
            log: figure.value.ln(),
            error: error.max(1e-6),
        })
    };
    figures.iter().map(point).collect()
}

fn growths() -> impl Iterator<Item = f64> {
    (-STEPS..=STEPS).map(|step| f64::from(step) * STEP)
}

fn fit(points: &[CurvePoint], curve: Curve) -> Fit {
    let fits = growths().map(|growth| Fit { growth, misfit: misfit(points, curve, growth) });
    let best = fits.min_by(|a, b| a.misfit.total_cmp(&b.misfit));
    best.unwrap_or(Fit { growth: 0.0, misfit: 0.0 })
}

/// How far the points are from a curve with a growth, at the height that fits best: the sum of squares in errors.
fn misfit(points: &[CurvePoint], curve: Curve, growth: f64) -> f64 {
    let left = |point: &CurvePoint| {
        let risen = match curve {
            Curve::Constant => 0.0,
            Curve::Linear => (growth.exp_m1() * point.along).ln_1p(),
            Curve::Exponential => growth * point.along,
        };
        (point.log - risen, point.error.powi(-2))
    };
    let (sum, weight) = points
        .iter()
        .map(left)
        .fold((0.0, 0.0), |sums, (value, weight)| (sums.0 + weight * value, sums.1 + weight));
    let height = sum / weight;
    let squares = points.iter().map(left);
    squares.map(|(value, weight)| weight * (value - height).powi(2)).sum()
}
