//! What seats can expect in a game with one winner and one loser, computed from their weighted sums.

use crate::algebra::{add_scaled, dot};

/// Larger differences between sums make no difference, and would overflow.
const FARTHEST: f64 = 40.0;

/// The chances of N seats to win and to lose; the other seats are in between.
///
/// Both are softmaxes of the seats' weighted sums, of the sums as they are and of their negatives. A winner gets 1, a
/// loser 0 and everybody else one half, so that the values of all seats sum to N / 2. For two seats
/// this is the logistic function of the difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook<const N: usize> {
    /// The chance of each seat to win.
    pub win: [f64; N],
    /// The chance of each seat to lose.
    pub lose: [f64; N],
}

impl<const N: usize> Outlook<N> {
    /// The outlook of seats with these weighted sums.
    pub fn of(sums: [f64; N]) -> Outlook<N> {
        let mean = sums.iter().sum::<f64>() / N as f64;
        let odds = sums.map(|sum| libm::exp((sum - mean).clamp(-FARTHEST, FARTHEST)));
        let inverse = odds.map(|odd| 1.0 / odd);
        let (all, all_inverse) = (odds.iter().sum::<f64>(), inverse.iter().sum::<f64>());
        Outlook { win: odds.map(|odd| odd / all), lose: inverse.map(|odd| odd / all_inverse) }
    }

    /// What each seat can expect, from 0 to 1.
    pub fn values(&self) -> [f64; N] {
        std::array::from_fn(|seat| 0.5 * (1.0 + self.win[seat] - self.lose[seat]))
    }

    /// How the sums should change to follow errors of the values: for each sum, the errors times the slopes of
    /// the values along it.
    pub fn pull(&self, errors: [f64; N]) -> [f64; N] {
        let mean = |chances: &[f64; N]| -> f64 {
            let products = chances.iter().zip(errors);
            products.map(|(chance, error)| chance * error).sum()
        };
        let (won, lost) = (mean(&self.win), mean(&self.lose));
        std::array::from_fn(|seat| {
            let error = errors[seat];
            0.5 * (self.win[seat] * (error - won) + self.lose[seat] * (error - lost))
        })
    }
}

/// Positions with what their seats should be worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatNodes<const N: usize> {
    /// The features, one position after the other, and in each one seat after the other.
    pub cells: Vec<f32>,
    /// What each seat of each position should be worth.
    pub targets: Vec<[f64; N]>,
}

/// The direction in which weights should move so that the [`Outlook`] of seats follows the targets of some positions,
/// by their numbers, and the sum of the squared errors: TreeStrap, where the positions are nodes of
/// a search tree and the targets what the search found there; TD(λ) and TD-Leaf(λ), where the targets
/// are [`lambda_returns`].
///
/// # Panics
/// If a number is not that of a position, or there are too few features.
pub fn follow_seats<const N: usize>(
    weights: &[f64],
    nodes: &SeatNodes<N>,
    numbers: impl IntoIterator<Item = usize>,
) -> (Vec<f64>, f64) {
    let width = weights.len();
    let mut direction = vec![0.0; width];
    let mut squares = 0.0;
    for number in numbers {
        let cells = &nodes.cells[number * N * width..(number + 1) * N * width];
        let row = |seat: usize| &cells[seat * width..(seat + 1) * width];
        let outlook = Outlook::<N>::of(std::array::from_fn(|seat| dot(weights, row(seat))));
        let values = outlook.values();
        let errors = std::array::from_fn(|seat| nodes.targets[number][seat] - values[seat]);
        squares += errors.iter().map(|error| error * error).sum::<f64>();
        for (seat, pull) in outlook.pull(errors).into_iter().enumerate() {
            add_scaled(&mut direction, pull, row(seat));
        }
    }
    (direction, squares)
}

