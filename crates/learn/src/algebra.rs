//! Linear algebra in f64 for fits and statistics: products with rows of features, and small square matrices. The f32
//! products inside networks are in `kernels`.

/// The product of weights and features.
pub(crate) fn dot(weights: &[f64], features: &[f32]) -> f64 {
    let products = weights.iter().zip(features);
    products.map(|(weight, feature)| weight * f64::from(*feature)).sum()
}

/// Adds a multiple of a row of features to a vector.
pub(crate) fn add_scaled<T: Copy + Into<f64>>(sum: &mut [f64], factor: f64, features: &[T]) {
    for (sum, feature) in sum.iter_mut().zip(features) {
        *sum += factor * (*feature).into();
    }
}

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    /// One cell.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to one cell.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds a multiple of the outer product of a vector with itself.
    pub fn add_outer<T: Copy + Into<f64>>(&mut self, vector: &[T], factor: f64) {
        for (row, cells) in self.cells.chunks_exact_mut(self.size.max(1)).enumerate() {
            let cell: f64 = vector[row].into();
            // Rows of features are mostly 0.
            if cell != 0.0 {
                add_scaled(cells, factor * cell, vector);
            }
        }
    }

    /// The product with a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.cells.chunks_exact(self.size.max(1));
        rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// The product with another matrix.
    pub fn product(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for row in 0..self.size {
            for middle in 0..self.size {
                let factor = self.at(row, middle);
                for column in 0..self.size {
                    product.add(row, column, factor * other.at(middle, column));
                }
            }
        }
        product
    }

    /// The value of the quadratic form.
    pub fn form(&self, vector: &[f64]) -> f64 {
        let image = self.times(vector);
        image.iter().zip(vector).map(|(a, b)| a * b).sum()
    }

    /// The vector whose product with this symmetric matrix is `right`. The error is the first row that the rows before
    /// it determine, up to rounding.
    pub fn solve(&self, right: &[f64]) -> Result<Vec<f64>, usize> {
        Ok(self.cholesky(1e-12)?.solve_factored(right.to_vec()))
    }

    /// The inverse of a symmetric, positive definite matrix; `None` of others.
    pub fn inverse(&self) -> Option<Matrix> {
        let factor = self.cholesky(0.0).ok()?;
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in factor.solve_factored(unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        Some(inverse)
    }

    /// The lower triangle whose product with its transpose is this matrix. The error is the first row of whose diagonal
    /// no more than the share `least` is left.
    fn cholesky(&self, least: f64) -> Result<Matrix, usize> {
        let size = self.size;
        let mut factor = Matrix::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let (above, below) = factor.cells.split_at_mut(row * size);
                let known: f64 = if column == row {
                    below[..column].iter().map(|x| x * x).sum()
                } else {
                    let other = &above[column * size..][..column];
                    below[..column].iter().zip(other).map(|(a, b)| a * b).sum()
                };
                let rest = self.at(row, column) - known;
                if column < row {
                    below[column] = rest / above[column * size + column];
                } else if rest > least * self.at(row, row) && rest.is_finite() {
                    below[row] = rest.sqrt();
                } else {
                    return Err(row);
                }
            }
        }
        Ok(factor)
    }

    /// Solves the equations of the matrix whose Cholesky factor this is.
    fn solve_factored(&self, mut answer: Vec<f64>) -> Vec<f64> {
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self.at(row, k) * answer[k]).sum();
            answer[row] = (answer[row] - known) / self.at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self.at(k, row) * answer[k]).sum();
            answer[row] = (answer[row] - known) / self.at(row, row);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_worked_out_by_hand() {
        // 4x + 2y = 8, 2x + 3y = 8.
        let mut matrix = Matrix::zero(2);
        matrix.add_outer(&[2.0f32, 1.0], 1.0);
        matrix.add_outer(&[0.0f32, 1.0], 2.0);
        let answer = matrix.solve(&[8.0, 8.0]).unwrap();
        assert!((answer[0] - 1.0).abs() < 1e-12 && (answer[1] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn dependent_rows_are_named() {
        let mut matrix = Matrix::zero(3);
        matrix.add_outer(&[1.0f32, 2.0, 0.0], 1.0);
        matrix.add_outer(&[3.0f32, 6.0, 0.5], 1.0);
        assert_eq!(matrix.solve(&[1.0, 2.0, 0.0]), Err(1));
        assert_eq!(Matrix::zero(1).solve(&[1.0]), Err(0));
    }

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let mut matrix = Matrix::zero(4);
        for index in 0..4 {
            matrix.add(index, index, 1.0 + index as f64);
        }
        matrix.add_outer(&[1.0, -2.0, 0.5, 3.0], 0.7);
        let inverse = matrix.inverse().unwrap();
        let vector = [0.3, -1.0, 2.0, 5.0];
        for (found, wanted) in inverse.times(&matrix.times(&vector)).iter().zip(vector) {
            assert!((found - wanted).abs() < 1e-12);
        }
        let unit = inverse.product(&matrix);
        for row in 0..4 {
            for column in 0..4 {
                let wanted = f64::from(u8::from(row == column));
                assert!((unit.at(row, column) - wanted).abs() < 1e-12);
            }
        }
        assert!((matrix.form(&[1.0, 0.0, 0.0, 0.0]) - 1.7).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_positive_definite_has_none() {
        let mut matrix = Matrix::zero(2);
        assert_eq!(matrix.inverse(), None);
        matrix.add_outer(&[1.0, 1.0], 1.0);
        assert_eq!(matrix.inverse(), None);
        matrix.add(0, 0, f64::NAN);
        assert_eq!(matrix.inverse(), None);
        assert_eq!(Matrix::zero(0).inverse(), Some(Matrix::zero(0)));
    }
}
