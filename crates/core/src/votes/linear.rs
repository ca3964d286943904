//! Small dense symmetric matrices: what Newton's method and the sandwich need of them.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Square {
    pub size: usize,
    pub cells: Vec<f64>,
}

impl Square {
    pub fn zero(size: usize) -> Self {
        Square { size, cells: vec![0.0; size * size] }
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// The lower factor L of L Lᵀ; `None` if the matrix is not positive definite, up to rounding.
    pub fn cholesky(&self) -> Option<Cholesky> {
        let mut lower = Square::zero(self.size);
        for i in 0..self.size {
            for j in 0..=i {
                let dot: f64 = lower.row(i)[..j].iter().zip(lower.row(j)).map(|(x, y)| x * y).sum();
                let rest = self.at(i, j) - dot;
                if i != j {
                    lower.cells[i * self.size + j] = rest / lower.at(j, j);
                } else if rest > self.at(i, i).abs() * 1e-12 {
                    lower.cells[i * self.size + i] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(Cholesky { lower })
    }

    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let dot = |row| self.row(row).iter().zip(vector).map(|(x, y)| x * y).sum();
        (0..self.size).map(dot).collect()
    }
}

/// A factored positive definite matrix.
pub(super) struct Cholesky {
    lower: Square,
}

impl Cholesky {
    /// The x with A x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.lower;
        let mut x = right.to_vec();
        for i in 0..lower.size {
            let dot: f64 = lower.row(i)[..i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - dot) / lower.at(i, i);
        }
        for i in (0..lower.size).rev() {
            x[i] /= lower.at(i, i);
            let (before, at) = x.split_at_mut(i);
            before.iter_mut().zip(lower.row(i)).for_each(|(x, factor)| *x -= factor * at[0]);
        }
        x
    }

    /// A⁻¹.
    pub fn inverse(&self) -> Square {
        let size = self.lower.size;
        let unit = |at| (0..size).map(|i| f64::from(u8::from(i == at))).collect::<Vec<f64>>();
        Square { size, cells: (0..size).flat_map(|at| self.solve(&unit(at))).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves_its_equations() {
        let cells = vec![4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let matrix = Square { size: 3, cells };
        let factor = matrix.cholesky().unwrap();
        let x = factor.solve(&[1.0, -2.0, 0.5]);
        for (found, right) in matrix.times(&x).iter().zip([1.0, -2.0, 0.5]) {
            assert!((found - right).abs() < 1e-12);
        }
        let first = matrix.times(factor.inverse().row(0));
        assert!((first[0] - 1.0).abs() < 1e-12 && first[1].abs() < 1e-12);
    }

    #[test]
    fn a_singular_matrix_has_no_factor() {
        let singular = Square { size: 2, cells: vec![1.0, 1.0, 1.0, 1.0] };
        assert!(singular.cholesky().is_none());
    }
}
