//! Whether a table of correlations can belong to one set of data.

/// The smallest eigenvalue of a symmetric matrix (only the lower triangle is read), by Jacobi's
/// rotations: slow for thousands of rows, exact to rounding for the tables people print.
///
/// A correlation matrix computed on one set of data never has a negative one.
pub fn smallest_eigenvalue(matrix: &[Vec<f64>]) -> Option<f64> {
    let n = matrix.len();
    let entry = |i: usize, j: usize| matrix[i.max(j)].get(i.min(j)).copied();
    let mut a: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect::<Option<_>>()?;
    let size = a.iter().flatten().map(|x| x * x).sum::<f64>();
    if !size.is_finite() {
        return None;
    }
    // Convergence is quadratic: a handful of sweeps is enough, the bound is a safety net.
    for _sweep in 0..100 {
        let off: f64 = (0..n).flat_map(|i| &a[i][..i]).map(|x| x * x).sum();
        if off <= size * 1e-30 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, p, q);
            }
        }
    }
    (0..n).map(|i| a[i][i]).min_by(f64::total_cmp)
}

/// One rotation that makes the entries (p, q) and (q, p) zero; p < q.
fn rotate(matrix: &mut [Vec<f64>], p: usize, q: usize) {
    let off = matrix[p][q];
    if off == 0.0 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turned = |x: f64, y: f64| (cosine * x - sine * y, sine * x + cosine * y);
    for row in matrix.iter_mut() {
        (row[p], row[q]) = turned(row[p], row[q]);
    }
    let (above, below) = matrix.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = turned(*x, *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_eigenvalue_equals_numpy() {
        // numpy.linalg.eigvalsh
        let m = vec![vec![1.0], vec![0.9, 1.0], vec![0.2, -0.4, 1.0]];
        assert!((smallest_eigenvalue(&m).unwrap() + 0.06985851269969341).abs() < 1e-12);
        assert_eq!(smallest_eigenvalue(&[vec![1.0], vec![0.0, 1.0]]), Some(1.0));
        assert_eq!(smallest_eigenvalue(&[]), None);
    }
}
