//! Whether comparisons define strengths: every model must reach every other over wins and ties.

use super::likelihood::Comparisons;

/// The two models between which no chain of wins and ties leads, as places; `None` if there are none.
/// Without such a chain the strength of one of them would be infinite (Ford 1957).
pub(super) fn unreachable_pair(comparisons: &Comparisons) -> Option<(usize, usize)> {
    let mut beats = vec![Vec::new(); comparisons.models];
    let mut loses_to = beats.clone();
    for row in &comparisons.rows {
        let (a, b) = (row.a as usize, row.b as usize);
        let [wins, losses, ties] = row.counts;
        for (winner, loser, won) in [(a, b, wins + ties), (b, a, losses + ties)] {
            if won > 0.0 {
                beats[winner].push(loser);
                loses_to[loser].push(winner);
            }
        }
    }
    let unreached = |neighbours| reached_from_first(neighbours).iter().position(|reached| !reached);
    match unreached(&beats) {
        Some(model) => Some((0, model)),
        None => unreached(&loses_to).map(|model| (model, 0)),
    }
}

fn reached_from_first(neighbours: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; neighbours.len()];
    let mut next: Vec<usize> = (0..neighbours.len().min(1)).collect();
    while let Some(model) = next.pop() {
        if !std::mem::replace(&mut reached[model], true) {
            next.extend(&neighbours[model]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::super::likelihood::Row;
    use super::*;

    /// Comparisons from (a, b, [wins, losses, ties]).
    fn found(models: usize, rows: &[(u32, u32, [f64; 3])]) -> Option<(usize, usize)> {
        let row = |&(a, b, counts): &(u32, u32, [f64; 3])| Row { question: 0, a, b, counts };
        let rows = rows.iter().map(row).collect();
        unreachable_pair(&Comparisons { models, rows, ..Comparisons::default() })
    }

    #[test]
    fn a_model_that_never_wins_has_no_finite_strength() {
        let (even, won, tied) = ([1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0]);
        assert_eq!(found(3, &[(0, 1, even), (1, 2, won)]), Some((2, 0)));
        assert_eq!(found(3, &[(0, 1, even), (1, 2, tied)]), None);
        assert_eq!(
            found(3, &[(0, 1, won), (1, 2, won), (0, 2, [0.0, 1.0, 0.0])]),
            None,
            "a circle"
        );
        assert_eq!(found(2, &[(0, 1, [0.0; 3])]), Some((0, 1)));
    }
}