/// What each position of a game should be worth by TD(λ): its value and the sum of λ^(j−t) · (V(j+1) − V(j)) over all
/// j ≥ t, where the value after the last position is the `result`.
///
/// What changed after a position that is not `foreseen`, because the move there was not the one that the value
/// counts on, is left out. The result always counts.
pub fn lambda_returns<const N: usize>(
    values: &[[f64; N]],
    foreseen: &[bool],
    result: [f64; N],
    lambda: f64,
) -> Vec<[f64; N]> {
    let mut targets = values.to_vec();
    let mut next = result;
    let mut later = [0.0; N];
    for (place, target) in targets.iter_mut().enumerate().rev() {
        let last = place + 1 == values.len();
        let counts = last || foreseen.get(place).copied().unwrap_or(true);
        for seat in 0..N {
            let change = if counts { next[seat] - values[place][seat] } else { 0.0 };
            later[seat] = change + lambda * later[seat];
            target[seat] += later[seat];
        }
        next = values[place];
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_gradient;

    const WEIGHTS: [f64; 2] = [0.25, -0.5];

    fn nodes() -> SeatNodes<3> {
        SeatNodes {
            cells: vec![
                1.0, 2.0, -0.5, 1.0, 0.3, -0.8, //
                0.0, -1.0, 2.0, 0.5, 1.0, 1.0,
            ],
            targets: vec![[1.0, 0.5, 0.0], [0.4, 0.3, 0.8]],
        }
    }

    fn half_squares(weights: &[f64]) -> f64 {
        let nodes = nodes();
        let positions = nodes.cells.chunks(6).zip(&nodes.targets);
        let squares = positions.flat_map(|(cells, targets)| {
            let sums: Vec<f64> = cells.chunks(2).map(|row| dot(weights, row)).collect();
            let share = |sign: f64, seat: usize| {
                let all: f64 = sums.iter().map(|sum| (sign * sum).exp()).sum();
                (sign * sums[seat]).exp() / all
            };
            let error = |seat: usize| {
                let value = share(1.0, seat) + 0.5 * (1.0 - share(1.0, seat) - share(-1.0, seat));
                targets[seat] - value
            };
            [error(0), error(1), error(2)]
        });
        0.5 * squares.map(|error| error * error).sum::<f64>()
    }

    #[test]
    fn the_direction_is_the_slope_and_wrong_ones_are_not() {
        let (direction, squares) = follow_seats(&WEIGHTS, &nodes(), 0..2);
        assert!((0.5 * squares - half_squares(&WEIGHTS)).abs() < 1e-12);
        let point = WEIGHTS.map(|weight| weight as f32);
        let worst = |gradient: [f64; 2]| {
            let gradient = gradient.map(|slope| slope as f32);
            check_gradient(half_squares, &point, &gradient).unwrap().worst
        };
        let [a, b] = [-direction[0], -direction[1]];
        assert!(worst([a, b]) < 1e-5);
        // The wrong sign, a slope that is off by a hundredth, and the slopes of the sums of chances to win alone.
        assert!(worst([-a, -b]) > 1.0 && worst([a, 1.01 * b]) > 5e-3);
        assert!(worst(without_losses()) > 5e-3);
    }

    /// A wrong gradient that leaves out the chances to lose.
    fn without_losses() -> [f64; 2] {
        let nodes = nodes();
        let mut gradient = [0.0; 2];
        for (cells, targets) in nodes.cells.chunks(6).zip(&nodes.targets) {
            let outlook = Outlook::<3>::of(
                [0, 1, 2].map(|seat| dot(&WEIGHTS, &cells[2 * seat..2 * seat + 2])),
            );
            let values = outlook.values();
            let errors = [0, 1, 2].map(|seat: usize| targets[seat] - values[seat]);
            let mean: f64 = (0..3).map(|seat| outlook.win[seat] * errors[seat]).sum();
            for seat in 0..3 {
                let pull = outlook.win[seat] * (errors[seat] - mean);
                for (slope, cell) in gradient.iter_mut().zip(&cells[2 * seat..]) {
                    *slope -= pull * f64::from(*cell);
                }
            }
        }
        gradient
    }

    #[test]
    fn values_stay_on_the_scale_of_the_game() {
        for sums in [[0.0; 3], [1.0, 2.0, -4.0], [900.0, -900.0, 3.0], [1e300, 0.0, 0.0]] {
            let outlook = Outlook::of(sums);
            let values = outlook.values();
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{sums:?}");
            assert!((values.iter().sum::<f64>() - 1.5).abs() < 1e-9, "{sums:?}");
        }
        assert_eq!(Outlook::of([2.0; 3]).values(), [0.5; 3]);
        let [best, middle, worst] = Outlook::of([30.0, 0.0, -30.0]).values();
        assert!(best > 0.999 && (middle - 0.5).abs() < 1e-6 && worst < 0.001);
    }

    /// The chance to win and its slope along the weights, by the logistic function.
    fn logistic(row: &[f32; 2]) -> (f64, [f64; 2]) {
        let chance = 1.0 / (1.0 + (-dot(&WEIGHTS, row)).exp());
        (chance, row.map(|cell| chance * (1.0 - chance) * f64::from(cell)))
    }

    /// Against a seat without features, a seat's chance to win is the logistic function of its sum.
    #[test]
    fn two_seats_are_the_logistic_case() {
        let rows: [[f32; 2]; 3] = [[1.0, 0.5], [-0.3, 0.8], [0.2, 0.1]];
        let direction = |targets: [f64; 3]| {
            let nodes = SeatNodes::<2> {
                cells: rows.iter().flat_map(|&[a, b]| [a, b, 0.0, 0.0]).collect(),
                targets: targets.map(|value| [value, 1.0 - value]).to_vec(),
            };
            follow_seats(&WEIGHTS, &nodes, 0..3).0
        };
        // Both seats have the same error, so that everything counts twice.
        let assert_twice = |found: Vec<f64>, wanted: [f64; 2]| {
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - 2.0 * wanted).abs() < 1e-12);
            }
        };

        let found = [0.9, 0.2, 0.6];
        let mut wanted = [0.0; 2];
        for (row, found) in rows.iter().zip(found) {
            let (chance, slope) = logistic(row);
            (0..2).for_each(|place| wanted[place] += (found - chance) * slope[place]);
        }
        assert_twice(direction(found), wanted);

        // TD(λ) in its textbook form: a trace that fades, one step after the other.
        for lambda in [0.0, 0.6, 1.0] {
            let (mut trace, mut wanted) = ([0.0; 2], [0.0; 2]);
            for (number, row) in rows.iter().enumerate() {
                let (chance, slope) = logistic(row);
                let next = rows.get(number + 1).map_or(1.0, |row| logistic(row).0);
                for place in 0..2 {
                    trace[place] = lambda * trace[place] + slope[place];
                    wanted[place] += (next - chance) * trace[place];
                }
            }
            let values = rows.map(|row| Outlook::of([dot(&WEIGHTS, &row), 0.0]).values());
            let targets = lambda_returns(&values, &[true; 3], [1.0, 0.0], lambda);
            assert_twice(direction([0, 1, 2].map(|place: usize| targets[place][0])), wanted);
        }
    }

    #[test]
    fn unforeseen_changes_are_left_out_but_the_result_counts() {
        let values = [[0.5], [0.75], [0.25]];
        let targets = |foreseen: [bool; 3]| {
            let found = lambda_returns(&values, &foreseen, [1.0], 0.5);
            [found[0][0], found[1][0], found[2][0]]
        };
        assert_eq!(targets([true; 3]), [0.5 + 0.25 - 0.25 + 0.1875, 0.625, 1.0]);
        assert_eq!(targets([true, false, false]), [0.5 + 0.25 + 0.1875, 1.125, 1.0]);
        assert_eq!(lambda_returns::<3>(&[], &[], [0.0; 3], 0.9), Vec::<[f64; 3]>::new());
    }
}
