//! Small dense symmetric matrices, row by row: what Newton's method and the sandwich need of them.

pub(crate) type Matrix = Vec<Vec<f64>>;

pub(crate) fn zero(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

pub(crate) fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

pub(crate) fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The lower factor L of L Lᵀ; `None` if the matrix is not positive definite, up to rounding.
pub(crate) fn cholesky(matrix: &Matrix) -> Option<Matrix> {
    let mut lower = zero(matrix.len());
    for (i, row) in matrix.iter().enumerate() {
        for (j, cell) in row.iter().enumerate().take(i) {
            lower[i][j] = (cell - dot(&lower[i][..j], &lower[j])) / lower[j][j];
        }
        let rest = row[i] - dot(&lower[i][..i], &lower[i][..i]);
        lower[i][i] = (rest > row[i].abs() * 1e-12).then(|| rest.sqrt())?;
    }
    Some(lower)
}

/// The x with L Lᵀ x = `right`.
pub(crate) fn solve(lower: &Matrix, right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for (i, row) in lower.iter().enumerate() {
        x[i] = (x[i] - dot(row, &x[..i])) / row[i];
    }
    for (i, row) in lower.iter().enumerate().rev() {
        x[i] /= row[i];
        let (before, at) = x.split_at_mut(i);
        before.iter_mut().zip(row).for_each(|(x, factor)| *x -= factor * at[0]);
    }
    x
}

/// The inverse of L Lᵀ.
pub(crate) fn inverse(lower: &Matrix) -> Matrix {
    let size = lower.len();
    let unit = |at| (0..size).map(|i| f64::from(u8::from(i == at))).collect::<Vec<f64>>();
    (0..size).map(|at| solve(lower, &unit(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves_its_equations() {
        let matrix = vec![vec![4.0, 2.0, 0.6], vec![2.0, 5.0, 1.0], vec![0.6, 1.0, 3.0]];
        let factor = cholesky(&matrix).unwrap();
        let x = solve(&factor, &[1.0, -2.0, 0.5]);
        for (found, right) in times(&matrix, &x).iter().zip([1.0, -2.0, 0.5]) {
            assert!((found - right).abs() < 1e-12);
        }
        let first = times(&matrix, &inverse(&factor)[0]);
        assert!((first[0] - 1.0).abs() < 1e-12 && first[1].abs() < 1e-12);
    }

    #[test]
    fn a_singular_matrix_has_no_factor() {
        assert!(cholesky(&vec![vec![1.0, 1.0], vec![1.0, 1.0]]).is_none());
        assert!(cholesky(&vec![vec![f64::NAN]]).is_none());
    }
}
