//! The words of verdicts and what they mean: the same in the terminal, on the page and in reports.

use crate::experiment::Unit;

/// The largest difference that still counts as agreement, of a share: 10 points.
const SHARE: f64 = 0.10;
/// The same for a mean, as a part of the printed one.
const MEAN: f64 = 0.10;
/// An interval that is wider than this multiple of that difference could hardly contradict anything.
const HOPELESS: f64 = 5.0;

/// Every word of a verdict with its meaning.
pub const WORDS: [(&str, &str); 7] = [
    (
        "agrees",
        "the difference from the printed figure may be chance, and its 95 % interval lies within 10 points (20 for won minus lost, a tenth of a mean)",
    ),
    (
        "not contradicted (n games)",
        "the difference may be chance, but n games, ours or the report's, do not exclude a larger one",
    ),
    (
        "too few games (n)",
        "the interval is wider than 50 points (100 for won minus lost, half of a mean): n games could hardly contradict anything",
    ),
    (
        "differs",
        "the difference is more than chance: its 95 % interval leaves out zero; about one figure in twenty does so by chance alone",
    ),
    (
        "holds, does not hold",
        "a claim, or its opposite, is more than chance; otherwise it is undecided (n games) or has too few games",
    ),
    ("times faster, slower", "times depend on the machine: they are compared, not judged"),
    (
        "main reading",
        "the way to read the report that the experiment names as its main one, with the reason; it is counted, whatever comes out",
    ),
];

/// How far from the printed number a figure may be and still agree.
pub(super) fn tolerance(unit: Unit, printed: f64) -> f64 {
    match unit {
        Unit::Share => SHARE,
        // Won minus lost has twice the range of a share.
        Unit::Difference => 2.0 * SHARE,
        // As far as ten points of a share are, near equality.
        Unit::Elo => 70.0,
        Unit::Count | Unit::Milliseconds | Unit::Rate => MEAN * printed.abs(),
    }
}

/// Whether an interval of a difference is so wide that it says nothing.
pub(super) fn hopeless(unit: Unit, scale: f64, (low, high): (f64, f64)) -> bool {
    high - low > HOPELESS * tolerance(unit, scale)
}
