//! Linear algebra in f64 for fits: products with rows of features, and equations with a symmetric, positive definite
//! matrix. The f32 products inside networks are in `kernels`.

/// The product of weights and features.
pub(crate) fn dot(weights: &[f64], features: &[f32]) -> f64 {
    let products = weights.iter().zip(features);
    products
        .map(|(weight, feature)| weight * f64::from(*feature))
        .sum()
}

/// Adds a multiple of a row of features to a vector.
pub(crate) fn add_scaled(sum: &mut [f64], factor: f64, features: &[f32]) {
    for (sum, feature) in sum.iter_mut().zip(features) {
        *sum += factor * f64::from(*feature);
    }
}

/// A symmetric matrix of which only the lower triangle is used.
#[derive(Clone, Debug)]
pub(crate) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    /// All zeros.
    pub fn zero(size: usize) -> Symmetric {
        Symmetric {
            size,
            cells: vec![0.0; size * size],
        }
    }

    /// Adds a multiple of the outer product of a row of features with itself.
    pub fn add_outer(&mut self, features: &[f32], factor: f64) {
        for (row, a) in features.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            let cells = &mut self.cells[row * self.size..][..=row];
            add_scaled(cells, factor * f64::from(*a), features);
        }
    }

    /// One number of the diagonal.
    pub fn diagonal(&self, place: usize) -> f64 {
        self.cells[place * self.size + place]
    }

    /// Adds to one number of the diagonal.
    pub fn add_diagonal(&mut self, place: usize, value: f64) {
        self.cells[place * self.size + place] += value;
    }

    /// The vector whose product with this matrix is `right`. The error is the first row that the rows before it
    /// determine, up to rounding.
    pub fn solve(mut self, right: &[f64]) -> Result<Vec<f64>, usize> {
        let size = self.size;
        for row in 0..size {
            let before = self.diagonal(row);
            for column in 0..=row {
                let (above, below) = self.cells.split_at_mut(row * size);
                let known: f64 = match column == row {
                    true => below[..column].iter().map(|x| x * x).sum(),
                    false => {
                        let other = &above[column * size..][..column];
                        below[..column].iter().zip(other).map(|(a, b)| a * b).sum()
                    }
                };
                let rest = below[column] - known;
                if column < row {
                    below[column] = rest / above[column * size + column];
                } else if rest > 1e-12 * before {
                    below[row] = rest.sqrt();
                } else {
                    return Err(row);
                }
            }
        }
        let factor = |row: usize, column: usize| self.cells[row * size + column];
        let mut answer = right.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| factor(row, k) * answer[k]).sum();
            answer[row] = (answer[row] - known) / factor(row, row);
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| factor(k, row) * answer[k]).sum();
            answer[row] = (answer[row] - known) / factor(row, row);
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_worked_out_by_hand() {
        // 4x + 2y = 8, 2x + 3y = 8.
        let mut matrix = Symmetric::zero(2);
        matrix.add_outer(&[2.0, 1.0], 1.0);
        matrix.add_outer(&[0.0, 1.0], 2.0);
        let answer = matrix.solve(&[8.0, 8.0]).unwrap();
        assert!((answer[0] - 1.0).abs() < 1e-12 && (answer[1] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn dependent_rows_are_named() {
        let mut matrix = Symmetric::zero(3);
        matrix.add_outer(&[1.0, 2.0, 0.0], 1.0);
        matrix.add_outer(&[3.0, 6.0, 0.5], 1.0);
        assert_eq!(matrix.solve(&[1.0, 2.0, 0.0]), Err(1));
        assert_eq!(Symmetric::zero(1).solve(&[1.0]), Err(0));
    }
}
