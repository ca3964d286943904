//! Tests whether a table of correlations can belong to one set of data.

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
    use proptest::prelude::*;

    fn determinant(mut matrix: Vec<Vec<f64>>) -> f64 {
        let (n, mut product) = (matrix.len(), 1.0);
        for at in 0..n {
            let pivot =
                (at..n).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs()));
            matrix.swap(at, pivot.unwrap());
            product *= matrix[at][at];
            let row = matrix[at].clone();
            for below in &mut matrix[at + 1..] {
                let factor = if row[at] == 0.0 { 0.0 } else { below[at] / row[at] };
                below.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        }
        product
    }

    proptest! {
        #[test]
        fn it_is_an_eigenvalue_and_no_direction_is_below_it(
            (matrix, direction) in (1_usize..6).prop_flat_map(|n| {
                let entry = -1.0_f64..1.0;
                let matrix = prop::collection::vec(prop::collection::vec(entry.clone(), n), n);
                (matrix, prop::collection::vec(entry, n))
            }),
        ) {
            let n = matrix.len();
            let entry = |i: usize, j: usize| matrix[i.max(j)][i.min(j)];
            let smallest = smallest_eigenvalue(&matrix).unwrap();
            let shifted: Vec<Vec<f64>> = (0..n)
                .map(|i| (0..n).map(|j| entry(i, j) - if i == j { smallest } else { 0.0 }).collect())
                .collect();
            prop_assert!(determinant(shifted).abs() < 1e-9);
            let products = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            let along: f64 = products.map(|(i, j)| direction[i] * entry(i, j) * direction[j]).sum();
            let length: f64 = direction.iter().map(|x| x * x).sum();
            prop_assert!(along >= smallest * length - 1e-9);
        }
    }

    #[test]
    fn the_smallest_eigenvalue_equals_numpy() {
        // numpy.linalg.eigvalsh
        let m = vec![vec![1.0], vec![0.9, 1.0], vec![0.2, -0.4, 1.0]];
        assert!((smallest_eigenvalue(&m).unwrap() + 0.06985851269969341).abs() < 1e-12);
        assert_eq!(smallest_eigenvalue(&[vec![1.0], vec![0.0, 1.0]]), Some(1.0));
        assert_eq!(smallest_eigenvalue(&[]), None);
    }
}
