//! Small symmetric matrices.

/// A square matrix of full storage.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            cells: vec![0.0; size * size],
        }
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
    pub fn add_outer(&mut self, vector: &[f64], factor: f64) {
        // A block has few agents: most of its vector is 0.
        let filled = || vector.iter().enumerate().filter(|(_, cell)| **cell != 0.0);
        for (row, a) in filled() {
            for (column, b) in filled() {
                self.add(row, column, factor * a * b);
            }
        }
    }

    /// The product with a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.cells.chunks_exact(self.size.max(1));
        rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
            .collect()
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

    /// The inverse of a symmetric, positive definite matrix, by its Cholesky factor; `None` of others.
    pub fn inverse(&self) -> Option<Matrix> {
        let factor = self.cholesky()?;
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for row in 0..self.size {
                let known: f64 = (0..row).map(|k| factor.at(row, k) * unit[k]).sum();
                unit[row] = (unit[row] - known) / factor.at(row, row);
            }
            for row in (0..self.size).rev() {
                let known: f64 = (row + 1..self.size)
                    .map(|k| factor.at(k, row) * unit[k])
                    .sum();
                unit[row] = (unit[row] - known) / factor.at(row, row);
            }
            for (row, value) in unit.into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        Some(inverse)
    }

    /// The lower triangle whose product with its transpose is this matrix.
    fn cholesky(&self) -> Option<Matrix> {
        let mut factor = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column)
                    .map(|k| factor.at(row, k) * factor.at(column, k))
                    .sum();
                let rest = self.at(row, column) - known;
                let value = if row == column {
                    Some(rest.sqrt()).filter(|root| root.is_finite() && *root > 0.0)?
                } else {
                    rest / factor.at(column, column)
                };
                factor.add(row, column, value);
            }
        }
        Some(factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
